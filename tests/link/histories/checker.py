"""Is there one order of all acts that gives every answer that was heard?

The book numbers its entries, so the order of the acts that were done is written down: it is held against the
instants (an act that was answered before another was asked comes before it) and played on the model. What
moves no money (a reading, a refusal, a wait) has no number: each takes the first place that its instants
allow, after all that was answered before it was asked, where the model says what was heard. That choice is
the least, so where it finds no place there is none.

RULES names what may be broken; one finding is a rule and a sentence.
"""

from __future__ import annotations

import heapq
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from tests.link.histories.ledger import KEPT, Entry, Ledger, Stored
from tests.link.histories.model import MICRO, Model, No, Rules, Wait
from tests.link.histories.operations import Key, Operation

RULES: Final = {
    "lost": "what was acknowledged is in the book",
    "once": "each act that was asked for is in the book once, and is answered the same each time, and another"
    " request under its key is told so and nobody else",
    "sums": "each entry follows the one before, and money comes and goes by stakes, prizes, starts and the"
    " corrections of the meter alone; what is kept beside them is their sum",
    "meter": "no prize is more than what was frozen for it, and no account is below zero",
    "order": "an act that was answered before another was asked comes before it",
    "answer": "each act answers and enters what one ledger would at its place",
    "reading": "each reading is of a committed state, and of none older than what was known before it",
    "refusal": "each refusal and each wait is what one ledger says at some place that its instants allow",
}

_ACTS: Final = {
    "contribution": "contribute",
    "refund": "refund",
    "finish": "finish",
    "closing": "close",
    "freeze": "claim",
    "award": "award",
    "refusal": "refuse",
    "correction": "correct",
    "stop": "stop",
    "reopening": "reopen",
}
_NONE: Final = 1 << 63


@dataclass(slots=True)
class Verdict:
    """What was found, and of how much."""

    findings: list[tuple[str, str]] = field(default_factory=list)
    operations: int = 0
    acts: int = 0
    unknown: int = 0
    readings: int = 0
    refusals: int = 0
    lost: int = 0
    old_readings: int = 0

    @property
    def rules(self) -> set[str]:
        return {rule for rule, _ in self.findings}

    def found(self, rule: str, said: str) -> None:
        assert rule in RULES
        self.findings.append((rule, said))


@dataclass(slots=True, eq=False)
class _Quiet:
    """What moved no money: it is placed between `low` and `high` acts."""

    operation: Operation
    began_ns: int
    ended_ns: int
    low: int = 0
    high: int = 0


def check(history: Iterable[Operation], ledger: Ledger, rules: Rules) -> Verdict:
    """The verdict over all tables' operations and the book that is left."""
    operations = sorted(history, key=lambda one: one.began_ns)
    verdict = Verdict(operations=len(operations))
    verdict.unknown = sum(one.answer is None for one in operations)
    by_key: dict[Key, list[Operation]] = defaultdict(list)
    for one in operations:
        if one.key is not None:
            by_key[one.key].append(one)
    acts = sorted((one for one in ledger.stored if one.seq > 0), key=lambda one: one.seq)
    verdict.acts = len(acts)
    _check_once(verdict, by_key, ledger, acts)
    _check_sums(verdict, ledger.entries, rules)
    _check_kept(verdict, ledger)
    _check_meter(verdict, ledger.entries)
    _check_order(verdict, by_key, acts)
    if verdict.rules & {"once", "lost"}:
        return verdict  # a place for each answer supposes that each act is there once
    _Walk(verdict, operations, by_key, ledger, acts, rules).walk()
    return verdict


# --- exactly once --------------------------------------------------------------------------------


def _same(heard: dict[str, Any], stored: dict[str, Any]) -> bool:
    return all(stored.get(name) == value for name, value in heard.items())


def _check_once(
    verdict: Verdict, by_key: dict[Key, list[Operation]], ledger: Ledger, acts: list[Stored]
) -> None:
    stored = {one.key: one for one in ledger.stored}
    for key, asked in by_key.items():
        for one in asked:
            if one.answer is None or one.answer["answer"] in ("Waiting", "Conflict"):
                continue
            kept = stored.get(key)
            if kept is None:
                verdict.lost += 1
                verdict.found("lost", f"{one.words}: acknowledged as {one.answer}, not in the book")
            elif not _same(one.answer, kept.answer):
                verdict.found("once", f"{one.words}: told {one.answer}, the book has {kept.answer}")
        _check_request(verdict, asked, key in stored)
    wanted: Counter[tuple[str, str, int]] = Counter()
    for act in acts:
        if act.key not in by_key:
            verdict.found("once", f"{act.act} {act.key}: in the book, and nobody asked for it")
            continue
        request = by_key[act.key][0].request
        many = len(request[0]) if act.act in ("contribute", "award") else 1
        wanted[act.act, act.key[0], act.key[1]] += many
    has = Counter((_ACTS[e.kind], e.table, e.round) for e in ledger.entries if e.kind in _ACTS)
    has.subtract(dict.fromkeys(wanted, 0))
    for what in has.keys() | wanted.keys():
        # A claim that opens the next generation and one that shares both freeze once.
        if has[what] != wanted[what]:
            said = f"{what[0]} {what[1]}/{what[2]}: {has[what]} entries, {wanted[what]} are of one key"
            verdict.found("once", f"{said} each")
    refunded = Counter(one.link_seq for one in ledger.entries if one.kind == "refund")
    for seq, many in refunded.items():
        if many > 1:
            verdict.found("once", f"the stake of entry {seq} was given back {many} times")


def _check_request(verdict: Verdict, asked: list[Operation], kept: bool) -> None:
    """What was answered under a key was one request; who was told of a conflict had asked for another."""
    heard = [one for one in asked if one.answer is not None and one.answer["answer"] != "Waiting"]
    conflicts = [one for one in heard if one.answer is not None and one.answer["answer"] == "Conflict"]
    answered = [one for one in heard if one not in conflicts]
    for one in answered[1:]:
        if one.request != answered[0].request:
            said = f"{one.words}: {one.request} was answered as {answered[0].request}, under one key"
            verdict.found("once", said)
    for one in conflicts:
        others = [other for other in asked if other.request != one.request and other.began_ns < one.ended_ns]
        if not kept or not others or any(other.request == one.request for other in answered):
            verdict.found("once", f"{one.words}: {one.request} was told of a conflict, and there is none")


# --- sums ----------------------------------------------------------------------------------------


def _check_sums(verdict: Verdict, entries: list[Entry], rules: Rules) -> None:
    before = dict.fromkeys(entries[0].after, 0)
    for seq, one in enumerate(entries, 1):
        if one.seq != seq:
            return verdict.found("sums", f"entry {one.seq} where {seq} is due")
        wrong = [name for name, micro in one.after.items() if before[name] + one.moved[name] != micro]
        if wrong:
            return verdict.found(
                "sums", f"entry {seq}, {one.kind}: {wrong[0]} does not follow from entry {seq - 1}"
            )
        out = sum(one.moved.values())
        stake = rules.stake_cents * MICRO
        due = {"contribution": (stake,), "refund": (-stake,)}.get(one.kind, (0,))
        if one.kind == "seed":
            held = out == rules.start_cents * MICRO or out < 0
        elif one.kind == "correction":
            held = out == one.moved["meter"] != 0
        elif one.kind == "award":
            held = out <= 0 and out % MICRO == 0
        else:
            held = out in due
        if not held:
            return verdict.found("sums", f"entry {seq}, {one.kind}: {out} micro-cents came from nowhere")
        before = one.after
    return None


def _check_kept(verdict: Verdict, ledger: Ledger) -> None:
    """What is kept beside the ledger is what it adds up to."""
    due = {f"{account}_balance": micro for account, micro in ledger.entries[-1].after.items()}
    due |= {"seq": len(ledger.entries), **dict.fromkeys(KEPT[1:], 0)}
    for one in ledger.entries:
        if one.kind in ("contribution", "refund"):
            due["contributed_total"] += one.moved["meter"]
            due["stakes_total"] += sum(one.moved.values())
            due["stakes_count_total"] += 1 if one.kind == "contribution" else -1
        if one.kind == "award":
            due["awarded_total"] -= one.moved["meter"] + one.moved["frozen"]
            due["wins_count_total"] += one.note == "jackpot"
    for name, value in ledger.kept.items():
        if due[name] != value:
            verdict.found("sums", f"{name} is {value}, and the entries add up to {due[name]}")


def _check_meter(verdict: Verdict, entries: list[Entry]) -> None:
    frozen: dict[int, int] = {}
    of_round: dict[tuple[str, int], int] = {}
    for one in entries:
        below = [name for name in ("meter", "frozen", "reserve", "overflow") if one.after[name] < 0]
        if below:
            verdict.found("meter", f"entry {one.seq}, {one.kind}: {below[0]} is below zero")
        if one.kind == "freeze":
            first = not one.note
            generation = one.generation if first else int(one.note.rpartition(" ")[2])
            of_round[one.table, one.round] = generation
            if first:
                frozen[generation] = one.moved["frozen"]
        if one.kind == "award" and one.note == "jackpot":
            generation = of_round.get((one.table, one.round), 0)
            left = frozen.get(generation, 0) + one.moved["frozen"] + one.moved["meter"] + one.moved["paid"]
            frozen[generation] = left
            if left < 0:
                verdict.found(
                    "meter", f"entry {one.seq}: {-left} micro-cents more than generation {generation} had"
                )


# --- real time -----------------------------------------------------------------------------------


def _instants(by_key: dict[Key, list[Operation]], acts: list[Stored]) -> Iterator[tuple[int, int]]:
    """Of each act, in the book's order: when it was first asked, and first answered."""
    for act in acts:
        asked = by_key.get(act.key, [])
        began = min((one.began_ns for one in asked), default=0)
        answered = (one.ended_ns for one in asked if one.answer and one.answer.get("book_seq"))
        yield began, min(answered, default=_NONE)


def _check_order(verdict: Verdict, by_key: dict[Key, list[Operation]], acts: list[Stored]) -> None:
    latest, before = -1, None
    for act, (began, ended) in zip(acts, _instants(by_key, acts), strict=True):
        if ended < latest:
            verdict.found(
                "order", f"{act.act} {act.key} was answered before {before} was asked, and comes after it"
            )
        if began > latest:
            latest, before = began, act.key


# --- the model -----------------------------------------------------------------------------------


class _Walk:
    """All acts on the model, in the book's order, and everything else at its first place."""

    def __init__(
        self,
        verdict: Verdict,
        operations: list[Operation],
        by_key: dict[Key, list[Operation]],
        ledger: Ledger,
        acts: list[Stored],
        rules: Rules,
    ) -> None:
        self.verdict, self.by_key, self.acts = verdict, by_key, acts
        self.entries = ledger.entries
        self.model = Model(rules)
        self.asked: dict[tuple[str, int], int] = {}
        self.released: dict[tuple[str, int], int] = {}
        for one in operations:
            if one.act == "award" and one.key is not None and one.request[0][0][0] == "jackpot":
                claim = one.key[:2]
                self.asked.setdefault(claim, one.began_ns)
                if one.answer is not None and one.answer["answer"] == "Waiting":
                    self.released[claim] = min(self.released.get(claim, _NONE), one.ended_ns)
        self.quiet = sorted(self._quiet(operations), key=lambda one: one.began_ns)
        self._bound()

    def _quiet(self, operations: list[Operation]) -> Iterator[_Quiet]:
        for one in operations:
            if one.answer is not None and one.answer["answer"] in ("Meter", "Waiting"):
                self.verdict.readings += one.answer["answer"] == "Meter"
                self.verdict.refusals += one.answer["answer"] == "Waiting"
                yield _Quiet(one, one.began_ns, one.ended_ns)
        for asked in self.by_key.values():
            heard = [one for one in asked if one.answer is not None and one.answer["answer"] == "Refused"]
            if heard:
                first = min(heard, key=lambda one: one.ended_ns)
                self.verdict.refusals += 1
                yield _Quiet(first, asked[0].began_ns, first.ended_ns)

    def _bound(self) -> None:
        """Between which acts each may stand, by the instants."""
        instants = list(_instants(self.by_key, self.acts))
        ended = sorted((end, place) for place, (_, end) in enumerate(instants, 1) if end < _NONE)
        began = sorted((begin, place) for place, (begin, _) in enumerate(instants, 1))
        most, highest = [0], 0
        for _, place in ended:
            highest = max(highest, place)
            most.append(highest)
        least, lowest = [len(instants)], len(instants)
        for _, place in reversed(began):
            lowest = min(lowest, place - 1)
            least.append(lowest)
        for one in self.quiet:
            one.low = most[bisect_left(ended, (one.began_ns, 0))]
            one.high = least[len(began) - bisect_right(began, (one.ended_ns, _NONE))]

    def walk(self) -> None:
        """Place after place."""
        waiting = sorted(self.quiet, key=lambda one: one.low, reverse=True)
        active: list[_Quiet] = []
        for place in range(len(self.acts) + 1):
            if place and not self._act(self.acts[place - 1]):
                return
            while waiting and waiting[-1].low <= place:
                active.append(waiting.pop())
            active.sort(key=lambda one: one.began_ns)
            active = self._place(active, place)
        for one in active:
            self._nowhere(one)

    def _place(self, active: list[_Quiet], place: int) -> list[_Quiet]:
        """Those that have no place up to this one."""
        left: list[_Quiet] = []
        ends: list[int] = []
        for one in active:
            behind = bool(ends) and ends[0] < one.began_ns
            if not behind and self._fits(one.operation):
                continue
            if place >= one.high:
                self._nowhere(one)
                continue
            left.append(one)
            heapq.heappush(ends, one.ended_ns)
        return left

    def _nowhere(self, one: _Quiet) -> None:
        heard = one.operation.answer or {}
        rule = "reading" if heard.get("answer") == "Meter" else "refusal"
        said = f"{one.operation.words}: {heard} at no place from {one.low} to {one.high} acts"
        self.verdict.found(rule, said)

    def _act(self, act: Stored) -> bool:
        """The act is done on the model, and the same came of it."""
        asked = self.by_key[act.key]
        words, model = f"{act.act} {act.key}", self.model
        before, began_seq = dict(model.has), model.seq
        request = self._request(act, asked)
        wait = model.refusal(act.act, act.key, request)
        if isinstance(wait, str):
            self.verdict.found(
                "answer", f"{words}: done by entry {act.seq}, and one ledger refuses it: {wait}"
            )
            return False
        if isinstance(wait, Wait) and (wait.rounds or not self._all_asked(wait, asked)):
            self.verdict.found("answer", f"{words}: paid while {wait.rounds or wait.others} was open")
            return False
        try:
            due = model.apply(act.act, act.key, request)
        except No as no:
            self.verdict.found("answer", f"{words}: done, and one ledger refuses it: {no}")
            return False
        wrong = sorted(name for name, value in due.items() if act.answer.get(name) != value)
        if wrong:
            name = wrong[0]
            said = f"{words}: {name} = {act.answer.get(name)}, one ledger has {due[name]}"
            self.verdict.found("answer", said)
            return False
        return self._entered(words, asked, self.entries[began_seq : model.seq], before)

    def _request(self, act: Stored, asked: list[Operation]) -> list[Any]:
        """What was asked under the key and done: where stakes differ, the one whose seats were entered."""
        if act.act == "contribute":
            seats = [one.seat for one in self.entries[self.model.seq : act.seq]]
            return next((one.request for one in asked if one.request[0] == seats), asked[0].request)
        return asked[0].request

    def _all_asked(self, wait: Wait, asked: list[Operation]) -> bool:
        ends = [one.ended_ns for one in asked if one.answer and one.answer.get("book_seq")]
        return all(self.asked.get(other, _NONE) < min(ends, default=_NONE) for other in wait.others)

    def _entered(
        self, words: str, asked: list[Operation], entries: list[Entry], before: dict[str, int]
    ) -> bool:
        times = {one.at_ms for one in asked}
        for (kind, moved), one in zip(self.model.moved, entries, strict=True):
            has = {name: micro for name, micro in one.moved.items() if micro}
            for name, micro in moved.items():
                before[name] += micro
            if (kind, moved) != (one.kind, has) or before != one.after:
                self.verdict.found(
                    "answer", f"{words}: entry {one.seq} is {one.kind} {has}, due was {kind} {moved}"
                )
                return False
            if one.at_ms not in times:
                self.verdict.found("answer", f"{words}: entry {one.seq} has an instant that nobody gave")
                return False
        return True

    # --- what moved nothing ----------------------------------------------------------------------

    def _fits(self, one: Operation) -> bool:
        """One ledger that stands here says what was heard."""
        heard = one.answer
        assert heard is not None
        if heard["answer"] == "Meter":
            return self._is_here(one, heard)
        asked = self.by_key[one.key] if one.key is not None else []
        if heard["answer"] == "Refused" and heard["code"] == "forgone":
            return any(other.act == "forgo" and other.began_ns < one.ended_ns for other in asked)
        said = self.model.refusal(one.act, one.key, one.request)
        if heard["answer"] == "Refused":
            return said == heard["code"]
        if not isinstance(said, Wait) or said.generation != heard["generation"]:
            return False
        told = {(table, number) for table, number in heard["claims"]}
        rounds = {(table, number) for table, number in heard["rounds"]}
        if rounds != set(said.rounds) or not told <= set(said.others):
            return False
        return all(self._may_be(other, other not in told, one) for other in said.others)

    def _may_be(self, claim: tuple[str, int], released: bool, one: Operation) -> bool:
        if released:
            return self.asked.get(claim, _NONE) < one.ended_ns
        return self.released.get(claim, _NONE) >= one.began_ns

    def _is_here(self, one: Operation, heard: dict[str, Any]) -> bool:
        model = self.model
        if (heard["book_seq"], heard["generation"], heard["meter_cents"], heard["stop"]) != (
            model.seq,
            model.present,
            model.meter_cents,
            model.stop,
        ):
            return False
        pending = [c for c in model.claims if c.state == "pending"]
        for claim, told in zip(pending, heard["pending"], strict=False):
            value = (model.openings[claim.generation - 1].value or 0) // MICRO
            due = (
                claim.generation,
                claim.order,
                claim.round.table,
                claim.round.number,
                claim.seat,
                value,
                claim.seq,
            )
            names = ("generation", "order", "table", "round", "seat", "value_cents", "book_seq")
            if due != tuple(told[name] for name in names):
                return False
            if not self._may_be((claim.round.table, claim.round.number), told["released"], one):
                return False
        won, told = model.won, heard["won"]
        if len(pending) != len(heard["pending"]) or (won is None) != (told is None):
            return False
        return won is None or (
            won.round.table,
            won.round.number,
            won.seat,
            won.cents,
            model.won_seq,
        ) == tuple(told[name] for name in ("table", "round", "seat", "cents", "book_seq"))


# --- two servers ---------------------------------------------------------------------------------


def check_failover(
    history: Iterable[Operation],
    old: Ledger,
    new: Ledger,
    rules: Rules,
    led_ns: int,
    identity: str,
) -> Verdict:
    """The verdict where tables were led to another server at `led_ns`: it is the book `identity`.

    What was asked before is held against the old server's ledger, everything against the new one's. `lost` of
    the verdict counts what the old one acknowledged and the new one has not.
    """
    operations = list(history)
    before = [one for one in operations if one.began_ns < led_ns]
    first = check([_unheard(one) if one.ended_ns > led_ns else one for one in before], old, rules)
    same = min(len(old.entries), len(new.entries))
    while same and old.entries[same - 1] != new.entries[same - 1]:
        same -= 1
    has = {one.key: one for one in new.stored}
    kept: list[Operation] = []
    lost: set[Key] = set()
    stale = 0
    for one in operations:
        heard = one.answer
        if heard is None or one.key is None:
            old_one = heard is not None and heard["book"] != identity
            stale += old_one and one.began_ns >= led_ns
            if not old_one:
                kept.append(one)
            continue
        stored = has.get(one.key)
        if one.ended_ns > led_ns and one.began_ns >= led_ns:
            kept.append(one)
        elif heard["answer"] in ("Waiting", "Refused", "Conflict"):
            # Held against the old ledger; a refusal that is gone with its server bound nobody to anything.
            kept.append(_unheard(one))
        elif stored is not None and _same(heard, stored.answer):
            kept.append(one)
        else:
            lost.add(one.key)
            kept.append(_unheard(one))
    second = check(_without_old_refusals(kept, operations, led_ns), new, rules)
    second.findings = first.findings + second.findings
    second.lost += len(lost)
    second.operations, second.old_readings = len(operations), stale
    second.readings += first.readings
    second.refusals += first.refusals
    for key in sorted(lost):
        gone = next(one for one in operations if one.key == key and one.answer and one.answer.get("book_seq"))
        if gone.answer is not None and gone.answer["book_seq"] <= same:
            second.found("lost", f"{gone.words}: lost, and it was before the servers parted at entry {same}")
    return second


def _unheard(one: Operation) -> Operation:
    return Operation(one.table, one.number, one.act, one.key, one.request, one.at_ms, one.began_ns)


def _without_old_refusals(
    kept: list[Operation], operations: list[Operation], led_ns: int
) -> Iterator[Operation]:
    """A refusal that was heard before and is given again has had its place before."""
    refused = {
        (one.key, one.answer["code"])
        for one in operations
        if one.answer is not None and one.answer["answer"] == "Refused" and one.ended_ns <= led_ns
    }
    for one in kept:
        heard = one.answer
        if heard is not None and heard["answer"] == "Refused" and (one.key, heard["code"]) in refused:
            yield _unheard(one)
        else:
            yield one
