// Search budgets. tools/build_budgets.py writes this file; src/freecell/budgets.py explains each.

export const MOST_POSITIONS = 6_000_000;
export const WIDEST_BEAM = 65_536;
export const FEW_POSITIONS = 30_000;
export const VERDICT_POSITIONS = 2_000_000;
export const HINT_BEAM = 256;
export const SHORT_BEAM = 4_096;
export const PAGE_SECONDS = 60;
export const PAGE_MEMORY = 536_870_912;
