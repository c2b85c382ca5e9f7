"""Choices with a new level: talents, powers, spells, feats and abilities are the player's (AE-FULLHEAL-01).

Our rulings: whoever has gained a level in town does not set out before everything that the level brings is chosen, by
the player or for them, or put off knowingly; what was put off can be made good at any quiet moment in town. Spells may
be chosen anew after each full heal-up, as long as none of them is spent; maneuvers, forms and tricks with a new level.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from arbitro.kernel.choice import Choice, Label, Parameter, Pick
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.seat import Seat
from arbitro.play.scene import Scene
from arbitro.play.sides.archmage.growth import (
    ChangePower,
    ChoicesFilled,
    ChoicesPutOff,
    ChoiceTaken,
    LetChoose,
    PowerChanged,
    PutOffChoices,
    TakeChoice,
)
from arbitro.play.sides.archmage.party import ArchmageSide, busy, inner_state, own_state, people
from arbitro.play.sides.archmage.roster import remade
from arbitro.play.state import CampaignState
from arbitro.rules.archmage.catalogue import Books
from arbitro.rules.archmage.choosing import ChoiceKind, Owed, changeable, exchanged, filled, owed, taken
from arbitro.rules.archmage.heroes import Hero
from arbitro.rules.archmage.owning import GIFTS
from arbitro.rules.archmage.power import ABILITIES
from arbitro.text import Texts

GAME: Final = Texts("arbitro.rules.archmage")
GROWS: Final = ("AE-FULLHEAL-01",)
GROUP: Final = "growth"
"""The group of choices that are not of the moment."""


# -------------------------------------------------------------------- what is to be chosen


def owing(books: Books, state: CampaignState) -> tuple[str, ...]:
    """Those who may not set out before they have chosen or put it off."""
    own = own_state(state)
    return tuple(who for who in people(state) if who in own.growing and owed(books, own.heroes[who]))


def may_grow(state: CampaignState, who: str) -> Refusal | None:
    """Whether somebody has the leisure to choose."""
    if busy(state) or state.draft is not None:
        return Refusal("busy_now")
    here = who in own_state(state).heroes and who in people(state) and who not in own_state(state).apart
    return None if here else Refusal("cannot_now", {"who": f"@{who}"})


def take_choice(side: ArchmageSide, scene: Scene, command: TakeChoice) -> Refusal | None:
    """One thing chosen."""
    refused = may_grow(scene.state, command.who)
    if refused is not None:
        return refused
    books, state = side.game.rules.books, own_state(scene.state)
    hero = state.heroes[command.who]
    open_ = [each for each in owed(books, hero) if each.kind == command.kind]
    if not open_:
        return Refusal("nothing_to_choose", {"who": f"@{command.who}"}, GROWS)
    made = taken(books, hero, command.kind, command.name, command.of)
    if made is None:
        return Refusal("not_to_choose", {"who": f"@{command.who}", "name": command.name}, GROWS)
    one = remade(books, inner_state(state).party[hero.id], made)
    ability = next((each for each in ABILITIES if command.kind == "raise" and each == command.name), None)
    score = made.abilities[ability] if ability is not None else 0
    of = next((each.of for each in open_ if command.name in each.options), "") if command.kind == "detail" else ""
    scene.happen(ChoiceTaken(hero.id, command.kind, command.name, made, one, score, of, rules=GROWS))
    return None


def let_choose(side: ArchmageSide, scene: Scene, command: LetChoose) -> Refusal | None:
    """All the rest, sensibly: what the rules play first, what fits the best abilities, what is of a higher level."""
    refused = may_grow(scene.state, command.who)
    if refused is not None:
        return refused
    books, state = side.game.rules.books, own_state(scene.state)
    hero = state.heroes[command.who]
    if not owed(books, hero):
        return Refusal("nothing_to_choose", {"who": f"@{command.who}"}, GROWS)
    made = filled(books, hero)
    one = remade(books, inner_state(state).party[hero.id], made)
    scene.happen(ChoicesFilled(hero.id, tuple(difference(hero, made)), made, one, rules=GROWS))
    return None


def difference(before: Hero, after: Hero) -> Iterator[tuple[ChoiceKind, str]]:
    """What somebody has now and had not before, each with what sort of thing it is."""
    for ability, score in after.abilities.items():
        for _ in range(score - before.abilities[ability]):
            yield "raise", ability
    kinds: tuple[tuple[ChoiceKind, tuple[str, ...], tuple[str, ...]], ...] = (
        ("talent", before.talents, after.talents),
        ("power", before.powers, after.powers),
        ("feat", before.feats, after.feats),
    )
    for kind, old, new in kinds:
        for name in (Counter(new) - Counter(old)).elements():
            yield kind, name


def put_off(side: ArchmageSide, scene: Scene, command: PutOffChoices) -> Refusal | None:
    """Go on with choices left open, knowingly."""
    refused = may_grow(scene.state, command.who)
    if refused is not None:
        return refused
    if command.who not in owing(side.game.rules.books, scene.state):
        return Refusal("nothing_to_choose", {"who": f"@{command.who}"}, GROWS)
    scene.happen(ChoicesPutOff(command.who, rules=GROWS))
    return None


# -------------------------------------------------------------------- powers chosen anew


def moments(state: CampaignState, who: str) -> tuple[str, ...]:
    """What somebody's powers may be chosen anew for now: a full heal-up, a new level."""
    own = own_state(state)
    one = inner_state(state).party[who]
    rested = inner_state(state).weight == "0" and not any(spent.used for spent in one.powers.values())
    risen = who in own.risen and state.stage == "town"
    return (*(("heal_up",) if rested else ()), *(("level",) if risen else ()))


def change_power(side: ArchmageSide, scene: Scene, command: ChangePower) -> Refusal | None:
    """Another power in the place of one."""
    refused = may_grow(scene.state, command.who)
    if refused is not None:
        return refused
    books, state = side.game.rules.books, own_state(scene.state)
    hero = state.heroes[command.who]
    now = moments(state, command.who)
    options = {old: new for when in now for old, new in changeable(books, hero, when).items()}
    if command.new not in options.get(command.old, ()):
        values: dict[str, str | int] = {"who": f"@{command.who}", "name": command.new, "old": command.old}
        return Refusal("not_to_change" if now else "no_time_to_change", values, GROWS)
    made = exchanged(books, hero, command.old, command.new)
    one = remade(books, inner_state(state).party[hero.id], made)
    levels = command.new in hero.powers
    scene.happen(PowerChanged(hero.id, command.old, command.new, made, one, levels, rules=GROWS))
    return None


# -------------------------------------------------------------------- offered and suggested


def choices(side: ArchmageSide, state: CampaignState, seat: Seat) -> Iterator[Choice]:
    """What each whom a seat plays has to choose with what there is, or to leave to the program, or to put off."""
    if state.stage != "town" or busy(state) or state.awaiting or state.draft is not None:
        return
    books, own = side.game.rules.books, own_state(state)
    blocked = owing(books, state)
    for who in people(state):
        if not seat.may_act_for(who) or who in own.apart:
            continue
        open_ = owed(books, own.heroes[who])
        group = "" if who in blocked else GROUP
        for each in open_:
            yield _offer(books, who, each, group)
        if open_:
            label = Label("choice.let_choose", {"who": f"@{who}"})
            yield Choice(f"let_choose/{who}", "let_choose", label, {"who": who}, (), GROWS, group)
        if who in blocked:
            label = Label("choice.put_off_choices", {"who": f"@{who}"})
            yield Choice(f"put_off/{who}", "put_off_choices", label, {"who": who}, (), GROWS, GROUP)
        yield from _changes(books, state, who)


def _offer(books: Books, who: str, each: Owed, group: str) -> Choice:
    values: dict[str, str | int] = {"who": f"@{who}", "count": each.count}
    fixed: dict[str, str | int] = {"who": who, "kind": each.kind}
    if each.of:
        fixed["of"] = each.of
    if each.kind == "detail":
        values["of"] = f"@{'feat' if '/' in each.of else 'power'}/{each.of}"
    part = Parameter("name", picks=tuple(pick_of(books, each.kind, name) for name in each.options))
    key = f"choice.take_choice.{each.kind}"
    return Choice(f"take/{who}/{each.kind}/{each.of}", "take_choice", Label(key, values), fixed, (part,), GROWS, group)


def is_gift(name: str) -> bool:
    """Whether a detail is of a familiar: one gift, or several together."""
    return GAME.find("en", f"gift.{name.partition(GIFTS)[0]}") is not None


def pick_of(books: Books, kind: ChoiceKind, name: str) -> Pick:
    """Something to choose, by its name."""
    if kind == "raise":
        return Pick(name, Label(f"ability.{name}"))
    if kind == "detail" and is_gift(name):
        return Pick(name, Label("name", {"who": f"@gift/{name}"}))
    if kind == "detail" and name not in books.powers:
        return Pick(name, Label(f"making.detail.{name}"))
    return Pick(name, Label("name", {"who": f"@{'feat' if kind == 'feat' else 'power'}/{name}"}))


def _changes(books: Books, state: CampaignState, who: str) -> Iterator[Choice]:
    hero = own_state(state).heroes[who]
    if not hero.talents:
        return  # made before there were talents: such characters have what their sheet says
    for when in moments(state, who):
        for old, options in changeable(books, hero, when).items():
            label = Label("choice.change_power", {"who": f"@{who}", "old": f"@power/{old}"})
            part = Parameter("new", picks=tuple(pick_of(books, "power", name) for name in options))
            fixed: dict[str, str | int] = {"who": who, "old": old}
            yield Choice(f"change/{who}/{old}", "change_power", label, fixed, (part,), GROWS, GROUP)


def wishes(side: ArchmageSide, state: CampaignState) -> Iterator[Command]:
    """An automatic player lets everything be chosen that is due."""
    if state.stage == "town" and not busy(state):
        yield from (LetChoose(who) for who in owing(side.game.rules.books, state))
