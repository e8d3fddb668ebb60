"""What a supervised payment rests on: the five cards, the prizes owed, and a second count of them."""

from __future__ import annotations

from typing import Final

from controller.game import events as e
from controller.game.felt import Place
from controller.game.inputs import ClaimDoubt
from controller.game.payment.second_count import second_count
from controller.game.payment.types import Verification
from controller.game.profile import AwardKind
from controller.game.settling.settle import RoundSettlement
from controller.game.settling.showdown import BOARD, holes, settle_shown
from controller.game.state import Phase, TableState

TEN: Final = 10
"""The lowest rank of a royal."""
BEST_KINDS: Final = frozenset({AwardKind.JACKPOT, AwardKind.COMMUNITY_ROYAL})
"""The prizes of the two best hands."""
SUPERVISED_KINDS: Final = BEST_KINDS | {AwardKind.CONSOLATION}
"""Prizes that wait for the member of the comité and the video (rules, section 3)."""


def verified_now(state: TableState) -> Verification | None:
    """The verification under way, or None."""
    if state.phase is not Phase.SHOWDOWN or state.round is None:
        return None
    verification = state.round.verification
    return verification if verification is not None and not verification.over else None


def unsettled_claim(state: TableState) -> Verification | None:
    """A claim that was refused for its record, while two equal cards leave open who wins; or None.

    They were turned up for the true cards. Its value stays frozen until the one of them is put right, or the
    deal is void.
    """
    played = state.round
    checked = played.verification if played is not None else None
    if played is None or checked is None or state.phase is not Phase.SHOWDOWN:
        return None
    waits = checked.claimed and checked.refused == ClaimDoubt.HAND and played.settlement is None
    return checked if waits and not set(checked.seats) & set(played.claims_refused) else None


def claim_given_up(state: TableState) -> tuple[e.AwardRefused, ...]:
    """The value of such a claim goes back to the meter, as the two persons said who refused it."""
    played, checked = state.playing, unsettled_claim(state)
    if checked is None:
        return ()
    second = next(step.person for step in reversed(checked.taken) if step.step == "refused")
    seat = checked.seats[0] if played.claims_refused else 0
    persons = (checked.doubted_by, second)
    return (e.AwardRefused(played.number, played.attempt, persons, ClaimDoubt.HAND, True, seat),)


def hand_places(state: TableState) -> tuple[Place, ...]:
    """The places of the five cards of the royal, the ace first."""
    verification = state.playing.verification
    assert verification is not None
    own = () if verification.kind == "community_royal" else holes(verification.seats[:1])
    shown = state.playing.shown
    places = [place for place in (*own, *BOARD) if place in shown]
    high = [place for place in places if shown[place].rank >= TEN]
    suits = [shown[place].suit for place in high]
    suit = max(suits, key=suits.count)
    royal = [place for place in high if shown[place].suit == suit]
    return tuple(sorted(royal, key=lambda place: -shown[place].rank))


def _settlement(state: TableState) -> RoundSettlement:
    return state.playing.settlement or settle_shown(state)


def owed(state: TableState) -> dict[int, dict[AwardKind, int]]:
    """The JP1 prizes of every bettor, by kind, in cents; the jackpot at its value of the claim."""
    verification = state.playing.verification
    value_cents = verification.value_cents if verification is not None else 0
    refused = verification.stakes_refused if verification is not None else ()
    prizes: dict[int, dict[AwardKind, int]] = {}
    for settled in _settlement(state).seats:
        for line in settled.lines:
            for award in line.awards:
                if settled.seat in refused:
                    continue
                cents = value_cents if award.kind is AwardKind.JACKPOT else award.cents
                prizes.setdefault(settled.seat, {})[award.kind] = cents
    return prizes


def payees(state: TableState) -> dict[int, int]:
    """The seats whose payment takes a slip, and the cents of it: the two best hands, and what is large."""
    found = {}
    for seat, prizes in owed(state).items():
        cents = sum(cents for kind, cents in prizes.items() if kind in SUPERVISED_KINDS)
        best = BEST_KINDS & set(prizes)
        if best or cents >= state.facts.identity_from_cents:
            found[seat] = cents
    return found


def two_counts(state: TableState) -> tuple[dict[int, int], dict[int, int]]:
    """The cents of every bettor's JP1 prizes by the settlement, and by the second count."""
    played, profile = state.playing, state.profile
    verification = played.verification
    assert verification is not None
    hands = {
        n: tuple(played.shown[place] for place in holes([n])) if holes([n])[0] in played.shown else None
        for n in state.players
    }
    staked = [n for n in state.jp1_seats if n not in verification.stakes_refused]
    bettors = {n: profile.options.jp1_after_fold or not state.seat(n).folded for n in staked}
    board = tuple(played.shown[place] for place in BOARD)
    stake_cents = state.facts.jp1_stake_cents
    second = second_count(profile, board, hands, bettors, stake_cents, verification.value_cents)
    prizes = owed(state)
    return {seat: sum(prizes.get(seat, {}).values()) for seat in bettors}, second


def counts_agree(state: TableState) -> bool:
    """The second count of the JP1 prizes gives each seat the cents of the first."""
    first, second = two_counts(state)
    return first == second
