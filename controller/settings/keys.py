"""The settings that a house changes by a draft: their keys in `table.toml`, their values, what may be chosen.

What a machine is and where it is plugged in is not among them: that is the technician's, in the file. A
value is its text; an empty one is none. Nobody types one: what is legal is a list.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from controller.game.profile import LIMIT_MULTIPLES
from controller.game.settings.types import Setting, SettingsTerms
from controller.settings.files import config_files, config_path, toml_content
from controller.settings.jackpot import load_jackpot
from controller.settings.limits import MINIMUMS_CENTS, known_profiles, rules_of
from controller.settings.table import TableFile
from controller.settings.toml import check

JACKPOTS_MAX: Final = 12
_HALVES: Final = (0, 30)

STEPS: Final[Mapping[str, tuple[int, ...]]] = {
    "limits.minimum_cents": MINIMUMS_CENTS,
    "limits.maximum_multiple": LIMIT_MULTIPLES,
    "pace.betting_ms": tuple(range(15_000, 120_001, 5_000)),
    "pace.last_bets_ms": tuple(range(0, 30_001, 5_000)),
    "pace.showdown_ms": tuple(range(0, 10_001, 1_000)),
    "pace.clearing_ms": tuple(range(0, 10_001, 1_000)),
    "opening.coefficient": (1_000, 2_000, 2_500, 3_000, 4_000, 5_000, 6_000, 7_500, 10_000),
    "opening.last_deals": tuple(range(1, 11)),
    "opening.announce_min": (0, 10, 15, 20, 30, 45, 60, 90),
    "payments.identity_from_cents": (50_000, 100_000, 150_000, 200_000),
    "payments.second_person_from_cents": (50_000, 100_000, 200_000, 300_000, 400_000, 500_000, 1_000_000),
    "payments.stop_notice_h": (48, 360),
    "video.retention_days": (28, 30, 45, 60, 90, 180, 365),
}
"""Whole numbers, from the least to the greatest. Images are kept at least as long as the law says (art. 21),
and from 2 000 EUR on an identity is always checked (JW-16)."""
KEYS: Final = ("table.profile", "table.jackpot", *STEPS, "opening.closes")


def file_settings(path: Path, values: Mapping[str, str]) -> TableFile:
    """The settings of the file, with these values of the house in their place.

    Raises:
        SettingsError: the file cannot be read, or with them it is not valid.
    """
    content = toml_content(path)
    for key, value in values.items():
        _put(content, key, value)
    return check(path, content, TableFile)


def _put(content: dict[str, Any], key: str, value: str) -> None:
    table, _, name = key.partition(".")
    section = content.setdefault(table, {})
    section[name] = int(value) if key in STEPS else value


def values_of(settings: TableFile) -> dict[str, str]:
    """What is in force, key by key; the limits are those of the rules where the file has none of its own.

    Raises:
        SettingsError: the rules cannot be read.
    """
    rules = rules_of(settings)
    found: dict[str, object] = {
        "limits.minimum_cents": rules.limits.minimum_cents,
        "limits.maximum_multiple": rules.limits.maximum_multiple,
    }
    for key in KEYS:
        table, _, name = key.partition(".")
        section = getattr(settings, table)
        if section is not None and key not in found:
            found[key] = getattr(section, name)
    return {key: "" if found[key] is None else str(found[key]) for key in KEYS if key in found}


def settings_terms(settings: TableFile) -> SettingsTerms:
    """What may be drafted at the table of these settings, with what is in force among the choices.

    Raises:
        SettingsError: its rules or its jackpot cannot be read.
    """
    values = values_of(settings)
    made = tuple(Setting(key, value, _choices(key, value)) for key, value in values.items())
    return SettingsTerms(digest_of_settings(settings), made)


def _choices(key: str, value: str) -> tuple[str, ...]:
    if key == "table.profile":
        names = known_profiles()
        return names if value in names else (value, *names)
    if key == "table.jackpot":
        names = _jackpots()
        return names if value in names else (value, *names)
    if key == "opening.closes":
        clocks = ["", *(f"{hour:02}:{minute:02}" for hour in range(24) for minute in _HALVES)]
        return tuple(clocks if value in clocks else sorted([*clocks, value]))
    numbers = set(STEPS[key]) | ({int(value)} if value else set())
    return tuple(map(str, sorted(numbers)))


def _jackpots() -> tuple[str, ...]:
    """The files of jackpot terms that this machine has."""
    found = {path.name for path in config_files("jackpot*.toml")}
    return tuple(sorted(found))[:JACKPOTS_MAX]


def digest_of_settings(settings: TableFile) -> str:
    """By which what is in force is known: SHA-256 of the whole file as read, of its rules and its jackpot.

    Raises:
        SettingsError: rules or jackpot cannot be read.
    """
    content = settings.model_dump(mode="json", by_alias=True)
    jackpot = asdict(load_jackpot(config_path(settings.table.jackpot)))
    whole = {"settings": content, "rules": rules_of(settings).digest, "jackpot": jackpot}
    canonical = json.dumps(whole, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return sha256(canonical.encode("ascii")).hexdigest()
