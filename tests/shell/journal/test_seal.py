"""Seals: bound to a place, opened by their keys only, and keys that nothing prints."""

from __future__ import annotations

import copy
import os
import pickle
import stat
import traceback
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF, HKDFExpand

from controller.game.cards import DECK, Card
from controller.game.felt import board, dealer, hole
from controller.journal.seal import (
    PLACES_KEPT,
    LostKeys,
    Master,
    MasterRefused,
    SealBroken,
    Sealer,
    _master_fault,
    commitment_of,
    create_master,
    fingerprint,
    load_master,
    master_of_seed,
    replace_whole,
)

JOURNAL_ID = "ab" * 32
ACE = Card.parse("As")


@pytest.fixture
def sealer() -> Sealer:
    return Sealer(master_of_seed(1), JOURNAL_ID)


def test_a_card_opens_at_its_place(sealer: Sealer) -> None:
    for card in DECK:
        sealed, commitment = sealer.seal_card(9, 1, hole(7, 1), card)
        assert sealer.open_card(9, 1, hole(7, 1), sealed, commitment) is card


def test_equal_cards_at_different_places_look_different(sealer: Sealer) -> None:
    places = [(r, a, p) for r in (1, 11, 12) for a in (1, 2) for p in (hole(1, 0), hole(1, 1), board(1))]
    seals = [sealer.seal_card(*place, ACE) for place in places]
    assert len({sealed for sealed, _ in seals}) == len(places)
    assert len({commitment for _, commitment in seals}) == len(places)


def test_equal_cards_in_different_sessions_look_different(sealer: Sealer) -> None:
    other = Sealer(master_of_seed(1), "cd" * 32)
    assert set(sealer.seal_card(1, 1, hole(1, 0), ACE)).isdisjoint(other.seal_card(1, 1, hole(1, 0), ACE))


def test_every_reveal_opens_its_seal_however_many_were_sealed_since(sealer: Sealer) -> None:
    places = [(round_, 1, hole(seat, 0)) for round_ in range(1, 3 * PLACES_KEPT // 7) for seat in range(1, 8)]
    seals = {place: sealer.seal_card(*place, ACE)[1] for place in places}
    for place in (*places, *reversed(places)):
        assert commitment_of(sealer.opens(*place), "As") == seals[place]


def test_a_long_night_keeps_no_more_keys_of_places_than_a_deal_needs(sealer: Sealer) -> None:
    for number in range(3 * PLACES_KEPT):
        sealer.seal_card(number, 1, hole(1, 0), ACE)
        assert len(sealer._keys) <= PLACES_KEPT


def test_the_length_of_a_seal_tells_nothing(sealer: Sealer) -> None:
    seals = [sealer.seal_card(1, 1, hole(1, 0), card) for card in DECK]
    assert {(len(sealed), len(commitment)) for sealed, commitment in seals} == {(24, 64)}


def test_a_seal_is_the_same_each_time(sealer: Sealer) -> None:
    again = Sealer(master_of_seed(1), JOURNAL_ID)
    assert sealer.seal_card(1, 1, dealer(0), ACE) == again.seal_card(1, 1, dealer(0), ACE)


@pytest.mark.parametrize("where", [(2, 1, hole(1, 0)), (1, 2, hole(1, 0)), (1, 1, hole(1, 1))])
def test_a_seal_does_not_open_elsewhere(sealer: Sealer, where: tuple[int, int, object]) -> None:
    sealed, commitment = sealer.seal_card(1, 1, hole(1, 0), ACE)
    with pytest.raises(SealBroken):
        sealer.open_card(*where, sealed, commitment)  # type: ignore[arg-type]


def test_an_altered_seal_does_not_open(sealer: Sealer) -> None:
    sealed, commitment = sealer.seal_card(1, 1, hole(1, 0), ACE)
    swapped = "B" if sealed[0] == "A" else "A"
    for wrong in (swapped + sealed[1:], sealed[:-4], "", "é" * 24, "****" * 6):
        with pytest.raises(SealBroken):
            sealer.open_card(1, 1, hole(1, 0), wrong, commitment)


def test_a_seal_with_the_commitment_to_another_card_does_not_open(sealer: Sealer) -> None:
    sealed, _ = sealer.seal_card(1, 1, hole(1, 0), ACE)
    _, commitment = sealer.seal_card(1, 1, hole(1, 0), DECK[0])
    with pytest.raises(SealBroken, match="commitment"):
        sealer.open_card(1, 1, hole(1, 0), sealed, commitment)


def test_the_published_key_opens_one_place_to_one_card(sealer: Sealer) -> None:
    _, commitment = sealer.seal_card(3, 1, hole(2, 0), ACE)
    opens = sealer.opens(3, 1, hole(2, 0))
    assert [card for card in DECK if commitment_of(opens, card.text) == commitment] == [ACE]
    _, elsewhere = sealer.seal_card(3, 1, hole(2, 1), ACE)
    assert commitment_of(opens, "As") != elsewhere


def test_the_keys_are_those_of_hkdf(sealer: Sealer) -> None:
    """The derivation written out agrees with the library's, so that anybody can check a journal."""
    salt = b"tapis journal seals 1"
    info = b"commit|" + JOURNAL_ID.encode()
    commit_key = HKDF(SHA256(), 32, salt, info).derive(bytes(master_of_seed(1)))
    place_key = HKDFExpand(SHA256(), 32, b"3|1|hole.2.0").derive(commit_key)
    assert sealer.opens(3, 1, hole(2, 0)) == place_key.hex()


# --- masters -------------------------------------------------------------------------------------


def test_a_new_master_is_read_by_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "seal.key"
    master = create_master(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert bytes(load_master(path)) == bytes(master) == path.read_bytes()
    assert len(set(master)) > 8, "chance made it"


def test_a_master_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "seal.key"
    before = bytes(create_master(path))
    with pytest.raises(MasterRefused, match="exists"):
        create_master(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o777])
def test_a_master_that_others_may_touch_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "seal.key"
    create_master(path)
    path.chmod(mode)
    with pytest.raises(MasterRefused, match=f"seal.key: mode {mode:04o} lets others at it"):
        load_master(path)


def test_what_is_no_master_is_refused(tmp_path: Path) -> None:
    short, pipe = tmp_path / "short", tmp_path / "pipe"
    short.write_bytes(b"x" * 31)
    short.chmod(0o600)
    os.mkfifo(pipe, 0o600)
    for path, why in (
        (short, "has 31 bytes instead of 32"),
        (pipe, "not a plain file"),
        (tmp_path, "not a plain file"),
        (tmp_path / "none", "No such file"),
    ):
        with pytest.raises(MasterRefused, match=why):
            load_master(path)


def test_a_master_of_another_account_is_refused(tmp_path: Path) -> None:
    """Whoever owns the file may put another key there at any time."""
    path = tmp_path / "seal.key"
    create_master(path)
    facts = list(path.stat())[:10]
    assert _master_fault(os.stat_result(facts), 0o077) == ""
    facts[4] = os.geteuid() + 4242
    said = f"belongs to user {facts[4]}, not to {os.geteuid()}"
    assert _master_fault(os.stat_result(facts), 0o077) == said


def test_a_simulations_master_follows_from_the_seed() -> None:
    assert master_of_seed(5) == master_of_seed(5)
    assert len({bytes(master_of_seed(seed)) for seed in range(-3, 50)}) == 53


def test_a_sealer_wants_a_whole_master() -> None:
    with pytest.raises(ValueError, match="32 bytes, this one 5"):
        Sealer(b"short", JOURNAL_ID)


def test_the_fingerprint_tells_masters_apart_and_is_no_part_of_them() -> None:
    assert fingerprint(master_of_seed(1)) == fingerprint(master_of_seed(1)) != fingerprint(master_of_seed(2))
    assert fingerprint(master_of_seed(1)) not in bytes(master_of_seed(1)).hex()


def test_keys_are_not_printed_copied_or_stored(sealer: Sealer) -> None:
    master = master_of_seed(1)
    for shown in (repr(master), str(master), f"{master}", f"{master!r}", repr([master]), repr(sealer)):
        assert "••" in shown
        assert master.hex()[:8] not in shown
        assert repr(bytes(master))[2:10] not in shown
    for secret in (master, sealer):
        with pytest.raises(TypeError, match="not serialised"):
            pickle.dumps(secret)
        with pytest.raises(TypeError, match="not serialised"):
            copy.copy(secret)


def test_a_traceback_with_all_locals_shows_no_key() -> None:
    master = Master(bytes(range(32)))
    try:
        Sealer(master, JOURNAL_ID).open_card(1, 1, hole(1, 0), "AAAA", "")
    except SealBroken as error:
        shown = "".join(traceback.TracebackException.from_exception(error, capture_locals=True).format())
    assert "open_card" in shown
    for part in (repr(bytes(master))[2:12], master.hex()[:10]):
        assert part not in shown


def test_without_its_keys_a_session_is_read_with_cards_that_lay_nowhere_else() -> None:
    revealed = {(1, 1, str(board(0))): "As", (1, 1, str(board(1))): "Kd", (2, 1, str(board(0))): "2c"}
    lost = LostKeys(revealed)
    assert lost.open_card(1, 1, board(0), "", "") == ACE
    others = [lost.open_card(1, 1, hole(1, 0), "", "") for _ in range(len(DECK) - 2)]
    assert sorted(card.text for card in (*others, ACE, Card.parse("Kd"))) == sorted(
        card.text for card in DECK
    )
    with pytest.raises(SealBroken, match="more cards than a pack has"):
        lost.open_card(1, 1, hole(1, 1), "", "")
    with pytest.raises(SealBroken, match="lost"):
        lost.seal_card(1, 1, hole(1, 0), ACE)
    with pytest.raises(SealBroken, match="lost"):
        lost.opens(1, 1, hole(1, 0))


def test_a_file_that_is_replaced_is_on_the_disk_with_its_content_and_then_with_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    real = os.fsync

    def synced(handle: int) -> None:
        is_folder = stat.S_ISDIR(os.fstat(handle).st_mode)
        done.append(f"{'name' if is_folder else 'content'} {(tmp_path / 'kept').exists()}")
        real(handle)

    monkeypatch.setattr(os, "fsync", synced)
    replace_whole(tmp_path / "kept", "7\n")
    assert done == ["content False", "name True"]


def test_a_key_that_is_made_is_on_the_disk_with_its_content_and_then_with_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it sealed and signed would else be opened and proven by nobody after a power cut."""
    done: list[str] = []
    real = os.fsync

    def synced(handle: int) -> None:
        is_folder = stat.S_ISDIR(os.fstat(handle).st_mode)
        done.append("name" if is_folder else f"{os.fstat(handle).st_size} bytes")
        real(handle)

    monkeypatch.setattr(os, "fsync", synced)
    create_master(tmp_path / "key")
    assert done == ["32 bytes", "name"]
