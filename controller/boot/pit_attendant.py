"""`python -m controller.boot.pit_attendant`: the reader of the pit's machine, beside its screen.

A process of its own: the screen speaks to tables and to people, this one to the machine. JSON lines, the
screen's on the standard input, this one's on the standard output.

    reader -> screen   {"reader": "", "trouble": "…"}       no card; `trouble` is why none can be read
                       {"reader": "4f…", "trouble": ""}     the card with this number is in the reader
                       {"signed": "7", "number": "4f…", "signature": "30…"}
                       {"failed": "7", "why": "…"}          it does not sign, or was taken out
    screen -> reader   {"sign": "7", "table": "UTH-2", "nonce": "9f…", "code": "", "act": "ReadAmount",
                        "purpose": "ReadAmount UTH-2 147.1 4821625"}

What is signed is for the table to judge; no PIN ever comes here. It ends with its standard input.
"""

from __future__ import annotations

import argparse
import json
import queue
import sys
import threading
from collections.abc import Callable, Iterable
from typing import Any, Final

from controller.boot.pit_reader import card_reader, is_ed25519
from controller.settings.settings_error import SettingsError
from drivers.lines.links import MissingLibrary
from drivers.lines.port_faults import NotOpened
from drivers.readers.badge import CardDidNotSign, CardIn, CardOut, CardReader, CardSigned, CardStrange
from drivers.readers.card_keys import act_digest, challenge_of, pit_digest

END: Final = object()
LINE_MAX: Final = 4_096
_PARTS: Final = ("sign", "table", "nonce", "code", "act", "purpose")


class PitAttendant:
    """Tells the screen of the card in the reader, and has it sign what tables ask for.

    Args:
        reader: not opened yet.
        say: given each message for the screen.
    """

    def __init__(self, reader: CardReader, say: Callable[[dict[str, str]], None]) -> None:
        self._reader = reader
        self._say = say
        self._heard: queue.Queue[object] = queue.Queue()
        self._card: CardIn | None = None
        self._wanted: tuple[str, bytes] | None = None

    def attend(self, asked: Iterable[str]) -> None:
        """Messages have been answered until there are no more of them; then the reader is closed."""
        self._tell("")
        self._reader.open(self._heard.put)
        threading.Thread(target=self._listen, args=(asked,), name="screen", daemon=True).start()
        try:
            while (item := self._heard.get()) is not END:
                self._take(item)
        finally:
            self._reader.close()

    def _listen(self, asked: Iterable[str]) -> None:
        for line in asked:
            self._heard.put(line[:LINE_MAX])
        self._heard.put(END)

    def _take(self, item: object) -> None:
        match item:
            case str():
                self._asked(item)
            case CardIn():
                self._card = item
                self._tell("")
            case CardOut():
                self._empty("")
            case CardStrange(why):
                self._empty(why)
            case NotOpened() as told:
                self._empty(str(told.fault))
            case CardSigned(challenge, signature) if self._is_wanted(challenge) and self._card is not None:
                self._done("signed", number=self._card.card, signature=signature.hex())
            case CardDidNotSign(challenge, why) if self._is_wanted(challenge):
                self._done("failed", why=why)
            case _ if getattr(item, "why", ""):
                self._empty(str(getattr(item, "why", "")))

    def _asked(self, line: str) -> None:
        """The card signs what the screen asks for; what is no such question is left alone."""
        try:
            told: Any = json.loads(line)
            number, table, nonce, code, act, purpose = (str(told[name]) for name in _PARTS)
            drawn = bytes.fromhex(nonce)
        except (ValueError, KeyError, TypeError, RecursionError):
            return
        if self._card is None:
            self._say({"failed": number, "why": "no card"})
            return
        if not self._reader.signs:
            self._say({"signed": number, "number": self._card.card, "signature": ""})
            return
        what = act_digest(purpose) if act else pit_digest(code)
        try:
            challenge = challenge_of(table, self._card.card, what, drawn)
        except ValueError as why:
            self._say({"failed": number, "why": str(why)})
            return
        self._wanted = (number, challenge)
        self._reader.sign(challenge, is_ed25519(self._card.certificate))

    def _is_wanted(self, challenge: bytes) -> bool:
        return self._wanted is not None and self._wanted[1] == challenge

    def _done(self, kind: str, **told: str) -> None:
        assert self._wanted is not None, "asked for before"
        number, self._wanted = self._wanted[0], None
        self._say({kind: number, **told})

    def _empty(self, trouble: str) -> None:
        self._card = None
        if self._wanted is not None:
            self._done("failed", why=trouble or "the card was taken out")
        self._tell(trouble)

    def _tell(self, trouble: str) -> None:
        self._say({"reader": self._card.card if self._card is not None else "", "trouble": trouble})


def _to_stdout(said: dict[str, str]) -> None:
    sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()


def main(words: list[str]) -> int:
    """The screen has been served until it closed its end; 2 when there is no such reader."""
    parser = argparse.ArgumentParser(prog="python -m controller.boot.pit_attendant")
    parser.add_argument("--reader", default="")
    parser.add_argument("--keyboard", default="")
    asked = parser.parse_args(words)
    try:
        reader = card_reader(asked.reader, asked.keyboard)
    except (MissingLibrary, SettingsError) as why:
        _to_stdout({"reader": "", "trouble": str(why)})
        return 2
    PitAttendant(reader, _to_stdout).attend(sys.stdin)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
