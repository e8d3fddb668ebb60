"""`tapis restore`: a table that was backed up while it played goes on elsewhere, in the same round."""

from __future__ import annotations

import getpass
import json
import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.backup.manifest import MANIFEST, RESTORING, backups_in, read_manifest
from controller.backup.recipient import make_pair
from controller.backup.taking import take
from controller.cli.backup import sources_of
from controller.game.people.pin import Pin
from controller.journal.keys import kept_secrets
from controller.journal.verify import verify
from controller.people.files import create_register, open_register
from controller.people.pin_hash import LIGHT
from controller.people.register import Founder
from controller.settings.table import load_table
from tests.shell.live_table import LiveTable, tapis, typed, write_settings
from tests.shell.test_run import deal, felt, opened

pytestmark = pytest.mark.slow

TABLE, ME = "UTH-9", getpass.getuser()


@pytest.fixture(scope="module")
def dealt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A machine whose table stands in the middle of a deal, with the recipient of its backups."""
    folder = tmp_path_factory.mktemp("first")
    settings = write_settings(folder)
    (folder / "stick").mkdir()
    text = settings.read_text(encoding="utf-8")
    settings.write_text(
        f'{text}\n[backup]\nrecipient = "{make_pair(folder / "safe.pem")}"\n', encoding="utf-8"
    )
    deal(opened(settings))
    return folder


@pytest.fixture(scope="module")
def played(dealt: Path) -> dict[str, Any]:
    """Its console's view while a witness saw it and it was backed up; what it did since is in no backup."""
    table = LiveTable(dealt / "table.toml")
    view = table.until(lambda view: bool(view["jackpot"]["meter_cents"]))
    key = typed("keys", "show", "--lang", "en", "--settings", str(dealt / "table.toml")).stdout.split()[3]
    store = str(dealt / "heads.txt")
    assert typed("witness", "trust", store, TABLE, key).returncode == 0
    assert typed("witness", "pull", store, "--from", str(dealt / "run")).returncode == 0
    done = tapis("backup", str(dealt / "stick"), "--lang", "en", "--settings", str(dealt / "table.toml"))
    assert done.returncode == 0, done.stderr
    assert "which is open" in done.stdout
    assert table.tap("CallChef")["ok"]
    table.stop(signal.SIGTERM)
    return view


@pytest.fixture
def machine(tmp_path: Path, dealt: Path, played: dict[str, Any]) -> Iterator[Path]:
    """Another machine: the same settings, no record."""
    write_settings(tmp_path)
    return tmp_path / "table.toml"


def backup_of(dealt: Path) -> Path:
    return backups_in(dealt / "stick", TABLE)[-1]


def restored(machine: Path, *words: str) -> Any:
    return typed("restore", *words, "--lang", "en", "--settings", str(machine), "--owner", ME)


def test_a_table_goes_on_elsewhere_in_the_same_round_with_the_same_meter(
    machine: Path, dealt: Path, played: dict[str, Any]
) -> None:
    words = "--settings", str(machine), "--owner", ME, "--keys", str(dealt / "safe.pem")
    done = tapis("restore", str(dealt / "stick"), "--lang", "en", *words)
    assert done.returncode == 0, done.stderr
    assert "there is no mark here: JP1 stays closed (A-110)" in done.stdout
    assert "journals and book agree" in done.stdout
    data = machine.parent / "data"
    assert kept_secrets(data) == kept_secrets(dealt / "data")
    for one in (data, *data.rglob("*")):
        assert (one.stat().st_uid, one.stat().st_mode & 0o077) == (os.geteuid(), 0), one
    table = LiveTable(machine)
    view = table.until(lambda view: bool(view["upkeep"]["gap"]) and bool(view["jackpot"]["meter_cents"]))
    assert view["resumed"]
    assert felt(view) == felt(played)
    assert view["jackpot"]["meter_cents"] == played["jackpot"]["meter_cents"]
    assert (view["upkeep"]["gap"]["code"], view["jackpot"]["open"]) == ("mark_missing", False)
    assert table.tap("ConfirmFelt")["ok"]
    store = shutil.copy(dealt / "heads.txt", machine.parent / "heads.txt")
    pulled = typed("witness", "pull", str(store), "--from", str(machine.parent / "run"))
    assert (pulled.returncode, pulled.stderr) == (0, ""), "the backup has all that this witness saw"
    table.stop(signal.SIGTERM)
    assert verify(data / "journals").ok
    book = typed("book", "verify", str(data / "jackpot.book"), "--journal", str(data / "journals"))
    assert book.returncode == 0, book.stdout


def test_a_witness_that_saw_more_than_the_backup_has_refuses_until_two_set_it_aside(
    machine: Path, dealt: Path
) -> None:
    store = shutil.copy(dealt / "heads.txt", machine.parent / "heads.txt")
    assert typed("witness", "pull", str(store), "--from", str(dealt / "data" / "journals")).returncode == 0
    assert restored(machine, str(backup_of(dealt)), "--keys", str(dealt / "safe.pem")).returncode == 0
    table = LiveTable(machine)
    run = str(machine.parent / "run")
    refused = typed("witness", "pull", str(store), "--from", run)
    assert (refused.returncode, "plus courte que la séance 1" in refused.stdout + refused.stderr) == (1, True)
    (machine.parent / "kept").mkdir()
    aside = "witness", "aside", str(store), TABLE, "1", "--journals", str(machine.parent / "kept")
    done = typed(*aside, "--by", "A.Roy", "--with", "B.Lenoir")
    assert done.returncode == 0, done.stderr
    assert typed("witness", "pull", str(store), "--from", run).returncode == 0
    table.stop(signal.SIGTERM)


def test_what_is_there_is_not_overwritten_and_lies_aside_by_name(machine: Path, dealt: Path) -> None:
    data = machine.parent / "data"
    data.mkdir()
    (data / "jackpot.book").write_text("of the table before", encoding="utf-8")
    source = str(backup_of(dealt))
    refused = restored(machine, source)
    assert refused.returncode == 1
    assert "jackpot.book is there already, and nothing is overwritten: with --aside NAME" in refused.stderr
    assert [one.name for one in data.iterdir()] == ["jackpot.book"]
    assert restored(machine, source, "--aside", "before").returncode == 0
    assert (data / "aside" / "before" / "jackpot.book").read_text(encoding="utf-8") == "of the table before"
    assert (data / "journals").is_dir()


def test_a_restore_that_was_cut_off_lets_no_table_start_and_is_run_again(machine: Path, dealt: Path) -> None:
    data, source = machine.parent / "data", backup_of(dealt)
    (data / RESTORING).mkdir(parents=True)
    shutil.copy(source / "jackpot.book", data)
    refused = tapis("run", "--settings", str(machine))
    assert (refused.returncode, "a restore was cut off; run tapis restore again" in refused.stderr) == (
        2,
        True,
    )
    assert {one.name for one in data.iterdir()} <= {RESTORING, "jackpot.book", "last-word"}
    assert restored(machine, str(source)).returncode == 0
    assert {one.name for one in data.iterdir()} - {"last-word"} == {
        "aside",
        "jackpot.book",
        "journals",
        "version",
    }


def test_a_damaged_backup_names_its_file_and_puts_nothing_back(machine: Path, dealt: Path) -> None:
    source = Path(shutil.copytree(backup_of(dealt), machine.parent / "copy"))
    files = read_manifest(source).files
    journal = source / "journals" / f"{TABLE}-000001.journal"
    raw = bytearray(journal.read_bytes())
    raw[len(raw) // 2] ^= 1
    journal.write_bytes(raw)
    done = restored(machine, str(source))
    assert done.returncode == 1
    assert (
        f"nothing was put back: journals/{journal.name} is damaged: it is not what was written" in done.stderr
    )
    assert f"The other {len(files) - 1} files are whole" in done.stderr
    assert not (machine.parent / "data").exists()
    assert typed("restore", str(source), "--check").returncode == 1
    told = json.loads((source / MANIFEST).read_text(encoding="utf-8"))
    told["table"] = "UTH-7"
    (source / MANIFEST).write_text(json.dumps(told), encoding="utf-8")
    done = restored(machine, str(source))
    assert (done.returncode, f"{source / MANIFEST} is damaged" in done.stderr) == (2, True)
    (source / MANIFEST).unlink()
    done = restored(machine, str(source))
    assert (done.returncode, "no whole backup" in done.stderr) == (2, True)


def test_the_keys_open_with_their_private_key_alone(machine: Path, dealt: Path) -> None:
    make_pair(machine.parent / "other.pem")
    source = str(backup_of(dealt))
    done = restored(machine, source, "--keys", str(machine.parent / "other.pem"))
    assert (done.returncode, "this private key is another's" in done.stderr) == (2, True)
    assert not (machine.parent / "data").exists()


def test_the_records_of_another_table_are_not_put_back(machine: Path, dealt: Path) -> None:
    text = machine.read_text(encoding="utf-8")
    machine.write_text(text.replace('"UTH-9"', '"UTH-8"'), encoding="utf-8")
    done = restored(machine, str(backup_of(dealt)))
    assert (done.returncode, "is of table UTH-9, the settings are of UTH-8" in done.stderr) == (2, True)


def test_a_table_that_runs_is_not_restored_over(machine: Path, dealt: Path) -> None:
    table = LiveTable(machine)
    done = restored(machine, str(backup_of(dealt)), "--aside", "before")
    assert (done.returncode, "the table runs; stop it first" in done.stderr) == (1, True)
    assert table.stop(signal.SIGTERM)[0] == 0
    assert verify(machine.parent / "data" / "journals").ok


def test_register_settings_and_edition_come_back_each_to_its_place(tmp_path: Path) -> None:
    """The pepper by the private key alone; half a line that was being written is none."""
    homes = []
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        homes.append(write_settings(tmp_path / name))
        people = f'register = "{tmp_path}/{name}/house/people.db"\npepper = "{tmp_path}/{name}/house/pepper"'
        text = homes[-1].read_text(encoding="utf-8")
        recipient = make_pair(tmp_path / f"{name}.pem")
        homes[-1].write_text(f'{text}\n[people]\n{people}\n[backup]\nrecipient = "{recipient}"\n', "utf-8")
    first, second = homes
    opened(first).journal.close()
    (tmp_path / "first" / "data" / "settings.log").write_bytes(b'{"number":1}\n{"numb')
    (tmp_path / "first" / "data" / "edition").write_bytes(b"7\n")
    founders = (Founder(one, "", Pin("135790")) for one in ("dir-1", "mcd-1"))
    with closing(create_register(*kept_people(first), LIGHT)) as register:
        register.begin(*founders, 0)
        told = register.standing()
    (tmp_path / "stick").mkdir()
    take(sources_of(load_table(first)), tmp_path / "stick", 1, 1, print)
    done = restored(second, str(tmp_path / "stick"), "--keys", str(tmp_path / "first.pem"))
    assert done.returncode == 0, done.stderr
    data = tmp_path / "second" / "data"
    assert sorted(one.name for one in data.iterdir()) == ["edition", "journals", "seal.key", "settings.log"]
    assert (data / "settings.log").read_bytes() == b'{"number":1}\n'
    with closing(open_register(*kept_people(second), LIGHT)) as register:
        assert register.standing() == told
    again = restored(second, str(tmp_path / "stick"), "--aside", "before")
    assert (again.returncode, "no PIN counts" in again.stderr) == (0, True)
    assert (data / "aside" / "before" / "pepper").exists()


def kept_people(settings: Path) -> tuple[Path, Path]:
    people = load_table(settings).people
    assert people is not None
    return people.register_path, people.pepper


def test_a_round_whose_key_is_lost_is_held_for_two_persons(machine: Path, dealt: Path) -> None:
    """The rest of it, in every phase and with a real book, is in test_keys_lost."""
    done = restored(machine, str(backup_of(dealt)))
    assert (done.returncode, "two persons say so at the console" in done.stderr) == (0, True)
    table = LiveTable(machine)
    view = table.until(lambda view: "A-113" in {alarm["code"] for alarm in view["alarms"]})
    assert view["held"]["cause"] == "master_lost"
    assert table.tap("ConfirmFelt")["ok"]
    assert table.tap("Resume")["refusal"]["code"] == "void_only"
    code, said = table.stop(signal.SIGTERM)
    assert (code, "put it back as seal.key." in said) == (0, True)
    assert verify(machine.parent / "data" / "journals").ok


def test_a_closed_session_needs_no_key_and_new_ones_come_with_the_first_start(tmp_path: Path) -> None:
    (tmp_path / "first").mkdir()
    (tmp_path / "second").mkdir()
    (tmp_path / "stick").mkdir()
    first = write_settings(tmp_path / "first")
    table = LiveTable(first)
    table.stop(signal.SIGTERM)
    take(sources_of(load_table(first)), tmp_path / "stick", 1, 1, print)
    second = write_settings(tmp_path / "second")
    done = restored(second, str(tmp_path / "stick"))
    assert (done.returncode, "the table makes new ones" in done.stderr) == (0, True)
    data = tmp_path / "second" / "data"
    assert kept_secrets(data) == {}
    table = LiveTable(second)
    assert table.stop(signal.SIGTERM)[0] == 0
    assert kept_secrets(data).keys() == {"seal.key", "sign.key"}
    assert [one.session for one in verify(data / "journals").files] == [1, 2]
