"""Roles, and what a right is made of: the rows of acts choose from these."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from controller.game.inputs import Role
from controller.game.refusals import BADGE_CHEF, Refusal
from controller.game.state import TableState

DEALERS: Final = frozenset({Role.DEALER})
CHEFS: Final = frozenset({Role.CHEF, Role.COMITE, Role.DIRECTOR})
COMITE: Final = frozenset({Role.COMITE, Role.DIRECTOR})
CASHIERS: Final = frozenset({Role.CASHIER})
REVIEWERS: Final = frozenset({Role.VIDEO, Role.COMITE, Role.DIRECTOR})
"""Who may view the images (JW-07), and sign a refusal beside the comité (JW-18)."""
SECONDS: Final = frozenset({Role.VIDEO, *CHEFS})
"""Who may be the second person: of a reading, a release, a ruling."""
SIGNING: Final = SECONDS | CASHIERS
"""Who may sign beside another, a count or a slip included: two persons appoint them (rules, 7.11)."""


@dataclass(frozen=True, slots=True)
class Right:
    """Who may: the roles, none meaning everybody; from what it follows; what the others are told.

    Without a `refusal` the dealer at the table may, no badge asked. `other_than` gives the persons who have
    had their part already: one of them who comes again is told `same`, or that he is the same person. So is
    the dealer, whatever other card he holds, wherever the right is not a dealer's: what asks for a badge
    asks for somebody beside him (I9, F-16).
    """

    roles: frozenset[Role]
    source: str
    refusal: Refusal | None = None
    other_than: Callable[[TableState], tuple[str, ...]] = lambda state: ()
    same: Refusal | None = None

    def others(self, state: TableState) -> tuple[str, ...]:
        """The persons who may not, whatever their cards: who has had his part, and who deals."""
        beside = dealer_of(state) if self.refusal is not None and not self.roles & DEALERS else ()
        return tuple(dict.fromkeys((*filter(None, self.other_than(state)), *beside)))


def person_here(state: TableState) -> str:
    """Whose badge is in the reader; empty where nobody's is."""
    return state.badge.person if state.badge is not None else ""


def person_or_dealer(state: TableState) -> str:
    """Whose badge is in the reader, else who deals: what the dealer does he does without a badge.

    A card whose holder has shown no PIN does nothing in his name (SE-11).
    """
    return person_proven(state) or dealer_here(state)


def person_proven(state: TableState) -> str:
    """Whose badge is in the reader, with his PIN where the table keeps a register; else empty.

    What he showed for a procedure counts for its steps alone.
    """
    badge = state.badge
    proven = badge is not None and ((badge.proven and not badge.known) or not state.facts.register)
    return badge.person if badge is not None and proven else ""


def dealer_here(state: TableState) -> str:
    """Who deals; empty where nobody is known to."""
    return state.dealer.person if state.dealer is not None else ""


def dealer_counts(state: TableState) -> bool:
    """Whether who deals may still propose: not once he is revoked, though he ends his round (SE-11)."""
    return state.dealer is None or not state.dealer.revoked


def dealer_of(state: TableState) -> tuple[str, ...]:
    """Who deals, where he is known: he has no part in approving what he dealt (I9)."""
    return (state.dealer.person,) if state.dealer is not None else ()


def distinct(person: str, *others: str) -> bool:
    """This is somebody, and none of the others: persons count, not the cards they carry (I9, F-16).

    Nor do capitals and the spaces around a name: the register, the table and the jackpot's book ask this.
    """
    known = _plain(person)
    return bool(known) and all(_plain(other) != known for other in others)


def _plain(person: str) -> str:
    return person.strip().casefold()


def chef_here(state: TableState) -> bool:
    """The badge in the reader is a chef's, or one that stands above it."""
    return state.badge is not None and state.badge.role in CHEFS


def comite_here(state: TableState) -> bool:
    """The badge in the reader is that of a member of the comité, or one that stands above it."""
    return state.badge is not None and state.badge.role in COMITE


BADGE_DEALER: Final = Refusal("badge_dealer", "RO-01")


DEALING: Final = Right(DEALERS, "RO-01")


AT_THE_TABLE: Final = Right(DEALERS | CHEFS, "RO-01, RO-02")


ANYBODY: Final = Right(frozenset(), "RO-01, RO-02")
"""Acknowledging stops a sound and clears nothing, and the pit does it without a badge; a PIN is entered by
whose it is; what is only written of a draft changes nothing until somebody proposes it."""


CHEF: Final = Right(CHEFS, "RO-02", BADGE_CHEF)
