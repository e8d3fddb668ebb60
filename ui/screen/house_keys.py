"""What all pages of the house's memory share: which table, which period, and the files that are written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from ui.house import Memory
from ui.screen.house_speech import Words, wall_of
from ui.screen.room import Room, by_number

PERIODS: Final = ("session", "7d", "30d", "year")
TABLES_MAX: Final = 7
NAME_MAX: Final = 9
NAME_USUAL: Final = 6
NAME_WHOLE: Final = 16
FORMS: Final = ("pdf", "csv")
HOUSE: Final[Mapping[str, Any]] = {"ask": "house"}


class Choice:
    """The table and the period that the pages of the memory look at together.

    Args:
        folder: where exported files are written.
    """

    def __init__(self, folder: Path) -> None:
        self.table = ""
        self.period = "session"
        self.unfolded = ""
        self._folder = folder
        self._saved: str | None = None

    def key(self) -> tuple[Any, ...]:
        """What distinguishes one choice from another."""
        return (self.table, self.period, self._saved, self.unfolded)

    def take(self, tap: Mapping[str, Any]) -> None:
        """Another table or period."""
        self.look_away()
        self.unfolded = ""
        if "table" in tap:
            self.table = str(tap["table"])
        if tap.get("period") in PERIODS:
            self.period = str(tap["period"])

    def unfold(self, tap: Mapping[str, Any]) -> bool:
        """Every table is listed on this page, or no more; nothing else is chosen by that."""
        if "tables" not in tap:
            return False
        self.look_away()
        self.unfolded = "" if self.unfolded == tap["page"] else str(tap["page"])
        return True

    def scope(self, room: Room) -> dict[str, Any]:
        """Which sessions a question is of."""
        words = Words(room.language, room.zone)
        now_ms = room.speech().now_ms
        return {"table": self.table, "period": self.period, **wall_of(words, now_ms)}

    def save(self, memory: Memory, question: dict[str, Any], tap: Mapping[str, Any], room: Room) -> None:
        """The house is asked for a file of what is shown."""
        form = {**question, "ask": "export", "form": str(tap["export"]), "lang": room.language}
        self.look_away()
        memory.save(form, self._folder)

    def save_evidence(self, memory: Memory, of: tuple[str, int, int], room: Room) -> None:
        """The house is asked for all about this round of a table and session, in one signed file."""
        table, session, number = of
        asked = {"ask": "export", "what": "evidence", "table": table, "session": session, "round": number}
        self.look_away()
        memory.save({**asked, "lang": room.language}, self._folder)

    def saved(self, path: str) -> None:
        """A file was written there; empty when it was not."""
        self._saved = path

    def look_away(self) -> None:
        """Something else is looked at: what became of the last file is told no more."""
        self._saved = None

    def saved_words(self, words: Words) -> str:
        """What became of the last file."""
        if self._saved is None:
            return ""
        if not self._saved:
            return words.say("export.failed", path=self._folder)
        return words.say("export.saved", path=Path(self._saved).name)


def aimed(room: Room) -> dict[str, int]:
    """What a question adds of the room's own target: what the house tells of pace is held against it."""
    return {"target": room.target_per_hour} if room.target_per_hour else {}


class LastPage:
    """The last page that was worded, given again while nothing it was made of has changed."""

    def __init__(self) -> None:
        self._key: tuple[Any, ...] = ()
        self._of: tuple[Any, ...] = ()
        self._page: dict[str, Any] = {}

    def page(
        self, key: tuple[Any, ...], of: tuple[Any, ...], make: Callable[[], dict[str, Any]]
    ) -> dict[str, Any]:
        """The page of these answers, `of`, and of what was chosen, `key`; worded anew if need be."""
        same = len(of) == len(self._of) and all(one is other for one, other in zip(of, self._of, strict=True))
        if not (same and key == self._key and self._page):
            self._key, self._of, self._page = key, of, make()
        return self._page


def table_keys(
    words: Words, page: str, choice: Choice, tables: list[str], looked: str, most: int = TABLES_MAX
) -> list[dict[str, Any]]:
    """The room and at most so many of its tables: the one chosen, the one that is looked at, then the first.

    Where there are more, the last key is the one that lists them all (`every_table`). Of long names there are
    fewer.
    """
    fitting = _fitting(tables, most)
    if len(tables) <= fitting:
        return _keys(words, page, choice, tables)
    first = [table for table in (choice.table, looked) if table in tables]
    shown = list(dict.fromkeys([*first, *tables]))[: fitting - 1]
    few = [table for table in tables if table in shown]
    return [*_keys(words, page, choice, few), _all(words, page, "tables.more")]


def _fitting(tables: list[str], most: int) -> int:
    """How many of the tables have a key, where so many find room whose names have six letters."""
    longest = max((len(table[:NAME_MAX]) for table in tables), default=0)
    return max(2, most * NAME_USUAL // max(NAME_USUAL, longest))


def every_table(
    words: Words, page: str, choice: Choice, tables: list[str], most: int = TABLES_MAX
) -> dict[str, Any] | None:
    """The room and all its tables, by number, where their list is open on this page; what shuts it."""
    if choice.unfolded != page or len(tables) <= _fitting(tables, most):
        return None
    keys = _keys(words, page, choice, sorted(tables, key=by_number), NAME_WHOLE)
    return {"title": words.say("tables.all"), "shut": _all(words, page, "tables.shut"), "keys": keys}


def _all(words: Words, page: str, key: str) -> dict[str, Any]:
    """The key that opens and shuts the list of every table."""
    tap = {"act": "page", "page": page, "tables": True}
    return {"label": words.say(key), "says": words.say("tables.all"), "on": False, "tap": tap}


def _keys(
    words: Words, page: str, choice: Choice, tables: Sequence[str], most: int = NAME_MAX
) -> list[dict[str, Any]]:
    """A key a table, the room's first. Of a long name the end is shown, which tells it from the others."""
    return [
        {
            "label": (table if len(table) <= most else f"…{table[1 - most :]}") or words.say("room"),
            "says": table or words.say("room"),
            "on": table == choice.table,
            "tap": {"act": "page", "page": page, "table": table},
        }
        for table in ["", *tables]
    ]


def period_keys(words: Words, page: str, choice: Choice) -> list[dict[str, Any]]:
    """How far back."""
    return [
        {
            "label": words.say(f"period.{period}"),
            "on": period == choice.period,
            "tap": {"act": "page", "page": page, "period": period},
        }
        for period in PERIODS
    ]


def export_keys(
    words: Words, page: str, forms: tuple[str, ...] = FORMS, *, short: bool = False
) -> list[dict[str, Any]]:
    """The files that can be made of what is shown; `short`, where other keys stand beside them."""
    return [
        {
            "label": words.say(f"export.short.{form}" if short else f"export.{form}"),
            "says": words.say(f"export.{form}"),
            "tap": {"act": "page", "page": page, "export": form},
        }
        for form in forms
    ]


def evidence_keys(words: Words, memory: Memory, page: str, *, short: bool = False) -> list[dict[str, Any]]:
    """The key to the evidence of the round that is shown; dead, and saying so, while the house has no key.

    It says it shortly, where other keys stand beside it.
    """
    told = memory.ask(HOUSE)
    if told is None:
        return []
    if told["signs"]:
        return [{"label": words.say("evidence"), "tap": {"act": "page", "page": page, "evidence": 1}}]
    said = words.say("evidence.no_key")
    return [
        {"label": words.say("evidence.no_key.short"), "says": said, "tap": None}
        if short
        else {"label": said, "tap": None}
    ]
