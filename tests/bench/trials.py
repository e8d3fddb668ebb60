"""`python -m tests.bench.trials`: what takes too long for every push; hours on two cores.

2,000 races of 2 to 16 tables, 10,000 cuts between commit and acknowledgement, 320 delays of up to a minute,
200 deaths of the server under load, ten million entries; two hands in four games by raw boards; eight rounds
killed at every boundary; a night of 2,000 rounds at two places; ten million damaged frames for each wire of
a machine; a table-year simulated, verified, counted, plotted and exported; a session of 100,000 rounds, forty
tables, and half an hour of a room at work, of which nothing may grow; a hundred thousand random touches, and
eight hours of a night with the console attached. A number as argument divides most of them. Any failure ends
it.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from controller.book.postgres import PostgresBook
from tests.bench import growth, link, long_console, long_room, restless, table_year
from tests.bench.figures import YEAR_ROUNDS, scratch, tell
from tests.bench.noise import ALL, noise
from tests.link_proxy import Proxy
from tests.link_trials import TABLES_MAX, Races, crashes, cut_contributions, delayed
from tests.par.test_main_game import HOLES, PROFILES, assert_raw_boards_give_the_same
from tests.private_postgres import PrivateServer, pooled_book
from tests.shell.book.jackpot_books import EXAMPLE
from tests.simulation import script
from tests.simulation.chain import uninterrupted
from tests.simulation.test_crash_journal import kill_through
from tests.simulation.test_nights import assert_a_long_night_is_the_same_everywhere


def races(server: PrivateServer, times: int) -> str:
    """So many races, and what there was to win."""
    dice = Random("trials")
    with Races(server) as racing:
        for _ in range(times):
            racing.run(dice, dice.randint(2, TABLES_MAX))
        view = racing.book.read(check=True)
    assert (view.residual_micro, view.generation) == (0, times + 1)
    return f"{times} races, {view.wins_count} shares, residual 0"


def cuts(server: PrivateServer, times: int) -> str:
    """So many cuts, each contribution in the book once."""
    behind = pooled_book(server, EXAMPLE)
    with Proxy(server.port) as proxy:
        book = PostgresBook(server.url(behind.database, port=proxy.port))
        again = cut_contributions(book, proxy, times)
        book.close()
    view, acts = behind.read(check=True), [act.key.round for act in behind.acts()]
    behind.close()
    assert (view.residual_micro, view.stakes_count, acts) == (0, 2 * times, list(range(1, times + 1)))
    return f"{times} cuts, {again} asked again, each contribution once"


def delays(server: PrivateServer, times: int) -> str:
    """So many contributions over lines that hold everything back for up to a minute."""
    contributed, again = delayed(server, TABLES_MAX, max(1, times // TABLES_MAX))
    return f"{contributed} contributions delayed by 0 to 60 s, {again} asked again, each once"


def deaths(server: PrivateServer, times: int) -> str:
    """So many deaths of the server, nothing acknowledged lost."""
    acknowledged, again = crashes(server, times)
    return f"{times} deaths, {acknowledged} acknowledged stakes all there, {again} asked again"


def raw_boards() -> None:
    """A suited hand and one that is not, enumerated anew by raw boards in four games."""
    for hole in HOLES:
        for game in PROFILES:
            assert_raw_boards_give_the_same(hole, game)
            sys.stdout.write(f"{hole} in {game}: the same expectation over all raw boards\n")


def nights(rounds: int) -> None:
    """So many rounds at two places end in the same hash, and their files hold."""
    with TemporaryDirectory() as folder:
        assert_a_long_night_is_the_same_everywhere(Path(folder), rounds)
    sys.stdout.write(f"{rounds} rounds are the same night at two places\n")


def kills() -> None:
    """Every round of a night was killed at every boundary of its journal."""
    quiet = uninterrupted(script.play("fr-55-20-2021", script.CARRY, len(script.CARRY)))
    for number in range(1, len(script.CARRY) + 1):
        with TemporaryDirectory() as folder:
            kill_through(quiet, number, Path(folder))
    sys.stdout.write(f"{len(script.CARRY)} rounds killed at every boundary are the rounds nobody killed\n")


def year(rounds: int) -> None:
    """So many rounds of a table-year went all the way to the plots, as many as were played."""
    with scratch() as folder:
        table_year.play(rounds, os.cpu_count() or 1, Path(folder))


def main() -> None:
    """Every trial held."""
    divided_by = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    trials: tuple[tuple[Callable[[PrivateServer, int], str], int, dict[str, str]], ...] = (
        (races, 2_000, {}),
        (cuts, 10_000, {}),
        (delays, 320, {}),
        (deaths, 200, link.DURABLE),
    )
    for trial, times, settings in trials:
        started_s = time.monotonic()
        with link.served(settings) as server:
            said = trial(server, max(1, times // divided_by))
        sys.stdout.write(f"{said}, {time.monotonic() - started_s:.0f} s\n")
        sys.stdout.flush()
    raw_boards()
    kills()
    nights(max(500, 2_000 // divided_by))
    tell(link.history(10_000_000 // divided_by))
    tell(noise(ALL // divided_by))
    year(YEAR_ROUNDS // divided_by)
    growth.main(max(4_000, growth.ROUNDS // divided_by))
    long_room.main(30 / divided_by)
    restless.main(max(2_000, restless.TOUCHES // divided_by))
    long_console.main(long_console.HOURS / divided_by)


if __name__ == "__main__":
    main()
