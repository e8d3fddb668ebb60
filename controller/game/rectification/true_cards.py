"""The record of the cards was wrong: two persons key the true ones, and the round is computed on them.

A refusal for the reason `hand` (rules, section 3; JW-08). Every card here lies face up, or is named by a
person who sees it: a keyed card is compared with open cards only, so that no answer tells of one that lies
face down. For the same reason no hand is turned up for the keyed cards, but one that they let compare.
"""

from __future__ import annotations

from controller.game import events as e
from controller.game.cards import Card, FaceDown
from controller.game.changes import with_round
from controller.game.dealing.by_hand import may_be
from controller.game.dealing.card_seen_twice import lying_twice
from controller.game.events import Events
from controller.game.felt import Place
from controller.game.inputs import ClaimDoubt
from controller.game.payment.types import Verification
from controller.game.payment.winning_hand import claim_given_up, unsettled_claim
from controller.game.refusals import BOOK_WAITING, Refusal
from controller.game.settling.showdown import (
    alive_seats,
    holes,
    known_hands,
    one_holder,
    settle_shown,
    supervised_kind,
    verdict,
)
from controller.game.state import Phase, TableState


def keyed(checked: Verification) -> str:
    """The true cards as the second person confirms them: `hole.1.1=2c board.0=Ah`."""
    return " ".join(f"{place}={card.text}" for place, card, _ in checked.others)


def corrected(state: TableState, cards: tuple[e.CorrectedCard, ...]) -> TableState:
    """The table with these cards where the record had others."""
    played = state.playing
    lying = {one.place: FaceDown(one.card) for one in cards}
    return with_round(
        state,
        cards={**played.cards, **lying},
        shown={**played.shown, **{one.place: one.card for one in cards}},
        manual=played.manual | set(lying),
        corrected=played.corrected | set(lying),
        settlement=None,
    )


def correction(state: TableState, persons: tuple[str, str]) -> e.RecordCorrected:
    """The true cards that were keyed, beside those of the record."""
    played = state.playing
    assert played.verification is not None, "nothing is verified"
    cards = tuple(
        e.CorrectedCard(place, played.shown[place], card) for place, card, _ in played.verification.others
    )
    return e.RecordCorrected(played.number, played.attempt, persons, cards)


def why_not_corrected(state: TableState) -> Refusal | None:
    """Why the round cannot be computed on the cards that were keyed, or None."""
    checked = state.playing.verification
    assert checked is not None, "nothing is verified"
    if not checked.others:
        return Refusal("true_cards_first", "JW-08")
    truly = corrected(state, correction(state, ("", "")).cards)
    twice = lying_twice(truly.playing.shown)
    if twice:
        return Refusal("card_face_up", "CS-08", (("card", next(iter(twice)).text),))
    return _why_not_opened(truly)


def _why_not_opened(truly: TableState) -> Refusal | None:
    for seat in alive_seats(truly):
        told = truly.playing.entered.get(seat)
        unknown = told is None and not known_hands(truly, [seat])
        if unknown or (told is not None and may_be(truly, seat, told) is not None):
            return Refusal("hand_to_tell", "CS-11", (("seat", seat),))
    winner = winner_of(truly)
    if winner and winner in truly.playing.claims_refused:
        return Refusal("claimed_before", "JW-18", (("seat", winner),))
    return None


def winner_of(truly: TableState) -> int:
    """The seat that wins the jackpot by the true cards, or 0."""
    if clash(truly):
        return 0  # the hand is turned up, and holds the round
    settlement = settle_shown(with_round(truly, shown=_open_then(truly)))
    return settlement.winners[0] if settlement.claimed else 0


def clash(truly: TableState) -> bool:
    """Two equal cards lie open once the hands are that the true cards let compare: nobody knows who wins."""
    return bool(lying_twice(_open_then(truly)))


def _open_then(truly: TableState) -> dict[Place, Card]:
    return {**truly.playing.shown, **{one.place: one.card for one in _turned(truly)}}


def _turned(truly: TableState) -> tuple[e.RevealedCard, ...]:
    """The hands that the true cards let compare, where they lie face down yet."""
    played = truly.playing
    return tuple(
        e.RevealedCard(place, card.turned_up())
        for place in holes(known_hands(truly, alive_seats(truly)))
        if place not in played.shown and (card := played.cards[place]) is not None
    )


def round_anew(state: TableState, told: e.RecordCorrected) -> Events:
    """The record is put right and the hands are open once more, on the true cards."""
    return (told, *_opened_anew(corrected(state, told.cards)))


def _opened_anew(truly: TableState) -> Events:
    played = truly.playing
    qualified, supervised = verdict(truly)
    alive = alive_seats(truly)
    turned = _turned(truly)
    opened: Events = (e.CardsRevealed(played.number, played.attempt, turned),) if turned else ()
    if clash(truly):
        return opened  # nothing is settled on two equal cards: the round is held
    opened = (*opened, e.ShowdownOpened(alive, qualified, supervised))
    if not supervised:
        return opened
    kind, seats = supervised_kind(truly)
    seat = one_holder(kind, seats)
    if any(up.code == "A-105" and up.seat == seat for up in truly.alarms):
        return opened
    return (*opened, e.AlarmRaised(truly.alarms_raised + 1, "A-105", 1, seat, kind))


# --- two equal cards that were turned up for the true ones -----------------------------------------


def _put_right(state: TableState, place: Place, card: Card) -> TableState | None:
    """The table with the card that the chef keys; None where no hands wait to be opened anew for it."""
    played = state.playing
    checked = played.verification
    waits = checked is not None and checked.refused == ClaimDoubt.HAND and played.settlement is None
    if state.phase is not Phase.SHOWDOWN or not waits:
        return None
    truly = with_round(
        state, cards={**played.cards, place: FaceDown(card)}, shown={**played.shown, place: card}
    )
    return None if lying_twice(truly.playing.shown) else truly


def why_not_put_right(state: TableState, place: Place, card: Card) -> Refusal | None:
    """Why the hands cannot be opened anew with this card, or None."""
    truly = _put_right(state, place, card)
    if truly is None:
        return None
    waits = state.money is not None and unsettled_claim(state) is not None
    return BOOK_WAITING if waits else _why_not_opened(truly)


def hands_anew(state: TableState, place: Place, card: Card) -> Events:
    """The last of two equal cards is put right: the hands are open once more, as without it.

    Who claimed before and wins no more by this card claims no more.
    """
    truly, claim = _put_right(state, place, card), unsettled_claim(state)
    if truly is None:
        return ()
    lost = claim is not None and not clash(truly) and winner_of(truly) not in claim.seats
    return (*(claim_given_up(state) if lost else ()), *_opened_anew(truly))
