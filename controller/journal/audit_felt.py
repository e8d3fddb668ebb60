"""What an audit follows on the felt: cards turned up, stakes laid, seats settled, deals given back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from controller.game import events as e
from controller.game.cards import Card
from controller.game.felt import SIDE_SPOTS, Place, Spot
from controller.game.inputs import ClaimDoubt, SeatRuling
from controller.game.jackpot.waiting_on_book import RULED_VOID
from controller.journal.faults import faulty
from controller.journal.field_codec import parse_body

Read = Callable[[Any], None]
"""Takes an entry's event (of `Cards`, its body); raises `ValueError`, a sentence, where it cannot be."""
Laid = Mapping[Spot | None, int]
"""Cents by spot, JP1 apart; Blind is the second main bet of every game."""
_FIRST_SIDE: Final = None
"""The first side bet of the felt, which is laid without its name."""
_NO_SIDE_BETS: Final = frozenset(Spot) - SIDE_SPOTS


class Cards:
    """A card lies at one place of its deal, and its record is put right only where a hand was refused."""

    def __init__(self) -> None:
        self._deal = (0, 0)
        self._begins = "nothing"
        self._shown: dict[Place, Card] = {}
        self._refused: ClaimDoubt | None = None
        self.kinds: dict[type, Read] = {
            e.RoundOpened: self._opened,
            e.CardDealt: self._lies,
            e.CardProposed: self._lies,
            e.CardKeyed: self._lies,
            e.CardsRevealed: self._revealed,
            e.AwardRefused: self._award_refused,
            e.RecordCorrected: self._corrected,
            e.SettlementOpened: self._settled,
        }

    def _opened(self, event: e.RoundOpened) -> None:
        self._deal, self._refused = (event.round, event.attempt), None
        self._begins = f'{{"round":{event.round},"attempt":{event.attempt},'
        self._shown.clear()

    def _lies(self, body: str) -> None:
        """A third of all entries is a card dealt: its deal is looked for, and nothing else is read of it."""
        if not body.startswith(self._begins):
            told = parse_body(body)
            if (told["round"], told["attempt"]) != self._deal:
                raise ValueError(
                    faulty("card_round_deal_not_under", round=told["round"], deal=told["attempt"])
                )

    def _revealed(self, event: e.CardsRevealed) -> None:
        if (event.round, event.attempt) != self._deal:
            raise ValueError(faulty("cards_round_deal_which_not", round=event.round, deal=event.attempt))
        self._shown |= {turned.place: turned.card for turned in event.cards}

    def _award_refused(self, event: e.AwardRefused) -> None:
        self._refused = event.reason

    def _corrected(self, event: e.RecordCorrected) -> None:
        if self._refused is not ClaimDoubt.HAND:
            raise ValueError(faulty("record_cards_corrected_no_claim"))
        for one in event.cards:
            if self._shown.get(one.place) != one.recorded:
                raise ValueError(faulty("record_corrected_not_what_turned", place=one.place))
            self._shown[one.place] = one.card

    def _settled(self, event: e.SettlementOpened) -> None:
        for card, times in Counter(self._shown.values()).items():
            if times > 1:
                raise ValueError(faulty("lies_places_deal_seats_settled", card=card.text, times=times))


class Felt:
    """Nothing is played that was not laid in this deal, and everything laid is settled or given back.

    Attributes:
        settled: the lines of each seat that is settled in this deal.
        void: seats that two persons ruled void.

    Args:
        standing: the journal is of before stakes were confirmed: those of the deal before stood.
    """

    def __init__(self, *, standing: bool) -> None:
        self._standing = standing
        self._unsaid: set[int] = set()
        self._laid: dict[int, Laid] = {}
        self._bets: dict[int, list[tuple[Spot, int]]] = {}
        self._due: dict[int, dict[Spot, int]] = {}
        self._back: dict[int, dict[Spot, int]] = {}
        self._closed = False
        self._first: Spot | None = None
        self._further: set[Spot] = set()
        self.settled: dict[int, tuple[e.SettledSpot, ...]] = {}
        self._paid: dict[int, int] = {}
        self.void: set[int] = set()
        self.kinds: dict[type, Read] = {
            e.RoundOpened: self._opened,
            e.StakesSet: self._set,
            e.StakesConfirmed: self._confirmed,
            e.StakesTakenBack: self._taken_back,
            e.SeatVacated: self._vacated,
            e.PlayBet: self._bet,
            e.PlayTakenBack: self._bet_back,
            e.SeatRuled: self._ruled,
            e.AntesPaid: self._antes_paid,
            e.SeatSettled: self._settled,
            e.SettlementTakenBack: self._settled_back,
            e.RoundClosed: self._ended,
            e.RoundVoided: self._voided,
            e.SeatRefunded: self._refunded,
            e.RefundTakenBack: self._refund_back,
        }

    def has_laid(self, seat: int) -> bool:
        """Whether the seat has main bets in this deal."""
        return seat in self._laid

    def _opened(self, event: e.RoundOpened) -> None:
        if self._due:
            raise ValueError(faulty("bets_open_before_seat_refunded", seat=max(self._due)))
        if self._standing:
            self._unsaid = set(self._laid)  # they stand, or do not: nothing in the journal says so
        else:
            self._laid = {}
        self._bets, self.settled, self.void, self._paid = {}, {}, set(), {}

    def _set(self, event: e.StakesSet) -> None:
        self._laid[event.seat] = _laid(event)
        self._unsaid.discard(event.seat)

    def _confirmed(self, event: e.StakesConfirmed) -> None:
        self._laid |= {one.seat: _laid(one) for one in event.stakes}
        self._unsaid -= {one.seat for one in event.stakes}

    def _taken_back(self, event: e.StakesTakenBack) -> None:
        for one in event.stakes:
            self._laid.pop(one.seat, None)

    def _vacated(self, event: e.SeatVacated) -> None:
        self._laid.pop(event.seat, None)

    def _bet(self, event: e.PlayBet) -> None:
        if event.seat not in self._laid:
            raise ValueError(faulty("seat_bets_laid_no_main", seat=event.seat))
        self._bets.setdefault(event.seat, []).append((event.spot, event.cents))

    def _bet_back(self, event: e.PlayTakenBack) -> None:
        if not self._bets.get(event.seat):
            raise ValueError(faulty("seat_takes_back_bet_did", seat=event.seat))
        self._bets[event.seat].pop()

    def _ruled(self, event: e.SeatRuled) -> None:
        if event.ruling is SeatRuling.VOID:
            self.void.add(event.seat)

    def _antes_paid(self, event: e.AntesPaid) -> None:
        self._paid = {ante.seat: ante.cents for ante in event.antes}

    def _staked(self, seat: int) -> Laid:
        """What the seat has on each of its spots, JP1 apart; its second main bet equals its Ante."""
        bets: dict[Spot | None, int] = {}
        for spot, cents in self._bets.get(seat, ()):
            bets[spot] = bets.get(spot, 0) + cents
        return {**self._laid[seat], **bets}

    def _settled(self, event: e.SeatSettled) -> None:
        if event.seat in self.settled:
            raise ValueError(faulty("seat_settled_twice", seat=event.seat))
        if event.seat not in self._laid:
            raise ValueError(faulty("seat_settled_laid_no_main", seat=event.seat))
        for line in event.lines:
            if line.returned_cents + line.taken_cents != line.stake_cents:
                raise ValueError(faulty("returned_taken_not_stake_on", spot=line.spot))
            if line.spot in SIDE_SPOTS and not line.rule.startswith((f"{line.spot}_", RULED_VOID)):
                raise ValueError(faulty("settled_rule_another_spot", spot=line.spot, rule=line.rule))
        stakes = ((line.spot, line.stake_cents) for line in event.lines)
        if _told(stakes, self._laid[event.seat]) != self._staked(event.seat):
            raise ValueError(faulty("seat_settled_on_other_stakes", seat=event.seat))
        self._by_its_spot(event.seat, (line.spot for line in event.lines))
        self.settled[event.seat] = event.lines

    def _by_its_spot(self, seat: int, spots: Iterable[Spot]) -> None:
        """The rules are the same in a whole journal, and so is the side bet that is laid without its name."""
        laid = self._laid[seat]
        self._further |= {spot for spot in laid if spot is not None} & SIDE_SPOTS
        for spot in spots:
            if spot in SIDE_SPOTS and spot not in laid:
                self._first = self._first or spot
                if spot is not self._first:
                    raise ValueError(
                        faulty("seat_has_stake_on_laid", seat=seat, spot=spot, spot2=self._first)
                    )
        if self._first in self._further:
            raise ValueError(faulty("seat_laid_name_first_side", seat=seat, spot=self._first))

    def _settled_back(self, event: e.SettlementTakenBack) -> None:
        if self.settled.pop(event.seat, None) is None:
            raise ValueError(faulty("settlement_seat_taken_back_there", seat=event.seat))

    def _ended(self, event: e.RoundClosed) -> None:
        missing = self._laid.keys() - self.settled.keys() - self._unsaid
        if missing:
            raise ValueError(faulty("round_ends_before_seat_settled", seat=max(missing)))
        lines = [line for told in self.settled.values() for line in told if line.spot is not Spot.JP1]
        won_cents = sum(line.taken_cents - line.paid_cents for line in lines)
        if event.bank_cents != won_cents:
            raise ValueError(
                faulty("bank_won_cents_lines_seats", cents=won_cents, told_cents=event.bank_cents)
            )

    def _voided(self, event: e.RoundVoided) -> None:
        if self.settled:
            raise ValueError(faulty("deal_void_after_seat_settled"))
        if not event.confirmed_by:  # of before a void was armed and confirmed: nobody said when it was back
            return
        self._due, self._back = {}, {}
        for one in event.returned:
            self._due.setdefault(one.seat, {})[one.spot] = one.cents
        for seat in self._laid.keys() - self._unsaid:
            if _told(self._due.get(seat, {}).items(), self._laid[seat]) != self._staked(seat):
                raise ValueError(faulty("seat_have_back_other_stakes", seat=seat))
            self._by_its_spot(seat, self._due.get(seat, ()))

    def _refunded(self, event: e.SeatRefunded) -> None:
        due = self._due.get(event.seat, {})
        given = {line.spot: line.cents for line in event.lines if line.spot is not Spot.JP1}
        if given != {spot: cents for spot, cents in due.items() if spot is not Spot.JP1} or not given:
            raise ValueError(faulty("seat_not_refunded_what_staked", seat=event.seat))
        if event.ante_back_cents != self._paid.get(event.seat, 0):
            raise ValueError(faulty("paid_ante_not_taken_back", seat=event.seat))
        self._back[event.seat] = self._due.pop(event.seat)

    def _refund_back(self, event: e.RefundTakenBack) -> None:
        if event.seat not in self._back:
            raise ValueError(faulty("refund_seat_taken_back_there", seat=event.seat))
        self._due[event.seat] = self._back.pop(event.seat)


def _laid(told: e.SeatStakes | e.StakesSet) -> Laid:
    """The stakes of a seat by their spots.

    Raises:
        ValueError: they cannot lie so.
    """
    laid: dict[Spot | None, int] = {Spot.ANTE: told.ante_cents, Spot.BLIND: told.ante_cents}
    laid |= {_FIRST_SIDE: told.side_cents} if told.side_cents else {}
    for one in told.further:
        if one.spot in laid or one.spot in _NO_SIDE_BETS or one.cents <= 0:
            raise ValueError(faulty("seat_has_no_such_side", seat=told.seat, spot=one.spot))
        laid[one.spot] = one.cents
    return laid


def _told(lines: Iterable[tuple[Spot, int]], laid: Laid) -> Laid:
    """Stakes by their spots, JP1 apart, as `Felt._staked` has them.

    Raises:
        ValueError: a spot stands there twice.
    """
    told: dict[Spot | None, int] = {}
    for spot, cents in lines:
        named = Spot.BLIND if spot is Spot.SUPER_ANTE else spot
        key = named if named in _NO_SIDE_BETS or named in laid else _FIRST_SIDE
        if key in told:
            raise ValueError(faulty("stands_there_twice", spot=spot))
        if spot is not Spot.JP1:
            told[key] = cents
    return told
