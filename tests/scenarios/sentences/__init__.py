"""The sentences of a scenario, and what each does to a table.

A scenario is a TOML file in the words of a chef de table: `titre`, `article`, `profil` where it is not the
law in force, `options` of the house where they differ, `coup` (what happens, sentence by sentence) and
`attendu` (what must follow). Amounts are euros
(`7,50`), cards are rank then suit (`As`), seats are numbered from the dealer's left.

`il faut: ...` inside `coup` asks at that moment; `refusé (code): ...` says that the act must be refused.
"""

# Each of these modules makes its sentences known.
from tests.scenarios.sentences import asked, game, machines, meter, people, record, sensors, sheets
from tests.scenarios.sentences.telling import UnknownSentence, tell
from tests.scenarios.sentences.words import cents

__all__ = [
    "UnknownSentence",
    "asked",
    "cents",
    "game",
    "machines",
    "meter",
    "people",
    "record",
    "sensors",
    "sheets",
    "tell",
]
