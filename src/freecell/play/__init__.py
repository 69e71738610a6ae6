"""The game in a terminal: `freecell play`. The extra `[play]` has what it needs, which is Textual.

`record.py` counts the attempts at games, `keeping.py` knows where games are kept, `timeline.py` goes back and forth in
one, `hands.py` says what a key or a click means, `light.py` whether the game can still be won, `review.py` how many
moves kept the win at each turn, `layout.py` where the cards lie, `words.py` has what is said. None of these needs
Textual. On the screen, `table.py` shows the cards, `panels.py` what opens over them, `terminal.py` what happens to the
terminal, and `app.py` is the whole.
"""
