"""The words of a PAR sheet, in French and English."""

from __future__ import annotations

from typing import Any, Final

from controller.cli.par.figures import Figures
from controller.words.hands import PAID
from controller.words.spots import spot_name

Words = tuple[str, str]
"""French, English."""

LINES: Final[dict[str, Words]] = {
    **PAID,
    "community_royal": ("quinte flush royale communautaire", "community royal flush"),
    "jackpot": ("quinte flush royale avec une carte du joueur", "royal flush with a card of the player"),
    "consolation": ("lot de consolation", "consolation"),
}
"""Lines of the paytables."""

STREETS: Final[dict[str, Words]] = {
    "preflop": ("avant le flop", "before the flop"),
    "flop": ("au flop", "on the flop"),
    "turn": ("à la turn", "on the turn"),
    "river": ("à la river", "on the river"),
}

WARNINGS: Final[dict[str, Words]] = {
    "main_above_one": (
        "RETOUR AU-DESSUS DE 100\u00a0%\u00a0: les mises principales rendent {return} de l’Ante au"
        " joueur qui ne se trompe pas.",
        "RETURN ABOVE 100%: the main bets return {return} of the Ante to a player who makes no mistake.",
    ),
    "side_above_one": (
        "RETOUR AU-DESSUS DE 100\u00a0%\u00a0: {spot} rend {return}.",
        "RETURN ABOVE 100%: {spot} returns {return}.",
    ),
    "long_run_above_one": (
        "RETOUR AU-DESSUS DE 100\u00a0%\u00a0: à la longue JP1 rend {return} avec {bettors} par coup."
        " À n’ouvrir qu’avec deux approbations.",
        "RETURN ABOVE 100%: in the long run JP1 returns {return} with {bettors} betting in each round. "
        "Not to be opened without two approvals.",
    ),
    "long_run_may_be_above_one": (
        "RETOUR PEUT-ÊTRE AU-DESSUS DE 100\u00a0%\u00a0: à la longue JP1 rend au plus {return} avec"
        " {bettors} par coup.",
        "RETURN PERHAPS ABOVE 100%: in the long run JP1 returns at most {return} with {bettors} betting "
        "in each round.",
    ),
    "start_above_one": (
        "RETOUR AU-DESSUS DE 100\u00a0% DÈS L’OUVERTURE\u00a0: au montant de départ de {start_cents} JP1"
        " rend {return} avec {bettors} par coup.",
        "RETURN ABOVE 100% FROM THE OPENING: at the start amount of {start_cents} JP1 returns {return} "
        "with {bettors} betting in each round.",
    ),
    "stake_unpayable": (
        "MISE JP1 IMPOSSIBLE\u00a0: {cents} n’est pas un multiple du plus petit jeton, {chip_cents}.",
        "JP1 STAKE IMPOSSIBLE: {cents} is no multiple of the smallest chip, {chip_cents}.",
    ),
    "prize_unpayable": (
        "LOT IMPAYABLE\u00a0: {kind}, {cents}, n’est pas un multiple du plus petit jeton, {chip_cents}.",
        "PRIZE THAT CHIPS CANNOT PAY: {kind}, {cents}, is no multiple of the smallest chip, {chip_cents}.",
    ),
}
NOTES: Final[dict[str, Words]] = {
    "side_by_main_game": (
        "{spot} dépend de l’issue du jeu principal\u00a0: les chiffres valent pour la stratégie optimale du "
        "jeu principal.",
        "{spot} depends on how the main game ends: the figures hold for the optimal strategy of the main "
        "game.",
    ),
    "trigger_any_player": (
        "Consolation\u00a0: tout joueur de la table peut la déclencher. Les colonnes comptent autant de "
        "joueurs que de mises JP1\u202f; chaque joueur de plus, sans JP1, ajoute une main qui peut la "
        "déclencher.",
        "Consolation: every player of the table can trigger it. The columns count as many players as "
        "bettors; each further player without JP1 adds one hand that can trigger it.",
    ),
    "trigger_jp1_bettor": (
        "Consolation\u00a0: seul un joueur qui a misé sur JP1 peut la déclencher.",
        "Consolation: only a player who bets on JP1 can trigger it.",
    ),
    "long_run": (
        "À la longue, tout ce qui entre dans le compteur est gagné un jour, dans la limite du plafond.",
        "In the long run all that reaches the meter is won one day, as far as the limit allows.",
    ),
    "long_run_reserve": (
        "À la longue, tout ce qui entre dans le compteur est gagné un jour, dans la limite du plafond\u202f; "
        "la réserve s’ajoute au montant de départ du jackpot suivant et compte donc comme le compteur.",
        "In the long run all that reaches the meter is won one day, as far as the limit allows; the "
        "reserve is added to the start amount of the next jackpot and so counts like the meter.",
    ),
    "fold_not_deducted": (
        "Une main couchée perd JP1\u00a0: les chiffres sont ceux d’un joueur qui ne couche jamais une main à"
        " lot.",
        "A folded hand loses JP1: the figures are those of a player who never folds a hand with a prize.",
    ),
    "meter_pays_solved": (
        "Les lots fixes sont payés par le compteur au-dessus du montant de départ, le reste par la "
        "maison. Pour un joueur l’équation est résolue à 25 chiffres\u202f; pour deux à sept, le retour est "
        "au moins celui qui est donné.",
        "Fixed prizes are paid from the meter above its start amount, the rest by the house. For one "
        "bettor the equation is solved to 25 digits; for two to seven the return is at least the one given.",
    ),
    "meter_pays_between": (
        "Les lots fixes sont payés par le compteur au-dessus du montant de départ, le reste par la "
        "maison\u00a0: le retour à la longue est au moins celui qui est donné.",
        "Fixed prizes are paid from the meter above its start amount, the rest by the house: the "
        "long-run return is at least the one given.",
    ),
}


def sentence(words: dict[str, Words], said: dict[str, Any], figures: Figures) -> str:
    """A warning or a note with its facts."""
    facts: dict[str, str] = {}
    for name, value in said.items():
        if name == "return":
            facts[name] = figures.percent(value)
        elif name.endswith("cents"):
            facts[name] = figures.euros(value)
        elif name == "spot":
            facts[name] = spot_name(value, 0 if figures.french else 1)
        elif name == "kind" and value is not None:
            facts[name] = LINES[value][0 if figures.french else 1]
        elif name == "bettors":
            one = ("un joueur", "one player") if value == 1 else (f"{value} joueurs", f"{value} players")
            facts[name] = one[0 if figures.french else 1]
    return words[said["code"]][0 if figures.french else 1].format(**facts)
