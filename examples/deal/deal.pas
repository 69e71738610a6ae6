{ Deals Microsoft FreeCell boards: deal numbers on standard input, boards on standard output. }
program Deal;

{$mode objfpc}

const
  Ranks = 'A23456789TJQK';
  Suits = 'CDHS';

type
  TCard = string[2];
  TBoard = array[0..6, 0..7] of TCard;

{ The next random number of a deal. }
function Draw(var State: Int64; Number: Int64): Int64;
begin
  State := (214013 * State + 2531011) and $FFFFFFFF;
  if Number < Int64(1) shl 31 then
    Result := (State shr 16) and $7FFF
  else if Number < Int64(1) shl 32 then
    Result := (State shr 16) or $8000
  else
    Result := (State shr 16) + 1;
end;

{ The board of a deal: 7 rows of 8 cards, the last of 4. }
function DealBoard(Number: Int64): TBoard;
var
  Deck: array[0..51] of TCard;
  State: Int64;
  Card, Left, Place: Integer;
begin
  for Card := 0 to 51 do
    Deck[Card] := Ranks[Card div 4 + 1] + Suits[Card mod 4 + 1];
  State := Number;
  for Left := 52 downto 1 do
  begin
    Place := Draw(State, Number) mod Left;
    Result[(52 - Left) div 8, (52 - Left) mod 8] := Deck[Place];
    Deck[Place] := Deck[Left - 1]; { the last card takes the place of the one dealt }
  end;
end;

var
  Number: Int64;
  Card: Integer;
  Board: TBoard;
begin
  while not SeekEof do
  begin
    Read(Number);
    Board := DealBoard(Number);
    for Card := 0 to 51 do
      if (Card mod 8 = 7) or (Card = 51) then
        WriteLn(Board[Card div 8, Card mod 8])
      else
        Write(Board[Card div 8, Card mod 8], ' ');
  end;
end.
