"""Bad nights: a full disk, a wrong deck, noise, a typing error in a file, two tables on one journal.

Each ends in a clear error or an alarm; nothing is lost, nothing guessed, and no traceback is shown.
"""

from __future__ import annotations

import resource
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.boot.simulated import simulated_night
from controller.game import events as e
from controller.game import inputs as i
from controller.game.refusals import Refusal
from controller.game.state import Phase
from controller.journal.chain import Opening
from controller.journal.seal import master_of_seed
from controller.journal.verify import verify
from controller.journal.writer import Journal
from controller.settings.rules import config_path
from controller.simulation.simulated_night import LOOKS_A_ROUND_MAX, NightStuck
from controller.table.halted import TableHalted
from controller.told import said_by
from controller.words.money import FR
from controller.words.told import told
from tests.builders import Felt
from tests.law.requirements import requirement
from tests.patience import PATIENCE_S
from tests.simulation.chain import Chain, Quiet, assert_like_the_uninterrupted
from tests.simulation.feeder import JOURNALS, Feeder, in_a_child
from tests.simulation.nights import PLACES, TAPIS, Night, begin, environment, typed
from tests.simulation.script import TABLE
from tests.small_disk import limited

pytestmark = pytest.mark.slow

Tell = Callable[[dict[str, Any]], None]

# --- people who never end a round ----------------------------------------------------------------


class Onlooker:
    """A dealer who looks once a second and does nothing."""

    ending = closing = False

    def act(self) -> int:
        return 1_000


def test_a_night_whose_people_end_no_round_says_how_long_they_looked_and_where_it_is() -> None:
    """It named the entry at which it stopped as the one since which nothing ended."""
    with closing(simulated_night(rounds=1, seed=3)) as night:
        (place,) = night.night.tables
        place.dealer = Onlooker()
        with pytest.raises(NightStuck) as stuck:
            night.play()
    said = said_by(stuck.value)
    seq = place.table.state.seq
    assert said == f"UTH-1: no end of round for {LOOKS_A_ROUND_MAX} looks, at entry {seq}, in phase closed"
    assert told(said, FR).startswith("UTH-1\u00a0: pas de fin de coup en 5000 regards, à l’écriture ")


# --- a full disk ---------------------------------------------------------------------------------


def on_a_full_disk(quiet: Quiet, folder: Path, limit: int, tell: Tell) -> None:
    """A process whose files cannot grow beyond so many bytes; it says how far it came."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    with Feeder(quiet.script, folder) as feeder:
        try:
            for number in range(feeder.start(), len(quiet.script.given)):
                feeder.feed(number)
                tell({"fed": number})
        except TableHalted as error:
            tell({"halted": str(error), "shown": feeder.shown[-1].seq})
            with pytest.raises(TableHalted):
                feeder.table.take(i.BadgeGone())
            tell({"halted": str(error), "shown": feeder.shown[-1].seq})


@pytest.mark.parametrize("limit", [150_000, 400_000, 777_777])
def test_a_full_disk_halts_the_table_and_it_goes_on_when_there_is_room(
    limit: int, carrying: Quiet, tmp_path: Path
) -> None:
    status, told = in_a_child(partial(on_a_full_disk, carrying, tmp_path, limit))
    assert status == 0, told
    end = told[-1]
    assert end["halted"].startswith("JournalBroken: the journal cannot be written")
    assert end == told[-2]  # halted is halted
    report = verify(tmp_path / JOURNALS)
    assert report.ok, report
    assert report.entries == end["shown"]  # nothing was shown that is not written, and nothing else is
    chain = Chain(carrying, tmp_path)
    chain.position = max(line["fed"] for line in told if "fed" in line) + 1
    assert 10 < chain.position < len(carrying.script.given)
    assert_like_the_uninterrupted(chain, len(carrying.script.given))


def test_a_night_on_a_full_disk_ends_in_a_sentence_and_the_next_one_goes_on(tmp_path: Path) -> None:
    arguments = [TAPIS, "simulate", "--seed", "7", "--journal", "journals", "--book", "book", "--json"]
    said = subprocess.run(
        [*arguments, "--rounds", "500"],
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        preexec_fn=limited(300_000),
    )
    assert said.returncode == 2
    assert said.stdout == ""
    assert said.stderr.startswith("Error: the night stopped: JournalBroken: the journal cannot be written")
    assert "Traceback" not in said.stderr
    assert verify(tmp_path / "journals").ok
    assert subprocess.run([*arguments, "--rounds", "5"], cwd=tmp_path, capture_output=True).returncode == 0
    assert verify(tmp_path / "journals").ok
    assert typed(tmp_path, "book", "verify", "book", "--journal", "journals").returncode == 0


# --- cards and chips that cannot be --------------------------------------------------------------


def one_player() -> Felt:
    return Felt().open().stakes(s1=1_000).close()


def to_the_river(felt: Felt) -> Felt:
    felt.draw("Ah Kh 2c 3d").do(i.CallStreet()).draw("9h 8h 4s").do(i.CallStreet()).draw("5d Td")
    return felt.play(1, 1)


@requirement("RP-24")
def test_one_card_too_many_holds_the_round_and_changes_no_card() -> None:
    felt = to_the_river(one_player())
    dealt = dict(felt.state.playing.cards)
    felt.draw("Jh")
    assert felt.state.held is not None
    assert felt.state.held.cause == "extra_card"
    assert [alarm.code for alarm in felt.state.alarms] == ["A-217"]
    assert dict(felt.state.playing.cards) == dealt
    assert felt.tap(i.OpenHands()) is not None
    felt.badge().do(i.Resume(), i.OpenHands()).settle()
    assert felt.lines(1) == to_the_river(one_player()).do(i.OpenHands()).settle().lines(1)


def test_a_deck_of_53_cards_is_not_dealt() -> None:
    felt = Felt().open().stakes(s1=1_000).see(i.HealthObserved(i.Machine.SHUFFLER, i.Health.UP))
    felt.see(i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "red", "blue", 53, True))
    assert [alarm.code for alarm in felt.state.alarms] == ["A-204"]
    refusal = felt.tap(i.CloseBets())
    assert refusal == Refusal("deck_count", "CS-06", (("count", 53),))
    felt.see(i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "red", "", 0, False))
    felt.deck("red").do(i.CloseBets())
    felt.badge().do(i.SeeAlarm(1, "replaced"))
    assert felt.state.alarms == ()


@pytest.mark.parametrize("where", ["hand", "board"])
def test_a_card_seen_twice_holds_the_round_until_a_chef_decides(where: str) -> None:
    felt = one_player().draw("Ah Kh")
    if where == "board":
        felt.draw("2c 3d").do(i.CallStreet()).draw("9h")
    dealt = dict(felt.state.playing.cards)
    felt.draw("Kh")
    assert felt.state.held is not None
    assert felt.state.held.cause == "duplicate_card"
    assert dict(felt.state.playing.cards) == dealt
    assert felt.tap(i.Resume()) is not None  # not the dealer's to decide
    felt.void()
    voided = felt.events(e.RoundVoided)[0]
    assert isinstance(voided, e.RoundVoided)
    assert sum(stake.cents for stake in voided.returned) == 2_000
    assert "Kh" not in repr(felt.entries)


@requirement("BC-02")
def test_a_chip_without_main_bets_is_refused_and_moves_nothing() -> None:
    felt = Felt().open().stakes(s1=1_000)
    before = felt.state.jackpot
    felt.chips(3)
    assert felt.state.seat(3).chip_refused == "main_bets_missing"
    assert felt.state.jackpot == before
    assert felt.tap(i.CloseBets()) == Refusal("chip_on_vacant", "BC-02", (("seat", 3),))
    felt.see(i.ChipObserved(3, False)).close()
    assert felt.state.phase is Phase.DEALING
    assert felt.state.jp1_seats == ()
    assert felt.asked == []


@pytest.mark.parametrize(
    ("ante_cents", "side_cents"), [(1, 0), (-500, 0), (525, 0), (100_000, 0), (1_000, 7)]
)
def test_an_illegal_stake_is_refused_and_nothing_is_written(
    ante_cents: int, side_cents: int, carrying: Quiet
) -> None:
    with Feeder(carrying.script, None) as feeder:
        feeder.start()
        for number in range(carrying.script.starts[1]):
            feeder.feed(number)
        head, state = feeder.session.journal.head, feeder.table.state
        refusal = feeder.table.take(i.SetStakes(1, ante_cents, side_cents))
        assert refusal is not None
        assert refusal.code.startswith("stake_")
        assert dict(refusal.facts)["seat"] == 1
        assert (feeder.session.journal.head, feeder.table.state) == (head, state)


# --- noise on the line ---------------------------------------------------------------------------


def test_noise_on_the_line_of_the_shoe_becomes_no_card() -> None:
    """Whatever arrives between the frames, the cards dealt are the cards that were drawn, in order."""
    dice = Random(3)
    night = simulated_night(rounds=5, seed=7, direct=False)
    place = night.night.tables[0]
    hands: Any = place.hands
    drawn: list[str] = []
    dealt: list[str] = []
    alarms: set[str] = set()
    draw, append = hands.draw, night.journals[TABLE].append

    def drawing() -> Any:
        card = draw()
        drawn.extend([card.text] if card is not None else [])
        return card

    def appending(events: Any, at_ms: int) -> int:
        dealt.extend(one.card.turned_up().text for one in events if isinstance(one, e.CardDealt))
        alarms.update(one.code for one in events if isinstance(one, e.AlarmRaised))
        return append(events, at_ms)

    def noise() -> None:
        hands.shoe._far.write(dice.randbytes(dice.randint(1, 60)) + dice.choice((b"", b"\0")))
        night.night.timeline.schedule(dice.randint(100, 2_000), noise)

    hands_type = type(hands)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hands_type, "draw", lambda self: drawing())
        patch.setattr(night.journals[TABLE], "append", appending)
        night.night.timeline.schedule(5_000, noise)
        result = night.play()
    night.close()
    assert result["rounds"] == 5
    assert dealt == drawn
    assert len(dealt) > 50
    assert "A-314" in alarms
    assert result["returned_cents"] + result["taken_cents"] == result["staked_cents"]


# --- files with an error in them -----------------------------------------------------------------

WRONG_KEYS = {
    "simulator.toml": ("[people]", "[people]\nluck = 3", "people.luck = 3: unknown key"),
    "jackpot.toml": ("stake_cents = 500", "stake_cents = 0", "stake_cents = 0: "),
    "rules/fr-55-20-2021.toml": ("burn = false", "burns = 2", "options.burns = 2: unknown key"),
    "table.toml": ("[pace]", '[pace]\nhurry = "yes"', "pace.hurry = 'yes': unknown key"),
}


def assert_refused(said: subprocess.CompletedProcess[str], *words: str) -> None:
    """Exit 2, nothing on stdout and one line on stderr that says these things."""
    assert said.returncode == 2, said.stderr
    assert said.stdout == ""
    assert said.stderr.startswith("Error: ")
    assert said.stderr.count("\n") == 1, said.stderr
    for word in words:
        assert word in said.stderr


@pytest.mark.parametrize("name", WRONG_KEYS)
def test_an_error_in_a_file_of_the_configuration_is_named_with_its_place(name: str, tmp_path: Path) -> None:
    config = tmp_path / "config"
    shutil.copytree(config_path("table.toml").parent, config)
    right, wrong, words = WRONG_KEYS[name]
    text = (config / name).read_text(encoding="utf-8")
    assert text.count(right) == 1
    (config / name).write_text(text.replace(right, wrong), encoding="utf-8")
    command = ["simulate", "--rounds", "1", "--seed", "1"]
    if name == "table.toml":
        command = ["run", "--check", "--settings", str(config / name)]
    said = typed(tmp_path, *command, TAPIS_CONFIG=str(config))
    assert_refused(said, str(config / name), words)


# --- journals that cannot be gone on with --------------------------------------------------------


def night_of(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """One round more, on the journals in `journals`."""
    return typed(folder, "simulate", "--rounds", "1", "--seed", "7", "--journal", "journals", *arguments)


def noise(path: Path) -> None:
    path.write_bytes(Random(1).randbytes(5_000))


def empty(path: Path) -> None:
    path.touch()


def another_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("CREATE TABLE stock (wine TEXT)")


def another_seed(path: Path) -> None:
    Journal.create(path, Opening(TABLE, 1, "0" * 64, True), at_ms=1, sealer_master=master_of_seed(8)).close()


def a_real_table(path: Path) -> None:
    opening = Opening(TABLE, 1, "0" * 64, simulated=False)
    Journal.create(path, opening, at_ms=1, sealer_master=master_of_seed(7)).close()


def one_amount_changed(path: Path) -> None:
    night_of(path.parents[1])
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        drop, create = conn.execute(
            "SELECT 'DROP TRIGGER ' || name, sql FROM sqlite_master WHERE name = 'journal_never_changes'"
        ).fetchone()
        conn.execute(drop)
        conn.execute("UPDATE journal SET body = replace(body, '1000', '9000') WHERE kind = 'StakesSet'")
        conn.execute(create)


def content(path: Path) -> Any:
    """What a file says: every table of a database, else its bytes."""
    try:
        with closing(sqlite3.connect(path)) as conn:
            return list(conn.iterdump()) or path.read_bytes()
    except sqlite3.DatabaseError:
        return path.read_bytes()


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (noise, "not a journal"),
        (empty, "not a journal"),
        (another_database, "not a journal"),
        (another_seed, "sealed under another master key: of a night with another seed"),
        (a_real_table, "the journal of session 1 is of a real session"),
        (one_amount_changed, "its hash is not that of its content"),
    ],
)
def test_a_journal_that_is_not_ours_or_not_whole_is_refused_and_not_touched(
    made: Callable[[Path], None], words: str, tmp_path: Path
) -> None:
    journal = tmp_path / "journals" / f"{TABLE}-000001.journal"
    journal.parent.mkdir()
    made(journal)
    before = content(journal)
    assert_refused(night_of(tmp_path), words, TABLE)
    assert content(journal) == before
    assert list(journal.parent.glob("*.journal")) == [journal]


def test_places_that_are_none_are_refused(tmp_path: Path) -> None:
    (tmp_path / "journals").touch()
    said = night_of(tmp_path)
    assert said.returncode == 2
    assert "journals est un fichier\u00a0: nommer un dossier" in said.stderr
    (tmp_path / "journals").unlink()
    assert_refused(night_of(tmp_path, "--book", "nowhere/jackpot.book"), "nowhere/jackpot.book")
    (tmp_path / "noise.book").write_bytes(b"noise" * 400)
    assert_refused(night_of(tmp_path, "--book", "noise.book"), "noise.book is no book")


@pytest.mark.long
def test_a_second_process_on_the_same_journal_is_refused_and_the_first_goes_on(tmp_path: Path) -> None:
    first = begin(tmp_path, PLACES[0], "--rounds", "100000", "--seed", "7")
    wait_for(first, 1)
    second = begin(tmp_path, PLACES[1], "--rounds", "1", "--seed", "7")
    _, said = second.process.communicate(timeout=PATIENCE_S)
    assert second.process.returncode == 2
    assert said.endswith("another process writes this journal\n")
    wait_for(first, verify(first.journals).entries + 500)
    first.process.kill()
    first.process.communicate()
    assert verify(first.journals).ok


def wait_for(night: Night, entries: int) -> None:
    """The night has written so many entries."""
    while not list(night.journals.glob("*.journal")) or verify(night.journals).entries < entries:
        assert night.process.poll() is None
        time.sleep(0.02)
