"""`python -m deploy.man_pages`: the manual pages and bash's completion, made of the help of the commands.

They lie in `deploy/man` as they are packed, the French ones in its folder `fr`, so that a package is made
without running the program; a test holds them against the commands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from inspect import cleandoc
from pathlib import Path
from typing import Final, NamedTuple

import click
from click.shell_completion import BashComplete

from controller.cli import BadInput, main
from controller.cli.french_help.pages import in_french, itself_in_french, record, typeset
from controller.host.typed_wrong import arguments

PLACE: Final = Path(__file__).with_name("man")
FRENCH: Final = "fr"
"""The folder of the French pages, here and under /usr/share/man."""
COMPLETION: Final = "tapis.bash-completion"


class Words(NamedTuple):
    """What stands around the help of a command on its page."""

    title: str
    name: str
    commands: str
    exit: str
    exits: str
    files: str
    of_files: dict[str, str]
    see: str


_ENGLISH: Final = Words(
    title="Table controller",
    name="NAME",
    commands="COMMANDS",
    exit="EXIT STATUS",
    exits="0: done. 1: the answer is no, or something was found. 2: the input or the configuration is wrong;"
    " one line on standard error says what and where. 70: a fault of the program itself. 130: stopped by"
    " Ctrl-C. 141: nobody reads its output any more.",
    files="FILES",
    of_files={
        "/etc/tapis": (
            "Settings: table.toml, room.toml, jackpot.toml, establishment.toml, weston.ini, rules/."
        ),
        "/var/lib/tapis": "What a table keeps: journals, jackpot.book, keys. Its user's alone.",
        "/usr/share/doc/tapis-common": (
            "OPERATIONS.md for a table, ROOM.md for the pit, LINK.md for a server."
        ),
    },
    see="SEE ALSO",
)
_FRENCH: Final = Words(
    title="Contrôleur de table",
    name="NOM",
    commands="COMMANDES",
    exit="CODE DE SORTIE",
    exits="0 : fait. 1 : la réponse est non, ou quelque chose a été trouvé. 2 : ce qui est donné est faux, ou"
    " la configuration ; une ligne sur la sortie d’erreur dit quoi et où. 70 : un défaut du programme"
    " lui-même. 130 : arrêtée par Ctrl-C. 141 : plus personne ne lit ce qu’elle écrit.",
    files="FICHIERS",
    of_files={
        "/etc/tapis": (
            "Les réglages : table.toml, room.toml, jackpot.toml, establishment.toml, weston.ini, rules/."
        ),
        "/var/lib/tapis": ("Ce qu’une table garde : journaux, jackpot.book, clés. À son utilisateur seul."),
        "/usr/share/doc/tapis-common": (
            "En anglais : OPERATIONS.md pour une table, ROOM.md pour le pit, LINK.md pour un serveur."
        ),
    },
    see="VOIR AUSSI",
)


def pages() -> dict[str, str]:
    """Each file of `deploy/man` by its path there, with what stands in it."""
    english = list(_children(main))
    french = [(name, in_french(command, name)) for name, command in english]
    told = {f"{FRENCH}/{name}": text for name, text in _pages(itself_in_french(main), french, _FRENCH)}
    return {**dict(_pages(main, english, _ENGLISH)), **told, COMPLETION: _completion()}


def _pages(
    itself: click.Command, commands: list[tuple[str, click.Command]], words: Words
) -> Iterator[tuple[str, str]]:
    yield "tapis.1", _page("tapis", [("tapis", itself)], commands, words)
    for name, command in commands:
        sections = [(" ".join(path), one) for path, one in _tree(("tapis", name), command)]
        yield f"tapis-{name}.1", _page(f"tapis-{name}", sections, [], words)


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
    title: str,
    sections: list[tuple[str, click.Command]],
    children: list[tuple[str, click.Command]],
    words: Words,
) -> str:
    """A page in the macros of man(7); its first section is the command itself, the others its parts."""
    (typed, first), *rest = sections
    lines = [f'.TH "{title.upper()}" "1" "" "Tapis" "{words.title}"', f".SH {words.name}"]
    lines += [
        f"{_plain(title)} \\- {_plain(_summary(first))}",
        ".SH SYNOPSIS",
        _synopsis(typed, first, words),
    ]
    lines += [line for part, command in rest for line in (".br", _synopsis(part, command, words))]
    lines += [".SH DESCRIPTION", *_described(first), *_options(first, words)]
    for part, command in rest:
        lines += [f'.SH "{part.removeprefix("tapis ").upper()}"']
        lines += [*_described(command), *_options(command, words)]
    if children:
        lines.append(f".SH {words.commands}")
        for name, command in children:
            lines += [".TP", f"\\fBtapis\\-{_plain(name)}\\fR(1)", _plain(_summary(command))]
    lines += [f".SH {words.exit}", _plain(_set(words.exits, words)), f".SH {words.files}"]
    for path, told in words.of_files.items():
        lines += [".TP", f"\\fI{_plain(path)}\\fR", _plain(_set(told, words))]
    see = ["tapis"] if not children else [f"tapis-{name}" for name, _ in children]
    lines += [f".SH {words.see}", ", ".join(f"\\fB{_plain(name)}\\fR(1)" for name in see)]
    return "\n".join(lines) + "\n"


def _set(text: str, words: Words) -> str:
    return typeset(text) if words is _FRENCH else text


def _summary(command: click.Command) -> str:
    """The first sentence of its help."""
    text = _filled(cleandoc(command.help or "").partition("\n\n")[0])
    return re.split(r"(?<=[.!?])\s|[\u00a0\u202f]?[:;]\s", text, maxsplit=1)[0].rstrip(".:;")


def _synopsis(typed: str, command: click.Command, words: Words) -> str:
    pieces = " ".join(command.collect_usage_pieces(click.Context(command)))
    return f"\\fB{_plain(typed)}\\fR {_plain(arguments(pieces) if words is _FRENCH else pieces)}"


def _described(command: click.Command) -> list[str]:
    """Its help: sentences filled, and what stands after `\\b` as it was typed."""
    lines = []
    for paragraph in cleandoc(command.help or "").split("\n\n"):
        lines.append(".PP")
        if paragraph.startswith("\b"):
            lines += [".nf", *map(_plain, paragraph.removeprefix("\b").strip("\n").split("\n")), ".fi"]
        else:
            lines.append(_plain(_filled(paragraph)))
    return lines


def _options(command: click.Command, words: Words) -> list[str]:
    context = click.Context(command)
    lines = []
    for parameter in command.get_params(context):
        told = parameter.get_help_record(context)
        if told is not None and isinstance(parameter, click.Option):
            named, text = record(*told) if words is _FRENCH else told
            named = "-h, --help" if named.endswith("--help") else named  # with and without a call before
            lines += [".TP", f"\\fB{_plain(named)}\\fR", _plain(_filled(text))]
    return lines


def _filled(text: str) -> str:
    """One line, in which the fixed blanks of print stay."""
    return re.sub(r"[ \n]+", " ", text)


def _plain(text: str) -> str:
    """The text with nothing in it that man would take for an order; its fixed blanks are those of man."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(aq")
    text = re.sub("[\u00a0\u202f]", r"\\~", text)
    return re.sub(r"(?m)^([.'])", r"\\&\1", text)


def write(place: Path = PLACE) -> None:
    """Every page anew, and no other."""
    (place / FRENCH).mkdir(parents=True, exist_ok=True)
    for old in place.rglob("*"):
        if old.is_file():
            old.unlink()
    for name, text in pages().items():
        (place / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
