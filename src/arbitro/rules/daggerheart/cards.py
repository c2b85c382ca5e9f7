"""The scene at a glance.

PCs and the GM's Fear lie in the open; of adversaries everybody sees how they look, and only the GM the numbers.
"""

from collections.abc import Iterator
from typing import Final, Literal

from arbitro.kernel.card import Card, Gauge, Tag
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.rules.daggerheart import view
from arbitro.rules.daggerheart.companion import companion_of
from arbitro.rules.daggerheart.content import Library, books_of
from arbitro.rules.daggerheart.feature_texts import who_it_is
from arbitro.rules.daggerheart.narration import condition_name
from arbitro.rules.daggerheart.numbers import armour_slots, difficulty_of, evasion_of
from arbitro.rules.daggerheart.presence import PLACE, current_scene
from arbitro.rules.daggerheart.ranges import band_of
from arbitro.rules.daggerheart.state import FEAR_LIMIT, Foe, Hero, Place, State
from arbitro.rules.daggerheart.tokens import foe_token, hero_token
from arbitro.text import Language

Group = Literal["own", "ally", "foe", "place"]
GROUPS: Final[tuple[Group, ...]] = ("own", "ally", "foe", "place")
GONE: Final = ("dead", "retired", "unconscious", "yielded")


def cards(game: Ruleset[State], state: State, seat: Seat, language: Language) -> tuple[Card, ...]:
    """The PCs, the adversaries, the GM's Fear, the place."""
    seen = view.view(state, seat)
    if not seen.party:
        return ()
    found = [hero_card(game, state, seat, seen, hero, language) for hero in seen.party]
    if seen.scene is not None:
        found += [foe_card(game, state, seen.scene, foe, language) for foe in seen.scene.foes]
    found.append(fear_card(game, seat, seen, language))
    if seen.scene is not None:
        found.append(place_card(game, state, seat, seen.scene, language))
    return tuple(sorted(found, key=lambda card: GROUPS.index(card.group)))


def hero_card(
    game: Ruleset[State], state: State, seat: Seat, seen: view.View, shown: view.HeroView, language: Language
) -> Card:
    """A PC, whose marks everybody at the table sees."""
    say, hero = game.texts.say, state.party[shown.id]
    slots = armour_slots(hero)
    gauges = [
        marked_gauge(game, "hp", shown.hp, shown.hp[0] + 1 >= shown.hp[1], language),
        marked_gauge(game, "stress", shown.stress, shown.stress[0] >= shown.stress[1], language),
        Gauge(say(language, "gauge.hope"), shown.hope, shown.hope_limit),
    ]
    if slots:
        marks = (shown.armour_marked, slots)
        gauges.append(marked_gauge(game, "armour", marks, shown.armour_marked >= slots, language))
    if state.options["spotlight_tracker"]:
        gauges.append(Gauge(say(language, "gauge.tokens"), shown.tokens))
    asked = any(question.who == shown.id for question in state.awaiting)
    holds = seen.scene is not None and not seen.scene.ending and seen.scene.holder == shown.id
    return Card(
        shown.id,
        str(shown.name.in_(language)),
        "own" if seat.role == "player" and shown.id in seat.controls else "ally",
        say(language, "card.hero", calling=class_name(books_of(game), hero, language), level=shown.level),
        tuple(gauges),
        tuple(hero_tags(game, state, seen, shown, language)),
        active=asked or holds,
        out=shown.status in GONE,
        has_sheet=True,
        token=hero_token(books_of(game), shown, language),
        dead=shown.status == "dead",
    )


def class_name(books: Library, hero: Hero, language: Language) -> str:
    """The class, in the form that fits."""
    entry = books.classes.get(hero.sheet.class_id)
    if entry is None:
        return hero.sheet.class_id
    woman = language == "it" and hero.name.gender == "f" and entry.name.feminine
    return str(woman or entry.name.in_(language))


def hero_tags(
    game: Ruleset[State], state: State, seen: view.View, shown: view.HeroView, language: Language
) -> Iterator[Tag]:
    """Status, conditions, cover, place, what is given for the next roll."""
    say, name = game.texts.say, shown.name.in_(language)
    if shown.status != "up":
        yield Tag(say(language, f"status.{shown.status}", who=name), "bad")
    yield from condition_tags(game, state, shown.id, shown.conditions, language)
    beast = companion_of(state.party[shown.id])
    if beast is not None and beast.away:
        yield Tag(say(language, "tag.companion_away"), "bad")
    elif beast is not None:
        yield Tag(say(language, "tag.companion", marked=beast.marked, most=beast.stress), "good")
    form = state.party[shown.id].form
    if form is not None:
        yield Tag(str(form.name.in_(language)), "good")
    if seen.scene is not None:
        foes = [foe.at for foe in seen.scene.foes if foe.wounds != "down"]
        yield from spot_tags(game, state, _gap(shown.at, foes), shown.cover, language)
    yield Tag(say(language, "tag.evasion", evasion=evasion_of(state.party[shown.id])))
    if shown.edge:
        yield Tag(say(language, "tag.edge"), "good")
    for who in ("dodge", "mercy"):
        bonus = getattr(state.party[shown.id], who)
        if bonus:
            yield Tag(say(language, f"tag.{who}", bonus=bonus), "good")


def condition_tags(
    game: Ruleset[State], state: State, who: str, names: tuple[str, ...], language: Language
) -> Iterator[Tag]:
    """What somebody is under; hiding and aiming well are good things to be under."""
    bearer = game.name_of(state, who, language)
    for name in names:
        entry = books_of(game).conditions[name]
        good = entry.hidden or entry.aims
        yield Tag(str(condition_name(books_of(game), bearer, name, language)), "good" if good else "bad")


def _gap(at: int, others: list[int]) -> int | None:
    return min((abs(other - at) for other in others), default=None)


def spot_tags(game: Ruleset[State], state: State, gap: int | None, cover: str, language: Language) -> Iterator[Tag]:
    """How far somebody stands from the nearest foe, and behind what."""
    say = game.texts.say
    if gap is not None:
        yield Tag(say(language, "tag.gap", range=say(language, f"band.{band_of(books_of(game), state, gap)}")))
    if cover:
        yield Tag(game.texts.say(language, f"tag.cover_{cover}"), "good")


def foe_card(
    game: Ruleset[State], state: State, scene: view.SceneView, shown: view.FoeView, language: Language
) -> Card:
    """An adversary: how it looks, and its marks for the GM."""
    say, numbers, name = game.texts.say, shown.numbers, shown.name.in_(language)
    gauges: list[Gauge] = []
    line = ""
    tags = list(condition_tags(game, state, shown.id, shown.conditions, language))
    if shown.wounds != "down":
        heroes = [hero.at for hero in state.party.values() if hero.status == "up"]
        tags += spot_tags(game, state, _gap(shown.at, heroes), shown.cover, language)
    if numbers is None:
        tone: Literal["plain", "bad"] = "plain" if shown.wounds == "none" else "bad"
        tags.insert(0, Tag(say(language, f"wounds.{shown.wounds}", who=name), tone))
    else:
        foe = current_scene(state).foes[shown.id]
        kind = say(language, f"foe_type.{foe.block.type}")
        line = say(language, "card.foe", type=kind, tier=foe.block.tier)
        tags.append(Tag(say(language, "tag.difficulty", difficulty=difficulty_of(books_of(game), foe))))
        tags += wants_tags(game, foe, "motives", language)
        gauges.append(marked_gauge(game, "hp", numbers.hp, numbers.hp[0] + 1 >= numbers.hp[1], language))
        if numbers.stress[1]:
            full = numbers.stress[0] >= numbers.stress[1]
            gauges.append(marked_gauge(game, "stress", numbers.stress, full, language))
    down = shown.wounds == "down"
    return Card(
        shown.id,
        str(name),
        "foe",
        line,
        tuple(gauges),
        tuple(tags),
        active=not down and not scene.ending and scene.holder == shown.id,
        out=down,
        has_sheet=numbers is not None,
        token=foe_token(books_of(game), shown, current_scene(state).foes[shown.id], language),
    )


def marked_gauge(game: Ruleset[State], name: str, marks: tuple[int, int], low: bool, language: Language) -> Gauge:
    """Marks made, out of those that there is room for."""
    say = game.texts.say
    return Gauge(say(language, f"gauge.{name}"), *marks, low, say(language, f"gauge.{name}.short"), harm=True)


def fear_card(game: Ruleset[State], seat: Seat, seen: view.View, language: Language) -> Card:
    """The GM's Fear, which lies in the open (DH-FEAR-01): between scenes beside the time of day, where all look."""
    say, scene = game.texts.say, seen.scene
    full = seen.fear.held >= FEAR_LIMIT
    gauges = (Gauge(say(language, "gauge.fear"), seen.fear.held, FEAR_LIMIT, full, harm=True),)
    tags: list[Tag] = []
    if scene is not None:
        tags.append(Tag(say(language, "tag.fear_spent", count=scene.fear_spent)))
        if scene.tension is not None:
            tags.append(Tag(say(language, f"tension.{scene.tension}")))
    turn = scene is not None and not scene.ending and scene.spotlight == "gm"
    others: Group = "place" if scene is None else "foe"
    group: Group = "own" if seat.role == "referee" else others
    return Card(REFEREE_ONLY, say(language, "referee"), group, "", gauges, tuple(tags), active=turn)


def place_card(game: Ruleset[State], state: State, seat: Seat, scene: view.SceneView, language: Language) -> Card:
    """The place, what it is about, what draws near, and the roll that is due."""
    say = game.texts.say
    name = scene.place.in_(language) if scene.place is not None else say(language, "card.scene", number=scene.number)
    gauges = tuple(Gauge(str(one.name.in_(language)), one.value, low=one.value <= 1) for one in scene.countdowns)
    tags = [Tag(_known_move(game, threat, language), "bad") for threat in scene.threats]
    if scene.pending is not None:
        difficulty = scene.pending.difficulty
        key = "tag.roll_due_hidden" if difficulty is None else "tag.roll_due"
        who, trait = (
            game.name_of(state, scene.pending.actor, language),
            say(language, f"trait.{scene.pending.trait}"),
        )
        tags.append(Tag(say(language, key, who=who, trait=trait, difficulty=difficulty), "plain", scene.pending.stakes))
    if scene.ending:
        tags.append(Tag(say(language, f"ending.{scene.ending}")))
    line = str(scene.goal.in_(language)) if scene.goal is not None else ""
    place = current_scene(state).place if seat.role == "referee" else None
    if place is not None:
        tags += wants_tags(game, place, "impulses", language)
    return Card(PLACE, str(name), "place", line, gauges, tuple(tags), has_sheet=place is not None)


def wants_tags(game: Ruleset[State], one: Foe | Place, wants: str, language: Language) -> Iterator[Tag]:
    """What an adversary or an environment wants, for the GM; who it is stands behind it."""
    who, told = who_it_is(books_of(game), one, language)
    if told:
        yield Tag(game.texts.say(language, f"tag.{wants}", told=told), "plain", who)


def _known_move(game: Ruleset[State], threat: str, language: Language) -> str:
    """A threat in the GM's own words, or by the move that announced it."""
    return game.texts.say(language, f"move.{threat}") if game.texts.find(language, f"move.{threat}") else threat
