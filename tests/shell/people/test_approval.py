"""The program authenticates itself, and says what it is: approved, or a demonstration (SE-04, art. 38-2)."""

from __future__ import annotations

import importlib.util
import json
import os
import py_compile
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from controller.boot.starting import CannotStart, standing_of, started_floor
from controller.game import views
from controller.game.state import TableState
from controller.journal.heads import Signer
from controller.settings import approval
from controller.settings.approval import (
    EDITION_MAX,
    approval_reference,
    approval_text,
    authentic_program,
    keep_edition,
    manifest_text,
    newest_edition,
    program_digest,
    program_files,
)
from controller.settings.rules import load_profile
from controller.settings.standing import NotAuthentic, Standing
from controller.settings.table import ProgramFile, TableFile, load_table
from tests.builders import facts
from tests.law.requirements import requirement
from tests.shell.live_table import tapis, write_settings
from tests.ui.test_french_spaces import wrong
from ui.screen.console import ConsoleFace
from ui.screen.jackpot import JackpotFace
from ui.screen.pit.room import RoomFace
from ui.screen.room import Seen

MAKER, AUTHORITY = Signer(b"\3" * 32), Signer(b"\4" * 32)
ROOT = Path(__file__).parents[3]
SITE = "lib/python3.11/site-packages"


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A small program of three folders."""
    for name in ("controller/a.py", "drivers/b.py", "ui/qml/C.qml", "controller/__pycache__/a.pyc"):
        path = tmp_path / "program" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    return tmp_path / "program"


@pytest.fixture
def manifest(program: Path, tmp_path: Path) -> Path:
    path = tmp_path / "manifest.json"
    path.write_text(manifest_text(MAKER, program))
    return path


def named(settings: Path, manifest: Path, approval: Path | None = None) -> TableFile:
    section = ProgramFile(manifest=manifest, key=MAKER.key, approval=approval, authority=AUTHORITY.key)
    return load_table(settings).model_copy(update={"program": section})


def test_the_program_that_was_signed_is_authentic(program: Path, manifest: Path) -> None:
    assert authentic_program(manifest, MAKER.key, program) == program_digest(program_files(program))
    (program / "controller" / "__pycache__" / "b.pyc").write_text("compiled since")
    assert authentic_program(manifest, MAKER.key, program)


@requirement("SE-09")
@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda root: (root / "drivers/b.py").write_text("B"), "drivers/b.py was changed"),
        (lambda root: (root / "drivers/b.py").unlink(), "drivers/b.py is missing"),
        (lambda root: (root / "ui/d.py").write_text(""), "ui/d.py was added"),
        (lambda root: shutil.rmtree(root / "ui"), "ui/qml/C.qml is missing"),
    ],
)
def test_any_difference_is_named_in_one_sentence(
    program: Path, manifest: Path, change: Callable[[Path], object], why: str
) -> None:
    change(program)
    with pytest.raises(NotAuthentic, match=f"not the one that was signed: {why}"):
        authentic_program(manifest, MAKER.key, program)


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """The packages of an installed program, in an environment as Debian's package lays it out."""
    packages = tmp_path / "tapis" / "lib" / "python3.11" / "site-packages"
    debian = tmp_path / "python3" / "dist-packages" / "smartcard"
    for path in (packages / "controller/a.py", packages / "qt/b.so", debian / "scard.py"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(path.name)
    (packages / "smartcard").symlink_to("../../../../python3/dist-packages/smartcard")
    (tmp_path / "tapis" / "bin").mkdir()
    (tmp_path / "tapis" / "bin" / "python3").symlink_to(os.path.realpath("/usr/bin/python3"))
    (tmp_path / "tapis" / "pyvenv.cfg").write_text("home = /usr/bin\n")
    for path in (tmp_path / "tapis", *(tmp_path / "tapis").rglob("*"), debian, debian / "scard.py"):
        if not path.is_symlink():
            path.chmod(0o755)
    return packages


def test_an_installed_program_is_everything_that_its_interpreter_may_load(environment: Path) -> None:
    assert set(program_files(environment)) == {
        "bin/python3",
        "pyvenv.cfg",
        *(f"{SITE}/{name}" for name in ("controller/a.py", "qt/b.so", "smartcard/scard.py")),
    }


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda packages: (packages / "qt/b.so").write_text("B"), "qt/b.so was changed"),
        (lambda packages: (packages / "smartcard/scard.py").write_text(""), "smartcard/scard.py was changed"),
        (lambda packages: (packages / "late.pth").write_text("import late"), "late.pth was added"),
        (lambda packages: (packages / "qt/b.pyc").write_text(""), "qt/b.pyc was added"),
        (lambda packages: bytecode_beside(packages / "controller/a.py"), r"a\.cpython-\d+\.pyc was added"),
        (
            lambda packages: bytecode_beside(packages.parents[2] / "bin/t.py"),
            r"t\.cpython-\d+\.pyc was added",
        ),
        (lambda packages: (packages / "smartcard").unlink(), "smartcard/scard.py is missing"),
    ],
)
def test_a_package_of_the_interpreter_that_was_touched_is_named(
    environment: Path, tmp_path: Path, change: Callable[[Path], object], why: str
) -> None:
    manifest = tmp_path / "m.json"
    manifest.write_text(manifest_text(MAKER, environment))
    change(environment)
    for path in environment.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755)
    # Only root's files are a program at all: as anybody else its owner is what is refused first.
    owner = why if os.geteuid() == 0 else "others than root may write to the program"
    with pytest.raises(NotAuthentic, match=owner):
        authentic_program(manifest, MAKER.key, environment)


def bytecode_beside(source: Path, says: str = "planted") -> Path:
    """Compiled Python that Python takes for this source without looking at it, whatever the source says."""
    written = source.with_name("written.py")
    written.write_text(f"print({says!r})\n")
    place = importlib.util.cache_from_source(str(source))
    py_compile.compile(
        str(written), cfile=place, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH
    )
    written.unlink()
    return Path(place)


def cached_elsewhere(folder: Path, elsewhere: Path) -> None:
    """The folder's compiled Python is behind a link."""
    elsewhere.mkdir()
    (elsewhere / "a.pyc").write_text("")
    (folder / "__pycache__").symlink_to(elsewhere)


def moved(path: Path, elsewhere: Path, to: Path | str | None = None) -> None:
    """It lies elsewhere, byte for byte, and a link is in its place."""
    shutil.move(path, elsewhere)
    path.symlink_to(to or os.path.relpath(elsewhere, path.parent))


def pointed(link: Path, to: Path | str) -> None:
    link.unlink()
    link.symlink_to(to)


@requirement("SE-09")
@pytest.mark.parametrize(
    ("change", "name"),
    [
        (lambda home, out: moved(home, out), "tapis"),
        (lambda home, out: moved(home / "lib", out), "lib"),
        (lambda home, out: moved(home / "lib", out, out), "lib"),
        (lambda home, out: moved(home / SITE / "controller", out), f"{SITE}/controller"),
        (lambda home, out: moved(home / SITE / "controller/a.py", out), f"{SITE}/controller/a.py"),
        (lambda home, out: moved(home / "pyvenv.cfg", out, "home = /usr/bin\n"), "pyvenv.cfg"),
        (lambda home, out: cached_elsewhere(home / SITE / "controller", out), "controller/__pycache__"),
        (lambda home, out: (home / SITE / "loop").symlink_to("."), f"{SITE}/loop"),
        (lambda home, out: moved(home / SITE / "smartcard/scard.py", out), f"{SITE}/smartcard/scard.py"),
        (
            lambda home, out: pointed(
                home / SITE / "smartcard", home.parent / "python3/dist-packages/smartcard"
            ),
            f"{SITE}/smartcard",
        ),
    ],
)
def test_a_program_of_which_a_part_is_behind_a_link_is_not_authentic(
    environment: Path, tmp_path: Path, change: Callable[[Path, Path], object], name: str
) -> None:
    manifest = tmp_path / "m.json"
    manifest.write_text(manifest_text(MAKER, environment))
    change(environment.parents[2], tmp_path / "elsewhere")
    with pytest.raises(NotAuthentic, match=f"a link is in the place of what was signed: .*{name}$"):
        authentic_program(manifest, MAKER.key, environment)


def test_the_program_that_runs_is_looked_at_from_where_its_interpreter_was_started(
    environment: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own files say only where the links have led."""
    home, manifest = environment.parents[2], tmp_path / "m.json"
    manifest.write_text(manifest_text(MAKER, environment))
    (tmp_path / "started").mkdir()
    (tmp_path / "started" / "lib").symlink_to(home / "lib")
    monkeypatch.setattr(approval, "ROOT", environment)
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "started"))
    with pytest.raises(NotAuthentic, match="a link is in the place of what was signed: lib"):
        authentic_program(manifest, MAKER.key, environment)


def test_what_debian_compiled_behind_the_link_of_a_package_is_none_of_the_program(
    environment: Path,
) -> None:
    before = program_files(environment)
    bytecode_beside(environment / "smartcard" / "scard.py")
    assert list(environment.glob("smartcard/__pycache__/*.pyc"))
    assert program_files(environment) == before


@requirement("SE-09")
def test_an_installed_program_neither_loads_nor_writes_compiled_python(tmp_path: Path) -> None:
    """By the line that the package lays into its environment, whoever starts a process there and how."""
    home = tmp_path / "tapis"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
    (packages,) = home.glob("lib/python3.*/site-packages")
    for name, text in (("a.py", "import b\nprint('source')\n"), ("b.py", "")):
        (packages / name).write_text(text)
    planted = bytecode_beside(packages / "a.py")
    child = (
        f"import subprocess; subprocess.run([{str(home / 'bin/python3')!r}, '-c', 'import a'], check=True)"
    )
    starts = (("-m", "a"), ("-c", "import a"), ("-I", "-c", "import a"), ("-c", child))

    def said() -> list[str]:
        environment = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
        return [
            subprocess.run(
                [home / "bin/python3", *words], env=environment, stdout=subprocess.PIPE, text=True, check=True
            ).stdout.strip()
            for words in starts
        ]

    def files() -> set[Path]:
        return set(home.rglob("*"))

    assert "planted" in said(), "an environment of Python takes what is planted in it"
    shutil.rmtree(packages / "__pycache__")
    bytecode_beside(packages / "a.py")
    shutil.copy(ROOT / "deploy/packages/tapis-no-bytecode.pth", packages)
    before = files()
    assert planted in before
    assert said() == ["source"] * len(starts)
    assert files() == before


def test_a_program_that_others_than_root_may_write_to_is_not_authentic_compiled_or_not(
    environment: Path, tmp_path: Path
) -> None:
    manifest = tmp_path / "m.json"
    manifest.write_text(manifest_text(MAKER, environment))
    if os.geteuid() == 0:
        assert authentic_program(manifest, MAKER.key, environment)
    compiled = environment / "smartcard" / "__pycache__"
    compiled.mkdir()
    compiled.chmod(0o777)
    with pytest.raises(NotAuthentic, match="others than root may write to the program"):
        authentic_program(manifest, MAKER.key, environment)


@requirement("SE-09")
def test_an_edition_older_than_one_that_has_run_here_does_not_start(program: Path, tmp_path: Path) -> None:
    """SE-09: signed as it is, what was replaced does not come back."""
    path, kept = tmp_path / "m.json", tmp_path / "edition"
    for edition in (3, 3, 4):
        path.write_text(manifest_text(MAKER, program, edition))
        keep_edition(kept, newest_edition(path, MAKER.key, kept))
    path.write_text(manifest_text(MAKER, program, 3))
    assert authentic_program(path, MAKER.key, program), "the signature alone says nothing against it"
    with pytest.raises(NotAuthentic, match="is edition 3, and edition 4 has run here"):
        newest_edition(path, MAKER.key, kept)
    kept.write_text("four")
    with pytest.raises(NotAuthentic, match="does not say which edition"):
        newest_edition(path, MAKER.key, kept)
    path.write_text(manifest_text(MAKER, program, 0))
    with pytest.raises(NotAuthentic, match="has no edition"):
        newest_edition(path, MAKER.key, kept)


@requirement("SE-09")
def test_a_table_keeps_which_edition_has_run(tmp_path: Path) -> None:
    settings, manifest = write_settings(tmp_path), tmp_path / "m.json"
    kept = load_table(settings).table.data / "edition"
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text("9\n")
    manifest.write_text(manifest_text(MAKER, edition=8))
    with pytest.raises(CannotStart, match="is edition 8, and edition 9 has run here"):
        started_floor(named(settings, manifest))
    assert [path.name for path in kept.parent.iterdir()] == ["edition"]
    manifest.write_text(manifest_text(MAKER, edition=10))
    floor = started_floor(named(settings, manifest))
    floor.stop()
    floor.run()
    assert kept.read_text() == "10\n"


@requirement("SE-04")
def test_a_manifest_that_the_maker_did_not_sign_is_refused(program: Path, manifest: Path) -> None:
    with pytest.raises(NotAuthentic, match="not signed with the key"):
        authentic_program(manifest, AUTHORITY.key, program)
    (program / "drivers/b.py").write_text("B")
    forged = json.loads(manifest_text(AUTHORITY, program))
    manifest.write_text(json.dumps({**forged, "key": MAKER.key}))
    with pytest.raises(NotAuthentic, match="not signed with the key"):
        authentic_program(manifest, MAKER.key, program)
    for text in ("", "[]", "{}", '{"signed": 1, "signature": "00"}', "[" * 9999):
        manifest.write_text(text)
        with pytest.raises(NotAuthentic, match="is not of the form tapis-manifest/1"):
            authentic_program(manifest, MAKER.key, program)
    manifest.unlink()
    with pytest.raises(NotAuthentic, match="No such file"):
        authentic_program(manifest, MAKER.key, program)


def test_an_approval_is_for_one_program_and_for_rules_by_their_digests(tmp_path: Path) -> None:
    record = tmp_path / "approval.json"
    record.write_text(approval_text(AUTHORITY, "a" * 64, ["b" * 64, "c" * 64], "MI-2026-117"))
    assert approval_reference(record, AUTHORITY.key, "a" * 64, "c" * 64) == "MI-2026-117"
    for key, digest, rules, why in (
        (MAKER.key, "a" * 64, "c" * 64, "not signed"),
        (AUTHORITY.key, "d" * 64, "c" * 64, "another program"),
        (AUTHORITY.key, "a" * 64, "d" * 64, "does not approve the rules"),
    ):
        with pytest.raises(NotAuthentic, match=why):
            approval_reference(record, key, digest, rules)
    record.write_text(record.read_text().replace("117", "118"))
    with pytest.raises(NotAuthentic, match="not signed"):
        approval_reference(record, AUTHORITY.key, "a" * 64, "c" * 64)


def test_a_manifest_is_no_approval_though_signed_with_the_same_key(program: Path, manifest: Path) -> None:
    with pytest.raises(NotAuthentic, match="is not of the form tapis-approval/1"):
        approval_reference(manifest, MAKER.key, "a" * 64, "b" * 64)


# --- the table -----------------------------------------------------------------------------------


def test_a_table_stands_as_its_papers_say(tmp_path: Path) -> None:
    settings, manifest, record = write_settings(tmp_path), tmp_path / "m.json", tmp_path / "a.json"
    assert standing_of(load_table(settings)) == Standing()
    manifest.write_text(manifest_text(MAKER))
    digest = program_digest(program_files())
    unapproved = standing_of(named(settings, manifest))
    assert (unapproved.program, unapproved.approved) == (digest, False)
    record.write_text(approval_text(AUTHORITY, digest, [load_profile("fr-55-20-2021").digest], "MI-1"))
    approved = standing_of(named(settings, manifest, record))
    assert approved == Standing(digest, "MI-1", "")
    assert approved.terms == f"program {digest}; MI-1"
    record.write_text(approval_text(AUTHORITY, digest, ["0" * 64], "MI-1"))
    other = standing_of(named(settings, manifest, record))
    assert not other.approved
    assert "does not approve the rules in force" in other.why
    assert other.terms.endswith("demonstration, not approved")


@requirement("SE-04", "SE-05")
def test_a_table_whose_program_was_changed_stays_inoperable(tmp_path: Path) -> None:
    settings, manifest = write_settings(tmp_path), tmp_path / "m.json"
    told = json.loads(manifest_text(MAKER))
    told["signed"]["files"]["controller/table/table.py"] = "0" * 64
    signed = {
        **told,
        "signature": MAKER.sign(json.dumps(told["signed"], sort_keys=True, separators=(",", ":")).encode()),
    }
    manifest.write_text(json.dumps(signed))
    with pytest.raises(
        CannotStart, match=r"not the one that was signed: controller/table/table.py was changed"
    ):
        started_floor(named(settings, manifest))
    assert not (tmp_path / "data").exists()
    with settings.open("a") as file:
        file.write(f'\n[program]\nmanifest = "{manifest}"\nkey = "{MAKER.key}"\n')
    done = tapis("run", "--settings", str(settings))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "controller/table/table.py was changed" in done.stderr


@requirement("SE-14")
@pytest.mark.parametrize(
    ("simulated", "approved", "french", "english"),
    [
        (True, False, "SIMULATION – SANS VALEUR", "SIMULATION – NO VALUE"),
        (True, True, "SIMULATION – SANS VALEUR", "SIMULATION – NO VALUE"),
        (False, False, "DÉMONSTRATION, NON APPROUVÉ", "DEMONSTRATION, NOT APPROVED"),
        (False, True, "", ""),
    ],
)
def test_every_screen_says_what_the_table_is(
    simulated: bool, approved: bool, french: str, english: str
) -> None:
    state = TableState(replace(facts(), simulated=simulated, approved=approved))
    clocks = {"now_ms": lambda: 0, "silence_ms": lambda: 0}
    for language, words in (("fr", french), ("en", english)):
        assert ConsoleFace(language).words(views.console(state))["simulation"] == words
        room = {"tables": [Seen("UTH-1", views.pit(state))]}
        assert RoomFace(language).words(room)["simulation"] == words.partition(" – ")[0].split(", ")[-1]
        assert JackpotFace(language, **clocks).words(views.display(state))["simulation"] == words


def test_the_script_signs_what_the_table_takes(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("sign_program", ROOT / "deploy" / "sign_program.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    maker, authority = (str(tmp_path / name) for name in ("maker.key", "authority.key"))
    keys = [script.made(["key", path]) for path in (maker, authority)]
    manifest, record = tmp_path / "m.json", tmp_path / "a.json"
    manifest.write_text(script.made(["manifest", maker, "7"]))
    record.write_text(script.made(["approval", authority, "MI-7", "fr-55-20-2021"]))
    section = ProgramFile(manifest=manifest, key=keys[0], approval=record, authority=keys[1])
    settings = load_table(write_settings(tmp_path)).model_copy(update={"program": section})
    assert standing_of(settings).reference == "MI-7"
    with pytest.raises(ValueError, match=r"tapis-sign-program key"):
        script.made(["approval", authority])
    with pytest.raises(ValueError, match=r"tapis-sign-program key"):
        script.made(["manifest", maker, "seven"])
    for edition in ("0", str(EDITION_MAX + 1)):  # which no table takes
        with pytest.raises(ValueError, match=f"7 is the edition, from 1 to {EDITION_MAX}"):
            script.made(["manifest", maker, edition])
    assert newest_edition(manifest, keys[0], tmp_path / "edition") == 7


@pytest.mark.parametrize("words", [["key", "--help"], ["-h"], ["key", "-k"], ["manifest", "-", "7"]])
def test_no_option_of_the_script_becomes_the_name_of_a_key(tmp_path: Path, words: list[str]) -> None:
    command = [sys.executable, ROOT / "deploy" / "sign_program.py", *words]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    asked = {"-h", "--help"} & set(words)
    assert (done.returncode, done.stdout if asked else done.stderr) == (
        0 if asked else 2,
        done.stdout or done.stderr,
    )
    said = done.stdout + done.stderr
    assert "tapis-sign-program key maker.key" in said
    french, english = (said.index(words) for words in ("Faire une clé de signature", "Make a signing key"))
    assert french < english
    assert not wrong(said[:english], "fr"), "a French sign is parted from its word"
    assert list(tmp_path.iterdir()) == []


def test_what_the_script_refuses_is_said_in_french(tmp_path: Path) -> None:
    command = [sys.executable, ROOT / "deploy" / "sign_program.py", "manifest", "none.key", "7"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("clé none.key\u00a0: il n’y a ni fichier ni dossier de ce nom")
