"""A voided deal in the journal: told in words, checked by the inspector's script, in the registers."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.game import inputs as i
from controller.game.inputs import Incident
from controller.journal.chain import Row
from controller.journal.one_round import one_round
from controller.journal.verify import verify_rows
from controller.words.round_replay import replay_in_words
from tests.builders import Felt
from tests.game.test_returned_stakes import dealt
from tests.game.test_voiding import antes_paid_by_a_card_keyed_wrongly
from tests.shell.journal.forgeries import linked
from tests.shell.journal.inspector import INSPECTOR
from tests.shell.journal.journals import rows_of
from tests.shell.registers.test_registers import rows
from tests.shell.registers.test_report_win import journal_of


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Voided on the flop with JP1 alive; the first refund is taken back and given again."""
    felt = Felt().open().stakes(s1=(1000, 500), s4=2000).chips(1).close().draw("2c 7d 3c 8d 9s 4h")
    felt.play(4, 4).do(i.CallStreet()).draw("Ks").do(i.DeclareIncident(Incident.MARKED_CARD))
    felt.call_void(Incident.MARKED_CARD).do(i.RefundSeat(4), i.Undo()).refund()
    felt.do(i.VacateSeat(1), i.VacateSeat(4), i.CloseBets(), i.NextRound()).badge().do(i.CloseTable())
    return journal_of(tmp_path_factory.mktemp("void") / "UTH-2-000001.journal", felt)


def test_the_inspector_s_script_finds_every_stake_of_the_void_back(path: Path) -> None:
    INSPECTOR.check(rows_of(path))


def forged(path: Path, kind: str, before: str, after: str, nth: int = 0) -> list[Row]:
    rows = rows_of(path)
    at = [at for at, one in enumerate(rows) if one.kind == kind][nth]
    assert before in rows[at].body
    rows[at] = rows[at]._replace(body=rows[at].body.replace(before, after))
    return linked(rows, at)


def test_it_finds_a_stake_that_went_back_short_and_a_refund_that_is_missing(path: Path) -> None:
    short = forged(path, "SeatRefunded", '"cents":8000', '"cents":800')
    with pytest.raises(INSPECTOR.Bad, match="was not refunded what it staked"):
        INSPECTOR.check(short)
    rows = rows_of(path)
    last = max(at for at, one in enumerate(rows) if one.kind == "SeatRefunded")
    rows = [one._replace(seq=seq) for seq, one in enumerate([*rows[:last], *rows[last + 1 :]], start=1)]
    with pytest.raises(INSPECTOR.Bad, match="bets open before seat 1 is refunded"):
        INSPECTOR.check(linked(rows, last))


@pytest.mark.parametrize(
    ("language", "armed", "given"),
    [
        (0, "Coup nul, armé par Chef 1, confirmé par Durand.", "Le siège 1 est remboursé\u00a0: "),
        (1, "Round void, armed by Chef 1, confirmed by Durand.", "Seat 1 is refunded: "),
    ],
)
def test_the_replay_tells_who_armed_who_confirmed_and_what_went_back(
    path: Path, language: int, armed: str, given: str
) -> None:
    found = one_round(path, 1)
    assert found is not None
    text = "\n".join(replay_in_words(found, language))
    assert text.index(armed) < text.index(given)


@pytest.mark.parametrize(("register", "column"), [("incidents", "persons"), ("corrections", "approved_by")])
def test_the_registers_name_both_persons(path: Path, register: str, column: str) -> None:
    (row,) = [one for one in rows(path, register) if one["what"] == "void" and one[column]]
    assert row[column] == ["Chef 1", "Durand"]


@pytest.fixture(scope="module")
def paid_first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Hold'em poker de casino: an Ante was paid before the deal was void, and taken back with the refund."""
    felt = antes_paid_by_a_card_keyed_wrongly().void()
    return journal_of(tmp_path_factory.mktemp("paid") / "UTH-2-000001.journal", felt)


def test_an_ante_that_was_taken_back_is_told_in_the_replay(paid_first: Path) -> None:
    found = one_round(paid_first, 1)
    assert found is not None
    assert "20,00\u00a0€ de l’Ante payée repris" in "\n".join(replay_in_words(found, 0))


@pytest.mark.parametrize(
    "after",
    ["", ',"ante_back_cents":0', ',"ante_back_cents":1900', ',"ante_back_cents":-2000'],
    ids=["kept", "nothing", "short", "paid again"],
)
def test_two_programs_find_a_paid_ante_that_was_not_taken_back(paid_first: Path, after: str) -> None:
    """Whose seat had folded was paid nothing; its refund comes first."""
    assert verify_rows(paid_first.name, rows_of(paid_first)).ok
    INSPECTOR.check(rows_of(paid_first))
    rows = forged(paid_first, "SeatRefunded", ',"ante_back_cents":2000', after, nth=1)
    with pytest.raises(INSPECTOR.Bad, match="Ante of seat 2 is not what was taken back"):
        INSPECTOR.check(rows)
    assert not verify_rows(paid_first.name, rows).ok


@pytest.mark.parametrize("carried", [False, True])
def test_two_programs_agree_with_a_chip_that_goes_back_with_its_prize(tmp_path: Path, carried: bool) -> None:
    """Carried or not, it stands in its line as stake and as returned; one that is kept does not add up."""
    felt = dealt(carried=carried).do(i.SettleSeat(1))
    path = journal_of(tmp_path / "UTH-2-000001.journal", felt)
    assert verify_rows(path.name, rows_of(path)).ok
    INSPECTOR.check(rows_of(path))
    last = [one.kind for one in rows_of(path)].count("SeatSettled") - 1
    back = '"spot":"jp1","stake_cents":500,"returned_cents":500'
    short = forged(path, "SeatSettled", back, back[:-3] + "0", nth=last)
    assert not verify_rows(path.name, short).ok
