"""How this program came onto the machine: as Debian's packages, or as a checkout that somebody works on.

A message that something is missing says what is typed on *this* machine. Those words are here alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
"""The folder that holds the program: of a checkout its first, else one of Python's."""
DOCUMENTS: Final = Path("/usr/share/doc/tapis-common")
RULES: Final = {
    "70-tapis.rules": "/etc/udev/rules.d",
    "50-tapis-pcscd.rules": "/usr/share/polkit-1/rules.d",
}
"""Rules of udev and polkit, and the folders where the packages put them: what lies elsewhere counts not."""
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


def put_right(target: str = "setup", *, language: str = "en") -> str:
    """What is typed to have every library of this program, by `make` of a checkout or by the package."""
    if in_checkout():
        typed, where = f"make {target}", (f"dans {ROOT}", f"in {ROOT}")
    else:
        typed = "apt install --reinstall ./tapis-common_*.deb"
        where = "dans le dossier des paquets", "in the folder of the package files"
    return _type(f"{typed} {where[language == 'en']}", language)


def lacks(library: str, target: str = "setup", *, language: str = "en") -> str:
    """The sentence for a library of Python that is not there."""
    english = language == "en"
    if library in NOT_PACKAGED and not in_checkout():
        extra = _EXTRAS.get(library)
        typed = _type(f"pip install '.[{extra}]'" if extra else "make setup", language)
        if english:
            return f"{library} is in no package: {typed} in a checkout, and the command there"
        return f"{library} n’est dans aucun paquet\u00a0: {typed} dans les sources, et la commande là"
    missing = f"{library} is missing: " if english else f"{library} manque\u00a0: "
    if library in _EXTRAS:
        typed = _type(f".venv/bin/pip install -e '.[{_EXTRAS[library]}]'", language)
        return f"{missing}{typed} {'in' if english else 'dans'} {ROOT}"
    return f"{missing}{put_right(target, language=language)}"


def from_debian(*packages: str, language: str = "en") -> str:
    """What is typed to have these packages of Debian."""
    return _type(f"apt install {' '.join(packages)}", language)


def start_pcscd(language: str = "en") -> str:
    """What is typed where the service of smart cards does not answer."""
    then = "then" if language == "en" else "puis"
    return f"{from_debian('pcscd', language=language)}, {then} systemctl enable --now pcscd.socket"


def _type(command: str, language: str) -> str:
    return f"{'type' if language == 'en' else 'tapez'} {command}"


def page(name: str) -> str:
    """The text of a page that the code cites; empty where it is not installed."""
    place = ROOT / _PAGES[name] if in_checkout() else DOCUMENTS / name
    try:
        return place.read_text(encoding="utf-8")
    except OSError:
        return ""


def file_named(name: str) -> str:
    """Where a file of `deploy/` lies on this machine, or has to: a document, or a rule of udev or polkit."""
    if in_checkout() and name not in RULES:
        return f"deploy/{name}"
    return str(Path(RULES.get(name, DOCUMENTS)) / name)
