"""The scene pane of the full-screen game: the picture of a fight, the words of it, and never the place of the map."""

from tests.cli.test_screen import fight, on_screen, sat_down

from arbitro.store.base import Store


@on_screen
async def test_a_fight_is_drawn_in_the_scene_and_a_key_turns_to_its_words(store: Store) -> None:
    async with sat_down(await fight(store), (100, 40)) as play:
        drawn = play.seen("#words-text")
        assert "● The party   ◆ The orcs" in drawn
        assert "┃ × in melee, 10 ft apart" in drawn
        assert "▸● Berto (8/8 hp)" in drawn
        await play.press("M")
        assert "Berto: 8/8 hp, AC 4 [15]" in play.seen("#words-text")
        await play.press("M")
        assert play.seen("#words-text") == drawn
        assert not play.table.has_class("mapped")


@on_screen
async def test_the_picture_of_spotlight_and_fear_has_the_width_of_its_pane(store: Store) -> None:
    async with sat_down(await fight(store, "daggerheart", "rats"), (80, 24), language="it") as play:
        drawn = play.seen("#words-text")
        assert drawn.startswith("Riflettori: ▸i giocatori")
        assert "Paura: " in drawn
        room = play.table.query_one("#words").scrollable_content_region.width
        assert max(map(len, drawn.splitlines())) <= room
