"""The sentences of a round: stakes, JP1 chips, cards, decisions, what is settled."""

from __future__ import annotations

import re

from controller.game import inputs as i
from controller.game.felt import Pile, Place, dealer, hole
from controller.game.inputs import Intent
from tests.builders import Felt, card
from tests.scenarios.sentences.telling import UnknownSentence, sentence
from tests.scenarios.sentences.words import (
    A_BETS,
    HAND_WORDS,
    INCIDENTS,
    ON_SIDES,
    OUTCOMES,
    cents,
    numbers,
    on_sides,
    place,
    told_of,
)


@sentence(r"mises: (.+)")
def _stakes(felt: Felt, text: str) -> Intent | None:
    intents = []
    for part in text.split("; "):
        found = re.fullmatch(r"siège (-?\d+) ante ([\d, ]+?)" + ON_SIDES, part)
        if found is None:
            raise UnknownSentence(part)
        side_cents, further = told_of(felt.state.profile, on_sides(found[3]))
        intents.append(i.SetStakes(int(found[1]), cents(found[2]), side_cents, further))
    felt.do(*intents[:-1])
    return intents[-1]


@sentence(r"siège (\d) quitte la table")
def _leaves(felt: Felt, seat: str) -> Intent:
    return i.VacateSeat(int(seat))


@sentence(r"siège (\d) (?:répète ses mises|mise comme avant)")
def _repeats(felt: Felt, seat: str) -> Intent:
    return i.ConfirmStakes(int(seat))


@sentence(r"mises comme avant")
def _as_before(felt: Felt) -> Intent:
    return i.ConfirmRest()


@sentence(r"siège (\d) double ses mises")
def _doubles(felt: Felt, seat: str) -> Intent:
    return i.DoubleStakes(int(seat))


@sentence(r"siège (\d) annule sa dernière mise")
def _takes_back(felt: Felt, seat: str) -> Intent:
    return i.UndoStakes(int(seat))


@sentence(r"jetons? JP1 sur sièges? ([\d ]+)")
def _chips(felt: Felt, seats: str) -> None:
    felt.chips(*numbers(seats))


@sentence(r"jetons? JP1 enlevés? sièges? ([\d ]+)")
def _lifted(felt: Felt, seats: str) -> None:
    felt.see(*(i.ChipObserved(seat, False) for seat in numbers(seats)))


@sentence(r"les cases JP1 sont vides")
def _swept(felt: Felt) -> None:
    felt.sweep()


@sentence(r"donne: (.+)")
def _deal(felt: Felt, text: str) -> None:
    """Two cards to each seat and to the dealer, each said to lie where it must."""
    for part in text.split("; "):
        who, first, second = part.rsplit(" ", 2)
        expected = [dealer(0), dealer(1)]
        if who != "croupier":
            seat = int(who.removeprefix("siège "))
            expected = [hole(seat, 0), hole(seat, 1)]
        lie = _lie(felt, f"{first} {second}")
        assert lie == expected, f"{part!r} went to {[str(place) for place in lie]}"


def _lie(felt: Felt, cards: str) -> list[Place]:
    """Where these cards lie, now that they have left the shoe."""
    before = set(felt.state.playing.cards)
    felt.draw(cards)
    return [place for place in felt.state.playing.cards if place not in before]


@sentence(r"(?:flop|turn et river|turn|river): (.+)")
def _street(felt: Felt, text: str) -> None:
    """Cards of the board, said to lie there."""
    lie = _lie(felt, text)
    assert [place.pile for place in lie] == [Pile.BOARD] * len(text.split()), [str(place) for place in lie]


@sentence(r"brûlée: (.+)")
def _burned(felt: Felt, text: str) -> None:
    """A burned card, said to lie with those."""
    lie = _lie(felt, text)
    assert [place.pile for place in lie] == [Pile.BURN], [str(place) for place in lie]


@sentence(r"cartes?: (.+)")
def _drawn(felt: Felt, text: str) -> None:
    felt.draw(text)


@sentence(r"siège (\d) joue x(\d)")
def _plays(felt: Felt, seat: str, multiple: str) -> Intent:
    return i.BetPlay(int(seat), int(multiple))


@sentence(r"siège (\d) mise (A\S+)")
def _bets_on(felt: Felt, seat: str, spot: str) -> Intent:
    return i.BetOn(int(seat), A_BETS[spot])


@sentence(r"siège (\d) passe")
def _checks(felt: Felt, seat: str) -> Intent:
    return i.Check(int(seat))


@sentence(r"siège (\d) (?:se couche|abandonne)")
def _folds(felt: Felt, seat: str) -> Intent:
    return i.Fold(int(seat))


@sentence(r"siège (\d) reprend sa décision")
def _reopens(felt: Felt, seat: str) -> Intent:
    return i.ReopenDecision(int(seat))


@sentence(r"maximum: (\d+)")
def _maximum(felt: Felt, euros: str) -> Intent:
    return i.ChangeMaximum(cents(euros))


@sentence(r"règlement")
def _settlement(felt: Felt) -> None:
    felt.settle()


@sentence(r"siège (\d) réglé")
def _settled(felt: Felt, seat: str) -> Intent:
    return i.SettleSeat(int(seat))


@sentence(r"siège (\d) contesté")
def _contested(felt: Felt, seat: str) -> Intent:
    return i.ContestSeat(int(seat))


@sentence(r"coup nul armé: (.+)")
def _void_armed(felt: Felt, reason: str) -> Intent:
    return i.ArmVoid(INCIDENTS[reason])


@sentence(r"coup nul désarmé")
def _void_disarmed(felt: Felt) -> Intent:
    return i.DisarmVoid()


@sentence(r"coup nul confirmé: (.+)")
def _void(felt: Felt, reason: str) -> Intent:
    return i.VoidRound(INCIDENTS[reason])


@sentence(r"siège (\d) remboursé")
def _refunded(felt: Felt, seat: str) -> Intent:
    return i.RefundSeat(int(seat))


@sentence(r"remboursement")
def _refunds(felt: Felt) -> None:
    felt.refund()


@sentence(r"saisie: (.+) = (\w\w)")
def _keyed(felt: Felt, where: str, text: str) -> Intent:
    return i.KeyCard(place(where), card(text))


@sentence(r"saisie deux fois: (.+) = (\w\w(?: \w\w)*)")
def _keyed_twice(felt: Felt, where: str, texts: str) -> None:
    """One place and its card; `croupier` or `siège 4` and their two, or `board` and what is turned now."""
    if " carte " in where:
        keyed = i.KeyCard(place(where), card(texts))
        felt.do(keyed, keyed)
        return
    begun = sum(place.pile is Pile.BOARD for place in felt.state.playing.shown)
    first = begun if where == "board" else 0
    for slot, text in enumerate(texts.split(), first + 1):
        keyed = i.KeyCard(place(f"{where} carte {slot}"), card(text))
        felt.do(keyed, keyed)


@sentence(r"main saisie: siège (\d) (?:(gagne|égalité|perd) )?(.+)")
def _entered(felt: Felt, seat: str, outcome: str | None, words: str) -> Intent:
    return i.EnterHand(int(seat), OUTCOMES[outcome], HAND_WORDS[words])


@sentence(r"(deux|\d+) secondes passent")
def _time(felt: Felt, seconds: str) -> None:
    felt.now_ms += 1_000 * (2 if seconds == "deux" else int(seconds))
    felt.see(i.TimeObserved(felt.now_ms))


@sentence(r"correction proposée: siège (\d)")
def _correction(felt: Felt, seat: str) -> Intent:
    return i.ProposeCorrection(int(seat))
