"""The rule sheet of an establishment: every option of profile and jackpot in words (rules, section 1).

What the law leaves to the house is listed as the house's choice, each with the option that says it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from controller.game.felt import Spot
from controller.game.inputs import Role
from controller.game.jackpot.rules import JackpotConfig
from controller.game.money import Odds
from controller.game.profile import LIMIT_MULTIPLES, RuleProfile, Street
from controller.game.side_bets import LooksAt, Paytable, SideBet
from controller.registers.layout import Facts, Grid, Paper, Part, Signatures
from controller.registers.rule_words import HANDS, LABELS, OPTIONS
from controller.settings.standing import Standing
from controller.words.hands import a_hand
from controller.words.money import HARD, grouped, money, percent
from controller.words.roles import role_title
from controller.words.spots import LOOKS_AT, spot_name

FORMAT: Final = "tapis-rules/1"
PRIZE_ORDER: Final = ("community_royal", "straight_flush", "quads", "full_house", "consolation")
Fact = tuple[str, str]


def rule_paper(
    profile: RuleProfile, jackpot: JackpotConfig | None, standing: Standing, language: int
) -> Paper:
    """The sheet; without JP1 on the felt there is no jackpot in it."""
    return _Sheet(profile, jackpot if profile.jp1 else None, standing, language).paper()


def as_json(profile: RuleProfile, jackpot: JackpotConfig | None, standing: Standing) -> dict[str, Any]:
    """The same for machines: options as the files write them, with their sentences."""
    return {
        "format": FORMAT,
        "profile": profile.id,
        "source": profile.source,
        "digest": profile.digest,
        "approval": standing.reference,
        "minimum_cents": profile.limits.minimum_cents,
        "maximum_cents": profile.limits.maximum_cents,
        "options": {
            name: {"value": value, "fr": OPTIONS[f"{name}={value}"][0], "en": OPTIONS[f"{name}={value}"][1]}
            for name, value in profile.options_in_words()
        },
        **({"side_bets": [_side_bet(bet) for bet in profile.house_bets]} if profile.house_bets else {}),
        "jackpot": None
        if jackpot is None or not profile.jp1
        else {
            "stake_cents": jackpot.stake_cents,
            "start_cents": jackpot.start_cents,
            "meter_micro": jackpot.meter_share,
            "reserve_micro": jackpot.reserve_share,
            "house_micro": jackpot.house_share,
            "fixed_prizes_paid_from": jackpot.fixed_prizes_paid_from,
            "limit_cents": jackpot.limit_cents,
            "reset_cents": jackpot.restart_cents,
            "unreasonable_cents": jackpot.unreasonable_cents,
        },
    }


def _side_bet(bet: SideBet) -> dict[str, Any]:
    """A side bet of the house's own, as its file writes it."""
    return {
        "spot": str(bet.spot),
        "looks_at": str(bet.looks_at),
        "after_fold": bet.after_fold,
        "antes": bet.antes,
        "paytable": {str(line): str(odds) for line, odds in bet.table.items()},
    }


class _Sheet:
    """One profile in one language."""

    def __init__(
        self, profile: RuleProfile, jackpot: JackpotConfig | None, standing: Standing, language: int
    ) -> None:
        self._profile, self._jackpot, self._standing = profile, jackpot, standing
        self._language = language

    def _say(self, key: str, **facts: object) -> str:
        return LABELS[key][self._language].format(**facts)

    def _spot(self, spot: str) -> str:
        return spot_name(spot, self._language)

    def _fact(self, key: str, **facts: object) -> Fact:
        return self._say(key), self._say(f"{key}.text", **facts)

    def _money(self, cents: int) -> str:
        return money(cents)

    def paper(self) -> Paper:
        parts: list[Part] = [
            Facts("", tuple(self._head())),
            Facts("", ((self._say("digest"), self._profile.digest),), small=True),
            Facts(self._say("limits"), tuple(self._limits())),
            Facts(self._say("stakes"), tuple(self._stakes())),
            Facts(self._say("course"), tuple(self._course())),
            *self._tables(),
        ]
        if self._jackpot is not None:
            parts.append(Facts(self._say("jackpot"), tuple(self._of_jackpot(self._jackpot))))
        director = role_title(Role.DIRECTOR, self._language)
        parts += [self._choices(), Signatures(((director, ""),), self._say("sign.below"))]
        return Paper(self._say("title"), self._say(self._game), tuple(parts))

    @property
    def _game(self) -> str:
        return "uth" if self._profile.second is Spot.BLIND else "casino"

    def _head(self) -> Iterator[Fact]:
        profile = self._profile
        yield self._say("profile"), profile.id
        yield self._say("source"), profile.source
        yield self._say("approval"), self._standing.reference or self._say("approval.none")

    def _limits(self) -> Iterator[Fact]:
        limits = self._profile.limits
        others = [
            self._money(times * limits.minimum_cents)
            for times in LIMIT_MULTIPLES
            if times != limits.maximum_multiple
        ]
        yield self._say("minimum"), self._money(limits.minimum_cents)
        yield self._fact(
            "maximum",
            maximum=self._money(limits.maximum_cents),
            times=limits.maximum_multiple,
            others=self._say("or").join(others),
        )
        yield self._fact("seats")
        yield self._fact("chip", chip=self._money(limits.chip_cents))

    def _stakes(self) -> Iterator[Fact]:
        profile = self._profile
        yield self._fact("stakes.main", second=self._spot(profile.second))
        for bet in profile.sides:
            key = "side.by_ante" if bet.antes else "side.by_limits"
            yield self._say("stakes.side"), self._say(key, spot=self._spot(bet.spot), times=bet.antes)
        if self._jackpot is not None:
            yield self._fact("stakes.jp1", stake=self._money(self._jackpot.stake_cents))

    # --- the round -------------------------------------------------------------------------------

    def _course(self) -> Iterator[Fact]:
        profile = self._profile
        yield self._fact("deal")
        for street in profile.streets:
            yield self._street_name(street), self._street(street)
        hand = a_hand(str(profile.qualifies_with), self._language)
        yield self._fact("bank", hand=hand)
        yield self._say("unqualified"), self._say(f"unqualified.{profile.unqualified.ante}")
        yield self._fact("settlement")
        clocks = profile.clocks
        if not clocks.betting_ms and not clocks.decision_ms:
            yield self._say("clocks"), self._say("clocks.none")
        else:
            seconds = {"betting": clocks.betting_ms // 1000, "decision": clocks.decision_ms // 1000}
            yield self._fact("clocks", **seconds)

    def _street_name(self, street: Street) -> str:
        together = street.name == "river" and street.board > 1
        if street.name not in LABELS:  # a house may call it what it will
            return street.name
        return self._say("turn_river" if together else street.name)

    def _street(self, street: Street) -> str:
        said = []
        if street.burn:
            said.append(self._say("burned"))
        if street.board:
            said.append(self._say("cards", count=street.board) if street.board > 1 else self._say("card"))
        halves = sorted({bet.half_antes for bet in street.bets}, reverse=True)
        if halves == [1]:
            said.append(self._say("half.bets"))
        elif halves == [2]:
            said.append(self._say("once.ante"))
        elif halves:
            said.append(self._say("bets", bets=self._say("or").join(f"{half // 2}" for half in halves)))
        if halves:
            follows = any(bet.after is not None for bet in street.bets)
            said.append(self._say("then" if follows else "once"))
        if street.fold:
            said.append(self._say("fold"))
        return ", ".join(said)

    # --- tables, options, jackpot ----------------------------------------------------------------

    def _tables(self) -> Iterator[Grid]:
        profile = self._profile
        tables: list[tuple[str, Paytable]] = [(str(profile.second), profile.blind)]
        tables += [(str(bet.spot), bet.table) for bet in profile.sides if bet.looks_at is LooksAt.SEVEN]
        hands = sorted({hand for _, table in tables for hand in table}, reverse=True)
        rows = tuple(
            (
                HANDS[str(hand)][self._language],
                *(self._odds(table[hand]) if hand in table else "–" for _, table in tables),
            )
            for hand in hands
        )
        heads = (self._say("hand"), *(self._spot(name) for name, _ in tables))
        yield Grid(self._say("tables"), heads, rows, frozenset(range(1, len(heads))))
        for bet in profile.sides:
            if bet.looks_at is not LooksAt.SEVEN:
                yield self._table_of(bet)
        if self._jackpot is not None:
            yield self._prizes(self._jackpot.stake_cents)

    def _table_of(self, bet: SideBet) -> Grid:
        """What a side bet on the two cards or on the board pays."""
        rows = tuple((HANDS[str(line)][self._language], self._odds(odds)) for line, odds in bet.table.items())
        looks_at = LOOKS_AT[bet.looks_at][self._language]
        heading = self._say("table.of", spot=self._spot(bet.spot), looks_at=looks_at)
        return Grid(heading, (self._say("hand"), self._say("pays")), rows, frozenset({1}))

    def _prizes(self, stake_cents: int) -> Grid:
        """What JP1 pays, with the amounts of this stake."""
        prizes: Mapping[str, Odds] = {str(name): odds for name, odds in self._profile.jp1.items()}
        rows = [(HANDS["jackpot"][self._language], f"100{HARD}%", "")]
        for name in PRIZE_ORDER:
            if name in prizes:
                cents = prizes[name].win_cents(stake_cents, 1)
                rows.append((HANDS[name][self._language], self._odds(prizes[name]), self._money(cents)))
        heads = (self._say("hand"), self._say("pays"), "€")
        return Grid(self._spot(Spot.JP1), heads, tuple(rows), frozenset({1, 2}), new_page=True)

    def _odds(self, odds: Odds) -> str:
        return (" pour ", " to ")[self._language].join(grouped(number) for number in odds)

    def _choices(self) -> Grid:
        rows = (
            *self._house_bets(),
            *(
                (OPTIONS[f"{name}={value}"][self._language], f"{name} = {value}")
                for name, value in self._profile.options_in_words()
            ),
        )
        return Grid(self._say("choices"), (self._say("choice"), self._say("option")), rows)

    def _house_bets(self) -> Iterator[Fact]:
        """What becomes of a side bet of the house's own when its hand is folded."""
        words = ("couchée", "a folded") if self._game == "uth" else ("abandonnée", "an abandoned")
        folded = words[self._language]
        for at, bet in enumerate(self._profile.house_bets):
            key = "side.plays_on" if bet.after_fold else "side.lost_with_hand"
            said = self._say(key, spot=self._spot(bet.spot), folded=folded)
            yield said, f"side_bets[{at}].after_fold = {str(bet.after_fold).lower()}"

    def _of_jackpot(self, jackpot: JackpotConfig) -> Iterator[Fact]:
        yield self._say("start"), self._money(jackpot.start_cents)
        yield self._say("reset"), self._money(jackpot.restart_cents)
        yield self._fact(
            "shares",
            meter=percent(jackpot.meter_share),
            reserve=percent(jackpot.reserve_share),
            house=percent(jackpot.house_share),
        )
        yield self._say("prizes"), self._say(f"prizes.{jackpot.fixed_prizes_paid_from}")
        if jackpot.limit_cents is None:
            yield self._say("limit"), self._say("limit.none")
        else:
            yield self._fact("limit", limit=self._money(jackpot.limit_cents))
        yield self._fact("unreasonable", above=self._money(jackpot.unreasonable_cents))
        yield self._fact("won")
        yield self._fact("paid")
        yield self._fact("stopped")
