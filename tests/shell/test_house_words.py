"""`tapis house` speaks French, and English when it is asked for."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.shell.live_table import typed

GOLDEN = Path(__file__).parents[1] / "golden" / "journals" / "trips"
NAME = "UTH-1-000001.journal"


def house(*words: object) -> tuple[int, str, str]:
    """What a command of the house says, on both outputs, with a breaking space for those of French."""
    done = typed("house", *map(str, words))
    out, err = (text.replace("\u00a0", " ").replace("\u202f", " ") for text in (done.stdout, done.stderr))
    return done.returncode, out, err


def test_what_was_counted_and_exported_is_told_in_french(tmp_path: Path) -> None:
    journals, store = shutil.copytree(GOLDEN, tmp_path / "journals"), tmp_path / "house.db"
    code, out, _ = house("rebuild", journals, "--store", store)
    assert (code, " écritures de 1 journal en " in out) == (0, True), out
    code, out, _ = house("export", journals, "--parquet", tmp_path / "figures")
    assert (code, out.startswith("1 journal : ")) == (0, True), out
    assert house("export", journals, "--parquet", tmp_path / "figures")[1] == "0 journal : rien de nouveau\n"
    shutil.copyfile(journals / NAME, journals / "again.journal")
    code, _, err = house("rebuild", journals, "--store", store)
    assert (code, err) == (
        1,
        f"again.journal : le même journal que {NAME}, compté une fois ; enlevez la copie\n",
    )
    code, _, err = house("export", journals, "--parquet", tmp_path / "figures")
    assert (code, "again.journal : le même journal que" in err, "exporté une fois" in err) == (1, True, True)


def test_what_the_house_refuses_is_told_in_french_with_the_next_step(tmp_path: Path) -> None:
    (tmp_path / "journals").mkdir()
    (tmp_path / "noise").write_text("noise " * 99)
    code, _, err = house("rebuild", tmp_path / "journals", "--store", tmp_path / "noise")
    assert (code, err.count("\n")) == (2, 1)
    assert err.endswith("réparez-la, ou nommez-en une autre par --store\n")
    code, _, err = house("rebuild", tmp_path / "journals", "--store", ":memory:")
    assert (code, err) == (0, f"{tmp_path / 'journals'} : aucun journal n’est encore là\n")
    code, _, err = house("feed", "--once", "--run", tmp_path)
    assert (code, err.startswith("Erreur : la maison ne répond pas (")) == (2, True)
    assert err.endswith(" ; c’est « tapis house serve »\n")
    words = ("serve", tmp_path / "journals", "--run", tmp_path / "run", "--store", tmp_path / "house.db")
    code, _, err = house(*words, "--key", "")
    assert (code, err.startswith("Erreur : --key ")) == (2, True)
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "house.sock").write_text("")
    code, _, err = house(*words, "--sign", tmp_path / "house.key")
    assert (code, err.startswith("les preuves sont signées avec ")) == (2, True)
    assert "Erreur : refusé : " in err
