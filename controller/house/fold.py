"""What one journal tells beside its rounds: alarms, corrections, machines, stops, the jackpot's ledger.

A `Fold` hears the rows of one session in their order and says what is to be kept. What it has to remember
from row to row is a map of plain values, `memory`, so that the reading of a journal can be taken up again
where it was left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from controller.house.gathered import Gathered
from controller.house.machines import counted, named
from controller.house.round_end import SUMS
from controller.house.round_fold import ROUND_HEARD, RoundFold
from controller.house.store import SLOT_MS
from controller.journal.chain import Row

Body = Mapping[str, Any]

FAULTS: Final = frozenset(("duplicate_card", "extra_card", "card_count", "count_unknown", "card_clash"))
"""Causes of a hold that are a machine's or the cards', not a person's wish to look."""


def new_memory() -> dict[str, Any]:
    """What is remembered before the first row."""
    return {
        "round": None,
        "staked": {},
        "dealer": "",
        "machines": {},
        "down": None,
        "held": None,
        "meter": 0,
        "generation": 0,
        "book": [],
        "modes": [],
        "opened_ms": 0,
        "minimum": 0,
        "maximum": 0,
        "jp1_stake": 0,
    }


class Fold:
    """The rows of one journal, heard one after the other.

    `memory` is what was remembered when the reading stopped, or `new_memory()`; `gathered` is where what the
    rows give is put.
    """

    def __init__(self, source: int, memory: dict[str, Any]) -> None:
        self.source = source
        self.memory = memory
        self.gathered = Gathered()
        self.rounds = RoundFold(source, memory)
        self._last_ms = 0

    def take(self, row: Row, body: Body | None) -> None:
        """The row was heard; `body` is None for a kind that no figure comes from."""
        if body is not None:
            tell = _TELLERS.get(row[2])
            if tell is not None:
                tell(self, row, body)
            self.rounds.take(row, body, self.gathered)
        self._last_ms = row[1]

    def fresh(self) -> Gathered:
        """What the rows heard since the last time gave; the next ones give anew."""
        gathered, self.gathered = self.gathered, Gathered()
        return gathered

    def last(self, at_ms: int) -> None:
        """The reading goes on after a row of this time."""
        self._last_ms = at_ms

    # --- the table -------------------------------------------------------------------------------

    def opened(self, row: Row, body: Body) -> None:
        """Play may begin."""
        memory = self.memory
        memory["opened_ms"] = row.at_ms
        memory["minimum"], memory["maximum"] = body["minimum_cents"], body["maximum_cents"]
        memory["jp1_stake"] = body["jp1_stake_cents"]

    def closed(self, row: Row, body: Body) -> None:
        """The table's time open is known; whatever was down is down no more."""
        memory = self.memory
        if memory["opened_ms"]:
            self.gathered.put("opened", from_ms=memory["opened_ms"], to_ms=row.at_ms)
        memory["opened_ms"] = 0
        self._down_until(row)
        self._held_until(row)

    def resumed(self, row: Row, body: Body) -> None:
        """The program was away since the row before."""
        if self.memory["opened_ms"] and self.memory["down"] is None:
            self.memory["down"] = self._last_ms or row.at_ms

    def confirmed(self, row: Row, body: Body) -> None:
        """The felt was found as recorded: play goes on."""
        self._down_until(row)

    def _down_until(self, row: Row) -> None:
        since = self.memory["down"]
        if since is not None:
            self._stop(since, row.at_ms, "resumed")
            self.memory["down"] = None

    def held(self, row: Row, body: Body) -> None:
        """The round waits for a person."""
        if self.memory["held"] is None:
            self.memory["held"] = [row.at_ms, body["cause"]]

    def hold_ended(self, row: Row, body: Body) -> None:
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

    def dealer_on(self, row: Row, body: Body) -> None:
        """Who deals from here on."""
        self.memory["dealer"] = body["person"]

    def dealer_off(self, row: Row, body: Body) -> None:
        """Nobody deals."""
        self.memory["dealer"] = ""

    # --- alarms, corrections, machines -----------------------------------------------------------

    def alarm(self, row: Row, body: Body) -> None:
        """An alarm was raised."""
        self.gathered.put(
            "alarm",
            source=self.source,
            alarm=body["alarm"],
            at_ms=row.at_ms,
            seq=row.seq,
            code=body["code"],
            priority=body["priority"],
            seat=body.get("seat", 0),
            round=self.rounds.number,
            seen_ms=0,
            cleared_ms=0,
        )

    def alarm_seen(self, row: Row, body: Body) -> None:
        """A person acknowledged it."""
        self.gathered.seen.append((body["alarm"], row.at_ms))

    def alarm_cleared(self, row: Row, body: Body) -> None:
        """Its cause is gone."""
        self.gathered.cleared.append((body["alarm"], row.at_ms))

    def corrected(self, row: Row, body: Body) -> None:
        """Something that was said before was taken back, or said by a person in a machine's place."""
        kind = _CORRECTIONS[row.kind]
        if row.kind == "Undone":
            kind = f"undo.{body['act']}"
        self.gathered.put(
            "correction",
            source=self.source,
            seq=row.seq,
            at_ms=row.at_ms,
            kind=kind,
            round=body["round"] if row.kind == "RectificationRecorded" else self.rounds.number,
            dealer=self.memory["dealer"],
        )

    def rectified(self, row: Row, body: Body) -> None:
        """A settled seat was put right: the bank's result takes it now, and its round is marked."""
        proposer, approver = body["persons"]
        self.gathered.put(
            "rectification",
            source=self.source,
            seq=row.seq,
            at_ms=row.at_ms,
            round=body["round"],
            seat=body["seat"],
            mistake=body["truth"]["mistake"],
            reason=body["reason"],
            moved=body["moved"],
            cents=body["cents"],
            bank_cents=body["bank_cents"],
            orphans_cents=body["orphans_cents"],
            proposer=proposer,
            approver=approver,
        )
        nothing = dict.fromkeys((*SUMS, "rounds", "voided", "prize_cents"), 0)
        slot = (self.source, row.at_ms - row.at_ms % SLOT_MS)
        self.gathered.add("slot", slot, **nothing | {"bank_cents": body["bank_cents"]})

    def machine(self, row: Row, body: Body) -> None:
        """A machine came, went or does badly: the strip before ends here."""
        machine, machines = body["machine"], self.memory["machines"]
        before = machines.get(machine)
        if before is not None and before[0] < row.at_ms:
            self._strip(machine, before, row.at_ms)
        machines[machine] = [row.at_ms, body["health"], body.get("detail", "")]

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

    def posted(self, row: Row, body: Body) -> None:
        """The book answered: one entry of the ledger as this table knows it."""
        memory, kind = self.memory, _LEDGER[row.kind]
        if kind == "read" and [body["book_seq"], body["meter_cents"]] == memory["book"]:
            return  # what the last answer of the book had told already
        memory["book"] = [body["book_seq"], body["meter_cents"]]
        generation = body.get("generation", memory["generation"])
        before = body.get("meter_before_cents", -1)
        stakes = len(self.rounds.asked) if kind == "contribution" else 0
        cents = body.get("cents", body.get("value_cents", 0))
        if kind == "contribution":
            cents = body["meter_cents"] - before
        self.gathered.put(
            "ledger",
            source=self.source,
            seq=row.seq,
            at_ms=row.at_ms,
            kind=kind,
            round=body.get("round", 0),
            generation=generation,
            stakes=stakes,
            cents=cents,
            before_cents=before,
            meter_cents=body["meter_cents"],
            book_seq=body["book_seq"],
        )
        memory["meter"] = body["meter_cents"]
        memory["generation"] = body.get("next_generation", generation)


_CORRECTIONS: Final = {
    "Undone": "undo",
    "BetsReopened": "reopened",
    "CorrectionApproved": "jp1",
    "RoundVoided": "void",
    "CardKeyed": "keyed",
    "EntryTakenBack": "entry",
    "RectificationRecorded": "rectified",
    "HoldEnded": "hold",
}
_LEDGER: Final = {
    "ContributionRecorded": "contribution",
    "AwardRecorded": "award",
    "RefundRecorded": "refund",
    "ClaimRecorded": "claim",
    "ClaimWithdrawn": "withdrawn",
    "FinishRecorded": "finish",
    "MeterRead": "read",
}


def _both(*tellers: Callable[[Fold, Row, Body], None]) -> Callable[[Fold, Row, Body], None]:
    def tell(fold: Fold, row: Row, body: Body) -> None:
        for one in tellers:
            one(fold, row, body)

    return tell


_TELLERS: Final[dict[str, Callable[[Fold, Row, Body], None]]] = {
    "TableOpened": Fold.opened,
    "TableClosed": Fold.closed,
    "SessionResumed": Fold.resumed,
    "FeltConfirmed": Fold.confirmed,
    "RoundHeld": Fold.held,
    "HoldEnded": _both(Fold.corrected, Fold.hold_ended),
    "RoundVoided": _both(Fold.corrected, Fold.hold_ended),
    "DealerSignedOn": Fold.dealer_on,
    "DealerSignedOff": Fold.dealer_off,
    "AlarmRaised": Fold.alarm,
    "AlarmSeen": Fold.alarm_seen,
    "AlarmCleared": Fold.alarm_cleared,
    "Undone": Fold.corrected,
    "BetsReopened": Fold.corrected,
    "CorrectionApproved": Fold.corrected,
    "CardKeyed": Fold.corrected,
    "EntryTakenBack": Fold.corrected,
    "RectificationRecorded": _both(Fold.corrected, Fold.rectified),
    "MachineChanged": Fold.machine,
    "LinesCounted": lambda fold, row, body: counted(fold.gathered, fold.source, row, body),
    "MachineNamed": lambda fold, row, body: named(fold.gathered, fold.source, row, body),
    **dict.fromkeys(_LEDGER, Fold.posted),
}

HEARD: Final = frozenset(_TELLERS) | ROUND_HEARD
"""The kinds of rows that a figure comes from; the others are checked and passed over."""
