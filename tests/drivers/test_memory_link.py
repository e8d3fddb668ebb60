"""The carrier of simulated machines: its cable in and out, and nothing that was under way when it went."""

from __future__ import annotations

from collections.abc import Callable

from controller.ports import LinkDown, LinkUp
from drivers.lines.links import memory_pair


def test_a_cable_that_is_out_is_no_link_until_it_is_in_and_loses_what_was_under_way() -> None:
    waiting: list[Callable[[], None]] = []
    near, far = memory_pair(lambda latency_ms, deliver: waiting.append(deliver))
    heard: list[object] = []

    def told() -> list[object]:
        return [one if isinstance(one, bytes) else type(one) for one in heard]

    def later() -> None:
        while waiting:
            waiting.pop(0)()

    near.unplug("unplugged")
    later()
    near.open(heard.append)
    far.write(b"lost")
    later()
    assert (near.up, far.up, heard) == (False, False, [])
    far.plug()
    later()
    assert (near.up, told()) == (True, [LinkUp])
    far.write(b"under way")
    far.unplug("pulled out")
    later()
    assert told() == [LinkUp, LinkDown]
    near.plug()
    far.write(b"card")
    later()
    assert told()[2:] == [LinkUp, b"card"]
