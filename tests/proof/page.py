"""The report as a page: what it is, what came of it in one look, then promise by promise."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any, Final

from controller.papers.pdf import STYLE
from controller.told import worded
from controller.words.money import grouped
from tests.handbook.facts import french_spaces, unbroken
from tests.handbook.rows import ruled
from tests.proof.elsewhere import TEMPORARY
from tests.proof.outcomes import LONG

TITLE: Final = {"fr": "Rapport de preuve", "en": "Report of the proof"}
FOOT: Final = {
    "fr": "Tapis · SHA-256 de proof.json\u00a0: {digest}…",
    "en": "Tapis · SHA-256 of proof.json: {digest}…",
}
VERDICTS: Final = {
    "fr": {
        "held": "tenu",
        "partly": "tenu, en partie",
        "again": "tenu à la reprise",
        "not held": "NON TENU",
        "not run": "non exécuté",
    },
    "en": {
        "held": "held",
        "partly": "held, in part",
        "again": "held when tried again",
        "not held": "NOT HELD",
        "not run": "not run",
    },
}
COLUMNS: Final = tuple(VERDICTS["en"])
GROUPS: Final = (
    ("F-", "Pannes", "Faults"),
    ("I", "Invariants", "Invariants"),
    ("T-", "Familles d’essais", "Families of tests"),
    ("", "Exigences", "Requirements"),
)
MACHINE: Final = {
    "processor": "processeur",
    "memory": "mémoire",
    "system": "système",
    "python": "Python",
    "sqlite": "SQLite",
    "postgresql": "PostgreSQL",
}
WORDS: Final = {
    "lead": (
        "Ce que le programme promet, combien de fois cela a été essayé, et ce qu’il en est advenu. Ce qui"
        " n’a pas été exécuté est dit non exécuté. Chaque épreuve porte la commande qui la répète.",
        "What the program promises, how often it was tried, and what came of it. What was not run is"
        " said to be not run. Each trial has the command that repeats it.",
    ),
    "summary": ("En bref", "In short"),
    "promises": ("Promesses", "Promises"),
    "trials": ("Épreuves", "Trials"),
    "tests": ("Essais", "Tests"),
    "machine": ("Machine", "Machine"),
    "packages": ("Paquets", "Packages"),
    "elsewhere": (
        "Des épreuves ou des essais ont été exécutés aussi sur",
        "Trials or tests were also run on",
    ),
    "other commit": (
        "{count} bloc{n:|s} {n:est|sont} de l’état {commit} des sources, où le programme, hors ses pages, et"
        " les fichiers de ces épreuves sont les mêmes qu’ici.",
        "{count} block{n:|s} {n:is|are} of commit {commit}, in which the program but for its pages, and the"
        " files of these trials, are the same as here.",
    ),
    "failed at": (
        "(à l’état {commit} des sources, avec l’épreuve d’alors)",
        "(at commit {commit}, with the trial as it was there)",
    ),
    "trial": ("Épreuve", "Trial"),
    "unit": ("De quoi", "Of what"),
    "tried": ("Exécuté", "Tried"),
    "wanted": ("Prévu", "Wanted"),
    "seeds": ("Graines", "Seeds"),
    "time": ("Durée", "Time"),
    "result": ("Résultat", "Result"),
    "repeat": ("Pour répéter", "To repeat it"),
    "promise": ("Promesse", "Promise"),
    "shown": ("Montré par", "Shown by"),
    "of": ("{count} sur {wanted}", "{count} of {wanted}"),
    "ran": ("{count} essai{n:|s} réussi{n:|s}", "{count} test{n:|s} passed"),
    "failed": ("{count} essai{n:|s} échoué{n:|s}", "{count} test{n:|s} failed"),
    "skipped": ("{count} essai{n:|s} écarté{n:|s}", "{count} test{n:|s} skipped"),
    "silent": ("essais non exécutés\u00a0: {count}", "tests not run: {count}"),
    "changed": (
        "Les fichiers n’étaient pas tous ceux de cet état des sources\u00a0: ce rapport ne dit rien de lui.",
        "Not all files were those of this commit: this report says nothing of that commit.",
    ),
    "before": (
        "Auparavant, {count} bloc{n:|s} n’{n:avait|avaient} pas tenu\u00a0: {said}",
        "In a run before, {count} block{n:|s} had not held: {said}",
    ),
    "unnamed": (
        "La clé a été faite pour ce rapport\u00a0: la signature montre qu’il est entier, non qui l’a fait.",
        "The key was made for this report: the signature shows that it is whole, not who made it.",
    ),
    "signed": ("Signé par la clé", "Signed by the key"),
    "verify": ("Pour vérifier", "To verify"),
    "suite": (
        "{count} essai{n:|s} réussi{n:|s}, {failed} échoué{failed:|s}, {skipped} écarté{skipped:|s},"
        " en {time} de processeur ({runs})",
        "{count} test{n:|s} passed, {failed} failed, {skipped} skipped, in {time} of a processor ({runs})",
    ),
    "run suite": ("la suite", "suite"),
    "run long": ("les essais longs", "long"),
    "long files": (
        "les essais longs de {count} fichier{n:|s}",
        "long tests of {count} file{n:|s}",
    ),
    "long elsewhere": (
        "Essais longs exécutés à un autre état des sources, où le programme, ses pages et les fichiers de"
        " ces essais sont les mêmes qu’ici",
        "Long tests that were run at another commit, in which the program, its pages and the files of"
        " these tests are the same as here",
    ),
    "no suite": ("Les essais n’ont pas été exécutés.", "The tests were not run."),
    "short": ("nombres réduits, à chaque changement du programme", "short counts, for every push"),
    "full": (
        "la colonne Prévu donne les nombres complets, la colonne Exécuté ce qui en a été fait",
        "the column Wanted has the full counts, the column Tried what came of them",
    ),
    "temporary": ("<dossier temporaire>", TEMPORARY),
    "said": ("Relevé, tel qu’imprimé", "As it was printed"),
    "said of one": ("Relevé de la graine {seed}, tel qu’imprimé", "Of seed {seed}, as it was printed"),
    "failed before": (
        "Échecs d’une exécution interrompue ou d’un autre état des sources, sans échec depuis",
        "Failed in a run that was broken off or at another commit, and not since",
    ),
}
OPENSSL: Final = (
    "openssl pkeyutl -verify -pubin -inkey proof.pub.pem -rawin -in proof.json -sigfile proof.sig"
)


def html_of(told: dict[str, Any], digest: str, language: str) -> str:
    """The body of the report, in the HTML that the papers are made from."""
    page = _Page(told, digest, language)
    html = "".join(
        [*page.opening(), *page.summary(), *page.trials(), *page.promises(), *page.tests(), *page.machine()]
    )
    return unbroken(french_spaces(html) if language == "fr" else html)


def standalone(body: str, language: str) -> str:
    """The same as a file for a browser."""
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>{TITLE[language]}</title>'
        f"<style>{STYLE}body{{font-family:sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem}}"
        "td,th{vertical-align:top}</style>"
        f"{body}</html>\n"
    )


class _Page:
    def __init__(self, told: dict[str, Any], digest: str, language: str) -> None:
        self._told, self._digest, self._language = told, digest, language
        self._trials = {one["part"]: one for one in told["trials"]}

    def _say(self, word: str, **values: object) -> str:
        return worded(WORDS[word][self._language == "en"], values, french=self._language == "fr")

    def _so_many(self, word: str, number: int, **values: object) -> str:
        """The same of a number, with which the words beside it agree."""
        return self._say(word, count=grouped(number), n=number, **values)

    def _verdict(self, verdict: str) -> str:
        word = VERDICTS[self._language][verdict]
        return f'<span class="warning">{word}</span>' if verdict == "not held" else word

    def opening(self) -> Iterable[str]:
        told = self._told
        yield f"<h1>{TITLE[self._language]}</h1>"
        yield f'<p class="lead">{self._say("lead")}</p>'
        program = told["program"]
        yield f"<p>{program['commit']} · {told['made_at']} · {self._say(told['size'])}</p>"
        if program["changed"]:
            yield f'<p class="warning">{self._say("changed")}</p>'
        yield f"<p>{self._say('signed')} {told['signed_by']['key']}. "
        yield "" if told["signed_by"]["named"] else self._say("unnamed")
        yield f"<br>SHA-256 proof.json&nbsp;: {self._digest}<br>{self._say('verify')}&nbsp;: {OPENSSL}</p>"

    def summary(self) -> Iterable[str]:
        yield f"<h2>{self._say('summary')}</h2>"
        rows = []
        for group, (_, *names) in enumerate(GROUPS):
            counted = Counter(seen(one) for one in self._told["promises"] if _group(one["id"]) == group)
            rows.append([names[self._language == "en"], *(str(counted[one]) for one in COLUMNS)])
        heads = [self._say("promises"), *(counted_as(one, self._language) for one in COLUMNS)]
        yield ruled(heads, rows, numbers=(1, 2, 3, 4, 5), widths=(30, 14, 14, 14, 14, 14))

    def trials(self) -> Iterable[str]:
        yield f"<h2>{self._say('trials')}</h2>"
        yield from self._other_commits()
        names = ("trial", "unit", "tried", "wanted", "seeds", "time", "result", "repeat")
        rows = []
        for one in self._told["trials"]:
            unit = one["unit"] if self._language == "en" else one["french"]
            said = next((escape(self._of(block)) for block in one["blocks"] if not block["held"]), "")
            if before := one["failed_before"]:
                said += f"{'<br>' if said else ''}{escape(self._before(before))}"
            if one["blocks"] and not said:
                last = one["blocks"][-1]
                whose = "said" if len(one["blocks"]) == 1 else "said of one"
                head = self._say(whose, seed=last["seed"])
                said = f"<span class='small'>{head}&nbsp;: {escape(self._said(last))}</span>"
            rows.append(
                [
                    f"{one['part']}<br><span class='small'>{', '.join(one['families'])}</span>",
                    escape(unit),
                    grouped(one["count"]),
                    grouped(one["wanted"]),
                    one["seeds"],
                    _time(one["wall_s"]) if one["blocks"] else "",
                    f"{self._verdict(tried(one))}{'<br>' if said else ''}{said}",
                    f"<span class='small'>{one['command']}</span>",
                ]
            )
        heads = [self._say(name) for name in names]
        yield ruled(heads, rows, numbers=(2, 3), widths=(11, 18, 8, 8, 9, 9, 19, 18))

    def _of(self, block: Mapping[str, Any]) -> str:
        """What is said of a block that did not hold, and at which other commit."""
        program = self._told["program"]
        here = program["commit"] + ("+" + program["changed"] if program["changed"] else "")
        said = self._said(block)
        return said if block["state"] == here else f"{said} {self._say('failed at', commit=block['state'])}"

    def _said(self, block: Mapping[str, Any]) -> str:
        said: str = block["said"]
        return said.replace(TEMPORARY, self._say("temporary"))

    def _before(self, blocks: Sequence[Mapping[str, Any]]) -> str:
        return self._so_many("before", len(blocks), said=self._of(blocks[-1]))

    def _other_commits(self) -> Iterable[str]:
        """How many blocks that held were not tried at this commit, and at which."""
        blocks = [block for one in self._told["trials"] for block in one["blocks"] if block["held"]]
        for state, count in sorted(Counter(block["state"] for block in blocks).items()):
            if state.partition("+")[0] != self._told["program"]["commit"]:
                yield f"<p>{self._so_many('other commit', count, commit=state)}</p>"

    def promises(self) -> Iterable[str]:
        for group, (_, *names) in enumerate(GROUPS):
            yield f"<h2 style='page-break-before: always'>{names[self._language == 'en']}</h2>"
            rows = [
                [one["id"], _named(self._text(one)), self._shown(one), self._verdict(seen(one))]
                for one in self._told["promises"]
                if _group(one["id"]) == group
            ]
            heads = ["", self._say("promise"), self._say("shown"), self._say("result")]
            yield ruled(heads, rows, widths=(6, 56, 26, 12))

    def _text(self, promise: dict[str, Any]) -> str:
        """In the report’s language; in its page’s, where it was not said in French when it was made."""
        return promise["french"] if self._language == "fr" and promise["french"] else promise["text"]

    def _shown(self, promise: dict[str, Any]) -> str:
        said = []
        for name in promise["trials"]:
            one = self._trials[name]
            unit = one["unit"] if self._language == "en" else one["french"]
            tried = self._say("of", count=grouped(one["count"]), wanted=grouped(one["wanted"]))
            said.append(
                f"{escape(unit)}&nbsp;: {tried if one['count'] else VERDICTS[self._language]['not run']}"
            )
        for outcome, word in (("passed", "ran"), ("failed", "failed"), ("skipped", "skipped")):
            count = promise["outcomes"].get(outcome, 0)
            said += [self._so_many(word, count)] * bool(count)
        if promise["not_run"]:
            said.append(self._say("silent", count=len(promise["not_run"])))
        return "<br>".join(said)

    def tests(self) -> Iterable[str]:
        tests = self._told["tests"]
        yield f"<h2>{self._say('tests')}</h2>"
        if not tests["runs"] and not tests["long_files"]:
            yield f"<p>{self._say('no suite')}</p>"
            return
        counts = {name: len(tests[name]) for name in ("failed", "skipped")}
        yield "<p>" + self._so_many(
            "suite",
            tests["passed"],
            time=_time(tests["spent_s"]),
            runs=", ".join([*(self._say(f"run {one}") for one in tests["runs"]), *self._long_files(tests)]),
            **counts,
        )
        for name in (*tests["failed"], *tests["skipped"]):
            yield f"<br>{escape(name)}"
        yield "</p>"
        if tests["failed_before"]:
            yield self._listed("failed before", tests["failed_before"])
        if tests["elsewhere"]:
            files = [
                f"{commit}, {self._so_many('long files', count)}"
                for commit, count in tests["elsewhere"].items()
            ]
            yield self._listed("long elsewhere", files)

    def _listed(self, head: str, lines: Iterable[str]) -> str:
        """What is told of, each on its own line."""
        return f"<p>{self._say(head)}&nbsp;:{''.join(f'<br>{escape(line)}' for line in lines)}</p>"

    def _long_files(self, tests: dict[str, Any]) -> list[str]:
        """So many files of the long tests ran to their end, where not all have."""
        some = tests["long_files"] and LONG not in tests["runs"]
        return [self._so_many("long files", tests["long_files"])] if some else []

    def machine(self) -> Iterable[str]:
        yield f"<h2>{self._say('machine')}</h2>"
        rows = [
            [MACHINE.get(name, name) if self._language == "fr" else name, escape(said)]
            for name, said in self._told["machine"].items()
        ]
        yield ruled([], rows, widths=(18, 82))
        tried = {block["machine"] for one in self._told["trials"] for block in one["blocks"]}
        tried |= {*self._told["tests"]["machines"]}
        if others := sorted(tried - {self._told["machine_in_short"]}):
            yield f"<p>{self._say('elsewhere')}&nbsp;: {escape(' ; '.join(others))}</p>"
        yield f"<h2>{self._say('packages')}</h2><p class='small'>"
        yield ", ".join(f"{escape(name)} {version}" for name, version in self._told["packages"].items())
        yield "</p>"


def seen(promise: dict[str, Any]) -> str:
    """Its verdict; of what held, whether it did not before, or was not tried as often as wanted."""
    if promise["verdict"] == "held" and promise["again"]:
        return "again"
    return "partly" if promise["verdict"] == "held" and not promise["whole"] else promise["verdict"]


def tried(trial: Mapping[str, Any]) -> str:
    """The verdict of a trial; of what held, whether it did not before, or was tried too seldom."""
    if trial["verdict"] == "held" and trial["failed_before"]:
        return "again"
    return "partly" if trial["verdict"] == "held" and trial["count"] < trial["wanted"] else trial["verdict"]


def _group(name: str) -> int:
    """Which of `GROUPS` a promise is of."""
    if name.startswith(("F-", "T-")):
        return 0 if name.startswith("F-") else 2
    return 1 if name[1:].isdigit() else 3


def counted_as(verdict: str, language: str) -> str:
    """The verdict as the head of a count: only one that is told of something shouts."""
    return VERDICTS[language][verdict].lower()


def _named(text: str) -> str:
    """The text as HTML; a name of the program, between backticks, is set off."""
    return re.sub(r"`([^`]+)`", r"<i>\1</i>", escape(text))


def _time(seconds: float) -> str:
    """`1 h 02 min`, `3 min 20 s`, `12 s`: no line ends within."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}\u00a0h\u00a0{minutes:02d}\u00a0min"
    return f"{minutes}\u00a0min\u00a0{rest:02d}\u00a0s" if minutes else f"{rest}\u00a0s"
