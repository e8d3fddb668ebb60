"""What this program is, and whether it may be played for money with.

At its start a table holds its own files against a manifest that the maker signed; on any difference it
stays inoperable (requirement SE-04). The minister's approval (art. 38-2) is a record that an authority of
the house signed for one program and for rule profiles, by their digests: until one is loaded that names both,
screens and reports say "démonstration, non approuvé".

On an installed machine the program is the whole environment of its interpreter: every package that Python may
load from it, the settings and the statements that come with it, and, behind the links of its packages, what
Debian brings. The interpreter itself, its standard library and the C library are Debian's and in no manifest.

An installed program neither loads nor writes compiled Python (`deploy/packages/tapis-no-bytecode.pth`), and
compiled Python that lies in its environment was added like any other file. What Debian compiles behind the
links of packages is never loaded either; it is another on each machine, and left out. So is what a checkout
compiles.

A program that anybody but root could write to is not authentic, whatever is in it. Nor is one with a link in
it, but to the interpreter and to a package of Debian's by the same name: an inspector who reads the disk in
another machine would be led elsewhere than the table.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from controller.installed import ROOT
from controller.journal.heads import Signer, signed_by
from controller.journal.seal import replace_whole
from controller.settings.standing import NotAuthentic
from controller.told import Told, at_place

MANIFEST_FORMAT: Final = "tapis-manifest/1"
APPROVAL_FORMAT: Final = "tapis-approval/1"
PROGRAM: Final = ("controller", "drivers", "ui")
FILE_MAX: Final = 16 * 1024 * 1024
EDITION: Final = "edition"
"""In the table's data: the newest edition of the program that has run here."""
EDITION_MAX: Final = 1_000_000


SAID: Final[dict[str, tuple[str, str]]] = {
    "not_roots": (
        "d’autres que root peuvent écrire au programme\u00a0: {path}",
        "others than root may write to the program: {path}",
    ),
    "link": (
        "un lien est à la place de ce qui a été signé\u00a0: {path}",
        "a link is in the place of what was signed: {path}",
    ),
    "no_manifest": (
        "ce n’est pas le manifeste d’un programme",
        "no manifest of a program",
    ),
    "unread": (
        "le programme ne peut être lu\u00a0: {said}",
        "the program cannot be read: {said}",
    ),
    "missing": (
        "le programme n’est pas celui qui a été signé\u00a0: {name} manque",
        "the program is not the one that was signed: {name} is missing",
    ),
    "added": (
        "le programme n’est pas celui qui a été signé\u00a0: {name} y a été mis",
        "the program is not the one that was signed: {name} was added",
    ),
    "changed": (
        "le programme n’est pas celui qui a été signé\u00a0: {name} a été changé",
        "the program is not the one that was signed: {name} was changed",
    ),
    "no_edition": (
        "n’a pas d’édition de 1 à {most}",
        "has no edition from 1 to {most}",
    ),
    "no_kept": (
        "ne dit pas quelle édition a tourné ici",
        "does not say which edition has run here",
    ),
    "older": (
        "le programme est l’édition {edition}, et l’édition {newest} a tourné ici\u00a0: aucune plus ancienne"
        " ne tourne",
        "the program is edition {edition}, and edition {newest} has run here: none older does",
    ),
    "other_program": (
        "approuve un autre programme que celui-ci ({program})",
        "approves another program than this one ({program})",
    ),
    "other_rules": (
        "n’approuve pas les règles en vigueur ({profile})",
        "does not approve the rules in force ({profile})",
    ),
    "no_reference": (
        "n’a pas de référence",
        "has no reference",
    ),
    "too_large": (
        "plus de {bytes} octets",
        "more than {bytes} bytes",
    ),
    "form": (
        "n’est pas de la forme {form}",
        "is not of the form {form}",
    ),
    "unsigned": (
        "n’est pas signé de la clé des réglages",
        "is not signed with the key in the settings",
    ),
}
"""Why it is refused: French, English."""


def program_files(root: Path = ROOT) -> dict[str, str]:
    """The SHA-256 of every file of the program, by its path.

    Paths are from `root`, a checkout, or from the environment that has `root` as its `site-packages`. A link
    to the interpreter is told by where it points. Compiled Python is left out where it is none of the
    program's: in a checkout, and of an environment behind the links that lead out of it.
    """
    start, folders = _extent(root)
    found = {}
    for folder in folders:
        for path in _below(folder):
            if path.is_dir() or _left_out(path, root):
                continue
            data = str(path.readlink()).encode() if _foreign(path, root) else path.read_bytes()
            found[path.relative_to(start).as_posix()] = hashlib.sha256(data).hexdigest()
    return found


def _extent(root: Path) -> tuple[Path, tuple[Path, ...]]:
    """From where paths are told, and the folders in which everything is the program's."""
    if _installed(root):
        return root.parents[2], (root.parents[2],)
    return root, tuple(root / folder for folder in PROGRAM)


def _installed(root: Path) -> bool:
    return root.name == "site-packages"


def _left_out(path: Path, root: Path) -> bool:
    """Whether it lies in a folder of compiled Python that is none of the program's."""
    compiled = [each for each in path.parents if each.name == "__pycache__"]
    if not compiled or not _installed(root):
        return bool(compiled)
    outermost = compiled[-1].parent
    return not outermost.resolve().is_relative_to(root.parents[2].resolve())


def _foreign(path: Path, root: Path) -> bool:
    """A link out of the environment that is none to a package: to the interpreter."""
    return path.is_symlink() and _installed(root) and root not in path.parents


def _below(folder: Path) -> Iterable[Path]:
    """Every folder and file in it, and in what its links of folders point to."""
    for place, _, names in os.walk(folder, followlinks=True):
        yield Path(place)
        yield from (Path(place, name) for name in names)


def _must_be_no_link(root: Path) -> None:
    """Nothing of an installed program, nor its folder, is behind a link but what its package links.

    Raises:
        NotAuthentic: one is.
    """
    if not _installed(root):
        return
    # Of the program that runs, `root` is where links led; its interpreter knows from where it was started.
    home = Path(sys.prefix) if root == ROOT else root.parents[2]
    if home.is_symlink():
        raise NotAuthentic(Told(SAID["link"], path=home))
    for place, folders, names in os.walk(home, followlinks=True):
        for path in (Path(place, name) for name in (*folders, *names)):
            if path.is_symlink() and not _laid_out(path, path.relative_to(home).parts):
                raise NotAuthentic(Told(SAID["link"], path=path.relative_to(home)))


def _laid_out(link: Path, inside: tuple[str, ...]) -> bool:
    """To the interpreter, or to Debian's package by the same name, as the program's package links them."""
    if inside == ("bin", "python3"):
        return True
    debian = f"../../../../python3/dist-packages/{link.name}"
    return inside[2:] == ("site-packages", link.name) and os.readlink(link) == debian


def _must_be_roots(root: Path) -> None:
    """No part of an installed program, nor what Debian compiled beside one, is written by anybody but root.

    Raises:
        NotAuthentic: one may be.
        OSError: it cannot be looked at.
    """
    if not _installed(root):
        return
    start, folders = _extent(root)
    for folder in folders:
        for path in _below(folder):
            about = path.stat()
            if about.st_uid != 0 or about.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
                raise NotAuthentic(Told(SAID["not_roots"], path=path.relative_to(start)))


def program_digest(files: Mapping[str, str]) -> str:
    """One digest for all of them: SHA-256 over lines `digest path`, sorted by path."""
    return hashlib.sha256("".join(f"{files[name]} {name}\n" for name in sorted(files)).encode()).hexdigest()


def manifest_text(signer: Signer, root: Path = ROOT, edition: int = 1) -> str:
    """The signed manifest of the program as it lies here; each edition has a higher number than the last."""
    files = program_files(root)
    told = {
        "format": MANIFEST_FORMAT,
        "edition": edition,
        "program": program_digest(files),
        "files": files,
    }
    return _signed(signer, told)


def approval_text(signer: Signer, program: str, profiles: Iterable[str], reference: str) -> str:
    """A signed approval of this program with these rule profiles, by their digests."""
    told = {
        "format": APPROVAL_FORMAT,
        "program": program,
        "profiles": sorted(profiles),
        "reference": reference,
    }
    return _signed(signer, told)


def authentic_program(manifest: Path, key: str, root: Path = ROOT) -> str:
    """The digest of the program, every file of which is the one in the manifest.

    Raises:
        NotAuthentic: the manifest is not signed with `key`, a file was changed, added or is missing, or of
            an installed one a part is behind a link, or somebody else than root may write to it.
    """
    told = _read(manifest, key, MANIFEST_FORMAT)
    wanted = told.get("files")
    if not isinstance(wanted, dict):
        raise NotAuthentic(at_place(manifest, Told(SAID["no_manifest"])))
    try:
        _must_be_no_link(root)
        _must_be_roots(root)
        found = program_files(root)
    except OSError as error:
        raise NotAuthentic(Told(SAID["unread"], said=at_place(error.filename, error.strerror))) from None
    for name in sorted(wanted.keys() | found.keys()):
        if name not in found:
            raise NotAuthentic(Told(SAID["missing"], name=name))
        if name not in wanted:
            raise NotAuthentic(Told(SAID["added"], name=name))
        if found[name] != wanted[name]:
            raise NotAuthentic(Told(SAID["changed"], name=name))
    return program_digest(found)


def newest_edition(manifest: Path, key: str, kept: Path) -> int:
    """The edition of the program by its manifest, which is none older than what has run here (SE-09).

    Raises:
        NotAuthentic: it is older, has no number, or what has run here cannot be read.
    """
    edition = _read(manifest, key, MANIFEST_FORMAT).get("edition")
    if type(edition) is not int or not 1 <= edition <= EDITION_MAX:
        raise NotAuthentic(at_place(manifest, Told(SAID["no_edition"], most=EDITION_MAX)))
    try:
        newest = int(kept.read_text(encoding="ascii")) if kept.exists() else 0
    except (OSError, ValueError):
        raise NotAuthentic(at_place(kept, Told(SAID["no_kept"]))) from None
    if edition < newest:
        raise NotAuthentic(Told(SAID["older"], edition=edition, newest=newest))
    return edition


def keep_edition(kept: Path, edition: int) -> None:
    """From now on, whatever becomes of the power, no older edition starts here.

    Raises:
        OSError: the file cannot be written.
    """
    replace_whole(kept, f"{edition}\n")


def approval_reference(record: Path, key: str, program: str, profile: str) -> str:
    """The reference of the approval, which names this program and these rules.

    Raises:
        NotAuthentic: it is not signed with `key`, or approves another program or other rules.
    """
    told = _read(record, key, APPROVAL_FORMAT)
    if told.get("program") != program:
        raise NotAuthentic(at_place(record, Told(SAID["other_program"], program=program[:16])))
    profiles, reference = told.get("profiles"), told.get("reference")
    if not isinstance(profiles, list) or profile not in profiles:
        raise NotAuthentic(at_place(record, Told(SAID["other_rules"], profile=profile[:16])))
    if not isinstance(reference, str) or not 0 < len(reference) <= 64 or not reference.isprintable():
        raise NotAuthentic(at_place(record, Told(SAID["no_reference"])))
    return reference


def _signed(signer: Signer, told: Mapping[str, Any]) -> str:
    return json.dumps(
        {"signed": told, "key": signer.key, "signature": signer.sign(signed_bytes(told))}, indent=1
    )


def signed_bytes(told: Any) -> bytes:
    """What is signed of a map: its one spelling."""
    return json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def _read(path: Path, key: str, form: str) -> dict[str, Any]:
    """What is signed in the file, with `key`.

    Raises:
        NotAuthentic: it cannot be read, is of another form, or is not signed with this key.
    """
    try:
        data = path.read_bytes()
        if len(data) > FILE_MAX:
            raise NotAuthentic(at_place(path, Told(SAID["too_large"], bytes=FILE_MAX)))
        whole = json.loads(data)
        told, signature = whole["signed"], whole["signature"]
        if not isinstance(told, dict) or told.get("format") != form or not isinstance(signature, str):
            raise TypeError
    except OSError as error:
        raise NotAuthentic(at_place(path, error.strerror)) from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise NotAuthentic(at_place(path, Told(SAID["form"], form=form))) from None
    if not signed_by(key, signed_bytes(told), signature):
        raise NotAuthentic(at_place(path, Told(SAID["unsigned"])))
    return told
