"""The game in a terminal: `freecell play`. It needs Textual, which the extra `[play]` installs.

These modules don't need Textual: `record.py` counts the attempts at games, `keeping.py` saves games, `timeline.py` goes
back and forth in a game, `hands.py` interprets keys and clicks, `light.py` finds out whether the game can still be won,
`review.py` counts the moves at each turn that kept the game winnable, `layout.py` places the cards, and `words.py`
contains the texts. On the screen, `table.py` shows the cards, `panels.py` the dialogs over them, `terminal.py` handles
signals, and `app.py` combines everything.
"""
