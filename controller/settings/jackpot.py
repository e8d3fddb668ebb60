"""The jackpot of the house: `jackpot.toml` as a value of the core, and whether its prizes can be paid."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, PlainValidator

from controller.game.jackpot.rules import CONTRIBUTIONS_MAX, SHARES_TOTAL, JackpotConfig
from controller.game.money import CENTS_MAX, InexactPayout
from controller.game.profile import RuleProfile
from controller.settings.faults import wrong
from controller.settings.files import config_path
from controller.settings.settings_error import SettingsError
from controller.settings.toml import Cents, Strict, read_toml

_SHARE = re.compile(r"(\d+(?:\.\d+)?) ?%|(\d+/0*[1-9]\d*)|(\d+(?:\.\d+)?)", re.ASCII)


def _share(value: object) -> int:
    """A share in millionths of the stake."""
    written = _SHARE.fullmatch(value) if isinstance(value, str) and len(value) <= 30 else None
    if written is None:
        raise ValueError(wrong("share_written"))
    percent, ratio, decimal = written.groups()
    exact = (Fraction(percent) / 100 if percent else Fraction(ratio or decimal)) * SHARES_TOTAL
    if exact.denominator != 1 or exact > SHARES_TOTAL:
        raise ValueError(wrong("share_whole"))
    return int(exact)


Share = Annotated[int, PlainValidator(_share)]


class SharesFile(Strict):
    """`[shares]`."""

    meter: Share
    reserve: Share
    house: Share


class JackpotFile(Strict):
    """The jackpot of the house."""

    stake_cents: Cents
    start_cents: Annotated[int, Field(ge=0, le=CENTS_MAX)]
    fixed_prizes_paid_from: Literal["house", "meter"]
    limit_cents: Cents | None = None
    reset_cents: Annotated[int, Field(ge=0, le=CENTS_MAX)] | None = None
    most_stakes: Annotated[int, Field(ge=1, le=CONTRIBUTIONS_MAX)] = CONTRIBUTIONS_MAX
    shares: SharesFile


def load_jackpot(path: str | Path | None = None) -> JackpotConfig:
    """How the establishment runs the jackpot; without a path, by `jackpot.toml` of the configuration.

    Raises:
        SettingsError: it does not hold together.
    """
    file = Path(path) if path is not None else config_path("jackpot.toml")
    read = read_toml(file, JackpotFile)
    shares = read.shares
    total = shares.meter + shares.reserve + shares.house
    if total != SHARES_TOTAL:
        shown = wrong("of_the_stake", part=str(Fraction(total, SHARES_TOTAL)))
        raise SettingsError(file, "shares", shown, wrong("shares"))
    if read.limit_cents is not None and read.limit_cents < read.start_cents:
        reason = wrong("below_start", start=read.start_cents)
        raise SettingsError(file, "limit_cents", read.limit_cents, reason)
    if read.reset_cents not in (None, 0, read.start_cents):
        reason = wrong("neither", start=read.start_cents)
        raise SettingsError(file, "reset_cents", read.reset_cents, reason)
    return JackpotConfig(
        stake_cents=read.stake_cents,
        start_cents=read.start_cents,
        meter_share=shares.meter,
        reserve_share=shares.reserve,
        house_share=shares.house,
        fixed_prizes_paid_from=read.fixed_prizes_paid_from,
        limit_cents=read.limit_cents,
        reset_cents=read.reset_cents,
        most_stakes=read.most_stakes,
    )


def check_jp1_prizes(profile: RuleProfile, jackpot: JackpotConfig, file: str | Path = "jackpot.toml") -> None:
    """The JP1 stake, and every fixed prize on it, is a whole number of the smallest chips.

    The paytable is the profile's and the stake is the jackpot's: only together can they be wrong, and a
    table that found out at the showdown could not pay.

    Raises:
        SettingsError: the stake is not, of this file of the jackpot; or one prize, of the profile's name.
    """
    chip_cents, stake_cents = profile.limits.chip_cents, jackpot.stake_cents
    if profile.jp1 and stake_cents % chip_cents:
        below_cents = stake_cents // chip_cents * chip_cents
        nearest = [cents for cents in (below_cents, below_cents + chip_cents) if cents]
        to = nearest[0] if len(nearest) == 1 else wrong("either", one=nearest[0], other=nearest[1])
        reason = wrong("no_multiple", chip=chip_cents, profile=profile.id, nearest=to)
        raise SettingsError(file, "stake_cents", stake_cents, reason)
    for kind, odds in profile.jp1.items():
        try:
            odds.win_cents(stake_cents, chip_cents)
        except InexactPayout:
            reason = wrong("inexact", odds=str(odds), stake=stake_cents, chip=chip_cents)
            raise SettingsError(profile.id, f"paytable.jp1.{kind}", str(odds), reason) from None
