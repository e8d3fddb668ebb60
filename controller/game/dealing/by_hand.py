"""Dealing by hand beside a mute shoe: when a card may be keyed, which hands are to be told, and the way back.

Board and dealer are keyed as cards when they are turned; a seat is told by result and class, or as cards
where only cards decide: a full house or better with JP1, any royal, a contested seat (rules, section 7,
point 2; art. 55-20, 2°). A folded hand with nothing alive is never asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.act import Act, Acts, While
from controller.game.cards import Card
from controller.game.dealing.declared_hand import COMPARED, Entered, Outcome, possible
from controller.game.events import Events
from controller.game.felt import Pile, Place
from controller.game.hands import HandClass, hand_of, rank_cards
from controller.game.inputs import AWAY, Intent, Machine
from controller.game.jackpot.rules import jp1_alive
from controller.game.machines.alarm_events import alarm
from controller.game.machines.shoe_away import shoe_back, waits_for_shoe
from controller.game.profile import street_places
from controller.game.refusals import ART, ART_JP1, HELD, NOT_NOW, Refusal
from controller.game.roles import (
    CHEF,
    DEALING,
    chef_here,
    person_here,
)
from controller.game.settling.showdown import (
    BOARD,
    DEALER,
    alive_seats,
    antes_first,
    bank_qualifies,
    holes,
    known_hands,
    needed_places,
    one_holder,
    plays_against,
    supervised_kind,
    verdict,
)
from controller.game.state import Phase, TableState, seats_to_settle

DECK_CARDS: Final = 52
_BEFORE_CARDS: Final = frozenset({Phase.BETTING, Phase.LATCHED, Phase.COLLECTED})
_CHANGES: Final = _BEFORE_CARDS | {Phase.DEALING, Phase.DECIDING}
"""Phases in which the way of dealing may change: nothing of the round has been decided by its cards."""


# --- where the deal is ---------------------------------------------------------------------------


def telling(state: TableState) -> bool:
    """The decisions are over and the hands dealt by hand are being told, before the showdown."""
    played = state.round
    if played is None or state.phase is not Phase.DECIDING or played.street_open:
        return False
    return played.street + 1 == len(state.profile.streets)


def hand_dealt(state: TableState) -> bool:
    """Cards of this round were dealt by hand: the round is manual."""
    return state.round is not None and bool(state.round.laid)


def _last_decisions(state: TableState) -> bool:
    """Nobody need answer any more on the last street."""
    played = state.playing
    last = state.phase is Phase.DECIDING and played.street + 1 == len(state.profile.streets)
    return last and not (played.street_open and state.waited_for)


def to_lay(state: TableState) -> tuple[Place, ...]:
    """The places that get their card when the hands are dealt, or the next street, by hand."""
    played = state.playing
    if state.phase is Phase.DEALING:
        every = state.profile.options.board_drawn == "with_hands"
        enough = len(played.order) if every else 2 * len(state.players) + 2
        return played.order[len(played.cards) : enough]
    return tuple(place for place in _next_street(state) if place not in played.cards)


def _next_street(state: TableState) -> tuple[Place, ...]:
    """The places of the street that may be turned now, its burned cards first."""
    if state.phase is not Phase.DECIDING or (state.playing.street_open and state.waited_for):
        return ()
    return street_places(state.profile, state.playing.street + 1)


def may_turn(state: TableState, place: Place) -> bool:
    """Whether the card at this place lies open to the dealer and has to be keyed, dealt by hand as it was."""
    played = state.round
    if played is None or played.cards.get(place) is not None or place.pile is Pile.BURN:
        return False
    if place.pile is Pile.BOARD:
        there = place in played.laid or (state.by_hand and place not in played.cards)
        return there and place in _next_street(state)
    if place not in played.cards:
        return False
    if place.pile is Pile.DEALER:
        return place in played.laid and _last_decisions(state)
    return place.seat in seats_to_key(state)


def keyed_open(state: TableState, card: Card) -> bool:
    """The card was keyed where it lies, dealt by hand: whoever keyed it had it before his eyes."""
    played = state.playing
    known = (played.cards[place] for place in played.laid & played.manual)
    return any(lying is not None and lying.is_card(card) for lying in known)


def to_turn(state: TableState) -> tuple[Place, ...]:
    """The places to be keyed next where cards are dealt by hand: the next street's, or the dealer's."""
    played = state.round
    if played is None or not (state.by_hand or played.laid):
        return ()
    return tuple(place for place in (*_next_street(state), *DEALER) if may_turn(state, place))


# --- which hands are to be told ------------------------------------------------------------------


def _opened(state: TableState) -> bool:
    """The dealer's hand lies open beside a whole board, and hands may be opened beside it."""
    played = state.playing
    if not all(place in played.shown for place in (*DEALER, *BOARD)):
        return False
    if state.phase is Phase.SHOWDOWN:
        return played.settlement is None and bool(played.antes_paid_ms)
    return telling(state) and not antes_first(state, bool(bank_qualifies(state)))


def _unknown(state: TableState) -> tuple[int, ...]:
    """The seats with something alive whose cards nobody knows, from the dealer's right."""
    qualified = bank_qualifies(state) is not False
    alive = [n for n in state.players if plays_against(state, n, qualified)]
    known = known_hands(state, alive)
    return tuple(n for n in reversed(alive) if n not in known)


def hands_to_enter(state: TableState) -> tuple[int, ...]:
    """The seats whose hand has still to be told, from the dealer's right, where that time has come."""
    if not hand_dealt(state) or not _opened(state):
        return ()
    return tuple(n for n in _unknown(state) if n not in state.playing.entered)


def cards_of_contested(state: TableState) -> int:
    """The contested seat in turn that was told by class: it is to be keyed as cards; 0 for none."""
    if state.phase is not Phase.SETTLING or not state.playing.entered:
        return 0
    waiting = seats_to_settle(state)
    if not waiting or waiting[0] not in state.playing.entered:
        return 0
    seat = state.seat(waiting[0])
    return waiting[0] if seat.contested and seat.exchange is None else 0


def seats_to_key(state: TableState) -> tuple[int, ...]:
    """The seats whose cards may be keyed one by one instead of told by class."""
    if not hand_dealt(state):
        return ()
    contested = cards_of_contested(state)
    if contested:
        return (contested,)
    return _unknown(state) if _opened(state) else ()


def hands_told_by_class(state: TableState) -> tuple[int, ...]:
    """The seats of which it may be said now what they hold, once more if it was said wrongly."""
    if cards_of_contested(state):
        return ()
    cards = state.playing.cards if state.round is not None else {}
    return tuple(n for n in seats_to_key(state) if all(cards[place] is None for place in holes([n])))


def compared(state: TableState, seat: int) -> bool:
    """Whether the seat's hand is held against the dealer's."""
    if state.seat(seat).folded:
        return False
    return state.profile.unqualified.others == "compared" or bank_qualifies(state) is not False


def choices(state: TableState, seat: int) -> tuple[Entered, ...]:
    """Everything that may be said of the seat's hand, the best first; of some only its cards (`as_cards`)."""
    played = state.playing
    found = possible(
        tuple(played.shown[place] for place in BOARD),
        tuple(played.shown[place] for place in DEALER),
        frozenset(played.shown.values()),
    )
    if not compared(state, seat):
        found = frozenset(Entered(Outcome.NONE, told.hand_class) for told in found)
    order = (*COMPARED, Outcome.NONE)
    return tuple(sorted(found, key=lambda told: (-told.hand_class, order.index(told.outcome))))


def as_cards(state: TableState, seat: int, hand_class: HandClass) -> bool:
    """Only its cards settle such a hand: any royal, and what JP1 pays for (art. 55-20, 2°).

    So it is with any hand beside a bet on the two cards themselves.
    """
    player = state.seat(seat)
    if hand_class is HandClass.ROYAL_FLUSH or state.profile.on_two_cards(player.stakes):
        return True
    in_jp1 = player.in_jp1 and jp1_alive(state.profile, player.folded)
    return in_jp1 and hand_class >= HandClass.FULL_HOUSE


# --- permits -------------------------------------------------------------------------------------


def _deal_by_hand(state: TableState, intent: i.DealByHand) -> Refusal | None:
    if state.by_hand or state.phase not in _CHANGES or telling(state):
        return NOT_NOW
    if state.held is not None and not waits_for_shoe(state):
        return HELD
    return None if state.machine(Machine.SHOE).health in AWAY else Refusal("shoe_deals")


def _deal_by_shoe(state: TableState, intent: i.DealByShoe) -> Refusal | None:
    """RC-06: in mid-round dealing is resumed from the shoe only if its count agrees."""
    if not state.by_hand or state.phase not in _CHANGES or telling(state):
        return NOT_NOW
    if state.machine(Machine.SHOE).health in AWAY:
        return Refusal("shoe_away", "RC-06")
    drawn = 0 if state.phase in _BEFORE_CARDS else state.playing.drawn
    if state.shoe_cards < 0 and drawn:
        return Refusal("shoe_count_unknown", "RC-06")
    if 0 <= state.shoe_cards != DECK_CARDS - drawn:
        facts = (("count", state.shoe_cards), ("expected", DECK_CARDS - drawn))
        return Refusal("shoe_count", "RC-06", facts)
    return None


def _confirm_dealt(state: TableState, intent: i.ConfirmDealt) -> Refusal | None:
    return None if state.by_hand and state.phase is Phase.DEALING else NOT_NOW


def _enter_hand(state: TableState, intent: i.EnterHand) -> Refusal | None:
    seat, entered = intent.seat, Entered(intent.outcome, intent.hand_class)
    if telling(state) and not all(place in state.playing.shown for place in DEALER):
        return Refusal("dealer_first", ART)
    if seat not in seats_to_key(state) or cards_of_contested(state):
        return NOT_NOW
    if any(state.playing.cards[place] is not None for place in holes([seat])):
        return Refusal("card_known", "CS-11", (("seat", seat),))
    if state.playing.entered.get(seat) == entered:
        return Refusal("already_entered", "", (("seat", seat),))
    return may_be(state, seat, entered)


def may_be(state: TableState, seat: int, entered: Entered) -> Refusal | None:
    """Why the seat's hand cannot be what was said, or None."""
    told, shown = entered.hand_class, state.playing.shown
    if (entered.outcome is Outcome.NONE) is compared(state, seat):
        return Refusal(
            "result_asked" if compared(state, seat) else "result_not_asked", ART, (("seat", seat),)
        )
    facts = (("seat", seat), ("class", str(told)))
    community = hand_of(rank_cards([shown[place] for place in BOARD])).hand_class
    if told < community:
        return Refusal("class_below_board", ART, (*facts, ("board", str(community))))
    if entered.outcome is not Outcome.NONE:
        dealt = hand_of(rank_cards([shown[place] for place in (*DEALER, *BOARD)])).hand_class
        wrong = Outcome.WIN if told > dealt else Outcome.LOSE if told < dealt else entered.outcome
        if entered.outcome is not wrong:
            return Refusal("class_against_result", ART, (*facts, ("dealer", str(dealt))))
    if entered not in choices(state, seat):
        return Refusal("class_impossible", ART, facts)
    if not as_cards(state, seat, told):
        return None
    article = "" if state.profile.on_two_cards(state.seat(seat).stakes) else ART_JP1
    return Refusal("class_as_cards", article, facts)


def hands_waited(state: TableState) -> Refusal | None:
    """The showdown, or the settlement, waits for hands that have not been told."""
    if telling(state) and not all(place in state.playing.shown for place in DEALER):
        return Refusal("dealer_first", ART)
    waiting = hands_to_enter(state)
    facts = (("seats", " ".join(str(n) for n in waiting)),)
    return Refusal("hands_to_enter", ART, facts) if waiting else None


def must_tell(state: TableState) -> bool:
    """The hands cannot be opened at once: cards dealt by hand decide, and nobody has keyed them."""
    played = state.playing
    return bool(played.laid) and any(
        place in played.laid and played.cards.get(place) is None for place in needed_places(state)
    )


def contested_waits(state: TableState, seat: int) -> Refusal | None:
    """A contested hand told by class is keyed as cards; if they clash, the chef settles it as it was told."""
    if cards_of_contested(state) != seat:
        return None
    if state.playing.disputed and chef_here(state):
        return None
    return Refusal("contested_as_cards", ART, (("seat", seat),))


# --- what happens --------------------------------------------------------------------------------


def laid(state: TableState) -> Events:
    """The cards of the hands, or of the next street, lie there."""
    places, played = to_lay(state), state.playing
    return (e.CardsDealtByHand(played.number, played.attempt, places),) if places else ()


def before_keying(state: TableState, place: Place) -> Events:
    """What keying a card dealt by hand says besides: who has not bet has checked, and the cards lie there."""
    if not may_turn(state, place) or place.pile is Pile.HOLE:
        return ()
    played = state.playing
    called: Events = (e.StreetCalled(played.street),) if played.street_open else ()
    return (*called, *laid(state)) if place.pile is Pile.BOARD else called


def entered(state: TableState, intent: i.EnterHand) -> Events:
    """The hand as it was said."""
    played = state.playing
    return (e.HandEntered(played.number, played.attempt, intent.seat, intent.outcome, intent.hand_class),)


def shoe_counted(state: TableState, cards_left: int) -> Events:
    """What the shoe says of its count, if it is news."""
    return () if cards_left == state.shoe_cards else (e.ShoeCounted(cards_left),)


def turned_up(state: TableState) -> Events:
    """Cards keyed one by one lie face up as soon as the whole hand is known."""
    if not hand_dealt(state):
        return ()
    if telling(state) and not all(place in state.playing.shown for place in DEALER):
        known = all(state.playing.cards[place] is not None for place in DEALER)
        return _revealed(state, DEALER) if known else ()
    contested = cards_of_contested(state)
    if contested:
        return _revealed(state, holes(known_hands(state, [contested])))
    if not _opened(state):
        return ()
    return _revealed(state, holes(known_hands(state, alive_seats(state))))


def _revealed(state: TableState, places: Iterable[Place]) -> Events:
    played = state.playing
    turned = []
    for place in places:
        card = played.cards[place]
        if card is not None and place not in played.shown:
            turned.append(e.RevealedCard(place, card.turned_up()))
    return (e.CardsRevealed(played.number, played.attempt, tuple(turned)),) if turned else ()


def supervised_late(state: TableState) -> Events:
    """The cards of a contested seat are one of the two best hands: the comité first, then JP1 once more.

    Whose stake plays for JP1 is settled again; what he was paid stays paid.
    """
    played = state.playing
    if not played.laid or played.verification is not None:
        return ()
    qualified, supervised = verdict(state)
    if not supervised:
        return ()
    again = tuple(
        e.SettlementTakenBack(n, paid=True) for n in state.jp1_seats if state.seat(n).settled is not None
    )
    opened = e.ShowdownOpened(alive_seats(state), qualified, supervised)
    kind, seats = supervised_kind(state)
    return (*again, opened, *alarm(state, "A-105", 1, one_holder(kind, seats), kind))


def offered(state: TableState) -> list[Intent]:
    """To deal by hand or by the shoe again, to say that the cards lie there, and what hands are."""
    acts: list[Intent] = []
    if state.phase in _CHANGES and state.by_hand:
        acts.append(_BY_SHOE)
    elif state.phase in _CHANGES and state.machine(Machine.SHOE).health in AWAY:
        acts.append(_BY_HAND)
    if state.phase is Phase.DEALING:
        acts.append(_CONFIRM_DEALT)
    acts += [
        i.EnterHand(seat, told.outcome, told.hand_class)
        for seat in hands_told_by_class(state)
        for told in choices(state, seat)
    ]
    return acts


_BY_HAND: Final = i.DealByHand()
_BY_SHOE: Final = i.DealByShoe()
_CONFIRM_DEALT: Final = i.ConfirmDealt()


ACTS: Final[Acts] = {
    i.DealByHand: Act(
        _deal_by_hand,
        CHEF,
        lambda state, intent: (*shoe_back(state, person_here(state)), e.HandDealingBegun(person_here(state))),
        While.HELD,  # where the shoe went away
    ),
    i.DealByShoe: Act(_deal_by_shoe, CHEF, lambda state, intent: (e.HandDealingEnded(person_here(state)),)),
    i.ConfirmDealt: Act(_confirm_dealt, DEALING, lambda state, intent: laid(state)),
    i.EnterHand: Act(_enter_hand, DEALING, entered),
}
