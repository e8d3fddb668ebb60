"""Rules of frames and numbered messages (OPEN_PROTOCOL.md, sections 1 and 2)."""

from __future__ import annotations

from struct import pack as packed
from time import sleep
from typing import Final

from controller.boot.conformance.bench import (
    ACKNOWLEDGE_MS,
    ANSWER_MS,
    PATIENCE_MS,
    SETTLE_MS,
    TRIES,
    Bench,
    Seen,
    in_time,
    is_numbered,
    named,
    same,
    seen,
)
from drivers.lines.frame import ENCODED_MAX, PAYLOAD_MAX, VERSION, encode_frame, packed_with_crc
from drivers.lines.host_end import Arrived
from drivers.lines.messages import Kind, pack
from drivers.lines.numbering import WINDOW, next_number

AGAIN_MS: Final = (60, 240)
"""When a message that nobody acknowledged is said again: after 80 ms, by a clock and a computer not exact."""
UNKNOWN_KIND: Final = 0x7E
UNKNOWN_BELOW: Final = 0x0E
HALF: Final = 0x7FFF
BEYOND: Final = 5
FLOOD_FRAMES: Final = 300
FLOOD_MS: Final = 5
WRAPPED: Final = 65_536 + 100
BATCH: Final = 4


# --- frames ------------------------------------------------------------------------------------------


def pieces(bench: Bench) -> Seen | None:
    """A frame is found in whatever pieces it comes, and two in one."""
    host = bench.host
    number = host.next
    host.next = next_number(number)
    for byte in b"\0\0" + host.numbered(*bench.request(), number):
        host.put(bytes((byte,)))
        sleep(0.002)
    if bench.took_ms(number) is None:
        return seen("nothing_came")
    first, second = host.next, next_number(host.next)
    host.next = next_number(second)
    host.put(b"\0\0\0".join(host.numbered(*bench.request(), one) for one in (first, second)))
    return None if bench.took_ms(second) is not None else seen("nothing_came")


def damaged(bench: Bench) -> Seen | None:
    """A damaged frame is neither answered nor obeyed."""
    host = bench.host
    good = host.numbered(*bench.other(), host.next)
    crc = bytes((*good[:-2], good[-2] ^ (1 if good[-2] != 1 else 2), 0))
    middle = len(good) // 2
    flipped = good[:middle] + bytes((good[middle] ^ 0x80 or 1,)) + good[middle + 1 :]
    for data in (crc, flipped, good[1:], good[: len(good) - 6] + b"\0", b"\3\1\1\1\1\1\2\0"):
        found = bench.answered_or_obeyed(data, host.next)
        if found is not None:
            return found
    return None if bench.answers() else seen("good_not_answered")


def spliced(bench: Bench) -> Seen | None:
    """The beginning of one frame and the end of another are no frame."""
    host = bench.host
    good = host.numbered(*bench.other(), host.next)
    kind, payload = Kind.HEARTBEAT, pack(Kind.HEARTBEAT, {"heard_boot": host.heard_boot})
    beat = encode_frame(kind, 0, host.expected, host.boot, payload)
    for at in (4, len(good) // 2, len(good) - 4):
        for data in (good[:at] + beat[at:], beat[:at] + good[at:]):
            found = bench.answered_or_obeyed(data, host.next)
            if found is not None:
                return found
    return None if bench.answers() else seen("good_not_answered")


def oversized(bench: Bench) -> Seen | None:
    """A piece that is too long is dropped to its end, whatever stands in it."""
    host = bench.host
    good = host.numbered(*bench.other(), host.next)
    head = packed(">BBHHI", VERSION, bench.other()[0], host.next, host.expected, host.boot)
    endless = packed_with_crc(head + bench.other()[1] + bytes((7,)) * PAYLOAD_MAX)
    noise = (b"\5" * count + good for count in (ENCODED_MAX, ENCODED_MAX + 1, 256, 2 * ENCODED_MAX, 600))
    for data in (endless, *noise):
        found = bench.answered_or_obeyed(data, host.next)
        if found is not None:
            return found
    return None if bench.answers() else seen("good_not_answered")


# --- numbers -----------------------------------------------------------------------------------------


def acknowledges(bench: Bench) -> Seen | None:
    """It acknowledges within 80 ms, with or without a report."""
    # A report may carry the acknowledgement of a request; what has no report has an ACK alone.
    for alone in (True, False):
        took_ms = []
        for _ in range(TRIES):
            bench.await_beat()
            took_ms.append(bench.took_ms(bench.host.say(UNKNOWN_KIND, b"") if alone else bench.say()))
        found = in_time(took_ms, ACKNOWLEDGE_MS)
        if found is not None:
            return found
    return None


def window_taken(bench: Bench) -> Seen | None:
    """Four messages in one piece are all taken."""
    host = bench.host
    data = b""
    for _ in range(WINDOW):
        number = host.next
        host.next = next_number(number)
        data += host.numbered(*bench.request(), number)
    host.put(data)
    return None if bench.took_ms(number) is not None else seen("nothing_came")


def _dropped(bench: Bench, number: int) -> Seen | None:
    """A message of another number than the next is answered by the present `ack` and not obeyed."""
    host = bench.host
    host.hear(SETTLE_MS)
    ack, mark = host.next, len(host.arrived)
    host.put(host.numbered(*bench.other(), number))
    answer = host.hear(PATIENCE_MS, lambda one: one.frame.kind != Kind.HEARTBEAT)
    host.hear(SETTLE_MS)
    came = host.arrived[mark:]
    if any(bench.is_lock(False)(one) for one in came):
        return seen("obeyed", number=number, expected=ack)
    wrong = next((one for one in came if one.frame.ack != ack), None)
    if wrong is not None:
        return seen("ack_is", ack=wrong.frame.ack, expected=ack)
    return seen("not_answered") if answer is None else None


def repeated(bench: Bench) -> Seen | None:
    """A message said again is acknowledged again and not obeyed again."""
    if not bench.answers():
        return seen("no_acknowledgement")
    found = _dropped(bench, (bench.host.next - 1) & 0xFFFF)
    return found or (None if bench.answers() else seen("numbers_lost"))


def ahead(bench: Bench) -> Seen | None:
    """A message too far ahead is dropped, and not kept for later."""
    host = bench.host
    found = _dropped(bench, next_number(host.next))
    if found is not None:
        return found
    number, mark = bench.say(), len(host.arrived)
    host.hear(ANSWER_MS)
    acks = {one.frame.ack for one in host.arrived[mark:]} - {number}
    if acks != {next_number(number)}:
        return seen("ack_is", ack=max(acks, default=number), expected=next_number(number))
    return None


def half_range(bench: Bench) -> Seen | None:
    """Older and newer go by half of all numbers: those far ahead and far behind are dropped."""
    for away in (HALF, HALF + 1, HALF + 2):
        found = _dropped(bench, (bench.host.next + away) & 0xFFFF)
        if found is not None:
            return found
    return None if bench.answers() else seen("numbers_lost")


def ack_beyond(bench: Bench) -> Seen | None:
    """An acknowledgement of what was never said, or of nothing new, changes nothing."""
    host = bench.host
    for away in (WINDOW + BEYOND, -1, HALF):
        first = bench.withheld()
        if first is None:
            return seen("no_report")
        ack = (first.frame.seq + away) & 0xFFFF
        beat = pack(Kind.HEARTBEAT, {"heard_boot": host.heard_boot})
        host.say_unnumbered(Kind.HEARTBEAT, beat, ack=ack)
        if not _comes_again(bench, first):
            return seen("ack_taken", ack=ack, number=first.frame.seq)
    return None


def _comes_again(bench: Bench, first: Arrived) -> bool:
    return bench.host.hear(PATIENCE_MS, lambda one: same(one, first)) is not None


def says_again(bench: Bench) -> Seen | None:
    """What was not acknowledged is said again after 80 ms, and no more when it was."""
    for _ in range(TRIES):  # this computer may hear it late, or both at once
        found = _says_again(bench)
        if found is None or found.code != "again_after":
            break
    return found


def _says_again(bench: Bench) -> Seen | None:
    host = bench.host
    first = bench.withheld()
    again = first and host.hear(PATIENCE_MS, lambda one: same(one, first))
    host.acknowledges = True
    if first is None:
        return seen("no_report")
    if again is None:
        return seen("not_again")
    took_ms = again.ms - first.ms
    host.hear(PATIENCE_MS, lambda one: same(one, first))  # and so it is acknowledged
    host.hear(ANSWER_MS)
    if host.hear(2 * AGAIN_MS[1], lambda one: same(one, first)) is not None:
        return seen("again_for_nothing")
    return None if AGAIN_MS[0] <= took_ms <= AGAIN_MS[1] else seen("again_after", ms=took_ms)


def window(bench: Bench) -> Seen | None:
    """At most four of its messages are on the line at once, the oldest first."""
    host = bench.host
    bench.meet()
    host.hear(ANSWER_MS)
    host.acknowledges, mark, first = False, len(host.arrived), host.expected
    for turn in range(6):
        if bench.machine == "shoe":
            bench.say(locked=turn % 2 == 1)
            host.hear(SETTLE_MS // 2)
        host.call()
        host.welcomed(PATIENCE_MS)
    host.hear(ANSWER_MS)
    numbers = {(one.frame.seq - first) & 0xFFFF for one in host.arrived[mark:] if is_numbered(one)}
    if not numbers:
        return seen("no_report")
    if max(numbers) > HALF:
        return seen("number_back", number=(first + max(numbers)) & 0xFFFF, expected=first)
    return None if max(numbers) < WINDOW else seen("on_the_line", count=max(numbers) + 1, at_most=WINDOW)


def unknown_kind(bench: Bench) -> Seen | None:
    """A numbered message of an unknown kind is acknowledged and dropped."""
    number = bench.host.say(UNKNOWN_KIND, b"\1\2\3")
    if bench.took_ms(number) is None:
        return seen("no_acknowledgement")
    return None if bench.answers() else seen("good_not_answered")


def unknown_below(bench: Bench) -> Seen | None:
    """A frame of an unknown kind below 0x10 is not numbered, and no answer is due to it."""
    host = bench.host
    host.hear(SETTLE_MS)
    host.put(encode_frame(UNKNOWN_BELOW, 0, host.expected, host.boot, b"\1\2\3"))
    answer = host.hear(SETTLE_MS, lambda one: one.frame.kind != Kind.HEARTBEAT)
    if answer is not None:
        return seen("said", kind=named(answer))
    return None if bench.answers() else seen("good_not_answered")


def bad_payload(bench: Bench) -> Seen | None:
    """A message whose payload is not that of its kind is acknowledged and not obeyed."""
    host = bench.host
    kind = bench.request()[0]
    opened = bench.lock(False)
    host.hear(SETTLE_MS)
    for payload in (b"\2", b"", b"\1\1"):
        mark = len(host.arrived)
        if bench.took_ms(host.say(kind, payload)) is None:
            return seen("no_acknowledgement")
        host.hear(SETTLE_MS)
        if opened and any(bench.is_lock(True)(one) for one in host.arrived[mark:]):
            return seen("obeyed_payload", bytes=payload.hex() or "-")
    return None


def flood(bench: Bench) -> Seen | None:
    """Two hundred frames a second, noise among them, are borne."""
    host = bench.host
    beat = pack(Kind.HEARTBEAT, {"heard_boot": host.heard_boot})
    for number in range(FLOOD_FRAMES):
        host.say_unnumbered(Kind.HEARTBEAT, beat)
        if number % 10 == 0:
            host.put(b"\7\7\7\0")
        sleep(FLOOD_MS / 1_000)
    host.hear(SETTLE_MS)
    return in_time([bench.took_ms(bench.say()) for _ in range(TRIES)], ACKNOWLEDGE_MS)


def wrap(bench: Bench) -> Seen | None:
    """Numbers go on at 0 after 65,535, its own and the host's."""
    host = bench.host
    host.restart()
    bench.meet()
    for done in range(0, WRAPPED, BATCH):
        said = [host.next + one for one in range(BATCH)]
        last = said[-1] & 0xFFFF
        host.next = next_number(last)
        host.put(b"".join(host.numbered(*bench.request(), number & 0xFFFF) for number in said))
        if not _acknowledged(bench, next_number(last)):
            return seen("stopped_at", count=done)
        host.arrived.clear()  # a machine says as much
    return None


def _acknowledged(bench: Bench, ack: int) -> bool:
    return bench.host.hear(2 * PATIENCE_MS, lambda one: one.frame.ack == ack) is not None
