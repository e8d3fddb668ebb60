"""The pit's page of the jackpot: the meter as a sum, its residual, growth, ledger and generations."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from controller.words.money import MINUS
from ui import figures
from ui.drawing import RIGHT, Drawing
from ui.house import Memory
from ui.screen.extent import USUAL, Extent
from ui.screen.house_keys import Choice, export_keys, period_keys
from ui.screen.house_page import HousePage
from ui.screen.house_speech import Words, to_rounds
from ui.screen.plots_money import jackpot
from ui.screen.room import Room

GROWTH: Final = 306
HALF: Final = 690
OTHER: Final = 500
GAP: Final = 42
ROW: Final = 28
ROWS: Final = 9
GENERATIONS: Final = 7
SHOWS: Final = ("all", "awards", "corrections")
TERMS: Final = (
    "start_cents",
    "reset_cents",
    "share_micro",
    "reserve_micro",
    "limit_cents",
    "unreasonable_cents",
)
"""The parameters of a jackpot, each by its name (PM-02)."""


class JackpotPage(HousePage):
    """The jackpot as the journals of its tables tell it."""

    name = "jackpot"
    face = "PitJackpot"

    def __init__(self, memory: Memory, choice: Choice) -> None:
        super().__init__(memory, choice)
        self._show = "all"

    def take(self, tap: Mapping[str, Any], room: Room) -> bool:
        """Other entries, another period, a file."""
        if tap.get("page") != self.name:
            return False
        if tap.get("show") in SHOWS:
            self._show = str(tap["show"])
        elif "export" in tap:
            self._choice.save(self._memory, {**self._question(room), "what": "ledger"}, tap, room)
        else:
            self._choice.take(tap)
        return True

    def words(self, room: Room) -> dict[str, Any]:
        """The page, worded anew when there is something new."""
        words = Words(room.language, room.zone)
        told = self._memory.ask(self._question(room))
        terms = terms_of(room, told["tables"] if told is not None else ())
        key = (room.language, self._show, self._choice.key(), terms, room.extent)
        return self._kept.page(key, (told,), lambda: self._page(words, told, terms, room.extent))

    def _question(self, room: Room) -> dict[str, Any]:
        show = "" if self._show == "all" else self._show
        return {"ask": "ledger", **self._choice.scope(room), "show": show}

    def _page(
        self,
        words: Words,
        told: Mapping[str, Any] | None,
        terms: tuple[tuple[str, int], ...],
        extent: Extent,
    ) -> dict[str, Any]:
        common = {
            "title": words.say("ledger"),
            "periods": period_keys(words, self.name, self._choice),
            "exports": export_keys(words, self.name, ("pdf", "csv", "json")),
            "saved": self._choice.saved_words(words),
        }
        if told is None or not told["generations"]:
            return {**common, "wait": words.say("wait" if told is None else "ledger.none")}
        tables = told["tables"]
        linked = words.say("ledger.tables", count=len(tables)) if len(tables) > 1 else tables[0]
        more = max(0, extent.page_height - USUAL.page_height)
        note, _, growth = jackpot(words, told["growth"], extent.page_width(), GROWTH + more // 2)
        whole, cents = figures.split_euros(told["meter_cents"])
        return {
            **common,
            "wait": "",
            "note": words.say("ledger.note", tables=linked, stake=words.money(told["stake_cents"])),
            "caption": words.say("ledger.meter", number=told["generations"][0]["generation"]),
            "meter": {"whole": whole, "rest": cents},
            "confirmed": words.say(
                "ledger.confirmed",
                time=words.clock(told["confirmed_ms"]),
                entry=figures.count(told["book_seq"]),
            ),
            "terms": terms_words(words, terms),
            "sum": sum_words(words, told),
            "growth": growth.panel(words.say("ledger.growth"), note),
            "shows": [
                {
                    "label": words.say(f"show.{show}"),
                    "on": show == self._show,
                    "tap": {"act": "page", "page": self.name, "show": show},
                }
                for show in SHOWS
            ],
            "entries": entries(words, told, extent, more // 2 // ROW),
            "generations": generations(words, told, extent),
            "corrections": corrections(words, told),
        }


def terms_of(room: Room, tables: Collection[str]) -> tuple[tuple[str, int], ...]:
    """The parameters as the first of these tables tells them; none while no table of the jackpot is heard."""
    for seen in sorted(room.tables, key=lambda one: one.name):
        told = (seen.view_or_none.get("upkeep") or {}).get("terms", {})
        if seen.name in tables and told.get("known"):
            return tuple((name, told[name]) for name in TERMS)
    return ()


def terms_words(words: Words, terms: tuple[tuple[str, int], ...]) -> list[dict[str, str]]:
    """Each parameter with its value; an amount of nothing is no limit."""
    rows = []
    for name, value in terms:
        if name == "limit_cents" and not value:
            said = words.say("ledger.terms.no_limit")
        else:
            said = figures.percent(value) if name.endswith("_micro") else words.money(value)
        rows.append({"name": words.say(f"ledger.terms.{name}"), "value": said})
    return rows


def sum_words(words: Words, told: Mapping[str, Any]) -> dict[str, Any]:
    """The addition of the running generation, and the residual of the whole ledger."""
    now = told["generations"][0]
    left = told["residual"]
    put_right = now["refunded_cents"] + now["corrected_cents"]
    accounted = now["start_cents"] + now["contributed_cents"] + put_right + now["other_cents"]
    rows = [
        (
            "",
            words.say("ledger.start", number=now["generation"]),
            now["start_cents"],
            words.moment(now["from_ms"]),
        ),
        (
            "+",
            words.say("ledger.contributed"),
            now["contributed_cents"],
            words.say("ledger.contributed.note", count=figures.count(now["stakes"])),
        ),
        (MINUS, words.say("ledger.awarded"), -min(0, now["other_cents"]), ""),
        ("±", words.say("ledger.corrected"), put_right + max(0, now["other_cents"]), ""),
        ("=", words.say("ledger.total"), accounted, words.say("ledger.total.note")),
        ("", words.say("ledger.shown"), told["meter_cents"], words.say("ledger.shown.note")),
    ]
    checked = words.say("ledger.residual.note", count=figures.count(left["checks"]))
    if left["missed"]:
        checked += " · " + words.say("jackpot.missed", count=figures.count(left["missed"]))
    return {
        "rows": [
            {"sign": sign, "name": name, "amount": figures.euros(cents), "note": note}
            for sign, name, cents, note in rows
        ],
        "residual": {
            "name": words.say("ledger.residual"),
            "amount": figures.euros(left["cents"], signed=True),
            "note": checked,
            "ok": left["cents"] == 0,
        },
    }


def corrections(words: Words, told: Mapping[str, Any]) -> str:
    """Whether anything was ever put right."""
    count = sum(one["refunds"] for one in told["generations"])
    if count:
        return words.say("ledger.corrections", count=figures.count(count))
    return words.say("ledger.no_correction")


def entries(words: Words, told: Mapping[str, Any], extent: Extent = USUAL, more: int = 0) -> dict[str, Any]:
    """The newest entries of the ledger; each leads to its round."""
    width = _width(extent, HALF)
    high, part = extent.row_px(ROW), width / HALF
    drawing = Drawing(width, high * (ROWS + more) + ROW)
    columns = (
        (46, RIGHT, "number"),
        (60, 0, "time"),
        (142, 0, "act"),
        (262, 0, "origin"),
        (466, RIGHT, "stakes"),
        (566, RIGHT, "amount"),
        (HALF - 4, RIGHT, "meter"),
    )
    for x, at, key in columns:
        drawing.text(x * part, ROW / 2, words.say(f"col.{key}"), at=at)
    for row, one in enumerate(told["entries"][: ROWS + more]):
        y = ROW + high * row
        drawing.line("hair", [0, y, width, y])
        middle = y + high / 2
        origin = words.say("origin", table=one["table"], round=one["round"])
        cells = (
            figures.count(one["book_seq"]),
            words.clock(one["at_ms"]),
            words.say(f"act.{one['kind']}"),
            origin,
            str(one["stakes"]) if one["stakes"] else "",
            figures.euros(one["cents"], signed=one["kind"] == "contribution"),
            figures.euros(one["meter_cents"]),
        )
        for (x, at, key), said in zip(columns, cells, strict=True):
            strong = key in ("act", "amount")
            newest = key == "meter" and row == 0
            colour = "gold" if newest else "text" if strong else "sec"
            drawing.text(
                x * part, middle, said, at=at, size=13, weight=600 if strong or newest else 500, colour=colour
            )
        asked = to_rounds(table=one["table"], from_ms=one["at_ms"] - 1, to_ms=one["at_ms"] + 1_800_000)
        drawing.hit(0, y, width, high, asked, origin)
    return drawing.panel(words.say("ledger.entries"), words.say("ledger.entries.note"))


def _width(extent: Extent, usual: int) -> int:
    """How wide one of the two lists is: side by side, or one above the other on a small stage."""
    if extent.small:
        return extent.page_width()
    return usual * (extent.page_width() - GAP) // (HALF + OTHER)


def generations(words: Words, told: Mapping[str, Any], extent: Extent = USUAL) -> dict[str, Any]:
    """Each generation: from when to when, by how many stakes, to which win."""
    width = _width(extent, OTHER)
    high, part = extent.row_px(ROW), width / OTHER
    drawing = Drawing(width, high * GENERATIONS + ROW)
    columns = (
        (24, RIGHT, "number"),
        (42, 0, "opened"),
        (150, 0, "ended"),
        (310, RIGHT, "stakes"),
        (430, RIGHT, "won"),
        (OTHER, RIGHT, "table"),
    )
    for x, at, key in columns:
        drawing.text(x * part, ROW / 2, words.say(f"col.{key}"), at=at)
    for row, one in enumerate(told["generations"][:GENERATIONS]):
        y = ROW + high * row
        drawing.line("hair", [0, y, width, y])
        won = bool(one["to_ms"])
        cells = (
            str(one["generation"]),
            words.moment(one["from_ms"]),
            words.moment(one["to_ms"]) if won else words.say("ledger.open"),
            figures.count(one["stakes"]),
            figures.euros(one["won_cents"]) if won else words.say("ledger.running"),
            one["table"] or "–",
        )
        for (x, at, key), said in zip(columns, cells, strict=True):
            gold = key == "ended" and not won
            strong = key in ("number", "won")
            colour = "gold" if gold else "text" if strong and won else "sec"
            drawing.text(
                x * part, y + high / 2, said, at=at, size=13, weight=600 if strong else 500, colour=colour
            )
        if won:
            asked = to_rounds(table=one["table"], flag="jackpot")
            drawing.hit(0, y, width, high, asked, str(one["generation"]))
    return drawing.panel(words.say("ledger.generations"), words.say("ledger.generations.note"))
