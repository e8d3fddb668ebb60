"""Every card, and whatever held a round, names the frame of the machine that told it."""

from __future__ import annotations

from controller.game import events as e
from controller.game import inputs as i
from controller.game import views
from controller.game.cards import FaceDown
from controller.game.felt import hole
from controller.game.judge import judge
from tests.builders import Felt, card


def closed() -> Felt:
    return Felt().open().stakes(s1=1000).close()


def royal() -> Felt:
    felt = Felt().open().stakes(s1=1000).chips(1).close().draw("As Ks 3h 8c").do(i.CallStreet())
    felt.draw("Qs Js Ts").do(i.CallStreet()).draw("4d 9h")
    return felt


def shown() -> Felt:
    felt = closed().draw("As Ks 3h 8c").do(i.CallStreet()).draw("Qs 2s Ts").do(i.CallStreet())
    return felt.draw("4d 9h").do(i.BetRest()).showdown()


def test_a_card_dealt_names_the_frame_that_told_it() -> None:
    felt = closed()
    felt.see(i.CardObserved(FaceDown(card("As")), 0x0C42), i.UnreadableObserved(0x0C43))
    (dealt,), (unread,) = felt.events(e.CardDealt), felt.events(e.CardUnread)
    assert (dealt.frame, unread.frame) == (0x0C42, 0x0C43)
    (raised,) = felt.events(e.AlarmRaised)
    assert (raised.code, raised.frame) == ("A-202", 0x0C43)


def test_a_card_seen_twice_or_out_of_turn_holds_the_round_by_its_frame() -> None:
    for felt, seen, code in ((closed().draw("As Ks"), "As", "A-203"), (shown(), "7d", "A-217")):
        felt.see(i.CardObserved(FaceDown(card(seen)), 0x0C50))
        (held,) = felt.events(e.RoundHeld)
        (raised,) = felt.events(e.AlarmRaised)
        assert (held.frame, raised.frame, raised.code) == (0x0C50, 0x0C50, code)


def test_a_hold_by_a_person_names_no_frame() -> None:
    felt = closed().draw("As")
    felt.do(i.DeclareIncident(i.Incident.IRREGULAR_DEAL))
    assert [held.frame for held in felt.events(e.RoundHeld)] == [0]


def test_the_count_of_the_shuffler_names_its_frame() -> None:
    felt = Felt().open()
    short = i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "", "red", 51, True, frame=0x0A01)
    before = len(felt.entries)
    felt.see(short)
    told = [entry.event for entry in felt.entries[before:]]
    assert [(type(one), one.frame) for one in told if isinstance(one, e.ShufflerChanged | e.AlarmRaised)] == [
        (e.ShufflerChanged, 0x0A01),
        (e.AlarmRaised, 0x0A01),
    ]


def test_the_same_thing_told_in_another_frame_is_nothing_new() -> None:
    felt = Felt().open()
    said = i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "", "red", 52, True, frame=7)
    felt.see(said)
    again = i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "", "red", 52, True, frame=8)
    assert said == again
    assert judge(felt.state, again) == ()


def test_the_five_cards_of_a_jackpot_name_their_frames_once_they_are_turned_up() -> None:
    felt = royal()
    assert views.pit(felt.state)["verification"] is None
    felt.do(i.BetRest()).showdown()
    told = views.pit(felt.state)["verification"]["cards"]
    assert [(one["card"], one["frame"]) for one in told] == [
        ("As", 1),
        ("Ks", 2),
        ("Qs", 5),
        ("Js", 6),
        ("Ts", 7),
    ]
    dealt = {
        str(entry.event.place): entry.at_ms for entry in felt.entries if isinstance(entry.event, e.CardDealt)
    }
    assert [one["at_ms"] for one in told] == [dealt[one["place"]] for one in told]


def test_no_view_tells_a_frame_before_a_card_is_turned_up() -> None:
    felt = Felt()
    felt.frames = 0x5EC0
    felt.open().stakes(s1=1000).chips(1).close().draw("As Ks 3h 8c")
    assert felt.state.playing.reads[hole(1, 0)].frame == 0x5EC1
    for view in (views.console, views.pit, views.display):
        assert all(str(number) not in repr(view(felt.state)) for number in range(0x5EC1, 0x5EC5))
