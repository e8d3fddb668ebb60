"""What only the simulator's panel says: each key has its French words, then its English words.

Machines, roles and seats are called as on the other screens (`ui.texts`).
"""

from __future__ import annotations

from typing import Final

from controller.words.plurals import worded
from ui.texts.console import LANGUAGES

SIMULATOR: Final[dict[str, tuple[str, str]]] = {
    "title": ("Simulateur", "Simulator"),
    "about": (
        "Ce panneau agit sur les machines simulées et les mains, jamais sur la table."
        " Des cartes, il ne montre que le nombre.",
        "This panel acts on the simulated machines and on hands, never on the table."
        " Of the cards it shows only how many.",
    ),
    "offline": ("TABLE MUETTE", "TABLE OFFLINE"),
    "offline.sub": (
        "aucune nouvelle depuis {time}\u00a0: rien n’est pris",
        "no news since {time}: nothing is taken",
    ),
    "refused": ("PAS FAIT", "NOT DONE"),
    "why.people_play": (
        "les gens jouent d’eux-mêmes\u00a0: les faire attendre d’abord",
        "the people play by themselves: make them wait first",
    ),
    "why.shoe_locked": ("le sabot est verrouillé", "the shoe is locked"),
    "why.shoe_empty": ("le sabot est vide", "the shoe is empty"),
    "why.shoe_busy": (
        "le sabot attend que la table lise ce qu’il a dit",
        "the shoe waits for the table to hear what it said",
    ),
    "why.no_deck": (
        "aucun jeu mélangé n’est encore prêt\u00a0: le mélangeur est servi",
        "no shuffled deck is ready yet: the shuffler has been served",
    ),
    "why.no_answer": (
        "la table n’a pas répondu\u00a0: voir son état avant de recommencer",
        "the table did not answer: see how it stands before trying again",
    ),
    "why.other": ("le simulateur ne connaît pas cet acte", "the simulator does not know this act"),
    "people": ("Joueurs et\ncroupier", "Players\nand dealer"),
    "play": ("Jouent seuls", "Playing"),
    "wait": ("Attendent", "Waiting"),
    "play.says": ("Joueurs et croupier jouent d’eux-mêmes", "Players and dealer play by themselves"),
    "wait.says": (
        "Joueurs et croupier attendent\u00a0: jouer à la main",
        "Players and dealer wait: play by hand",
    ),
    "pace": ("×{pace}", "×{pace}"),
    "pace.says": ("Allure ×{pace}", "Pace ×{pace}"),
    "machines": ("Appareils", "Machines"),
    "machines.well": ("tous branchés", "all plugged in"),
    "machines.out": ("{count} débranché", "{count} unplugged"),
    "machines.outs": ("{count} débranché{count:|s}", "{count} unplugged"),
    "plugged": ("branché", "plugged in"),
    "unplugged": ("débranché", "unplugged"),
    "unplug": ("Débrancher", "Unplug"),
    "replug": ("Rebrancher", "Plug in"),
    "says.on": ("{act}\u00a0: {machine}", "{act}: {machine}"),
    "cards": ("cartes", "cards"),
    "card": ("carte", "card"),
    "locked": ("verrouillé", "locked"),
    "unlocked": ("libère les cartes", "lets cards out"),
    "shuffler.ready": ("un jeu mélangé attend", "a shuffled deck waits"),
    "shuffler.busy": ("mélange en cours", "shuffling"),
    "shuffler.idle": ("vide", "empty"),
    "jam.feed": ("bourrage à l’entrée", "jam at the feed"),
    "jam.shuffle": ("bourrage au mélange", "jam while shuffling"),
    "jam.count": ("bourrage au comptage", "jam while counting"),
    "jam.exit": ("bourrage à la sortie", "jam at the exit"),
    "clear": ("Lever le\nbourrage", "Clear the\njam"),
    "hand": ("À la main", "By hand"),
    "draw": ("Tirer une carte", "Draw a card"),
    "draw.expected": ("attendue\u00a0: {place}", "expected: {place}"),
    "draw.unexpected": ("aucune n’est attendue", "none is expected"),
    "draw.locked": ("sabot verrouillé", "shoe locked"),
    "draw.empty": ("sabot vide", "shoe empty"),
    "hand.play": ("les gens jouent seuls", "the people are playing"),
    "change": ("Changer les jeux", "Change the decks"),
    "change.jam": ("mélangeur bourré\u00a0: le bourrage sera levé", "shuffler jammed: it will be cleared"),
    "change.none": ("aucun jeu mélangé encore", "no shuffled deck yet"),
    "chips": ("Jetons JP1", "JP1 chips"),
    "chips.none": ("aucun posé", "none laid"),
    "chips.one": ("1 posé", "1 laid"),
    "chips.more": ("{count} posés", "{count} laid"),
    "chips.sounds": ("le buzzer sonne", "the buzzer sounds"),
    "chip.lay": ("Poser", "Lay"),
    "chip.take": ("Prendre", "Take"),
    "chip.lay.says": ("Siège {seat}\u00a0: poser le jeton JP1", "Seat {seat}: lay the JP1 chip"),
    "chip.take.says": ("Siège {seat}\u00a0: prendre le jeton JP1", "Seat {seat}: take the JP1 chip"),
    "badges": ("Badges et PIN", "Badges, PINs"),
    "badges.none": ("lecteur vide", "reader empty"),
    "badges.in": ("un badge au lecteur", "a badge in the reader"),
    "badge.insert.says": (
        "Insérer le badge\u00a0: {role}, {person}",
        "Insert the badge: {role}, {person}",
    ),
    "badge.remove.says": (
        "Retirer le badge\u00a0: {role}, {person}",
        "Remove the badge: {role}, {person}",
    ),
    "decks": ("Jeu préparé", "Stacked deck"),
    "decks.none": ("aucun placé", "none placed"),
    "decks.one": ("1 placé", "1 placed"),
    "decks.more": ("{count} placés", "{count} placed"),
    "deck.royal": ("Royale", "Royal"),
    "deck.royal.sub": ("d’un joueur, JP1", "of a player, JP1"),
    "deck.community_royal": ("Royale communautaire", "Community royal"),
    "deck.community_royal.sub": ("les cinq du board", "all of the board"),
    "deck.unqualified": ("Non qualifié", "Not qualified"),
    "deck.unqualified.sub": ("croupier sans paire", "dealer without a pair"),
    "deck.next": ("au prochain jeu", "in the next deck"),
    "deck.later": ("placé, plus tard", "placed, later"),
    "deck.says": ("Placer pour le prochain jeu\u00a0: {deck}", "Place for the next deck: {deck}"),
    "faults": ("Fautes", "Faults"),
    "faults.more": ("Suite", "More"),
    "faults.page": ("page {page} sur {pages}", "page {page} of {pages}"),
    "faults.note": (
        "toucher pour commander\u202f; à\u00a0droite, déjà rencontrées",
        "touch to order; on the right, those met",
    ),
    "fault.bounce": ("Rebond", "Bounce"),
    "fault.drop": ("Trame perdue", "Lost frame"),
    "fault.repeat": ("Trame répétée", "Repeated frame"),
    "fault.corrupt": ("Trame abîmée", "Damaged frame"),
    "fault.delay": ("Trame en retard", "Late frame"),
    "fault.reorder": ("Trames inversées", "Swapped frames"),
    "fault.stall": ("Ligne muette", "Silent line"),
    "fault.baud_glitch": ("Vitesse fausse", "Wrong speed"),
    "fault.second_talker": ("Autre bavard", "Second talker"),
    "fault.reboot": ("Redémarrage", "Reboot"),
    "fault.firmware_changed": ("Autre logiciel", "Other firmware"),
    "fault.blind": ("Capteur aveugle", "Blind sensor"),
    "fault.stick": ("Capteur collé", "Stuck sensor"),
    "fault.duplicate_card": ("Carte en double", "Card twice"),
    "fault.foreign_card": ("Carte étrangère", "Foreign card"),
    "fault.missing_card": ("Carte manquante", "Missing card"),
    "fault.extra_card": ("Carte en trop", "Extra card"),
    "fault.wrong_colour": ("Mauvais dos", "Wrong back"),
    "fault.unplug": ("Câble arraché", "Pulled cable"),
    "fault.misread": ("Carte mal lue", "Misread card"),
    "fault.unreadable": ("Carte illisible", "Unread card"),
    "fault.jam": ("Bourrage", "Jam"),
    "fault.waiting": ("à venir", "to come"),
    "fault.waitings": ("à venir ×{count}", "to come ×{count}"),
    "fault.says": (
        "Commander\u00a0: {fault}, {machine}\u202f; rencontrée {count} fois, {waiting} à venir",
        "Order: {fault}, {machine}; met {count} time{count:|s}, {waiting} to come",
    ),
}


def tell(language: str, key: str, /, **facts: object) -> str:
    """The words under this key with its facts filled in.

    Raises:
        KeyError: no such key, or a fact is missing: a bug, never a gap on the screen.
    """
    return worded(SIMULATOR[key][LANGUAGES.index(language)], facts, french=language == "fr")
