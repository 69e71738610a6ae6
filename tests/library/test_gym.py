"""Environments for programs that learn pass Gymnasium's own checks and match the Python rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import freecell
from freecell import WINDOWS, Board, Move, Rules, Verdict, deal, solve
from freecell.errors import FreecellError
from freecell.packing import unpack
from freecell.rules import AutoPlay

if not freecell.core_available:
    pytest.skip("the compiled core was not built", allow_module_level=True)
gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed: freecell[gym]")

from freecell.gym import FreeCell, FreeCells  # noqa: E402

PLACES = "12345678abcdefg"


def after(board: Board, move: Move, rules: Rules) -> Board:
    board = board.play(move, rules)
    for home in board.auto_play(rules.autoplay):
        board = board.play(home, rules)
    return board


def meant(action: int, board: Board, legal_moves: list[Move]) -> Move | None:
    """The legal move for an action under the Python rules."""
    source, target = PLACES[action // 11], action % 11
    legal = [move for move in legal_moves if move.source == source]
    if target < 8:
        found = [move for move in legal if move.target == PLACES[target]]
        return max(found, key=lambda move: move.count, default=None)
    if target == 8:
        return next((move for move in legal if move.target in "abcdefg" and source not in "abcdefg"), None)
    if target == 9:
        return next((move for move in legal if move.target == "h"), None)
    empty = [move for move in legal if move.target in "12345678" and not board.columns[int(move.target) - 1]]
    single = next((move for move in empty if move.count == 1), None)
    return single if any(move.count > 1 for move in empty) else None


def test_gymnasium_checks_it() -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(gymnasium.make("freecell/FreeCell-v0", render_mode="ansi").unwrapped)


@pytest.mark.parametrize(("cells", "autoplay"), [(4, "safe"), (2, "none"), (7, "max")])
def test_actions_match_the_legal_moves(cells: int, autoplay: AutoPlay) -> None:
    rules = Rules(cells, autoplay=autoplay)
    games = FreeCells(4, rules=rules)
    boards, info = games.reset(seed=617)
    dice = np.random.default_rng(617)
    rewards_of_game = np.zeros(4)
    for _ in range(40):
        actions = np.array([dice.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in info["action_mask"]])
        before = [unpack(row) for row in boards]
        moves = []
        for board, mask in zip(before, info["action_mask"], strict=True):
            legal = list(board.legal_moves(rules))
            moves.append([meant(action, board, legal) for action in range(len(mask))])
            assert [move is not None for move in moves[-1]] == mask.astype(bool).tolist()
        was_over = ~info["action_mask"].any(axis=1)
        boards, rewards, terminated, truncated, info = games.step(actions)
        rewards_of_game = np.where(was_over, 0, rewards_of_game + rewards)
        for game, (board, action) in enumerate(zip(before, actions, strict=True)):
            if was_over[game]:
                assert games.board(game) == deal(int(info["deal"][game]))
                continue
            move = moves[game][action]
            assert move is not None
            assert games.board(game) == after(board, move, rules)
            assert 52 * rewards_of_game[game] == pytest.approx(sum(games.board(game).foundations))
        assert (terminated == ~info["action_mask"].any(axis=1)).all()
        assert not truncated.any()


def test_a_solution_earns_the_full_reward() -> None:
    env = FreeCell(rules=Rules())
    observation, info = env.reset(options={"deal": 617})
    assert unpack(observation) == deal(617)
    assert (info["deal"], info["won"]) == (617, False)
    assert env.verdict() is Verdict.SOLVED
    assert info["action_mask"][env.action_space.sample(info["action_mask"])]
    total = 0.0
    for move in solve(617).moves:
        board = env.board()
        legal = list(board.legal_moves(Rules()))
        actions = map(int, np.flatnonzero(info["action_mask"]))
        action = next(action for action in actions if meant(action, board, legal) == move)
        observation, reward, terminated, truncated, info = env.step(np.int64(action))
        total += reward
    assert terminated
    assert info["won"]
    assert not truncated
    assert total == pytest.approx(1)
    assert unpack(observation).is_won


def test_illegal_actions_do_nothing_and_long_games_are_truncated() -> None:
    games = gymnasium.make_vec("freecell/FreeCell-v0", 2, deals=[617, 11982], steps=3)
    boards, info = games.reset(options={"deals": [617, 11982]})
    wrong = np.array([int(np.flatnonzero(mask == 0)[0]) for mask in info["action_mask"]])
    for step, actions in enumerate([wrong, np.array([300, -1]), np.array([6 * 11 + 8 + 256, 10**9])]):
        same, rewards, terminated, truncated, info = games.step(actions)
        assert (same == boards).all()
        assert not rewards.any()
        assert not terminated.any()
        assert truncated.all() == (step == 2)
    assert [games.unwrapped.verdict(game).value for game in (0, 1)] == ["solved", "unsolvable"]
    *_, truncated, info = games.step(wrong)
    assert not truncated.any()
    assert set(info["deal"]) <= {617, 11982}


def test_refused_arguments() -> None:
    with pytest.raises(FreecellError, match=r"deals must be 1 deal numbers, got \[1, 2\]"):
        FreeCells(1).reset(options={"deals": [1, 2]})
    with pytest.raises(FreecellError, match=r"deals must have at least one deal number, got \[\]"):
        FreeCells(1, deals=[])
    with pytest.raises(FreecellError, match="deal 0 doesn't exist"):
        FreeCells(1).reset(options={"deals": [0]})
    with pytest.raises(FreecellError, match="expected Rules, got 'windows'"):
        FreeCells(rules="windows")  # type: ignore[arg-type]
    with pytest.raises(FreecellError, match="room must be 'theory'"):
        FreeCells(rules=WINDOWS)
    with pytest.raises(FreecellError, match="steps must be"):
        FreeCells(steps=0)
    with pytest.raises(FreecellError, match="num_envs must be"):
        FreeCells(num_envs=0)


def test_the_same_seed_has_the_same_games() -> None:
    one, other = (FreeCells(5).reset(seed=7)[0] for _ in range(2))
    assert (one == other).all()
    assert (one != FreeCells(5).reset(seed=8)[0]).any()


@pytest.mark.parametrize("actions", [[74], 74, [[74, 74]], [74.9, 74.2], [1, 2, 3], ["1", "2"]])
def test_a_wrong_number_of_actions_is_refused(actions: Any) -> None:
    games = FreeCells(2)
    games.reset(seed=1)
    with pytest.raises(FreecellError, match="actions must be 2 whole numbers, one for each game"):
        games.step(actions)


def test_unknown_options_and_finished_games_are_errors() -> None:
    with pytest.raises(FreecellError, match="unknown option 'deal': the only option is 'deals'"):
        FreeCells(2).reset(options={"deal": 617})
    with pytest.raises(FreecellError, match="unknown option 'number': the only option is 'deal'"):
        FreeCell().reset(options={"deal": 617, "number": 617})
    with pytest.raises(FreecellError, match="deals must have at least one deal number, got 5"):
        FreeCells(2, deals=5)  # type: ignore[arg-type]
    game = FreeCell(deals=[617], steps=1)
    with pytest.raises(FreecellError, match=r"no game is in progress: call reset\(\) first"):
        game.step(np.int64(0))
    _, info = game.reset()
    game.step(np.int64(info["action_mask"].argmax()))
    with pytest.raises(FreecellError, match="no game is in progress"):
        game.step(np.int64(0))
