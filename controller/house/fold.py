"""What one journal tells beside its rounds: alarms, corrections, machines, stops, the jackpot's ledger.

A `Fold` hears the rows of one session in their order and says what is to be kept. What it has to remember
from row to row is a map of plain values, `memory`, so that the reading of a journal can be taken up again
where it was left.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from controller.game import events as e
from controller.house import cash_fold
from controller.house.gathered import Gathered
from controller.house.machines import counted, named
from controller.house.round_end import SUMS, Ended, end_round
from controller.house.round_fold import ROUND_HEARD, RoundFold
from controller.house.store import SLOT_MS
from controller.journal.chain import Row

FAULTS: Final = frozenset(("duplicate_card", "extra_card", "card_count", "count_unknown", "card_clash"))
"""Causes of a hold that are a machine's or the cards', not a person's wish to look."""


def new_memory() -> dict[str, Any]:
    """What is remembered before the first row."""
    return {
        "round_from": 0,
        "round_meter": 0,
        "staked": {},
        "dealer": "",
        "machines": {},
        "down": None,
        "held": None,
        "meter": 0,
        "generation": 0,
        "book": [],
        "share": [0, 0],
        "prizes": [],
        "opened_ms": 0,
        "minimum": 0,
        "maximum": 0,
        "jp1_stake": 0,
        "counting": "",
        "signed": [],
        "encaisse": False,
        "chef": "",
    }


_Posted = (
    e.ContributionRecorded
    | e.AwardRecorded
    | e.RefundRecorded
    | e.ClaimRecorded
    | e.ClaimWithdrawn
    | e.MeterCorrected
    | e.IncrementMoved
    | e.FinishRecorded
    | e.MeterRead
)


class Fold:
    """The rows of one journal, heard one after the other.

    `memory` is what was remembered when the reading stopped, or `new_memory()`; `gathered` is where what the
    rows give is put; `ended` is given each round that is over.
    """

    def __init__(self, source: int, memory: dict[str, Any], ended: Ended = end_round) -> None:
        self.source = source
        self.memory = memory
        self.gathered = Gathered()
        self.rounds = RoundFold(source, memory, ended)
        self._before_ms = 0

    def take(self, row: Row, event: e.Event, before_ms: int) -> None:
        """The row was heard; the one before it, heard or not, was written at `before_ms`."""
        self._before_ms = before_ms
        tell = _TELLERS.get(type(event))
        if tell is not None:
            tell(self, row, event)
        self.rounds.take(row, event, self.gathered)

    def fresh(self) -> Gathered:
        """What the rows heard since the last time gave; the next ones give anew."""
        gathered, self.gathered = self.gathered, Gathered()
        return gathered

    # --- the table -------------------------------------------------------------------------------

    def opened(self, row: Row, event: e.TableOpened) -> None:
        """Play may begin."""
        memory = self.memory
        memory["opened_ms"] = row.at_ms
        memory["minimum"], memory["maximum"] = event.minimum_cents, event.maximum_cents
        memory["jp1_stake"] = event.jp1_stake_cents

    def closed(self, row: Row, event: e.TableClosed) -> None:
        """The table's time open is known; whatever was down is down no more."""
        memory = self.memory
        if memory["opened_ms"]:
            self.gathered.put("opened", from_ms=memory["opened_ms"], to_ms=row.at_ms)
        memory["opened_ms"] = 0
        cash_fold.closed(memory)
        self._down_until(row)
        self._held_until(row)

    def resumed(self, row: Row, event: e.SessionResumed) -> None:
        """The program was away since the row before."""
        if self.memory["opened_ms"] and self.memory["down"] is None:
            self.memory["down"] = self._before_ms or row.at_ms

    def confirmed(self, row: Row, event: e.FeltConfirmed) -> None:
        """The felt was found as recorded: play goes on."""
        self._down_until(row)

    def _down_until(self, row: Row) -> None:
        since = self.memory["down"]
        if since is not None:
            self._stop(since, row.at_ms, "resumed")
            self.memory["down"] = None

    def held(self, row: Row, event: e.RoundHeld) -> None:
        """The round waits for a person."""
        if self.memory["held"] is None:
            self.memory["held"] = [row.at_ms, event.cause]

    def hold_ended(self, row: Row, event: e.HoldEnded | e.RoundVoided) -> None:
        """The round goes on, or is void."""
        self._held_until(row)

    def _held_until(self, row: Row) -> None:
        told = self.memory["held"]
        if told is not None:
            if told[1] in FAULTS:
                self._stop(told[0], row.at_ms, told[1])
            self.memory["held"] = None

    def _stop(self, from_ms: int, to_ms: int, cause: str) -> None:
        number = self.rounds.number
        self.gathered.put("stop", source=self.source, from_ms=from_ms, to_ms=to_ms, cause=cause, round=number)

    def dealer_on(self, row: Row, event: e.DealerSignedOn) -> None:
        """Who deals from here on."""
        self.memory["dealer"] = event.person

    def dealer_off(self, row: Row, event: e.DealerSignedOff) -> None:
        """Nobody deals."""
        self.memory["dealer"] = ""

    # --- alarms, corrections, machines -----------------------------------------------------------

    def alarm(self, row: Row, event: e.AlarmRaised) -> None:
        """An alarm was raised."""
        self.gathered.put(
            "alarm",
            source=self.source,
            alarm=event.alarm,
            at_ms=row.at_ms,
            seq=row.seq,
            code=event.code,
            priority=event.priority,
            seat=event.seat,
            round=self.rounds.number,
            seen_ms=0,
            cleared_ms=0,
        )

    def alarm_seen(self, row: Row, event: e.AlarmSeen) -> None:
        """A person acknowledged it."""
        self.gathered.seen.append((event.alarm, row.at_ms))

    def alarm_cleared(self, row: Row, event: e.AlarmCleared) -> None:
        """Its cause is gone."""
        self.gathered.cleared.append((event.alarm, row.at_ms))

    def corrected(self, row: Row, event: e.Event) -> None:
        """Something that was said before was taken back, or said by a person in a machine's place."""
        kind = f"undo.{event.act}" if isinstance(event, e.Undone) else _CORRECTIONS[type(event)]
        self.gathered.put(
            "correction",
            source=self.source,
            seq=row.seq,
            at_ms=row.at_ms,
            kind=kind,
            round=event.round if isinstance(event, e.RectificationRecorded) else self.rounds.number,
            dealer=self.memory["dealer"],
        )

    def rectified(self, row: Row, event: e.RectificationRecorded) -> None:
        """A settled seat was put right: the bank's result takes it now, and its round is marked."""
        cash_fold.rectified(self.gathered, self.source, self.memory, row, event)
        proposer, approver = event.persons
        self.gathered.put(
            "rectification",
            source=self.source,
            seq=row.seq,
            at_ms=row.at_ms,
            round=event.round,
            seat=event.seat,
            mistake=str(event.truth.mistake),
            reason=str(event.reason),
            moved=str(event.moved),
            cents=event.cents,
            bank_cents=event.bank_cents,
            orphans_cents=event.orphans_cents,
            proposer=proposer,
            approver=approver,
        )
        nothing = dict.fromkeys((*SUMS, "rounds", "voided", "prize_cents"), 0)
        slot = (self.source, row.at_ms - row.at_ms % SLOT_MS)
        self.gathered.add("slot", slot, **nothing | {"bank_cents": event.bank_cents})

    def machine(self, row: Row, event: e.MachineChanged) -> None:
        """A machine came, went or does badly: the strip before ends here."""
        machine, machines = event.machine, self.memory["machines"]
        before = machines.get(machine)
        if before is not None and before[0] < row.at_ms:
            self._strip(machine, before, row.at_ms)
        machines[machine] = [row.at_ms, event.health, event.detail]

    def _strip(self, machine: str, told: list[Any], to_ms: int) -> None:
        self.gathered.put(
            "device",
            source=self.source,
            machine=machine,
            from_ms=told[0],
            health=told[1],
            detail=told[2],
            to_ms=to_ms,
        )

    def strips_until(self, at_ms: int) -> None:
        """The strips that are still drawn reach to this instant."""
        for machine, told in self.memory["machines"].items():
            if at_ms > told[0]:
                self._strip(machine, told, at_ms)

    # --- the jackpot -----------------------------------------------------------------------------

    def posted(self, row: Row, event: _Posted) -> None:
        """The book answered: one entry of the ledger as this table knows it."""
        memory, kind = self.memory, _LEDGER[type(event)]
        if isinstance(event, e.MeterCorrected | e.IncrementMoved):
            before, meter = event.before_cents, event.after_cents
        else:
            before, meter = getattr(event, "meter_before_cents", -1), event.meter_cents
        if kind == "read" and [event.book_seq, meter] == memory["book"]:
            return  # what the last answer of the book had told already
        last, memory["book"] = memory["book"], [event.book_seq, meter]
        generation = getattr(event, "generation", memory["generation"])
        stakes = len(self.rounds.asked) if kind == "contribution" else 0
        cents = getattr(event, "cents", getattr(event, "value_cents", 0))
        if kind == "contribution":
            cents = meter - before
            memory["share"] = [cents, stakes] if stakes else memory["share"]
        if kind == "refund":
            cents = _given_back(event.book_seq, meter, last, memory["share"])
        self.gathered.put(
            "ledger",
            source=self.source,
            seq=row.seq,
            at_ms=row.at_ms,
            kind=kind,
            round=getattr(event, "round", 0),
            generation=generation,
            stakes=stakes,
            cents=cents,
            before_cents=before,
            meter_cents=meter,
            book_seq=event.book_seq,
        )
        memory["meter"] = meter
        memory["generation"] = getattr(event, "next_generation", generation)


def _given_back(seq: int, meter_cents: int, last: list[int], share: list[int]) -> int:
    """What the meter gave back of a stake, in cents: its fall, where nothing came between, else its share.

    `last` is the number and the meter of the entry of the book before, `share` what the last contribution
    added, and by how many stakes: other tables' moves between are no part of a refund.
    """
    if last and last[0] == seq - 1:
        return last[1] - meter_cents
    return share[0] // share[1] if share[1] else 0


_CORRECTIONS: Final[dict[type[e.Event], str]] = {
    e.BetsReopened: "reopened",
    e.CorrectionApproved: "jp1",
    e.RoundVoided: "void",
    e.CardKeyed: "keyed",
    e.EntryTakenBack: "entry",
    e.RectificationRecorded: "rectified",
    e.HoldEnded: "hold",
}
_LEDGER: Final[dict[type[e.Event], str]] = {
    e.ContributionRecorded: "contribution",
    e.AwardRecorded: "award",
    e.RefundRecorded: "refund",
    e.ClaimRecorded: "claim",
    e.ClaimWithdrawn: "withdrawn",
    e.MeterCorrected: "correction",
    e.IncrementMoved: "correction",
    e.FinishRecorded: "finish",
    e.MeterRead: "read",
}


def _both(*tellers: Callable[[Fold, Row, Any], None]) -> Callable[[Fold, Row, Any], None]:
    def tell(fold: Fold, row: Row, event: e.Event) -> None:
        for one in tellers:
            one(fold, row, event)

    return tell


_TELLERS: Final[dict[type[e.Event], Callable[[Fold, Row, Any], None]]] = {
    e.TableOpened: Fold.opened,
    e.TableClosed: Fold.closed,
    e.SessionResumed: Fold.resumed,
    e.FeltConfirmed: Fold.confirmed,
    e.RoundHeld: Fold.held,
    e.HoldEnded: _both(Fold.corrected, Fold.hold_ended),
    e.RoundVoided: _both(Fold.corrected, Fold.hold_ended),
    e.DealerSignedOn: Fold.dealer_on,
    e.DealerSignedOff: Fold.dealer_off,
    e.AlarmRaised: Fold.alarm,
    e.AlarmSeen: Fold.alarm_seen,
    e.AlarmCleared: Fold.alarm_cleared,
    e.Undone: Fold.corrected,
    e.BetsReopened: Fold.corrected,
    e.CorrectionApproved: Fold.corrected,
    e.CardKeyed: Fold.corrected,
    e.EntryTakenBack: Fold.corrected,
    e.RectificationRecorded: _both(Fold.corrected, Fold.rectified),
    e.MachineChanged: Fold.machine,
    e.PiecesCounted: lambda fold, row, event: cash_fold.pieces(
        fold.gathered, fold.source, fold.memory, row, event
    ),
    e.ProposalsFallen: lambda fold, row, event: cash_fold.fallen(fold.memory, event),
    e.CashSigned: lambda fold, row, event: cash_fold.signed(
        fold.gathered, fold.source, fold.memory, row, event
    ),
    e.ClosingLeft: lambda fold, row, event: cash_fold.closing_left(
        fold.gathered, fold.source, fold.memory, row
    ),
    e.ChargeTaken: lambda fold, row, event: cash_fold.charged(
        fold.gathered, fold.source, fold.memory, row, event
    ),
    e.LinesCounted: lambda fold, row, event: counted(fold.gathered, fold.source, row, event),
    e.MachineNamed: lambda fold, row, event: named(fold.gathered, fold.source, row, event),
    **dict.fromkeys(_LEDGER, Fold.posted),
}

HEARD: Final = frozenset(kind.__name__ for kind in ROUND_HEARD | _TELLERS.keys())
"""The kinds of rows that a figure comes from; the others are checked and passed over."""
