"""The thread that asks the book, so that the deciding thread never waits for it."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from controller.book.bookkeeper import ASK_AGAIN_MS, START, Bookkeeper
from controller.clock import Clock
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.meter.types import NO_ANSWER
from controller.game.requests import Request

POLL_MS: Final = 1_000
"""How often the meter is read: the truth, whatever hints come or do not."""
HINT_MS: Final = 50
"""How long hints are gathered before the meter is read."""
LOST_MS: Final = 3_300
"""Without a word from the book for so long JP1 is closed: before four seconds, and well before ten."""
WATCH_MS: Final = 250
REQUESTS_MAX: Final = 64
"""The table asks by state: what is forgotten here is asked again."""


class Worker:
    """Performs the table's requests on a thread of its own and puts the answers in the inbox.

    Before the first one, and whenever the book comes back, it compares book and journals. A request
    without an answer is asked again while it is still the one wanted. Between requests it reads the meter
    every second, and at once when the book says that it has moved; what has not moved is not told. As often
    as the book wants, the reading is an act that goes the whole way: one that can only be read is lost.
    """

    def __init__(self, keeper: Bookkeeper, clock: Clock, put: Callable[[object], None]) -> None:
        self._keeper = keeper
        self._clock = clock
        self._put = put
        self._requests: deque[Request] = deque(maxlen=REQUESTS_MAX)
        self._moved = False
        self._something = threading.Condition()
        self._stopping = threading.Event()
        self._heard_s = self._probed_s = time.monotonic()
        self._adding_up = False
        """A long ledger takes its time; that is no lost link."""
        self._threads = [
            threading.Thread(target=run, name=name, daemon=True)
            for run, name in ((self._run, "book"), (self._listen, "book hints"), (self._watch, "book watch"))
        ]

    def start(self) -> None:
        """Requests are performed from now on."""
        self._heard_s = time.monotonic()
        for thread in self._threads:
            thread.start()

    def ask(self, request: Request) -> None:
        """The request is performed soon; what is not for the book is ignored."""
        if isinstance(request, (r.BookRequest, r.ReadMeter)):
            with self._something:
                self._requests.append(request)
                self._something.notify()

    def stop(self) -> None:
        """The thread has ended; a request under way was finished, the others are asked at the next start."""
        with self._something:
            self._stopping.set()
            self._something.notify()
        if self._threads[0].ident is not None:  # else it was never started
            self._threads[0].join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            heard = self._keeper.compare()
            if heard is not None:
                self._tell(heard)
            if not isinstance(heard, i.BookUnreachable):
                break
            self._stopping.wait(ASK_AGAIN_MS / 1000)
        while not self._stopping.is_set():
            request = self._next()
            if request is not None:
                self._perform(request)
            elif not self._stopping.is_set():
                self._follow()

    def _next(self) -> Request | None:
        """The next request, or None when it is time to read the meter."""
        with self._something:
            probe_s = self._probed_s + self._keeper.probe_ms / 1000 - time.monotonic()
            self._something.wait_for(
                lambda: self._requests or self._moved or self._stopping.is_set(),
                timeout=max(0.0, min(POLL_MS / 1000, probe_s)),
            )
            if self._moved:  # by many tables at once, perhaps: one reading is enough for all
                self._something.wait_for(
                    lambda: self._requests or self._stopping.is_set(), timeout=HINT_MS / 1000
                )
            if self._requests and not self._stopping.is_set():
                return self._requests.popleft()
            self._moved = False
            return None

    def _perform(self, request: Request) -> None:
        while not self._stopping.is_set():
            back = self._keeper.back()
            if back is not None:
                self._tell(back)
            if not isinstance(back, i.BookUnreachable):
                self._adding_up = isinstance(request, r.ReadBook)
                heard = self._keeper.perform(request, self._clock.now_ms())
                self._adding_up = False
                self._tell(heard)
                if not _unanswered(heard):
                    return
                if isinstance(heard, i.BookUnreachable) and heard.why == "generation_open":
                    self._follow()
            # A newer request replaces one that the table no longer waits for.
            if self._requests:
                return
            self._stopping.wait(ASK_AGAIN_MS / 1000)

    def _follow(self) -> None:
        back = self._keeper.back()
        if back is not None:
            self._tell(back)
        if isinstance(back, i.BookUnreachable):
            self._probed_s = time.monotonic()  # in vain; the next try is not due at once
        else:
            begun_s = time.monotonic()
            probe = begun_s - self._probed_s >= self._keeper.probe_ms / 1000
            news = self._keeper.follow(self._clock.now_ms(), probe=probe)
            self._heard_s = time.monotonic()
            if probe:
                self._probed_s = begun_s
            if news is not None:
                self._put(news)

    def _tell(self, heard: i.BookObserved) -> None:
        self._heard_s = time.monotonic()
        self._put(heard)

    def _listen(self) -> None:
        """Wakes the worker when the book has moved: a hint, the reading of every second is the truth."""

        def moved(seq: int) -> None:
            with self._something:
                self._moved = True
                self._something.notify()

        self._keeper.listen(self._stopping, moved)

    def _watch(self) -> None:
        """A worker that is held up, by a name server perhaps, is a lost link too (LK-02, LK-03)."""
        told_s = 0.0
        while not self._stopping.wait(WATCH_MS / 1000):
            heard_s = self._heard_s
            if heard_s != told_s and not self._adding_up and time.monotonic() - heard_s > LOST_MS / 1000:
                told_s = heard_s
                self._keeper.doubt()
                self._put(i.BookUnreachable("ReadMeter", NO_ANSWER))


def _unanswered(heard: i.BookObserved) -> bool:
    """The act is outstanding: nobody was reached, or a book that is not this table's, and not the act was
    refused."""
    another = isinstance(heard, i.BookRefused) and heard.act == START
    return another or isinstance(heard, i.BookUnreachable)
