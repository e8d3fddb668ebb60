"""`tapis journal frames`: the frames beside a journal, and which of its entries name them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

import click

from controller.cli import BadInput
from controller.cli.journal_words import say
from controller.cli.options import Place, as_asked, lang_option
from controller.game.inputs import Machine
from controller.house.replay_sources import sources
from controller.journal.chain import JournalDamaged, NotAJournal, Row
from controller.journal.field_codec import parse_body
from controller.journal.one_round import one_round
from controller.journal.reading import read_rows
from controller.ports import FrameLine
from controller.table.frame_log import frames_path, read_frames
from controller.told import at_place, said_by
from controller.words.journal_entries import KINDS
from controller.words.journal_values import time_in_words
from controller.words.money import LANGUAGES
from controller.words.told import told

ARROWS = {"in": "←", "out": "→"}
NAMING = frozenset({"CardDealt", "CardUnread", "RoundHeld", "AlarmRaised", "ShufflerChanged"})
"""The entries that name the frame they came of."""
AROUND_MS = 1_000
Named = dict[tuple[Machine, int], Row]
NO_FRAME = (
    "«\u00a0{told}\u00a0» n’est pas une trame\u00a0: écrire 0C4A par exemple",
    "'{told}' is no frame such as 0C4A",
)


class FrameId(click.ParamType):  # type: ignore[type-arg]  # generic in newer clicks only
    """`0C4A`, as the journal and the screens write it."""

    name = "frame"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Its number."""
        try:
            return int(str(value), 16)
        except ValueError:
            self.fail(as_asked(NO_FRAME, ctx, told=value), param, ctx)


@click.command()
@click.argument("path", metavar="FILE", type=Place())
@click.option("--machine", type=click.Choice(["shoe", "shuffler"]), help="Of this machine only.")
@click.option("--frame", type=FrameId(), help="The frame of this number, in hexadecimal: 0C4A.")
@click.option("--round", "round_", type=click.IntRange(1), help="While this round lasted.")
@lang_option("the words")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def frames(
    path: Path, machine: str | None, frame: int | None, round_: int | None, lang: str, as_json: bool
) -> None:
    """Print what the machines said and were told, times in UTC, beside the entry that names each frame.

    FILE is the journal; its frame log lies beside it. Bytes that could tell a card were masked before they
    were written. The log proves nothing by itself and may be shorter than the journal, which needs none.

    Exit 1 when no such frame is in the log, or an entry of the journal does not hold.
    """
    language = LANGUAGES[lang]
    try:
        named, since_ms, until_ms = _named(path, round_, language)
        lines = list(read_frames(frames_path(path)))
    except NotAJournal as error:
        raise BadInput(error) from None
    except JournalDamaged as damage:
        click.echo(told(at_place(path.name, said_by(damage)), language), err=True)
        sys.exit(1)
    except OSError as error:
        raise BadInput(at_place(frames_path(path), error.strerror)) from None
    found = [
        line
        for line in lines
        if (machine is None or line.machine.value == machine)
        and (frame is None or line.number == frame)
        and since_ms <= line.at_ms <= until_ms
    ]
    for text in _printed(found, named, language, as_json=as_json):
        click.echo(text)
    if not found:
        click.echo(say("no_frame", language, file=frames_path(path).name), err=True)
        sys.exit(1)


def _named(path: Path, round_: int | None, language: int) -> tuple[Named, int, int]:
    """The entries that name a frame, and between which instants frames are looked for.

    Raises:
        NotAJournal, JournalDamaged: the journal cannot be read.
        BadInput: it has no such round.
    """
    if round_ is None:
        with closing(read_rows(path)) as rows:
            return _by_frame([row for row in rows if row.kind in NAMING]), 0, sys.maxsize
    told = one_round(path, round_)
    if told is None:
        raise BadInput(say("no_round", language, round=round_, file=path.name))
    return _by_frame(told.rows), told.rows[0].at_ms - AROUND_MS, told.rows[-1].at_ms + AROUND_MS


def _by_frame(rows: Iterable[Row]) -> Named:
    naming = [row for row in rows if row.kind in NAMING]
    made: Named = {}
    for row, source in zip(naming, sources(naming, [parse_body(row.body) for row in naming]), strict=True):
        if source is not None:
            made.setdefault((Machine(source["from"]), source["numbers"][0]), row)
    return made


def _printed(lines: Iterable[FrameLine], named: Named, language: int, *, as_json: bool) -> Iterator[str]:
    for line in lines:
        row = named.get((line.machine, line.number)) if line.number else None
        frame = f"{line.number:04X}" if line.number else ""
        if as_json:
            entry = row.seq if row is not None else None
            yield json.dumps({**asdict(line), "frame": frame, "entry": entry}, ensure_ascii=False)
            continue
        said = f"{row.seq} {KINDS[row.kind][language]}" if row is not None else ""
        what = f"{line.machine:<8} {ARROWS.get(line.way, '–')} {frame:>5}  {line.text:<44} {line.word:<18}"
        yield f"{time_in_words(line.at_ms)}  {what} {said}".rstrip()
