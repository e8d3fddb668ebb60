"""Journals put back without the keys of the table: what is closed needs none, what is open says which."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.boot.sessions import open_session
from controller.clock import VirtualClock
from controller.game import inputs as i
from controller.game.facts import TableFacts
from controller.game.inputs import Role
from controller.journal import Journal, Opening, WrongMaster, verify
from controller.journal.heads import heads_path, read_heads
from controller.keys import TableKeys, table_keys
from controller.seal import fingerprint, master_of_seed
from tests.builders import START_MS, Felt, facts
from tests.shell.journal.witnessed import SIGNER

LOST = master_of_seed(7)
TABLE = facts().table


def facts_of(session: int, first_round: int) -> TableFacts:
    return facts(session=session, first_round=first_round, simulated=False)


def put_back(folder: Path, felt: Felt) -> Path:
    """The journal of this table under a master that is lost, and no head beside it."""
    folder.mkdir()
    path = folder / f"{TABLE}-000001.journal"
    opening = Opening(TABLE, 1, felt.state.facts.profile.digest, simulated=False)
    with Journal.create(path, opening, at_ms=START_MS, sealer_master=LOST, durable=False) as journal:
        for entry in felt.entries:
            journal.append([entry.event], START_MS + entry.seq)
    return path


def dealt() -> Felt:
    """A round of two players in the decisions, one of whom folds: his cards are never turned up."""
    felt = Felt().open().stakes(s1=1000, s3=1000).close()
    return felt.draw("Ah Ad 2c 7d Kh Qd").do(i.CallStreet()).draw("2s 7h 9c").do(i.CallStreet()).draw("Jd 3h")


def start(folder: Path, keys: TableKeys) -> Journal:
    """As a table starts on what lies here."""
    return open_session(
        *(folder, facts_of, TABLE, VirtualClock(START_MS), keys.master),
        durable=False,
        signer=SIGNER,
        keep_keys=keys.keep,
    ).journal


def test_a_closed_session_is_followed_without_its_keys(tmp_path: Path) -> None:
    felt = dealt().fold(1, 3).showdown().do(i.OpenSettlement()).settle().do(i.NextRound())
    felt.person("Chef 1", Role.CHEF).do(i.CloseTable())
    path = put_back(tmp_path / "journals", felt)
    keys = table_keys(tmp_path)
    with start(tmp_path / "journals", keys) as journal:
        assert (journal.opening.session, journal.opening.first_round) == (2, felt.state.last_round + 1)
        assert journal.has_keys
    assert read_heads(heads_path(path))[-1].size == len(felt.entries) + 1, "signed as it was found"
    assert bytes(table_keys(tmp_path).master) == bytes(keys.master), "the keys are kept from now on"
    assert verify(tmp_path / "journals").ok


def test_an_open_session_names_the_key_it_needs_and_no_key_is_made(tmp_path: Path) -> None:
    path = put_back(tmp_path / "journals", dealt())
    with pytest.raises(WrongMaster) as refused:
        start(tmp_path / "journals", table_keys(tmp_path))
    for told in (str(path), f"seal.key.{fingerprint(LOST)}", "section 5"):
        assert told in str(refused.value)
    assert [one.name for one in tmp_path.iterdir()] == ["journals"]
