"""The one object that QML sees: a worded map in, taps out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QJSValue

Tap = dict[str, Any]
"""What a key asks, as the view made it: `act` and its arguments. QML hands it back unchanged."""


class Face(Protocol):
    """The wording of one screen, with what belongs to the screen alone (language, open sheets)."""

    def words(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """The worded map of this view of the table."""
        ...

    def take(self, tap: Tap) -> bool:
        """Whether the tap concerned only the screen; then it has been done and the map may differ."""
        ...


class Screen(QObject):
    """What one screen shows, and what its keys ask for."""

    viewChanged = Signal()  # noqa: N815 - the name QML binds to
    changing = Signal()
    """The map is about to be another: the scene still is what the person sees."""

    def __init__(self, face: Face | None = None, ask: Callable[[Tap], None] | None = None) -> None:
        """Without a face the maps are shown as given; without `ask` the taps lead nowhere."""
        super().__init__()
        self._face = face
        self._ask = ask
        self._source: Mapping[str, Any] | None = None
        self._view: dict[str, Any] = {}
        self._held = False
        self._late: dict[str, Any] | None = None

    def show(self, source: Mapping[str, Any]) -> None:
        """The screen shows this view of the table, worded."""
        self._source = source
        self._put(dict(source) if self._face is None else self._face.words(source))

    def wait(self, words: str, **drawn: Any) -> None:
        """The screen says these words and nothing else, drawn as it will be: no view has come yet."""
        self._put({"waiting": words, **drawn})

    def refresh(self) -> None:
        """The last view has been worded again: the language or a sheet has changed."""
        if self._source is not None:
            self.show(self._source)

    def _put(self, view: dict[str, Any]) -> None:
        if self._held:
            self._late = view
        elif view != self._view:
            self.changing.emit()
            self._view = view
            self.viewChanged.emit()

    @Slot(bool)
    def hold(self, held: bool) -> None:
        """While a finger lies on a key nothing comes or goes under it; then the newest map is shown."""
        self._held = held
        late, self._late = self._late, None
        if not held and late is not None:
            self._put(late)
        elif held:
            self._late = late

    def shown(self) -> dict[str, Any]:
        """The worded map that stands on the screen now."""
        return self._view

    view = Property("QVariantMap", shown, notify=viewChanged)  # type: ignore[arg-type]  # Qt's name of a map, as documented

    @Slot("QVariant")
    def tap(self, tap: object) -> None:
        """The screen's own tap is done here; any other is asked of the table."""
        asked = plain(tap)
        if not isinstance(asked, dict) or not isinstance(asked.get("act"), str):
            raise TypeError(f"a key handed back {type(asked).__name__} without an act")
        first = getattr(self._face, "before", None)
        if first is not None and self._ask is not None and (before := first(asked)) is not None:
            self._ask(before)
        if self._face is not None and self._face.take(asked):
            self.refresh()
        elif self._ask is not None:
            self._ask(asked)


def plain(value: object) -> object:
    """The Python value of what QML hands over; whole numbers are int again."""
    if isinstance(value, QJSValue):
        value = value.toVariant()
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value
