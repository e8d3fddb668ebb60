"""A house that serves on a thread of its own, for tests that ask it over its sockets."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from controller.house.answers import Answers
from controller.house.archive import House
from controller.house.service import Service
from controller.journal.heads import Signer
from tests.patience import PATIENCE_S


def unheard(said: str) -> None:
    """Nobody listens to what the service says."""


@contextmanager
def serving(
    folder: Path,
    run_dir: Path,
    store: str | Path = "",
    *,
    signer: Signer | None = None,
    gid: int | None = None,
    say: Callable[[str], None] = unheard,
) -> Iterator[House]:
    """The house of this folder, with its sockets in `run_dir`; without a store, `house.db` there."""
    run_dir.mkdir(exist_ok=True)
    ended, ready, opened = threading.Event(), threading.Event(), list[House]()

    def serve() -> None:
        with (
            closing(House([folder], store or run_dir / "house.db")) as house,
            closing(Service(Answers(house, signer=signer), run_dir, gid, say=say)) as service,
        ):
            opened.append(house)
            ready.set()
            service.run(ended.is_set)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        assert ready.wait(PATIENCE_S)
        yield opened[0]
    finally:
        ended.set()
        thread.join(PATIENCE_S)
