"""The scene to look at, and in lines: the spotlight, Fear, the countdowns, and everybody in it."""

from collections.abc import Iterator
from typing import Final

from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.kernel.sketch import Figure, Sketch, Spot, Stand, Step, Track, from_own, on_a_line, open_ground
from arbitro.rules.daggerheart import view
from arbitro.rules.daggerheart.advice import advice
from arbitro.rules.daggerheart.content import books_of
from arbitro.rules.daggerheart.dice_pool import advantage_sources, roll_modifiers, roll_odds
from arbitro.rules.daggerheart.narration import condition_names
from arbitro.rules.daggerheart.numbers import armour_slots, evasion_of
from arbitro.rules.daggerheart.presence import current_scene
from arbitro.rules.daggerheart.ranges import STEP, band_of, reach_of
from arbitro.rules.daggerheart.state import FEAR_LIMIT, State
from arbitro.rules.daggerheart.tokens import foe_token, hero_token
from arbitro.rules.daggerheart.words import LOST, net
from arbitro.text import Language


def lines(game: Ruleset[State], state: State, seat: Seat, language: Language) -> list[str]:
    """Fear and spotlight, the party, the adversaries, the countdowns; for the GM what the rules call for."""
    seen = view.view(state, seat)
    if seen.scene is None:
        return []
    say, scene = game.texts.say, seen.scene
    holder = game.name_of(state, scene.holder, language) if holder_of(seen, scene) else "–"
    lines = [
        say(
            language,
            "picture.moment",
            fear=seen.fear.held,
            spent=scene.fear_spent,
            side=say(language, f"side.{scene.spotlight}"),
            holder=holder,
        )
    ]
    if scene.place is not None:
        lines.append(say(language, "picture.place", place=scene.place.in_(language)))
    if scene.goal is not None:
        lines.append(say(language, "picture.goal", goal=scene.goal.in_(language)))
    lines.append(say(language, "picture.party"))
    lines += [f"  {_hero_line(game, state, hero, language)}" for hero in seen.party]
    if scene.foes:
        lines.append(say(language, "picture.foes"))
        lines += [f"  {_foe_line(game, state, foe, language)}" for foe in scene.foes]
    for countdown in scene.countdowns:
        lines.append(say(language, "picture.countdown", name=countdown.name.in_(language), value=countdown.value))
    if scene.pending is not None:
        lines.append(_request_line(game, state, scene.pending, language))
    if seat.knows(REFEREE_ONLY):
        lines += [say(language, "picture.advice", text=each.text) for each in advice(game, state, language)]
    return lines


def _hero_line(game: Ruleset[State], state: State, hero: view.HeroView, language: Language) -> str:
    say = game.texts.say
    name = hero.name.in_(language)
    if hero.status != "up":
        return say(language, "picture.down", who=name, status=say(language, f"status.{hero.status}", who=name))
    return say(
        language,
        "picture.hero",
        who=name,
        hope=hero.hope,
        hp=hero.hp[0],
        hp_max=hero.hp[1],
        stress=hero.stress[0],
        stress_max=hero.stress[1],
        armour=hero.armour_marked,
        armour_max=armour_slots(state.party[hero.id]),
        evasion=evasion_of(state.party[hero.id]),
        feet=hero.at,
        conditions=_conditions(game, state, hero.id, hero.conditions, language),
    )


def _request_line(game: Ruleset[State], state: State, request: view.RequestView, language: Language) -> str:
    """What a roll that is due adds to the dice; its exact odds where the seat knows the Difficulty."""
    full = current_scene(state).pending
    if full is None:
        return ""
    say, hero = game.texts.say, state.party[request.actor]
    sign = net(*map(len, advantage_sources(books_of(game), state, hero, full)))
    die = say(language, "picture.die_more" if sign > 0 else "picture.die_less") if sign else ""
    values: dict[str, object] = {
        "who": hero.name.in_(language),
        "trait": say(language, f"trait.{request.trait}"),
        "modifier": f"{sum(each.amount for each in roll_modifiers(hero, full)):+d}",
        "die": die,
    }
    line = say(language, "picture.request", **values)
    if request.difficulty is None:
        return line
    shown = (
        f"{say(language, f'outcome.{name}')} {100 * float(chance):.0f} %"
        for name, chance in roll_odds(books_of(game), state, full).items()
    )
    return line + say(language, "picture.request_odds", difficulty=request.difficulty, odds=", ".join(shown))


def _foe_line(game: Ruleset[State], state: State, foe: view.FoeView, language: Language) -> str:
    say = game.texts.say
    name = foe.name.in_(language)
    health = say(language, f"wounds.{foe.wounds}", who=name)
    if foe.wounds == "down":
        return say(language, "picture.down", who=name, status=health)
    if foe.numbers is not None:
        numbers = foe.numbers
        health += say(
            language,
            "picture.numbers",
            difficulty=numbers.difficulty,
            hp=numbers.hp[0],
            hp_max=numbers.hp[1],
            stress=numbers.stress[0],
            stress_max=numbers.stress[1],
        )
    conditions = _conditions(game, state, foe.id, foe.conditions, language)
    return say(language, "picture.foe", who=name, feet=foe.at, health=health, conditions=conditions)


def _conditions(game: Ruleset[State], state: State, who: str, names: tuple[str, ...], language: Language) -> str:
    return f" [{', '.join(condition_names(game, state, who, names, language))}]" if names else ""


RULES: Final = ("DH-FEAR-01", "DHP-RANGE-01", "DHP-RANGE-02", "DHP-COUNT-01")
"""The rules that the picture lays open: Fear in plain sight, the ranges, the countdowns."""


def sketch(game: Ruleset[State], state: State, seat: Seat, language: Language) -> Sketch | None:
    """The scene as a seat may know it; None between scenes."""
    seen = view.view(state, seat)
    scene = seen.scene
    if scene is None:
        return None
    say = game.texts.say
    heroes = {one.id: _hero(game, state, scene, one, language) for one in seen.party}
    foes = {one.id: _foe(game, state, scene, one, language) for one in scene.foes}
    title = say(language, "sketch.scene", number=scene.number)
    if scene.place is not None:
        title = say(language, "sketch.scene_at", number=scene.number, place=scene.place.in_(language))
    there = [
        *(Stand(foes[one.id], one.at) for one in scene.foes if one.wounds != "down"),
        *(Stand(heroes[one.id], one.at, one.status == "up") for one in seen.party if one.status not in LOST),
    ]
    spots = on_a_line(
        there,
        reach_of(books_of(game), state, "melee"),
        lambda at: _where(game, state, from_own(there, at), language),
        lambda feet, joined: say(
            language,
            "sketch.melee" if joined else "sketch.range",
            feet=feet,
            range=say(language, f"band.{band_of(books_of(game), state, feet)}"),
        ),
        clear={
            at: say(language, "sketch.open.ahead" if ahead else "sketch.open.back")
            for at, ahead in open_ground(there, STEP)
            if scene.spotlight == "players" and scene.pending is None
        },
    )
    aside = (
        *(foes[one.id] for one in scene.foes if one.wounds == "down"),
        *(heroes[one.id] for one in seen.party if one.status in LOST),
    )
    return Sketch(
        title,
        (say(language, "sketch.party"), say(language, "sketch.foes")) if scene.foes else (),
        tuple(_tracks(game, state, seen, scene, language)),
        (*spots, *((Spot(say(language, "sketch.aside"), aside, apart=True),) if aside else ())),
        lined=True,
    )


def _where(game: Ruleset[State], state: State, feet: int, language: Language) -> str:
    """Where a place is: by its range from the nearest PC."""
    say = game.texts.say
    if not feet:
        return say(language, "sketch.here")
    return say(language, "sketch.where", range=say(language, f"band.{band_of(books_of(game), state, feet)}"))


def _tracks(
    game: Ruleset[State], state: State, seen: view.View, scene: view.SceneView, language: Language
) -> Iterator[Track]:
    """The spotlight, Fear, the countdowns that the reader may know, and the roll that is due."""
    say = game.texts.say
    lit_one = holder_of(seen, scene)
    lit = []
    for side in ("players", "gm"):
        name, holds = say(language, f"side.{side}"), scene.spotlight == side
        named = f" ({game.name_of(state, lit_one, language)})" if holds and lit_one else ""
        lit.append(Step(name + named, holds))
    yield Track(say(language, "sketch.spotlight"), tuple(lit), ordered=False)
    yield Track(say(language, "gauge.fear"), full=seen.fear.held, most=FEAR_LIMIT)
    for countdown in scene.countdowns:
        yield Track(say(language, "sketch.countdown", name=countdown.name.in_(language)), (Step(str(countdown.value)),))
    if scene.pending is not None:
        who = game.name_of(state, scene.pending.actor, language)
        due = f"{who}, {say(language, f'trait.{scene.pending.trait}')}"
        yield Track(say(language, "sketch.due"), (Step(due, now=True),))


def holder_of(seen: view.View, scene: view.SceneView) -> str:
    """Whoever has the spotlight of the side that holds it; nobody where it has only just come over."""
    people = (one.id for one in (seen.party if scene.spotlight == "players" else scene.foes))
    return scene.holder if scene.holder in people else ""


def _hero(game: Ruleset[State], state: State, scene: view.SceneView, hero: view.HeroView, language: Language) -> Figure:
    """A PC: what is marked of hit points and stress, and the conditions."""
    say, name = game.texts.say, hero.name.in_(language)
    marked, slots = hero.hp
    words = [say(language, "sketch.hp", hp=marked, max=slots)]
    if hero.status == "up":
        stress, most = hero.stress
        words.append(say(language, "sketch.stress", stress=stress, max=most))
    else:
        words = [say(language, f"status.{hero.status}", who=name)]
    words += condition_names(game, state, hero.id, hero.conditions, language)
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
        token=hero_token(books_of(game), hero, language),
    )


def _foe(game: Ruleset[State], state: State, scene: view.SceneView, foe: view.FoeView, language: Language) -> Figure:
    """An adversary: how hurt it looks; its numbers for those who may know them."""
    say, name, life = game.texts.say, foe.name.in_(language), None
    words = [say(language, f"wounds.{foe.wounds}", who=name)] if foe.wounds != "down" else []
    if foe.numbers is not None and foe.wounds != "down":
        marked, slots = foe.numbers.hp
        words, life = [say(language, "sketch.hp", hp=marked, max=slots)], 100 * (slots - marked) // max(slots, 1)
    if foe.wounds != "down":
        words += condition_names(game, state, foe.id, foe.conditions, language)
    more = say(language, f"tag.cover_{foe.cover}") if foe.cover else ""
    active = scene.spotlight == "gm" and foe.id == scene.holder
    token = foe_token(books_of(game), foe, current_scene(state).foes[foe.id], language)
    return Figure(foe.id, str(name), 1, ", ".join(words), more, life, active, foe.wounds == "down", token)
