"""A reader with a virtual card in it, as the program knows readers."""

from __future__ import annotations

from controller.ports import Deliver, LinkUp
from drivers.readers.badge import CardIn, CardSigned
from tests.drivers.virtual_card import VirtualCard


class CardInReader:
    """A reader with this card in it; `number` is what the card says of itself."""

    signs = True
    presence_ms: int | None = None

    def __init__(self, card: VirtualCard, number: str = "") -> None:
        self.card, self.number = card, number or card.number

    def open(self, deliver: Deliver) -> None:
        self.deliver = deliver
        deliver(LinkUp())
        deliver(CardIn(self.number, self.card._certificate()))

    def sign(self, challenge: bytes, ed25519: bool) -> None:
        assert ed25519 is self.card._ed
        self.deliver(CardSigned(challenge, self.card._sign(challenge)))

    def close(self) -> None:
        return
