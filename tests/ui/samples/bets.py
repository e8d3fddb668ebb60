"""The console before a card is dealt: closed, opening, the stakes, JP1 latched and collected."""

from __future__ import annotations

from tests.ui.samples.pieces import (
    ANTE,
    HARD,
    JP1,
    RED,
    THIN,
    View,
    base,
    bottom,
    euro,
    key,
    meter,
    phases,
    rows,
    seats,
    stakes,
    undo,
)


def closed() -> View:
    return base(
        "closed",
        "15:58:12",
        facts=[],
        phases=[],
        meter=meter(2857375),
        sheet={
            "kind": "opening",
            "title": "Table fermée",
            "checks": [
                {"label": "Programme", "value": "vérifié, version 0.1.0", "state": "done"},
                {"label": "Journal", "value": f"chaîne vérifiée, 18{THIN}402 écritures", "state": "done"},
                {"label": "Mélangeur", "value": "prêt, jeu rouge", "state": "done"},
                {"label": "Sabot", "value": "prêt, verrouillé", "state": "done"},
                {"label": "Capteurs JP1", "value": "7 sur 7", "state": "done"},
                {"label": "Jackpot", "value": "lue à 15:58:10", "state": "done"},
            ],
            "rules_title": "Dernière séance",
            "rules": rows(
                ("Fermée", "20/11/2026 à 04:12"), ("Coups joués", "214"), ("Litiges ouverts", "aucun")
            ),
        },
        focus={"kind": "wait", "caption": "Table fermée", "title": "Prête à ouvrir", "rows": []},
        primary=key("OUVRIR\nLA TABLE", act="OpenTable"),
        bottom=bottom(incident=key("Incident", "table fermée")),
    )


def opening() -> View:
    return base(
        "opening",
        "16:00:31",
        facts=[{"label": "Croupier", "value": "07"}],
        phases=[],
        meter=meter(2857375),
        sheet={
            "kind": "opening",
            "title": "Ouverture",
            "checks": [
                {"label": "Avance de table", "value": f"20{THIN}000,00{HARD}€", "state": "done"},
                {"label": "Jeux rouge et bleu", "value": "52 / 52 chacun", "state": "done"},
                {"label": "Cartes en parfait état", "value": "", "state": "open"},
                {"label": "Joueur témoin présent", "value": "", "state": "open"},
                {"label": "Minimum et maximum", "value": f"5 – 150{HARD}€ (×30)", "state": "done"},
                {"label": "Capteurs JP1", "value": "siège 2 non vérifié", "state": "bad"},
            ],
            "rules_title": "Règles en vigueur · art. 55-20, 2021",
            "rules": rows(
                ("Croupier non qualifié", "Ante rendue"),
                ("Trips, main battue", "joue, indépendant de la banque"),
                ("Trips, main couchée", "joue"),
                ("JP1, main couchée", "reste en jeu"),
                ("Mise JP1", f"5,00{HARD}€, non rendue"),
                ("Part de la mise", "25 % au jackpot, 15 % réserve, 60 % maison"),
                ("Gains fixes JP1", "payés par la maison"),
                ("Lot de consolation", "dès une royale à la table, misée ou non"),
                ("Coup nul, JP1", "reporté au coup suivant"),
            ),
        },
        focus={
            "kind": "facts",
            "caption": "Badge chef demandé",
            "title": "Ouverture de la table",
            "facts": [
                {"label": "Croupier", "value": "07", "state": "done"},
                {"label": "Chef de table", "value": "badge attendu", "state": "open"},
            ],
        },
        primary=key("VALIDER\nL’OUVERTURE", "badge chef attendu"),
    )


def betting() -> View:
    noted = {"note": "Complet", "note_sub": "JP1 détecté"}
    extra = {n: noted | {"service": key("Modifier", act="local.stakes", seat=n)} for n in (1, 2, 6)}
    extra[4] = {
        "note": "Complet",
        "note_sub": "Sans JP1",
        "service": key("Modifier", act="local.stakes", seat=4),
    }
    extra[7] = {
        "stakes": [stake | {"amount": ""} for stake in stakes(7)],
        "lamp": "back",
        "note": "JP1 sans mise principale",
        "note_sub": "Rendre le jeton ou attendre Ante et Blind",
        "note_sub_short": "Rendre le jeton",
        "service": key("Modifier", act="local.stakes", seat=7),
    }
    free = {"header_tap": {"act": "local.stakes"}, "header_says": "Occuper le siège"}
    extra |= {
        n: {"header_tap": free["header_tap"] | {"seat": n}, "header_says": f"Occuper le siège {n}"}
        for n in (3, 5)
    }
    return base(
        "betting",
        "21:42:16",
        phases=phases(0, "0:27"),
        meter=meter(2857375),
        seats=seats(extra, "chip", closed=False),
        light={"lamp": "go", "word": "MISEZ", "seconds": f"18{HARD}s", "fill": 40},
        focus={
            "kind": "wait",
            "caption": "Le système attend",
            "title": "Mises du siège 7",
            "rows": rows(
                ("Sièges occupés", "5 sur 7"),
                ("Mises complètes", "4"),
                ("Jetons JP1 détectés", "3"),
                ("Jeton JP1 à rendre", "1"),
            ),
        },
        primary=key("FERMER\nLES MISES", act="CloseBets"),
        bottom=bottom(undo=undo("mise 10, siège 4"), pause=key("Pause", act="Pause")),
    )


def last_bets() -> View:
    view = betting()
    view["light"] = {"lamp": "last", "word": "DERNIÈRES\nMISES", "seconds": f"7{HARD}s", "fill": 16}
    view["clock"] = "21:42:27"
    return view


def time_up() -> View:
    view = betting()
    view["light"] = {"lamp": "stop", "word": f"FERMER{HARD}?", "seconds": f"0{HARD}s", "fill": 0}
    view["clock"] = "21:42:35"
    return view


def stakes_sheet() -> View:
    view = betting()
    view["layout"] = "betting.stakes.4"
    view["seats"][3] |= {
        "focused": True,
        "note": "",
        "note_sub": "",
        "service": None,
        "keys": [
            key("Répéter", "10+10+10", act="local.repeat"),
            key("Doubler", "20+20+20", act="local.double"),
            key("Libre", act="VacateSeat", seat=4),
        ],
    }
    view["light"] = None
    view["focus"] = {
        "kind": "stakes",
        "title": "Siège 4",
        "lamp": "go",
        "seconds": f"18{HARD}s",
        "note": "de 5 à 150, par 10 pour Blind exact",
        "spots": [
            key("10", "Ante = Blind", act="local.spot", spot="ante") | {"chosen": True},
            key("10", "Trips", act="local.spot", spot="trips"),
        ],
        "keys": [
            key("+5", act="local.chip", cents=500),
            key("+10", act="local.chip", cents=1000),
            key("+50", act="local.chip", cents=5000),
            key("+100", act="local.chip", cents=10000),
            key("−5", act="local.chip", cents=-500),
            key("Effacer", act="local.clear"),
        ],
    }
    view["primary"] = key("VALIDER\nSIÈGE 4", act="SetStakes", seat=4, ante_cents=1000, side_cents=1000)
    return view


def latched() -> View:
    extra: dict[int, View] = {
        n: {"jp1": {"word": euro(5), "lamp": "chip"} if n in JP1 else {"word": "Sans JP1", "plain": True}}
        for n in ANTE
    }
    return base(
        "latched",
        "21:42:33",
        phases=phases(1, "0:03"),
        meter=meter(2857375),
        seats=seats(extra, "chip", closed=False),
        light=RED,
        focus={
            "kind": "jp1",
            "caption": "Mises JP1 verrouillées, sièges",
            "seats": ["1", "2", "6", "7"],
            "title": f"4 × 5 = 20,00{HARD}€",
            "text": f"dont 5,00{HARD}€ au jackpot, qui passera\nà 28{THIN}578,75{HARD}€",
        },
        primary=key("RAMASSER\nJP1 (4)", act="CollectJp1"),
        bottom=bottom(undo=key("Rouvrir les mises", "badge chef, avant la 1re carte", act="ReopenBets")),
    )


def collected() -> View:
    view = latched()
    for seat in view["seats"]:
        if seat.get("jp1") and not seat["jp1"].get("plain"):
            seat["lamp"] = "in"
            seat["jp1"] = {"word": euro(5), "lamp": "in"}
    return view | {
        "layout": "collected",
        "clock": "21:42:36",
        "focus": {
            "kind": "jp1",
            "caption": "Ajout au jackpot, sièges",
            "seats": ["1", "2", "6", "7"],
            "title": f"4 × 5 = 20,00{HARD}€",
            "text": "en attente du jackpot : ne rendez pas les jetons",
        },
        "primary": key("DONNER", "confirmation du jackpot attendue"),
        "bottom": bottom(undo=key("Annuler", "JP1 ramassé : badge chef")),
    }
