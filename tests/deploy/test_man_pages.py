"""Every command and option has its sentence, and the manual pages that are packed say the same."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from inspect import cleandoc
from pathlib import Path

import click
import pytest

from controller.cli import BadInput, main
from controller.words.money import CODES
from deploy.man_pages import COMPLETION, FRENCH, PLACE, pages
from tests.patience import PATIENCE_S

ROOT = Path(__file__).parents[2]


def walked(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            with suppress(BadInput):  # what is not part of this installation
                child = command.get_command(context, name)
                assert child is not None
                yield from walked(child, (*path, name))


def test_every_command_and_option_is_told_in_a_sentence() -> None:
    mute = []
    for path, command in walked(main, ("tapis",)):
        texts = {" ".join(path): command.help or ""}
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                texts[f"{' '.join(path)} {parameter.opts[0]}"] = parameter.help or ""
        for what, text in texts.items():
            if not re.match(r"[A-Z`“\d]|--?\w|postgresql|tapis", text.strip()) or not re.search(
                r"[.:?]", text
            ):
                mute.append((what, text[:40]))
    assert not mute, mute


WITHOUT_WORDS = {"devices decode", "journal kinds"}
"""Commands that print what other programs read, and no sentence: an option that does nothing is none."""


def test_every_command_that_says_a_sentence_says_it_in_two_languages() -> None:
    """Rules, section 6: `--lang` everywhere. Forty-five commands spoke English alone."""
    without = set()
    for path, command in walked(main, ("tapis",)):
        if isinstance(command, click.Group):
            continue
        told = [one for one in command.params if any("lang" in name for name in one.opts)]
        assert [one.opts for one in told] in ([], [["--lang"]]), path
        for one in told:
            assert isinstance(one.type, click.Choice), path
            assert tuple(one.type.choices) == CODES, path
        if not told:
            without.add(" ".join(path[1:]))
    assert without == WITHOUT_WORDS


def test_every_command_shows_a_line_to_type_that_it_would_take() -> None:
    for path, command in walked(main, ("tapis",)):
        if len(path) > 1:
            typed = [one for one in cleandoc(command.help or "").split("\n\n") if one.startswith("\b\n")]
            lines = [line for one in typed for line in one.splitlines() if line.startswith("tapis ")]
            assert lines, path
            for line in lines:
                _taken(shlex.split(line.partition(" >")[0])[1:])


def _taken(words: list[str]) -> None:
    """These words are a command with options and values that it has; the files need not be there."""
    command: click.Command = main
    while isinstance(command, click.Group) and words:
        found = command.get_command(click.Context(command), words[0])
        assert found is not None, words
        command, words = found, words[1:]
    said = ""
    try:
        command.make_context("tapis", words)
    except click.BadParameter as error:
        said = error.format_message()
    assert said == "" or "does not exist" in said, words


def test_the_pages_that_are_packed_are_those_of_the_commands() -> None:
    """`make man` writes them anew."""
    lying = {
        str(path.relative_to(PLACE)): path.read_text(encoding="utf-8")
        for path in PLACE.rglob("*")
        if path.is_file()
    }
    assert lying == pages()


@pytest.mark.parametrize("place", [PLACE, PLACE / FRENCH], ids=["English", "French"])
def test_every_command_has_a_page_and_the_page_all_its_parts_and_options(place: Path) -> None:
    overview = (place / "tapis.1").read_text(encoding="utf-8").replace("\\-", "-")
    for path, command in walked(main, ("tapis",)):
        if len(path) > 1:
            text = (place / f"tapis-{path[1]}.1").read_text(encoding="utf-8").replace("\\-", "-")
            assert f"\\fB{' '.join(path)}\\fR" in text
            options = [one for one in command.params if isinstance(one, click.Option)]
            assert [name for option in options for name in option.opts if name not in text] == []
            assert f"\\fBtapis-{path[1]}\\fR(1)" in overview


def of_place(path: Path) -> str:
    return str(path.relative_to(PLACE))


@pytest.mark.parametrize("path", sorted(PLACE.rglob("*.1")), ids=of_place)
def test_a_page_is_well_formed(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith('.TH "')
    orders = re.findall(r"(?m)^\.(\w+)", text)
    assert set(orders) <= {"TH", "SH", "PP", "TP", "br", "nf", "fi"}
    assert orders.count("nf") == orders.count("fi")
    assert orders[1:4] == ["SH", "SH", "br"] or orders[1:4] == ["SH", "SH", "SH"]
    assert not re.search("[\b\u00a0\u202f]", text)


def test_a_french_page_has_what_man_looks_for_and_no_english_around_it() -> None:
    for path in (PLACE / FRENCH).glob("*.1"):
        text = path.read_text(encoding="utf-8")
        headings = re.findall(r"(?m)^\.SH ([A-ZÀ-Ý ]+)$", text)
        assert headings[:3] == ["NOM", "SYNOPSIS", "DESCRIPTION"], path
        assert headings[-3:] == ["CODE DE SORTIE", "FICHIERS", "VOIR AUSSI"], path
        assert not re.search(r"\b(?:the|default|required|COMMAND|FILE|DIR|PATH|TEXT)\b", text), path


def test_man_shows_the_french_page_where_the_terminal_speaks_french(tmp_path: Path) -> None:
    """Laid out as the package does; where there is no man, or no French to try it by, the places alone."""
    lay_out = (ROOT / "deploy" / "packages" / "debian" / "lay-out").read_text(encoding="utf-8")
    laid = re.findall(r"(?m)^into tapis-common usr/share/man/(\S+) deploy/(\S+)/\*\.1$", lay_out)
    assert dict(laid) == {"man1": "man", "fr/man1": "man/fr"}
    for to, source in laid:
        (tmp_path / "man" / to).mkdir(parents=True)
        for page in (ROOT / "deploy" / source).glob("*.1"):
            shutil.copy(page, tmp_path / "man" / to)
    if shutil.which("man") is None or not french_locale(tmp_path / "locales" / "fr_FR.utf8"):
        return
    for language, begins in (("fr_FR.UTF-8", "NOM"), ("C.UTF-8", "NAME")):
        shown = subprocess.run(
            ["man", "tapis-journal"],
            env={
                **os.environ,
                "LC_ALL": language,
                "LOCPATH": str(tmp_path / "locales"),
                "MANPATH": str(tmp_path / "man"),
                "MANPAGER": "cat",
            },
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=True,
        )
        assert f"\n{begins}\n" in shown.stdout, shown.stderr
        assert shown.stderr == ""


def french_locale(place: Path) -> bool:
    """Whether this machine could make the French locale there."""
    place.parent.mkdir()
    if shutil.which("localedef") is None:
        return False
    made = subprocess.run(
        ["localedef", "-i", "fr_FR", "-f", "UTF-8", str(place)],
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )
    return made.returncode == 0


def test_bash_completes_commands_parts_and_options(tmp_path: Path) -> None:
    (tmp_path / "tapis").symlink_to(ROOT / ".venv" / "bin" / "tapis")
    ask = f"""
    source {PLACE / COMPLETION}
    COMP_WORDS=(tapis "${{@:1}}") COMP_CWORD=$#
    _tapis_completion tapis
    printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    bash = shutil.which("bash")
    assert bash is not None
    heard = [
        subprocess.run(
            [bash, "-c", ask, "ask", *words],
            env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        ).stdout.split()
        for words in (["jour"], ["witness", "tr"])
    ]
    assert heard == [["journal"], ["trust"]]
