"""What the players of a simulated table say when they are asked, each once a street."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from drivers.sim.felt import Felt, turned_up
from drivers.sim.pit import Tap, View
from drivers.sim.players import SILENT_ONE_IN, Player, Plays, plausible

SILENT: Final = -1


class Answers:
    """The answers of one table's players; `plays` is the strategy of all, None for plausible ones."""

    def __init__(self, rng: Random, plays: Plays | None) -> None:
        self._rng = rng
        self._plays = plays
        self._answers: dict[tuple[int, int], int] = {}

    def fresh(self) -> None:
        """Another round: nobody has answered."""
        self._answers.clear()

    def decision(self, view: View, players: Mapping[int, Player], felt: Felt) -> Tap | None:
        """What the next player says, or all that are left say together; None when nobody says anything."""
        street = view["game"]["streets"][view["street"]]
        said = [
            tap
            for seat in view["undecided"]
            if (tap := self._answer(view, street, seat, players.get(seat), felt))
        ]
        acts = {tap["act"] for tap in said}
        if len(said) > 1 and len(said) == len(view["undecided"]) and len(acts) == 1:
            if acts == {"Check"}:
                return {"act": "CheckRest"}
            if street["fold"] and len(street["bets"]) == 1:
                return {"act": "FoldRest" if acts == {"Fold"} else "BetRest"}
        return said[0] if said else None

    def _answer(self, view: View, street: View, seat: int, player: Player | None, felt: Felt) -> Tap | None:
        """The tap for what the player wants; None when he passes without a word, or is silent."""
        shown = view["seats"][seat - 1]
        last = shown["bets"][-1][0] if shown["bets"] else ""
        offered = {halves: spot for spot, halves, after in street["bets"] if after == last}
        wanted = self._answers.get((view["street"], seat))
        if wanted is None:
            wanted = self._answers[view["street"], seat] = self._wanted(
                view, shown, list(offered), player, felt
            )
        if wanted in offered:
            if offered[wanted] == "play":
                return {"act": "BetPlay", "seat": seat, "multiple": wanted // 2}
            return {"act": "BetOn", "seat": seat, "spot": offered[wanted]}
        if wanted == SILENT:
            return None
        if street["fold"]:
            return {"act": "Fold", "seat": seat}
        return {"act": "Check", "seat": seat} if view["game"]["decision_ms"] else None

    def _wanted(self, view: View, shown: View, offered: list[int], player: Player | None, felt: Felt) -> int:
        """Halves of the Ante that the player bets on this street, 0 for none, `SILENT` for no answer."""
        cards = felt.hole.get(shown["seat"], [])
        if player is None or len(cards) < 2:
            return 0
        own = player.plays or self._plays
        if own is None and view["decision_clock"] and not self._rng.randrange(SILENT_ONE_IN):
            return SILENT
        bets = [(spot, 2 * cents // shown["ante_cents"]) for spot, cents in shown["bets"]]
        plays = own or plausible(player.boldness)
        return plays(cards, felt.board[: turned_up(view)], bets, offered)
