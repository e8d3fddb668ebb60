"""Why a value is refused that was typed for an option or an argument, French and English.

What click refuses by itself is in `controller.host.typed_wrong`, what a file or a book says in the modules of
the command that reads it.
"""

from __future__ import annotations

from typing import Final

from controller.cli import BadInput
from controller.told import Told

SAID: Final[dict[str, tuple[str, str]]] = {
    # of several commands
    "by": (
        "--by «\u00a0{name}\u00a0»\u00a0: un nom en une ligne, de caractères qui s’impriment",
        "--by '{name}': a name in one line, of letters that can be printed",
    ),
    "instant": (
        "{name} {told}\u00a0: il faut des secondes entières depuis 1970, ou rien",
        "{name} {told}: whole seconds since 1970 are wanted, or nothing",
    ),
    "no_input": (
        "-\u00a0: il n’y a pas d’entrée standard",
        "-: there is no standard input",
    ),
    "pipe_or_dash": (
        "{file}\u00a0: est un tube, où l’on attendrait sans fin\u202f; nommer un fichier, ou taper - "
        "< {file}",
        "{file}: is a pipe, where one may wait for ever: name a file, or type - < {file}",
    ),
    # tapis settle
    "no_round": (
        "{file}\u00a0: aucun coup dedans\u202f; un coup est un objet JSON par ligne (tapis settle --help)",
        "{file}: no round in it; a round is one JSON object on a line (tapis settle --help)",
    ),
    "endless": (
        "une ligne sans fin\u00a0: nommer un fichier de coups, un par ligne",
        "a line without an end: name a file of rounds, one a line",
    ),
    "too_many_sheets": (
        "--pdf {file}\u00a0: plus de {most} coups, rien n’est imprimé",
        "--pdf {file}: more rounds than {most}: nothing is printed",
    ),
    # tapis report
    "sign": (
        "--sign signe le fichier de --pdf\u00a0: dire où l’écrire",
        "--sign signs the file of --pdf; say where to write it",
    ),
    "zone": (
        "--zone {name}\u00a0: ce fuseau n’existe pas\u00a0: écrire Europe/Paris par exemple",
        "--zone {name}: no such time zone; one is Europe/Paris",
    ),
    "days": ("--from {first} est après --to {last}", "--from {first} is after --to {last}"),
    "which_report": (
        "--pdf {pdf}\u00a0: dire de quel rapport, --number N\u202f; il y en a {count} dans {file}",
        "--pdf {pdf}: say which report it is of, --number N; {count} in {file}",
    ),
    # tapis screen
    "no_display": (
        "pas d’écran\u00a0: ni DISPLAY ni WAYLAND_DISPLAY ne sont là (ni QT_QPA_PLATFORM)\u00a0: taper cela"
        " dans un terminal de cet écran, ou par ssh -X",
        "no display: DISPLAY and WAYLAND_DISPLAY are not set (nor QT_QPA_PLATFORM): type it in a terminal of"
        " that display, or over ssh -X",
    ),
    "socket_or_tables": (
        "--socket nomme une table, --table et --room en nomment d’autres",
        "--socket names one table, --table and --room name others",
    ),
    "inspector": (
        "l’écran d’un inspecteur n’a pas de table\u00a0: --house nomme l’inspector.sock de la maison",
        "an inspector's screen has no table: --house names the inspector.sock of the house",
    ),
    "table": (
        "--table {word}\u00a0: il faut NOM=SOCKET, par exemple UTH-2={socket}",
        "--table {word}: NAME=SOCKET is needed, such as UTH-2={socket}",
    ),
    # tapis demo, tapis simulate
    "book_empty": (
        "--book\u00a0: le nom est vide\u00a0: écrire celui d’un fichier, ou l’enlever",
        "--book: the name is empty: write that of a file, or leave it out",
    ),
    "book_with_jobs": (
        "--book\u00a0: avec --jobs chaque nuit tient un livre à elle\n"
        "  sans --book, ou jouer les graines l’une après l’autre sans --jobs",
        "--book: with --jobs each night keeps a book of its own\n"
        "  leave --book out, or play the seeds one after another without --jobs",
    ),
    # tapis learn
    "lesson": (
        "leçon {lesson}\u00a0: il y en a de 1 à {count}\u00a0: {names}",
        "lesson {lesson}: there are 1 to {count}: {names}",
    ),
    "lesson_display": (
        "une leçon se touche\u00a0: pas d’écran, ni DISPLAY ni WAYLAND_DISPLAY ne sont là (ni "
        "QT_QPA_PLATFORM)",
        "a lesson is touched: no display, DISPLAY and WAYLAND_DISPLAY are not set (nor QT_QPA_PLATFORM)",
    ),
    "drill": (
        "--drill est l’exercice de la royale, leçon {lesson}",
        "--drill is of the royal, lesson {lesson}",
    ),
    "long_pupil": ("--pupil\u00a0: {most} caractères au plus", "--pupil: at most {most} letters"),
    "pupil": (
        "--pupil\u00a0: un nom ou un numéro en une ligne, de caractères qui s’impriment",
        "--pupil: a name or a number in one line, of letters that can be printed",
    ),
}


def value_refused(key: str, /, **facts: object) -> BadInput:
    """The error under this key, in the language of the command."""
    return BadInput(Told(SAID[key], **facts))
