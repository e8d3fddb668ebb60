"""What a seat may decide on a street, and when a street ends."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.act import Act, Acts, While
from controller.game.cards import FaceDown
from controller.game.dealing.by_hand import ACTS as BY_HAND
from controller.game.dealing.by_hand import (
    before_keying,
    hands_waited,
    keyed_open,
    may_turn,
    must_tell,
    telling,
)
from controller.game.dealing.card_seen_twice import keyed_anew, to_correct
from controller.game.dealing.taking_back import ACTS as TAKING_BACK
from controller.game.dealing.turn_to_speak import why_out_of_turn
from controller.game.events import Events
from controller.game.felt import Pile, Place, Spot
from controller.game.inputs import Intent
from controller.game.machines.alarm_events import alarm
from controller.game.profile import Bet
from controller.game.rectification.true_cards import hands_anew, why_not_put_right
from controller.game.refusals import ART, NOT_NOW, Refusal
from controller.game.roles import (
    AT_THE_TABLE,
    CHEFS,
    DEALING,
    Right,
    person_proven,
)
from controller.game.settling.showdown import (
    DEALER,
    alive_seats,
    antes_first,
    holes,
    known_hands,
    needed_places,
    one_holder,
    supervised_kind,
    verdict,
)
from controller.game.state import Phase, TableState


def _call_street(state: TableState, intent: i.CallStreet) -> Refusal | None:
    if state.phase is not Phase.DECIDING or not state.playing.street_open:
        return NOT_NOW
    if state.playing.street + 1 == len(state.profile.streets):
        return NOT_NOW
    return why_waited(state)


def why_waited(state: TableState) -> Refusal | None:
    """The street cannot end before these seats have answered."""
    waited = state.waited_for
    facts = (("seats", " ".join(str(n) for n in waited)),)
    return Refusal("decisions_waited", ART, facts) if waited else None


def _bet_play(state: TableState, intent: i.BetPlay) -> Refusal | None:
    refusal = _may_decide(state, intent.seat)
    if refusal is not None:
        return refusal
    offered = state.profile.streets[state.playing.street].multiples
    if intent.multiple not in offered:
        facts = (("multiple", intent.multiple), ("offered", " ".join(str(m) for m in offered)))
        return Refusal("multiple_not_offered", "art. 55-20, 1°", facts)
    return None


def _bet_on(state: TableState, intent: i.BetOn) -> Refusal | None:
    refusal = _may_decide(state, intent.seat)
    if refusal is not None:
        return refusal
    offered = [bet.spot for bet in state.open_bets(intent.seat) if bet.spot is not Spot.PLAY]
    if intent.spot not in offered:
        facts = (("spot", str(intent.spot)), ("offered", " ".join(offered)))
        return Refusal("bet_not_offered", "", facts)
    return None


def _check(state: TableState, intent: i.Check) -> Refusal | None:
    refusal = _may_decide(state, intent.seat)
    if refusal is not None:
        return refusal
    street = state.profile.streets[state.playing.street]
    return NOT_NOW if street.fold or not state.profile.clocks.decision_ms else None


def _fold(state: TableState, intent: i.Fold) -> Refusal | None:
    if state.profile.options.fold_any_time and may_throw_in(state, intent.seat):
        return None
    refusal = _may_decide(state, intent.seat)
    if refusal is not None:
        return refusal
    return None if state.profile.streets[state.playing.street].fold else Refusal("fold_not_offered", ART)


def may_throw_in(state: TableState, seat: int) -> bool:
    """The seat still holds its cards while the players decide."""
    deciding = state.phase is Phase.DECIDING and state.playing.street_open
    return deciding and seat in state.players and not state.seat(seat).folded


def _may_decide(state: TableState, seat: int) -> Refusal | None:
    if state.phase is not Phase.DECIDING or not state.playing.street_open:
        return NOT_NOW
    if not state.seat(seat).seated:
        return Refusal("seat_free", ART, (("seat", seat),))
    if not state.open_bets(seat):
        return Refusal("already_decided", ART, (("seat", seat),))
    return why_out_of_turn(state, seat)


def _rest(state: TableState, intent: Intent) -> Refusal | None:
    if state.phase is not Phase.DECIDING or not state.playing.street_open or not state.undecided:
        return NOT_NOW
    street = state.profile.streets[state.playing.street]
    return None if street.fold and len(street.bets) == 1 else NOT_NOW


def _check_rest(state: TableState, intent: i.CheckRest) -> Refusal | None:
    if state.phase is not Phase.DECIDING or not state.playing.street_open or not state.undecided:
        return NOT_NOW
    street = state.profile.streets[state.playing.street]
    return NOT_NOW if street.fold or not state.profile.clocks.decision_ms else None


def _open_hands(state: TableState, intent: i.OpenHands) -> Refusal | None:
    if telling(state):
        return hands_waited(state)
    if state.phase is not Phase.DECIDING or not state.playing.street_open:
        return NOT_NOW
    if state.playing.street + 1 < len(state.profile.streets):
        return NOT_NOW
    refusal = why_waited(state)
    if refusal is not None or must_tell(state):
        return refusal
    unread = [place for place in needed_places(state) if place in state.unread] if state.unread else []
    return Refusal("cards_to_key", "CS-11", (("place", str(unread[0])),)) if unread else None


def may_key(state: TableState, place: Place) -> bool:
    """Whether the card at this place lies open to the dealer: the board at once, hands at the showdown, the
    players' hands at once where they are dealt face up.

    A folded hand with nothing alive is turned up by nobody, so nobody keys it.
    """
    if may_turn(state, place):
        return True
    if state.round is None or place not in state.unread or place in state.round.laid:
        return False
    if state.phase is Phase.REFUNDING:
        return False  # what nobody could read is not wanted any more
    if place.pile is Pile.BOARD:
        return True
    if place.pile is Pile.HOLE and state.profile.options.player_cards == "face_up":
        return True
    last = state.round.street + 1 == len(state.profile.streets)
    decided = state.phase is Phase.DECIDING and last and not state.waited_for
    return decided and place in needed_places(state)


def _key_card(state: TableState, intent: i.KeyCard) -> Refusal | None:
    """Only cards that lie open are asked: a refusal may not tell of one that does not (rules, section 2)."""
    wrong = to_correct(state)
    if state.held is not None and not wrong:
        return Refusal("held", "", (("cause", state.held.cause.value),))
    if intent.place not in wrong and (wrong or not may_key(state, intent.place)):
        return NOT_NOW
    if intent.card in state.playing.shown.values() or keyed_open(state, intent.card):
        return Refusal("card_face_up", "CS-08", (("card", str(intent.card)),))
    return why_not_put_right(state, intent.place, intent.card) if wrong else None


def _laid_bet(state: TableState, seat: int, bet: Bet) -> e.PlayBet:
    return e.PlayBet(seat, bet.spot, bet.cents(state.seat(seat).ante_cents))


def _laid_bet_on(state: TableState, intent: i.BetOn) -> Events:
    offered = state.open_bets(intent.seat)
    return (_laid_bet(state, intent.seat, next(bet for bet in offered if bet.spot is intent.spot)),)


def _rest_bet(state: TableState, intent: i.BetRest) -> Events:
    return tuple(_laid_bet(state, seat, state.open_bets(seat)[0]) for seat in state.undecided)


def _rest_checked(state: TableState, intent: i.CheckRest) -> Events:
    return tuple(e.SeatChecked(seat, state.playing.street) for seat in state.undecided)


def _rest_folded(state: TableState, intent: i.FoldRest) -> Events:
    return tuple(e.SeatFolded(seat) for seat in state.undecided)


def _hands_opened(state: TableState, intent: i.OpenHands) -> Events:
    called: Events = () if telling(state) else (e.StreetCalled(state.playing.street),)
    if called and must_tell(state):
        return called
    qualified, supervised = verdict(state)
    alive = () if antes_first(state, qualified) else alive_seats(state)
    places = [*DEALER] if _open_twice(state, DEALER) else [*DEALER, *holes(known_hands(state, alive))]
    called = (*called, *turned_face_up(state, places))
    if _open_twice(state, places):
        return called  # what lies open twice holds the round: `consequences`
    opened: Events = (*called, e.ShowdownOpened(alive, qualified, supervised))
    if not supervised:
        return opened
    kind, seats = supervised_kind(state)
    return (*opened, *alarm(state, "A-105", 1, one_holder(kind, seats), kind))


def _open_twice(state: TableState, places: Sequence[Place]) -> bool:
    """Once these cards are turned up, two open ones are the same."""
    shown, cards = state.playing.shown, state.playing.cards
    lying = [cards[place] for place in places if place not in shown]
    open_cards = [*shown.values(), *[card.turned_up() for card in lying if card is not None]]
    return len(set(open_cards)) < len(open_cards)


def turned_face_up(state: TableState, places: Sequence[Place]) -> Events:
    """These cards, but for those that are face up already."""
    played = state.playing
    turned = []
    for place in places:
        if place not in played.shown:
            card = played.cards[place]
            assert card is not None, f"{place} was never keyed"
            turned.append(e.RevealedCard(place, card.turned_up()))
    return (e.CardsRevealed(played.number, played.attempt, tuple(turned)),) if turned else ()


def _card_keyed(state: TableState, intent: i.KeyCard) -> Events:
    """Said twice it stands; what lies face down elsewhere is not asked (rules, section 2)."""
    played, place = state.playing, intent.place
    card = FaceDown(intent.card)
    kind = e.CardKeyed if played.proposed.get(place) == card else e.CardProposed
    keyed: Events = (*before_keying(state, place), kind(played.number, played.attempt, place, card))
    if kind is e.CardProposed or place not in to_correct(state):
        return keyed
    turned = e.CardsRevealed(played.number, played.attempt, (e.RevealedCard(place, intent.card),))
    return (*keyed, turned, e.HoldEnded(person_proven(state)), *hands_anew(state, place, intent.card))


_KEYING_ANEW: Final = Right(CHEFS, "CS-11", Refusal("badge_chef", "CS-11"))
"""A second, different card for one place (rules, section 2)."""


def _keying(state: TableState, intent: i.KeyCard) -> Right:
    return _KEYING_ANEW if keyed_anew(state, intent.place, intent.card) else AT_THE_TABLE


def offered(state: TableState) -> list[Intent]:
    """The decisions of the street under way, and what ends it."""
    if state.phase is not Phase.DECIDING:
        return []
    acts: list[Intent] = [*_TOGETHER]
    if not state.playing.street_open:
        return acts
    street = state.profile.streets[state.playing.street]
    for seat in state.undecided:
        acts += _decisions(seat, state.open_bets(seat), street.fold)
    if state.profile.options.fold_any_time:
        acts += [fold for seat in state.players if (fold := _FOLD(seat)) not in acts]
    return acts


@cache
def _decisions(seat: int, bets: tuple[Bet, ...], fold: bool) -> tuple[Intent, ...]:
    made: list[Intent] = [
        i.BetPlay(seat, bet.half_antes // 2) if bet.spot is Spot.PLAY else i.BetOn(seat, bet.spot)
        for bet in bets
    ]
    return (*made, i.Fold(seat) if fold else i.Check(seat))


_FOLD: Final = cache(i.Fold)
_TOGETHER: Final[tuple[Intent, ...]] = (
    i.CallStreet(),
    i.OpenHands(),
    i.BetRest(),
    i.CheckRest(),
    i.FoldRest(),
)


ACTS: Final[Acts] = {
    **BY_HAND,
    **TAKING_BACK,
    i.CallStreet: Act(_call_street, DEALING, lambda state, intent: (e.StreetCalled(state.playing.street),)),
    i.BetPlay: Act(
        _bet_play,
        DEALING,
        lambda state, intent: (_laid_bet(state, intent.seat, Bet(Spot.PLAY, 2 * intent.multiple)),),
    ),
    i.BetOn: Act(_bet_on, DEALING, _laid_bet_on),
    i.Check: Act(_check, DEALING, lambda state, intent: (e.SeatChecked(intent.seat, state.playing.street),)),
    i.Fold: Act(_fold, DEALING, lambda state, intent: (e.SeatFolded(intent.seat),)),
    i.BetRest: Act(_rest, DEALING, _rest_bet),
    i.CheckRest: Act(_check_rest, DEALING, _rest_checked),
    i.FoldRest: Act(_rest, DEALING, _rest_folded),
    i.OpenHands: Act(_open_hands, DEALING, _hands_opened),
    i.KeyCard: Act(_key_card, AT_THE_TABLE, _card_keyed, While.HELD, _keying),
}
