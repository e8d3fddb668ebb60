"""The linked book under races, lost answers, slow lines and a server that dies."""

from __future__ import annotations

from random import Random

from controller.book.postgres import PostgresBook
from tests.bench import link
from tests.bench.figures import Figure
from tests.link.histories import trials
from tests.link_proxy import Proxy
from tests.link_trials import TABLES_MAX, Races, crashes, cut_contributions, delayed
from tests.private_postgres import pooled_book
from tests.proof.record import Tried
from tests.shell.book.jackpot_books import EXAMPLE


def races(count: int, seed: int) -> Tried:
    """So many times two to sixteen tables claim in the same moment: one order, equal shares, no cent lost."""
    dice = Random(f"races {seed}")
    with link.served({}) as server, Races(server) as racing:
        for _ in range(count):
            racing.run(dice, dice.randint(2, TABLES_MAX))
        view = racing.book.read(check=True)
    assert (view.residual_micro, view.generation) == (0, count + 1)
    return Tried(count, f"{view.wins_count} shares were won, and the book adds up")


def cuts(count: int, seed: int) -> Tried:
    """So many lines cut between commit and acknowledgement: each contribution is in the book once."""
    with link.served({}) as server:
        behind = pooled_book(server, EXAMPLE)
        with Proxy(server.port) as proxy:
            book = PostgresBook(server.url(behind.database, port=proxy.port))
            again = cut_contributions(book, proxy, count, Random(f"cuts {seed}"))
            book.close()
            assert again == proxy.cuts == count, f"{proxy.cuts} cuts, {again} of {count} asked again"
        view, acts = behind.read(check=True), [act.key.round for act in behind.acts()]
        behind.close()
    assert (view.residual_micro, view.stakes_count, acts) == (0, 2 * count, list(range(1, count + 1)))
    return Tried(count, f"{again} were asked again, and each is in the book once")


def delays(count: int, seed: int) -> Tried:
    """So many contributions over lines that hold everything back for up to a minute."""
    with link.served({}) as server:
        contributed, again = delayed(server, TABLES_MAX, max(1, count // TABLES_MAX), seed)
    return Tried(contributed, f"0 to 60 s late; {again} were asked again, and each is in the book once")


def deaths(count: int, seed: int) -> Tried:
    """So many deaths of the server under load: nothing that it acknowledged is lost."""
    with link.served(link.DURABLE) as server:
        acknowledged, again = crashes(server, count, seed)
    return Tried(count, f"{acknowledged} acknowledged stakes all there; {again} were asked again")


def histories(count: int, seed: int) -> Tried:
    """So many histories of two to sixteen tables under faults: one ledger gives all that they heard."""
    with link.served({}) as server:
        told = trials.histories(server, count, f"histories {seed}")
    return Tried(told.histories, told.said())


def history(count: int, seed: int) -> Tried:
    """A book of so many entries answers as one of a thousand, within a few times what that one takes."""
    return Tried(count, answered(list(link.history(count))))


def answered(told: list[Figure]) -> str:
    """How fast a long book answered, and how fast it had to.

    Raises:
        AssertionError: not fast enough, or nothing says how fast that is.
    """
    lines = [" ".join(figure.line().split()) for figure in told]
    assert told, "the book was asked nothing"
    assert all(figure.met for figure in told), f"it grows slower with its entries: {'; '.join(lines)}"
    return "; ".join(lines)
