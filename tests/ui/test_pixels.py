"""What the eye of the tests makes of a scene: also of a text that the edge of a list cuts."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtQml import QQmlComponent, QQmlEngine
from PySide6.QtQuick import QQuickWindow

import ui
from tests.ui.pixels import faint
from ui.app import application

QML = Path(ui.__file__).parent / "qml"
SCENE = """
import QtQuick
import QtQuick.Window
Window {{
    width: 300; height: 120; visible: true; color: "#14171A"
    Flickable {{
        width: 300; height: 40; contentHeight: 200; clip: true
        Txt {{ y: {y}; text: "Faible 7"; size: 24; color: "{colour}" }}
    }}
}}
"""


def seen(y: int, colour: str) -> list[str]:
    """What is too weak of a text that stands so far down in a list of 40 pixels."""
    app = application()
    engine = QQmlEngine()
    component = QQmlComponent(engine)
    component.setData(SCENE.format(y=y, colour=colour).encode(), QUrl.fromLocalFile(str(QML / "Scene.qml")))
    window = component.create()
    assert isinstance(window, QQuickWindow), component.errorString()
    for _ in range(5):
        app.processEvents()
    said = faint(window)
    window.close()
    return said


@pytest.mark.parametrize(("y", "found"), [(4, 1), (22, 1), (80, 0)], ids=["whole", "cut", "scrolled away"])
def test_a_text_that_the_edge_of_a_list_cuts_is_read_where_it_is_seen(y: int, found: int) -> None:
    assert len(seen(y, "#3A4148")) == found
    assert seen(y, "#E6E8EA") == []
