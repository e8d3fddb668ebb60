"""What each role is called: one row a role, for screens, papers, registers, handbooks and the terminal."""

from __future__ import annotations

from typing import Final, NamedTuple

from controller.game.inputs import Role

Words = tuple[str, str]
"""French, English."""


class RoleWords(NamedTuple):
    """One role.

    Attributes:
        short: beside a name, where there is little room.
        title: in full, as under a signature.
    """

    short: Words
    title: Words


ROLES: Final[dict[Role, RoleWords]] = {
    Role.DEALER: RoleWords(("Croupier", "Dealer"), ("Croupier", "Dealer")),
    Role.CHEF: RoleWords(("Chef", "Floor supervisor"), ("Chef de table", "Floor supervisor")),
    Role.COMITE: RoleWords(("Comité", "Casino manager"), ("Membre du comité de direction", "Casino manager")),
    Role.VIDEO: RoleWords(("Vidéo", "Video"), ("Opérateur vidéo", "Video operator")),
    Role.DIRECTOR: RoleWords(("Directeur", "Director"), ("Directeur responsable", "Casino director")),
    Role.TECHNICIAN: RoleWords(("Technicien", "Technician"), ("Technicien", "Technician")),
    Role.CASHIER: RoleWords(("Caissier", "Cashier"), ("Caissier", "Cashier")),
    Role.INSPECTOR: RoleWords(("Inspecteur", "Inspector"), ("Inspecteur", "Inspector")),
}
"""The English of the chef de table is a floor supervisor, of the comité de direction a casino manager."""


def role_title(role: str, language: int) -> str:
    """`Chef de table`, as under a signature."""
    return ROLES[Role(role)].title[language]


def titled_person(person: str, role: str, language: int) -> str:
    """`Lopez (chef de table)`, within a sentence."""
    return f"{person} ({_within(role_title(role, language))})"


def within_a_sentence() -> dict[str, Words]:
    """By role its short words, without a capital."""
    return {str(role): (_within(words.short[0]), _within(words.short[1])) for role, words in ROLES.items()}


def _within(words: str) -> str:
    return words[:1].lower() + words[1:]
