"""The stakes of one seat of a round line, checked against the streets of its game (rules, sections 4 and 6).

No table limits here: a disputed round is settled whatever the table's minimum was. What is asked is that
the stakes could have come about: equal main stakes, and the bets that the streets allow one after the
other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NoReturn

from controller.game.felt import Spot
from controller.game.profile import Bet, RuleProfile
from controller.papers.round_sheet.line_faults import said
from controller.settings.settings_error import shown
from controller.told import Told, said_by
from controller.words.money import EN, FR
from controller.words.spots import spot_name
from controller.words.told import told

REFUSAL_LENGTH: Final = 400


class LineRefused(ValueError):
    """A line is not a round that can be settled; the text names key, value and reason, on one line."""

    def __init__(self, text: Told) -> None:
        super().__init__(text)

    def __str__(self) -> str:
        return self.in_words(EN)

    def in_words(self, language: int) -> str:
        """The sentence in this language."""
        return printable(told(said_by(self), language), REFUSAL_LENGTH)


def printable(text: str, length: int) -> str:
    """The text without signs that steer a terminal, and no longer than this."""
    shortened = text if len(text) <= length else text[: length - 1] + "…"
    return "".join(sign if sign.isprintable() or sign in "\u00a0\u202f" else "?" for sign in shortened)


def refuse(key: str, value: object, reason: str) -> NoReturn:
    """The line is refused for this key; `None` as value stands for nothing written there."""
    facts = {"key": printable(key, 80), "value": "" if value is None else shown(value), "reason": reason}
    raise LineRefused(said("key" if value is None else "value", **facts))


def _named(spot: Spot) -> Told:
    return Told((spot_name(spot, FR), spot_name(spot, EN)))


def stakes_of(
    key: str, written: Mapping[str, int], folded: bool, jp1_stake_cents: int | None, profile: RuleProfile
) -> dict[Spot, int]:
    """The staked spots of a seat; an amount of nothing is no stake.

    Args:
        key: where the stakes stand in the line, for the refusal.
        jp1_stake_cents: the fixed JP1 stake of the line.

    Raises:
        LineRefused: a spot is unknown to this game, or the stakes cannot have come about.
    """
    stakes: dict[Spot, int] = {}
    for name, cents in written.items():
        if name not in profile.spots:
            refuse(f"{key}.{name}", cents, said("no_spot", profile=profile.id))
        if cents:
            stakes[Spot(name)] = cents
    _check_main(key, stakes, profile)
    if folded:
        _check_folded(key, stakes, profile)
    else:
        _check_bets(key, stakes, profile)
    if Spot.JP1 in stakes:
        _check_jp1(key, stakes[Spot.JP1], jp1_stake_cents)
    return stakes


def _check_main(key: str, stakes: Mapping[Spot, int], profile: RuleProfile) -> None:
    second = profile.second
    ante, other = stakes.get(Spot.ANTE, 0), stakes.get(second, 0)
    if Spot.JP1 in stakes and not (ante and other):
        refuse(f"{key}.jp1", stakes[Spot.JP1], said("jp1_alone"))
    if not ante:
        refuse(f"{key}.ante", None, said("no_ante", bet=_named(second)))
    if other != ante:
        refuse(f"{key}.{second}", other, said("not_the_ante", ante=ante))


def _check_folded(key: str, stakes: Mapping[Spot, int], profile: RuleProfile) -> None:
    """Only who has bet nothing since the deal may fold."""
    for spot in profile.bet_spots:
        if spot in stakes:
            refuse(f"{key}.{spot}", stakes[spot], said("folded_has_none", bet=_named(spot)))


def _check_bets(key: str, stakes: Mapping[Spot, int], profile: RuleProfile) -> None:
    """A seat still in has bet once, and then what may follow that bet."""
    bets = [bet for street in profile.streets for bet in street.bets]
    first = [bet.spot for bet in bets if bet.after is None]
    placed = [spot for spot in dict.fromkeys(first) if spot in stakes]
    for bet in bets:
        if bet.after is not None and bet.spot in stakes and bet.after not in stakes:
            refuse(
                f"{key}.{bet.spot}",
                stakes[bet.spot],
                said("none_without", bet=_named(bet.spot), after=_named(bet.after)),
            )
    if len(placed) > 1:
        reason = said("bet_already", bet=_named(placed[0]), stake=stakes[placed[0]])
        refuse(f"{key}.{placed[1]}", stakes[placed[1]], reason)
    if not placed and profile.bet_spots == (Spot.PLAY,):
        placed = [Spot.PLAY]  # its refusal says what would be legal
    if not placed:
        french, english = (
            ", ".join(spot_name(spot, language) for spot in dict.fromkeys(first)) for language in (FR, EN)
        )
        offered = Told((french, english))
        refuse(key, None, said("one_bet", offered=offered))
    for spot in profile.bet_spots:
        if spot in stakes or spot in placed:
            _check_size(f"{key}.{spot}", stakes.get(spot, 0), stakes[Spot.ANTE], spot, bets)


def _check_size(key: str, cents: int, ante_cents: int, spot: Spot, bets: list[Bet]) -> None:
    halves = sorted({bet.half_antes for bet in bets if bet.spot is spot}, reverse=True)
    if ante_cents % 2 and all(count % 2 for count in halves):
        refuse(key, cents, said("odd_ante", ante=ante_cents))
    if cents in [count * ante_cents // 2 for count in halves if not count * ante_cents % 2]:
        return
    legal = ", ".join(str(count // 2) if count % 2 == 0 else f"{count}/2" for count in halves)
    refuse(key, cents, said("times" if cents else "times_or_folded", legal=legal, ante=ante_cents))


def _check_jp1(key: str, stake: int, fixed: int | None) -> None:
    if fixed is None:
        refuse("jp1_stake_cents", None, said("no_jp1_stake", key=key, stake=stake))
    if stake != fixed:
        refuse(f"{key}.jp1", stake, said("not_fixed", fixed=fixed))
