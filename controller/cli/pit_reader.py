"""`tapis pit-reader`: a card at the pit counts at a table whose own reader is lost (screens, section 9.1).

    tapis pit-reader UTH-2 --room /etc/tapis/room.toml
    tapis pit-reader UTH-9=/run/tapis/pit.sock

The console of that table shows a code and asks for the pit. The code, and the PIN where the table keeps a
register of people, are asked here without an argument ever holding them; the card signs the table's name,
the code and a nonce of the table, which judges it all by its own register.
"""

from __future__ import annotations

import errno
import os
import sys
import time
from pathlib import Path
from typing import Any, Final

import click

from controller.boot.cards import NoCard
from controller.boot.pit_reader import PitReader, opened_reader
from controller.boot.starting import CannotStart, missing_library
from controller.cli import BadInput
from controller.cli.options import Place, lang_option
from controller.cli.pins import holder_pin
from controller.cli.reader_words import INSERT, reader_said
from controller.game.people.pin import Pin
from controller.screens.pit_card import CardShown, card_line, nonce_asked_line
from controller.settings.room import RoomFile, RoomTable, load_room, room_here
from controller.witness.table_line import LineDown, TableLine
from controller.words.money import LANGUAGES
from controller.words.plurals import in_language

ANSWERS_MAX: Final = 1_000
PIN_S: Final = 10.0
WHY: Final[dict[str, tuple[str, str]]] = {
    "not_asked": (
        "la table ne demande personne\u00a0: demander d’abord le pit à sa console",
        "the table asks for nobody: ask the pit at its console first",
    ),
    "code": (
        "ce n’est pas le code que montre la table\u202f; redemander à sa console",
        "that is not the code that the table shows; ask anew at its console",
    ),
    "expired": (
        "le code est périmé\u202f; redemander à la console de la table",
        "the code is too old; ask anew at the console of the table",
    ),
    "role": (
        "un chef doit venir d’abord tant que la table est sans son lecteur",
        "a floor supervisor has to come first while the table is without its reader",
    ),
    "unknown_card": (
        "le badge n’est dans aucun registre de la table",
        "the card is in no register of the table",
    ),
    "card_revoked": ("le badge est révoqué", "the card is revoked"),
    "card_expired": ("le dernier jour du badge est passé", "the last day of the card is over"),
    "card_without_key": (
        "le badge n’a pas de clé, et la table ne prend pas de numéro simplement tapé",
        "the card has no key, and the table takes no number that is only typed",
    ),
    "card_refused": (
        "la signature n’est pas de ce badge, pour cette table et ce code",
        "the signature is not of that card, table and code",
    ),
    "replayed": ("la signature répond à une ancienne demande", "the signature is of an old challenge"),
    "no_cards": ("cette table ne prend pas de badge au pit", "this table takes no cards from the pit"),
}
"""Why a card does not count, by what the table answers."""
SAID: Final[dict[str, tuple[str, str]]] = {
    "of_table": ("{table}\u00a0: {words}", "{table}: {words}"),
    "counts": ("le badge y compte maintenant, pour un acte", "the card counts there now, for one act"),
    "pin_locked": ("le PIN est bloqué", "the PIN is locked"),
    "pin_wrong": (
        "le PIN est faux, il reste {left} essai{left:|s}",
        "the PIN is wrong, {left} {left:try is|tries are} left",
    ),
    "pin_untold": (
        "la table ne dit pas si le PIN est bon",
        "the table does not say whether the PIN is right",
    ),
    "ask_code": ("code de la console de la table\u00a0: ", "code on the console of the table: "),
    "no_code": (
        "le code de la console de la table a des chiffres, huit au plus",
        "the code on the console of the table has digits, eight at most",
    ),
    "no_socket": (
        "{word}\u00a0: il faut TABLE=SOCKET, par exemple UTH-2=/run/tapis/pit.sock",
        "{word}: TABLE=SOCKET is needed, such as UTH-2=/run/tapis/pit.sock",
    ),
    "no_table": (
        "{table}\u00a0: pas de table de ce nom dans room.toml",
        "{table}: no table of that name in the room",
    ),
}
_NO_ANSWER: Final = "it does not answer"
DOWN: Final[dict[str, str]] = {
    _NO_ANSWER: "la table ne répond pas",
    "it hung up": "la table a coupé la liaison",
    "what it said is no message": "ce que dit la table n’est pas un message",
    os.strerror(errno.ENOENT): "cette socket n’est pas là\u202f; démarrer la table, ou en nommer une autre",
    os.strerror(
        errno.ECONNREFUSED
    ): "personne n’y répond\u202f; démarrer la table, ou nommer un autre socket",
}
"""Why a table cannot be reached, in French; of a certificate it stays in the words of TLS."""


@click.command("pit-reader")
@click.argument("table", metavar="TABLE[=SOCKET]")
@click.option("--room", "room_path", type=Place(), help="The rooms file that has TABLE.")
@click.option("--reader", default="", help="A part of the reader's name, if there are several.")
@click.option(
    "--keyboard", default="", metavar="URL", help="A reader that types instead, usb://VENDOR:PRODUCT."
)
@click.option("--wait", "wait_s", type=click.FloatRange(0, 600), default=60.0, help="Seconds for a card.")
@lang_option("the words")
def pit_reader(
    table: str, room_path: Path | None, reader: str, keyboard: str, wait_s: float, lang: str
) -> None:
    """Read a card at the pit for TABLE, whose own reader is lost. It counts there for one act.

    Exit 0 when it counts, 1 when the table refuses it, 2 when reader, card or table is not there.
    """
    named, room = _table(table, room_path, lang)
    try:
        keeps_pins = _terms(named, room)["pin"]
        code = _code(lang)
        pin = holder_pin(lang) if keeps_pins else None
        click.echo(INSERT[LANGUAGES[lang]], err=True)
        with missing_library():
            opened = opened_reader(reader, keyboard)
        try:
            why = authorised(opened, named, room, code, pin, wait_s, lang)
        finally:
            opened.close()
    except LineDown as error:
        words = DOWN.get(str(error), str(error)) if lang == "fr" else str(error)
        raise BadInput(_say(lang, "of_table", table=named.name, words=words)) from None
    except (NoCard, CannotStart) as error:
        words = reader_said(str(error), lang)
        raise BadInput(_say(lang, "of_table", table=named.name, words=words)) from None
    click.echo(_say(lang, "of_table", table=named.name, words=why or _say(lang, "counts")))
    sys.exit(1 if why else 0)


def authorised(
    reader: PitReader,
    table: RoomTable,
    room: RoomFile | None,
    code: str,
    pin: Pin | None,
    wait_s: float,
    lang: str,
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
            why = str(said["card"])
            return WHY[why][LANGUAGES[lang]] if why in WHY else why
        return _pin_answered(line, view, lang) if pin is not None else ""


def _table(word: str, room_path: Path | None, lang: str) -> tuple[RoomTable, RoomFile | None]:
    name, _, path = word.partition("=")
    try:
        if path:
            return RoomTable(name=name, socket=Path(path)), None
    except ValueError:
        raise BadInput(_say(lang, "no_socket", word=word)) from None
    room = load_room(room_path) if room_path is not None else room_here()
    found = next((one for one in room.table if one.name == name), None) if room is not None else None
    if found is None:
        raise BadInput(_say(lang, "no_table", table=name))
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
    raise LineDown(_NO_ANSWER)


def _code(lang: str) -> str:
    """The code that the console of the table shows.

    Raises:
        BadInput: it is none.
    """
    if sys.stdin.isatty():
        click.echo(_say(lang, "ask_code"), err=True, nl=False)
    text = sys.stdin.readline().strip()
    if not (0 < len(text) <= 8 and text.isascii() and text.isdigit()):
        raise BadInput(_say(lang, "no_code"))
    return text


def _pin_answered(line: TableLine, view: dict[str, Any], lang: str) -> str:
    """What came of the PIN, as the table shows it: an empty text when it was right."""
    until_s = time.monotonic() + PIN_S
    while time.monotonic() < until_s:
        badge, pin = view.get("badge"), view.get("pin")
        if badge is not None and badge["proven"]:
            return ""
        if pin is not None and pin["locked_until_ms"]:
            return _say(lang, "pin_locked")
        if pin is not None and pin["tries_left"] >= 0:
            return _say(lang, "pin_wrong", left=pin["tries_left"])
        view = line.hear().get("view", view)
    return _say(lang, "pin_untold")


def _say(lang: str, key: str, /, **facts: object) -> str:
    return in_language(SAID[key], LANGUAGES[lang], facts)
