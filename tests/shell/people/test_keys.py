"""The keys of a table: made once, their owner's only, credentials first, rotated without losing a card."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.cli import main
from controller.game.cards import FaceDown
from controller.game.events import CardDealt
from controller.journal.chain import WrongMaster
from controller.journal.heads import key_fingerprint
from controller.journal.keys import (
    SEAL_KEY,
    forget_masters,
    kept_keys,
    kept_secrets,
    renewed_master,
    rotate_master,
    simulated_keys,
    table_keys,
)
from controller.journal.seal import MasterRefused, create_master, fingerprint, load_master
from controller.journal.verify import verify
from controller.journal.writer import Journal
from tests.law.requirements import requirement
from tests.shell.journal.journals import OPENING, START_MS, steps_of
from tests.shell.live_table import write_settings

ROOT = Path(__file__).parents[3]
INSTALLED = ("config", "controller", "drivers", "ui", "deploy")


def tapis(*words: object, lang: str = "en") -> Result:
    result = CliRunner().invoke(main, ["keys", *map(str, words), *(("--lang", lang) if lang else ())])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


@pytest.fixture(autouse=True)
def no_credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CREDENTIALS_DIRECTORY", raising=False)


def test_keys_are_made_at_the_first_start_and_are_their_owners_only(tmp_path: Path) -> None:
    made = table_keys(tmp_path)
    assert list(tmp_path.iterdir()) == [], "a start that is refused leaves no key"
    made.keep()
    made.keep()
    assert {one.name for one in tmp_path.iterdir()} == {"seal.key", "sign.key"}
    assert all(one.stat().st_mode & 0o777 == 0o600 for one in tmp_path.iterdir())
    again = table_keys(tmp_path)
    assert (bytes(again.master), again.signer.key) == (bytes(made.master), made.signer.key)
    assert (tmp_path / "seal.key").read_bytes() != (tmp_path / "sign.key").read_bytes()


@pytest.mark.parametrize("name", ["seal.key", "sign.key", "seal.key.00ff"])
def test_a_key_that_others_may_read_is_refused_in_one_sentence(tmp_path: Path, name: str) -> None:
    table_keys(tmp_path).keep()
    path = tmp_path / name
    if not path.exists():
        create_master(path)
    path.chmod(0o640)
    with pytest.raises(MasterRefused, match=f"{name}: mode 0640 lets others at it; 0400 or 0600 is wanted"):
        table_keys(tmp_path)


def test_a_credential_of_the_service_counts_before_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, given = tmp_path / "data", tmp_path / "given"
    data.mkdir()
    given.mkdir()
    file = table_keys(data)
    file.keep()
    master = create_master(given / "seal.key")
    (given / "seal.key").chmod(0o440)  # as systemd shows the mask of an access list
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(given))
    keys = table_keys(data)
    assert bytes(keys.master) == bytes(master)
    assert keys.signer.key == file.signer.key
    with pytest.raises(MasterRefused, match="is a credential"):
        rotate_master(data)
    (given / "seal.key").chmod(0o444)
    with pytest.raises(MasterRefused, match="mode 0444 lets others at it"):
        table_keys(data)


def test_nothing_prints_a_key(tmp_path: Path) -> None:
    keys = table_keys(tmp_path)
    keys.keep()
    secrets = [(tmp_path / name).read_bytes() for name in ("seal.key", "sign.key")]
    for text in (repr(keys), str(keys), repr(keys.signer), f"{keys.master}"):
        assert not any(one.hex() in text or str(one)[2:-1] in text for one in secrets)


def test_a_rotated_master_seals_anew_and_the_old_one_still_recovers(tmp_path: Path) -> None:
    before = table_keys(tmp_path)
    before.keep()
    path = tmp_path / "UTH-2-000001.journal"
    with Journal.create(path, OPENING, at_ms=START_MS, sealer_master=before.master, durable=False) as journal:
        for step in steps_of(1):
            journal.append(step, START_MS)
    assert rotate_master(tmp_path) == (fingerprint(before.master), fingerprint(table_keys(tmp_path).master))
    now = table_keys(tmp_path)
    assert bytes(now.master) != bytes(before.master)
    assert [bytes(one) for one in now.older] == [bytes(before.master)]
    with pytest.raises(WrongMaster):
        Journal.open(path, sealer_master=now.master)
    with Journal.open(path, sealer_master=now.older[0], durable=False) as journal:
        dealt = [entry.event for entry in journal.events() if isinstance(entry.event, CardDealt)]
    assert len(dealt) == 6
    assert all(isinstance(event.card, FaceDown) for event in dealt)
    assert verify(path).ok  # without any of them
    rotate_master(tmp_path)
    assert len(table_keys(tmp_path).older) == 2


def test_a_master_that_is_a_credential_is_its_keeper_s_to_renew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = table_keys(tmp_path)
    before.keep()
    assert bytes(renewed_master(tmp_path)) != bytes(before.master)
    credentials = tmp_path / "credentials"
    credentials.mkdir()
    given = create_master(credentials / "seal.key")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(credentials))
    assert bytes(renewed_master(tmp_path)) == bytes(given)


def test_a_rotation_that_was_cut_off_leaves_a_key_that_works(tmp_path: Path) -> None:
    before = table_keys(tmp_path)
    before.keep()
    create_master(tmp_path / "seal.key.new")
    assert bytes(table_keys(tmp_path).master) == bytes(before.master)
    assert table_keys(tmp_path).older == ()
    rotate_master(tmp_path)
    assert not (tmp_path / "seal.key.new").exists()


@requirement("CS-16")
def test_no_two_tables_have_one_key_and_none_is_shipped(tmp_path: Path) -> None:
    """CS-16: each makes its own, and nothing that is installed brings one along."""
    keys = [table_keys(tmp_path / name) for name in ("UTH-1", "UTH-2")]
    assert len({bytes(one.master) for one in keys} | {one.signer.key for one in keys}) == 4
    installed = [path for room in INSTALLED for path in (ROOT / room).rglob("*") if path.is_file()]
    assert [path.name for path in installed if path.suffix in (".key", ".pem", ".p12", ".pepper")] == []
    assert [path.name for path in installed if b"PRIVATE KEY-----" in path.read_bytes()] == []
    settings = tomllib.loads((ROOT / "config" / "table.toml").read_text(encoding="utf-8"))
    assert not settings["badges"]
    assert {"people", "program", "remote"}.isdisjoint(settings)


@requirement("SE-14")
def test_a_simulation_has_keys_of_its_own() -> None:
    one, same, other = simulated_keys(1, "UTH-1"), simulated_keys(1, "UTH-1"), simulated_keys(2, "UTH-1")
    assert (bytes(one.master), one.signer.key) == (bytes(same.master), same.signer.key)
    assert one.signer.key != other.signer.key != simulated_keys(2, "UTH-2").signer.key


def test_the_command_shows_what_is_public_and_rotates(tmp_path: Path) -> None:
    settings = write_settings(tmp_path)
    (tmp_path / "data").mkdir()
    none = tapis("show", "--settings", settings)
    assert (none.exit_code, none.stderr.count("\n"), list((tmp_path / "data").iterdir())) == (2, 1, [])
    keys = table_keys(tmp_path / "data")
    keys.keep()
    shown = tapis("show", "--settings", settings).stdout
    assert f"UTH-9 signs with {keys.signer.key}\n" in shown
    assert key_fingerprint(keys.signer.key) in shown
    assert fingerprint(keys.master) in shown
    assert tapis("rotate", "--settings", settings).exit_code == 0
    assert f"kept: {fingerprint(keys.master)}" in tapis("show", "--settings", settings).stdout
    (tmp_path / "data" / "seal.key").chmod(0o604)
    refused = tapis("show", "--settings", settings)
    assert (refused.exit_code, refused.stderr.count("\n")) == (2, 1)


def test_the_masters_of_closed_nights_are_zeros_before_they_are_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All but the one that the last session was sealed under, and the draft of a rotation."""
    table_keys(tmp_path).keep()
    before = [rotate_master(tmp_path)[0] for _ in range(3)]
    create_master(tmp_path / "seal.key.new")
    seen: list[bytes] = []
    unlink = Path.unlink
    monkeypatch.setattr(
        Path, "unlink", lambda path, **how: seen.append(path.read_bytes()) or unlink(path, **how)
    )
    in_force = (tmp_path / "seal.key").read_bytes()
    assert forget_masters(tmp_path, wanted=before[1]) == tuple(sorted((before[0], before[2])))
    assert seen == [bytes(32)] * 2
    left = {path.name for path in tmp_path.glob("seal.key*")}
    assert left == {"seal.key", "seal.key.new", f"seal.key.{before[1]}"}
    assert (tmp_path / "seal.key").read_bytes() == in_force
    assert forget_masters(tmp_path, wanted="none", before_s=0.0) == (), "none is as old as that"


def test_a_master_that_cannot_be_written_over_is_not_said_to_be_gone(tmp_path: Path) -> None:
    table_keys(tmp_path).keep()
    (tmp_path / "seal.key.00ff").mkdir()
    with pytest.raises(MasterRefused, match=r"seal\.key\.00ff: Is a directory"):
        forget_masters(tmp_path, wanted="none")


def test_a_rotation_that_was_cut_off_after_it_kept_the_old_master_keeps_it_once(tmp_path: Path) -> None:
    table_keys(tmp_path).keep()
    old = load_master(tmp_path / "seal.key")
    kept = tmp_path / f"seal.key.{fingerprint(old)}"
    kept.hardlink_to(tmp_path / "seal.key")
    assert rotate_master(tmp_path)[0] == fingerprint(old)
    assert bytes(load_master(kept)) == bytes(old)
    assert bytes(load_master(tmp_path / "seal.key")) != bytes(old)


def test_a_rotation_without_room_leaves_the_master_in_force(tmp_path: Path) -> None:
    table_keys(tmp_path).keep()
    known = (tmp_path / "seal.key").read_bytes()
    (tmp_path / "seal.key.new").mkdir()
    with pytest.raises(MasterRefused, match=r"seal\.key: Is a directory"):
        rotate_master(tmp_path)
    assert (tmp_path / "seal.key").read_bytes() == known


def test_a_master_that_its_keeper_took_away_seals_no_further_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A credential is asked for anew at each session; nothing of this program's is put in its place."""
    given = tmp_path / "credentials"
    given.mkdir()
    create_master(given / "seal.key")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(given))
    assert bytes(renewed_master(tmp_path)) == (given / "seal.key").read_bytes()
    # Taken away between one look and the next.
    found = iter((given / "seal.key", None))
    monkeypatch.setattr("controller.journal.keys._credential", lambda name: next(found))
    with pytest.raises(MasterRefused, match=r"seal\.key: is gone"):
        renewed_master(tmp_path)


def test_the_keys_that_are_there_are_told_and_none_is_made(tmp_path: Path) -> None:
    assert kept_keys(tmp_path) == (None, None, ())
    assert kept_secrets(tmp_path) == {}
    table_keys(tmp_path).keep()
    rotate_master(tmp_path)
    signer, master, older = kept_keys(tmp_path)
    assert signer is not None
    assert master is not None
    assert len(older) == 1
    named = kept_secrets(tmp_path)
    assert set(named) == {"seal.key", "sign.key", f"seal.key.{fingerprint(older[0])}"}
    assert bytes(named["seal.key"]) == bytes(master)


def test_the_command_says_in_french_what_signs_and_what_seals(tmp_path: Path) -> None:
    settings, data = write_settings(tmp_path), tmp_path / "data"
    data.mkdir()
    none = tapis("show", "--settings", settings, lang="")
    assert (none.exit_code, none.stdout) == (2, "")
    assert "pas encore de clé\u202f; le premier démarrage de UTH-9 les crée" in none.stderr
    keys = table_keys(data)
    keys.keep()
    before, key = fingerprint(keys.master), keys.signer.key
    rotated = tapis("rotate", "--settings", settings, lang="").stdout
    now = fingerprint(table_keys(data).master)
    assert rotated == (
        f"UTH-9\u00a0: la prochaine séance est scellée sous {now}\u202f; {before} reste pour une reprise\n"
    )
    assert tapis("show", "--settings", settings, lang="").stdout.splitlines() == [
        f"UTH-9 signe avec {key}",
        f"UTH-9, empreinte de cette clé\u00a0: {key_fingerprint(key)}",
        f"UTH-9 scelle les cartes sous {now}\u202f; gardées\u00a0: {before}",
    ]
    (data / "seal.key").chmod(0o604)
    for command in ("show", "rotate"):
        refused = tapis(command, "--settings", settings, lang="")
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert f"la clé des cartes {data / 'seal.key'} laisse entrer d’autres comptes" in refused.stderr


def test_a_master_that_systemd_keeps_is_not_rotated_here_in_either_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, given = write_settings(tmp_path), tmp_path / "given"
    given.mkdir()
    create_master(given / "seal.key")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(given))
    for lang, said in (("fr", "confiée à systemd"), ("en", "the key in force is a credential")):
        refused = tapis("rotate", "--settings", settings, lang=lang)
        assert (refused.exit_code, said in refused.stderr) == (2, True), refused.stderr


def test_a_pair_of_keys_is_made_once_and_told_in_french(tmp_path: Path) -> None:
    file = tmp_path / "backup-keys.pem"
    made = tapis("pair", file, lang="")
    recipient, told = made.stdout.splitlines()
    public = recipient.removeprefix('recipient = "').removesuffix('"')
    assert told == f"empreinte\u00a0: {key_fingerprint(public)}"
    assert made.stderr == f"{file} est la clé privée\u00a0: la garder au coffre, jamais à la table\n"
    known = file.read_bytes()
    again = tapis("pair", file, lang="")
    assert (again.exit_code, again.stdout, file.read_bytes()) == (2, "", known)
    assert f"{file} existe déjà\u202f; aucune clé n’est écrasée" in again.stderr
    nowhere = tapis("pair", tmp_path / "none" / "x.pem", lang="")
    assert (nowhere.exit_code, "x.pem ne s’écrit pas (il n’y a ni fichier" in nowhere.stderr) == (2, True)


@pytest.mark.long
def test_a_pair_that_cannot_be_written_leaves_no_half_of_it(tmp_path: Path) -> None:
    """It was said to exist already: the file had just been made, and was empty."""
    file = tmp_path / "backup-keys.pem"
    limited = ["bash", "-c", 'ulimit -f 0; exec "$@"', "-", sys.executable, "-m", "controller.cli"]
    for lang, said in (("fr", "ne s’écrit pas (dépasse la limite"), ("en", "cannot be written: is larger")):
        done = subprocess.run(
            [*limited, "keys", "pair", str(file), "--lang", lang],
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert (done.returncode, done.stdout, said in done.stderr) == (2, "", True), done.stderr
        assert not file.exists()


def test_a_key_in_force_that_has_an_older_name_too_is_not_erased_under_it(tmp_path: Path) -> None:
    """A rotation was cut off after it had named the old key and before the new one was in its place."""
    create_master(tmp_path / SEAL_KEY)
    kept, name = (tmp_path / SEAL_KEY).read_bytes(), fingerprint(load_master(tmp_path / SEAL_KEY))
    os.link(tmp_path / SEAL_KEY, tmp_path / f"{SEAL_KEY}.{name}")
    assert forget_masters(tmp_path, wanted="none") == (), "none is destroyed"
    assert (tmp_path / SEAL_KEY).read_bytes() == kept
    assert [path.name for path in tmp_path.iterdir()] == [SEAL_KEY]


@pytest.mark.parametrize("name", [SEAL_KEY, "sign.key"])
def test_a_key_of_zeros_is_none(tmp_path: Path, name: str) -> None:
    table_keys(tmp_path).keep()
    (tmp_path / name).write_bytes(bytes(32))
    for read in (table_keys, kept_secrets):
        with pytest.raises(MasterRefused, match=rf"{name}.*was erased"):
            read(tmp_path)


def test_a_power_cut_while_an_old_master_is_destroyed_keeps_no_table_from_starting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was written over, and not deleted yet."""
    table_keys(tmp_path).keep()
    older = rotate_master(tmp_path)[0]
    with monkeypatch.context() as cut:

        def power_goes(path: Path, **how: bool) -> None:
            raise KeyboardInterrupt

        cut.setattr(Path, "unlink", power_goes)
        with pytest.raises(KeyboardInterrupt):
            forget_masters(tmp_path, wanted="none")
    assert (tmp_path / f"{SEAL_KEY}.{older}").read_bytes() == bytes(32)
    assert table_keys(tmp_path).older == ()
    assert set(kept_secrets(tmp_path)) == {SEAL_KEY, "sign.key"}
    assert forget_masters(tmp_path, wanted="none") == (older,)
