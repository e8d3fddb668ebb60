"""The three stages that the pit's screen is laid out for, and which of them a window gets.

Each is laid out by itself and not made smaller or larger from another. A window of another size shows the one
that is nearest to it, scaled as a whole.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

FINGER_PX: Final = 48
"""No key of the pit is lower."""


@dataclass(frozen=True)
class Extent:
    """What a page may count on, in the pixels of its stage.

    `top` is the height of the bar of tabs, `edge` the air at either side of a page, `spine` the width of the
    column of tables, `column` that of what needs a person.
    """

    name: str
    width: int
    height: int
    top: int
    edge: int
    spine: int
    column: int

    @property
    def small(self) -> bool:
        return self.name == "small"

    def row_px(self, usual: int) -> int:
        """How high a row of a list that is touched is: as a key on a small stage, else as it was drawn.

        A small panel has the smaller pixels, and its pages are scrolled.
        """
        return max(usual, FINGER_PX) if self.small else usual

    @property
    def page_height(self) -> int:
        """What a page is high."""
        return self.height - self.top

    def page_width(self, *, wide: bool = False) -> int:
        """What a page is wide, beside the column of tables or in its place."""
        return self.width - self.column - 2 * self.edge - (0 if wide else self.spine)

    def words(self) -> dict[str, Any]:
        """The same, for the faces."""
        return asdict(self)


SMALL: Final = Extent("small", 1280, 800, top=52, edge=16, spine=160, column=316)
USUAL: Final = Extent("usual", 1920, 1080, top=56, edge=24, spine=248, column=392)
WIDE: Final = Extent("wide", 2134, 1200, top=56, edge=24, spine=248, column=392)
"""For 2560×1440: there each of its pixels is 1.2 of the panel, as much as such a panel has more of them in a
millimetre (27 inches beside 24), so that no text is smaller to the eye than at 1920×1080."""

SMALL_BELOW: Final = 1600
WIDE_FROM: Final = 2400


def extent_of(width: int) -> Extent:
    """The stage for a window so many pixels wide."""
    return SMALL if width < SMALL_BELOW else WIDE if width >= WIDE_FROM else USUAL
