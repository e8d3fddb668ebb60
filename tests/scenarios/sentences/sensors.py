"""The sentences of the JP1 spots: sensors, lamps by hand, chips counted anew."""

from __future__ import annotations

from controller.game import inputs as i
from controller.game.betting.hollow import main_spots
from controller.game.felt import SEATS, Spot
from controller.game.inputs import Intent, Machine
from controller.game.react import lamps
from tests.builders import Felt
from tests.scenarios.sentences.telling import sentence
from tests.scenarios.sentences.words import DECK_IN_ORDER, numbers


@sentence(r"capteurs JP1 (présents|muets|absents)")
def _sensors(felt: Felt, word: str) -> None:
    health = {"présents": i.Health.UP, "muets": i.Health.LOST, "absents": i.Health.ABSENT}[word]
    felt.see(i.HealthObserved(Machine.CHIPS, health))


@sentence(r"capteurs? JP1 éprouvés?(?: sièges? ([\d ]+))?")
def _proven(felt: Felt, seats: str | None) -> None:
    """A hand covers the spot and uncovers it."""
    felt.prove(*(numbers(seats) if seats else SEATS))


@sentence(r"capteur JP1 siège (\d) (bloqué|instable|calmé)")
def _sensor(felt: Felt, seat: str, word: str) -> None:
    name = {"bloqué": "stuck", "instable": "bouncing", "calmé": "bouncing"}[word]
    felt.see(i.TroubleObserved(Machine.CHIPS, f"chip_{name}_{seat}", word != "calmé"))


@sentence(r"lampe JP1 siège (\d) à la main")
def _seat_by_hand(felt: Felt, seat: str) -> Intent:
    return i.SeatByHand(int(seat))


@sentence(r"lampe JP1 siège (\d) (allumée|éteinte)")
def _lamp(felt: Felt, seat: str, word: str) -> Intent:
    return i.SetLamp(int(seat), word == "allumée")


@sentence(r"pas de jeton JP1 siège (\d)")
def _no_chip(felt: Felt, seat: str) -> Intent:
    return i.NoChip(int(seat))


@sentence(r"jeton JP1 en trop siège (\d): (rendu|il compte)")
def _extra_chip(felt: Felt, seat: str, word: str) -> Intent:
    return i.ChipReturned(int(seat)) if word == "rendu" else i.ChipCounts(int(seat))


@sentence(r"(\d+) coups se jouent, JP1 à la main siège (\d)")
def _rounds_by_hand(felt: Felt, count: str, seat: str) -> None:
    """Ordinary rounds in which everybody folds at the end."""
    for _ in range(int(count)):
        if felt.state.hollow:
            felt.as_before()
        felt.do(i.SetLamp(int(seat), True)).close()
        felt.draw(" ".join(DECK_IN_ORDER[: 2 * len(felt.state.players) + 2]))
        for start, end in ((40, 43), (43, 45)):
            felt.do(i.CallStreet()).draw(" ".join(DECK_IN_ORDER[start:end]))
        felt.do(i.FoldRest(), i.OpenHands()).settle().do(i.NextRound())


@sentence(r"les capteurs des mises répondent")
def _spots_there(felt: Felt) -> None:
    """Sensors of the main bets and of the side bet at every seat, and nothing lies there."""
    spots = main_spots(felt.state.profile, {})
    felt.see(i.HealthObserved(i.Machine.CHIPS, i.Health.UP))
    felt.see(i.SpotsObserved(tuple(i.SpotSense(spot, seat, False) for seat in SEATS for spot in spots)))


@sentence(r"jetons vus au siège (\d): ([a-z_ ]+)")
def _chips_come(felt: Felt, seat: str, spots: str) -> None:
    felt.see(i.SpotsObserved(tuple(i.SpotSense(Spot(spot), int(seat), True) for spot in spots.split())))


@sentence(r"il faut: jeton siège (\d) (accepté|en attente|refusé \((\w+)\))")
def _must_judge(felt: Felt, seat: str, word: str, code: str | None) -> None:
    judged = felt.state.seat(int(seat))
    assert judged.chip, "no chip lies there"
    assert judged.chip_refused == (code or "")
    assert judged.chip_waits == (word == "en attente")


@sentence(r"il faut: capteur JP1 siège (\d) (éprouvé|cru|à la main|douteux \((\w+)\))")
def _must_believe(felt: Felt, seat: str, word: str, why: str | None) -> None:
    sensor = felt.state.sensors[int(seat) - 1]
    if word == "éprouvé":
        assert sensor.proven, sensor
    assert sensor.manual == (word == "à la main"), sensor
    assert word == "à la main" or sensor.doubt == (why or ""), sensor


@sentence(r"il faut: lampe JP1 siège (\d) (éteinte|invitée|vue|enregistrée)")
def _must_light_lamp(felt: Felt, seat: str, word: str) -> None:
    lamp = {"éteinte": "dark", "invitée": "invited", "vue": "seen", "enregistrée": "registered"}[word]
    assert lamps(felt.state).lamps[int(seat) - 1] == lamp, lamps(felt.state)


@sentence(r"il faut: mise JP1 siège (\d) (à la main|par capteur)")
def _must_be_marked(felt: Felt, seat: str, word: str) -> None:
    assert felt.state.seat(int(seat)).manual == (word == "à la main"), felt.state.seat(int(seat))


@sentence(r"il faut: coups par capteurs absents (\d+)")
def _must_have_counted(felt: Felt, count: str) -> None:
    assert felt.state.hand_lamps is not None
    assert felt.state.hand_lamps.rounds == int(count), felt.state.hand_lamps
