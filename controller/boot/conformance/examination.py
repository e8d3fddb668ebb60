"""The whole examination: which rules there are, for whom, in which order, and what is told of each."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final, NamedTuple

from controller.boot.conformance import machines, meeting, messages
from controller.boot.conformance.bench import Bench, Seen
from controller.boot.devices import NoDevice
from controller.boot.machines import Carriers, allow_list
from controller.clock import SystemClock
from controller.settings.table import TableFile
from controller.words import conformance as words
from controller.words.conformance_seen import seen as seen_in_words
from drivers.lines.host_end import HostEnd
from drivers.lines.port_faults import NOT_THERE, OpeningFault
from drivers.recordings.desk import Told

BAUD: Final = 115_200
SHOE: Final = "shoe"


class Rule(NamedTuple):
    """A rule; its name is a key of `controller.words.conformance.RULES`.

    Attributes:
        check: what was seen that it does not allow, or None.
        wants: what has to be there: `shoe`, `hands`, `power`, `wrap`.
        asks: what a person is asked to do meanwhile, a key of `controller.words.conformance.ASKED`.
    """

    check: Callable[[Bench], Seen | None]
    wants: frozenset[str] = frozenset()
    asks: str = ""

    @property
    def name(self) -> str:
        """Its name."""
        return self.check.__name__


def _only(*wants: str) -> frozenset[str]:
    return frozenset(wants)


RULES: Final = (
    Rule(meeting.greeting),
    Rule(meeting.welcome_form),
    Rule(meeting.same_call),
    Rule(meeting.older_call),
    Rule(meeting.unknown_list),
    Rule(meeting.other_version),
    Rule(messages.acknowledges),
    Rule(messages.window_taken),
    Rule(machines.opens, _only(SHOE)),
    Rule(machines.locks, _only(SHOE)),
    Rule(machines.lock_stays, _only(SHOE)),
    Rule(messages.pieces),
    Rule(messages.damaged),
    Rule(messages.spliced),
    Rule(messages.oversized),
    Rule(messages.repeated),
    Rule(messages.ahead),
    Rule(messages.half_range),
    Rule(messages.ack_beyond),
    Rule(messages.says_again),
    Rule(messages.window),
    Rule(messages.unknown_kind),
    Rule(messages.unknown_below),
    Rule(messages.bad_payload),
    Rule(meeting.resume_heard),
    Rule(meeting.resumes),
    Rule(meeting.new_host),
    Rule(meeting.other_boot_heard),
    Rule(meeting.heartbeat),
    Rule(meeting.heartbeat_of_hello),
    Rule(meeting.stranger),
    Rule(meeting.lost_host, _only(SHOE)),
    Rule(messages.flood),
    Rule(machines.count_stands, _only(SHOE)),
    Rule(machines.holds_its_cards, _only(SHOE, "hands"), "pull"),
    Rule(machines.draws, _only(SHOE, "hands"), "draw"),
    Rule(meeting.power, _only("power"), "power"),
    Rule(machines.state_after),
    Rule(machines.its_list),
    Rule(machines.no_order),
    Rule(machines.unhurried),
    Rule(messages.wrap, _only("wrap")),
)
NAMES: Final = tuple(rule.name for rule in RULES)


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be tried.

    Attributes:
        hands_s: how long a person is given to pull at a card and to draw one; 0, nobody is there.
        power_s: how long he is given to switch the machine off and on; 0, it stays on.
        wrap: whether 65,536 messages are said.
        rules: the names of the rules to try; empty, all of them.
    """

    hands_s: int = 0
    power_s: int = 0
    wrap: bool = False
    rules: Collection[str] = ()


ALL_ALONE: Final = Wish()


def line_of(settings: TableFile, machine: str, usb: Any = None) -> HostEnd:
    """The table's end of the line to this machine of the settings.

    Raises:
        NoDevice: it is not in the settings, speaks another protocol, or is not there.
        MissingLibrary: what it needs is not installed.
    """
    section = getattr(settings, machine)
    if section is None:
        raise NoDevice(f"{machine}: not in the settings; add [{machine}] to table.toml, or name its PORT")
    if section.driver != "open":
        raise NoDevice(f"{machine}: its driver is {section.driver}: only the open protocol has these rules")
    baudrate = getattr(section, "baudrate", None) or BAUD
    return line_at(section.url, baudrate, Carriers(allow_list(settings), usb))


def line_at(url: str, baudrate: int = BAUD, carriers: Carriers | None = None) -> HostEnd:
    """The table's end of the line at this port: a path, `socket://HOST:PORT` or `usb://VENDOR:PRODUCT`.

    Raises:
        NoDevice: nothing is there, or it is no port.
        MissingLibrary: what it needs is not installed.
    """
    if "://" not in url and not os.path.exists(url):
        raise NoDevice(str(OpeningFault(NOT_THERE, url)))
    link = (carriers or Carriers()).line(url, baudrate)
    return HostEnd(link, SystemClock(), Random())


def conforms(host: HostEnd, machine: str, wish: Wish = ALL_ALONE, lang: str = "en") -> Iterator[Told]:
    """A map a rule, then one of the whole; between them what a person is asked to do (`kind` ask).

    `rule` its name, `says` the rule, `page` where it stands, `tried`, `ok`, and `seen` where it is not held.

    Raises:
        NoDevice: its port does not open.
        MissingLibrary: what it needs is not installed.
    """
    bench = Bench(host, machine)
    bench.hands_s, bench.power_s = wish.hands_s, wish.power_s
    there = {"hands": wish.hands_s > 0, "power": wish.power_s > 0, "wrap": wish.wrap}
    has = {machine, *(name for name, is_there in there.items() if is_there)}
    try:
        host.start()
    except ValueError:
        raise NoDevice("PORT: no such port; a path, socket://HOST:PORT or usb://VENDOR:PRODUCT") from None
    count = held = 0
    try:
        for rule in RULES:
            if not rule.wants <= has or (count and wish.rules and rule.name not in wish.rules):
                continue
            if rule.asks:
                yield {"kind": "ask", "do": words.ASKED[rule.asks][lang == "en"]}
            found = rule.check(bench)
            yield _told(rule.name, found, lang)
            count += 1
            held += found is None
            if count == 1 and found is not None:
                break  # a machine that is not met cannot be tried on the others
            if rule.name not in AFTERWARDS:
                bench.rest()
    finally:
        host.stop()
    if host.refused is not None and not host.arrived:
        raise NoDevice(str(host.refused))
    yield {"kind": "verdict", "machine": machine, "ok": held == count, "held": held, "rules": count}


AFTERWARDS: Final = ("greeting", "count_stands", "state_after", "its_list", "no_order", "unhurried", "wrap")
"""Rules that leave nothing under way."""


def _told(name: str, found: Seen | None, lang: str) -> Told:
    rule, english = words.RULES[name], lang == "en"
    return {
        "kind": "rule",
        "rule": name,
        "page": f"OPEN_PROTOCOL.md, {rule.section}",
        "says": rule.says[english],
        "tried": rule.tried[english],
        "ok": found is None,
        "seen": "" if found is None else seen_in_words(found.code, found.facts, lang),
    }
