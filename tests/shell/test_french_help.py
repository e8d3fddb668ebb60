"""Help in French: whole for every command, of the same facts as the English, loaded when it is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from controller.cli import COMMANDS, SECTIONS, main
from controller.cli.french_help import tapis
from controller.cli.french_help.pages import in_french, typeset
from controller.cli.french_help.shared import SHARED
from controller.host.typed_wrong import arguments
from tests.shell.test_two_languages import AS_TYPED
from tests.shell.test_what_is_loaded import loaded_by
from tests.ui.test_french_spaces import wrong

ROOM = "controller.cli.french_help"
FACT = re.compile(
    r"--[a-z][a-z0-9-]*"
    r"|`[^`]+`"
    r"|\[[a-z]+\]"
    r"|\b[\w-]+\.(?:toml|md|py|sock|txt|json|book|key|aside|crt)\b"
    r"|\w+://\S*\w"
    r"|\d[\d.,\u202f]*"
    r"|\b[A-ZÀ-Ý]{3,}\d?\b",
)
"""What both languages name: options, what is typed, sections and files, addresses, numbers, capitals."""
ENGLISH = re.compile(r"\b(?:the|of|and|with|when|what|which|this|that|from|one|is|are|not|for)\b")
"""Small words that no French sentence has."""


def commands() -> Iterator[tuple[str, click.Command]]:
    for name in COMMANDS:
        command = main.get_command(click.Context(main), name)
        assert command is not None
        yield name, command


def parts(words: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    yield words, command
    if isinstance(command, click.Group):
        for name, one in command.commands.items():
            yield from parts(f"{words} {name}", one)


def texts(command: click.Command, words: str) -> Iterator[tuple[str, str]]:
    """Every help of a command and of its parts, by its words and, of an option, its first name."""
    for path, one in parts(words, command):
        yield path, cleandoc(one.help or "")
        for parameter in one.params:
            if isinstance(parameter, click.Option) and parameter.help is not None:
                yield f"{path} {parameter.opts[0]}", parameter.help


@pytest.fixture(scope="module")
def pairs() -> dict[str, tuple[str, str]]:
    """French and English of every help."""
    found: dict[str, tuple[str, str]] = {}
    for name, command in commands():
        french = dict(texts(in_french(command, name), name))
        found |= {key: (french[key], english) for key, english in texts(command, name)}
    return found


def facts(text: str) -> list[str]:
    """What a help names, without what stands between figures."""
    text = text.replace("PINs", "PIN").replace("clé USB", "clé")
    named = (re.sub(r"(?<=\d)[\u202f,](?=\d{3})|[.,\u202f]$", "", one) for one in FACT.findall(text))
    return sorted({arguments(one) for one in named})


def test_every_command_and_option_has_its_french(pairs: dict[str, tuple[str, str]]) -> None:
    assert len(pairs) > 350
    assert [key for key, (french, english) in pairs.items() if not french or french == english] == []
    assert [
        key for key, (french, _) in pairs.items() if ENGLISH.search(AS_TYPED.sub("", spoken(french)))
    ] == []


def spoken(text: str) -> str:
    """A help without the lines that are typed, and without what stands in backticks."""
    kept = (one for one in text.split("\n\n") if not one.startswith("\b"))
    return re.sub(r"`[^`]+`|--\w[\w-]*", "", "\n".join(kept))


def test_no_french_is_left_of_what_is_gone_and_none_stands_twice(pairs: dict[str, tuple[str, str]]) -> None:
    english = {told for _, told in pairs.values()} | {
        "Show this message and exit.",
        "Show the version and exit.",
    }
    assert [one for one in SHARED if one not in english] == []
    modules = {path.stem for path in (Path(main.__module__.replace(".", "/")) / "french_help").glob("*.py")}
    assert modules - {"__init__", "pages", "shared", "tapis"} == {name.replace("-", "_") for name in COMMANDS}
    for name in COMMANDS:
        told = __import__(f"{ROOM}.{name.replace('-', '_')}", fromlist=["HELP"]).HELP
        assert [key for key in told if key not in pairs or key.split()[0] != name] == []
        assert [key for key in told if pairs[key][1] in SHARED] == []


def test_both_languages_tell_the_same_facts(pairs: dict[str, tuple[str, str]]) -> None:
    told = {key: (facts(french), facts(english)) for key, (french, english) in pairs.items()}
    assert {key: both for key, both in told.items() if both[0] != both[1]} == {}


def test_the_french_is_typeset_and_says_nothing_in_two_ways(pairs: dict[str, tuple[str, str]]) -> None:
    french = {key: spoken(one) for key, (one, _) in pairs.items()}
    french |= {f"tapis: {name}": typeset(one) for name, one in (tapis.COMMANDS | tapis.HELP).items()}
    assert {key: one for key, one in french.items() if wrong(AS_TYPED.sub("", one), "fr")} == {}
    assert [key for key, one in french.items() if not one.rstrip().endswith((".", "?"))] == []


def test_tapis_itself_tells_of_each_command_under_the_same_heading() -> None:
    assert list(tapis.COMMANDS) == list(COMMANDS)
    assert list(tapis.SECTIONS) == list(SECTIONS)
    told = CliRunner().invoke(main, ["--lang", "fr", "--help"], prog_name="tapis")
    assert told.exit_code == 0
    for name in COMMANDS:
        assert re.search(rf"^  {name} +\S", told.stdout, re.M), name
    assert [one for one in tapis.SECTIONS.values() if f"{one}\u00a0:\n" not in told.stdout] == []


@pytest.mark.parametrize(
    ("terminal", "words", "begins"),
    [
        ("C.UTF-8", "journal verify --help", "Usage\u00a0: tapis journal verify [OPTIONS] FICHIER|DOSSIER\n"),
        ("fr_FR.UTF-8", "journal --help", "Usage\u00a0: tapis journal [OPTIONS] COMMANDE [ARGUMENTS]...\n"),
        ("fr_FR.UTF-8", "journal", "Usage\u00a0: tapis journal [OPTIONS] COMMANDE [ARGUMENTS]...\n"),
        ("fr_FR.UTF-8", "-h", "Usage\u00a0: tapis [OPTIONS] COMMANDE [ARGUMENTS]...\n"),
        ("fr_FR.UTF-8", "", "Usage\u00a0: tapis [OPTIONS] COMMANDE [ARGUMENTS]...\n"),
        ("fr_FR.UTF-8", "keys pair --help --lang en", "Usage: tapis keys pair [OPTIONS] FILE\n"),
        ("en_GB.UTF-8", "keys pair --help", "Usage: tapis keys pair [OPTIONS] FILE\n"),
        ("en_GB.UTF-8", "keys pair --help --lang fr", "Usage\u00a0: tapis keys pair [OPTIONS] FICHIER\n"),
        ("en_GB.UTF-8", "--lang fr keys pair --help", "Usage\u00a0: tapis keys pair [OPTIONS] FICHIER\n"),
        ("en_GB.UTF-8", "keys --lang fr pair --help", "Usage\u00a0: tapis keys pair [OPTIONS] FICHIER\n"),
        ("en_GB.UTF-8", "--help", "Usage: tapis [OPTIONS] COMMAND [ARGS]...\n"),
    ],
)
def test_help_is_in_the_language_typed_wherever_it_stands_else_in_the_terminals(
    terminal: str, words: str, begins: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", terminal)
    told = CliRunner().invoke(main, words.split(), prog_name="tapis")
    assert told.output.startswith(begins), told.output


def test_nothing_that_click_says_around_a_help_is_english() -> None:
    for words in ("demo", "badge", "settings draft", "people", "devices", "simulate"):
        told = CliRunner().invoke(main, [*words.split(), "--help", "--lang", "fr"], prog_name="tapis")
        assert "  [par défaut" in told.stdout or "obligatoire]" in told.stdout or "Commandes" in told.stdout
        assert not re.search(
            r"default|required|Commands|<=x|x>=|TEXT\b|PATH|INTEGER|Show this", told.stdout
        ), words


def test_a_command_that_works_loads_no_help() -> None:
    def of_help(*words: str, stdin: str = "") -> set[str]:
        return {one for one in loaded_by(*words, stdin=stdin) if one.startswith(f"{ROOM}.")}

    assert of_help("explain", "A-214") == set()
    assert of_help("explain", "--help", "--lang", "en") == set()
    # What is imported by its name, `pages` and `explain`, Python does not tell of here.
    assert of_help("explain", "--help", "--lang", "fr") == {f"{ROOM}.shared", f"{ROOM}.tapis"}
