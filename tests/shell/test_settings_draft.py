"""A change of settings: drafted by one, approved by another, never while table or jackpot is in operation."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.boot.sessions import open_session, table_facts
from controller.cli import main
from controller.clock import SystemClock
from controller.game import inputs as i
from controller.game.inputs import Role
from controller.game.state import TableFacts
from controller.rule_files import load_profile
from controller.seal import create_master
from controller.settings import load_jackpot
from controller.settings_draft import DRAFT, LOG
from controller.table import Table
from tests.shell.live_table import write_settings
from tests.shell.test_people_cli import CHEF, DIR, MCD, Office

PACE = "\n[pace]\nbetting_ms = 60000\n"


class Desk:
    """A table's settings, its register, and `tapis settings` beside them."""

    def __init__(self, folder: Path, office: Office) -> None:
        self.path = write_settings(folder)
        register, pepper = office.folder / "people.db", office.folder / "people.pepper"
        people = f'\n[people]\nregister = "{register}"\npepper = "{pepper}"\n'
        self.path.write_text(self.path.read_text(encoding="utf-8") + people, encoding="utf-8")
        self.data = folder / "data"
        self.data.mkdir()
        self.before = self.path.read_text(encoding="utf-8")

    def new(self, text: str) -> Path:
        """A file with the settings and more, or with other ones."""
        path = self.path.with_name("new.toml")
        path.write_text(text, encoding="utf-8")
        return path

    def run(self, *words: str, pin: str = "") -> tuple[int, str]:
        done = CliRunner().invoke(main, ["settings", *words, "--settings", str(self.path)], input=f"{pin}\n")
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        return done.exit_code, done.output

    def draft(self, text: str, person: str = "dir-1", pin: str = DIR) -> tuple[int, str]:
        new = str(self.new(text))
        return self.run("draft", new, "--by", person, "--reason", "busy evenings", pin=pin)

    @property
    def unchanged(self) -> bool:
        return self.path.read_text(encoding="utf-8") == self.before


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Office:
    made = Office(tmp_path_factory.mktemp("house"))
    made.do("init", "dir-1", "--name", "A. Fontaine", pins=(DIR,))
    for person, role, pin in (("mcd-3", "comite", MCD), ("chef-1", "chef", CHEF)):
        made.do("add", person, "--role", role, "--by", "dir-1", pins=(DIR,))
        made.do("pin", person, "--by", "dir-1", pins=(DIR, pin))
    return made


@pytest.fixture
def desk(tmp_path: Path, office: Office) -> Desk:
    return Desk(tmp_path, office)


def test_a_draft_says_in_words_what_it_changes_and_changes_nothing(desk: Desk) -> None:
    code, said = desk.draft(desk.before + PACE)
    assert code == 0, said
    assert "pace.betting_ms (how long bets stay open): 45000 becomes 60000" in said
    assert desk.unchanged
    assert desk.run("show")[1].startswith("UTH-9: proposed by dir-1: busy evenings\npace.betting_ms")


def test_another_person_approves_and_the_next_start_reads_it(desk: Desk) -> None:
    desk.draft(desk.before + PACE)
    code, said = desk.run("approve", "--by", "mcd-3", pin=MCD)
    assert code == 0, said
    assert "in force when the table is started next" in said
    assert desk.path.read_text(encoding="utf-8") == desk.before + PACE
    assert not (desk.data / DRAFT).exists()
    (line,) = (desk.data / LOG).read_text(encoding="utf-8").splitlines()
    told = json.loads(line)
    assert (told["proposed_by"], told["approved_by"], told["reason"]) == ("dir-1", "mcd-3", "busy evenings")
    assert told["changes"] == [{"key": "pace.betting_ms", "before": "45000", "after": "60000"}]
    kept = desk.path.with_name(f"table.toml.{told['before_sha256'][:12]}")
    assert kept.read_text(encoding="utf-8") == desk.before


def test_the_same_person_twice_is_refused(desk: Desk) -> None:
    desk.draft(desk.before + PACE)
    code, said = desk.run("approve", "--by", "dir-1", pin=DIR)
    assert (code, said) == (1, "Error: dir-1 proposed it: another person approves (PM-11)\n")
    assert desk.unchanged


@pytest.mark.parametrize(
    ("person", "pin", "why"),
    [
        ("chef-1", CHEF, "chef-1 may not do this (RO-04)"),
        ("dir-1", "999999", "dir-1: refused"),
    ],
)
def test_only_the_director_proposes_and_with_his_pin(desk: Desk, person: str, pin: str, why: str) -> None:
    code, said = desk.draft(desk.before + PACE, person, pin)
    assert (code, said) == (1, f"Error: {why}\n")
    assert not (desk.data / DRAFT).exists()


def test_a_chef_does_not_approve(desk: Desk) -> None:
    desk.draft(desk.before + PACE)
    code, said = desk.run("approve", "--by", "chef-1", pin=CHEF)
    assert (code, said) == (1, "Error: chef-1 may not do this (RO-04)\n")
    assert desk.unchanged


def test_nothing_of_a_jackpot_is_changed_while_it_runs(desk: Desk) -> None:
    other = desk.before.replace("jackpot.toml", "jackpot-literal.toml")
    code, said = desk.draft(other)
    assert code == 1
    assert said.endswith("stay while the jackpot runs: stop it first (PM-10)\n")
    linked = desk.before.replace("[table]", '[table]\nbook = "postgresql://u@h/d"', 1)
    assert "(PM-10)" in desk.draft(linked)[1]
    assert not (desk.data / DRAFT).exists()


@contextmanager
def opened(desk: Desk) -> Iterator[Table]:
    """The table of these settings is open: its journal says so."""
    journals = desk.data / "journals"
    journals.mkdir()
    master = create_master(desk.data / "seal.key")

    def facts(session: int, first_round: int) -> TableFacts:
        return table_facts("UTH-9", session, load_profile("fr-55-20-2021"), load_jackpot(), simulated=False)

    session = open_session(journals, facts, "UTH-9", SystemClock(), master, durable=False)
    table = Table(session.state, session.journal, SystemClock(), show=lambda _: None, ask=lambda _: None)
    table.start()
    for given in (i.OpenTable(), i.BadgeObserved("Chef", Role.CHEF), i.ConfirmOpening()):
        assert table.take(given) is None
    yield table
    session.journal.close()


def test_nothing_of_a_table_is_changed_while_it_is_open(desk: Desk) -> None:
    desk.draft(desk.before + PACE)
    with opened(desk) as table:
        _while_open(desk)
        assert table.take(i.CloseTable()) is None
        assert desk.run("approve", "--by", "mcd-3", pin=MCD)[0] == 0


def _while_open(desk: Desk) -> None:
    code, said = desk.draft(desk.before + PACE)
    assert code == 1
    assert said == ("Error: UTH-9 is open: nothing of a table is changed while it is in operation (PM-10)\n")
    code, said = desk.run("approve", "--by", "mcd-3", pin=MCD)
    assert (code, "UTH-9 is open" in said, desk.unchanged) == (1, True, True)


def test_a_file_that_was_changed_meanwhile_is_not_overwritten(desk: Desk) -> None:
    desk.draft(desk.before + PACE)
    desk.path.write_text(desk.before + "\n# by hand\n", encoding="utf-8")
    code, said = desk.run("approve", "--by", "mcd-3", pin=MCD)
    assert (code, "draft it anew" in said) == (1, True)
    assert desk.path.read_text(encoding="utf-8").endswith("# by hand\n")


def test_a_draft_of_nothing_or_of_another_table_is_refused(desk: Desk) -> None:
    assert desk.draft(desk.before) == (1, "Error: nothing differs\n")
    assert "this is UTH-9 (AC-01)" in desk.draft(desk.before.replace("UTH-9", "UTH-8"))[1]
    assert desk.draft(desk.before + "\n[pace]\nbetting_ms = -1\n")[0] == 2


def test_a_draft_is_withdrawn(desk: Desk) -> None:
    desk.draft(desk.before + PACE)
    assert desk.run("withdraw", "--by", "mcd-3", pin=MCD)[0] == 0
    assert desk.run("approve", "--by", "mcd-3", pin=MCD) == (1, "Error: no draft waits\n")
