"""The alarms' wording: a title, what happens, what is kept safe, what to do, whom to tell.

Titles keep to 42 characters, the object first, no code and no blame (screens, section 8.2). `{where}` is a
seat or a place, `{detail}` a figure that the machine gave.
"""

from __future__ import annotations

import re
from typing import Final

from ui.texts.alarms_en import ENGLISH, AlarmText
from ui.texts.decks import ALARMS_EN, ALARMS_FR

HEADINGS: Final[dict[str, tuple[str, str, str, str]]] = {
    "fr": ("Ce qui se passe", "Ce qui est protégé", "Ce que vous faites", "Qui prévenir"),
    "en": ("What happens", "What is safe", "What you do", "Whom to tell"),
}
"""The four fixed headings, always in this order."""

_FR: Final[dict[str, AlarmText]] = {
    "A-102": AlarmText(
        "ÉCART JACKPOT – JP1 FERMÉ",
        "Le compteur du jackpot et ses écritures ne concordent pas ({detail}).",
        "Aucune somme n’est perdue\u202f; JP1 est fermé.",
        ("Gardez les jetons JP1 de côté", "Appelez le comité : deux personnes rouvrent"),
        "Le comité et la technique",
    ),
    "A-105": AlarmText(
        "COMBINAISON À VÉRIFIER – {where}",
        "Une des deux meilleures mains est à la table.",
        "La valeur du jackpot est figée.",
        ("Ne touchez plus aux cartes", "Appelez le comité", "Suivez les étapes à l’écran"),
        "Le membre du comité de direction",
    ),
    "A-107": AlarmText(
        "MISES JP1 HORS NORME – REFUSÉES",
        "Plus de sept mises JP1 pour un coup d’une table.",
        "Rien n’est entré au jackpot\u202f; JP1 est fermé.",
        ("Rendez les jetons JP1", "Appelez le comité : deux personnes rouvrent"),
        "Le membre du comité de direction",
    ),
    "A-110": AlarmText(
        "DONNÉES D’UNE COPIE – JP1 FERMÉ",
        "Les données de la table ne sont pas celles qu’elle a écrites en dernier ({detail}).",
        "Rien n’est effacé\u202f; le jeu continue sans JP1.",
        ("Comparez le tapis et l’écran", "Appelez le comité\u00a0: deux personnes acceptent l’écart"),
        "Le comité et la technique",
    ),
    "A-111": AlarmText(
        "MISES JP1 REFUSÉES PAR LE JACKPOT",
        "Le jackpot refuse pour de bon les mises JP1 de ce coup ({detail}).",
        "Rien n’est entré au jackpot\u202f; JP1 est fermé, le coup continue.",
        ("Rendez les jetons JP1", "Continuez le coup", "Appelez le comité\u00a0: deux personnes rouvrent"),
        "Le comité et la technique",
    ),
    "A-113": AlarmText(
        "CLÉ DES CARTES PERDUE – COUP À ANNULER",
        "La clé sous laquelle les cartes de cette session sont scellées n’est plus là.",
        "Les mises et les cartes ouvertes sont connues\u202f; rien n’est perdu pour personne.",
        (
            "Appelez le chef et le comité\u00a0: à deux, ils annulent le coup",
            "Rendez les mises, puis fermez la table\u00a0: elle repart avec une nouvelle clé",
        ),
        "Le chef de table, le comité et la technique",
    ),
    "A-201": AlarmText(
        "SABOT MUET – SAISIE MANUELLE\u202f?",
        "Le sabot ne répond plus ({detail}).",
        "Les cartes déjà lues restent inscrites.",
        ("Attendez la reconnexion", "Sinon, appelez le chef\u00a0: saisir à la main"),
        "Le chef, puis la technique",
    ),
    "A-202": AlarmText(
        "CARTE ILLISIBLE – {where}",
        "Le sabot n’a pas lu une carte ({where_low}).",
        "Les mises sont inscrites\u202f; la carte reste inconnue de tous.",
        ("Laissez la carte face cachée", "Finissez la donne", "Saisissez-la quand elle est ouverte"),
        "Le chef, si elle est contestée",
    ),
    "A-203": AlarmText(
        "CARTE EN DOUBLE – {where}",
        "Une carte déjà sortie est sortie de nouveau, ou une carte saisie est ouverte ailleurs aussi.",
        "Le coup est gelé\u202f; seule une carte ouverte est nommée.",
        ("Laissez les cartes en place", "Appelez le chef", "Recomptez le jeu"),
        "Le chef de table",
    ),
    "A-204": AlarmText(
        "{detail} CARTES AU MÉLANGEUR",
        "Le mélangeur n’a pas compté 52 cartes.",
        "Ce jeu n’est pas donné\u202f; celui du sabot n’est pas touché.",
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
        "Le jackpot ne répond plus.",
        "Aucune mise JP1 n’est prise\u202f; le jeu continue.",
        ("Rendez les jetons JP1 non ramassés", "Continuez le jeu principal"),
        "La technique",
    ),
    "A-207": AlarmText(
        "BADGE REFUSÉ ({detail})",
        "Le badge au lecteur, ou son PIN, est refusé ({detail}).",
        "Rien n’est autorisé. Au 5e PIN faux, le badge est bloqué.",
        ("Recommencez, ou prenez un autre badge",),
        "Le chef, si ce n’est pas son badge",
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
    "A-229": AlarmText(
        "JETON JP1 SUR PLACE LIBRE – {where}",
        "Un jeton JP1 est posé là où personne ne mise.",
        "Il ne compte pas\u202f; les mises ne ferment pas.",
        ("Saisissez les mises du joueur", "Ou rendez le jeton", "Capteur bloqué\u00a0: appelez le chef"),
        "Le chef de table",
    ),
    "A-230": AlarmText(
        "JETON JP1 NON RAMASSÉ – {where}",
        "La mise JP1 est au jackpot, son jeton est encore sur le tapis.",
        "La mise est inscrite une fois\u202f; le coup continue.",
        ("Ramassez le jeton", "Capteur bloqué\u00a0: appelez le chef"),
        "Le chef de table",
    ),
    "A-231": AlarmText(
        "VERROU DU SABOT\u00a0: {detail}",
        "Le sabot n’obéit pas\u00a0: son verrou {detail}.",
        "La donne est gelée\u202f; les cartes lues restent inscrites.",
        ("Ne tirez aucune carte", "Appelez le chef", "Le chef compte les cartes"),
        "Le chef, puis la technique",
    ),
    "A-232": AlarmText(
        "AUCUNE CARTE DU SABOT",
        "Le sabot peut donner, et aucune carte n’est sortie depuis 30\u00a0s.",
        "Les mises restent bloquées\u202f; les cartes déjà lues restent inscrites.",
        (
            "Regardez si le jeu est dans le sabot",
            "Tirez la carte suivante",
            "Sabot bloqué\u00a0: appelez le chef",
        ),
        "Le chef de table",
    ),
    "A-222": AlarmText(
        "BADGE BLOQUÉ 15 MIN (PIN 5/5)",
        "Cinq PIN faux ont été saisis\u00a0: {detail}.",
        "Le badge n’autorise plus rien, à aucune table.",
        ("Gardez le badge", "Appelez le chef de table"),
        "Le directeur responsable",
    ),
    "A-223": AlarmText(
        "CROUPIER RÉVOQUÉ",
        "Le registre a révoqué le croupier\u00a0: {detail}.",
        "Le coup se termine\u202f; le suivant attend la relève.",
        ("Terminez le coup", "Appelez la relève"),
        "Le chef de table",
    ),
    "A-301": AlarmText(
        "CAPTEUR JP1 DOUTEUX – {where}",
        "Ce capteur n’est pas cru\u202f; les autres le sont.",
        "Rien n’est ramassé sans votre accord.",
        ("Pas de JP1 ici, ou lampe à la main (chef)", "Entre deux coups, couvrez et découvrez la case"),
        "La technique",
    ),
    "A-216": AlarmText(
        "CAPTEURS JP1 MUETS",
        "Les capteurs ne répondent plus ({detail}).",
        "Les mises inscrites jouent.",
        ("Ne prenez plus de mise JP1", "Le chef peut permettre les lampes à la main"),
        "Le chef, puis la technique",
    ),
    "A-304": AlarmText(
        "REPRISES SÉRIE {detail}",
        "Trop de messages sont à redire\u00a0: {detail}.",
        "Chaque message arrive une fois et entier\u00a0: aucune carte n’est perdue.",
        ("Vérifiez le câble et les prises", "Continuez", "S’il reste, changez le câble à la fermeture"),
        "La technique, avant la fermeture",
    ),
    "A-316": AlarmText(
        "MESSAGE D’APPAREIL NON COMPRIS",
        "Un appareil a dit un message qui ne se lit pas ({detail}).",
        "Ce message est écarté\u202f; tout autre compte.",
        ("Continuez", "Prévenez avant la fermeture"),
        "La technique",
    ),
    "A-317": AlarmText(
        "TABLE SANS SON",
        "Le son de cette machine ne sort pas\u00a0: {detail}.",
        "Toute alarme se voit ici et au pit, comme toujours.",
        ("Continuez, en gardant un œil sur la ligne d’alarme", "Prévenez avant la fermeture"),
        "La technique, avant la fermeture",
    ),
    "A-315": AlarmText(
        "APPAREIL TROP CHAUD",
        "Un appareil dépasse la température que son fabricant admet.",
        "Le jeu n’est pas touché.",
        ("Dégagez les aérations", "Continuez", "Faites vérifier le ventilateur à la fermeture"),
        "La technique, avant la fermeture",
    ),
    "A-314": AlarmText(
        "LIGNE BRUITÉE",
        "Des messages arrivent abîmés et sont redemandés.",
        "Un message abîmé n’est jamais une carte.",
        ("Continuez", "Faites vérifier le câble"),
        "La technique, avant la fermeture",
    ),
    "A-307": AlarmText(
        "APPAREIL À VÉRIFIER",
        "Un appareil signale\u00a0: {detail}.",
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
        "LECTEUR DE BADGE MUET",
        "Le lecteur de badge ne répond plus ({detail}).",
        "Aucun accord ne se donne sans badge.",
        ("Continuez le coup", "Appelez le chef"),
        "La technique",
    ),
    "A-310": AlarmText(
        "BADGE INCONNU AU LECTEUR",
        "Ce badge n’est pas enregistré ici.",
        "Il ne donne aucun droit.",
        ("Retirez le badge", "Présentez-en un autre"),
        "Le chef, s’il devrait passer",
    ),
    "A-311": AlarmText(
        "APPAREIL INCONNU BRANCHÉ À LA TABLE",
        "Un appareil qui n’est pas prévu est branché ({detail}).",
        "La table ne l’ouvre pas et n’en lit rien.",
        ("Finissez le coup", "Appelez le chef", "Faites débrancher l’appareil"),
        "Le chef, la sécurité et la technique",
    ),
}

ALARMS: Final[dict[str, dict[str, AlarmText]]] = {"fr": {**_FR, **ALARMS_FR}, "en": {**ENGLISH, **ALARMS_EN}}


SPELLED: Final = ("JP1", "PIN")
_OF_ONE: Final = re.compile(r"( –|\s*\()[^–(]*\{\w+\}[^–]*$|\W*\{\w+\}\W*")
"""What a title says of one alarm: its place or its figure, with the unit and the dash before it."""


def alarm_kind(language: str, code: str) -> str:
    """`Carte illisible`: what an alarm is about, without place and figure, as a list of many has it."""
    bare = _OF_ONE.sub(" ", alarm_text(language, code).title).strip()
    small = " ".join(word if word.strip("()") in SPELLED else word.lower() for word in bare.split(" "))
    return small[:1].upper() + small[1:]


def alarm_text(language: str, code: str) -> AlarmText:
    """The alarm's wording; a code that is not in the catalogue is worded as a machine to check."""
    known = ALARMS[language]
    return known.get(code, known["A-307"])
