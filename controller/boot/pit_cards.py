"""Cards that are read at the pit, as this table's own register knows them."""

from __future__ import annotations

from collections.abc import Mapping

from controller.boot.desk import holders
from controller.game.inputs import PitCardRefused, RemoteBadgeObserved
from controller.screens.pit_card import Asked, CardShown
from controller.settings.table import TableFile
from drivers.readers.badge import Holder
from drivers.readers.card_keys import act_digest, challenge_of, pit_digest


class PitCards:
    """Whose card was shown at the pit (`controller.screens.pit_card.Verify`). On the deciding thread.

    Args:
        table: by whose name a card has to have signed.
        holders: the cards of the settings; `register` brings those of a register of people.
        typed: whether the house allows readers that type a number: a card without a key then counts. One
            that has a key signs, whatever is allowed.
    """

    def __init__(self, table: str, holders: Mapping[str, Holder], *, typed: bool) -> None:
        self._table = table
        self._holders = dict(holders)
        self._typed = typed

    def register(self, holders: Mapping[str, Holder]) -> None:
        """These are the cards now."""
        self._holders = dict(holders)

    def __call__(self, shown: CardShown, asked: Asked, at_ms: int) -> RemoteBadgeObserved | PitCardRefused:
        """The holder is at the pit with his card, or why that is not believed."""
        holder = self._holders.get(shown.number)
        if holder is None:
            return PitCardRefused("", "unknown_card")
        if why := self._fault(holder, shown, asked, at_ms):
            return PitCardRefused(holder.person, why)
        return RemoteBadgeObserved(holder.person, holder.role, shown.code, at_ms=at_ms)

    def _fault(self, holder: Holder, shown: CardShown, asked: Asked, at_ms: int) -> str:
        if holder.key is None and not self._typed:
            return "card_without_key"
        if holder.key is not None:
            what = act_digest(asked.purpose) if shown.act else pit_digest(shown.code)
            challenge = challenge_of(self._table, shown.number, what, asked.nonce)
            if not holder.key.signed(challenge, shown.signature):
                return "card_refused"
        if holder.revoked:
            return "card_revoked"
        return "card_expired" if holder.expired(at_ms) else ""


def pit_cards_of(settings: TableFile) -> PitCards:
    """The cards of the settings; numbers that are typed count where the table's own reader may type them.

    Raises:
        SettingsError: a key is none.
    """
    typed = settings.badge is not None and settings.badge.allow_keyboard_badge
    return PitCards(settings.table.id, holders(settings.badges, "table.toml"), typed=typed)
