"""The history of JP1 of linked tables against the ledger of their book: see `linked_histories` (AC-07)."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.boot.simulated import simulated_night
from controller.game.meter.types import Elsewhere
from controller.journal.reading import read_rows
from controller.registers.jp1_papers import certificate
from controller.registers.reading import read_session
from controller.words.money import money
from tests.law.requirements import requirement
from tests.long import long
from tests.shell.journal.auditor import AUDITOR, RULES, answer
from tests.simulation.linked_histories import night


@requirement("AC-07")
@pytest.mark.parametrize(("nights", "steps"), [(3, 300), long(40, 900)])
def test_the_figures_of_linked_tables_come_to_the_meter_and_to_the_ledger(nights: int, steps: int) -> None:
    """One to four tables left to chance; red before: what others moved between two acts was in no figure."""
    met = sum((night(seed, steps, 1 + seed % 4) for seed in range(1, nights)), start=night(0, steps, 1))
    for kind in (Elsewhere.SAME_CYCLE, Elsewhere.NEW_CYCLE, Elsewhere.UNDIVIDED):
        assert met[kind.value], f"nothing was {kind}"
    assert met["divided"] > met["not divided"], "too little was told apart to be worth a word"


@pytest.fixture(scope="module")
def linked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two tables of one book through a hard night, from the opening sheet to the closing one."""
    folder = tmp_path_factory.mktemp("linked")
    book = str(folder / "jackpot.book")
    with closing(
        simulated_night(rounds=6, seed=17, tables=2, faults="hard", journal=folder, book=book)
    ) as played:
        played.play()
    return folder


def certified(folder: Path) -> list[tuple[Path, dict[str, Any]]]:
    told = [(path, row) for path in sorted(folder.glob("*.journal")) for row in read_rows(path)]
    return [(path, json.loads(row.body)) for path, row in told if row.kind == "HistoryCertified"]


SUMS = ("start", "contributed", "awarded", "refunded", "corrected", "others", "accepted")


def test_what_was_certified_at_each_linked_table_adds_up_and_its_paper_says_it(linked: Path) -> None:
    found = certified(linked)
    assert len(found) == 2
    for path, told in found:
        session = told["session"]
        elsewhere_cents = sum(one["cents"] for one in session["elsewhere"])
        assert elsewhere_cents > 0
        sums_cents = sum(session[f"{name}_cents"] for name in SUMS) + elsewhere_cents
        assert sums_cents == told["meter_cents"]
        (facts,) = certificate(read_session(path), 0, None).parts
        said = dict(facts.rows)
        assert "Autres tables, entre deux actes" in said
        assert "Ce que ces chiffres n’expliquent pas" not in said


def test_the_auditor_works_the_same_out_from_journal_and_book(linked: Path) -> None:
    told = answer(linked, "--book", linked / "jackpot.book")
    assert told["ok"], told["files"]


def test_the_auditor_blames_no_linked_night_for_want_of_its_book(linked: Path) -> None:
    """The book of linked machines is a PostgreSQL that no auditor of files reads."""
    told = answer(linked)
    assert told["ok"], told["files"]


@pytest.mark.parametrize("change", [{"cents": 1}, {"kind": "new_cycle"}])
def test_the_auditor_finds_other_figures_of_other_tables(linked: Path, change: dict[str, Any]) -> None:
    path, _ = certified(linked)[0]
    said = AUDITOR.Told(path.name)
    rows = []
    for row in read_rows(path):
        body = json.loads(row.body)
        if row.kind == "HistoryCertified":
            line = body["session"]["elsewhere"][0]
            body["session"] |= {"elsewhere": [line | change]}
        rows.append((row.seq, 0, row.kind, json.dumps(body), "", row.hash))
    AUDITOR.audit_rows(iter(rows), AUDITOR.RuleBook([RULES]), None, AUDITOR.Counter(), said)
    assert [one["what"].split(".")[0] for one in said.found] == ["session"]


def test_a_certificate_of_before_says_what_its_figures_do_not_explain(linked: Path) -> None:
    """A journal that was written without the lines is not made to add up: the difference is said."""
    path, _ = certified(linked)[0]
    session = read_session(path)
    for number, one in enumerate(session.entries):
        if type(one.event).__name__ == "HistoryCertified":
            figures = replace(one.event.session, elsewhere=())
            session.entries[number] = one._replace(event=replace(one.event, session=figures))
            left = one.event.session.elsewhere
    (facts,) = certificate(session, 1, None).parts
    left_cents = sum(one.cents for one in left)
    assert dict(facts.rows)["What these figures do not explain"] == money(left_cents)
