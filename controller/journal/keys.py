"""The secrets of a table: the master that seals face-down cards, and the key that signs its heads.

Each is a file of 32 bytes with owner-only rights in the table's data directory, made at the first start,
or a credential that systemd hands to the service (`LoadCredential=seal.key:...`), which then counts. A
master that was rotated stays beside the new one under the name of its fingerprint: what was sealed under it
can still be opened, by the table at recovery and by nobody else.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import Final

from controller.journal.heads import Signer
from controller.journal.seal import (
    KEY_FAULTS,
    KeptElsewhere,
    Master,
    MasterRefused,
    create_master,
    fingerprint,
    load_master,
    master_of_seed,
    new_master,
    sync_folder,
)
from controller.told import Told

SEAL_KEY: Final = "seal.key"
SIGN_KEY: Final = "sign.key"


@dataclass(frozen=True, slots=True)
class TableKeys:
    """What a table seals and signs with; `older` masters open what was sealed before the last rotation."""

    master: Master
    signer: Signer
    older: tuple[Master, ...] = field(default=())
    fresh: tuple[tuple[Path, Master], ...] = field(default=(), repr=False)

    def keep(self) -> None:
        """The keys that were not there are on the disk now.

        Raises:
            MasterRefused: one cannot be written, or somebody else has made it meanwhile.
        """
        for path, key in self.fresh:
            if not path.exists() or load_master(path) != key:
                create_master(path, key)


def table_keys(data: Path) -> TableKeys:
    """The keys of the table whose data lie here; one that is not there yet is new, and on no disk.

    Whoever is sure to use them lets them `keep`: a start that is refused leaves no key behind.

    Raises:
        MasterRefused: a key that others may read, or of a wrong length.
    """
    older = tuple(master for _, master in _older(data))
    found = {name: _secret(data, name) for name in (SEAL_KEY, SIGN_KEY)}
    keys = {name: key or new_master() for name, key in found.items()}
    fresh = tuple((data / name, key) for name, key in keys.items() if found[name] is None)
    return TableKeys(keys[SEAL_KEY], Signer(keys[SIGN_KEY]), older, fresh)


def kept_keys(data: Path) -> tuple[Signer | None, Master | None, tuple[Master, ...]]:
    """What the table signs and seals with, and the older masters; None for a key that is not there yet."""
    keys = table_keys(data)
    fresh = {path.name for path, _ in keys.fresh}
    return (
        None if SIGN_KEY in fresh else keys.signer,
        None if SEAL_KEY in fresh else keys.master,
        keys.older,
    )


def kept_secrets(data: Path) -> dict[str, Master]:
    """Every key of the table by the name of its file, older masters too; none that is not there yet.

    Raises:
        MasterRefused: a key that others may read, or of a wrong length.
    """
    found = {name: _secret(data, name) for name in (SEAL_KEY, SIGN_KEY)}
    return {name: key for name, key in found.items() if key is not None} | dict(_older(data))


def _older(data: Path) -> list[tuple[str, Master]]:
    """The masters before the one in force by the names of their files.

    One that a power cut left written over and not deleted is none: it opens nothing.
    """
    paths = [path for path in sorted(data.glob(f"{SEAL_KEY}.*")) if path.suffix != ".new"]
    return [(path.name, master) for path in paths if any(master := load_master(path))]


def simulated_keys(seed: int, table: str) -> TableKeys:
    """The keys of a simulated table: the same for the same seed, and never those of a real one."""
    return TableKeys(
        master_of_seed(seed), Signer(sha256(f"tapis simulated signer {seed} {table}".encode()).digest())
    )


def renewed_master(data: Path) -> Master:
    """The master that seals the next session: a new one, or the credential, which its keeper renews.

    Raises:
        MasterRefused: as `rotate_master`.
    """
    if _credential(SEAL_KEY) is None:
        rotate_master(data)
    renewed = _secret(data, SEAL_KEY)
    if renewed is None:
        raise MasterRefused(data / SEAL_KEY, Told(KEY_FAULTS["gone"]))
    return renewed


def rotate_master(data: Path) -> tuple[str, str]:
    """A new master seals from the next session on; the fingerprints of the one before and of the new one.

    Raises:
        MasterRefused: the key is a credential, which only its keeper can change, or cannot be read, or the
            new one cannot be written.
    """
    path = data / SEAL_KEY
    if _credential(SEAL_KEY) is not None:
        raise KeptElsewhere(path, Told(KEY_FAULTS["credential"]))
    before = fingerprint(load_master(path))
    fresh = data / f"{SEAL_KEY}.new"
    try:
        fresh.unlink(missing_ok=True)
        master = create_master(fresh)
        kept = data / f"{SEAL_KEY}.{before}"
        if not kept.exists():
            os.link(path, kept)
        sync_folder(data)
        fresh.replace(path)
        sync_folder(data)
    except OSError as error:
        raise MasterRefused(path, error.strerror or Told(KEY_FAULTS["unrotated"])) from None
    return before, fingerprint(master)


def forget_masters(data: Path, wanted: str, before_s: float = inf) -> tuple[str, ...]:
    """Destroy the masters of closed nights, those made before this instant (seconds since 1970).

    `wanted` is the fingerprint of the one that the last session was sealed under: a table that recovers needs
    it, and no other. What was sealed under one that is gone is sealed for ever; every journal still verifies.
    The file is written over before it is deleted, which is all that a program can do: what a disk keeps of
    overwritten blocks is the disk's own.

    Returns:
        The fingerprints of those that are gone.

    Raises:
        MasterRefused: one cannot be deleted.
    """
    gone = []
    for path in sorted(data.glob(f"{SEAL_KEY}.*")):
        name = path.name.removeprefix(f"{SEAL_KEY}.")
        if name in (wanted, "new") or path.stat().st_mtime >= before_s:
            continue
        in_force = _same_file(path, data / SEAL_KEY)  # by the older name that a cut-off rotation gave it
        if not in_force:
            destroy_key(path)
            gone.append(name)
            continue
        try:
            path.unlink()
        except OSError as error:
            raise MasterRefused(path, error.strerror or Told(KEY_FAULTS["undeleted"])) from None
    if gone:
        sync_folder(data)
    return tuple(gone)


def _same_file(path: Path, other: Path) -> bool:
    return other.exists() and path.samefile(other)


def destroy_key(path: Path) -> None:
    """What stood in the file of a key is zeros, durably, and the file is gone.

    A link is not followed: root may type the command, and the table's account may make links here.

    Raises:
        MasterRefused: it cannot be.
    """
    try:
        handle = os.open(path, os.O_RDWR | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOFOLLOW)
        try:
            facts = os.fstat(handle)
            if not stat.S_ISREG(facts.st_mode):
                raise MasterRefused(path, Told(KEY_FAULTS["not_plain"]))
            os.pwrite(handle, bytes(facts.st_size), 0)
            os.fsync(handle)
        finally:
            os.close(handle)
        path.unlink()
    except OSError as error:
        raise MasterRefused(path, error.strerror or Told(KEY_FAULTS["undeleted"])) from None


def _secret(data: Path, name: str) -> Master | None:
    given, path = _credential(name), data / name
    if given is None and not path.exists():
        return None
    key = load_master(given, credential=True) if given is not None else load_master(path)
    if not any(key):
        raise MasterRefused(given or path, Told(KEY_FAULTS["erased"]))
    return key


def _credential(name: str) -> Path | None:
    """The credential of this name that the service manager gave to this process, if it did."""
    folder = os.environ.get("CREDENTIALS_DIRECTORY")
    path = Path(folder) / name if folder else None
    return path if path is not None and path.exists() else None
