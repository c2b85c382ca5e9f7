"""Who goes along: parties by lot or ready-made, the marching order, the end of careers."""

from collections import Counter
from collections.abc import Container, Iterable
from typing import Final, TypeVar

from msgspec.structs import replace

from arbitro.dice.stream import Dice
from arbitro.kernel.command import Refusal, listed
from arbitro.kernel.named import slug
from arbitro.rules.whitebox.basics import fighting
from arbitro.rules.whitebox.outfit import ReadyCharacter
from arbitro.rules.whitebox.people.commands import (
    CreateCharacter,
    Enrol,
    JoinParty,
    LeaveParty,
    MarchingOrder,
    MemoriseAll,
    RandomCharacter,
    RandomParty,
    ReadyParty,
    Retire,
)
from arbitro.rules.whitebox.people.creation import (
    bad_id,
    bad_scores,
    enter,
    may_be,
    may_create,
    open_peoples,
    roll_scores,
    written,
)
from arbitro.rules.whitebox.people.equipment import may_carry
from arbitro.rules.whitebox.people.events import CharacterMade, Retired
from arbitro.rules.whitebox.people.healing import hurtable
from arbitro.rules.whitebox.people.memory import slots_of, spell_level
from arbitro.rules.whitebox.people.records import (
    awake,
    class_row,
    full_hit_points,
    line_up,
    marching,
    nobody_of,
    on_their_feet,
    top_level,
)
from arbitro.rules.whitebox.people.state import PARTY, Character, Item
from arbitro.rules.whitebox.people.throws import Noted
from arbitro.rules.whitebox.people.treasure import exists
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import State
from arbitro.rules.whitebox.terms import Named

T = TypeVar("T")

MOST_TOGETHER: Final = 12
DECORATION: Final = "decoration"
"""Names and the like draw from a stream of their own, so that other names never change a game."""
HUMANS: Final = 3
"""How often the first people of the list is drawn against once for each other."""


# ------------------------------------------------------------ by lot


def adventuring_classes(rules: Rules) -> tuple[str, ...]:
    """The classes from which lots are drawn, in the order in which a party fills its places."""
    classes = rules.content.classes
    return tuple(name for name in rules.content.kits if name in classes and not classes[name].people)


def peoples_for(rules: Rules, class_id: str, level: int) -> tuple[str, ...]:
    """The peoples that have a class as far as a level, the first of the list more often."""
    found = [folk for folk in open_peoples(rules) if top_level(rules, folk, class_id) >= level]
    return (*found[:1] * (HUMANS - 1), *found)


def may_draw(rules: Rules, class_id: str, folk: str, level: int) -> Refusal | None:
    """Whether a character like this can be drawn by lot."""
    if folk and folk not in open_peoples(rules):
        return Refusal("no_such_folk", {"folk": folk, "known": listed("people", open_peoples(rules))})
    if level < 1:
        return nobody_of(rules, class_id, (folk,) if folk else open_peoples(rules), level)
    for name in (class_id,) if class_id else rules.adventuring_classes(rules):
        if folk or name not in rules.content.classes:
            refused = may_be(rules, folk or open_peoples(rules)[0], name, level)
            if refused is not None and class_id:
                return refused
            if refused is None:
                return None
        elif peoples_for(rules, name, level):
            return None
    return nobody_of(rules, class_id, (folk,) if folk else open_peoples(rules), level)


def random_character(scene: Scene, command: RandomCharacter) -> Refusal | None:
    """A character by lot, equipped for adventure."""
    state = scene.state
    if fighting(state):
        return Refusal("fight_first", {"who": command.who})
    if command.who and bad_id(state, command.who):
        return Refusal("id_taken", {"who": command.who})
    refused = may_draw(scene.rules, command.class_id, command.folk, command.level)
    if refused is not None:
        return refused
    draw(scene, command.class_id, command.folk, command.level, command.who)
    fall_in(scene)
    return None


def random_party(scene: Scene, command: RandomParty) -> Refusal | None:
    """A party by lot: its places go to the classes in turn."""
    if fighting(scene.state):
        return Refusal("fight_first", {"who": PARTY})
    if not 1 <= command.size <= MOST_TOGETHER:
        return Refusal("bad_size", {"size": command.size, "most": MOST_TOGETHER})
    classes = scene.rules.adventuring_classes(scene.rules)
    refused = [may_draw(scene.rules, class_id, "", command.level) for class_id in classes[: command.size]]
    against = [one for one in refused if one is not None]
    if against:  # how far all of them go is how far the first comes who has to stop
        return min(against, key=lambda one: int(one.values.get("most", 0)))
    for number in range(command.size):
        draw(scene, classes[number % len(classes)], "", command.level)
    fall_in(scene)
    return None


def fall_in(scene: Scene) -> None:
    """Those who were just made walk along, at the end of the line."""
    party = scene.state.party
    new = tuple(event.who for event in scene.events if isinstance(event, CharacterMade))
    scene.happen(line_up(scene.state, (*party.order, *new), party.abreast))


def draw(scene: Scene, class_id: str, folk: str, level: int, who: str = "") -> None:
    """Draw lots for whatever was not asked for, and write the sheet."""
    dice = Noted(scene.dice)
    scores, _ = roll_scores(scene.rules, dice)
    if not class_id:
        open_to = [
            name
            for name in scene.rules.adventuring_classes(scene.rules)
            if (top_level(scene.rules, folk, name) >= level if folk else peoples_for(scene.rules, name, level))
        ]
        class_id = max(open_to, key=lambda name: scores[scene.rules.content.classes[name].prime])
    if not folk:
        folk = lot(dice, peoples_for(scene.rules, class_id, level))
    alignment = lot(dice, scene.rules.content.classes[class_id].alignments)
    name = name_by_lot(scene, dice.stream(DECORATION))
    faces = scene.rules.content.creation.gold.roll(dice, "gold")
    gold = scene.rules.content.creation.gold.total(faces) * scene.rules.content.creation.gold_times
    command = CreateCharacter(
        who=who or free_id(scene.state, slug(name.en)),
        name=name,
        folk=folk,
        class_id=class_id,
        alignment=alignment,
        abilities=scores,
        gold=gold,
        level=level,
        kit=True,
        join=False,
    )
    enter(scene, command, dice)
    scene.rules.memorise_all(scene, MemoriseAll(command.who))  # refused, without effect, for those who cast nothing


def lot(dice: Dice, among: tuple[T, ...]) -> T:
    """One of several by lot, with a die if one is needed."""
    return among[0] if len(among) == 1 else among[dice.roll(len(among), "lot").face - 1]


def name_by_lot(scene: Scene, dice: Dice) -> Named:
    """A name that nobody of the table bears yet."""
    names = scene.rules.content.names
    woman = dice.roll(2, "lot")
    taken = {one.name.en for one in scene.state.characters.values()}
    given = names.women if woman.face == 2 else names.men
    free = tuple(name for name in given if name not in taken) or given
    name = lot(dice, free)
    return Named(name, name, "f" if woman.face == 2 else "m")


def free_id(state: State, wanted: str) -> str:
    """An id that nobody has."""
    name, number = wanted, 1
    while name in state.characters or name in state.drafts or name == PARTY:
        number += 1
        name = f"{wanted}-{number}"
    return name


# ------------------------------------------------------------ ready-made


def ready_party(scene: Scene, command: ReadyParty) -> Refusal | None:
    """A ready-made party enters, every member checked like any other character."""
    party = scene.rules.content.parties.get(command.party)
    if party is None:
        known = listed("party", scene.rules.content.parties)
        return Refusal("no_such_party", {"party": command.party, "known": known})
    made = [(ready_made(one, party.level), one) for one in party.members]
    for creation, _ in made:
        refused = may_create(scene, creation)
        if refused is not None:
            return refused
    for creation, one in made:
        things = tuple(
            Item(thing.sort, thing.of, thing.count, plus=thing.plus, charges=thing.charges) for thing in one.things
        )
        enter(scene, creation, None, things)
        scene.rules.memorise_all(scene, MemoriseAll(creation.who))
    fall_in(scene)
    return None


def ready_made(one: ReadyCharacter, level: int) -> CreateCharacter:
    """A ready-made character as the command that makes it."""
    return CreateCharacter(
        who=one.id,
        name=Named(one.name.it, one.name.en, one.name.gender),
        folk=one.folk,
        class_id=one.class_id,
        alignment=one.alignment,
        abilities=one.abilities,
        hit_dice=one.hit_dice,
        gold=one.gold,
        level=level,
        languages=one.languages,
        book=one.book,
        buy=one.buy,
        join=False,
    )


# ------------------------------------------------------------ from elsewhere


def enrol(scene: Scene, command: Enrol) -> Refusal | None:
    """Let a finished character enter, as it comes: wounded, laden, with spells in memory."""
    if fighting(scene.state):
        return Refusal("fight_first", {"who": command.character.id})
    refused = bad_sheet(scene, command.character)
    if refused is not None:
        return refused
    written(scene, replace(command.character, battle=None, memorised=-1, filled=(), paid=0), join=False)
    fall_in(scene)
    return None


def bad_sheet(here: Here, one: Character) -> Refusal | None:
    """Whether a whole sheet is possible; the first thing that is wrong with it."""
    if bad_id(here.state, one.id):
        return Refusal("id_taken", {"who": one.id})
    unknown = _unknown_word(here.rules, one)
    if unknown:
        return Refusal("bad_sheet", {"who": one.id, "field": unknown})
    if one.trade:
        if one.trade not in here.rules.content.hirelings:
            return Refusal(
                "no_such_trade", {"trade": one.trade, "known": listed("trade", here.rules.content.hirelings)}
            )
    else:
        refused = (
            may_be(here.rules, one.people, one.class_id, one.level)
            or bad_scores(here.rules, one.abilities)
            or _bad_class_numbers(here.rules, one)
        )
        if refused is not None:
            return refused
    if not one.max_hp >= 1:
        return Refusal("bad_sheet", {"who": one.id, "field": "max_hp"})
    if one.hp > one.max_hp or min(one.coins.gp, one.coins.sp, one.coins.cp) < 0:
        return Refusal("bad_sheet", {"who": one.id, "field": "hp" if one.hp > one.max_hp else "coins"})
    for key, item in one.items.items():
        if not exists(here.rules, item) or item.count < 1:
            return Refusal("bad_sheet", {"who": one.id, "field": f"items.{key}"})
        if item.on_body and (wrong := may_carry(here.rules, one, key, item.where)) is not None:
            return wrong
    return None


def _unknown_word(rules: Rules, one: Character) -> str:
    """The field of a sheet with a word that is in no list of the game; somebody for hire may have no class."""
    content = rules.content
    lists: dict[str, tuple[Iterable[str], Container[str]]] = {
        "people": ((one.people,), content.peoples),
        "class_id": ((one.class_id,), {*content.classes, ""} if one.trade else content.classes),
        "careers": (one.careers, content.classes),
        "abilities": (one.abilities, content.creation.order),
        "monster": ((one.monster,), {*content.monsters, ""}),
        "book": (one.book, {*content.spells, *content.reverses}),
        "prepared": (one.prepared, {*content.spells, *content.reverses}),
        "languages": (one.languages, content.languages),
    }
    return next((field for field, (named, known) in lists.items() if any(word not in known for word in named)), "")


def _bad_class_numbers(rules: Rules, one: Character) -> Refusal | None:
    """What class, level and attributes settle: alignment, hit dice, hit points, experience, spells in memory."""
    facts, row = rules.content.classes[one.class_id], class_row(rules, one.class_id, one.level)
    if one.alignment not in facts.alignments:
        values: dict[str, str | int] = {"class": f"@class:{one.class_id}"}
        return Refusal("bad_alignment", {**values, "alignment": f"@alignment:{one.alignment}"})
    sides = rules.content.creation.hit_die
    if len(one.rolled) < row.dice or not all(1 <= face <= sides for face in one.rolled):
        return Refusal("bad_hit_dice", {"count": row.dice, "sides": sides, "given": ", ".join(map(str, one.rolled))})
    if one.max_hp != full_hit_points(rules, one.class_id, one.level, one.abilities, one.rolled):
        return Refusal("bad_sheet", {"who": one.id, "field": "max_hp"})
    if one.xp < (row.xp or 0):
        return Refusal("bad_sheet", {"who": one.id, "field": "xp"})
    held = Counter(spell_level(rules, one, spell) for spell in one.prepared)
    slots = slots_of(rules, one)
    if any(not 0 < level <= len(slots) or count > slots[level - 1] for level, count in held.items()):
        return Refusal("bad_sheet", {"who": one.id, "field": "prepared"})
    return None


# ------------------------------------------------------------ the line


def free_to_go(scene: Scene, who: str) -> Character | Refusal:
    """Somebody who can leave the others: under way only whoever can act, at home also those who lie in bed."""
    out = scene.state.expedition
    if out is not None and not out.over and who in scene.state.party.order:
        return awake(scene.state, who)
    return hurtable(scene.state, who)


def retire(scene: Scene, command: Retire) -> Refusal | None:
    """End a career."""
    one = free_to_go(scene, command.who)
    if isinstance(one, Refusal):
        return one
    scene.happen(Retired(one.id))
    return None


def join_party(scene: Scene, command: JoinParty) -> Refusal | None:
    """Go along."""
    one = hurtable(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    party = scene.state.party
    if one.id in party.order:
        return Refusal("in_party", {"who": f"@{one.id}"})
    scene.happen(line_up(scene.state, (*party.order, one.id), party.abreast))
    return None


def leave_party(scene: Scene, command: LeaveParty) -> Refusal | None:
    """Stay behind."""
    one = free_to_go(scene, command.who)
    if isinstance(one, Refusal):
        return one
    party = scene.state.party
    if one.id not in party.order:
        return Refusal("not_in_party", {"who": f"@{one.id}"})
    left = tuple(other for other in party.order if other != one.id)
    scene.happen(line_up(scene.state, left, party.abreast))
    return None


def marching_order(scene: Scene, command: MarchingOrder) -> Refusal | None:
    """Change the order of march; nobody is added or left behind by it, and the dead and captives need no place."""
    party = scene.state.party
    if fighting(scene.state):
        return Refusal("fight_first", {"who": PARTY})
    order = tuple(part.strip() for part in command.order.split(",") if part.strip())
    walking = marching(scene.state)
    absent = tuple(who for who in party.order if who not in walking)
    everybody = (*order, *(who for who in absent if who not in order))
    if not order or sorted(everybody) != sorted(party.order):
        return Refusal("bad_order", {"known": ", ".join(walking)})
    able = any(on_their_feet(scene.state, who) for who in order)
    if able and not on_their_feet(scene.state, order[0]):
        return Refusal("cannot_lead", {"who": f"@{order[0]}"}, ("WB-CORE-01",))
    if not 1 <= command.abreast <= MOST_TOGETHER:
        return Refusal("bad_size", {"size": command.abreast, "most": MOST_TOGETHER})
    scene.happen(line_up(scene.state, everybody, command.abreast))
    return None
