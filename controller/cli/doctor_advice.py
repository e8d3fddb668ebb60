"""What `tapis doctor` says is to be done about what it finds, French and English."""

from __future__ import annotations

from typing import Final

ADVICE: Final[dict[str, tuple[str, str]]] = {
    "as_told": ("{advice}", "{advice}"),
    # the programs
    "python": (
        "prenez Python 3.11 ou plus récent, celui de Debian 12",
        "use Python 3.11 or newer, as Debian 12 has it",
    ),
    "never_optimised": (
        "ne lancez jamais la table avec -O ni PYTHONOPTIMIZE",
        "never run the table with -O or PYTHONOPTIMIZE",
    ),
    "other_sqlite": (
        "installez une autre version de libsqlite3",
        "install another version of libsqlite3",
    ),
    "one_writer": (
        "sans danger ici\u00a0: il y faut deux connexions qui écrivent, et un journal n’en a qu’une, seule à"
        " reporter son WAL\u202f; n’ouvrez jamais un journal en cours avec un autre programme qui écrit",
        "harmless here: it needs two connections that write, and a journal has one, which alone"
        " checkpoints; never open a live journal with another program that writes",
    ),
    "load": ("regardez la charge de la machine", "look at the machine's load"),
    "no_swap": ("assurez-vous qu’il n’y en a pas", "make sure that there is none"),
    "swap_off": (
        "swapoff, ou chiffrez-le\u202f; le service l’interdit aussi",
        "swapoff, or encrypt it; the unit forbids it too",
    ),
    "set_clock": ("mettez l’horloge à l’heure", "set the clock"),
    "time_service": ("activez un service de temps", "enable a time service"),
    # the configuration
    "no_more_checks": ("les autres contrôles en ont besoin", "the other checks need it"),
    "correct_all": (
        "corrigez le fichier\u202f; les autres contrôles en ont besoin",
        "correct the file; the other checks need it",
    ),
    "correct": ("corrigez le fichier", "correct the file"),
    "correct_house": (
        "corrigez le fichier\u202f; sans lui rien ne s’imprime",
        "correct the file; without it nothing is printed",
    ),
    "name_house": (
        "écrivez son nom et son lieu dans /etc/tapis/establishment.toml",
        "write its name and place into /etc/tapis/establishment.toml",
    ),
    "set_closing": (
        'dites quand la table ferme\u00a0: closes = "04:00" dans [opening]',
        'say when the table closes: closes = "04:00" in [opening]',
    ),
    # the machines
    "by_hand": (
        "les cartes sont saisies à la main\u00a0: est-ce voulu\u202f?",
        "cards are keyed by hand; is that meant?",
    ),
    "no_sensing": (
        "les jetons JP1 ne sont pas captés\u00a0: est-ce voulu\u202f?",
        "JP1 chips are not sensed; is that meant?",
    ),
    "no_badges": (
        "personne ne peut ouvrir ni fermer la table\u00a0: est-ce voulu\u202f?",
        "nobody can open or close the table; is that meant?",
    ),
    "cable": (
        "vérifiez le câble, l’alimentation et {rules}",
        "check cable and power, and {rules}",
    ),
    "correct_url": ("corrigez url dans table.toml", "correct url in table.toml"),
    "name_line": (
        "nommez-le dans {rules}, ou tapez ceci sous l’utilisateur de la table",
        "name it in {rules}, or type this as the table's user",
    ),
    "smart_cards": (
        "prenez des badges à puce\u00a0: reader = pcsc",
        "use smart cards: reader = pcsc",
    ),
    "enrol": (
        "inscrivez les badges\u00a0: badges.<numéro>.key",
        "enrol the cards: badges.<number>.key",
    ),
    "add_allowed": ("ajoutez [[allowed]] à table.toml", "add [[allowed]] to table.toml"),
    "unplug": (
        "débranchez-le, ou nommez-le dans [[allowed]]",
        "unplug it, or name it in [[allowed]]",
    ),
    # the records
    "sign_again": (
        "la table ne démarre pas\u00a0: réinstallez le programme signé",
        "the table does not start: install the signed program again",
    ),
    "have_signed": (
        "faites-en signer un (OPERATIONS.md, 3) et nommez-le sous [program]",
        "have one signed (OPERATIONS.md, section 3) and name it under [program]",
    ),
    "screens_say_so": (
        "chaque écran le dit\u202f; voir OPERATIONS.md",
        "every screen says so; see OPERATIONS.md",
    ),
    "first_start": ("le premier démarrage le fait", "it is made at the first start"),
    "give_folder": (
        "tapez ceci sous l’utilisateur de la table, ou donnez-lui ce dossier",
        "run as the table's user, or give it",
    ),
    "chown": ("en root\u00a0: chown -R {account}: {folder}", "as root: chown -R {account}: {folder}"),
    "on_a_disk": ("mettez-le sur un disque", "put it on a disk"),
    "free_space": (
        "libérez de la place avant d’ouvrir la table",
        "free some space before the table is opened",
    ),
    "copy_away": (
        "une saison prend environ 1 Gio\u00a0: emportez une copie des journaux clos",
        "a season takes about 1 GiB: copy closed journals away",
    ),
    "close_to_others": ("chmod -R go= {folder}", "chmod -R go= {folder}"),
    "ext4": (
        "prenez ext4, sur un SSD protégé des coupures de courant",
        "use ext4 on an SSD with power-loss protection",
    ),
    "made_by_night": (
        "la table la fait à son démarrage et la détruit après la nuit\u202f; n’en gardez pas de copie",
        "the table makes it at its start and destroys it after the night; keep no copy",
    ),
    "trust_key": (
        "le premier démarrage la fait\u202f; le témoin l’apprend ensuite",
        "it is made at the first start; trust it after",
    ),
    "owner_only": (
        "chown à l’utilisateur de la table, et chmod 0600",
        "chown it to the table's user and chmod 0600",
    ),
    "name_heads": (
        "nommez le heads.txt de tapis witness, ou une liste de ses lignes",
        "name the heads.txt of tapis witness, or a list of its lines",
    ),
    "as_table": ("tapez ceci sous l’utilisateur de la table", "run as the table's user"),
    "restore": (
        "restaurez une sauvegarde\u00a0: tapis restore (OPERATIONS.md, 5)",
        "put a backup back: tapis restore; see OPERATIONS.md, section 5",
    ),
    "what_else": (
        "regardez ce qu’il y a d’autre dans ce dossier",
        "look what else is in this directory",
    ),
    "newer": ("n’effacez rien\u202f; réinstallez {last}", "erase nothing; install {last} again"),
    "put_file_back": ("{step}", "{step}"),
    "mark_back": (
        "la table ne démarre pas\u00a0: remettez le bon dossier en place",
        "the table does not start: put the right directory back",
    ),
    "two_accept": (
        "au prochain démarrage JP1 reste fermé jusqu’à ce que deux personnes l’acceptent (OPERATIONS.md, 5)",
        "JP1 stays closed at the next start until two persons accept it; see OPERATIONS.md, section 5",
    ),
    "mark_disk": (
        "des données restaurées d’une copie passeraient inaperçues\u00a0: regardez son"
        " disque et à qui il est",
        "data put back from a copy would not be noticed: look at its disk and its owner",
    ),
    "no_start": (
        "la table ne démarre pas\u00a0: OPERATIONS.md, 5",
        "the table does not start: OPERATIONS.md, section 5",
    ),
    "frames.full": (
        "libérez de la place\u202f; les plus récentes ne sont qu’en mémoire",
        "free some space; the newest frames are in memory alone",
    ),
    "frames.read_only": (
        "regardez le disque\u00a0: il lâche peut-être",
        "look at the disk: it may be failing",
    ),
    "frames.forbidden": (
        "donnez le dossier des journaux à l’utilisateur de la table",
        "give the folder of the journals to the table's user",
    ),
    "frames.no_folder": (
        "regardez ce qu’est devenu le dossier des journaux",
        "look what became of the folder of the journals",
    ),
    "frames.broken": (
        "regardez le disque avant de rouvrir la table",
        "look at the disk before the table opens again",
    ),
    "see_journals": ("voir le contrôle des journaux", "see the check of the journals"),
    "clock_or_wait": (
        "mettez l’horloge à l’heure, ou attendez\u00a0: le journal ne recule jamais (OPERATIONS.md, 3)",
        "set the clock, or wait: the journal never runs back (OPERATIONS.md, 3)",
    ),
    "compare_clock": (
        "comparez-la à une autre\u00a0: un chef la confirme à la table (A-104)",
        "compare it with another clock: a floor supervisor confirms it at the table (A-104)",
    ),
    "jp1_closed": (
        "JP1 reste fermé\u00a0: OPERATIONS.md, 5",
        "JP1 stays closed; see OPERATIONS.md, section 5",
    ),
    "jp1_closed_linked": ("JP1 reste fermé\u00a0: LINK.md", "JP1 stays closed; see LINK.md"),
    "without_jp1": (
        "la table joue sans JP1\u00a0: LINK.md",
        "the table plays without JP1; see LINK.md",
    ),
    "service_makes": (
        "le service le fait (RuntimeDirectory=)",
        "the service makes it (RuntimeDirectory=)",
    ),
    "chmod_sockets": ("chmod 0750", "chmod 0750"),
    "as_tapis": (
        "tapez ceci sous l’utilisateur de la table\u00a0: runuser -u tapis -- tapis doctor",
        "type this as the table's user: runuser -u tapis -- tapis doctor",
    ),
}
