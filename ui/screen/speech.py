"""How the console speaks: one language, one instant, and the small phrases that every part uses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from controller.told import worded
from ui import figures
from ui.meant import aimed
from ui.screen.shape import Key, KeyLook, Tap
from ui.texts.console import TEXTS, tell
from ui.texts.decks import detail_words
from ui.texts.hands import card_name, hand_name, odds_words
from ui.texts.rules import REFUSALS

if TYPE_CHECKING:
    from controller.game.dealing.view_types import SeatView

View = Mapping[str, Any]


@dataclass(frozen=True)
class Speech:
    """The words of one view, told in `language` at the table's time `now_ms`."""

    language: str
    now_ms: int

    def __call__(self, key: str, /, **facts: object) -> str:
        """The words under this key."""
        return tell(self.language, key, **facts)

    def seat(self, number: int) -> str:
        """`Siège 4`."""
        return self("seat", seat=number)

    def listed(self, things: Iterable[object]) -> str:
        """`1, 4 et 7`; a number stays on the line of its word."""
        *many, last = [str(thing) for thing in things] or [""]
        space = "\u00a0" if last.isdecimal() else " "
        return f"{', '.join(many)} {self('and')}{space}{last}" if many else last

    def seats(self, numbers: Iterable[int]) -> str:
        """`Siège 4`, or `Sièges 4 et 7`."""
        known = list(numbers)
        return self.seat(known[0]) if len(known) == 1 else self("seats", seats=self.listed(known))

    def street(self, view: View, name: str) -> str:
        """`Flop`; the two last cards have one name when they are opened together, two when they are not."""
        alone = name == "river" and "turn" in view["streets"]
        return self("phase.river.alone" if alone else f"phase.{name}")

    def street_within(self, view: View, name: str) -> str:
        """The same within a sentence: `turn + river`."""
        return self.street(view, name).lower()

    def game(self, view: View, name: str, **facts: object) -> str:
        """The word that this game has for it: a hand is folded in one, given up in the other."""
        if view["game"]["second"] == "super_ante":
            return self(f"casino.{name}", **facts)
        return self(f"uth.{name}", **facts)

    def place(self, text: str) -> str:
        """Where a card lies, of its text `hole.4.1`: `Siège 4, 2e carte`."""
        pile, _, rest = text.partition(".")
        if pile == "hole":
            seat, _, slot = rest.partition(".")
            return self("deal.next", seat=seat, order=self.order(int(slot) + 1))
        return self(f"deal.{pile}", order=self.order(int(rest) + 1)) if pile != "burn" else self("deal.burn")

    def card(self, text: str) -> str:
        """A card that lies face up, in words: `Valet de pique`."""
        return " ".join(card_name(self.language, text))

    def order(self, number: int) -> str:
        """`1re`, `2e`… of the cards of a hand or of the board."""
        return self(f"order.{number}")

    def hand(self, hand: View | None) -> str:
        """`Couleur à l’as`."""
        return hand_name(self.language, hand)

    def odds(self, odds: str) -> str:
        """`3 pour 2`."""
        return odds_words(self.language, odds)

    def refused(self, refusal: View) -> str:
        """Why an act is not taken, on one line."""
        facts: dict[str, object] = dict(refusal.get("facts", {}))
        if "place" in facts:
            facts["place"] = small(self.place(str(facts["place"])))
        for name in ("card", "recorded", "presented"):
            if name in facts:
                facts[name] = self.card(str(facts[name]))
        if facts.get("spot"):
            facts["spot"] = self(f"spot.{facts['spot']}")
        for name, words in (("machine", "machine"), ("colour", "deck.colour")):
            if f"{words}.{facts.get(name)}" in TEXTS:
                facts[name] = small(self(f"{words}.{facts[name]}"))
        if "seats" in facts:
            facts["seats"] = self.listed(str(facts["seats"]).split())
        if refusal.get("code") == "journal_not_written":
            facts["why"] = detail_words(self.language, str(facts.get("why", "")))
        if f"undo.why.{facts.get('since')}" in TEXTS:  # a stale view has a number of that name
            facts["since"] = self(f"undo.why.{facts['since']}")
        if f"line.{facts.get('line')}" in TEXTS:
            facts["line"] = small(self(f"line.{facts['line']}"))
        for end in ("minimum", "maximum", "from", "wanted"):
            if f"{end}_cents" in facts:
                facts[end] = money(facts[f"{end}_cents"])
        if "cents" in facts:
            facts["amount"] = money(facts["cents"])
        near = [money(facts[side]) for side in ("below_cents", "above_cents") if side in facts]
        facts["nearest"] = f" {self('and')} ".join(near)
        known = REFUSALS[self.language]
        try:
            why = worded(known.get(refusal["code"], known["not_now"]), facts, french=self.language == "fr")
        except KeyError:  # a table of another edition does not tell of it what these words say
            why = known["not_now"]
        names = refusal["code"].startswith("stake_") and "spot" in facts
        return self("refused.spot", spot=facts["spot"], why=why) if names else why

    def ago(self, since_ms: int, until_ms: int | None = None) -> str:
        """How long it lasted, or lasts: `0:26`."""
        return figures.since((self.now_ms if until_ms is None else until_ms) - since_ms)


def small(words: str) -> str:
    """The words as they stand within a sentence: `siège 4, 2e carte`; `JP1 affiché` keeps its capitals."""
    return words[:1].lower() + words[1:] if words[1:2].islower() or words[1:2] in "°." else words


def heading(words: str) -> str:
    """The words of a sentence as they stand alone, over others: `Badge chef attendu`."""
    return words[:1].upper() + words[1:]


def machines(view: View) -> list[View]:
    """The machines that this felt needs: without JP1 no sensors of chips and no jackpot book."""
    needless = () if "jp1" in view["game"]["spots"] else ("chips", "link")
    return [told for told in view["machines"] if told["machine"] not in needless]


def bet_words(say: Speech, seat: SeatView) -> str:
    """What the seat has bet after the deal: `×4` on Play, `A 4` or `A 0,5 T+R` on spots of their own."""
    spots = [spot for spot, _ in seat["bets"]]
    if not spots:
        return ""
    if spots[0] == "play":
        return figures.times(seat["multiple"])
    return say(f"spot.{spots[0]}") if len(spots) == 1 else say("spot.both_halves")


def money(cents: object) -> str:
    """`60 €`, `7,50 €`."""
    return figures.euros(int(str(cents)), short=True)


def chip(cents: int) -> str:
    """What stands on a chip: `10`, `7,50`; nothing for no stake."""
    if not cents:
        return ""
    whole, rest = divmod(cents, 100)
    return figures.count(whole) + (f",{rest:02d}" if rest else "")


def key(label: str, tap: Tap | None = None, sub: str = "", **look: Unpack[KeyLook]) -> Key:
    """A key of the view; without a tap it is dead."""
    return {"label": label, "sub": sub, "tap": tap, **look}


def local(act: str, **arguments: Any) -> Tap:
    """A tap that concerns the screen alone."""
    return {"act": f"local.{act}", **arguments}


def offered(view: View, act: str, **arguments: Any) -> Tap | None:
    """The offer of this act with these arguments, ready to be a tap, or None when it is not offered."""
    for offer in view["offers"]:
        if offer["act"] == act and all(offer.get(name) == value for name, value in arguments.items()):
            return aimed(view, offer)
    return None
