"""What the words of a scenario stand for: amounts, seats, places, people, hands, reasons."""

from __future__ import annotations

from controller.game import inputs as i
from controller.game.cards import DECK
from controller.game.dealing.declared_hand import Outcome
from controller.game.felt import Place, Spot, board, burn, dealer, hole
from controller.game.hands import HandClass
from controller.game.inputs import Role
from controller.game.profile import RuleProfile
from controller.game.side_bets import SideStake

INCIDENTS = {
    "carte exposée": i.Incident.EXPOSED_CARD,
    "donne irrégulière": i.Incident.IRREGULAR_DEAL,
    "carte manquante": i.Incident.MISSING_CARD,
    "carte en trop": i.Incident.EXTRA_CARD,
    "carte marquée": i.Incident.MARKED_CARD,
    "jetons contestés": i.Incident.CONTESTED_CHIPS,
    "cartes sous la table": i.Incident.CARDS_BELOW_TABLE,
    "échange entre joueurs": i.Incident.PLAYERS_TALKING,
    "autre langue": i.Incident.OTHER_LANGUAGE,
    "panne": i.Incident.EQUIPMENT,
    "évacuation": i.Incident.EVACUATION,
}
ORPHANS = {
    "sur le tapis": i.OrphanPlace.FELT,
    "à une place quittée": i.OrphanPlace.SEAT_LEFT,
    "case JP1": i.OrphanPlace.JP1_SPOT,
    "au sol": i.OrphanPlace.FLOOR,
    "dans une machine": i.OrphanPlace.MACHINE,
}
FINDINGS = {
    "en jeu": i.Finding.IN_PLAY,
    "par un joueur": i.Finding.PLAYER,
    "au compte du mélangeur": i.Finding.SHUFFLER_COUNT,
    "au compte à la main": i.Finding.HAND_COUNT,
    "à l'examen": i.Finding.EXAMINATION,
    "aux images": i.Finding.IMAGES,
}
MEASURES = {
    "le jeu continue": i.Measure.PLAYED_ON,
    "coup nul": i.Measure.ROUND_VOIDED,
    "mise retenue": i.Measure.STAKE_HELD,
    "carte gardée": i.Measure.CARD_KEPT,
    "jeu retiré": i.Measure.DECK_REMOVED,
    "table fermée": i.Measure.TABLE_CLOSED,
}
ROLES = {
    "chef": Role.CHEF,
    "comité": Role.COMITE,
    "vidéo": Role.VIDEO,
    "croupier": Role.DEALER,
    "caisse": Role.CASHIER,
    "directeur": Role.DIRECTOR,
}
JP1_WORDS = {
    "aucun": "none",
    "retenu": "latched",
    "enregistré": "registered",
    "reporté": "carried",
    "rendu": "given_back",
}
OUTCOMES = {
    "gagne": Outcome.WIN,
    "égalité": Outcome.TIE,
    "perd": Outcome.LOSE,
    None: Outcome.NONE,
}
HAND_WORDS = {
    "carte haute": HandClass.HIGH_CARD,
    "paire": HandClass.PAIR,
    "deux paires": HandClass.TWO_PAIR,
    "brelan": HandClass.THREE_OF_A_KIND,
    "quinte": HandClass.STRAIGHT,
    "couleur": HandClass.FLUSH,
    "full": HandClass.FULL_HOUSE,
    "carré": HandClass.QUADS,
    "quinte flush": HandClass.STRAIGHT_FLUSH,
    "quinte flush royale": HandClass.ROYAL_FLUSH,
}
ON_SIDES = r"((?: (?:trips|bonus|pocket) \d[\d,]*)*)"
"""What lies on the side bets: ` trips 5 pocket 2,50`, or nothing."""
A_BETS = {"A4": Spot.A4, "A3": Spot.A3, "A2": Spot.A2, "A0,5T": Spot.A05T, "A0,5R": Spot.A05R}
DECK_IN_ORDER = [one.text for one in DECK]


def on_sides(text: str) -> dict[Spot, int]:
    """Cents by spot of ` trips 5 pocket 2,50`."""
    words = text.split()
    return {Spot(spot): cents(euros) for spot, euros in zip(words[::2], words[1::2], strict=True)}


def told_of(profile: RuleProfile, sides: dict[Spot, int]) -> tuple[int, tuple[SideStake, ...]]:
    """These side bets as an act tells them: what lies on the first of the felt, and the others by spot."""
    unknown = sides.keys() - set(profile.side_spots)
    assert not unknown, f"this felt has no {', '.join(unknown)}"
    first, *others = profile.side_spots or (Spot.TRIPS,)
    return sides.get(first, 0), tuple(SideStake(spot, sides[spot]) for spot in others if spot in sides)


def cents(text: str) -> int:
    """An amount in euros, `10` or `7,50`, in cents."""
    whole, _, part = text.replace(" ", "").partition(",")
    return 100 * int(whole) + int(part.ljust(2, "0") or 0)


def numbers(text: str) -> list[int]:
    """The seats of `1 2 5`."""
    return [int(word) for word in text.split()]


DOUBTS = {
    "main": i.ClaimDoubt.HAND,
    "cartes échangées": i.ClaimDoubt.EXCHANGED,
    "images": i.ClaimDoubt.IMAGES,
    "mise": i.ClaimDoubt.STAKE,
}


def place(text: str) -> Place:
    """`siège 4 carte 2`, `croupier carte 1`, `board carte 5` or `brûlée carte 1`."""
    who, slot = text.split(" carte ")
    if who == "croupier":
        return dealer(int(slot) - 1)
    if who == "board":
        return board(int(slot) - 1)
    if who == "brûlée":
        return burn(int(slot) - 1)
    return hole(int(who.removeprefix("siège ")), int(slot) - 1)


COLOURS = {"rouge": "red", "bleu": "blue"}
