"""The dispute sheet of one round: what the printed page and the terminal say alike, worded and summed.

Everything on it follows from the facts and their settlement; a layout adds nothing but places.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from controller.game.cards import Card
from controller.game.felt import Spot
from controller.game.hands import best_hand, five_used
from controller.game.profile import RuleProfile
from controller.game.settling.settle import RoundFacts, RoundSettlement, SeatFacts, SeatSettlement, SpotLine
from controller.papers.round_sheet.sources import source_of
from controller.papers.round_sheet.words import (
    ABANDONED,
    NOT_COMPARED,
    RESULTS,
    Words,
    rule_in_words,
)
from controller.words.hands import CLASSES, a_hand

ACE: Final = 14

WORDS: Final = {
    "title": ("Feuille de litige", "Dispute sheet"),
    "round": ("Coup {name}", "Round {name}"),
    "rules": ("Règles", "Rules"),
    "digest": ("Empreinte", "Digest"),
    "board": ("Board", "Board"),
    "dealer": ("Banque", "Dealer"),
    "seat": ("Siège {seat}", "Seat {seat}"),
    "five": ("cinq cartes", "five cards"),
    "qualified": ("qualifiée", "qualified"),
    "not_qualified": (
        "non qualifiée, il faut {a_lowest} ou mieux",
        "not qualified, needs {a_lowest} or better",
    ),
    "hidden": ("cartes non retournées", "cards not turned up"),
    "stake": ("mise", "stake"),
    "returned": ("rendu", "returned"),
    "taken": ("pris", "taken"),
    "paid": ("payé", "paid"),
    "rule": ("règle appliquée", "rule applied"),
    "total": ("Total", "Total"),
    "all_seats": ("Total des sièges", "All seats"),
    "holds": ("Le joueur a en main", "The player holds"),
    "is": ("rendu + payé", "returned + paid"),
    "net": ("soit", "that is"),
    "claimed": ("JACKPOT gagné, siège {seats}", "JACKPOT won, seat {seats}"),
    "supervised": (
        "À payer seulement après le membre du comité de direction et la vidéosurveillance ({source}).",
        "To be paid only after the casino manager and the video review ({source}).",
    ),
}


class Sums(NamedTuple):
    """Cents: what was staked, and what became of it; `paid` is without the stakes."""

    stake_cents: int
    returned_cents: int
    taken_cents: int
    paid_cents: int

    @property
    def holds_cents(self) -> int:
        """What the player has of it in the end."""
        return self.returned_cents + self.paid_cents

    @property
    def net_cents(self) -> int:
        """What the player is richer by."""
        return self.holds_cents - self.stake_cents


class Row(NamedTuple):
    """One stake: why it was settled so, where that is written, and the amounts."""

    words: str
    source: str
    sums: Sums


class Hand(NamedTuple):
    """Two cards and what they make with the board; nothing of cards that were not turned up."""

    cards: tuple[Card, ...] | None
    name: str
    five: tuple[Card, ...]
    verdict: str


class SeatSheet(NamedTuple):
    """One seat."""

    seat: int
    hand: Hand
    rows: tuple[Row, ...]
    total: Sums


class RoundSheet(NamedTuple):
    """One round; the seats in the order of the line.

    Attributes:
        name: the round's own, or the number of its line.
        notices: what is to be heeded besides the amounts.
        supervised: the comité has to be there.
    """

    name: str
    profile: RuleProfile
    board: tuple[Card, ...]
    dealer: Hand
    seats: tuple[SeatSheet, ...]
    total: Sums
    notices: tuple[str, ...]
    supervised: bool


def sheet_of(name: str, facts: RoundFacts, settled: RoundSettlement, language: int) -> RoundSheet:
    """The sheet of a round that was settled from these facts."""
    seats = tuple(
        _seat(seat, result, facts, settled.qualified, language)
        for seat, result in zip(facts.seats, settled.seats, strict=True)
    )
    return RoundSheet(
        name,
        facts.profile,
        facts.board,
        _dealer(facts, settled, language),
        seats,
        _summed(line for seat in settled.seats for line in seat.lines),
        _notices(settled, facts.profile, language),
        settled.supervised,
    )


def _dealer(facts: RoundFacts, settled: RoundSettlement, language: int) -> Hand:
    verdict = WORDS["qualified" if settled.qualified else "not_qualified"][language]
    return Hand(
        facts.dealer,
        CLASSES[str(settled.dealer.hand_class)][language],
        _five((*facts.dealer, *facts.board)),
        verdict.format(a_lowest=a_hand(str(facts.profile.qualifies_with), language)),
    )


def _seat(
    seat: SeatFacts, result: SeatSettlement, facts: RoundFacts, qualified: bool, language: int
) -> SeatSheet:
    hand_class = result.hand.hand_class if result.hand is not None else None
    hand = Hand(
        seat.cards,
        CLASSES[str(hand_class)][language] if hand_class is not None else WORDS["hidden"][language],
        _five((*seat.cards, *facts.board)) if seat.cards is not None else (),
        _verdict(seat, result, facts.profile, qualified)[language],
    )
    rows = tuple(
        Row(
            rule_in_words(line, hand_class, facts.profile, language),
            source_of(facts.profile, line.rule)[language],
            _summed([line]),
        )
        for line in result.lines
    )
    return SeatSheet(seat.seat, hand, rows, _summed(result.lines))


def _verdict(seat: SeatFacts, result: SeatSettlement, profile: RuleProfile, qualified: bool) -> Words:
    """How the seat stands against the bank; where an unqualified bank leaves all, hands do not count."""
    if seat.folded:
        return ABANDONED if profile.second is Spot.SUPER_ANTE else RESULTS["fold"]
    if not qualified and profile.unqualified.others == "returned":
        return NOT_COMPARED
    return RESULTS[result.result]


def _five(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The five cards that count, those that decide first: pairs before kickers, the ace last in a wheel."""
    five = five_used(cards)
    ranks = [card.rank for card in five]
    wheel = best_hand(five).ranks == (5,)

    def weight(card: Card) -> tuple[int, int]:
        return -ranks.count(card.rank), 0 if wheel and card.rank == ACE else -card.rank

    return tuple(sorted(five, key=weight))


def _summed(lines: Iterable[SpotLine]) -> Sums:
    amounts = [(line.stake_cents, line.returned_cents, line.taken_cents, line.paid_cents) for line in lines]
    return Sums(*map(sum, zip(*amounts, strict=True))) if amounts else Sums(0, 0, 0, 0)


def _notices(settled: RoundSettlement, profile: RuleProfile, language: int) -> tuple[str, ...]:
    told = []
    if settled.claimed:
        told.append(WORDS["claimed"][language].format(seats=", ".join(map(str, settled.winners))))
    if settled.supervised:
        source = source_of(profile, "jp1_jackpot")[language]
        told.append(WORDS["supervised"][language].format(source=source))
    return tuple(told)
