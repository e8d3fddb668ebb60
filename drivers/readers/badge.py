"""The badge reader: which person of which role has a card in it, and what that person approved.

A reader delivers cards as they come and go. One that can have a card sign is challenged at each
insertion: who is in the register and cannot sign is nobody. Readers without that (the hand of the
simulator, a keyboard reader) tell a number and are believed; they are for simulation, or for houses
that allow them in writing.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from controller.game.inputs import (
    BadgeGone,
    BadgeObserved,
    Health,
    HealthObserved,
    Machine,
    Observation,
    Role,
    TroubleObserved,
)
from controller.game.requests import Request
from controller.ports import Deliver, Figures, LinkDown, LinkUp
from drivers.lines.gauge import Gauge
from drivers.lines.port_faults import PortTroubles
from drivers.readers.card_keys import NONCE_BYTES, PRESENCE, CardKey, challenge_of

ANSWER_MS: Final = 3_000
"""How long a card may take to sign."""
APPROVALS_MAX: Final = 64


@dataclass(frozen=True, slots=True)
class CardIn:
    """A card was put in the reader; `card` is the number it says of itself.

    `certificate` is read only when a card is enrolled.
    """

    card: str
    certificate: bytes = b""


@dataclass(frozen=True, slots=True)
class CardOut:
    """The reader is empty."""


@dataclass(frozen=True, slots=True)
class CardStrange:
    """Something was put in the reader that is no card of ours; `why` is for a technician."""

    why: str
    code: str = "unknown_card"


@dataclass(frozen=True, slots=True)
class CardSigned:
    """The card in the reader answered this challenge with this signature."""

    challenge: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class CardDidNotSign:
    """The card gave no signature for this challenge."""

    challenge: bytes
    why: str


WORDS: Final[dict[type, str]] = {
    CardIn: "card_in",
    CardOut: "card_out",
    CardStrange: "card_strange",
    CardSigned: "card_signed",
    CardDidNotSign: "card_silent",
}
"""What a reader said, by kind: never whose card it was."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Whose badge a card is. Without a key it can prove nothing; a revoked one is nobody's any more, nor is
    one from `until_ms` on, if that is not 0."""

    person: str
    role: Role
    key: CardKey | None = None
    revoked: bool = False
    until_ms: int = 0

    def expired(self, now_ms: int) -> bool:
        """The card's last day is over."""
        return 0 < self.until_ms <= now_ms


@dataclass(frozen=True, slots=True)
class HoldersNow:
    """The register has changed: these are the cards now, by their number."""

    holders: Mapping[str, Holder]


@dataclass(frozen=True, slots=True)
class Approval:
    """What a card signed: evidence that anybody with its public key can verify (`challenge_of`)."""

    person: str
    role: Role
    card: str
    key: str
    what: bytes
    nonce: bytes
    signature: bytes


class CardReader(Protocol):
    """A reader that delivers `LinkUp`, then `CardIn` and `CardOut` as cards come and go."""

    signs: bool
    """Whether cards in it can be asked for a signature; then `sign` is there."""
    presence_ms: int | None
    """How long a card that was shown counts as present, or None when `CardOut` tells."""

    def open(self, deliver: Deliver) -> None:
        """Start delivering."""
        ...

    def sign(self, challenge: bytes, ed25519: bool) -> None:
        """The card is asked; `CardSigned` or `CardDidNotSign` follows."""
        ...

    def close(self) -> None:
        """Stop; nothing is delivered after the return."""
        ...


@dataclass(frozen=True, slots=True)
class _Asked:
    """A challenge that the card has not answered yet."""

    what: bytes
    nonce: bytes
    challenge: bytes
    until_ms: int


class Badge:
    """The driver of the badge reader (`controller.ports.Driver`).

    Troubles, each until the card is out: `unknown_card` is in no register; `card_revoked` was;
    `card_expired` was too, until its last day;
    `card_without_key` cannot prove anything; `card_refused` signed with another key than the register's,
    or an old challenge; `card_silent` did not sign; `card_busy` is held by another program. A reader that
    is there and does not open is told by the codes of `drivers.lines.port_faults`, until it opens.

    Args:
        reader: where cards are put in.
        holders: card number to person and role, from the configuration.
        table: which table asks, so that a signature is of no use at another.
        approved: called with what a card signed at `approve`.
        nonce: draws thirty-two bytes that were never drawn before.

    Attributes:
        approvals: the latest approvals.
    """

    def __init__(
        self,
        reader: CardReader,
        holders: Mapping[str, Holder],
        *,
        table: str = "",
        approved: Callable[[Approval], None] = lambda approval: None,
        nonce: Callable[[], bytes] = lambda: secrets.token_bytes(NONCE_BYTES),
    ) -> None:
        self.machine = Machine.BADGE
        self.approvals: deque[Approval] = deque(maxlen=APPROVALS_MAX)
        self._reader = reader
        self._holders = dict(holders)
        self._table = table
        self._approved = approved
        self._nonce = nonce
        self._gauge = Gauge()
        self._card = ""
        self._holder: Holder | None = None  # who the card proved to be
        self._trouble = ""
        self._port = PortTroubles(self.machine)
        self._asked: _Asked | None = None
        self._leaves_ms: int | None = None
        self._waiting: list[Observation] = []

    @property
    def inside(self) -> Holder | None:
        """Whose card is in the reader, once it has proved that."""
        return self._holder

    @property
    def card_in(self) -> bool:
        """Whether anything is in the reader, whosever it is."""
        return bool(self._card or self._trouble)

    def register(self, holders: Mapping[str, Holder]) -> None:
        """The register is now this one; a card inside that is not good in it any more counts for nothing."""
        self._holders = dict(holders)
        known = self._holders.get(self._card)
        if self._holder is not None and known != self._holder:
            self._holder = None
            self._waiting.append(BadgeGone())
            self._complain("card_revoked" if known is not None else "unknown_card", self._waiting)

    def approve(self, what: bytes, now_ms: int) -> bool:
        """The card inside is asked to sign `what` (a SHA-256); False when none can, or one is being asked.

        `approved` is called when it has; until then nothing is approved.
        """
        if self._holder is None or self._holder.key is None or self._asked is not None:
            return False
        self._challenge(self._holder.key, what, now_ms)
        return True

    # --- controller.ports.Driver ----------------------------------------------------------------------

    def start(self, deliver: Deliver) -> None:
        """The reader is open."""
        self._reader.open(deliver)

    def stop(self) -> None:
        """The reader is closed."""
        self._reader.close()

    def receive(self, item: object, now_ms: int) -> list[Observation]:
        """What the reader delivered means."""
        observations, self._waiting = self._waiting, []
        if (word := WORDS.get(type(item))) is not None:
            self._gauge.heard(word, now_ms)
        observations += self._port.heard(item)
        match item:
            case LinkUp():
                self._gauge.ups += 1
                observations.append(HealthObserved(self.machine, Health.UP))
            case LinkDown():
                self._empty(observations)
                observations.append(HealthObserved(self.machine, Health.ABSENT, item.why))
            case CardIn(card):
                self._empty(observations)
                self._insert(card, now_ms, observations)
            case CardStrange(_, code):
                self._empty(observations)
                self._complain(code, observations)
            case CardOut():
                self._empty(observations)
            case HoldersNow(holders):
                self.register(holders)
                observations += self._waiting
                self._waiting = []
                self._look_again(now_ms, observations)
            case CardSigned(challenge, signature) if self._is_asked(challenge):
                self._gauge.answered(now_ms)
                self._judge(signature, observations)
            case CardDidNotSign(challenge) if self._is_asked(challenge):
                self._asked = None
                self._complain("card_silent", observations)
        return observations

    def tick(self, now_ms: int) -> list[Observation]:
        """A card that does not sign in time is silent; one that was only shown leaves."""
        observations, self._waiting = self._waiting, []
        if self._asked is not None and now_ms >= self._asked.until_ms:
            self._asked = None
            self._complain("card_silent", observations)
        if self._leaves_ms is not None and now_ms >= self._leaves_ms:
            self._empty(observations)
        if self._holder is not None and self._holder.expired(now_ms):
            self._complain("card_expired", observations)
        return observations

    @property
    def due_ms(self) -> int | None:
        """When `tick` is next wanted, or None."""
        if self._waiting:
            return 0
        asked_ms = self._asked.until_ms if self._asked is not None else None
        last_ms = self._holder.until_ms or None if self._holder is not None else None
        dues = [self._leaves_ms, asked_ms, last_ms]
        return min([due for due in dues if due is not None], default=None)

    @property
    def figures(self) -> Figures:
        """How the reader does: an answer is a signature."""
        return self._gauge.figures()

    def ask(self, request: Request, now_ms: int) -> None:
        """A reader is asked for nothing by the table's requests."""

    # --- inside ---------------------------------------------------------------------------------------

    def _look_again(self, now_ms: int, observations: list[Observation]) -> None:
        """A card inside that counted for nothing may count by the register as it is now."""
        card, known = self._card, self._holders.get(self._card)
        counts = known is not None and not known.revoked and not known.expired(now_ms)
        if self._holder is None and self._asked is None and counts:
            self._empty(observations)
            self._insert(card, now_ms, observations)

    def _insert(self, card: str, now_ms: int, observations: list[Observation]) -> None:
        self._card = card
        if self._reader.presence_ms is not None:
            self._leaves_ms = now_ms + self._reader.presence_ms
        holder = self._holders.get(card)
        if holder is None:
            self._complain("unknown_card", observations)
        elif holder.revoked:
            self._complain("card_revoked", observations)
        elif holder.expired(now_ms):
            self._complain("card_expired", observations)
        elif not self._reader.signs:
            self._admit(holder, observations)
        elif holder.key is None:
            self._complain("card_without_key", observations)
        else:
            self._challenge(holder.key, PRESENCE, now_ms)

    def _challenge(self, key: CardKey, what: bytes, now_ms: int) -> None:
        self._gauge.asked_again()
        self._gauge.asked(now_ms)
        nonce = self._nonce()
        challenge = challenge_of(self._table, self._card, what, nonce)
        self._asked = _Asked(what, nonce, challenge, now_ms + ANSWER_MS)
        self._reader.sign(challenge, key.is_ed25519)

    def _is_asked(self, challenge: bytes) -> bool:
        """Whether this is the challenge now open; the answer to any other came too late."""
        return self._asked is not None and self._asked.challenge == challenge

    def _judge(self, signature: bytes, observations: list[Observation]) -> None:
        """The open challenge is answered: by the key of the register, or the card counts for nothing."""
        asked, self._asked = self._asked, None
        holder = self._holders.get(self._card)
        if asked is None or holder is None or holder.key is None or holder.revoked:
            self._complain("card_revoked", observations)
        elif not holder.key.signed(asked.challenge, signature):
            self._complain("card_refused", observations)
        elif asked.what == PRESENCE:
            self._admit(holder, observations)
        else:
            approval = Approval(
                holder.person, holder.role, self._card, holder.key.hex, asked.what, asked.nonce, signature
            )
            self.approvals.append(approval)
            self._approved(approval)

    def _admit(self, holder: Holder, observations: list[Observation]) -> None:
        self._holder = holder
        observations.append(BadgeObserved(holder.person, holder.role))

    def _complain(self, code: str, observations: list[Observation]) -> None:
        """The card counts for nothing from now on, and its trouble is told, once."""
        if self._holder is not None:
            self._holder = None
            observations.append(BadgeGone())
        if not self._trouble:
            self._trouble = code
            observations.append(TroubleObserved(self.machine, code))

    def _empty(self, observations: list[Observation]) -> None:
        if self._holder is not None:
            observations.append(BadgeGone())
        if self._trouble:
            observations.append(TroubleObserved(self.machine, self._trouble, active=False))
        self._card = self._trouble = ""
        self._holder = self._asked = self._leaves_ms = None
