"""`tapis settle --pdf`: the dispute sheet on paper, with places to date and to sign."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from controller.cli.settle import NAME_LENGTH
from controller.papers.round_sheet.lines import parse_line, settle_line
from controller.papers.round_sheet.printed import printed
from controller.papers.round_sheet.sheet import RoundSheet, sheet_of
from controller.settings.rules import load_profile
from tests.patience import PATIENCE_S
from tests.shell.settle.settle_lines import CASINO, ROYAL, changed, settle

GOLDEN = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "golden" / "settle.jsonl").read_text("utf-8").splitlines()
]
SEVEN = next(line for line in GOLDEN if len(line["seats"]) == 7)


def tapis(text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command as a process: Qt is loaded there, not here."""
    command = [sys.executable, "-m", "controller.cli", "settle", *arguments]
    return subprocess.run(
        command, input=text, capture_output=True, encoding="utf-8", timeout=PATIENCE_S, check=False
    )


def sheet(line: dict[str, Any], language: int = 0) -> RoundSheet:
    read = parse_line(json.dumps(line))
    facts, settled = settle_line(read, load_profile(str(read.profile)))
    return sheet_of(str(read.id), facts, settled, language)


def words(html: str) -> str:
    """What the page says, its blanks and hyphens as plain ones."""
    plain = re.sub("[\u00a0\u202f]", " ", html).replace("\u2011", "-")
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", plain))


def pages_of(pdf: Path) -> int:
    return len(re.findall(rb"/Type /Page\s", pdf.read_bytes()))


def test_the_sheet_is_printed_besides_what_is_answered(tmp_path: Path) -> None:
    pdf = tmp_path / "sheet.pdf"
    done = tapis(json.dumps(ROYAL), "--json", "--pdf", str(pdf))
    assert done.returncode == 0
    assert json.loads(done.stdout)["id"] == "x1"
    assert done.stderr == f"{pdf}: 1 page\n"
    assert pdf.read_bytes().startswith(b"%PDF-")
    assert pages_of(pdf) == 1


@pytest.mark.long
def test_every_round_begins_a_page_and_pages_end_only_between_seats(tmp_path: Path) -> None:
    lines = GOLDEN[:40]
    pdf = tmp_path / "sheets.pdf"
    done = tapis("\n".join(map(json.dumps, lines)), "--json", "--pdf", str(pdf))
    assert done.returncode == 0
    _, html, _, _ = printed([sheet(line) for line in lines], 0)
    assert html.count("<h1") == len(lines)
    assert pages_of(pdf) == html.count("page-break-before: always") + 1


def test_a_round_of_the_longest_name_ends_its_pages_between_seats_too(tmp_path: Path) -> None:
    """The total of the seventh seat stood alone on a page, under no name."""
    longest = max((line for line in GOLDEN if len(line["seats"]) == 7), key=lambda line: len(str(line)))
    long = {**longest, "id": "M" * NAME_LENGTH}
    pdf = tmp_path / "sheet.pdf"
    assert tapis(json.dumps(long), "--json", "--pdf", str(pdf)).returncode == 0
    assert pages_of(pdf) == printed([sheet(long)], 0)[1].count("page-break-before: always") + 1


def test_bad_lines_leave_the_good_ones_printed_and_the_exit_at_2(tmp_path: Path) -> None:
    pdf = tmp_path / "sheet.pdf"
    done = tapis(f"nonsense\n{json.dumps(ROYAL)}", "--json", "--pdf", str(pdf))
    assert done.returncode == 2
    assert done.stderr.startswith("line 1: no JSON")
    assert pages_of(pdf) == 1


def test_nothing_is_printed_of_nothing(tmp_path: Path) -> None:
    pdf = tmp_path / "sheet.pdf"
    assert settle("nonsense", "--pdf", str(pdf)).exit_code == 2
    assert not pdf.exists()


def test_a_file_that_cannot_be_written_is_named_in_one_line(tmp_path: Path) -> None:
    done = tapis(json.dumps(ROYAL), "--json", "--pdf", str(tmp_path / "absent" / "sheet.pdf"))
    assert done.returncode == 2
    assert done.stdout == "", "the target is looked at before anything is answered"
    assert len(done.stderr.splitlines()) == 1
    assert "absent/sheet.pdf\u00a0: ne peut être écrit" in done.stderr


def test_too_many_rounds_for_one_file_are_refused(tmp_path: Path) -> None:
    pdf = tmp_path / "sheets.pdf"
    done = settle("\n".join([json.dumps(ROYAL)] * 61), "--json", "--pdf", str(pdf))
    assert done.exit_code == 2
    assert len(done.stdout.splitlines()) == 61
    assert "plus de 60 coups" in done.stderr
    assert not pdf.exists()


# --- what the page says --------------------------------------------------------------------------


def test_a_page_names_the_round_the_rules_and_their_digest() -> None:
    title, html, footer, _ = printed([sheet(ROYAL)], 0)
    profile = load_profile("fr-55-20-2021")
    assert title == "Tapis · Feuille de litige · Coup x1"
    assert footer == f"fr-55-20-2021 · {profile.digest}"
    said = words(html)
    assert f"Règles fr-55-20-2021 · {profile.source} Empreinte {profile.digest}" in said


def test_a_page_says_of_every_stake_the_rule_and_the_amounts() -> None:
    said = words(printed([sheet(ROYAL)], 0)[1])
    assert "Ante rendue : banque non qualifiée (art. 55-20, 1°) 10,00 € 10,00 € – –" in said
    assert "(art. 55-20, 1°, point 1 et tableau Blind) 10,00 € 10,00 € – 5 000,00 €" in said
    assert "Total 70,00 € 65,00 € 5,00 € 17 794,00 €" in said
    assert "Le joueur a en main : 17 859,00 € (rendu + payé), soit +17 789,00 €" in said
    assert "JACKPOT gagné, siège 2" in said


def test_there_are_places_for_date_and_signatures_and_the_comite_signs_where_it_must_be() -> None:
    _, _, _, supervised = printed([sheet(ROYAL)], 0)
    _, _, _, ordinary = printed([sheet(CASINO)], 0)
    assert all(word in supervised["r0date"] for word in (">Date<", ">Heure<", ">Table n°<"))
    assert all(
        word in supervised["r0end"] for word in ("Chef de table", "Membre du comité de direction", "Joueur")
    )
    assert "comité" not in ordinary["r0end"]


def test_the_five_cards_that_count_are_framed_and_unknown_cards_are_not_drawn() -> None:
    def fold(line: dict[str, Any]) -> None:
        hidden = {"seat": 4, "cards": None, "folded": True, "stakes": {"ante": 200, "blind": 200}}
        line["seats"].append(hidden)

    drawings = printed([sheet(changed(ROYAL, fold))], 0)[3]
    framed = 'stroke="#1b1e24"'
    assert [drawings[f"r0{hand}"].count(framed) for hand in ("dealer", "seat2", "seat4")] == [5, 5, 0]
    assert drawings["r0seat2"].count("<text") == 7
    assert drawings["r0seat4"].count("<text") == 5


def test_every_drawing_of_a_page_is_there_under_its_name() -> None:
    _, html, _, drawings = printed([sheet(ROYAL), sheet(SEVEN), sheet(CASINO)], 1)
    assert sorted(re.findall('<img src="([^"]*)"', html)) == sorted(drawings)


def test_a_round_over_several_pages_says_on_each_which_it_is() -> None:
    html = printed([sheet(SEVEN)], 0)[1]
    breaks = re.findall('<h3 style="page-break-before: always">([^<]*)</h3>', html)
    assert len(breaks) >= 1
    assert {text.replace("\u2011", "-") for text in breaks} == {f"Coup {SEVEN['id']}, suite"}
    assert "Total des sièges" in html


def test_several_rules_in_one_file_are_told_on_each_page_and_not_in_the_foot() -> None:
    title, html, footer, _ = printed([sheet(ROYAL), sheet(CASINO)], 0)
    assert (title, footer) == ("Tapis · Feuille de litige", "2 coups")
    assert all(load_profile(name).digest in html for name in ("fr-55-20-2021", "fr-holdem-casino"))


def test_a_name_is_text_and_never_markup() -> None:
    html = printed([sheet({**ROYAL, "id": "<b>&x</b>"})], 0)[1]
    assert "&lt;b&gt;&amp;x&lt;/b&gt;" in html


@pytest.mark.parametrize("language", [0, 1])
def test_the_page_speaks_one_language(language: int) -> None:
    said = words(printed([sheet(SEVEN, language)], language)[1])
    assert ("rendue" in said, "returned" in said) == (language == 0, language == 1)
