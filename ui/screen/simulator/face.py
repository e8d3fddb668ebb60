"""What the simulator's panel says: the night, the cards that are placed, what goes wrong, and what is true.

Every key carries the tap that the bench of the simulator understands; `SimulatorPanel.qml` draws the map and
hands the tap back unchanged. Cards are named where a person placed them here; the others are a number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ui import figures
from ui.screen.shape import Tap
from ui.screen.simulator.cards import expected, hands, picker, stacking
from ui.screen.simulator.machines import by_hand, chips, lines, machines
from ui.screen.simulator.night import ROWS, Typed, paces, scripts, seed, steps, world
from ui.screen.simulator.people import badges
from ui.screen.simulator.speech import Speech, View
from ui.texts.simulator import SIMULATOR


def not_copied(text: str) -> None:
    """Nobody keeps what is copied."""


class SimulatorFace:
    """The wording of the simulator's panel.

    Views are those of the simulator's bench; the screen's side may add `offline` (when the table was last
    heard, 0 while it is heard) and `refusal` (why the last tap was not taken).

    Args:
        language: `fr` or `en`; the key on the panel changes it.
        copy: keeps a text for another program.
    """

    def __init__(self, language: str = "fr", copy: Callable[[str], None] = not_copied) -> None:
        self._language = language
        self._copy = copy
        self._typed = Typed()
        self._page = 0
        self._plays = ""
        self._copied = ""

    def take(self, tap: Tap) -> bool:
        """Language, page and what is typed are the panel's own; everything else is asked of the bench."""
        act = tap["act"]
        self._copied = tap["text"] if act == "copy" else ""
        if act == "language":
            self._language = "en" if self._language == "fr" else "fr"
        elif act == "scripts_page":
            self._page = tap["page"]
        elif act == "copy":
            self._copy(tap["text"])
        elif act == "type":
            self._typed.take(tap)
        else:
            self._typed.close()
            return False
        return True

    def words(self, view: View) -> dict[str, Any]:
        """The worded map of this view (`SimulatorPanel.qml` says what it holds)."""
        self._follow(view)
        say = Speech(self._language)
        stands = view["stands"]
        return {
            "title": say("title"),
            "table": view["table"],
            "stands": say("stands", round=stands["round"]) if stands.get("round") else "",
            "language": {
                "current": self._language,
                "tap": {"act": "language"},
                "says": say.shared("language"),
            },
            "simulation": say.shared("simulation"),
            "offline": bool(view.get("offline")),
            "seed": seed(say, view, self._typed, self._copied),
            "paces": paces(say, view),
            "steps": steps(say, view),
            "hands": hands(say, view),
            "picker": picker(say, view),
            "expected": expected(say, view),
            "stacking": stacking(say, view),
            "badges": badges(say, view),
            "scripts": scripts(say, view, self._page),
            "hand": by_hand(say, view),
            "chips": chips(say, view),
            "lines": lines(say, view),
            "machines": machines(say, view),
            "world": world(say, view),
            "about": say("about"),
            "message": message(say, view),
        }

    def _follow(self, view: View) -> None:
        """The page of a script that has begun is shown; who turns it then finds it where he left it."""
        told = view["world"]
        listed = told["scripts"] if told else []
        plays = next((at for at, one in enumerate(listed) if one["state"] == "plays"), None)
        name = listed[plays]["name"] if plays is not None else ""
        if plays is not None and name != self._plays:
            self._page = plays // ROWS
        self._plays = name


def message(say: Speech, view: View) -> dict[str, str] | None:
    """Silence first, then why the last tap was not taken; None when there is nothing to say."""
    offline = view.get("offline", 0)
    if offline:
        at = figures.clock(offline) if offline > 1 else "–"
        said = "restarting" if view.get("restarting") else "offline"
        return {"title": say(said), "text": say(f"{said}.sub", time=at)}
    refusal = view.get("refusal")
    if refusal:
        why = refusal["facts"].get("why", refusal["code"])
        known = f"why.{why}" if f"why.{why}" in SIMULATOR else "why.other"
        return {"title": say("refused"), "text": say(known)}
    return None
