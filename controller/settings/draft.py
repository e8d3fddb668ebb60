"""A change of a table's settings: a draft by one person, approved by others, in force at the next opening.

The one path of it. The pit's screen goes it through the table's own process, the command line by itself,
and each act is a line of the same record (`record`), which the table's journal tells. Who a person
is has been proven before: by a card and its PIN, or by the PIN at the table's machine.

Nothing of a table is changed while it is open, and nothing of a jackpot while it runs (PM-10). Proposer and
approvers are different persons, there is a reason, and what was and what is are kept (PM-11).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from json import loads
from pathlib import Path
from typing import Final, NamedTuple

from controller.book.journals import read_told
from controller.game.refusals import Refusal
from controller.game.roles import distinct
from controller.game.settings.types import (
    ChangeReason,
    Consequence,
    DraftDoubt,
    SettingChange,
    SettingsAct,
    SettingsDraft,
)
from controller.journal.reading import read_rows
from controller.settings.files import config_path
from controller.settings.keys import digest_of_settings, file_settings, settings_terms, values_of
from controller.settings.meaning import meaning
from controller.settings.record import Record, RecordLine, RecordStanding, Step, no_step, standing_after
from controller.settings.settings_error import SettingsError
from controller.settings.table import TableFile, load_table

SESSION: Final = "[0-9]" * 6
OPEN_BY: Final = frozenset({"OpeningBegun", "TableOpened"})
CLOSED_BY: Final = "TableClosed"
SEALED: Final = "StakesSetAside"
UNSEALED: Final = "SealOpened"
IN_FORCE: Final = "SettingsInForce"

Check = Callable[[TableFile, TableFile], None]
"""Raises `DraftRefused`, or `SettingsError`, where a table of the second settings, now of the first, would
not start or would not be let into its book."""

Counts = Callable[[str, bool, int], bool]
"""Whether who proposed (true) or approved has the right to it now, by the register of people, and has lost no
card since a time in milliseconds: who found it may have signed. Raises `DraftRefused` where that cannot be
read."""


def everybody_counts(person: str, proposed: bool, since_ms: int) -> bool:
    """A table without a register of people knows of nobody revoked."""
    return True


class DraftRefused(Exception):
    """The act is not done; `refusal` has the code, the article and the facts."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


def refused(code: str, article: str = "", **facts: str | int) -> DraftRefused:
    """The exception of this refusal."""
    return DraftRefused(Refusal(code, article, tuple(facts.items())))


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a draft would mean: the digests before and after, what follows, how many are to approve."""

    before: str
    after: str
    consequences: tuple[Consequence, ...]
    needed: int


# --- what is in force ----------------------------------------------------------------------------


def settings_in_force(path: str | Path | None = None) -> TableFile:
    """The settings under which the table of this file starts: the file's, and what persons have approved.

    An open table goes on under those it was opened with, whatever was approved since.

    Raises:
        SettingsError: file or record cannot be read, or what they say together is not valid.
    """
    file = Path(path) if path is not None else config_path("table.toml")
    here = load_table(file)
    lines = Record(here.table.data).lines()
    if not lines:
        return here
    newest = file_settings(file, standing_after(lines).values)
    wanted = _open_under(here)
    if not wanted or digest_of_settings(newest) == wanted:
        return newest
    for end in range(len(lines) - 1, -1, -1):
        if lines[end].complete:
            older = file_settings(file, standing_after(lines[:end]).values)
            if digest_of_settings(older) == wanted:
                return older
    return newest


def _open_under(settings: TableFile) -> str:
    """The digest of the settings that the open table was opened under; empty for a closed one.

    One that was closed while the book owed it an answer goes on with its journal, so under its settings too.
    """
    told = _last_session(settings)
    return told.digest if told.open or told.owing else ""


def is_open(settings: TableFile) -> bool:
    """The last of the table's journals says that it was opened and not closed."""
    return _last_session(settings).open


class _Last(NamedTuple):
    """The last session of a table, as the kinds of its entries tell it."""

    open: bool
    owing: bool
    digest: str


def _last_session(settings: TableFile) -> _Last:
    folder = settings.table.data / "journals"
    found = sorted(folder.glob(f"{settings.table.id}-{SESSION}.journal")) if folder.is_dir() else []
    opened, owing, digest = False, False, ""
    if found:
        with closing(read_rows(found[-1])) as rows:
            for row in rows:
                opened = row.kind in OPEN_BY or (opened and row.kind != CLOSED_BY)
                owing = row.kind == SEALED or (owing and row.kind != UNSEALED)
                if row.kind == IN_FORCE:
                    digest = loads(row.body)["digest"]
        owing = owing or (not opened and not all(act.recorded for act in read_told(found[-1])))
    return _Last(opened, owing, digest)


# --- the desk ------------------------------------------------------------------------------------


class SettingsDesk:
    """The acts on the drafts of one table.

    Args:
        path: its `table.toml`.
        check: see `Check`.
        step: as in `Record`.
        counts: see `Counts`.
    """

    def __init__(
        self, path: Path, check: Check, step: Step = no_step, counts: Counts = everybody_counts
    ) -> None:
        self._path = path
        self._check = check
        self._counts = counts
        self._record = Record(load_table(path).table.data, step)

    @property
    def mark(self) -> tuple[int, int]:
        """Something that is another when the record was written to."""
        return self._record.mark()

    def lines(self) -> list[RecordLine]:
        """Every act, oldest first."""
        return self._record.lines()

    def standing(self) -> RecordStanding:
        """What waits, and what was approved."""
        return standing_after(self._record.lines())

    def in_force(self) -> TableFile:
        """What a table that starts now would have, with all that was approved."""
        return file_settings(self._path, self.standing().values)

    def meaning(self, changes: Sequence[SettingChange]) -> Meaning:
        """What these changes would mean; the table would start with them, and its jackpot stays what it is.

        Raises:
            DraftRefused: `nothing_differs`; `setting_value`; `file_changed`, what is in force is not what the
                draft was made for; `does_not_load`; `table_open`; and what the check says.
        """
        return self._meaning(self.standing().values, changes)

    def _meaning(self, values: Mapping[str, str], changes: Sequence[SettingChange]) -> Meaning:
        before = file_settings(self._path, values)
        changed = {one.key: one.after for one in changes if one.after != one.before}
        if not changed:
            raise refused("nothing_differs", "PM-11")
        terms = settings_terms(before)
        for one in changes:
            setting = terms.setting(one.key)
            if setting is None or one.after not in setting.choices:
                raise refused("setting_value", "PM-10", key=one.key, value=one.after)
            if setting.value != one.before:
                raise refused("file_changed", "PM-11")
        try:
            after = file_settings(self._path, {**values, **changed})
            self._check(before, after)
            digest = digest_of_settings(after)
        except SettingsError as error:
            raise refused("does_not_load", "LK-10", why=str(error)) from None
        if is_open(before):
            raise refused("table_open", "PM-10", table=before.table.id)
        found, needed = meaning(before, after, changed)
        return Meaning(terms.digest, digest, found, needed)

    # --- acts ------------------------------------------------------------------------------------

    def act(
        self,
        act: SettingsAct,
        person: str,
        at_ms: int,
        *,
        reason: str = "",
        changes: Sequence[SettingChange] = (),
        number: int = 0,
    ) -> RecordLine:
        """The act is a line of the record; asked again for the same `number`, it is that line.

        Raises:
            DraftRefused: as `meaning`; `no_draft`; `draft_waits`; `same_person`; `proposer_revoked`;
                `file_changed`, also when `number` is another's line by now.
            SettingsError: file or record cannot be read.
        """
        with self._record.locked():
            lines = self._record.lines()
            if 0 < number <= len(lines):
                there = lines[number - 1]
                if (there.act, there.person) == (act, person):
                    return there
                raise refused("file_changed", "PM-11")
            line = self._line(standing_after(lines), act, person, at_ms, reason, tuple(changes))
            self._record.append(line)
            return line

    def _line(
        self,
        now: RecordStanding,
        act: SettingsAct,
        person: str,
        at_ms: int,
        reason: str,
        changes: tuple[SettingChange, ...],
    ) -> RecordLine:
        number, draft = now.number + 1, now.draft
        if act is SettingsAct.PROPOSE:
            if draft is not None:
                raise refused("draft_waits", "PM-11", person=draft.person)
            means = self._meaning(now.values, changes)
            made = SettingsDraft(
                *(number, person, ChangeReason(reason).value, at_ms, changes),
                *(means.before, means.after, means.consequences, means.needed),
            )
            return RecordLine(number, act, person, reason, at_ms, made)
        if draft is None:
            raise refused("no_draft", "PM-11")
        if changes and changes != draft.changes:
            raise refused("file_changed", "PM-11")
        if act is SettingsAct.WITHDRAW:
            return RecordLine(number, act, person, reason, at_ms, draft)
        if not distinct(person, draft.person, *(draft.approved if act is SettingsAct.APPROVE else ())):
            raise refused("same_person", "PM-11", person=person)
        if act is SettingsAct.REFUSE:
            return RecordLine(number, act, person, DraftDoubt(reason).value, at_ms, draft)
        # Whatever a table was told and when: who is revoked by now is none of the two persons (I9, SE-11).
        for one in (draft.person, *draft.approved, person):
            since_ms = at_ms if one == person else draft.at_ms
            if not self._counts(one, one == draft.person, since_ms):
                raise refused("proposer_revoked", "SE-11", person=one)
        means = self._meaning(now.values, draft.changes)
        if (means.before, means.after) != (draft.before, draft.after):
            raise refused("file_changed", "PM-11")
        needed = max(draft.needed, means.needed)
        signed = replace(draft, approved=(*draft.approved, person), needed=needed)
        return RecordLine(number, act, person, reason, at_ms, signed, len(signed.approved) >= needed)


def changes_between(before: TableFile, after: TableFile) -> tuple[SettingChange, ...]:
    """What differs of the settings that a house may draft, in the order of the keys.

    Raises:
        DraftRefused: `other_table`; `machine_key`, something else differs, which is the technician's.
    """
    if before.table.id != after.table.id or before.table.data != after.table.data:
        raise refused("other_table", "AC-01", table=before.table.id)
    if before.table.book != after.table.book:
        raise refused("jackpot_runs", "PM-10")
    old, new = values_of(before), values_of(after)
    found = [
        SettingChange(key, old[key], new[key]) for key in sorted(old) if key in new and old[key] != new[key]
    ]
    rest = _without(before, old), _without(after, new)
    if rest[0] != rest[1]:
        keys = sorted(key for key in rest[0].keys() | rest[1].keys() if rest[0].get(key) != rest[1].get(key))
        raise refused("machine_key", "RO-04", key=keys[0])
    return tuple(found)


def _without(settings: TableFile, values: Mapping[str, str]) -> dict[str, object]:
    """The settings without those that a house may draft, a value a key."""
    found = {}
    for table, section in settings.model_dump().items():
        named = section if isinstance(section, dict) else {"": section}
        for name, value in named.items():
            key = f"{table}.{name}" if name else table
            if key not in values:
                found[key] = value
    return found
