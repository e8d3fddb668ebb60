"""Frames at the pit: the last of the machine that is looked at, which came masked, and those of facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from ui import figures
from ui.screen.pit.felt import Speech
from ui.screen.room import Seen

View = Mapping[str, Any]

LOG_FAILED: Final = ("full", "read_only", "forbidden", "no_folder")
"""Why a frame log is not written, as far as it has words of its own (`controller.host.disk`)."""
ARROWS: Final = {"in": "←", "out": "→", "": "–"}


def frame_id(number: int) -> str:
    """`0C4A`, as the journal and the frame log name it; empty for what has no number."""
    return f"{number:04X}" if number else ""


def last_frames(speech: Speech, lines: Sequence[View], counted: View | None) -> dict[str, Any]:
    """Title, note and a row a frame, the newest last; without a line there is no section."""
    returns = counted["reconnections"] if counted is not None else 0
    return {
        "title": speech.say("frames.title"),
        "note": speech.say("frames.note"),
        "tail": speech.say("frames.returns", count=returns) if returns else "",
        "rows": [
            {
                "time": f"{figures.clock(one['at_ms'], speech.zone)},{one['at_ms'] % 1_000:03d}",
                "way": ARROWS.get(one["way"], "–"),
                "id": frame_id(one["number"]),
                "text": one["text"],
                "word": speech.say(f"frame.{one['word']}"),
            }
            for one in lines
        ],
    }


def unwritten(speech: Speech, tables: Sequence[Seen]) -> list[str]:
    """Of the tables whose frame log cannot be written a line for each reason; the game goes on without."""
    whys = dict.fromkeys(seen.frame_log for seen in tables if seen.frame_log)
    return [
        speech.say(
            "frames.failed",
            tables=", ".join(seen.name for seen in tables if seen.frame_log == why),
            why=speech.say(f"frames.{why}" if why in LOG_FAILED else "frames.broken"),
        )
        for why in whys
    ]


def fact_source(say: Callable[..., str], told: View | None) -> str:
    """`sabot 0C49`, `sabot 0C4A–4C`, `livre 7 022`; empty for a fact that a person or the clock made."""
    if told is None:
        return ""
    first, last = told["numbers"]
    number = figures.count(first) if told["from"] == "book" else frame_id(first)
    if last != first:
        number += f"–{last % 0x100:02X}" if last >> 8 == first >> 8 else f"–{last:04X}"
    return say(f"source.{told['from']}", number=number)
