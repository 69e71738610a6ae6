// What the element for other pages needs as text. web/embedding.py puts the texts in when it bundles the element.

/** The style of the board. */
export const style = "";
/** The drawings of the cards, and of the buttons, as SVG. */
export const drawings = "";
