"""The sentences of the machines, the book and the line, and of the alarms that they raise."""

from __future__ import annotations

from dataclasses import replace

from controller.game import events as e
from controller.game import inputs as i
from controller.game.inputs import Intent, Machine
from controller.game.react import buzzer
from controller.game.requests import Sound
from tests.builders import Felt
from tests.scenarios.sentences.telling import sentence
from tests.scenarios.sentences.words import COLOURS


@sentence(r"le sabot ne répond plus")
def _shoe_lost(felt: Felt) -> None:
    felt.see(i.HealthObserved(Machine.SHOE, i.Health.LOST))


@sentence(r"le sabot répond(?:, il compte (\d+) cartes)?")
def _shoe_back(felt: Felt, count: str | None) -> None:
    felt.see(i.HealthObserved(Machine.SHOE, i.Health.UP))
    if count is not None:
        felt.see(i.ShoeObserved(True, int(count)))


@sentence(r"le livre ne répond plus")
def _book_silent(felt: Felt) -> None:
    felt.answering = False


@sentence(r"le livre répond")
def _book_answers(felt: Felt) -> None:
    felt.answering = True
    felt.see(i.CutCardObserved())


@sentence(r"le livre refuse: (\w+)")
def _book_refuses(felt: Felt, code: str) -> None:
    felt.see(i.BookRefused("contribute", code))


@sentence(r"liaison perdue")
def _link_lost(felt: Felt) -> None:
    felt.see(i.BookUnreachable("read", "timeout"))


@sentence(r"liaison rétablie")
def _link_back(felt: Felt) -> None:
    felt.see(i.MeterObserved(felt.generation, felt.meter_cents, felt.book_seq))


@sentence(r"la table exige un écran du jackpot")
def _display_required(felt: Felt) -> None:
    felt.state = replace(felt.state, facts=replace(felt.state.facts, display_required=True))


@sentence(r"écrans du jackpot: (\d)")
def _displays(felt: Felt, count: str) -> None:
    felt.see(i.DisplaysObserved(int(count)))


@sentence(r"le mélangeur trie")
def _sorting(felt: Felt) -> None:
    felt.see(i.HealthObserved(Machine.SHUFFLER, i.Health.UP))
    felt.see(i.ShufflerObserved(i.ShufflerMode.SORT, "rouge", "bleu", 52, False))


@sentence(r"le programme redémarre")
def _restart(felt: Felt) -> None:
    felt._step([e.SessionResumed()])


@sentence(r"le chef acquitte (A-\d+)(?:: (\w+))?")
def _acknowledged(felt: Felt, code: str, reason: str | None) -> None:
    number = next(alarm.number for alarm in felt.state.alarms if alarm.code == code)
    felt.do(i.SeeAlarm(number, reason or i.Acknowledgement.CHECKED.value))


@sentence(r"le son de (A-\d+) est coupé")
def _silenced(felt: Felt, code: str) -> Intent:
    return i.SilenceAlarm(next(alarm.number for alarm in felt.state.alarms if alarm.code == code))


@sentence(r"le mélangeur change de programme")
def _firmware(felt: Felt) -> None:
    felt.see(i.TroubleObserved(Machine.SHUFFLER, "firmware_changed"))


SOUNDS = {"coupé": Sound.SILENT, "bref": Sound.TICK, "haut": Sound.HIGH, "critique": Sound.CRITICAL}


@sentence(r"il faut: le signal sonore est (coupé|bref|haut|critique)")
def _must_sound(felt: Felt, word: str) -> None:
    assert buzzer(felt.state).sound is SOUNDS[word], buzzer(felt.state)


@sentence(r"il faut: le pit (est|n'est pas) appelé pour (A-\d+)")
def _must_call_the_pit(felt: Felt, word: str, code: str) -> None:
    (up,) = [alarm for alarm in felt.state.alarms if alarm.code == code]
    assert (up.pit_ms > 0 and not up.seen_ms) == (word == "est"), up


@sentence(r"le mélangeur a compté (\d+) cartes du jeu (rouge|bleu)")
def _counted(felt: Felt, count: str, colour: str) -> None:
    felt.see(i.HealthObserved(Machine.SHUFFLER, i.Health.UP))
    felt.see(i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "", COLOURS[colour], int(count), True))


@sentence(r"le jeu est pris dans le bac")
def _taken_out(felt: Felt) -> None:
    felt.see(i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "", "", 0, False))


@sentence(r"le mélangeur ne répond plus")
def _shuffler_lost(felt: Felt) -> None:
    felt.see(i.HealthObserved(Machine.SHUFFLER, i.Health.LOST, "silence"))


@sentence(r"mélange à la main")
def _hand_shuffle(felt: Felt) -> i.Intent:
    return i.AllowMode(i.Mode.HAND_SHUFFLE)


@sentence(r"le mélangeur reprend")
def _shuffler_again(felt: Felt) -> i.Intent:
    return i.LeaveMode(i.Mode.HAND_SHUFFLE)


@sentence(r"jeu (rouge|bleu) mélangé et compté: (\d+)")
def _declared(felt: Felt, colour: str, count: str) -> i.Intent:
    return i.DeclareDeck(COLOURS[colour], int(count))


@sentence(r"il faut: alarme (A-\d+)(?: siège (\d))?")
def _must_alarm(felt: Felt, code: str, seat: str | None) -> None:
    up = [(alarm.code, alarm.seat) for alarm in felt.state.alarms]
    assert (code, int(seat or 0)) in up, up


@sentence(r"il faut: aucune alarme")
def _must_be_quiet(felt: Felt) -> None:
    assert not felt.state.alarms, felt.state.alarms
