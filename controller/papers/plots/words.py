"""What the house's plots say on paper, French and English, and how figures are written there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from controller.words.hands import CLASSES
from controller.words.money import HARD, decimal, grouped, money
from controller.words.plurals import in_language

PLOTS: Final[Mapping[str, tuple[str, str, str, str]]] = {
    "rounds_per_hour": (
        "Coups par heure",
        "Rounds an hour",
        "coups par heure d’ouverture, par table, même échelle",
        "rounds an hour that the table was open, by table, one scale",
    ),
    "hands_per_hour": (
        "Mains par heure",
        "Hands an hour",
        "mains par heure d’ouverture, par table, même échelle",
        "hands an hour that the table was open, by table, one scale",
    ),
    "phase_times": (
        "Temps par phase",
        "Time by phase",
        "secondes, médiane (barre) et 9e décile (trait)",
        "seconds, median (bar) and 9th decile (line)",
    ),
    "participation": (
        "Participation au JP1",
        "Participation in JP1",
        "mises JP1 pour cent mains, par limites de mise",
        "JP1 stakes for a hundred hands, by limits of the stake",
    ),
    "jackpot": (
        "Croissance du jackpot",
        "Growth of the jackpot",
        "euros au compteur",
        "euros on the meter",
    ),
    "result": (
        "Résultat et attendu",
        "Result and expectation",
        "euros, résultat de la banque cumulé, jeu de base et mises au choix",
        "euros, the bank’s result so far, base game and side bets",
    ),
    "machines": (
        "Santé des appareils",
        "Health of the devices",
        "24 dernières heures de la période, une bande par appareil",
        "the last 24 hours of the period, one strip a device",
    ),
    "alarms": ("Alarmes", "Alarms", "alarmes, par code et par priorité", "alarms, by code and by priority"),
    "corrections": (
        "Corrections",
        "Corrections",
        "corrections pour cent coups, par croupier",
        "corrections for a hundred rounds, by dealer",
    ),
    "frequencies": (
        "Fréquences des mains",
        "Frequencies of hands",
        "mains de la banque, observées sur attendues, échelle de doublements",
        "hands of the bank, seen over expected, scale of doublings",
    ),
    "seat_heat": (
        "Siège par heure",
        "Seat by hour",
        "pour cent des coups joués à l’heure\u202f; trait\u00a0: part avec mise JP1",
        "per cent of the rounds played in the hour; line: the part with a JP1 stake",
    ),
    "availability": (
        "Disponibilité",
        "Availability",
        "pour cent du temps d’ouverture où la table pouvait jouer",
        "per cent of the time open at which the table could be played at",
    ),
}
"""Title and unit of each plot, French and English of each."""

SAID: Final[Mapping[str, tuple[str, str]]] = {
    "none": ("Rien à tracer dans cette période.", "Nothing to draw in this period."),
    "about": (
        "Unité\u00a0: {unit}. Période\u00a0: {period}. {house}. Sources\u00a0: {sources}.",
        "Unit: {unit}. Period: {period}. {house}. Sources: {sources}.",
    ),
    "sources": (
        "{entries} écritures des journaux de {count} séance{n:|s}, {tables}",
        "{entries} entries of the journals of {count} session{n:|s}, {tables}",
    ),
    "period.none": ("aucune", "none"),
    "lead": (
        "Chaque courbe avec ce qui en était attendu\u202f; les mêmes chiffres sont dans l’export JSON.",
        "Each plot with what was to be expected of it; the same figures are in the JSON export.",
    ),
    "rounds": ("{count} coup{n:|s}", "{count} round{n:|s}"),
    "hands": ("{count} main{n:|s}", "{count} hand{n:|s}"),
    "target": ("cible {count}", "target {count}"),
    "expect.target": (
        "Attendu\u00a0: la cible de {count} coups par heure, en pointillé.",
        "Expected: the target of {count} rounds an hour, dashed.",
    ),
    "expect.no_target": ("Attendu\u00a0: aucune cible n’est fixée.", "Expected: no target is set."),
    "expect.hands": (
        "Attendu\u00a0: aucun n’est fixé, les mains suivent le nombre de joueurs.",
        "Expected: none is set, hands follow the number of players.",
    ),
    "expect.phases": ("Attendu\u00a0: aucun n’est fixé par phase.", "Expected: none is set for a phase."),
    "expect.participation": (
        "Attendu\u00a0: aucun, la mise JP1 est au choix du joueur.",
        "Expected: none, the JP1 stake is the player’s choice.",
    ),
    "expect.residual": (
        "Attendu\u00a0: un écart de rapprochement de 0,00\u00a0€. Trouvé\u00a0: {residual}, en {checks} "
        "contrôles.",
        "Expected: a reconciliation residual of 0,00\u00a0€. Found: {residual}, in {checks} checks.",
    ),
    "expect.missed": ("{missed} écritures d’une table non lue.", "{missed} entries of a table not read."),
    "expect.result": (
        "Résultat {bank}\u202f; attendu {expected}, écart type {sigma}\u00a0: {sigmas}\u00a0σ. Bande\u00a0: "
        "attendu plus ou moins deux écarts types.",
        "Result {bank}; expected {expected}, standard deviation {sigma}: {sigmas}\u00a0σ. Band: the "
        "expectation and two standard deviations to either side.",
    ),
    "expect.unknown": (
        "Résultat {bank}. Règles sans espérance calculée\u00a0: résultat seul.",
        "Result {bank}. Rules without a computed expectation: the result alone.",
    ),
    "review": (
        "À revoir\u00a0: plus de {count} écarts types.",
        "To be reviewed: more than {count} standard deviations.",
    ),
    "expected": ("attendu", "expected"),
    "observed": ("observé", "seen"),
    "won": ("gain {amount} · {table}, coup {round}", "won {amount} · {table}, round {round}"),
    "royal": (
        "royale · {table}, coup {round} · {amount}",
        "royal · {table}, round {round} · {amount}",
    ),
    "expect.machines": (
        "Attendu\u00a0: tous présents. Sombre\u00a0: perdu\u202f; moyen\u00a0: dégradé ou reprises\u202f; "
        "clair\u00a0: absent. À droite\u00a0: nombre de pertes.",
        "Expected: all present. Dark: lost; medium: degraded or repeated; light: absent. At the right: "
        "number of losses.",
    ),
    "lost": ("{count} perte{n:|s}", "{count} loss{n:|es}"),
    "expect.alarms": (
        "Attendu\u00a0: priorité 1, 2 et 3 à raison de 5, 15 et 80\u00a0% (ISA-18.2), le trait. {count} "
        "alarme{n:|s}.",
        "Expected: priority 1, 2 and 3 at 5, 15 and 80\u00a0% (ISA-18.2), the mark. {count} alarm{n:|s}.",
    ),
    "alarms.seen": (
        "Vues en {median}\u00a0s, 9e décile {p90}\u00a0s.",
        "Seen in {median}\u00a0s, 9th decile {p90}\u00a0s.",
    ),
    "ten": ("par dix minutes, de 0 à {most}", "by ten minutes, from 0 to {most}"),
    "expect.corrections": (
        "Attendu\u00a0: aucun n’est fixé. {total} correction{n:|s} en {rounds} coups\u00a0: {kinds}.",
        "Expected: none is set. {total} correction{n:|s} in {rounds} rounds: {kinds}.",
    ),
    "expect.corrections.none": (
        "Attendu\u00a0: aucun n’est fixé. Aucune correction en {rounds} coups.",
        "Expected: none is set. No correction in {rounds} rounds.",
    ),
    "unnamed": ("sans nom", "unnamed"),
    "kind.undo": ("annulations", "undone"),
    "kind.reopened": ("réouvertures", "reopened"),
    "kind.jp1": ("mises JP1", "JP1 stakes"),
    "kind.void": ("coups nuls", "void"),
    "kind.keyed": ("cartes saisies", "cards keyed"),
    "kind.entry": ("mains resaisies", "hands entered again"),
    "kind.hold": ("gels levés", "holds ended"),
    "kind.rectified": ("coups rectifiés", "rounds put right"),
    "expect.frequencies": (
        "Attendu\u00a0: par le calcul exact\u202f; bande\u00a0: 95\u00a0% des échantillons de {count} mains.",
        "Expected: by exact count; band: 95\u00a0% of samples of {count} hands.",
    ),
    "quads_or_better": ("carré ou mieux", "four of a kind or better"),
    "equal": ("égal", "equal"),
    "seat": ("Siège {seat}", "Seat {seat}"),
    "expect.seats": (
        "Attendu\u00a0: aucun n’est fixé, les places sont au choix.",
        "Expected: none is set, seats are a choice.",
    ),
    "expect.availability": (
        "Attendu\u00a0: aucun arrêt. Arrêts, temps moyen entre deux, reprise (médiane / 9e décile).",
        "Expected: no stop. Stops, mean time between two, recovery (median / 9th decile).",
    ),
    "stops": ("{count} arrêt{n:|s}", "{count} stop{n:|s}"),
    "phase.bets": ("Mises", "Bets"),
    "phase.jp1": ("JP1", "JP1"),
    "phase.deal": ("Donne", "Deal"),
    "phase.preflop": ("Pré-flop", "Pre-flop"),
    "phase.flop": ("Flop", "Flop"),
    "phase.turn": ("Turn", "Turn"),
    "phase.river": ("Turn + river", "Turn + river"),
    "phase.showdown": ("Abattage", "Showdown"),
    "phase.settlement": ("Règlement", "Settlement"),
    "phase.street": ("Tour {number}", "Street {number}"),
    "machine.shuffler": ("mélangeur", "shuffler"),
    "machine.shoe": ("sabot", "shoe"),
    "machine.chips": ("capteurs", "sensors"),
    "machine.badge": ("lecteur", "reader"),
    "machine.link": ("jackpot", "jackpot"),
    "played": ("coups joués", "rounds"),
}


class Words:
    """The words and figures of one language; figures are the house's in both."""

    def __init__(self, language: int) -> None:
        self.language = language

    def say(self, key: str, **facts: Any) -> str:
        return in_language(SAID[key], self.language, facts)

    def title(self, plot: str) -> str:
        return PLOTS[plot][self.language]

    def unit(self, plot: str) -> str:
        return PLOTS[plot][2 + self.language]

    def count(self, key: str, number: int) -> str:
        return self.say(key, count=grouped(number), n=number)

    def hand(self, name: str) -> str:
        return CLASSES[name][self.language] if name in CLASSES else self.say(name)

    def named(self, kind: str, name: str) -> str:
        """The word of a phase, a device, a kind of correction; the name itself where there is none."""
        if kind == "phase" and name.startswith("street."):
            return self.say("phase.street", number=int(name[7:]) + 1)
        key = f"{kind}.{name}"
        return self.say(key) if key in SAID else name


def tenths(number: int) -> str:
    """`62,2` of 622."""
    return f"{grouped(number // 10)},{number % 10}"


def percent(permille: float, digits: int = 1) -> str:
    """`54,6 %` of 546 thousandths."""
    return f"{decimal(permille / 10, digits)}{HARD}%"


def signed(cents: int) -> str:
    return money(cents, signed=True)


def lasting(ms: int) -> str:
    """`1 h 05`, `7 min 03 s`, `4 s`."""
    seconds = ms // 1000
    if seconds < 60:
        return f"{seconds}{HARD}s"
    minutes, seconds = divmod(seconds, 60)
    if minutes < 60:
        return f"{minutes}{HARD}min{HARD}{seconds:02d}{HARD}s"
    return f"{grouped(minutes // 60)}{HARD}h{HARD}{minutes % 60:02d}"
