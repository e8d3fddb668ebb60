"""The pit's page of plots: twelve of them in two groups of six, of a table or the room, of a period."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ui import figures
from ui.drawing import Drawing
from ui.house import Memory
from ui.screen import plots_chance, plots_conduct, plots_money, plots_pace
from ui.screen.extent import Extent
from ui.screen.house_keys import Choice, aimed, every_table, export_keys, period_keys, table_keys
from ui.screen.house_page import HousePage
from ui.screen.house_speech import Words
from ui.screen.room import Room

GAP: Final = 32
TOP: Final = 66
SMALL_TOP: Final = 118
BELOW: Final = 40
ROWS: Final = 3
SMALL_PITCH: Final = 290
HEAD: Final = 54
"""What the title of a plot and the air below it take of its pitch."""

Draw = Callable[[Words, Mapping[str, Any], float, float], tuple[str, str, Drawing]]

GROUPS: Final[Mapping[str, tuple[tuple[str, Draw], ...]]] = {
    "play": (
        ("rounds_per_hour", lambda words, told, w, h: plots_pace.rates(words, told, w, h, hands=False)),
        ("phase_times", plots_pace.phase_times),
        ("result", plots_money.result),
        ("participation", plots_pace.participation),
        ("frequencies", plots_chance.frequencies),
        ("machines", plots_conduct.machines),
    ),
    "conduct": (
        ("hands_per_hour", lambda words, told, w, h: plots_pace.rates(words, told, w, h, hands=True)),
        ("jackpot", plots_money.jackpot),
        ("alarms", plots_conduct.alarms),
        ("corrections", plots_conduct.corrections),
        ("seat_heat", plots_pace.seat_heat),
        ("availability", plots_conduct.availability),
    ),
}


class PlotsPage(HousePage):
    """What the pit sees of its tables over time."""

    name = "plots"
    face = "PitPlots"

    def __init__(self, memory: Memory, choice: Choice) -> None:
        super().__init__(memory, choice)
        self._group = "play"

    def take(self, tap: Mapping[str, Any], room: Room) -> bool:
        """Another group, table or period; a file of what is shown."""
        if tap.get("page") != self.name:
            return False
        if "group" in tap and tap["group"] in GROUPS:
            self._group = str(tap["group"])
        if "export" in tap:
            self._choice.save(self._memory, {**self._question(room), "what": "plots"}, tap, room)
        elif not self._choice.unfold(tap):
            self._choice.take(tap)
        return True

    def words(self, room: Room) -> dict[str, Any]:
        """The page; drawn anew only when there is something new to draw."""
        words = Words(room.language, room.zone)
        told = self._memory.ask(self._question(room))
        key = (room.language, room.chosen, self._group, self._choice.key(), room.extent)
        return self._kept.page(key, (told,), lambda: self._page(words, told, room))

    def _question(self, room: Room) -> dict[str, Any]:
        names = [name for name, _ in GROUPS[self._group]]
        return {"ask": "plots", "plots": names, **self._choice.scope(room), **aimed(room)}

    def _page(self, words: Words, told: Mapping[str, Any] | None, room: Room) -> dict[str, Any]:
        looked, tables = room.chosen, list(told["tables"]) if told is not None else []
        return {
            "title": words.say("plots"),
            "tables": table_keys(words, self.name, self._choice, tables, looked),
            "every": every_table(words, self.name, self._choice, tables),
            "periods": period_keys(words, self.name, self._choice),
            "groups": [
                {
                    "label": words.say(f"group.{group}"),
                    "on": group == self._group,
                    "tap": {"act": "page", "page": self.name, "group": group},
                }
                for group in GROUPS
            ],
            "exports": export_keys(words, self.name),
            "saved": self._choice.saved_words(words),
            "wait": words.say("wait") if told is None else "",
            "foot": self._foot(words, told["plots"] if told else {}),
            "panels": [] if told is None else self._panels(words, told["plots"], room.extent),
        }

    @staticmethod
    def _foot(words: Words, plots: Mapping[str, Any]) -> str:
        """What the points are; beside the bank's result, from where on the house asks for a review."""
        said = words.say("plots.foot")
        if "result" not in plots:
            return said
        count = figures.decimal(plots["result"]["review_percent"] / 100, 0)
        return f"{said} {words.say('plots.foot.review', count=count)}"

    def _panels(self, words: Words, plots: Mapping[str, Any], extent: Extent) -> list[dict[str, Any]]:
        """Two columns of three; on a small stage one column, which is scrolled."""
        across, top = (1, SMALL_TOP) if extent.small else (2, TOP)
        width = (extent.page_width() - (across - 1) * GAP) // across
        pitch = SMALL_PITCH if extent.small else (extent.page_height - TOP - BELOW) // ROWS
        panels = []
        for number, (name, draw) in enumerate(GROUPS[self._group]):
            note, tail, drawing = draw(words, plots[name], width, pitch - HEAD)
            at = {"x": number % across * (width + GAP), "y": top + number // across * pitch}
            panels.append({**at, **drawing.panel(words.say(name), note, tail)})
        return panels
