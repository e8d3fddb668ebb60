"""The rules of an establishment in sentences: French, then English. `rule_paper` puts them in order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from controller.words import spots
from controller.words.hands import PAID, headed

Words = tuple[str, str]

OPTIONS: Final[Mapping[str, Words]] = {
    **{
        f"{option}={value}": paper
        for option, words in spots.OPTIONS.items()
        for value, (paper, _) in words.values.items()
    },
    "fold_any_time=true": (
        "Le joueur qui jette ses cartes abandonne, à tout moment du coup.",
        "A player who throws his cards in gives up, at any moment of the round.",
    ),
    "fold_any_time=false": (
        "Le joueur ne peut se coucher qu’à la dernière décision.",
        "A player may fold at the last decision only.",
    ),
    "burn=true": (
        "Une carte est brûlée avant les cartes communes de chaque tour.",
        "One card is burned before the community cards of each street.",
    ),
    "burn=false": ("Aucune carte n’est brûlée.", "No card is burned."),
    "board_drawn=at_street": (
        "Les cartes communes sont tirées tour par tour.",
        "The community cards are drawn street by street.",
    ),
    "board_drawn=with_hands": (
        "Les cinq cartes communes sont tirées avec les mains, faces cachées, puis retournées tour par tour.",
        "The five community cards are drawn with the hands, face down, and turned up street by street.",
    ),
    "consolation_trigger=any_player": (
        "La consolation est due dès qu’un joueur de la table a la quinte flush royale, misée au JP1 ou non.",
        "The consolation is due as soon as a player at the table has the royal flush, JP1 staked or not.",
    ),
    "consolation_trigger=jp1_bettor": (
        "La consolation n’est due que si le porteur de la quinte flush royale a misé au JP1.",
        "The consolation is due only if the holder of the royal flush has a JP1 stake.",
    ),
    "jp1_return_stake=true": (
        "La mise JP1 gagnante est rendue avec le gain.",
        "A winning JP1 stake is returned with its prize.",
    ),
    "jp1_return_stake=false": (
        "La mise JP1 est ramassée avant la donne et n’est pas rendue.",
        "The JP1 stake is collected before the deal and not returned.",
    ),
    "jp1_after_fold=true": (
        "La mise JP1 reste en jeu pour une main couchée.",
        "The JP1 stake stays in play for a folded hand.",
    ),
    "jp1_after_fold=false": (
        "La mise JP1 d’une main couchée ne gagne rien.",
        "The JP1 stake of a folded hand wins nothing.",
    ),
    "void_jp1=carry": (
        "En cas de coup nul, les mises JP1 sont reportées sur le coup refait.",
        "When a round is void, JP1 stakes are carried to the new deal.",
    ),
    "void_jp1=refund": (
        "En cas de coup nul, les mises JP1 sont remboursées.",
        "When a round is void, JP1 stakes are refunded.",
    ),
    "talk_voids=true": (
        "Le coup est nul quand les joueurs échangent sur leurs mains ou parlent une autre langue.",
        "A round is void when players talk of their hands or speak another language.",
    ),
    "talk_voids=false": (
        "Quand les joueurs échangent sur leurs mains, le chef reprend le coup ou l’annule.",
        "When players talk of their hands, the floor supervisor resumes the round or voids it.",
    ),
    "player_cards=face_down": (
        "Les cartes des joueurs sont distribuées faces cachées.",
        "The players’ cards are dealt face down.",
    ),
    "player_cards=face_up": (
        "Les cartes des joueurs sont distribuées faces visibles.",
        "The players’ cards are dealt face up.",
    ),
    "stakes_stand=true": (
        "Les mises du coup précédent sont confirmées ou changées à chaque coup.",
        "The stakes of the round before are confirmed or changed for each round.",
    ),
    "stakes_stand=false": (
        "Les mises sont posées à nouveau ou répétées à chaque coup, doublées une fois, reprises une à une.",
        "Stakes are put down anew or repeated for each round, doubled once, taken back one by one.",
    ),
    "round_number=table": (
        "Chaque coup porte un numéro unique à la table, dit au joueur qui le demande.",
        "Each round has a number of its own at the table, told to a player who asks.",
    ),
    "round_number=start": (
        "Chaque coup est nommé par le temps universel de son début et par la table.",
        "Each round is named by the universal time of its start and by the table.",
    ),
    "speech_order=hint": (
        "Les joueurs parlent de gauche à droite ; la console montre à qui c’est le tour.",
        "Players speak from left to right; the console shows whose turn it is.",
    ),
    "speech_order=enforced": (
        "Les joueurs parlent de gauche à droite ; une décision hors de son tour est refusée.",
        "Players speak from left to right; a decision out of turn is refused.",
    ),
}
"""A sentence for every value of every option."""

LABELS: Final[Mapping[str, Words]] = {
    "title": ("Règles de l’établissement", "Rules of the establishment"),
    "game": ("Jeu", "Game"),
    "uth": ("Ultimate Texas Hold’em Poker", "Ultimate Texas Hold’em Poker"),
    "casino": ("Hold’em Poker de casino", "Hold’em Poker de casino"),
    "profile": ("Profil de règles", "Rule profile"),
    "source": ("Source", "Source"),
    "digest": ("Empreinte des règles", "Digest of the rules"),
    "jackpot.digest": ("Empreinte du jackpot", "Digest of the jackpot"),
    "approval": ("Agrément", "Approval"),
    "approval.none": ("démonstration, non approuvé", "demonstration, not approved"),
    "limits": ("Limites (art. 55-20-1)", "Limits (art. 55-20-1)"),
    "minimum": ("Minimum", "Minimum"),
    "maximum": ("Maximum", "Maximum"),
    "maximum.text": (
        "{maximum}, soit {times} fois le minimum\u202f; peut devenir {others} en séance, affiché au public",
        "{maximum}, {times} times the minimum; may become {others} in session, on the public display",
    ),
    "seats": ("Places", "Seats"),
    "seats.text": (
        "sept au plus, un joueur et une main par place",
        "seven at most, one player and one hand a seat",
    ),
    "chip": ("Plus petit jeton", "Smallest chip"),
    "chip.text": (
        "{chip}\u202f; une mise dont un gain ne serait pas exact à ce jeton est refusée",
        "{chip}; a stake with a prize that would not be exact to this chip is refused",
    ),
    "stakes": ("Mises", "Stakes"),
    "stakes.main": ("Mises principales", "Main stakes"),
    "stakes.main.text": ("Ante et {second}, égales", "Ante and {second}, equal"),
    "stakes.side": ("Mise au choix", "Optional bet"),
    "side.by_ante": (
        "{spot}, au plus {times} fois l’Ante et au plus le maximum",
        "{spot}, at most {times} times the Ante and at most the maximum",
    ),
    "side.plays_on": ("{spot} joue aussi pour une main {folded}.", "{spot} plays for {folded} hand too."),
    "side.lost_with_hand": ("{spot} est perdue avec la main {folded}.", "{spot} is lost with {folded} hand."),
    "side.by_limits": ("{spot}, dans les limites de la table", "{spot}, within the limits of the table"),
    "stakes.jp1": ("Mise JP1", "JP1 stake"),
    "stakes.jp1.text": (
        "{stake}, fixe, après les mises principales, enregistrée et ramassée avant la donne",
        "{stake}, fixed, after the main stakes, registered and collected before the deal",
    ),
    "course": ("Déroulement", "Course"),
    "deal": ("Donne", "Deal"),
    "deal.text": (
        "deux cartes à chaque joueur de gauche à droite, puis deux à la banque",
        "two cards to each player from left to right, then two to the dealer",
    ),
    "preflop": ("Avant le flop", "Before the flop"),
    "flop": ("Flop", "Flop"),
    "turn": ("Turn", "Turn"),
    "river": ("River", "River"),
    "turn_river": ("Turn et River", "Turn and River"),
    "cards": ("{count} cartes communes", "{count} community cards"),
    "card": ("une carte commune", "one community card"),
    "burned": ("une carte brûlée", "one card burned"),
    "bets": ("mise de {bets} fois l’Ante", "a bet of {bets} times the Ante"),
    "once.ante": ("mise égale à l’Ante", "a bet that equals the Ante"),
    "half.bets": ("mise d’une demi-Ante", "a bet of half an Ante"),
    "or": (" ou ", " or "),
    "once": ("à qui n’a encore rien misé", "for who has bet nothing yet"),
    "then": ("à qui a misé au tour précédent", "for who bet on the street before"),
    "fold": ("sinon la main est couchée", "else the hand is folded"),
    "bank": ("Banque", "Dealer"),
    "bank.text": (
        "qualifiée avec {hand} ou mieux, sur ses sept cartes",
        "qualifies with {hand} or better, by his seven cards",
    ),
    "unqualified": ("Banque non qualifiée", "Dealer not qualified"),
    "unqualified.returned": (
        "l’Ante est rendue à tous les joueurs restés en jeu\u202f; les autres mises jouent",
        "the Ante is returned to every player still in; the other stakes play on",
    ),
    "unqualified.paid": (
        "l’Ante est payée à tous les joueurs restés en jeu\u202f; les autres mises sont laissées",
        "the Ante is paid to every player still in; the other stakes are left",
    ),
    "settlement": ("Règlement", "Settlement"),
    "settlement.text": (
        "place par place, de la droite vers la gauche du croupier",
        "seat by seat, from the dealer’s right to his left",
    ),
    "clocks": ("Délais", "Clocks"),
    "clocks.text": (
        "{betting} s pour miser, {decision} s pour décider, puis check ou main couchée",
        "{betting} s to bet, {decision} s to decide, then check or fold",
    ),
    "clocks.none": (
        "aucun n’est imposé aux joueurs\u00a0: le croupier annonce",
        "none is imposed on players: the dealer announces",
    ),
    "tables": ("Barèmes", "Paytables"),
    "table.of": ("Barème {spot} {looks_at}", "{spot} paytable {looks_at}"),
    "hand": ("Combinaison", "Hand"),
    "pays": ("Paie", "Pays"),
    "choices": ("Choix de l’établissement", "Choices of the house"),
    "choice": ("Règle", "Rule"),
    "option": ("Option", "Option"),
    "jackpot": ("Jackpot progressif JP1 (art. 55-20, 2°)", "JP1 progressive jackpot (art. 55-20, 2°)"),
    "start": ("Montant de départ", "Start amount"),
    "reset": ("Remise après un gain", "Reset after a win"),
    "unreasonable": ("Contribution anormale", "Unreasonable contribution"),
    "unreasonable.text": (
        "au-delà de {above} pour un coup d’une table\u00a0: refusée, avec une alarme",
        "above {above} in one round of one table: refused, with an alarm",
    ),
    "shares": ("Partage de chaque mise", "Where each stake goes"),
    "shares.text": (
        "{meter} au jackpot, {reserve} à la réserve du jackpot suivant, {house} à la maison",
        "{meter} to the jackpot, {reserve} to the reserve of the next one, {house} to the house",
    ),
    "prizes": ("Lots fixes payés par", "Fixed prizes paid by"),
    "prizes.house": ("la maison", "the house"),
    "prizes.meter": (
        "le jackpot, pour sa part au-dessus du montant de départ\u202f; le reste par la maison",
        "the jackpot, as far as it is above the start amount; the rest by the house",
    ),
    "limit": ("Limite", "Limit"),
    "limit.none": ("aucune", "none"),
    "limit.text": (
        "{limit}\u202f; ce qui la dépasse est mis de côté pour les jackpots suivants",
        "{limit}; what exceeds it is set aside for the jackpots that follow",
    ),
    "won": ("Valeur gagnée", "Value won"),
    "won.text": (
        "celle du compteur à l’annonce, les mises du coup comprises\u202f; un seul gagnant par table, parts "
        "égales entre tables reliées, arrondies au centime inférieur, le reste au jackpot suivant",
        "that of the meter at the claim, the stakes of the round included; one winner a table, equal shares "
        "between linked tables, floored to the cent, the rest to the next jackpot",
    ),
    "paid": ("Paiement", "Payment"),
    "paid.text": (
        "quinte flush royale et royale communautaire\u00a0: par un membre du comité de direction, après "
        "visionnage des images par une seconde personne",
        "royal flush and community royal: by a casino manager, after a second person has viewed the images",
    ),
    "stopped": ("Panne", "Failure"),
    "stopped.text": (
        "une panne du jackpot arrête les mises JP1, le jeu continue\u202f; un défaut n’annule jamais "
        "seul un coup",
        "a failure of the jackpot stops JP1 stakes, play goes on; a fault never voids a round by itself",
    ),
    "sign.below": ("Date, nom et signature", "Date, name and signature"),
}

HANDS: Final[Mapping[str, Words]] = {
    **{name: headed(words) for name, words in PAID.items()},
    "community_royal": ("Quinte flush royale communautaire", "Community royal flush"),
    "jackpot": ("Quinte flush royale, une carte propre au moins", "Royal flush with a card of his own"),
    "consolation": ("Consolation, à chaque autre joueur JP1", "Consolation, to each other JP1 player"),
}
