"""`tapis keys forget --aside`: the keys that a restore set aside are destroyed when a person says so."""

from __future__ import annotations

import getpass
from contextlib import closing
from pathlib import Path

import pytest

from controller.backup.manifest import RESTORING
from controller.backup.recipient import make_pair
from controller.backup.taking import take
from controller.cli.backup import sources_of
from controller.game.people.pin import Pin
from controller.journal.seal import fingerprint, load_master
from controller.journal.verify import verify
from controller.people.files import create_register
from controller.people.pin_hash import LIGHT
from controller.people.register import Founder
from controller.settings.table import load_table
from tests.shell.live_table import typed, write_settings
from tests.shell.test_run import deal, opened

BEFORE = "aside/before"


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    """A table with people, in the middle of a deal, of which a backup lies on the stick."""
    path = write_settings(tmp_path)
    people = f'register = "{tmp_path}/people.db"\npepper = "{tmp_path}/pepper"'
    recipient = make_pair(tmp_path / "safe.pem")
    text = path.read_text(encoding="utf-8")
    path.write_text(f'{text}\n[people]\n{people}\n[backup]\nrecipient = "{recipient}"\n', "utf-8")
    deal(opened(path))
    with closing(create_register(tmp_path / "people.db", tmp_path / "pepper", LIGHT)) as register:
        register.begin(*(Founder(one, "", Pin("135790")) for one in ("dir-1", "mcd-1")), 0)
    (tmp_path / "stick").mkdir()
    take(sources_of(load_table(path)), tmp_path / "stick", 1, 1, print)
    return path


def restored(settings: Path, *words: str) -> None:
    source = str(settings.parent / "stick")
    mine = "--settings", str(settings), "--owner", getpass.getuser()
    done = typed("restore", source, "--aside", "before", "--lang", "en", *mine, *words)
    assert done.returncode == 0, done.stderr
    assert "tapis keys forget --aside destroys them" in done.stdout


def forget(settings: Path, *words: str, lang: str = "en") -> tuple[int, str]:
    done = typed("keys", "forget", *words, "--lang", lang, "--settings", str(settings))
    return done.returncode, done.stdout + done.stderr


def test_every_key_that_was_set_aside_is_destroyed_and_named_and_the_records_stay(settings: Path) -> None:
    data = settings.parent / "data"
    secret = {one.read_bytes() for one in (data / "seal.key", settings.parent / "pepper")}
    restored(settings, "--keys", str(settings.parent / "safe.pem"))
    before = {one.name for one in (data / BEFORE).iterdir()}
    assert before >= {"seal.key", "pepper", "people.db", "journals"}
    assert forget(settings) == (
        0,
        "UTH-9: there is none to forget\n"
        "UTH-9: a restore set 2 keys aside; tapis keys forget --aside destroys them\n",
    )
    assert forget(settings, "--aside") == (
        0,
        f"UTH-9: destroyed of what was set aside: {BEFORE}/pepper, {BEFORE}/seal.key; journals, books and"
        " registers stay there and verify, and no PIN counts there any more\n",
    )
    aside = {path: path.read_bytes() for path in (data / BEFORE).rglob("*") if path.is_file()}
    assert not secret & set(aside.values())
    assert {one.name for one in (data / BEFORE).iterdir()} == before - {"seal.key", "pepper"}
    assert verify(data / BEFORE / "journals").ok
    assert {one.read_bytes() for one in (data / "seal.key", settings.parent / "pepper")} == secret
    assert forget(settings, "--aside", lang="fr") == (
        0,
        "UTH-9\u00a0: aucune clé mise de côté par une restauration\n",
    )


def test_what_the_table_needs_and_has_nowhere_else_is_kept(settings: Path) -> None:
    """Put back without the private key: the deal under way goes on by the master that lies aside."""
    data = settings.parent / "data"
    restored(settings)
    name = fingerprint(load_master(data / BEFORE / "seal.key"))
    code, said = forget(settings, "--aside")
    kept = f"{BEFORE}/pepper, {BEFORE}/seal.key"
    assert (code, said) == (
        0,
        f"UTH-9: kept, for the table needs them and they are nowhere else: {kept}\n",
    )
    assert fingerprint(load_master(data / BEFORE / "seal.key")) == name


def test_a_restore_that_was_cut_off_goes_on_before_a_key_is_destroyed(settings: Path) -> None:
    data = settings.parent / "data"
    restored(settings, "--keys", str(settings.parent / "safe.pem"))
    (data / RESTORING).mkdir()
    code, said = forget(settings, "--aside")
    assert (code, "run tapis restore again first" in said) == (2, True)
    assert (data / BEFORE / "seal.key").exists()


@pytest.mark.parametrize("link", ["aside", BEFORE, f"{BEFORE}/seal.key"])
def test_no_link_leads_the_command_to_the_key_of_another(link: str, settings: Path, tmp_path: Path) -> None:
    data, other = settings.parent / "data", tmp_path / "other"
    restored(settings, "--keys", str(settings.parent / "safe.pem"))
    (data / link).rename(other)
    (data / link).symlink_to(other)
    key = next(one for one in (other / "before/seal.key", other / "seal.key", other) if one.is_file())
    there = key.read_bytes()
    code, said = forget(settings, "--aside")
    assert (code, said.count("\n")) == (2, 1)
    assert key.read_bytes() == there
