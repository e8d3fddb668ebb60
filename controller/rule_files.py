"""Rule files: `config/rules/*.toml` become `RuleProfile` values with their digest.

What a file leaves out of streets, dealer, options and limits is as in art. 55-20, so a house variant
needs only its name, its source, its paytables and what differs.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields, replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints

from pydantic import Field, PlainValidator, create_model

from controller.game.felt import Spot
from controller.game.hands import HandClass
from controller.game.money import Odds
from controller.game.profile import (
    BOARD_CARDS,
    LIMIT_MULTIPLES,
    STREETS_55_20,
    AwardKind,
    Limits,
    Options,
    RuleProfile,
    Street,
)
from controller.game.stakes import stake_step_cents
from controller.strict_toml import Cents, SettingsError, Strict, config_path, read_toml

DEFAULT_PROFILE = "fr-55-20-2021"
PROFILE_NAME = r"^[a-z0-9][a-z0-9-]{0,39}$"


def _odds(value: object) -> Odds:
    if not isinstance(value, str):
        raise ValueError('odds are written "n/d"')
    return Odds.parse(value)


def _hand(value: object) -> HandClass:
    return HandClass.parse(str(value))


def _award(value: object) -> AwardKind:
    if value not in JP1_LINES:
        raise ValueError(f"unknown prize; JP1 pays {', '.join(JP1_LINES)}")
    return AwardKind(str(value))


JP1_LINES = ("full_house", "quads", "straight_flush", "community_royal", "consolation")
"""The lines of the JP1 table; the jackpot itself is no multiple of the stake."""

Paytable = dict[Annotated[HandClass, PlainValidator(_hand)], Annotated[Odds, PlainValidator(_odds)]]
Jp1Table = dict[Annotated[AwardKind, PlainValidator(_award)], Annotated[Odds, PlainValidator(_odds)]]


class PaytablesFile(Strict):
    """`[paytable.blind]`, `[paytable.trips]`, `[paytable.jp1]`."""

    blind: Paytable
    trips: Paytable = Field(default_factory=dict)
    jp1: Jp1Table = Field(default_factory=dict)


class StreetFile(Strict):
    """One of `[[streets]]`."""

    name: Annotated[str, Field(pattern=r"^[a-z_]{1,20}$")]
    board: Annotated[int, Field(ge=0, le=BOARD_CARDS)]
    multiples: Annotated[list[Annotated[int, Field(ge=1, le=10)]], Field(min_length=1, max_length=10)]
    fold: bool


class DealerFile(Strict):
    """`[dealer]`."""

    qualifies_with: Annotated[HandClass, PlainValidator(_hand)] = HandClass.PAIR


def _file_of(kind: type, **narrower: Any) -> Any:
    """The model of a table that fills this dataclass, its defaults for what is not written."""
    hints = {**get_type_hints(kind), **narrower}
    keys: dict[str, Any] = {field.name: (hints[field.name], field.default) for field in fields(kind)}
    return create_model(f"{kind.__name__}File", __base__=Strict, **keys)


OptionsFile = _file_of(Options)
LimitsFile = _file_of(
    Limits, minimum_cents=Cents, maximum_multiple=Literal[LIMIT_MULTIPLES], chip_cents=Cents
)


class ProfileFile(Strict):
    """A rule profile. What is not written of streets, dealer, options and limits is as in art. 55-20."""

    id: Annotated[str, Field(pattern=PROFILE_NAME)]
    source: Annotated[str, Field(min_length=1, max_length=200)]
    paytable: PaytablesFile
    streets: Annotated[list[StreetFile], Field(min_length=1, max_length=8)] | None = None
    dealer: DealerFile = DealerFile()
    options: OptionsFile = OptionsFile()
    limits: LimitsFile = LimitsFile()


def load_profile(name_or_path: str | Path) -> RuleProfile:
    """The rule profile of this name, or of this file (what holds a slash or ends in `.toml`).

    Raises:
        SettingsError: there is none, or it does not hold together.
    """
    text = str(name_or_path)
    if "/" in text or text.endswith(".toml"):
        return profile_of_file(Path(text))
    if not re.fullmatch(PROFILE_NAME, text):
        raise SettingsError(text, "", None, "unknown profile")
    try:
        path = config_path(f"rules/{text}.toml")
    except SettingsError as error:
        raise SettingsError(text, "", None, f"unknown profile: rules/{text}.toml {error.reason}") from None
    profile = profile_of_file(path)
    if profile.id != text:
        raise SettingsError(path, "id", profile.id, f"must be the name of the file, {text}")
    return profile


def profile_of_file(path: Path) -> RuleProfile:
    """The rule profile that this file holds, with the digest of its whole content.

    Raises:
        SettingsError: it does not hold together.
    """
    read = read_toml(path, ProfileFile)
    options = Options(**read.options.model_dump())
    written = read.streets
    streets = [Street(s.name, s.board, tuple(s.multiples), s.fold) for s in written or ()] or STREETS_55_20
    profile = RuleProfile(
        id=read.id,
        source=read.source,
        streets=tuple(replace(s, burn=1 if options.burn and s.board else 0) for s in streets),
        qualifies_with=read.dealer.qualifies_with,
        blind=_best_first(read.paytable.blind),
        trips=_best_first(read.paytable.trips),
        jp1={kind: read.paytable.jp1[kind] for kind in AwardKind if kind in read.paytable.jp1},
        limits=Limits(**read.limits.model_dump()),
        options=options,
        digest="",
    )
    for key, value, reason in _faults(profile):
        raise SettingsError(path, key, value, reason)
    return replace(profile, digest=digest_of(profile))


def digest_of(profile: RuleProfile) -> str:
    """The SHA-256 of the profile's content, in hexadecimal: the same for the same rules, however written."""
    content = asdict(replace(profile, digest=""))
    content["qualifies_with"] = str(profile.qualifies_with)
    for name in ("blind", "trips", "jp1"):
        content[name] = [[str(key), str(odds)] for key, odds in getattr(profile, name).items()]
    canonical = json.dumps(content, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()


def _best_first(table: Mapping[HandClass, Odds]) -> dict[HandClass, Odds]:
    return {hand: table[hand] for hand in sorted(table, reverse=True)}


def _faults(profile: RuleProfile) -> Iterator[tuple[str, object, str]]:
    """What does not hold together, as key, value and reason."""
    yield from _street_faults(profile.streets)
    for name in ("blind", "trips"):
        yield from _paytable_faults(f"paytable.{name}", getattr(profile, name))
    if profile.jp1:
        for kind in JP1_LINES:
            if kind not in profile.jp1:
                yield f"paytable.jp1.{kind}", None, "missing"
        yield from _jp1_faults(profile.jp1)
    for spot in (Spot.ANTE, Spot.TRIPS):
        if spot in profile.spots and profile.limits.minimum_cents % stake_step_cents(profile, spot):
            step = stake_step_cents(profile, spot)
            reason = f"is no legal stake on {spot}: exact payouts need a multiple of {step}"
            yield "limits.minimum_cents", profile.limits.minimum_cents, reason


def _street_faults(streets: tuple[Street, ...]) -> Iterator[tuple[str, object, str]]:
    cards = sum(street.board for street in streets)
    if cards != BOARD_CARDS:
        yield "streets", cards, f"the board has {BOARD_CARDS} cards"
    if len({street.name for street in streets}) != len(streets):
        yield "streets", [street.name for street in streets], "two streets have one name"
    for at, street in enumerate(streets):
        if list(street.multiples) != sorted(set(street.multiples), reverse=True):
            yield f"streets[{at}].multiples", street.multiples, "must descend"
        if street.fold is not (at == len(streets) - 1):
            yield f"streets[{at}].fold", street.fold, "the last street, and only it, asks for a bet or a fold"


def _paytable_faults(key: str, table: Mapping[HandClass, Odds]) -> Iterator[tuple[str, object, str]]:
    """A better hand is paid at least as much; above the lowest hand paid, every hand is paid."""
    if key == "paytable.blind" and not table:
        yield key, {}, "pays nothing"
    for hand in sorted(table, reverse=True)[1:]:
        better = HandClass(hand + 1)
        if better not in table:
            yield f"{key}.{better}", None, f"missing: {hand} is paid and {better} is not"
        elif _fraction(table[better]) < _fraction(table[hand]):
            yield f"{key}.{better}", str(table[better]), f"pays less than {hand} ({table[hand]})"


def _jp1_faults(table: Mapping[AwardKind, Odds]) -> Iterator[tuple[str, object, str]]:
    ordered = [kind for kind in AwardKind if kind in table and kind is not AwardKind.CONSOLATION]
    for worse, better in pairwise(ordered):
        if _fraction(table[better]) < _fraction(table[worse]):
            yield f"paytable.jp1.{better}", str(table[better]), f"pays less than {worse} ({table[worse]})"


def _fraction(odds: Odds) -> Fraction:
    return Fraction(odds.numerator, odds.denominator)
