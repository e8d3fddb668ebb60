"""The main game: every deal of both games, and what the plain method takes for one hand of 1,326."""

from __future__ import annotations

import time
from collections.abc import Iterator

from tests.bench.figures import Figure, middle, runs_s


def main_games() -> Iterator[Figure]:
    """By kinds of boards (`controller.odds.kinds`) for all hands; by raw boards, one by one, for one."""
    from controller.game.cards import parse_cards
    from controller.game.hands import HandClass
    from controller.odds.main_game import analyse_main
    from controller.odds.strategy import Strategy
    from controller.settings.rules import load_profile
    from tests.par.raw_boards import compare_all

    law, casino = load_profile("fr-55-20-2021"), load_profile("fr-holdem-casino")
    yield middle("main game of the law, all 1,326 hands", runs_s(lambda: analyse_main(law), 3), "s", 2)
    took = runs_s(lambda: analyse_main(casino), 3)
    yield middle("Hold'em poker de casino, all 1,326 hands", took, "s", 10)
    compare_all(parse_cards("Js7s"), HandClass.PAIR)  # compiles
    started_s = time.perf_counter()
    compare_all(parse_cards("Kd5h"), HandClass.PAIR)
    lasted_s = time.perf_counter() - started_s
    yield Figure("one hand of 1,326 by raw boards and dealers", lasted_s, "s", note="the method compared")
    strategy = Strategy(law)
    hole, board = parse_cards("8h7d"), parse_cards("Ks9h2h")
    took = runs_s(lambda: [strategy.act((hole[0], hole[1]), board, None) for _ in range(1000)])
    yield middle("a decision on the flop", [1000 * one_s for one_s in took], "µs")
    river = (*board, *parse_cards("3d4c"))
    took = runs_s(lambda: [strategy.act((hole[0], hole[1]), river, None) for _ in range(1000)])
    yield middle("a decision on the river, 990 dealers", [1000 * one_s for one_s in took], "µs")
