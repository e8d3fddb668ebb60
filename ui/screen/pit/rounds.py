"""The pit's page of rounds: closed rounds by filters at the left, one of them played again at the right."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from ui import figures
from ui.drawing import RIGHT, Drawing
from ui.house import Memory
from ui.screen.extent import USUAL, Extent
from ui.screen.house_keys import (
    HOUSE,
    Choice,
    every_table,
    evidence_keys,
    export_keys,
    period_keys,
    table_keys,
)
from ui.screen.house_page import HousePage
from ui.screen.house_speech import Words
from ui.screen.pit.replay import Player, Span, replay_words
from ui.screen.room import Room

WIDTH: Final = 410
GAP: Final = 32
ROW: Final = 27
ROWS: Final = 25
"""So many rounds are listed on a page of 1080, and more on a higher one."""
TABLES_SHOWN: Final = 3
AMOUNTS: Final = (0, 20_000, 50_000, 100_000)
HANDS: Final = ("", "straight", "full_house", "quads")
FLAGS: Final = ("", "voided", "alarm", "undone", "keyed", "by_hand", "supervised")
_FILTERS: Final = ("table", "seat", "class", "incident", "flag", "amount_cents", "dealer", "from_ms", "to_ms")


class RoundsPage(HousePage):
    """What was played, and how.

    Args:
        clock_ms: the time that a replay goes by.
        copy: puts a text where the person can paste it.
    """

    name = "rounds"
    face = "PitHistory"
    parts: tuple[str, ...] = ("list", "round")

    def __init__(
        self,
        memory: Memory,
        choice: Choice,
        *,
        clock_ms: Callable[[], int] = lambda: time.monotonic_ns() // 1_000_000,
        copy: Callable[[str], None] = lambda text: None,
    ) -> None:
        super().__init__(memory, choice)
        self._copy = copy
        self._filter: dict[str, Any] = {}
        self._before_ms = 0
        self._chosen: tuple[str, int, int] | None = None
        self._player = Player(clock_ms)
        self._video = ""
        self._dealers: tuple[str, ...] = ("",)
        self._copied = False
        self._still: tuple[str, Mapping[str, Any]] | None = None
        self._newer = 0

    # --- taps ------------------------------------------------------------------------------------

    def take(self, tap: Mapping[str, Any], room: Room) -> bool:
        """A filter, a round, a step of the replay, a file."""
        if tap.get("page") != self.name:
            return False
        if "filter" in tap:
            self._wanted(tap["filter"])
        elif "set" in tap:
            self._filter = {**self._filter, **tap["set"]}
            self._filter = {name: value for name, value in self._filter.items() if value}
            self._before_ms = 0
        elif "before_ms" in tap:
            self._before_ms = int(tap["before_ms"])
        elif "round" in tap:
            self._open((str(tap["table"]), int(tap["session"]), int(tap["round"])))
        elif "newest" in tap:
            self._still = None
        elif "copy" in tap:
            self._copy(self._video)
            self._copied = True
        elif "export" in tap:
            self._export(tap, room)
        elif "evidence" in tap and self._chosen is not None:
            self._choice.save_evidence(self._memory, self._chosen, room)
        elif self._player.take(tap):
            self._copied = False
        elif not self._choice.unfold(tap):
            self._choice.take(tap)
            self._before_ms = 0
        return True

    def _wanted(self, told: Mapping[str, Any]) -> None:
        """The filters of a point of a plot; its table is looked at."""
        self._filter = {name: told[name] for name in _FILTERS if told.get(name) and name != "table"}
        self._before_ms, self._chosen = 0, None
        if told.get("table"):
            self._choice.take({"table": told["table"]})

    def _open(self, chosen: tuple[str, int, int]) -> None:
        self._chosen, self._copied = chosen, False
        self._choice.look_away()
        self._player.begin()

    def _export(self, tap: Mapping[str, Any], room: Room) -> None:
        asked = self._replay_question()
        if asked is not None:
            self._choice.save(self._memory, {**asked, "what": "replay"}, tap, room)
        else:
            self._choice.save(self._memory, {**self._question(room), "what": "rounds"}, tap, room)

    # --- words -----------------------------------------------------------------------------------

    def words(self, room: Room) -> dict[str, Any]:
        """The page; worded anew only when something of it has changed."""
        words = Words(room.language, room.zone)
        listed = self._standing(self._question(room))
        if self._chosen is None and listed is not None and listed["rounds"]:
            first = listed["rounds"][0]
            self._open((first["table"], first["session"], first["round"]))
        asked = self._replay_question()
        told = self._memory.ask(asked) if asked is not None else None
        at = self._player.at(told["entries"] if told is not None else [])
        key = (
            room.language,
            room.chosen,
            at,
            self._player.key(),
            self._copied,
            self._choice.key(),
            tuple(sorted(self._filter.items())),
            self._newer,
            room.extent,
        )
        house = self._memory.ask(HOUSE)  # whether it has a key for evidence
        return self._kept.page(key, (listed, told, house), lambda: self._page(words, listed, told, at, room))

    def _standing(self, question: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """The list stands still while a round of it is looked at; what was closed since is counted above."""
        listed, asked, self._newer = self._memory.ask(question), repr(sorted(question.items())), 0
        if listed is None or self._chosen is None:
            self._still = None
            return listed
        if self._still is None or self._still[0] != asked:
            self._still = (asked, listed)
            return listed
        still = self._still[1]
        self._newer = max(0, listed["found"] - still["found"])
        return still

    def _question(self, room: Room) -> dict[str, Any]:
        asked = {"ask": "rounds", **self._choice.scope(room), **self._filter, "limit": rows_of(room.extent)}
        return {**asked, "before_ms": self._before_ms} if self._before_ms else asked

    def _replay_question(self) -> dict[str, Any] | None:
        if self._chosen is None:
            return None
        table, session, number = self._chosen
        return {"ask": "replay", "table": table, "session": session, "round": number}

    def _page(
        self,
        words: Words,
        listed: Mapping[str, Any] | None,
        told: Mapping[str, Any] | None,
        at: int,
        room: Room,
    ) -> dict[str, Any]:
        looked, extent = room.chosen, room.extent
        if listed is not None:
            seen = {one["dealer"] for one in listed["rounds"]} - {""}
            self._dealers = tuple(dict.fromkeys(["", *self._dealers, *sorted(seen)]))
        span = Span.of(extent.page_width() - (0 if extent.small else WIDTH + GAP), extent)
        replay = replay_words(words, told, at, self._player, copied=self._copied, span=span) if told else None
        self._video = replay["video"] if replay else ""
        where = self._choice.table or words.say("room")
        return {
            "title": words.say("rounds"),
            "note": words.say(
                "rounds.of",
                where=where,
                found=figures.count(listed["found"]),
                of=figures.count(listed["of"]),
            )
            if listed
            else "",
            "wait": words.say("wait") if listed is None else "",
            "tables": table_keys(words, self.name, self._choice, self._tables(listed), looked, TABLES_SHOWN),
            "every": every_table(words, self.name, self._choice, self._tables(listed), TABLES_SHOWN),
            "periods": period_keys(words, self.name, self._choice),
            "filters": self._filter_keys(words),
            "pages": self._page_keys(words, listed, rows_of(extent)),
            "list": self._list(words, listed, extent) if listed else {},
            "none": words.say("rounds.none") if listed and not listed["rounds"] else "",
            "choose": "" if told else words.say("replay.wait" if self._chosen else "replay.choose"),
            "replay": replay,
            "exports": [
                *export_keys(words, self.name, ("pdf", "csv", "json"), short=replay is not None),
                *(evidence_keys(words, self._memory, self.name, short=True) if replay is not None else []),
            ],
            "saved": self._choice.saved_words(words),
        }

    def _tables(self, listed: Mapping[str, Any] | None) -> list[str]:
        return list(listed["tables"]) if listed else []

    def _filter_keys(self, words: Words) -> list[dict[str, Any]]:
        """A key a filter: pressing it takes the next of its values, the last of which is none."""
        told = self._filter
        keys = [
            self._cycle(words, "seat", (0, 1, 2, 3, 4, 5, 6, 7), told.get("seat", 0), "seat"),
            self._cycle(words, "class", HANDS, told.get("class", ""), "hand"),
            {
                "label": words.say("filter.incident"),
                "on": bool(told.get("incident")),
                "tap": self._set(incident=not told.get("incident")),
            },
            self._cycle(words, "flag", FLAGS, told.get("flag", ""), "flag"),
            self._cycle(words, "amount_cents", AMOUNTS, told.get("amount_cents", 0), "amount"),
        ]
        if told.get("from_ms"):
            span = {
                "from_time": words.moment(told["from_ms"]),
                "to_time": words.clock(told["to_ms"])[:5],
            }
            keys.insert(0, self._off(words.say("filter.time", **span), from_ms=0, to_ms=0))
        keys.append(self._cycle(words, "dealer", self._dealers, told.get("dealer", ""), "dealer"))
        return keys

    def _set(self, **values: Any) -> dict[str, Any]:
        return {"act": "page", "page": self.name, "set": values}

    def _off(self, label: str, **values: Any) -> dict[str, Any]:
        return {"label": label, "on": True, "tap": self._set(**values)}

    def _cycle(self, words: Words, name: str, values: tuple[Any, ...], now: Any, fact: str) -> dict[str, Any]:
        key = name.removesuffix("_cents")
        after = values[(values.index(now) + 1) % len(values)] if now in values else values[0]
        said = {
            "seat": str(now),
            "hand": words.say(f"class.{now}").lower() if fact == "hand" and now else "",
            "flag": words.say(f"flag.{now}") if fact == "flag" and now else "",
            "amount": words.money(now) if fact == "amount" else "",
            "dealer": str(now),
        }[fact]
        label = words.say(f"filter.{key}", **{fact: said}) if now else words.say(f"filter.{key}.any")
        return {"label": label, "on": bool(now), "tap": self._set(**{name: after})}

    def _page_keys(self, words: Words, listed: Mapping[str, Any] | None, most: int) -> list[dict[str, Any]]:
        keys = []
        if self._newer:
            label = words.say("rounds.newer", count=figures.count(self._newer))
            keys.append({"label": label, "tap": {"act": "page", "page": self.name, "newest": True}})
        if self._before_ms:
            tap = {"act": "page", "page": self.name, "before_ms": 0}
            keys.append({"label": words.say("rounds.newest"), "tap": tap})
        if listed and len(listed["rounds"]) == most:
            before_ms = listed["rounds"][-1]["closed_ms"]
            tap = {"act": "page", "page": self.name, "before_ms": before_ms}
            keys.append({"label": words.say("rounds.older"), "tap": tap})
        return keys

    def _list(self, words: Words, listed: Mapping[str, Any], extent: Extent) -> dict[str, Any]:
        """The rounds as rows: number, time, players, JP1 stakes, result and JP1 prizes apart, flag."""
        width = extent.page_width() if extent.small else WIDTH
        places = [x * width / WIDTH for x, _, _ in _COLUMNS]
        high = extent.row_px(ROW)
        # Where the page is scrolled it ends with its last round.
        shown = len(listed["rounds"]) if extent.small else rows_of(extent)
        drawing = Drawing(width, high * shown + ROW)
        room = not self._choice.table
        for x, (_, at, key) in zip(places, _COLUMNS, strict=True):
            drawing.text(x, ROW / 2, words.say(f"col.{key}"), at=at)
        for row, one in enumerate(listed["rounds"]):
            y = ROW + high * row
            chosen = self._chosen == (one["table"], one["session"], one["round"])
            if chosen:
                drawing.bars("band", [0, y, width, high])
                drawing.bars("focus", [0, y, 3, high])
            drawing.line("hair", [0, y, width, y])
            name = f"{one['table'].rpartition('-')[2]}/{one['round']}" if room else str(one["round"])
            bank = words.money(one["bank_cents"], signed=True)
            prize = words.money(one["prize_cents"]).removesuffix("\u00a0€") if one["prize_cents"] else ""
            cells = (
                name,
                words.clock(one["closed_ms"]),
                str(len(one["players"])),
                str(len(one["jp1"])),
                bank,
                prize,
            )
            for x, (_, at, key), said in zip(places, _COLUMNS, cells, strict=False):
                strong = key in ("round", "bank") or (key == "prize" and bool(one["prize_cents"]))
                colour = "text" if strong or chosen else "sec"
                drawing.text(
                    x, y + high / 2, said, at=at, size=13, weight=600 if strong else 500, colour=colour
                )
            mark, colour = round_mark(words, one)
            drawing.text(width, y + high / 2, mark, at=RIGHT, size=12, colour=colour)
            if not one["intact"]:
                low = y + high / 2 - 4.5
                drawing.line("p1", [width - 64, low, width - 54, low + 10], 2.5)
                drawing.line("p1", [width - 64, low + 10, width - 54, low], 2.5)
            tap = {"act": "page", "page": self.name}
            tap |= {name: one[name] for name in ("table", "session", "round")}
            drawing.hit(0, y, width, high, tap, name)
        return {"w": width, "h": drawing.height, **drawing.told()}


def rows_of(extent: Extent) -> int:
    """How many rounds a page of this stage lists."""
    return ROWS + max(0, extent.page_height - USUAL.page_height) // ROW


_COLUMNS: Final = (
    (10, 0, "round"),
    (62, 0, "closed"),
    (155, RIGHT, "players"),
    (186, RIGHT, "jp1"),
    (252, RIGHT, "bank"),
    (326, RIGHT, "prize"),
    (WIDTH, RIGHT, "mark"),
)


def round_mark(words: Words, one: Mapping[str, Any]) -> tuple[str, str]:
    """The one word that a round is marked with, and its colour: the jackpot's is gold, a correction's red.

    A round whose chain is altered says that before anything else.
    """
    if not one["intact"]:
        return words.say("flag.altered"), "red"
    if "rectified" in one["flags"]:
        return words.say("flag.rectified.by", amount=words.money(one["rectified_cents"], signed=True)), "red"
    for flag in ("jackpot", "voided", "by_hand", "jp1_corrected", "contested", "keyed", "unread", "resumed"):
        if flag in one["flags"]:
            return words.say(f"flag.{flag}"), "gold" if flag == "jackpot" else "sec"
    if one["incident"]:
        return words.say("flag.incident"), "sec"
    if one["best"] == "royal_flush":
        return words.say("best.royal"), "gold"
    if one["best"] in ("full_house", "quads", "straight_flush"):
        return words.say(f"class.{one['best']}").lower(), "sec"
    if "alarm" in one["flags"]:
        return words.say("flag.alarm"), "sec"
    return "", "sec"
