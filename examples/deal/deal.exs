# Deals Microsoft FreeCell boards: deal numbers on standard input, boards on standard output.
defmodule FreeCell do
  import Bitwise

  @deck for rank <- String.graphemes("A23456789TJQK"), suit <- String.graphemes("CDHS"), do: rank <> suit

  @doc "The random numbers of a deal."
  def draws(number) do
    number
    |> Stream.iterate(fn state -> rem(214_013 * state + 2_531_011, 2 ** 32) end)
    |> Stream.drop(1)
    |> Stream.map(fn state ->
      cond do
        number < 2 ** 31 -> state >>> 16 &&& 0x7FFF
        number < 2 ** 32 -> state >>> 16 ||| 0x8000
        true -> (state >>> 16) + 1
      end
    end)
  end

  @doc "The board of a deal: 7 rows of 8 cards, the last of 4."
  def deal(number) do
    {cards, []} = Enum.map_reduce(Enum.take(draws(number), 52), @deck, &take/2)
    Enum.chunk_every(cards, 8)
  end

  # Takes the card that a draw picks: the last card takes its place.
  defp take(draw, deck) do
    place = rem(draw, length(deck))
    {last, rest} = List.pop_at(deck, -1)
    {Enum.at(deck, place), if(place == length(rest), do: rest, else: List.replace_at(rest, place, last))}
  end
end

for line <- IO.stream(:stdio, :line),
    row <- line |> String.trim() |> String.to_integer() |> FreeCell.deal() do
  IO.puts(Enum.join(row, " "))
end
