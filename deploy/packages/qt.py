"""What of Qt our screens need, and nothing else: no debugging or remote-screen plugins on a table."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Final

MODULES: Final = ("QtCore", "QtGui", "QtNetwork", "QtOpenGL", "QtQml", "QtQuick", "QtSvg")
"""What the program imports; QtOpenGL is what QtQuick imports."""
PLUGINS: Final = (
    "platforms/libqwayland.so",
    "platforms/libqoffscreen.so",
    "wayland-graphics-integration-client/libqt-plugin-wayland-egl.so",
    "wayland-shell-integration/libxdg-shell.so",
    "wayland-decoration-client/libbradient.so",
    "platforminputcontexts/libcomposeplatforminputcontextplugin.so",
    "imageformats/libqsvg.so",
    "imageformats/libqjpeg.so",
    "iconengines/libqsvgicon.so",
    "tls/libqopensslbackend.so",
)
QML: Final = ("QtQml", "QtQml/Models", "QtQml/WorkerScript", "QtQuick", "QtQuick/Shapes", "QtQuick/Window")
BESIDE: Final = ("__init__.py", "_config.py", "_git_pyside_version.py", "py.typed", "support/*")


def prune(site: Path) -> None:
    """Leaves in `site` what is named above, and the libraries that it was linked with."""
    pyside = site / "PySide6"
    kept = {path for pattern in BESIDE for path in pyside.glob(pattern)}
    kept |= {pyside / f"{module}.abi3.so" for module in MODULES} | set(pyside.glob("libpyside6*"))
    kept |= {pyside / "Qt/plugins" / name for name in PLUGINS}
    kept |= {path for folder in QML for path in (pyside / "Qt/qml" / folder).iterdir() if path.is_file()}
    missing = sorted(str(path) for path in kept if not path.exists())
    if missing:
        raise SystemExit(f"Qt is laid out in another way: no {missing[0]}")
    asked = [path for path in kept if ".so" in path.name]
    libraries = pyside / "Qt/lib"
    while asked:
        more = {libraries / name for path in asked for name in _needed(path)}
        asked = [path for path in more - kept if path.is_file()]
        kept |= set(asked)
    for path in sorted(pyside.rglob("*"), reverse=True):
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif path not in kept:
            path.unlink()


def _needed(library: Path) -> list[str]:
    """Names of the libraries that this one was linked with, whatever processor it is for."""
    said = subprocess.run(
        ["readelf", "--dynamic", "--wide", library], stdout=subprocess.PIPE, text=True, check=True
    )
    return re.findall(r"\(NEEDED\).*\[(.+)\]", said.stdout)
