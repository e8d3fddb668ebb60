"""What the pit screen says of one table: its state, what needs a person, the round as the felt shows it.

A mirror without keys but two: the chief has seen the call, and has seen an alarm. `PitScreen.qml` draws the
map; it holds words, and each key's tap.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import tzinfo
from typing import Any, Final

from ui import figures
from ui.screen import pit_felt, pit_record
from ui.screen.pit_felt import Speech
from ui.screen.standing import mark
from ui.texts_alarms import alarm_text
from ui.texts_decks import detail_words

SILENT_MS: Final = 2_000
CARDS_MAX: Final = 4
"""Notices that the column holds in full. The rest are counted, but P1 never: they become slim instead."""

LANGUAGES: Final = {"fr": "en", "en": "fr"}


class PitFace:
    """The pit screen's wording.

    Args:
        language: `fr` or `en`; the key on the screen changes it.
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
    ) -> None:
        self._language = language
        self._now_ms = now_ms
        self._silence_ms = silence_ms
        self._zone = zone

    def take(self, tap: Mapping[str, Any]) -> bool:
        """The language key is this screen's own; everything else is asked of the table."""
        if tap["act"] != "language":
            return False
        self._language = LANGUAGES[self._language]
        return True

    def words(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """The worded map of this view."""
        speech = Speech(self._language, max(self._now_ms(), view["at_ms"]), self._zone)
        silence_ms = self._silence_ms()
        return {
            "layout": layout(view),
            "table": view["table"],
            "head": head(speech, view),
            "mirror": speech.say("mirror"),
            "card": card(speech, view["badge"]),
            "date": figures.date(speech.now_ms, self._language, self._zone),
            "clock": speech.clock(speech.now_ms),
            "language": {
                "current": self._language,
                "tap": {"act": "language"},
                "says": speech.say("language"),
            },
            "simulation": speech.say(mark(view)) if mark(view) else "",
            "offline": silence_ms >= SILENT_MS,
            "silent": silent(speech, silence_ms),
            "phases": ribbon(speech, view),
            "dealer": pit_felt.dealer(speech, view),
            "board": pit_felt.board(speech, view),
            "waits": pit_felt.waits(speech, view),
            "meter": pit_felt.meter(speech, view),
            "seats": [pit_felt.seat(speech, view, seat) for seat in view["seats"]],
            "rounds": pit_record.rounds(speech, view),
            "bars": pit_record.bars(speech, view["last_rounds"]),
            "machines": pit_record.machines(speech, view),
            "attention": attention(speech, view),
            "proof": proof(speech, view),
        }


def layout(view: Mapping[str, Any]) -> str:
    """What the column of attention is made of: when it changes, keys may have moved under the finger."""
    alarms = [f"{up['alarm']}{'s' if up['seen_ms'] else ''}" for up in view["alarms"]]
    return " ".join(["call" if view["call"] else "", "proof" if view["verification"] else "", *alarms])


def head(speech: Speech, view: Mapping[str, Any]) -> str:
    """`coup 147 · 5–150 € · séance 3`."""
    lowest = figures.euros(view["minimum_cents"], short=True).removesuffix("\u00a0€")
    parts = [f"{lowest}–{figures.euros(view['maximum_cents'], short=True)}"]
    played = view["round"]
    if played is not None and view["phase"] not in ("closed", "opening"):
        key = "round" if played["attempt"] == 1 else "round.deal"
        parts.insert(0, speech.say(key, number=played["label"], attempt=played["attempt"]))
    if view["by_hand"]["on"] or view["by_hand"]["round"]:
        parts.insert(1, speech.say("mark.by_hand"))
    parts.append(speech.say("session", number=view["session"]))
    return " · ".join(parts)


def card(speech: Speech, badge: Mapping[str, str] | None) -> str:
    """Whose card is in the reader."""
    if badge is None:
        return speech.say("card.none")
    return speech.say("card", person=badge["person"], role=speech.say(f"role.{badge['role']}"))


def silent(speech: Speech, silence_ms: int) -> dict[str, str] | None:
    """The band that says that the picture is old."""
    if silence_ms < SILENT_MS:
        return None
    return {
        "title": speech.say("silent"),
        "text": speech.say("silent.text", time=figures.since(silence_ms)),
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


# --- what needs a person -------------------------------------------------------------------------


def attention(speech: Speech, view: Mapping[str, Any]) -> dict[str, Any]:
    """The column of what waits for somebody, the most urgent first."""
    alarms = sorted(view["alarms"], key=lambda up: (up["priority"], not waits_for_pit(up)))
    calm = not alarms and view["call"] is None
    room = CARDS_MAX - (view["call"] is not None) - (view["verification"] is not None)
    critical = sum(up["priority"] == 1 for up in alarms)
    slim = critical > room
    drawn = alarms[: max(room, critical)]
    rest = len(alarms) - len(drawn)
    return {
        "title": speech.say("attention"),
        "counts": [
            {"name": f"P{priority}", "count": sum(up["priority"] == priority for up in alarms)}
            for priority in (1, 2, 3)
        ],
        "calm": {"title": speech.say("calm"), "text": speech.say("calm.text")} if calm else None,
        "call": call(speech, view),
        "alarms": [alarm(speech, view, up) | {"slim": slim} for up in drawn],
        "more": speech.say("more" if rest > 1 else "more.one", count=rest) if rest else "",
    }


def call(speech: Speech, view: Mapping[str, Any]) -> dict[str, Any] | None:
    """The dealer's silent call, until the chief has come."""
    called = view["call"]
    if called is None:
        return None
    seen_ms = called["seen_ms"]
    at = speech.clock(seen_ms or called["at_ms"])
    title = speech.say("call")
    return {
        "title": title,
        "text": speech.say("call.seen" if seen_ms else "call.text", time=at),
        "since": speech.since(called["at_ms"]),
        "seen": bool(seen_ms),
        "key": seen_key(speech, view, {"act": "SeeCall"}, title),
    }


def alarm(speech: Speech, view: Mapping[str, Any], up: Mapping[str, Any]) -> dict[str, Any]:
    """One alarm: what is wrong, where, since when, what is kept safe, and its key."""
    where = place(speech, up)
    called = speech.say("alarm.called", time=speech.clock(up["pit_ms"])) if waits_for_pit(up) else ""
    told = alarm_text(speech.language, up["code"])
    detail = detail_words(speech.language, up["detail"])
    facts = {"where": where.upper(), "where_low": where, "detail": detail}
    title = told.title.format(**(facts | {"detail": detail.upper()})).removesuffix(" – ")
    kept = told.kept.format(**facts)
    return {
        "priority": f"p{up['priority']}",
        "title": title,
        "text": told.happens.format(**facts).replace(" ()", ""),
        "kept": kept,
        "called": called,
        "code": up["code"],
        "since": speech.since(up["at_ms"]),
        "seen": bool(up["seen_ms"]),
        "seen_at": speech.say("seen.at", time=speech.clock(up["seen_ms"])) if up["seen_ms"] else "",
        "key": seen_key(speech, view, {"act": "SeeAlarm", "alarm": up["alarm"], "reason": ""}, title),
    }


def waits_for_pit(up: Mapping[str, Any]) -> bool:
    """Nobody at the table has seen the alarm: the pit was called, and is to see it."""
    return bool(up["pit_ms"]) and not up["seen_ms"]


def place(speech: Speech, up: Mapping[str, Any]) -> str:
    """The place that an alarm names: a card's, a seat's, or none."""
    pile = up["detail"].partition(".")[0]
    if pile in ("hole", "dealer", "board", "burn"):
        return speech.say("burned").lower() if up["detail"].startswith("burn") else speech.place(up["detail"])
    return speech.say("seat", seat=up["seat"]) if up["seat"] else ""


def seen_key(
    speech: Speech, view: Mapping[str, Any], tap: dict[str, Any], title: str
) -> dict[str, Any] | None:
    """The key that says `seen`, while the table would take it."""
    if tap not in view["offers"]:
        return None
    return {"label": speech.say("seen"), "says": speech.say("seen.says", title=title), "tap": tap}


def proof(speech: Speech, view: Mapping[str, Any]) -> dict[str, Any] | None:
    """How far the supervised payment has come, by whom."""
    told = view["verification"]
    if told is None:
        return None
    seats = " ".join(str(seat) for seat in told["seats"])
    frozen = figures.euros(told["value_cents"]) if told["claimed"] else ""
    ended = "proof.refused" if told["refused"] else "proof.release"
    steps = [
        ("proof.hand", told["confirmed_by"], told["confirmed_ms"], bool(told["confirmed_by"])),
        ("proof.video", told["video_by"], told["video_ms"], told["conform"]),
        (ended, "", 0, told["released"] or bool(told["refused"])),
    ]
    return {
        "title": speech.say("proof"),
        "seats": speech.say("proof.seats" if len(told["seats"]) > 1 else "proof.seats.one", seats=seats)
        if seats
        else "",
        "amount": frozen,
        "note": speech.say("proof.frozen" if frozen else "proof.nothing"),
        "since": speech.since(told["since_ms"]),
        "steps": [
            {
                "text": speech.say(key),
                "by": speech.say("proof.by", person=person, time=speech.clock(at_ms))
                if done and person
                else ""
                if done
                else speech.say("proof.waited"),
                "done": done,
            }
            for key, person, at_ms, done in steps
        ],
    }
