"""The pit of a simulated table: who comes when the table is held, and what he decides."""

from __future__ import annotations

from typing import Any, Final

View = dict[str, Any]
Tap = dict[str, Any]

CHEF: Final = "chef-1"
COMITE: Final = "comite-3"
VIDEO: Final = "video-11"
"""The cards of the simulated people, as `config/simulator.toml` lists their holders."""


def needs_the_pit(view: View) -> bool:
    """The table is held, or a payment waits for the comité."""
    verification = view["verification"]
    if view["held"] is not None:
        return True
    return verification is not None and not (verification["released"] or verification["refused"])


def pit_act(view: View) -> tuple[str, Tap]:
    """The badge that the table waits for, and what its holder does."""
    verification = view["verification"]
    if view["held"] is None and verification is not None:
        if not verification["confirmed_by"]:
            return COMITE, {"act": "ConfirmHand"}
        if not verification["conform"]:
            return VIDEO, {"act": "ReviewVideo", "conform": True, "camera": "C-14"}
        return COMITE, {"act": "ReleaseAward"}
    cause = view["held"]["cause"] if view["held"] is not None else ""
    if cause == "jp1_correction":
        return CHEF, {"act": "ApproveCorrection"}
    if cause == "jp1_not_registered":
        return CHEF, {"act": "RegisterJp1Now"}
    if cause in ("duplicate_card", "extra_card", "card_clash", "card_before_closing", "card_count"):
        return CHEF, {"act": "VoidRound", "reason": "irregular_deal"}
    if cause == "missing_card":
        return CHEF, {"act": "VoidRound", "reason": "missing_card"}
    if cause == "jp1_prize_hand":
        if not view["held"]["reviewed"]:
            return VIDEO, {"act": "ReviewVideo", "conform": True, "camera": "C-14"}
        return COMITE, {"act": "VoidRound", "reason": "irregular_deal"}
    return CHEF, {"act": "Resume"}
