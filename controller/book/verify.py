"""Comparing the jackpot book with the journals of its tables.

Every act that a journal has recorded is in the book exactly once, with the same money and the same place;
every act of the book is in a journal; what is asked and not recorded is at most one act per table, and is
named; the ledger adds up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from controller.book.answers import BookView, Key
from controller.book.faults import refused
from controller.book.port import ActKind, BookAct, act_of, award_kind
from controller.game import events as e
from controller.game.events import Event
from controller.game.meter.types import AsideAct
from controller.told import Told
from controller.words.book_findings import act_in_words, amount, finding
from controller.words.codes import code_word
from controller.words.money import EN, FR

FINDINGS_SHOWN: Final = 100
"""More findings than this are counted and not listed."""

_OWN_ACTS: Final = (ActKind.CORRECT, ActKind.CLOSE)
"""Acts of persons, which may be on the book itself: then no journal asks for them, and they are named."""


@dataclass(frozen=True, slots=True)
class JournalAct:
    """A money act as the journal of its table tells it.

    `cents` is None while only the book can say (a jackpot's share). `recorded` once the book's answer is
    in the journal, with its `book_seq` and the meter after it, where the answer says so. `aside` is why the
    book will never do it; `lost`, that the book lacked it when the two were found to differ; `accepted`, that
    two persons have accepted that the book does not have it; `baseline`, that they accepted it as the book's
    last act of the table, which no journal told of; `beside`, that it was asked of a book that differed, or
    written in one, which nobody has accepted yet.
    """

    table: str
    journal_id: str
    round: int
    attempt: int
    kind: str
    seat: int | None
    cents: int | None
    recorded: bool
    book_seq: int | None
    meter_cents: int | None = None
    aside: str = ""
    accepted: bool = False
    baseline: bool = False
    lost: bool = False
    beside: bool = False

    @property
    def key(self) -> Key:
        return Key(self.table, self.journal_id, self.round, self.attempt, self.kind, self.seat)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the comparison found. `in_flight` names the unfinished acts, at most one per table; `accepted`
    those that one side lacks or has otherwise, as two persons accepted: of the journals, acknowledged =
    found + accepted. Last in it are the acts of two persons that the book alone has."""

    residual_cents: int
    journal_acts: int
    book_acts: int
    findings: tuple[str, ...]
    findings_count: int
    in_flight: tuple[str, ...]
    accepted: tuple[str, ...] = ()

    @property
    def sound(self) -> bool:
        return self.findings_count == 0

    def with_more(self, findings: Sequence[str]) -> Verdict:
        """The verdict with these findings, too."""
        shown = (*self.findings, *findings)[:FINDINGS_SHOWN]
        return replace(self, findings=shown, findings_count=self.findings_count + len(findings))


def compare(
    journal_acts: Iterable[JournalAct],
    book_acts: Iterable[BookAct],
    view: BookView,
    language: int = EN,
) -> Verdict:
    """What of journals and book does not agree, said in this language. `view` is a reading with `check`.

    Tables may be at play if the view is read first, then the journals, then the acts: an act is in its
    journal before it is in the book, and its answer in the book before it is in the journal.
    """
    wanted = list(journal_acts)
    held = {act.key: act for act in book_acts}
    say = _Say(language)
    findings: list[str] = []
    for key, times in Counter(act.key for act in wanted if not act.baseline).items():
        if times > 1:
            findings.append(say("twice", key, count=times))
    in_flight = [act for act in wanted if not act.recorded and not act.aside]
    known_to = {act.table: act.book_seq or 0 for act in wanted if act.baseline}
    for act in wanted:
        findings += _of_act(say, act, held.get(act.key), known_to.get(act.table, 0))
    findings += _too_many(say, in_flight)
    viewed = [act for act in held.values() if act.book_seq <= view.seq]
    untold, of_persons = _untold(wanted, viewed)
    findings += [_named(say, act) for act in untold if act.book_seq > known_to.get(act.key.table, 0)]
    findings += _of_ledger(say, viewed, view)
    return Verdict(
        residual_cents=view.residual_cents,
        journal_acts=sum(not act.baseline for act in wanted),
        book_acts=len(held),
        findings=tuple(findings[:FINDINGS_SHOWN]),
        findings_count=len(findings),
        in_flight=tuple(_where(say, act, held.get(act.key)) for act in in_flight),
        accepted=(
            *(_lacking(say, act) for act in wanted if act.accepted and (act.aside or act.key not in held)),
            *(_named(say, act) for act in untold if act.book_seq <= known_to.get(act.key.table, 0)),
            *(_named(say, act) for act in of_persons),
        ),
    )


class _Say:
    """Findings in one language."""

    def __init__(self, language: int) -> None:
        self._language = language

    def __call__(self, said: str, key: Key | None = None, **facts: object) -> str:
        named = {"key": self._key(key)} if key is not None else {}
        return finding(said, self._language, **named, **facts)

    def _key(self, key: Key) -> str:
        named = finding(
            "key",
            self._language,
            kind=self.act(key.kind),
            table=key.table,
            journal=key.journal_id[:12],
            round=key.round,
            attempt=key.attempt,
        )
        return named + (finding("seat", self._language, seat=key.seat) if key.seat else "")

    def act(self, kind: str) -> str:
        return act_in_words(kind, self._language)

    def amount(self, cents: int) -> str:
        return amount(cents, self._language)

    def why(self, code: str) -> str:
        return code_word(code, self._language) if self._language != EN else code


def _lacking(say: _Say, act: JournalAct) -> str:
    cents = say("cents", cents=say.amount(act.cents)) if act.cents else ""
    if act.aside:
        return say("refused", act.key, cents=cents, why=say.why(act.aside))
    return say("lost", act.key, cents=cents, seq=act.book_seq)


def _where(say: _Say, act: JournalAct, held: BookAct | None) -> str:
    return say("asked", act.key) if held is None else say("unanswered", act.key, seq=held.book_seq)


def _of_act(say: _Say, act: JournalAct, held: BookAct | None, known_to: int) -> Iterator[str]:
    """What is wrong with it; one that was lost may stand in the book again, up to what was accepted last.

    A reopening ends there what was lost of a round, and its process may die before that is written down.
    """
    if act.aside:
        if not act.accepted:
            yield say("not_accepted", act.key, why=say.why(act.aside))
        return
    if held is None:
        if act.recorded and not act.accepted:
            yield say("not_held", act.key, seq=act.book_seq)
        return
    again = act.accepted and held.book_seq <= known_to
    if act.recorded and act.book_seq != held.book_seq and not again:
        yield say("other_entry", act.key, told=act.book_seq, found=held.book_seq)
    if act.cents is not None and act.cents != held.cents:
        yield say("other_amount", act.key, told=say.amount(act.cents), found=say.amount(held.cents))
    if act_of(act.kind) != held.act:
        yield say("other_act", act.key, told=say.act(act.kind), found=say.act(held.act))


def _too_many(say: _Say, in_flight: list[JournalAct]) -> Iterator[str]:
    for table, count in sorted(Counter(act.table for act in in_flight).items()):
        if count > 1:
            yield say("too_many", table=table, count=count)


def _untold(wanted: list[JournalAct], viewed: list[BookAct]) -> tuple[list[BookAct], list[BookAct]]:
    """The acts of the book that are in no journal; those of persons, on the book itself perhaps, apart."""
    told = {act.key for act in wanted if not act.baseline}
    untold = [act for act in viewed if act.key not in told]
    return [act for act in untold if act.act not in _OWN_ACTS], [
        act for act in untold if act.act in _OWN_ACTS
    ]


def _named(say: _Say, act: BookAct) -> str:
    return say("untold", act.key, seq=act.book_seq)


def _of_ledger(say: _Say, acts: Iterable[BookAct], view: BookView) -> Iterator[str]:
    """The ledger, and the acts against it."""
    if view.residual_micro:
        yield say("residual", micro=view.residual_micro)
    sums: Counter[ActKind] = Counter()
    for act in acts:
        sums[act.act] += act.cents
    stakes_cents = sums[ActKind.CONTRIBUTE] - sums[ActKind.REFUND]
    if stakes_cents != view.stakes_cents:
        yield say("stakes", acts=say.amount(stakes_cents), ledger=say.amount(view.stakes_cents))
    paid_cents = view.awarded_cents + view.awarded_house_cents
    if sums[ActKind.AWARD] != paid_cents:
        yield say("prizes", acts=say.amount(sums[ActKind.AWARD]), ledger=say.amount(paid_cents))


# --- the journal's side --------------------------------------------------------------------------


def acts_of(
    table: str, journal_id: str, events: Iterable[Event], before: list[JournalAct] | None = None
) -> list[JournalAct]:
    """The money acts of one journal, in the order they were asked.

    A contribution that the book refused is none: the chips went back. `before` are the acts of older
    journals: those of this table that two persons accept here as lost are marked there.
    """
    acts: list[JournalAct] = []
    stake_cents: int | None = None
    differs = False
    for event in events:
        if isinstance(event, e.ContributionAsked):
            stake_cents = event.stake_cents
        asked = _asked(event, stake_cents)
        if asked is not None:
            kind, round_, attempt, seat, cents = asked
            place = table, journal_id, round_, attempt, kind, seat
            acts.append(JournalAct(*place, cents, False, None, beside=differs))
        elif isinstance(event, e.ContributionRefused):
            del acts[_asked_before(acts, ActKind.CONTRIBUTE, event.round)]
        elif isinstance(event, e.MeterActRefused):
            acts = [act for act in acts if act.recorded or (act.round, act.attempt) != (0, event.number)]
        elif isinstance(event, e.ActSetAside):
            _lay_aside(acts, table, journal_id, event)
        elif isinstance(event, e.DifferenceFound):
            differs = True
            for told in (acts, before or []):
                told[:] = [_as_found(act, table, event.difference.found_seq) for act in told]
            for name in event.difference.lost:
                _lose(acts, before or [], table, name)
        else:
            answered = _answered(event)
            if answered is not None:
                kind, round_, book_seq, cents = answered
                at = _asked_before(acts, kind, round_)
                cents = acts[at].cents if cents is None else cents
                meter_cents = getattr(event, "meter_cents", None)
                told_now = replace(acts[at], recorded=True, book_seq=book_seq, cents=cents)
                acts[at] = replace(told_now, meter_cents=meter_cents, beside=differs)
            if isinstance(event, e.JackpotReopened):
                differs = False
                _accept(acts, before or [], table, journal_id, event)
    return acts


def _accept(
    acts: list[JournalAct],
    before: list[JournalAct],
    table: str,
    journal_id: str,
    event: e.JackpotReopened,
) -> None:
    """What the book lacks, what it ended and what it has more is as these two persons accepted it."""
    stand = {(act.key, act.book_seq) for act in (*acts, *before) if not act.beside}
    for told in (acts, before):
        told[:] = [_as_accepted(act, table, event) for act in told]
    acts += _ended(acts, before, table, event)
    last = replace(_baseline(table, journal_id, event), accepted=True)
    if last.book_seq and (last.key, last.book_seq) not in stand:
        acts.append(last)


def _lay_aside(acts: list[JournalAct], table: str, journal_id: str, event: e.ActSetAside) -> None:
    """The act asked last of this name waits for no answer any more."""
    named = event.act
    kind, seat = _ASIDE[named.kind], named.seat or None
    for at in range(len(acts) - 1, -1, -1):
        act = acts[at]
        if not act.recorded and (act_of(act.kind), act.round, act.seat) == (kind, named.round, seat):
            acts[at] = replace(act, aside=named.code, accepted=event.accepted, cents=named.cents)
            return
    # Never asked, for what it rests on had been refused: a jackpot whose claim the book did not know.
    place = table, journal_id, named.round, named.attempt, kind, seat
    acts.append(JournalAct(*place, named.cents, False, None, aside=named.code, accepted=event.accepted))


_ASIDE: Final = {
    "refund": ActKind.REFUND,
    "award": ActKind.AWARD,
    "finish": ActKind.FINISH,
    "claim": ActKind.CLAIM,
    "refusal": ActKind.REFUSE,
}


def _as_accepted(act: JournalAct, table: str, event: e.JackpotReopened) -> JournalAct:
    """The act as two persons leave it who reopen JP1 over what the book lacks."""
    if act.table != table:
        return act
    seen = event.accepted
    if seen is not None:
        act = _as_found(act, table, seen.found_seq)
    return replace(act, accepted=bool(act.accepted or act.lost or act.aside), beside=False)


def _as_found(act: JournalAct, table: str, found_seq: int) -> JournalAct:
    """The act beside a book whose last entry of this table is that one.

    A book that went back numbers anew what comes after: what was lost is known when it is found to differ,
    and not any more by its number once the table has gone on with it.
    """
    if act.table != table or not act.recorded or (act.book_seq or 0) <= found_seq:
        return act
    return replace(act, lost=True)


def _lose(acts: list[JournalAct], before: list[JournalAct], table: str, name: AsideAct) -> None:
    """The newest act of this name is lost: a stale book had acknowledged it under another act's number."""
    wanted = table, name.round, name.attempt, name.kind, name.seat
    for told in (acts, before if name.round else []):  # the acts of persons are numbered anew in each journal
        for at in range(len(told) - 1, -1, -1):
            act = told[at]
            place = act.table, act.round, act.attempt, name_of(act.kind), act.seat or 0
            if act.recorded and place == wanted:
                told[at] = replace(act, lost=True)
                return


def name_of(kind: str) -> str:
    """What an act is called in a `Difference`, as in `AsideAct`."""
    act = act_of(kind)
    return _NAMES.get(act, str(act))


_NAMES: Final[dict[str, str]] = {
    ActKind.CONTRIBUTE: "contribution",
    ActKind.REFUSE: "refusal",
    ActKind.CORRECT: "correction",
    ActKind.REOPEN: "reopening",
}


def _ended(
    acts: list[JournalAct], before: list[JournalAct], table: str, event: e.JackpotReopened
) -> list[JournalAct]:
    """The ends that the reopening gave the book; one that is told already stands where the book has it."""
    ends = {act.key: act for act in ended_acts(table, event)}
    for told in (acts, before):
        for at, act in enumerate(told):
            end = ends.pop(act.key, None)
            if end is not None:
                told[at] = end
    return list(ends.values())


def ended_acts(table: str, event: e.JackpotReopened) -> list[JournalAct]:
    """Each as an act whose answer is recorded."""
    return [
        JournalAct(table, one.journal_id, one.round, one.attempt, ActKind.FINISH, None, 0, True, one.book_seq)
        for one in event.ended
    ]


def told_of(
    table: str, journal_id: str, events: Iterable[Event], before: list[JournalAct] | None = None
) -> list[JournalAct]:
    """The acts of one journal from where two persons last accepted a difference: the book's own last one.

    Where the book had none they begin with the acceptance itself, at entry 0, so that nobody looks for older
    acts behind it; `before` is as nothing too.
    """
    since: list[Event] = []
    first: list[JournalAct] = []
    for event in events:
        if isinstance(event, e.JackpotReopened) and event.accepted is not None:
            since, first = [], [_baseline(table, journal_id, event), *ended_acts(table, event)]
        else:
            since.append(event)
    return [*first, *(act for act in acts_of(table, journal_id, since) if not act.aside)]


def _baseline(table: str, journal_id: str, event: e.JackpotReopened) -> JournalAct:
    seen = event.accepted
    if seen is None or not seen.found_seq:
        begun = 0, event.number, ActKind.REOPEN, None
        return JournalAct(table, journal_id, *begun, None, True, 0, baseline=True)
    place = seen.round, seen.attempt, seen.kind, seen.seat or None
    found = None, True, seen.found_seq, seen.found_cents
    return JournalAct(table, seen.journal_id, *place, *found, baseline=True)


class Unasked(ValueError):
    """The journal records an answer that nothing had asked for."""


def _asked_before(acts: list[JournalAct], act: ActKind, round_: int) -> int:
    """Where the act stands that this answer is for: a table has one act outstanding at a time."""
    for at in range(len(acts) - 1, -1, -1):
        if not acts[at].recorded and (act_of(acts[at].kind), acts[at].round) == (act, round_):
            return at
    named = Told((act_in_words(act, FR), act_in_words(act, EN)))
    raise Unasked(refused("unasked", act=named, round=round_))


def _asked(event: Event, stake_cents: int | None) -> tuple[str, int, int, int | None, int | None] | None:
    """The act that the event asks for: kind, round, attempt, seat, cents as far as the table knows them."""
    match event:
        case e.ContributionAsked():
            cents = event.stake_cents * len(event.seats)
            return ActKind.CONTRIBUTE, event.round, event.attempt, None, cents
        case e.ClaimAsked():
            return ActKind.CLAIM, event.round, event.attempt, event.seat, None
        case e.AwardAsked():
            known = all(prize.cents for prize in event.awards)
            total = sum(prize.cents for prize in event.awards) if known else None
            kind = award_kind(prize.kind for prize in event.awards)
            return kind, event.round, event.attempt, event.seat, total
        case e.AwardRefused(claimed=True):
            return ActKind.REFUSE, event.round, event.attempt, event.seat or None, 0
        case e.RefundAsked():
            return ActKind.REFUND, event.round, event.attempt, event.seat, stake_cents
        case e.FinishAsked():
            return ActKind.FINISH, event.round, event.attempt, None, 0
        case e.MeterCorrectionAsked():
            return ActKind.CORRECT, 0, event.number, None, 0
        case e.JackpotStopAsked():
            return ActKind.STOP, 0, event.number, None, 0
        case e.ReopeningAsked(cause="stopped"):
            return ActKind.REOPEN, 0, event.number, None, 0
    return None


def _answered(event: Event) -> tuple[ActKind, int, int, int | None] | None:
    """The act that the event records: kind, round, place in the book, cents if the book said them."""
    match event:
        case e.ContributionRecorded():
            return ActKind.CONTRIBUTE, event.round, event.book_seq, None
        case e.ClaimRecorded():
            return ActKind.CLAIM, event.round, event.book_seq, event.value_cents
        case e.AwardRecorded():
            return ActKind.AWARD, event.round, event.book_seq, event.cents
        case e.ClaimWithdrawn():
            return ActKind.REFUSE, event.round, event.book_seq, None
        case e.RefundRecorded():
            return ActKind.REFUND, event.round, event.book_seq, None
        case e.FinishRecorded():
            return ActKind.FINISH, event.round, event.book_seq, None
        case e.MeterCorrected() | e.IncrementMoved():
            return ActKind.CORRECT, 0, event.book_seq, None
        case e.JackpotStopped():
            return ActKind.STOP, 0, event.book_seq, None
        case e.JackpotReopened(cause="stopped"):
            return ActKind.REOPEN, 0, event.book_seq, None
    return None
