"""What the house wants of a round beside its money and cards: when each part of it began, and what marks it.

Stakes, JP1, cards and settlement are folded where all readers of journals have them (`journal/rounds.py`).
"""

from __future__ import annotations

from typing import Any, Final

from controller.game import events as e
from controller.house.gathered import Gathered
from controller.house.round_end import Ended, Played, end_round
from controller.journal.chain import Row
from controller.journal.rounds import Round, Rounds, Stake

_FLAGS: Final[dict[type[e.Event], str]] = {
    e.CardKeyed: "keyed",
    e.CardsDealtByHand: "by_hand",
    e.CardUnread: "unread",
    e.SeatContested: "contested",
    e.CorrectionApproved: "jp1_corrected",
    e.ClaimRecorded: "jackpot",
    e.SessionResumed: "resumed",
    e.AlarmRaised: "alarm",
    e.Undone: "undone",
    e.RoundVoided: "voided",
}
"""What marks a round, by the entry that does."""
_STAGES: Final[dict[type[e.Event], str]] = {
    e.BetsClosed: "jp1",
    e.DealBegun: "deal",
    e.ShowdownOpened: "showdown",
    e.SettlementOpened: "settlement",
}
"""The parts of a deal, by the entry that begins them; the first is `bets`, and each street has its own."""


class RoundFold:
    """The round under way. `memory` is that of the `Fold`: who deals, and where the meter stands.

    What is remembered of a round is where it began: taken up again, its entries are heard again. `ended` is
    given each round that is over.
    """

    def __init__(self, source: int, memory: dict[str, Any], ended: Ended = end_round) -> None:
        self._source = source
        self._ended = ended
        self._memory = memory
        self._rounds = Rounds({int(seat): Stake(*stake) for seat, stake in memory["staked"].items()})
        self._played: Played | None = None

    def remember(self) -> None:
        """The memory says where the round under way began, and what was staked before it, or is now."""
        played, now = self._played, self._rounds.now
        under_way = played is not None and now is not None
        staked = now.standing if now is not None and under_way else self._rounds.staked
        self._memory["staked"] = {str(seat): list(stake) for seat, stake in staked.items()}
        self._memory["round_from"] = played.first_seq if played is not None else 0
        self._memory["round_meter"] = played.meter_before if played is not None else 0

    @property
    def number(self) -> int:
        """The round under way, 0 between rounds."""
        return self._rounds.now.number if self._played is not None and self._rounds.now is not None else 0

    @property
    def now(self) -> Round | None:
        """What was folded of the round under way, or of the last one."""
        return self._rounds.now

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats whose JP1 stakes the book was last asked to add in this deal."""
        now, asked = self._rounds.now, self._rounds.asked
        if self._played is None or now is None or asked is None:
            return ()
        return asked.seats if (asked.round, asked.attempt) == (now.number, now.attempt) else ()

    def again(self, rows: list[tuple[Row, e.Event]]) -> None:
        """The entries of the round under way, which were heard before; nothing is counted of them again."""
        meter = self._memory["meter"]
        self._memory["meter"] = self._memory["round_meter"]
        for row, event in rows:
            self.take(row, event, Gathered())
        self._memory["meter"] = meter

    def take(self, row: Row, event: e.Event, gathered: Gathered) -> None:
        """The row was heard."""
        if isinstance(event, e.RoundOpened):
            self._opened(row, event, gathered)
            return
        if isinstance(event, e.TableClosed):
            self._end_void(gathered)
        self._rounds.take(event)
        played, now = self._played, self._rounds.now
        if played is None or now is None:
            return
        kind = type(event)
        flag = _FLAGS.get(kind)
        if flag is not None and flag not in played.flags:
            played.flags.append(flag)
        played.last_seq, played.last_hash = row[0], row[5]
        stage = _STAGES.get(kind)
        if stage is not None:
            played.stages.append((stage, row[1]))
        if kind in _NOTED:
            _note(played, row[1], event)
        if isinstance(event, e.RoundClosed):
            dealer = event.dealer or self._memory["dealer"]
            self._ended(self._source, played, now, row[1], event.bank_cents, dealer, gathered)
            self._played = None

    def _opened(self, row: Row, event: e.RoundOpened, gathered: Gathered) -> None:
        """A new round, or another deal of the one that was voided."""
        if event.round != self.number:
            self._end_void(gathered)
            meter = self._memory["meter"]
            self._played = Played(row.at_ms, row.seq, row.prev_hash, meter, meter, row.seq, row.hash)
        assert self._played is not None, "either it is under way or it begins"
        self._rounds.take(event)
        self._played.stages, self._played.void_ms = [("bets", row.at_ms)], 0

    def _end_void(self, gathered: Gathered) -> None:
        """A round whose last deal was voided and not dealt again has ended there."""
        played, now = self._played, self._rounds.now
        if played is not None and now is not None and played.void_ms:
            self._ended(self._source, played, now, played.void_ms, 0, self._memory["dealer"], gathered)
        self._played = None


_NOTED: Final = frozenset(
    {
        *(e.DecisionsOpened, e.ContributionRecorded, e.BetsReopened, e.ShowdownOpened, e.RoundHeld),
        *(e.RoundVoided, e.SeatRefunded, e.RefundTakenBack),
    }
)


def _note(played: Played, at_ms: int, event: e.Event) -> None:
    """What else the house keeps of a round."""
    match event:
        case e.DecisionsOpened():
            played.stages.append((f"street.{event.street}", at_ms))
        case e.ContributionRecorded():
            played.meter = event.meter_cents
        case e.BetsReopened():
            del played.stages[1:]
        case e.ShowdownOpened() if event.supervised and "supervised" not in played.flags:
            played.flags.append("supervised")
        case e.RoundHeld():
            played.incident = played.incident or event.cause
        case e.RoundVoided():
            played.incident, played.void_ms = str(event.reason), at_ms
        case e.SeatRefunded() | e.RefundTakenBack():
            played.void_ms = at_ms  # a void round ends with its last refund


ROUND_HEARD: Final = frozenset(
    {
        *(e.RoundOpened, e.StakesSet, e.StakesConfirmed, e.StakesTakenBack, e.SeatVacated),
        *(e.BetsClosed, e.BetsReopened, e.Jp1GivenBack, e.ContributionAsked, e.ContributionRecorded),
        *(e.DealBegun, e.CardsRevealed, e.RecordCorrected, e.DecisionsOpened, e.ShowdownOpened),
        *(e.SettlementOpened, e.SeatSettled, e.SettlementTakenBack, e.AwardAsked, e.AwardRecorded),
        *(e.SeatFolded, e.FoldTakenBack, e.SeatRuled, e.RoundHeld, e.SeatRefunded, e.RefundTakenBack),
        *(e.TableClosed, e.RoundClosed, *_FLAGS),
    }
)
"""The entries that a round is made of here; the others are not read."""
