"""The register of people of a house, and how a table's card reader hears of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from controller.boot.pit_cards import PitCards
from controller.people.files import open_register
from controller.people.reading import Card
from controller.people.register import Register
from controller.settings.faults import wrong
from controller.settings.settings_error import SettingsError
from controller.settings.table import TableFile
from controller.table.pump import Call, Delivered
from drivers.readers.badge import Badge, Holder, HoldersNow
from drivers.readers.card_keys import BadKey, CardKey


def house_register(settings: TableFile) -> Callable[[], Register] | None:
    """What opens the register that the settings name, after it was opened once; None if they name none.

    Raises:
        SettingsError: badges are written in the settings too.
        RegisterDamaged: register or pepper cannot be used.
    """
    files = settings.people
    if files is None:
        return None
    if settings.badges:
        raise SettingsError("table.toml", "badges", None, wrong("cards_in_register"))
    opening = partial(open_register, files.register_path, files.pepper)
    opening().close()
    return opening


def holders_of(cards: Sequence[Card]) -> dict[str, Holder]:
    """The cards of the register as a reader's driver knows them; one with a bad key proves nothing."""
    return {
        card.number: Holder(card.person, card.role, _key(card), card.revoked, card.until_ms) for card in cards
    }


def _key(card: Card) -> CardKey | None:
    try:
        return CardKey.parse(card.key) if card.key else None
    except BadKey:
        return None


def cards_to(
    readers: Sequence[Badge], put: Callable[[object], None], pit_cards: PitCards | None = None
) -> Callable[[Sequence[Card]], None]:
    """What tells the readers' drivers, and the pit's desk, through the inbox, which cards count now."""

    def tell(cards: Sequence[Card]) -> None:
        for reader in readers:
            put(Delivered(reader, HoldersNow(holders_of(cards))))
        if pit_cards is not None:
            put(Call(partial(pit_cards.register, holders_of(cards))))

    return tell
