"""What a draft of settings would mean: the limits, the avance, the rules, what JP1 and the side bet return.

The theoretical return of JP1 is that of its fixed prizes, of what each stake adds to it, of its start amount
and of its consolation, for one to seven bettors (PM-05). Exact, from `controller.odds.chances`; where prizes
come out of the meter it is the most that it can be.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import Final

from controller.game.felt import SEATS_MAX
from controller.game.jackpot.rules import SHARES_TOTAL, JackpotConfig
from controller.game.money import Odds
from controller.game.profile import AwardKind, RuleProfile
from controller.game.settings.types import Consequence
from controller.odds.chances import prize, side
from controller.settings.approval import approval_reference, authentic_program
from controller.settings.files import config_path
from controller.settings.jackpot import load_jackpot
from controller.settings.limits import rules_of
from controller.settings.standing import NotAuthentic
from controller.settings.table import TableFile

CEILING: Final = Fraction(1)
"""A return above it is approved by two persons beside the one who proposes (rules, section 3; PM-05)."""
APPROVALS: Final = 1
APPROVALS_ABOVE: Final = 2
FIXED: Final = (
    AwardKind.FULL_HOUSE,
    AwardKind.QUADS,
    AwardKind.STRAIGHT_FLUSH,
    AwardKind.COMMUNITY_ROYAL,
)
RETURNS: Final = ("table.profile", "table.jackpot")
"""The settings that move a return."""


def meaning(
    before: TableFile, after: TableFile, changed: Collection[str]
) -> tuple[tuple[Consequence, ...], int]:
    """What follows from the change, and how many persons are to approve it.

    Raises:
        SettingsError: rules or jackpot cannot be read.
    """
    old, new = rules_of(before), rules_of(after)
    found = [*_limits(before, after, old, new), *_approval(before, after, new)]
    needed = APPROVALS
    if not set(changed).isdisjoint(RETURNS):
        returned = [*_returns(before, after, old, new)]
        found += [one for one in returned if one.before != one.after]
        ceiling = _micro(CEILING)
        if any(one.after and int(one.after) > ceiling for one in returned):
            needed = APPROVALS_ABOVE
            found.append(Consequence("ceiling", "", str(ceiling)))
    return tuple(found), needed


def _limits(before: TableFile, after: TableFile, old: RuleProfile, new: RuleProfile) -> list[Consequence]:
    """What an amount that is not in the draft becomes by it."""
    found = []
    pairs = [
        ("minimum", old.limits.minimum_cents, new.limits.minimum_cents),
        ("maximum", old.limits.maximum_cents, new.limits.maximum_cents),
    ]
    if before.opening is not None and after.opening is not None:
        avances = [
            sheet.coefficient * rules.limits.minimum_cents
            for sheet, rules in ((before.opening, old), (after.opening, new))
        ]
        pairs.append(("avance", avances[0], avances[1]))
    found += [Consequence(code, str(was), str(is_)) for code, was, is_ in pairs if was != is_]
    if old.digest != new.digest:
        found.append(Consequence("rules", old.digest[:12], new.digest[:12]))
    return found


def _approval(before: TableFile, after: TableFile, new: RuleProfile) -> list[Consequence]:
    """The minister's approval is of a program with its rules (art. 38-2): other rules may have none."""
    named = before.program
    if named is None or named.approval is None:
        return []
    try:
        program = authentic_program(named.manifest, named.key)
        approval_reference(named.approval, named.authority, program, rules_of(before).digest)
    except NotAuthentic:
        return []  # there was none before either
    try:
        approval_reference(named.approval, named.authority, program, new.digest)
    except NotAuthentic:
        return [Consequence("approval", "approved", "demonstration")]
    return []


def _returns(before: TableFile, after: TableFile, old: RuleProfile, new: RuleProfile) -> list[Consequence]:
    """Millionths of the stake, before and after; empty where the bet is not on that felt."""
    terms = [load_jackpot(config_path(settings.table.jackpot)) for settings in (before, after)]
    found = []
    for bettors in (1, SEATS_MAX):
        was, is_ = (
            _text(jp1_return(rules, jackpot, bettors) if rules.jp1 else None)
            for rules, jackpot in zip((old, new), terms, strict=True)
        )
        found.append(Consequence(f"jp1_return_{bettors}", was, is_))
    bets = [{bet.spot: side(bet) for bet in rules.sides} for rules in (old, new)]
    for spot in sorted(bets[0].keys() | bets[1].keys()):
        was, is_ = (_text(bet.rtp if (bet := told.get(spot)) is not None else None) for told in bets)
        found.append(Consequence(f"{spot}_return", was, is_))
    return [one for one in found if one.before or one.after]


def jp1_return(profile: RuleProfile, jackpot: JackpotConfig, bettors: int) -> Fraction:
    """What one staked on JP1 returns in the long run at a table of so many bettors, and no other player."""
    kept = 1 if profile.options.jp1_return_stake else 0
    fixed = sum((prize(kind) * (_times(profile.jp1[kind]) + kept) for kind in FIXED), Fraction(0))
    if kept:
        fixed += prize(AwardKind.JACKPOT)
    consolation = _times(profile.jp1[AwardKind.CONSOLATION]) + kept
    consoled = (bettors - 1) * prize(AwardKind.CONSOLATION) * consolation
    won = prize(AwardKind.JACKPOT)
    grown = Fraction(jackpot.meter_share + jackpot.reserve_share, SHARES_TOTAL)
    put_in = grown + won * jackpot.restart_cents / jackpot.stake_cents
    if jackpot.limit_cents is not None:
        put_in = min(put_in, won * jackpot.limit_cents / jackpot.stake_cents)
    return fixed + consoled + put_in


def _times(odds: Odds) -> Fraction:
    return Fraction(odds.numerator, odds.denominator)


def _micro(value: Fraction) -> int:
    """Millionths, rounded up: a return is never told lower than it is."""
    return -(-value.numerator * SHARES_TOTAL // value.denominator)


def _text(value: Fraction | None) -> str:
    return "" if value is None else str(_micro(value))
