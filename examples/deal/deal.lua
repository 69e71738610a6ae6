-- Deals Microsoft FreeCell boards: deal numbers on standard input, boards on standard output. Lua 5.3 or newer.

-- The random numbers of a deal, one at each call.
local function draws(number)
  local state = number
  return function()
    state = (214013 * state + 2531011) & 0xFFFFFFFF
    if number < 1 << 31 then return state >> 16 & 0x7FFF end
    if number < 1 << 32 then return state >> 16 | 0x8000 end
    return (state >> 16) + 1
  end
end

-- The board of a deal as a table of rows: 7 rows of 8 cards, the last of 4.
local function deal(number)
  local deck, rows = {}, {}
  for rank in ("A23456789TJQK"):gmatch(".") do
    for suit in ("CDHS"):gmatch(".") do table.insert(deck, rank .. suit) end
  end
  local draw = draws(number)
  for dealt = 0, 51 do
    if dealt % 8 == 0 then table.insert(rows, {}) end
    local place = draw() % #deck + 1 -- tables begin at 1
    table.insert(rows[#rows], deck[place])
    deck[place] = deck[#deck] -- the last card takes the place of the one dealt
    table.remove(deck)
  end
  return rows
end

for line in io.lines() do
  for _, row in ipairs(deal(math.tointeger(tonumber(line)))) do print(table.concat(row, " ")) end
end
