"""How this program came onto the machine: as Debian's packages, or as a checkout that somebody works on.

A message that something is missing says what is typed on *this* machine. Those words are here alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
"""The folder that holds the program: of a checkout its first, else one of Python's."""
DOCUMENTS: Final = Path("/usr/share/doc/tapis-common")
_RULES: Final = {
    "70-tapis.rules": "/etc/udev/rules.d",
    "50-tapis-pcscd.rules": "/usr/share/polkit-1/rules.d",
}
"""Files of the packages that are no documents, and their folders."""
_PAGES: Final = {
    "REQUIREMENTS.md": "tests/law/REQUIREMENTS.md",
    "RELIABILITY.md": "tests/RELIABILITY.md",
    "promesses.toml": "deploy/dossier/promesses.toml",
}
"""Pages that are read by the program too, and where they lie in a checkout."""
NOT_PACKAGED: Final = ("numba", "numpy", "pyarrow")
"""What the packages do not carry: no table, pit or witness works with it, and it is large."""
_EXTRAS: Final = {"pyarrow": "parquet"}
"""What `make setup` does not install: the extra of it, by library."""


def in_checkout() -> bool:
    """Whether the program runs from its sources, as it does in a home that nobody else may look into."""
    try:
        (ROOT / "pyproject.toml").stat()  # `is_file` says no where one may not look, from Python 3.13 on
    except OSError as error:
        return isinstance(error, PermissionError)
    return True


def put_right(target: str = "setup") -> str:
    """What is typed to have every library of this program, by `make` of a checkout or by the package."""
    if in_checkout():
        return f"type make {target} in {ROOT}"
    return "type apt install --reinstall ./tapis-common_*.deb in the folder of the package files"


def lacks(library: str, target: str = "setup") -> str:
    """The sentence for a library of Python that is not there."""
    if library in NOT_PACKAGED and not in_checkout():
        extra = _EXTRAS.get(library)
        typed = f"pip install '.[{extra}]'" if extra else "make setup"
        return f"{library} is in no package: type {typed} in a checkout, and the command there"
    if library in _EXTRAS:
        return f"{library} is missing: type .venv/bin/pip install -e '.[{_EXTRAS[library]}]' in {ROOT}"
    return f"{library} is missing: {put_right(target)}"


def from_debian(*packages: str) -> str:
    """What is typed to have these packages of Debian."""
    return f"type apt install {' '.join(packages)}"


def start_pcscd() -> str:
    """What is typed where the service of smart cards does not answer."""
    return f"{from_debian('pcscd')}, then systemctl enable --now pcscd.socket"


def page(name: str) -> str:
    """The text of a page that the code cites; empty where it is not installed."""
    place = ROOT / _PAGES[name] if in_checkout() else DOCUMENTS / name
    try:
        return place.read_text(encoding="utf-8")
    except OSError:
        return ""


def file_named(name: str) -> str:
    """Where a file of `deploy/` lies on this machine: a document, or a rule of udev or polkit."""
    if in_checkout():
        return f"deploy/{name}"
    return str(Path(_RULES.get(name, DOCUMENTS)) / name)
