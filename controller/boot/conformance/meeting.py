"""Rules of meeting, beating and breaking (OPEN_PROTOCOL.md, section 3), and of other lists and versions."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

from controller.boot.conformance.bench import (
    ACKNOWLEDGE_MS,
    ANSWER_MS,
    HEARTBEAT_MS,
    PATIENCE_MS,
    SETTLE_MS,
    Bench,
    Seen,
    in_time,
    named,
    reports,
    same,
    seen,
)
from drivers.lines.frame import VERSION, encode_frame
from drivers.lines.messages import FIRST_NUMBERED, SCHEMA_SHA256, SPOKEN, Kind
from drivers.lines.session_types import USUAL

OTHER_VERSION: Final = VERSION + 1
CALLS: Final = 20
"""How often a machine is called: its port may open late, and a board restarts when it does."""
QUICK_MS: Final = 100
"""Another heartbeat than the usual one."""
LATE_MS: Final = {HEARTBEAT_MS: HEARTBEAT_MS * 3 // 2, QUICK_MS: QUICK_MS * 2}
"""How long a machine of this heartbeat may be silent, by a clock and a computer not exact."""
HALF: Final = 0x7FFF
UNKNOWN_KIND: Final = 0x7E
WHO: Final = ("name", "machine", "firmware", "firmware_sha256")
"""What a machine says of itself: it stands as long as its boot."""


def greeting(bench: Bench) -> Seen | None:
    """It answers HELLO and says who it is."""
    host, welcome = bench.host, None
    for _ in range(CALLS):
        host.call()
        welcome = host.welcomed(ANSWER_MS)
        if welcome is not None:
            break
    if welcome is None:
        return _instead_of_a_welcome(bench)
    values = welcome.values
    if values["refused"]:
        return _refused(values)
    if values["machine"] != bench.machine:
        return seen("other_machine", machine=values["machine"] or "-")
    if values["schema"] not in SPOKEN:
        return seen("list_unknown", theirs=values["schema"].hex(), ours=SCHEMA_SHA256.hex())
    bench.await_state()
    return None


def _instead_of_a_welcome(bench: Bench) -> Seen:
    """What came though no WELCOME to the call did: its maker sees where to look."""
    host = bench.host
    welcomes = [one for one in host.arrived if one.frame.kind == Kind.WELCOME]
    if not welcomes:
        return (
            seen("no_frame", count=host.damaged) if host.damaged and not host.arrived else seen("no_welcome")
        )
    values = welcomes[-1].values
    if not values:
        return seen("welcome_unread", bytes=len(welcomes[-1].frame.payload))
    if values["refused"]:
        return _refused(values)  # that of another version has call 0
    return seen("other_call", call=values["call"], expected=host.latest_call)


def _refused(values: dict[str, Any]) -> Seen:
    return seen("refused", why=values["refused"], theirs=values["schema"].hex(), ours=SCHEMA_SHA256.hex())


def welcome_form(bench: Bench) -> Seen | None:
    """Header and fields of its WELCOME are as the page has them."""
    welcome = bench.meet()
    if welcome is None:
        return seen("no_welcome")
    frame, values = welcome.frame, welcome.values
    if frame.boot == 0:
        return seen("boot_zero")
    if (frame.version, values["protocol"]) != (VERSION, VERSION):
        return seen("protocol", protocol=values["protocol"], version=frame.version)
    bench.host.say(UNKNOWN_KIND, b"")
    bench.host.hear(2 * HEARTBEAT_MS)  # its ACK, its state and its heartbeat
    other = next((one for one in bench.host.arrived if one.frame.version != VERSION), None)
    if other is not None:
        return seen("version_of", kind=named(other), version=other.frame.version)
    again = bench.meet()
    if again is not None and frame.boot == again.frame.boot:
        named_now = {field: again.values.get(field) for field in WHO}
        if named_now != {field: values[field] for field in WHO}:
            return seen("another_program")
    numbered = [one for one in bench.host.arrived if one.frame.kind < FIRST_NUMBERED and one.frame.seq]
    return seen("numbered", kind=named(numbered[0])) if numbered else None


def same_call(bench: Bench) -> Seen | None:
    """The same HELLO has the same WELCOME, and changes nothing."""
    host = bench.host
    host.restart()
    first = bench.meet()
    if first is None or not bench.answers():
        return seen("no_welcome")
    host.hear(ANSWER_MS)
    host.call_again()
    second = host.welcomed(PATIENCE_MS)
    if second is None:
        return seen("no_welcome")
    if (first.frame.boot, first.frame.payload) != (second.frame.boot, second.frame.payload):
        return seen("another_welcome")
    host.hear(ANSWER_MS)
    return None if bench.answers() else seen("numbers_lost")


def older_call(bench: Bench) -> Seen | None:
    """A HELLO whose call is older than the latest, by half of all numbers, has no answer."""
    host = bench.host
    bench.meet()
    latest = host.latest_call
    for call in (latest - 1, latest - HALF):
        host.put(host.hello(call=call & 0xFFFF))
        if host.hear(ANSWER_MS, lambda one: one.frame.kind == Kind.WELCOME) is not None:
            bench.meet()
            return seen("old_call_answered")
    return None if bench.answers() else seen("numbers_lost")


def unknown_list(bench: Bench) -> Seen | None:
    """A list of messages that it does not know is refused, with its own."""
    host = bench.host
    host.hear(ANSWER_MS)
    host.call(schema=bytes(32))
    refusal = host.welcomed(PATIENCE_MS)
    more = host.hear(ANSWER_MS, bench.is_state)
    goes_on = bench.answers()
    bench.meet()
    if refusal is None:
        return seen("no_welcome")
    if refusal.values["refused"] != "schema_hash":
        return seen("not_refused")
    if refusal.values["schema"] not in SPOKEN or refusal.values["protocol"] != VERSION:
        return seen("own_list_hidden")
    if more is not None:
        return seen("said", kind=named(more))
    return None if goes_on else seen("left")


def other_version(bench: Bench) -> Seen | None:
    """A HELLO of another version in its header is refused, and takes away nothing that was to be said."""
    host = bench.host
    first = bench.withheld()
    host.put(host.hello(version=OTHER_VERSION))
    refused = lambda one: one.frame.kind == Kind.WELCOME  # noqa: E731
    refusal = host.hear(PATIENCE_MS, refused)
    again = first and host.hear(PATIENCE_MS, lambda one: same(one, first))
    host.acknowledges = True
    goes_on = bench.answers()
    bench.meet()
    if refusal is None:
        return seen("no_welcome")
    if refusal.frame.version != VERSION or refusal.values.get("refused") != "protocol_version":
        return seen("not_refused")
    if refusal.values["call"] != 0:
        return seen("call_is", call=refusal.values["call"])
    if not goes_on:
        return seen("left")
    return None if again is not None else seen("not_again")


def resumes(bench: Bench) -> Seen | None:
    """After a break it goes on with its numbers, and says again what was not acknowledged."""
    host = bench.host
    first = bench.withheld()
    mark = host.arrived.index(first) if first else len(host.arrived)
    bench.lock(False)
    host.hear(ANSWER_MS)
    kept = reports(host.arrived[mark:], host.expected)
    host.beats = False
    host.hear(HEARTBEAT_MS * (USUAL.lost_after + 1))  # it counts this end as lost
    host.beats = host.acknowledges = True
    mark = len(host.arrived)
    host.call()
    welcome = host.welcomed(PATIENCE_MS)
    again = first and host.hear(PATIENCE_MS, lambda one: same(one, first))
    bench.await_state()
    host.hear(ANSWER_MS)
    told = reports(host.arrived[mark:], first.frame.seq if first else 0)
    if welcome is None or first is None:
        return seen("no_welcome")
    if not welcome.values["resumed"]:
        return seen("not_resumed")
    if again is None:
        return seen("not_again")
    # What is said again has the new state behind it; the state alone is no message of before the break.
    whole = told[: len(kept)] == kept and len(told) > len(kept)
    return None if whole else seen("forgotten", kept=len(kept), again=len(told))


def resume_heard(bench: Bench) -> Seen | None:
    """At a resume it says how far it had heard, and takes what it had not."""
    host = bench.host
    bench.meet()
    if not bench.answers():
        return seen("no_acknowledgement")
    host.hear(ANSWER_MS)
    number = host.next  # of a request that is lost
    welcome = bench.meet()
    if welcome is None:
        return seen("no_welcome")
    if not welcome.values["resumed"]:
        return seen("not_resumed")
    if welcome.frame.ack != number:
        return seen("ack_is", ack=welcome.frame.ack, expected=number)
    return None if bench.answers() else seen("numbers_lost")


def new_host(bench: Bench) -> Seen | None:
    """A host with another boot is met anew: numbers from 0, and what nobody acknowledged is said again."""
    host = bench.host
    bench.meet()
    host.hear(ANSWER_MS)
    host.acknowledges, mark = False, len(host.arrived)
    bench.lock(False)
    host.call()
    host.welcomed(PATIENCE_MS)
    host.hear(ANSWER_MS)
    kept = reports(host.arrived[mark:], host.expected)
    host.restart()
    host.acknowledges, mark = True, len(host.arrived)
    host.call()
    welcome = host.welcomed(PATIENCE_MS)
    host.hear(PATIENCE_MS)
    again = reports(host.arrived[mark:], 0)
    if welcome is None:
        return seen("no_welcome")
    if welcome.values["resumed"]:
        return seen("resumed_with_nobody")
    if welcome.frame.ack != 0:
        return seen("ack_is", ack=welcome.frame.ack, expected=0)
    if again[: len(kept)] != kept:
        return seen("forgotten", kept=len(kept), again=len(again))
    return None if kept else seen("no_report")


def other_boot_heard(bench: Bench) -> Seen | None:
    """A host that had heard another machine is met anew."""
    host = bench.host
    bench.meet()
    host.call(heard_boot=host.heard_boot ^ 1)
    welcome = host.welcomed(PATIENCE_MS)
    bench.await_state()
    if welcome is None:
        return seen("no_welcome")
    return seen("resumed_with_nobody") if welcome.values["resumed"] else None


def heartbeat(bench: Bench) -> Seen | None:
    """Its heartbeat is never late, and names the host it speaks with."""
    return _beats(bench, HEARTBEAT_MS)


def heartbeat_of_hello(bench: Bench) -> Seen | None:
    """It beats as often as the HELLO says."""
    bench.host.call(heartbeat_ms=QUICK_MS)
    bench.host.welcomed(PATIENCE_MS)
    bench.await_state()
    found = _beats(bench, QUICK_MS)
    bench.meet()
    return found


def _beats(bench: Bench, every_ms: int) -> Seen | None:
    host = bench.host
    start_ms = host.said_ms
    host.hear(every_ms * 6)
    heard = [one for one in host.arrived if one.ms >= start_ms]
    instants = [start_ms, *(one.ms for one in heard)]
    longest_ms = max((b - a for a, b in pairwise(instants)), default=0)
    beats = [one for one in heard if one.frame.kind == Kind.HEARTBEAT]
    if not beats:
        return seen("no_heartbeat")
    if any(one.values.get("heard_boot") != host.boot for one in beats):
        return seen("names_another")
    late = longest_ms > LATE_MS[every_ms]
    return seen("silent", ms=longest_ms, every_ms=every_ms) if late else None


def stranger(bench: Bench) -> Seen | None:
    """A frame of a boot that it does not speak with is answered by HEARTBEAT at once."""
    host = bench.host
    took_ms: list[int | None] = []
    for _ in range(3):
        bench.await_beat()
        host.say_unnumbered(Kind.ACK, boot=host.boot ^ 2)
        said_ms = host.said_ms
        beat = host.hear(PATIENCE_MS, lambda one: one.frame.kind == Kind.HEARTBEAT)
        took_ms.append(None if beat is None else beat.ms - said_ms)
    late = in_time(took_ms, ACKNOWLEDGE_MS)
    if late is not None:
        return late
    kind, payload = bench.other()
    host.hear(SETTLE_MS)
    theirs = encode_frame(kind, host.next, host.expected, host.boot ^ 2, payload)
    if bench.answered_or_obeyed(theirs, host.next) is not None:
        return seen("obeyed_stranger")
    return None if bench.answers() else seen("numbers_lost")


def lost_host(bench: Bench) -> Seen | None:
    """A shoe whose host is lost locks itself."""
    host = bench.host
    if not bench.lock(False):
        return seen("nothing_came")
    host.beats = False
    host.hear(HEARTBEAT_MS * (USUAL.lost_after + 1))
    host.beats = True
    host.call()
    host.welcomed(PATIENCE_MS)
    host.hear(PATIENCE_MS)
    return None if bench.state.get("locked") else seen("open")


def power(bench: Bench) -> Seen | None:
    """After a power cut it has another boot, is locked, and begins anew."""
    host = bench.host
    bench.meet()
    before = host.heard_boot
    back = host.hear(bench.power_s * 1_000, lambda one: one.frame.boot != before)
    for _ in range(CALLS if back is None else 1):
        host.call()
        if host.welcomed(ANSWER_MS) is not None:
            break
    welcome = next((one for one in reversed(host.arrived) if one.frame.kind == Kind.WELCOME), None)
    state = bench.await_state()
    if welcome is None or state is None:
        return seen("no_welcome")
    if host.heard_boot == before:
        return seen("same_boot")
    if welcome.values["resumed"]:
        return seen("resumed_with_nobody")
    return seen("open") if bench.machine == "shoe" and not state.values["locked"] else None
