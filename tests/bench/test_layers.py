"""The profile of a night by layer: all of the time is somebody's, and every place it names is there."""

from __future__ import annotations

from tests.bench.layers import LAYERS, MACHINES, ROOT, entered, profile


def test_the_layers_of_a_night_are_the_whole_of_it() -> None:
    told = profile(5)
    layers = told["layers"]
    assert told["calls_a_round"] > 0
    assert abs(sum(one["us"] for one in layers.values()) - told["us_a_round"]) < len(layers)
    assert abs(sum(one["calls"] for one in layers.values()) - told["calls_a_round"]) < len(layers)
    assert [name for name, one in layers.items() if one["calls"] == 0] == []


def test_every_place_of_the_layers_is_there() -> None:
    assert [one for places in LAYERS.values() for one in places if not (ROOT / one).exists()] == []


def test_what_a_layer_asks_of_the_core_is_its_own_time() -> None:
    def into(layer: str, path: str) -> str:
        return entered(layer, str(ROOT / path))

    assert into("people's own thinking", "controller/game/views.py") == "views read by people"
    assert into("views read by people", "controller/game/decide.py") == "views read by people"
    assert into("table's step", "controller/game/decide.py") == "decide and judge"
    assert into("evolve", "controller/game/a_new_topic/evolve.py") == "evolve"
    assert into(MACHINES, "drivers/lines/frame.py") == MACHINES
    assert into("pump", "drivers/lines/frame.py") == "drivers and their lines"
    assert into("encode", "/usr/lib/python3/json/encoder.py") == "encode"
