"""Decks, the shuffler's troubles and the modes without a machine, in words: French, then English."""

from __future__ import annotations

from typing import Final

from controller.words.alarm_details import DETAILS, repeats_in_words
from ui.texts import host
from ui.texts.alarms_en import AlarmText

DECKS: Final[dict[str, tuple[str, str]]] = {
    "silence": ("Couper\nle son", "Mute"),
    "silent": ("son coupé", "sound off"),
    "pit_called": ("pit appelé {time}", "pit called {time}"),
    "acknowledge": ("Motif", "Reason"),
    "acknowledge.title": (
        "Acquitter l’avertissement {code}, {time}",
        "Acknowledge the warning {code}, {time}",
    ),
    "acknowledge.chef": ("badge chef pour acquitter", "floor badge to acknowledge"),
    "acknowledge.over": ("cause finie", "cause over"),
    "acknowledge.text": (
        "L’avertissement reste jusqu’à ce motif, inscrit au journal.",
        "The warning stays until this reason is written in the journal.",
    ),
    "reason.checked": ("Vérifié", "Checked"),
    "reason.repaired": ("Réparé", "Repaired"),
    "reason.replaced": ("Remplacé", "Replaced"),
    "reason.out_of_use": ("Hors\nservice", "Out\nof use"),
    "reason.false_alarm": ("Fausse\nalerte", "False\nalarm"),
    "lift.title": ("Rouvrir la table", "Reopen the table"),
    "lift.text": (
        "Programme modifié\u00a0: {machines}. Motif du comité, inscrit au journal.",
        "Program changed: {machines}. The manager’s reason, written in the journal.",
    ),
    "lift.sub": ("badge comité", "manager’s badge"),
    "deck.colour.red": ("rouge", "red"),
    "deck.colour.blue": ("bleu", "blue"),
    "mode": ("Mode", "Mode"),
    "modes": ("À la main", "By hand"),
    "modes.count": ("{count} modes", "{count} modes"),
    "flag.dealt": ("donne", "deal"),
    "mode.hand_shuffle": ("mélange à la main", "hand shuffle"),
    "mode.no_reader": ("accord au pit", "pit approves"),
    "mode.blocked": ("table bloquée", "table blocked"),
    "deck.blocked.caption": ("Table bloquée", "Table blocked"),
    "flag.hand_shuffle": ("mélange", "shuffle"),
    "flag.no_reader": ("pit", "pit"),
    "pit_code": ("Code pit", "Pit code"),
    "ask_pit": ("Demander\nau pit", "Ask\nthe pit"),
    "ask_pit.sub": ("code pit {code}", "pit code {code}"),
    "deck.title": ("Jeu à préparer", "Deck to prepare"),
    "deck.firmware": ("Programme modifié\u00a0: {machine}", "Program changed: {machine}"),
    "deck.firmware.text": (
        "Aucun nouveau coup. Fermez la table, ou appelez le comité.",
        "No new round. Close the table, or call the manager.",
    ),
    "deck.deck_count": (
        "{count} {count:carte comptée|cartes comptées}",
        "{count} {count:card counted|cards counted}",
    ),
    "deck.wrong_colour": ("Couleur déjà donnée", "Color dealt before"),
    "deck.recount_due": ("Jeu à recompter", "Deck to recount"),
    "deck.cut_card_missing": ("Carte de coupe absente", "Cut card missing"),
    "deck.blocked": (
        "Retirez ce jeu et donnez-le au chef. L’autre est mélangé et compté.",
        "Take this deck out, to the floor supervisor. The other one is shuffled and counted.",
    ),
    "deck.taken_out": (
        "Jeu retiré. L’autre doit être compté\u00a0: 52.",
        "Deck out. The other one must count 52.",
    ),
    "deck.away": ("Mélangeur absent", "Shuffler away"),
    "deck.away.text": (
        "Attendez-le, ou mélangez à la main avec l’accord du chef.",
        "Wait for it, or shuffle by hand if the floor supervisor allows it.",
    ),
    "deck.again": ("Prenez le jeu {colour}", "Take the {colour} deck"),
    "deck.again.text": (
        "Une couleur ne se donne pas deux fois de suite.",
        "No color is dealt twice in a row.",
    ),
    "deck.load": ("Mettez un jeu au mélangeur", "Put a deck in the shuffler"),
    "deck.load.text": (
        "Aucun jeu n’est dans le sabot. Mélangé et compté, prenez-le.",
        "No deck is in the shoe. Shuffled and counted, take it.",
    ),
    "deck.load.works": ("Le mélangeur compte", "The shuffler counts"),
    "deck.load.take": ("Prenez le jeu {colour}", "Take the {colour} deck"),
    "deck.load.take.text": (
        "Mélangé et compté\u00a0: mettez-le dans le sabot.",
        "Shuffled and counted: put it in the shoe.",
    ),
    "deck.declare": ("Mélangez, coupez, comptez", "Shuffle, cut and count"),
    "deck.declare.key": ("52 cartes\n{colour}", "52 cards\n{colour}"),
    "deck.declare.sub": ("comptées", "counted"),
    "deck.allow": ("Mélanger à la main", "Shuffle by hand"),
    "deck.leave": ("Reprendre le mélangeur", "Use the shuffler again"),
    "deck.leave.sub": ("52 comptées", "52 counted"),
    "deck.leave_reader": ("Reprendre le lecteur", "Use the reader again"),
    "jam": ("Mélangeur bourré", "Shuffler jammed"),
    "jam.step": ("Étape {at} sur 4", "Step {at} of 4"),
    "jam.open_lid": ("Ouvrez le capot", "Open the lid"),
    "jam.clear_feed": ("Dégagez l’entrée", "Clear the feed"),
    "jam.clear_shuffle": ("Dégagez les étages", "Clear the shelves"),
    "jam.clear_count": ("Dégagez le compteur", "Clear the counter"),
    "jam.clear_exit": ("Dégagez la sortie", "Clear the exit"),
    "jam.close_lid": ("Remettez la carte, fermez", "Put the card back, close"),
    "jam.wait_for_count": ("Attendez le compte de 52", "Wait for the count of 52"),
    "empty.request": ("Montrer\nmélangeur vide", "Show\nshuffler empty"),
    "empty.closing": ("Montrer vide", "Show empty"),
    "empty.closing.sub": ("avant de fermer", "before closing"),
    "empty.withdraw": ("Ne plus\nmontrer vide", "No more\nshow empty"),
    "empty.withdraw.sub": ("ouvrez le capot, ou touchez", "open the lid, or touch"),
    "empty.waited": ("Ouvrez le capot", "Open the lid"),
    "empty.waited.text": (
        "Mélangeur à montrer vide\u00a0: capot ouvert, aucune carte.",
        "Shuffler to be shown empty: lid open, no card.",
    ),
    "empty.done": ("Mélangeur montré vide", "Shuffler shown empty"),
}


def detail_words(language: str, detail: str) -> str:
    """The detail of an alarm in words, or the machine's own."""
    told = host.host_detail(language, detail)
    if told:
        return told
    if detail in DETAILS:
        return DETAILS[detail][language == "en"]
    return repeats_in_words(detail, int(language == "en")) or detail.replace("_", " ")


REFUSED_FR: Final[dict[str, str]] = {
    "reason": "motif attendu",
    "clock_in_doubt": "horloge à valider par le chef",
    "journal_moved": "journal déplacé\u00a0: {file}",
    "journal_not_written": "journal non écrit\u00a0: {why}",
    "table_blocked": "programme modifié\u00a0: {machine}",
    "deck_to_declare": "jeu à compter\u00a0: 52",
    "deck_blocked": "jeu à retirer du mélangeur",
    "deck_colour": "jeu {colour} déjà donné",
    "deck_again": "jeu {colour} déjà donné",
    "deck_to_load": "aucun jeu dans le sabot",
    "shuffler_away": "mélangeur absent",
    "ask_pit": "demandez le code au pit",
    "machine_away": "appareil absent\u00a0: {machine}",
    "deck_not_verified": "52 cartes à compter d’abord",
    "colour_unknown": "couleur inconnue",
    "show_empty": "mélangeur à montrer vide d’abord",
    "code_unknown": "code invalide",
}
REFUSED_EN: Final[dict[str, str]] = {
    "reason": "reason expected",
    "clock_in_doubt": "clock to be confirmed by the floor supervisor",
    "journal_moved": "journal moved: {file}",
    "journal_not_written": "journal not written: {why}",
    "table_blocked": "program changed: {machine}",
    "deck_to_declare": "deck to count: 52",
    "deck_blocked": "deck to take out of the shuffler",
    "deck_colour": "{colour} deck dealt already",
    "deck_again": "{colour} deck dealt already",
    "deck_to_load": "no deck in the shoe",
    "shuffler_away": "shuffler away",
    "ask_pit": "ask the pit for a code",
    "machine_away": "machine away: {machine}",
    "deck_not_verified": "52 cards to be counted first",
    "colour_unknown": "unknown color",
    "show_empty": "show the shuffler empty first",
    "code_unknown": "invalid code",
}

ALARMS_FR: Final[dict[str, AlarmText]] = {
    **host.ALARMS_FR,
    "A-218": AlarmText(
        "COULEUR DU JEU À VÉRIFIER",
        "Le jeu prêt a le dos du dernier jeu donné.",
        "Ce jeu n’est pas donné.",
        ("Retirez le jeu", "Regardez les dos", "Mettez l’autre jeu"),
        "Le chef de table",
    ),
    "A-219": AlarmText(
        "JEU À RECOMPTER",
        "Après un bourrage, le jeu n’a pas encore été recompté.",
        "Ce jeu n’est pas donné avant le compte de 52.",
        ("Suivez les étapes à l’écran", "Attendez le compte de 52"),
        "Le chef de table",
    ),
    "A-220": AlarmText(
        "CARTE DE COUPE ABSENTE",
        "Un jeu est prêt sans sa carte de coupe.",
        "Ce jeu n’est pas donné.",
        ("Cherchez la carte de coupe", "Remettez-la dans le bac"),
        "Le chef, si elle manque",
    ),
    "A-221": AlarmText(
        "SABOT VIDE",
        "Le sabot n’a plus de carte.",
        "Les cartes déjà lues restent inscrites.",
        ("Laissez les cartes en place", "Appelez le chef"),
        "Le chef de table",
    ),
    "A-224": AlarmText(
        "APPAREIL NON OUVERT",
        "Le port d’un appareil ne s’ouvre pas ({detail}).",
        "Rien n’est lu de cet appareil.",
        ("Vérifiez le câble", "Appelez la technique"),
        "La technique",
    ),
    "A-225": AlarmText(
        "SABOT EN ERREUR",
        "Le sabot signale une erreur ({detail}).",
        "Les cartes déjà lues restent inscrites.",
        ("Finissez le coup si les cartes viennent", "Sinon, appelez le chef"),
        "Le chef, puis la technique",
    ),
    "A-226": AlarmText(
        "AUCUN ÉCRAN DU JACKPOT – JP1 FERMÉ",
        "Aucun écran ne montre plus le montant du jackpot aux joueurs.",
        "Aucune mise JP1 n’est prise\u202f; le jeu continue.",
        ("Rendez les jetons JP1 non ramassés", "Continuez le jeu principal", "Rallumez un écran"),
        "La technique",
    ),
    "A-227": AlarmText(
        "NON CONFIRMÉ – NE RENDEZ PAS LES JETONS",
        "Le jackpot ne répond pas\u00a0: nul ne sait si les mises JP1 sont ajoutées.",
        "Aucune carte ne sort. La même demande est répétée, elle ne compte qu’une fois.",
        ("Gardez les jetons à part", "Attendez la réponse", "Ou le chef les compte et les scelle"),
        "Le chef de table",
    ),
    "A-228": AlarmText(
        "JETONS JP1 SOUS SCELLÉ – {detail}",
        "Des jetons JP1 sont sous scellé\u00a0: {detail}.",
        "Le coup était nul\u202f; personne ne joue avec ces jetons, aucun gain n’en naît.",
        ("Attendez la réponse du jackpot", "Puis le chef ouvre le scellé", "Rendez les jetons, comptés"),
        "Le chef de table",
    ),
    "A-312": AlarmText(
        "CODE DE CARTE NON LU",
        "Le lecteur du sabot a lu un code qui n’est pas une carte.",
        "La carte reste inconnue\u202f; elle n’est pas devinée.",
        ("Finissez la donne", "Faites vérifier le jeu"),
        "Le chef, si cela se répète",
    ),
    "A-313": AlarmText(
        "SABOT SANS RÉPONSE À UN ORDRE",
        "Le sabot n’a pas suivi un ordre ({detail}).",
        "Aucune carte n’est lue de trop.",
        ("Continuez", "Prévenez avant la fermeture"),
        "La technique",
    ),
}
ALARMS_EN: Final[dict[str, AlarmText]] = {
    **host.ALARMS_EN,
    "A-218": AlarmText(
        "DECK COLOR TO CHECK",
        "The deck that is ready has the back of the one dealt last.",
        "This deck is not dealt.",
        ("Take the deck out", "Look at the backs", "Put the other deck in"),
        "The floor supervisor",
    ),
    "A-219": AlarmText(
        "DECK TO RECOUNT",
        "After a jam the deck has not been counted again yet.",
        "This deck is not dealt before it counts 52.",
        ("Follow the steps on the screen", "Wait for the count of 52"),
        "The floor supervisor",
    ),
    "A-220": AlarmText(
        "CUT CARD MISSING",
        "A deck is ready without its cut card.",
        "This deck is not dealt.",
        ("Look for the cut card", "Put it back in the tray"),
        "The floor supervisor, if it is missing",
    ),
    "A-221": AlarmText(
        "SHOE EMPTY",
        "No card is left in the shoe.",
        "The cards read so far are on record.",
        ("Leave the cards where they are", "Call the floor"),
        "The floor supervisor",
    ),
    "A-224": AlarmText(
        "MACHINE NOT OPENED",
        "The port of a machine does not open ({detail}).",
        "Nothing is read of this machine.",
        ("Check the cable", "Call the technician"),
        "The technician",
    ),
    "A-225": AlarmText(
        "SHOE REPORTS AN ERROR",
        "The shoe reports an error ({detail}).",
        "The cards read so far are on record.",
        ("Finish the round if cards come", "Otherwise call the floor"),
        "The floor supervisor, then the technician",
    ),
    "A-226": AlarmText(
        "NO JACKPOT DISPLAY – JP1 CLOSED",
        "No screen shows the players the amount of the jackpot any more.",
        "No JP1 bet is taken; the game goes on.",
        ("Give back JP1 chips not collected", "Go on with the main game", "Turn a display on"),
        "The technician",
    ),
    "A-227": AlarmText(
        "NOT CONFIRMED – DO NOT GIVE CHIPS BACK",
        "The jackpot is not responding: nobody knows whether the JP1 bets were added.",
        "No card leaves the shoe. The same request is repeated and counts once.",
        ("Keep the chips apart", "Wait for the answer", "Or the floor supervisor counts and seals them"),
        "The floor supervisor",
    ),
    "A-228": AlarmText(
        "JP1 CHIPS UNDER SEAL – {detail}",
        "JP1 chips are under seal: {detail}.",
        "The round was void; nobody plays with these chips, and nothing can be won by them.",
        (
            "Wait for the jackpot’s answer",
            "Then the floor supervisor opens the seal",
            "Give the chips back, counted",
        ),
        "The floor supervisor",
    ),
    "A-312": AlarmText(
        "CARD CODE NOT READ",
        "The shoe’s scanner read a code that is no card.",
        "The card stays unknown; it is not guessed.",
        ("Finish the deal", "Have the deck checked"),
        "The floor supervisor, if it happens again",
    ),
    "A-313": AlarmText(
        "SHOE DID NOT OBEY",
        "The shoe did not follow an order ({detail}).",
        "No card is read twice.",
        ("Go on", "Report before closing"),
        "The technician",
    ),
}
