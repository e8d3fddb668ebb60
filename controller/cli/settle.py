"""`tapis settle`: rounds in as JSON Lines, settlements out: a calculator for disputes (rules, section 6)."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

import click

from controller.cli import BadInput
from controller.cli.named_file import opened
from controller.cli.options import by_option, lang_option, pdf_file_option
from controller.cli.values_refused import value_refused
from controller.game.profile import RuleProfile
from controller.game.settling.settle import RoundFacts, RoundSettlement
from controller.papers.round_sheet.line_faults import said
from controller.papers.round_sheet.lines import RoundLine, answer_of, parse_line, settle_line
from controller.papers.round_sheet.sheet import RoundSheet, sheet_of
from controller.papers.round_sheet.stakes import LineRefused, printable, refuse
from controller.papers.round_sheet.text import plain, sheet_text
from controller.settings.approval_mark import mark_here
from controller.settings.rules import DEFAULT_PROFILE, load_profile
from controller.settings.settings_error import SettingsError
from controller.settings.shapes import PROFILE
from controller.words.money import EN, LANGUAGES
from controller.words.plain import COLON
from controller.words.plurals import so_many

LINE_BYTES_MAX = 64 * 1024
ENDLESS_BYTES = 16 * 1024 * 1024
"""A line of more than that has no end: it comes from a device."""
LINE = ("ligne", "line")
NAME_LENGTH = 60
PRINTED_MAX = 60
"""Rounds in one PDF; each takes a page, or three with seven seats."""


@click.command()
@click.option(
    "--profile",
    "profile_name",
    metavar="NAME|FILE",
    help=f"Settle every line by these rules, whatever profile it names. Without it a line's own profile "
    f"counts, and {DEFAULT_PROFILE} for a line that names none.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line instead of a sheet.")
@lang_option("the sheet")
@pdf_file_option("Print the sheets into this PDF too, each round on its page.")
@by_option
@click.argument("file", metavar="[FILE|-]", default="-")
def settle(profile_name: str | None, as_json: bool, lang: str, pdf: Path | None, file: str) -> None:
    """Settle rounds: one a line in, one settlement out.

    Bad lines are named on stderr by their number, good ones are answered; the exit is then 2.

    A JP1 stake that was carried over a void is given as "jp1" with its cents, as any other: its prizes are
    the same. The sheet says that it is taken; it was, once, in the deal that is void.
    """
    profiles = _Profiles(load_profile(profile_name) if profile_name is not None else None)
    language, says, sheets = LANGUAGES[lang], _sayer(), list[RoundSheet]()
    rounds = refused = 0
    used: set[str] = set()
    with opened(file) as stream:
        for number, raw in enumerate(_lines(stream), start=1):
            if not raw.strip():
                continue
            rounds += 1
            try:
                line, facts, settled = _settled(raw, profiles)
            except LineRefused as error:
                refused += 1
                words = EN if as_json else language  # other programs read the answer in JSON
                click.echo(f"{LINE[words]} {number}{COLON[words]}{error.in_words(words)}", err=True)
                continue
            used.add(facts.profile.digest)
            name = printable(str(line.id), NAME_LENGTH) if line.id is not None else str(number)
            if as_json:
                click.echo(json.dumps(answer_of(line, facts.profile, settled)))
            else:
                says(sheet_text(sheet_of(name, facts, settled, language), language) + "\n")
            if pdf is not None and len(sheets) <= PRINTED_MAX:
                sheets.append(sheet_of(name, facts, settled, language))
    if not rounds:
        raise value_refused("no_round", file=file)
    if not as_json and rounds > refused:
        mark = mark_here(used, language)
        if mark:
            says(mark)
    if pdf is not None and sheets:
        _print(pdf, sheets, language)
    if refused:
        sys.exit(2)


def _print(path: Path, sheets: list[RoundSheet], language: int) -> None:
    """The sheets are in the PDF file, whole or not at all."""
    if len(sheets) > PRINTED_MAX:
        raise value_refused("too_many_sheets", file=path, most=PRINTED_MAX)
    # What draws and prints is not loaded for a sheet on the terminal.
    from controller.cli.letterhead import letterhead_here
    from controller.papers.pdf import NotPrinted, write_pdf
    from controller.papers.round_sheet.printed import printed

    try:
        mark = mark_here([sheet.profile.digest for sheet in sheets], language)
        pages = write_pdf(path, *printed(sheets, language), mark, head=letterhead_here(language))
    except NotPrinted as error:
        raise BadInput(error) from None
    click.echo(f"{path}: {so_many(pages, 'page')}", err=True)


def _sayer() -> Callable[[str], None]:
    """What prints a text; a terminal that cannot show suits and accents gets their letters."""
    try:
        "♠é€─".encode((sys.stdout.encoding if sys.stdout is not None else None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return lambda text: click.echo(plain(text))
    return click.echo


def _settled(raw: bytes, profiles: _Profiles) -> tuple[RoundLine, RoundFacts, RoundSettlement]:
    """The round of one line, and how it is settled.

    Raises:
        LineRefused: the line is not a round that can be settled.
    """
    line = parse_line(_text(raw))
    return line, *settle_line(line, profiles.of(line))


class _Profiles:
    """The profile of each line, every file read once."""

    def __init__(self, forced: RuleProfile | None) -> None:
        self._forced = forced
        self._known: dict[str, RuleProfile] = {}

    def of(self, line: RoundLine) -> RuleProfile:
        if self._forced is not None:
            return self._forced
        name = DEFAULT_PROFILE if line.profile is None else line.profile
        if name not in self._known:
            if not re.fullmatch(PROFILE, name):  # a line names a profile, never a file
                refuse("profile", name, said("unknown_profile"))
            try:
                self._known[name] = load_profile(name)
            except SettingsError as error:
                refuse("profile", name, error.reason)
        return self._known[name]


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of the file; one that is too long comes cut, to be refused under its number.

    Raises:
        BadInput: one has no end.
    """
    while raw := file.readline(LINE_BYTES_MAX + 1):
        if len(raw) > LINE_BYTES_MAX and not raw.endswith(b"\n"):
            passed = len(raw)
            while (rest := file.readline(LINE_BYTES_MAX)) and not rest.endswith(b"\n"):
                passed += len(rest)
                if passed > ENDLESS_BYTES:
                    raise value_refused("endless")
        yield raw


def _text(raw: bytes) -> str:
    if len(raw) > LINE_BYTES_MAX:
        raise LineRefused(said("too_long", bytes=LINE_BYTES_MAX))
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise LineRefused(said("not_utf8", at=error.start)) from None
