# Deals Microsoft FreeCell boards: deal numbers on standard input, boards on standard output.

DECK = "A23456789TJQK".chars.product("CDHS".chars).map(&:join).freeze

# The random numbers of a deal.
def draws(number)
  state = number
  Enumerator.produce do
    state = (214013 * state + 2531011) % 2**32
    if number < 2**31 then state >> 16 & 0x7FFF
    elsif number < 2**32 then state >> 16 | 0x8000
    else (state >> 16) + 1
    end
  end
end

# The board of a deal as a two-dimensional array: 7 rows of 8 cards, the last of 4.
def deal(number)
  deck = DECK.dup
  draws(number).first(52).map do |draw|
    place = draw % deck.size
    card = deck[place]
    deck[place] = deck.last # the last card takes the place of the one dealt
    deck.pop
    card
  end.each_slice(8).to_a
end

$stdin.each_line do |line|
  deal(line.to_i).each { |row| puts row.join(" ") }
end
