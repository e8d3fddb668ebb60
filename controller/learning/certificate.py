"""The certificate of a drill of the royal: who, when, how it went, and who signs; worth nothing elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import tzinfo
from pathlib import Path
from typing import Final

from controller.game.inputs import Role
from controller.learning.lessons import DRILL, lesson
from controller.learning.school import Drilled
from controller.learning.score import POINTS
from controller.papers.letterhead import letterhead
from controller.registers.layout import Facts, Note, Paper, Signatures, print_papers
from controller.settings.establishment import establishment
from controller.words.instants import both
from controller.words.roles import role_title

LANGUAGES: Final = ("fr", "en")
WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "title": ("Exercice de la quinte flush royale", "Drill of the royal flush"),
    "mark": ("FORMATION – SANS VALEUR", "TRAINING – NO VALUE"),
    "lead": ("Certificat d’exercice mensuel", "Certificate of the monthly drill"),
    "who": ("Élève", "Trainee"),
    "when": ("Fait le", "Done"),
    "score": ("Note", "Score"),
    "score.of": ("{score} sur {of}", "{score} out of {of}"),
    "result": ("Résultat", "Result"),
    "passed": ("réussi", "passed"),
    "failed": ("à refaire", "to be done again"),
    "touches": ("Actes demandés à la table", "Acts asked of the table"),
    "wrong": ("Touches fausses", "Wrong touches"),
    "sums": ("Sommes fausses", "Wrong sums"),
    "time": ("Temps", "Time"),
    "time.of": (
        "{minutes} min {seconds} s, pour {par} s prévues",
        "{minutes} min {seconds} s, {par} s foreseen",
    ),
    "course": (
        "Le coup s’est joué sur une table simulée, sans indice\u00a0: mises fermées, JP1 ramassé, "
        "cartes gelées, comité appelé, paiement suivi, sièges réglés.",
        "The round was played at a simulated table, without a hint: bets closed, JP1 collected, "
        "cards frozen, casino manager called, payment followed, seats settled.",
    ),
    "worth": (
        "Aucune mise, aucun jackpot, aucun journal de table n’a été touché.",
        "No stake, no jackpot and no journal of a table was touched.",
    ),
    "pupil": ("Élève", "Trainee"),
    "below": ("Nom et signature", "Name and signature"),
}


def certificate(done: Drilled, language: str, zone: tzinfo | None = None) -> Paper:
    """The paper of one drill, in one language."""

    lang = LANGUAGES.index(language)

    def say(key: str, **facts: object) -> str:
        return WORDS[key][lang].format(**facts)

    minutes, seconds = divmod(done.time_ms // 1000, 60)
    rows = (
        (say("who"), done.pupil),
        (say("when"), both(done.at_ms, zone)),
        (say("result"), say("passed" if done.passed else "failed")),
        (say("score"), say("score.of", score=done.score, of=POINTS)),
        (say("touches"), str(done.touches)),
        (say("wrong"), str(done.wrong)),
        (say("sums"), str(done.sums)),
        (say("time"), say("time.of", minutes=minutes, seconds=seconds, par=lesson(DRILL).par_s)),
    )
    signs = Signatures(
        ((say("pupil"), ""), *((role_title(role, lang), "") for role in (Role.CHEF, Role.COMITE))),
        say("below"),
    )
    return Paper(
        say("title"),
        say("lead"),
        (
            Facts("", rows, frozenset({say("who"), say("score"), say("result")})),
            Note(say("course")),
            Note(say("worth"), loud=True),
            signs,
        ),
    )


def print_certificate(done: Drilled, folder: Path, language: str) -> Path:
    """The certificate is a PDF in the folder; its file. From the main thread.

    Raises:
        NotPrinted: it could not be made or written.
        OSError: the folder cannot be made.
    """
    folder.mkdir(parents=True, exist_ok=True)
    paper = certificate(done, language)
    name = "".join(letter if letter.isalnum() else "-" for letter in done.pupil)[:40]
    path = folder / f"{done.at_ms // 1000}-{name or 'x'}.pdf"
    mark = WORDS["mark"][LANGUAGES.index(language)]
    head = letterhead(establishment(), "", done.at_ms, done.pupil, LANGUAGES.index(language))
    print_papers(str(path), paper.title, (paper,), (mark,), mark, head=head)
    return path
