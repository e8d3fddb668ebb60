"""Rules of what a shoe and a shuffler say and do (OPEN_PROTOCOL.md, section 4)."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from controller.boot.conformance.bench import (
    ANSWER_MS,
    PATIENCE_MS,
    SETTLE_MS,
    Bench,
    Seen,
    in_time,
    reports,
    same,
    seen,
)
from drivers.lines.host_end import foreign
from drivers.lines.messages import Kind

STAYS_MS: Final = 800
PULLS_MS: Final = 5_000
FRAMES_A_SECOND_MAX: Final = 200
CARDS: Final = (Kind.CARD_DRAWN, Kind.CARD_UNREADABLE)


def opens(bench: Bench) -> Seen | None:
    """Asked to be open, it says so within 250 ms."""
    return _turns(bench, False)


def locks(bench: Bench) -> Seen | None:
    """Asked to be locked, it says so within 250 ms."""
    return _turns(bench, True)


def _turns(bench: Bench, locked: bool) -> Seen | None:
    host = bench.host
    took_ms: list[int | None] = []
    for _ in range(2):
        bench.lock(not locked)
        host.hear(SETTLE_MS)  # a report said twice is not taken for the next
        bench.say(locked=locked)
        asked_ms = host.said_ms
        reached = host.hear(PATIENCE_MS, bench.is_lock(locked))
        took_ms.append(None if reached is None else reached.ms - asked_ms)
    return in_time(took_ms, ANSWER_MS)


def lock_stays(bench: Bench) -> Seen | None:
    """A lock that was reached stays, and is told again on asking and after a handshake."""
    for locked in (False, True):
        if not bench.lock(locked):
            return seen("nothing_came")
        mark = len(bench.host.arrived)
        bench.host.hear(STAYS_MS)
        bench.meet()
        states = [one for one in bench.host.arrived[mark:] if bench.is_state(one)]
        if any(one.values.get("locked") is not locked for one in states):
            return seen("open" if locked else "shut")
        if not bench.lock(locked):
            return seen("nothing_came")
    return None


def count_stands(bench: Bench) -> Seen | None:
    """Without a card drawn its count is always the same."""
    counts = [one.values.get("cards_left") for one in bench.host.arrived if bench.is_state(one)]
    changed = next(((a, b) for a, b in pairwise(counts) if a != b), None)
    return None if changed is None else seen("count_went", before=changed[0], after=changed[1])


def holds_its_cards(bench: Bench) -> Seen | None:
    """A locked shoe lets no card out."""
    bench.lock(True)
    card = bench.host.hear(PULLS_MS, lambda one: one.frame.kind in CARDS)
    return None if card is None else seen("card_through_lock")


def draws(bench: Bench) -> Seen | None:
    """A card drawn is told with one card fewer, and again until it is acknowledged."""
    host = bench.host
    bench.lock(False)
    host.hear(SETTLE_MS)
    before = bench.state.get("cards_left", 0)
    host.acknowledges = False
    drawn = host.hear(bench.hands_s * 1_000, lambda one: one.frame.kind == Kind.CARD_DRAWN)
    again = drawn and host.hear(PATIENCE_MS, lambda one: same(one, drawn))
    host.restart()
    host.acknowledges, mark = True, len(host.arrived)
    host.call()
    host.welcomed(PATIENCE_MS)
    anew = drawn and host.hear(
        PATIENCE_MS,
        lambda one: (one.frame.kind, one.frame.payload) == (drawn.frame.kind, drawn.frame.payload),
    )
    host.hear(PATIENCE_MS)
    if drawn is None:
        return seen("no_card", s=bench.hands_s)
    if drawn.values.get("cards_left") != before - 1:
        return seen("count_went", before=before, after=drawn.values.get("cards_left", "-"))
    if again is None:
        return seen("not_again")
    if anew is None:
        return seen("card_forgotten")
    told = [kind for kind, _ in reports(host.arrived[mark:], 0) if kind in CARDS]
    return None if len(told) == 1 else seen("card_told_twice", count=len(told))


def state_after(bench: Bench) -> Seen | None:
    """It says its state after each handshake."""
    missed = bench.states.count(False)
    return seen("state_missing", count=missed, of=len(bench.states)) if missed else None


def its_list(bench: Bench) -> Seen | None:
    """It says only what the list has of such a machine, each as it is there."""
    kinds = foreign(bench.host.arrived, bench.machine)
    return seen("foreign", kinds=", ".join(kinds)) if kinds else None


def no_order(bench: Bench) -> Seen | None:
    """It never says the order of cards not yet dealt."""
    said = any(one.frame.kind == Kind.DECK_ORDER for one in bench.host.arrived)
    return seen("said", kind="DECK_ORDER") if said else None


def unhurried(bench: Bench) -> Seen | None:
    """It says at most 200 frames in any second."""
    at_ms = [one.ms for one in bench.host.arrived]
    most = max((at - first for first, at in _seconds(at_ms)), default=0)
    return None if most <= FRAMES_A_SECOND_MAX else seen("frames", count=most, at_most=FRAMES_A_SECOND_MAX)


def _seconds(at_ms: list[int]) -> list[tuple[int, int]]:
    """For each frame, how many came before it, and how many up to a second later."""
    end, found = 0, []
    for first, ms in enumerate(at_ms):
        while end < len(at_ms) and at_ms[end] < ms + 1_000:
            end += 1
        found.append((first, end))
    return found
