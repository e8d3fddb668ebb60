"""What the house adds to the pit's column: findings of its figures, and the journal of authorisations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol

from ui import figures
from ui.house import Memory
from ui.screen.house_keys import Choice, aimed, evidence_keys
from ui.screen.house_speech import Words
from ui.screen.plots_chance import found
from ui.screen.room import Room
from ui.texts.findings import NOTICES

ACTS: Final = 4
ACTS_BUSY: Final = 2
"""So many of the authorisations given are told, and so many while others are awaited."""
ACTS_PX: Final = 190
"""What the journal of authorisations takes at the foot of the column."""
GRAVE: Final = ("refused", "altered", "unread")
"""A journal that is not what it was, or that nobody reads: it stands with the alarms of its priority."""
OF_CHAINS: Final = (*GRAVE, "late", "copied", "failed")
"""What leads to the chains and stands until its cause is gone."""
SHUFFLER_CHECKS: Final = ("hands", "cards", "seat")
"""What chance does not deal is of priority 2: check the shuffler and the deal (screens, section 6.1)."""
CODES: Final = {text: code for code, text in NOTICES.items()}
"""The codes of the findings that bear one."""
REASONS: Final = ("checked", "explained", "passed_on")


class Notes(Protocol):
    """Where the column's notes come from."""

    def findings(self, room: Room) -> list[dict[str, Any]]:
        """Cards, each with a key that leads to its plot, or to the chains of the journals."""
        ...

    def put_away(self, tap: Mapping[str, Any], room: Room) -> None:
        """The finding that the tap names is put away for its reason, by who stands at the pit."""
        ...

    def machine(self, table: str, machine: str) -> Mapping[str, Any] | None:
        """What the house counted of a machine (`controller.house.machines.machine`)."""
        ...

    def evidence_keys(self, room: Room, page: str) -> list[dict[str, Any]]:
        """The key of this page to the evidence of a round; none without a house that answers."""
        ...

    def save_evidence(self, of: tuple[str, int, int], room: Room) -> None:
        """The evidence of this round of a table and session is asked for, to be written."""
        ...

    def saved(self, room: Room) -> str:
        """What became of the last file, in words."""
        ...

    def acts(self, room: Room) -> dict[str, Any]:
        """`{title, note, rows}` of the newest authorisations; no rows when there are none."""
        ...

    def tables(self, points: int) -> Mapping[str, Mapping[str, Any]]:
        """What the house counted of each table in its session (`controller.house.at_a_glance`), by name."""
        ...


class NoNotes:
    """Without a house there are none."""

    def put_away(self, tap: Mapping[str, Any], room: Room) -> None:
        return None

    def machine(self, table: str, machine: str) -> Mapping[str, Any] | None:
        return None

    def findings(self, room: Room) -> list[dict[str, Any]]:
        return []

    def evidence_keys(self, room: Room, page: str) -> list[dict[str, Any]]:
        return []

    def save_evidence(self, of: tuple[str, int, int], room: Room) -> None:
        return None

    def saved(self, room: Room) -> str:
        return ""

    def acts(self, room: Room) -> dict[str, Any]:
        return {"title": "", "note": "", "rows": []}

    def tables(self, points: int) -> Mapping[str, Mapping[str, Any]]:
        return {}


class HouseNotes:
    """The notes of a house that answers.

    Args:
        choice: where files are written; without it the pages that are the screen's own write none.
    """

    def __init__(self, memory: Memory, choice: Choice | None = None) -> None:
        self._memory = memory
        self._choice = choice

    def evidence_keys(self, room: Room, page: str) -> list[dict[str, Any]]:
        """The key, while the house answers and its files have a place."""
        if self._choice is None or not self._memory.there:
            return []
        return evidence_keys(Words(room.language, room.zone), self._memory, page)

    def save_evidence(self, of: tuple[str, int, int], room: Room) -> None:
        """The house is asked for it."""
        if self._choice is not None:
            self._choice.save_evidence(self._memory, of, room)

    def saved(self, room: Room) -> str:
        """What became of the last file."""
        return self._choice.saved_words(Words(room.language, room.zone)) if self._choice is not None else ""

    def findings(self, room: Room) -> list[dict[str, Any]]:
        """What the house's figures ask somebody to look into."""
        told, words = self._told(room), Words(room.language, room.zone)
        return [_finding(words, one) for one in told["findings"]] if told is not None else []

    def put_away(self, tap: Mapping[str, Any], room: Room) -> None:
        """The house is told, and asked at once what still waits."""
        asked = {name: str(tap[name]) for name in ("what", "table", "why")}
        self._memory.tell({"ask": "put_away", **asked, **aimed(room)})
        self._memory.forget(_asked(room))

    def machine(self, table: str, machine: str) -> Mapping[str, Any] | None:
        """What the house counted of this machine; None before it answered."""
        asked = {"ask": "machine", "table": table, "machine": machine}
        return self._memory.ask(asked) if self._memory.there else None

    def acts(self, room: Room) -> dict[str, Any]:
        """The newest authorisations of all tables."""
        told, words = self._told(room), Words(room.language, room.zone)
        newest = told["acts"][:ACTS] if told is not None else []
        language = 0 if room.language == "fr" else 1
        return {
            "title": words.say("acts"),
            "note": words.say("acts.session", day=words.day(newest[0]["at_ms"])) if newest else "",
            "rows": [
                {
                    "time": words.clock(one["at_ms"]),
                    "act": f"{one['act'][language]}, {one['table']}",
                    "person": _signed(words, one),
                }
                for one in newest
            ],
        }

    def tables(self, points: int) -> Mapping[str, Mapping[str, Any]]:
        """Of every table that the house reads; empty before it answered."""
        told = self._memory.ask({"ask": "room", "points": points}) if self._memory.there else None
        return {one["table"]: one for one in told["tables"]} if told is not None else {}

    def _told(self, room: Room) -> Mapping[str, Any] | None:
        return self._memory.ask(_asked(room)) if self._memory.there else None


def _asked(room: Room) -> dict[str, Any]:
    return {"ask": "notices", **aimed(room)}


def _signed(words: Words, one: Mapping[str, Any]) -> str:
    """Who it was; at the pit or on a chef's screen also where, and without a card there the screen alone."""
    screen = one.get("screen", "")
    if not screen:
        return ", ".join(one["persons"])
    where = words.say(f"acts.{screen}")
    persons = [person for person in one["persons"] if person != screen]
    return f"{', '.join(persons)} ({where})" if persons else where


def _finding(words: Words, one: Mapping[str, Any]) -> dict[str, Any]:
    what, table = one["what"], one["table"]
    title, of_chain = words.say(f"finding.{what}"), what in OF_CHAINS
    look = "finding.chain" if of_chain else "finding.look"
    tap = {"act": "tab", "tab": "integrity"} if of_chain else _to_plot(one)
    return {
        "kind": "p2" if what in GRAVE or what in SHUFFLER_CHECKS else "p3",
        "table": table,
        "where": table or words.say("finding.house"),
        "title": title,
        "text": words.say(f"finding.{what}.text", **_facts(words, one)),
        "called": "",
        "code": CODES.get(f"finding.{what}", ""),
        "since": "",
        "old": False,
        "late": False,
        "seen": True,
        "seen_at": "",
        "stands": "",
        "cause": "",
        "tables": [table] if table else [],
        "keys": [
            {
                "label": words.say(look),
                "says": words.say(f"{look}.says", title=title, table=table),
                "tap": tap,
            },
            *([] if of_chain else [_aside(words, title, table, what)]),
        ],
        "reasons": [] if of_chain else _reasons(words, title, table, what),
        "help": [],
        "open": {"act": "help", "alarm": f"{table}/{what}"},
        "opened": False,
    }


def _aside(words: Words, title: str, table: str, what: str) -> dict[str, Any]:
    return {
        "label": words.say("finding.aside"),
        "says": words.say("finding.aside.says", title=title, table=table),
        "tap": {"act": "help", "alarm": f"{table}/{what}"},
    }


def _reasons(words: Words, title: str, table: str, what: str) -> list[dict[str, Any]]:
    """The keys of a card that was asked to be put away: why, or not at all."""
    keys = [
        {
            "label": words.say(f"finding.why.{why}"),
            "says": f"{title}, {table}: {words.say(f'finding.why.{why}')}",
            "tap": {"act": "put_away", "what": what, "table": table, "why": why},
        }
        for why in REASONS
    ]
    back = {**_aside(words, title, table, what), "label": words.say("finding.back")}
    return [*keys, {**back, "says": words.say("finding.back")}]


def _to_plot(one: Mapping[str, Any]) -> dict[str, Any]:
    where = {"page": "plots", "tab": "plots", "group": one["group"], "table": one["table"]}
    return {"act": "page", **where, "period": one["period"]}


def _facts(words: Words, one: Mapping[str, Any]) -> dict[str, str]:
    match one["what"]:
        case "refused" | "altered":
            return {"session": str(one["session"]), "seq": figures.count(one["seq"])}
        case "unread":
            of = {"session": str(one["session"]), "seq": figures.count(one["seq"])}
            return {"time": words.clock(one["since_ms"]), **of}
        case "copied":
            return {"file": one["file"], "of": one["of"]}
        case "failed":
            of = {"question": one["question"], "times": figures.count(one["times"])}
            return {"time": words.clock(one["since_ms"]), **of}
        case "late":
            return {"time": words.clock(one["since_ms"])}
        case "result":
            return {
                "sigmas": figures.sigmas(one["sigmas_percent"]),
                "bank": words.money(one["bank_cents"], signed=True),
                "expected": words.money(one["expected_cents"], signed=True),
            }
        case "retries":
            machine = words.say(f"machine.{one['machine']}")
            rate = words.permille(one["permille"], decimals=True)
            return {"machine": machine, "rate": rate, "frames": figures.count(one["frames"])}
        case "pace":
            return {"rate": str(one["rounds_per_hour"]), "target": str(one["target"])}
    return {"found": found(words, one, one), "hands": figures.count(one["hands"])}
