-- Deals Microsoft FreeCell boards in one query: deal numbers on standard input, boards on standard output.
-- For SQLite: sqlite3 :memory: '.read deal.sql'. The deck is a text of two characters per card.
CREATE TABLE numbers (number INTEGER);
.import /dev/stdin numbers

WITH RECURSIVE
ranks(rank) AS (SELECT value FROM json_each('["A","2","3","4","5","6","7","8","9","T","J","Q","K"]')),
suits(suit) AS (SELECT value FROM json_each('["C","D","H","S"]')),
full(deck) AS (SELECT group_concat(rank || suit, '') FROM ranks, suits),
states(game, number, step, state) AS (
    SELECT rowid, number, 0, number FROM numbers
    UNION ALL
    SELECT game, number, step + 1, (214013 * state + 2531011) & 0xFFFFFFFF FROM states WHERE step < 52
),
draws(game, step, place) AS (
    SELECT game, step, CASE
        WHEN number < 1 << 31 THEN state >> 16 & 0x7FFF
        WHEN number < 1 << 32 THEN state >> 16 | 0x8000
        ELSE (state >> 16) + 1
    END % (53 - step)
    FROM states WHERE step > 0
),
dealt(game, step, card, deck) AS (
    SELECT rowid, 0, '', deck FROM numbers, full
    UNION ALL
    SELECT dealt.game, dealt.step + 1, substr(deck, 2 * place + 1, 2),
        -- The last card takes the place of the one dealt.
        substr(substr(deck, 1, 2 * place) || substr(deck, -2) || substr(deck, 2 * place + 3), 1, length(deck) - 2)
    FROM dealt JOIN draws ON draws.game = dealt.game AND draws.step = dealt.step + 1
)
SELECT group_concat(card, ' ') FROM (SELECT * FROM dealt WHERE step > 0 ORDER BY game, step)
GROUP BY game, (step - 1) / 8 ORDER BY game, (step - 1) / 8;
