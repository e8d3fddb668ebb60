"""The fold of a round that registers, papers, replays and the house share."""

from __future__ import annotations

from controller.game import events as e
from controller.game import inputs as i
from controller.journal.reading import CODEC
from controller.journal.rounds import Rounds, Stake
from controller.journal.seal import Sealer, master_of_seed
from tests.builders import Felt
from tests.game.arranged import royal, waiting_for_the_book

SEALER = Sealer(master_of_seed(7), "5a" * 32)


def folded(felt: Felt) -> Rounds:
    """The felt's journal, as whoever holds no key reads it."""
    rounds = Rounds()
    for entry in felt.entries:
        rounds.take(CODEC.decode_masked(*CODEC.encode(entry.event, SEALER)))
    return rounds


def at_the_flop() -> Felt:
    felt = Felt().open().dealer().stakes(s1=1000, s2=(1000, 500)).chips(2).close()
    return felt.draw("2c 7d As Ks Kd 9h").do(i.CallStreet()).draw("Kh 8c 3d")


def test_a_round_has_the_stakes_cards_folds_and_lines_that_its_entries_tell() -> None:
    felt = at_the_flop().do(i.CallStreet()).draw("4s Jh").fold(1).play(1, 2).showdown().settle()
    played = folded(felt).now
    assert played is not None
    assert played.dealt == {1: Stake(1000, 0), 2: Stake(1000, 500)}
    assert (played.jp1, played.folded) == ([2], {1})
    turned = [event for event in felt.events(e.CardsRevealed) if isinstance(event, e.CardsRevealed)]
    shown = [card for event in turned for card in event.cards]
    assert played.shown == {card.place: card.card for card in shown}
    (closed,) = felt.events(e.RoundClosed)
    assert isinstance(closed, e.RoundClosed)
    assert played.bank_cents == closed.bank_cents != 0


def test_a_card_that_was_not_turned_up_is_in_no_round() -> None:
    played = folded(at_the_flop()).now
    assert played is not None
    assert {card.text for card in played.shown.values()} == {"Kh", "8c", "3d"}


def test_the_deal_after_a_void_has_the_jp1_stakes_that_were_carried_over() -> None:
    rounds = Rounds()
    for event in (e.RoundOpened(1, 1), e.BetsClosed((2,)), e.ContributionAsked(1, 1, (2,), 500)):
        rounds.take(event)
    rounds.take(e.RoundVoided(1, 1, "Chef 1", i.Incident.IRREGULAR_DEAL, (), (2,)))
    rounds.take(e.RoundOpened(1, 2))
    assert rounds.now is not None
    assert (rounds.now.attempt, rounds.now.jp1) == (2, [2])
    rounds.take(e.BetsClosed((1,)))
    assert rounds.now.jp1 == [1, 2]


def test_nothing_stands_hollow_on_the_felt_of_a_table_that_was_closed() -> None:
    rounds = folded(at_the_flop())
    assert rounds.staked
    rounds.take(e.TableClosed("Chef 1"))
    rounds.take(e.RoundOpened(2, 1))
    assert rounds.now is not None
    assert not rounds.now.standing


def test_a_prize_counts_to_its_round_though_the_book_posts_it_after_the_round_closed() -> None:
    """The last seat's consolation of 500 € stood in no figure of the house: neither bank nor JP1."""
    felt = royal(4).prove_hand().release().settle()
    at_close = Rounds()
    for entry in felt.entries:
        if not isinstance(entry.event, e.AwardRecorded):
            at_close.take(entry.event)
    assert at_close.now is not None
    posted = sum(entry.event.cents for entry in felt.entries if isinstance(entry.event, e.AwardRecorded))
    assert at_close.now.prizes_cents == posted
    assert len(felt.events(e.AwardRecorded)) == 2


def test_bets_that_are_reopened_count_no_chip_but_those_carried_over() -> None:
    rounds = Rounds()
    for event in (e.RoundOpened(1, 1), e.BetsClosed((2, 3))):
        rounds.take(event)
    assert rounds.now is not None
    assert rounds.now.jp1 == [2, 3]
    rounds.take(e.BetsReopened("Chef 1"))
    assert rounds.now.jp1 == []
    rounds.take(e.BetsClosed((3, 4)))
    rounds.take(e.Jp1GivenBack((3,)))
    assert rounds.now.jp1 == [4]
    rounds.take(e.CorrectionApproved(1, 1, 4, ("Chef 1", "Chef 2")))
    assert rounds.now.jp1 == [], "a stake registered in error is none of the round"


def test_what_is_taken_back_is_not_told_of_a_round() -> None:
    rounds = Rounds()
    rounds.take(e.RoundOpened(1, 1))
    assert rounds.now is not None
    rounds.take(e.SeatFolded(2))
    assert rounds.now.folded == {2}
    rounds.take(e.FoldTakenBack(2))
    assert rounds.now.folded == set()
    rounds.take(e.SeatSettled(2, ()))
    rounds.take(e.SettlementTakenBack(2))
    assert rounds.now.settled == {}


def test_what_was_told_before_any_round_is_no_round_s() -> None:
    """A reader may begin in the middle of a journal: what belongs to a round before is let go."""
    rounds = Rounds()
    for event in (
        e.SeatFolded(2),
        e.BetsClosed((2,)),
        e.ContributionAsked(4, 1, (2,), 500),
        e.DealBegun(),
        e.StakesSet(1, 1000, 0),
    ):
        rounds.take(event)
    assert (rounds.now, rounds.asked) == (None, e.ContributionAsked(4, 1, (2,), 500))
    rounds.take(e.RoundOpened(5, 1))
    assert rounds.now is not None
    assert (rounds.now.folded, rounds.now.jp1, rounds.now.dealt) == (set(), [], {})
    assert rounds.now.standing == {1: Stake(1000, 0)}


def test_a_hand_that_two_persons_ruled_void_is_not_settled_and_one_settled_on_the_record_is() -> None:
    rounds = Rounds()
    rounds.take(e.RoundOpened(1, 1))
    for seat, ruling in ((2, i.SeatRuling.VOID), (3, i.SeatRuling.RECORD)):
        rounds.take(e.SeatRuled(1, 1, seat, ("Chef 1", "MCD 3"), ruling))
    assert rounds.now is not None
    assert rounds.now.ruled_void == {2}


def test_stakes_that_the_book_refused_are_none_of_the_deal() -> None:
    """Their chips go back; an honest round was said to have a stake that no book knows."""
    felt = waiting_for_the_book()
    felt.see(i.BookRefused("Contribute", "stopped", None, 1, 1, 0))
    played = folded(felt).now
    assert played is not None
    assert played.jp1 == []
    rounds = Rounds()
    for event in (e.RoundOpened(1, 1), e.BetsClosed((2,)), e.ContributionAsked(1, 1, (2,), 500)):
        rounds.take(event)
    rounds.take(e.RoundVoided(1, 1, "Chef 1", i.Incident.IRREGULAR_DEAL, (), (2,)))
    for later in (e.RoundOpened(1, 2), e.BetsClosed((1,)), e.ContributionAsked(1, 2, (1,), 500)):
        rounds.take(later)
    rounds.take(e.ContributionRefused(1, 2, "stopped"))
    assert rounds.now is not None
    assert rounds.now.jp1 == [2], "what was carried into the deal plays in it"


def test_a_stake_that_was_carried_leaves_with_its_player() -> None:
    """An honest round failed its inspection: a seat that had left was owed a consolation."""
    felt = Felt().open().dealer().stakes(s1=1000, s2=1000, s3=1000).chips(1, 2, 3).close()
    felt.draw("Kd 9c").void().do(i.VacateSeat(2)).as_before(1, 3).close()
    played = folded(felt).now
    assert played is not None
    assert tuple(played.jp1) == felt.state.jp1_seats == (1, 3)
