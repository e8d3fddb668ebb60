"""Enrolling a supervisor card: what the card in the reader says of itself, and whether it can prove it."""

from __future__ import annotations

import queue
import secrets
import time
from dataclasses import dataclass
from typing import Final

from controller.ports import LinkDown
from controller.settings.table import TableFile
from drivers.lines.port_faults import NotOpened
from drivers.readers.badge import CardDidNotSign, CardIn, CardReader, CardSigned, CardStrange
from drivers.readers.card_keys import NONCE_BYTES, PRESENCE, BadKey, CardKey, challenge_of
from drivers.readers.card_reader import PcscReader

SIGNING_S: Final = 5.0
ENROLMENT: Final = "enrolment"
"""Stands for the table in the challenge: a signature made here opens nothing anywhere."""


class NoCard(Exception):
    """There is no reader, or no card was put in it in time; the text says which."""


@dataclass(frozen=True, slots=True)
class ReadCard:
    """A card as it was read.

    Attributes:
        number: of the card, empty when it is no supervisor card.
        key: its public key, as the settings write it; empty when it shows none.
        proven: whether it signed a fresh challenge by that key.
        holder: whose it is by the settings of the table, or empty.
        why: what is wrong with it, or empty.
    """

    number: str = ""
    key: str = ""
    proven: bool = False
    holder: str = ""
    why: str = ""


def read_card(name: str, wait_s: float, settings: TableFile | None = None) -> ReadCard:
    """The card that is in the reader, or is put in it within `wait_s`.

    Raises:
        MissingLibrary: pyscard is not installed.
        NoCard: no reader, or no card in time.
    """
    heard: queue.Queue[object] = queue.Queue()
    reader = PcscReader(name, enrols=True)
    reader.open(heard.put)
    try:
        return _read(reader, heard, time.monotonic() + wait_s, settings)
    finally:
        reader.close()


def _read(
    reader: CardReader, heard: queue.Queue[object], until_s: float, settings: TableFile | None
) -> ReadCard:
    why = "no card was put in the reader"
    while True:
        try:
            item = heard.get(timeout=max(0.0, until_s - time.monotonic()))
        except queue.Empty:
            raise NoCard(why) from None
        match item:
            case NotOpened():
                why = str(item.fault)
            case LinkDown():
                why = item.why
            case CardStrange(strange):
                return ReadCard(why=strange)
            case CardIn(number, certificate):
                return _proven(reader, heard, number, certificate, settings)


def _proven(
    reader: CardReader,
    heard: queue.Queue[object],
    number: str,
    certificate: bytes,
    settings: TableFile | None,
) -> ReadCard:
    known = settings.badges.get(number) if settings is not None else None
    holder = known.person if known is not None else ""
    try:
        key = CardKey.of_certificate(certificate)
    except BadKey as why:
        return ReadCard(number, holder=holder, why=str(why))
    challenge = challenge_of(ENROLMENT, number, PRESENCE, secrets.token_bytes(NONCE_BYTES))
    reader.sign(challenge, key.is_ed25519)
    try:
        answer = heard.get(timeout=SIGNING_S)
    except queue.Empty:
        answer = CardDidNotSign(challenge, "the card does not sign")
    match answer:
        case CardSigned(_, signature) if key.signed(challenge, signature):
            return ReadCard(number, key.hex, True, holder)
        case CardDidNotSign(_, refused):
            return ReadCard(number, key.hex, holder=holder, why=refused)
    return ReadCard(number, key.hex, holder=holder, why="the card signs by another key than it shows")
