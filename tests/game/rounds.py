"""Rounds in words: cards and stakes as one writes them on paper, settled by the law or a house's options."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from controller.game.cards import parse_cards
from controller.game.felt import Spot
from controller.game.profile import RuleProfile
from controller.game.settling.settle import RoundFacts, RoundSettlement, SeatFacts, SpotLine, settle_round
from controller.settings.rules import load_profile

LAW = load_profile("fr-55-20-2021")
JP1_CENTS = 500
JACKPOT_CENTS = 1_250_400


def house(**options: Any) -> RuleProfile:
    """The law with some options of a house."""
    return replace(LAW, options=replace(LAW.options, **options))


def seat(
    number: int,
    cards: str | None,
    *,
    ante: int = 1000,
    trips: int = 0,
    play: int = 1,
    jp1: bool = False,
    carried: bool = False,
    folded: bool = False,
) -> SeatFacts:
    """A seat; `play` counts Antes and is nothing for a folded seat."""
    stakes = {Spot.ANTE: ante, Spot.BLIND: ante, Spot.TRIPS: trips, Spot.PLAY: 0 if folded else play * ante}
    stakes[Spot.JP1] = JP1_CENTS if jp1 else 0
    known = parse_cards(cards) if cards is not None else None
    staked = {spot: cents for spot, cents in stakes.items() if cents}
    return SeatFacts(number, known, folded, staked, jp1_carried=carried)


def casino_seat(
    number: int, cards: str | None, *bets: str, ante: int = 1000, bonus: int = 0, folded: bool = False
) -> SeatFacts:
    """A seat of Hold'em poker de casino; `bets` are its spots, `"a4"` or `"a05t", "a05r"`."""
    antes = {"a4": 8, "a3": 6, "a2": 4, "a05t": 1, "a05r": 1}
    stakes = {Spot.ANTE: ante, Spot.SUPER_ANTE: ante, Spot.BONUS: bonus}
    stakes |= {Spot(spot): ante * antes[spot] // 2 for spot in bets}
    known = parse_cards(cards) if cards is not None else None
    return SeatFacts(number, known, folded, {spot: cents for spot, cents in stakes.items() if cents})


def settled(
    board: str, dealer: str, *seats: SeatFacts, profile: RuleProfile = LAW, jackpot: int = JACKPOT_CENTS
) -> RoundSettlement:
    """The round, settled."""
    facts = RoundFacts(profile, parse_cards(board), parse_cards(dealer), seats, JP1_CENTS, jackpot)
    return settle_round(facts)


def line(round_: RoundSettlement, number: int, spot: Spot) -> SpotLine:
    """The line of one spot of one seat."""
    return next(found for found in round_.seat(number).lines if found.spot is spot)


def moved(round_: RoundSettlement, number: int, spot: Spot) -> tuple[int, int, int, str]:
    """What one stake is returned, taken and paid, and why."""
    found = line(round_, number, spot)
    return found.returned_cents, found.taken_cents, found.paid_cents, found.rule


def prizes(round_: RoundSettlement, number: int) -> list[tuple[str, int]]:
    """The JP1 awards of one seat."""
    return [(str(award.kind), award.cents) for award in line(round_, number, Spot.JP1).awards]
