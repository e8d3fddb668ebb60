"""`tapis backup` and `tapis restore` speak French, and English when it is asked for."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from controller.backup.manifest import MANIFEST, backups_in
from controller.journal.file_faults import account
from tests.shell.live_table import typed, write_settings
from tests.shell.test_backup_order import DAY_MS, NOW_MS, TABLE, Night

ME = account(os.geteuid())


@pytest.fixture
def night(tmp_path: Path) -> Night:
    """A table that has played a round, with its settings."""
    made = Night(tmp_path)
    settings = write_settings(tmp_path)
    settings.write_text(settings.read_text("utf-8").replace("UTH-9", TABLE), "utf-8")
    made.plays()
    return made


def said(night: Night, *words: str) -> tuple[int, str, str]:
    """What a command says of the table, on both outputs, with a breaking space for those of French."""
    done = typed(*words, "--settings", str(night.data.parent / "table.toml"))
    out, err = (text.replace("\u00a0", " ").replace("\u202f", " ") for text in (done.stdout, done.stderr))
    return done.returncode, out, err


def test_a_backup_and_its_restore_are_told_in_french(night: Night) -> None:
    code, out, err = said(night, "backup", str(night.stick))
    assert (code, f"{TABLE} : {night.stick}/{TABLE}-" in out) == (0, True), err
    assert " : 1 séance (séance 1 jusqu’à l’écriture " in out
    assert f"{TABLE} : les clés n’y sont pas : aucun destinataire n’est nommé sous [backup]" in err
    code, out, _ = said(night, "restore", str(night.stick), "--check")
    assert (code, " : 1 séance, la dernière jusqu’à l’écriture " in out) == (0, True)
    assert " ; fichiers tels qu’ils furent écrits : " in out
    shutil.rmtree(night.data)
    code, out, err = said(night, "restore", str(night.stick), "--owner", ME)
    assert (code, f"{TABLE} : restaurée dans {night.data} : séance 1 jusqu’à l’écriture " in out) == (
        0,
        True,
    ), err
    assert f"{TABLE} : il n’y a pas de marque ici : JP1 reste fermé (A-110)" in out
    code, _, err = said(night, "restore", str(night.stick), "--owner", ME)
    assert (code, "est déjà là, et rien n’est écrasé : avec --aside NOM" in err) == (1, True)


def test_a_damaged_backup_is_refused_in_french_with_the_next_step(night: Night) -> None:
    made = night.backed_up(NOW_MS).folder
    (made / "journals" / night.journal.name).write_bytes(b"cut off")
    code, _, err = said(night, "restore", str(made), "--check")
    assert code == 1
    assert (
        f"rien n’a été restauré : journals/{night.journal.name} est abîmé : ce n’est pas ce qui fut écrit"
        in err
    )
    assert "N’effacez rien, et prenez la sauvegarde d’avant" in err
    (made / MANIFEST).write_text("{", "utf-8")
    code, _, err = said(night, "restore", str(made), "--check")
    assert (code, f"{made / MANIFEST} est abîmé : on ne sait pas ce que la sauvegarde" in err) == (2, True)


def test_what_should_be_known_of_a_backup_is_told_in_french(night: Night) -> None:
    ahead = night.backed_up(NOW_MS + 90_000 * DAY_MS).folder
    (night.stick / f"{TABLE}-20260101-000000-000").mkdir()
    (night.stick / f"{TABLE}-20260101-000000-000" / MANIFEST).write_text("{", "utf-8")
    code, _, err = said(night, "backup", str(night.stick))
    assert (code, f"{ahead.name} est datée de plus tard que celle-ci : l’horloge est fausse" in err) == (
        0,
        True,
    )
    assert f"son {MANIFEST} est abîmé ; elle n’est ni comptée ni jamais enlevée ; regardez-la (tapis" in err
    assert len(backups_in(night.stick, TABLE)) == 3
    code, _, err = said(night, "backup", str(night.data / "backups"))
    assert (code, "pas de sauvegarde : " in err, "va sur un autre disque" in err) == (1, True, True)
