"""What was found of journals: of each file, and of all together."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class FileReport:
    """One journal. Without a fault `why` is empty; `first_bad_seq` is 0 when every row holds.

    `signed_heads` counts the heads beside it, `signed_by` are the public keys that signed them. Up to entry
    `signed_to` a head binds every one: a head by a named key, or one that a witness has; where no key was
    named, of whomever. What comes after could be anybody's. Up to entry `witnessed_to` a head of a
    witness binds every one, 0 where none does, None where no witness was asked: what comes after, who has
    the table's machine could write anew. `newer`: the chain holds, and what is
    wrong is that this program does not know an entry, which a newer one wrote.
    """

    file: str
    table: str = ""
    session: int = 0
    simulated: bool = False
    journal_id: str = ""
    previous: str = ""
    entries: int = 0
    head: str = ""
    first_bad_seq: int = 0
    why: str = ""
    signed_heads: int = 0
    signed_by: tuple[str, ...] = ()
    signed_to: int = 0
    witnessed_to: int | None = None
    newer: bool = False

    @property
    def ok(self) -> bool:
        """Everything about this file holds."""
        return not self.why

    @property
    def unsigned_from(self) -> int:
        """The first entry that no head binds, 0 if there is none."""
        return self.signed_to + 1 if self.signed_to < self.entries else 0


@dataclass(frozen=True, slots=True)
class Seen:
    """How far other tables bear out one journal.

    Attributes:
        to: the last entry that the head of another table is of, 0 where none is.
        at_ms: when that was signed.
        by: those tables, each with its own last such entry.
        why: what they hold that it is not; empty where there is nothing.
    """

    file: str
    table: str
    session: int
    to: int = 0
    at_ms: int = 0
    by: tuple[tuple[str, int], ...] = ()
    why: str = ""

    def as_json(self) -> dict[str, Any]:
        """As one JSON object."""
        by = [{"table": name, "to": to} for name, to in self.by]
        return {**asdict(self), "by": by, "why": self.why or None}


@dataclass(frozen=True, slots=True)
class Others:
    """What came of holding journals against each other: `faults`, what is only to be known (`notes`), and how
    far each is borne out."""

    seen: tuple[Seen, ...] = ()
    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


NO_OTHERS: Final = Others()
"""Nothing was held against anything."""


@dataclass(frozen=True, slots=True)
class Report:
    """All journals looked at, and what is wrong with them together (`faults`); `others` is how far the
    journals of a directory bear each other out, whose faults are among these.

    `whose` says whether keys were named or heads witnessed at all: without, a chain that holds is a whole
    chain, of whomever.
    """

    files: tuple[FileReport, ...]
    faults: tuple[str, ...] = field(default=())
    whose: bool = False
    others: Others = NO_OTHERS

    @property
    def ok(self) -> bool:
        """Every file holds, and all of them together."""
        return not self.faults and all(one.ok for one in self.files)

    @property
    def entries(self) -> int:
        """Rows that hold."""
        return sum(one.entries for one in self.files)

    @property
    def heads(self) -> dict[str, str]:
        """The last hash of each table's last session."""
        return {one.table: one.head for one in self.files if one.table}

    @property
    def head(self) -> str:
        """The last hash, when all files are of one table; else empty."""
        heads = self.heads
        return next(iter(heads.values())) if len(heads) == 1 else ""

    def as_json(self) -> dict[str, Any]:
        """The report as one JSON object."""
        rows = [
            {
                **asdict(one),
                "ok": one.ok,
                "first_bad_seq": one.first_bad_seq or None,
                "why": one.why or None,
                "unsigned_from": one.unsigned_from or None,
            }
            for one in self.files
        ]
        return {
            "ok": self.ok,
            "whose": "checked" if self.whose else "not checked",
            "entries": self.entries,
            "head": self.head or None,
            "heads": self.heads,
            "faults": list(self.faults),
            "notes": list(self.others.notes),
            "others": [one.as_json() for one in self.others.seen],
            "files": rows,
        }
