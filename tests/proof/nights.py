"""Nights of simulated tables: all faults at once, killed, watched, settled again, at two places, long."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import contextmanager
from itertools import count as from_one
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from click.testing import CliRunner

from controller.cli import main
from controller.journal.verify import verify
from tests.bench import growth, table_year
from tests.bench.figures import scratch
from tests.game import oracle_rounds
from tests.par.test_main_game import HOLES, assert_raw_boards_give_the_same
from tests.par.test_main_game import PROFILES as GAMES
from tests.proof.parts import PARTS
from tests.proof.quiet import quietly
from tests.proof.record import Tried
from tests.shell.journal.auditor import RULES, answer
from tests.simulation import script
from tests.simulation.chain import Chain, assert_like_the_uninterrupted, boundaries, uninterrupted
from tests.simulation.test_crash_journal import kill_through
from tests.simulation.test_nights import assert_a_long_night_is_the_same_everywhere
from tests.simulation.test_secrecy_of_files import named_cards, play

A_NIGHT: Final = 500
ROUNDS_A_FAULT: Final = 20
FAULTS_SHOW: Final = 100
"""In fewer rounds than these there may be no fault."""
NIGHTS_TELL: Final = (
    "faults",
    "checks of the invariants",
    "rounds settled again",
    "seats settled again",
    "cards",
    "prizes awarded again",
    "deals voided",
)
"""What a block of hard nights tells of itself, the last five by the auditor."""
A_WATCHED_NIGHT: Final = 5
KILLS_A_NIGHT: Final = 20


def hard(count: int, seed: int) -> Tried:
    """So many rounds with hard faults, each night another profile and one to four tables on one jackpot.

    Every entry was checked by the invariants before it was written; every journal verifies, and every book
    agrees with the journals. The auditor, which shares no code, disagrees with no round of them: it settles
    as many as were played and finds as many deals voided as the table. Faults came, at least one in
    `ROUNDS_A_FAULT` rounds where these are `FAULTS_SHOW` or more.
    """
    dice, rounds, met = Random(f"nights {seed}"), 0, Counter[str]()
    for number in from_one():
        if rounds >= count:
            break
        night = min(A_NIGHT, count - rounds)
        with TemporaryDirectory() as folder:
            profile = oracle_rounds.PROFILES[(seed + number) % len(oracle_rounds.PROFILES)]
            told = _played(night, dice.randrange(10**6), profile, dice.randint(1, 4), Path(folder))
        rounds += told["rounds"]
        met["faults"] += sum(told["faults"].values())
        met["checks of the invariants"] += told["invariants_checked"]
        met.update(told["audited"])
    assert rounds < FAULTS_SHOW or met["faults"] * ROUNDS_A_FAULT >= rounds, f"{met['faults']} faults came"
    assert met["checks of the invariants"] > rounds > 0
    return Tried(rounds, ", ".join(f"{met[name]} {name}" for name in NIGHTS_TELL))


def _played(rounds: int, seed: int, profile: str, tables: int, folder: Path) -> dict[str, Any]:
    """What `simulate` printed of a night whose files hold, and what of it was `audited`."""
    book, journals = folder / "jackpot.book", folder / "journals"
    words = ["simulate", "--rounds", str(rounds), "--seed", str(seed), "--faults", "hard", "--tables"]
    words += [str(tables), "--profile", profile, "--journal", str(journals), "--json"]
    said = CliRunner().invoke(main, [*words, "--book", str(book)])
    where = f"seed {seed}, {profile}, {tables} tables"
    assert said.exit_code == 0, f"{where}: {said.output}{said.exception!r}"
    told: dict[str, Any] = json.loads(said.stdout)
    report = verify(journals)
    assert report.ok, f"{where}: {report}"
    if book.exists():
        held = CliRunner().invoke(main, ["book", "verify", str(book), "--journal", str(journals), "--json"])
        assert held.exit_code == 0, f"{where}: {held.output}"
        assert json.loads(held.stdout)["residual_cents"] == 0, where
    audited = answer(journals, "--rules", RULES, *(["--book", book] if book.exists() else []))
    assert audited["ok"], f"{where}: {audited['files']}"
    settled, voided = (audited["counts"].get(name, 0) for name in ("rounds settled again", "deals voided"))
    assert settled == told["rounds"] == rounds, f"{where}: {settled} settled of {told['rounds']}"
    assert voided == told["voided"], f"{where}: {voided} voided of {told['voided']}"
    return {**told, "audited": audited["counts"]}


def killed(count: int, seed: int) -> Tried:
    """So many kills at boundaries of the journal drawn by lot; the nights end like the one nobody killed."""
    dice, kills, nights = Random(f"kills {seed}"), 0, 0
    quiet = uninterrupted(script.play("fr-55-20-2021", script.CARRY, len(script.CARRY)))
    targets = boundaries(quiet, range(quiet.script.starts[1], len(quiet.script.given)))
    while kills < count:
        with TemporaryDirectory() as folder:
            chain = Chain(quiet, Path(folder))
            chain.go_on(quiet.script.starts[1])
            chosen = dice.sample(targets, min(KILLS_A_NIGHT, count - kills))
            for target in sorted(chosen, key=targets.index):
                chain.kill(target)
            assert_like_the_uninterrupted(chain, len(quiet.script.given))
        kills += chain.kills
        nights += 1
    return Tried(
        kills, f"{nights} nights of {len(script.CARRY)} rounds, {len(targets)} boundaries to draw from"
    )


def settled(count: int, seed: int) -> Tried:
    """So many rounds of each profile and house are settled by the engine as by the oracle, to the cent."""
    games = (*oracle_rounds.PROFILES, *oracle_rounds.HOUSES)
    for game in games:
        _, difference = oracle_rounds.play(game, count, seed)
        assert not difference, f"{game}, seed {seed}: {difference}"
    return Tried(count, f"{', '.join(games)}: no amount differs")


def watched(count: int, seed: int) -> Tried:
    """So many rounds, every file, view and log read after every step: no card is named before its reveal."""
    looks, revealed, rounds = 0, 0, 0
    with contextmanager(named_cards)() as rename:
        for number in from_one():
            if rounds >= count:
                break
            night = min(A_WATCHED_NIGHT, count - rounds)
            with TemporaryDirectory() as folder:
                watch = play(Path(folder), rename, rounds=night, seed=1_000 * seed + number, faults="hard")
            assert watch.found == watch.revealed, "the search found each card that was revealed"
            rounds += night
            looks += watch.looks
            revealed += len(watch.revealed)
    return Tried(
        rounds, f"{looks} looks at all files and views, {revealed} cards, each found after its reveal"
    )


def everywhere(count: int, seed: int) -> Tried:
    """So many rounds played at two places (zone, locale, hash seed) end in the same hash.

    The night's seed is always the same: what its cards must bring about is known of it.
    """
    with TemporaryDirectory() as folder:
        assert_a_long_night_is_the_same_everywhere(Path(folder), count)
    return Tried(count, "two places, one last hash, and their files hold")


def grown(count: int, seed: int) -> Tried:
    """A session of so many rounds, and forty tables: neither slower nor larger at the end."""
    return Tried(count, growth.main(count))


def every_boundary(count: int, seed: int) -> Tried:
    """So many rounds of a night, each killed at every boundary of its journal."""
    quiet = uninterrupted(script.play("fr-55-20-2021", script.CARRY, len(script.CARRY)))
    for number in range(1, count + 1):
        with TemporaryDirectory() as folder:
            kill_through(quiet, number, Path(folder))
    return Tried(count, "each is the round that nobody killed")


def raw_boards(count: int, seed: int) -> Tried:
    """So many starting hands in each game, enumerated by all raw boards: from the first of this block on.

    Raises:
        AssertionError: an expectation differs, or there are not so many hands.
    """
    begin = (seed - 1) * PARTS["raw-boards"].block
    holes = list(HOLES)[begin : begin + count]
    assert len(holes) == count, f"no such starting hand: there are {len(HOLES)}"
    for hole in holes:
        for game in GAMES:
            assert_raw_boards_give_the_same(hole, game)
    return Tried(len(holes), f"{', '.join(holes)} in {', '.join(GAMES)}: the same expectation, exactly")


def year(count: int, seed: int) -> Tried:
    """So many rounds simulated on machines that do not fail, verified, counted by the house and exported.

    The house counts as many as were played, and sums that DuckDB makes of the export are the house's.
    """
    sessions = table_year.sessions_of(count)
    with scratch() as folder, quietly():
        told = table_year.play(count, sessions, Path(folder))
    assert told["rounds"] >= count
    assert told["sums"] > 0
    return Tried(
        count,
        f"{told['rounds']} rounds in {sessions} sessions, no machine failing: {told['entries']} entries"
        f" verified and counted, {told['sums']} sums of the export are the house's",
    )
