"""Why a machine cannot be listened to, or what is wrong with it, and what to do: French, then English.

Forms as `controller.words.known_again` has them, for `tapis devices`; the English is what the drivers and
this room say, which know no language.
"""

from __future__ import annotations

from typing import Final

from controller.boot.machine_examination import ASKED
from controller.boot.sounds import NO_BUZZER, NO_PROGRAM, SWITCHED_OFF
from controller.installed import file_named
from drivers.recordings.desk import ADVICE

RULES: Final = file_named("70-tapis.rules")
ADVISED: Final[dict[str, str]] = {
    "no_answer": (
        "la ligne est ouverte et aucun appareil ne répond\u00a0: vérifiez qu’il est allumé, et que c’est"
        " bien son câble"
    ),
    "silence": "l’appareil s’est tu\u00a0: vérifiez son alimentation et le câble",
    "no_ack": "l’appareil n’accepte pas ce qu’on lui dit\u00a0: éteignez-le, rallumez-le",
    "foreign_machine": "un appareil d’un autre genre est sur cette ligne\u00a0: vérifiez quel câble va où",
    "protocol_version": (
        "l’appareil parle une autre version du protocole\u00a0: faites mettre à jour son programme"
    ),
    "protocol_boot": (
        "le boot de l’appareil est 0, et chaque démarrage doit en tirer un autre\u00a0: faites corriger son"
        " programme"
    ),
    "schema_hash": "l’appareil a une autre liste de messages\u00a0: faites mettre à jour son programme",
    "firmware_changed": (
        "le programme de l’appareil n’est pas celui qui est approuvé\u00a0: n’ouvrez pas la table"
    ),
    "line_noise": "la ligne est bruitée\u00a0: vérifiez le câble, et le débit dans table.toml",
    "foreign_message": (
        "l’appareil dit ce qu’aucun appareil de ce genre ne dit\u00a0: vérifiez quel câble va où"
    ),
    "malformed_message": (
        "un de ses messages ne se lit pas, les autres comptent\u00a0: faites regarder son programme"
    ),
    "lock_stays_open": "son verrou ne se ferme pas\u00a0: regardez le pêne, puis éteignez-le et rallumez-le",
    "lock_stays_shut": "son verrou ne s’ouvre pas\u00a0: regardez le pêne, puis éteignez-le et rallumez-le",
    "code_unknown": (
        "un code a été lu qui n’est celui d’aucune carte de la liste\u00a0: vérifiez shoe.codes dans"
        " table.toml"
    ),
    "chip_bouncing": (
        "un capteur ne se tient pas tranquille\u00a0: nettoyez l’emplacement, puis regardez son câble"
    ),
    "chip_stuck": "un capteur reste couvert\u00a0: ôtez ce qui est posé sur l’emplacement",
    "card_busy": "un autre programme tient la carte\u00a0: arrêtez ce programme",
    "port_not_there": "il n’est pas branché\u00a0: vérifiez le câble et l’alimentation",
    "port_no_permission": f"son port n’est pas permis à cet utilisateur\u00a0: nommez-le dans {RULES}",
    "port_busy": "son port sert à un autre programme\u00a0: arrêtez ce programme",
    "port_two_alike": (
        "il est branché plus d’une fois\u00a0: ajoutez le numéro de série à son url dans table.toml"
    ),
    "port_failed": "son port ne s’ouvre pas\u00a0: débranchez-le, rebranchez-le, puis essayez un autre câble",
    "foreign_device": (
        "un autre appareil est à son port\u00a0: branchez l’appareil de cette table, ou corrigez table.toml"
    ),
    "library_missing": "sa bibliothèque n’est pas installée\u00a0: tapis doctor la nomme",
    "pins_missing": "cet ordinateur n’a pas de broches pour lui\u00a0: tapis doctor dit pourquoi",
    "code_spoilt": "un code est arrivé incomplet\u00a0: vérifiez les réglages du lecteur, puis le câble",
}
"""What to do about a health or a trouble, by its code; the English is `drivers.recordings.desk.ADVICE`."""
FORMS: Final[tuple[tuple[str, str], ...]] = (
    *((french, ADVICE[code]) for code, french in ADVISED.items()),
    ("regardez ses alarmes", "see its alarms"),
    # a port
    (
        "{url} n’est pas branché\u00a0: vérifiez le câble, l’alimentation et l’url de table.toml",
        "{url} is not plugged in: check the cable and the power, and the url in table.toml",
    ),
    (
        "{device}\u00a0: {url} n’est pas branché\u00a0: vérifiez le câble, l’alimentation, et sa place dans"
        " table.toml",
        "{device}: {url} is not plugged in: check the cable and the power, and its place in table.toml",
    ),
    (
        f"{{url}} n’est pas permis à cet utilisateur\u00a0: nommez-le dans {RULES}, ou tapez ceci sous"
        " l’utilisateur de la table",
        f"{{url}} is not permitted to this user: name it in {RULES}, or type this as the table's user",
    ),
    (
        "{url} sert à un autre programme\u00a0: arrêtez ce programme, ou la table si elle tourne",
        "{url} is in use by another program: stop that program, or the table if it is running",
    ),
    (
        "{url} est branché plus d’une fois\u00a0: ajoutez le numéro de série à l’url de table.toml",
        "{url} is plugged in more than once: add the serial number to the url in table.toml",
    ),
    (
        "{url} ne s’ouvre pas ({why})\u00a0: débranchez-le, rebranchez-le, puis essayez un autre câble",
        "{url} cannot be opened ({why}): unplug it, plug it in again, then try another cable",
    ),
    (
        "{url} est un autre appareil, {what}\u00a0: branchez l’appareil de cette table, ou corrigez l’url de"
        " table.toml",
        "{url} is {what}: plug in the machine of this table, or correct the url in table.toml",
    ),
    (
        "{url}\u00a0: aucun serveur série ne répond\u00a0: vérifiez qu’il est allumé, son câble, et l’url de"
        " table.toml",
        "{url}: no serial server answers: check that it is on, its cable, and the url in table.toml",
    ),
    (
        "{url}\u00a0: rien ne répond en {seconds} s\u00a0: vérifiez qu’il est allumé, et son câble",
        "{url}: nothing answers within {seconds} s: check that it is on, and its cable",
    ),
    # a machine that answers
    (
        "{url}\u00a0: il répond et ne dit pas comment il va\u00a0: faites regarder son programme",
        "{url}: it answers and does not say how it is: have its program looked at",
    ),
    (
        "{url}\u00a0: prié de se verrouiller, il ne dit pas qu’il l’est\u00a0: faites regarder son programme",
        "{url}: asked to be locked it does not say that it is: have its program looked at",
    ),
    (
        "{url}\u00a0: il a mis {took} ms à répondre, {most} ms au plus\u00a0: faites regarder son programme",
        "{url}: it took {took} ms to answer, {most} ms at most: have its program looked at",
    ),
    (
        "{said} (l’appareil\u00a0: {theirs}\u202f; la table\u00a0: {ours})",
        "{said} (the machine: {theirs}; the table: {ours})",
    ),
    ("{device}\u00a0: la table tourne\u00a0: arrêtez-la d’abord", "{device}: the table runs: stop it first"),
    (
        "{device}\u00a0: pas dans les réglages\u202f; ajoutez [{section}] à table.toml",
        "{device}: not in the settings; add [{section}] to table.toml",
    ),
    # what is held against the rules of the open protocol
    (
        "{device}\u00a0: pas dans les réglages\u202f; ajoutez [{section}] à table.toml, ou nommez son PORT",
        "{device}: not in the settings; add [{section}] to table.toml, or name its PORT",
    ),
    (
        "{device}\u00a0: son pilote est {what}\u00a0: seul le protocole ouvert a ces règles",
        "{device}: its driver is {what}: only the open protocol has these rules",
    ),
    (
        "PORT\u00a0: ce n’est pas un port\u202f; un chemin, socket://HÔTE:PORT ou usb://FABRICANT:PRODUIT",
        "PORT: no such port; a path, socket://HOST:PORT or usb://VENDOR:PRODUCT",
    ),
    # the spots, their pins, the sounds
    (
        "posez un jeton sur chaque emplacement JP1 et ôtez-le\u202f; le voyant clignote jusqu’à ce que le"
        " jeton soit vu",
        ASKED,
    ),
    (
        "couvert tout le temps\u00a0: ôtez ce qui est posé dessus, puis nettoyez le capteur",
        "covered all the time: take away what lies on it, then clean the sensor",
    ),
    (
        "jamais couvert\u00a0: un jeton y a-t-il été posé\u202f? Alors regardez le capteur et son câble",
        "never covered: was a chip laid on it? Then look at the sensor and its cable",
    ),
    (
        "jamais libéré\u00a0: ôtez le jeton\u202f; s’il est ôté, nettoyez le capteur",
        "never free again: take the chip off; if it is off, clean the sensor",
    ),
    (
        "capteurs\u00a0: sièges {seats} non éprouvés\u202f; voir ci-dessus",
        "chips: seats {seats} not proven; see above",
    ),
    (
        "{chip} n’est pas là\u00a0: vérifiez son câble, et chips.chip\u202f; gpiodetect nomme les puces",
        "{chip} is not there: check its cable, and chips.chip; gpiodetect lists the chips",
    ),
    (
        "{chip} n’est pas permis à cet utilisateur\u00a0: ajoutez-le au groupe gpio",
        "{chip} is not permitted to this user: add the user to the group gpio",
    ),
    (
        "une ligne de {chip} sert à un autre programme\u00a0: arrêtez ce programme, ou la"
        " table si elle tourne\u202f; gpioinfo le nomme",
        "a line of {chip} is in use by another program: stop that program, or the table if it"
        " is running; gpioinfo names it",
    ),
    (
        "{chip} n’est pas une puce GPIO\u00a0: corrigez chips.chip\u202f; gpiodetect nomme les puces",
        "{chip} is no GPIO chip: correct chips.chip; gpiodetect lists the chips",
    ),
    (
        "{chip} n’a pas cette ligne ({why})\u00a0: corrigez [chips]\u202f; gpioinfo nomme ses lignes",
        "{chip} has no such line ({why}): correct [chips]; gpioinfo lists its lines",
    ),
    (
        "{chip} ne s’ouvre pas ({why})\u00a0: rebranchez-la, puis regardez son câble",
        "{chip} does not open ({why}): plug it in again, then look at its cable",
    ),
    (
        "pas de broches sur cette machine ({why})\u00a0: câblez les capteurs à une"
        " carte qui en"
        ' a, mettez backend = "gpiod", ou retirez [chips] de table.toml',
        "no pins on this machine ({why}): wire the sensors to a board that has pins, say"
        ' backend = "gpiod", or take [chips] out of table.toml',
    ),
    (
        "{why}\u00a0: arrêtez l’autre programme qui tient les broches, ou la table si elle tourne",
        "{why}: stop the other program that uses the pins, or the table if it is running",
    ),
    (
        "{why}\u00a0: corrigez les broches de [chips] dans table.toml",
        "{why}: correct the pins of [chips] in table.toml",
    ),
    (
        "{why}\u00a0: regardez la carte, et les broches de [chips] dans table.toml",
        "{why}: look at the board, and at the pins of [chips] in table.toml",
    ),
    (
        "lgpio ne peut pas créer son tube dans {what} ({why})\u00a0: réglez LG_WD",
        "lgpio cannot make its pipe in {what} ({why}): set LG_WD",
    ),
    (
        "aucun buzzer n’est câblé, les alarmes ne font que se voir\u00a0: nommez buzzer_pin dans [chips],"
        " ou mettez"
        ' output = "audio" dans [sound]',
        NO_BUZZER,
    ),
    (
        "aucun programme ne joue de son ici, les alarmes ne font que se voir\u00a0: installez alsa-utils,"
        " pipewire-bin ou pulseaudio-utils",
        NO_PROGRAM,
    ),
    (
        "coupé dans [sound], les alarmes ne font que se voir\u00a0: est-ce voulu\u202f?"
        ' output = "buzzer" le fait sonner',
        SWITCHED_OFF,
    ),
    ("son\u00a0: {said}", "sound: {said}"),
    (
        "son\u00a0: {what}\u00a0: regardez le haut-parleur, et [sound] dans table.toml",
        "sound: {what}: look at the loudspeaker, and at [sound] in table.toml",
    ),
    # recordings
    (
        "rien n’est enregistré\u00a0: {table} n’est pas fermée, et un enregistrement nomme les"
        " cartes\u202f; fermez d’abord la table",
        "nothing is recorded: {table} is not closed, and a recording names the cards; close the table first",
    ),
    (
        "rien n’est enregistré\u00a0: on ne sait pas si la table est fermée ({why})",
        "nothing is recorded: whether the table is closed cannot be told ({why})",
    ),
    ("{count} octets, {most} au plus", "{count} bytes, at most {most}"),
    ("ligne {line}\u00a0: {count} octets, {most} au plus", "line {line}: {count} bytes, at most {most}"),
    ("ligne {line}\u00a0: pas de JSON", "line {line}: no JSON"),
    ("ligne {line}\u00a0: pas un objet", "line {line}: no object"),
    ("ligne {line}\u00a0: {what} manque", "line {line}: {what} is missing"),
    (
        "ligne {line}\u00a0: tapis_recording est {what}, ce programme lit {known}",
        "line {line}: tapis_recording is {what}, this program reads {known}",
    ),
    (
        "ligne {line}\u00a0: machine est un texte, settings un objet, boot un nombre à partir de 1",
        "line {line}: machine is text, settings an object, boot a number from 1",
    ),
    (
        "ligne {line}\u00a0: machine est {what}, au lieu de {names}",
        "line {line}: machine is {what}, one of {names}",
    ),
    (
        "ligne {line}\u00a0: il faut ms, jamais moins qu’avant, et un de {names}",
        "line {line}: not ms, never less than before, and one of {names}",
    ),
    ("ligne {line}\u00a0: {way} n’est pas un texte", "line {line}: {way} is not a text"),
    (
        "ligne {line}\u00a0: {way} a {count} caractères, {most} au plus",
        "line {line}: {way} is {count} characters long, at most {most}",
    ),
    (
        "ligne {line}\u00a0: {way} n’est pas hexadécimal",
        "line {line}: {way} is not hexadecimal",
    ),
    (
        "{way} est {what}, non un emplacement avec on ou off",
        "{way} is {what}, not a spot with on or off",
    ),
    ("card est {what}\u00a0: ce rôle n’existe pas", "card is {what}: no such role"),
    ("card est {what}, ce qu’aucun badge ne dit", "card is {what}, which no card says"),
    # the badge reader
    (
        "aucun lecteur n’est branché\u00a0: vérifiez son câble\u202f; pcsc_scan nomme les lecteurs",
        "no reader is plugged in: check its cable; pcsc_scan lists the readers",
    ),
    (
        "il y a {what}, et aucun lecteur {url}\u00a0: branchez le lecteur de cette table, ou corrigez"
        " badge.name dans table.toml",
        "there is {what}, and no reader {url}: plug in the reader of this table, or correct badge.name in"
        " table.toml",
    ),
    (
        "pcscd ne répond pas ({why})\u00a0: tapez {typed}, puis {section}",
        "pcscd does not answer ({why}): type {typed}, then {section}",
    ),
    (
        "pcscd ne laisse pas entrer cet utilisateur\u00a0: {typed} laisse entrer tapis et tapis-pit",
        "pcscd does not let this user in: {typed} lets in the users tapis and tapis-pit",
    ),
    (
        "pcscd\u00a0: {why}\u00a0: tapez systemctl restart pcscd, puis rebranchez le lecteur",
        "pcscd: {why}: systemctl restart pcscd, then plug the reader in again",
    ),
    ("capteurs JP1\u00a0: {said}", "chip sensors: {said}"),
    ("lecteur de badge\u00a0: {said}", "badge reader: {said}"),
    # a library that is missing
    (
        "{library} manque\u00a0: tapez {typed} dans le dossier des paquets",
        "{library} is missing: type {typed} in the folder of the package files",
    ),
    ("{library} manque\u00a0: tapez {typed} dans {url}", "{library} is missing: type {typed} in {url}"),
    ("{library} manque\u00a0: tapez {typed}", "{library} is missing: type {typed}"),
    (
        "ce gpiod est plus ancien que la version 2\u00a0: tapez {typed} dans le dossier des paquets",
        "this gpiod is older than 2: type {typed} in the folder of the package files",
    ),
    (
        "ce gpiod est plus ancien que la version 2\u00a0: tapez {typed} dans {url}",
        "this gpiod is older than 2: type {typed} in {url}",
    ),
    # last, for it fits whatever stands after a machine's name
    ("{device}\u00a0: {said}", "{device}: {said}"),
)
