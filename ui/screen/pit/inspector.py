"""The inspector's page: a round or a period, four answers, requirement by requirement what shows it.

It reads and asks for a file, and no key of it changes anything (SE-12). What the house works out anew stands
until somebody asks for it again: each reading is written down, and a page that reads by itself would be a
reader of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ui import figures
from ui.house import Memory
from ui.screen.house_keys import HOUSE, Choice, every_table, period_keys, table_keys
from ui.screen.house_page import HousePage
from ui.screen.house_speech import Words
from ui.screen.pit.inspector_answers import acts, answers, requirements, tables
from ui.screen.room import Room

LISTED: Final = 14
TABLES_SHOWN: Final = 2
DIGITS: Final = 6
LOOKED_FOR: Final = ("supervised", "rectified", "voided", "keyed")
"""Marks of rounds that an inspector looks at first."""
Told = Mapping[str, Any]
Chosen = tuple[str, int, int]


class InspectorPage(HousePage):
    """What the authority reads."""

    name = "inspector"
    face = "PitInspector"
    wide = True
    parts: tuple[str, ...] = ("list", "answer")

    def __init__(self, memory: Memory, choice: Choice) -> None:
        super().__init__(memory, choice)
        self._of_round = True
        self._chosen: Chosen | None = None
        self._again = 0
        self._typed = ""
        self._have: tuple[str, Told] | None = None

    def take(self, tap: Mapping[str, Any], room: Room) -> bool:
        """Another round, period or table; the same read again; the file for the authority."""
        if tap.get("page") != self.name:
            return False
        if "round" in tap:
            self._chosen = (str(tap["table"]), int(tap["session"]), int(tap["round"]))
            self._of_round, self._typed = True, ""
        elif "digit" in tap:
            self._type(str(tap["digit"]))
        elif "of_round" in tap:
            self._of_round = bool(tap["of_round"])
        elif "again" in tap:
            self._again += 1
        elif "file" in tap:
            asked = self._question(room)
            if asked is not None:
                self._choice.save(self._memory, {**asked, "what": "inspection"}, {"export": "zip"}, room)
        elif not self._choice.unfold(tap):
            self._choice.take(tap)
            self._chosen = None
        return True

    def _type(self, digit: str) -> None:
        """A digit of a round's number, or `clear`."""
        self._typed = "" if digit == "clear" else (self._typed + digit).lstrip("0")[:DIGITS]

    def words(self, room: Room) -> dict[str, Any]:
        """The page, worded anew when there is something new."""
        words = Words(room.language, room.zone)
        listed = self._listed(room)
        if self._chosen is None and listed:
            first = listed[0]
            self._chosen = (first["table"], first["session"], first["round"])
        asked = self._question(room)
        told, refused = self._answer(asked) if asked is not None else (None, "")
        house = self._memory.ask(HOUSE)
        key = (
            *(room.language, room.chosen, self._of_round, self._chosen, self._choice.key(), refused),
            self._typed,
            tuple((one["table"], one["session"], one["round"]) for one in listed),
        )
        return self._kept.page(
            key, (told, house), lambda: self._page(words, told, house, listed, refused, room.chosen)
        )

    def _question(self, room: Room) -> dict[str, Any] | None:
        scope = self._choice.scope(room)
        wall = {name: told for name, told in scope.items() if name in ("zone", "offset_min")}
        asked = {"ask": "inspect", **wall, "again": self._again}
        if not self._of_round:
            return {**asked, "table": self._choice.table, "period": self._choice.period}
        if self._chosen is None:
            return None
        table, session, number = self._chosen
        return {**asked, "table": table, "session": session, "round": number}

    def _answer(self, asked: dict[str, Any]) -> tuple[Told | None, str]:
        """What the house worked out, once for each question."""
        key = repr(sorted(asked.items()))
        if self._have is None or self._have[0] != key:
            told = self._memory.ask(asked)
            if told is None:
                return None, self._memory.refusal(asked)
            self._have = (key, told)
        return self._have[1], ""

    def _listed(self, room: Room) -> list[Told]:
        """The rounds that are marked, the newest first, then the last of all."""
        asked = {"ask": "rounds", **self._choice.scope(room), "limit": LISTED}
        found: dict[Chosen, Told] = {}
        for question in (*({**asked, "flag": flag, "limit": 4} for flag in LOOKED_FOR), asked):
            told = self._memory.ask(question)
            for one in told["rounds"] if told is not None else ():
                found.setdefault((one["table"], one["session"], one["round"]), one)
        marked = [one for one in found.values() if _flag(one)]
        plain = [one for one in found.values() if not _flag(one)]
        order = [sorted(part, key=lambda one: -one["closed_ms"]) for part in (marked, plain)]
        return [*order[0], *order[1]][:LISTED]

    # --- words -----------------------------------------------------------------------------------

    def _page(
        self,
        words: Words,
        told: Told | None,
        house: Told | None,
        listed: Sequence[Told],
        refused: str,
        looked: str,
    ) -> dict[str, Any]:
        known = list(house["tables"]) if house is not None else []
        wait = "" if told is not None else words.say("inspector.nothing" if house and not listed else "wait")
        return {
            "banner": words.say("inspector.banner"),
            "what": words.say("inspector.what"),
            "modes": [
                {
                    "label": words.say(f"inspector.{name}"),
                    "on": self._of_round is of_round,
                    "tap": {"act": "page", "page": self.name, "of_round": of_round},
                }
                for name, of_round in (("round", True), ("period", False))
            ],
            "periods": period_keys(words, self.name, self._choice),
            "tables_keys": table_keys(words, self.name, self._choice, known, looked, TABLES_SHOWN),
            "every": every_table(words, self.name, self._choice, known, TABLES_SHOWN),
            **self._number(words, known, listed),
            "list": self._list(words, told, listed),
            "wait": self._refused(words, refused) or wait,
            "keys": self._keys(words, told, house),
            "saved": self._choice.saved_words(words),
            **({} if told is None else self._told(words, told)),
        }

    def _refused(self, words: Words, refused: str) -> str:
        """Why there is no answer: a round that is not there in words, all else as the house says it."""
        if self._chosen is None or not refused.startswith("round:"):
            return refused
        return words.say("inspector.no_round", table=self._chosen[0], round=self._chosen[2])

    def _number(self, words: Words, known: Sequence[Told], listed: Sequence[Told]) -> dict[str, Any]:
        """The keys by which any round is named; it is opened at the table that is chosen, or looked at."""
        if not self._of_round:
            return {"number": "", "digits": []}
        own = {"act": "page", "page": self.name}
        at = self._choice.table or (self._chosen[0] if self._chosen else "")
        typed = bool(self._typed and at)
        clear, open_it = words.say("inspector.number.clear"), words.say("inspector.number.open")
        opens = {**own, "table": at, "session": 0, "round": int(self._typed or 0)}
        keys: list[dict[str, Any]] = [
            *({"label": one, "tap": {**own, "digit": one}} for one in "0123456789"),
            {"label": "×", "says": clear, "tap": {**own, "digit": "clear"}},
            {"label": "→", "says": open_it, "tap": opens if typed else None, "on": typed},
        ]
        said = words.say("inspector.number", number=f"{self._typed}, {at}") if typed else ""
        return {"number": said or words.say("inspector.number.none"), "digits": keys}

    def _told(self, words: Words, told: Told) -> dict[str, Any]:
        of, rules = told["of"], [one or words.say("inspector.rules.unknown") for one in told["rules"]]
        facts: dict[str, Any] = {"rules": ", ".join(rules)}
        if told["round"]:
            facts |= {"since": words.clock(of["from_ms"]), "until": words.clock(of["to_ms"])}
            note = words.say("inspector.of.round", **facts, dealer=of["dealer"] or "–")
            title = words.say("inspector.title.round", round=told["round"], table=of["table"])
            note = f"{figures.date(of['from_ms'], words.language, words.zone)} · {note}"
        else:
            note = words.say("inspector.of.period", **facts, tables=of["tables"], sessions=of["sessions"])
            title = words.say(
                "inspector.title.period", since=words.moment(of["from_ms"]), until=words.moment(of["to_ms"])
            )
        reading = told["reading"]
        person = reading["person"]
        named = words.say(f"reader.{person}") if person in ("pit", "inspector") else person
        lines = requirements(words, told)
        return {
            "title": title,
            "note": note,
            "answers": answers(words, told),
            "rows_title": words.say("inspector.rows"),
            "legend": [
                {"mark": mark, "label": words.say(f"mark.{mark}")}
                for mark in ("recomputed", "recorded", "outside", "missing")
            ],
            "count": _count(words, told),
            "columns": [
                words.say(f"inspector.col.{name}") for name in ("id", "required", "shown", "seq", "source")
            ],
            "rows": lines,
            "tables": tables(words, told),
            "foot": words.say(
                "inspector.foot",
                seq=figures.count(reading["seq"]),
                person=named,
                time=words.clock(reading["at_ms"]),
            ),
            "foot_names": words.say("inspector.foot.names"),
        }

    def _list(self, words: Words, told: Told | None, listed: Sequence[Told]) -> list[dict[str, Any]]:
        """The left column under its headings: rounds to choose, or the acts of the period."""
        if not self._of_round:
            return acts(words, told) if told is not None else []
        heading = {"heading": words.say("inspector.list"), "tap": None}
        rounds = [
            {
                "heading": "",
                "title": words.say(f"inspector.mark.{_flag(one) or 'none'}"),
                "note": f"{one['table']} · {one['round']} · {words.moment(one['closed_ms'])}",
                "tail": words.money(one["bank_cents"], signed=True),
                "gold": _flag(one) == "supervised",
                "on": (one["table"], one["session"], one["round"]) == self._chosen,
                "tap": {
                    "act": "page",
                    "page": self.name,
                    "table": one["table"],
                    "session": one["session"],
                    "round": one["round"],
                },
            }
            for one in listed
        ]
        more = acts(words, told) if told is not None else []
        return [heading, *rounds, *more]

    def _keys(self, words: Words, told: Told | None, house: Told | None) -> list[dict[str, Any]]:
        own = {"act": "page", "page": self.name}
        signs = house is not None and house["signs"] and told is not None
        keys: list[dict[str, Any]] = [
            {
                "label": words.say("inspector.file" if signs or told is None else "inspector.file.no_key"),
                "tap": {**own, "file": 1} if signs else None,
                "on": True,
            },
            {"label": words.say("inspector.again"), "tap": {**own, "again": 1}},
        ]
        if told is not None and told["round"]:
            tap = {"act": "page", "page": "rounds", "tab": "rounds", "table": told["of"]["table"]}
            tap |= {"session": told["of"]["session"], "round": told["round"]}
            keys.append({"label": words.say("inspector.replay"), "tap": tap})
        return keys


def _flag(one: Told) -> str:
    """The first mark of a round that is looked for."""
    return next((flag for flag in LOOKED_FOR if flag in one["flags"]), "")


def _count(words: Words, told: Told) -> str:
    lines = told["requirements"]
    wrong = sum(not line["ok"] for line in lines)
    if wrong:
        return words.say("inspector.not_shown", count=figures.count(wrong))
    marks = {
        mark: sum(line["mark"] == mark for line in lines) for mark in ("recomputed", "recorded", "outside")
    }
    return words.say("inspector.count", of=len(lines), **marks)
