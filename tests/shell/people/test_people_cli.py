"""`tapis people` as it is typed: the first set-up, the two persons, and no PIN in an argument."""

from __future__ import annotations

import json
import re
import shutil
import stat
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from controller.cli import main
from controller.cli.people_words import when

DIR, MCD, CHEF = "517301", "864203", "135790"


class Office:
    """The place where people are administered; PINs are typed a line each."""

    def __init__(self, folder: Path) -> None:
        self.files = ("--register", str(folder / "people.db"), "--pepper", str(folder / "people.pepper"))
        self.folder = folder

    def run(
        self, *words: str, pins: tuple[str, ...] = (), files: bool = True, lang: str = "en"
    ) -> tuple[int, str, str]:
        typed, named = "".join(f"{pin}\n" for pin in pins), self.files if files else ()
        told = ("--lang", lang) if lang else ()
        done = CliRunner().invoke(main, ["people", *named, *words, *told], input=typed)
        assert done.exception is None or isinstance(done.exception, SystemExit)
        for pin in filter(None, pins):
            assert pin not in done.output
        return done.exit_code, done.stdout, done.stderr

    def do(self, *words: str, pins: tuple[str, ...] = ()) -> str:
        code, out, err = self.run(*words, pins=pins)
        assert code == 0, err
        return out

    def read(self, *words: str) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self.do(*words, "--json"))
        return told


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Office:
    """A house with a director, a member of the comité and a chef."""
    made = Office(tmp_path_factory.mktemp("house"))
    made.do("init", "dir-1", "mcd-3", "--name", "A. Fontaine", pins=(DIR, MCD))
    two = ("--by", "dir-1", "--with", "mcd-3")
    made.do("add", "chef-1", "--role", "chef", *two, pins=(DIR, MCD))
    made.do("pin", "chef-1", *two, pins=(DIR, MCD, CHEF))
    for person, role in (("mcd-3", "comite"), ("chef-1", "chef")):
        made.do("card", person, "--role", role, "--number", f"n-{person}", *two, pins=(DIR, MCD))
    return made


def test_the_first_set_up_makes_files_of_its_owner_only_and_is_made_once(office: Office) -> None:
    for file in office.folder.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    other = Office(office.folder / "other")
    assert other.run("init", "a person of far too many letters", "mcd-3", pins=(DIR,))[0] == 2
    assert other.run("init", "dir-1", "mcd-3", pins=(DIR, "111111"))[0] == 1
    assert other.run("init", "dir-1", "dir-1", pins=(DIR, MCD))[0] == 1
    assert other.run("init", "dir-1", pins=(DIR,))[0] == 2, "the first two are made together"
    assert not other.folder.exists()
    code, _, err = office.run("init", "dir-2", "mcd-9", pins=(DIR, MCD))
    assert (code, "nothing was changed" in err) == (1, True)


@pytest.mark.parametrize(
    "pins", [(), (DIR,), (DIR, DIR, MCD, MCD), (DIR, "", MCD), (DIR, MCD, "123456")], ids=len
)
def test_a_pipe_with_other_lines_than_persons_gives_nobody_a_pin(
    tmp_path: Path, pins: tuple[str, ...]
) -> None:
    """With each PIN twice, as on a terminal, the second person once had the PIN of the first."""
    house = Office(tmp_path / "house")
    code, _, err = house.run("init", "dir-1", "mcd-3", pins=pins)
    assert (code, f"there are {len(pins)}" in err, "nothing is written" in err) == (2, True, True), err
    assert not house.folder.exists()
    assert house.run("init", "dir-1", "mcd-3", pins=(DIR, MCD))[0] == 0


def test_the_register_is_read_without_a_pin(office: Office) -> None:
    told = office.read("list")
    assert [one["id"] for one in told["people"]] == ["chef-1", "dir-1", "mcd-3"]
    card = {"number": "n-chef-1", "role": "chef", "key": "", "revoked": False, "until_ms": 0}
    assert told["people"][0]["cards"] == [card]
    assert "argon2" not in json.dumps(told)
    lines = office.do("list")
    assert "A. Fontaine" in lines
    changes = office.read("history")["history"]
    assert [change["act"] for change in changes[:4]] == ["begin", "begin", "add", "pin"]
    assert office.read("history", "chef-1")["history"][0]["person"] == "chef-1"


def test_two_persons_give_power_and_give_it_back(office: Office) -> None:
    words = ("add", "mcd-4", "--role", "comite", "--by", "dir-1")
    code, _, err = office.run(*words, pins=(DIR,))
    assert (code, "--with" in err) == (1, True)
    office.do(*words, "--with", "mcd-3", pins=(DIR, MCD))
    office.do("revoke", "mcd-4", "--by", "chef-1", pins=(CHEF,))
    code, _, err = office.run("restore", "mcd-4", "--by", "dir-1", "--with", "dir-1", pins=(DIR, DIR))
    assert (code, "two different persons" in err) == (1, True)
    office.do("restore", "mcd-4", "--by", "dir-1", "--with", "mcd-3", pins=(DIR, MCD))


def test_a_card_has_a_last_day_which_is_not_over(office: Office) -> None:
    words = ("card", "chef-1", "--role", "chef", "--by", "dir-1", "--with", "mcd-3", "--number")
    code, _, err = office.run(*words, "n-old", "--until", "2020-02-29", pins=(DIR, MCD))
    assert (code, "last day" in err) == (1, True)
    office.do(*words, "n-new", "--until", "2099-12-31", pins=(DIR, MCD))
    (card,) = (one for one in office.read("list")["people"][0]["cards"] if one["number"] == "n-new")
    assert f"number only, until {when(card['until_ms'])}" in office.do("list")
    assert card["until_ms"] == int(datetime.fromisoformat("2100-01-01").timestamp()) * 1000


def test_a_wrong_pin_and_nobody_are_told_the_same(office: Office) -> None:
    left = "4 tries left before 15 minutes of lock-out"
    for person in ("mcd-3", "nobody"):
        code, out, err = office.run("revoke", "n-chef-1", "--by", person, pins=("975318",))
        assert (code, out, err) == (1, "", f"Error: {person}: PIN refused: {left}\n")


def test_a_chef_has_two_tables_in_his_charge(office: Office) -> None:
    for table in ("UTH-1", "UTH-2"):
        office.do("assign", "chef-1", table, "--by", "mcd-3", pins=(MCD,))
    code, _, err = office.run("assign", "chef-1", "UTH-3", "--by", "mcd-3", pins=(MCD,))
    assert (code, "art. 55-20" in err) == (1, True)
    office.do("assign", "chef-1", "UTH-1", "--release", "--by", "mcd-3", pins=(MCD,))
    assert "UTH-3" in office.do("assign", "chef-1", "UTH-3", "--by", "mcd-3", pins=(MCD,))


@pytest.mark.parametrize(
    ("words", "pins", "code"),
    [
        (("add", "chef-1", "--role", "chef", "--by", "dir-1", "--with", "mcd-3"), (DIR, MCD), 2),
        (("add", "ov-1", "--role", "video", "--by", "dir-1"), (DIR,), 1),
        (("pin", "chef-1", "--by", "dir-1"), (DIR, CHEF), 1),
        (("revoke", "mcd-3", "--by", "dir-1"), (DIR,), 1),
        (("add", "x", "--role", "boss", "--by", "dir-1"), (), 2),
        (
            ("card", "chef-1", "--role", "comite", "--number", "9", "--by", "dir-1", "--with", "mcd-3"),
            None,
            2,
        ),
        (("revoke", "nobody", "--by", "dir-1"), (DIR,), 2),
        (("revoke", "dir-1", "--by", "dir-1"), (DIR,), 1),
        (("pin", "chef-1"), (CHEF, "123456"), 1),
        (("pin", "chef-1"), (CHEF, "12"), 2),
        (("pin", "chef-1"), ("",), 2),
        (("add", "x", "--role", "dealer"), (), 2),
    ],
)
def test_what_is_refused_says_so_in_one_line(
    office: Office, words: tuple[str, ...], pins: tuple[str, ...] | None, code: int
) -> None:
    found, out, err = office.run(*words, pins=pins if pins is not None else (DIR, MCD))
    assert (found, out) == (code, "")
    assert err.strip()


def test_a_house_without_a_register_is_told_where_to_name_one(office: Office, tmp_path: Path) -> None:
    settings = tmp_path / "table.toml"
    settings.write_text(
        '[table]\nid = "T"\nprofile = "fr-55-20-2021"\njackpot = "jackpot.toml"\n'
        f'data = "{tmp_path}"\nrun = "{tmp_path}"\n'
    )
    code, _, err = office.run("--settings", str(settings), "list", files=False)
    assert (code, "people" in err) == (2, True)
    with settings.open("a") as file:
        file.write(f'[people]\nregister = "{office.files[1]}"\npepper = "{office.files[3]}"\n')
    assert office.run("--settings", str(settings), "list", files=False)[0] == 0
    assert office.run("--register", str(tmp_path / "no.db"), "list", files=False)[0] == 2


def test_without_another_word_the_register_answers_in_french(office: Office) -> None:
    """What is asked in no language is told in the house's: `--lang` is French unless it says otherwise."""
    words = ("card", "chef-1", "--role", "chef", "--number", "n-fr", "--by", "dir-1", "--with", "mcd-3")
    assert office.run(*words, pins=(DIR, MCD), lang="") == (
        0,
        "n-fr est le badge de chef-1, rôle «\u00a0chef\u00a0»\n",
        "",
    )
    for words, pins, said in (
        (("add", "chef-9", "--role", "chef", "--by", "dir-1"), (DIR,), "il faut une deuxième personne, du"),
        (("revoke", "nobody", "--by", "dir-1"), (DIR,), "nobody\u00a0: ni une personne ni un badge"),
        (("pin", "chef-1"), (CHEF, "12"), "un PIN a de 6 à 8 chiffres"),
        (
            ("revoke", "chef-1", "--by", "mcd-3"),
            ("975318",),
            "PIN refusé\u00a0: il reste 4 essais",
        ),
    ):
        code, out, err = office.run(*words, pins=pins, lang="")
        assert (code in (1, 2), out, said in err) == (True, "", True), err


def test_the_list_and_the_history_name_roles_and_instants_as_papers_do(office: Office) -> None:
    _, out, _ = office.run("list", lang="fr")
    row = next(line for line in out.splitlines() if line.startswith("dir-1"))
    assert row.split() == ["dir-1", "directeur", "A.", "Fontaine"]
    assert "    badge n-mcd-3  comité, un simple numéro\n" in out
    _, out, _ = office.run("history", "dir-1", lang="fr")
    assert re.fullmatch(
        r" +1  [\d/]{10} [\d:]{8} UTC  début    dir-1 +par dir-1 \+ mcd-3  directeur [0-9a-f]{16}",
        out.splitlines()[0],
    )
    _, out, _ = office.run("verify", lang="fr")
    assert re.fullmatch(r"\d+ changements, tête [0-9a-f]{64}\n", out)


def test_a_history_with_a_lock_out_is_told_in_both_languages(tmp_path: Path) -> None:
    """It ended as a fault of the program: the act had no words."""
    office = Office(tmp_path)
    office.do("init", "dir-1", "mcd-3", pins=(DIR, MCD))
    for _ in range(5):
        assert office.run("add", "chef-1", "--role", "dealer", "--by", "dir-1", pins=("246810",))[0] == 1
    for lang, said in (("fr", "bloqué "), ("en", "locked ")):
        code, out, err = office.run("history", lang=lang)
        assert (code, err) == (0, "")
        assert said in out.splitlines()[-1]


def test_a_journal_that_nobody_reads_is_told_in_the_language_that_is_asked_for(
    office: Office, tmp_path: Path
) -> None:
    letter = tmp_path / "letter"
    letter.write_text("dear all")
    for lang, said in (("fr", "letter\u00a0: ce n’est pas un journal"), ("en", "letter: not a journal")):
        code, out, err = office.run("verify", str(letter), lang=lang)
        assert (code, out, said in err) == (2, "", True), err


def test_json_is_the_same_in_both_languages(office: Office) -> None:
    for words in (("list", "--json"), ("history", "--json")):
        assert office.run(*words, lang="fr") == office.run(*words, lang="en")


def test_a_register_that_is_not_there_is_made_the_first_time(office: Office, tmp_path: Path) -> None:
    """Its pepper was told to be missing, which nobody had ever made."""
    for lang, said in (("fr", "tapis people init le crée"), ("en", "tapis people init makes it")):
        code, out, err = Office(tmp_path).run("list", lang=lang)
        assert (code, out, said in err) == (2, "", True)


def test_a_file_of_the_register_that_others_may_read_is_told_with_what_to_do(
    office: Office, tmp_path: Path
) -> None:
    for name in ("people.db", "people.pepper"):
        shutil.copy(office.folder / name, tmp_path / name)
    (tmp_path / "people.pepper").chmod(0o604)
    code, _, err = Office(tmp_path).run("list", lang="fr")
    assert (code, err.count("\n")) == (2, 1)
    assert f"le poivre des PIN {tmp_path / 'people.pepper'} laisse entrer d’autres comptes" in err
