"""What is wrong with a journal, a book, a setting, a key, a script or a paper is told in French, and whole.

Real files are damaged and real commands read them. No sentence of the answer is English, not even in part.
"""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.boot.starting import started_floor
from controller.cli import main
from controller.game import inputs as i
from controller.settings.table import load_table
from tests.shell.live_table import typed, write_settings
from tests.shell.settle.settle_lines import ROYAL, changed

ENGLISH = re.compile(
    r"\b(the|is|are|was|were|its|whose|this|that|there|with|without|where|cannot|not|nothing|nobody|none|of|has|"
    r"have|must|wanted|needs|write|one|by|from|and|or|read|damaged|missing|unknown|be|been|it|at|an|did|you)\b"
)
"""Small words that French has not; `journal` and the like are of both."""
AS_TYPED = re.compile(
    r"(?:/|\b)[\w.~-]*/[\w./~-]+|«[^»]*»|'[^']*'|\"[^\"]*\"|\[[^\]]*\]|\{[^}]*\}|--[\w-]+|[\w.]+_[\w.]+"
    r"|\w+\.(?:toml|journal|book|heads|sig|md|bin|log)\b|tapis [a-z -]+|\b\w+(?:-\w+)+\b"
)
"""Names, values and commands, which are the same in both languages."""
MARKED = re.compile("[éèêàùçÉ’«\u00a0\u202f]")


def english_in(text: str) -> list[str]:
    """The lines of an answer in which a sentence of English stands, whole or in part."""
    found = []
    for line in text.splitlines():
        bare = AS_TYPED.sub(" ", line.removeprefix("Error: "))
        words = ENGLISH.findall(bare)
        if len(words) > 1 or (words and not MARKED.search(line)):
            found.append(line)
    return found


def test_english_is_seen_whole_and_in_part_and_french_is_none() -> None:
    assert english_in("a.journal: entry 9: its hash is not that of its content")
    assert english_in("refusé\u00a0: table.id: missing, and it is wanted")
    assert english_in("valeur refusée\u00a0: the board has 5 cards")
    assert not english_in("la clé /data/seal.key manque\u202f; restaurez-la depuis sa copie (chmod 0600)")
    assert not english_in("table.toml\u00a0: limits.minimum_cents = -5\u00a0: doit être supérieur à 0")


def refuses(*words: object, text: str = "", ends: tuple[int, ...] = (1, 2)) -> str:
    """What the command says, in French, of what is wrong."""
    done = CliRunner().invoke(main, [*map(str, words), "--lang", "fr"], input=text, prog_name="tapis")
    said = done.stderr + (done.stdout if "export" not in words else "")
    assert isinstance(done.exception, SystemExit | type(None)), (words, done.exc_info)
    assert done.exit_code in ends, (words, said)
    assert english_in(said) == [], (words, said)
    return said


Harm = Callable[[Path], object]


def flipped(at: float) -> Harm:
    def flip(path: Path) -> None:
        data = bytearray(path.read_bytes())
        data[int(at * len(data))] ^= 0x41
        path.write_bytes(data)

    return flip


def changed_by(statement: str) -> Harm:
    def change(path: Path) -> None:
        connection = sqlite3.connect(path)
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute(statement)
        connection.commit()
        connection.close()

    return change


def into_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


FILES: dict[str, Harm] = {
    "emptied": lambda path: path.write_bytes(b""),
    "cut": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "gone": lambda path: path.unlink(),
    "a folder": into_folder,
    "text": lambda path: path.write_text("bonjour\n" * 50, "utf-8"),
    "no text": lambda path: path.write_bytes(bytes(range(128, 256)) * 40),
    "another beginning": flipped(0),
    "rotten": flipped(0.4),
}
JOURNALS: dict[str, Harm] = {
    **FILES,
    "a body changed": changed_by("UPDATE journal SET body = '{}' WHERE seq = 9"),
    "a body that is no text": changed_by("UPDATE journal SET body = x'ff00' WHERE seq = 9"),
    "an entry left out": changed_by("DELETE FROM journal WHERE seq = 9"),
    "without its first entry": changed_by("DELETE FROM journal WHERE seq = 1"),
    "without its end": changed_by("DELETE FROM journal WHERE seq > 60"),
    "another hash": changed_by("UPDATE journal SET hash = prev_hash WHERE seq = 9"),
    "another kind": changed_by("UPDATE journal SET kind = 'Foo' WHERE seq = 9"),
    "no table": changed_by("DROP TABLE journal"),
}
BOOKS: dict[str, Harm] = {
    **FILES,
    "an entry left out": changed_by("DELETE FROM entries WHERE seq = 3"),
    "no terms": changed_by("DELETE FROM terms"),
    "of another version": changed_by("UPDATE terms SET version = version + 1"),
    "other terms": changed_by("UPDATE terms SET text = replace(text, '500', '600')"),
}


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two tables of a night on one book."""
    folder = tmp_path_factory.mktemp("night")
    words = ("--rounds", "8", "--seed", "3", "--tables", "2")
    done = typed("simulate", *words, "--journal", str(folder / "journals"), "--book", str(folder / "b.book"))
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def copied(night: Path, tmp_path: Path) -> Path:
    return shutil.copytree(night, tmp_path / "night")


@pytest.mark.parametrize("harm", JOURNALS)
def test_a_journal_that_is_damaged_or_none(copied: Path, harm: str) -> None:
    folder = copied / "journals"
    path = folder / "UTH-1-000001.journal"
    JOURNALS[harm](path)
    any_end = (0, 1, 2)
    refuses("journal", "verify", path, ends=any_end)
    refuses("journal", "verify", folder, ends=any_end)
    refuses("book", "verify", copied / "b.book", "--journal", path, ends=any_end)
    refuses("book", "verify", copied / "b.book", "--journal", folder, ends=any_end)
    for words in (("export", "--csv"), ("replay", "--round", "2"), ("frames",)):
        refuses("journal", words[0], path, *words[1:], ends=any_end)
    refuses("journal", "evidence", path, "--round", "2", "--out", copied / "x.zip", ends=any_end)
    for paper in ("closing", "jp1", "notices", "reconciliation", "incident"):
        refuses("report", paper, path, ends=any_end)
    refuses("report", "win", path, "--round", "2", ends=any_end)
    refuses("report", "check", path)
    refuses("report", "registers", folder, "--out", copied / "out", ends=any_end)
    refuses("house", "figures", folder, ends=any_end)


@pytest.mark.parametrize("harm", FILES)
def test_heads_a_witness_or_a_file_of_keys_that_is_damaged(copied: Path, harm: str) -> None:
    path = copied / "journals" / "UTH-1-000001.journal"
    heads = path.with_name(f"{path.name}.heads")
    kept = shutil.copyfile(heads, copied / "heads.txt")
    FILES[harm](heads)
    FILES[harm](kept)
    refuses("journal", "verify", path.parent, ends=(0, 1, 2))
    refuses("journal", "verify", path, "--witness", kept, ends=(0, 1, 2))
    refuses("journal", "verify", path, "--key", kept, ends=(0, 1, 2))
    refuses("witness", "show", kept, ends=(0, 2))
    refuses("witness", "pull", kept, "--from", path.parent, ends=(0, 1, 2))


@pytest.mark.parametrize("harm", BOOKS)
def test_a_book_that_is_damaged_or_none(copied: Path, harm: str) -> None:
    path = copied / "b.book"
    BOOKS[harm](path)
    refuses("book", "verify", path, "--journal", copied / "journals", ends=(0, 1, 2))
    refuses("book", "terms", path, ends=(0, 1, 2))
    refuses("book", "wins", path, ends=(0, 1, 2))
    refuses("simulate", "--rounds", "1", "--seed", "1", "--book", path, ends=(0, 1, 2))


# --- settings ------------------------------------------------------------------------------------

SETTINGS: dict[str, Callable[[str], str]] = {
    "a bracket too many": lambda text: text + "\n[[[x\n",
    "a table twice": lambda text: text + '\n[table]\nid = "x"\n',
    "a name without a value": lambda text: "a =\n" + text,
    "nothing": lambda text: "",
    "an unknown key": lambda text: text.replace("[display]", "[display]\ncolour = 3"),
    "an unknown table": lambda text: text + "\n[foo]\nx = 1\n",
    "a Boolean for a text": lambda text: text.replace('"UTH-9"', "true"),
    "another shape": lambda text: text.replace('"UTH-9"', '"é é"'),
    "a key missing": lambda text: text.replace('id = "UTH-9"\n', ""),
    "unknown rules": lambda text: text.replace("fr-55-20-2021", "fr-none"),
    "no such jackpot": lambda text: text.replace("jackpot.toml", "none.toml"),
    "an unknown shoe": lambda text: text.replace('driver = "open"', 'driver = "opn"', 1),
    "an empty line": lambda text: re.sub(r'url = ".*shoe"', 'url = ""', text),
    "a text for a Boolean": lambda text: text.replace("required = false", 'required = "no"'),
    "an unknown role": lambda text: text.replace('role = "chef"', 'role = "chief"'),
    "below zero": lambda text: text + "\n[limits]\nminimum_cents = -5\n",
    "a fraction": lambda text: text + "\n[limits]\nminimum_cents = 5.5\n",
    "too much": lambda text: text + "\n[limits]\nminimum_cents = 99999999999999\n",
    "no legal stake": lambda text: text + "\n[limits]\nminimum_cents = 333\n",
    "another book": lambda text: text.replace("profile =", 'book = "x"\nprofile ='),
    "no register": lambda text: (
        text.partition("[badges")[0] + '[people]\nregister = "none.db"\npepper = "none.pepper"\n'
    ),
    "thousands of digits": lambda text: text + f"\n[x]\na = {'9' * 5000}\n",
}


@pytest.mark.parametrize("wrong", SETTINGS)
def test_settings_that_are_wrong(tmp_path: Path, wrong: str) -> None:
    path = write_settings(tmp_path)
    path.write_text(SETTINGS[wrong](path.read_text(encoding="utf-8")), encoding="utf-8")
    for words in (("run", "--check"), ("settings", "keys"), ("doctor",), ("keys", "show")):
        refuses(*words, "--settings", path, ends=(0, 1, 2))
    assert refuses("run", "--check", "--settings", path).count("\n") == 1


def test_settings_that_are_no_text_or_nowhere(tmp_path: Path) -> None:
    path = write_settings(tmp_path)
    path.write_bytes(path.read_bytes() + b"# \xe9\n")
    assert "UTF-8" in refuses("run", "--check", "--settings", path)
    for nowhere in (tmp_path / "none.toml", tmp_path):
        refuses("run", "--check", "--settings", nowhere)
        refuses("doctor", "--settings", nowhere)


@pytest.mark.parametrize("name", ["jackpot.toml", "rules/fr-55-20-2021.toml"])
def test_rules_and_jackpot_that_are_wrong_in_any_line(tmp_path: Path, name: str) -> None:
    text = (Path(__file__).parents[2] / "config" / name).read_text(encoding="utf-8")
    path = tmp_path / "wrong.toml"
    asked = ("--jackpot-config", path) if name == "jackpot.toml" else ()
    rules = "fr-55-20-2021" if asked else path
    found = 0
    for line in re.finditer(r"^(\w+) = .+$", text, re.MULTILINE):
        for value in ('"x"', "-1", "true", "[]", "{}", "1000001", None):
            put = f"{line[1]} = {value}" if value is not None else ""
            path.write_text(text[: line.start()] + put + text[line.end() :], encoding="utf-8")
            found += "wrong.toml" in refuses("report", "rules", rules, *asked, ends=(0, 2))
    assert found > 20


# --- keys, data, papers, scripts, lines ----------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["seal.key", "sign.key", "jackpot.book", "journals/UTH-9-000001.journal"], ids=str
)
@pytest.mark.parametrize("harm", ["emptied", "gone", "a folder", "text", "open to others"])
def test_a_file_of_a_table_that_is_damaged(tmp_path: Path, name: str, harm: str) -> None:
    path = write_settings(tmp_path)
    floor = started_floor(load_table(path), path)
    floor.table.start()
    assert floor.take(i.OpenTable()) is None
    floor.close()
    harms = {**FILES, "open to others": lambda file: file.chmod(0o666)}
    harms[harm](tmp_path / "data" / name)
    (tmp_path / "stick").mkdir()
    for words in (("keys", "show"), ("keys", "rotate"), ("keys", "forget"), ("doctor",), ("status",)):
        refuses(*words, "--settings", path, ends=(0, 1, 2))
    refuses("backup", tmp_path / "stick", "--settings", path, ends=(0, 1, 2))
    refuses("restore", tmp_path / "stick", "--check", "--settings", path, ends=(0, 1, 2))


SCRIPT = """\
title = "Un soir"
[[round]]
dealer = ["2h", "7c"]
board = ["Qs", "Js", "Ts", "4d", "8h"]
[[round.seats]]
seat = 2
cards = ["As", "Ks"]
stakes = { ante = 1000, blind = 1000 }
bets = { preflop = "4" }
[[round.happens]]
at = "dealing"
fault = "unreadable"
[round.expected]
void = false
"""
SCRIPTS = (
    *(('title = "Un soir"\n', ""), ("seat = 2", "seat = 9"), ("seat = 2\n", ""), ('"As", "Ks"', '"As"')),
    *(('"As", "Ks"', '"As", "As"'), ('"As", "Ks"', '"Xx", "Ks"'), ('"As", "Ks"', '"AsKs", "2d"')),
    *(("ante = 1000", "ante = 0"), ("ante = 1000", "ante = 1050"), ("ante = 1000", "antee = 1000")),
    *(("blind = 1000", "blind = 500"), ("blind = 1000", "jp1 = 300"), ("preflop", "flopp"), ('"4"', '"9"')),
    *(('"4"', "4.5"), ('"dealing"', '"deling"'), ('"unreadable"', '"unredable"'), ('"unreadable"', '"zzz"')),
    *(('fault = "unreadable"', ""), ('fault = "unreadable"', 'fault = "unreadable"\ncut = "power"')),
    *(('fault = "unreadable"', 'cable = "out"'), ('fault = "unreadable"', 'chip = "on"')),
    *(('fault = "unreadable"', 'act = { act = "Foo" }'), ("void = false", "voide = true")),
    *(("void = false", 'alarms = ["A-999"]'), ("void = false", 'held = ["zz"]')),
    *(("void = false", "[[round.expected.seats]]\nseat = 3\n"), ('"Qs", "Js"', '"Qs"')),
)


@pytest.mark.parametrize(("old", "new"), SCRIPTS)
def test_a_script_that_is_wrong(tmp_path: Path, old: str, new: str) -> None:
    assert old in SCRIPT
    path = tmp_path / "evening.toml"
    path.write_text(SCRIPT.replace(old, new, 1), encoding="utf-8")
    assert "evening.toml" in refuses("simulate", "--script", path, ends=(2,))


LINES: dict[str, Callable[[dict[str, object]], object]] = {
    "no board": lambda line: line.update(board=[]),
    "a card five times": lambda line: line.update(board=["Qs"] * 5),
    "unknown rules": lambda line: line.update(profile="zz"),
    "no jackpot": lambda line: line.update(jackpot_cents=None),
    "below zero": lambda line: line.update(jackpot_cents=-1),
    "a Boolean": lambda line: line.update(jackpot_cents=True),
    "another stake": lambda line: line.update(jp1_stake_cents=1),
    "no seats": lambda line: line.update(seats=[]),
    "nothing": lambda line: line.clear(),
    **{
        f"a seat with {key} = {value!r}": lambda line, key=key, value=value: line["seats"][0].update(
            {key: value}
        )
        for key, value in (
            *(("seat", 9), ("cards", None), ("cards", ["As"]), ("cards", ["As", "Zz"]), ("folded", True)),
            *(("folded", "x"), ("stakes", {}), ("stakes", {"ante": -5}), ("stakes", {"zz": 5})),
            *(("stakes", {"ante": 1000, "blind": 500}), ("stakes", {"jp1": 500})),
            ("stakes", {"ante": 1000, "blind": 1000, "play": 1500}),
        )
    },
}


@pytest.mark.parametrize("wrong", LINES)
def test_a_round_that_cannot_be_settled(wrong: str) -> None:
    assert "ligne 1" in refuses("settle", "-", text=json.dumps(changed(ROYAL, LINES[wrong])), ends=(2,))


@pytest.mark.parametrize("text", ["x", "[]", "{}", "null", '{"a":1,"a":2}', '{"id":NaN}', "", "x" * 70_000])
def test_a_line_that_is_no_round(text: str) -> None:
    refuses("settle", "-", text=text, ends=(2,))


def test_a_file_that_is_named_like_the_place_of_a_card_keeps_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file called board.0 was told as the first card of the board."""
    monkeypatch.chdir(tmp_path)
    for name in ("board.0", "hole.3.1", "dealer.1"):
        Path(name).write_text("bonjour")
        assert refuses("journal", "verify", name, ends=(2,)).startswith(f"Erreur\u00a0: {name}\u00a0: ")


def test_what_is_asked_for_and_is_not_there(night: Path, tmp_path: Path) -> None:
    journal, noise = night / "journals" / "UTH-1-000001.journal", tmp_path / "noise.bin"
    noise.write_bytes(bytes(range(256)))
    for words in (
        *(("settle", "/none"), ("settle", tmp_path), ("par", "zz"), ("par", noise), ("explain", "zz")),
        *(("report", "closing", journal, "--zone", "X/Y"), ("report", "closing", journal, "--sign", noise)),
        ("report", "closing", journal, "--pdf", "/none/x.pdf"),
        ("report", "registers", night / "journals", "--from", "2030-01-01", "--to", "2020-01-01"),
        *(("report", "incident", journal, "--number", "77"), ("journal", "replay", journal, "--round", "99")),
        *(("journal", "verify", journal, "--key", "zz"), ("journal", "verify", journal, "--key", noise)),
        *(("house", "figures", "/none"), ("house", "rebuild", night / "journals", "--store", noise)),
        *(("witness", "trust", noise, "UTH-1", "zz"), ("witness", "show", tmp_path)),
        *(("simulate", "--rounds", "0", "--seed", "1"), ("simulate", "--script", "nope")),
        *(("simulate", "--rounds", "1", "--seed", "1", "--book", "/proc/x/b"), ("keys", "pair", noise)),
        *(
            ("devices", "replay", noise),
            ("devices", "replay", "/none"),
            ("people", "--register", noise, "list"),
        ),
        *(("restore", "/none"), ("backup", noise), ("book", "terms", ""), ("status", "--room", noise)),
    ):
        refuses(*words)
