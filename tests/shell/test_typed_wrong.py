"""A command line that is typed wrongly is told in the language that it asks for, else in the terminal's."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import click
import pytest
from click.testing import CliRunner

from controller.cli import main
from controller.host.language import typed
from controller.host.typed_wrong import ARGUMENTS, FRENCH_OF, sentence_in_french
from tests.ui.test_french_spaces import wrong

NEVER_MET = {
    "(Did you mean one of: {possibilities}?)",
    "Aborted!",
    "Choice({choices})",
    "Could not open file {filename!r}: {message}",
    "Did you mean {possibility}?",
    "DeprecationWarning: The command {name!r} is deprecated.{extra_message}",
    "DeprecationWarning: The {param_type} {name!r} is deprecated.{extra_message}",
    "Error: {message}",
    "Invalid start character for option ({option})",
    "Invalid value for {param_hint}: {message}",
    "Invalid value: {message}",
    "Missing argument",
    "Missing option",
    "Missing parameter",
    "Missing parameter: {param_name}",
    "Missing {param_type}",
    "Name '{name}' defined twice",
    "Try '{command} {option}' for help.",
    "Value must be an iterable.",
    "{value!r} is not a valid UUID.",
    "unknown error",
}
"""What frames the sentences, is said of a program that is written wrongly, or by no type of ours."""
FACTS = {
    "choice": "'a'",
    "choices": "'a', 'b'",
    "format": "'%Y-%m-%d'",
    "formats": "'%Y-%m-%d'",
    "name": "File",
    "number_type": "integer range",
    "range": "1<=x<=64",
}


def sentences_of_click() -> Iterator[str]:
    """Every sentence that click marks for translation where it reads a command line."""
    folder = Path(click.__file__).parent
    for module in ("exceptions", "parser", "types"):
        for node in ast.walk(ast.parse((folder / f"{module}.py").read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("_", "ngettext"):
                yield from (str(one.value) for one in node.args if isinstance(one, ast.Constant))


def test_every_sentence_of_click_that_one_can_meet_is_put_into_french() -> None:
    told = {*sentences_of_click(), "Missing command.", "Got unexpected extra arguments ({args})"}
    assert len(told) > 30
    left = []
    for sentence in told - NEVER_MET:
        names = {name for _, name, _, _ in Formatter().parse(sentence) if name}
        said = sentence.format(**{name: FACTS.get(name, "x") for name in names})
        if len(sentence) > 10 and sentence_in_french(said) == said.removesuffix("."):
            left.append(said)
    assert left == []


def test_the_french_of_click_is_typeset() -> None:
    assert [one for one in FRENCH_OF.values() if wrong(one, "fr")] == []
    assert [one for one in ARGUMENTS if one == ARGUMENTS[one]] == []


@pytest.mark.parametrize(
    ("line", "french"),
    [
        ("setle", "tapis\u00a0: il n’y a pas de commande setle\u202f; serait-ce tapis settle\u202f?"),
        ("nonsense", "tapis\u00a0: il n’y a pas de commande nonsense\u202f; tapis --help les donne toutes"),
        (
            "report closng",
            "tapis report\u00a0: il n’y a pas de commande closng\u202f; serait-ce tapis report "
            "closing\u202f?",
        ),
        ("settle --jsn", "tapis settle\u00a0: il n’y a pas d’option --jsn\u202f; serait-ce --json\u202f?"),
        ("par", "tapis par\u00a0: il manque l’argument PROFIL|FICHIER (tapis par --help)"),
        ("simulate --rounds 1", "tapis simulate\u00a0: il manque l’option --seed (tapis simulate --help)"),
        (
            "devices test",
            "tapis devices test\u00a0: il manque l’argument MACHINE\u00a0: à choisir parmi shoe, "
            "shuffler, chips,"
            " badge (tapis devices test --help)",
        ),
        (
            "doctor --lang de",
            "tapis doctor\u00a0: --lang\u00a0: «\u00a0de\u00a0» n’est pas parmi fr, en (tapis doctor --help)",
        ),
        (
            "badge --wait 999",
            "tapis badge\u00a0: --wait\u00a0: 999.0 n’est pas entre 0 et 600 (tapis badge --help)",
        ),
        ("journal --lang", "tapis journal\u00a0: l’option --lang demande une valeur (tapis journal --help)"),
        (
            "people verify nothing",
            "tapis people verify\u00a0: DOSSIER\u00a0: nothing n’existe pas (tapis people verify --help)",
        ),
        (
            "settle --json=1",
            "tapis settle\u00a0: l’option --json ne prend pas de valeur (tapis settle --help)",
        ),
        ("keys show 1", "tapis keys show\u00a0: il y a trop de mots\u00a0: 1 (tapis keys show --help)"),
        (
            "journal show x --round -1",
            "tapis journal show\u00a0: --round\u00a0: -1 est trop petit, il faut au moins 1"
            " (tapis journal show --help)",
        ),
        ("--nosuch", "tapis\u00a0: il n’y a pas d’option --nosuch (tapis --help)"),
    ],
)
def test_each_mistake_is_one_french_sentence_with_the_next_step(line: str, french: str) -> None:
    told = CliRunner().invoke(main, line.split(), prog_name="tapis")
    assert (told.exit_code, told.stdout, told.stderr) == (2, "", f"Erreur\u00a0: {french}\n")


@pytest.mark.parametrize(
    ("terminal", "words", "leading"),
    [
        ("", "settle --jsn", "Erreur\u00a0: "),
        ("C.UTF-8", "settle --jsn", "Erreur\u00a0: "),
        ("fr_FR.UTF-8", "settle --jsn", "Erreur\u00a0: "),
        ("fr_FR.UTF-8", "settle --jsn --lang en", "Error: "),
        ("fr_FR.UTF-8", "settle --lang=en --jsn", "Error: "),
        ("en_GB.UTF-8", "settle --jsn", "Error: "),
        ("de_DE.UTF-8", "setle", "Error: "),
        ("en_GB.UTF-8", "settle --jsn --lang fr", "Erreur\u00a0: "),
        ("en_GB.UTF-8", "--lang fr setle", "Erreur\u00a0: "),
        ("en_GB.UTF-8", "setle --lang fr", "Erreur\u00a0: "),
        ("en_GB.UTF-8", "journal --lang fr verfy", "Erreur\u00a0: "),
    ],
)
def test_the_language_is_the_one_typed_wherever_it_stands_else_the_terminals(
    terminal: str, words: str, leading: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", terminal)
    told = CliRunner().invoke(main, words.split(), prog_name="tapis")
    assert (told.exit_code, told.stderr.startswith(f"{leading}tapis")) == (2, True), told.stderr


def test_a_language_before_the_name_of_a_command_is_the_commands() -> None:
    for words in ("--lang en journal show x", "journal --lang en show x", "journal show x --lang en"):
        told = CliRunner().invoke(main, words.split(), prog_name="tapis")
        assert told.stderr == "Error: x: there is no such file or folder: name one that is there\n", words
    told = CliRunner().invoke(main, ["--lang", "en", "journal", "show", "x", "--lang", "fr"])
    assert told.stderr.startswith("Erreur\u00a0: x\u00a0: ")


def test_the_last_language_counts_and_nothing_behind_two_hyphens() -> None:
    assert typed(["settle", "--lang", "en", "--lang=fr"]) == "fr"
    assert typed(["settle", "--", "--lang", "en"]) is None
    assert typed(["settle", "--lang", "de"]) is None
    assert typed(["settle", "--lang"]) is None
    assert typed([]) is None
