// Where the page's other files are: beside this one.

/** The address of a file. */
export const addressOfFile = (name) => new URL(name, import.meta.url).href;

/** The address of the drawing of a card, such as 7D, in two or in four colours. */
export const drawingOf = (card, deck) => `${addressOfFile(`cards-${deck}.svg`)}#${card}`;
