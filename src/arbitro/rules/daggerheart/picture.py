"""A scene to look at: the spotlight, Fear, what runs down, and everybody on one line with the ranges between them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from arbitro.kernel.seat import Seat
from arbitro.kernel.sketch import Figure, Sketch, Spot, Stand, Step, Track, on_a_line
from arbitro.rules.daggerheart import view
from arbitro.rules.daggerheart.state import FEAR_LIMIT, State
from arbitro.text import Language

if TYPE_CHECKING:
    from arbitro.rules.daggerheart.narration import Narration

RULES: Final = ("DH-FEAR-01", "DHP-RANGE-01", "DHP-RANGE-02", "DHP-COUNT-01")
"""The rules that the picture lays open: Fear in plain sight, the ranges, the countdowns."""
ASIDE: Final = ("dead", "retired")


def sketch(rules: "Narration", state: State, seat: Seat, language: Language) -> Sketch | None:
    """The scene as a seat may know it; None between scenes."""
    seen = view.view(state, seat)
    scene = seen.scene
    if scene is None:
        return None
    say = rules.texts.say
    heroes = {one.id: _hero(rules, state, scene, one, language) for one in seen.party}
    foes = {one.id: _foe(rules, state, scene, one, language) for one in scene.foes}
    title = say(language, "sketch.scene", number=scene.number)
    if scene.place is not None:
        title = say(language, "sketch.scene_at", number=scene.number, place=scene.place.in_(language))
    there = [
        *(Stand(foes[one.id], one.at) for one in scene.foes if one.wounds != "down"),
        *(Stand(heroes[one.id], one.at, one.status == "up") for one in seen.party if one.status not in ASIDE),
    ]
    spots = on_a_line(
        there,
        rules.reach(state, "melee"),
        lambda feet: say(language, "tag.at", feet=feet),
        lambda feet, joined: say(
            language,
            "sketch.melee" if joined else "sketch.range",
            feet=feet,
            range=say(language, f"band.{rules.band(state, feet)}"),
        ),
    )
    aside = (
        *(foes[one.id] for one in scene.foes if one.wounds == "down"),
        *(heroes[one.id] for one in seen.party if one.status in ASIDE),
    )
    return Sketch(
        title,
        (say(language, "sketch.party"), say(language, "sketch.foes")) if scene.foes else (),
        tuple(_tracks(rules, state, seen, scene, language)),
        (*spots, *((Spot(say(language, "sketch.aside"), aside, apart=True),) if aside else ())),
        lined=True,
    )


def _tracks(
    rules: "Narration", state: State, seen: view.View, scene: view.SceneView, language: Language
) -> Iterator[Track]:
    """The spotlight, Fear, the countdowns that the reader may know, and the roll that is due."""
    say = rules.texts.say
    lit_one = holder(seen, scene)
    lit = []
    for side in ("players", "gm"):
        name, holds = say(language, f"side.{side}"), scene.spotlight == side
        named = f" ({rules.name_of(state, lit_one, language)})" if holds and lit_one else ""
        lit.append(Step(name + named, holds))
    yield Track(say(language, "sketch.spotlight"), tuple(lit), ordered=False)
    yield Track(say(language, "gauge.fear"), full=seen.fear.held, most=FEAR_LIMIT)
    for countdown in scene.countdowns:
        yield Track(say(language, "sketch.countdown", name=countdown.name.in_(language)), (Step(str(countdown.value)),))
    if scene.pending is not None:
        who = rules.name_of(state, scene.pending.actor, language)
        due = f"{who}, {say(language, f'trait.{scene.pending.trait}')}"
        yield Track(say(language, "sketch.due"), (Step(due, now=True),))


def holder(seen: view.View, scene: view.SceneView) -> str:
    """Whoever has the spotlight of the side that holds it; nobody where it has only just come over."""
    people = (one.id for one in (seen.party if scene.spotlight == "players" else scene.foes))
    return scene.holder if scene.holder in people else ""


def _hero(rules: "Narration", state: State, scene: view.SceneView, hero: view.HeroView, language: Language) -> Figure:
    """A PC: what is marked of hit points and stress, and the conditions."""
    say, name = rules.texts.say, hero.name.in_(language)
    marked, slots = hero.hp
    words = [say(language, "sketch.hp", hp=marked, max=slots)]
    if hero.status == "up":
        stress, most = hero.stress
        words.append(say(language, "sketch.stress", stress=stress, max=most))
    else:
        words = [say(language, f"status.{hero.status}", who=name)]
    words += rules.condition_names(state, hero.id, hero.conditions, language)
    more = [say(language, "sketch.hope", hope=hero.hope, max=hero.hope_limit)]
    if hero.cover:
        more.append(say(language, f"tag.cover_{hero.cover}"))
    return Figure(
        hero.id,
        str(name),
        0,
        ", ".join(words),
        "; ".join(more),
        100 * (slots - marked) // max(slots, 1),
        active=hero.id == (scene.holder if scene.pending is None else scene.pending.actor),
        out=hero.status != "up",
    )


def _foe(rules: "Narration", state: State, scene: view.SceneView, foe: view.FoeView, language: Language) -> Figure:
    """An adversary: how hurt it looks; its numbers for those who may know them."""
    say, name, life = rules.texts.say, foe.name.in_(language), None
    words = [say(language, f"wounds.{foe.wounds}", who=name)] if foe.wounds != "down" else []
    if foe.numbers is not None and foe.wounds != "down":
        marked, slots = foe.numbers.hp
        words, life = [say(language, "sketch.hp", hp=marked, max=slots)], 100 * (slots - marked) // max(slots, 1)
    if foe.wounds != "down":
        words += rules.condition_names(state, foe.id, foe.conditions, language)
    more = say(language, f"tag.cover_{foe.cover}") if foe.cover else ""
    active = scene.spotlight == "gm" and foe.id == scene.holder
    return Figure(foe.id, str(name), 1, ", ".join(words), more, life, active, foe.wounds == "down")
