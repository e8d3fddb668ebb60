"""The evidence of a round, as the pit hands it over: made from the followed journal, signed by the house.

The house has no table's key. It signs with one of its own, over the rows and the heads that the table has
signed itself; whoever checks the file sees both keys (requirement JW-19).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from controller.house.scope import TIME_MAX, BadQuestion, number, text
from controller.house.store import Store
from controller.journal.chain import JournalError
from controller.journal.evidence import bundle
from controller.journal.heads import HeadRefused, Signer, heads_path, read_heads
from controller.journal.one_round import one_round
from controller.papers.pdf import NotPrinted
from controller.registers.evidence_files import beside_rows

LANGUAGES: Final = {"fr": 0, "en": 1}


def evidence(
    db: Store, folders: list[Path], signer: Signer | None, told: Mapping[str, Any]
) -> tuple[str, bytes]:
    """The file's name and its bytes: round `round` of `table`, of its `session`; closed or under way.

    Raises:
        BadQuestion: the house has no key, there is no such round, or its journal does not hold.
    """
    if signer is None:
        raise BadQuestion("evidence: this house has no key to sign with (tapis house serve --sign)")
    table, wanted = text(told, "table"), number(told, "round", 0, 0, TIME_MAX)
    session, language = number(told, "session", 0, 0, TIME_MAX), LANGUAGES.get(text(told, "lang", "fr"), 0)
    found = db.execute(
        "SELECT file, session FROM source WHERE table_name = ? AND (? = 0 OR session = ?)"
        " ORDER BY session DESC LIMIT 1",
        (table, session, session),
    ).fetchone()
    path = next((one for at in folders if found and (one := at / found["file"]).exists()), None)
    if path is None:
        raise BadQuestion(f"evidence: no journal of session {session} of {table or '?'} is here")
    try:
        heads = read_heads(heads_path(path))
        one = one_round(path, wanted, {head.size for head in heads})
        if one is None:
            raise BadQuestion(f"round: {path.name} has no round {wanted}")
        if not heads:
            raise BadQuestion(f"evidence: {path.name} has no signed head yet")
        more, notes = beside_rows(one, path, None, language)
    except (JournalError, HeadRefused, NotPrinted) as error:
        raise BadQuestion(f"evidence: {error}") from None
    data = bundle(one, heads, signer, more, notes, heads[-1].key)
    return f"{table}-{found['session']:06d}-{wanted}.evidence.zip", data
