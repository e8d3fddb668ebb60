"""The auditor that shares no line with the product plays every round again, and finds what cannot be."""

from __future__ import annotations

import ast
import hashlib
import json
import re
import shutil
import sqlite3
import sys
from collections import Counter
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.book.answers import Key
from controller.book.port import Account
from controller.book.sqlite import SqliteBook
from controller.boot.simulated import simulated_night
from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.events import Entry
from controller.game.felt import dealer
from controller.game.inputs import SheetLine
from controller.game.meter.types import Difference, StopCause
from controller.game.money import MICRO
from controller.game.profile import RuleProfile
from controller.game.react import react
from controller.game.roles import Role
from controller.journal.chain import Row
from controller.journal.codec import Codec
from controller.settings.rules import canonical_of, load_profile, with_limits
from tests.builders import COMITE, STAKE_CENTS, Felt
from tests.game.oracle_rounds import PROFILES
from tests.game.test_refused_claims import (
    put_right,
    royal_of_a_refused_stake,
    royal_put_right_away,
    told_by_hand,
    two_equal_cards,
    two_stakes_refused,
    voided_after_a_ruling,
)
from tests.game.test_refused_for_good import (
    award_refused,
    left_after_a_refused_claim,
    refund_set_aside,
    royal_set_aside,
    second_refusal_refused,
)
from tests.game.test_returned_stakes import dealt
from tests.game.test_revoked import WAITING
from tests.game.test_scenarios import SCENARIOS, played, told
from tests.game.test_sheets import TERMS, certified_before_the_book_differed, one_chip, reopened
from tests.game.test_voiding import antes_paid_by_a_card_keyed_wrongly
from tests.game.test_walk import NAMES, house
from tests.long import long
from tests.shell.book.jackpot_books import EXAMPLE, JOURNAL
from tests.shell.book.jackpot_books import key as key_of
from tests.shell.book.random_books import random_book
from tests.shell.book.test_meter_crash import ACTS, asked, performed
from tests.shell.journal.auditor import AUDITOR, RULES, SCRIPT, answer, audited
from tests.shell.journal.falsified import House, drawn, falsify, found, houses, sign
from tests.shell.journal.journals import OPENING, rewrite, rows_of
from tests.shell.journal.retold import Story, disagreements_of, story_of
from tests.shell.journal.test_audit import written
from tests.wander import Wanderer

ROUNDS = 20
SAMPLE = 40


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> list[House]:
    return list(houses(tmp_path_factory.mktemp("honest"), ROUNDS, 3))


def test_it_imports_nothing_of_the_product_and_nothing_that_has_to_be_installed() -> None:
    tree = ast.parse(SCRIPT.read_text(encoding="utf-8"))
    named = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    named |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in named} <= sys.stdlib_module_names, named


def test_honest_nights_scripts_and_scenes_disagree_nowhere(honest: list[House]) -> None:
    counts = 0
    for one in honest:
        said = answer(*one.words(one.folder))
        assert said["ok"], (one.folder.name, [file for file in said["files"] if file["disagreements"]])
        counts += said["counts"].get("rounds settled again", 0)
    assert counts > 5 * ROUNDS


def test_every_scenario_told_in_sentences_is_settled_again_as_it_was() -> None:
    """Rectified, ruled, refused, carried, by hand, without a shoe: some two hundred ways a round can go."""
    for path in SCENARIOS:
        felt = played(told(path))
        disagreements(path.stem, felt.entries, felt.state.profile)


@pytest.mark.parametrize("name", [*list(NAMES)[:3], *map(long, list(NAMES)[3:])])
def test_whatever_people_and_machines_do_is_settled_again_as_it_was(name: str) -> None:
    wandered(name, seeds=1, steps=500)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_long_walks_are_settled_again_as_they_were(name: str) -> None:
    wandered(name, seeds=20, steps=1_500)


def test_jp1_chips_that_differ_may_be_counted_until_they_agree() -> None:
    felt = one_chip(Felt(cash=TERMS))
    for count in (2, 0, 0, 1):
        felt.do(i.CountJp1Chips(count))
    disagreements("chips counted until they agree", felt.entries, felt.state.profile)


def test_an_avance_that_was_given_up_is_no_chips_and_is_given_up_for_what_was_counted() -> None:
    felt = Felt(cash=TERMS).open().badge().do(i.BeginAdvance()).count(p100000=30).sign(COMITE).badge()
    felt.do(i.GiveUpAdvance()).fill_closing().do(i.CloseTable())
    disagreements("given up", felt.entries, felt.state.profile)
    at = next(at for at, one in enumerate(felt.entries) if isinstance(one.event, e.AdvanceGivenUp))
    other = felt.entries[at]._replace(event=replace(felt.entries[at].event, cents=100_000))
    said = audit_of("other", [*felt.entries[:at], other, *felt.entries[at + 1 :]], felt.state.profile)
    assert [one["what"] for one in said.found] == ["cents"]


@pytest.mark.parametrize("name", WAITING)
def test_what_fell_with_a_revoked_card_is_begun_anew_and_not_confirmed_as_it_was(name: str) -> None:
    begun, ended, anew = WAITING[name]
    felt = begun().see(i.RevokedObserved("Durand")).badge("Petit", Role.COMITE).do(anew)
    felt.badge("Roy", Role.COMITE).do(ended)
    disagreements(name, felt.entries, felt.state.profile)
    if name == "void":
        at = max(at for at, one in enumerate(felt.entries) if isinstance(one.event, e.VoidArmed))
        said = audit_of(name, [*felt.entries[:at], *felt.entries[at + 1 :]], felt.state.profile)
        assert any("confirmed" in str(one) for one in said.found), said.found


def test_the_jackpot_whose_award_was_set_aside_is_paid_as_its_slip_says() -> None:
    felt = award_refused()
    disagreements("award refused for good", felt.entries, felt.state.profile)


def test_the_refusal_of_a_second_claim_that_the_book_refuses_is_set_aside_as_that_of_its_seat() -> None:
    felt = second_refusal_refused()
    disagreements("second refusal", felt.entries, felt.state.profile)
    at = next(at for at, one in enumerate(felt.entries) if told_of(one.event) == "refusal")
    event = felt.entries[at].event
    forged = felt.entries[at]._replace(event=replace(event, act=replace(event.act, seat=0)))
    said = audit_of("no seat", [*felt.entries[:at], forged, *felt.entries[at + 1 :]], felt.state.profile)
    assert [one["what"] for one in said.found] == ["seat of the act set aside"]


def test_what_a_claim_that_the_book_refuses_is_worth_without_the_stakes_that_went_back_is_audited() -> None:
    corrected = Felt().open().stakes(s1=1000, s4=1000).chips(1, 4).close()
    corrected.do(i.ProposeCorrection(4)).badge().do(i.ApproveCorrection())
    for name, felt, others, attempt in (
        ("corrected", corrected, "2c 7d 3h 8c", 1),
        ("refund refused", refund_set_aside(), "2c 7d 3h 8c", 1),
        ("left after a refused claim", left_after_a_refused_claim(), "3h 8c", 2),
    ):
        cents = royal_set_aside(felt, others, attempt=attempt)
        disagreements(name, felt.entries, felt.state.profile)
        at = next(at for at, one in enumerate(felt.entries) if told_of(one.event) == "claim")
        event = felt.entries[at].event
        forged = felt.entries[at]._replace(event=replace(event, act=replace(event.act, cents=cents + 125)))
        said = audit_of(name, [*felt.entries[:at], forged, *felt.entries[at + 1 :]], felt.state.profile)
        assert any("cents of the act" in one["what"] for one in said.found), (name, said.found)


def told_of(event: e.Event) -> str:
    """The kind of act that is set aside by this event, if one is."""
    return event.act.kind if isinstance(event, e.ActSetAside) else ""


def test_what_goes_back_of_a_void_deal_is_audited() -> None:
    """The chip of a seat ruled void before, and the Ante that an unqualified bank had paid."""
    for name, felt, kept in (
        ("void after a ruling", voided_after_a_ruling(), {"lines": ()}),
        ("ruled void, computed anew", told_by_hand(contested=True), {}),
        ("void after two refused stakes", two_stakes_refused(), {"lines": ()}),
        ("void after Antes", antes_paid_by_a_card_keyed_wrongly().void(), {"ante_back_cents": 0}),
    ):
        disagreements(name, felt.entries, felt.state.profile)
        if not kept:
            continue
        at = max(at for at, one in enumerate(felt.entries) if isinstance(one.event, e.SeatRefunded))
        entry = felt.entries[at]
        changed = {"lines": entry.event.lines[:-1]} if "lines" in kept else kept
        forged = entry._replace(event=replace(entry.event, **changed))
        said = audit_of(name, [*felt.entries[:at], forged, *felt.entries[at + 1 :]], felt.state.profile)
        assert any(f"seat {entry.event.seat}" in str(one) for one in said.found), (name, said.found)


def test_hands_opened_anew_once_two_equal_cards_are_put_right_are_settled_again() -> None:
    paid = put_right(two_equal_cards(), dealer(0), "8h").prove_hand().release().settle()
    void = two_equal_cards().void()
    for name, felt in (("paid", paid), ("no royal", royal_put_right_away()), ("void", void)):
        disagreements(name, felt.entries, felt.state.profile)


@pytest.mark.parametrize(("trigger", "seat"), [("any_player", 1), ("jp1_bettor", 1), ("any_player", 4)])
def test_a_stake_that_two_persons_refused_wins_nothing_on_the_true_cards(trigger: str, seat: int) -> None:
    """Not the jackpot, and no consolation beside another's; an award of it is found."""
    felt = royal_of_a_refused_stake(trigger, seat).prove_hand().release().settle()
    disagreements(f"{trigger}, royal of seat {seat}", felt.entries, felt.state.profile)
    at = next(at for at, one in enumerate(felt.entries) if isinstance(one.event, e.SettlementOpened))
    for kind, cents in (("jackpot", 0), ("consolation", 100 * STAKE_CENTS)):
        award = e.AwardAsked(1, 1, 1, (e.PostedAward(kind, cents),))
        forged = [*felt.entries[:at], felt.entries[at]._replace(event=award), *felt.entries[at:]]
        said = audit_of(kind, forged, felt.state.profile)
        assert any(one["what"] == "the prizes of seat 1" for one in said.found), (kind, said.found)


@pytest.mark.parametrize("carried", [False, True])
def test_a_chip_that_goes_back_with_its_prize_is_audited(carried: bool) -> None:
    felt = dealt(carried=carried).do(i.SettleSeat(1)).sweep().do(i.NextRound())
    felt.badge().do(i.BeginClosing()).badge(*COMITE).do(i.CountJp1Chips(1)).see(i.BadgeGone())
    felt.badge(*COMITE).do(i.TickLine(i.SheetLine.JACKPOT_HISTORY))
    disagreements(f"a returned chip, carried: {carried}", felt.entries, felt.state.profile)
    for kind, change in (
        (e.SeatSettled, lambda event: {"lines": (*event.lines[:-1], kept(event.lines[-1]))}),
        (e.Jp1ChipsCounted, lambda event: {"count": 2, "registered": 2}),
    ):
        at = max(at for at, one in enumerate(felt.entries) if isinstance(one.event, kind))
        event = felt.entries[at].event
        forged = felt.entries[at]._replace(event=replace(event, **change(event)))
        entries = [*felt.entries[:at], forged, *felt.entries[at + 1 :]]
        assert audit_of("a chip kept", entries, felt.state.profile).found, kind


def kept(line: e.SettledSpot) -> e.SettledSpot:
    """The stake of this line stays with the bank."""
    return replace(line, returned_cents=0, taken_cents=line.stake_cents)


def test_the_maximum_may_change_and_a_card_be_found_out_before_the_table_opens() -> None:
    felt = Felt().do(i.OpenTable()).badge("Durand", Role.COMITE).do(i.ChangeMaximum(5_000)).badge()
    cards = (i.Incident.EXCHANGED_CARD, i.Finding.HAND_COUNT, i.Measure.DECK_REMOVED)
    felt.do(i.ReportIncident(*cards, deck="red")).badge().do(i.ConfirmOpening())
    disagreements("at the opening", felt.entries, felt.state.profile)


def test_what_the_meter_held_when_it_was_read_first_at_an_open_table_is_unexplained() -> None:
    felt = Felt(jp1=False, cash=TERMS).open()
    felt.see(i.MeterObserved(felt.generation, felt.meter_cents, felt.book_seq))
    felt.badge().fill_closing().do(i.CloseTable())
    disagreements("read first at an open table", felt.entries, felt.state.profile)
    (at,) = (at for at, one in enumerate(felt.entries) if isinstance(one.event, e.ResultRecorded))
    event = felt.entries[at].event
    assert event.residual_cents == felt.meter_cents
    silent = felt.entries[at]._replace(event=replace(event, residual_cents=0))
    said = audit_of("silent", [*felt.entries[:at], silent, *felt.entries[at + 1 :]], felt.state.profile)
    assert [one["what"] for one in said.found] == ["residual_cents"]


@pytest.mark.parametrize("read", [True, False], ids=["read before the answer", "told by the answer"])
def test_what_the_display_moved_after_two_had_signed_to_reopen_stays_unexplained(read: bool) -> None:
    felt = Felt(cash=TERMS).open().badge().do(i.ReportStop(StopCause.DISPLAY))
    felt.badge(*COMITE).do(i.ReopenJackpot())
    felt.answering = False
    felt.badge("Petit", Role.COMITE).do(i.ApproveMeterAct())
    (asked,) = (told for told in react(felt.state) if isinstance(told, r.BookRequest))
    felt.meter_cents, felt.book_seq, felt.answering = felt.meter_cents + 700_000, felt.book_seq + 1, True
    if read:
        felt.see(i.MeterObserved(felt.generation, felt.meter_cents, felt.book_seq))
    felt.see(felt.answer(asked)).badge().do(i.Reconcile()).see(i.BadgeGone())
    disagreements("moved after the signatures", felt.entries, felt.state.profile)
    (recorded,) = felt.events(e.ReconciliationRecorded)
    assert recorded.unexplained_cents == 700_000


def test_stakes_that_are_registered_over_a_difference_from_the_book_are_found() -> None:
    """It lets the book go back behind what the table had heard, until two persons accept that."""
    felt = one_chip(Felt(cash=TERMS))
    difference = Difference("finish 3/1", 9, 1_000_000, "finish 2/1", 5, 1_000_000, "ab" * 32, 2, 1, "finish")
    (at,) = (at for at, one in enumerate(felt.entries) if isinstance(one.event, e.ContributionAsked))
    found = felt.entries[at]._replace(event=e.DifferenceFound(difference))
    said = audit_of("over it", [*felt.entries[:at], found, *felt.entries[at:]], felt.state.profile)
    assert [one["stands"] for one in said.found] == ["registered over a difference from the book"]


@pytest.mark.parametrize("linked", [False, True], ids=["alone", "linked"])
def test_a_history_that_is_read_and_certified_again_after_a_reopening_is_as_it_stands(linked: bool) -> None:
    felt = reopened(certified_before_the_book_differed(linked, note=True))
    felt.badge().do(i.Reconcile()).badge(*COMITE).tick(SheetLine.JACKPOT_HISTORY).do(i.CloseTable())
    disagreements("certified again", felt.entries, felt.state.profile)


def test_a_table_that_counts_no_float_tells_nothing_unexplained() -> None:
    read = [one.event for one in walked("with_hands", 30_145, steps=300).felt.entries]
    opened = next(at for at, event in enumerate(read) if isinstance(event, e.TableOpened))
    told = [event for event in read[opened:] if isinstance(event, e.MeterRead | e.ReconciliationRecorded)]
    assert [type(event) for event in told] == [e.MeterRead, e.ReconciliationRecorded], "take another seed"


def test_at_the_next_opening_nothing_of_the_session_before_is_counted() -> None:
    opening = played = read = False
    for one in walked("refund", 31_076, steps=1_500).felt.entries:
        if isinstance(one.event, e.TableOpened | e.OpeningBegun):
            opening = isinstance(one.event, e.OpeningBegun)
        played |= isinstance(one.event, e.TableClosed)
        read |= opening and played and isinstance(one.event, e.ReconciliationRecorded)
    assert read, "the walk reads the book at no later opening any more: take another seed"


def wandered(name: str, seeds: int, steps: int) -> None:
    for seed in range(700, 700 + seeds):
        walked(name, seed, steps)


def walked(name: str, seed: int, steps: int) -> Wanderer:
    """A walk that the auditor agrees with."""
    table = Wanderer(seed, house(name), noise=(30, 15, 5, 60)[seed % 4], register=bool(seed % 2))
    for _ in range(steps):
        table.step()
    disagreements(f"{name}, seed {seed}", table.felt.entries, table.state.profile)
    return table


def disagreements(name: str, entries: list[Entry], rules: RuleProfile) -> None:
    """There are none in the journal that these entries make."""
    said = audit_of(name, entries, rules)
    assert not said.count, (name, said.found)


def audit_of(name: str, entries: list[Entry], rules: RuleProfile) -> Any:
    """What the auditor tells of the journal that these entries make: its `found` and their `count`."""
    line = canonical_of(rules)
    opening = replace(OPENING, profile_digest=hashlib.sha256(line).hexdigest())
    book = AUDITOR.RuleBook([])
    book.by_digest[opening.profile_digest] = json.loads(line)
    said = AUDITOR.Told(name)
    AUDITOR.audit_rows(written(entries, opening), book, None, Counter(), said)
    return said


def test_one_cent_or_one_card_changed_with_all_hashes_and_signatures_made_right_is_found(
    honest: list[House], tmp_path: Path
) -> None:
    kinds = set()
    for place, changed, what in drawn(honest, SAMPLE, Random(7)):
        told = found(place, changed, tmp_path / "falsified")
        assert not told["ok"], (place.house.folder.name, place.at + 1, what)
        kinds.add(place.what)
    assert len(kinds) > SAMPLE / 2


TWICE = ("AntesPaid", "PaymentConfirmed", "CashSigned", "Jp1ChipsCounted")
NEVER = ("AntesPaid", "Jp1ChipsCounted")


@pytest.mark.parametrize(("kinds", "times"), [(TWICE, 2), (NEVER, 0)], ids=["twice", "never"])
def test_what_happens_once_and_stands_there_twice_or_never_is_found(
    honest: list[House], kinds: tuple[str, ...], times: int
) -> None:
    """What the chain's own reading does not know: Antes paid twice, a count that three signed."""
    missed, met, dice = [], set(), Random(11)
    for one in honest:
        for name, rows in one.files.items():
            for kind in kinds:
                places = [at for at, row in enumerate(rows) if row.kind == kind]
                for at in dice.sample(places, min(2, len(places))):
                    met.add(kind)
                    told = [*rows[:at], *[rows[at]] * times, *rows[at + 1 :]]
                    if not falsehoods(one, told):
                        missed.append((one.folder.name, name, at + 1, kind))
    assert not missed
    assert met == set(kinds)


@pytest.mark.parametrize(
    ("kind", "keys"),
    [
        ("RectificationRecorded", ("round", "attempt", "seat", "rectification")),
        ("RectificationApproved", ("round", "seat", "rectification")),
        ("Jp1ChipsCounted", ("count", "registered")),
        ("HistoryCertified", ("residual_micro", "book_seq", "session.chips", "session.chips_before")),
        ("ReconciliationRecorded", ("figures.book_seq", "session.chips")),
    ],
)
def test_what_is_told_of_another_seat_count_or_place_of_the_book_is_found(
    honest: list[House], kind: str, keys: tuple[str, ...]
) -> None:
    missed, met = [], 0
    for one in honest:
        for name, rows in one.files.items():
            for at in [at for at, row in enumerate(rows) if row.kind == kind][-1:]:
                for key in keys:
                    body = json.loads(rows[at].body)
                    *outer, last = key.split(".")
                    inside = body[outer[0]] if outer else body
                    if last in ("residual_micro", "book_seq") and one.book is None:
                        continue  # what only the book can say
                    inside[last] += 1_000
                    met += 1
                    told = [*rows[:at], rows[at]._replace(body=json.dumps(body)), *rows[at + 1 :]]
                    if not falsehoods(one, told):
                        missed.append((one.folder.name, name, at + 1, key))
    assert not missed
    assert met >= len(keys)


def falsehoods(house: House, rows: list[Row]) -> int:
    """How many disagreements the auditor finds in these rows, numbered anew, as if their chain were right."""
    return len(disagreements_of(house, rows))


def test_what_persons_do_with_the_meter_is_an_act_of_the_book_and_told_as_the_book_has_it(
    honest: list[House], tmp_path: Path
) -> None:
    """Corrected, stopped and reopened between two rounds."""
    book, kept = tmp_path / "jackpot.book", story_of(honest[1])
    shutil.copy(honest[1].book or "", book)
    del kept.entries[kept.at("ClosingBegun") :]
    by_persons(kept, book)
    assert not disagreements_of(kept.house, kept.rows(), book)
    for kind, name in (
        ("MeterCorrected", "cents"),
        ("MeterCorrected", "before_cents"),
        ("MeterCorrected", "after_cents"),
        ("JackpotStopped", "increment_cents"),
        ("JackpotStopped", "meter_cents"),
        ("JackpotReopened", "meter_cents"),
        ("JackpotReopened", "book_seq"),
        ("MeterCorrectionAsked", "number"),
    ):
        body = kept.entries[kept.at(kind)].body
        body[name] += 1
        assert disagreements_of(kept.house, kept.rows(), book), (kind, name)
        body[name] -= 1


def by_persons(told: Story, path: Path) -> None:
    """Two persons do so at the book, and the end of the journal tells it."""
    table, journal, at_ms = told.entries[0].body["table"], told.first.hash, told.first.at_ms
    meter = next(one.body["meter_cents"] for one in told.entries[::-1] if "book_seq" in one.body)
    two = ("MCD 03", "OV 11")
    with closing(SqliteBook.open(path, None, durable=False)) as book:
        keys = [Key(table, journal, 0, at, kind) for at, kind in enumerate(("correct", "stop", "reopen"), 1)]
        done: list[Any] = [
            book.correct(keys[0], Account.METER, -300 * MICRO, two, "malfunction", at_ms),
            book.stop(keys[1], "transfer", two, "ordered", at_ms),
            book.reopen(keys[2], two, "stopped", at_ms),
        ]
        above = max(0, meter - 300 - book.terms.start_cents)
    moved = {"reason": "malfunction", "cents": -300, "before_cents": meter}
    now = {"meter_cents": meter - 300}
    for number, (question, one, reply, other) in enumerate(
        (
            ("MeterCorrectionAsked", moved, "MeterCorrected", moved | {"after_cents": meter - 300}),
            (
                *("JackpotStopAsked", {"fate": "transfer"}, "JackpotStopped"),
                now | {"fate": "transfer", "increment_cents": above, "notice_h": 0},
            ),
            (
                *("ReopeningAsked", {"cause": "stopped", "accepted_seq": -1}, "JackpotReopened"),
                now | {"cause": "stopped", "generation": 1, "accepted": None, "ended": [], "data": None},
            ),
        ),
        1,
    ):
        by = {"number": number, "persons": two}
        told.put(len(told.entries), (question, by | one))
        told.put(len(told.entries), (reply, by | other | {"book_seq": done[number - 1].book_seq}))


def test_an_amount_of_the_book_changed_by_a_micro_cent_is_found(honest: list[House], tmp_path: Path) -> None:
    house = honest[0]
    assert house.book is not None
    with closing(sqlite3.connect(house.book)) as book:
        entries = book.execute("SELECT count(*) FROM entries").fetchone()[0]
        columns = [row[1] for row in book.execute("PRAGMA table_info(entries)") if row[1].endswith("_micro")]
    dice, folder = Random(5), tmp_path / "book"
    for column in columns:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(house.folder, folder)
        with closing(sqlite3.connect(folder / house.book.name)) as book:
            book.execute("DROP TRIGGER entries_never_change")
            at = dice.randint(1, entries)
            book.execute(f"UPDATE entries SET {column} = {column} + 1 WHERE seq = ?", (at,))
            book.commit()
        told = answer(*house.words(folder))["files"][0]
        assert told["disagreements"], (column, at)
        assert told["first"][0]["entry"] == at


UNTOLD = {"terms": ("id", "version"), "answers": ("digest",), "rounds": ("id",), "claims": ("id", "done_ms")}
"""Columns of the book that nothing else tells, as FORMAT.md says; and the time of its opening."""


def test_each_column_of_the_book_is_held_against_its_acts_and_the_journals(
    honest: list[House], tmp_path: Path
) -> None:
    """Times, seats, notes, links and sums could be changed, and all was verified."""
    house, path = honest[0], tmp_path / "forged.book"
    assert house.book is not None
    with closing(sqlite3.connect(house.book)) as book:
        tables = ("terms", "entries", "answers", "rounds", "generations", "claims", "standing", "cards")
        columns = [(table, row[1]) for table in tables for row in book.execute(f"PRAGMA table_info({table})")]
    missed = []
    for table, column in columns:
        shutil.copy(house.book, path)
        with closing(sqlite3.connect(path, isolation_level=None)) as book:
            for (name,) in book.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                book.execute(f"DROP TRIGGER {name}")
            book.execute("PRAGMA ignore_check_constraints=ON")
            told = f"CASE typeof({column}) WHEN 'text' THEN {column} || 'x' WHEN 'null' THEN 1"
            last = f"SELECT max(rowid) FROM {table}"
            which = (
                "book_seq = (SELECT max(book_seq) FROM answers)"
                if table == "answers"
                else f"rowid = ({last})"
            )
            with suppress(sqlite3.IntegrityError):
                book.execute(
                    f"UPDATE {table} SET {column} = {told} ELSE {column} + 1000000 END WHERE {which}"
                )
        try:
            if not with_book(house, path):
                missed.append((table, column))
        except AUDITOR.Unfit:
            pass
    assert set(missed) <= {(table, column) for table, names in UNTOLD.items() for column in names}
    assert not with_book(house, house.book)


def with_book(house: House, path: Path) -> int:
    """How many the auditor finds in this book and in the house's journals beside it."""
    of_book, said = AUDITOR.Told("book"), AUDITOR.Told("rows")
    book = AUDITOR.Book(path, of_book.say)
    book.audit()
    for rows in house.files.values():
        AUDITOR.audit_rows(rows, AUDITOR.RuleBook([house.rules]), book, Counter(), said)
    count: int = of_book.count + said.count
    return count


@pytest.mark.parametrize("act", ACTS)
def test_who_answers_for_an_act_of_two_persons_is_what_the_journal_says(act: str, tmp_path: Path) -> None:
    """An honest correction, stop and reopening; then another person in the book's note."""
    felt, path = asked(ACTS[act][1]), tmp_path / "jackpot.book"
    SqliteBook.create(path, EXAMPLE).close()
    with closing(SqliteBook.open(path, EXAMPLE)) as book:
        if act == "reopen":
            other, at_ms = key_of("UTH-9", 0, "stop"), felt.entries[0].at_ms
            book.stop(other, "transfer", ("Durand", "Le Goff"), "voluntary stop", at_ms)
        felt.see(performed(book, felt, felt.entries[-1].at_ms))
    codec = Codec(e.EVENTS)
    told = [(entry.at_ms, *codec.encode(entry.event)) for entry in felt.entries]
    assert not by_the_book(path, told)
    with closing(sqlite3.connect(path)) as forged:
        forged.execute("DROP TRIGGER entries_never_change")
        last = "seq = (SELECT max(seq) FROM entries)"
        forged.execute(f"UPDATE entries SET note = replace(note, 'Le Goff', 'Martin') WHERE {last}")
        forged.commit()
    assert [one["what"].partition(" of ")[0] for one in by_the_book(path, told)] == ["note"]


def test_who_reopens_a_jp1_that_is_not_stopped_is_held_against_no_act_of_the_book_before(
    tmp_path: Path,
) -> None:
    """Such a reopening adds no entry: its answer tells the last of the book, which may be a reopening's."""
    felt, path = asked(i.ReopenJackpot()), tmp_path / "jackpot.book"
    with closing(SqliteBook.create(path, EXAMPLE)) as book:
        other, at_ms = key_of("UTH-9", 0, "stop"), felt.entries[0].at_ms
        book.stop(other, "transfer", ("Durand", "Le Goff"), "voluntary stop", at_ms)
        felt.see(performed(book, felt, felt.entries[-1].at_ms))
        felt.badge().do(i.ReportStop(StopCause.DISPLAY))
        felt.badge(*COMITE).do(i.ReopenJackpot()).badge("Le Goff", Role.DIRECTOR).do(i.ApproveMeterAct())
        felt.see(performed(book, felt, felt.entries[-1].at_ms))
    *_, stopped, display = [
        one for one in felt.events(e.JackpotReopened) if isinstance(one, e.JackpotReopened)
    ]
    assert (stopped.cause, display.cause) == ("stopped", "interrupted")
    assert stopped.book_seq == display.book_seq
    codec = Codec(e.EVENTS)
    told = [(entry.at_ms, *codec.encode(entry.event)) for entry in felt.entries]
    assert not by_the_book(path, told)


def by_the_book(path: Path, told: list[tuple[int, str, str]]) -> list[dict[str, Any]]:
    """What the book finds in itself, and beside these entries of a journal."""
    said = AUDITOR.Told(path.name)
    book = AUDITOR.Book(path, said.say)
    book.audit()
    for at_ms, kind, body in told:
        book.heard(JOURNAL, at_ms, kind, json.loads(body))
    found: list[dict[str, Any]] = said.found
    return found


def test_a_book_of_random_acts_is_done_again_entry_by_entry(tmp_path: Path) -> None:
    """Shares of several claims, refused ones, limits, carries, refunds out of what is left of an account."""
    shared = 0
    for seed in range(12):
        path = tmp_path / f"{seed}.book"
        random_book(path, seed, acts=150)
        said = AUDITOR.Told(path.name)
        book = AUDITOR.Book(path, said.say)
        book.audit()
        assert not said.count, (seed, said.found)
        shared += sum(len(one["claims"]) > 1 and one["share"] is not None for one in book.gens.values())
    assert shared > 5


def test_a_crash_that_left_an_act_unanswered_is_no_disagreement(honest: list[House], tmp_path: Path) -> None:
    """The journal ends after each entry that asks the book something, and in the middle of a deal."""
    house = honest[0]
    (name,) = house.files
    rows = house.files[name]
    ends = [row.seq for row in rows if row.kind.endswith("Asked")] + [len(rows) // 2, len(rows) // 3]
    for end in ends:
        folder = tmp_path / f"cut-{end}"
        shutil.copytree(house.folder, folder)
        rewrite(folder / name, rows[:end])
        sign(folder / name, rows[:end])
        told = answer(*house.words(folder))
        # The book went on; what it did for entries that are gone is told of the journal, of no entry in it.
        assert all(one["entry"] == 0 for file in told["files"] for one in file["first"]), (end, told)
        alone = answer(folder, "--rules", house.rules)
        assert alone["ok"], (end, alone)


@pytest.mark.long
@pytest.mark.parametrize("profile", PROFILES)
def test_a_hard_night_of_each_profile_with_linked_tables_is_settled_again_as_it_was(
    profile: str, tmp_path: Path
) -> None:
    book = tmp_path / "jackpot.book"
    night = simulated_night(
        rounds=60, seed=6, profile=profile, tables=2, faults="hard", journal=tmp_path, book=str(book)
    )
    night.play()
    night.close()
    told = answer(tmp_path, "--rules", RULES, "--book", book)
    assert told["ok"], told
    assert told["counts"]["rounds settled again"] == 60


@pytest.mark.parametrize("profile", PROFILES)
def test_it_works_out_the_digest_of_a_rule_file_that_a_journal_names(profile: str) -> None:
    line = AUDITOR.line_of(AUDITOR.tomllib.loads((RULES / f"{profile}.toml").read_text(encoding="utf-8")))
    assert AUDITOR.digest_of(line) == load_profile(profile).digest
    assert hashlib.sha256(canonical_of(load_profile(profile))).hexdigest() == load_profile(profile).digest


def test_rules_of_a_house_are_read_and_limits_of_its_own_are_found(tmp_path: Path) -> None:
    for path in sorted((Path(__file__).parents[2] / "houses").glob("*.toml")):
        line = AUDITOR.line_of(AUDITOR.tomllib.loads(path.read_text(encoding="utf-8")))
        assert AUDITOR.digest_of(line) == load_profile(path).digest, path.name
    narrower = with_limits(load_profile("fr-55-20-2021"), 1000, 20)
    assert AUDITOR.RuleBook([RULES]).of(narrower.digest, 1000, 20_000).id == "fr-55-20-2021"


def test_what_cannot_be_read_is_told_in_one_sentence_with_what_to_do(
    honest: list[House], tmp_path: Path
) -> None:
    house = honest[0]
    noise = tmp_path / "noise"
    noise.write_bytes(b"\1" * 300)
    (tmp_path / "empty").mkdir()
    asked: dict[str, list[str | Path]] = {
        "no such file": [house.folder, "--rules", RULES, "--book", tmp_path / "gone.book"],
        "no jackpot book": [house.folder, "--rules", RULES, "--book", noise],
        "no rule file": [house.folder, "--rules", noise],
        "no rule file lies in it": [house.folder, "--rules", tmp_path / "empty"],
        "has the digest": [house.folder, "--rules", RULES / "live-uth.toml"],
        "without any": [tmp_path / "empty", "--rules", RULES],
    }
    for words, line in asked.items():
        code, said, complained = audited(*line)
        assert code == 2, (words, said)
        assert words in complained
        assert complained.count("\n") == 1
        assert not re.search(r"Traceback|Error\b", complained), complained


def test_people_are_told_which_entry_disagrees_what_stands_there_and_what_is_right(
    honest: list[House], tmp_path: Path
) -> None:
    house = honest[0]
    (name,) = house.files
    at = next(n for n, row in enumerate(house.files[name]) if row.kind == "SeatSettled")
    body = json.loads(house.files[name][at].body)
    (line,) = (one for one in body["lines"] if one["spot"] == "jp1")
    line["paid_cents"] += 1
    falsify(house, name, {at: json.dumps(body, separators=(",", ":"))}, tmp_path / "told")
    code, said, _ = audited(*house.words(tmp_path / "told"))
    assert code == 1
    assert f"entry {at + 1}: seat 5, jp1, paid_cents: 50001 stands there, 50000 is right" in said
    assert rows_of(tmp_path / "told" / name)[at].body != house.files[name][at].body
