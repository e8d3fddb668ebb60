"""Whether any hand was dealt out of a machine whose program nobody had approved (CS-15).

A change closes the table for new deals, and a member of the comité may open it again for a reason. So a
night has machines with another program than the reference and breaks nothing: what would is bets locked while
the table was closed, or with a program that nobody was asked about. A lift holds for the programs that
the machines had named by then, and for no other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from controller.game import events as e
from controller.game.inputs import MachineIdentity
from controller.journal.chain import Row
from controller.words.codes import code_word
from controller.words.journal_values import in_words

NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Lifted:
    """The entry that opened the table again: who, why, and for which programs, by machine."""

    seq: int
    person: str
    reason: str
    programs: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Programs:
    """What the journal says of the machines' programs, up to an entry.

    Attributes:
        named: what each machine named itself last, and the entry.
        closed: since which entry each machine keeps the table closed.
        lifted: the last lift; None before the first.
        wrong: the entries at which bets were locked though they might not be.
    """

    named: Mapping[str, tuple[int, MachineIdentity]] = field(default_factory=dict)
    closed: Mapping[str, int] = field(default_factory=dict)
    lifted: Lifted | None = None
    wrong: tuple[int, ...] = ()

    @property
    def other(self) -> tuple[str, ...]:
        """The machines whose program is not the reference."""
        return tuple(name for name, (_, one) in self.named.items() if one.reference is False)

    @property
    def not_asked(self) -> tuple[str, ...]:
        """Of these, the machines whose present program no lift was for."""
        allowed = self.lifted.programs if self.lifted is not None else NOTHING
        return tuple(name for name in self.other if allowed.get(name) != self.named[name][1].digest)

    def after(self, row: Row, event: e.Event) -> Programs:
        """The same after this entry."""
        match event:
            case e.MachineNamed(named):
                return replace(self, named={**self.named, str(named.machine): (row.seq, named)})
            case e.TableBlocked(machine):
                return replace(self, closed={**self.closed, str(machine): row.seq})
            case e.BlockLifted(person, reason):
                programs = {name: one.digest for name, (_, one) in self.named.items()}
                return replace(self, closed={}, lifted=Lifted(row.seq, person, reason, programs))
            case e.BetsClosed() if self.closed or self.not_asked:
                return replace(self, wrong=(*self.wrong, row.seq))
        return self

    def shown(self, language: int) -> str:
        """In words, French for 0 and English for 1: how they stand, and who allowed what."""
        machines = ", ".join(code_word(name, language) for name in self.other)
        if self.wrong:
            by = ", ".join(code_word(name, language) for name in (*self.closed, *self.not_asked))
            return (
                f"{by}\u00a0: mises fermées à l’écriture {self.wrong[0]}, programme non approuvé",
                f"{by}: bets locked at entry {self.wrong[0]}, program not approved",
            )[language]
        if self.closed:
            seq = min(self.closed.values())
            machines = ", ".join(code_word(name, language) for name in self.closed)
            return (
                f"{machines}\u00a0: autre programme, plus de coup nouveau depuis l’écriture {seq}",
                f"{machines}: another program, no new round since entry {seq}",
            )[language]
        if machines and self.lifted is not None:
            why = in_words("reason", self.lifted.reason, language)
            return (
                f"{machines}\u00a0: autre programme, permis par {self.lifted.person}\u00a0: {why}",
                f"{machines}: another program, allowed by {self.lifted.person}: {why}",
            )[language]
        same = sum(one.reference is True for _, one in self.named.values())
        of = len(self.named)
        return (f"{same} sur {of} comme la référence", f"{same} of {of} as the reference")[language]

    @property
    def seq(self) -> int:
        """The entry that shows it."""
        if self.wrong:
            return self.wrong[0]
        if self.closed:
            return min(self.closed.values())
        if self.other and self.lifted is not None:
            return self.lifted.seq
        return max(seq for seq, _ in self.named.values())
