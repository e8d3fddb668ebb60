"""An inspector holds an installed program against its signed manifest, with nothing of that program."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from controller.journal.heads import Signer
from controller.settings.approval import approval_text, manifest_text, program_digest, program_files
from tests.law.requirements import requirement

TOOL: Final = Path(__file__).parents[2] / "deploy" / "check_program.py"
MAKER, AUTHORITY, STRANGER = Signer(b"\3" * 32), Signer(b"\4" * 32), Signer(b"\5" * 32)
SITE: Final = "lib/python3.11/site-packages"
RULES: Final = "ab" * 32
ENGLISH: Final = re.compile(r"\b(the|is|not|was|file|usage|error|its|key that|required)\b", re.IGNORECASE)
AS_ROOT: Final = () if os.geteuid() == 0 else ("unshare", "--user", "--map-root-user")
"""Only what is root's is a program: the files of whoever runs the tests are, in a name space of his own."""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A table's disk, and on it the folder of the program as Debian's package lays it out."""
    usr = tmp_path / "disk" / "usr"
    home = usr / "lib" / "tapis"
    site = home / SITE
    debian = usr / "lib" / "python3" / "dist-packages" / "smartcard"
    for path in (
        site / "controller" / "game" / "jp1.py",
        site / "click.py",
        site / "lib.so",
        debian / "scard.py",
        debian / "__pycache__" / "scard.pyc",
        home / "share" / "tapis" / "config" / "table.toml",
        usr / "lib" / "python3.11" / "os.py",
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(path.name)
    (site / "lib").mkdir()
    (home / "bin").mkdir()
    (home / "bin" / "python3").symlink_to("../../../bin/python3.11")
    (home / "pyvenv.cfg").write_text("home = /usr/bin\n")
    (site / "smartcard").symlink_to("../../../../python3/dist-packages/smartcard")
    for path in (tmp_path / "disk").rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755)
    (tmp_path / "manifest.json").write_text(manifest_text(MAKER, site, 7))
    approve(tmp_path, program_digest(program_files(site)))
    return home


def approve(folder: Path, program: str, signer: Signer = AUTHORITY) -> None:
    (folder / "approval.json").write_text(approval_text(signer, program, [RULES], "MI-2026-117"))


def asked(place: Path, *words: str, key: str = MAKER.key) -> tuple[int, str]:
    """Exit code and all that is said, by a Python that is told nothing of this checkout."""
    folder = next(each for each in place.parents if each.name == "disk").parent
    return typed("manifest.json", str(place), "--cle", key, *words, cwd=folder)


def typed(*words: str, cwd: Path, who: tuple[str, ...] = AS_ROOT) -> tuple[int, str]:
    command = [*who, sys.executable, "-I", str(TOOL), *words]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, env={})
    said = done.stdout + done.stderr
    assert not re.search(r" [;?!:»]|« ", said), f"a French space is missing: {said}"
    said = said.replace("\u202f", " ").replace("\xa0", " ")
    assert "Traceback" not in said, said
    assert not ENGLISH.search(said), f"{ENGLISH.search(said)}: {said}"
    return done.returncode, said


APPROVAL: Final = ("--approbation", "approval.json", "--autorite", AUTHORITY.key)


@requirement("SE-04")
def test_the_program_that_was_signed_and_approved_holds(place: Path) -> None:
    code, said = asked(place, *APPROVAL)
    digest = program_digest(program_files(place / SITE))
    assert code == 0, said
    assert "PROGRAMME SIGNÉ." in said
    assert "édition 7" in said
    assert said.count(digest) == 2, "as the manifest has it, and as it is of the files"
    assert "MI-2026-117" in said
    assert RULES in said, "to be compared with annex A"
    code, said = asked(place)
    assert code == 0
    assert "rien n’est dit d’une approbation" in said


def test_the_command_of_the_dossier_is_typed_as_it_stands_there(place: Path) -> None:
    page = (TOOL.parent / "dossier" / "12-verifier.md").read_text(encoding="utf-8")
    (line,) = set(re.findall(r"`python3 -I check_program\.py ([^`]+)`", page))
    named = {"/usr/lib/tapis": str(place), "CLÉ-DE-L-ÉDITEUR": MAKER.key, "CLÉ-DE-L-AUTORITÉ": AUTHORITY.key}
    code, said = typed(*(named.get(word, word) for word in line.split()), cwd=place.parents[3])
    assert code == 0, said
    assert "MI-2026-117" in said


def link(path: Path, to: str) -> None:
    path.unlink(missing_ok=True)
    path.symlink_to(to)


def put(path: Path, text: str = "") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def moved(folder: Path, elsewhere: Path) -> None:
    """The folder lies elsewhere, and a link is in its place: byte for byte the same program."""
    shutil.move(folder, elsewhere)
    folder.symlink_to(os.path.relpath(elsewhere, folder.parent))


def pointed(home: Path, to: str) -> None:
    """Where the program was is a link, and the program, byte for byte, where it points from there."""
    elsewhere = home.parent / to
    shutil.copytree(home.parent, elsewhere.parent, symlinks=True)
    shutil.rmtree(home)
    home.symlink_to(to)


@requirement("SE-09")
@pytest.mark.parametrize(
    ("change", "name", "why"),
    [
        (lambda home: put(home / SITE / "click.py", "x"), "click.py", "changé"),
        (lambda home: (home / SITE / "click.py").unlink(), "click.py", "n’est pas là"),
        (lambda home: shutil.rmtree(home / SITE / "controller"), "controller/game/jp1.py", "n’est pas là"),
        (lambda home: put(home / SITE / "zz.pth", "import zz"), "zz.pth", "ajouté"),
        (lambda home: put(home / SITE / "sitecustomize.py"), "sitecustomize.py", "ajouté"),
        (
            lambda home: put(home / SITE / "controller/extra/__init__.py"),
            "controller/extra/__init__.py",
            "ajouté",
        ),
        (
            lambda home: put(home / SITE / "controller/game/__pycache__/jp1.cpython-311.pyc"),
            "controller/game/__pycache__/jp1.cpython-311.pyc",
            "ajouté",
        ),
        (lambda home: put(home / "no-bytecode/usr/jp1.cpython-311.pyc"), "no-bytecode/usr/jp1", "ajouté"),
        (lambda home: link(home / SITE / "extra", "/usr/share"), f"{SITE}/extra", "ajouté"),
        (lambda home: link(home / SITE / "loop", "."), f"{SITE}/loop", "ajouté"),
        (lambda home: link(home / SITE / "nowhere.py", "none"), "nowhere.py", "ajouté"),
        (lambda home: link(home / SITE / "controller/__pycache__", "/usr/share"), "__pycache__", "ajouté"),
        (lambda home: os.mkfifo(home / "pipe"), "pipe", "ajouté"),
        (lambda home: link(home / "bin/python3", "/opt/python3"), "bin/python3", "changé"),
        (
            lambda home: moved(home / SITE / "controller", home.parents[2] / "opt"),
            f"{SITE}/controller",
            "lien à la place",
        ),
        (
            lambda home: link(home / SITE / "smartcard", "/usr/lib/python3/dist-packages/smartcard"),
            "smartcard",
            "lien à la place",
        ),
        (
            lambda home: link(home / SITE / "smartcard", f"{home.parent}/python3/dist-packages/smartcard"),
            "smartcard",
            "lien à la place",
        ),
        (lambda home: moved(home / "lib", home.parent / "y"), "lib", "lien à la place"),
        (lambda home: moved(home / "share", home.parent / "y"), "share", "lien à la place"),
        (
            lambda home: (moved(home / "lib", home.parent / "y"), put(home / SITE / "__pycache__/click.pyc")),
            f"{SITE}/__pycache__/click.pyc",
            "ajouté",
        ),
        (
            lambda home: moved(home / SITE / "smartcard/scard.py", home.parent / "scard.py"),
            "smartcard/scard.py",
            "lien à la place",
        ),
        (lambda home: link(home / "pyvenv.cfg", "home = /usr/bin\n"), "pyvenv.cfg", "lien à la place"),
        (lambda home: pointed(home, "../lib2/tapis"), "usr/lib/tapis", "lien à la place"),
        (
            lambda home: pointed(home, f"{home.parents[2]}/mnt/srv/tapis"),
            "usr/lib/tapis",
            "lien à la place",
        ),
        (lambda home: moved(home.parents[1], home.parents[2] / "usr2"), "disk/usr", "lien à la place"),
        (
            lambda home: moved(home.parent / "python3.11", home.parent / "y"),
            "python3.11",
            "lien à la place",
        ),
        (
            lambda home: moved(home.parent / "python3" / "dist-packages", home.parent / "y"),
            "python3/dist-packages",
            "lien à la place",
        ),
        (lambda home: (home / SITE / "empty").mkdir(), f"{SITE}/empty/", "ajouté"),
        (lambda home: (home / SITE / "controller/empty").mkdir(), "controller/empty/", "ajouté"),
        (
            lambda home: put(home.parents[1] / "lib/python3.11/controller/a.py"),
            "python3.11/controller",
            "avant",
        ),
        (lambda home: put(home.parents[1] / "lib/python311.zip"), "python311.zip", "avant"),
        (lambda home: (home / SITE / "lib.so").chmod(0o775), "lib.so", "d’autres que root"),
        (lambda home: (home / SITE / "controller").chmod(0o777), "controller", "d’autres que root"),
        (lambda home: (home / SITE / "smartcard/scard.py").chmod(0o666), "scard.py", "d’autres que root"),
        (lambda home: (home / SITE / "smartcard").chmod(0o777), "smartcard", "d’autres que root"),
        (lambda home: home.parent.chmod(0o777), "usr/lib", "d’autres que root"),
        (lambda home: home.parents[1].chmod(0o1777), "disk/usr", "d’autres que root"),
        (lambda home: home.parents[2].chmod(0o775), "disk", "d’autres que root"),
        (lambda home: (home.parent / "python3/dist-packages").chmod(0o777), "dist-packages", "d’autres que"),
        (lambda home: (home.parent / "python3.11").chmod(0o777), "python3.11", "d’autres que root"),
        (lambda home: (home / SITE / "lib.so").chmod(0o4755), "lib.so", "d’autres droits"),
        (lambda home: (home / SITE / "lib.so").chmod(0o2755), "lib.so", "d’autres droits"),
    ],
)
def test_each_difference_is_named(place: Path, change: Callable[[Path], object], name: str, why: str) -> None:
    change(place)
    code, said = asked(place)
    assert code == 1, said
    assert "FAUX. Ce qui est marqué FAUX ne tient pas." in said
    assert "PROGRAMME SIGNÉ" not in said
    (line,) = [line for line in said.splitlines() if line.startswith("   FAUX") and why in line][:1]
    assert name in line


def test_a_signed_folder_that_was_emptied_was_not_added(place: Path) -> None:
    (place / SITE / "controller/game/jp1.py").unlink()
    code, said = asked(place)
    assert code == 1
    assert "ajouté" not in said


def test_a_file_of_another_account_is_named(place: Path) -> None:
    if os.geteuid() == 0:
        os.chown(place / SITE / "lib.so", 1000, 0)
    words = ("manifest.json", str(place), "--cle", MAKER.key)
    code, said = typed(*words, cwd=place.parents[3], who=())
    assert code == 1
    named = "lib.so" if os.geteuid() == 0 else "usr/lib/tapis"  # then all are another's, and eight are named
    assert f"{named} : d’autres que root peuvent l’écrire" in said


def test_a_file_that_is_given_rights_by_the_disk_is_named(place: Path) -> None:
    gives = "import os, sys; os.setxattr(sys.argv[1], 'security.capability', bytes.fromhex(sys.argv[2]))"
    rights = "01000002" + "ff" * 16
    subprocess.run([*AS_ROOT, sys.executable, "-c", gives, place / SITE / "lib.so", rights], check=True)
    code, said = asked(place)
    assert code == 1
    assert "lib.so : donne à qui le lance d’autres droits" in said


@pytest.mark.parametrize("isolated", [(), ("-P",), ("-I",)])
def test_what_lies_beside_it_on_the_stick_is_none_of_pythons_library(
    place: Path, isolated: tuple[str, ...]
) -> None:
    folder = place.parents[3]
    for name in ("argparse", "hashlib", "pathlib", "cryptography", "suppress"):
        (folder / f"{name}.py").write_text("import os\nprint('PROGRAMME SIGNÉ.')\nos._exit(0)\n")
    tool = shutil.copy(TOOL, folder)
    put(place / SITE / "click.py", "x")
    words = [*AS_ROOT, sys.executable, *isolated, tool, "manifest.json", place, "--cle", MAKER.key]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False, env={})
    assert done.returncode == 1, done.stderr
    assert "PROGRAMME SIGNÉ" not in done.stdout
    assert "click.py" in done.stdout


def test_eight_of_each_are_named_and_all_are_counted(place: Path) -> None:
    for number in range(20):
        put(place / SITE / f"extra{number:02}.py")
    said = asked(place)[1]
    assert said.count("ajouté") == 9
    assert "et 12 autres, 20 en tout" in said


def test_the_name_of_a_file_cannot_say_that_the_program_is_signed(place: Path) -> None:
    put(place / SITE / "x\nPROGRAMME SIGNÉ.\x1b[2K")
    code, said = asked(place)
    assert code == 1
    assert "\x1b" not in said
    assert not [line for line in said.splitlines() if line.startswith("PROGRAMME")]


def test_who_signed_is_the_key_that_was_typed_and_no_other(place: Path) -> None:
    code, said = asked(place, key=STRANGER.key)
    assert code == 1
    assert "manifest.json : n’est pas signé de cette clé de l’éditeur" in said
    assert asked(place, key=" ".join(re.findall("....", MAKER.key.upper())))[0] == 0
    folder = place.parents[3]
    told = json.loads((folder / "manifest.json").read_text())
    told["signed"]["edition"] = 8
    (folder / "manifest.json").write_text(json.dumps(told))
    assert asked(place)[0] == 1
    (folder / "manifest.json").write_text(manifest_text(STRANGER, place / SITE))
    assert asked(place)[0] == 1


def test_an_approval_is_the_authoritys_and_of_this_program(place: Path) -> None:
    folder, digest = place.parents[3], program_digest(program_files(place / SITE))
    approve(folder, "0" * 64)
    code, said = asked(place, *APPROVAL)
    assert code == 1
    assert "approuve un autre programme (0000" in said
    approve(folder, digest, STRANGER)
    code, said = asked(place, *APPROVAL)
    assert code == 1
    assert "n’est pas signé de cette clé de l’autorité" in said


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("none.json", "DISK", "--cle", MAKER.key), "ne peut être lu. Corriger son nom"),
        (("text", "DISK", "--cle", MAKER.key), "n’est pas de la forme tapis-manifest/1. Donner le bon"),
        (("approval.json", "DISK", "--cle", AUTHORITY.key), "n’est pas de la forme tapis-manifest/1"),
        (
            ("sources.json", "DISK", "--cle", MAKER.key),
            "n’est pas le manifeste d’un programme installé. Prendre",
        ),
        (("manifest.json", ".", "--cle", MAKER.key), "n’est pas le dossier d’un programme installé. Donner"),
        (("manifest.json", "disk/usr/lib/tapis", "--cle", MAKER.key), "Donner /usr/lib/tapis, ou /mnt/usr"),
        (("manifest.json", "/lib/tapis", "--cle", MAKER.key), "Donner /usr/lib/tapis, ou /mnt/usr/lib/tapis"),
        (("manifest.json", "/none/usr/lib/tapis", "--cle", MAKER.key), "Donner /usr/lib/tapis, ou /mnt/usr"),
        (("manifest.json", "DISK", "--cle", "12 34"), "une clé publique a 64 signes"),
        (("manifest.json", "DISK"), "Elle s’écrit ainsi :"),
        (("manifest.json", "DISK", "--cle", MAKER.key, "--approbation", "approval.json"), "vont ensemble"),
        ((), "python3 -I check_program.py manifest.json"),
    ],
)
def test_what_cannot_be_read_is_answered_with_the_next_step(
    place: Path, words: tuple[str, ...], told: str
) -> None:
    folder = place.parents[3]
    (folder / "text").write_text("[" * 9999)
    (folder / "sources.json").write_text(manifest_text(MAKER))
    code, said = typed(*(str(place) if word == "DISK" else word for word in words), cwd=folder)
    assert code == 2, said
    assert told in said
    assert "SIGNÉ." not in said


def test_without_the_library_of_signatures_it_says_how_to_have_it(place: Path) -> None:
    command = [
        sys.executable,
        "-S",
        "-I",
        TOOL,
        place.parents[3] / "manifest.json",
        place,
        "--cle",
        MAKER.key,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "apt install python3-cryptography" in done.stderr


def test_it_shares_no_line_with_the_product() -> None:
    text = TOOL.read_text(encoding="utf-8")
    assert not re.search(r"^\s*(from|import) (controller|drivers|ui)\b", text, re.MULTILINE)
