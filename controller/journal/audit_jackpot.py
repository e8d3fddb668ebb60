"""What an audit follows of JP1: each stake once into the book, each prize asked once and answered."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from controller.game import events as e
from controller.game.felt import Spot
from controller.journal.audit_felt import Felt, Read
from controller.journal.faults import faulty

_ASIDE: Final[dict[str, type]] = {
    "refund": e.RefundAsked,
    "award": e.AwardAsked,
    "finish": e.FinishAsked,
    "claim": e.ClaimAsked,
    "refusal": e.AwardRefused,
}


class Jackpot:
    """A table has one act outstanding at a time; each is answered once, before the next is asked.

    Attributes:
        in_play: of each round, the seats that play for JP1 and the deal that took their stake.
    """

    def __init__(self, felt: Felt) -> None:
        self._felt = felt
        self._asked: Any = None
        self._book_seq = self._read_seq = 0
        self._meters: dict[tuple[int, int], int] = {}
        self._round = 0
        self.in_play: dict[int, dict[int, int]] = {}
        self._leaving: dict[int, dict[int, int]] = {}
        self._sealed: dict[int, int] = {}
        self._lies: e.StakesSetAside | None = None
        self._stake_cents = 0
        self._claims: dict[int, int] = {}
        self._awarded: Counter[tuple[int, int]] = Counter()
        self._paid: dict[tuple[int, int], int] = {}
        self._keys: set[tuple[object, ...]] = set()
        self.kinds: dict[type, Read] = {
            e.RoundOpened: self._opened,
            e.SeatVacated: self._vacated,
            e.CorrectionApproved: self._vacated,
            e.ContributionAsked: self._contribution_asked,
            e.ContributionRecorded: self._contributed,
            e.ContributionRefused: self._contribution_refused,
            e.StakesSetAside: self._set_aside,
            e.SealOpened: self._seal_opened,
            e.RefundAsked: self._ask,
            e.RefundRecorded: self._refunded,
            e.ClaimAsked: self._claim_asked,
            e.ClaimRecorded: self._claimed,
            e.AwardRefused: self._award_refused,
            e.ClaimWithdrawn: self._withdrawn,
            e.AwardAsked: self._award_asked,
            e.AwardRecorded: self._awarded_by_book,
            e.ActSetAside: self._act_aside,
            e.RoundClosed: self._closed,
            e.RoundVoided: self._voided,
            e.FinishAsked: self._finish_asked,
            e.FinishRecorded: self._finished,
            e.MeterRead: self._booked,
            e.MeterCorrectionAsked: self._ask,
            e.MeterCorrected: self._corrected,
            e.IncrementMoved: self._corrected,
            e.JackpotStopAsked: self._ask,
            e.JackpotStopped: self._stopped,
            e.DifferenceFound: self._differs,
            e.ReopeningAsked: self._reopening_asked,
            e.JackpotReopened: self._reopened,
            e.MeterActRefused: self._act_refused,
        }

    # --- asked and answered -----------------------------------------------------------------------

    def _ask(self, event: Any) -> None:
        if self._asked is not None:
            raise ValueError(faulty("while_has_no_answer_yet", kind=_name(event), kind2=_name(self._asked)))
        prizes = frozenset(one.kind for one in getattr(event, "awards", ()))
        named = (getattr(event, name, 0) for name in ("round", "attempt", "seat", "number"))
        key = type(event), prizes, *named
        if key in self._keys:
            raise ValueError(faulty("second_time", kind=_name(event)))
        self._keys.add(key)
        self._asked = event

    def _answer(self, event: Any, *kinds: type, same: tuple[str, ...], act: Any = None) -> Any:
        """What was asked; it is answered now, by the event or by the act that it tells of.

        Raises:
            ValueError: something else was asked, or nothing.
        """
        asked, self._asked = self._asked, None
        if not isinstance(asked, kinds) or any(getattr(asked, n) != getattr(act or event, n) for n in same):
            raise ValueError(faulty("answers_nothing_asked", kind=_name(event)))
        return asked

    def _booked(self, event: Any) -> None:
        """The meter at one entry of the book is one. It may be read before the answer to an older act comes,
        and of a book that went back."""
        if event.book_seq < self._read_seq:
            self._meters.clear()
        self._read_seq = event.book_seq
        known = self._meters.setdefault((event.generation, event.book_seq), event.meter_cents)
        if known != event.meter_cents:
            raise ValueError(faulty("meter_entry_book_cents_before", seq=event.book_seq, cents=known))

    def _goes_on(self, event: Any) -> None:
        """Each act of the table has a later place in the book than the one before."""
        if event.book_seq <= self._book_seq:
            raise ValueError(faulty("jackpot_book_goes_back"))
        self._book_seq = event.book_seq

    # --- stakes -----------------------------------------------------------------------------------

    def _opened(self, event: e.RoundOpened) -> None:
        self._round = event.round
        self.in_play.setdefault(event.round, {})

    def _vacated(self, event: e.SeatVacated | e.CorrectionApproved) -> None:
        """The seat plays for nothing any more; its stake is to be refunded before the round is finished."""
        attempt = self.in_play.get(self._round, {}).pop(event.seat, None)
        if attempt is not None:
            self._leaving.setdefault(self._round, {})[event.seat] = attempt

    def _contribution_asked(self, event: e.ContributionAsked) -> None:
        self._ask(event)
        if event.round not in self.in_play:
            raise ValueError(faulty("round_which_not_under_way", kind=_name(event), round=event.round))
        if len(set(event.seats)) != len(event.seats) or set(event.seats) & set(self.in_play[event.round]):
            raise ValueError(faulty("jp1_stake_added_twice"))
        for seat in event.seats:
            if not self._felt.has_laid(seat):
                raise ValueError(faulty("jp1_stake_seat_which_laid", seat=seat))
        self._stake_cents = event.stake_cents

    def _contributed(self, event: e.ContributionRecorded) -> None:
        asked = self._answer(event, e.ContributionAsked, same=("round", "attempt"))
        rise = event.meter_cents - event.meter_before_cents
        if not 0 <= rise <= asked.stake_cents * len(asked.seats):
            raise ValueError(faulty("meter_rose_what_nobody_staked"))
        self._goes_on(event)
        if self._is_aside(event):
            self._sealed = dict.fromkeys(asked.seats, event.attempt)
            return
        self.in_play[event.round] |= dict.fromkeys(asked.seats, event.attempt)

    def _contribution_refused(self, event: e.ContributionRefused) -> None:
        self._answer(event, e.ContributionAsked, same=("round", "attempt"))

    def _is_aside(self, event: Any) -> bool:
        lies = self._lies
        return lies is not None and (lies.round, lies.attempt) == (event.round, event.attempt)

    def _set_aside(self, event: e.StakesSetAside) -> None:
        self._lies = event

    def _seal_opened(self, event: e.SealOpened) -> None:
        lies, self._lies = self._lies, None
        if lies is None or (event.round, event.attempt, event.seats) != (
            lies.round,
            lies.attempt,
            lies.seats,
        ):
            raise ValueError(faulty("seal_opened_not_laid"))
        if self._sealed:
            raise ValueError(faulty("sealed_chips_go_back_whose"))

    def _refunded(self, event: e.RefundRecorded) -> None:
        self._answer(event, e.RefundAsked, same=("round", "attempt", "seat"))
        self._goes_on(event)
        self._give_back(event)

    def _give_back(self, event: Any) -> None:
        leaving = self._leaving.get(event.round, {})
        stakes = self._sealed if self._is_aside(event) else leaving or self.in_play.get(event.round, {})
        if stakes.pop(event.seat, None) is None and event.round in self.in_play:
            raise ValueError(faulty("jp1_stake_seat_goes_back", seat=event.seat))

    # --- prizes -----------------------------------------------------------------------------------

    def _claim_asked(self, event: e.ClaimAsked) -> None:
        self._ask(event)
        self._plays(event)

    def _plays(self, event: Any) -> None:
        if event.seat not in self.in_play.get(event.round, ()):
            raise ValueError(faulty("seat_which_has_no_jp1", kind=_name(event), seat=event.seat))

    def _claimed(self, event: e.ClaimRecorded) -> None:
        self._answer(event, e.ClaimAsked, same=("round", "attempt"))
        self._goes_on(event)
        self._claims[event.round] = event.value_cents

    def _award_refused(self, event: e.AwardRefused) -> None:
        if event.claimed:
            self._ask(event)

    def _withdrawn(self, event: e.ClaimWithdrawn) -> None:
        self._answer(event, e.AwardRefused, same=("round", "attempt"))
        self._goes_on(event)
        self._claims.pop(event.round, None)

    def _award_asked(self, event: e.AwardAsked) -> None:
        self._ask(event)
        self._plays(event)

    def _awarded_by_book(self, event: e.AwardRecorded) -> None:
        asked = self._answer(event, e.AwardAsked, same=("round", "attempt", "seat"))
        self._goes_on(event)
        share = event.cents - sum(one.cents for one in asked.awards)
        open_ = any(one.kind == "jackpot" and not one.cents for one in asked.awards)
        if share and not open_:
            raise ValueError(faulty("prize_recorded_not_prize_asked"))
        if share:
            left = self._claims.get(event.round, 0) - share
            if share < 0 or left < 0:
                raise ValueError(faulty("more_than_frozen_value_paid"))
            self._claims[event.round] = left
        self._awarded[event.round, event.seat] += event.cents

    def _act_aside(self, event: e.ActSetAside) -> None:
        """The book will never do it; its player has what is his all the same."""
        act = event.act
        if self._asked is not None:
            self._answer(event, _ASIDE.get(act.kind, type(None)), same=("round", "attempt"), act=act)
        if act.kind == "award":
            self._awarded[act.round, act.seat] += act.cents
        elif act.kind == "refund":
            self._give_back(act)

    # --- ends -------------------------------------------------------------------------------------

    def _closed(self, event: e.RoundClosed) -> None:
        stakes = self.in_play.get(event.round, {})
        for seat, lines in self._felt.settled.items():
            if seat in self._felt.void:
                continue  # its JP1 stake goes back by a refund of its own
            for line in (line for line in lines if line.spot is Spot.JP1):
                # One that was carried stands in a line again where it went back with its prize.
                here = stakes.get(seat) == event.attempt or line.returned_cents
                wanted = self._stake_cents if here else 0
                if seat not in stakes or line.stake_cents != wanted:
                    raise ValueError(faulty("seat_settled_on_another_jp1", seat=seat))
                self._paid[event.round, seat] = line.paid_cents
        missing = {seat for seat in stakes if (event.round, seat) not in self._paid} - self._felt.void
        if missing:
            raise ValueError(faulty("jp1_stake_seat_not_settled", seat=max(missing)))

    def _voided(self, event: e.RoundVoided) -> None:
        if not event.jp1_carried:
            return
        stakes = self.in_play.get(event.round, {})
        if not set(event.jp1_carried) <= set(stakes):
            raise ValueError(faulty("jp1_stake_carried_book_does"))
        back = {seat: stakes.pop(seat) for seat in set(stakes) - set(event.jp1_carried)}
        self._leaving.setdefault(event.round, {}).update(back)

    def _finish_asked(self, event: e.FinishAsked) -> None:
        self._ask(event)
        if self._leaving.get(event.round):
            raise ValueError(faulty("round_finished_before_jp1_stake", round=event.round))
        for seat in self.in_play.get(event.round, ()):
            paid, posted = self._paid.get((event.round, seat), 0), self._awarded[event.round, seat]
            if paid != posted:
                raise ValueError(faulty("seat_paid_cents_jp1_book", seat=seat, cents=paid, told_cents=posted))

    def _finished(self, event: e.FinishRecorded) -> None:
        self._answer(event, e.FinishAsked, same=("round",))
        self._goes_on(event)

    # --- the meter in the hands of people -----------------------------------------------------------

    def _corrected(self, event: e.MeterCorrected | e.IncrementMoved) -> None:
        asked = self._answer(event, e.MeterCorrectionAsked, same=("number", "persons", "reason"))
        self._goes_on(event)
        if asked.cents != event.cents or event.after_cents - event.before_cents != event.cents:
            raise ValueError(faulty("meter_corrected_another_amount_than"))

    def _stopped(self, event: e.JackpotStopped) -> None:
        self._answer(event, e.JackpotStopAsked, same=("number", "persons", "fate"))
        self._goes_on(event)

    def _differs(self, event: e.DifferenceFound) -> None:
        """The round under way goes on in a book that went back, before anybody has accepted it."""
        self._book_seq = min(self._book_seq, event.difference.found_seq)

    def _reopening_asked(self, event: e.ReopeningAsked) -> None:
        if self._asked is None:
            self._ask(event)

    def _reopened(self, event: e.JackpotReopened) -> None:
        """The table goes on from the book as two persons accept it, wherever that stands."""
        if isinstance(self._asked, e.ReopeningAsked):
            self._asked = None
        self._book_seq = event.book_seq
        self._meters.clear()

    def _act_refused(self, event: e.MeterActRefused) -> None:
        if getattr(self._asked, "number", 0) == event.number:
            self._asked = None


def _name(event: object) -> str:
    return type(event).__name__
