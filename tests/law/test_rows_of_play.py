"""Rows of the requirements that no scenario says by itself: lamps, order, numbers, the technician."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game import views
from controller.game.inputs import Intent, Role
from controller.game.legal_acts import legal_now
from controller.game.react import lamps
from controller.game.requests import Lamp
from controller.game.rights import why_not_allowed
from controller.registers.jp1_history import jp1_history
from controller.registers.reading import read_session
from tests.builders import Felt
from tests.game.test_rights import sample, with_badge
from tests.law.requirements import requirement
from tests.shell.registers.test_report_win import journal_of
from ui.screen.console import ConsoleFace


@requirement("BC-05")
def test_a_lamp_invites_tells_the_chip_and_then_that_it_is_registered() -> None:
    """BC-05: three states, at the spot of each seat for itself."""
    felt = Felt().open(sensors=True).stakes(s1=1000, s3=1000)
    told = [lamps(felt.state).lamps[:3]]
    felt.chips(3)
    told.append(lamps(felt.state).lamps[:3])
    felt.do(i.CloseBets(), i.CollectJp1())
    told.append(lamps(felt.state).lamps[:3])
    assert told == [
        (Lamp.INVITED, Lamp.DARK, Lamp.INVITED),
        (Lamp.INVITED, Lamp.DARK, Lamp.SEEN),
        (Lamp.DARK, Lamp.DARK, Lamp.REGISTERED),
    ]


@requirement("BC-07")
def test_a_chip_after_the_lock_is_another_mark_at_its_own_seat_and_no_stake() -> None:
    """BC-07: to be given back, in white, where a latched one is gold."""
    felt = Felt().open(sensors=True).stakes(s1=1000, s2=1000, s3=1000).chips(1).do(i.CloseBets()).chips(2)
    words = ConsoleFace("fr").words(views.console(felt.state))
    assert [seat["lamp"] for seat in words["seats"][:3]] == ["chip", "back", "none"]
    assert [seat["jp1"]["plain"] for seat in words["seats"][:3]] == [False, True, True], "it is no stake"


@requirement("BC-14")
@pytest.mark.parametrize("by_hand", [False, True])
def test_the_record_of_a_round_tells_its_jp1_stakes_in_full(by_hand: bool, tmp_path: Path) -> None:
    """BC-14: time, table, seats, by sensor or by hand, amount, contribution, meter before and after."""
    felt = Felt().open(sensors=not by_hand)
    if by_hand:
        felt.badge().do(i.AllowHandLamps()).see(i.BadgeGone())
        felt.stakes(s1=1000, s3=1000).do(i.SetLamp(1, True), i.SetLamp(3, True))
    else:
        felt.stakes(s1=1000, s3=1000).chips(1, 3)
    felt.do(i.CloseBets(), i.CollectJp1())
    session = read_session(journal_of(tmp_path / "UTH-2-000001.journal", felt))
    (row,) = [row for row in jp1_history([session]).rows if row["act"] == "contribution"]
    told = [one for one in felt.entries if isinstance(one.event, e.ContributionRecorded)]
    assert (row["table"], row["round"], row["attempt"]) == ("UTH-2", felt.state.playing.number, 1)
    assert row["at_ms"] == told[0].at_ms
    assert (row["seats"], row["manual"]) == ([1, 3], [1, 3] if by_hand else [])
    assert (row["jp1_stake_cents"], row["jp1_staked_cents"], row["jp1_to_meter_cents"]) == (500, 1_000, 250)
    assert (row["meter_before_cents"], row["meter_cents"]) == (1_000_000, 1_000_250)


@requirement("RP-11")
def test_nothing_is_dealt_while_a_seat_is_not_settled() -> None:
    """RP-11: from the dealer's right to his left, each seat confirmed, and no other round before the last."""
    felt = Felt().open().stakes(s1=1000, s4=1000, s7=1000).close().draw("Ah Ad 2c 3d Kh Qd 9s 9c")
    felt.do(i.CallStreet()).draw("4h 8s Jc").do(i.CallStreet()).draw("Td 5c").play(1, 1, 4, 7).showdown()
    felt.do(i.OpenSettlement())
    for seat in (7, 4, 1):
        turn = [act.seat for act in legal_now(felt.state) if isinstance(act, i.SettleSeat)]
        assert turn == [seat]
        for early in (i.NextRound(), i.CloseBets(), i.SetStakes(seat, 1000)):
            assert felt.tap(early) is not None
        felt.do(i.SettleSeat(seat))
    assert felt.tap(i.NextRound()) is None


@requirement("RP-22")
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_number_of_the_round_stands_on_the_console(language: str) -> None:
    """RP-22: for a player who asks, and no other round has it."""
    felt = Felt().open().stakes(s1=1000)
    words = str(ConsoleFace(language).words(views.console(felt.state)))
    assert f"/{felt.state.playing.number:04d}" in words


MONEY: tuple[type[Intent], ...] = (
    *(i.CorrectMeter, i.StopJackpot, i.ReopenJackpot, i.ApproveMeterAct, i.WithdrawMeterAct),
    *(i.ConfirmHand, i.ReviewVideo, i.ReadAmount, i.PreparePayment, i.ArmRelease, i.ReleaseAward),
    *(i.ProposeRefusal, i.RefuseAward, i.ConfirmPayment, i.SignSlip, i.BookOrphan, i.SignCash),
    *(i.RegisterJp1Now, i.GiveJp1Back, i.ArmVoid, i.VoidRound, i.ProposeSettings, i.ApproveSettings),
)


@requirement("RO-04")
@pytest.mark.parametrize("kind", MONEY, ids=lambda kind: kind.__name__)
def test_a_technician_s_card_moves_no_money_no_meter_and_no_claim(kind: type[Intent]) -> None:
    """RO-04: devices and their tests are his; what his card lets him do is what no card lets anybody."""
    assert why_not_allowed(with_badge(Role.TECHNICIAN), sample(kind)) is not None


@requirement("RO-04")
@pytest.mark.parametrize("act", [i.StopJackpot, i.ChangeMaximum], ids=lambda kind: kind.__name__)
def test_a_stop_and_the_maximum_are_the_director_s_or_his_stand_in_s(act: type[Intent]) -> None:
    """RO-04: who stands in for him is of the comité; nobody below it may."""
    may = [role for role in Role if why_not_allowed(with_badge(role), sample(act)) is None]
    assert may == [Role.COMITE, Role.DIRECTOR]


@requirement("CS-16", "RO-04")
def test_what_the_house_sees_to_itself_is_said_where_it_reads_and_where_the_authority_does() -> None:
    """A director present, sockets closed: no program does it, and no page says that this one does."""
    deploy = Path(__file__).parents[2] / "deploy"
    for page, said in (
        ("OPERATIONS.md", ("is in the casino whenever games run", "switches no socket off (CS-16)")),
        (
            "dossier/09-procedures.md",
            ("présent tant que les jeux marchent", "il ne sait pas qui est dans la salle", "aucune prise"),
        ),
    ):
        text = " ".join((deploy / page).read_text(encoding="utf-8").split())
        assert [words for words in said if words not in text] == []
