"""The table's end of a line under examination: what it takes of a machine, and what it calls foreign."""

from __future__ import annotations

from random import Random

from controller.clock import VirtualClock
from controller.game.cards import DECK
from controller.ports import Deliver
from drivers.lines.frame import encode_frame
from drivers.lines.host_end import Arrived, HostEnd, foreign
from drivers.lines.messages import Kind, pack
from drivers.lines.session import Session
from drivers.lines.session_types import Identity

SHOE = Identity("shoe 17", "shoe", "2.3")


class Kept:
    """A line whose other end is in the hands of the test."""

    def __init__(self) -> None:
        self.said: list[bytes] = []

    def open(self, deliver: Deliver) -> None:
        self.deliver = deliver

    def write(self, data: bytes) -> None:
        self.said.append(data)

    def close(self) -> None:
        self.said.clear()


def host() -> tuple[HostEnd, Kept]:
    line = Kept()
    made = HostEnd(line, VirtualClock(0), Random(1))
    made.start()
    return made, line


def heard(end: HostEnd, line: Kept, data: bytes) -> list[Arrived]:
    """What these bytes brought."""
    known = len(end.arrived)
    line.deliver(data)
    end._take(*end._inbox.get_nowait())
    return end.arrived[known:]


def test_only_the_first_answer_to_the_latest_call_tells_how_both_ends_number() -> None:
    """A machine that answers twice, or an older call, would else set the numbers back in mid-conversation."""
    end, line = host()
    machine = Session(SHOE, 0xBBBB)
    end.call()
    machine.feed(b"".join(line.said), 0)
    answer = machine.take()
    heard(end, line, answer)
    assert end.heard_boot == 0xBBBB
    card = pack(Kind.CUT_CARD, {"cards_left": 3})
    heard(end, line, encode_frame(Kind.CUT_CARD, 0, 0, 0xBBBB, card))
    assert end.expected == 1
    heard(end, line, encode_frame(Kind.CUT_CARD, 0, 0, 0xBBBB, card))
    assert end.expected == 1, "it came before, and is acknowledged again"
    heard(end, line, answer)
    assert end.expected == 1, "a copy of it, late on the line"
    older = end.call()
    heard(end, line, answer)
    assert (end.expected, end.latest_call) == (1, older), "of the call before"
    heard(end, line, encode_frame(Kind.WELCOME, 0, 0, 0xBBBB, b"?"))
    assert end.expected == 1, "what cannot be read is no answer"


def test_what_another_machine_would_say_and_what_is_none_of_its_kind_is_foreign() -> None:
    end, line = host()
    card = pack(Kind.CARD_DRAWN, {"card": DECK[0], "cards_left": 51})
    temperature = pack(Kind.HEARTBEAT, {"heard_boot": 0})
    came = heard(
        end,
        line,
        b"".join(
            (
                encode_frame(Kind.CARD_DRAWN, 0, 0, 0xBBBB, card),
                encode_frame(Kind.HEARTBEAT, 0, 0, 0xBBBB, temperature),
                encode_frame(Kind.CUT_CARD, 1, 0, 0xBBBB, b"????"),
                encode_frame(Kind.CUT_CARD, 2, 0, 0xBBBB, b"????"),
                encode_frame(0xEE, 3, 0, 0xBBBB, b""),
            )
        ),
    )
    assert foreign(came, "shoe") == ["cut_card", "0xee"], "each once, by its name or its number"
    assert foreign(came, "shuffler") == ["card_drawn", "cut_card", "0xee"]
    assert [one.values for one in came[2:4]] == [{}, {}]
    assert came[0].values["cards_left"] == 51
