"""Decks, machines' warnings and the modes without a machine at the table (CS-03 to CS-07, CS-15, CS-18)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.inputs import Health, Machine, Mode, Role, ShufflerMode
from controller.game.legal_acts import legal_now
from controller.game.machines.alarms import WARNINGS, resumption, trouble_alarm
from controller.game.machines.judge import pit_refusal
from controller.game.opening.sheets import closing_lines
from controller.game.people.at_pit import PIT_CODE_MS
from controller.game.react import buzzer, react
from controller.game.rectification.claimed_facts import Mistake, RectificationReason
from controller.game.refusals import BADGE_CHEF, BADGE_COMITE, NOT_NOW, Refusal
from controller.game.state import Phase
from controller.game.views import primary_act
from drivers.readers.badge import Badge
from drivers.shuffler import Recovery
from tests.builders import CHEF, TERMS, Felt
from tests.law.requirements import requirement

FLOP_TO_RIVER = ("Kc Jd 6h", "5s Qs")


def tray(colour: str = "", count: int = 52, **more: object) -> i.ShufflerObserved:
    """The shuffler with this deck in its tray, or with none."""
    shuffled = bool(colour)
    return i.ShufflerObserved(ShufflerMode.SHUFFLE, "", colour, count if colour else 0, shuffled, **more)  # type: ignore[arg-type]


def up() -> i.HealthObserved:
    return i.HealthObserved(Machine.SHUFFLER, Health.UP)


def trouble(code: str, machine: Machine = Machine.SHUFFLER, *, active: bool = True) -> i.TroubleObserved:
    return i.TroubleObserved(machine, code, active)


def betting(**known: object) -> Felt:
    """One player, a shuffler, and its red deck in the shoe."""
    return Felt(**known).open().stakes(s1=1000).see(up(), tray("red"), tray())


def played(felt: Felt) -> Felt:
    """The round has been dealt and settled, and the next one is open."""
    felt.close().draw("Ah Ad Kh Qd").do(i.CallStreet()).draw(FLOP_TO_RIVER[0]).do(i.CallStreet())
    return felt.draw(FLOP_TO_RIVER[1]).play(1, 1).showdown().settle().do(i.NextRound()).as_before()


def why(felt: Felt) -> str:
    """Why the bets may not be closed, or an empty text."""
    refusal = felt.tap(i.CloseBets())
    return refusal.code if refusal is not None else ""


def by_hand(felt: Felt) -> Felt:
    felt.see(i.HealthObserved(Machine.SHUFFLER, Health.LOST, "silence")).badge()
    return felt.do(i.AllowMode(Mode.HAND_SHUFFLE)).see(i.BadgeGone())


# --- which deck is dealt -------------------------------------------------------------------------


@requirement("CS-04")
def test_a_colour_is_not_dealt_twice_in_a_row() -> None:
    felt = played(betting())
    assert why(felt) == "deck_again"
    felt.see(tray("red"), tray())
    assert felt.tap(i.CloseBets()) == Refusal("deck_colour", "CS-04", (("colour", "red"),))
    felt.see(tray("blue"), tray())
    assert why(felt) == ""


def test_a_deck_that_the_shoe_counts_short_before_its_first_card_begins_no_other_deal() -> None:
    """It was dealt again, and void again, for ever: the chef came and every stake went back each time."""
    felt = betting().close().see(i.ShoeObserved(False, 51)).badge()
    assert felt.state.held is not None
    assert (felt.state.held.cause, felt.state.playing.drawn) == ("card_count", 0)
    felt.void().see(i.BadgeGone()).as_before()
    assert why(felt) == "deck_again"
    felt.see(tray("blue"), tray())
    assert why(felt) == ""


def test_a_whole_deck_of_a_deal_that_was_void_before_its_first_card_is_dealt() -> None:
    felt = betting().close().badge().void().see(i.BadgeGone()).as_before()
    assert felt.state.playing.number == 2
    assert why(felt) == ""


@requirement("CS-04")
def test_no_stake_is_locked_and_no_jp1_taken_over_a_shoe_that_nobody_has_filled() -> None:
    """The first deal waits for its deck as every later one does (finding: a shoe that "deals" for ever)."""
    felt = Felt().see(up()).open().stakes(s1=1000).chips(1)
    assert felt.tap(i.CloseBets()) == Refusal("deck_to_load", "CS-04")
    assert why(felt.see(tray("red"))) == "deck_to_load", "verified, and still in the tray"
    assert not felt.events(e.ContributionAsked)
    assert why(felt.see(tray())) == ""
    assert felt.do(i.CollectJp1()).state.playing.contributed


def test_before_the_first_deal_a_shuffler_that_is_gone_is_the_chefs_matter() -> None:
    felt = Felt().see(up()).open().stakes(s1=1000).see(i.HealthObserved(Machine.SHUFFLER, Health.LOST))
    assert felt.tap(i.CloseBets()) == Refusal("shuffler_away", "CS-04")
    felt.badge().do(i.AllowMode(Mode.HAND_SHUFFLE), i.DeclareDeck("red", 52))
    assert why(felt) == ""


def test_a_deck_that_was_in_the_shoe_before_the_shuffler_spoke_goes_through_it_once_more() -> None:
    """Nobody knows what lies in the shoe then, and a shoe that counts knows no more."""
    felt = Felt().see(up(), i.ShoeObserved(True, 52), tray()).open().stakes(s1=1000)
    assert why(felt) == "deck_to_load"
    assert why(felt.deck("blue")) == ""


def test_a_shoe_that_counts_nothing_plays_with_the_deck_of_the_shuffler() -> None:
    felt = Felt().see(i.HealthObserved(Machine.SHOE, Health.UP), up()).open().stakes(s1=1000).deck()
    played(felt.see(i.ShoeObserved(True, None)))
    assert why(felt.deck("blue")) == ""


@requirement("CS-06")
def test_a_deck_that_does_not_count_52_is_not_dealt_until_another_is_verified() -> None:
    felt = played(betting()).see(tray("blue", 51))
    assert felt.tap(i.CloseBets()) == Refusal("deck_count", "CS-06", (("count", 51),))
    felt.see(tray("blue", 52))
    assert why(felt) == "deck_count", "the same deck in the same tray stays blocked"
    felt.see(tray(), tray("blue"))
    assert [event.colour for event in felt.events(e.DeckReleased)] == ["blue"]
    assert why(felt) == "deck_again", "verified, and still in the tray"
    felt.see(tray())
    assert why(felt) == ""


def test_a_blocked_deck_leaves_the_verified_one_in_the_shoe_alone() -> None:
    felt = betting().see(tray("blue", 51))
    assert why(felt) == ""


def test_the_deck_taken_out_though_blocked_is_not_taken_for_dealt() -> None:
    felt = played(betting()).see(tray("blue", 53), tray())
    assert felt.state.decks.in_shoe == "red"
    assert felt.state.decks.taken_out


@requirement("CS-08")
@pytest.mark.parametrize("code", ["wrong_colour", "cut_card_missing"])
def test_a_deck_with_the_wrong_back_or_no_cut_card_is_not_dealt(code: str) -> None:
    felt = played(betting()).see(trouble(code), tray("blue"))
    assert felt.tap(i.CloseBets()) == Refusal("deck_blocked", "CS-06", (("cause", code),))
    felt.see(trouble(code, active=False), tray(), tray("blue"), tray())
    assert why(felt) == ""


def test_another_deck_is_not_verified_while_its_colour_is_wrong() -> None:
    felt = played(betting()).see(trouble("wrong_colour"), tray("blue"), tray(), tray("red"))
    assert felt.state.decks.blocked == "wrong_colour"


@requirement("CS-04")
def test_the_cut_card_put_back_gives_the_deck_free() -> None:
    felt = played(betting()).see(trouble("cut_card_missing"), tray("blue", cut_card=False))
    felt.see(trouble("cut_card_missing", active=False), tray("blue"), tray())
    assert why(felt) == ""


@requirement("CS-14")
def test_a_sorted_deck_is_not_dealt_though_the_mode_was_turned_back() -> None:
    """CS-14: neither while the machine sorts, nor from its tray, nor out of it; shuffled, it is."""
    felt = played(betting())
    for mode, colour, count, why_not in (
        (ShufflerMode.SORT, "blue", 52, "shuffler_sorts"),
        (ShufflerMode.SHUFFLE, "blue", 52, "deck_again"),
        (ShufflerMode.SHUFFLE, "", 0, "deck_again"),
    ):
        felt.see(i.ShufflerObserved(mode, "", colour, count, False))
        assert why(felt) == why_not
    assert why(felt.see(tray("blue"), tray())) == ""


@requirement("CS-18")
def test_after_a_jam_the_deck_is_dealt_when_it_counted_52_again() -> None:
    felt = played(betting()).see(trouble("jam_feed"), trouble("recount_due"))
    assert felt.tap(i.CloseBets()) == Refusal("deck_blocked", "CS-06", (("cause", "recount_due"),))
    for step in (Recovery.OPEN_LID, Recovery.CLEAR_FEED, Recovery.CLOSE_LID, Recovery.WAIT_FOR_COUNT):
        felt.see(i.ShufflerObserved(ShufflerMode.SHUFFLE, "blue", "", 0, False, recovery=step.value))
        assert felt.state.shuffler.recovery == step
        assert why(felt) == "deck_blocked"
    felt.see(trouble("recount_due", active=False), tray("blue"), tray())
    assert why(felt) == ""


def test_nothing_of_this_touches_the_round_under_way() -> None:
    felt = betting().close().see(trouble("recount_due"), tray("blue", 51), trouble("firmware_changed"))
    felt.draw("Ah Ad Kh Qd").do(i.CallStreet()).draw(FLOP_TO_RIVER[0]).do(i.CallStreet())
    felt.draw(FLOP_TO_RIVER[1]).play(1, 1).showdown().settle()
    assert felt.state.phase is Phase.CLEARING


# --- a changed program ---------------------------------------------------------------------------


@requirement("CS-15")
def test_a_changed_program_closes_the_table_until_the_comite_gives_a_reason() -> None:
    felt = betting().close().draw("Ah Ad Kh Qd").see(trouble("firmware_changed", Machine.SHOE))
    felt.do(i.CallStreet()).draw(FLOP_TO_RIVER[0]).do(i.CallStreet()).draw(FLOP_TO_RIVER[1]).play(1, 1)
    felt.showdown().settle()
    blocked = Refusal("table_blocked", "CS-15", (("machine", "shoe"),))
    assert felt.tap(i.NextRound()) == blocked
    felt.now_ms += 60_000
    felt.see(i.TimeObserved(felt.now_ms))
    assert felt.state.phase is Phase.CLEARING
    felt.badge()
    assert felt.tap(i.LiftBlock("replaced")) == BADGE_COMITE
    felt.badge("MCD 03", Role.COMITE)
    assert felt.tap(i.LiftBlock("because")) == Refusal("reason", "CS-15")
    felt.do(i.LiftBlock("replaced"), i.NextRound())
    assert felt.events(e.BlockLifted) == [e.BlockLifted("MCD 03", "replaced")]


@requirement("CS-15")
def test_another_program_than_the_one_that_was_allowed_closes_the_table_again() -> None:
    felt = betting().see(trouble("firmware_changed", Machine.SHOE)).badge("MCD 03", Role.COMITE)
    felt.do(i.LiftBlock("replaced")).see(trouble("firmware_changed", Machine.SHOE))
    assert felt.tap(i.CloseBets()) == Refusal("table_blocked", "CS-15", (("machine", "shoe"),))
    assert len(felt.events(e.TableBlocked)) == 2


def voided_while_blocked(**known: object) -> Felt:
    """The program of the shoe changed in a deal that is then void, and every stake is back."""
    felt = Felt(**known).open().stakes(s1=1000, s2=1000).close()
    felt.draw("Ah Ad").see(trouble("firmware_changed", Machine.SHOE)).badge()
    return felt.do(i.DeclareIncident(i.Incident.MARKED_CARD)).void(i.Incident.MARKED_CARD)


@requirement("CS-15")
def test_no_round_opens_at_a_blocked_table_after_a_void_until_the_comite_gives_a_reason() -> None:
    """Red before: the last refund opened the next round by itself."""
    felt = voided_while_blocked()
    assert felt.state.phase is Phase.REFUNDING
    blocked = Refusal("table_blocked", "CS-15", (("machine", "shoe"),))
    assert felt.tap(i.NextRound()) == blocked
    assert primary_act(felt.state) == i.NextRound(), "its key says why"
    felt.now_ms += 60_000
    felt.see(i.TimeObserved(felt.now_ms), i.BadgeObserved("MCD 03", Role.COMITE))
    assert len(felt.events(e.RoundOpened)) == 1
    felt.do(i.LiftBlock("replaced"))
    assert felt.events(e.RoundOpened)[1:] == [e.RoundOpened(2, 1)]
    assert felt.state.phase is Phase.BETTING


@requirement("CS-15")
def test_the_last_refund_touched_twice_at_a_blocked_table_is_refused() -> None:
    felt = voided_while_blocked()
    assert felt.tap(i.RefundSeat(felt.state.players[0])) == NOT_NOW


@requirement("CS-15")
def test_a_blocked_table_is_closed_after_a_void_without_another_round() -> None:
    felt = voided_while_blocked()
    felt.do(i.CloseTable())
    assert felt.state.phase is Phase.CLOSED
    assert len(felt.events(e.RoundOpened)) == 1


@requirement("CS-15")
def test_a_closing_sheet_that_lies_open_after_a_void_keeps_the_next_round_closed() -> None:
    felt = voided_while_blocked(cash=TERMS).do(i.BeginClosing()).badge("MCD 03", Role.COMITE)
    felt.do(i.LiftBlock("replaced"))
    assert (felt.state.phase, len(felt.events(e.RoundOpened))) == (Phase.REFUNDING, 1)
    felt.badge().do(i.LeaveClosing())
    assert (felt.state.phase, len(felt.events(e.RoundOpened))) == (Phase.BETTING, 2)


@requirement("CS-15", "CS-23")
def test_a_blocked_table_with_sheets_and_a_shuffler_offers_all_that_closes_it_after_a_void() -> None:
    """Red before: no key began the closing, the shuffler was not shown empty, the book not read again."""
    felt = voided_while_blocked(cash=TERMS).see(up(), tray()).badge()
    assert i.BeginClosing() in legal_now(felt.state)
    felt.do(i.BeginClosing())
    assert i.ShowEmpty(i.Occasion.CLOSING) in legal_now(felt.state)
    assert i.Reconcile() in legal_now(felt.state)
    felt.do(i.ShowEmpty(i.Occasion.CLOSING)).see(tray(lid_open=True), i.ShownEmptyObserved(True, 0))
    felt.do(i.LeaveClosing()).fill_closing().do(i.CloseTable())
    assert felt.state.phase is Phase.CLOSED
    assert len(felt.events(e.RoundOpened)) == 1


@requirement("CS-15", "RP-12")
def test_a_dealer_is_relieved_at_a_blocked_table_once_every_stake_is_back() -> None:
    felt = voided_while_blocked(register=True)
    felt.do(i.Undo()).badge("croupier-07", Role.DEALER)
    assert felt.tap(i.SignOff()) is not None, "a stake is out again"
    felt.come(*CHEF).refund().badge("croupier-07", Role.DEALER).do(i.SignOff())
    assert felt.state.dealer is None


@requirement("CS-15", "RP-21")
def test_an_earlier_round_is_put_right_at_a_blocked_table_after_a_void() -> None:
    """A table closes over no open rectification: it must be possible to decide one there."""
    felt = played(Felt().open().stakes(s1=1000))
    felt.close().draw("Ah Ad").see(trouble("firmware_changed", Machine.SHOE)).badge()
    felt.do(i.DeclareIncident(i.Incident.MARKED_CARD)).void(i.Incident.MARKED_CARD)
    wrong = i.ProposeRectification(1, 1, Mistake.PAYMENT, RectificationReason.CLAIM, by_cents=500)
    felt.do(wrong)


@requirement("CS-15", "RP-19")
def test_whose_jp1_stake_is_carried_leaves_a_blocked_table_with_it_and_no_bet_closes() -> None:
    felt = Felt().open().stakes(s1=1000, s2=1000).chips(1).close()
    felt.draw("Ah Ad").see(trouble("firmware_changed", Machine.SHOE)).badge()
    felt.do(i.DeclareIncident(i.Incident.MARKED_CARD)).void(i.Incident.MARKED_CARD)
    assert felt.events(e.RoundOpened)[1:] == [e.RoundOpened(1, 2)]
    felt.as_before()
    assert felt.tap(i.CloseBets()) == Refusal("table_blocked", "CS-15", (("machine", "shoe"),))
    felt.do(i.VacateSeat(1))
    assert [one.seat for one in felt.events(e.RefundRecorded)] == [1]


def test_a_blocked_table_is_closed_after_the_round_and_not_opened_again() -> None:
    felt = Felt().open().stakes(s1=1000).close().see(trouble("firmware_changed"))
    felt.draw("Ah Ad Kh Qd").do(i.CallStreet()).draw(FLOP_TO_RIVER[0]).do(i.CallStreet())
    felt.draw(FLOP_TO_RIVER[1]).play(1, 1).showdown().settle().badge().do(i.CloseTable(), i.OpenTable())
    assert felt.tap(i.ConfirmOpening()) == Refusal("table_blocked", "CS-15", (("machine", "shuffler"),))


# --- warnings ------------------------------------------------------------------------------------


@requirement("CS-07", "RO-02")
def test_a_warning_stays_after_its_cause_until_a_chef_gives_a_reason() -> None:
    felt = Felt().open().see(trouble("jam_feed"), trouble("jam_feed", active=False))
    (warning,) = felt.state.alarms
    assert warning.over
    assert felt.tap(i.SeeAlarm(1, "checked")) == BADGE_CHEF
    assert felt.tap(i.SeeAlarm(1)) == Refusal("reason", "CS-07")
    felt.badge()
    assert felt.tap(i.SeeAlarm(1)) == Refusal("reason", "CS-07")
    felt.do(i.SeeAlarm(1, "repaired"))
    assert felt.events(e.AlarmSeen) == [e.AlarmSeen(1, "Chef 1", "repaired")]
    assert not felt.state.alarms


def test_a_cause_that_comes_back_is_the_same_warning() -> None:
    felt = Felt().open().see(trouble("jam_feed"), trouble("jam_feed", active=False), trouble("jam_feed"))
    assert [(one.number, one.over) for one in felt.state.alarms] == [(1, False)]
    felt.badge().do(i.SeeAlarm(1, "checked"))
    assert len(felt.state.alarms) == 1, "acknowledged, and its cause still there"
    felt.see(trouble("jam_feed", active=False))
    assert not felt.state.alarms


@requirement("CS-07", "RO-01")
def test_the_dealer_silences_a_warning_and_no_more() -> None:
    felt = Felt().open().see(trouble("jam_feed")).do(i.SilenceAlarm(1))
    assert felt.tap(i.SilenceAlarm(1)) == Refusal("no_such_alarm", "", (("alarm", 1),))
    assert [(one.silent_ms > 0, one.seen_ms) for one in felt.state.alarms] == [(True, 0)]


def test_a_restart_does_not_end_a_warning_that_nobody_acknowledged() -> None:
    felt = Felt().open().see(trouble("jam_feed"), trouble("lid_open")).badge().do(i.SeeAlarm(2, "checked"))
    felt._step(resumption(felt.state))
    assert [(one.code, one.over) for one in felt.state.alarms] == [("A-208", True)]


def test_the_buzzer_follows_the_most_urgent_alarm_that_is_loud() -> None:
    felt = Felt().open()
    assert buzzer(felt.state).sound is r.Sound.SILENT
    felt.see(trouble("line_noise"))
    assert buzzer(felt.state).sound is r.Sound.TICK
    felt.see(trouble("jam_feed"))
    assert buzzer(felt.state).sound is r.Sound.HIGH
    felt.see(trouble("firmware_changed"))
    assert r.SetBuzzer(r.Sound.CRITICAL) in react(felt.state)
    felt.do(i.SilenceAlarm(3)).badge().do(i.SeeAlarm(2, "repaired"), i.SilenceAlarm(1))
    assert buzzer(felt.state).sound is r.Sound.SILENT


def test_a_low_alarm_is_not_heard_while_seats_are_settled() -> None:
    felt = Felt().open().stakes(s1=1000).close().draw("Ah Ad Kh Qd").do(i.CallStreet())
    felt.draw(FLOP_TO_RIVER[0]).do(i.CallStreet()).draw(FLOP_TO_RIVER[1]).play(1, 1).showdown()
    felt.do(i.OpenSettlement()).see(trouble("line_noise"))
    assert buzzer(felt.state).sound is r.Sound.SILENT


def test_a_refused_card_is_no_machine_s_warning() -> None:
    for word in (Badge.__doc__ or "").split("`"):
        if word.startswith("card_") and "`" not in word:
            assert trouble_alarm(word) == ("A-207", 2)
    assert "A-207" not in WARNINGS


# --- hand shuffle --------------------------------------------------------------------------------


@requirement("CS-22")
def test_decks_are_shuffled_by_hand_when_a_chef_allows_it_and_every_time_declared() -> None:
    felt = played(betting()).see(i.HealthObserved(Machine.SHUFFLER, Health.LOST, "silence"))
    assert why(felt) == "shuffler_away"
    assert felt.tap(i.AllowMode(Mode.HAND_SHUFFLE)) == BADGE_CHEF
    by_hand(felt)
    assert felt.tap(i.CloseBets()) == Refusal("deck_to_declare", "CS-18")
    assert felt.tap(i.DeclareDeck("red", 51)) == Refusal("deck_count", "CS-06", (("count", 51),))
    assert felt.tap(i.DeclareDeck("green", 52)) == Refusal("colour_unknown", "CS-01", (("colour", "green"),))
    played(felt.do(i.DeclareDeck("red", 52)))
    assert why(felt) == "deck_to_declare"
    felt.do(i.DeclareDeck("red", 52))
    assert why(felt) == "", "one deck is enough where no shuffler is used"


@requirement("CS-22")
def test_a_table_without_a_shuffler_deals_nothing_that_was_not_counted_to_52() -> None:
    """CS-22: no machine counts stub and dealt cards there, so a person does, in every round."""
    felt = Felt(no_shuffler=True).open().stakes(s1=1000)
    for _ in range(3):
        assert felt.tap(i.CloseBets()) == Refusal("deck_to_declare", "CS-18")
        assert felt.tap(i.DeclareDeck("red", 51)) == Refusal("deck_count", "CS-06", (("count", 51),))
        assert i.DeclareDeck("red", 52) in legal_now(felt.state)
        played(felt.do(i.DeclareDeck("red", 52)))


@requirement("CS-22")
def test_with_a_counting_shuffler_stub_and_dealt_cards_are_52_again_before_every_deal() -> None:
    """CS-22: what goes back into the machine is counted, and a deck that is short is not dealt again."""
    felt = betting()
    for colour in ("blue", "red", "blue"):
        played(felt)
        assert why(felt) == "deck_again"
        assert why(felt.see(tray(colour, 51))) == "deck_count"
        felt.see(tray(), tray(colour), tray())


def test_the_round_shuffled_by_hand_is_flagged_and_its_recall_too() -> None:
    felt = by_hand(played(betting())).do(i.DeclareDeck("blue", 52)).close()
    assert felt.state.playing.flags == ("hand_shuffle",)
    felt = played(by_hand(played(betting())).do(i.DeclareDeck("blue", 52)))
    assert [done.flags for done in felt.state.last_rounds] == [("hand_shuffle",), ()]


def test_the_shuffler_is_used_again_when_it_has_counted_a_whole_deck() -> None:
    felt = by_hand(played(betting()))
    leave = i.LeaveMode(Mode.HAND_SHUFFLE)
    assert felt.tap(leave) == Refusal("machine_away", "", (("machine", "shuffler"),))
    felt.see(up())
    assert felt.tap(leave) == Refusal("deck_not_verified", "CS-18")
    felt.see(tray("blue")).do(leave)
    assert why(felt) == "deck_again"
    felt.see(tray())
    assert why(felt) == ""


@requirement("CS-18")
def test_a_jam_may_be_left_for_the_hand_shuffle_by_the_chef_alone() -> None:
    felt = played(betting())
    assert felt.tap(i.AllowMode(Mode.HAND_SHUFFLE)) == NOT_NOW
    felt.see(trouble("jam_exit"), trouble("recount_due")).badge().do(i.AllowMode(Mode.HAND_SHUFFLE))
    felt.do(i.DeclareDeck("red", 52)).see(tray("blue", 51))
    assert why(felt) == "", "what lies in the shuffler is not dealt"


# --- the reader lost -----------------------------------------------------------------------------


def reader_lost() -> Felt:
    return Felt().open().stakes(s1=1000).see(i.HealthObserved(Machine.BADGE, Health.LOST, "silence"))


def at_the_pit(code: str, person: str = "Chef 1", role: Role = Role.CHEF) -> i.RemoteBadgeObserved:
    return i.RemoteBadgeObserved(person, role, code)


def test_a_chef_at_the_pit_with_the_code_of_the_table_allows_one_act() -> None:
    felt = reader_lost().do(i.AskPit("004711")).see(at_the_pit("004711"))
    assert felt.events(e.ModeEntered) == [e.ModeEntered(Mode.NO_READER, "Chef 1")]
    assert felt.state.badge is not None
    assert felt.state.badge.remote
    felt.do(i.SetStakes(2, 1000), i.VacateSeat(2), i.VacateSeat(1), i.CloseTable())
    assert felt.state.badge is None
    assert felt.events(e.TableClosed) == [e.TableClosed("Chef 1")]


@pytest.mark.parametrize("code", ["004712", "", "4711"])
def test_another_code_ends_the_request(code: str) -> None:
    felt = reader_lost().do(i.AskPit("004711")).see(at_the_pit(code), at_the_pit("004711"))
    assert [event.why for event in felt.events(e.PitRefused)] == ["code", "not_asked"]
    assert felt.state.badge is None


def test_only_a_chef_begins_to_authorise_from_the_pit() -> None:
    felt = reader_lost().do(i.AskPit("1234")).see(at_the_pit("1234", "Petit", Role.VIDEO))
    assert [event.why for event in felt.events(e.PitRefused)] == ["role"]


def test_nobody_asks_the_pit_while_the_reader_answers() -> None:
    assert Felt().open().tap(i.AskPit("1234")) == NOT_NOW
    assert reader_lost().tap(i.AskPit("12a4")) == Refusal("code_unknown")
    assert reader_lost().badge().tap(i.AllowMode(Mode.NO_READER)) == Refusal("ask_pit")


def test_the_reader_is_used_again_when_it_has_read_a_chef() -> None:
    felt = reader_lost().do(i.AskPit("1234")).see(at_the_pit("1234"))
    leave = i.LeaveMode(Mode.NO_READER)
    assert felt.tap(leave) == Refusal("machine_away", "", (("machine", "badge"),))
    felt.see(i.HealthObserved(Machine.BADGE, Health.UP))
    assert felt.tap(leave) == BADGE_CHEF, "the badge of the pit proves nothing about the reader"
    felt.see(i.BadgeGone()).badge().do(leave)
    assert felt.state.modes == ()


def test_two_persons_are_two_at_the_pit_as_well() -> None:
    felt = Felt().open().stakes(s1=1000).chips(1).close().draw("Kc Kd 2s 7h").do(i.CallStreet())
    felt.draw("Ks 9d 9c").do(i.CallStreet()).draw("4h 5s")
    felt.see(i.HealthObserved(Machine.BADGE, Health.LOST, "silence"))
    felt.do(i.AskPit("1")).see(at_the_pit("1", "MCD 03", Role.COMITE))
    felt.do(i.ArmVoid(i.Incident.EQUIPMENT), i.AskPit("2")).see(at_the_pit("2", "MCD 03", Role.COMITE))
    refusal = felt.tap(i.VoidRound(i.Incident.EQUIPMENT))
    assert refusal is not None
    assert refusal.code == "same_person"


# --- shown empty ---------------------------------------------------------------------------------


@requirement("CS-03")
def test_the_shuffler_is_shown_empty_before_the_table_closes() -> None:
    felt = betting().see(tray("blue")).do(i.VacateSeat(1)).badge()
    assert felt.tap(i.CloseTable()) == Refusal("show_empty", "CS-03")
    felt.do(i.ShowEmpty(i.Occasion.CLOSING))
    assert r.AwaitEmpty() in react(felt.state)
    felt.see(i.ShownEmptyObserved(True, 3))
    assert r.AwaitEmpty() in react(felt.state), "not empty"
    felt.see(tray(lid_open=True), i.ShownEmptyObserved(True, 0))
    assert r.AwaitEmpty() not in react(felt.state)
    assert felt.events(e.EmptyShown)[-1] == e.EmptyShown("closing", True, 0)
    felt.see(tray("red"))
    assert felt.tap(i.CloseTable()) == Refusal("show_empty", "CS-03"), "a deck went in since"
    felt.see(tray(), i.ShownEmptyObserved(True, 0)).do(i.CloseTable())


@requirement("CS-03")
def test_a_shuffler_that_is_not_to_be_shown_empty_after_all_takes_decks_again() -> None:
    """Nobody is caught in a question that a machine or a person does not answer."""
    felt = betting().do(i.Pause(), i.ShowEmpty(i.Occasion.REQUEST))
    assert i.WithdrawShowEmpty() in legal_now(felt.state)
    felt.do(i.WithdrawShowEmpty())
    assert r.AwaitEmpty(False) in react(felt.state)
    assert felt.tap(i.WithdrawShowEmpty()) == NOT_NOW
    felt = betting(cash=TERMS).badge().do(i.VacateSeat(1), i.BeginClosing(), i.ShowEmpty(i.Occasion.CLOSING))
    felt.do(i.LeaveClosing())
    assert r.AwaitEmpty(False) in react(felt.state), "play goes on, and so do the decks"
    felt.do(i.BeginClosing(), i.ShowEmpty(i.Occasion.CLOSING))
    assert r.AwaitEmpty(True) in react(felt.state)


@requirement("CS-03")
def test_the_closing_sheet_has_a_line_for_the_shuffler_as_long_as_it_answers() -> None:
    felt = betting(cash=TERMS).badge().do(i.VacateSeat(1), i.BeginClosing())
    assert dict(closing_lines(felt.state))["shuffler_empty"] is False
    felt.do(i.ShowEmpty(i.Occasion.CLOSING)).see(tray(lid_open=True), i.ShownEmptyObserved(True, 0))
    assert dict(closing_lines(felt.state))["shuffler_empty"]
    felt.see(tray("red"))
    assert dict(closing_lines(felt.state))["shuffler_empty"] is False, "a deck went in since"
    felt.see(i.HealthObserved(i.Machine.SHUFFLER, i.Health.LOST, "silence"))
    assert "shuffler_empty" not in dict(closing_lines(felt.state)), "people look into it themselves"


@requirement("CS-03")
def test_a_player_may_ask_to_see_the_shuffler_empty_between_two_rounds() -> None:
    felt = betting().do(i.Pause(), i.ShowEmpty(i.Occasion.REQUEST)).see(i.ShownEmptyObserved(True, 0))
    assert felt.state.decks.shown_empty
    assert betting().close().tap(i.ShowEmpty(i.Occasion.REQUEST)) == NOT_NOW
    away = Felt().open()
    assert away.tap(i.ShowEmpty(i.Occasion.REMOVAL)) == Refusal(
        "machine_away", "CS-03", (("machine", "shuffler"),)
    )


# --- a shoe that does not count ------------------------------------------------------------------


def test_the_felt_is_counted_after_a_restart_beside_a_shoe_that_does_not_count() -> None:
    felt = Felt().open().stakes(s1=1000, s2=1000).see(i.ShoeObserved(False, None)).close().draw("Kd 9c")
    felt._step(resumption(felt.state))
    felt.see(i.ShoeObserved(False, None))
    assert felt.state.held is not None
    assert felt.state.held.cause == "count_unknown"
    felt.do(i.ConfirmFelt()).badge().do(i.Resume()).draw("2c")
    assert felt.state.playing.drawn == 3


def test_an_unreadable_card_after_a_restart_is_a_card_of_its_own_beside_such_a_shoe() -> None:
    felt = Felt().open().stakes(s1=1000, s2=1000).close().draw("Kd 9c ??")
    felt._step(resumption(felt.state))
    felt.draw("??")
    assert felt.state.playing.drawn == 4


def test_the_code_of_a_request_counts_no_longer_than_it_takes_to_walk_to_the_pit() -> None:
    felt = reader_lost().do(i.AskPit("004711"))
    late = replace(at_the_pit("004711"), at_ms=felt.state.pit_code_ms + PIT_CODE_MS)
    in_time = replace(late, at_ms=late.at_ms - 1)
    assert pit_refusal(felt.state, in_time) == ""
    felt.see(late)
    assert [event.why for event in felt.events(e.PitRefused)] == ["expired"]
    assert felt.state.badge is None
    assert felt.events(e.AlarmRaised)[1:] == [], "nobody has guessed at a code"


def test_a_deck_that_left_the_tray_before_it_was_counted_is_not_the_one_in_the_shoe() -> None:
    """CS-04: only a deck that was shuffled and counted to 52 there is dealt from."""
    felt = betting().see(tray("blue"), tray())
    assert felt.state.decks.in_shoe == "blue"
    felt.see(replace(tray("red", 30), shuffled=False), tray())
    assert felt.state.decks.in_shoe == "blue"
