"""What is wrong with a scene: what one cannot read, cannot touch, is not told, or may not know."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QAccessible
from PySide6.QtQuick import QQuickItem

from controller.game.cards import DECK
from tests.builders import Felt
from tests.ui.every_scene import Scene, table_of
from tests.ui.misses import MOST, misses, tap_of
from tests.ui.pixels import faint
from tests.ui.scene import PX_PER_MM, area, controls, faults, items, parents, too_small
from tests.ui.test_no_card_in_the_scene import cards_in
from ui.app import Stage
from ui.texts.hands import card_name

GAP_MM: Final = 1.2
"""The gutter of the grid on the small glass (theme, section 4); `misses.py` works out how far a finger must
go astray to hit a key that acts on money."""
ROUNDING_PX: Final = 0.5


def found(stage: Stage, scene: Scene) -> list[str]:
    """All faults of the scene that stands on the stage, in sentences."""
    said = list(stage.warnings)
    stage.warnings.clear()
    if scene.theme == "night":  # the other themes have the same measures
        said += faults(stage.window)
    if scene.screen == "console" and scene.theme == "night":
        said += [f"{key!r} is less than 12 mm" for key in too_small(stage.window)]
        said += too_close(stage)
        said += unnamed(stage)
        said += face_down(stage, scene, table_of(scene))
        said += [f"a miss of {one}" for one in misses(stage.window) if one.chance >= MOST]
    if scene.hand == "right":
        said += faint(stage.window)
    return list(dict.fromkeys(said))


def too_close(stage: Stage) -> Iterator[str]:
    """Live keys with too little air between them.

    The alarm's are segments of one bar (theme, section 5); a card of the grid is keyed twice.
    """
    per_mm = PX_PER_MM[stage.window.width()]
    keys = [touch.parentItem() for touch in controls(stage.window)]
    drawn = [(key, area(key)) for key in keys if "card" not in tap_of(key)]
    for (one, here), (other, there) in combinations(drawn, 2):
        gap = between(here, there)
        if gap >= GAP_MM * per_mm - ROUNDING_PX or one in parents(other) or other in parents(one):
            continue
        if not (gap == 0 and _in_one_bar(one, other)):
            yield f"{gap / per_mm:.1f} mm between {one.property('says')!r} and {other.property('says')!r}"


def _in_one_bar(one: QQuickItem, other: QQuickItem) -> bool:
    return any(up.property("alarm") is not None and up in parents(other) for up in parents(one))


def between(one: QRectF, other: QRectF) -> float:
    """The air between two keys; 0 where they touch."""
    across = max(one.left() - other.right(), other.left() - one.right(), 0.0)
    down = max(one.top() - other.bottom(), other.top() - one.bottom(), 0.0)
    return float(max(across, down))


def unnamed(stage: Stage) -> Iterator[str]:
    """Keys that a screen reader would not name."""
    for touch in controls(stage.window):
        key = touch.parentItem()
        told = QAccessible.queryAccessibleInterface(key)
        if told is None or not told.text(QAccessible.Text.Name).strip():
            yield f"a key at {area(key).getRect()} has no name"


def face_down(stage: Stage, scene: Scene, felt: Felt) -> Iterator[str]:
    """Cards that lie face down and are drawn, written or told. A grid that has all cards tells none."""
    hidden = _face_down(felt)
    told = [(item, list(cards_in(item))) for item in items(stage.window)]
    if sum(len(cards) for _, cards in told) >= len(DECK):
        return
    for item, cards in told:
        written = str(item.property("text") or "") + str(item.property("says") or "")
        spelled = [card for card in hidden if " ".join(card_name(scene.language, card)) in written]
        yield from (f"{card} lies face down and is told" for card in (*cards, *spelled) if card in hidden)


def _face_down(felt: Felt) -> set[str]:
    """The cards of the round that nobody may know yet. One that was keyed wrong lies open besides."""
    played = felt.state.round
    if played is None:
        return set()
    lying = {place: card.turned_up().text for place, card in played.cards.items() if card is not None}
    return set(lying.values()) - {text for place, text in lying.items() if place in played.shown}
