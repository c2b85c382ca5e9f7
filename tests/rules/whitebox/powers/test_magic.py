"""Spells of the lists, magic things and turning the undead, in the fight and out of it."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.whitebox.arena import RULES, Arena, d6, d20, fight_with, found, only, someone
from tests.rules.whitebox.powers.den import beast, blade, caster, hero, magic

from arbitro.dice.amount import Amount
from arbitro.dice.stream import QuickDice, ScriptedDice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.then import Now
from arbitro.rules.whitebox.commands import Attack, CallSave, Cast, Close, Declare, EndTurn, JudgeSurprise, Member
from arbitro.rules.whitebox.events import AttackRolled, DamageDealt, Fell, SaveRolled, SpellLost
from arbitro.rules.whitebox.movement import combat_move
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.people.commands import CastSpell, Grant
from arbitro.rules.whitebox.people.equipment import KINDS_OF_FOE
from arbitro.rules.whitebox.people.state import Character, Item, Party
from arbitro.rules.whitebox.people.telling import item_name
from arbitro.rules.whitebox.powers import events as e
from arbitro.rules.whitebox.powers.aiming import manners, spell_targets
from arbitro.rules.whitebox.powers.commands import Muster, TurnUndead, UseDevice, UseThing
from arbitro.rules.whitebox.powers.devices import device_left
from arbitro.rules.whitebox.powers.hoards import Digger, magic_thing
from arbitro.rules.whitebox.powers.state import Device
from arbitro.rules.whitebox.state import Side, State
from arbitro.rules.whitebox.terms import Named, Threat


def casting(
    who: Member, *others: Member, spell: str = "", target: str, manner: str = "", dice: Any = ()
) -> tuple[Arena, list[Event]]:
    """A fight in which somebody has announced a spell, won initiative, and casts it."""
    arena = Arena(who, *others, surprise_method="judgement")
    arena.do(JudgeSurprise(""))
    name = spell or who.profile.spells[0].id
    arena.do(Declare(who.profile.id, "cast", target, name))
    arena.do(EndTurn("A"), d6(6), d6(1))
    return arena, list(arena.do(Cast(who.profile.id, target, manner), *dice))


def test_a_fireball_takes_in_everybody_around_its_target_each_with_a_save() -> None:
    foes = [beast("orc", f"o{n}", hp=30, at=60) for n in (1, 2)] + [beast("orc", "far", hp=30, at=100)]
    _, told = casting(
        caster("m", "fireball", level=2), *foes, target="o1", dice=(d20(1), d6(3), d6(4), d20(20), d6(6), d6(5))
    )
    assert [(hurt.target, hurt.amount) for hurt in found(told, DamageDealt)] == [("o1", 7), ("o2", 5)]
    assert all(event.rules for event in found(told, SaveRolled))


def test_sleep_takes_as_many_of_one_size_as_the_dice_say_without_a_save() -> None:
    foes = [beast("orc", f"o{n}", at=30) for n in (1, 2, 3, 4)] + [beast("ogre", "big", at=30)]
    arena, told = casting(caster("m", "sleep"), *foes, target="o1", dice=(d6(1), d6(1), d6(1)))
    assert only(told, e.NumberRolled).count == 3
    assert [event.who for event in found(told, e.EffectBegan)] == ["o1", "o2", "o3"]
    assert (arena["o4"].held_until, arena["big"].held_until) == (-1, -1)
    arena.do(CallSave("o1", Threat("damage", Amount(plus=1), save=False)))
    assert arena["o1"].held_until == -1  # pain wakes


def test_sleep_does_nothing_to_the_strong_and_to_the_undead() -> None:
    _, told = casting(caster("m", "sleep"), beast("troll", "t", at=30), target="t")
    assert only(told, e.Unaffected).why == "too_strong"
    _, told = casting(caster("m", "sleep"), beast("ghoul", "t", at=30), target="t", dice=(d6(1), d6(1)))
    assert only(told, e.Unaffected).why == "immune"


def test_charm_takes_persons_alone_and_they_leave_the_fight() -> None:
    arena, told = casting(caster("m", "charm_person"), beast("orc", "o"), beast("orc", "p"), target="o", dice=(d20(1),))
    assert arena["o"].condition == "charmed"
    assert only(told, Fell).condition == "charmed"
    _, told = casting(caster("m", "charm_person"), beast("ogre", "o"), target="o")
    assert only(told, e.Unaffected).why == "wrong_kind"


def test_hold_takes_several_or_one_who_saves_less_well() -> None:
    foes = [beast("orc", f"o{n}") for n in (1, 2, 3)]
    arena, told = casting(caster("m", "hold_person"), *foes, target="o1", dice=((4, 2), d20(1), d20(20)))
    assert [arena[who].held_until > 0 for who in ("o1", "o2", "o3")] == [True, False, False]
    _, told = casting(caster("m", "hold_person"), *foes, target="o1", manner="lone", dice=(d20(19),))
    assert only(told, SaveRolled).check.total == 17


def test_healing_wakes_and_never_goes_beyond_the_maximum() -> None:
    healer = caster("c", "cure_light_wounds", spell_list="cleric")
    arena = Arena(healer, hero("a"), beast("orc", "o"), surprise_method="judgement", death_rule="unconscious_at_zero")
    arena.do(JudgeSurprise(""))
    arena.do(CallSave("a", Threat("damage", Amount(plus=8), save=False)))
    assert arena["a"].condition == "out"
    arena.do(Declare("c", "cast", "a", "cure_light_wounds"))
    arena.do(EndTurn("A"), d6(6), d6(1))
    told = only(arena.do(Cast("c", "a"), d6(3)), e.HpRegained)
    assert (told.amount, told.wakes, arena["a"].condition) == (4, True, "up")


def test_bless_lasts_and_counts_to_hit() -> None:
    arena, _ = casting(caster("c", "bless", spell_list="cleric"), hero("a"), beast("orc", "o", at=30), target="a")
    arena.do(Close("a", "o"))
    check = only(arena.do(Attack("a", "o"), d20(1)), AttackRolled).check
    assert [(modifier.amount, modifier.sources) for modifier in check.modifiers] == [(1, ("spell:bless",))]
    (bless,) = arena.state.effects["a"]
    assert (bless.until, bless.source, bless.level) == (61, "spell:bless", 5)  # six turns and the rest of the round


def test_protection_hinders_only_those_of_the_alignment() -> None:
    arena, _ = casting(
        caster("c", "protection_from_chaos", armour=10), beast("orc", "o"), beast("elf", "e"), target="c"
    )
    arena.end("A")
    for who, needed in (("o", 10), ("e", 9)):
        assert (
            only(arena.do(Attack(who, "c", arena[who].profile.weapons[-1].id), d20(1)), AttackRolled).check.needed
            == needed
        )


def test_haste_doubles_attacks_and_steps_for_its_time() -> None:
    arena, _ = casting(caster("m", "alter_time"), hero("a"), beast("orc", "o", hp=50), target="a", manner="haste")
    assert (arena["a"].profile.rate, combat_move(arena["a"])) == (24, 80)
    arena.do(Attack("a", "o"), d20(1))
    arena.do(Attack("a", "o"), d20(1))
    assert arena.refused(Attack("a", "o")).code == "attacked_already"


def test_dispelling_depends_on_both_levels() -> None:
    arena = Arena(caster("m", "dispel_magic", level=3), hero("a"), beast("orc", "o"), surprise_method="judgement")
    arena.do(JudgeSurprise(""))
    charm = Ongoing(kind="charmed", source="spell:charm_person", by="o", level=6)
    arena.state = RULES.evolve(arena.state, e.EffectBegan("a", "charmed", charm))
    arena.state = RULES.evolve(arena.state, Fell("a", "charmed"))
    arena.do(Declare("m", "cast", "a", "dispel_magic"))
    arena.do(EndTurn("A"), d6(6), d6(1))
    told = only(arena.do(Cast("m", "a"), (100, 50)), e.MagicEnded)
    assert (told.check.needed, told.check.success, arena["a"].condition) == (50, True, "up")


def test_resistance_wards_and_levels_stop_spells() -> None:
    _, told = casting(caster("m", "fireball"), beast("demon_balor", "d", at=60), target="d")
    assert only(told, e.Unaffected).why == "warded"  # casters below the sixth level
    _, told = casting(caster("m", "charm_monster", level=7), beast("unicorn", "u"), target="u", dice=((100, 24),))
    assert only(told, e.MagicResisted).resisted
    _, told = casting(
        caster("m", "charm_monster", level=7), beast("unicorn", "u"), target="u", dice=((100, 25), d20(20))
    )
    assert not only(told, e.MagicResisted).resisted


def test_summoned_creatures_join_the_callers_side() -> None:
    arena, _ = casting(caster("c", "sticks_to_snakes", spell_list="cleric", level=7), beast("ogre", "o"), target="c",
                       dice=((8, 1), (8, 1), (100, 60), (100, 10), (3, 2), (3, 3)))  # fmt: skip
    snakes = [
        one
        for one in arena.fight.combatants.values()
        if one.profile.powers and one.profile.powers.monster == "snake_large"
    ]
    assert [(one.profile.side, one.hp, one.profile.powers.lacks) for one in snakes] == [
        ("A", 2, ("poison",)),
        ("A", 3, ()),
    ]


def test_what_can_only_be_told_is_shown_to_the_referee() -> None:
    _, told = casting(caster("m", "phantasmal_force"), beast("orc", "o"), target="o", dice=(d20(1),))
    asked = only(told, e.FactsTold)
    assert (asked.sort, asked.entry, asked.audience) == ("spell", "phantasmal_force", "referee")
    words = RULES.words_for(Now(RULES, State()), asked, "en")
    assert "illusion" in words["facts"].lower()


@pytest.mark.rule("WB-SPELL-03")
def test_a_spell_of_the_lists_is_lost_to_damage_like_any_other() -> None:
    arena = Arena(caster("m", "sleep"), beast("orc", "o"), surprise_method="judgement")
    arena.do(JudgeSurprise(""))
    arena.do(Declare("m", "cast", "o", "sleep"))
    arena.do(EndTurn("A"), d6(1), d6(6))
    assert found(arena.do(Attack("o", "m"), d20(20), d6(1)), SpellLost)


def test_reach_and_manner_are_checked_before_any_die() -> None:
    arena = Arena(caster("m", "lightning_bolt"), beast("orc", "o", at=61), surprise_method="judgement")
    arena.do(JudgeSurprise(""))
    arena.do(Declare("m", "cast", "o", "lightning_bolt"))
    arena.do(EndTurn("A"), d6(6), d6(1))
    assert arena.refused(Cast("m", "o")).code == "spell_range"
    assert arena.refused(Cast("m", "o", "haste")).code == "no_manner"


@pytest.mark.parametrize("name", [*RULES.content.spells, *RULES.content.reverses])
def test_every_spell_can_be_cast_in_a_fight_by_whoever_is_offered_it(name: str) -> None:
    lists = RULES.content.find_spell(name)[0].lists
    who = caster("m", name, spell_list=next(iter(lists)), level=9, hp=30)
    arena = Arena(who, hero("a", hp=9), beast("orc", "o", hp=9), beast("ghoul", "g", hp=9), surprise_method="judgement")
    arena.do(JudgeSurprise(""))
    aims = spell_targets(RULES.at(arena.state), arena["m"], arena["m"].profile.spells[0])
    for manner in manners(RULES.rules, arena["m"].profile.spells[0]):
        for aim in aims:
            state = arena.state
            for command in (Declare("m", "cast", aim.id, name), EndTurn("A")):
                resolved = RULES.decide(state, command, QuickDice(3))
                assert not isinstance(resolved, Refusal)
                state = resolved.state
            while state.fight is not None and "A" not in state.fight.acting:
                resolved = RULES.decide(state, EndTurn("B"), QuickDice(3))
                assert not isinstance(resolved, Refusal)
                state = resolved.state
            if RULES.allows(state, Cast("m", aim.id, manner)):
                resolved = RULES.decide(state, Cast("m", aim.id, manner), QuickDice(5))
                assert not isinstance(resolved, Refusal)
                assert len(resolved.events) > 1  # something comes of it, or the referee is told


# -------------------------------------------------------------------- things


def using(
    device: Device, *foes: Member, target: str = "", manner: str = "", dice: Any = (), **more: Any
) -> tuple[Arena, list[Event]]:
    """Somebody who uses a thing in their turn."""
    arena = fight_with(hero("a", gifts={"devices": (device,)}, **more), *(foes or (beast("orc", "o"),)))
    return arena, list(arena.do(UseDevice("a", device.id, target, manner), *dice))


def test_a_potion_heals_its_drinker_and_is_gone() -> None:
    device = magic("potion_healing", 1)
    arena = fight_with(hero("a", hp=8, gifts={"devices": (device,)}), beast("orc", "o"))
    arena.do(CallSave("a", Threat("damage", Amount(plus=5), save=False)))
    told = only(arena.do(UseDevice("a", device.id), d6(6)), e.HpRegained)
    assert (told.amount, arena["a"].hp) == (5, 8)
    arena.end("A", "B")
    assert arena.refused(UseDevice("a", device.id)).code == "device_empty"


def test_a_wand_has_its_area_its_save_and_its_charges() -> None:
    foes = [beast("orc", f"o{n}", hp=40, at=40) for n in (1, 2)]
    arena, told = using(magic("wand_cold", 2), *foes, target="o1", dice=(d20(1), *[d6(3)] * 6, d20(20), *[d6(2)] * 6))
    assert [hurt.amount for hurt in found(told, DamageDealt)] == [18, 6]
    assert device_left(arena["a"], arena["a"].profile.powers.devices[0]) == 1


def test_a_wand_that_holds_a_spell_casts_it() -> None:
    _, told = using(magic("wand_lesser_1", 3, stored=("sleep",)), target="o", dice=(d6(1), d6(1), d6(1)))
    assert only(told, e.EffectBegan).kind == "asleep"


def test_heroism_lasts_as_long_as_its_dice_say() -> None:
    arena, told = using(magic("potion_heroism", 1), dice=(d6(2),))
    effect = only(told, e.EffectBegan).effect
    assert (effect.to_hit, effect.damage, effect.until) == (2, 2, 31)
    arena.end("A", "B")
    assert only(arena.do(Attack("a", "o"), d20(20), d6(1)), DamageDealt).amount == 3


def test_worn_magic_counts_in_armour_and_saves() -> None:
    ring = Ongoing(kind="bonus", armour=2, saves=2, worn=True)
    arena = fight_with(beast("centipede_giant_small", "c", "A"), hero("a", "B", armour=10, gifts={"worn": (ring,)}))
    told = arena.do(Attack("c", "a"), d20(20), d20(8))
    assert only(told, AttackRolled).check.needed == 12 - 0
    assert only(told, SaveRolled).check.total == 8 + 4 + 2


def test_a_flaming_sword_burns_a_troll_for_good_and_a_holy_one_destroys_the_dead() -> None:
    flaming = blade(bonus=1, extra=Amount(1, 6, 0), element="fire", magic="weapon_flaming")
    arena = fight_with(hero("a", weapons=(flaming,)), beast("troll", "t", hp=30))
    told = arena.do(Attack("a", "t"), d20(20), d6(4), d6(5))
    assert [hurt.amount for hurt in found(told, DamageDealt)] == [4, 5]
    arena.end("A", "B")
    assert arena["t"].hp == 24  # three back, and never more than 25
    holy = blade(bonus=1, damage_bonus=1, magic="weapon_undead_bane")
    dead = fight_with(hero("a", weapons=(holy,)), beast("ghoul", "g", hp=30), beast("ghoul", "h"))
    assert only(dead.do(Attack("a", "g"), d20(20), d6(1)), Fell).who == "g"


@pytest.mark.parametrize(("monster", "needed_less", "damage"), [("ghoul", 4, 3 + 4), ("orc", 1, 3 + 1)])
def test_a_weapon_made_for_one_kind_of_foe_is_better_against_it_alone(monster, needed_less, damage) -> None:
    slayer = blade(bonus=1, damage_bonus=1, magic="weapon_slayer_4", foe="undead", foe_bonus=4)
    arena = fight_with(hero("a", weapons=(slayer,)), beast(monster, "m", hp=30))
    told = arena.do(Attack("a", "m"), d20(19), d6(3))
    rolled = only(told, AttackRolled).check
    assert rolled.total == 19 + needed_less
    assert only(told, DamageDealt).amount == damage


def test_a_lot_gives_a_slayer_its_foe_when_it_is_found() -> None:
    with ScriptedDice((len(KINDS_OF_FOE), KINDS_OF_FOE.index("dragon") + 1), (12, 1)) as dice:
        digger = Digger(dice)
        thing = magic_thing(RULES.rules, digger, "weapon_slayer_4")
    assert (thing.plus, thing.foe, thing.base_sort) == (1, "dragon", "weapon")
    found_out = replace(thing, known=True)
    assert item_name(RULES.rules, found_out, "en") == "weapon +1, +4 against a foe (dragons)"
    assert "dragon" not in item_name(RULES.rules, thing, "en")
    (weapon, *_) = RULES.rules.ways_to_attack(RULES.rules, "blade", found_out, RULES.content.weapons[thing.base])
    assert (weapon.bonus, weapon.foe, weapon.foe_bonus) == (1, "dragon", 4)


# -------------------------------------------------------------------- turning


@pytest.mark.parametrize(
    ("monster", "level", "faces", "outcome"),
    [
        ("skeleton", 1, (4, 3, 3), "turned"),
        ("skeleton", 1, (3, 3, 3), "nothing"),
        ("skeleton", 4, (), "destroyed"),
        ("ghoul", 1, (5, 5, 5), "turned"),
        ("ghoul", 1, (5, 5, 4), "nothing"),
        ("mummy", 2, (), "nothing"),
        ("vampire", 8, (3, 4, 3), "turned"),
        ("death_knight", 10, (), "nothing"),
    ],
)  # fmt: skip
def test_turning_goes_by_hit_dice_and_level(monster: str, level: int, faces: tuple[int, ...], outcome: str) -> None:
    cleric = hero("c", class_id="cleric", level=level, alignment="law", gifts={"turns": True})
    arena = fight_with(cleric, beast(monster, "u"), beast(monster, "v"), beast("orc", "o"))
    dice = [d6(face) for face in faces] + ([d6(1)] * 3 if outcome == "turned" else [])
    told = only(arena.do(TurnUndead("c", monster), *dice), e.TurnAttempted)
    assert told.outcome == outcome
    assert (arena["u"].morale, arena["v"].morale, arena["o"].morale) == (
        ("flee", "flee", "") if outcome == "turned" else ("", "", "")
    )
    assert (arena["u"].condition == "dead") == (outcome == "destroyed")
    arena.end("A", "B")
    assert arena.refused(TurnUndead("c", monster)).code == "turned_already"


def test_only_clerics_of_law_turn_and_only_the_undead() -> None:
    arena = fight_with(hero("a"), hero("c", alignment="chaos", gifts={"turns": True}), beast("ghoul", "g"))
    assert arena.refused(TurnUndead("a", "ghoul")).code == "cannot_turn"
    assert arena.refused(TurnUndead("c", "ghoul")).code == "cannot_turn"
    lawful = fight_with(hero("c", alignment="law", gifts={"turns": True}), beast("orc", "o"))
    assert lawful.refused(TurnUndead("c", "orc")).code == "no_undead"


# -------------------------------------------------------------------- sheets


def sheet(**more: Any) -> Character:
    """A cleric with a sheet."""
    scores = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 10)
    fields: dict[str, Any] = {
        "hp": 3,
        "max_hp": 9,
        "rolled": (3, 3, 3),
        "level": 3,
        "prepared": ("cure_light_wounds",),
        **more,
    }
    class_id = fields.pop("class_id", "cleric")
    return Character("ida", Named("Ida", "Ida", "f"), "human", class_id, "law", scores, **fields)


def table(one: Character, *commands: Command, dice: Any = ()) -> State:
    """A table with one character, after some commands of the referee's."""
    options = RULES.options.effective({"surprise_method": "judgement"})
    state = State(options=options, characters={one.id: one}, party=Party(order=(one.id,)))
    with ScriptedDice(*dice) as scripted:
        for command in commands:
            resolved = RULES.decide(state, command, scripted)
            assert not isinstance(resolved, Refusal), (command, resolved)
            state = resolved.state
    return state


def test_spells_work_between_fights_too() -> None:
    state = table(sheet(), CastSpell("ida", "cure_light_wounds", "ida"), dice=(d6(4),))
    assert (state.characters["ida"].hp, state.characters["ida"].prepared) == (8, ())
    blessed = table(sheet(prepared=("bless",)), CastSpell("ida", "bless", "ida"))
    assert blessed.effects["ida"][0].until == 60


def test_potions_work_between_fights_and_are_used_up() -> None:
    state = table(sheet(), Grant("ida", "magic", "potion_healing"), UseThing("ida", "potion_healing"), dice=(d6(2),))
    assert (state.characters["ida"].hp, state.characters["ida"].items) == (6, {})


def test_a_fight_takes_sheets_with_their_things_and_gives_back_what_is_left() -> None:
    state = table(
        sheet(
            items={
                "ring": Item("magic", "ring_protection_1", where="worn"),
                "potion": Item("magic", "potion_healing", count=2),
            }
        ),
        Muster(
            (Side("party", Named("p", "p")), Side("foes", Named("f", "f"))),
            (),
            (beast("orc", "o", "foes", hp=1),),
            party="party",
        ),
    )
    assert state.fight is not None
    ida = state.fight.combatants["ida"]
    assert ida.profile.powers is not None
    assert (ida.profile.powers.worn[0].armour, ida.profile.powers.turns, ida.profile.alignment) == (1, True, "law")
    assert [device.id for device in ida.profile.powers.devices] == ["potion"]
    with ScriptedDice(d6(6), d6(1), d6(3), d20(1)) as dice:
        for command in (
            JudgeSurprise(""),
            EndTurn("party"),
            UseDevice("ida", "potion"),
            CallSave("o", Threat("damage", Amount(plus=5))),
        ):
            resolved = RULES.decide(state, command, dice)
            assert not isinstance(resolved, Refusal), (command, resolved)
            state = resolved.state
    assert RULES.finished(state)
    assert (state.characters["ida"].hp, state.characters["ida"].items["potion"].count) == (7, 1)
    assert state.party.slain_xp in (0, 15)


def test_stone_stays_after_the_fight_and_stops_its_victim() -> None:
    state = table(sheet())
    state = RULES.evolve(state, e.EffectBegan("ida", "stone", Ongoing(kind="stone")))
    refused = RULES.decide(state, CastSpell("ida", "cure_light_wounds", "ida"), ScriptedDice())
    assert isinstance(refused, Refusal)
    assert refused.code == "under_effect"
    assert someone("x").profile.powers is None
