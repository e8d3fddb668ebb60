"""The reference device with one lie each, and the rule that finds it.

`python -m tests.drivers.lying_devices` tries them all. A lie is one place of the C source written otherwise.
A place that is not there any more, or there twice, is an error: the list is kept as the source is.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from controller.boot.conformance.examination import ALL_ALONE, Wish, conforms, line_at
from controller.words.conformance import ASKED
from tests.drivers.reference_machine import ReferenceMachine, compiled, sources

HAND_AFTER_S: Final = 1.0
SESSION, SHOE, FRAME = "tapis_session.c", "tapis_shoe.c", "tapis_frame.c"


class Lie(NamedTuple):
    """One lie: where the source is written otherwise, and the rule that is to find it."""

    name: str
    file: str
    old: str
    new: str
    rule: str


LIES: Final = (
    Lie(
        "names another list and does not refuse",
        SESSION,
        "put_digest(payload + bytes, tapis_schema);",
        "put_digest(payload + bytes, s->me->firmware_sha256);",
        "greeting",
    ),
    Lie(
        "forgets its boot",
        SESSION,
        "    frame.boot = s->boot;",
        "    frame.boot = kind == TAPIS_WELCOME ? 0 : s->boot;",
        "welcome_form",
    ),
    Lie(
        "numbers what has no number",
        SESSION,
        "    frame.seq = seq;",
        "    frame.seq = kind == TAPIS_HEARTBEAT || kind == TAPIS_WELCOME ? 7 : seq;",
        "welcome_form",
    ),
    Lie(
        "takes the same HELLO for a new one",
        SESSION,
        "again = known && hello.call == s->call;",
        "again = false;",
        "same_call",
    ),
    Lie(
        "answers old calls",
        SESSION,
        "if (known && is_older(hello.call, s->call))",
        "if (0 && is_older(0, 0))",
        "older_call",
    ),
    Lie(
        "compares calls as plain numbers",
        SESSION,
        "return behind > 0 && behind < 0x8000u;",
        "return behind > 0 && call < latest;",
        "older_call",
    ),
    Lie(
        "takes any list",
        SESSION,
        "    if (!same_list(hello.schema)) {",
        "    if (0 && same_list(NULL)) {",
        "unknown_list",
    ),
    Lie(
        "never answers another version",
        SESSION,
        "            welcome(s, 0, TAPIS_OTHER_VERSION);",
        "            return;",
        "other_version",
    ),
    Lie(
        "acknowledges late",
        SESSION,
        "if (s->met && s->owes_ack)",
        "if (s->met && s->owes_ack && s->port->now_ms(s->port->context) - s->heard_ms > 150)",
        "acknowledges",
    ),
    Lie(
        "never acknowledges by itself",
        SESSION,
        "    s->owes_ack = true;",
        "    s->owes_ack = false;",
        "acknowledges",
    ),
    Lie(
        "says that it locked and does not",
        SHOE,
        "    turn(shoe, payload[0]);",
        "    if (payload[0] == 0) turn(shoe, false);",
        "locks",
    ),
    Lie(
        "forgets its lock at a handshake",
        SHOE,
        "    say_state(machine);",
        "    tapis_shoe_bolted(machine, true); say_state(machine);",
        "lock_stays",
    ),
    Lie(
        "takes a wrong CRC",
        FRAME,
        "if (tapis_crc32(piece, bytes) != tapis_get32(piece + bytes))",
        "if (bytes == 0)",
        "damaged",
    ),
    Lie(
        "answers noise",
        SESSION,
        "            take(s, &frame);",
        "            take(s, &frame);\n        else if (byte == 0 && s->decoder.damaged > 0 && s->met)"
        "\n            s->decoder.damaged = 0, s->owes_ack = true;",
        "damaged",
    ),
    Lie(
        "begins anew in the middle of what is too long",
        FRAME,
        "            decoder->skipping = true;",
        "",
        "oversized",
    ),
    Lie(
        "obeys what it had heard",
        SESSION,
        "    if (frame->seq != s->expected)\n        return;",
        "    if (frame->seq != s->expected) {\n        s->hooks->hear(s->machine, frame->kind, "
        "frame->payload, frame->payload_bytes);\n        return;\n    }",
        "repeated",
    ),
    Lie(
        "does not acknowledge what it had heard",
        SESSION,
        "    s->owes_ack = true;\n    if (frame->seq != s->expected)\n        return;",
        "    if (frame->seq != s->expected)\n        return;\n    s->owes_ack = true;",
        "repeated",
    ),
    Lie(
        "takes what is ahead",
        SESSION,
        "    if (frame->seq != s->expected)\n        return;\n    s->expected++;",
        "    if ((uint16_t)(frame->seq - s->expected) > 0x7fff)\n        return;\n"
        "    s->expected = (uint16_t)(frame->seq + 1);",
        "ahead",
    ),
    Lie(
        "compares numbers as plain numbers",
        SESSION,
        "    if (frame->seq != s->expected)\n        return;\n    s->expected++;",
        "    if (frame->seq < s->expected || frame->seq - s->expected == 1)\n        return;\n"
        "    s->expected = (uint16_t)(frame->seq + 1);",
        "half_range",
    ),
    Lie(
        "takes an acknowledgement of what it never said",
        SESSION,
        "    if (count == 0 || count > s->said)\n        return false;",
        "    if (count == 0)\n        return false;\n    if (count > s->said)\n        count = s->said;",
        "ack_beyond",
    ),
    Lie(
        "says again under a new number",
        SESSION,
        "        uint16_t number = (uint16_t)(s->first + s->under_way);",
        "        static uint16_t spoken;\n        uint16_t number = spoken++;",
        "says_again",
    ),
    Lie(
        "never says again",
        SESSION,
        "        s->under_way = 0;\n        transmit(s);\n    }\n    if (now_ms - s->said_ms",
        "        s->retry_ms = now_ms;\n    }\n    if (now_ms - s->said_ms",
        "says_again",
    ),
    Lie(
        "says again late",
        SESSION,
        "now_ms - s->retry_ms >= TAPIS_SAY_AGAIN_MS",
        "now_ms - s->retry_ms >= 400",
        "says_again",
    ),
    Lie(
        "knows no window", "tapis_session.h", "#define TAPIS_WINDOW 4u", "#define TAPIS_WINDOW 60u", "window"
    ),
    Lie(
        "does not acknowledge what it does not know",
        SESSION,
        "    s->owes_ack = true;",
        "    if (frame->kind > 0x30)\n        return;\n    s->owes_ack = true;",
        "unknown_kind",
    ),
    Lie(
        "acknowledges what has no number",
        SESSION,
        "    if (frame->kind < TAPIS_FIRST_NUMBERED)\n        return;",
        "    if (frame->kind < TAPIS_FIRST_NUMBERED) {\n        s->owes_ack = frame->kind > TAPIS_HEARTBEAT;"
        "\n        return;\n    }",
        "unknown_below",
    ),
    Lie("obeys any value", SHOE, "bytes != 1 || payload[0] > 1", "bytes != 1", "bad_payload"),
    Lie(
        "forgets at a resume how far it had heard",
        SESSION,
        "            acknowledge(s, frame->ack);\n        else",
        "            acknowledge(s, frame->ack), s->expected = 0;\n        else",
        "resume_heard",
    ),
    Lie(
        "never resumes",
        SESSION,
        "s->resumed = known && hello.heard_boot == s->boot;",
        "s->resumed = false;",
        "resumes",
    ),
    Lie(
        "renumbers at a resume",
        SESSION,
        "            acknowledge(s, frame->ack);\n        else",
        "            acknowledge(s, frame->ack), s->first = (uint16_t)(s->first + 9);\n        else",
        "resumes",
    ),
    Lie(
        "forgets what a host did not acknowledge",
        SESSION,
        "s->first = s->expected = s->said = 0;",
        "s->waiting.count = s->said = 0, s->first = s->expected = 0;",
        "new_host",
    ),
    Lie(
        "resumes with a host that it never met",
        SESSION,
        "s->resumed = known && hello.heard_boot == s->boot;",
        "s->resumed = true;",
        "new_host",
    ),
    Lie(
        "resumes whatever the host had heard",
        SESSION,
        "known && hello.heard_boot == s->boot;",
        "known;",
        "other_boot_heard",
    ),
    Lie(
        "has no heart",
        SESSION,
        "    if (now_ms - s->said_ms >= s->heartbeat_ms)\n        beat(s);",
        "",
        "heartbeat",
    ),
    Lie("names nobody in its heartbeat", SESSION, "s->met ? s->host_boot : 0", "0", "heartbeat"),
    Lie(
        "beats as it likes",
        SESSION,
        "if (now_ms - s->said_ms >= s->heartbeat_ms)",
        "if (now_ms - s->said_ms >= 250)",
        "heartbeat_of_hello",
    ),
    Lie("is deaf to strangers", SESSION, "        beat(s); /* tells", "        return; /* tells", "stranger"),
    Lie(
        "stays open when its host is lost",
        SHOE,
        "    turn(machine, true);\n}\n\nstatic const",
        "    (void)machine;\n}\n\nstatic const",
        "lost_host",
    ),
    Lie(
        "gives up after much noise",
        FRAME,
        "    size_t count = decoder->count;\n",
        "    size_t count = decoder->count;\n\n    if (decoder->damaged > 20)\n        return false;\n",
        "flood",
    ),
    Lie(
        "counts down by itself",
        SHOE,
        "    payload[1] = shoe->cards_left;\n    tapis_session_say_state",
        "    payload[1] = shoe->cards_left > 0 ? shoe->cards_left-- : 0;\n    tapis_session_say_state",
        "count_stands",
    ),
    Lie(
        "miscounts",
        SHOE,
        "        payload[1] = shoe->cards_left;",
        "        payload[1] = (uint8_t)(shoe->cards_left - 1);",
        "draws",
    ),
    Lie(
        "tells no card to a second host",
        SESSION,
        "s->first = s->expected = s->said = 0;",
        "s->waiting.count = s->said = 0, s->first = s->expected = 0;",
        "draws",
    ),
    Lie(
        "lets a card through its lock",
        "host_port.c",
        "(!whatever && shoe.locked)",
        "(!whatever && !shoe.locked)",
        "holds_its_cards",
    ),
    Lie(
        "has one boot for ever", SESSION, "s->boot = port->draw(port->context);", "s->boot = 0xb007;", "power"
    ),
    Lie(
        "comes back open",
        SHOE,
        "&hooks, shoe);\n    turn(shoe, true);",
        "&hooks, shoe);\n    turn(shoe, cards_left == 0);",
        "power",
    ),
    Lie("does not say how it is", SHOE, "    say_state(machine);", "    (void)machine;", "state_after"),
    Lie(
        "tells the order of the deck",
        SHOE,
        "    say_state(machine);",
        "    say_state(machine), tapis_session_say(machine, 0x1f, NULL, 0);",
        "no_order",
    ),
    Lie(
        "speaks as a shuffler",
        SHOE,
        "    say_state(machine);",
        "    say_state(machine), tapis_session_say(machine, TAPIS_SHUFFLER_SHOWN_EMPTY, NULL, 0);",
        "its_list",
    ),
    Lie(
        "never stops talking",
        SESSION,
        "    if (s->met)\n        pass_time(s);",
        "    if (s->met)\n        beat(s), pass_time(s);",
        "unhurried",
    ),
    Lie(
        "tells each card twice",
        SHOE,
        "        tapis_session_say(&shoe->session, TAPIS_CARD_DRAWN, payload, 2);",
        "        tapis_session_say(&shoe->session, TAPIS_CARD_DRAWN, payload, 2);\n"
        "        tapis_session_say(&shoe->session, TAPIS_CARD_DRAWN, payload, 2);",
        "draws",
    ),
    Lie(
        "forgets at a resume what was not acknowledged",
        SESSION,
        "            acknowledge(s, frame->ack);\n        else",
        "            acknowledge(s, frame->ack), s->waiting.count = s->said = 0;\n        else",
        "resumes",
    ),
    Lie(
        "has another version in all but its WELCOME",
        SESSION,
        "    frame.version = TAPIS_VERSION;",
        "    frame.version = kind == TAPIS_WELCOME ? TAPIS_VERSION : 2;",
        "welcome_form",
    ),
    Lie(
        "leaves its host at a list that it does not know",
        SESSION,
        "        welcome(s, hello.call, TAPIS_OTHER_LIST);",
        "        welcome(s, hello.call, TAPIS_OTHER_LIST);\n        s->met = false;",
        "unknown_list",
    ),
    Lie(
        "leaves its host at another version",
        SESSION,
        "            welcome(s, 0, TAPIS_OTHER_VERSION);",
        "            welcome(s, 0, TAPIS_OTHER_VERSION), s->met = false;",
        "other_version",
    ),
    Lie(
        "forgets its reports at another version",
        SESSION,
        "            welcome(s, 0, TAPIS_OTHER_VERSION);",
        "            welcome(s, 0, TAPIS_OTHER_VERSION), s->waiting.count = s->said = s->under_way = 0;",
        "other_version",
    ),
    Lie(
        "refuses another version under a call",
        SESSION,
        "            welcome(s, 0, TAPIS_OTHER_VERSION);",
        "            welcome(s, 7, TAPIS_OTHER_VERSION);",
        "other_version",
    ),
    Lie(
        "obeys a stranger",
        SESSION,
        "        beat(s); /* tells the caller whom this machine knows, if anybody */",
        "        beat(s), hear(s, frame);",
        "stranger",
    ),
    Lie(
        "is another program at each call",
        SESSION,
        "    put_digest(payload + bytes, s->me->firmware_sha256);",
        "    put_digest(payload + bytes, s->me->firmware_sha256), payload[bytes] = (uint8_t)call;",
        "welcome_form",
    ),
)
WRAPS_EARLY: Final = Lie(
    "numbers of fifteen bits",
    SESSION,
    "    s->expected++;",
    "    s->expected = (s->expected + 1) & 0x7fff;",
    "wrap",
)


def told(lie: Lie) -> dict[str, str]:
    """The sources with this lie in them."""
    changed = sources()
    assert changed[lie.file].count(lie.old) == 1, f"{lie.name}: {changed[lie.file].count(lie.old)} places"
    return changed | {lie.file: changed[lie.file].replace(lie.old, lie.new)}


@contextmanager
def hand(machine: ReferenceMachine) -> Iterator[Any]:
    """A hand that does a little later what a person is asked to."""
    does = {ASKED["pull"][1]: "card 9", ASKED["draw"][1]: "card 9", ASKED["power"][1]: "power"}
    timers: list[threading.Timer] = []

    def ask(what: str) -> None:
        timers.append(threading.Timer(HAND_AFTER_S, machine.do, [does[what]]))
        timers[-1].start()

    yield ask
    for timer in timers:
        timer.join()


def failures(program: Path | None, kind: str, wish: Wish = ALL_ALONE) -> dict[str, str]:
    """The rules that this device does not hold, and what was seen."""
    machine, found = ReferenceMachine(kind, program), {}
    if kind == "shoe":
        machine.do("deck 52")
    try:
        with hand(machine) as ask:
            for said in conforms(line_at(machine.url), kind, wish):
                if said["kind"] == "ask":
                    ask(said["do"])
                elif said["kind"] == "rule" and not said["ok"]:
                    found[said["rule"]] = said["seen"]
    finally:
        machine.close()
    return found


def wish_for(rules: Collection[str]) -> Wish:
    """What a rule needs to be tried, and a handshake before those that look back."""
    needs = {"draws", "holds_its_cards"} & set(rules)
    return Wish(
        10 if needs else 0, 10 if "power" in rules else 0, "wrap" in rules, ("welcome_form", "opens", *rules)
    )


def found_of(lie: Lie) -> dict[str, str]:
    """What the examination finds of this lie, trying its rule."""
    return failures(compiled(told(lie)), "shoe", wish_for((lie.rule,)))


def main() -> int:
    """Every lie on one line; 1 if any is not found."""
    with ThreadPoolExecutor(8) as at_once:
        results = list(at_once.map(found_of, LIES))
    missed = 0
    for lie, found in zip(LIES, results, strict=True):
        missed += lie.rule not in found
        sys.stdout.write(f"{lie.name:<50}{lie.rule:<20}{found.get(lie.rule, f'NOT FOUND, {found}')}\n")
    sys.stdout.write(f"{len(LIES) - missed} of {len(LIES)} found\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
