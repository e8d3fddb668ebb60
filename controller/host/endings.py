"""How a command ends that is typed wrongly, is stopped, cannot write, or meets what nobody foresaw.

Each ending is one sentence on stderr and an exit: 2 for what a person can put right, 130 for Ctrl-C, 141
where nobody reads on, 70 for a fault of the program itself.
"""

from __future__ import annotations

import errno
import io
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, Final, NoReturn, TextIO

import click

from controller.host.language import ENGLISH, FRENCH, asked, spoken

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

WRONG: Final = 2
FAULT: Final = 70
INTERRUPTED: Final = 130
NOBODY_READS: Final = 141
"""128 and the number of SIGPIPE, as shells tell it."""
TRACE: Final = "TAPIS_TRACE"
"""With this in the environment a fault of the program shows all that Python knows of it."""
STANDARD_OUTPUT: Final = "standard output"
LEADING: Final = {FRENCH: "Erreur\u00a0: ", ENGLISH: "Error: "}
"""What stands before the sentence."""
_ROOT: Final = Path(__file__).resolve().parents[2]
_OURS: Final = frozenset(("controller", "deploy", "drivers", "tests", "ui"))
"""The folders of the program: an installed one lies beside the libraries it uses."""
_STEPS: Final[dict[int, tuple[str, str]]] = {
    errno.ENOENT: (
        "il n’y a ni fichier ni dossier de ce nom\u00a0: nommez-en un qui est là",
        "there is no such file or folder: name one that is there",
    ),
    errno.EISDIR: (
        "est un dossier\u00a0: nommez un fichier",
        "is a folder: name a file",
    ),
    errno.ENOTDIR: (
        "une partie de ce chemin n’est pas un dossier\u00a0: regardez-le avec ls",
        "a part of this path is no folder: look at it with ls",
    ),
    errno.EACCES: (
        "cet utilisateur n’y a pas droit\u00a0: faites-le sous le compte du propriétaire, ou"
        " donnez-lui le droit",
        "not allowed to this user: do it as its owner, or give this user the right",
    ),
    errno.EPERM: (
        "cet utilisateur n’en a pas le droit\u00a0: faites-le sous le compte du propriétaire",
        "not allowed to this user: do it as its owner",
    ),
    errno.EEXIST: (
        "est déjà là\u00a0: nommez-en un autre",
        "is there already: name another",
    ),
    errno.EROFS: (
        "le disque est en lecture seule\u00a0: nommez un autre endroit",
        "the disk is read-only: name another place",
    ),
    errno.ENOSPC: (
        "le disque est plein\u00a0: libérez de la place, et recommencez",
        "the disk is full: make room, and do it again",
    ),
    errno.EDQUOT: (
        "le quota de cet utilisateur sur le disque est épuisé\u00a0: libérez de la place, et recommencez",
        "this user's share of the disk is used up: make room, and do it again",
    ),
    errno.ECONNREFUSED: (
        "personne n’y écoute\u00a0: lancez-le, ou nommez-en un autre",
        "nobody listens there: start it, or name another",
    ),
    errno.ENXIO: (
        "est une socket, ou un appareil absent\u00a0: nommez un fichier",
        "is a socket, or a machine that is not there: name a file",
    ),
    errno.EFBIG: (
        "dépasse la limite de cet utilisateur pour un fichier\u00a0: voyez ulimit -f",
        "is larger than this user's limit for a file: look at ulimit -f",
    ),
    errno.EIO: (
        "le disque ou la ligne ne répond pas\u00a0: regardez dans journalctl -k",
        "the disk or the line does not answer: look into journalctl -k",
    ),
    errno.ENAMETOOLONG: (
        "le nom est trop long\u00a0: prenez-en un plus court",
        "the name is too long: name a shorter one",
    ),
    errno.ELOOP: (
        "ses liens tournent en rond\u00a0: regardez-les avec ls -l",
        "its links lead in a circle: look at it with ls -l",
    ),
    errno.ENOTEMPTY: (
        "le dossier n’est pas vide\u00a0: nommez-en un autre",
        "the folder is not empty: name another",
    ),
    errno.EMFILE: (
        "trop de fichiers sont ouverts\u00a0: voyez ulimit -n",
        "too many files are open: look at ulimit -n",
    ),
}
"""Why the system did not do it and what to do next, French and English, in place of its own words."""
SYSTEM_WORDS: Final = tuple(os.strerror(number) for number in _STEPS)
"""The words of the system that `in_own_words` knows."""
_SYSTEM: Final = "|".join(map(re.escape, SYSTEM_WORDS))
_ENGLISH: Final = re.compile(
    rf"(?P<place>(?:(?!: ).)+)(?:: (?P<what>cannot be read|cannot be written))?: (?P<why>{_SYSTEM})",
    re.DOTALL,
)
"""A sentence of a lower layer, which knows no language: a place, and why not in the system's words."""
_FRENCH: Final = re.compile("[\u00a0\u202f’]")
"""Signs that no English sentence has."""
_WHAT: Final = {"cannot be read": "ne peut être lu", "cannot be written": "ne peut être écrit"}
_NAMES: Final = {STANDARD_OUTPUT: "sortie standard", "a file": "un fichier"}
SAID: Final[dict[str, tuple[str, str]]] = {
    "stopped": (
        "arrêtée par Ctrl-C avant la fin",
        "stopped by Ctrl-C before it was done",
    ),
    "unanswered": (
        "rien n’a été répondu\u00a0: recommencer, et répondre",
        "nothing was answered: do it again, and answer",
    ),
    "closed": (
        "la sortie standard est fermée, rien ne peut être dit\u00a0: enlever >&-",
        "standard output is closed, so nothing can be said: leave out >&-",
    ),
    "no_command": ("il n’y a pas de commande {name}\u202f; {hint}", "there is no command {name}; {hint}"),
    "meant": ("serait-ce {names}\u202f?", "did you mean {names}?"),
    "all": ("{group} --help les donne toutes", "{group} --help lists all"),
    "or": ("ou", "or"),
    "memory": (
        "pas assez de mémoire pour cela\u00a0: en demander moins, ou prendre une plus grande machine",
        "there is not enough memory for this: name less, or a larger machine",
    ),
    "fault": (
        "c’est un défaut de tapis lui-même, à {place}\u00a0: taper {trace}=1 devant la commande, et signaler"
        " ce qu’elle dit alors",
        "this is a fault of tapis itself, at {place}: type {trace}=1 before the command, and report what it"
        " then says",
    ),
}
_UNLOADED: Final = (
    *("without setting an exception", "without exception set"),
    *("failed to map segment", "annot allocate memory"),
)
"""What CPython and the linker say of a module for which there was no memory."""
_CLICK: Final = {
    "is not a valid integer range": "is no whole number",
    "is not a valid float range": "is no number",
    "does not match the format '%Y-%m-%d'": "is no day; write 2026-11-20",
}
"""What click says in the words of programs; in French, `controller.host.typed_wrong`."""
_NO_COMMAND: Final = re.compile(r"No such command '([^']*)'\.(?: Did you mean '([^']+)'\?)?(?: \(.*\))?")
_UNPRINTED: Final = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]|\n(?!  )")
"""A line that goes on is set in by two blanks: any other came with a name that was typed."""
_ENDLESS: Final = re.compile(r"\S{200,}")


class Ended(click.ClickException):
    """A command ended by one sentence, in this language; without one, in that of the command."""

    def __init__(self, message: str, language: str | None = None) -> None:
        super().__init__(message)
        self.language = language or spoken()  # its command is over when it is told

    def format_message(self) -> str:
        return for_a_person(self.message, self.language)

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"{LEADING[self.language]}{self.format_message()}", file, err=True)


class Stopped(Ended):
    """A person ended the command before it was done."""

    exit_code = INTERRUPTED


class Faulty(Ended):
    """The program is wrong, not what was typed."""

    exit_code = FAULT


class Misused(Ended):
    """The command line is wrong, or what it names."""

    exit_code = WRONG


class Abandoned(Ended):
    """A question of the command was not answered."""

    exit_code = 1


def for_a_person(text: str, language: str = ENGLISH) -> str:
    """The sentence without the system's words, without what a terminal would obey, and of bounded length.

    What opens a file says why not in the words of the system. They are put into ours here, at the edge, for
    all commands alike: each with what to do next. No sentence is of two languages: one that is English
    besides stays so, unless it is a place and these words alone.
    """
    text = f"''{text}" if text.startswith((":", "\u00a0:")) else text  # the name that was typed is empty
    text = _in_french(text) if language == "fr" else in_own_words(text)
    text = _ENDLESS.sub(lambda found: f"{found[0][:80]}…{found[0][-40:]}", text)
    return _UNPRINTED.sub(
        lambda found: f"\\x{ord(found[0]) & 0xFF:02x}", text
    )  # a byte that was no letter too


def in_own_words(text: str, language: str = ENGLISH) -> str:
    """The sentence with our own words, in this language, in place of the system's."""
    for number, words in _STEPS.items():
        text = text.replace(os.strerror(number), words[language == ENGLISH])
    return text


def _in_french(text: str) -> str:
    found = _ENGLISH.fullmatch(text)
    if found is None:
        return in_own_words(text, "fr" if _FRENCH.search(text) else ENGLISH)
    place, what = _NAMES.get(found["place"], found["place"]), _WHAT.get(found["what"] or "")
    return "\u00a0: ".join((place, *([what] if what else []), in_own_words(found["why"], FRENCH)))


def _say(key: str, /, **facts: object) -> str:
    return SAID[key][spoken() == ENGLISH].format(**facts)


@contextmanager
def in_one_sentence() -> Iterator[None]:
    """What is raised within is a `ClickException` of one sentence, or was one.

    Raises:
        click.ClickException: how it ended.
    """
    try:
        yield
    except click.UsageError as error:
        raise _misused(error) from None
    except (click.ClickException, click.exceptions.Exit):
        raise
    except click.Abort:
        raise Abandoned(_say("unanswered")) from None
    except KeyboardInterrupt:
        raise Stopped(_say("stopped")) from None
    except OSError as error:
        if error.errno == errno.EPIPE and error.filename == STANDARD_OUTPUT:
            sys.exit(NOBODY_READS)
        if error.errno == errno.ENOMEM:
            raise Misused(_say("memory")) from None
        if error.errno not in _STEPS and not error.filename:
            raise _faulty(error) from None
        raise Misused(f"{_name(error.filename or 'a file')}: {error.strerror}") from None
    except MemoryError:
        raise Misused(_say("memory")) from None
    except Exception as error:
        if os.environ.get(TRACE) or _in_system_log():
            raise
        if _starved(error):
            raise Misused(_say("memory")) from None
        raise _faulty(error) from None


def _starved(error: Exception) -> bool:
    """Whether there was no memory to load a module with, of which Python says no more than this."""
    return isinstance(error, SystemError | ImportError) and any(one in str(error) for one in _UNLOADED)


@contextmanager
def written_to_the_end(language: Callable[[], str]) -> Iterator[None]:
    """The process ends only when all that it said has been written, and tells where that fails.

    `language` is asked for that of the command when it has ended.
    """
    closed = _held()
    if sys.stdout is None or 1 in closed:
        _tell(SAID["closed"][language() == ENGLISH], language())
        sys.exit(WRONG)
    if sys.stdout is sys.__stdout__:
        sys.stdout = _named(sys.__stdout__)
    try:
        yield
    except SystemExit as end:
        try:
            sys.stdout.flush()
        except OSError as error:
            # Python would try once more, and tell it in its own words.
            sys.stdout = io.TextIOWrapper(io.BytesIO())
            _end(end, error, language())
        raise


def _end(end: SystemExit, error: OSError, language: str) -> NoReturn:
    """What was said last could not be written: a success is none, any other end stays what it was."""
    if error.errno == errno.EPIPE:
        sys.exit(NOBODY_READS)
    if end.code:
        raise end
    _tell(for_a_person(f"{STANDARD_OUTPUT}: {error.strerror}", language), language)
    sys.exit(WRONG)


class _StandardOutput(io.FileIO):
    """File 1, which says of itself where it is when nothing can be written to it."""

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except OSError as error:
            raise OSError(error.errno, error.strerror, STANDARD_OUTPUT) from None


def _named(stdout: TextIO) -> TextIO:
    """The same standard output, whose errors name it."""
    try:
        raw = _StandardOutput(stdout.fileno(), "w", closefd=False)
    except (OSError, ValueError):
        return stdout
    # A name that is no text, or a letter that the terminal has not, costs a letter and not the answer.
    errors = "replace" if stdout.errors == "strict" else stdout.errors
    lines = stdout.isatty()
    return io.TextIOWrapper(
        io.BufferedWriter(raw), encoding=stdout.encoding, errors=errors, line_buffering=lines
    )


def _held() -> set[int]:
    """Those of the three standard files that were closed; they are no longer free for a journal or a book."""
    missing = set()
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free: this one
            missing.add(number)
    return missing


def _tell(sentence: str, language: str) -> None:
    with suppress(OSError):
        click.echo(f"{LEADING[language]}{sentence}", err=True)


def _misused(error: click.UsageError) -> click.ClickException:
    """The sentence of click, with the command before it and the next step behind it."""
    if type(error).__name__ == "NoArgsIsHelpError":  # newer clicks: the help itself
        return error
    context = error.ctx or click.get_current_context(silent=True)
    command, language = _command_of(error.ctx, context), asked(context)
    said = re.sub(r":?\n\t", " ", error.format_message(), count=1).replace("\n\t", " ")
    unknown = _NO_COMMAND.fullmatch(said)
    if unknown is not None:
        name, meant = unknown.groups()
        said = no_such_command(command, name, [meant] if meant else [], language)
    elif language == FRENCH:
        from controller.host.typed_wrong import in_french

        said = in_french(error)
    if language == FRENCH:
        return Misused(f"{command}\u00a0: {_and_where(said, command)}", language)
    for theirs, ours in _CLICK.items():
        said = said.replace(theirs, ours)
    said = re.sub(r"(?<!\.)\.$", "", said[:1].lower() + said[1:])
    return Misused(f"{command}: {_and_where(said, command)}", language)


def _command_of(told: click.Context | None, around: click.Context | None) -> str:
    """The words of the command that is wrong: of the error, else as far as they were understood."""
    if told is not None or around is None:
        return told.command_path if told is not None else "tapis"
    return " ".join((around.command_path, around.invoked_subcommand or "")).strip()


def _and_where(said: str, command: str) -> str:
    """The sentence with where the help is, unless it has a next step by itself."""
    return said if said.endswith("?") or "--help" in said else f"{said} ({command} --help)"


def no_such_command(group: str, name: str, near: Sequence[str], language: str) -> str:
    """The sentence for a command that this group has not, with those that were meant perhaps."""
    names = f" {SAID['or'][language == ENGLISH]} ".join(f"{group} {one}" for one in near)
    hint = SAID["meant" if near else "all"][language == ENGLISH].format(group=group, names=names)
    return SAID["no_command"][language == ENGLISH].format(name=name[:40], hint=hint)


def _faulty(error: BaseException) -> Faulty:
    return Faulty(_say("fault", place=place_of(error.__traceback__), trace=TRACE))


def place_of(trace: TracebackType | None) -> str:
    """Where it happened: the last line of ours, without what was worked on."""
    found = "?"
    while trace is not None:
        path = Path(trace.tb_frame.f_code.co_filename)
        if path.is_relative_to(_ROOT) and path.relative_to(_ROOT).parts[0] in _OURS:
            found = f"{path.relative_to(_ROOT)}:{trace.tb_lineno}"
        trace = trace.tb_next
    return found


def _name(place: object) -> str:
    return os.fsdecode(place) if isinstance(place, (str, bytes, os.PathLike)) else str(place)


def _in_system_log() -> bool:
    """Who reads is whoever looks after the machine: a service's fault is told there as it is."""
    try:
        log = os.fstat(2)
    except OSError:
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{log.st_dev}:{log.st_ino}"
