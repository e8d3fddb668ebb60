"""What a table was set to when its session began, for the pit to read: it changes at the next opening."""

from __future__ import annotations

from controller.game.kept import kept
from controller.game.state import TableFacts
from controller.game.view_felt import View


@kept
def settings(facts: TableFacts) -> View:
    """The parameters in force; those of the jackpot and of the game are elsewhere in the view."""
    clocks = facts.profile.clocks
    return {
        "digest": facts.profile.digest,
        "betting_ms": clocks.betting_ms or facts.betting_ms,
        "last_bets_ms": clocks.last_bets_ms if clocks.betting_ms else facts.last_bets_ms,
        "showdown_ms": facts.showdown_ms,
        "clearing_ms": facts.clearing_ms,
        "cameras": list(facts.cameras),
        "retention_days": facts.retention_days,
        "identity_from_cents": facts.identity_from_cents,
        "dealer_prize_cents": -1 if facts.dealer_prize_cents is None else facts.dealer_prize_cents,
        "prizes": [[str(kind), str(odds)] for kind, odds in facts.profile.jp1.items()],
    }
