"""The alarms' wording: a title, what happens, what is kept safe, what to do, whom to tell.

Titles keep to 42 characters, the object first, no code and no blame (ux, section 8.2). `{where}` is a
seat or a place, `{detail}` a figure that the machine gave.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class AlarmText(NamedTuple):
    """One alarm in one language; steps are done in order."""

    title: str
    happens: str
    kept: str
    steps: tuple[str, ...]
    who: str


HEADINGS: Final[dict[str, tuple[str, str, str, str]]] = {
    "fr": ("Ce qui se passe", "Ce qui est protégé", "Ce que vous faites", "Qui prévenir"),
    "en": ("What happens", "What is safe", "What you do", "Whom to tell"),
}
"""The four fixed headings, always in this order."""

_FR: Final[dict[str, AlarmText]] = {
    "A-101": AlarmText(
        "JOURNAL NON ÉCRIT – COUP ARRÊTÉ",
        "Une écriture n’est pas sûre sur le disque.",
        "Tout ce qui est affiché est inscrit.",
        ("Laissez les cartes en place", "Appelez le chef de table"),
        "Le chef et la technique",
    ),
    "A-102": AlarmText(
        "JACKPOT REFUSÉ PAR LA CAGNOTTE",
        "La cagnotte a refusé une écriture ({detail}).",
        "Aucune somme n’est perdue ; JP1 est fermé.",
        ("Gardez les jetons JP1 de côté", "Appelez le chef de table"),
        "Le chef et la technique",
    ),
    "A-105": AlarmText(
        "COMBINAISON À VÉRIFIER – {where}",
        "Une des deux meilleures mains est à la table.",
        "La valeur du jackpot est figée.",
        ("Ne touchez plus aux cartes", "Appelez le comité", "Suivez les étapes à l’écran"),
        "Le membre du comité de direction",
    ),
    "A-201": AlarmText(
        "SABOT MUET",
        "Le sabot ne répond plus ({detail}).",
        "Les cartes déjà lues restent inscrites.",
        ("Attendez la reconnexion", "Sinon, appelez le chef"),
        "Le chef, puis la technique",
    ),
    "A-202": AlarmText(
        "CARTE ILLISIBLE – {where}",
        "Le sabot n’a pas lu une carte ({where_low}).",
        "Mises et JP1 inscrits ; la carte reste inconnue de tous.",
        ("Laissez la carte face cachée", "Finissez la donne", "Saisissez-la quand elle est ouverte"),
        "Le chef, si elle est contestée",
    ),
    "A-203": AlarmText(
        "CARTE EN DOUBLE – {where}",
        "Une carte déjà sortie est sortie de nouveau.",
        "Le coup est gelé ; aucune carte n’est nommée.",
        ("Laissez les cartes en place", "Appelez le chef", "Recomptez le jeu"),
        "Le chef de table",
    ),
    "A-204": AlarmText(
        "{detail} CARTES AU MÉLANGEUR",
        "Le mélangeur n’a pas compté 52 cartes.",
        "Aucun coup ne s’ouvre avec ce jeu.",
        ("Retirez le jeu", "Mettez l’autre jeu", "Appelez le chef"),
        "Le chef de table",
    ),
    "A-205": AlarmText(
        "JP1 À VÉRIFIER – {where}",
        "Un jeton JP1 a bougé après la fermeture, ou n’est pas ramassé.",
        "Seules les mises inscrites jouent.",
        ("Vérifiez le jeton", "Ramassez, ou rendez le jeton", "En cas de doute, appelez le chef"),
        "Le chef de table",
    ),
    "A-206": AlarmText(
        "LIAISON JACKPOT PERDUE – JP1 FERMÉ",
        "La cagnotte ne répond plus.",
        "Aucune mise JP1 n’est prise ; le jeu continue.",
        ("Rendez les jetons JP1 non ramassés", "Continuez le jeu principal"),
        "La technique",
    ),
    "A-208": AlarmText(
        "MÉLANGEUR BOURRÉ",
        "Une carte est coincée dans le mélangeur.",
        "Le coup en cours n’est pas touché.",
        ("Ouvrez le capot", "Retirez la carte", "Recomptez le jeu"),
        "La technique, si cela se répète",
    ),
    "A-209": AlarmText(
        "MÉLANGEUR MUET",
        "Le mélangeur ne répond plus ({detail}).",
        "Le coup en cours n’est pas touché.",
        ("Finissez le coup", "Mélangez à la main avec l’accord du chef"),
        "Le chef, puis la technique",
    ),
    "A-210": AlarmText(
        "CAPOT DU MÉLANGEUR OUVERT",
        "Le capot du mélangeur est ouvert.",
        "Le coup en cours n’est pas touché.",
        ("Fermez le capot", "Vérifiez le compte du jeu"),
        "Personne, si c’est vous",
    ),
    "A-211": AlarmText(
        "ORDRE DU JEU ENVOYÉ – APPAREIL À RETIRER",
        "Un appareil a transmis l’ordre des cartes.",
        "L’ordre a été ignoré et n’est pas inscrit.",
        ("Finissez le coup", "Retirez ce jeu", "Appelez le chef"),
        "La direction et la technique",
    ),
    "A-212": AlarmText(
        "APPAREIL REDÉMARRÉ",
        "Un appareil a redémarré de lui-même.",
        "Les cartes déjà lues restent inscrites.",
        ("Attendez qu’il soit prêt", "Comparez l’écran au tapis"),
        "La technique",
    ),
    "A-213": AlarmText(
        "APPAREIL INATTENDU SUR LA LIGNE",
        "Ce n’est pas l’appareil de cette table ({detail}).",
        "Rien de ce qu’il dit n’est retenu.",
        ("Vérifiez le branchement", "Appelez la technique"),
        "La technique",
    ),
    "A-214": AlarmText(
        "PROGRAMME D’APPAREIL MODIFIÉ",
        "Le programme d’un appareil n’est pas celui qui est agréé.",
        "Le coup en cours peut finir.",
        ("Finissez le coup", "Fermez la table", "Appelez la direction"),
        "La direction et la technique",
    ),
    "A-215": AlarmText(
        "COMPTE DES CARTES À VÉRIFIER",
        "Le nombre de cartes du sabot ne suit pas la donne.",
        "Les cartes déjà lues restent inscrites.",
        ("Finissez le coup", "Recomptez le jeu"),
        "Le chef de table",
    ),
    "A-217": AlarmText(
        "CARTE LUE HORS TOUR – {where}",
        "Une carte est sortie quand aucune n’était attendue.",
        "Les mises restent comme elles étaient.",
        ("Laissez la carte en place", "Appelez le chef"),
        "Le chef de table",
    ),
    "A-301": AlarmText(
        "CAPTEUR JP1 DOUTEUX – {where}",
        "Le capteur change sans cesse, ou ne change plus.",
        "Rien n’est ramassé sans votre accord.",
        ("Vérifiez le jeton à l’œil", "Prévenez avant la fermeture"),
        "La technique",
    ),
    "A-216": AlarmText(
        "CAPTEURS JP1 MUETS",
        "Les capteurs ne répondent plus ({detail}).",
        "Les mises inscrites jouent.",
        ("Ne prenez plus de mise JP1", "Appelez le chef"),
        "Le chef, puis la technique",
    ),
    "A-304": AlarmText(
        "LIGNE BRUITÉE",
        "Des messages arrivent abîmés et sont redemandés.",
        "Un message abîmé n’est jamais une carte.",
        ("Continuez", "Faites vérifier le câble"),
        "La technique, avant la fermeture",
    ),
    "A-307": AlarmText(
        "APPAREIL À VÉRIFIER",
        "Un appareil signale : {detail}.",
        "Le jeu n’est pas touché.",
        ("Continuez", "Prévenez avant la fermeture"),
        "La technique",
    ),
    "A-308": AlarmText(
        "ÉCRAN À VÉRIFIER",
        "Un écran a envoyé ce qu’aucun écran n’envoie.",
        "Rien n’en a été retenu.",
        ("Continuez", "Prévenez la technique"),
        "La technique",
    ),
    "A-309": AlarmText(
        "LECTEUR DE CARTE MUET",
        "Le lecteur de carte ne répond plus ({detail}).",
        "Aucun accord ne se donne sans carte.",
        ("Continuez le coup", "Appelez le chef"),
        "La technique",
    ),
    "A-310": AlarmText(
        "CARTE INCONNUE AU LECTEUR",
        "Cette carte n’est pas enregistrée ici.",
        "Elle ne donne aucun droit.",
        ("Retirez la carte", "Présentez-en une autre"),
        "Le chef, si elle devrait passer",
    ),
}

_EN: Final[dict[str, AlarmText]] = {
    "A-101": AlarmText(
        "JOURNAL NOT WRITTEN – ROUND HALTED",
        "An entry is not safe on the disk.",
        "All that is shown is on record.",
        ("Leave the cards where they are", "Call the table chief"),
        "The table chief and the technician",
    ),
    "A-102": AlarmText(
        "JACKPOT ENTRY REFUSED",
        "The jackpot book refused an entry ({detail}).",
        "No amount is lost; JP1 is closed.",
        ("Keep the JP1 chips aside", "Call the table chief"),
        "The table chief and the technician",
    ),
    "A-105": AlarmText(
        "HAND TO VERIFY – {where}",
        "One of the two best hands is at the table.",
        "The value of the jackpot is frozen.",
        ("Do not touch the cards", "Call the comité", "Follow the steps on the screen"),
        "The member of the comité de direction",
    ),
    "A-201": AlarmText(
        "SHOE SILENT",
        "The shoe does not answer ({detail}).",
        "Cards already read stay on record.",
        ("Wait for it to reconnect", "If not, call the chief"),
        "The chief, then the technician",
    ),
    "A-202": AlarmText(
        "UNREADABLE CARD – {where}",
        "The shoe could not read a card ({where_low}).",
        "Stakes and JP1 are on record; nobody knows the card.",
        ("Leave the card face down", "Finish the deal", "Key it in once it is open"),
        "The chief, if it is contested",
    ),
    "A-203": AlarmText(
        "DUPLICATE CARD – {where}",
        "A card that was already out came out again.",
        "The round is held; no card is named.",
        ("Leave the cards where they are", "Call the chief", "Count the deck again"),
        "The table chief",
    ),
    "A-204": AlarmText(
        "{detail} CARDS IN THE SHUFFLER",
        "The shuffler did not count 52 cards.",
        "No round opens with this deck.",
        ("Take the deck out", "Put the other deck in", "Call the chief"),
        "The table chief",
    ),
    "A-205": AlarmText(
        "CHECK JP1 – {where}",
        "A JP1 chip moved after the closing, or was not collected.",
        "Only registered stakes play.",
        ("Check the chip", "Collect it, or give it back", "In doubt, call the chief"),
        "The table chief",
    ),
    "A-206": AlarmText(
        "JACKPOT LINK LOST – JP1 CLOSED",
        "The jackpot book does not answer.",
        "No JP1 stake is taken; the game goes on.",
        ("Give back JP1 chips not collected", "Go on with the main game"),
        "The technician",
    ),
    "A-208": AlarmText(
        "SHUFFLER JAMMED",
        "A card is stuck in the shuffler.",
        "The round under way is not touched.",
        ("Open the lid", "Take the card out", "Count the deck again"),
        "The technician, if it happens again",
    ),
    "A-209": AlarmText(
        "SHUFFLER SILENT",
        "The shuffler does not answer ({detail}).",
        "The round under way is not touched.",
        ("Finish the round", "Shuffle by hand if the chief agrees"),
        "The chief, then the technician",
    ),
    "A-210": AlarmText(
        "SHUFFLER LID OPEN",
        "The lid of the shuffler is open.",
        "The round under way is not touched.",
        ("Close the lid", "Check the count of the deck"),
        "Nobody, if it was you",
    ),
    "A-211": AlarmText(
        "DECK ORDER SENT – REMOVE THE MACHINE",
        "A machine has sent the order of the cards.",
        "The order was ignored and is not on record.",
        ("Finish the round", "Take this deck out", "Call the chief"),
        "The management and the technician",
    ),
    "A-212": AlarmText(
        "MACHINE RESTARTED",
        "A machine restarted by itself.",
        "Cards already read stay on record.",
        ("Wait until it is ready", "Compare the screen with the felt"),
        "The technician",
    ),
    "A-213": AlarmText(
        "UNEXPECTED MACHINE ON THE LINE",
        "This is not the machine of this table ({detail}).",
        "Nothing it says is taken in.",
        ("Check the cable", "Call the technician"),
        "The technician",
    ),
    "A-214": AlarmText(
        "MACHINE PROGRAM CHANGED",
        "A machine’s program is not the approved one.",
        "The round under way may end.",
        ("Finish the round", "Close the table", "Call the management"),
        "The management and the technician",
    ),
    "A-215": AlarmText(
        "CHECK THE CARD COUNT",
        "The shoe’s count does not follow the deal.",
        "Cards already read stay on record.",
        ("Finish the round", "Count the deck again"),
        "The table chief",
    ),
    "A-217": AlarmText(
        "CARD OUT OF TURN – {where}",
        "A card came out when none was expected.",
        "The stakes stay as they were.",
        ("Leave the card where it is", "Call the chief"),
        "The table chief",
    ),
    "A-301": AlarmText(
        "JP1 SENSOR DOUBTFUL – {where}",
        "The sensor keeps changing, or changes no more.",
        "Nothing is collected without you.",
        ("Look at the chip itself", "Report before closing"),
        "The technician",
    ),
    "A-216": AlarmText(
        "JP1 SENSORS SILENT",
        "The sensors do not answer ({detail}).",
        "Registered stakes play.",
        ("Take no more JP1 stakes", "Call the chief"),
        "The chief, then the technician",
    ),
    "A-304": AlarmText(
        "NOISY LINE",
        "Messages arrive damaged and are asked for again.",
        "A damaged message never becomes a card.",
        ("Go on", "Have the cable checked"),
        "The technician, before closing",
    ),
    "A-307": AlarmText(
        "MACHINE TO CHECK",
        "A machine reports: {detail}.",
        "The game is not touched.",
        ("Go on", "Report before closing"),
        "The technician",
    ),
    "A-308": AlarmText(
        "SCREEN TO CHECK",
        "A screen sent what no screen sends.",
        "Nothing of it was taken in.",
        ("Go on", "Tell the technician"),
        "The technician",
    ),
    "A-309": AlarmText(
        "CARD READER SILENT",
        "The card reader does not answer ({detail}).",
        "No approval is given without a card.",
        ("Go on with the round", "Call the chief"),
        "The technician",
    ),
    "A-310": AlarmText(
        "UNKNOWN CARD IN THE READER",
        "This card is not registered here.",
        "It gives no right.",
        ("Take the card out", "Present another one"),
        "The chief, if it ought to pass",
    ),
}

ALARMS: Final[dict[str, dict[str, AlarmText]]] = {"fr": _FR, "en": _EN}


def alarm_text(language: str, code: str) -> AlarmText:
    """The alarm's wording; a code that is not in the catalogue is worded as a machine to check."""
    known = ALARMS[language]
    return known.get(code, known["A-307"])
