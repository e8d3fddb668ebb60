"""What the pit screen says of one table: its state, and the round as the felt shows it.

A mirror without keys. `PitLive.qml` draws the map; it holds words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import tzinfo
from typing import Any, Final

from ui import figures
from ui.screen.marks import of_table
from ui.screen.pit import felt, record
from ui.screen.pit.felt import Speech, jp1_felt
from ui.texts.alarms import alarm_text
from ui.texts.decks import detail_words
from ui.texts.host import unreadable_words, unwritten_alarm

SILENT_MS: Final = 2_000
LANGUAGES: Final = {"fr": "en", "en": "fr"}


class PitFace:
    """The wording of one table's mirror.

    Args:
        language: `fr` or `en`.
        now_ms: the table's time.
        silence_ms: how long the table has not been heard.
        zone: the time zone of the clock times; the machine's own by default.
    """

    def __init__(
        self,
        language: str = "fr",
        *,
        now_ms: Callable[[], int],
        silence_ms: Callable[[], int] = lambda: 0,
        zone: tzinfo | None = None,
        unwritten: str = "",
        unreadable: str = "",
        restarting: bool = False,
    ) -> None:
        self._language = language
        self._now_ms = now_ms
        self._silence_ms = silence_ms
        self._zone = zone
        self._unwritten, self._unreadable = unwritten, unreadable
        self._restarting = restarting

    def words(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """The worded map of this view."""
        speech = Speech(self._language, max(self._now_ms(), view["at_ms"]), self._zone)
        silence_ms = self._silence_ms()
        return {
            "table": view["table"],
            "head": head(speech, view),
            "mirror": speech.say("mirror"),
            "marks": ", ".join(speech.say(mark) for mark in of_table(view)),
            "offline": bool(self._unwritten or self._unreadable or self._restarting)
            or silence_ms >= SILENT_MS,
            "silent": silent(speech, silence_ms, self._unwritten, self._unreadable, self._restarting),
            "phases": ribbon(speech, view),
            "dealer": felt.dealer(speech, view),
            "board": felt.board(speech, view),
            "waits": felt.waits(speech, view),
            "meter": felt.meter(speech, view),
            "seats": [felt.seat(speech, view, seat) for seat in view["seats"]],
            "rounds": record.rounds(speech, view),
            "bars": record.bars(speech, view["last_rounds"], jp1=jp1_felt(view)),
            "machines": record.machines(speech, view),
        }


def head(speech: Speech, view: Mapping[str, Any]) -> str:
    """`coup 147 · 5–150 € · séance 3`."""
    lowest = figures.euros(view["minimum_cents"], short=True).removesuffix("\u00a0€")
    parts = [f"{lowest}–{figures.euros(view['maximum_cents'], short=True)}"]
    played = view["round"]
    if played is not None and view["phase"] not in ("closed", "opening"):
        key = "round" if played["attempt"] == 1 else "round.deal"
        parts.insert(0, speech.say(key, number=played["label"], attempt=played["attempt"]))
    if view["by_hand"]["round"] and not view["by_hand"]["on"]:
        parts.insert(1, speech.say("mark.by_hand"))
    parts.append(speech.say("session", number=view["session"]))
    return " · ".join(parts)


def card(speech: Speech, view: Mapping[str, Any]) -> str:
    """Whose card is in the reader of this table."""
    if view["pit_card"] is not None:
        return speech.say("card.pit", person=view["pit_card"]["person"])
    badge = view["badge"]
    if badge is None:
        return speech.say("card.none", table=view["table"])
    return speech.say("card", table=view["table"], person=badge["person"])


def silent(
    speech: Speech, silence_ms: int, unwritten: str = "", unreadable: str = "", restarting: bool = False
) -> dict[str, str] | None:
    """The band that says that the picture is old, or why the table writes nothing any more."""
    if unwritten:
        told = alarm_text(speech.language, unwritten_alarm(unwritten)[0])
        detail = detail_words(speech.language, unwritten)
        return {"title": told.title, "text": told.happens.format(detail=detail)}
    if unreadable:
        title, text = unreadable_words(speech.language, unreadable)
        return {"title": title, "text": text}
    if silence_ms < SILENT_MS and not restarting:
        return None
    said = "restarting" if restarting else "silent"
    return {
        "title": speech.say(said),
        "text": speech.say(f"{said}.text", time=figures.since(silence_ms)),
    }


def ribbon(speech: Speech, view: Mapping[str, Any]) -> list[dict[str, str]]:
    """The parts of a round, those done with their duration."""
    jp1 = ["jp1"] if "jp1" in view["game"]["spots"] else []
    names = ["bets", *jp1, "deal", *view["streets"], "showdown", "settlement"]
    begun = {stage["name"]: stage["since_ms"] for stage in (view["round"] or {"stages": []})["stages"]}
    if view["phase"] in ("closed", "opening"):
        begun = {}
    order = [name for name in names if name in begun]
    parts = []
    for name in names:
        state, spent = "next", ""
        if name in begun:
            at = order.index(name)
            over = at + 1 < len(order) or view["phase"] == "clearing"
            state = "done" if over else "now"
            ended = begun[order[at + 1]] if at + 1 < len(order) else view["phase_ms"]
            spent = figures.since((ended if over else speech.now_ms) - begun[name])
        alone = name == "river" and "turn" in view["streets"]
        said = speech.say("phase.river.alone" if alone else f"phase.{name}")
        parts.append({"name": said, "time": spent, "state": state})
    return parts
