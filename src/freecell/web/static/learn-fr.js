// The page about the shuffle in French.

const SUITS = ["trèfle", "carreau", "cœur", "pique"];
const RANKS = [
  "l’as",
  "le 2",
  "le 3",
  "le 4",
  "le 5",
  "le 6",
  "le 7",
  "le 8",
  "le 9",
  "le 10",
  "le valet",
  "la dame",
  "le roi",
];

/** @type {import("./learn-words.js").LearnTexts} */
export const fr = {
  locale: "fr",
  name: "Français",
  quotes: ["« ", " »"],
  card: (rank, suit) => `${RANKS[rank]} de ${SUITS[suit]}`,
  space: "espace",

  title: "Le mélange pas à pas",
  pageTitle: (deal) => `Le mélange de la donne ${deal} – FreeCell`,
  toGame: "Jouer",
  language: "Langue",
  deal: "Donne",
  show: "Afficher",
  ways: "Sens",
  toCards: "Du numéro aux cartes",
  toNumber: "Des cartes au numéro",
  known: "Lire",
  firstRow: "la première rangée",
  wholeBoard: "toute la donne",
  ownCards: "vos propres cartes",
  readCards: "Cartes dans l’ordre de la donne",
  noDeal: (text, last) => `Il n’y a pas de donne ${text} : choisissez de 1 à ${last}, -1 ou -2.`,
  noStep: (text, last) => `Il n’y a pas d’étape ${text} : choisissez de 0 à ${last}.`,
  noCard: (text) => `La carte ${text} n’existe pas : écrivez des cartes comme 7D, 10♥ ou AS.`,
  isTwice: (card) => `${card} apparaît deux fois.`,
  tooFew: (number, fewest) => `${number} cartes conviennent à trop de donnes : donnez-en au moins ${fewest}.`,

  lead: "Chaque étape calcule l’état suivant, en tire un nombre et, avec ce nombre, choisit une carte. La dernière carte du paquet prend sa place.",
  leadBack:
    "En refaisant le mélange, on voit à quel indice du paquet chaque carte a été prise : tirage mod cartes restantes. L’état après le premier tirage ramène au numéro.",
  joke: (deal, ranks, suits) =>
    `La donne ${deal} est l’une des deux donnes pour rire de Windows, impossibles à gagner. Sa disposition est fixe : rien n’est mélangé, et il n’y a pas de nombres aléatoires. Ses valeurs, dans l’ordre de distribution : ${ranks}. Chacune représente quatre cartes, dans l’ordre ${suits}.`,

  sums: "Le calcul de cette étape",
  state: "État",
  firstState: "État après le premier tirage",
  draw: "Tirage",
  index: "Indice",
  cardTitle: "Carte",
  candidates: "États possibles",
  inBits: (bits) => `En bits : ${bits}`,
  dropped: "abandonnés",
  drawBits: (bits) => `${bits} bits hauts : le tirage`,
  lowBits: "16 bits bas : pour l’état suivant seulement",
  toColumn: (column) => `en colonne ${column}`,
  filledBy: (card) => `remplacée par ${card}`,
  lastCard: "la dernière carte",
  of: (left) => `sur ${left}`,
  dealt: "Cartes déjà distribuées",

  steps: "Étapes",
  back: "Étape précédente",
  forward: "Étape suivante",
  play: "Lecture",
  pause: "Pause",
  step: "Étape",
  speed: "Vitesse",
  copyLink: "Copier le lien vers cette étape",
  copied: "Le lien vers cette étape est copié.",
  at: (number, all) => `${number} sur ${all}`,

  begins: (deal, state) => `La donne ${deal} commence avec l’état ${state} et un paquet dans l’ordre.`,
  stepSaid: ({ number, draw, left, index, card, moved, column }) =>
    `Étape ${number} : ${draw} mod ${left} donne ${index}, donc ${card} va en colonne ${column}${moved ? `, et ${moved}, la dernière carte, passe à l’indice ${index}.` : " ; c’était la dernière carte."}`,

  searchBegins: (values, deals) =>
    `Pour les donnes ${deals}, tout état est possible. Ses 21 bits bas ont ${values} valeurs, et les bits bas ne dépendent pas des bits hauts.`,
  lowSaid: ({ card, index, left, power, rest, count, isOne }) =>
    `${card} vient de l’indice ${index} sur ${left}, donc tirage mod ${power} vaut ${rest} : il reste ${isOne ? "une valeur" : `${count} valeurs`} des 21 bits bas.`,
  secondSaid: ({ card, index, count }) =>
    `Les 5 bits bas du deuxième tirage sont maintenant connus, et aussi ce tirage modulo 51, car ${card} vient de l’indice ${index} sur 51. Une valeur des bits hauts sur 51 convient : ${count} états à essayer.`,
  statesSaid: ({ card, index, left, count, isOne }) =>
    `${card} vient de l’indice ${index} sur ${left}, donc le tirage doit laisser le reste ${index} : il reste ${isOne ? "un état" : `${count} états`}.`,
  foundSaid: (deals) =>
    `En reculant d’une étape depuis cet état, on obtient la graine : ${deals}. Distribuer cette donne montre que toutes les cartes connues concordent.`,
  noneSaid: "Il ne reste aucun état : aucune donne numérotée ne commence par ces cartes.",
  lowTimes: (low, upper) => `${low} valeurs des bits bas × ${upper} des bits hauts`,
  toTry: "à essayer",
  fitting: "donnent tous les restes jusqu’ici",
  below: (power) => `inférieures à ${power}`,
};
