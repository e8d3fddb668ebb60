"""A page of a screen is what its file says: Qt keeps no compiled copy of it, and takes none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.law.requirements import requirement

PAGE: Final = """
import QtQuick
Item { objectName: [1, 2].map(each => each + 1).join("-") }
"""
LOADED: Final = """
import sys
{before}
from PySide6.QtCore import QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtQml import QQmlComponent, QQmlEngine
application, engine = QGuiApplication([]), QQmlEngine()
component = QQmlComponent(engine, QUrl.fromLocalFile(sys.argv[1]))
page = component.create()
print(page.objectName())
"""


@requirement("SE-09")
@pytest.mark.parametrize(("before", "kept"), [("import ui.app", False), ("", True)])
def test_a_page_is_kept_compiled_by_qt_and_never_by_a_screen(tmp_path: Path, before: str, kept: bool) -> None:
    (tmp_path / "Page.qml").write_text(PAGE)
    (tmp_path / "home").mkdir()
    words = [sys.executable, "-c", LOADED.format(before=before), str(tmp_path / "Page.qml")]
    told = {name: text for name, text in os.environ.items() if not name.startswith(("QML_", "XDG_"))}
    told |= {"HOME": str(tmp_path / "home"), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(words, env=told, stdout=subprocess.PIPE, text=True, check=True)
    assert done.stdout == "2-3\n"
    assert bool(list((tmp_path / "home").rglob("*.qmlc"))) is kept
