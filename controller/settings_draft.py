"""A change of a table's settings: a draft by one person, approved by another, in force at the next start.

Nothing of a table is changed while it is open, and nothing of a jackpot while it runs (PM-10). Proposer and
approver are two persons, there is a reason, and what was and what is are kept for accounting (PM-11).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from controller.game.refusals import Refusal
from controller.journal.reading import read_rows
from controller.rule_files import load_profile
from controller.settings import load_jackpot
from controller.strict_toml import config_path
from controller.table_files import TableFile, load_table

DRAFT: Final = "settings.draft.json"
LOG: Final = "settings.log"
REASON_MAX: Final = 200
SESSION: Final = "[0-9]" * 6
OPEN_BY: Final = frozenset({"OpeningBegun", "TableOpened"})
CLOSED_BY: Final = "TableClosed"

WORDS: Final[Mapping[str, str]] = {
    "table.profile": "the rules in force",
    "table.jackpot": "the jackpot's terms",
    "table.book": "where the jackpot's book is",
    "pace.betting_ms": "how long bets stay open",
    "pace.last_bets_ms": "how long the light is yellow",
    "pace.showdown_ms": "how long a showdown stands",
    "pace.clearing_ms": "how long until the next round",
    "video.cameras": "the cameras that see the table",
    "video.retention_days": "how long images are kept",
    "payments.identity_from_cents": "from when an identity is checked",
    "payments.dealer_prize_cents": "above what a prize waits for the chef",
    "opening.coefficient": "how many times the minimum the avance is",
    "opening.last_deals": "how many last deals are announced",
    "opening.closes": "when the table means to close",
    "chips.debounce_ms": "how long a chip must lie",
}
"""What a key is, where its name does not say it."""


class DraftRefused(Exception):
    """The change is not made; `refusal` has the code, the article and the facts."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Difference:
    """One key, and its values before and after as they would be written."""

    key: str
    before: str
    after: str

    @property
    def words(self) -> str:
        """`pace.betting_ms (how long bets stay open): 45000 becomes 60000`."""
        meaning = WORDS.get(self.key, "")
        named = f"{self.key} ({meaning})" if meaning else self.key
        return f"{named}: {self.before} becomes {self.after}"


@dataclass(frozen=True, slots=True)
class Draft:
    """What one person proposes: the whole new file, for the file with this digest."""

    table: str
    by: str
    reason: str
    at_ms: int
    before_sha256: str
    text: str


def differences(before: TableFile, after: TableFile) -> list[Difference]:
    """What differs, key by key, in the order of the keys."""
    old, new = dict(_flat("", before.model_dump())), dict(_flat("", after.model_dump()))
    return [
        Difference(key, _written(old.get(key)), _written(new.get(key)))
        for key in sorted(old.keys() | new.keys())
        if old.get(key) != new.get(key)
    ]


def _flat(head: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _flat(f"{head}.{key}" if head else str(key), inner)
    else:
        yield head, value


def _written(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(_written, value)) or "nothing"
    return str(value)


def check_change(before: TableFile, after: TableFile) -> list[Difference]:
    """What would change; the table is closed, and its jackpot stays what it is.

    Raises:
        DraftRefused: `nothing_differs`; `other_table`; `table_open`; `jackpot_runs`.
        SettingsError: rules or jackpot of the new file cannot be read.
    """
    found = differences(before, after)
    if not found:
        raise DraftRefused(Refusal("nothing_differs"))
    if before.table.id != after.table.id or before.table.data != after.table.data:
        raise DraftRefused(Refusal("other_table", "AC-01", (("table", before.table.id),)))
    if _jackpot_of(before) != _jackpot_of(after):
        raise DraftRefused(Refusal("jackpot_runs", "PM-10"))
    if is_open(before):
        raise DraftRefused(Refusal("table_open", "PM-10", (("table", before.table.id),)))
    return found


def _jackpot_of(settings: TableFile) -> tuple[object, ...]:
    """What the jackpot of these settings is: its terms, its prizes, its book."""
    profile = load_profile(settings.table.profile)
    return load_jackpot(config_path(settings.table.jackpot)), dict(profile.jp1), settings.table.book


def is_open(settings: TableFile) -> bool:
    """The last of the table's journals says that it was opened and not closed."""
    folder = settings.table.data / "journals"
    found = sorted(folder.glob(f"{settings.table.id}-{SESSION}.journal")) if folder.is_dir() else []
    opened = False
    for row in read_rows(found[-1]) if found else ():
        opened = row.kind in OPEN_BY or (opened and row.kind != CLOSED_BY)
    return opened


# --- the draft and what became of it -------------------------------------------------------------


def digest(text: str) -> str:
    """By which a file of settings is known: SHA-256 of its text."""
    return sha256(text.encode()).hexdigest()


def keep_draft(data: Path, draft: Draft) -> None:
    """The draft waits for its approval; another one that waited is forgotten."""
    _write(data / DRAFT, json.dumps(asdict(draft), ensure_ascii=False))


def waiting_draft(data: Path) -> Draft:
    """The draft that waits.

    Raises:
        DraftRefused: `no_draft`.
    """
    try:
        return Draft(**json.loads((data / DRAFT).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        raise DraftRefused(Refusal("no_draft")) from None


def settings_of(draft: Draft, path: Path) -> TableFile:
    """The settings of the draft, read as the file at `path` would be.

    Raises:
        SettingsError: they are not valid.
    """
    new = path.with_name(f".{path.name}.new")
    _write(new, draft.text)
    try:
        return load_table(new)
    finally:
        new.unlink()


def drop_draft(data: Path) -> None:
    """No draft waits any more."""
    (data / DRAFT).unlink(missing_ok=True)


def approve(path: Path, draft: Draft, by: str, at_ms: int) -> list[Difference]:
    """The draft is the table's file, read at its next start; the file before it is kept beside it.

    Raises:
        DraftRefused: `same_person`; `file_changed`, the file is not the one that the draft was made for;
            and as `check_change`.
        SettingsError: the new file is not valid.
    """
    if by == draft.by:
        raise DraftRefused(Refusal("same_person", "PM-11", (("person", by),)))
    old_text = path.read_text(encoding="utf-8")
    if digest(old_text) != draft.before_sha256:
        raise DraftRefused(Refusal("file_changed", "PM-11"))
    before = load_table(path)
    found = check_change(before, settings_of(draft, path))
    _write(path.with_name(f"{path.name}.{draft.before_sha256[:12]}"), old_text)
    _write(path, draft.text)
    _note(before.table.data, draft, by, at_ms, found)
    drop_draft(before.table.data)
    return found


def _note(data: Path, draft: Draft, by: str, at_ms: int, found: list[Difference]) -> None:
    """The notice for accounting: who, when, why, and each value before and after."""
    line = {
        "table": draft.table,
        "proposed_by": draft.by,
        "proposed_ms": draft.at_ms,
        "approved_by": by,
        "approved_ms": at_ms,
        "reason": draft.reason,
        "before_sha256": draft.before_sha256,
        "after_sha256": digest(draft.text),
        "changes": [asdict(one) for one in found],
    }
    with (data / LOG).open("a", encoding="utf-8") as log:
        log.write(json.dumps(line, ensure_ascii=False) + "\n")
        log.flush()
        os.fsync(log.fileno())


def _write(path: Path, text: str) -> None:
    """The file has this text, whole, of its owner only."""
    half = path.with_name(f"{path.name}.half")
    opened = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(opened, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(half, path)
