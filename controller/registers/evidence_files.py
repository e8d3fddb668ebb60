"""What goes beside the rows into the evidence of a round: story, sheet, rules, win, entries of the book."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from datetime import UTC
from pathlib import Path
from typing import Final

from controller.book.at_url import open_book
from controller.book.port import BookMismatch, BookUnreachable
from controller.game.profile import RuleProfile
from controller.journal.chain import opening_of
from controller.journal.one_round import OneRound, settled_line
from controller.papers.pdf import NotPrinted, pdf_bytes
from controller.papers.round_sheet.lines import parse_line, settle_line
from controller.papers.round_sheet.printed import printed
from controller.papers.round_sheet.sheet import RoundSheet, sheet_of
from controller.papers.round_sheet.stakes import LineRefused
from controller.papers.round_sheet.text import sheet_text
from controller.registers.layout import as_text
from controller.registers.layout import printed as printed_papers
from controller.registers.reading import marks_of, read_session
from controller.registers.win_papers import as_json, papers_of
from controller.registers.wins import wins_of
from controller.settings.files import config_directories
from controller.settings.limits import under_limits
from controller.settings.rules import canonical_of, profile_of_file
from controller.settings.settings_error import SettingsError
from controller.told import Told, said_by
from controller.words.money import LANGUAGES
from controller.words.round_replay import replay_in_words

SAID: Final[dict[str, tuple[str, str]]] = {
    "other_rules": (
        "les règles du coup ne sont pas parmi les profils d’ici\u00a0: ni règles, ni feuille de règlement",
        "the rules in force are not among the profiles here: no rules and no settlement sheet",
    ),
    "no_sheet": ("pas de feuille de règlement\u00a0: {why}", "no settlement sheet: {why}"),
    "lacks_line": ("il manque au coup une ligne de la feuille", "the round lacks a line of it"),
    "unsettled": ("le coup n’a pas été réglé jusqu’au bout", "the round was not settled to its end"),
    "no_book": (
        "pas d’écritures du livre du jackpot\u00a0: aucun livre n’est nommé",
        "no entries of the jackpot book: none was named",
    ),
}
"""What is not in the bundle, and why: French, English."""


class BookNotRead(RuntimeError):
    """The jackpot book whose entries were asked for cannot be read."""


def beside_rows(
    told: OneRound, path: Path, url: str | None, language: int
) -> tuple[dict[str, bytes], list[str]]:
    """The further files of the bundle, and in one sentence each what is not there.

    `path` is the journal's, `url` the jackpot book's, if its entries are wanted.

    Raises:
        BookNotRead: the jackpot book cannot be read.
    """
    files: dict[str, bytes] = {}
    notes: list[str] = []
    for lang, number in LANGUAGES.items():
        files[f"story-{lang}.txt"] = ("\n".join(replay_in_words(told, number)) + "\n").encode()
    found = _profile(told.opened["profile_digest"])
    if found is None:
        notes.append(Told(SAID["other_rules"]))
    else:
        profile, source = found
        files["rules.toml"] = source.read_bytes()
        files["rules.json"] = canonical_of(profile)  # its SHA-256 is the profile's digest
        try:
            files |= _sheet(told, profile, language)
        except (LineRefused, NotPrinted) as error:
            notes.append(_no_sheet(said_by(error)))
        except KeyError:
            notes.append(_no_sheet(Told(SAID["lacks_line"])))
        if "settlement.txt" not in files and not notes:
            notes.append(_no_sheet(Told(SAID["unsettled"])))
    if url is None:
        notes.append(Told(SAID["no_book"]))
    else:
        files["book.jsonl"] = "".join(_book(told, url)).encode()
        files["jackpot.json"] = _terms(url).encode()
    return files | _win(path, told.number, language), notes


def _no_sheet(why: str) -> Told:
    return Told(SAID["no_sheet"], why=why)


def _profile(digest: str) -> tuple[RuleProfile, Path] | None:
    """The rules of this digest and their file, if a directory has them, under whatever limits of a house."""
    for folder in config_directories():
        for path in sorted((folder / "rules").glob("*.toml")):
            try:
                profile = profile_of_file(path)
            except SettingsError:
                continue
            found = under_limits(profile, digest)
            if found is not None:
                return found, path
    return None


def round_sheet(told: OneRound, profile: RuleProfile, language: int) -> tuple[str, RoundSheet] | None:
    """The round as a line of `tapis settle`, and its settlement worked out anew from the cards shown.

    None for one that was not settled to its end.

    Raises:
        LineRefused, KeyError: the journal does not tell enough of it.
    """
    text = settled_line(told, profile.id)
    if text is None:
        return None
    facts, settled = settle_line(parse_line(text), profile)
    return text, sheet_of(f"{told.opened['table']}, {told.number}", facts, settled, language)


def _sheet(told: OneRound, profile: RuleProfile, language: int) -> dict[str, bytes]:
    """The settlement as the calculator for disputes works it out."""
    worked_out = round_sheet(told, profile, language)
    if worked_out is None:
        return {}
    text, sheet = worked_out
    files = {
        "settlement.txt": (sheet_text(sheet, language) + "\n").encode(),
        "settlement.json": text.encode(),
    }
    return {**files, "settlement.pdf": pdf_bytes(*printed([sheet], language), _mark(told, language)).data}


def _win(path: Path, number: int, language: int) -> dict[str, bytes]:
    """Slips and minutes of the two best hands, where the round has one (JW-15, JW-19)."""
    session = read_session(path)
    found = [win for win in wins_of(session) if win.number == number]
    papers = [paper for win in found for paper in papers_of(session, win, language, UTC)]
    if not papers:
        return {}
    marks = session.marks(language)
    text = as_text(papers, marks)
    pdf = printed_papers(f"{session.name} · {papers[-1].title}", papers, marks, session.head.hash).data
    told = json.dumps([as_json(session, win, UTC) for win in found], ensure_ascii=False)
    return {"win.txt": text.encode(), "win.json": told.encode(), "win.pdf": pdf}


def _mark(told: OneRound, language: int) -> str:
    """What is printed over papers of this session: a simulation, a demonstration that nobody approved."""
    return " · ".join(marks_of(opening_of(told.opening), language))


def _terms(url: str) -> str:
    """What the jackpot is, its shares among it: the meter's is a part of a million."""
    try:
        with closing(open_book(url, None)) as book:
            return book.terms.text()
    except (BookMismatch, BookUnreachable) as error:
        raise BookNotRead(said_by(error)) from None


def _book(told: OneRound, url: str) -> Iterator[str]:
    """The book's acts of this round, a line of JSON each."""
    try:
        with closing(open_book(url, None)) as book:
            for one in book.acts():
                key = one.key
                if (key.table, key.journal_id, key.round) == (
                    told.opened["table"],
                    told.opening.hash,
                    told.number,
                ):
                    yield json.dumps(asdict(one), default=str) + "\n"
    except (BookMismatch, BookUnreachable) as error:
        raise BookNotRead(said_by(error)) from None
