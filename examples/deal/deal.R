# Deals Microsoft FreeCell boards: deal numbers on standard input, boards on standard output.
# Numbers are doubles, exact up to 2^53, and no product here passes 2^50.

DECK <- paste0(rep(c("A", 2:9, "T", "J", "Q", "K"), each = 4), c("C", "D", "H", "S"))

# The 52 random numbers of a deal.
draws <- function(number) {
  states <- Reduce(function(state, step) (214013 * state + 2531011) %% 2^32, 1:52, number %% 2^32, accumulate = TRUE)
  upper <- states[-1] %/% 2^16
  if (number < 2^31) upper %% 2^15
  else if (number < 2^32) upper %% 2^15 + 2^15
  else upper + 1
}

# The board of a deal as a list of rows: 7 rows of 8 cards, the last of 4.
deal <- function(number) {
  deck <- DECK
  cards <- character(52)
  random <- draws(number)
  for (dealt in 1:52) {
    left <- 53 - dealt
    place <- random[dealt] %% left + 1 # vectors begin at 1
    cards[dealt] <- deck[place]
    deck[place] <- deck[left] # the last card takes the place of the one dealt
  }
  split(cards, (seq_along(cards) - 1) %/% 8)
}

for (line in readLines("stdin")) {
  for (row in deal(as.numeric(line))) cat(row, fill = FALSE, sep = c(rep(" ", length(row) - 1), "\n"))
}
