"""How a command ends that nobody reads, that cannot write, that is stopped, or that is wrong itself."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from controller.cli import COMMANDS, main
from controller.cli.options import lang_option
from controller.host import endings
from controller.host.endings import _STEPS, for_a_person, in_own_words
from tests.law.requirements import requirement
from tests.patience import PATIENCE_S
from tests.shell.line.served_table import until
from tests.shell.live_table import TAPIS

JOURNAL = Path(__file__).parents[1] / "golden" / "journals" / "trips" / "UTH-1-000001.journal"
FULL_FR = (
    "Erreur\u00a0: sortie standard\u00a0: le disque est plein\u00a0: libérez de la place, et recommencez\n"
)
FULL = "Error: standard output: the disk is full: make room, and do it again\n"
CLOSED_FR = "Erreur\u00a0: la sortie standard est fermée, rien ne peut être dit\u00a0: enlever >&-\n"
CLOSED = "Error: standard output is closed, so nothing can be said: leave out >&-\n"


UNLOADED = {
    "unset": SystemError("error return without exception set"),
    "null": SystemError("<function _find_and_load at 0x7f> returned NULL without setting an exception"),
    "unmapped": ImportError("termios.cpython-311.so: failed to map segment from shared object"),
    "folder": OSError(errno.ENOMEM, os.strerror(errno.ENOMEM), "/usr/lib/tapis/controller/table"),
}
"""What Debian 12's Python raised where a night was given 64 to 75 MiB."""


@click.command()
@click.argument("how")
def broken(how: str) -> None:
    """A command that nobody wrote well."""
    if how == "interrupted":
        raise KeyboardInterrupt
    if how == "starved":
        raise MemoryError
    if how in UNLOADED:
        raise UNLOADED[how]
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) if how == "full" else ZeroDivisionError(how)


@click.command()
@click.argument("how")
@lang_option("the words")
@click.pass_context
def told(ctx: click.Context, how: str, lang: str) -> None:
    """The same, of a command that speaks both languages."""
    ctx.invoke(broken, how=how)


def tapis(monkeypatch: pytest.MonkeyPatch, *words: str) -> Result:
    """The command run in this process, with one that is broken among the others."""
    monkeypatch.delenv("TAPIS_TRACE", raising=False)
    monkeypatch.setitem(COMMANDS, "broken", (f"{__name__}:broken", "It is broken."))
    monkeypatch.setitem(COMMANDS, "told", (f"{__name__}:told", "It is broken in both languages."))
    return CliRunner().invoke(main, words, prog_name="tapis")


def by_shell(line: str, folder: Path) -> tuple[int, str]:
    """Exit and standard error of the first command of a line that bash runs."""
    done = subprocess.run(
        ["bash", "-c", f"{line}; exit ${{PIPESTATUS[0]}}", *TAPIS],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        cwd=folder,
        check=False,
        env={**os.environ, "J": str(JOURNAL), "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    ("line", "ended"),
    [
        ('"$0" "$@" journal show "$J" | head -1', (141, "")),
        ('"$0" "$@" journal export --csv "$J" | head -1', (141, "")),
        ('"$0" "$@" journal export --csv "$J" > /dev/full', (2, FULL_FR)),
        ('"$0" "$@" journal export --csv --lang en "$J" > /dev/full', (2, FULL)),
        ('"$0" "$@" --help > /dev/full', (2, FULL_FR)),
        ('"$0" "$@" --help --lang en > /dev/full', (2, FULL)),
        ('"$0" "$@" journal verify "$J" >&-', (2, CLOSED_FR)),
        ('LANG=en_GB.UTF-8 "$0" "$@" journal verify "$J" >&-', (2, CLOSED)),
        ('"$0" "$@" journal verify "$J" > /dev/null 2>&-', (0, "")),
        ('"$0" "$@" settle <&-', (2, "Erreur\u00a0: -\u00a0: il n’y a pas d’entrée standard\n")),
    ],
)
def test_what_cannot_be_said_is_no_success_and_no_traceback(
    line: str, ended: tuple[int, str], tmp_path: Path
) -> None:
    assert by_shell(line, tmp_path) == ended
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_ends_a_command_in_one_sentence(tmp_path: Path) -> None:
    words = ("simulate", "--rounds", "1000000", "--seed", "1", "--journal", "nights")

    def as_at_a_terminal() -> None:
        """What a script starts in the background is deaf to Ctrl-C, and so is all that it starts."""
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    with subprocess.Popen(
        [*TAPIS, *words], stderr=subprocess.PIPE, text=True, cwd=tmp_path, preexec_fn=as_at_a_terminal
    ) as process:
        try:
            until(lambda: list(tmp_path.glob("nights/*.journal")) != [])
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=PATIENCE_S)
        finally:
            process.kill()
    assert (process.returncode, said) == (130, "Error: stopped by Ctrl-C before it was done\n")


@pytest.mark.parametrize(
    ("how", "exit_code", "said"),
    [
        ("interrupted", 130, "stopped by Ctrl-C before it was done"),
        ("starved", 2, "there is not enough memory for this: name less, or a larger machine"),
        ("full", 2, "a file: the disk is full: make room, and do it again"),
    ],
)
def test_what_the_machine_refuses_is_one_sentence(
    how: str, exit_code: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tapis(monkeypatch, "--lang", "en", "broken", how)
    assert (told.exit_code, told.stderr) == (exit_code, f"Error: {said}\n")


@pytest.mark.parametrize("how", UNLOADED)
def test_a_program_without_the_memory_to_load_itself_is_not_called_faulty(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tapis(monkeypatch, "--lang", "en", "broken", how)
    said = "there is not enough memory for this: name less, or a larger machine"
    assert (told.exit_code, told.stderr) == (2, f"Error: {said}\n")


@pytest.mark.parametrize(
    ("how", "french", "english"),
    [
        ("interrupted", "arrêtée par Ctrl-C avant la fin", "stopped by Ctrl-C before it was done"),
        ("starved", "pas assez de mémoire pour cela\u00a0: ", "there is not enough memory for this: "),
        ("full", "un fichier\u00a0: le disque est plein\u00a0: ", "a file: the disk is full: "),
        (
            "secret",
            "c’est un défaut de tapis lui-même, à tests/",
            "this is a fault of tapis itself, at tests/",
        ),
    ],
)
def test_a_command_ends_in_its_own_language(
    how: str, french: str, english: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    french, english = f"Erreur\u00a0: {french}", f"Error: {english}"
    for more, said in (((), french), (("--lang", "fr"), french), (("--lang", "en"), english)):
        ended = tapis(monkeypatch, "told", how, *more)
        assert ended.stderr.startswith(said), ended.stderr
        assert ended.stderr.count("\n") == 1


def test_a_fault_of_the_program_says_that_it_is_one_and_how_to_report_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = tapis(monkeypatch, "--lang", "en", "broken", "secret")
    assert told.exit_code == 70
    assert told.stderr.startswith("Error: this is a fault of tapis itself, at tests/shell/test_endings.py:")
    assert told.stderr.endswith(": type TAPIS_TRACE=1 before the command, and report what it then says\n")
    assert "secret" not in told.stderr
    assert told.stderr.count("\n") == 1
    monkeypatch.setenv("TAPIS_TRACE", "1")
    assert isinstance(CliRunner().invoke(main, ("broken", "secret")).exception, ZeroDivisionError)


def test_an_installed_program_names_the_line_of_a_fault_too(monkeypatch: pytest.MonkeyPatch) -> None:
    root = Path("/usr/lib/tapis/lib/python3.11/site-packages")
    monkeypatch.setattr(endings, "_ROOT", root)
    library = compile("def act(given): return given()", str(root / "click" / "core.py"), "exec")
    ours = compile("\n\nact(lambda: 1 // 0)", str(root / "controller" / "cli" / "run.py"), "exec")
    names: dict[str, object] = {}
    exec(library, names)
    with pytest.raises(ZeroDivisionError) as met:
        exec(ours, names)
    assert endings.place_of(met.tb) == "controller/cli/run.py:3"


@requirement("SE-03")
def test_a_fault_of_a_service_is_told_whole_to_the_log_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    log = os.fstat(2)
    monkeypatch.setenv("JOURNAL_STREAM", f"{log.st_dev}:{log.st_ino}")
    assert isinstance(tapis(monkeypatch, "broken", "x").exception, ZeroDivisionError)


def test_a_name_that_is_typed_wrongly_is_answered_with_the_one_that_is_meant(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for words, said in {
        ("setle",): "tapis: there is no command setle; did you mean tapis settle?",
        ("nonsense",): "tapis: there is no command nonsense; tapis --help lists all",
        ("settle", "--jsn"): "tapis settle: no such option '--jsn'. Did you mean '--json'?",
        ("par",): "tapis par: missing argument 'PROFILE|FILE' (tapis par --help)",
        ("settle", "--lang", "de"): "tapis settle: invalid value for '--lang': 'de' is not one of 'fr', 'en'"
        " (tapis settle --help)",
    }.items():
        told = tapis(monkeypatch, "--lang", "en", *words)
        monkeypatch.setenv("TAPIS_TRACE", "1")
        assert (told.exit_code, told.stderr) == (2, f"Error: {said}\n"), words


def test_no_sentence_orders_the_terminal_about_or_has_no_end() -> None:
    assert for_a_person("a\x1b[2Jb\udcffc\td") == "a\\x1b[2Jb\\xffc\\x09d"
    assert for_a_person("x" * 5_000) == f"{'x' * 80}…{'x' * 40}"
    assert for_a_person("plein\u00a0; libérez\n  make room") == "plein\u00a0; libérez\n  make room"


def test_no_sentence_is_of_two_languages() -> None:
    none, french, english = os.strerror(errno.ENOENT), *_STEPS[errno.ENOENT]
    for said, in_french in {
        f"a.toml: {none}": f"a.toml\u00a0: {french}",
        f"a.toml: cannot be read: {none}": f"a.toml\u00a0: ne peut être lu\u00a0: {french}",
        f"a.toml ne se lit pas ({none})\u00a0: tapis doctor": (
            f"a.toml ne se lit pas ({french})\u00a0: tapis doctor"
        ),
        f"tapis x: file 'a': {none}": f"tapis x: file 'a': {english}",
        f"a.toml: {none}: name another": f"a.toml: {english}: name another",
    }.items():
        assert for_a_person(said, "fr") == in_french
        assert none not in for_a_person(said)


def test_the_systems_words_are_put_into_ours_in_both_languages() -> None:
    for number, (french, english) in _STEPS.items():
        assert in_own_words(f"x: {os.strerror(number)}") == f"x: {english}"
        assert in_own_words(f"x ({os.strerror(number)})", "fr") == f"x ({french})"
