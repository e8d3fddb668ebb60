"""What must be true of the round at that moment: `il faut: ...`."""

from __future__ import annotations

from collections.abc import Mapping

from controller.game import views
from controller.game.felt import Pile, Spot
from controller.game.react import shoe_locked
from controller.game.state import Phase
from tests.builders import Felt
from tests.scenarios.sentences.telling import sentence
from tests.scenarios.sentences.words import JP1_WORDS, ON_SIDES, cents, numbers, on_sides


@sentence(r"il faut: le coup est tenu \((\w+)\)(?: siège (\d))?")
def _must_be_held(felt: Felt, cause: str, seat: str | None) -> None:
    held = felt.state.held
    assert held is not None, "the round is not held"
    assert (held.cause, held.seat) == (cause, int(seat or 0))


@sentence(r"il faut: le coup n'est pas tenu")
def _must_not_be_held(felt: Felt) -> None:
    assert felt.state.held is None, felt.state.held


@sentence(r"il faut: le coup porte la marque (\w+)")
def _must_be_flagged(felt: Felt, flag: str) -> None:
    assert flag in felt.state.playing.flags, felt.state.playing.flags


@sentence(r"il faut: phase (\w+)")
def _must_be_in(felt: Felt, phase: str) -> None:
    assert felt.state.phase is Phase(phase), felt.state.phase


@sentence(r"il faut: compteur ([\d, ]+)")
def _must_show(felt: Felt, amount: str) -> None:
    assert felt.state.jackpot.meter_cents == cents(amount), felt.state.jackpot.meter_cents


@sentence(r"il faut: JP1 (ouvert|fermé)(?: \((\w+)\))?")
def _must_jp1(felt: Felt, word: str, code: str | None) -> None:
    assert felt.state.jackpot.open == (word == "ouvert")
    assert code is None or felt.state.jackpot.closed_code == code


@sentence(r"il faut: JP1 siège (\d) (\w+)")
def _must_stand(felt: Felt, seat: str, word: str) -> None:
    assert felt.state.seat(int(seat)).jp1.value == JP1_WORDS[word]


@sentence(r"il faut: (\d+) cartes? visibles?")
def _must_see(felt: Felt, count: str) -> None:
    assert len(felt.state.playing.shown) == int(count), felt.state.playing.shown


@sentence(r"il faut: mains ouvertes(?: sièges? ([\d ]+)|: aucune)")
def _must_open(felt: Felt, seats: str | None) -> None:
    """Exactly these players' hands are face up."""
    opened = sorted({place.seat for place in felt.state.playing.shown if place.pile is Pile.HOLE})
    assert opened == numbers(seats or ""), opened


@sentence(r"il faut: (\d+) cartes? brûlées? cachées?")
def _must_burn(felt: Felt, count: str) -> None:
    burned = [place for place in felt.state.playing.cards if place.pile is Pile.BURN]
    assert len(burned) == int(count), burned
    assert not set(burned) & set(felt.state.playing.shown), "a burned card lies face up"


@sentence(r"il faut: feu (vert|jaune|rouge)")
def _must_light(felt: Felt, colour: str) -> None:
    light = views.display(felt.state)["light"]
    if light["state"] != "bets":
        assert colour == "rouge", light
        return
    last = bool(light["until_ms"]) and felt.now_ms >= light["warn_ms"]
    assert colour == ("jaune" if last else "vert"), (felt.now_ms, light)


@sentence(r"il faut: l'écran affiche (\d+) à (\d+)(?:, puis (\d+))?")
def _limits_shown(felt: Felt, lowest: str, highest: str, coming: str | None) -> None:
    told = views.display(felt.state)
    shown = (told["minimum_cents"], told["maximum_cents"], told["maximum_coming_cents"])
    assert shown == (cents(lowest), cents(highest), cents(coming or "0")), shown


@sentence(r"il faut: total des mises ([\d, ]+)")
def _must_total(felt: Felt, amount: str) -> None:
    assert views.console(felt.state)["total_cents"] == cents(amount)


@sentence(r"il faut: numéro de jeu (.+)")
def _must_number(felt: Felt, label: str) -> None:
    assert views.console(felt.state)["round"]["label"] == label, views.console(felt.state)["round"]["label"]


@sentence(r"il faut: l'écran (dit|ne dit pas) que le coup est à l'examen")
def _must_investigate(felt: Felt, word: str) -> None:
    assert views.display(felt.state)["held"] == (word == "dit")


@sentence(r"il faut: siège (\d) (vérifié|couché) automatiquement")
def _must_be_answered(felt: Felt, seat: str, word: str) -> None:
    """The decision clock has answered for the seat: a check, or at the end a fold."""
    told = felt.state.seat(int(seat))
    assert (told.folded, told.by_clock) == (word == "couché", True), told


@sentence(r"il faut: le sabot (est fermé|donne)")
def _must_lock(felt: Felt, word: str) -> None:
    assert shoe_locked(felt.state) == (word == "est fermé")


def sides(felt: Felt, stakes: Mapping[Spot, int]) -> dict[Spot, int]:
    """What lies on the side bets of the felt, in cents."""
    return {spot: stakes[spot] for spot in felt.state.profile.side_spots if spot in stakes}


@sentence(r"il faut: siège (\d) (mise|n'a pas de mises)(?: ante ([\d, ]+?))?" + ON_SIDES)
def _must_stake(felt: Felt, seat: str, word: str, ante: str | None, staked: str) -> None:
    told = felt.state.seat(int(seat))
    assert told.seated == (word == "mise")
    assert (told.ante_cents, sides(felt, told.stakes)) == (cents(ante or "0"), on_sides(staked))


@sentence(r"il faut: siège (\d) à confirmer ante ([\d, ]+?)" + ON_SIDES)
def _must_stand(felt: Felt, seat: str, ante: str, stood: str) -> None:
    told = felt.state.seat(int(seat))
    assert int(seat) in felt.state.hollow
    assert not told.seated
    assert (told.before[Spot.ANTE], sides(felt, told.before)) == (cents(ante), on_sides(stood))


@sentence(r"il faut: siège (\d) n'a pas parlé")
def _must_be_undecided(felt: Felt, seat: str) -> None:
    assert int(seat) in felt.state.undecided


@sentence(r"il faut: siège (\d) a joué x(\d)")
def _must_have_played(felt: Felt, seat: str, multiple: str) -> None:
    told = felt.state.seat(int(seat))
    assert told.bets_cents == int(multiple) * told.ante_cents, told


@sentence(r"il faut: cagnotte figée ([\d, ]+)")
def _must_freeze(felt: Felt, amount: str) -> None:
    verification = felt.state.playing.verification
    assert verification is not None
    assert verification.claimed
    assert verification.value_cents == cents(amount)


@sentence(r"il faut: vérification de (\w+) sièges ([\d ]+)")
def _must_verify(felt: Felt, kind: str, seats: str) -> None:
    verification = felt.state.playing.verification
    assert verification is not None, "nothing is to be verified"
    assert (verification.kind, list(verification.seats)) == (kind, numbers(seats))


@sentence(r"il faut: aucune vérification")
def _must_not_verify(felt: Felt) -> None:
    assert felt.state.playing.verification is None


@sentence(r"il faut: le chef est appelé")
def _must_call(felt: Felt) -> None:
    assert felt.state.call_ms, "nobody has called the chef"


@sentence(r"il faut: coup (manuel|pas manuel)")
def _must_be_manual(felt: Felt, word: str) -> None:
    assert views.console(felt.state)["by_hand"]["round"] == (word == "manuel")


@sentence(r"il faut: dernier coup (manuel|pas manuel)")
def _must_have_been_manual(felt: Felt, word: str) -> None:
    assert views.console(felt.state)["last_rounds"][0]["by_hand"] == (word == "manuel")


@sentence(r"il faut: mains à saisir(?: sièges? ([\d ]+)|: aucune)")
def _must_ask_for(felt: Felt, seats: str | None) -> None:
    asked = views.console(felt.state)["dealing_by_hand"]["left"]
    assert asked == numbers(seats or ""), asked


@sentence(r"il faut: coup (\d+) donne (\d+)")
def _must_be_round(felt: Felt, number: str, attempt: str) -> None:
    assert (felt.state.playing.number, felt.state.playing.attempt) == (int(number), int(attempt))
