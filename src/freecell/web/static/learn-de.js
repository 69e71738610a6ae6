// The page about the shuffle in German.

const SUITS = ["Kreuz", "Karo", "Herz", "Pik"];
const RANKS = ["Ass", "2", "3", "4", "5", "6", "7", "8", "9", "10", "Bube", "Dame", "König"];

/** @type {import("./learn-words.js").LearnTexts} */
export const de = {
  locale: "de",
  name: "Deutsch",
  quotes: ["„", "“"],
  card: (rank, suit) => `${SUITS[suit]} ${RANKS[rank]}`,
  space: "Leertaste",

  title: "So wird gemischt",
  pageTitle: (deal) => `So wird Spiel ${deal} gemischt – FreeCell`,
  toGame: "Spielen",
  language: "Sprache",
  deal: "Spiel",
  show: "Zeigen",
  ways: "Richtung",
  toCards: "Nummer → Karten",
  toNumber: "Karten → Nummer",
  known: "Gelesen wird",
  firstRow: "die erste Reihe",
  wholeBoard: "alles",
  ownCards: "eigene Karten",
  readCards: "Karten in der Reihenfolge des Austeilens",
  noDeal: (text, last) => `Ein Spiel ${text} gibt es nicht: möglich sind 1 bis ${last}, -1 und -2.`,
  noStep: (text, last) => `Einen Schritt ${text} gibt es nicht: möglich sind 0 bis ${last}.`,
  noCard: (text) => `Die Karte ${text} gibt es nicht: Schreib Karten wie 7D, 10♥ oder AS.`,
  isTwice: (card) => `${card} kommt zweimal vor.`,
  tooFew: (number, fewest) => `${number} Karten passen zu zu vielen Spielen: Gib mindestens ${fewest} an.`,

  lead: "Jeder Schritt berechnet den nächsten Zustand, nimmt daraus eine Zufallszahl und zieht mit ihr eine Karte. Die letzte Karte des Stapels füllt die Lücke.",
  leadBack:
    "Mischt man genauso noch einmal, sieht man, von welchem Index jede Karte kam: Zufallszahl mod Kartenzahl. Der Zustand nach der ersten Zufallszahl führt zurück zur Nummer.",
  joke: (deal, ranks, suits) =>
    `Spiel ${deal} ist eines der beiden Scherzspiele von Windows, die niemand gewinnen kann. Es liegt von vornherein fest: Nichts wird gemischt, und Zufallszahlen gibt es nicht. Die Werte in der Reihenfolge des Austeilens: ${ranks}. Jeder steht für vier Karten in der Reihenfolge ${suits}.`,

  sums: "Die Rechnung dieses Schritts",
  state: "Zustand",
  firstState: "Zustand nach der ersten Zufallszahl",
  draw: "Zufallszahl",
  index: "Index",
  cardTitle: "Karte",
  candidates: "Mögliche Zustände",
  inBits: (bits) => `In Bits: ${bits}`,
  dropped: "fallen weg",
  drawBits: (bits) => `obere ${bits} Bits: die Zufallszahl`,
  lowBits: "untere 16 Bits: nur für den nächsten Zustand",
  toColumn: (column) => `in Spalte ${column}`,
  filledBy: (card) => `gefüllt mit ${card}`,
  lastCard: "die letzte Karte",
  of: (left) => `von ${left}`,
  dealt: "Bisher ausgeteilte Karten",

  steps: "Schritte",
  back: "Einen Schritt zurück",
  forward: "Einen Schritt vor",
  play: "Abspielen",
  pause: "Pause",
  step: "Schritt",
  speed: "Tempo",
  copyLink: "Link zu diesem Schritt kopieren",
  copied: "Der Link zu diesem Schritt ist kopiert.",
  at: (number, all) => `${number} von ${all}`,

  begins: (deal, state) => `Spiel ${deal} beginnt mit dem Zustand ${state} und mit einem geordneten Stapel.`,
  stepSaid: ({ number, draw, left, index, card, moved, column }) =>
    `Schritt ${number}: ${draw} mod ${left} ist ${index}, also kommt ${card} in Spalte ${column}, und ${moved ? `${moved}, die letzte Karte, rückt auf Index ${index}.` : "das war die letzte Karte."}`,

  searchBegins: (values, deals) =>
    `Für Spiele ${deals} ist noch jeder Zustand möglich. Seine unteren 21 Bits haben ${values} Werte, und untere Bits hängen nicht von höheren ab.`,
  lowSaid: ({ card, index, left, power, rest, count, isOne }) =>
    `${card} kam von Index ${index} von ${left}, also ist Zufallszahl mod ${power} gleich ${rest}: Es ${isOne ? "bleibt ein Wert" : `bleiben ${count} Werte`} der unteren 21 Bits.`,
  secondSaid: ({ card, index, count }) =>
    `Die unteren 5 Bits der zweiten Zufallszahl sind nun bekannt, und ebenso ihr Rest modulo 51, denn ${card} kam von Index ${index} von 51. Von je 51 Werten der oberen Bits passt einer: ${count} Zustände sind zu prüfen.`,
  statesSaid: ({ card, index, left, count, isOne }) =>
    `${card} kam von Index ${index} von ${left}, also muss die Zufallszahl den Rest ${index} lassen: Es ${isOne ? "bleibt ein Zustand" : `bleiben ${count} Zustände`}.`,
  foundSaid: (deals) =>
    `Einen Schritt zurückgerechnet ergibt der Zustand den Startwert: ${deals}. Austeilen zeigt, dass alle bekannten Karten stimmen.`,
  noneSaid: "Kein Zustand ist übrig: Kein nummeriertes Spiel beginnt mit diesen Karten.",
  lowTimes: (low, upper) => `${low} Werte der unteren Bits × ${upper} der oberen Bits`,
  toTry: "zu prüfen",
  fitting: "passen bisher zu allen Resten",
  below: (power) => `unter ${power}`,
};
