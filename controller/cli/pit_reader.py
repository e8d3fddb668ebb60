"""`tapis pit-reader`: a card at the pit counts at a table whose own reader is lost (screens, section 9.1).

    tapis pit-reader UTH-2 --room /etc/tapis/room.toml
    tapis pit-reader UTH-9=/run/tapis/pit.sock

The console of that table shows a code and asks for the pit. The code, and the PIN where the table keeps a
register of people, are asked here without an argument ever holding them; the card signs the table's name,
the code and a nonce of the table, which judges it all by its own register.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any, Final

import click

from controller.boot.cards import NoCard
from controller.boot.pit_reader import PitReader, opened_reader
from controller.boot.starting import CannotStart, missing_library
from controller.cli import BadInput
from controller.cli.options import Place
from controller.cli.pins import pin_of
from controller.game.people.pin import Pin
from controller.screens.pit_card import CardShown, card_line, nonce_asked_line
from controller.settings.room import RoomFile, RoomTable, load_room, room_here
from controller.witness.table_line import LineDown, TableLine
from controller.words.plurals import so_many

ANSWERS_MAX: Final = 1_000
PIN_S: Final = 10.0
WHY: Final = {
    "not_asked": "the table asks for nobody: ask the pit at its console first",
    "code": "that is not the code that the table shows; ask anew at its console",
    "expired": "the code is too old; ask anew at the console of the table",
    "role": "a chef has to come first while the table is without its reader",
    "unknown_card": "the card is in no register of the table",
    "card_revoked": "the card is revoked",
    "card_expired": "the last day of the card is over",
    "card_without_key": "the card has no key, and the table takes no number that is only typed",
    "card_refused": "the signature is not of that card, table and code",
    "replayed": "the signature is of an old challenge",
    "no_cards": "this table takes no cards from the pit",
}
"""Why a card does not count, by what the table answers."""


@click.command("pit-reader")
@click.argument("table", metavar="TABLE[=SOCKET]")
@click.option("--room", "room_path", type=Place(), help="The rooms file that has TABLE.")
@click.option("--reader", default="", help="A part of the reader's name, if there are several.")
@click.option("--keyboard", default="", metavar="URL", help="A reader that types instead, usb://VID:PID.")
@click.option("--wait", "wait_s", type=click.FloatRange(0, 600), default=60.0, help="Seconds for a card.")
def pit_reader(table: str, room_path: Path | None, reader: str, keyboard: str, wait_s: float) -> None:
    """Read a card at the pit for TABLE, whose own reader is lost. It counts there for one act.

    Exit 0 when it counts, 1 when the table refuses it, 2 when reader, card or table is not there.
    """
    named, room = _table(table, room_path)
    try:
        keeps_pins = _terms(named, room)["pin"]
        code = _code()
        pin = pin_of("the holder of the card") if keeps_pins else None
        click.echo("put the card in the reader", err=True)
        with missing_library():
            opened = opened_reader(reader, keyboard)
        try:
            why = authorised(opened, named, room, code, pin, wait_s)
        finally:
            opened.close()
    except (LineDown, NoCard, CannotStart) as error:
        raise BadInput(f"{named.name}: {error}") from None
    click.echo(f"{named.name}: {why or 'the card counts there now, for one act'}")
    sys.exit(1 if why else 0)


def authorised(
    reader: PitReader, table: RoomTable, room: RoomFile | None, code: str, pin: Pin | None, wait_s: float
) -> str:
    """The card in the reader counts at the table, or the sentence why it does not.

    Raises:
        NoCard: no card, or it does not sign.
        LineDown: the table does not answer.
    """
    card = reader.card(wait_s)
    with _line(table, room) as line:
        nonce = bytes.fromhex(str(_asked(line)["nonce"]))
        read = reader.signed(card, table.name, code, nonce)
        line.send(card_line(CardShown(read.number, read.code, read.signature, pin)))
        view, said = _answer(line, "card")
        if said["card"]:
            return WHY.get(str(said["card"]), str(said["card"]))
        return _pin_answered(line, view) if pin is not None else ""


def _table(word: str, room_path: Path | None) -> tuple[RoomTable, RoomFile | None]:
    name, _, path = word.partition("=")
    try:
        if path:
            return RoomTable(name=name, socket=Path(path)), None
    except ValueError:
        raise BadInput(f"{word}: TABLE=SOCKET is needed, such as UTH-2=/run/tapis/pit.sock") from None
    room = load_room(room_path) if room_path is not None else room_here()
    found = next((one for one in room.table if one.name == name), None) if room is not None else None
    if found is None:
        raise BadInput(f"{name}: no table of that name in the room")
    return found, room


def _line(table: RoomTable, room: RoomFile | None) -> TableLine:
    if room is not None:
        return TableLine.to_table(table, room)
    assert table.socket is not None, "a table without a room has a socket"
    return TableLine.to_socket(table.socket)


def _terms(table: RoomTable, room: RoomFile | None) -> dict[str, Any]:
    """What the table says of itself; nothing waits on the line while a person looks for his card."""
    with _line(table, room) as line:
        return _asked(line)


def _asked(line: TableLine) -> dict[str, Any]:
    line.send(nonce_asked_line())
    return _answer(line, "nonce")[1]


def _answer(line: TableLine, name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The last view before the message of this name, and the message."""
    view: dict[str, Any] = {}
    for _ in range(ANSWERS_MAX):
        said = line.hear()
        view = said.get("view", view)
        if name in said:
            return view, said
        if "dropped" in said:
            raise LineDown(str(said["dropped"]))
    raise LineDown("it does not answer")


def _code() -> str:
    """The code that the console of the table shows.

    Raises:
        BadInput: it is none.
    """
    if sys.stdin.isatty():
        click.echo("code on the console of the table: ", err=True, nl=False)
    text = sys.stdin.readline().strip()
    if not (0 < len(text) <= 8 and text.isascii() and text.isdigit()):
        raise BadInput("the code on the console of the table has digits, eight at most")
    return text


def _pin_answered(line: TableLine, view: dict[str, Any]) -> str:
    """What came of the PIN, as the table shows it: an empty text when it was right."""
    until_s = time.monotonic() + PIN_S
    while time.monotonic() < until_s:
        badge, pin = view.get("badge"), view.get("pin")
        if badge is not None and badge["proven"]:
            return ""
        if pin is not None and pin["locked_until_ms"]:
            return "the PIN is locked"
        if pin is not None and pin["tries_left"] >= 0:
            return f"the PIN is wrong, {so_many(pin['tries_left'], 'try is left', 'tries are left')}"
        view = line.hear().get("view", view)
    return "the table does not say whether the PIN is right"
