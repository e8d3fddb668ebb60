"""What is wrong with a setting, or with its file: French, then English."""

from __future__ import annotations

from typing import Final

from controller.told import Told

SAID: Final[dict[str, tuple[str, str]]] = {
    # the file
    "no_folder": (
        "n’est pas un dossier\u00a0: {named_by} en nomme un, avec table.toml dedans",
        "is no folder: {named_by} names one with table.toml in it",
    ),
    "not_found": ("absent de {places}", "not found in {places}"),
    "unread": ("ne peut être lu\u00a0: {why}", "cannot be read: {why}"),
    "too_many_bytes": (
        "a plus que les {bytes} octets que des réglages peuvent avoir",
        "has more than the {bytes} bytes that settings may have",
    ),
    "not_utf8": (
        "n’est pas en UTF-8 à l’octet {at}, ligne {line}\u00a0: l’enregistrer en UTF-8",
        "is not UTF-8 at byte {at}, line {line}: save it as UTF-8",
    ),
    "no_toml": (
        "n’est pas du TOML\u00a0: y chercher un guillemet, un crochet ou un signe égal en trop ou en moins",
        "is no TOML: look there for a quote, a bracket or an equals sign too few or too many",
    ),
    "no_toml_at": (
        "n’est pas du TOML à la ligne {line}, colonne {column}\u00a0: y chercher un guillemet, un crochet ou"
        " un signe égal en trop ou en moins",
        "is no TOML at line {line}, column {column}: look there for a quote, a bracket or an equals sign too"
        " few or too many",
    ),
    "digits": (
        "n’est pas du TOML\u00a0: un nombre a des milliers de chiffres",
        "is no TOML: a number has thousands of digits",
    ),
    # a value and its kind
    "missing": ("manque", "missing"),
    "unknown_key": ("réglage inconnu", "unknown key"),
    "bool_type": ("écrire true ou false", "write true or false"),
    "int_type": ("écrire un nombre entier, 5", "write a whole number, 5"),
    "string_type": ("écrire un texte, entre guillemets", 'write a text in quotes, "..."'),
    "list_type": ("écrire une liste, entre crochets", "write a list, [...]"),
    "dict_type": ("écrire une table, {{ nom = valeur }}", "write a table, {{ name = value }}"),
    "string_too_short": (
        "écrire au moins {min_length} caractère{min_length:|s}",
        "write at least {min_length} letters",
    ),
    "string_too_long": (
        "écrire au plus {max_length} caractère{max_length:|s}",
        "write at most {max_length} letters",
    ),
    "too_short": (
        "écrire au moins {min_length} valeur{min_length:|s}",
        "write at least {min_length} values",
    ),
    "too_long": ("écrire au plus {max_length} valeur{max_length:|s}", "write at most {max_length} values"),
    "greater_than": ("doit être supérieur à {gt}", "must be greater than {gt}"),
    "greater_than_equal": ("doit être au moins {ge}", "must be greater than or equal to {ge}"),
    "less_than": ("doit être inférieur à {lt}", "must be less than {lt}"),
    "less_than_equal": ("doit être au plus {le}", "must be less than or equal to {le}"),
    "one_of": ("doit être {known}", "must be {known}"),
    "one_of_near": (
        "doit être {known}\u202f; était-ce {near}\u202f?",
        "must be {known}; did you mean {near}?",
    ),
    "choices": ("{some} ou {last}", "{some} or {last}"),
    "by_the_library": (
        "n’est pas accepté («\u00a0{said}\u00a0», en anglais, du lecteur des réglages)",
        "{said}",
    ),
    "written": ("écrire {shape}", "write {shape}"),
    "wrong": ("{file}\u00a0: {reason}", "{file}: {reason}"),
    "wrong_key": ("{file}\u00a0: {key}\u00a0: {reason}", "{file}: {key}: {reason}"),
    "wrong_value": ("{file}\u00a0: {key} = {value}\u00a0: {reason}", "{file}: {key} = {value}: {reason}"),
    "thousands": ("un nombre de milliers de chiffres", "a number of thousands of digits"),
    # rules
    "unknown_profile": (
        "règles inconnues\u202f; on connaît {known}, et un fichier par son chemin, ./maison.toml",
        "unknown profile; known are {known}, and a file as a path, ./house.toml",
    ),
    "unknown_profile_near": (
        "règles inconnues\u202f; était-ce {near}\u202f?",
        "unknown profile; did you mean {near}?",
    ),
    "id_of_file": ("doit être le nom du fichier, {name}", "must be the name of the file, {name}"),
    "odds_written": ("un rapport s’écrit n/d, entre guillemets", 'odds are written "n/d"'),
    "odds_text": ("le rapport {text} ne s’écrit pas n/d", "odds {text} are not written n/d"),
    "odds_zero": (
        "le rapport {text} a besoin de deux nombres au-dessus de zéro",
        "odds {text} need both numbers above zero",
    ),
    "odds_max": ("aucun nombre d’un rapport ne dépasse {most}", "no number of odds is above {most}"),
    "unknown_hand": ("combinaison inconnue {text}", "unknown hand {text}"),
    "unknown_prize": ("lot inconnu\u202f; JP1 paie {known}", "unknown prize; JP1 pays {known}"),
    "antes": (
        "une mise s’écrit en Antes, 4 ou 1/2, entre guillemets",
        'a bet is written in Antes, "4" or "1/2"',
    ),
    "bet_spot": (
        "emplacement inconnu\u202f; les mises d’après la donne sont sur {known}",
        "unknown spot; bets after the deal lie on {known}",
    ),
    "side_spot": (
        "emplacement inconnu\u202f; les paris annexes sont sur {known}",
        "unknown spot; side bets lie on {known}",
    ),
    "looks_at": ("inconnu\u202f; un pari annexe regarde {known}", "unknown; a side bet looks at {known}"),
    "multiples_or_bets": ("a ou multiples, ou bets", "has either multiples or bets"),
    "option_of_side_bet": (
        "n’est pas une option de {spot} quand il est dans side_bets\u00a0: ce qu’il fait s’y trouve",
        "is no option of the {spot} among side_bets: what it does stands in it",
    ),
    "side_class": (
        "inconnu\u202f; un pari qui regarde {looks_at} est payé par {known}",
        "unknown; a bet that looks at {looks_at} is paid by {known}",
    ),
    "trips_or_bonus": (
        "un tapis a Trips ou Bonus, pas les deux\u202f; un second pari annexe est dans side_bets",
        "a felt has Trips or Bonus, not both; a second side bet is one of side_bets",
    ),
    "jp1_unopened": (
        "JP1 ne se joue pas où une banque non qualifiée laisse des mains fermées",
        "JP1 is not played where an unqualified bank leaves hands unopened",
    ),
    "no_legal_stake": (
        "n’est pas une mise permise sur {spot}\u00a0: des gains exacts demandent un multiple de {step}",
        "is no legal stake on {spot}: exact payouts need a multiple of {step}",
    ),
    "no_turn": (
        "personne ne parle à son tour où une horloge décide",
        "nobody speaks in turn where a clock decides",
    ),
    "more_than_betting": (
        "est plus que betting_ms = {betting_ms}",
        "is more than betting_ms = {betting_ms}",
    ),
    "pays_nothing": ("ne paie rien\u202f; il peut payer {known}", "pays nothing; it may pay {known}"),
    "pays_nothing_at_all": ("ne paie rien", "pays nothing"),
    "spot_twice": (
        "il y a un autre pari annexe sur cet emplacement",
        "there is another side bet on this spot",
    ),
    "plays_after_fold": (
        "un pari qui regarde {looks_at} joue aussi après un abandon",
        "a bet that looks at {looks_at} plays after a fold too",
    ),
    "board_cards": ("le board a {cards} cartes", "the board has {cards} cards"),
    "first_street": (
        "les premières décisions viennent avant toute carte du board",
        "the first decisions come before any board card",
    ),
    "street_twice": ("deux tours de mises ont le même nom", "two streets have one name"),
    "descend": ("doit aller en descendant", "must descend"),
    "one_fold": (
        "un tour, et un seul, demande de miser ou d’abandonner",
        "one street, and only one, asks for a bet or a fold",
    ),
    "who_bet_nothing_acts": (
        "qui n’a rien misé y joue, mais {street} demande de miser ou d’abandonner",
        "who has bet nothing acts, but {street} asks for a bet or a fold",
    ),
    "nobody_acts": (
        "personne qui n’a rien misé ne peut y jouer, mais {street} demande de miser ou d’abandonner",
        "nobody who has bet nothing may act, but {street} asks for a bet or a fold",
    ),
    "bet_twice": ("on mise deux fois sur cet emplacement", "this spot is bet on twice"),
    "play_or_spots": (
        "un tapis a Play ou un emplacement par mise, pas les deux",
        "a felt has Play or a spot for each bet, not both",
    ),
    "follows_none": (
        "{spot} suit une mise qu’aucun tour d’avant n’offre",
        "{spot} follows a bet that no earlier street offers",
    ),
    "missing_above": (
        "manque\u00a0: {hand} est payé et {above} ne l’est pas",
        "missing: {hand} is paid and {above} is not",
    ),
    "pays_less": ("paie moins que {hand} ({odds})", "pays less than {hand} ({odds})"),
    "no_piece": (
        "n’a pas de pièce de {chip} centimes, le plus petit jeton (limits.chip_cents) de {profile}\u00a0:"
        " l’ajouter, ou jouer par des règles dont le plus petit jeton est une des pièces",
        "holds no piece of {chip} cents, the smallest chip (limits.chip_cents) of {profile}: add it, or play"
        " by rules whose smallest chip is one of the pieces",
    ),
    # the jackpot
    "share_written": (
        "une part s’écrit 25\u00a0%, 1/4 ou 0.25, entre guillemets",
        'a share is written "25 %", "1/4" or "0.25"',
    ),
    "share_whole": (
        "une part est un nombre entier de millionièmes, au plus la mise entière",
        "a share is a whole number of millionths, at most the whole stake",
    ),
    "shares": (
        "meter, reserve et house doivent faire ensemble la mise entière",
        "meter, reserve and house must sum to the whole stake",
    ),
    "of_the_stake": ("{part} de la mise", "'{part} of the stake'"),
    "below_start": ("est au-dessous de start_cents = {start}", "is below start_cents = {start}"),
    "neither": ("n’est ni 0, ni start_cents = {start}", "is neither 0 nor start_cents = {start}"),
    "no_multiple": (
        "n’est pas un multiple de {chip} centimes, le plus petit jeton (limits.chip_cents) de"
        " {profile}\u00a0: aucune pièce ne la paie\u202f; la mettre à {nearest}",
        "is no multiple of {chip} cents, the smallest chip (limits.chip_cents) of {profile}: no piece pays"
        " it; set it to {nearest}",
    ),
    "either": ("{one} ou {other}", "{one} or {other}"),
    "inexact": (
        "{odds} de {stake} centimes n’est pas un multiple de {chip}",
        "{odds} on {stake} cents is not a multiple of {chip}",
    ),
    # a room, a table
    "socket_or_address": (
        "{table} a besoin de socket ou d’address, et d’un seul",
        "{table} needs either socket or address",
    ),
    "reader_url": (
        "un lecteur qui tape a besoin de son url, un lecteur de badges à puce n’en a pas",
        "a reader that types needs its url, one of smart cards has none",
    ),
    "table_twice": ("{table} y est deux fois", "{table} stands twice"),
    "chef_tables": (
        "un chef de table a {most} tables au plus (art. 55-20, RP-13)",
        "a chef de table has {most} tables at most (art. 55-20, RP-13)",
    ),
    "needs_certificate": (
        "des tables d’autres machines demandent [certificate]",
        "tables of other machines need [certificate]",
    ),
    "mark_within": (
        "mark = {mark} n’est pas à l’écart de data = {data}",
        "mark = {mark} is not apart from data = {data}",
    ),
    # machines and desk of a table
    "one_of_these": ("l’un de {known}", "one of {known}"),
    "not_allowed": ("aucune ligne de [[allowed]] ne le nomme", "no line of [[allowed]] names it"),
    "typing_reader": (
        "un lecteur qui tape se trouve par usb://",
        "a reader that types is found by usb://...",
    ),
    "pins": (
        "{number} broche{number:|s} pour table.seats = {seats}\u00a0: une par place, ou seats au nombre de"
        " places du tapis",
        "{number} {number:pin|pins} for table.seats = {seats}: name one a place, or set seats to the felt's"
        " places",
    ),
    "no_place": (
        "pas de telle place à table.seats = {seats}\u00a0: l’enlever, ou mettre seats au nombre de places du"
        " tapis",
        "no such place at table.seats = {seats}: take it out, or set seats to the felt's places",
    ),
    "card_key": (
        "manque\u00a0: c’est par elle qu’un badge à puce prouve qui il est",
        "missing: a smart card proves itself by it",
    ),
    "key_of_two": (
        "est déjà la clé d’un autre badge",
        "is another card's key already",
    ),
    "cards_in_register": (
        "les badges sont dans le registre que [people] nomme",
        "cards are in the register that [people] names",
    ),
    "fewer_lines": (
        "a moins de lignes que le journal n’en dit",
        "has fewer lines than the journal tells of",
    ),
    # the record of settings
    "not_ours": (
        "appartient à {owner}, et {me} doit le lire et l’écrire\u202f; en root, taper chown {me}: {path},"
        " puis chmod 0600 {path}",
        "belongs to {owner}, and {me} has to read and write it; as root type chown {me}: {path}, then chmod"
        " 0600 {path}",
    ),
    "record_gone": ("a disparu, et {overlay} est là", "is gone, and {overlay} is there"),
    "record_unread": ("ne peut être lu\u202f; {step}", "cannot be read; {step}"),
    "record_too_long": ("a plus de {bytes} octets", "has more than {bytes} bytes"),
    "record_lacks": (
        "a perdu des lignes, car {overlay} garde ce qu’elles ont donné\u202f; restaurer les deux depuis la"
        " sauvegarde, puis tapis doctor",
        "lacks lines, for {overlay} holds what they came to; put both back from the backup, then tapis"
        " doctor",
    ),
    "record_damaged": ("est abîmée\u202f; {step}", "is damaged; {step}"),
    "record_out_of_line": (
        "est abîmée\u00a0: elle ne suit pas la ligne d’avant\u202f; {step}",
        "is damaged: does not follow the line before; {step}",
    ),
    "record_number": (
        "est abîmée\u00a0: elle dit être la ligne {number}\u202f; {step}",
        "is damaged: says that it is number {number}; {step}",
    ),
}


def wrong(key: str, /, **facts: object) -> Told:
    """The sentence of this key, with its facts."""
    return Told(SAID[key], **facts)
