"""The pit's page of registers: which there are, and the rows of the chosen one, corrections in red."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ui import figures
from ui.house import Memory
from ui.letters import width_px
from ui.screen.house_keys import Choice, every_table, export_keys, period_keys, table_keys
from ui.screen.house_page import HousePage
from ui.screen.house_speech import Words, zone_name
from ui.screen.room import Room

LIST_PX: Final = 294
"""What the names of the registers take of the page beside their rows."""
GAP: Final = 12
LEAST_PX: Final = 46
MANY: Final = 10
"""More columns than that are written smaller."""
LONGEST: Final = 34
ROW_PX: Final = {True: 42, False: 28}
"""What a row takes: of two lines on a small panel, of one on a larger one."""
AROUND_PX: Final = {True: 254, False: 224}
"""What a page has above and below its rows, on a small panel and on a larger one."""
FIGURES: Final = frozenset({"cents", "int"})
FORMS: Final = ("pdf", "csv", "json")


class RegistersPage(HousePage):
    """What the house must be able to show on paper, read from the journals."""

    name = "registers"
    face = "PitRegisters"
    wide = True
    parts: tuple[str, ...] = ("list", "rows")

    def __init__(self, memory: Memory, choice: Choice) -> None:
        super().__init__(memory, choice)
        self._register = ""
        self._page_at = 0

    def take(self, tap: Mapping[str, Any], room: Room) -> bool:
        """Another register, page of it, table or period; a file of what is shown."""
        if tap.get("page") != self.name:
            return False
        if "export" in tap:
            self._choice.save(self._memory, {**self._question(room), "what": "registers"}, tap, room)
        elif "rows" in tap:
            self._page_at = max(0, int(tap["rows"]))
        elif not self._choice.unfold(tap):
            self._register, self._page_at = str(tap.get("register", self._register)), 0
            self._choice.take(tap)
        return True

    def words(self, room: Room) -> dict[str, Any]:
        """The page; asked for again while journals are still being read."""
        words = Words(room.language, room.zone)
        question = self._question(room)
        told, overview = self._memory.ask(question), self._memory.ask({"ask": "house"})
        if told is not None and told["done"] < told["of"]:
            self._memory.forget(question)
        refused = self._memory.refusal(question) if told is None else ""
        tables = overview["tables"] if overview is not None else []
        key = (room.language, room.chosen, self._choice.key(), self._register, self._page_at, refused)
        return self._kept.page(
            (*key, room.extent, room.part),
            (told, overview),
            lambda: self._page(words, told, tables, refused, room),
        )

    def _question(self, room: Room) -> dict[str, Any]:
        rows = (room.extent.page_height - AROUND_PX[room.extent.small]) // ROW_PX[room.extent.small]
        asked = {"ask": "registers", "register": self._register, "page": self._page_at, "rows": rows}
        choice = {"zone": zone_name(room.zone), "table": self._choice.table, "period": self._choice.period}
        return {**asked, **choice, "lang": room.language}

    def _page(
        self,
        words: Words,
        told: Mapping[str, Any] | None,
        tables: list[str],
        refused: str,
        room: Room,
    ) -> dict[str, Any]:
        looked = room.chosen
        width = room.extent.page_width(wide=True) - (0 if room.extent.small else LIST_PX)
        empty = told is None or not told["of"]
        shown = told["register"] if told is not None else None
        ready = told is not None and shown is not None and told["done"] == told["of"]
        return {
            "title": words.say("registers"),
            "note": _read_to(words, told) if told is not None else "",
            "tables": table_keys(words, self.name, self._choice, tables, looked),
            "every": every_table(words, self.name, self._choice, tables),
            "periods": period_keys(words, self.name, self._choice),
            "wait": refused or ("" if told is not None else words.say("wait")),
            "none": words.say("registers.none") if told is not None and empty else "",
            "registers": self._names(words, told, shown) if told is not None else [],
            "faults": _faults(words, told) if told is not None else [],
            "marks": " · ".join(told["marks"]) if told is not None else "",
            **_rows(words, shown, _count(told, shown), width),
            "steps": self._steps(words, shown),
            "exports": export_keys(words, self.name, FORMS) if ready else [],
            "saved": self._choice.saved_words(words),
        }

    def _names(
        self, words: Words, told: Mapping[str, Any], shown: Mapping[str, Any] | None
    ) -> list[dict[str, Any]]:
        language = 0 if words.language == "fr" else 1
        return [
            {
                "label": one["title"][language],
                "model": one["model"],
                "rows": figures.count(one["rows"]),
                "on": shown is not None and one["name"] == shown["name"],
                "tap": {"act": "page", "page": self.name, "register": one["name"]},
            }
            for one in told["registers"]
        ]

    def _steps(self, words: Words, shown: Mapping[str, Any] | None) -> list[dict[str, Any]]:
        """To the rows before and after those that are shown."""
        if shown is None:
            return []
        at, found = shown["page"], []
        if at + 1 < shown["pages"]:
            found.append(("registers.older", at + 1))
        if at:
            found.append(("registers.newer", at - 1))
        return [
            {"label": words.say(key), "tap": {"act": "page", "page": self.name, "rows": to}}
            for key, to in found
        ]


def _read_to(words: Words, told: Mapping[str, Any]) -> str:
    """How far the journals were read."""
    if told["done"] < told["of"]:
        return words.say("registers.reading", done=told["done"], of=told["of"])
    if not told["last_ms"]:
        return ""
    key = "registers.read" if told["of"] > 1 else "registers.read.one"
    return words.say(key, of=told["of"], time=words.moment(told["last_ms"]))


def _faults(words: Words, told: Mapping[str, Any]) -> list[str]:
    """Each journal that could not be read, or does not follow the one before, by its name."""
    lines = [words.say("registers.fault", fault=fault) for fault in told["faults"]]
    more = told["more_faults"]
    return [*lines, words.say("registers.faults", count=more)] if more else lines


def _count(told: Mapping[str, Any] | None, shown: Mapping[str, Any] | None) -> int:
    if told is None or shown is None:
        return 0
    return next((one["rows"] for one in told["registers"] if one["name"] == shown["name"]), 0)


def _rows(words: Words, shown: Mapping[str, Any] | None, count: int, width: int) -> dict[str, Any]:
    """The columns with their places, the rows, and which of how many these are."""
    if shown is None:
        return {"columns": [], "width": width, "rows": [], "size": 13, "empty": "", "of": "", "red": ""}
    rows = shown["rows"]
    size = 12 if len(shown["columns"]) > MANY else 13
    last = count - shown["page"] * shown["most"]
    red = any(row["red"] for row in rows)
    first = last - len(rows) + 1
    kept = _kept(shown["columns"], [row["cells"] for row in rows], size, width)
    cells = [[row["cells"][at] for at in kept] for row in rows]
    columns = _columns([shown["columns"][at] for at in kept], cells, size, width)
    return {
        "columns": columns,
        "width": max([width, *(one["x"] + one["w"] for one in columns)]),
        "size": size,
        "rows": [
            {"cells": told, "red": row["red"], "sum": row["sum"]}
            for told, row in zip(cells, rows, strict=True)
        ],
        "empty": "" if rows else words.say("registers.empty"),
        "of": words.say("registers.rows", first=first, last=last, count=figures.count(count)) if rows else "",
        "red": words.say("registers.red") if red else "",
    }


def _kept(
    heads: Sequence[Mapping[str, Any]], rows: Sequence[Sequence[str]], size: int, width: int
) -> list[int]:
    """The columns that are shown: all, or those that hold something where not all find room.

    Paper and files have every column.
    """
    every = list(range(len(heads)))
    room = width - GAP * (len(heads) - 1)
    if sum(_least(one, [row[at] for row in rows], size) for at, one in enumerate(heads)) <= room:
        return every
    return [at for at in every if any(row[at] for row in rows)]


def _least(head: Mapping[str, Any], cells: Sequence[str], size: int) -> float:
    """The width of the longest word of a column."""
    words = [part for text in (f"{head['head']}.", *cells) for part in text.split(" ")]
    return max(LEAST_PX, *(width_px(word, size) for word in words))


def _columns(
    heads: Sequence[Mapping[str, Any]], rows: Sequence[Sequence[str]], size: int, width: int
) -> list[dict[str, Any]]:
    """Where each column stands: as wide as its cells while they fit, or at least as its longest word.

    What is left beyond the longest words makes of four lines three, then two, then one, first in the columns
    that need least of it. Where not even the words fit the page the rows are wider, and are moved across.
    """
    whole, least = [], []
    for at, one in enumerate(heads):
        cells = [row[at] for row in rows]
        narrow = _least(one, cells, size)
        least.append(narrow)
        whole.append(max([narrow, *(width_px(cell[:LONGEST], size) for cell in cells)]))
    left = width - GAP * (len(heads) - 1) - sum(least)
    across = list(least)
    for lines in (3, 2, 1):
        for at in sorted(range(len(heads)), key=lambda at: whole[at] - least[at]):
            more = max(0.0, min(left, whole[at] / lines - across[at]))
            across[at] += more
            left -= more
    columns, x = [], 0.0
    for one, wide in zip(heads, across, strict=True):
        columns.append(
            {"head": one["head"], "x": round(x), "w": round(wide), "figure": one["kind"] in FIGURES}
        )
        x += wide + GAP
    return columns
