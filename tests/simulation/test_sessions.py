"""Sessions: what is taken up again after a stop, what is not, and what a table that comes back asks for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from controller.boot.real_table import _forget_masters
from controller.boot.sessions import Session, SessionMismatch, open_session
from controller.clock import VirtualClock
from controller.game import events as e
from controller.game import inputs as i
from controller.game.felt import hole
from controller.game.machines.alarms import resumption
from controller.game.session_terms import TableFacts
from controller.game.state import Phase
from controller.journal.chain import JournalTaken, WrongMaster
from controller.journal.closed import session_files
from controller.journal.keys import renewed_master, rotate_master, table_keys
from controller.journal.seal import master_of_seed
from controller.journal.verify import verify
from controller.journal.writer import Journal
from controller.table.table import Table
from tests.builders import START_MS, Felt, facts
from tests.law.requirements import requirement

MASTER = master_of_seed(1)
FactsOf = Callable[[int, int], TableFacts]


def facts_of(**changes: object) -> FactsOf:
    def of(session: int, first_round: int) -> TableFacts:
        return facts(**{"session": session, "first_round": first_round, **changes})

    return of


def opened(
    folder: Path,
    of: FactsOf | None = None,
    table: str = "UTH-2",
    at_ms: int = START_MS,
    renewed: Callable[[], bytes] | None = None,
    master: bytes = MASTER,
    older: Sequence[bytes] = (),
) -> Session:
    of = of or facts_of(table=table)
    clock = VirtualClock(at_ms)
    return open_session(folder, of, table, clock, master, durable=False, older=older, renewed=renewed)


def at_work(session: Session) -> Table:
    return Table(
        session.state, session.journal, VirtualClock(START_MS), show=lambda _: None, ask=lambda _: None
    )


def begun(table: Table) -> Table:
    """The table is open and takes bets."""
    table.start()
    for given in (i.OpenTable(), i.BadgeObserved("Chef 1", i.Role.CHEF), i.ConfirmOpening(), i.BadgeGone()):
        assert table.take(given) is None
    return table


def closed(table: Table) -> None:
    table.take(i.BadgeObserved("Chef 1", i.Role.CHEF))
    assert table.take(i.CloseTable()) is None


def test_a_session_cut_off_is_taken_up_and_a_closed_one_is_followed(tmp_path: Path) -> None:
    first = opened(tmp_path)
    begun(at_work(first))
    first.journal.close()
    again = opened(tmp_path)
    assert again.state.phase is Phase.BETTING
    assert again.journal.opening.session == 1
    table = at_work(again)
    table.start()
    assert table.take(i.ConfirmFelt()) is None
    closed(table)
    head, last_round = again.journal.head, table.state.last_round
    again.journal.close()
    with opened(tmp_path).journal as follower:
        assert follower.opening.session == 2
        assert follower.opening.previous == head.hash
        assert follower.opening.first_round == last_round + 1
    assert verify(tmp_path).ok


def test_where_the_data_ended_is_told_alike_by_a_start_after_one_that_was_cut_off(tmp_path: Path) -> None:
    """The verifiers excuse what was signed beyond it: one entry further, an honest table was accused."""
    first = opened(tmp_path)
    begun(at_work(first))
    ended = first.journal.head.seq
    first.journal.close()
    for _ in range(2):
        cut_off = opened(tmp_path)
        assert cut_off.found == (1, ended)
        at_work(cut_off).start()
        assert cut_off.journal.head.seq > ended
        cut_off.journal.close()
    played_on = opened(tmp_path)
    table = at_work(played_on)
    table.start()
    assert table.take(i.ConfirmFelt()) is None
    played_on.journal.close()
    after = opened(tmp_path)
    after.journal.close()
    assert after.found == (1, after.journal.head.seq)


def test_every_session_that_follows_one_with_rounds_is_sealed_under_a_master_of_its_own(
    tmp_path: Path,
) -> None:
    made: list[bytes] = []

    def renewed() -> bytes:
        made.append(master_of_seed(2 + len(made)))
        return made[-1]

    first = opened(tmp_path, renewed=renewed)
    closed(begun(at_work(first)))
    first.journal.close()
    opened(tmp_path, renewed=renewed).journal.close()
    assert made == [master_of_seed(2)]
    follower = session_files(tmp_path, "UTH-2")[-1]
    with pytest.raises(WrongMaster):
        Journal.open(follower, sealer_master=MASTER, durable=False)
    with Journal.open(follower, sealer_master=made[0], durable=False) as journal:
        assert journal.opening.session == 2


def test_the_master_of_a_night_is_destroyed_when_the_next_night_begins_and_not_before(tmp_path: Path) -> None:
    data, journals = tmp_path / "data", tmp_path / "journals"
    data.mkdir()
    journals.mkdir()
    table_keys(data).keep()

    def start() -> Session:
        keys = table_keys(data)
        renewed = partial(renewed_master, data)
        session = opened(journals, master=keys.master, older=keys.older, renewed=renewed)
        _forget_masters(data, session)
        return session

    first = start()
    rotate_master(data)  # somebody made a new one in mid-session: the old one is still wanted
    begun(at_work(first))
    first.journal.close()
    again = start()
    assert again.journal.opening.session == 1
    (of_the_night,) = data.glob("seal.key.*")
    table = at_work(again)
    table.start()
    assert table.take(i.ConfirmFelt()) is None
    closed(table)
    again.journal.close()
    assert of_the_night.exists(), "until the table starts again"
    second = start()
    assert list(data.glob("seal.key.*")) == []
    begun(at_work(second))
    second.journal.close()
    with start().journal as journal:
        assert journal.opening.session == 2, "gone on with under the key that is left"


def test_a_session_goes_by_its_number_when_older_ones_were_put_away(tmp_path: Path) -> None:
    for _ in range(3):
        session = opened(tmp_path)
        closed(begun(at_work(session)))
        session.journal.close()
    for old in sorted(tmp_path.glob("*.journal"))[:2]:
        old.rename(old.with_suffix(".kept"))
    with opened(tmp_path).journal as journal:
        assert journal.opening.session == 4


def test_tables_whose_names_begin_alike_keep_to_their_own_journals(tmp_path: Path) -> None:
    for table in ("UTH-1", "UTH", "UTH-1-000001", "UTH.1"):
        with opened(tmp_path, table=table).journal as journal:
            assert (journal.opening.table, journal.opening.session) == (table, 1)


def test_time_does_not_go_back_before_the_session_before(tmp_path: Path) -> None:
    session = opened(tmp_path, at_ms=START_MS + 60_000)
    closed(begun(at_work(session)))
    session.journal.close()
    later = opened(tmp_path, at_ms=5)
    later.journal.close()
    assert later.at_ms >= START_MS


def test_a_real_table_does_not_go_on_with_a_simulated_journal(tmp_path: Path) -> None:
    session = opened(tmp_path)
    begun(at_work(session))
    session.journal.close()
    with pytest.raises(SessionMismatch, match="session 1 is of a simulation"):
        opened(tmp_path, facts_of(simulated=False))
    assert verify(tmp_path).ok
    opened(tmp_path).journal.close()  # and it is let go of


def test_a_session_under_way_is_not_gone_on_with_under_other_rules(tmp_path: Path) -> None:
    rules = replace(facts().profile, digest="0" * 64)
    session = opened(tmp_path)
    begun(at_work(session))
    session.journal.close()
    with pytest.raises(SessionMismatch, match="opened under other rules than fr-55-20-2021"):
        opened(tmp_path, facts_of(profile=rules))
    again = opened(tmp_path)
    table = at_work(again)
    table.start()
    table.take(i.ConfirmFelt())
    closed(table)
    again.journal.close()
    with opened(tmp_path, facts_of(profile=rules)).journal as journal:
        assert journal.opening.profile_digest == rules.digest


def test_a_session_under_way_keeps_its_felt_and_the_next_one_has_another(tmp_path: Path) -> None:
    """Settings wait for the next opening (rules, section 7): no place goes with a stake on it."""
    session = opened(tmp_path)
    begun(at_work(session))
    session.journal.close()
    with pytest.raises(
        SessionMismatch, match="session 1 was opened with seats = 7, which is 6 now; close it"
    ):
        opened(tmp_path, facts_of(seats=6))
    again = opened(tmp_path)
    table = at_work(again)
    table.start()
    table.take(i.ConfirmFelt())
    closed(table)
    again.journal.close()
    later = opened(tmp_path, facts_of(seats=6))
    assert (later.journal.opening.seats, len(later.state.seats)) == (6, 6)
    later.journal.close()


def test_two_tables_on_one_journal_are_refused(tmp_path: Path) -> None:
    session = opened(tmp_path)
    begun(at_work(session))
    with pytest.raises(JournalTaken):
        opened(tmp_path)
    session.journal.close()


def test_a_table_cut_off_before_the_felt_was_compared_asks_again(tmp_path: Path) -> None:
    """A badge put in after the first restart may be gone, and a card may have left the shoe."""
    session = opened(tmp_path)
    begun(at_work(session))
    for _ in range(2):
        session.journal.close()
        session = opened(tmp_path)
        table = at_work(session)
        table.start()
        assert table.state.resumed
        assert table.state.badge is None
        table.take(i.BadgeObserved("Chef 1", i.Role.CHEF))
    resumed = [one for one in session.journal.events() if isinstance(one.event, e.SessionResumed)]
    session.journal.close()
    assert len(resumed) == 2


# --- what the shoe says when the table comes back ------------------------------------------------


def two_players() -> Felt:
    return Felt().open().see(i.ShoeObserved(True, 52)).stakes(s1=1_000, s2=1_000).close()


def resumed(felt: Felt) -> Felt:
    felt._step(resumption(felt.state))
    return felt


def test_a_trouble_that_ended_while_the_program_was_away_does_not_stay_for_ever() -> None:
    """The drivers are new and tell what lasts; what needs a person, or a proof of its sensor, stays."""
    felt = two_players().see(
        i.TroubleObserved(i.Machine.SHUFFLER, "jam_feed"),
        i.TroubleObserved(i.Machine.CHIPS, "chip_stuck_3"),
        i.TroubleObserved(i.Machine.SHUFFLER, "deck_order_sent"),
        i.HealthObserved(i.Machine.SHOE, i.Health.LOST, "silence"),
        i.UnreadableObserved(),
    )
    assert {up.code for up in felt.state.alarms} == {"A-208", "A-301", "A-211", "A-201", "A-202"}
    felt.badge().do(*(i.SeeAlarm(up.number, "checked") for up in felt.state.alarms))
    resumed(felt)
    assert {up.code for up in felt.state.alarms} == {"A-211", "A-301", "A-201", "A-202"}
    felt.see(i.TroubleObserved(i.Machine.SHUFFLER, "jam_feed"), i.HealthObserved(i.Machine.SHOE, i.Health.UP))
    assert {up.code for up in felt.state.alarms} == {"A-208", "A-211", "A-301", "A-202"}


@pytest.mark.parametrize("last", ["Ah", "??"])
def test_the_last_card_told_again_after_a_restart_is_not_counted_twice(last: str) -> None:
    felt = resumed(two_players().draw(f"Kd 9c {last}")).draw(last)
    assert felt.state.playing.drawn == 3
    felt.see(i.ShoeObserved(True, 52 - 3)).do(i.ConfirmFelt()).draw("2c")
    assert felt.state.held is None
    assert list(felt.state.playing.cards) == [hole(1, 0), hole(1, 1), hole(2, 0), hole(2, 1)]


@pytest.mark.parametrize(("last", "next_one"), [("??", "??"), ("Ah", "??"), ("??", "Ah")])
def test_a_card_drawn_while_the_table_was_away_is_dealt_or_holds_the_round(last: str, next_one: str) -> None:
    """Two cards in a row that cannot be read look like one told again: the shoe's count tells them apart."""
    felt = resumed(two_players().draw(f"Kd 9c {last}")).draw(next_one).see(i.ShoeObserved(True, 52 - 4))
    if last == next_one:
        assert felt.state.held is not None
        assert felt.state.held.cause == "card_count"
    else:
        assert felt.state.held is None
        assert felt.state.playing.drawn == 4


def test_a_second_unread_card_after_the_shoe_has_counted_is_a_card() -> None:
    felt = resumed(two_players().draw("Kd ??")).see(i.ShoeObserved(True, 52 - 2)).do(i.ConfirmFelt())
    assert felt.draw("??").state.playing.drawn == 3


# --- a book that is not the journal's ------------------------------------------------------------


@requirement("RC-04")
def test_a_book_that_differs_at_the_start_closes_jp1_until_people_accept() -> None:
    felt = Felt(jp1=False).see(i.BookRefused("start", "book_differs"), i.MeterObserved(1, 1_000_000, 7))
    assert (felt.state.jackpot.open, felt.state.jackpot.closed_code) == (False, "book_differs")
    assert [alarm.code for alarm in felt.state.alarms] == ["A-102"]
    assert felt.state.jackpot.meter_cents == 1_000_000


def test_an_act_outstanding_when_the_book_differs_stays_outstanding() -> None:
    felt = Felt().open().stakes(s1=1_000).chips(1)
    felt.answering = False
    felt.do(i.CloseBets(), i.CollectJp1()).see(i.BookRefused("start", "book_differs"))
    assert isinstance(felt.state.money, e.ContributionAsked)
    assert not felt.state.jackpot.open
    assert felt.state.seat(1).jp1 == "latched"
