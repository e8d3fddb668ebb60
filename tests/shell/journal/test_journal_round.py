"""`tapis journal replay` and `evidence`: a round told from what was shown, and handed over in one file."""

from __future__ import annotations

import hashlib
import json
import re
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from controller.boot.simulated import simulated_night
from controller.cli import main
from controller.game import inputs as i
from controller.game.events import CardDealt, CardsRevealed, RevealedCard
from controller.game.felt import hole
from controller.game.inputs import ClaimDoubt, Incident, NextRound, SeatRuling
from controller.journal.evidence import MANIFEST, ROWS, SIGNATURE, NoEvidence, check_bundle
from controller.journal.keys import simulated_keys, table_keys
from controller.journal.one_round import OneRound, one_round
from controller.journal.signing import sign_rest
from controller.journal.witness import Witness
from controller.settings.rules import config_path
from controller.words.round_replay import SAID, replay_in_words
from drivers.sim.decks import royal, unqualified
from tests.builders import Felt, card
from tests.game.arranged import river
from tests.law.requirements import requirement
from tests.shell.journal.journals import OPENING, create, rewrite, rows_of, written
from tests.shell.registers.test_report_win import journal_of
from tests.shell.registers.test_report_win import royal as claimed

SEED = 5
TABLE_KEY = simulated_keys(SEED, "UTH-1").signer.key
KEYS = {"UTH-1": frozenset([TABLE_KEY])}
NAME = "UTH-1-000001.journal"


def tapis(*words: object) -> Result:
    result = CliRunner().invoke(main, ["journal", *map(str, words)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Journal, heads and book of a short night whose second round wins the jackpot, in one folder."""
    folder = tmp_path_factory.mktemp("night")
    played = simulated_night(
        rounds=5, seed=SEED, journal=folder, book=str(folder / "jackpot.book"), stacked=(unqualified, royal)
    )
    played.play()
    played.close()
    return folder


@pytest.fixture(scope="module")
def evidence(night: Path) -> Path:
    """The evidence of the second round."""
    out = night / "second.zip"
    made = made_evidence(night, 2, out)
    assert made.exit_code == 0, made.output
    return out


def made_evidence(night: Path, number: int, out: Path) -> Result:
    book = ("--book", night / "jackpot.book")
    return tapis("evidence", night / NAME, "--round", number, "--simulated-seed", SEED, "--out", out, *book)


def told(night: Path, number: int) -> OneRound:
    found = one_round(night / NAME, number)
    assert found is not None
    return found


def turned_up(one: OneRound) -> list[RevealedCard]:
    return [card for event in one.events if isinstance(event, CardsRevealed) for card in event.cards]


def cards_in(text: str) -> set[str]:
    letters = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
    found = re.findall("([2-9JQKA]|10)([♣♦♥♠])", text)
    return {("T" if rank == "10" else rank) + letters[suit] for rank, suit in found}


# --- replay --------------------------------------------------------------------------------------


def test_every_sentence_stands_in_both_languages_with_the_same_facts() -> None:
    for key, (french, english) in SAID.items():
        assert french != english or key == "title", key
        assert set(re.findall(r"{\w+}", french)) == set(re.findall(r"{\w+}", english)), key


@pytest.mark.parametrize("language", [0, 1])
def test_a_replay_names_the_cards_that_were_turned_up_and_no_other(night: Path, language: int) -> None:
    for number in range(1, 6):
        one = told(night, number)
        shown = {card.card.text for card in turned_up(one)}
        text = "\n".join(replay_in_words(one, language))
        assert cards_in(text) == shown
        assert len(shown) >= 7


def test_a_replay_tells_stakes_cards_decisions_and_settlement_in_order(night: Path) -> None:
    result = tapis("replay", night / NAME, "--round", 2, "--lang", "en")
    assert result.exit_code == 0
    order = (
        "UTH-1, session 1, round 2",
        "SIMULATION: nothing was played for money",
        "Bets open: round 2, deal 1.",
        "No more bets.",
        "The JP1 stakes are in the jackpot:",
        "The shoe deals, face down: seat",
        "Turned up: board card 1",
        "Showdown: the dealer",
        "The jackpot is frozen at",
        "is settled: Ante",
        "Round closed: the bank",
    )
    places = [result.stdout.index(text) for text in order]
    assert places == sorted(places)
    assert re.search(r"face down: seat .* \(frames [0-9A-F]{4} to [0-9A-F]{4}\)\.", result.stdout)


def test_a_round_that_is_not_there_or_does_not_hold_ends_with_1(night: Path, tmp_path: Path) -> None:
    for command in (("replay",), ("evidence", "--simulated-seed", SEED)):
        result = tapis(command[0], night / NAME, "--round", 99, *command[1:])
        assert (result.exit_code, result.stderr) == (1, f"le coup 99 n’est pas dans {NAME}\n")
        path = written(tmp_path / f"{command[0]}.journal", 3)
        rows = rows_of(path)
        rewrite(path, [*rows[:4], rows[4]._replace(at_ms=1), *rows[5:]])
        refused = tapis(command[0], path, "--round", 2, *command[1:])
        assert refused.exit_code == 1
        assert "écriture 5\u00a0: son empreinte n’est pas celle de son contenu" in refused.stderr
        letter = tmp_path / "letter"
        letter.write_text("dear all")
        assert tapis(command[0], letter, "--round", 2, *command[1:]).exit_code == 2


def test_the_stakes_that_stand_from_rounds_before_are_told(night: Path) -> None:
    one = told(night, 2)
    assert one.stakes
    text = "\n".join(replay_in_words(one, 1))
    assert all(
        f"seat {seat} Ante {told.ante_cents // 100},{told.ante_cents % 100:02}\u00a0€" in text
        for seat, told in one.stakes.items()
    )


# --- evidence ------------------------------------------------------------------------------------


@requirement("JW-19")
def test_evidence_holds_what_the_round_needs_and_verifies(evidence: Path, night: Path) -> None:
    with zipfile.ZipFile(evidence) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(files[MANIFEST])
    assert set(manifest["files"]) == set(files) - {MANIFEST, SIGNATURE}
    assert {"rows.jsonl", "heads.txt", "story-fr.txt", "rules.toml", "settlement.pdf", "book.jsonl"} <= set(
        files
    )
    assert files["settlement.pdf"].startswith(b"%PDF")
    assert {json.loads(line)["act"] for line in files["book.jsonl"].splitlines()} >= {"contribute", "claim"}
    rows = rows_of(night / NAME)
    assert (manifest["journal_entries"], manifest["journal_head"]) == (rows[-1].seq, rows[-1].hash)
    key = ("--key", f"UTH-1={TABLE_KEY}")
    result = tapis("verify", evidence, *key)
    assert result.exit_code == 0, result.output
    assert "SIMULATION" in result.stdout
    assert json.loads(tapis("verify", evidence, *key, "--json").stdout)["ok"]
    assert tapis("evidence", evidence, "--check", "--named-key", TABLE_KEY).exit_code == 0


@requirement("JW-19")
def test_evidence_holds_shoe_sensors_acts_meter_images_and_people(evidence: Path) -> None:
    """JW-19: each of them in the rows of the journal, which the one signature covers."""
    rows = evidence_rows(evidence)
    assert {"CardDealt", "SensorsMoved", "ChipSeen", "StakesSet", "PlayBet", "SeatSettled"} <= set(rows)
    assert all(told["frame"] for told in rows["CardDealt"]), "by the frame of the shoe"
    assert rows["SensorsMoved"][0]["moves"][0].keys() == {"at_ms", "spot", "covered"}
    meters = [(told["meter_before_cents"], told["meter_cents"]) for told in rows["ContributionRecorded"]]
    assert all(before < after for before, after in meters)
    assert rows["ClaimRecorded"][0]["value_cents"] in [after for _, after in meters]
    people = [rows[kind][0]["person"] for kind in ("HandConfirmed", "PaymentPrepared", "ReleaseArmed")]
    assert all([*people, *(told["person"] for told in rows["AmountRead"])])


@requirement("JW-07", "JW-19")
def test_the_record_of_the_images_tells_who_viewed_which_camera_from_when_to_when_and_the_result(
    evidence: Path,
) -> None:
    (told,) = evidence_rows(evidence)["VideoReviewed"]
    assert (told["person"], told["camera"], told["conform"], told["kept"]) == ("OV 11", "C-14", True, True)
    assert 0 < told["from_ms"] < told["to_ms"]


@requirement("JW-18")
@pytest.mark.parametrize("doubt", [ClaimDoubt.IMAGES, ClaimDoubt.EXCHANGED])
def test_a_refused_claim_leaves_evidence_as_whole_as_a_paid_one(doubt: ClaimDoubt, tmp_path: Path) -> None:
    """JW-18: reason, both persons, the restored amount and the minutes, in one file that verifies."""
    felt = claimed().refuse(doubt)
    felt = (felt.rule(1, SeatRuling.VOID) if doubt is ClaimDoubt.EXCHANGED else felt).settle()
    keys, path, out = table_keys(tmp_path), tmp_path / "UTH-2-000001.journal", tmp_path / "refused.zip"
    keys.keep()
    with create(path, replace(OPENING, simulated=False)) as journal:
        for entry in felt.do(NextRound()).entries:
            journal.append([entry.event], entry.at_ms)
        sign_rest(journal, path, keys.signer, (), felt.now_ms, durable=False)
    made = tapis("evidence", path, "--round", 1, "--key", tmp_path / "sign.key", "--out", out)
    assert made.exit_code == 0, made.output
    held = tapis("verify", out, "--key", f"UTH-2={keys.signer.key}")
    assert held.exit_code == 0, held.output
    rows = evidence_rows(out)
    (asked,) = rows["AwardRefused"]
    (back,) = rows["ClaimWithdrawn"]
    assert (asked["reason"], sorted(asked["persons"])) == (doubt, ["Durand", "Petit"])
    assert back["meter_cents"] == rows["ClaimRecorded"][0]["value_cents"]
    with zipfile.ZipFile(out) as archive:
        (minutes,) = json.loads(archive.read("win.json"))
    assert minutes["refused"]["restored_cents"] == back["meter_cents"]


def evidence_rows(path: Path) -> dict[str, list[dict[str, Any]]]:
    """What the entries of an evidence file say, by their kind."""
    found: dict[str, list[dict[str, Any]]] = {}
    with zipfile.ZipFile(path) as archive:
        for line in archive.read(ROWS).splitlines():
            row = json.loads(line)
            found.setdefault(row["kind"], []).append(json.loads(row["body"]))
    return found


def test_the_same_evidence_is_the_same_file(evidence: Path, night: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.zip"
    made_evidence(night, 2, again)
    assert again.read_bytes() == evidence.read_bytes()


def test_a_hand_that_stayed_face_down_is_sealed_in_the_evidence_and_nothing_opens_it(
    tmp_path: Path,
) -> None:
    """A house where Trips and JP1 end with a fold: no folded hand is ever turned up."""
    rules = config_path("rules/fr-55-20-2021.toml").read_text(encoding="utf-8")
    for option in ("trips_after_fold", "jp1_after_fold"):
        rules = rules.replace(f"{option} = true", f"{option} = false")
    (tmp_path / "house.toml").write_text(rules, encoding="utf-8")
    night, met = tmp_path / "night", 0
    played = simulated_night(
        rounds=6,
        seed=SEED,
        journal=night,
        book=str(tmp_path / "jackpot.book"),
        profile=str(tmp_path / "house.toml"),
    )
    played.play()
    played.close()
    (tmp_path / "jackpot.book").rename(night / "jackpot.book")
    for number in range(1, 7):
        one, out = told(night, number), tmp_path / f"{number}.zip"
        withheld = one.withheld()
        assert made_evidence(night, number, out).exit_code == 0
        with zipfile.ZipFile(out) as archive:
            whole = b"".join(archive.read(name) for name in archive.namelist())
        shown = {card.place for card in turned_up(one)}
        for row, event in one:
            if isinstance(event, CardDealt):
                sealed = json.loads(row.body)["card"]["sealed"]
                assert sealed.encode() in whole, "else nothing would bind what stands before"
                assert (row.seq in withheld) == (event.place not in shown)
                met += row.seq in withheld
        assert whole.count(b"opens") == len(shown)
        report = check_bundle(out, keys=KEYS)
        assert (report.sealed, report.faults) == (len(withheld), ())
    assert met, "no card of these rounds stayed face down"


def test_a_simulation_signs_for_no_real_session(night: Path, tmp_path: Path) -> None:
    out = tmp_path / "x.zip"
    refused = tapis("evidence", night / NAME, "--round", 1, "--simulated-seed", SEED + 1, "--out", out)
    assert (refused.exit_code, "d’une autre clé" in refused.stderr) == (2, True)
    refused = tapis("evidence", night / NAME, "--round", 1, "--out", out)
    assert (refused.exit_code, "sign.key" in refused.stderr) == (2, True)
    assert not out.exists()


@pytest.mark.parametrize(
    ("more", "french", "english"),
    [
        ((), "clé {folder}/sign.key\u00a0: il n’y a ni fichier", "key {folder}/sign.key: there is no such"),
        (
            ("--simulated-seed", SEED, "--book", "letter"),
            "livre letter\u00a0: il n’y a pas de livre\u202f; ",
            "book letter: there is no book; ",
        ),
        (
            ("--simulated-seed", SEED, "--out", "none/x.zip"),
            "none/x.zip\u00a0: il n’y a ni fichier ni dossier de ce nom",
            "none/x.zip: there is no such file or folder",
        ),
    ],
)
def test_why_no_evidence_is_made_is_said_in_the_language_that_is_asked_for(
    night: Path, more: tuple[object, ...], french: str, english: str
) -> None:
    for lang, why in (("fr", french), ("en", english)):
        refused = tapis("evidence", night / NAME, "--round", 1, *more, "--lang", lang)
        assert refused.exit_code == 2
        assert why.format(folder=night.resolve().parent) in refused.stderr
    hint = "dire --simulated-seed" if not more else ""
    assert hint in tapis("evidence", night / NAME, "--round", 1, *more).stderr


def rewritten(evidence: Path, out: Path, change: Callable[[dict[str, bytes]], None], *, sign: bool) -> Path:
    """The bundle with its files changed, and signed again by somebody else if told."""
    with zipfile.ZipFile(evidence) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    if sign:
        other = simulated_keys(SEED + 1, "UTH-1").signer
        manifest = json.loads(files[MANIFEST])
        manifest["key"] = other.key
        manifest["files"] = {
            name: hashlib.sha256(data).hexdigest()
            for name, data in files.items()
            if name not in (MANIFEST, SIGNATURE)
        }
        files[MANIFEST] = json.dumps(manifest).encode()
        files[SIGNATURE] = other.sign(files[MANIFEST]).encode()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out


def change_story(files: dict[str, bytes]) -> None:
    files["story-fr.txt"] += b"x"


def drop_heads(files: dict[str, bytes]) -> None:
    del files["heads.txt"]


def add_file(files: dict[str, bytes]) -> None:
    files["more.txt"] = b"x"


def change_row(files: dict[str, bytes]) -> None:
    files[ROWS] = files[ROWS].replace(b'\\"paid_cents\\":', b'\\"paid_cents\\":9', 1)


def nothing(files: dict[str, bytes]) -> None:
    return


@requirement("JW-19")
@pytest.mark.parametrize("change", [change_story, drop_heads, add_file, change_row])
def test_evidence_that_somebody_changed_does_not_hold(
    evidence: Path, tmp_path: Path, change: Callable[[dict[str, bytes]], None]
) -> None:
    report = check_bundle(rewritten(evidence, tmp_path / "x.zip", change, sign=False))
    assert not report.ok
    assert any("is not the file that was signed" in fault for fault in report.faults)


@pytest.mark.parametrize("change", [nothing, change_row])
def test_evidence_signed_by_somebody_else_does_not_hold(
    evidence: Path, tmp_path: Path, change: Callable[[dict[str, bytes]], None]
) -> None:
    """The heads in it are signed with the table's key, which he has not."""
    report = check_bundle(rewritten(evidence, tmp_path / "x.zip", change, sign=True))
    assert any("is of another journal or key" in fault for fault in report.faults)
    assert not any("not the file that was signed" in fault for fault in report.faults)


def test_evidence_is_held_against_a_witness(evidence: Path, night: Path, tmp_path: Path) -> None:
    one = told(night, 2)
    row = one.rows[-1]
    known = Witness(one.opening.hash, row.seq, row.hash)
    assert check_bundle(evidence, [known], KEYS).ok
    assert check_bundle(evidence, [known._replace(hash="0" * 64)], KEYS).faults == (
        f"entry {row.seq} is not the one that was witnessed",
    )
    assert not check_bundle(evidence, [known._replace(journal_id="0" * 64)], KEYS).ok


def test_what_is_no_evidence_ends_with_2(night: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.zip"
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("hello.txt", "x")
    with pytest.raises(NoEvidence):
        check_bundle(other)
    assert tapis("verify", other).exit_code == 2
    assert tapis("evidence", night / NAME, "--check").exit_code == 2
    assert tapis("evidence", night / NAME).exit_code == 2


def test_the_evidence_of_a_win_holds_its_slip_and_minutes_and_no_other_does(
    night: Path, evidence: Path, tmp_path: Path
) -> None:
    with zipfile.ZipFile(evidence) as archive:
        told = json.loads(archive.read("win.json"))
        assert archive.read("win.pdf").startswith(b"%PDF-")
        assert "Bordereau de paiement du jackpot" in archive.read("win.txt").decode()
    assert told[0]["standing"] == "paid"
    other = tmp_path / "first.zip"
    assert made_evidence(night, 1, other).exit_code == 0
    with zipfile.ZipFile(other) as archive:
        assert not [name for name in archive.namelist() if name.startswith("win.")]


def test_what_is_not_in_the_evidence_is_said_in_the_language_of_the_command(night: Path) -> None:
    for lang, said in (
        ("fr", "pas d’écritures du livre du jackpot\u00a0: aucun livre n’est nommé\n"),
        ("en", "no entries of the jackpot book: none was named\n"),
    ):
        out = night / f"no-book-{lang}.zip"
        words = (
            "evidence",
            night / NAME,
            "--round",
            2,
            "--simulated-seed",
            SEED,
            "--out",
            out,
            "--lang",
            lang,
        )
        assert tapis(*words).stderr == said
        with zipfile.ZipFile(out) as packed:
            notes = json.loads(packed.read(MANIFEST))["notes"]
        assert notes == ["no entries of the jackpot book: none was named"], "the manifest is English"


def story(tmp_path: Path, felt: Felt) -> str:
    found = one_round(journal_of(tmp_path / "UTH-2-000001.journal", felt), 1)
    assert found is not None
    return "\n".join(replay_in_words(found, 1))


def test_a_round_in_mid_deal_is_told_to_its_last_card(tmp_path: Path) -> None:
    felt = Felt().open().stakes(s1=1000, s2=1000).chips(1, 2).close().draw("2s 3d 4h 5c")
    told = story(tmp_path, felt)
    assert "The shoe deals, face down: seat 1 card 1, seat 1 card 2, seat 2 card 1, seat 2 card 2" in told
    assert told.endswith("The round is not over.")


def test_a_deal_after_a_void_is_not_over_with_the_one_before(tmp_path: Path) -> None:
    """Cards in play were said to be never turned up, and seats that play on carried stakes to be nobody."""
    felt = Felt().open().stakes(s1=1000, s2=1000).chips(1, 2).close().draw("2s 3d 4h 5c 6d")
    felt.badge().do(i.DeclareIncident(Incident.CONTESTED_CHIPS)).void(Incident.CONTESTED_CHIPS)
    felt.as_before().see(i.BadgeGone()).close().draw("2s 3d 4h")
    told = story(tmp_path, felt)
    assert told.endswith("The round is not over.")
    assert "never turned up" not in told
    assert told.count("JP1: seat 1, seat 2") == 2


def test_a_card_that_a_person_keyed_was_not_dealt_by_the_shoe(tmp_path: Path) -> None:
    felt = river("2c 7d 3c ?? 9s 4h").do(i.BetRest())
    felt.do(i.KeyCard(hole(4, 1), card("6d")), i.KeyCard(hole(4, 1), card("6d")))
    assert story(tmp_path, felt).count("Keyed by a person") == 1
