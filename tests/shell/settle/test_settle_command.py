"""`tapis settle`, as its users call it: a process, JSON Lines in, settlements out (rules, section 6)."""

from __future__ import annotations

import copy
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from controller.cli import COMMANDS, main
from controller.game.settling.settle import RULE_CODES
from tests.patience import PATIENCE_S
from tests.shell.settle.settle_lines import ROYAL

GOLDEN = Path(__file__).parents[2] / "golden" / "settle.jsonl"
RULE_FILE = Path(__file__).parents[3] / "config" / "rules" / "fr-55-20-2021.toml"

ANSWER = {
    "id": "x1",
    "dealer": {"class": "high_card", "qualified": False},
    "seats": [
        {
            "seat": 2,
            "class": "royal_flush",
            "result": "win",
            "spots": {
                "ante": {"stake": 1000, "returned": 1000, "taken": 0, "paid": 0},
                "blind": {"stake": 1000, "returned": 1000, "taken": 0, "paid": 500000},
                "play": {"stake": 4000, "returned": 4000, "taken": 0, "paid": 4000},
                "trips": {"stake": 500, "returned": 500, "taken": 0, "paid": 25000},
                "jp1": {
                    "stake": 500,
                    "returned": 0,
                    "taken": 500,
                    "paid": 1250400,
                    "awards": [{"kind": "jackpot", "cents": 1250400}],
                },
            },
        }
    ],
    "jackpot": {"claimed": True, "winners": [2], "supervised": True},
}


def tapis(*arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "controller.cli", *arguments],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE_S,
        check=False,
        env={**os.environ, **environment},
    )


def settle(text: str | bytes, *arguments: str) -> Result:
    """The same command in this process, for the many small cases."""
    return CliRunner().invoke(main, ["settle", *arguments], input=text)


def answered(line: dict[str, Any], *arguments: str) -> dict[str, Any]:
    done = settle(json.dumps(line), "--json", *arguments)
    assert done.exit_code == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def only_contract(answer: Any) -> Any:
    """The answer without the further keys that the contract welcomes."""
    further = {"rule", "odds", "profile"}
    if isinstance(answer, dict):
        return {key: only_contract(value) for key, value in answer.items() if key not in further}
    return [only_contract(part) for part in answer] if isinstance(answer, list) else answer


def changed(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    line = copy.deepcopy(ROYAL)
    change(line)
    return line


def seat(line: dict[str, Any], at: int = 0) -> Any:
    return line["seats"][at]


# --- the contract --------------------------------------------------------------------------------


def test_the_example_of_the_contract_is_answered_as_the_contract_says() -> None:
    done = tapis("settle", "--json", stdin=json.dumps(ROYAL))
    assert (done.returncode, done.stderr) == (0, "")
    assert only_contract(json.loads(done.stdout)) == ANSWER


def test_every_golden_round_is_settled_exactly() -> None:
    done = tapis("settle", "--json", str(GOLDEN))
    assert (done.returncode, done.stderr) == (0, "")
    rounds = [json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rounds) == len(answers) == 206
    for told, answer in zip(rounds, answers, strict=True):
        expected = {"id": told["id"], **told["expect"]}
        assert only_contract({key: answer[key] for key in expected}) == expected


def test_every_amount_carries_its_rule_and_balances() -> None:
    done = settle(GOLDEN.read_text(encoding="utf-8"), "--json")
    for line in done.stdout.splitlines():
        for settled in json.loads(line)["seats"]:
            for spot in settled["spots"].values():
                assert spot["returned"] + spot["taken"] == spot["stake"]
                assert spot["rule"] in RULE_CODES


def test_good_lines_are_answered_and_bad_ones_named_by_number() -> None:
    lines = [json.dumps(ROYAL), "nonsense", json.dumps({**ROYAL, "id": "x3"}), "{}"]
    done = tapis("settle", "--json", stdin="\n".join(lines))
    assert done.returncode == 2
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == ["x1", "x3"]
    told = done.stderr.splitlines()
    assert [line.split(":")[0] for line in told] == ["line 2", "line 4"]


def test_a_file_and_a_dash_are_read_alike(tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    path.write_text(json.dumps(ROYAL) + "\n", encoding="utf-8")
    from_file, from_dash = settle("", "--json", str(path)), settle(json.dumps(ROYAL), "--json", "-")
    assert from_file.stdout == from_dash.stdout
    assert from_file.exit_code == from_dash.exit_code == 0


def test_a_round_without_jp1_is_neither_claimed_nor_supervised() -> None:
    line = changed(lambda round_: seat(round_)["stakes"].pop("jp1"))
    del line["jackpot_cents"], line["jp1_stake_cents"]
    assert answered(line)["jackpot"] == {"claimed": False, "winners": [], "supervised": False}


def test_the_cards_of_a_folded_seat_with_nothing_alive_may_stay_unknown() -> None:
    hidden = {"seat": 2, "cards": None, "folded": True, "stakes": {"ante": 1000, "blind": 1000}}
    answer = answered(changed(lambda round_: round_.update(seats=[hidden])))
    assert (answer["seats"][0]["class"], answer["seats"][0]["result"]) == (None, "fold")


def test_an_amount_of_nothing_is_no_stake() -> None:
    line = changed(lambda round_: seat(round_)["stakes"].update(trips=0))
    assert "trips" not in answered(line)["seats"][0]["spots"]


def test_keys_beyond_the_contract_are_left_alone() -> None:
    assert only_contract(answered({**ROYAL, "expect": {}, "table": "UTH-2"})) == ANSWER


def test_blank_lines_are_skipped_and_still_counted() -> None:
    done = settle(f"\n{json.dumps(ROYAL)}\n\nnonsense\n", "--json")
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr.startswith("line 4: no JSON")


# --- profiles ------------------------------------------------------------------------------------


def variant(tmp_path: Path, old: str, new: str) -> str:
    text = RULE_FILE.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path = tmp_path / "house.toml"
    path.write_text(text.replace(old, new).replace('"fr-55-20-2021"', '"house"'), encoding="utf-8")
    return str(path)


def test_the_profile_given_settles_every_line_and_is_named(tmp_path: Path) -> None:
    house = variant(tmp_path, 'royal_flush = "500/1"', 'royal_flush = "1000/1"')
    answer = answered(ROYAL, "--profile", house)
    assert answer["profile"] == "house"
    assert answer["seats"][0]["spots"]["blind"]["paid"] == 1_000_000


def test_a_line_without_profile_is_settled_by_the_law_in_force() -> None:
    line = changed(lambda round_: round_.pop("profile"))
    assert answered(line)["profile"] == "fr-55-20-2021"


def test_a_house_that_returns_a_winning_jp1_stake_is_settled_so(tmp_path: Path) -> None:
    house = variant(tmp_path, "jp1_return_stake = false", "jp1_return_stake = true")
    spot = answered(ROYAL, "--profile", house)["seats"][0]["spots"]["jp1"]
    assert (spot["returned"], spot["taken"], spot["paid"]) == (500, 0, 1250400)


def test_a_wrong_profile_file_ends_in_one_line_and_exit_2(tmp_path: Path) -> None:
    house = variant(tmp_path, "burn = false", 'burn = "no"')
    done = tapis("settle", "--profile", house, stdin=json.dumps(ROYAL))
    assert (done.returncode, done.stdout) == (2, "")
    assert "options.burn = 'no'" in done.stderr
    assert len(done.stderr.splitlines()) == 1


# --- refusals ------------------------------------------------------------------------------------


def other_seat(line: dict[str, Any], number: object, *cards: str) -> None:
    line["seats"].append(
        {"seat": number, "cards": list(cards), "folded": True, "stakes": {"ante": 200, "blind": 200}}
    )


REFUSED: list[tuple[str, Callable[[dict[str, Any]], object], str]] = [
    (
        "a card twice, board and seat",
        lambda r: seat(r).update(cards=["As", "Qs"]),
        "seats[0].cards[1] = 'Qs'",
    ),
    ("a card twice, dealer and board", lambda r: r.update(dealer=["2h", "Qs"]), "dealer[1] = 'Qs'"),
    ("a card twice in two seats", lambda r: other_seat(r, 3, "3c", "As"), "already at seats[0].cards[0]"),
    ("an unknown card", lambda r: r.update(dealer=["2h", "1c"]), "dealer[1] = '1c'"),
    ("a card that is no text", lambda r: r.update(dealer=["2h", 7]), "dealer[1] = 7"),
    ("seat 0", lambda r: seat(r).update(seat=0), "seats[0].seat = 0"),
    ("seat 8", lambda r: seat(r).update(seat=8), "seats[0].seat = 8"),
    ("a seat that is a Boolean", lambda r: seat(r).update(seat=True), "seats[0].seat = True"),
    ("an unknown spot", lambda r: seat(r)["stakes"].update(bonus=500), "seats[0].stakes.bonus = 500"),
    ("an unknown profile", lambda r: r.update(profile="nope"), "profile = 'nope': unknown profile"),
    ("a profile that is a file", lambda r: r.update(profile=str(RULE_FILE)), "unknown profile"),
    ("a profile that is no text", lambda r: r.update(profile=7), "profile = 7"),
    ("a seat twice", lambda r: other_seat(r, 2, "3c", "5c"), "seats[1].seat = 2"),
    ("eight seats", lambda r: r.update(seats=r["seats"] * 8), "seats = "),
    ("no seat", lambda r: r.update(seats=[]), "seats = []"),
    ("a negative amount", lambda r: seat(r)["stakes"].update(trips=-500), "stakes.trips = -500"),
    ("an amount with a fraction", lambda r: seat(r)["stakes"].update(trips=500.5), "stakes.trips = 500.5"),
    ("a whole amount as a float", lambda r: seat(r)["stakes"].update(trips=500.0), "stakes.trips = 500.0"),
    ("a Boolean amount", lambda r: seat(r)["stakes"].update(trips=True), "stakes.trips = True"),
    ("an amount as text", lambda r: seat(r)["stakes"].update(trips="500"), "stakes.trips = '500'"),
    ("an amount of null", lambda r: seat(r)["stakes"].update(trips=None), "stakes.trips"),
    ("an amount beyond reason", lambda r: seat(r)["stakes"].update(trips=10**13), "stakes.trips = 1000"),
    ("a Play of five Antes", lambda r: seat(r)["stakes"].update(play=5000), "stakes.play = 5000"),
    ("a Play of one and a half", lambda r: seat(r)["stakes"].update(play=1500), "stakes.play = 1500"),
    ("no Play and no fold", lambda r: seat(r)["stakes"].pop("play"), "stakes.play = 0"),
    ("Ante above Blind", lambda r: seat(r)["stakes"].update(blind=500), "stakes.blind = 500"),
    (
        "no Blind",
        lambda r: seat(r)["stakes"].update(jp1=0) or seat(r)["stakes"].pop("blind"),
        "stakes.blind = 0",
    ),
    (
        "no Ante",
        lambda r: seat(r)["stakes"].update(jp1=0) or seat(r)["stakes"].pop("ante"),
        "stakes.ante: missing",
    ),
    ("JP1 alone", lambda r: seat(r).update(stakes={"jp1": 500}), "no JP1 without main bets"),
    ("JP1 off the fixed stake", lambda r: seat(r)["stakes"].update(jp1=400), "stakes.jp1 = 400"),
    ("JP1 with no fixed stake", lambda r: r.pop("jp1_stake_cents"), "jp1_stake_cents: missing"),
    ("a fixed stake of nothing", lambda r: r.update(jp1_stake_cents=0), "jp1_stake_cents = 0"),
    ("a folded seat with a Play", lambda r: seat(r).update(folded=True), "a folded seat has no Play"),
    ("folded as a number", lambda r: seat(r).update(folded=0), "seats[0].folded = 0"),
    ("folded left out", lambda r: seat(r).pop("folded"), "seats[0].folded: missing"),
    ("an unknown key of a seat", lambda r: seat(r).update(fold=True), "seats[0].fold = True: unknown key"),
    ("four board cards", lambda r: r["board"].pop(), "board = "),
    ("six board cards", lambda r: r["board"].append("2c"), "6 cards, not 5"),
    ("a board left out", lambda r: r.pop("board"), "board: missing"),
    ("a dealer with one card", lambda r: r.update(dealer=["2h"]), "1 card, not 2"),
    ("a seat with three cards", lambda r: seat(r)["cards"].append("3c"), "3 cards, not 2"),
    ("no cards though in", lambda r: seat(r).update(cards=None), "the seat has not folded"),
    (
        "no cards though Trips lives",
        lambda r: seat(r).update(cards=None, folded=True, stakes={"ante": 200, "blind": 200, "trips": 500}),
        "trips still plays",
    ),
    (
        "no cards though JP1 lives",
        lambda r: seat(r).update(cards=None, folded=True, stakes={"ante": 200, "blind": 200, "jp1": 500}),
        "jp1 still plays",
    ),
    ("a royal with no jackpot", lambda r: r.pop("jackpot_cents"), "jackpot_cents: missing: seat 2"),
    ("a Boolean jackpot", lambda r: r.update(jackpot_cents=True), "jackpot_cents = True"),
    ("a negative jackpot", lambda r: r.update(jackpot_cents=-1), "jackpot_cents = -1"),
    ("an id that is a list", lambda r: r.update(id=[1]), "id = [1]"),
]


@pytest.mark.parametrize(
    ("change", "said"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_a_round_that_cannot_be_is_refused_by_key_and_value(
    change: Callable[[dict[str, Any]], object], said: str
) -> None:
    done = settle(json.dumps(changed(change)), "--json")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("line 1: ")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_an_inexact_payout_is_refused_with_its_seat() -> None:
    flush: dict[str, Any] = {
        **ROYAL,
        "board": ["2s", "9s", "Js", "4d", "8h"],
        "dealer": ["3h", "7c"],
        "seats": [
            {"seat": 1, "cards": ["Kd", "Qd"], "folded": True, "stakes": {"ante": 1001, "blind": 1001}},
            {
                "seat": 2,
                "cards": ["As", "Ks"],
                "folded": False,
                "stakes": {"ante": 1001, "blind": 1001, "play": 1001},
            },
        ],
    }
    done = settle(json.dumps(flush), "--json")
    assert done.exit_code == 2
    assert "seats[1].stakes: inexact payout: 3/2 on 1001 cents" in done.stderr


def test_an_odd_stake_is_settled_where_this_round_pays_it_exactly() -> None:
    line = changed(lambda r: seat(r)["stakes"].update(ante=1001, blind=1001, play=4004))
    assert answered(line)["seats"][0]["spots"]["blind"]["paid"] == 500_500


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nonsense", "no JSON"),
        ("{", "no JSON"),
        ("{}", "an empty object"),
        ("[]", "no JSON object"),
        ("null", "no JSON object"),
        ("3", "no JSON object"),
        (json.dumps(ROYAL)[:-1], "no JSON"),
        (json.dumps(ROYAL) + json.dumps(ROYAL), "no JSON"),
        (json.dumps(ROYAL).replace("1250400", "NaN"), "NaN is no number"),
        (json.dumps(ROYAL).replace("1250400", "Infinity"), "Infinity is no number"),
        (json.dumps(ROYAL).replace('"trips": 500', '"trips": 500, "trips": 600'), "trips: given twice"),
        (json.dumps(ROYAL).replace('"id"', '"seats": [], "id"'), "seats: given twice"),
        (json.dumps(ROYAL).replace("1250400", "9" * 5000), "no JSON"),
        ("[" * 60_000, "no JSON"),
        (json.dumps({**ROYAL, "note": "x" * 70_000}), "longer than 65536 bytes"),
        (b"\xff\xfe" + json.dumps(ROYAL).encode(), "not UTF-8"),
        ("\ufeff" + json.dumps(ROYAL), "no JSON"),
    ],
)
def test_a_line_that_is_no_round_is_refused(text: str | bytes, said: str) -> None:
    done = settle(text, "--json")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("line 1: ")
    assert said in done.stderr


def test_a_line_too_long_leaves_the_next_one_its_number() -> None:
    done = settle("x" * 200_000 + "\n" + json.dumps(ROYAL) + "\n{}", "--json")
    assert json.loads(done.stdout)["id"] == "x1"
    assert [line.split(":")[0] for line in done.stderr.splitlines()] == ["line 1", "line 3"]


@pytest.mark.parametrize("text", ["", "\n", "  \n\n"])
def test_an_input_without_a_round_is_refused(text: str) -> None:
    done = settle(text, "--json")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "aucun coup dedans" in done.stderr


def test_a_file_that_cannot_be_opened_is_refused_in_one_line(tmp_path: Path) -> None:
    for path in (tmp_path / "absent.jsonl", tmp_path):
        done = tapis("settle", str(path))
        assert (done.returncode, done.stdout) == (2, "")
        assert str(path) in done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_a_closed_standard_input_is_refused_in_one_line() -> None:
    command = f"{shlex.quote(sys.executable)} -m controller.cli settle <&-"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, check=False, timeout=PATIENCE_S
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "Erreur\u00a0: -\u00a0: il n’y a pas d’entrée standard\n"


# --- the command itself --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "loaded"),
    [
        ("en", []),
        ("fr", ["examples", *(f"french_help{part}" for part in ("", ".pages", ".shared", ".tapis"))]),
    ],
)
def test_help_names_every_command_without_loading_any(lang: str, loaded: list[str]) -> None:
    words = ["--lang", lang, "--help"]
    code = f"import sys; from controller.cli import main; main({words}, standalone_mode=False); "
    code += "print(sorted(m for m in sys.modules if m.startswith('controller.cli.')))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=PATIENCE_S
    )
    assert all(name in done.stdout for name in COMMANDS)
    assert done.stdout.splitlines()[-1] == str([f"controller.cli.{one}" for one in loaded])


def test_a_command_whose_module_is_missing_breaks_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(COMMANDS, "ghost", ("controller.cli.ghost:ghost", "Not there."))
    done = CliRunner().invoke(main, ["ghost"])
    assert (done.exit_code, done.stderr.splitlines()) == (
        2,
        ["Erreur\u00a0: ghost ne fait pas partie de cette installation"],
    )
    assert CliRunner().invoke(main, ["--help"]).exit_code == 0
    assert CliRunner().invoke(main, ["settle", "--help"]).exit_code == 0


def test_an_unknown_command_is_refused() -> None:
    done = CliRunner().invoke(main, ["deal"])
    assert done.exit_code == 2
    assert "deal" in done.stderr


def test_a_terminal_without_accents_still_gets_its_figures() -> None:
    done = tapis("settle", stdin=json.dumps(ROYAL), PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "12 504,00 E" in done.stdout
