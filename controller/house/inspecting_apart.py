"""A period is worked out anew in a process of its own: a minute of computing, which the pit must not feel.

    python -m controller.house.inspecting_apart < asked > answer.json

A thread that computes gives the interpreter back a thousand times a second, and each step of a question to
the store waits for that once: on a busy machine a screen of the pit waited seconds. What is asked comes as
`pickle`, from the house alone; why it is no question is said on stderr.
"""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
import threading
from typing import Any, Final

from controller.house.inspection import Asked, inspected
from controller.house.scope import BadQuestion

NO_QUESTION: Final = 3
"""The exit code with which stderr has the sentence for who asked."""


class Apart:
    """Works out what an inspector asks: one round here, for it is soon done, a period in another process."""

    def __init__(self) -> None:
        self._under_way: subprocess.Popen[bytes] | None = None
        self._ended = False
        self._turn = threading.Lock()

    def __call__(self, asked: Asked) -> dict[str, Any]:
        """The answer, as `controller.house.inspection.inspected` has it.

        Raises:
            BadQuestion: as there, or the other process ended before its time.
        """
        if asked.round:
            return inspected(asked)
        with self._turn:
            if self._ended:
                raise BadQuestion("inspect: the house is being stopped")
            self._under_way = started = subprocess.Popen(
                [sys.executable, "-m", "controller.house.inspecting_apart"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        made, said = started.communicate(pickle.dumps(asked))
        if started.returncode == NO_QUESTION:
            raise BadQuestion(said.decode(errors="replace").strip())
        if started.returncode:
            raise BadQuestion("inspect: what worked it out ended before its time; ask for a shorter period")
        answer: dict[str, Any] = json.loads(made)
        return answer

    def close(self) -> None:
        """What is under way is given up, and nothing else is begun."""
        with self._turn:
            self._ended = True
            if self._under_way is not None:
                self._under_way.kill()


def main() -> None:
    """What is asked on stdin is answered on stdout."""
    asked = pickle.load(sys.stdin.buffer)
    try:
        json.dump(inspected(asked), sys.stdout)
    except BadQuestion as error:
        sys.stderr.write(str(error))
        sys.exit(NO_QUESTION)


if __name__ == "__main__":
    main()
