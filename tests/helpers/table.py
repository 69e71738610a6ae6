"""The page from a player's view: plays with mouse, touch and keys, and reads the board from the cards on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from freecell import Board, Game, Move, Rules, notation
from freecell.board import CELLS
from freecell.rules import COLUMN_NAMES, HOME

from .programs import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, CDPSession, FloatRect, Locator, Page

SAFE = Rules(autoplay="safe")  # the page's default rules

LAST_CARD = f"/?board={'.' * 7}KS_-.-.-.-_KKKQ"
"""The address of a game with one card left."""

UNDECIDED = """async (load, number) => {
  const [{ verdicts }, { deal }] = await Promise.all([load("solver.js"), load("deals.js")]);
  verdicts.keep(deal(number), { room: "theory", autoplay: "safe" }, "undecided");
}"""


CLOCK = """window.now = 1e6;
  Object.defineProperty(Event.prototype, "timeStamp", { get: () => window.now, configurable: true })"""
"""Makes the times of events stand still, and pass only when a test adds to `window.now`: milliseconds."""


# A move is drawn once the light has its verdict, or a little later.
LYING = """() => new Promise((resolve) => {
  const light = document.querySelector("#light");
  const read = () => resolve([...document.querySelectorAll(".card")].map(
    ({ dataset }) => [dataset.card, dataset.place, Number(dataset.index)]));
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = read;
  if (light.ariaBusy !== "true") return read();
  new MutationObserver(() => port2.postMessage(null)).observe(light, { attributeFilter: ["aria-busy"] });
  setTimeout(read, 10);
})"""


class Table:
    """A page that is open at an address on the server."""

    def __init__(
        self, browser: Browser, address: str, beside: Table | None = None, *, looks_ahead: bool = False, **context: Any
    ) -> None:
        """A page in a browser with an empty profile, or in another tab of one.

        The browser doesn't cache the page, which would load it twice each time, and it saves data, so that the page
        doesn't search for the verdicts of possible next moves. test_site_browsers.py tests a browser that does both.
        """
        usual = {"viewport": {"width": 1000, "height": 800}, "reduced_motion": "reduce", "service_workers": "block"}
        context = {**usual, **context}
        self.address = address
        self.context: BrowserContext = beside.context if beside else browser.new_context(**context)
        self.context.set_default_timeout(1000 * PATIENCE)
        if not looks_ahead:
            self.context.add_init_script("Object.defineProperty(navigator.connection, 'saveData', { value: true })")
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda said: self.faults.append(said.text) if "Content Security" in said.text else None)
        self._fingers: CDPSession | None = None

    def open(self, path: str) -> None:
        """Opens an address, and waits for the board."""
        self.page.goto(self.address + path)
        self.page.wait_for_selector("[data-ready] .card[data-place]")

    def run(self, script: str, argument: Any = None) -> Any:
        """The result of a JavaScript function, which gets `load` for the page's modules, and an argument."""
        load = "async (name) => (await import(document.querySelector('script[src]').src))[name.replace('.js', '')]"
        return self.page.evaluate(f"(argument) => ({script})({load}, argument)", argument)

    def close(self) -> None:
        self.context.close()
        assert not self.faults, self.faults

    # The visible state

    def find(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def board(self) -> Board:
        """The board as shown by the cards."""
        cards = self.page.evaluate(LYING)
        lying: dict[str, list[str]] = {place: [] for place in COLUMN_NAMES + CELLS + HOME}
        for card, place, _ in sorted(cards, key=lambda found: found[2]):
            lying[place].append(card)
        foundations = [sum(card.endswith(suit) for card in lying[HOME]) for suit in "CDHS"]
        cells = [next(iter(lying[place]), None) for place in CELLS]
        return Board([lying[place] for place in COLUMN_NAMES], cells, foundations)

    def rests(self) -> Board:
        """The board, once it is drawn and all cards have stopped sliding."""
        board = self.board()
        self.page.evaluate("() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished))")
        self.page.evaluate("() => new Promise((resolve) => setTimeout(resolve, 0))")
        return board

    def sees(self, board: Any) -> None:
        """Wait until this board is on the table."""
        for _ in range(50 * PATIENCE):
            if self.board() == board:
                return
            self.page.wait_for_timeout(20)
        assert self.board() == board

    def verdict(self) -> str:
        """The text of the light, once it has a verdict."""
        self.page.wait_for_selector("#light[aria-busy=false]")
        return self.find("#light").get_attribute("data-verdict") or ""

    def covered(self) -> list[str]:
        """Cards whose index is covered by another card; at home, only the highest need to be visible."""
        found: list[str] = self.page.evaluate(
            """() => [...document.querySelectorAll(".card")].filter((card) => {
              const { x, y, width, height } = card.getBoundingClientRect();
              const top = document.elementFromPoint(x + width / 4, y + height / 12)?.closest(".card");
              const home = card.dataset.place === "h" && top?.dataset.place === "h";
              return home ? Number(top.dataset.index) < Number(card.dataset.index) : top !== card;
            }).map(({ dataset }) => dataset.card)"""
        )
        return found

    def says(self) -> str:
        """The line that the page shows."""
        message = self.find("#message-text")
        return (message.text_content() or "") if message.is_visible() else ""

    def heard(self) -> str:
        """The last announcement for screen readers."""
        return self.find("#spoken").text_content() or ""

    def resize(self, width: int, height: int) -> None:
        """Resize the page, and wait until it is laid out: observers run before the second frame."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def box(self, card: str) -> FloatRect:
        """The box of a card on the screen."""
        box = self.find(f'.card[data-card="{card}"]').bounding_box()
        assert box
        return box

    def boxes(self) -> dict[str, FloatRect]:
        """The boxes of all cards on the screen, in one request."""
        script = "cards => cards.map((card) => [card.dataset.card, card.getBoundingClientRect().toJSON()])"
        found: list[tuple[str, FloatRect]] = self.page.eval_on_selector_all(".card", script)
        boxes = dict(found)
        assert len(boxes) == len(found)
        return boxes

    def place(self, name: str) -> FloatRect:
        """The box of a place on the screen."""
        box = self.find(f'.place[data-place="{name}"]').bounding_box()
        assert box
        return box

    # Hands

    def path(self, move: Move) -> tuple[tuple[float, float], tuple[float, float]]:
        """The points between which a pointer drags the cards of a move."""
        board = self.board()
        in_column = move.source in COLUMN_NAMES
        cards = board.columns[int(move.source) - 1] if in_column else [board.cells[CELLS.index(move.source)]]
        box, target = self.box(str(cards[-move.count])), self.place(move.target)
        grip = box["x"] + box["width"] / 2, box["y"] + 8
        return grip, (grip[0] + target["x"] - box["x"] + 5, grip[1] + target["y"] - box["y"] + 7)

    def drag(self, move: Move) -> None:
        """Drag cards with the mouse."""
        (x, y), (to_x, to_y) = self.path(move)
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move((x + to_x) / 2, (y + to_y) / 2)
        mouse.move(to_x, to_y)
        mouse.up()

    def swipe(self, move: Move) -> None:
        """Drag cards with a finger."""
        (x, y), (to_x, to_y) = self.path(move)
        self._touch("touchStart", x, y)
        self._touch("touchMove", (x + to_x) / 2, (y + to_y) / 2)
        self._touch("touchMove", to_x, to_y)
        self._touch("touchEnd")

    def _touch(self, kind: str, *point: float) -> None:
        self._fingers = self._fingers or self.context.new_cdp_session(self.page)
        points = [{"x": point[0], "y": point[1]}] if point else []
        self._fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def click(self, card_or_place: str) -> None:
        """Click on the visible part of a card, or on a place."""
        box = self.box(card_or_place) if len(card_or_place) == 2 else self.place(card_or_place)
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 8)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def dismiss(self) -> None:
        """Close a dialog, which takes the browser a moment."""
        self.press("Escape")
        self.find("dialog[open]").wait_for(state="detached")

    def choose(self, **settings: str) -> None:
        """Open the settings and choose these values: `choose(light="off")`."""
        self.press("o")
        for name, value in settings.items():
            self.find(f'input[name="{name}"][value="{value}"]').check()
        self.dismiss()

    def type_word(self, word: str) -> None:
        """Play a word of notation with the keyboard; if it has a number of cards, pick up exactly that many."""
        places, _, count = word.partition("v")
        self.press(places[0])
        if count:
            held = self.find(".card.hand").count()  # at least 1: places where it fits are marked, too
            for _ in range(held):
                self.press("ArrowDown")
            for _ in range(int(count, 16) - 1):
                self.press("ArrowUp")
        self.press(places[1])


def turns_of(game: Game) -> list[tuple[Move, str]]:
    """The moves by hand of a game, each with its word."""
    words = game.notation().split()
    moves = [notation.read(word, board, game.rules) for word, board in zip(words, boards_of(game), strict=False)]
    return list(zip(moves, words, strict=True))


def boards_of(game: Game) -> list[Board]:
    """The boards before each turn of a game, and the last one."""
    again = Game(game.start, game.rules)
    boards = [again.board]
    for word in game.notation().split():
        again.play(word)
        boards.append(again.board)
    return boards


def figures(table: Table) -> dict[str, str]:
    """The statistics on the screen."""
    names = table.find("#figures dt").all_inner_texts()
    return dict(zip(names, table.find("#figures dd").all_inner_texts(), strict=True))
