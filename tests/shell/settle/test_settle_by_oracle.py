"""`tapis settle` and the oracle give one answer, rules included, to random rounds of every profile."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from click.testing import CliRunner

from controller.cli import main
from tests import oracle
from tests.game.oracle_rounds import PROFILES, deal

ROUNDS = 400
PARTS = ("dealer", "seats", "jackpot")


def tellable(told: dict[str, Any]) -> bool:
    """A round as the contract of the command line tells one: nothing carried, cards of everyone still in."""
    return not any(
        "jp1_carried" in seat or (seat["cards"] is None and not seat["folded"]) for seat in told["seats"]
    )


def without_odds(answer: Any) -> Any:
    """The answer without the odds, which the oracle does not tell."""
    if isinstance(answer, dict):
        return {key: without_odds(value) for key, value in answer.items() if key != "odds"}
    return [without_odds(part) for part in answer] if isinstance(answer, list) else answer


@pytest.mark.parametrize("profile", PROFILES)
def test_the_command_answers_random_rounds_as_the_oracle_does(profile: str) -> None:
    rng = random.Random(206)
    options = {**oracle.OPTIONS, **oracle.UNQUALIFIED, **oracle.GAMES[profile]}
    rounds = [told for _ in range(ROUNDS) if tellable(told := deal(rng, profile, options))]
    assert len(rounds) > ROUNDS // 2
    done = CliRunner().invoke(main, ["settle", "--json", "-"], input="\n".join(map(json.dumps, rounds)))
    assert (done.exit_code, done.stderr) == (0, "")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    for told, answer in zip(rounds, answers, strict=True):
        expected = oracle.settle(told)
        assert {part: without_odds(answer[part]) for part in PARTS} == expected, json.dumps(told)


@pytest.mark.parametrize("profile", PROFILES)
def test_the_profile_given_on_the_command_line_counts_for_a_line_that_names_none(profile: str) -> None:
    rng = random.Random(207)
    options = {**oracle.OPTIONS, **oracle.UNQUALIFIED, **oracle.GAMES[profile]}
    rounds = [told for _ in range(60) if tellable(told := deal(rng, profile, options))]
    unnamed = [json.dumps({key: value for key, value in told.items() if key != "profile"}) for told in rounds]
    done = CliRunner().invoke(main, ["settle", "--json", "--profile", profile, "-"], input="\n".join(unnamed))
    assert (done.exit_code, done.stderr) == (0, "")
    for told, line in zip(rounds, done.stdout.splitlines(), strict=True):
        answer = json.loads(line)
        assert {part: without_odds(answer[part]) for part in PARTS} == oracle.settle(told)
