"""The page of the gallery: all pictures, chosen by screen, state, language, size, theme, hand and fault.

One file without a network: it can be looked at from a stick. The browser makes the thumbnails.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

CHOICES: Final = ("screen", "size", "language", "theme", "hand")

_HEAD: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Tapis: gallery</title>
<style>
body { margin: 0; background: #14171a; color: #e6e8ea; font: 15px/1.4 Inter, sans-serif }
header { position: sticky; top: 0; padding: 12px 16px; background: #1e2328; display: flex; gap: 12px;
  flex-wrap: wrap; align-items: center }
select, input { font: inherit; padding: 4px 8px; background: #14171a; color: inherit;
  border: 1px solid #66707a }
main { display: grid; gap: 16px; padding: 16px; grid-template-columns: repeat(auto-fill, minmax(440px, 1fr)) }
figure { margin: 0 } img { width: 100%; display: block; border: 1px solid #2b3138 }
figcaption { padding-top: 4px; color: #a9b0b7; overflow-wrap: anywhere } .faulty { color: #f5c84b }
</style>
<header><b>Tapis</b></header><main></main>
<script>
const CHOICES = """

_TAIL: Final = """;
const header = document.querySelector("header"), main = document.querySelector("main"), SHOWN = 240;
const wanted = {}, fields = {};
function choice(name, values) {
  const field = document.createElement("select");
  field.add(new Option(name + ": all", ""));
  for (const value of values) field.add(new Option(value, value));
  field.onchange = () => { wanted[name] = field.value; draw() };
  header.append(fields[name] = field);
}
for (const name of CHOICES) choice(name, [...new Set(PICTURES.map(one => one[name]))].sort());
const state = document.createElement("input"), faulty = document.createElement("input");
state.placeholder = "state"; state.oninput = draw;
faulty.type = "checkbox"; faulty.onchange = draw;
const label = document.createElement("label"), count = document.createElement("span");
label.append(faulty, " with faults"); header.append(state, label, count);
function draw() {
  const left = PICTURES.filter(one => CHOICES.every(name => !wanted[name] || one[name] === wanted[name])
    && one.state.includes(state.value) && (!faulty.checked || one.faults.length));
  count.textContent = left.length + " pictures" + (left.length > SHOWN ? ", the first " + SHOWN : "");
  main.replaceChildren(...left.slice(0, SHOWN).map(one => {
    const figure = document.createElement("figure"), link = document.createElement("a");
    const picture = document.createElement("img"), words = document.createElement("figcaption");
    link.href = picture.src = one.file; picture.loading = "lazy"; link.target = "_blank";
    words.textContent = [one.state, one.language, one.size, one.theme, one.hand].join(" · ");
    link.append(picture); figure.append(link, words);
    for (const fault of one.faults) {
      const line = document.createElement("figcaption");
      line.className = "faulty"; line.textContent = fault; figure.append(line);
    }
    return figure;
  }));
}
draw();
</script></html>
"""


def page(made: Iterable[Mapping[str, Any]]) -> str:
    """The page of these pictures; their files lie beside it."""
    pictures = json.dumps(list(made), ensure_ascii=False).replace("<", "\\u003c")
    return f"{_HEAD}{json.dumps(CHOICES)};\nconst PICTURES = {pictures}{_TAIL}"
