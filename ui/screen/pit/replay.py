"""One closed round played again: the felt, a timeline, the list of its facts, times for the video."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC
from typing import Any, Final

from ui import figures
from ui.drawing import CENTRE, RIGHT, Drawing
from ui.screen.extent import USUAL, Extent
from ui.screen.house_speech import Words, rectified
from ui.screen.pit.frames import fact_source
from ui.screen.pit.replay_facts import in_words, lines_of, window
from ui.screen.plots_pace import phase_name
from ui.texts.hands import hand_name

END: Final = 1 << 30
"""Behind the last fact of any round."""
SPEEDS: Final = (1, 4, 16)
GAP_MS: Final = 6_000
"""A pause between two facts is played, and drawn, no longer than this."""
LINE_ROWS: Final = 13
ROW: Final = 27
COLUMNS: Final = (8, 108, 206, 272, 488)
DETAIL_MAX: Final = (46, 30)
"""Letters of a detail: alone, and beside where the fact came from, in a replay of the usual width."""
LETTER_PX: Final = 6.4
FACT_MAX: Final = 30
LINE: Final = 16
"""What every further line of a fact adds to its row."""
HAND_MAX: Final = 20
"""A longer name of a hand is told by its class at a seat."""
_STREETS: Final = {0: "preflop", 1: "flop", 2: "river"}
_PARTS: Final = {
    "RoundOpened": "bets",
    "BetsClosed": "jp1",
    "DealBegun": "deal",
    "ShowdownOpened": "showdown",
    "SettlementOpened": "settlement",
}

Entries = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Span:
    """How wide a replay is, how many facts it lists, how many letters more than usual a detail has."""

    width: int = 790
    rows: int = LINE_ROWS
    more: int = 0

    @classmethod
    def of(cls, width: int, extent: Extent) -> Span:
        """What this stage has for it."""
        more = max(0, extent.page_height - USUAL.page_height) // ROW
        return cls(width, LINE_ROWS + more, int((width - cls.width) / LETTER_PX))


USUAL_SPAN: Final = Span()


class Player:
    """Where the replay stands, and whether it runs.

    Args:
        clock_ms: the time that it goes by.
    """

    def __init__(self, clock_ms: Callable[[], int]) -> None:
        self._clock_ms = clock_ms
        self._place = 0
        self._began: tuple[int, int] | None = None
        self.speed = 4
        self.every = False
        self._entries: Entries = ()

    def begin(self) -> None:
        """Another round, at rest at its last fact: what came of it. It is played from its first."""
        self._place, self._began = END, None

    def key(self) -> tuple[Any, ...]:
        """What is shown of it beside its place."""
        return (self.speed, self.every, self.playing)

    @property
    def playing(self) -> bool:
        """It runs."""
        return self._began is not None

    def take(self, tap: Mapping[str, Any]) -> bool:
        """A step, a jump, a speed, play or pause; whether it was one of these."""
        now = self.at(self._entries)
        if "at" in tap:
            self._stop(int(tap["at"]))
        elif "step" in tap:
            self._stop(self._next(now, int(tap["step"])))
        elif "play" in tap:
            self._toggle(now)
        elif "speed" in tap and tap["speed"] in SPEEDS:
            was = self.playing
            self._stop(now)
            self.speed = int(tap["speed"])
            if was:
                self._toggle(now)
        elif "every" in tap:
            self.every = bool(tap["every"])
        elif "incident" in tap:
            self._stop(self._incident(now))
        else:
            return False
        return True

    def at(self, entries: Entries) -> int:
        """The fact that is shown now; a replay that has come to its end rests there."""
        self._entries = entries
        if not entries:
            return 0  # they are on their way: where they are begun stands
        last = len(entries) - 1
        if self._began is not None:
            began_ms, from_ms = self._began
            reached = from_ms + (self._clock_ms() - began_ms) * self.speed
            times = played_ms(entries)
            self._place = max((at for at, at_ms in enumerate(times) if at_ms <= reached), default=0)
            if self._place >= last:
                self._began = None
        self._place = min(max(0, self._place), last)
        return self._place

    def _stop(self, place: int) -> None:
        self._place, self._began = place, None

    def _toggle(self, now: int) -> None:
        if self._began is not None:
            self._stop(now)
            return
        start = 0 if now >= len(self._entries) - 1 else now
        times = played_ms(self._entries)
        self._began = (self._clock_ms(), times[start] if times else 0)

    def _next(self, now: int, step: int) -> int:
        """The fact before or after, of those that are listed."""
        place = now + step
        while 0 < place < len(self._entries) - 1 and not self.every and self._entries[place]["quiet"]:
            place += step
        return place

    def _incident(self, now: int) -> int:
        """The next incident, or the first again."""
        places = [at for at, one in enumerate(self._entries) if one["incident"]]
        return next((at for at in places if at > now), places[0] if places else now)


def played_ms(entries: Entries) -> list[int]:
    """When each fact is played, pauses shortened."""
    times, at = [], 0
    for number, one in enumerate(entries):
        if number:
            at += min(GAP_MS, max(0, one["at_ms"] - entries[number - 1]["at_ms"]))
        times.append(at)
    return times


# --- words ---------------------------------------------------------------------------------------


def replay_words(
    words: Words,
    told: Mapping[str, Any],
    at: int,
    player: Player,
    *,
    copied: bool,
    span: Span = USUAL_SPAN,
) -> dict[str, Any]:
    """The map of the right half of the page."""
    entries = told["entries"]
    since, until = told["opened_ms"], told["closed_ms"]
    head = words.say(
        "replay.head",
        table=told["table"],
        session=told["session"],
        day=words.day(since),
        since=words.clock(since),
        until=words.clock(until),
    )
    if told["dealer"]:
        head += words.say("replay.dealer", dealer=told["dealer"])
    video = words.say(
        "replay.video",
        since=words.clock_ms(since),
        until=words.clock_ms(until),
        utc_since=utc(since),
        utc_until=utc(until),
    )
    felt = told["felts"][entries[at]["felt"]] if entries and told["felts"] else None
    now = entries[at]["at_ms"] if entries else since
    return {
        "title": words.say("replay.title", round=told["round"]),
        "head": head,
        "chain": chain(words, told),
        "withheld": words.say("replay.withheld", count=told["withheld"]) if told["withheld"] else "",
        "rectified": rectified(words, told["rectifications"]),
        "felt": felt_words(words, felt) if felt else None,
        "now": words.say("replay.now", local=words.clock_ms(now), utc=utc(now)),
        "count": words.say("replay.count", count=len(entries)),
        "line": timeline(words, entries, at, span.width),
        "keys": keys(words, entries, at, player),
        "speeds": [
            {
                "label": figures.times(speed),
                "on": speed == player.speed,
                "tap": _tap(speed=speed),
            }
            for speed in SPEEDS
        ],
        "shown": [
            {"label": words.say(f"replay.{name}"), "on": player.every == every, "tap": _tap(every=every)}
            for name, every in (("main", False), ("every", True))
        ],
        "facts": facts(words, entries, at, every=player.every, span=span),
        "video": video,
        "copy": [{"label": words.say("replay.copied" if copied else "replay.copy"), "tap": _tap(copy=1)}],
    }


def _tap(**told: Any) -> dict[str, Any]:
    return {"act": "page", "page": "rounds", **told}


def utc(at_ms: int) -> str:
    """The instant in UTC, to the millisecond."""
    return figures.clock_ms(at_ms, UTC)


def chain(words: Words, told: Mapping[str, Any]) -> dict[str, Any]:
    """The banner: verified, or altered from which entry on."""
    found = told["chain"]
    if found["ok"]:
        facts_told = {
            "first": figures.count(found["first_seq"]),
            "last": figures.count(found["last_seq"]),
            "head": f"{found['hash'][:8]}…{found['hash'][-4:]}",
        }
        return {"ok": True, "text": words.say("replay.chain", **facts_told)}
    return {
        "ok": False,
        "text": words.say("replay.altered", seq=figures.count(found["seq"]), why=found["why"][:70]),
    }


def felt_words(words: Words, felt: Mapping[str, Any]) -> dict[str, Any]:
    """The picture of the felt at this fact."""
    dealer = felt["dealer"]
    return {
        "bank": " · ".join(
            part for part in (words.say("replay.bank"), hand_name(words.language, dealer["hand"])) if part
        ),
        "dealer": ["bad" if face == "unread" else face for face in dealer["cards"]],
        "board_caption": words.say("replay.board"),
        "board": ["bad" if face == "unread" else face for face in felt["board"]["cards"]],
        "board_ringed": [f"board.{at}" in felt["proved"] for at in range(len(felt["board"]["cards"]))],
        "proved": bool(felt["proved"]),
        "meter_caption": words.say("replay.meter"),
        "meter": figures.euros(felt["meter_cents"]) if felt["meter_cents"] else "",
        "seats": [seat_words(words, seat, felt["proved"]) for seat in felt["seats"]],
        "turn": felt["turn"],
    }


def seat_words(words: Words, seat: Mapping[str, Any], proved: Sequence[str] = ()) -> dict[str, Any]:
    """One seat: its cards, those ringed that are of the hand that was verified, hand, money, JP1."""
    if not seat["seated"]:
        return {
            "number": str(seat["seat"]),
            "free": words.say("replay.free"),
            "cards": [],
            "jp1": seat["chip"],
        }
    hand = hand_name(words.language, seat["hand"])
    if len(hand) > HAND_MAX:
        hand = words.say(f"class.{seat['hand']['class']}")
    if seat["folded"]:
        hand = words.say("replay.folded")
    money = words.money(seat["main_cents"], signed=True) if seat["result"] else ""
    return {
        "number": str(seat["seat"]),
        "free": "",
        "cards": ["bad" if face == "unread" else face for face in seat["cards"]],
        "ringed": [f"hole.{seat['seat']}.{at}" in proved for at in range(len(seat["cards"]))],
        "dim": seat["folded"],
        "hand": hand,
        "stake": words.money(seat["total_cents"]),
        "money": money,
        "prize": words.money(seat["jp1_cents"]) if seat["jp1_cents"] else "",
        "jp1": seat["jp1"] in ("latched", "registered", "carried") or seat["chip"],
        "registered": seat["jp1"] in ("registered", "carried"),
    }


def keys(words: Words, entries: Entries, at: int, player: Player) -> list[dict[str, Any]]:
    """Start, back, play, on, end; and the incident if there is one."""
    last = max(0, len(entries) - 1)
    found: list[dict[str, Any]] = [
        {"label": words.say("replay.first"), "tap": _tap(at=0)},
        {"label": words.say("replay.back"), "tap": _tap(step=-1) if at > 0 else None},
        {
            "label": words.say("replay.stop" if player.playing else "replay.play"),
            "on": player.playing,
            "tap": _tap(play=1),
        },
        {"label": words.say("replay.on"), "tap": _tap(step=1) if at < last else None},
        {"label": words.say("replay.last"), "tap": _tap(at=last)},
    ]
    if any(one["incident"] for one in entries):
        found.append({"label": words.say("replay.incident"), "tap": _tap(incident=1)})
    return found


def timeline(words: Words, entries: Entries, at: int, width: int = USUAL_SPAN.width) -> dict[str, Any]:
    """The parts of the round in their colours, a tick for each fact, the cursor; long pauses are cut."""
    height = 78.0
    drawing = Drawing(width, height)
    if not entries:
        return {"w": width, "h": height, **drawing.told()}
    times = played_ms(entries)
    whole = max(1, times[-1])
    places = [width * one / whole for one in times]
    parts = _parts_of(words, entries)
    for number, (start, name) in enumerate(parts):
        x0 = places[start]
        x1 = places[parts[number + 1][0]] if number + 1 < len(parts) else float(width)
        frozen = entries[start]["kind"] == "ClaimRecorded"
        drawing.bars("hold" if frozen else "strong", [x0, 16, max(1.0, x1 - x0 - 1), 24])
        if len(name) * 6.6 + 8 < x1 - x0:
            drawing.text((x0 + x1) / 2, 28, name, at=CENTRE, colour="gold" if frozen else "text")
    for number, x in enumerate(places):
        one = entries[number]
        drawing.line("warn" if one["incident"] else "cap", [x, 44, x, 56 if one["incident"] else 52], 1.5)
        if number and one["at_ms"] - entries[number - 1]["at_ms"] > GAP_MS:
            middle = (x + places[number - 1]) / 2
            drawing.line("bg", [middle - 3, 42, middle + 3, 14], 4)
            drawing.line("cap", [middle - 5, 42, middle + 1, 14], 1.2)
            drawing.line("cap", [middle - 1, 42, middle + 5, 14], 1.2)
        left = (places[number - 1] + x) / 2 if number else 0.0
        right = (x + places[number + 1]) / 2 if number + 1 < len(places) else width
        drawing.hit(left, 0, max(1.0, right - left), height, _tap(at=number), one["words"][0])
    _clock_marks(words, drawing, entries, places)
    drawing.line("focus", [places[at], 8, places[at], 58], 2)
    drawing.area("focus", [places[at] - 6, 2, places[at] + 6, 2, places[at], 12])
    return {"w": width, "h": height, **drawing.told()}


def _parts_of(words: Words, entries: Entries) -> list[tuple[int, str]]:
    parts: list[tuple[int, str]] = []
    street = 0
    for number, one in enumerate(entries):
        if one["kind"] == "DecisionsOpened":
            parts.append((number, phase_name(words, _STREETS.get(street, f"street.{street}"))))
            street += 1
        elif one["kind"] == "ClaimRecorded":
            ended = next((later for later in entries[number:] if later["kind"] in _PARTS), entries[-1])
            lasted = figures.since(ended["at_ms"] - one["at_ms"])
            parts.append((number, words.say("phase.frozen", time=lasted)))
        elif one["kind"] in _PARTS:
            street = 0 if one["kind"] == "RoundOpened" else street
            parts.append((number, phase_name(words, _PARTS[one["kind"]])))
    return parts or [(0, "")]


def _clock_marks(words: Words, drawing: Drawing, entries: Entries, places: list[float]) -> None:
    """Clock times below, where there is room for them."""
    free, width = 0.0, drawing.width
    for number, x in enumerate(places):
        if x >= free and x <= width - 54:
            drawing.text(max(0.0, x - 24), 68, words.clock(entries[number]["at_ms"]))
            free = x + 96
    if free - 96 + 40 <= width - 60:
        drawing.text(width, 68, words.clock(entries[-1]["at_ms"]), at=RIGHT)


def facts(words: Words, entries: Entries, at: int, *, every: bool, span: Span = USUAL_SPAN) -> dict[str, Any]:
    """The facts round the one that is shown: both times, entry, fact, detail, and where it came from."""
    width = span.width
    drawing = Drawing(width, ROW * (span.rows + 1))
    for x, key in zip(COLUMNS, ("local", "utc", "entry", "fact", "detail"), strict=True):
        drawing.text(x, ROW / 2, words.say(f"replay.{key}"))
    drawing.text(width - 6, ROW / 2, words.say("replay.source"), at=RIGHT)
    listed = [number for number, one in enumerate(entries) if every or not one["quiet"] or number == at]
    told = [_lines(words, entries[number], span) for number in listed]
    heights = [ROW + LINE * (max(len(fact), len(detail)) - 1) for fact, detail, _ in told]
    y = ROW
    for row in window(heights, listed.index(at) if at in listed else 0, ROW * span.rows):
        number, (fact, detail, origin), height = listed[row], told[row], heights[row]
        one = entries[number]
        if number == at:
            drawing.bars("band", [0, y, width, height])
            drawing.bars("focus", [0, y, 3, height])
        drawing.line("hair", [0, y, width, y])
        middle = y + ROW / 2
        drawing.text(COLUMNS[0], middle, words.clock_ms(one["at_ms"]), size=13, colour="text")
        drawing.text(COLUMNS[1], middle, utc(one["at_ms"]), size=13)
        drawing.text(COLUMNS[2], middle, figures.count(one["seq"]), size=13, colour="sec")
        ink = "warn" if one["incident"] else "text"
        for line, said in enumerate(fact):
            drawing.text(COLUMNS[3], middle + LINE * line, said, size=13, weight=600, colour=ink)
        for line, said in enumerate(detail):
            drawing.text(COLUMNS[4], middle + LINE * line, said, size=13, colour="sec")
        drawing.text(width - 6, middle, origin, size=12, at=RIGHT)
        drawing.hit(0, y, width, height, _tap(at=number), " ".join(fact))
        y += height
    return {"w": width, "h": drawing.height, **drawing.told()}


def _lines(words: Words, one: Mapping[str, Any], span: Span) -> tuple[list[str], list[str], str]:
    """The name of a fact and its detail in lines, and where it came from."""
    other = words.language == "en"
    origin = fact_source(words.say, one["source"])
    alone, beside = (most + span.more for most in DETAIL_MAX)
    detail = lines_of(in_words(words, one["facts"][other]), beside if origin else alone, alone)
    return lines_of(one["words"][other], FACT_MAX, FACT_MAX), detail, origin
