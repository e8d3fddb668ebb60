"""Seals: a card that lies face down is kept encrypted, with a commitment that its reveal opens.

Every session has keys of its own, derived by HKDF-SHA-256 (RFC 5869) from a master and the journal's
id. A card is sealed by AES-SIV (RFC 5297) bound to its place, so equal cards at two places look different,
and committed to by HMAC-SHA-256 under a key of that place alone. The reveal publishes the key of the
place: whoever reads the journal can then check the card against its commitment without the master, and
learns nothing about any other place.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import os
import secrets
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, NoReturn

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV

from controller.game.cards import DECK, Card
from controller.game.felt import Place
from controller.told import Told

MASTER_BYTES: Final = 32
PLACES_KEPT: Final = 64
"""The keys of so many places are remembered: more than a deal has, and they follow from the session's."""
_SALT: Final = b"tapis journal seals 1"


_OF_KEY: Final = ("clé {path}\u00a0: {why}", "key {path}: {why}")
KEY_FAULTS: Final[dict[str, tuple[str, str]]] = {
    "not_plain": ("n’est pas un fichier simple", "is not a plain file"),
    "open": (
        "ses droits {mode} laissent entrer d’autres comptes\u202f; il faut 0400 ou 0600",
        "mode {mode} lets others at it; 0400 or 0600 is wanted",
    ),
    "owner": (
        "appartient au compte {user}, non à {wanted}",
        "belongs to user {user}, not to {wanted}",
    ),
    "length": ("a {bytes} octets au lieu de {wanted}", "has {bytes} bytes instead of {wanted}"),
    "erased": ("a été effacée\u00a0: rien que des zéros", "was erased: nothing but zeros"),
    "unopened": ("ne peut être ouverte", "cannot be opened"),
    "unwritten": ("ne peut être écrite", "cannot be written"),
    "gone": ("a disparu", "is gone"),
    "credential": (
        "confiée à systemd (LoadCredential)\u202f; la changer là où elle est gardée",
        "the key in force is a credential; change it where it is kept",
    ),
    "unrotated": ("ne peut être changée", "cannot be rotated"),
    "undeleted": ("ne peut être détruite", "cannot be deleted"),
}
"""What is wrong with the file of a key: French, English."""


class Master(bytes):
    """The secret from which the keys of every session derive; nothing prints it."""

    def __repr__(self) -> str:
        return "Master(••)"

    __str__ = __repr__

    def __reduce__(self) -> NoReturn:
        raise TypeError("a master key is not serialised")


class MasterRefused(ValueError):
    """The file of the master key may not be used."""

    def __init__(self, path: str | os.PathLike[str], why: str) -> None:
        super().__init__(Told(_OF_KEY, path=os.fspath(path), why=why))


class KeptElsewhere(MasterRefused):
    """The key is a credential, and not in this file."""


class SealBroken(ValueError):
    """What is sealed does not open: another master, another place, or altered."""


def master_of_seed(seed: int) -> Master:
    """The master of a simulation: the same for the same seed, and worth nothing."""
    return Master(hashlib.sha256(b"tapis simulated master %d" % seed).digest())


def load_master(path: str | os.PathLike[str], *, credential: bool = False) -> Master:
    """The master kept in a file of 32 bytes that only its owner may read.

    A `credential` of systemd may show the group's right to read: where it gives the service its own right
    by an access list, the mode shows the mask of that list in the group's place.

    Raises:
        MasterRefused: no such file, not a plain file, readable by others, owned by another user, or not
            of 32 bytes.
    """
    try:
        # Without O_NONBLOCK, opening a FIFO put there by mistake would wait for ever.
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError as error:
        raise MasterRefused(path, error.strerror or Told(KEY_FAULTS["unopened"])) from None
    try:
        fault = _master_fault(os.fstat(handle), 0o037 if credential else 0o077)
        if fault:
            raise MasterRefused(path, fault)
        return Master(os.read(handle, MASTER_BYTES))
    finally:
        os.close(handle)


def _master_fault(facts: os.stat_result, forbidden: int) -> str:
    if not stat.S_ISREG(facts.st_mode):
        return Told(KEY_FAULTS["not_plain"])
    if facts.st_mode & forbidden:
        return Told(KEY_FAULTS["open"], mode=f"{stat.S_IMODE(facts.st_mode):04o}")
    if facts.st_uid not in (os.geteuid(), 0):
        return Told(KEY_FAULTS["owner"], user=facts.st_uid, wanted=os.geteuid())
    if facts.st_size != MASTER_BYTES:
        return Told(KEY_FAULTS["length"], bytes=facts.st_size, wanted=MASTER_BYTES)
    return ""


def new_master() -> Master:
    """A random master that is nowhere yet."""
    return Master(secrets.token_bytes(MASTER_BYTES))


def create_master(path: str | os.PathLike[str], made: Master | None = None) -> Master:
    """A random master, or the one `made` before, is in a file that was not there, readable by its owner only.

    Raises:
        MasterRefused: the file exists or cannot be written.
    """
    master = made or new_master()
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(master)
            file.flush()
            os.fsync(handle)
        sync_folder(Path(path).parent)
    except OSError as error:
        raise MasterRefused(path, error.strerror or Told(KEY_FAULTS["unwritten"])) from None
    return master


def sync_folder(folder: Path) -> None:
    """The names in the folder are durable."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def replace_whole(path: Path, text: str) -> None:
    """The file, its account's alone, has this content durably; a crash leaves it as it was or as it shall be.

    Raises:
        OSError: it cannot be written; it is as it was.
    """
    draft = path.with_name(path.name + ".new")
    try:
        with draft.open("w", encoding="utf-8") as file:
            os.fchmod(file.fileno(), 0o600)
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        with suppress(OSError):
            draft.unlink()
        raise
    sync_folder(path.parent)


def fingerprint(master: bytes) -> str:
    """Sixteen hex digits that tell two masters apart and tell nothing else about either."""
    return _expand(_extract(master), b"fingerprint", 8).hex()


def commitment_of(opens: str, card: str) -> str:
    """The commitment, in hex, to the card written `card` under the key of a place given in hex.

    Raises:
        ValueError: `opens` is not hex.
    """
    return hmac.digest(bytes.fromhex(opens), card.encode("ascii"), "sha256").hex()


class Sealer:
    """The keys of one session's journal; they are never printed, copied or stored.

    Args:
        master: 32 bytes, of the machine or of the simulation's seed.
        journal_id: the hash of the journal's first row.
    """

    __slots__ = ("_commit_key", "_journal_id", "_keys", "_siv")

    def __init__(self, master: bytes, journal_id: str) -> None:
        if len(master) != MASTER_BYTES:
            raise ValueError(f"a master has {MASTER_BYTES} bytes, this one {len(master)}")
        extracted = _extract(master)
        name = journal_id.encode("ascii")
        self._journal_id = journal_id
        self._siv = AESSIV(_expand(extracted, b"seal|" + name, 64))
        self._commit_key = _expand(extracted, b"commit|" + name, 32)
        self._keys: dict[str, bytes] = {}

    def __repr__(self) -> str:
        return "Sealer(••)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("the keys of a journal are not serialised")

    def seal_card(self, round_: int, attempt: int, place: Place, card: Card) -> tuple[str, str]:
        """The card as base64 ciphertext, always of 24 characters, and its commitment in hex."""
        where = f"{round_}|{attempt}|{place}"
        text = card.text.encode("ascii")
        sealed = self._siv.encrypt(text, [f"{self._journal_id}|{where}".encode("ascii")])
        commitment = hmac.digest(self._place_key(where), text, "sha256")
        return binascii.b2a_base64(sealed, newline=False).decode("ascii"), commitment.hex()

    def open_card(self, round_: int, attempt: int, place: Place, sealed: str, commitment: str) -> Card:
        """The card that was sealed at this place.

        Raises:
            SealBroken: it was not sealed there under these keys, or the commitment is to another card.
        """
        where = f"{round_}|{attempt}|{place}"
        try:
            text = self._siv.decrypt(
                base64.b64decode(sealed, validate=True), [f"{self._journal_id}|{where}".encode("ascii")]
            )
            card = Card.parse(text.decode("ascii"))
        except (InvalidTag, ValueError):
            raise SealBroken(f"the card sealed at {place} does not open") from None
        if not hmac.compare_digest(hmac.digest(self._place_key(where), text, "sha256").hex(), commitment):
            raise SealBroken(f"the commitment at {place} is to another card")
        return card

    def opens(self, round_: int, attempt: int, place: Place) -> str:
        """The key of the place, in hex: publishing it reveals the card there, and nothing else."""
        return self._place_key(f"{round_}|{attempt}|{place}").hex()

    def _place_key(self, where: str) -> bytes:
        key = self._keys.get(where)  # a card that is turned up was sealed in the same deal
        if key is None:
            if len(self._keys) == PLACES_KEPT:
                self._keys.clear()
            # One block of HKDF-Expand, written out: the object of the library costs ten times as much.
            key = hmac.digest(self._commit_key, f"{where}\x01".encode("ascii"), "sha256")
            self._keys[where] = key
        return key


class LostKeys(Sealer):
    """The keys of a closed session that nobody has any more: enough to read what its journal comes to.

    A card that was turned up is known from there. In the place of one that never was stands another card of
    the pack that lay nowhere in its deal: nothing that counts after a round hangs on it.

    Args:
        revealed: the cards turned up, by round, attempt and place.
    """

    __slots__ = ("_left", "_revealed")

    def __init__(self, revealed: Mapping[tuple[int, int, str], str]) -> None:
        self._revealed = {where: Card.parse(text) for where, text in revealed.items()}
        self._left: dict[tuple[int, int], list[Card]] = {}

    def seal_card(self, round_: int, attempt: int, place: Place, card: Card) -> tuple[str, str]:
        raise SealBroken("the keys of this session are lost")

    def open_card(self, round_: int, attempt: int, place: Place, sealed: str, commitment: str) -> Card:
        known = self._revealed.get((round_, attempt, str(place)))
        if known is not None:
            return known
        left = self._left.get((round_, attempt))
        if left is None:
            up = {card for where, card in self._revealed.items() if where[:2] == (round_, attempt)}
            left = self._left[round_, attempt] = [card for card in DECK if card not in up]
        if not left:
            raise SealBroken(f"more cards than a pack has in round {round_}")
        return left.pop()

    def opens(self, round_: int, attempt: int, place: Place) -> str:
        raise SealBroken("the keys of this session are lost")


def _extract(master: bytes) -> bytes:
    return hmac.digest(_SALT, master, "sha256")


def _expand(extracted: bytes, info: bytes, length: int) -> bytes:
    """HKDF-Expand with SHA-256 (RFC 5869, section 2.3); `length` up to 8160 bytes."""
    made, block = b"", b""
    for counter in range(1, -(-length // 32) + 1):
        block = hmac.digest(extracted, block + info + bytes((counter,)), "sha256")
        made += block
    return made[:length]
