"""The reader of the pit: a card of a person is read there for a table whose own reader is lost."""

from __future__ import annotations

import queue
import time
from typing import Final

from controller.boot.cards import NoCard
from controller.boot.machine_settings import of_machine
from controller.boot.machines import ANY
from controller.ports import LinkDown
from controller.screens.pit_card import CardShown
from controller.settings.settings_error import SettingsError
from drivers.lines.port_faults import NotOpened
from drivers.lines.usb_claims import claim_keyboard
from drivers.readers.badge import CardDidNotSign, CardIn, CardReader, CardSigned, CardStrange
from drivers.readers.card_keys import BadKey, CardKey, challenge_of, pit_digest
from drivers.readers.card_reader import PcscReader
from drivers.readers.keyboard_badge import KeyboardBadge

SIGNING_S: Final = 5.0


class PitReader:
    """A reader and what it delivered. Closed by `close`."""

    def __init__(self, reader: CardReader) -> None:
        self._reader = reader
        self._heard: queue.Queue[object] = queue.Queue()
        reader.open(self._heard.put)

    def close(self) -> None:
        """Nothing is delivered any more."""
        self._reader.close()

    def card(self, wait_s: float) -> CardIn:
        """The card that is in the reader, or is put in it in time.

        Raises:
            NoCard: there is no reader, no card in time, or one that is none of ours; the text says which.
        """
        why, until_s = "no card was put in the reader", time.monotonic() + wait_s
        while True:
            match self._next(until_s, why):
                case NotOpened() as told:
                    why = str(told.fault)
                case LinkDown() as told:
                    why = told.why
                case CardStrange(strange):
                    raise NoCard(strange)
                case CardIn() as card:
                    return card

    def signed(self, card: CardIn, table: str, code: str, nonce: bytes) -> CardShown:
        """The card has signed that its holder is at the pit for this table, code and nonce.

        A reader that types has no signature to give. A card that shows no certificate is taken for one
        of P-256; the table, which has its key, is to judge.

        Raises:
            NoCard: it was taken out or does not sign.
        """
        return CardShown(card.card, code, self._signature(card, table, code, nonce))

    def _signature(self, card: CardIn, table: str, code: str, nonce: bytes) -> bytes:
        if not self._reader.signs:
            return b""
        challenge = challenge_of(table, card.card, pit_digest(code), nonce)
        self._reader.sign(challenge, is_ed25519(card.certificate))
        until_s = time.monotonic() + SIGNING_S
        while True:
            match self._next(until_s, "the card does not sign"):
                case CardSigned(asked, signature) if asked == challenge:
                    return signature
                case CardDidNotSign(asked, why) if asked == challenge:
                    raise NoCard(why)

    def _next(self, until_s: float, why: str) -> object:
        try:
            return self._heard.get(timeout=max(0.0, until_s - time.monotonic()))
        except queue.Empty:
            raise NoCard(why) from None


def is_ed25519(certificate: bytes) -> bool:
    """Whether the card signs by Ed25519; one that shows no certificate is taken for one of P-256."""
    try:
        return CardKey.of_certificate(certificate).is_ed25519
    except BadKey:
        return False


def opened_reader(name: str, keyboard: str) -> PitReader:
    """The reader of smart cards with `name` in its own, or the one that types at the URL `keyboard`.

    Raises:
        MissingLibrary: pyscard or pyusb is not installed.
        SettingsError: the URL is none.
    """
    return PitReader(card_reader(name, keyboard))


def card_reader(name: str, keyboard: str) -> CardReader:
    """The same reader, not opened yet; raises as above."""
    if not keyboard:
        return PcscReader(name, enrols=True)
    try:
        # Whether a number that is typed counts is for each table to say.
        return KeyboardBadge(ANY.usb_link(keyboard, claim_keyboard), allowed=True)
    except ValueError as why:
        raise SettingsError("--keyboard", "", keyboard, of_machine(str(why))) from None
