"""The analysis of a profile as one answer: what `--json` prints and what both sheets are set from.

Plain dicts, lists, numbers and texts, so that the answer can be kept in a file. Decimals are floats beside
the exact fractions `"n/d"`; `warnings` is what must be said loudly, `notes` what the figures suppose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from controller.book.shares import Terms
from controller.cli.par.main_answer import joint_of, main_answer
from controller.cli.par.warnings import Warned, jp1_warnings, main_warnings, notes, side_warnings
from controller.game.jackpot.rules import SHARES_TOTAL, JackpotConfig
from controller.game.money import Odds
from controller.game.profile import AwardKind, RuleProfile
from controller.game.side_bets import SideBet
from controller.odds.jackpot import BETTORS, FIXED, PRIZES, JackpotReturns
from controller.odds.main_game import analyse_main
from controller.odds.sevens import HANDS, Sevens, count_sevens
from controller.odds.side import SideReturns, analyse_side

Answer = dict[str, Any]
Progress = Callable[[float], None]


def jackpot_digest(profile: RuleProfile, config: JackpotConfig) -> str:
    """The digest of the terms that the book keeps: configuration and prizes."""
    return Terms.of(config, tuple((str(kind), str(odds)) for kind, odds in profile.jp1.items())).digest()


def analyse_bets(profile: RuleProfile, progress: Progress | None = None) -> Answer:
    """The part of the answer that takes its time: the main bets.

    Raises:
        NotAnalysed: the main game is none that the enumeration knows.
    """
    return main_answer(analyse_main(profile, progress))


def analyse(profile: RuleProfile, config: JackpotConfig | None, main: Answer) -> Answer:
    """The whole answer, `main` being that of `analyse_bets`; `config` is None for a felt without JP1."""
    sevens = count_sevens()
    joint = joint_of(main)
    jp1 = JackpotReturns(profile, config, sevens) if config is not None else None
    answer: Answer = {"profile": _profile(profile), "main": main}
    warnings: list[Warned] = list(main_warnings(Fraction(main["exact"]["rtp_initial"])))
    for bet in profile.sides:
        side = analyse_side(bet, sevens, joint)
        answer[str(bet.spot)] = side_answer(side)
        warnings += side_warnings(side)
    if jp1 is not None:
        answer["jp1"] = jp1_answer(jp1)
        warnings += jp1_warnings(jp1)
    answer["sevens"] = _sevens(sevens)
    return answer | {"warnings": warnings, "notes": list(notes(profile, jp1))}


def exact(value: Fraction) -> dict[str, Any]:
    """A fraction in lowest terms with its decimal."""
    return {"fraction": f"{value.numerator}/{value.denominator}", "decimal": float(value)}


def written(value: Fraction) -> str:
    """`"n/d"`."""
    return f"{value.numerator}/{value.denominator}"


def _profile(profile: RuleProfile) -> Answer:
    limits = profile.limits
    return {
        "id": profile.id,
        "source": profile.source,
        "digest": profile.digest,
        "qualifies_with": str(profile.qualifies_with),
        "streets": [
            {"name": s.name, "board": s.board, "bets": [_bet(bet) for bet in s.bets], "fold": s.fold}
            for s in profile.streets
        ],
        "unqualified": {"ante": profile.unqualified.ante, "others": profile.unqualified.others},
        "options": dict(profile.options_in_words()),
        "limits": {
            "minimum_cents": limits.minimum_cents,
            "maximum_cents": limits.maximum_cents,
            "chip_cents": limits.chip_cents,
        },
        "paytables": {
            str(profile.second): _table(profile.blind),
            **{str(bet.spot): _table(bet.table) for bet in profile.sides},
            **({"jp1": _table(profile.jp1)} if profile.jp1 else {}),
        },
        **({"side_bets": [_house_bet(bet) for bet in profile.house_bets]} if profile.house_bets else {}),
    }


def _house_bet(bet: SideBet) -> Answer:
    """What a rule file says of a side bet of the house's own, its table apart."""
    return {
        "spot": str(bet.spot),
        "looks_at": str(bet.looks_at),
        "after_fold": bet.after_fold,
        "antes": bet.antes,
    }


def _bet(bet: Any) -> dict[str, Any]:
    return {"spot": str(bet.spot), "antes": bet.half_antes / 2, "after": bet.after and str(bet.after)}


def _table(table: Mapping[Any, Odds]) -> dict[str, str]:
    return {str(line): str(odds) for line, odds in table.items()}


def _sevens(sevens: Sevens) -> Answer:
    return {"hands": HANDS, "classes": {str(hand): count for hand, count in sevens.classes.items()}}


# --- the side bet --------------------------------------------------------------------------------


def side_answer(side: SideReturns) -> Answer:
    """One side bet."""
    return {
        "rtp": float(side.rtp),
        "house_edge": float(1 - side.rtp),
        "hit_frequency": float(side.hit_frequency),
        "std_dev": float(side.variance) ** 0.5,
        "pushed": float(side.pushed),
        "by_main_game": side.bet.by_main_game,
        "lines": [
            {
                "class": str(line.hand),
                "odds": str(line.odds),
                "probability": exact(line.probability),
                "return": exact(line.contribution),
            }
            for line in side.lines
        ],
        "exact": {
            "rtp": written(side.rtp),
            "hit_frequency": written(side.hit_frequency),
            "pushed": written(side.pushed),
            "variance": written(side.variance),
        },
    }


# --- JP1 -----------------------------------------------------------------------------------------


def jp1_answer(found: JackpotReturns) -> Answer:
    """JP1; every map is by the number of bettors, "1" to "7"."""
    config = found.config
    start = config.start_cents
    runs = {bettors: found.long_run(bettors) for bettors in BETTORS}
    return {
        "config": _config(found),
        "probability": {str(kind): exact(found.probability[kind]) for kind in PRIZES},
        "prizes": {str(kind): _prize(found, kind) for kind in (*FIXED, AwardKind.CONSOLATION)},
        "fixed_return": float(found.fixed_return),
        "consolation": {
            "probability": _by_bettors(lambda b: float(found.consolation_chance(b))),
            "return": _by_bettors(lambda b: float(found.consolation_return(b))),
        },
        "return_at_jackpot_cents": start,
        "return_at_jackpot": _by_bettors(lambda b: float(found.return_at(start, b))),
        "return_per_jackpot_cent": written(found.return_at(1, 1) - found.return_at(0, 1)),
        "return_without_jackpot": _by_bettors(lambda b: float(found.return_at(0, b))),
        "break_even_jackpot_cents": _by_bettors(found.break_even_cents),
        "rounds_between_jackpots": _by_bettors(lambda b: float(found.rounds_between_jackpots(b))),
        "long_run_return": float(runs[1].least),
        "long_run": {
            "by_bettors": _by_bettors(lambda b: float(runs[b].least)),
            "at_most": _by_bettors(lambda b: float(runs[b].most)),
            "exact": all(run.exact for run in runs.values()),
            "fixed": float(runs[1].fixed),
            "meter": float(Fraction(config.meter_share, SHARES_TOTAL)),
            "reserve": float(Fraction(config.reserve_share, SHARES_TOTAL)),
            "start": float(found.seeded),
            "limit": None if found.capped is None else float(found.capped),
        },
        "exposure": [
            {
                "kind": str(each.kind),
                "bettors": each.bettors,
                "cents": float(each.cents(config.stake_cents)),
                "probability": exact(each.probability),
            }
            for each in found.exposures()
        ],
        "exact": {
            "fixed_return": written(found.fixed_return),
            "return_at_jackpot": _by_bettors(lambda b: written(found.return_at(start, b))),
            "break_even_jackpot_cents": _by_bettors(lambda b: written(found.break_even_exact_cents(b))),
            "rounds_between_jackpots": _by_bettors(lambda b: written(found.rounds_between_jackpots(b))),
            "long_run_return": _by_bettors(lambda b: _rational(runs[b])),
        },
    }


def _prize(found: JackpotReturns, kind: AwardKind) -> Answer:
    odds = found.odds(kind)
    return {"odds": written(odds), "cents": float(odds * found.config.stake_cents)}


def _rational(run: Any) -> str | None:
    """The long run where it is a fraction that can be written; a solved equation has only decimals."""
    short = run.exact and run.least.denominator < 10**40
    return written(run.least) if short else None


def _by_bettors(figure: Callable[[int], Any]) -> dict[str, Any]:
    return {str(bettors): figure(bettors) for bettors in BETTORS}


def _config(found: JackpotReturns) -> Answer:
    config = found.config
    return {
        "digest": jackpot_digest(found.profile, config),
        "stake_cents": config.stake_cents,
        "start_cents": config.start_cents,
        "shares": {
            "meter": written(Fraction(config.meter_share, SHARES_TOTAL)),
            "reserve": written(Fraction(config.reserve_share, SHARES_TOTAL)),
            "house": written(Fraction(config.house_share, SHARES_TOTAL)),
        },
        "fixed_prizes_paid_from": config.fixed_prizes_paid_from,
        "limit_cents": config.limit_cents,
        "reset_cents": config.restart_cents,
        "most_stakes": config.most_stakes,
    }
