"""What a simulated night shows beside the exact chances: hands, side bets, JP1, bank, main game.

What is counted is free of bias: seven-card hands at the deck, every one dealt to its fifth board card,
folded or not, which only the simulation knows; everything else from the journal's events of rounds played
to their end. A side bet, a JP1 stake and an Ante are put down before any card, so what the player does
afterwards selects nothing.

Hands of one round share a board and are not independent. The unit is therefore the round: the standard
deviation is the root of the squared deviations of the rounds summed, and never less than that of as many
independent hands, so that one rare board that pays a whole table is one event and not seven.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any, Final

from controller.game import events as e
from controller.game.cards import Card
from controller.game.events import Event
from controller.game.felt import Spot
from controller.game.hands import HandClass, best_hand
from controller.game.profile import AwardKind, RuleProfile
from controller.odds import chances

COUNTED: Final = {
    "hands": "every player's seven cards at the deck, folded or not",
    "side": "each stake settled, one for one",
    "jp1": "prizes of each JP1 bettor of a round settled; consolation: of each other hand beside him",
    "bank": "each dealer's hand turned up",
    "main": "won less lost per Ante, side bet and JP1 apart",
}


@dataclass(frozen=True, slots=True)
class Exact:
    """What one unit gives on average, and its variance."""

    mean: Fraction
    variance: Fraction

    @staticmethod
    def chance(probability: Fraction) -> Exact:
        """Of what happens or does not."""
        return Exact(probability, probability * (1 - probability))


@dataclass(slots=True)
class Sample:
    """What was observed round by round: how many rounds had so many units, and gave so much."""

    rounds: Counter[tuple[int, int | Fraction]] = field(default_factory=Counter)

    def add(self, units: int, gave: int | Fraction) -> None:
        """One more round is in the sample."""
        self.rounds[units, gave] += 1

    @property
    def units(self) -> int:
        return sum(units * times for (units, _), times in self.rounds.items())

    @property
    def observed(self) -> Fraction:
        return Fraction(sum(gave * times for (_, gave), times in self.rounds.items()))

    def sigma(self, exact: Exact) -> float | None:
        """How many standard deviations the observed lies above the expected; None where nothing can."""
        alone = self.units * exact.variance
        spread = sum(
            (times * (gave - units * exact.mean) ** 2 for (units, gave), times in self.rounds.items()),
            Fraction(0),
        )
        shared = any(units > 1 for units, _ in self.rounds)
        variance = max(alone, spread) if shared else alone
        if not variance:
            return None
        return float(self.observed - self.units * exact.mean) / sqrt(variance)

    def beside(self, exact: Exact | None) -> dict[str, Any]:
        """As `tapis simulate --json` prints it; what is not known exactly is null."""
        units, observed = self.units, self.observed
        sigma = self.sigma(exact) if exact is not None else None
        return {
            "of": units,
            "observed": _plain(observed),
            "expected": round(float(units * exact.mean), 3) if exact is not None else None,
            "observed_rate": round(float(observed / units), 9) if units else None,
            "exact_rate": _said(exact.mean) if exact is not None else None,
            "sigma": round(sigma, 3) if sigma is not None else None,
        }


def _plain(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)


def _said(value: Fraction) -> dict[str, Any]:
    return {"fraction": f"{value.numerator}/{value.denominator}", "decimal": float(value)}


@dataclass(slots=True)
class Observed:
    """What was seen so far. `count` hears the journal's events, `dealt` the simulation's own deck.

    One of these hears one table; `table` makes one for each.
    """

    profile: RuleProfile
    hands: dict[HandClass, Sample] = field(default_factory=lambda: {hand: Sample() for hand in HandClass})
    hit: dict[Spot, Sample] = field(default_factory=lambda: defaultdict(Sample))
    returned: dict[Spot, Sample] = field(default_factory=lambda: defaultdict(Sample))
    prizes: dict[AwardKind, Sample] = field(default_factory=lambda: {kind: Sample() for kind in AwardKind})
    bank: Sample = field(default_factory=Sample)
    main: Sample = field(default_factory=Sample)
    _settled: dict[int, e.SeatSettled] = field(default_factory=dict)
    _awards: Counter[str] = field(default_factory=Counter)
    _qualified: bool | None = None

    def dealt(self, hands: Sequence[Sequence[Card]], board: Sequence[Card]) -> None:
        """The hands of all players have met these five board cards; a deck with a card twice is no deck."""
        cards = [card for hand in (*hands, board) for card in hand]
        if len(set(cards)) < len(cards):
            return
        classes = Counter([best_hand((*hand, *board)).hand_class for hand in hands])
        units = classes.total()
        for hand, sample in self.hands.items():
            sample.add(units, classes[hand])

    def count(self, events: Iterable[Event]) -> None:
        """The samples include the rounds that these events end; a deal made void is in none."""
        for event in events:
            counted = _COUNTED.get(type(event))
            if counted is not None:
                counted(self, event)

    def _seat_settled(self, event: e.SeatSettled) -> None:
        self._settled[event.seat] = event

    def _awarded(self, event: e.AwardAsked) -> None:
        self._awards.update(prize.kind for prize in event.awards)

    def _opened(self, event: e.ShowdownOpened) -> None:
        self._qualified = event.qualified

    def _taken_back(self, event: e.SettlementTakenBack) -> None:
        self._settled.pop(event.seat, None)

    def _closed(self, event: e.RoundClosed) -> None:
        self._round()
        self._forget()

    def _voided(self, event: e.RoundVoided) -> None:
        self._forget()

    def _forget(self) -> None:
        self._settled, self._awards, self._qualified = {}, Counter(), None

    def _round(self) -> None:
        """The round is over: what it settled is in the samples."""
        if self._qualified is not None:
            self.bank.add(1, int(self._qualified))
        lines = [{line.spot: line for line in settled.lines} for settled in self._settled.values()]
        for spot in self.profile.side_spots:
            self._side(spot, [seat[spot] for seat in lines if spot in seat])
        self._jp1(sum([Spot.JP1 in seat for seat in lines]), len(lines))
        won = [self._won(seat) for seat in lines]
        if won:
            self.main.add(len(won), sum(won, Fraction(0)))

    def _side(self, spot: Spot, lines: list[e.SettledSpot]) -> None:
        if lines:
            self.hit[spot].add(len(lines), sum([line.paid_cents > 0 for line in lines]))
            gave = [Fraction(line.returned_cents + line.paid_cents, line.stake_cents) for line in lines]
            self.returned[spot].add(len(lines), sum(gave, Fraction(0)))

    def _jp1(self, bettors: int, players: int) -> None:
        if not bettors:
            return
        any_player = self.profile.options.consolation_trigger == "any_player"
        beside = (players if any_player else bettors) - 1
        for kind, sample in self.prizes.items():
            units = bettors * beside if kind is AwardKind.CONSOLATION else bettors
            if units:
                sample.add(units, self._awards[kind])

    def _won(self, seat: Mapping[Spot, e.SettledSpot]) -> Fraction:
        cents = [
            line.paid_cents - line.taken_cents
            for spot, line in seat.items()
            if spot is not Spot.JP1 and spot not in self.profile.side_spots
        ]
        return Fraction(sum(cents), seat[Spot.ANTE].stake_cents)

    def table(self) -> Observed:
        """For one table of the night: it counts into the same samples, and has rounds of its own."""
        return Observed(self.profile, self.hands, self.hit, self.returned, self.prizes, self.bank, self.main)


_COUNTED: Final[dict[type[Event], Callable[[Observed, Any], None]]] = {
    e.SeatSettled: Observed._seat_settled,
    e.AwardAsked: Observed._awarded,
    e.ShowdownOpened: Observed._opened,
    e.SettlementTakenBack: Observed._taken_back,
    e.RoundClosed: Observed._closed,
    e.RoundVoided: Observed._voided,
}


@dataclass(frozen=True, slots=True)
class Optimal:
    """What `controller.odds` worked out for players who play by its strategy: the result per Ante, and the
    side bets that depend on how the main bets end."""

    main: Exact
    sides: Mapping[Spot, chances.Bet] = field(default_factory=dict)


def beside_exact(observed: Observed, optimal: Optimal | None = None) -> dict[str, Any]:
    """Observed against exact, as `tapis simulate --json` prints it under `frequencies`.

    Without `optimal` the main game has no exact figure: it depends on how the players play.
    """
    profile = observed.profile
    told: dict[str, Any] = {
        "hands": {
            str(hand): sample.beside(Exact.chance(chances.chance(hand)))
            for hand, sample in reversed(observed.hands.items())
        }
    }
    for one in profile.sides:
        bet = chances.side(one) or (optimal.sides.get(one.spot) if optimal is not None else None)
        told[str(one.spot)] = {
            "hit_frequency": observed.hit[one.spot].beside(Exact.chance(bet.hit) if bet else None),
            "return": observed.returned[one.spot].beside(Exact(bet.rtp, bet.variance) if bet else None),
        }
    if profile.jp1:
        alive = profile.options.jp1_after_fold
        told["jp1"] = {
            str(kind): sample.beside(Exact.chance(chances.prize(kind)) if alive else None)
            for kind, sample in observed.prizes.items()
        }
    told["bank"] = {"qualified": observed.bank.beside(Exact.chance(chances.qualified(profile)))}
    told["main"] = {"result_per_ante": observed.main.beside(optimal.main if optimal is not None else None)}
    return told
