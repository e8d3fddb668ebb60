"""The pictures of the README show the screens as they are."""

from __future__ import annotations

from tests.ui.gallery import GALLERY, SCREENS, UI, recorded, sources


def test_no_picture_is_older_than_the_screen_it_shows() -> None:
    """`make pictures` makes them anew. One of them hid for days that a chosen row was painted over."""
    assert recorded() == sources()


def test_every_picture_is_of_a_screen_whose_sources_are_recorded() -> None:
    assert {picture.stem.partition("-")[0] for picture in GALLERY.glob("*.png")} == set(SCREENS)


def test_every_picture_of_the_readme_is_in_the_gallery() -> None:
    told = (UI.parent / "README.md").read_text()
    named = [part.partition(")")[0] for part in told.split("](ui/gallery/")[1:]]
    assert named
    assert {*named} <= {picture.name for picture in GALLERY.glob("*.png")}
