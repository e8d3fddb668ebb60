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
from deploy.man_pages import COMPLETION, PLACE, pages
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
    assert {path.name: path.read_text(encoding="utf-8") for path in PLACE.iterdir()} == pages()


def test_every_command_has_a_page_and_the_page_all_its_parts_and_options() -> None:
    overview = (PLACE / "tapis.1").read_text(encoding="utf-8").replace("\\-", "-")
    for path, command in walked(main, ("tapis",)):
        if len(path) > 1:
            text = (PLACE / f"tapis-{path[1]}.1").read_text(encoding="utf-8").replace("\\-", "-")
            assert f"\\fB{' '.join(path)}\\fR" in text
            options = [one for one in command.params if isinstance(one, click.Option)]
            assert [name for option in options for name in option.opts if name not in text] == []
            assert f"\\fBtapis-{path[1]}\\fR(1)" in overview


@pytest.mark.parametrize("path", sorted(PLACE.glob("*.1")), ids=lambda path: path.name)
def test_a_page_is_well_formed(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith('.TH "')
    orders = re.findall(r"(?m)^\.(\w+)", text)
    assert set(orders) <= {"TH", "SH", "PP", "TP", "br", "nf", "fi"}
    assert orders.count("nf") == orders.count("fi")
    assert orders[1:4] == ["SH", "SH", "br"] or orders[1:4] == ["SH", "SH", "SH"]
    assert "\b" not in text


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
