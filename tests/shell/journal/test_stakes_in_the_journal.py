"""Stakes confirmed, in the journal: told in words, and checked by the inspector's script."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.game import inputs as i
from controller.game.felt import Spot
from controller.journal.one_round import one_round
from controller.journal.rounds import Stake
from controller.words.round_replay import replay_in_words
from tests.builders import Felt
from tests.game.test_hollow_stakes import played_out, sensed
from tests.shell.journal.forgeries import linked
from tests.shell.journal.inspector import INSPECTOR
from tests.shell.journal.journals import rows_of
from tests.shell.journal.test_voided_journal import forged
from tests.shell.registers.test_report_win import journal_of


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """In round 2 seat 1 is confirmed, taken back, confirmed again; seat 2 by the sensors; seat 4 is not."""
    felt = played_out(Felt().open(sensors=True).stakes(s1=(1000, 500), s2=2000, s4=3000))
    for covered in (False, True):
        sensed(felt, 2, Spot.ANTE, Spot.BLIND, covered=covered)
    felt.as_before(1).do(i.Undo()).as_before(1).chips(1).do(i.CloseBets(), i.CollectJp1()).sweep()
    felt.draw("2c 7d 3c 8d 9s 4h").do(i.CallStreet()).draw("Ks Jd 6h").do(i.CallStreet()).draw("5s Qs")
    felt.do(i.FoldRest(), i.OpenHands()).settle().do(i.NextRound()).badge().do(i.CloseTable())
    return journal_of(tmp_path_factory.mktemp("stakes") / "UTH-2-000001.journal", felt)


def test_a_round_says_what_stood_and_what_was_confirmed_by_whom(path: Path) -> None:
    round_ = one_round(path, 2)
    assert round_ is not None
    assert round_.stakes == {1: Stake(1000, 500), 2: Stake(2000, 0), 4: Stake(3000, 0)}
    french, english = ("\n".join(replay_in_words(round_, language)) for language in (0, 1))
    assert "À confirmer, du coup précédent\u00a0: siège 1 Ante 10" in french
    assert "Mises confirmées par les capteurs\u00a0: siège 2 Ante 20" in french
    assert "Stakes confirmed: seat 1 Ante" in english
    assert "Stakes taken back: seat 1." in english


def test_the_inspector_s_script_finds_every_stake_that_played_confirmed(path: Path) -> None:
    INSPECTOR.check(rows_of(path))


def test_it_finds_a_jp1_stake_and_a_settlement_beside_stakes_that_only_stood(path: Path) -> None:
    rows = rows_of(path)
    last = max(at for at, one in enumerate(rows) if one.kind == "StakesConfirmed")
    without = [one._replace(seq=seq) for seq, one in enumerate([*rows[:last], *rows[last + 1 :]], start=1)]
    with pytest.raises(INSPECTOR.Bad, match="seat 1, which laid no main bets in this deal"):
        INSPECTOR.check(linked(without, last))
    other = forged(path, "StakesConfirmed", '"ante_cents":2000', '"ante_cents":4000')
    with pytest.raises(INSPECTOR.Bad, match="seat 2 is settled on another Ante or other bets than it laid"):
        INSPECTOR.check(other)
