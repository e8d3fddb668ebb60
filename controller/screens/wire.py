"""What a table and its screens say to each other: JSON lines, views out, taps in.

    table -> screen   {"view": {...}, "seq": 812}            the whole view, after entry 812
                      {"since": 812, "seq": 813, ...}        what differs from it after entry 813
                      {"figures": [{"machine", ...}, ...]}   how the lines of the machines do; not written
                      with "frame_log": "full"               while the frame log cannot be written
                      {"tick": 1795212187123}                the deciding thread is at work; the table's time
                      {"answer": "5f…", "ok": true, "seq": 813}
                      {"answer": "5f…", "ok": false, "refusal": {"code", "article", "facts"}}
                      {"dropped": "tap.seat: …"}             what the table did not understand; it hangs up
    screen -> table   {"id": "5f…", "view": 812, "tap": {"act": "BetPlay", "seat": 3, "multiple": 4}}
    display -> table  {"shown": {"seq", "cents", "tick"}}    what it has drawn since that tick, frame swapped
    pit -> table      {"screen": "chef"}                     its first line: it is a chef's own screen
    pit -> table      {"frames": "shoe"}                     the pit looks at the frames of a machine
    table -> pit      {"frames": "shoe", "lines": [...]}     the last of them, masked, oldest first

How a difference is told, and to whom, is in `controller.screens.wire_views`; what the pit and a table say of
a card that is read at the pit in `controller.screens.pit_card`; what a witness is told, on a socket of its
own, in `controller.witness.desk`; a table's last word in `controller.screens.last_word`.

`view` in a tap is the `seq` of the view that the finger saw; a table reads taps by `controller.screens.taps`.
Both ends use this module, and a screen is to be there at once: it loads no intent and nothing of the game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from types import NoneType
from typing import TYPE_CHECKING, Any, Final

from controller.screens.view_kinds import ViewKinds as ViewKinds
from controller.screens.wire_lines import LINE_MAX as LINE_MAX
from controller.screens.wire_lines import TEXT_MAX as TEXT_MAX
from controller.screens.wire_lines import Lines as Lines
from controller.screens.wire_lines import WireError as WireError
from controller.screens.wire_lines import decode as decode
from controller.screens.wire_lines import encode as encode
from controller.screens.wire_views import DIFFERENCES_LINE as DIFFERENCES_LINE
from controller.screens.wire_views import takes_differences as takes_differences
from controller.screens.wire_views import tells_differences as tells_differences
from controller.screens.wire_views import view_after as view_after

if TYPE_CHECKING:
    from controller.game.inputs import Machine
    from controller.game.refusals import Refusal
    from controller.ports import Figures, FrameLine

ScreenRole = str
"""What a screen is for: `dealer`, `pit`, `jackpot`, `simulator`. Its socket, its account and its certificate
have this name. What a person does here, which his card proves, is `controller.game.choices.Role`."""
SCREEN_ROLES: Final = ("dealer", "pit", "jackpot")
NUMBER_MAX: Final = 2**53 - 1

TICK_MS: Final = 500
SILENCE_MS: Final = 2_000
SHOWN_MS: Final = 3_000
"""A display that has not said for so long that it shows the jackpot does not count as one."""


def socket_name(role: ScreenRole) -> str:
    """The file name of a role's socket in the run directory."""
    return f"{role}.sock"


PIT_NAMES: Final = ("pit", "chef")
"""What a screen of the pit's role may be known as in the journal."""
_SHOWN: Final = re.compile(
    rb'\{"shown":\{"seq":(0|[1-9][0-9]{0,15}),"cents":(null|0|[1-9][0-9]{0,15}),"tick":([1-9][0-9]{0,15})\}\}'
)
_ROUND_ASKED: Final = re.compile(rb'\{"round":([1-9][0-9]{0,8})\}')


# --- to a screen ---------------------------------------------------------------------------------


def view_line(view: Mapping[str, Any]) -> bytes:
    """The line that carries this view; its `seq` is the view's own."""
    return encode({"view": view, "seq": view["seq"]})


def tick_line(now_ms: int) -> bytes:
    """The line that says: at work, and this is the time."""
    return encode({"tick": now_ms})


_COUNTED: Final = frozenset({"frames", "answers", "took_ms", "identity", "celsius", "limit_celsius"})
"""Figures that are written down (`controller.table.line_counts`): they move all the time, and views tell "
"them."""


def figures_line(machines: Mapping[Machine, Figures], frame_log: str = "") -> bytes:
    """The line that tells of each machine how its line does, and why the frame log is not written, if so."""
    failed = {"frame_log": frame_log} if frame_log else {}
    return encode(
        failed
        | {
            "figures": [
                {"machine": name, **{one: told for one, told in asdict(line).items() if one not in _COUNTED}}
                for name, line in machines.items()
            ]
        }
    )


def answer_line(ask_id: str, seq: int, refusal: Refusal | None) -> bytes:
    """The line that answers a tap: done, as of entry `seq`, or refused."""
    if refusal is None:
        return encode({"answer": ask_id, "ok": True, "seq": seq})
    told = {"code": refusal.code, "article": refusal.article, "facts": dict(refusal.facts)}
    return encode({"answer": ask_id, "ok": False, "refusal": told})


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a display has drawn, in a frame that was swapped after it had heard of `tick`.

    `seq` is the entry of the view, `cents` the amount that stood on the glass, None where none did.
    """

    seq: int
    cents: int | None
    tick: int


def shown(role: ScreenRole, line: bytes) -> Drawn | None:
    """What a display says on this line that it has drawn; None where it says nothing of the kind."""
    found = _SHOWN.fullmatch(line) if role == "jackpot" else None
    if found is None:
        return None
    return Drawn(int(found[1]), None if found[2] == b"null" else int(found[2]), int(found[3]))


def shown_line(drawn: Drawn) -> bytes:
    """The line by which a display says what it has drawn: one for each tick that it hears."""
    return encode({"shown": {"seq": drawn.seq, "cents": drawn.cents, "tick": drawn.tick}})


def amount_of(view: Mapping[str, Any]) -> int | None:
    """The amount in cents that a display draws of this view of its own; None where it draws none."""
    told = view.get("jackpot")
    known = isinstance(told, Mapping) and bool(view.get("prizes")) and told["generation"] > 0
    return int(told["meter_cents"]) if known and told is not None else None


def screen_named(role: ScreenRole, line: bytes) -> str:
    """What a screen of the pit says it is, `pit` or `chef`, or an empty text; said on its first line."""
    names = PIT_NAMES if role == "pit" else ()
    return next((name for name in names if line == screen_name_line(name).rstrip(b"\n")), "")


def screen_name_line(name: str) -> bytes:
    """The line by which a screen of the pit says what it is."""
    return encode({"screen": name})


def frames_asked_line(machine: str) -> bytes:
    """The line by which the pit asks for the last frames of a machine.

    They have a path of their own: in the views those of forty tables would be carried to be thrown away.
    """
    return encode({"frames": machine})


def frames_line(machine: Machine, lines: Sequence[FrameLine]) -> bytes:
    """The line that tells the last frames of a machine, masked by its driver, oldest first."""
    told = [
        {"number": one.number, "at_ms": one.at_ms, "way": one.way, "text": one.text, "word": one.word}
        for one in lines
    ]
    return encode({"frames": machine, "lines": told})


def round_asked(role: ScreenRole, line: bytes) -> int | None:
    """The number of the closed round that this line of a console asks for."""
    found = _ROUND_ASKED.fullmatch(line) if role == "dealer" else None
    return int(found[1]) if found is not None else None


def round_asked_line(number: int) -> bytes:
    """The line by which the console asks for a closed round that is older than those of its view."""
    return encode({"round": number})


def round_line(number: int, told: Mapping[str, Any] | None) -> bytes:
    """The line that tells this round, or that there is none to put right."""
    return encode({"round": number, "past": told})


def dropped_line(why: str) -> bytes:
    """The last line that a screen hears before the table hangs up."""
    return encode({"dropped": why})


_SAID: Final[Mapping[str, tuple[type, ...]]] = {
    "view": (dict,),
    "seq": (int,),
    "tick": (int,),
    "answer": (str,),
    "ok": (bool,),
    "refusal": (dict,),
    "figures": (list,),
    "frames": (str,),
    "lines": (list,),
    "round": (int,),
    "past": (dict, NoneType),
    "restarting": (bool,),
}
_TOGETHER: Final = {"answer": "ok", "frames": "lines", "round": "past"}


def check_said(message: Mapping[str, Any]) -> None:
    """What a table has said has the fields that it must have, each of its kind.

    Raises:
        WireError: it has not, and who said it is no table of this wire.
    """
    for name, kinds in _SAID.items():
        if name in message and type(message[name]) not in kinds:
            raise WireError(name, "is of another kind")
    for name, beside in _TOGETHER.items():
        if name in message and beside not in message:
            raise WireError(beside, "is missing")
    if "view" in message and type(message["view"].get("seq")) is not int:
        raise WireError("view.seq", "is no whole number")


def ask_line(ask_id: str, view: int, tap: Mapping[str, Any]) -> bytes:
    """The line that asks for an act; `tap` is an offer of the view, unchanged."""
    return encode({"id": ask_id, "view": view, "tap": tap})
