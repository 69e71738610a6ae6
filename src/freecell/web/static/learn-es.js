// The page about the shuffle in Spanish.

const SUITS = ["tréboles", "diamantes", "corazones", "picas"];
const RANKS = ["as", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jota", "reina", "rey"];

/** @type {import("./learn-words.js").LearnTexts} */
export const es = {
  locale: "es",
  name: "Español",
  quotes: ["«", "»"],
  card: (rank, suit) => `${rank === 10 || rank === 11 ? "la" : "el"} ${RANKS[rank]} de ${SUITS[suit]}`,
  space: "espacio",

  title: "Así se baraja",
  pageTitle: (deal) => `Así se baraja la partida ${deal} – FreeCell`,
  toGame: "Jugar",
  language: "Idioma",
  deal: "Partida",
  show: "Mostrar",
  ways: "Sentido",
  toCards: "Del número a las cartas",
  toNumber: "De las cartas al número",
  known: "Leer",
  firstRow: "la primera fila",
  wholeBoard: "todo el tablero",
  ownCards: "tus propias cartas",
  readCards: "Cartas en el orden en que se reparten",
  noDeal: (text, last) => `No existe la partida ${text}: elige de 1 a ${last}, -1 o -2.`,
  noStep: (text, last) => `No existe el paso ${text}: elige de 0 a ${last}.`,
  noCard: (text) => `No existe la carta ${text}: escribe cartas como 7D, 10♥ o AS.`,
  isTwice: (card) => `${card} aparece dos veces.`,
  tooFew: (number, fewest) => `Con ${number} cartas coinciden demasiadas partidas: indica al menos ${fewest}.`,

  lead: "Cada paso calcula el estado siguiente, extrae de él un número y, con ese número, elige una carta. La última carta del mazo ocupa su hueco.",
  leadBack:
    "Al repetir la mezcla se ve de qué índice del mazo salió cada carta: número extraído mod cartas restantes. El estado tras la primera extracción conduce de vuelta al número de la partida.",
  joke: (deal, ranks, suits) =>
    `La partida ${deal} es una de las dos partidas de broma de Windows, que no se pueden ganar. Su disposición es fija: no se baraja nada ni hay números aleatorios. Sus valores, en el orden en que se reparten: ${ranks}. Cada uno representa cuatro cartas, en el orden ${suits}.`,

  sums: "Los cálculos de este paso",
  state: "Estado",
  firstState: "Estado tras la primera extracción",
  draw: "Número extraído",
  index: "Índice",
  cardTitle: "Carta",
  candidates: "Estados posibles",
  inBits: (bits) => `En bits: ${bits}`,
  dropped: "se descartan",
  drawBits: (bits) => `${bits} bits altos: el número extraído`,
  lowBits: "16 bits bajos: solo para el estado siguiente",
  toColumn: (column) => `a la columna ${column}`,
  filledBy: (card) => `lo ocupa ${card}`,
  lastCard: "la última carta",
  of: (left) => `de ${left}`,
  dealt: "Cartas repartidas hasta ahora",

  steps: "Pasos",
  back: "Un paso atrás",
  forward: "Un paso adelante",
  play: "Reproducir",
  pause: "Pausa",
  step: "Paso",
  speed: "Velocidad",
  copyLink: "Copiar el enlace a este paso",
  copied: "Enlace a este paso copiado.",
  at: (number, all) => `${number} de ${all}`,

  begins: (deal, state) => `La partida ${deal} empieza con el estado ${state} y con el mazo ordenado.`,
  stepSaid: ({ number, draw, left, index, card, moved, column }) =>
    `Paso ${number}: ${draw} mod ${left} es ${index}, así que ${card} va a la columna ${column}${moved ? `, y ${moved}, la última carta, pasa al índice ${index}.` : "; era la última carta."}`,

  searchBegins: (values, deals) =>
    `Para las partidas ${deals}, cualquier estado es posible. Sus 21 bits bajos tienen ${values} valores, y los bits bajos no dependen de los altos.`,
  lowSaid: ({ card, index, left, power, rest, count, isOne }) =>
    `${card} salió del índice ${index} de ${left}, así que el número extraído mod ${power} es ${rest}: ${isOne ? "queda un valor" : `quedan ${count} valores`} de los 21 bits bajos.`,
  secondSaid: ({ card, index, count }) =>
    `Ya se conocen los 5 bits bajos del segundo número extraído, y también su resto módulo 51, porque ${card} salió del índice ${index} de 51. Encaja uno de cada 51 valores de los bits altos: hay que probar ${count} estados.`,
  statesSaid: ({ card, index, left, count, isOne }) =>
    `${card} salió del índice ${index} de ${left}, así que el número extraído debe dejar el resto ${index}: ${isOne ? "queda un estado" : `quedan ${count} estados`}.`,
  foundSaid: (deals) =>
    `Al retroceder un paso desde el estado se obtiene la semilla: ${deals}. Al repartir esa partida se comprueba que todas las cartas conocidas coinciden.`,
  noneSaid: "No queda ningún estado: ninguna partida numerada empieza con estas cartas.",
  lowTimes: (low, upper) => `${low} valores de los bits bajos × ${upper} de los altos`,
  toTry: "por probar",
  fitting: "encajan con todos los restos hasta ahora",
  below: (power) => `menores que ${power}`,
};
