-- Deals Microsoft FreeCell boards: deal numbers on standard input, boards on standard output.
module Main (main) where

import Data.Bits (shiftR, (.&.), (.|.))
import Data.List (unfoldr)

type Card = String

-- | The random numbers of a deal.
draws :: Int -> [Int]
draws number = map (draw . (`shiftR` 16)) (tail (iterate next number))
  where
    next state = (214013 * state + 2531011) .&. 0xFFFFFFFF
    draw upper
      | number < 0x80000000 = upper .&. 0x7FFF
      | number < 0x100000000 = upper .|. 0x8000
      | otherwise = upper + 1

-- | Takes the card that a draw picks out of a deck: the last card takes its place.
take1 :: ([Card], [Int]) -> Maybe (Card, ([Card], [Int]))
take1 ([], _) = Nothing
take1 (_, []) = Nothing
take1 (deck, draw : rest) = Just (deck !! place, (init swapped, rest))
  where
    place = draw `mod` length deck
    swapped = take place deck ++ last deck : drop (place + 1) deck

-- | The board of a deal: 7 rows of 8 cards, the last of 4.
deal :: Int -> [[Card]]
deal number = chunks (unfoldr take1 (deck, draws number))
  where
    deck = [[rank, suit] | rank <- "A23456789TJQK", suit <- "CDHS"]
    chunks [] = []
    chunks cards = let (row, rest) = splitAt 8 cards in row : chunks rest

main :: IO ()
main = interact (unlines . concatMap (map unwords . deal . read) . lines)
