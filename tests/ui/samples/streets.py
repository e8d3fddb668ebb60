"""The console from the deal to the last decision."""

from __future__ import annotations

from tests.ui.samples.pieces import (
    BOARD,
    DEALER_HIDDEN,
    FLOP,
    RED,
    View,
    base,
    bets,
    bottom,
    euro,
    key,
    phases,
    play,
    rows,
    seats,
    undo,
)


def dealing() -> View:
    extra: dict[int, View] = {
        4: {"expected": True, "cards": ["back", ""], "cards_word": "1/2\nlue", "cards_word_short": "1/2"}
    }
    extra |= {n: {"cards": ["", ""], "cards_word": "0/2", "cards_word_short": "0/2"} for n in (6, 7)}
    return base(
        "dealing",
        "21:42:46",
        phases=phases(2, "0:09"),
        seats=seats(extra),
        dealer={"caption": "Croupier", "cards": ["", ""], "note": "0/2 lue"},
        board={"caption": "Board", "cards": [], "note": "Flop 0/3"},
        light=RED,
        focus={
            "kind": "wait",
            "caption": "Donne",
            "title": "Siège 4, 2e carte",
            "rows": rows(("Cartes lues", "5 sur 12"), ("Ensuite", "siège 6"), ("Sabot", "prêt")),
        },
        primary=key("DONNE", "le sabot donne"),
        bottom=bottom(undo=key("Annuler", "pas d’annulation pendant la donne")),
    )


def preflop() -> View:
    return base(
        "deciding.preflop",
        "21:43:09",
        phases=phases(3, "0:11"),
        dealer=DEALER_HIDDEN,
        board={"caption": "Board", "cards": [], "note": "Flop 0/3"},
        seats=seats({1: bets(1, 4, 3), 2: play(2, 3), 4: bets(4, 4, 3), 6: play(6, 4), 7: bets(7, 4, 3)}),
        light=RED,
        focus={
            "kind": "wait",
            "caption": "Décisions pré-flop",
            "title": "2 Play, 3 check",
            "rows": rows(
                ("Siège 2", f"×3 · {euro(60)}"),
                ("Siège 6", f"×4 · {euro(40)}"),
                ("Sièges 1, 4 et\u00a07", "check"),
                ("Ensuite", "flop 0/3"),
            ),
        },
        primary=key("FLOP", act="CallStreet"),
        bottom=bottom(undo=undo("×4, siège 6")),
    )


def flop() -> View:
    return base(
        "deciding.flop",
        "21:43:21",
        phases=phases(4, "0:06"),
        dealer=DEALER_HIDDEN,
        board={"caption": "Board", "cards": FLOP, "note": "Turn et River 0/2"},
        seats=seats({1: bets(1, 2), 2: play(2, 3), 4: bets(4, 2), 6: play(6, 4), 7: bets(7, 2)}),
        light=RED,
        focus={
            "kind": "wait",
            "caption": "Décisions au flop",
            "title": "2 Play, 3 check",
            "rows": rows(("Sièges 1, 4 et\u00a07", "check"), ("Ensuite", "turn et river 0/2")),
        },
        primary=key("TURN\n+ RIVER", act="CallStreet"),
    )


def river() -> View:
    return base(
        "deciding.river",
        "21:43:34",
        phases=phases(5, "0:09"),
        dealer=DEALER_HIDDEN,
        board={"caption": "Board", "cards": BOARD},
        seats=seats(
            {1: play(1, 1), 2: play(2, 3), 4: bets(4, 1, fold=True), 6: play(6, 4), 7: bets(7, 1, fold=True)}
        ),
        light=RED,
        focus={
            "kind": "choice",
            "caption": "Restent 2 décisions",
            "title": "Sièges 4 et\u00a07",
            "keys": [
                key("Le reste : ×1", "2 sièges", act="BetRest"),
                key("Le reste : couché", "2 sièges", act="FoldRest"),
            ],
        },
        primary=key("ABATTAGE", "2 décisions attendues"),
        bottom=bottom(undo=undo("×1, siège 1")),
    )


def decided() -> View:
    view = river()
    folded = {"decision": {"caption": "", "word": "Couché", "amount": "", "plain": True}, "keys": []}
    view["seats"] = seats({1: play(1, 1), 2: play(2, 3), 4: folded, 6: play(6, 4), 7: play(7, 1)})
    return view | {
        "layout": "decided",
        "clock": "21:43:39",
        "focus": {
            "kind": "wait",
            "caption": "Décisions finales",
            "title": "4 Play, 1 couché",
            "rows": rows(("Play", "1, 2, 6 et\u00a07"), ("Couché", "4")),
        },
        "primary": key("ABATTAGE", act="OpenHands"),
        "bottom": bottom(undo=undo("couché, siège 4")),
    }
