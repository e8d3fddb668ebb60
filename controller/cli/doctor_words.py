"""What `tapis doctor` checks and finds, French and English; what to do about it is in `doctor_advice`.

A sentence of a layer below, such as why a file of settings is refused, stands in brackets as it is.
"""

from __future__ import annotations

from typing import Final

from controller.host.disk import BROKEN, FORBIDDEN, FULL, NO_FOLDER, READ_ONLY

LEVELS: Final[dict[str, tuple[str, str]]] = {
    "ok": ("bon", "ok"),
    "warning": ("à voir", "warning"),
    "fault": ("DÉFAUT", "fault"),
}
CHECKS: Final[dict[str, tuple[str, str]]] = {
    "python": ("python", "python"),
    "sqlite": ("sqlite", "sqlite"),
    "qt": ("qt", "qt"),
    "screens": ("écrans", "screens"),
    "swap": ("swap", "swap"),
    "clock": ("horloge", "clock"),
    "witness": ("témoin", "witness"),
    "rules": ("règles", "rules"),
    "configuration": ("réglages", "configuration"),
    "last deals": ("dernières donnes", "last deals"),
    "establishment": ("établissement", "establishment"),
    "program": ("programme", "program"),
    "data": ("données", "data"),
    "seal key": ("clé des cartes", "seal key"),
    "sign key": ("clé de signature", "sign key"),
    "journals": ("journaux", "journals"),
    "time": ("heure", "time"),
    "mark": ("marque", "mark"),
    "people": ("personnes", "people"),
    "frame log": ("trames", "frame log"),
    "jackpot book": ("livre du jackpot", "jackpot book"),
    "sockets": ("sockets", "sockets"),
    "accounts": ("comptes", "accounts"),
    "shoe": ("sabot", "shoe"),
    "shuffler": ("mélangeur", "shuffler"),
    "chip sensors": ("capteurs JP1", "chip sensors"),
    "sound": ("son", "sound"),
    "badge reader": ("lecteur de badge", "badge reader"),
    "plugged in": ("appareils USB", "plugged in"),
}
WIDTHS: Final = (16, 14)
"""Letters of the column of `CHECKS`, in French and in English."""
FOUND: Final[dict[str, tuple[str, str]]] = {
    # the programs
    "python.fine": ("{version}, contrôles internes actifs", "{version}, assertions on"),
    "python.old": ("{version}", "{version}"),
    "python.optimised": ("{version} sans ses contrôles internes", "{version} without assertions"),
    "sqlite.fine": ("{version}", "{version}"),
    "sqlite.withdrawn": ("{version}, retirée par ses auteurs", "{version}, withdrawn by its makers"),
    "sqlite.old": (
        "{version} a le défaut «\u00a0WAL-reset\u00a0» des versions d’avant 3.51.3",
        "{version} has the WAL-reset bug of versions before 3.51.3",
    ),
    "qt.fine": ("PySide6 {version}", "PySide6 {version}"),
    "qt.missing": ("PySide6-Essentials n’est pas installé", "PySide6-Essentials is not installed"),
    "qt.other": (
        "PySide6 {version} n’est pas entre 6.8.3 et 6.11",
        "PySide6 {version} is not from 6.8.3 to 6.11",
    ),
    "screens.fine": (
        "Qt démarre, les polices de caractères sont là",
        "Qt starts, the typefaces are there",
    ),
    "screens.slow": ("Qt ne démarre pas en {seconds} s", "Qt does not start within {seconds} s"),
    "screens.refused": ("{why}", "{why}"),
    "swap.off": ("coupé", "off"),
    "swap.on": ("sur {device}", "on {device}"),
    "swap.untold": ("le système ne le dit pas", "the system does not tell"),
    "clock.fine": ("{now}, synchronisée", "{now}, synchronised"),
    "clock.past": (
        "{now}, avant l’installation de ce programme",
        "{now}, before this program was installed",
    ),
    "clock.unkept": ("{now}, sans qu’on la sache synchronisée", "{now}, not known to be synchronised"),
    # the configuration
    "settings.refused": ("refusé\u00a0: {why}", "{why}"),
    "configuration.fine": (
        "{table} joue {profile} à {places} place{places:|s}\u202f; profils\u00a0: {profiles}",
        "{table} plays {profile} at {places} place{places:|s}; profiles: {profiles}",
    ),
    "establishment.fine": ("{name}", "{name}"),
    "establishment.example": (
        "les papiers portent le nom de l’exemple, {name}",
        "papers bear the example's name, {name}",
    ),
    "last_deals.no_hour": (
        "ce jeu annonce ses dernières donnes une demi-heure avant la fermeture, et aucune heure n’est dite",
        "this game announces its last deals half an hour before the closing, and no hour is set",
    ),
    # the machines
    "none_named": ("pas dans les réglages", "not in the settings"),
    "line.there": ("{url} est là", "{url} is there"),
    "line.untried": ("{url}, pas essayé ici", "{url}, not tried here"),
    "line.away": ("{path} n’est pas là", "{path} is not there"),
    "line.no_device": ("{path} n’est pas un appareil", "{path} is no device"),
    "line.forbidden": (
        "{path} n’est pas permis à cet utilisateur",
        "{path} is not permitted to this user",
    ),
    "as_told": ("{found}", "{found}"),
    "chips.fine": ("les broches se pilotent", "the pins can be driven"),
    "sound.fine": ("{by}", "{by}"),
    "sound.buzzer": ("buzzer sur la broche {pin}", "buzzer on pin {pin}"),
    "badge.fine": (
        "pcscd répond\u202f; badges qui ont une clé\u00a0: {keys}",
        "pcscd answers; cards with a key: {keys}",
    ),
    "badge.keyboard": (
        "un clavier, dont les numéros ne prouvent rien",
        "a keyboard, whose numbers prove nothing",
    ),
    "badge.no_keys": (
        "aucun badge n’a de clé dans les réglages",
        "no card has a key in the settings",
    ),
    "badge.silent": ("pcscd ne répond pas ({why})", "pcscd does not answer ({why})"),
    "usb.unread": ("les appareils branchés ne se lisent pas ({why})", "{why}"),
    "usb.fine": ("rien qui ne soit permis", "nothing but what is allowed"),
    "usb.no_list": ("la liste de ce qui est permis manque", "no list of what may be"),
    "usb.strange": ("pas permis\u00a0: {devices}", "not allowed: {devices}"),
    # the records
    "program.fine": ("authentique et approuvé", "authentic and approved"),
    "program.refused": ("refusé\u00a0: {why}", "{why}"),
    "program.unnamed": (
        "les réglages ne nomment aucun manifeste",
        "no manifest is named in the settings",
    ),
    "program.no_approval": (
        "authentique, non approuvé\u00a0: les réglages ne nomment aucune approbation",
        "authentic, not approved: no approval is named in the settings",
    ),
    "program.unapproved": ("authentique, non approuvé\u00a0: {why}", "authentic, not approved: {why}"),
    "data.fine": ("{folder} a {free} Mio libres, sur {kind}", "{folder} has {free} MiB free, on {kind}"),
    "data.missing": ("{folder} n’est pas encore là", "{folder} is not there yet"),
    "data.forbidden": (
        "cet utilisateur ne peut pas écrire dans {folder}",
        "{folder} is not writable for this user",
    ),
    "data.others": (
        "{path} appartient à {owner}\u00a0: la table ne peut pas l’écrire",
        "{path} belongs to {owner}: the table may not write it",
    ),
    "data.forgetful": (
        "{folder} est sur {kind}\u00a0: une coupure de courant le perd",
        "{folder} is on {kind}: a power cut loses it",
    ),
    "data.room": ("{folder} a {free} Mio libres", "{folder} has {free} MiB free"),
    "data.open": ("{file} se laisse lire par d’autres", "{file} may be read by others"),
    "data.open_more": (
        "{file} et {more} {more:autre|autres} se laissent lire par d’autres",
        "{file} and {more} more may be read by others",
    ),
    "key.fine": ("{path} n’est qu’à son propriétaire", "{path} is its owner's only"),
    "key.signs": (
        "{path} n’est qu’à son propriétaire\u202f; les témoins croient {key}…",
        "{path} is its owner's only; witnesses trust {key}…",
    ),
    "key.missing": ("{path} n’est pas encore là", "{path} is not there yet"),
    "witness.fine": ("{path} a {heads} tête{heads:|s}", "{path} has {heads} head{heads:|s}"),
    "witness.refused": ("ce fichier ne peut pas servir ({why})", "{why}"),
    "journals.fine": (
        "{files} {files:se vérifie|se vérifient}, {entries} écriture{entries:|s}",
        "{files} {files:verifies|verify}, {entries} {entries:entry|entries}",
    ),
    "journals.witnessed": (
        "{files} {files:se vérifie|se vérifient}, {entries} écriture{entries:|s},"
        " comme {heads:le dit|le disent} {heads} tête{heads:|s} du témoin",
        "{files} {files:verifies|verify}, {entries} {entries:entry|entries},"
        " as the witness's {heads} {heads:head says|heads say}",
    ),
    "journals.none": ("aucun encore", "none yet"),
    "journals.forbidden": ("{folder} ne se laisse pas lire ({why})", "{folder}: {why}"),
    "journals.gone": (
        "{folder}\u00a0: il n’y en a aucun, et le témoin a {heads} tête{heads:|s} de cette table",
        "{folder}: none is here, and the witness has {heads} head{heads:|s} of this table",
    ),
    "journals.refused": ("ils ne se lisent pas tous ({why})", "{why}"),
    "journals.wrong": ("cela ne se vérifie pas\u00a0: {why}", "{why}"),
    "journals.wrong_more": (
        "cela ne se vérifie pas\u00a0: {why}\u202f; et {more} de plus",
        "{why}; and {more} more",
    ),
    "journals.newer": (
        "{why}, qu’un programme plus récent a écrit",
        "{why}, which a newer program wrote",
    ),
    "journals.newer_more": (
        "{why}, qu’un programme plus récent a écrit\u202f; et {more} de plus",
        "{why}, which a newer program wrote; and {more} more",
    ),
    "mark.fine": (
        "séance {session}, écriture {entry}, écriture {book} du livre",
        "session {session}, entry {entry}, book entry {book}",
    ),
    "mark.refused": ("la marque est d’une autre table ({why})", "{why}"),
    "mark.unread": ("{folder}\u00a0: elle est illisible ({why})", "{folder}: it cannot be read ({why})"),
    "mark.none_yet": ("aucune encore dans {folder}", "none yet in {folder}"),
    "mark.gone": (
        "aucune dans {folder}, alors qu’il y a des journaux",
        "none in {folder}, though there are journals",
    ),
    "mark.ahead": (
        "il manque aux journaux la séance {session}, écriture {entry}, que la table avait écrite",
        "the journals lack session {session}, entry {entry}, which the table had written",
    ),
    "mark.stuck": (
        "séance {session}, écriture {entry}, écriture {book} du livre\u202f;"
        " {folder} n’en prend pas de plus récente ({why})",
        "session {session}, entry {entry}, book entry {book}; {folder} takes no newer one ({why})",
    ),
    "people.fine": ("{path} se lit", "{path} can be read"),
    "people.unnamed": (
        "les réglages ne nomment aucun registre",
        "no register is named in the settings",
    ),
    "newer": ("écrit par un programme plus récent ({why})", "{why}"),
    "frames.fine": ("elles s’écrivent", "written"),
    "frames.nobody": (
        "aucune table ne tourne ici pour le dire",
        "no table runs here that could be asked",
    ),
    "frames.full": (
        "elles ne s’écrivent pas\u00a0: le disque est plein\u202f; le jeu et son journal continuent",
        "not written: the disk is full; the game and its journal go on",
    ),
    "frames.read_only": (
        "elles ne s’écrivent pas\u00a0: le disque est en lecture seule\u202f; le jeu et son journal"
        " continuent",
        "not written: the disk is read-only; the game and its journal go on",
    ),
    "frames.forbidden": (
        "elles ne s’écrivent pas\u00a0: c’est interdit\u202f; le jeu et son journal continuent",
        "not written: forbidden; the game and its journal go on",
    ),
    "frames.no_folder": (
        "elles ne s’écrivent pas\u00a0: leur dossier a disparu\u202f; le jeu et son journal continuent",
        "not written: its folder is gone; the game and its journal go on",
    ),
    "frames.broken": (
        "elles ne s’écrivent pas\u00a0: le disque a une erreur\u202f; le jeu et son journal continuent",
        "not written: the disk has an error; the game and its journal go on",
    ),
    "time.fine": (
        "la dernière tête du journal est du {last}",
        "the journal's last head is of {last}",
    ),
    "time.unread": (
        "l’heure des journaux ne se lit pas",
        "the journals' own time cannot be read",
    ),
    "time.nothing": ("rien n’est encore écrit", "nothing is written yet"),
    "time.ahead": (
        "ce qui est écrit ici a {hours} h d’avance sur l’horloge (journal\u00a0: {last})",
        "what is written here is {hours} h ahead of the clock (journal: {last})",
    ),
    "time.behind": (
        "l’horloge a {days} jour{days:|s} d’avance sur le journal ({last})",
        "the clock is {days} day{days:|s} ahead of the journal ({last})",
    ),
    "book.fine": (
        "il est juste, {entries} écriture{entries:|s}",
        "adds up, {entries} {entries:entry|entries}",
    ),
    "book.linked": (
        "lié, génération {generation}, {entries} écriture{entries:|s}",
        "linked, generation {generation}, {entries} {entries:entry|entries}",
    ),
    "book.none": ("aucun encore", "none yet"),
    "book.refused": ("il ne peut pas servir ({why})", "{why}"),
    "book.silent": ("ne répond pas ({why})", "does not answer: {why}"),
    "sockets.fine": ("{folder}, droits {mode}", "{folder}, mode {mode}"),
    "sockets.missing": ("{folder} n’est pas encore là", "{folder} is not there yet"),
    "sockets.open": (
        "{folder} a les droits {mode}\u00a0: n’importe qui peut en mettre une",
        "{folder} has mode {mode}: anybody may put one there",
    ),
    "accounts.fine": (
        "chaque sorte d’écran a son groupe",
        "every kind of screen has its own group",
    ),
    "accounts.missing": (
        "cet utilisateur n’est dans aucun des groupes {groups}\u00a0: ces écrans n’entrent que sous son nom",
        "this user is in no group {groups}: those screens connect as this user alone",
    ),
}
UNKNOWN_KIND: Final = ("un système de fichiers inconnu", "an unknown file system")
UNWRITABLE: Final[dict[str, str]] = {
    FULL: "disque plein",
    READ_ONLY: "disque en lecture seule",
    FORBIDDEN: "écriture interdite",
    NO_FOLDER: "dossier absent",
    BROKEN: "erreur du disque",
}
"""Why a folder takes nothing, in French; its English is the word of `controller.host.disk`."""
