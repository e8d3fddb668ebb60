"""What the comparison of book and journals finds, and what it lets pass."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from controller.book.answers import Award, Key, Stopped
from controller.book.port import Account, ActKind, Book
from controller.book.verify import JournalAct, Unasked, Verdict, acts_of, compare, told_of
from controller.game import events as e
from controller.game.events import Event
from controller.game.meter.types import Difference, StopFate
from tests.law.requirements import requirement
from tests.shell.book.jackpot_books import JOURNAL, STAKE, TWO, key, over, pay_jackpot, refuse, stake


def night(book: Book) -> list[Event]:
    """A night of table T1 in the book, and its events: prizes, a claim, a refusal, a refund."""
    one = stake(book, "T1", 1, 1, 2, 3)
    quads = book.award(key("T1", 1, "award", seat=2), (Award("quads", 2, 50_000),), 0)
    claim = book.claim(key("T1", 1, "claim", seat=1), 1, 0)
    won = pay_jackpot(book, "T1", 1)
    end = over(book, "T1", 1)
    two = stake(book, "T1", 2, 4, 5)
    back = book.refund(key("T1", 2, "refund", seat=5), 5, 0)
    claim2 = book.claim(key("T1", 2, "claim", seat=4), 4, 0)
    gone = refuse(book, "T1", 2)
    end2 = over(book, "T1", 2)
    events: list[Event] = [
        e.MeterRead(1, 1_000_000, 1),
        e.ContributionAsked(1, 1, (1, 2, 3), STAKE),
        e.ContributionRecorded(1, 1, 1, one.meter_before_cents, one.meter_cents, one.book_seq),
        e.AwardAsked(1, 1, 2, (e.PostedAward("quads", 50_000),)),
        e.AwardRecorded(1, 1, 2, 50_000, 0, quads.book_seq),
        e.ClaimAsked(1, 1, 1),
        e.ClaimRecorded(1, 1, 1, claim.value_cents, 2, claim.meter_cents, claim.book_seq),
        e.AwardAsked(1, 1, 1, (e.PostedAward("jackpot", 0),)),
        e.AwardRecorded(1, 1, 1, won.cents, won.meter_cents, won.book_seq),
        e.FinishAsked(1, 1),
        e.FinishRecorded(1, end.meter_cents, end.book_seq),
        e.ContributionAsked(2, 1, (4, 5), STAKE),
        e.ContributionRecorded(2, 1, 2, two.meter_before_cents, two.meter_cents, two.book_seq),
        e.RefundAsked(2, 1, 5),
        e.RefundRecorded(2, 1, 5, back.meter_cents, back.book_seq),
        e.ClaimAsked(2, 1, 4),
        e.ClaimRecorded(2, 1, 2, claim2.value_cents, 3, claim2.meter_cents, claim2.book_seq),
        e.AwardRefused(2, 1, TWO, "carte remplacée", True),
        e.ClaimWithdrawn(2, 1, 3, gone.meter_cents, gone.book_seq),
        e.FinishAsked(2, 1),
        e.FinishRecorded(2, end2.meter_cents, end2.book_seq),
    ]
    return events


def verdict(book: Book, acts: list[JournalAct]) -> Verdict:
    return compare(acts, book.acts(), book.read(check=True))


def test_a_night_agrees_with_its_book(book: Book) -> None:
    acts = acts_of("T1", JOURNAL, night(book))
    found = verdict(book, acts)
    assert found.findings == ()
    assert found.sound
    assert (found.journal_acts, found.book_acts, found.residual_cents) == (10, 10, 0)
    assert found.in_flight == ()


def test_acts_of_persons_on_the_book_need_no_journal_and_are_named(book: Book) -> None:
    """A table in other hands corrects the meter by two names: nobody is accused, nothing is hidden."""
    stake(book, "T1", 1)
    book.close_dead_round(key("T1", 1, "close"), TWO, "panne", 0)
    book.correct(key("T1", 0, "correct"), Account.METER, 5, TWO, "relevé", 0)
    events = [e.ContributionAsked(1, 1, (1,), STAKE), e.ContributionRecorded(1, 1, 1, 0, 0, 2)]
    found = verdict(book, acts_of("T1", JOURNAL, events))
    assert found.sound
    assert [named.partition(" ")[0] for named in found.accepted] == ["close", "correct"]
    assert [named.partition(": ")[2] for named in found.accepted] == [
        "in the book as entry 3, in no journal",
        "in the book as entry 4, in no journal",
    ]


def test_a_stop_and_its_end_asked_for_at_a_table_are_acts_of_its_journal(book: Book) -> None:
    stopped = book.stop(key("T1", 0, "stop", attempt=1), StopFate.ORPHANS, TWO, "relevé", 0)
    again = book.reopen(key("T1", 0, "reopen", attempt=2), TWO, "fin de l’arrêt", 0)
    assert isinstance(stopped, Stopped)
    assert isinstance(again, Stopped)
    seq, ends, cents = stopped.book_seq, again.book_seq, stopped.meter_cents
    events = [
        e.JackpotStopAsked(1, TWO, StopFate.ORPHANS),
        e.JackpotStopped(1, TWO, StopFate.ORPHANS, cents, 0, 0, seq),
        e.ReopeningAsked(2, TWO, "stopped"),
        e.JackpotReopened(2, TWO, "stopped", 1, cents, ends),
    ]
    acts = acts_of("T1", JOURNAL, events)
    assert verdict(book, acts).findings == ()
    assert [(act.kind, act.recorded, act.book_seq) for act in acts] == [
        (ActKind.STOP, True, seq),
        (ActKind.REOPEN, True, ends),
    ]


@pytest.mark.parametrize("last", range(2, 22))
def test_one_act_under_way_is_named_and_allowed(book: Book, last: int) -> None:
    events = night(book)
    done = acts_of("T1", JOURNAL, events[:last])
    reached = max((act.book_seq or 0 for act in done), default=0)
    asked = {act.key for act in done if not act.recorded}
    held = [act for act in book.acts() if act.book_seq <= reached or act.key in asked]
    found = compare(done, held, book.read(check=True))
    only_sums = [finding for finding in found.findings if not finding.startswith("the acts hold")]
    assert only_sums == []
    assert len(found.in_flight) == len(asked) <= 1


def test_an_act_asked_and_not_in_the_book_is_in_flight(book: Book) -> None:
    events = [*night(book), e.ContributionAsked(3, 1, (1,), STAKE)]
    found = verdict(book, acts_of("T1", JOURNAL, events))
    assert found.sound
    (named,) = found.in_flight
    assert "contribute T1" in named
    assert named.endswith("round 3/1: asked, not in the book")


def test_a_contribution_the_book_refused_is_no_act(book: Book) -> None:
    events = [
        *night(book),
        e.ContributionAsked(3, 1, (1,), STAKE),
        e.ContributionRefused(3, 1, "wrong_stake"),
    ]
    found = verdict(book, acts_of("T1", JOURNAL, events))
    assert (found.sound, found.in_flight, found.journal_acts) == (True, (), 10)


def test_two_acts_in_flight_at_one_table_are_too_many(book: Book) -> None:
    events = [*night(book), e.ContributionAsked(3, 1, (1,), STAKE), e.FinishAsked(3, 1)]
    found = verdict(book, acts_of("T1", JOURNAL, events))
    assert found.findings == ("T1: 2 acts in flight, where one is the most",)


def test_an_answer_that_nothing_asked_for_is_an_error_of_the_journal() -> None:
    with pytest.raises(Unasked, match="award of round 1"):
        acts_of("T1", JOURNAL, [e.AwardRecorded(1, 1, 2, 50_000, 0, 4)])


def test_an_act_that_the_book_has_otherwise_is_among_what_two_persons_accepted(book: Book) -> None:
    acts = acts_of("T1", JOURNAL, night(book))
    (at,) = [n for n, act in enumerate(acts) if act.kind == "award" and act.cents == 50_000]
    acts[at] = replace(acts[at], cents=60_000, recorded=False, book_seq=None, aside="conflict", accepted=True)
    found = verdict(book, acts)
    assert found.findings == ()
    assert found.accepted == (f"{acts[at].key}, 60000 cents: refused (conflict)",)


def test_what_two_persons_accepted_is_where_a_journals_acts_begin() -> None:
    lost = [e.ContributionAsked(4, 1, (1,), STAKE), e.ContributionRecorded(4, 1, 1, 9, 10, 31)]
    found = Difference("contribute 4/1", 31, 10, "finish 2/1", 17, 8, JOURNAL, 2, 1, "finish")
    reopened = e.JackpotReopened(3, TWO, "book_differs", 1, 8, 18, found)
    since = [e.ContributionAsked(5, 1, (1,), STAKE), e.ContributionRecorded(5, 1, 1, 8, 9, 19)]
    acts = told_of("UTH-1", JOURNAL, [*lost, reopened, *since])
    assert [(act.kind, act.round, act.recorded, act.book_seq) for act in acts] == [
        ("finish", 2, True, 17),
        (ActKind.CONTRIBUTE, 5, True, 19),
    ]
    nothing = replace(reopened, accepted=replace(found, found_seq=0))
    begun = told_of("UTH-1", JOURNAL, [*lost, nothing, *since])
    assert [(act.kind, act.round, act.book_seq) for act in begun] == [("reopen", 0, 0), ("contribute", 5, 19)]
    plain = replace(reopened, accepted=None)
    assert [act.round for act in told_of("UTH-1", JOURNAL, [*lost, plain, *since])] == [4, 5]


def test_what_a_journal_put_back_does_not_tell_of_is_no_finding_once_two_persons_accepted_it(
    book: Book,
) -> None:
    events = night(book)
    copy, last = events[:6], list(book.acts())[-1]
    told = acts_of("T1", JOURNAL, copy)
    assert len(verdict(book, told).findings) == 7, "the book is ahead of its journal"
    where = last.key.journal_id, last.key.round, last.key.attempt, last.key.kind
    seen = Difference("award 1/1", 7, 8, "finish 2/1", last.book_seq, 8, *where)
    reopened = e.JackpotReopened(1, TWO, "book_differs", 3, 8, last.book_seq, seen)
    found = verdict(book, acts_of("T1", JOURNAL, [*copy, reopened]))
    assert (found.findings, len(found.accepted), found.journal_acts) == ((), 7, 3)
    stake(book, "T1", 3)
    found = verdict(book, acts_of("T1", JOURNAL, [*copy, reopened]))
    assert found.findings_count == 1, "what came after it was accepted by nobody"


def _without(act: ActKind) -> Callable[[list[JournalAct]], list[JournalAct]]:
    return lambda acts: [each for each in acts if each.kind != act]


def _changed(at: int, **changes: object) -> Callable[[list[JournalAct]], list[JournalAct]]:
    return lambda acts: [replace(each, **changes) if n == at else each for n, each in enumerate(acts)]  # type: ignore[arg-type]


@requirement("AC-08")
@pytest.mark.parametrize(
    ("tamper", "said"),
    [
        (_without(ActKind.CONTRIBUTE), "in the book as entry 4, in no journal"),
        (_without(ActKind.AWARD), "in the book as entry 5, in no journal"),
        (_without(ActKind.REFUND), "in no journal"),
        (_changed(0, cents=1_000), "1000 cents in the journal, 1500 in the book"),
        (_changed(1, cents=5), "5 cents in the journal, 50000 in the book"),
        (_changed(1, book_seq=40), "entry 40 in the journal, 5 in the book"),
        (_changed(0, attempt=2), "in the journal as entry 4, not in the book"),
        (_changed(0, journal_id="f" * 64), "in the journal as entry 4, not in the book"),
        (_changed(1, seat=3), "in the journal as entry 5, not in the book"),
        (lambda acts: [*acts, acts[0]], "2 times in the journals"),
        (lambda acts: [], "in no journal"),
    ],
)
def test_a_difference_is_found_and_named(
    book: Book, tamper: Callable[[list[JournalAct]], list[JournalAct]], said: str
) -> None:
    found = verdict(book, tamper(acts_of("T1", JOURNAL, night(book))))
    assert not found.sound
    assert any(said in finding for finding in found.findings), found.findings


def test_an_act_that_the_book_keeps_as_another_is_found(book: Book) -> None:
    acts = acts_of("T1", JOURNAL, night(book))
    held = [replace(act, act=ActKind.CLAIM) if act.act == ActKind.FINISH else act for act in book.acts()]
    found = compare(acts, held, book.read(check=True))
    assert [one for one in found.findings if "round 1/1" in one] == [
        f"finish T1 {JOURNAL[:12]} round 1/1: finish in the journal, claim in the book"
    ]


def test_what_two_persons_of_one_table_accept_leaves_the_acts_of_another_as_they_are() -> None:
    of_another = JournalAct("T2", JOURNAL, 1, 1, ActKind.CONTRIBUTE, None, STAKE, True, 9)
    lost = replace(of_another, lost=True)
    before = [of_another, replace(of_another, table="T1", book_seq=8), lost]
    seen = Difference("finish 1/1", 9, -1, "contribute 1/1", 4, -1, JOURNAL, 1, 1, "contribute", 0)
    events: list[Event] = [
        e.DifferenceFound(seen),
        e.ReopeningAsked(1, TWO, "book_differs", 4),
        e.JackpotReopened(1, TWO, "book_differs", 1, 1_000_000, 4, seen),
    ]
    acts_of("T1", JOURNAL, events, before)
    assert (before[0], before[2]) == (of_another, lost)
    assert (before[1].lost, before[1].accepted) == (True, True)


def test_a_ledger_that_does_not_add_up_is_found(book: Book) -> None:
    acts = acts_of("T1", JOURNAL, night(book))
    wrong = replace(book.read(check=True), residual_micro=1)
    found = compare(acts, book.acts(), wrong)
    assert found.findings == ("the ledger does not add up: 1 micro-cents of difference",)
    assert found.residual_cents == 1


def test_acts_and_ledger_that_hold_other_amounts_are_found(book: Book) -> None:
    acts = acts_of("T1", JOURNAL, night(book))
    held = [replace(act, cents=act.cents + 1) if act.act == ActKind.AWARD else act for act in book.acts()]
    found = compare(acts, held, book.read(check=True))
    assert any(finding.startswith("the acts hold") for finding in found.findings)


def test_findings_are_listed_up_to_a_limit_and_all_are_counted(book: Book) -> None:
    acts = [
        JournalAct("T1", JOURNAL, round_, 1, ActKind.CONTRIBUTE, None, STAKE, True, round_)
        for round_ in range(1, 300)
    ]
    found = verdict(book, acts)
    assert (len(found.findings), found.findings_count) == (100, 299)


def test_an_act_names_its_key() -> None:
    act = JournalAct("T1", JOURNAL, 7, 2, ActKind.REFUND, 3, STAKE, False, None)
    assert act.key == Key("T1", JOURNAL, 7, 2, "refund", 3)
    assert str(act.key) == "refund T1 0123456789ab round 7/2 seat 3"
