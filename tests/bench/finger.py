"""`python -m tests.bench.finger SECONDS SOCKET...`: the pit's screen of these tables, and a finger on it.

The finger aims at a key that it sees, comes down a moment later where it aimed, whatever has come there
meanwhile, and goes up again. What lay under it is read from the scene, not from the screen's own account, and
only as a frame shows it: the scene is ahead of the glass, by a tenth of a second and more where the screen is
at work. Read are the frame that stood there as the finger came down, and those until 0.15 s before where that
had just changed, for a hand does not see what is newer. What was done must be one of these. The order of
cards, rows and tiles is worked out anew from what the tables told. It says `ready`, and at the end what it
found as JSON.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any, Final

from PySide6.QtCore import QObject, QPoint, QPointF, QRectF, QTimer
from PySide6.QtQuick import QQuickItem
from PySide6.QtTest import QTest

from tests.bench.room_process import FIRST_ALARM, PATIENCE_S, WARM_S, Watch
from tests.ui.scene import area, controls, items
from tests.ui.touched_table import DEVICE
from ui.attached_room import Line
from ui.bridge import Tap, plain

BETWEEN_S: Final = (0.2, 0.5)
AIMS_S: Final = (0.15, 0.35)
HOLDS_S: Final = (0.03, 0.16)
LONG_HOLD_S: Final = 0.45
"""One finger in twenty lies on the glass for so long."""
BLIND_S: Final = 0.15
"""What came on the glass later than this before the finger did, the hand could not see."""
DONE_MS: Final = 30
"""What a finger did has been done so soon after it went up."""
EDGE_PX: Final = 2
SAID_S: Final = 2.0
"""In so long a frame has to say that a table gave no answer."""
RESTS_S: Final = 0.8
"""A place where a table was asked for something takes no other such act for a little less than this."""
ASKING: Final = ("ask", "ask_each", "sign")
LEFT_ALONE: Final = ("entry", "sign", "hover", "put_away", "language")
WEIGHED: Final = {"ask": 8, "ask_each": 8, "help": 4, "look": 3, "tab": 2}
"""How gladly a key is taken; every other once."""
KEPT: Final = 200
P1, SILENT, P2, CALL, P3 = 1.0, 1.5, 2.0, 2.5, 3.0
RANKS: Final = {"p1": P1, "p2": P2, "call": CALL, "p3": P3}


class Asks:
    """What the pit asked of its tables, and what a person was told of it.

    A table that has fallen silent hears nothing: then the glass says that there is no answer.
    """

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._open: dict[str, tuple[str, float]] = {}
        self._to_say: dict[str, float] = {}
        self.sent = self.taken = 0
        self.unanswered: list[tuple[int, float]] = []
        """The table, from 0, that gave no answer, and when it was asked."""
        self.untold: list[str] = []
        for number, line in enumerate(watch.room.lines):
            self._listen(number, line)
        watch.stage.window.frameSwapped.connect(self._drawn)

    def _listen(self, number: int, line: Line) -> None:
        send, name = line.client.tap, line.place.name

        def sent(tap: Mapping[str, Any], view: int | None = None) -> str:
            ask_id = send(tap, view)
            self._open[ask_id] = name, time.monotonic()
            self.sent += 1
            self._to_say.pop(name, None)  # what is asked anew takes away what was said before
            return ask_id

        def answered(ask_id: str, taken: bool, refusal: Mapping[str, Any]) -> None:
            _, at_s = self._open.pop(ask_id)
            self.taken += taken
            if not taken:
                self.unanswered.append((number, at_s))
                self._to_say[name] = time.monotonic()
                if refusal["code"] != "no_answer":
                    self.untold.append(f"{name} refused: {refusal}")

        line.client.tap = sent  # type: ignore[method-assign]
        line.client.answered.connect(answered)

    def _drawn(self) -> None:
        """What a frame says is said; what no frame said in time is not."""
        if not self._to_say:
            return
        said = self._watch.room.screen.shown().get("attention", {}).get("refused")
        drawn = [item for item in items(self._watch.stage.window) if item.objectName() == "refused"]
        if said is not None and any(area(item).height() > 0 for item in drawn):
            for name in said["title"].split(", "):
                self._to_say.pop(name, None)
        late_s = time.monotonic() - SAID_S
        for name in [name for name, at_s in self._to_say.items() if at_s < late_s]:
            del self._to_say[name]
            self.untold.append(f"{name} gave no answer, and the glass did not say so")

    def hanging(self) -> list[str]:
        """What had neither an answer nor was given up."""
        return [f"{name}, asked {time.monotonic() - at_s:.1f} s ago" for name, at_s in self._open.values()]


class Touched:
    """One tap: what was seen under the finger lately, and what was done."""

    def __init__(self, at: QPoint, means: Tap) -> None:
        self.at = at
        self.means = means
        self.under: list[tuple[float, str]] = []
        """When a frame first showed it, and what it was."""
        self.reach = QRectF()
        """Of the key that the last frame showed there."""
        self.pressed_s = 0.0
        self.blind = False
        """What the tap before it did was on no frame yet that a hand could have seen."""
        self.rests = False
        """A second tap there means nothing yet."""
        self.held_s = 0.0
        self.done: list[Tap] = []

    def could_mean(self) -> set[str]:
        """What a frame showed under the finger as it came down, and what one had shown just before that."""
        found = {self.under[-1][1], *([""] if self.blind or self.rests else [])}
        since_s = self.pressed_s - BLIND_S
        for (_, what), (until_s, _) in zip(self.under, self.under[1:], strict=False):
            if until_s >= since_s:
                found.add(what)
        return found


def is_second(one: Touched, here: list[QRectF], asked: list[QPoint]) -> bool:
    """Whether a key lies under the finger, or lay there on the last frame, where a table was just asked.

    What it would ask counts as the finger comes down, not as it aimed: a list may have moved meanwhile.
    """
    acts = {json.loads(what)["act"] for what in one.could_mean() if what}
    return not acts.isdisjoint(ASKING) and any(
        reach.contains(at) for reach in [*here, one.reach] for at in asked
    )


class Finger(QObject):
    """Touches the watched room, and keeps account of it.

    A timer that calls a method of what is no QObject leaves a little memory behind each time: in the process
    whose memory is looked at, 9 MB an hour.
    """

    def __init__(self, watch: Watch) -> None:
        super().__init__()
        self._watch, self._dice = watch, Random(7)
        self.taps = self.after_a_change = self.blind = 0
        self.by_act: Counter[str] = Counter()
        self.lost: list[str] = []
        self.other: list[str] = []
        self.own_s = 0.0
        self.over = False
        """The finger aims no more."""
        self._now: Touched | None = None
        self._asked: list[tuple[float, QPoint]] = []
        """Until when another tap asks no table for anything else here."""
        self._acted = False
        """The next change of the picture is what a tap did."""
        self._drawn_s: float | None = 0.0
        """When a frame showed the last of these; None where none has yet."""
        self._ahead = True
        """The scene has changed, and no frame shows it yet."""
        watch.room.screen.viewChanged.connect(self._changed)
        watch.stage.window.frameSwapped.connect(self._drawn)
        face = watch.room._face
        self._take = face.take
        face.take = self._heard  # type: ignore[method-assign]

    def _heard(self, tap: Tap) -> bool:
        if self._now is not None and tap["act"] != "hover":
            self._now.done.append(tap)
            self._acted = True
        return self._take(tap)

    def _changed(self) -> None:
        self._ahead = True
        if self._acted:
            self._acted, self._drawn_s = False, None

    def _drawn(self) -> None:
        now_s = time.monotonic()
        self._ahead = False
        if self._drawn_s is None:
            self._drawn_s = now_s
        if self._now is not None and not self._now.pressed_s:
            self._see(self._now, now_s)

    def start(self) -> None:
        """The finger is at work."""
        QTimer.singleShot(int(1000 * self._dice.uniform(*BETWEEN_S)), self._aim)

    def _aim(self) -> None:
        if self.over:
            return
        if self._ahead:  # no hand aims at what is not on the glass
            self.start()
            return
        begun_s = time.thread_time()
        keys = [(key, _tap(key)) for key in controls(self._watch.stage.window)]
        fit = [(key, tap) for key, tap in keys if tap["act"] not in LEFT_ALONE and "export" not in tap]
        if fit:
            acts = Counter(tap["act"] for _, tap in fit)
            weights = [WEIGHED.get(tap["act"], 1) / acts[tap["act"]] for _, tap in fit]
            key, tap = self._dice.choices(fit, weights)[0]
            at = self._point(key)
            if self._at(at) == _said(tap):
                self._now = Touched(at, tap)
                self._see(self._now, time.monotonic())
                QTimer.singleShot(int(1000 * self._dice.uniform(*AIMS_S)), self._press)
                self.own_s += time.thread_time() - begun_s
                return
        self.own_s += time.thread_time() - begun_s
        self.start()

    def _point(self, key: QQuickItem) -> QPoint:
        """Somewhere on the key, as a finger comes down; what a list cuts away cannot be touched."""
        reach = area(key)
        above = key.parentItem()
        while above is not None:
            reach = reach.intersected(area(above)) if above.clip() else reach
            above = above.parentItem()
        x, y = (self._dice.uniform(0.15, 0.85) for _ in range(2))
        point = QPointF(reach.left() + x * reach.width(), reach.top() + y * reach.height())
        window = self._watch.stage.window
        return QPoint(
            round(min(max(point.x(), EDGE_PX), window.width() - EDGE_PX)),
            round(min(max(point.y(), EDGE_PX), window.height() - EDGE_PX)),
        )

    def _at(self, at: QPoint) -> str:
        """What the topmost key at this point would do; empty where there is none."""
        key = topmost(self._watch.stage.window.contentItem(), QPointF(at))
        return _said(_tap(key)) if key is not None else ""

    def _see(self, one: Touched, now_s: float) -> None:
        """What the frame that is on the glass now shows under the finger is noted."""
        begun_s = time.thread_time()
        key = topmost(self._watch.stage.window.contentItem(), QPointF(one.at))
        one.reach = area(key) if key is not None else QRectF()
        what = _said(_tap(key)) if key is not None else ""
        if not one.under or one.under[-1][1] != what:
            one.under.append((now_s, what))
        self.own_s += time.thread_time() - begun_s

    def _press(self) -> None:
        one = self._now
        assert one is not None
        one.pressed_s = time.monotonic()
        one.blind = self._drawn_s is None or one.pressed_s - self._drawn_s < BLIND_S
        one.rests = self._rests(one)
        QTest.touchEvent(self._watch.stage.window, DEVICE).press(0, one.at, self._watch.stage.window).commit(
            False
        )
        holds_s = LONG_HOLD_S if self._dice.random() < 0.05 else self._dice.uniform(*HOLDS_S)
        one.held_s = holds_s
        QTimer.singleShot(int(1000 * holds_s), self._release)

    def _rests(self, one: Touched) -> bool:
        self._asked = [(until_s, at) for until_s, at in self._asked if until_s > one.pressed_s]
        if not self._asked:
            return False
        here = [area(key) for key in controls(self._watch.stage.window) if area(key).contains(one.at)]
        return is_second(one, here, [at for _, at in self._asked])

    def _release(self) -> None:
        one = self._now
        assert one is not None
        QTest.touchEvent(self._watch.stage.window, DEVICE).release(
            0, one.at, self._watch.stage.window
        ).commit(False)
        QTimer.singleShot(DONE_MS, self._judge)

    def _judge(self) -> None:
        one, self._now = self._now, None
        assert one is not None
        meant, done = one.could_mean(), [_said(tap) for tap in one.done]
        self.taps += 1
        self.by_act[one.means["act"]] += 1
        if one.rests or any(tap["act"] in ASKING for tap in one.done):
            self._asked.append((time.monotonic() + RESTS_S, one.at))
        self.after_a_change += len(meant) > 1
        self.blind += one.blind
        long = f"{one.held_s * 1000:.0f} ms long"
        told = f"tap {self.taps}, {long}, {len(meant)} things lay there: {sorted(meant)}, done {done}"
        if not done and "" not in meant:
            self.lost.append(told)
        elif any(what not in meant for what in done) or len(done) > 1 or not self._shows(one.done):
            self.other.append(told)
        self.start()

    def _shows(self, done: list[Tap]) -> bool:
        """The screen shows what was done: its table, its page."""
        said = self._watch.room.screen.shown()
        for tap in done:
            if tap["act"] == "tab" and tap["tab"] != self._watch.room._face._tab:
                return False
            if tap["act"] == "look" and said["told"].get("table", tap["table"]) != tap["table"]:
                return False
        return True


def _tap(touch: QQuickItem) -> Tap:
    tap = plain(touch.parentItem().property("tap"))
    assert isinstance(tap, dict)
    return tap


def _said(tap: Tap) -> str:
    return json.dumps(tap, sort_keys=True)


def topmost(item: QQuickItem, at: QPointF) -> QQuickItem | None:
    """The live key that a touch at this point of the scene reaches first."""
    here = item.mapFromScene(at)
    if item.clip() and not item.boundingRect().contains(here):
        return None
    # Above is what is drawn last: a greater z, then a later child.
    children = sorted(enumerate(item.childItems()), key=lambda one: (one[1].z(), one[0]), reverse=True)
    for _, child in children:
        if child.isVisible() and (found := topmost(child, at)) is not None:
            return found
    if item.objectName() == "touch" and item.property("enabled") and item.boundingRect().contains(here):
        return item
    return None


class Orders:
    """Whether what needs somebody stands in order, after every change of the picture."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self.looked = self.cards = 0
        self.wrong: list[str] = []
        self.own_s = 0.0
        watch.room.screen.viewChanged.connect(self._changed)

    def _changed(self) -> None:
        begun_s = time.thread_time()
        source, said = self._watch.room.screen._source, self._watch.room.screen.shown()
        if source is not None and "attention" in said:
            self.looked += 1
            tables = {seen.name: seen for seen in source["tables"]}
            self._cards(said["attention"]["cards"], tables)
            listed = said["told"].get("rows", []) if said["page"] == "PitRoom" else []
            self._rows("rows", [row["name"] for row in listed], tables)
            tiles = said["spine"].get("tiles", [])
            self._rows("tiles", [tile["name"] for tile in tiles], tables)
        self.own_s += time.thread_time() - begun_s

    def _cards(self, cards: list[Mapping[str, Any]], tables: Mapping[str, Any]) -> None:
        self.cards = max(self.cards, len(cards))
        placed = [_placed(card, tables[card["table"]].view) for card in cards]
        if placed != sorted(placed):
            self.wrong.append(
                f"cards {[(card['table'], *at) for card, at in zip(cards, placed, strict=True)]}"
            )
        shown = {at for card, at in zip(cards, placed, strict=True) if card["kind"] == "p1"}
        stand = {
            (P1, up["at_ms"])
            for t in tables.values()
            if t.view
            for up in t.view["alarms"]
            if up["priority"] == 1
        }
        if not stand <= shown:
            self.wrong.append(f"P1 without a card: {stand - shown}")

    def _rows(self, what: str, names: list[str], tables: Mapping[str, Any]) -> None:
        placed = [_needs(tables[name]) for name in names]
        if placed != sorted(placed):
            at = next(at for at, one in enumerate(placed) if one != sorted(placed)[at])
            self.wrong.append(
                f"{what} from {at} of {len(placed)}: {list(zip(names, placed, strict=True))[at : at + 6]}"
            )


def _placed(card: Mapping[str, Any], view: Mapping[str, Any] | None) -> tuple[float, int]:
    """Where a card belongs: its rank, and since when."""
    opened = card["open"]
    if opened is None or view is None:
        return SILENT, view["at_ms"] if view is not None else 0
    number = opened["alarm"].partition("/")[2]
    if number == "call":
        return CALL, view["call"]["at_ms"]
    up = next(up for up in view["alarms"] if str(up["alarm"]) == number)
    return RANKS[card["kind"]], up["at_ms"]


def _needs(seen: Any) -> tuple[float, int]:
    """Where a table belongs: the rank of its worst, and since when; the rest in any order here."""
    view = seen.view
    if view is None:
        return SILENT, 0
    found = [(RANKS[f"p{up['priority']}"], up["at_ms"]) for up in view["alarms"]]
    found += [(SILENT, view["at_ms"])] if seen.unheard else []
    found += [(CALL, view["call"]["at_ms"])] if view["call"] is not None else []
    found += [(2.7, view["held"]["since_ms"])] if view["held"] is not None else []
    return min(found, default=(9.0, 0))


def main(seconds: float, sockets: list[str]) -> None:
    """The room was touched for so long, and what was found told."""
    watch = Watch(sockets)
    late_s = time.monotonic() + PATIENCE_S
    while any(line.view is None for line in watch.room.lines) and time.monotonic() < late_s:
        watch.wait(0.2)
    watch.wait(WARM_S)
    finger, orders, asks = Finger(watch), Orders(watch), Asks(watch)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    cpu_s, started_s = time.process_time(), time.monotonic()
    finger.start()
    watch.wait(seconds)
    spent_s = time.monotonic() - started_s
    finger.over = True
    used_s = time.process_time() - cpu_s - finger.own_s - orders.own_s
    watch.wait(SAID_S + 1)
    told = {
        "taps": finger.taps,
        "by_act": finger.by_act,
        "after_a_change": finger.after_a_change,
        "blind": finger.blind,
        "lost": finger.lost[:KEPT],
        "other": finger.other[:KEPT],
        "asks": asks.sent,
        "asks_taken": asks.taken,
        "unanswered": asks.unanswered,
        "untold": [*asks.untold, *asks.hanging()][:KEPT],
        "orders": orders.looked,
        "cards": orders.cards,
        "disorders": orders.wrong[:KEPT],
        "cpu_percent": 100 * used_s / spent_s,
        "own_percent": 100 * (finger.own_s + orders.own_s) / spent_s,
        "alarms": {number: at_s for number, at_s in watch.alarms.items() if number > FIRST_ALARM},
        "ended_s": time.monotonic(),
    }
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()
    watch.room.close()
    watch.stage.close()


if __name__ == "__main__":
    main(float(sys.argv[1]), sys.argv[2:])
