"""FreeCell for programs that learn to play: Gymnasium environments for one game, and for many games at once.

    gymnasium.make("freecell.gym:freecell/FreeCell-v0")            one game
    gymnasium.make_vec("freecell.gym:freecell/FreeCell-v0", 256)   many, played by the core

An observation is the board as 71 numbers, packed as in `freecell.packing`. An action is the number
11 * source + target, both counted from 0. The sources are columns 1 to 8, then the cells. The targets are columns
1 to 8, any free cell, home, and an empty column for a single card. A move to a column takes as many cards as fit, or
as many as possible if the column is empty. `info["action_mask"]` shows which actions are legal moves; any other action
does nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from freecell.board import Board
from freecell.dealing import deals_of, valid_deal
from freecell.engine import play_actions
from freecell.errors import FreecellError, MissingDependencyError, quoted
from freecell.numeric import int_or_none
from freecell.packing import BOARD_BYTES, pack_dealt, unpack
from freecell.rules import Rules, valid_rules
from freecell.solving import solve
from freecell.verdicts import Verdict

try:
    import gymnasium as gym
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError:
    raise MissingDependencyError("environments need Gymnasium: pip install 'freecell[gym]'") from None

_DEALS = range(1, 1_000_001)
_STEPS = 500
_RULES = Rules(autoplay="safe")
_TARGETS = 11  # columns, any cell, home, an empty column for one card
_NOTHING = 255  # an action that is not a move

Boards = NDArray[np.uint8]
Info = dict[str, Any]


class FreeCells(VectorEnv[Boards, NDArray[np.int64], NDArray[Any]]):
    """Many games at once. In the step after a game has ended, a new one is dealt, and the action is ignored.

    deals  the deal numbers to choose from
    rules  the number of cells and the auto-play (default: four cells, safe auto-play). Room is always
           "theory"
    steps  the number of steps after which an unfinished game is `truncated`

    The reward for a step is the share of the 52 cards that the step brings home, so a won game has a total of 1. A game
    is `terminated` when it is won or has no moves left. `info` contains `action_mask`, with 1 for each legal action;
    `deal`, the deal number; and `won`.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012, as in the base class

    def __init__(
        self,
        num_envs: int = 1,
        *,
        deals: Sequence[int] = _DEALS,
        rules: Rules = _RULES,
        steps: int = _STEPS,
    ) -> None:
        self.rules = valid_rules(rules)
        if self.rules.room != "theory":
            raise FreecellError(f"room must be 'theory' in these environments, got {self.rules.room!r}")
        for name, number in (("num_envs", num_envs), ("steps", steps)):
            if (whole := int_or_none(number)) is None or whole < 1:
                raise FreecellError(f"{name} must be a whole number, 1 or more, got {quoted(number)}")
        if not hasattr(deals, "__len__") or not len(deals):
            raise FreecellError(f"deals must have at least one deal number, got {quoted(deals)}")
        self._deals, self._most_steps, self.num_envs = deals, steps, num_envs
        self.single_observation_space = spaces.Box(0, 52, (BOARD_BYTES,), np.uint8)
        self.single_action_space = spaces.Discrete((8 + self.rules.cells) * _TARGETS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._boards = np.zeros((num_envs, BOARD_BYTES), np.uint8)
        self._masks = np.zeros((num_envs, int(self.single_action_space.n)), np.uint8)
        self._numbers, self._steps = np.zeros(num_envs, np.int64), np.zeros(num_envs, np.int64)
        self._ended = np.ones(num_envs, np.bool_)

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Boards, Info]:
        """Deal all games: those in `options={"deals": [617, ...]}`, or random ones."""
        super().reset(seed=seed)
        self._ended[:] = True
        self._deal(_option(options, "deals"))
        self._play(np.full(self.num_envs, _NOTHING))
        return self._boards.copy(), self._info()

    def step(self, actions: NDArray[np.int64]) -> tuple[Boards, NDArray[Any], NDArray[Any], NDArray[Any], Info]:
        """Play an action in each game. Gymnasium's documentation explains the result."""
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "iu":
            raise FreecellError(
                f"actions must be {self.num_envs} whole numbers, one for each game, got {quoted(actions)}"
            )
        actions = np.where(self._ended, _NOTHING, actions)
        begun = self._ended.copy()
        if begun.any():
            self._deal()
        before = self._at_home()
        self._play(actions)
        self._steps += ~begun
        rewards = (self._at_home() - before) / 52
        terminated = self._masks.max(axis=1) == 0  # a won game has no moves
        truncated = ~terminated & (self._steps >= self._most_steps)
        self._ended = terminated | truncated
        return self._boards.copy(), rewards, terminated, truncated, self._info()

    def board(self, game: int = 0) -> Board:
        """The current board of one of the games."""
        return unpack(self._boards[game])

    def verdict(self, game: int = 0, max_positions: int = 100_000) -> Verdict:
        """The solver's verdict on whether a game can still be won: the label of its position."""
        return solve(self.board(game), rules=self.rules, max_positions=max_positions).verdict

    def _deal(self, numbers: Sequence[int] | None = None) -> None:
        """Deal new games where one has ended."""
        count = int(self._ended.sum())
        if numbers is None:
            numbers = [self._deals[int(place)] for place in self.np_random.integers(len(self._deals), size=count)]
        if len(numbers) != count:
            raise FreecellError(f"deals must be {count} deal numbers, got {quoted(numbers)}")
        found = np.array([valid_deal(number) for number in numbers], np.int64)
        self._numbers[self._ended] = found
        self._boards[self._ended] = pack_dealt(deals_of(found, threads=1))
        self._steps[self._ended] = 0
        self._ended[:] = False

    def _play(self, actions: NDArray[np.int64]) -> None:
        play_actions(self._boards, actions, self._masks, self.rules)

    def _at_home(self) -> NDArray[np.int64]:
        home: NDArray[np.int64] = self._boards[:, :4].sum(axis=1, dtype=np.int64)
        return home

    def _info(self) -> Info:
        won = self._at_home() == 52
        mask = self._masks.astype(np.int8)  # the form that Gymnasium's spaces require
        return {"action_mask": mask, "deal": self._numbers.copy(), "won": won}


class FreeCell(gym.Env[Boards, np.int64]):
    """An environment for one game. Its arguments, rewards and endings are the same as for `FreeCells`."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012, as in the base class

    def __init__(self, render_mode: str | None = None, **options: Any) -> None:
        self._games = FreeCells(1, **options)
        self.render_mode = render_mode
        self.observation_space = self._games.single_observation_space
        self.action_space = self._games.single_action_space

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Boards, Info]:
        """Deal a game: the one in `options={"deal": 617}`, or a random one."""
        super().reset(seed=seed)
        self._games._np_random = self.np_random
        number = _option(options, "deal")
        boards, info = self._games.reset(options={} if number is None else {"deals": [number]})
        return boards[0], {name: value[0] for name, value in info.items()}

    def step(self, action: np.int64) -> tuple[Boards, float, bool, bool, Info]:
        """Play an action. Gymnasium's documentation explains the result."""
        if self._games._ended[0]:
            raise FreecellError("no game is in progress: call reset() first")
        boards, rewards, terminated, truncated, info = self._games.step(np.array([action]))
        ended = bool(terminated[0]), bool(truncated[0])
        return boards[0], float(rewards[0]), *ended, {name: value[0] for name, value in info.items()}

    def render(self) -> str:
        """The current board as text."""
        return str(self.board())

    def board(self) -> Board:
        """The current board of the game."""
        return self._games.board()

    def verdict(self, max_positions: int = 100_000) -> Verdict:
        """The solver's verdict on whether the game can still be won: the label of the position."""
        return self._games.verdict(max_positions=max_positions)


def _option(options: Info | None, name: str) -> Any:
    """The value of this option, the only one; None if it isn't given."""
    if wrong := (options or {}).keys() - {name}:
        raise FreecellError(f"unknown option {quoted(min(wrong))}: the only option is {name!r}")
    return (options or {}).get(name)


gym.register("freecell/FreeCell-v0", f"{__name__}:FreeCell", vector_entry_point=f"{__name__}:FreeCells")
