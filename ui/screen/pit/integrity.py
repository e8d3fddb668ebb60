"""The pit's page of integrity: chains of the journals, signed heads, the witness, a verification."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ui import figures
from ui.drawing import CENTRE, RIGHT, Drawing
from ui.house import Memory
from ui.screen.extent import Extent
from ui.screen.house_keys import Choice, export_keys
from ui.screen.house_page import HousePage
from ui.screen.house_speech import Words, to_rounds
from ui.screen.room import Room

DRAWN_FOR: Final = 1232
"""The columns of the chains stand where they do on a page of this width, and move with it."""
HALF: Final = 740
OTHER: Final = 452
GAP: Final = 40
ROW: Final = 30
CHAINS: Final = 11
HEADS: Final = 8
RUNS: Final = 5


class IntegrityPage(HousePage):
    """Whether the journals are what they were."""

    name = "integrity"
    face = "PitIntegrity"

    def __init__(self, memory: Memory, choice: Choice) -> None:
        super().__init__(memory, choice)
        self._verifying = False

    def take(self, tap: Mapping[str, Any], room: Room) -> bool:
        """A verification is begun; a file is written."""
        if tap.get("page") != self.name:
            return False
        if "verify" in tap:
            self._verifying = True
            self._memory.forget(_VERIFY)
            self._memory.ask(_VERIFY)
        elif "export" in tap:
            self._choice.save(self._memory, {**_QUESTION, "what": "integrity"}, tap, room)
        return True

    def words(self, room: Room) -> dict[str, Any]:
        """The page, worded anew when there is something new."""
        words = Words(room.language, room.zone)
        told = self._memory.ask(_QUESTION)
        check = told["check"] if told is not None else None
        if self._verifying or (check is not None and not check["finished"]):
            # While one runs the page looks again and again, without waiting for news of the journals.
            self._memory.forget(_QUESTION)
            self._verifying = check is None or not check["finished"]
        key = (room.language, self._choice.key(), room.extent)
        return self._kept.page(key, (told,), lambda: self._page(words, told, room.extent))

    def _page(self, words: Words, told: Mapping[str, Any] | None, extent: Extent) -> dict[str, Any]:
        if told is None:
            return {"title": words.say("integrity"), "wait": words.say("wait")}
        width = extent.page_width()
        half, other = (width, width) if extent.small else (width - GAP - OTHER, OTHER)
        witness = told["witness"]
        kept = "integrity.witness.none" if witness is None else "integrity.witness.kept"
        return {
            "title": words.say("integrity"),
            "wait": "",
            "note": words.say(
                "integrity.note",
                journals=figures.count(told["journals"]),
                entries=figures.count(told["entries"]),
                altered=told["altered"],
            ),
            "check": check_words(words, told),
            "verify": [
                {
                    "label": words.say("integrity.verify"),
                    "tap": {"act": "page", "page": self.name, "verify": 1}
                    if told["check"] is None or told["check"]["finished"]
                    else None,
                }
            ],
            "chains": chains(words, told, width, extent.row_px(ROW)),
            "heads": heads(words, told["heads"], half),
            "witness": words.say("integrity.witness"),
            "witness_text": words.say(kept, count=witness["heads"] if witness else 0),
            "runs": runs(words, told["runs"], other),
            "exports": export_keys(words, self.name, ("pdf", "json")),
            "saved": self._choice.saved_words(words),
            "foot": words.say("integrity.independent"),
        }


_QUESTION: Final = {"ask": "integrity"}
_VERIFY: Final = {"ask": "verify"}


def check_words(words: Words, told: Mapping[str, Any]) -> dict[str, Any]:
    """The verification that runs, or the last one, with its share and its faults."""
    check, runs_told = told["check"], told["runs"]
    if check is not None and not check["finished"]:
        rate = 1000 * check["done"] // max(1, check["took_ms"])
        share = 1000 * check["done"] // max(1, check["of"])
        return {
            "share": share,
            "percent": words.permille(share),
            "title": words.say("integrity.running"),
            "text": words.say(
                "integrity.running.text",
                done=figures.count(check["done"]),
                of=figures.count(check["of"]),
                rate=figures.count(rate),
                current=check["current"],
            ),
            "faults": str(len(check["faults"])),
            "faults_word": words.say("integrity.faults"),
            "bad": bool(check["faults"]),
        }
    if not runs_told:
        return {
            "share": 0,
            "percent": "–",
            "title": words.say("integrity.never"),
            "text": words.say("integrity.never.text"),
            "faults": str(told["altered"]),
            "faults_word": words.say("integrity.faults"),
            "bad": told["altered"] > 0,
        }
    last = runs_told[0]
    return {
        "share": 1000,
        "percent": words.permille(1000),
        "title": words.say("integrity.done", time=words.moment(last["at_ms"])),
        "text": words.say(
            "integrity.done.text",
            entries=figures.count(last["entries"]),
            journals=figures.count(last["journals"]),
            time=figures.decimal(last["took_ms"] / 1000) + "\u00a0s",
        ),
        "faults": str(len(last["faults"])),
        "faults_word": words.say("integrity.faults"),
        "bad": bool(last["faults"]),
    }


_COLUMNS: Final = (
    (0, 0, "journal"),
    (150, RIGHT, "session"),
    (262, RIGHT, "entries"),
    (300, 0, "head"),
    (620, 0, "signed"),
    (840, RIGHT, "lag"),
    (1000, RIGHT, "witness"),
    (DRAWN_FOR, RIGHT, "state"),
)
_INDENT: Final = {"p1": 8, "warn": 14}
"""Words keep so far from the filled row of what does not hold, and from the edge of what is not read on."""


def chains(
    words: Words,
    told: Mapping[str, Any],
    width: int = DRAWN_FOR,
    high: int = ROW,
) -> dict[str, Any]:
    """A row a journal: how long, its head, the last signed head, how far the witness saw it, its state."""
    drawing = Drawing(width, high * CHAINS + ROW)
    for x, at, key in _COLUMNS:
        drawing.text(x * width / DRAWN_FOR, ROW / 2, words.say(f"col.{key}"), at=at)
    for row, one in enumerate(told["chains"][:CHAINS]):
        _chain(drawing, words, one, (ROW + high * row, high), *_standing(words, told, one))
    note, of = words.say("integrity.chains.note"), len(told["chains"])
    tail = words.say("integrity.chains.of", count=CHAINS, of=of) if of > CHAINS else ""
    return drawing.panel(words.say("integrity.chains"), note, tail)


def _standing(words: Words, told: Mapping[str, Any], one: Mapping[str, Any]) -> tuple[str, str]:
    """How grave it is, and the state in words. One that is not read on, by a fault of the program, is neither
    called altered nor intact."""
    if one["bad_seq"]:
        return "p1", words.say("state.altered", seq=figures.count(one["bad_seq"]))
    for other in told["refused"]:
        if other["table"] == one["table"]:
            return "p1", words.say("state.refused", seq=figures.count(other["seq"]))
    for other in told["unread"]:
        if (other["table"], other["session"]) == (one["table"], one["session"]):
            return "warn", words.say("state.unread", seq=figures.count(other["seq"]))
    return "", words.say("state.intact")


def _chain(
    drawing: Drawing, words: Words, one: Mapping[str, Any], at: tuple[int, int], grave: str, state: str
) -> None:
    """The row of one journal, from here and so high."""
    width, (y, high) = drawing.width, at
    if grave:
        drawing.bars(grave, [0, y, width if grave == "p1" else 6, high], 4 if grave == "p1" else 0)
    drawing.line("hair", [0, y, width, y])
    # A head may be there before the entries that it signs were read.
    behind = max(0, one["entries"] - one["signed_entries"])
    head = one["head"]
    cells = (
        one["table"],
        str(one["session"]),
        figures.count(one["entries"]),
        f"{head[:8]} {head[8:16]} … {head[-4:]}",
        words.moment(one["signed_ms"]) if one["signed_ms"] else words.say("state.no"),
        figures.count(behind) if one["signed_ms"] else "–",
        figures.count(one["witnessed"]) if one["witnessed"] else words.say("state.no"),
        state,
    )
    for (x, side, key), said in zip(_COLUMNS, cells, strict=True):
        strong = key in ("journal", "state") or grave == "p1"
        # A dash is so thin that it is read in the strongest ink alone.
        colour = "text" if strong or key == "entries" or said == "–" else "sec"
        inwards = _INDENT.get(grave, 0) if x == 0 else -8 if grave == "p1" and x == DRAWN_FOR else 0
        left = x * width / DRAWN_FOR + inwards
        weight = 600 if strong else 500
        drawing.text(left, y + high / 2, said, at=side, size=13, weight=weight, colour=colour)
    if not grave:
        tick, middle = width - 62, y + high / 2
        drawing.line("go", [tick - 8, middle, tick - 4, middle + 4, tick + 4, middle - 5], 1.8)
    drawing.hit(0, y, width, high, to_rounds(table=one["table"]), one["table"])


def heads(words: Words, told: list[Mapping[str, Any]], width: int = HALF) -> dict[str, Any]:
    """The newest signed heads of all tables."""
    drawing = Drawing(width, 28 * (HEADS + 1))
    columns = (
        (0, 0, "time"),
        (120, 0, "journal"),
        (290, RIGHT, "entries"),
        (320, 0, "head"),
        (500, 0, "signature"),
        (width, RIGHT, "witness"),
    )
    for x, at, key in columns:
        drawing.text(x, 14, words.say(f"col.{key}").split(",")[0], at=at)
    for row, one in enumerate(told[:HEADS]):
        y = 28 * (row + 1)
        drawing.line("hair", [0, y, width, y])
        cells = (
            words.clock(one["at_ms"]),
            f"{one['table']} · {one['session']}",
            figures.count(one["entries"]),
            f"{one['hash'][:8]} … {one['hash'][-4:]}",
            f"ed25519 {one['signature'][:6]}…{one['signature'][-4:]}",
            words.say("state.yes" if one["witnessed"] else "state.no"),
        )
        for (x, at, key), said in zip(columns, cells, strict=True):
            colour = "text" if key == "journal" else "sec"
            drawing.text(
                x, y + 14, said, at=at, size=13, weight=600 if key == "journal" else 500, colour=colour
            )
    return drawing.panel(words.say("integrity.heads"), words.say("integrity.heads.note"))


def runs(words: Words, told: list[Mapping[str, Any]], width: int = OTHER) -> dict[str, Any]:
    """The verifications that were made, newest first."""
    drawing = Drawing(width, 28 * RUNS)
    for row, one in enumerate(told[:RUNS]):
        y = 28 * row
        drawing.line("hair", [0, y, width, y])
        drawing.text(0, y + 14, words.moment(one["at_ms"]), size=13, colour="text")
        drawing.text(220, y + 14, figures.count(one["entries"]), at=RIGHT, size=13, colour="sec")
        taken = figures.decimal(one["took_ms"] / 1000) + "\u00a0s"
        drawing.text(300, y + 14, taken, at=RIGHT, size=13, colour="sec")
        faults = f"{len(one['faults'])} {words.say('integrity.faults')}"
        drawing.text(width, y + 14, faults, at=RIGHT, size=13, weight=600, colour="text")
    if not told:
        drawing.text(width / 2, 40, words.say("integrity.never"), at=CENTRE, size=13, colour="sec")
    return drawing.panel(words.say("integrity.runs"))
