"""The rows of the exported datasets, from the one fold of a session's journal.

A row is a tuple in the order of `parquet_schema.DATASETS`, instants in milliseconds. No card is in one that
was not turned up: the fold knows no other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from controller.game import events as e
from controller.game.cards import Card
from controller.game.felt import Place, Spot, board, dealer, hole
from controller.game.hands import HandClass
from controller.house.fold import Fold
from controller.house.gathered import Gathered
from controller.house.parquet_schema import DATASETS, DAY_BY
from controller.house.round_end import Played, end_round
from controller.house.scope import DAY_MS
from controller.journal.chain import Row
from controller.journal.rounds import Round, bank_cents

Rows = dict[tuple[str, int], list[tuple[Any, ...]]]
"""Rows by dataset and day, a day by its first millisecond."""
_BOARD: Final = tuple(map(board, range(5)))
_BANK: Final = (dealer(0), dealer(1))
_DAY_AT: Final = {
    name: [column.name for column in columns].index(DAY_BY[name]) for name, columns in DATASETS.items()
}


class SessionRows:
    """The rows of one session; `memory` is that of the fold, so that a reading can be taken up again."""

    def __init__(self, memory: dict[str, Any]) -> None:
        self.fold = Fold(0, memory, self._ended)
        self.rows: Rows = {}

    def take(self, row: Row, event: e.Event, before_ms: int) -> None:
        """The next entry that a figure comes from."""
        self.fold.take(row, event, before_ms)
        tell = _TELLERS.get(type(event))
        if tell is not None:
            tell(self, row, event)
        for told in self.fold.fresh().rows.get("ledger", ()):
            if told["kind"] in ("contribution", "refund"):
                self._contribution(told)

    def _put(self, dataset: str, *values: Any) -> None:
        at_ms = values[_DAY_AT[dataset]]
        self.rows.setdefault((dataset, at_ms - at_ms % DAY_MS), []).append(values)

    # --- a round ---------------------------------------------------------------------------------

    def _ended(
        self,
        source: int,
        played: Played,
        dealt: Round,
        at_ms: int,
        bank: int,
        dealt_by: str,
        gathered: Gathered,
    ) -> None:
        end_round(source, played, dealt, at_ms, bank, dealt_by, gathered)
        kept = gathered.rows["round"][-1]
        voided = bool(played.void_ms)
        self._put(
            "rounds",
            dealt.number,
            dealt.attempt,
            played.opened_ms,
            at_ms,
            voided,
            played.first_seq,
            played.last_seq,
            kept["players"].bit_count(),
            kept["jp1"].bit_count(),
            kept["ante_cents"],
            kept["side_cents"],
            kept["staked_cents"],
            kept["paid_cents"],
            bank,
            dealt.prizes_cents,
            played.meter,
            dealt.qualified,
            _cards(dealt, _BOARD),
            _cards(dealt, _BANK),
            _hand(kept["classes"], 0),
            dealt_by,
            played.incident,
            list(played.flags),
        )
        for seat in sorted(dealt.dealt.keys() | dealt.settled.keys()):
            self._seat(dealt, seat, at_ms, voided, kept["classes"])

    def _seat(self, dealt: Round, seat: int, at_ms: int, voided: bool, classes: str) -> None:
        stake, lines = dealt.dealt.get(seat), dealt.settled.get(seat, ())
        of_bank = [line for line in lines if line.spot is not Spot.JP1]
        self._put(
            "seats",
            dealt.number,
            at_ms,
            voided,
            seat,
            seat in dealt.jp1,
            seat in dealt.folded,
            seat in dealt.ruled_void,
            stake.ante_cents if stake is not None else 0,
            stake.sides_cents if stake is not None else 0,
            sum(line.stake_cents for line in of_bank),
            sum(line.paid_cents for line in of_bank),
            bank_cents(lines),
            _cards(dealt, (hole(seat, 0), hole(seat, 1))),
            _hand(classes, seat),
        )
        for line in lines:
            cents = (line.stake_cents, line.returned_cents, line.taken_cents, line.paid_cents)
            self._put("bets", dealt.number, at_ms, voided, seat, str(line.spot), *cents, line.rule)

    # --- what is told by one entry ---------------------------------------------------------------

    def _contribution(self, told: dict[str, Any]) -> None:
        names = "round at_ms seq kind stakes cents meter_cents generation book_seq"
        self._put("contributions", *(told[name] for name in names.split()))

    def prize_asked(self, row: Row, event: e.AwardAsked) -> None:
        """The book is to post these prizes of a seat; it may answer when other rounds are over (LK-02)."""
        kinds = [one.kind for one in event.awards]
        self.fold.memory["prizes"].append([event.round, event.attempt, event.seat, kinds])

    def prize(self, row: Row, event: e.AwardRecorded) -> None:
        """The book has posted the prizes of a seat: those that were asked for first."""
        asked, of = self.fold.memory["prizes"], [event.round, event.attempt, event.seat]
        at = next((at for at, one in enumerate(asked) if one[:3] == of), None)
        kinds = asked.pop(at)[3] if at is not None else []
        money = (event.cents, kinds, event.meter_cents, event.book_seq)
        self._put("prizes", event.round, row.at_ms, row.seq, event.seat, *money)

    def alarm(self, row: Row, event: e.AlarmRaised | e.AlarmSeen | e.AlarmCleared) -> None:
        """An alarm was raised, seen or cleared."""
        told: tuple[Any, ...] = (None, None, None)
        if isinstance(event, e.AlarmRaised):
            told = (event.code, event.priority, event.seat)
        happened = _HAPPENED[type(event)]
        self._put("alarms", self.fold.rounds.number, row.at_ms, row.seq, event.alarm, happened, *told)

    def rectified(self, row: Row, event: e.RectificationRecorded) -> None:
        """A settled seat was put right."""
        why = (str(event.truth.mistake), str(event.reason))
        cents = (event.cents, event.bank_cents)
        self._put("rectifications", event.round, row.at_ms, row.seq, event.seat, *why, *cents)


_HAPPENED: Final[dict[type[e.Event], str]] = {
    e.AlarmRaised: "raised",
    e.AlarmSeen: "seen",
    e.AlarmCleared: "cleared",
}
_TELLERS: Final[dict[type[e.Event], Callable[[SessionRows, Row, Any], None]]] = {
    e.AwardAsked: SessionRows.prize_asked,
    e.AwardRecorded: SessionRows.prize,
    e.RectificationRecorded: SessionRows.rectified,
    **dict.fromkeys(_HAPPENED, SessionRows.alarm),
}


def _cards(dealt: Round, places: Iterable[Place]) -> str:
    """The cards at these places that were turned up."""
    shown: list[Card] = [dealt.shown[place] for place in places if place in dealt.shown]
    return " ".join(card.text for card in shown)


def _hand(classes: str, whose: int) -> str | None:
    """The class of the bank's hand (0) or a seat's, where it was told."""
    return str(HandClass(int(classes[whose]))) if classes[whose].isdecimal() else None
