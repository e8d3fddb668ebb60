"""Rectification: a settled seat computed anew from the same cards, with what was really so.

Pure. The cards are those of the journal, the settlement is that of the table (`settle`); only a payment that
was made otherwise than computed is told as an amount. JP1 is never moved here: where the truth would change
it, the rectification is refused (PM-08), and the two best hands have their own procedure (art. 55-20, 2°).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from controller.game.betting.told import stakes_of, why_not_staked
from controller.game.cards import Card, FaceDown
from controller.game.changes import changed, with_round, with_seat
from controller.game.dealing.by_hand import compared, may_be
from controller.game.dealing.card_seen_twice import lying_twice
from controller.game.dealing.declared_hand import Entered, Outcome
from controller.game.events import SettledSpot
from controller.game.felt import Pile, Place, Spot
from controller.game.jackpot.rules import jp1_alive
from controller.game.profile import LIMIT_MULTIPLES, Bet, RuleProfile
from controller.game.rectification.claimed_facts import Mistake, Truth
from controller.game.rectification.settled_rounds import PastRound
from controller.game.refusals import ART, ART_JP1, Refusal
from controller.game.round import Seat
from controller.game.settling.settle import RoundSettlement, SeatSettlement, SpotLine
from controller.game.settling.showdown import holes, plays_on, settle_shown
from controller.game.state import Phase, TableState
from controller.game.state_parts import PlacedBet

FOLD: Final = "fold"
BY_CENTS_MAX: Final = 100_000_000
"""More than is paid at any seat: a figure keyed wrongly."""
NOTHING: Final = Refusal("nothing_to_rectify", "AC-10")


class Decision(NamedTuple):
    """One way a seat may have gone through the streets of a round: what it bet, and whether it gave up."""

    bets: tuple[Bet, ...]
    folded: bool


class Reckoning(NamedTuple):
    """A seat computed anew.

    `first` is the settlement in force and `lines` the true one, JP1 apart; `cents` is what the player is
    still to receive, below zero to give. `sealed`: cards lie face down by the record, and what follows from
    them is computed for nobody before a second person approves. `others` are the seats whose settlement
    the same true card changes too.
    """

    first: tuple[SettledSpot, ...]
    lines: tuple[SettledSpot, ...]
    cents: int
    sealed: bool
    others: tuple[int, ...]


# --- what a seat may have done -------------------------------------------------------------------


@lru_cache(maxsize=16)
def decisions(profile: RuleProfile) -> dict[str, Decision]:
    """Every decision of this game by its code: `play4`, `a05t.a05r`, `fold`, `a4.fold` (cards thrown in)."""
    found = {_code(one): one for one in _paths(profile, 0, ())}
    if profile.options.fold_any_time:
        thrown = [Decision(one.bets, True) for one in found.values() if one.bets and not one.folded]
        found |= {_code(one): one for one in thrown}
    return found


def _paths(profile: RuleProfile, street: int, bets: tuple[Bet, ...]) -> Iterator[Decision]:
    if street == len(profile.streets):
        yield Decision(bets, False)
        return
    last = bets[-1].spot if bets else None
    offered = [bet for bet in profile.streets[street].bets if bet.after is last]
    for bet in offered:
        yield from _paths(profile, street + 1, (*bets, bet))
    if offered and profile.streets[street].fold:
        yield Decision(bets, True)
    else:
        yield from _paths(profile, street + 1, bets)


def _code(decision: Decision) -> str:
    told = [f"play{bet.half_antes // 2}" if bet.spot is Spot.PLAY else str(bet.spot) for bet in decision.bets]
    return ".".join([*told, *([FOLD] if decision.folded else [])])


def decision_of(profile: RuleProfile, seat: Seat) -> str:
    """The code of what the seat did, by the record."""
    bets = tuple(_bet(profile, seat.ante_cents, placed) for placed in seat.bets)
    return _code(Decision(bets, seat.folded))


def _bet(profile: RuleProfile, ante_cents: int, placed: PlacedBet) -> Bet:
    every = (bet for street in profile.streets for bet in street.bets if bet.spot is placed.spot)
    return next(bet for bet in every if bet.cents(ante_cents) == placed.cents)


# --- the record and the truth --------------------------------------------------------------------


def settled_round(state: TableState, number: int) -> PastRound | None:
    """The round with this number as it was settled: the one being settled, or a closed one of the session."""
    if state.phase is Phase.SETTLING and state.playing.number == number:
        return PastRound(state.playing, state.seats)
    return next((past for past in reversed(state.record.past) if past.played.number == number), None)


def believed(state: TableState, past: PastRound) -> TableState:
    """The table as it stood when that round was settled, with all that was rectified of it since."""
    then = changed(state, round=past.played, seats=past.seats)
    deal = (past.played.number, past.played.attempt)
    for done in state.record.done:
        if (done.entry.round, done.entry.attempt) == deal:
            then = truly(then, done.entry.seat, done.entry.truth)
    return then


def truly(then: TableState, seat: int, truth: Truth) -> TableState:
    """The same table with what was really so at this seat."""
    then = _TRUE[truth.mistake](then, seat, truth)
    for n in then.players if truth.mistake is Mistake.CARD else (seat,):
        then = _with_cards(then, n)
    return then


def _decided(then: TableState, seat: int, truth: Truth) -> TableState:
    told, ante_cents = decisions(then.profile)[truth.decision], then.seat(seat).ante_cents
    bets = tuple(PlacedBet(bet.spot, bet.cents(ante_cents)) for bet in told.bets)
    return _with_hand(with_seat(then, seat, bets=bets, folded=told.folded), seat, truth)


def _staked(then: TableState, seat: int, truth: Truth) -> TableState:
    """The bets after the deal follow from the Ante."""
    player = then.seat(seat)
    again = [_bet(then.profile, player.ante_cents, placed) for placed in player.bets]
    bets = tuple(PlacedBet(bet.spot, bet.cents(truth.ante_cents)) for bet in again)
    return with_seat(then, seat, stakes=stakes_of(then.profile, truth), bets=bets)


def _with_card(then: TableState, seat: int, truth: Truth) -> TableState:
    assert truth.place is not None, "a card without its place"
    assert truth.card is not None, "a place without its card"
    played = then.playing
    cards = {**played.cards, truth.place: FaceDown(truth.card)}
    return with_round(then, cards=cards, shown={**played.shown, truth.place: truth.card})


def _with_hand(then: TableState, seat: int, truth: Truth) -> TableState:
    """The seat's hand as it was told; one that is not compared any more is told by its class alone."""
    played = then.playing
    told = played.entered.get(seat)
    if truth.outcome is not None and truth.hand_class is not None:
        told = Entered(truth.outcome, truth.hand_class)
    elif told is not None and not compared(then, seat):
        told = Entered(Outcome.NONE, told.hand_class)
    return then if told is None else with_round(then, entered={**played.entered, seat: told})


def _with_cards(then: TableState, seat: int) -> TableState:
    """A hand that played lay open on the felt, though not by the record: it settles by its cards.

    Here alone: the table's own state, its journal and its views keep it face down (rules, section 2).
    """
    turned = {
        place: card.turned_up()
        for place in holes([seat])
        if (card := then.playing.cards.get(place)) is not None and place not in then.playing.shown
    }
    if len(turned) < 2 or seat in then.playing.entered or not plays_on(then, seat):
        return then
    return with_round(then, shown={**then.playing.shown, **turned})


_TRUE: Final[dict[Mistake, Callable[[TableState, int, Truth], TableState]]] = {
    Mistake.DECISION: _decided,
    Mistake.STAKE: _staked,
    Mistake.HAND: _with_hand,
    Mistake.CARD: _with_card,
    Mistake.PAYMENT: lambda then, seat, truth: then,
}


# --- why it cannot be ----------------------------------------------------------------------------


def why_not_true(past: PastRound, then: TableState, seat: int, truth: Truth) -> Refusal | None:
    """Why this cannot have been so at this seat of a round as it is believed, or None."""
    if truth.mistake is Mistake.DECISION:
        if truth.decision not in decisions(then.profile):
            facts = (("decision", truth.decision), ("seat", seat))
            return Refusal("decision_unknown", ART, facts)
        if truth.hand_class is not None and _known(then, seat):
            return Refusal("card_known", "CS-11", (("seat", seat),))
        return None
    if truth.mistake is Mistake.STAKE:
        return _why_not_staked(then, seat, truth)
    if truth.mistake is Mistake.HAND:
        if truth.hand_class is None:
            return Refusal("hand_to_tell", "CS-11", (("seat", seat),))
        return Refusal("card_known", "CS-11", (("seat", seat),)) if _known(then, seat) else None
    if truth.mistake is Mistake.CARD:
        return _why_not_the_card(past, then, seat, truth)
    if abs(truth.by_cents) > BY_CENTS_MAX:
        return Refusal("payment_amount", "AC-10", (("cents", truth.by_cents),))
    return _why_not_in_pieces(then, truth.by_cents) if truth.by_cents else NOTHING


def _why_not_in_pieces(then: TableState, cents: int) -> Refusal | None:
    """What was paid was paid in pieces, and none is smaller than the smallest chip (rules, section 2)."""
    chip_cents = then.profile.limits.chip_cents
    below_cents = cents // chip_cents * chip_cents
    if cents == below_cents:
        return None
    facts = (("cents", cents), ("below_cents", below_cents), ("above_cents", below_cents + chip_cents))
    return Refusal("payment_inexact", "AC-10", facts)


def _known(then: TableState, seat: int) -> bool:
    """A card of the seat was read or keyed: its hand is not told by its class."""
    return any(then.playing.cards.get(place) is not None for place in holes([seat]))


def _why_not_staked(then: TableState, seat: int, truth: Truth) -> Refusal | None:
    profile = then.profile
    # The maximum may have been another one in that round: the highest that the law allows bounds it.
    highest = profile.limits.minimum_cents * max(LIMIT_MULTIPLES)
    return why_not_staked(profile, seat, truth, highest)


def _why_not_the_card(past: PastRound, then: TableState, seat: int, truth: Truth) -> Refusal | None:
    """Only a card that a person keyed, and that lies open, may have been another one (CS-11).

    It is compared with the cards that lay open to everybody, and with no other (rules, section 2).
    """
    played, place = then.playing, truth.place
    if place is None or truth.card is None:
        return Refusal("card_not_keyed", "CS-11", (("seat", seat),))
    another = place.pile is Pile.HOLE and place.seat != seat
    if place not in played.manual or place not in past.played.shown or another:
        return Refusal("card_not_keyed", "CS-11", (("seat", seat),))
    if truth.card is played.shown[place]:
        return None  # found out with another seat of the round
    if truth.card in _open_cards(past, then).values():
        return Refusal("card_face_up", "CS-08", (("card", str(truth.card)),))
    return None


def _open_cards(past: PastRound, then: TableState) -> dict[Place, Card]:
    """What lay open to everybody, each place with its true card as far as it was rectified."""
    return {place: card for place, card in then.playing.shown.items() if place in past.played.shown}


# --- the difference ------------------------------------------------------------------------------


def reckoned(
    state: TableState, past: PastRound, seat: int, truth: Truth, *, approved: bool = False
) -> Reckoning | Refusal:
    """The seat computed anew beside the settlement in force, or why that cannot be.

    Before it is `approved` nothing is computed, and nothing refused, by a card that lies face down by the
    record: whoever proposes alone learns nothing of it (rules, section 2).
    """
    then = believed(state, past)
    refusal = why_not_true(past, then, seat, truth) or _two_best(then, seat)
    if refusal is not None:
        return refusal
    was = in_force(state, past, seat)
    if truth.mistake is Mistake.PAYMENT:
        return Reckoning(was, was, truth.by_cents, False, ())
    if past.seats[seat - 1].ruled_void:
        return Refusal("ruled_void", "JW-08", (("seat", seat),))
    truth_is = truly(then, seat, truth)
    refusal = _hand_told(past, truth_is, seat, truth) or _jp1_stands(then, truth_is, seat)
    if refusal is not None:
        return refusal
    sealed = _looks_under(past, truth_is, seat, truth)
    if sealed and not approved:
        return Reckoning(was, (), 0, True, ())
    if lying_twice(truth_is.playing.shown):
        return Refusal("two_equal_cards", "CS-08", (("seat", seat),))
    first, true = settle_shown(then), settle_shown(truth_is)
    if true.supervised != first.supervised:
        return Refusal("two_best_hands", ART_JP1, (("seat", seat),))
    refusal = _jp1_moved(first, true)
    if refusal is not None:
        return refusal
    now = main_lines(true.seat(seat))
    others = tuple(
        n
        for n in truth_is.players
        if n != seat and _by_cards(past.seats[n - 1]) and in_force(state, past, n) != main_lines(true.seat(n))
    )
    if was == now and (not others or truth_is.playing == then.playing):
        return NOTHING
    return Reckoning(was, now, net_cents(now) - net_cents(was), sealed, others)


def _hand_told(past: PastRound, truth_is: TableState, seat: int, truth: Truth) -> Refusal | None:
    """A hand told by its class can be so beside the open cards; every hand that plays is known or told.

    No class settles a bet on the two cards themselves: what became of it is then told as an amount.
    """
    told = truth_is.playing.entered.get(seat)
    if truth_is.profile.on_two_cards(truth_is.seat(seat).stakes) and not _lies_open(truth_is, seat):
        return Refusal("two_cards_unknown", "CS-11", (("seat", seat),))
    if told is not None and truth.mistake in (Mistake.DECISION, Mistake.HAND):
        if told.outcome is Outcome.NONE and compared(truth_is, seat):
            return Refusal("hand_to_tell", "CS-11", (("seat", seat),))
        refusal = may_be(with_round(truth_is, shown=_open_cards(past, truth_is)), seat, told)
        if refusal is not None:
            return refusal
    for n in truth_is.players:
        known = n in truth_is.playing.entered or _lies_open(truth_is, n)
        if not known and plays_on(truth_is, n):
            return Refusal("hand_to_tell", "CS-11", (("seat", n),))
    return None


def _looks_under(past: PastRound, truth_is: TableState, seat: int, truth: Truth) -> bool:
    """Something of what follows depends on cards that lie face down by the record."""
    opened = {place for place in truth_is.playing.shown if place not in past.played.shown}
    return bool(opened) and (truth.mistake is Mistake.CARD or bool(opened & set(holes([seat]))))


def _jp1_stands(then: TableState, truth_is: TableState, seat: int) -> Refusal | None:
    """A decision may not bring the seat's JP1 stake to life, nor end it (option `jp1_after_fold`)."""
    lives = [jp1_alive(then.profile, now.seat(seat).folded) for now in (then, truth_is)]
    moved = then.seat(seat).in_jp1 and lives[0] is not lives[1]
    return Refusal("jp1_changes", "PM-08", (("seat", seat),)) if moved else None


def in_force(state: TableState, past: PastRound, seat: int) -> tuple[SettledSpot, ...]:
    """How the seat was settled, JP1 apart: as its last rectification has it, else as it was recorded.

    A payment that was put right changed no line, and the seat may have been settled again since.
    """
    deal = (past.played.number, past.played.attempt, seat)
    for done in reversed(state.record.done):
        entry = done.entry
        if (entry.round, entry.attempt, entry.seat) == deal and entry.truth.mistake is not Mistake.PAYMENT:
            return entry.lines
    settled = past.seats[seat - 1].settled or ()
    return tuple(line for line in settled if line.spot is not Spot.JP1)


def _two_best(then: TableState, seat: int) -> Refusal | None:
    checked = then.playing.verification
    if checked is not None and seat in checked.seats:
        return Refusal("two_best_hands", ART_JP1, (("seat", seat),))
    return None


def _by_cards(seat: Seat) -> bool:
    """The seat was settled by cards, not as two persons ruled of exchanged ones."""
    return seat.settled is not None and seat.exchange is None


def _lies_open(then: TableState, seat: int) -> bool:
    return all(place in then.playing.shown for place in holes([seat]))


def _jp1_moved(first: RoundSettlement, true: RoundSettlement) -> Refusal | None:
    """A JP1 stake or prize goes by the entries that exist for it, and never along with another correction."""
    for was, now in zip(first.seats, true.seats, strict=True):
        if _jp1(was) != _jp1(now):
            return Refusal("jp1_changes", "PM-08", (("seat", was.seat),))
    return None


def _jp1(settled: SeatSettlement) -> SpotLine | None:
    return next((line for line in settled.lines if line.spot is Spot.JP1), None)


def main_lines(settled: SeatSettlement) -> tuple[SettledSpot, ...]:
    """The lines of a seat but that of JP1, as entries keep them."""
    return tuple(
        SettledSpot(
            line.spot, line.stake_cents, line.returned_cents, line.taken_cents, line.paid_cents, line.rule
        )
        for line in settled.lines
        if line.spot is not Spot.JP1
    )


def net_cents(lines: tuple[SettledSpot, ...]) -> int:
    """What the player won at these lines, below zero lost."""
    return sum(line.paid_cents - line.taken_cents for line in lines)
