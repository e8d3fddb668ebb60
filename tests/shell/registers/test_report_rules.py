"""The rule sheet: every option of every shipped profile in words, the jackpot's terms, the mark."""

from __future__ import annotations

import json
import re
from dataclasses import fields, replace
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from click.testing import CliRunner, Result

from controller.cli import main
from controller.game.profile import Options
from controller.journal.heads import Signer
from controller.journal.seal import create_master
from controller.registers.layout import as_text
from controller.registers.reading import approval_of, marks_of
from controller.registers.rule_paper import as_json, rule_paper
from controller.registers.rule_words import HANDS, LABELS, OPTIONS
from controller.settings.approval import approval_text, manifest_text, program_digest, program_files
from controller.settings.approval_mark import mark_here, standing_here
from controller.settings.jackpot import load_jackpot
from controller.settings.rules import load_profile
from controller.settings.standing import DEMONSTRATION, Standing
from tests.law.requirements import requirement
from tests.shell.journal.journals import OPENING

ROOT = Path(__file__).parents[3]
PROFILES = sorted(path.stem for path in (ROOT / "config" / "rules").glob("*.toml"))
HOUSES = sorted((ROOT / "tests").glob("house*/*.toml"))


def rules(*words: object) -> Result:
    return CliRunner().invoke(main, ["report", "rules", *map(str, words)])


def said(text: str) -> str:
    return text.replace("\u00a0", " ").replace("\u202f", " ")


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("profile", [*PROFILES, *map(str, HOUSES)], ids=lambda name: Path(name).stem)
def test_every_option_of_a_profile_is_a_sentence_of_the_sheet(profile: str, language: str) -> None:
    done = rules(profile, "--lang", language)
    assert done.exit_code == 0, done.output
    for name, value in load_profile(profile).options_in_words():
        assert f"{name} = {value}" in done.stdout
        assert OPTIONS[f"{name}={value}"][language == "en"] in done.stdout


def test_a_side_bet_of_the_house_says_its_own_rules_and_no_option_of_a_bet_that_is_not_there() -> None:
    """Trips of this house is lost with the hand, Bonus looks at the board: the options are about neither."""
    text = said(rules(ROOT / "tests" / "houses" / "three-side-bets.toml").stdout)
    assert re.search(r"Trips est perdue avec la main couchée\. +side_bets\[0\]\.after_fold = false", text)
    assert re.search(r"Pocket joue aussi pour une main couchée\. +side_bets\[2\]\.after_fold = true", text)
    assert not re.search("trips_|bonus_", text)
    assert "Barème Bonus sur les cinq cartes communes" in text
    assert "Pocket, au plus 2 fois l’Ante et au plus le maximum" in text
    assert "Paire de rois, dames ou valets  10 pour 1" in text
    both = said(rules(ROOT / "tests" / "houses" / "trips-and-pocket.toml", "--lang", "en").stdout)
    assert "Trips plays for a folded hand too." in both
    assert "Pocket plays for a folded hand too." in both
    told = json.loads(rules(ROOT / "tests" / "houses" / "three-side-bets.toml", "--json").stdout)
    assert [(bet["spot"], bet["looks_at"], bet["after_fold"]) for bet in told["side_bets"]] == [
        *(("trips", "seven", False), ("bonus", "board", True), ("pocket", "hole", True)),
    ]


def test_every_value_that_an_option_can_have_has_its_sentence() -> None:
    hints = get_type_hints(Options)
    wanted = {
        f"{one.name}={value}"
        for one in fields(Options)
        for value in (("true", "false") if hints[one.name] is bool else get_args(hints[one.name]))
    }
    assert wanted == set(OPTIONS)


def test_the_jackpot_is_told_with_its_start_amount_and_shares() -> None:
    text = said(rules("fr-55-20-2021").stdout)
    config = load_jackpot()
    assert f"Montant de départ               {config.start_cents // 100:,},00 €".replace(",", " ", 1) in text
    assert "25 % au jackpot, 15 % à la réserve du jackpot suivant, 60 % à la maison" in text
    assert "5,00 €, fixe" in text
    assert re.search(r"Quinte flush royale communautaire +1 000 pour 1 +5 000,00 €", text)


@requirement("PM-04")
def test_another_jackpot_file_tells_its_own_terms(tmp_path: Path) -> None:
    literal = said(rules("fr-55-20-2021", "--jackpot-config", ROOT / "config/jackpot-literal.toml").stdout)
    assert "100 % au jackpot" in literal
    pays = r"Lots fixes payés par +(le jackpot, pour sa part au-dessus du montant de départ|la maison)"
    assert re.findall(pays, literal) == ["le jackpot, pour sa part au-dessus du montant de départ"]
    assert re.findall(pays, said(rules("fr-55-20-2021").stdout)) == ["la maison"]
    limited = tmp_path / "jackpot.toml"
    limited.write_text((ROOT / "config/jackpot.toml").read_text().replace("# limit_cents", "limit_cents"))
    assert "200 000,00 € ; ce qui la dépasse" in said(rules("--jackpot-config", limited).stdout)


def test_a_game_without_jp1_says_nothing_of_a_jackpot() -> None:
    text = rules("fr-55-20-2015").stdout
    assert "Jackpot" not in text
    assert json.loads(rules("fr-55-20-2015", "--json").stdout)["jackpot"] is None


def test_poker_de_casino_is_told_by_its_own_streets() -> None:
    text = rules("fr-holdem-casino").stdout
    assert "Hold’em Poker de casino" in text
    assert "une carte brûlée" in text
    assert "mise d’une demi-Ante" in text
    assert "l’Ante est payée à tous les joueurs restés en jeu" in text


def test_without_a_profile_the_rules_are_those_of_the_table() -> None:
    assert json.loads(rules("--json").stdout)["profile"] == "fr-55-20-2021"


def test_the_sheet_is_printed_and_signed(tmp_path: Path) -> None:
    pdf, key = tmp_path / "rules.pdf", tmp_path / "director.key"
    create_master(key)
    done = rules("--pdf", pdf, "--sign", key)
    assert done.exit_code == 0, done.output
    assert pdf.read_bytes().startswith(b"%PDF-")
    assert CliRunner().invoke(main, ["report", "check", f"{pdf}.sig"]).exit_code == 0
    pdf.write_bytes(pdf.read_bytes() + b" ")
    assert CliRunner().invoke(main, ["report", "check", f"{pdf}.sig"]).exit_code == 1
    assert rules("--sign", key).exit_code == 2, "there is nothing to sign"


def test_an_unknown_profile_is_named_in_one_line() -> None:
    done = rules("no-such-game")
    assert (done.exit_code, len(done.stderr.splitlines())) == (2, 1)


# --- the mark ------------------------------------------------------------------------------------


def test_what_nobody_approved_says_so_on_every_sheet() -> None:
    assert rules().stdout.startswith("!! DÉMONSTRATION, NON APPROUVÉ")
    assert mark_here([load_profile("live-uth").digest], 1) == DEMONSTRATION[1].upper()
    assert "démonstration, non approuvé" in rules().stdout


def test_an_approved_program_prints_its_reference_and_no_mark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker, authority = Signer(b"m" * 32), Signer(b"a" * 32)
    profile = load_profile("fr-55-20-2021")
    (tmp_path / "manifest.json").write_text(manifest_text(maker))
    approval = approval_text(authority, program_digest(program_files()), [profile.digest], "AGR-2026-17")
    (tmp_path / "approval.json").write_text(approval)
    table = (ROOT / "config" / "table.toml").read_text()
    section = (
        f'\n[program]\nmanifest = "{tmp_path}/manifest.json"\nkey = "{maker.key}"\n'
        f'approval = "{tmp_path}/approval.json"\nauthority = "{authority.key}"\n'
    )
    (tmp_path / "table.toml").write_text(table + section)
    monkeypatch.setenv("TAPIS_CONFIG", str(tmp_path))
    assert standing_here(profile.digest).reference == "AGR-2026-17"
    assert mark_here([profile.digest], 0) == ""
    assert mark_here([profile.digest, load_profile("live-uth").digest], 0) == DEMONSTRATION[0].upper()


def test_the_reference_stands_where_the_mark_did() -> None:
    profile, jackpot = load_profile("fr-55-20-2021"), load_jackpot()
    text = as_text([rule_paper(profile, jackpot, Standing("p", "AGR-2026-17", ""), 0)], ())
    assert "AGR-2026-17" in text
    assert "non approuvé" not in text
    assert as_json(profile, jackpot, Standing("p", "AGR-2026-17", ""))["approval"] == "AGR-2026-17"


@pytest.mark.parametrize(
    ("terms", "reference"),
    [
        ("program abc; AGR-2026-17", "AGR-2026-17"),
        ("program abc; demonstration, not approved", ""),
        ("", ""),
        ("AGR-2026-17", ""),
    ],
)
def test_the_terms_of_a_session_say_whether_it_was_approved(terms: str, reference: str) -> None:
    opening = replace(OPENING, terms=terms, simulated=False)
    assert approval_of(opening) == reference
    assert bool(marks_of(opening, 0)) == (not reference)


def test_both_languages_say_the_same_facts() -> None:
    for key, (french, english) in {**LABELS, **HANDS, **OPTIONS}.items():
        assert french, key
        assert set(re.findall(r"{(\w+)}", french)) == set(re.findall(r"{(\w+)}", english)), key


def test_the_dispute_sheet_says_so_too_and_its_json_does_not(tmp_path: Path) -> None:
    golden = ROOT / "tests" / "golden" / "settle.jsonl"
    line = tmp_path / "one.jsonl"
    line.write_text(golden.read_text("utf-8").splitlines()[0] + "\n", encoding="utf-8")
    text = CliRunner().invoke(main, ["settle", str(line)]).stdout
    assert text.rstrip().endswith("DÉMONSTRATION, NON APPROUVÉ")
    assert "NON APPROUVÉ" not in CliRunner().invoke(main, ["settle", "--json", str(line)]).stdout
