"""`python -m deploy.man_pages`: the manual pages and bash's completion, made of the help of the commands.

They lie in `deploy/man` as they are packed, so that a package is made without running the program; a test
holds them against the commands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from inspect import cleandoc
from pathlib import Path
from typing import Final

import click
from click.shell_completion import BashComplete

from controller.cli import BadInput, main

PLACE: Final = Path(__file__).with_name("man")
COMPLETION: Final = "tapis.bash-completion"
_EXITS: Final = """\
0: done. 1: the answer is no, or something was found. 2: the input or the configuration is wrong; one line \
on standard error says what and where. 70: a fault of the program itself. 130: stopped by Ctrl-C. 141: \
nobody reads its output any more.
"""
_FILES: Final = {
    "/etc/tapis": "Settings: table.toml, room.toml, jackpot.toml, establishment.toml, weston.ini, rules/.",
    "/var/lib/tapis": "What a table keeps: journals, jackpot.book, keys. Its user's alone.",
    "/usr/share/doc/tapis-common": "OPERATIONS.md for a table, ROOM.md for the pit, LINK.md for a server.",
}


def pages() -> dict[str, str]:
    """Each file of `deploy/man` by its name, with what stands in it."""
    made = {"tapis.1": _page("tapis", [("tapis", main)], children=list(_children(main)))}
    for name, command in _children(main):
        sections = [(" ".join(path), one) for path, one in _tree(("tapis", name), command)]
        made[f"tapis-{name}.1"] = _page(f"tapis-{name}", sections, children=[])
    return {**made, COMPLETION: _completion()}


def _completion() -> str:
    return BashComplete(main, {}, "tapis", "_TAPIS_COMPLETE").source().strip() + "\n"


def _children(group: click.Group) -> Iterator[tuple[str, click.Command]]:
    for name in group.list_commands(click.Context(group)):
        with suppress(BadInput):  # what is not part of this installation
            command = group.get_command(click.Context(group), name)
            assert command is not None, name
            yield name, command


def _tree(path: tuple[str, ...], command: click.Command) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        for name, child in _children(command):
            yield from _tree((*path, name), child)


def _page(
    title: str, sections: list[tuple[str, click.Command]], children: list[tuple[str, click.Command]]
) -> str:
    """A page in the macros of man(7); its first section is the command itself, the others its parts."""
    (words, first), *rest = sections
    lines = [f'.TH "{title.upper()}" "1" "" "Tapis" "Table controller"', ".SH NAME"]
    lines += [f"{_plain(title)} \\- {_plain(_summary(first))}", ".SH SYNOPSIS", _synopsis(words, first)]
    lines += [line for part, command in rest for line in (".br", _synopsis(part, command))]
    lines += [".SH DESCRIPTION", *_described(first), *_options(first)]
    for part, command in rest:
        lines += [f'.SH "{part.removeprefix("tapis ").upper()}"', *_described(command), *_options(command)]
    if children:
        lines.append(".SH COMMANDS")
        for name, command in children:
            lines += [".TP", f"\\fBtapis\\-{_plain(name)}\\fR(1)", _plain(_summary(command))]
    lines += [".SH EXIT STATUS", _plain(_EXITS.strip()), ".SH FILES"]
    for path, told in _FILES.items():
        lines += [".TP", f"\\fI{_plain(path)}\\fR", _plain(told)]
    see = ["tapis"] if not children else [f"tapis-{name}" for name, _ in children]
    lines += [".SH SEE ALSO", ", ".join(f"\\fB{_plain(name)}\\fR(1)" for name in see)]
    return "\n".join(lines) + "\n"


def _summary(command: click.Command) -> str:
    """The first sentence of its help."""
    text = " ".join(cleandoc(command.help or "").partition("\n\n")[0].split())
    return re.split(r"(?<=[.!?])\s|[:;]\s", text, maxsplit=1)[0].rstrip(".:;")


def _synopsis(words: str, command: click.Command) -> str:
    context = click.Context(command)
    return f"\\fB{_plain(words)}\\fR {_plain(' '.join(command.collect_usage_pieces(context)))}"


def _described(command: click.Command) -> list[str]:
    """Its help: sentences filled, and what stands after `\\b` as it was typed."""
    lines = []
    for paragraph in cleandoc(command.help or "").split("\n\n"):
        lines.append(".PP")
        if paragraph.startswith("\b"):
            lines += [".nf", *map(_plain, paragraph.removeprefix("\b").strip("\n").split("\n")), ".fi"]
        else:
            lines.append(_plain(" ".join(paragraph.split())))
    return lines


def _options(command: click.Command) -> list[str]:
    context = click.Context(command)
    lines = []
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and isinstance(parameter, click.Option):
            named, told = record
            named = "-h, --help" if named.endswith("--help") else named  # with and without a call before
            lines += [".TP", f"\\fB{_plain(named)}\\fR", _plain(" ".join(told.split()))]
    return lines


def _plain(text: str) -> str:
    """The text with nothing in it that man would take for an order."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(aq")
    return re.sub(r"(?m)^([.'])", r"\\&\1", text)


def write(place: Path = PLACE) -> None:
    """Every page anew, and no other."""
    place.mkdir(exist_ok=True)
    for old in place.iterdir():
        old.unlink()
    for name, text in pages().items():
        (place / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
