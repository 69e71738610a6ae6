// Parts of the element for other pages as strings. web/embedding.py fills them in when it bundles the element.

/** The style of the board. */
export const style = "";
/** The drawings of the cards, and of the buttons, as SVG. */
export const drawings = "";
