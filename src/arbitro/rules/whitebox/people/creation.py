"""Making characters by the book: attributes, people, class, alignment, hit points, gold, equipment, languages.

Everything is checked before a die falls: an impossible character is refused, and the refusal says why.
"""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from arbitro.dice.stream import Dice, Die
from arbitro.kernel.command import Refusal, in_both, listed
from arbitro.kernel.ruling import Part
from arbitro.rules.whitebox.basics import fighting
from arbitro.rules.whitebox.measure import Ability
from arbitro.rules.whitebox.people.commands import CreateCharacter, RollAbilities
from arbitro.rules.whitebox.people.equipment import bought, dressed, is_suit, may_buy, may_use, price_of, spend
from arbitro.rules.whitebox.people.events import CharacterMade, ScoresRolled, SheetWritten
from arbitro.rules.whitebox.people.levels import xp_bonus
from arbitro.rules.whitebox.people.load import load, rate_under
from arbitro.rules.whitebox.people.packs import add_to
from arbitro.rules.whitebox.people.records import (
    charisma,
    class_row,
    folk,
    full_hit_points,
    hit_point_parts,
    line_up,
    living,
    servants,
    spare_languages,
    top_level,
)
from arbitro.rules.whitebox.people.state import PARTY, Character, Coins, Item
from arbitro.rules.whitebox.people.throws import Noted
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import State

MOST_GOLD: Final = 1_000_000
LEAST_RATE: Final = 6
"""Nobody sets out so laden as to be slower than this, given the choice."""
KIT_ROOM: Final = 30
"""Pounds that a suit of armour must leave for shield, gear and shots."""
RESERVED: Final = (PARTY, "referee", "")
"""Ids that nobody can have."""


# ------------------------------------------------------------ scores


def roll_scores(rules: Rules, dice: Dice) -> tuple[dict[Ability, int], tuple[Die, ...]]:
    """Throw for every attribute, in the order of the book."""
    creation = rules.content.creation
    scores: dict[Ability, int] = {}
    thrown: list[Die] = []
    for ability in creation.order:
        faces = creation.score.roll(dice, f"score_{ability}")
        thrown += faces
        scores[ability] = creation.score.total(faces)
    return scores, tuple(thrown)


def bad_id(state: State, who: str) -> bool:
    """Whether an id is taken, reserved, or would be mistaken for something else."""
    out = state.expedition
    facts = () if out is None else (out.places, out.doors, out.traps, out.troops)
    taken = who in state.characters or who in RESERVED or any(who in names for names in facts)
    return taken or any(sign in who for sign in "/:,.@~")


def roll_abilities(scene: Scene, command: RollAbilities) -> Refusal | None:
    """Throw for a character to be; once thrown, the scores stand."""
    who = command.who
    if bad_id(scene.state, who):
        return Refusal("id_taken", {"who": who})
    if who in scene.state.drafts:
        return Refusal("scores_stand", {"who": who})
    scores, dice = roll_scores(scene.rules, scene.dice)
    scene.happen(ScoresRolled(who, scores, dice, audience=who))
    return None


def bad_scores(rules: Rules, abilities: Mapping[Ability, int]) -> Refusal | None:
    """Whether typed scores are complete and could have been thrown."""
    creation = rules.content.creation
    low, high = creation.score.count, creation.score.count * creation.score.sides
    for ability in creation.order:
        if ability not in abilities:
            return Refusal("score_missing", {"ability": f"@ability:{ability}"})
        if not low <= abilities[ability] <= high:
            values: dict[str, str | int] = {"ability": f"@ability:{ability}", "score": abilities[ability]}
            return Refusal("bad_score", {**values, "low": low, "high": high})
    return None


def bad_trades(
    rules: Rules, abilities: Mapping[Ability, int], class_id: str, trades: Mapping[Ability, int]
) -> Refusal | None:
    """Whether points can be moved into the prime attribute like this: two for one, and no donor below the floor."""
    creation = rules.content.creation
    prime = rules.content.classes[class_id].prime
    ratio, floor = creation.trade_ratio, creation.trade_floor
    for ability, points in trades.items():
        left = abilities[ability] - points
        if ability == prime or points <= 0 or points % ratio or left < floor:
            values: dict[str, str | int] = {"ability": f"@ability:{ability}", "points": points}
            return Refusal("bad_trade", {**values, "ratio": ratio, "floor": floor})
    if abilities[prime] + sum(trades.values()) // ratio > creation.score.count * creation.score.sides:
        return Refusal("trade_too_high", {"ability": f"@ability:{prime}"})
    return None


def traded(
    rules: Rules, abilities: Mapping[Ability, int], class_id: str, trades: Mapping[Ability, int]
) -> dict[Ability, int]:
    """The scores after points were moved."""
    prime = rules.content.classes[class_id].prime
    moved = {ability: score - trades.get(ability, 0) for ability, score in abilities.items()}
    moved[prime] += sum(trades.values()) // rules.content.creation.trade_ratio
    return moved


# ------------------------------------------------------------ what goes together


def may_be(rules: Rules, folk: str, class_id: str, level: int) -> Refusal | None:
    """Whether a people has such a class, as far as this level."""
    content = rules.content
    if folk not in content.peoples or content.peoples[folk].legacy:
        return Refusal("no_such_folk", {"folk": folk, "known": listed("people", open_peoples(rules))})
    if class_id not in content.classes:
        return Refusal("no_such_class", {"class": class_id, "known": listed("class", content.classes)})
    top = top_level(rules, folk, class_id)
    values: dict[str, str | int] = {"folk": f"@people:{folk}", "class": f"@class:{class_id}"}
    if not top:
        return Refusal("folk_class", values)
    if not 1 <= level <= top:
        return Refusal("folk_level", {**values, "level": level, "top": top})
    return None


def open_peoples(rules: Rules) -> tuple[str, ...]:
    """The peoples that characters may belong to."""
    return tuple(name for name, folk in rules.content.peoples.items() if not folk.legacy)


def own_languages(rules: Rules, folk: str, class_id: str) -> tuple[str, ...]:
    """What everybody of a people and class speaks."""
    facts = rules.content.classes[class_id]
    return tuple(dict.fromkeys(("common", *rules.content.peoples[folk].languages, *facts.languages)))


def bad_languages(
    rules: Rules, abilities: Mapping[Ability, int], folk: str, class_id: str, languages: tuple[str, ...]
) -> Refusal | None:
    """Whether somebody can know these languages besides their own."""
    own = own_languages(rules, folk, class_id)
    for language in languages:
        if language not in rules.content.languages or language in own:
            return Refusal("bad_language", {"language": language})
    spare = spare_languages(rules, abilities, class_id)
    if len(set(languages)) > spare:
        return Refusal("too_many_languages", {"count": len(set(languages)), "most": spare})
    return None


def book_room(rules: Rules, folk: str, class_id: str, level: int) -> tuple[int, ...]:
    """How many spells of each level a first book holds; who chooses a class anew has the book from the start."""
    names = [class_id]
    if rules.content.peoples[folk].chooses_class:
        names += rules.content.peoples[folk].classes
    for name in names:
        casting = rules.content.classes[name].casting
        if casting is not None and casting.knows == "book":
            spells = class_row(rules, name, level if name == class_id else 1).spells
            return tuple(slots * rules.content.creation.book_factor for slots in spells)
    return ()


def book_list(rules: Rules, folk: str, class_id: str) -> str:
    """The spell list of the class that has the book."""
    for name in (class_id, *rules.content.peoples[folk].classes):
        casting = rules.content.classes[name].casting
        if casting is not None and casting.knows == "book":
            return casting.spell_list
    return ""


def bad_book(rules: Rules, folk: str, class_id: str, level: int, book: tuple[str, ...]) -> Refusal | None:
    """Whether a first book can hold these spells."""
    room, name = book_room(rules, folk, class_id, level), book_list(rules, folk, class_id)
    counts = [0] * len(room)
    for spell in book:
        facts = rules.content.spells.get(spell)
        at = 0 if facts is None or name in facts.scroll_only else facts.lists.get(name, 0)
        if not 0 < at <= len(room) or book.count(spell) > 1:
            return Refusal("bad_book", {"spell": f"@spell:{spell}", "class": f"@class:{class_id}"})
        counts[at - 1] += 1
        if counts[at - 1] > room[at - 1]:
            return Refusal("book_full", {"level": at, "most": room[at - 1]})
    return None


def may_follow(here: Here, employer: str) -> Refusal | None:
    """Whether somebody's charisma allows one retainer more (Table 2)."""
    leader = living(here.state, employer)
    if isinstance(leader, Refusal):
        return leader
    most = charisma(here.rules, leader.abilities).retainers
    has = sum(1 for one in servants(here.state, employer) if one.kind == "retainer")
    if has >= most:
        return Refusal("too_many_retainers", {"who": f"@{employer}", "most": most}, ("WB-LOYAL-03",))
    return None


def may_create(here: Here, command: CreateCharacter) -> Refusal | None:
    """Whether such a character is possible; every check that needs no die."""
    if fighting(here.state):
        return Refusal("fight_first", {"who": command.who})
    if bad_id(here.state, command.who):
        return Refusal("id_taken", {"who": command.who})
    refused = may_be(here.rules, command.folk, command.class_id, command.level)
    if refused is not None:
        return refused
    facts = here.rules.content.classes[command.class_id]
    if command.alignment not in facts.alignments:
        values: dict[str, str | int] = {"class": f"@class:{command.class_id}"}
        return Refusal("bad_alignment", {**values, "alignment": f"@alignment:{command.alignment}"})
    return (
        _bad_numbers(here, command)
        or _bad_purse(here.rules, command)
        or bad_book(here.rules, command.folk, command.class_id, command.level, command.book)
        or _bad_service(here, command)
    )


def _bad_numbers(here: Here, command: CreateCharacter) -> Refusal | None:
    abilities = command.abilities or here.state.drafts.get(command.who)
    if command.abilities and command.who in here.state.drafts:
        return Refusal("scores_stand", {"who": command.who})
    if abilities is None:
        if command.trades or command.languages:
            return Refusal("scores_first", {"who": command.who})
    else:
        refused = (
            bad_scores(here.rules, abilities)
            or bad_trades(here.rules, abilities, command.class_id, command.trades)
            or bad_languages(
                here.rules,
                traded(here.rules, abilities, command.class_id, command.trades),
                command.folk,
                command.class_id,
                command.languages,
            )
        )
        if refused is not None:
            return refused
    needed, sides = class_row(here.rules, command.class_id, command.level).dice, here.rules.content.creation.hit_die
    faces = command.hit_dice
    if faces and (len(faces) != needed or not all(1 <= face <= sides for face in faces)):
        return Refusal("bad_hit_dice", {"count": needed, "sides": sides, "given": ", ".join(map(str, faces))})
    return None


def _bad_purse(rules: Rules, command: CreateCharacter) -> Refusal | None:
    if not -1 <= command.gold <= MOST_GOLD:
        return Refusal("bad_gold", {"gp": command.gold, "most": MOST_GOLD})
    if not command.buy:
        return None
    if command.gold < 0:
        return Refusal("gold_first", {"who": command.who})
    price = 0
    for item, count in command.buy.items():
        refused = may_buy(rules, item, count)
        if refused is not None:
            return refused
        price += price_of(rules, item) * count
    if price > command.gold * 100:
        return Refusal("too_dear", {**in_both("who", command.name), "gp": price // 100, "has": command.gold})
    return None


def _bad_service(here: Here, command: CreateCharacter) -> Refusal | None:
    if (command.kind == "player") != (not command.employer):
        return Refusal("employer_missing", {"who": command.who}, ("WB-LOYAL-07",))
    return may_follow(here, command.employer) if command.kind == "retainer" else None


# ------------------------------------------------------------ the sheet


def create_character(scene: Scene, command: CreateCharacter) -> Refusal | None:
    """Make a character."""
    refused = may_create(scene, command)
    if refused is not None:
        return refused
    enter(scene, command)
    return None


def enter(
    scene: Scene,
    command: CreateCharacter,
    dice: Noted | None = None,
    things: tuple[Item, ...] = (),
) -> None:
    """Write the sheet of somebody who was found possible; some `dice` may have fallen for it before.

    `things` come as gifts.
    """
    noted = Noted(scene.dice) if dice is None else dice
    one = sheet_by_lot(scene, noted, command, things)
    hit_points = hit_point_parts(scene.rules, one.class_id, one.level, one.abilities, one.rolled)
    written(scene, one, noted, hit_points, gold_parts(scene.rules, one, command, noted), join=command.join)


def gold_parts(rules: Rules, one: Character, command: CreateCharacter, noted: Noted) -> tuple[Part, ...]:
    """From the dice thrown for gold, or from what was given, to what is in the purse now."""
    creation = rules.content.creation
    faces = noted.of("gold")
    if faces:
        had = creation.gold.total(faces) * creation.gold_times
        plus = (Part(creation.gold.plus, note="flat"),) if creation.gold.plus else ()
        begun: tuple[Part, ...] = (*plus, Part(creation.gold_times, "times", note="gold_pieces"))
    else:
        had = command.gold
        begun = (Part(had, note="gold_given"),)
    spent = one.coins.gp - had
    return (*begun, Part(spent, note="outfit")) if spent else begun


def sheet_by_lot(here: Here, dice: Dice, command: CreateCharacter, things: tuple[Item, ...] = ()) -> Character:
    """A whole sheet: what the command leaves out is rolled."""
    abilities: Mapping[Ability, int] | None = command.abilities or here.state.drafts.get(command.who)
    if abilities is None:
        abilities, _ = roll_scores(here.rules, dice)
    abilities = traded(here.rules, abilities, command.class_id, command.trades)
    creation, row = here.rules.content.creation, class_row(here.rules, command.class_id, command.level)
    rolled = command.hit_dice
    if not rolled:
        hit = tuple(dice.roll(creation.hit_die, "hit_points") for _ in range(row.dice))
        rolled = tuple(die.face for die in hit)
    gold = command.gold
    if gold < 0:
        gold = creation.gold.total(creation.gold.roll(dice, "gold")) * creation.gold_times
    book = command.book
    room = book_room(here.rules, command.folk, command.class_id, command.level)
    if not book and any(room):
        book = book_by_lot(here.rules, dice, book_list(here.rules, command.folk, command.class_id), room)
    full = full_hit_points(here.rules, command.class_id, command.level, abilities, rolled)
    one = Character(
        command.who,
        command.name,
        command.folk,
        command.class_id,
        command.alignment,
        abilities,
        full,
        full,
        rolled,
        command.level,
        row.xp or 0,
        xp_bonus(here, command.class_id, abilities),
        coins=Coins(gold),
        book=book,
        languages=(*own_languages(here.rules, command.folk, command.class_id), *dict.fromkeys(command.languages)),
        kind=command.kind,
        employer=command.employer,
    )
    return outfitted(here.rules, one, command, things)


def book_by_lot(rules: Rules, dice: Dice, spell_list: str, room: tuple[int, ...]) -> tuple[str, ...]:
    """A book filled by lot: for each level as many different spells as it holds."""
    book: list[str] = []
    for level, count in enumerate(room, 1):
        left = list(rules.content.spell_list(spell_list, level))
        book += [left.pop(dice.roll(len(left), "lot").face - 1) for _ in range(min(count, len(left)))]
    return tuple(book)


def outfitted(rules: Rules, one: Character, command: CreateCharacter, things: tuple[Item, ...] = ()) -> Character:
    """Somebody with all that was bought, worn and taken in hand."""
    for item, count in command.buy.items():
        one = with_purchase(rules, one, item, count)
    if command.kit and one.class_id in rules.content.kits:
        one = with_kit(rules, one)
    for thing in things:
        key, all_of_it = add_to(one.items, thing)
        one = replace(one, items={**one.items, key: all_of_it})
    return replace(one, items=dressed(rules, one))


def with_purchase(rules: Rules, one: Character, item: str, count: int) -> Character:
    """Somebody with one purchase more and its price less."""
    key, all_of_it = add_to(one.items, bought(rules, item, count))
    coins = spend(one.coins, price_of(rules, item) * count)
    return replace(one, items={**one.items, key: all_of_it}, coins=coins)


def with_kit(rules: Rules, one: Character) -> Character:
    """Somebody with what the class takes along, as far as the purse goes."""
    for wanted in rules.content.kits[one.class_id].wants:
        for item in wanted:
            affordable = price_of(rules, item) <= one.coins.copper
            if affordable and may_use(rules, one, bought(rules, item, 1)) is None:
                laden = with_purchase(rules, one, item, 1)
                room = KIT_ROOM if is_suit(rules, bought(rules, item, 1)) else 0
                if rate_under(rules, load(rules, laden) + room, folk(rules, one).speed) >= LEAST_RATE:
                    one = laden
                    break
    return one


def written(
    scene: Scene,
    one: Character,
    noted: Noted | None = None,
    hit_points: tuple[Part, ...] = (),
    gold: tuple[Part, ...] = (),
    *,
    join: bool,
) -> None:
    """A new sheet: its numbers for whoever plays it, its existence for everybody, a place in the line."""
    rules = ("WB-XP-06",) if one.xp_bonus else ()
    dice, runs = (noted.dice, noted.runs) if noted is not None else ((), ())
    scene.happen(SheetWritten(one.id, one, dice, runs, hit_points, gold, rules=rules, audience=one.id))
    made = CharacterMade(one.id, one.people, one.class_id, one.level, one.trade, one.employer, rules=("WB-CORE-01",))
    scene.happen(made)
    if join:
        party = scene.state.party
        scene.happen(line_up(scene.state, (*party.order, one.id), party.abreast))
