"""The one thread that carries the bytes of all screens. It decides nothing and it waits for no screen.

A role may be paced: its screens get a view at most so often, the newest one then, so that a room of many
tables costs its pit little. A screen that reads slowly finds the views between the last it got and the
newest skipped; one that does not read at all is left after a while. One that says what is no tap is told
why, once, and left.
"""

from __future__ import annotations

import selectors
import socket
import threading
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Final

from controller.game.inputs import Machine
from controller.screens import taps, wire
from controller.screens.pit_card import CardShown, CardTaken, NonceAsked, parse_pit
from controller.screens.screen_line import Screen
from controller.screens.taps import Ask
from controller.screens.unix_socket import Door, why_not_let_in
from controller.screens.wire import ScreenRole, WireError
from controller.screens.wire_views import Frame

SCREENS_MAX: Final = 8
"""Screens of one role and one account at a time: no account takes the places of another."""
ASKS_MAX: Final = 16
"""Taps of one screen whose answer is not yet on its way; more of them are left unread."""
STALLED_MS: Final = 10_000
READ_SIZE: Final = 64 * 1024
SEND_BUFFER: Final = 32 * 1024  # small: what the kernel holds is no longer the newest view


@dataclass(frozen=True, slots=True)
class Ears:
    """Whom the courier tells, from its own thread: they only enqueue."""

    joined: Callable[[Screen], None]
    asked: Callable[[Screen, Ask | NonceAsked | CardShown | CardTaken], None]
    garbage: Callable[[str, str], None]
    pulse: Callable[[], None]
    watched: Callable[[Screen, Machine], None]
    recalled: Callable[[Screen, int], None]


class Courier:
    """Carries between the doors, by role, and the ears.

    Args:
        stalled_ms: a screen that read nothing of what waits for it for so long is left.
        pace_ms: how long the screens of a role wait from one view to the next, if not for an answer.
    """

    def __init__(
        self,
        doors: Mapping[ScreenRole, Door],
        ears: Ears,
        *,
        stalled_ms: int = STALLED_MS,
        pace_ms: Mapping[str, int] | None = None,
    ) -> None:
        self._pace_ms = dict(pace_ms or {})
        self._doors = dict(doors)
        self._ears = ears
        self._stalled_ms = stalled_ms
        self._lock = threading.Lock()
        self._screens: list[Screen] = []
        self._selector = selectors.DefaultSelector()
        self._woken, self._waker = socket.socketpair()
        self._closing = False
        self._started_ms = 0
        self._thread = threading.Thread(target=self._carry, name="screens", daemon=True)

    def start(self) -> None:
        """Screens are accepted and heard."""
        self._started_ms = _monotonic_ms()
        self._woken.setblocking(False)
        self._waker.setblocking(False)
        self._selector.register(self._woken, selectors.EVENT_READ)
        for role, door in self._doors.items():
            self._selector.register(door.listener, selectors.EVENT_READ, role)
        self._thread.start()

    def close(self) -> None:
        """Every screen and listener is closed and the thread has ended."""
        self._closing = True
        self._wake()
        self._thread.join(timeout=2)
        for screen in self._screens:
            screen.sock.close()
        for door in self._doors.values():
            door.close()
        self._selector.close()
        self._woken.close()
        self._waker.close()

    # --- from the deciding thread ----------------------------------------------------------------

    def roles(self) -> frozenset[str]:
        """The roles of which a screen is connected."""
        with self._lock:
            return frozenset(screen.role for screen in self._screens)

    def showing(self) -> int | None:
        """How many screens have lately said that they show; None while none could have said so yet."""
        since_ms = _monotonic_ms() - wire.SHOWN_MS
        with self._lock:
            count = sum(one.glass.shows(since_ms) for one in self._screens)
        return count if count or self._started_ms < since_ms else None

    def show(self, frames: Mapping[str, Frame]) -> None:
        """Every screen of these roles will be sent its frame, or a newer one."""
        with self._lock:
            for screen in self._screens:
                screen.newest = frames.get(screen.role, screen.newest)
        self._wake()

    def show_one(self, screen: Screen, frame: Frame) -> None:
        """This screen will be sent the frame, or a newer one."""
        with self._lock:
            screen.newest = frame
        self._wake()

    def answer(self, screen: Screen, line: bytes) -> None:
        """The line will be sent after the newest view that stands now."""
        with self._lock:
            screen.answers.append(line)
        self._wake()

    def tell_all(self, line: bytes, wait_s: float = 0) -> None:
        """Every screen will be sent the line after its view; at most `wait_s` later they have been."""
        with self._lock:
            for screen in self._screens:
                screen.notices.append(line)
        self._wake()
        end_s = time.monotonic() + wait_s
        while wait_s and time.monotonic() < end_s and any(one.notices or one.out for one in self._screens):
            time.sleep(0.01)

    def tell(self, screen: Screen, line: bytes) -> None:
        """The line will be sent, though the screen has asked for nothing."""
        with self._lock:
            screen.notices.append(line)
        self._wake()

    def figures(self, line: bytes, roles: Collection[ScreenRole]) -> None:
        """Every screen of these roles will have been sent the line, or a newer one; none is sent it twice."""
        with self._lock:
            for screen in self._screens:
                if screen.role in roles and screen.figures != line:
                    screen.figures, screen.figures_told = line, False
        self._wake()

    def tick(self, now_ms: int) -> None:
        """Every screen that has nothing else to read is told the time."""
        with self._lock:
            for screen in self._screens:
                screen.tick_ms = now_ms
        self._wake()

    def _wake(self) -> None:
        try:
            self._waker.send(b"\0")
        except OSError:  # it is awake already, or closed
            return

    # --- on the carrying thread ------------------------------------------------------------------

    def _carry(self) -> None:
        pulse_ms = _monotonic_ms()
        while not self._closing:
            for key, events in self._selector.select(
                max(0, self._next_ms(pulse_ms) - _monotonic_ms()) / 1000
            ):
                if key.fileobj is self._woken:
                    self._awake()
                elif isinstance(key.data, str):
                    self._accept(key.data)
                elif events & selectors.EVENT_READ:
                    self._read(key.data)
            now_ms = _monotonic_ms()
            if now_ms >= pulse_ms:
                pulse_ms = now_ms + wire.TICK_MS
                self._ears.pulse()
            for screen in tuple(self._screens):
                self._serve(screen, now_ms)

    def _next_ms(self, pulse_ms: int) -> int:
        """When something is to be done though nothing comes: the pulse, or a view that is due."""
        return min(
            [pulse_ms, *(one.due_ms for one in self._screens if one.newest is not None and not one.out)]
        )

    def _awake(self) -> None:
        try:
            while self._woken.recv(4096):
                pass
        except BlockingIOError:
            return

    def _accept(self, role: ScreenRole) -> None:
        try:
            sock, _ = self._doors[role].listener.accept()
        except OSError:  # the other side has already gone again
            return
        sock.setblocking(False)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        screen = Screen(role, sock, _monotonic_ms(), self._pace_ms.get(role, 0))
        screen.why = why_not_let_in(sock, self._doors[role].gid)
        if not screen.why:
            self._make_room(role, screen.account)
        self._selector.register(sock, selectors.EVENT_READ, screen)
        with self._lock:
            self._screens.append(screen)
        if not screen.why:
            self._ears.joined(screen)

    def _make_room(self, role: ScreenRole, account: int) -> None:
        """One that comes is let in: of too many, that leaves which has said nothing for the longest time."""
        crowd = [one for one in self._screens if (one.role, one.account, one.why) == (role, account, "")]
        if len(crowd) >= SCREENS_MAX:
            idle = min(crowd, key=lambda one: one.heard_ms)
            idle.unread.clear()
            idle.why = f"more than {SCREENS_MAX} screens of this role and account: another took the place"

    def _read(self, screen: Screen) -> None:
        try:
            data = screen.sock.recv(READ_SIZE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._leave(screen)
            return
        try:
            screen.unread.extend(screen.lines.feed(data))
        except WireError as error:
            self._garbage(screen, error)

    def _serve(self, screen: Screen, now_ms: int) -> None:
        """What the screen asked is on its way in, what waits for it on its way out."""
        self._pass_on(screen, now_ms)
        if not screen.out:
            screen.moved_ms = now_ms
            with self._lock:
                screen.compose(now_ms)
        gone = bool(screen.out) and not self._send(screen, now_ms)
        if gone or (screen.told_why and not screen.out):
            self._leave(screen)
        else:
            self._watch(screen)

    def _pass_on(self, screen: Screen, now_ms: int) -> None:
        while screen.unread and screen.asks < ASKS_MAX and not screen.why:
            line = screen.unread.popleft()
            first, screen.heard = not screen.heard, True
            named = wire.screen_named(screen.role, line)
            if named:  # only the first line of a connection names it: the door's, for another machine
                screen.name = named if first else screen.name
                continue
            if wire.takes_differences(line):
                screen.differs = True
                continue
            drawn = wire.shown(screen.role, line)
            if drawn is not None:
                screen.heard_ms = now_ms
                screen.glass.hear(drawn, now_ms)
                continue
            machine = taps.frames_asked(screen.role, line)
            if machine is not None:
                with self._lock:
                    screen.asks += 1
                self._ears.watched(screen, machine)
                continue
            number = wire.round_asked(screen.role, line)
            if number is not None:
                with self._lock:
                    screen.asks += 1
                self._ears.recalled(screen, number)
                continue
            try:
                ask = parse_pit(screen.role, line) or taps.parse_ask(line)
            except WireError as error:
                self._garbage(screen, error)
                return
            screen.heard_ms = now_ms
            with self._lock:
                screen.asks += 1
            self._ears.asked(screen, ask)

    def _garbage(self, screen: Screen, error: WireError) -> None:
        """The screen will be told why and left; the table is told too."""
        screen.unread.clear()
        screen.why = str(error)
        self._ears.garbage(screen.role, screen.why)

    def _send(self, screen: Screen, now_ms: int) -> bool:
        """Send what the screen takes; false when it has gone or takes nothing any more."""
        try:
            sent = screen.sock.send(screen.out)
        except BlockingIOError:
            return now_ms - screen.moved_ms <= self._stalled_ms
        except OSError:
            return False
        screen.out = screen.out[sent:]
        screen.moved_ms = now_ms
        return True

    def _watch(self, screen: Screen) -> None:
        """Wait for what can happen next to this screen, and for nothing that would come at once again."""
        wanted = selectors.EVENT_WRITE if screen.out else 0
        if not screen.why and not screen.unread:
            wanted |= selectors.EVENT_READ
        known = self._selector.get_map().get(screen.sock)
        if known is None and wanted:
            self._selector.register(screen.sock, wanted, screen)
        elif known is not None and not wanted:
            self._selector.unregister(screen.sock)
        elif known is not None and known.events != wanted:
            self._selector.modify(screen.sock, wanted, screen)

    def _leave(self, screen: Screen) -> None:
        """The connection is closed and forgotten."""
        if screen.sock.fileno() >= 0 and screen.sock in self._selector.get_map():
            self._selector.unregister(screen.sock)
        with self._lock:
            if screen in self._screens:
                self._screens.remove(screen)
        screen.sock.close()


def _monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000
