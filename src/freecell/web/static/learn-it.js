// The page about the shuffle in Italian.

const SUITS = ["fiori", "quadri", "cuori", "picche"];
const RANKS = [
  "l’asso",
  "il 2",
  "il 3",
  "il 4",
  "il 5",
  "il 6",
  "il 7",
  "l’8",
  "il 9",
  "il 10",
  "il fante",
  "la donna",
  "il re",
];

/** @type {import("./learn-words.js").LearnTexts} */
export const it = {
  locale: "it",
  name: "Italiano",
  quotes: ["«", "»"],
  card: (rank, suit) => `${RANKS[rank]} di ${SUITS[suit]}`,
  space: "spazio",

  title: "Come si mescola",
  pageTitle: (deal) => `Come si mescola la partita ${deal} – FreeCell`,
  toGame: "Gioca",
  language: "Lingua",
  deal: "Partita",
  show: "Mostra",
  ways: "Direzione",
  toCards: "Dal numero alle carte",
  toNumber: "Dalle carte al numero",
  known: "Leggi",
  firstRow: "la prima riga",
  wholeBoard: "tutto il tavolo",
  ownCards: "carte a tua scelta",
  readCards: "Carte nell’ordine in cui sono distribuite",
  noDeal: (text, last) => `La partita ${text} non esiste: scegli da 1 a ${last}, -1 o -2.`,
  noStep: (text, last) => `Il passo ${text} non esiste: scegli da 0 a ${last}.`,
  noCard: (text) => `La carta ${text} non esiste: scrivi carte come 7D, 10♥ o AS.`,
  isTwice: (card) => `${card} compare due volte.`,
  tooFew: (number, fewest) => `Con ${number} carte le partite possibili sono troppe: servono almeno ${fewest} carte.`,

  lead: "Ogni passo calcola lo stato successivo, ne estrae un numero e con quel numero sceglie una carta. L’ultima carta del mazzo prende il suo posto.",
  leadBack:
    "Ripetendo la mescolata si vede da quale indice del mazzo è stata presa ogni carta: numero estratto mod carte rimaste. Lo stato dopo la prima estrazione riporta al numero della partita.",
  joke: (deal, ranks, suits) =>
    `La partita ${deal} è una delle due partite scherzo di Windows, che non si possono vincere. La disposizione è fissa: non si mescola nulla e non ci sono numeri casuali. I valori, nell’ordine in cui sono distribuiti: ${ranks}. Ognuno sta per quattro carte, nell’ordine ${suits}.`,

  sums: "I calcoli di questo passo",
  state: "Stato",
  firstState: "Stato dopo la prima estrazione",
  draw: "Numero estratto",
  index: "Indice",
  cardTitle: "Carta",
  candidates: "Stati possibili",
  inBits: (bits) => `In bit: ${bits}`,
  dropped: "scartati",
  drawBits: (bits) => `${bits} bit alti: il numero estratto`,
  lowBits: "16 bit bassi: solo per lo stato successivo",
  toColumn: (column) => `nella colonna ${column}`,
  filledBy: (card) => `al suo posto ${card}`,
  lastCard: "l’ultima carta",
  of: (left) => `di ${left}`,
  dealt: "Carte distribuite finora",

  steps: "Passi",
  back: "Un passo indietro",
  forward: "Un passo avanti",
  play: "Avvia",
  pause: "Pausa",
  step: "Passo",
  speed: "Velocità",
  copyLink: "Copia il link a questo passo",
  copied: "Link a questo passo copiato.",
  at: (number, all) => `${number} di ${all}`,

  begins: (deal, state) => `La partita ${deal} comincia con lo stato ${state} e con il mazzo in ordine.`,
  stepSaid: ({ number, draw, left, index, card, moved, column }) =>
    `Passo ${number}: ${draw} mod ${left} dà ${index}, quindi ${card} va nella colonna ${column}${moved ? ` e ${moved}, l’ultima carta, passa all’indice ${index}.` : "; era l’ultima carta."}`,

  searchBegins: (values, deals) =>
    `Per le partite ${deals} ogni stato è possibile. I suoi 21 bit bassi hanno ${values} valori, e i bit bassi non dipendono da quelli alti.`,
  lowSaid: ({ card, index, left, power, rest, count, isOne }) =>
    `${card} viene dall’indice ${index} di ${left}, quindi il numero estratto mod ${power} dà ${rest}: ${isOne ? "rimane un valore" : `rimangono ${count} valori`} dei 21 bit bassi.`,
  secondSaid: ({ card, index, count }) =>
    `Ora si conoscono i 5 bit bassi del secondo numero estratto, e anche il suo resto modulo 51, perché ${card} viene dall’indice ${index} di 51. Va bene un valore dei bit alti su 51: gli stati da provare sono ${count}.`,
  statesSaid: ({ card, index, left, count, isOne }) =>
    `${card} viene dall’indice ${index} di ${left}, quindi il numero estratto deve dare il resto ${index}: ${isOne ? "rimane uno stato" : `rimangono ${count} stati`}.`,
  foundSaid: (deals) =>
    `Tornando indietro di un passo dallo stato si ottiene il valore iniziale: ${deals}. Distribuendo quella partita si verifica che tutte le carte note coincidono.`,
  noneSaid: "Non rimane nessuno stato: nessuna partita numerata comincia con queste carte.",
  lowTimes: (low, upper) => `${low} valori dei bit bassi × ${upper} dei bit alti`,
  toTry: "da provare",
  fitting: "danno tutti i resti fin qui",
  below: (power) => `sotto ${power}`,
};
