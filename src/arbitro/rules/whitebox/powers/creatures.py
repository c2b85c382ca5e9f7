"""Monsters of the bestiary as combatants: numbers, ways to attack, groups, leaders, dragons by age, companions."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dice.stream import REFEREE, Dice, Die
from arbitro.kernel.named import slug
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox import effect as effect_kinds
from arbitro.rules.whitebox import special as special_kinds
from arbitro.rules.whitebox.bestiary import Attack, Monster, Rank
from arbitro.rules.whitebox.commands import Member
from arbitro.rules.whitebox.damage import Landing
from arbitro.rules.whitebox.exploring.doors import SIX
from arbitro.rules.whitebox.exploring.foes import leaders_name, stranger_member, troop_name
from arbitro.rules.whitebox.exploring.state import FOES_SIDE, Troop
from arbitro.rules.whitebox.joining import join
from arbitro.rules.whitebox.powers.aiming import Working
from arbitro.rules.whitebox.powers.commands import Band
from arbitro.rules.whitebox.powers.durations import put_off
from arbitro.rules.whitebox.powers.events import CreatureDrawn
from arbitro.rules.whitebox.powers.lookups import abilities, ask_referee, powers, told_facts
from arbitro.rules.whitebox.powers.magic import counted
from arbitro.rules.whitebox.powers.registry import aims_at_foes
from arbitro.rules.whitebox.powers.state import Powers
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Blow, Combatant, Profile, Reserve
from arbitro.rules.whitebox.terms import Named, SaveBonus, Spell, Weapon

SPELLS_A_LEVEL: Final = 9
WOODEN: Final = ("club", "longbow", "short_bow", "staff")
"""Ways to attack with a made weapon that has neither edge nor metal."""
BLUNT: Final = ("club", "war_hammer", "fist", "strike", "boulder", "rock", "hoof", "kick", "paws")


# ------------------------------------------------------------ meeting them


def tell_of_powers(scene: Scene) -> None:
    """Facts of the bestiary that only the referee can play out, once for each kind."""
    told: set[str] = set()
    for one in basics.fight(scene.state).combatants.values():
        monster = powers(one).monster
        if monster and monster not in told and told_facts(scene.rules, one):
            told.add(monster)
            ask_referee(scene, one.id, "monster", monster, facts=told_facts(scene.rules, one))


# ------------------------------------------------------------ drawing lots


def raised(scene: Scene, band: Band, names: dict[str, int]) -> list[Member]:
    """The members of a band; number, size, variety and age by lot where they are not given."""
    dice = scene.dice.stream(REFEREE)
    entry = scene.rules.content.monsters[band.monster]
    thrown: list[Die] = []
    count = band.count
    if not count:
        faces = entry.appearing.dungeon.roll(dice, "appearing")
        thrown += faces
        count = max(entry.appearing.dungeon.total(faces), 1)
    rank = entry.hd[band.rank] if band.rank >= 0 else _lot_rank(dice, entry, thrown)
    variety = band.variety or _lot_variety(dice, entry, thrown)
    per_hd, age = _lot_age(scene.rules, dice, entry, band.age, thrown)
    lacking = [_lacks(scene.rules, dice, entry, variety, thrown) for _ in range(count)]
    drawn = CreatureDrawn(
        band.monster, count, tuple(thrown), variety, rank.value, age, audience=REFEREE_ONLY, rules=("WB-CORE-01",)
    )
    scene.happen(drawn)
    members = []
    for number, lacks in enumerate(lacking):
        powers = powers_of(scene.rules, band.monster, entry, rank, variety, lacks, per_hd)
        leader = band.leader and number == 0
        which = names[band.monster] = names.get(band.monster, 0) + 1
        alone = count == 1 and not any(name != band.monster for name in names) and which == 1
        made = creature(scene.rules, band, entry, rank, powers, 0 if alone else which, leader=leader)
        members.append(made)
    members += _companions(scene, band, entry, names)
    return members


def _lot_rank(dice: Dice, entry: Monster, thrown: list[Die]) -> Rank:
    if len(entry.hd) == 1:
        return entry.hd[0]
    die = dice.roll(len(entry.hd), "lot")
    thrown.append(die)
    return entry.hd[die.face - 1]


def _lot_variety(dice: Dice, entry: Monster, thrown: list[Die]) -> str:
    if not entry.varieties:
        return ""
    die = dice.roll(sum(kind.weight for kind in entry.varieties.values()), "lot")
    thrown.append(die)
    left = die.face
    for name, kind in entry.varieties.items():
        left -= kind.weight
        if left <= 0:
            return name
    return ""


def _lot_age(rules: Rules, dice: Dice, entry: Monster, age: int, thrown: list[Die]) -> tuple[int, str]:
    if not entry.aged:
        return 0, ""
    if age:
        row = rules.content.dragon_ages.at(age)
    else:
        row, lookup = rules.content.dragon_ages.roll(dice, purpose="dragon_age")
        thrown += lookup.dice
    return row.result.per_hd, row.id


def only_some_have(rules: Rules, entry: Monster, variety: str) -> Iterator[str]:
    """The powers that only some of a kind have."""
    for special in entry.specials:
        some = rules.powers[type(special)].some
        if some is not None and some(special) < 100 and special.only in ("", variety):
            yield str(special.__struct_config__.tag)


def _lacks(rules: Rules, dice: Dice, entry: Monster, variety: str, thrown: list[Die]) -> tuple[str, ...]:
    """Powers that only some of a kind have: poison, disease."""
    found = []
    for special in entry.specials:
        some = rules.powers[type(special)].some
        chance = 100 if some is None else some(special)
        if chance < 100 and special.only in ("", variety):
            die = dice.roll(100, "lot")
            thrown.append(die)
            if die.face > chance:
                found.append(str(special.__struct_config__.tag))
    return tuple(found)


def by_lot(rules: Rules, monster: str, side: str, dice: Dice) -> Member:
    """One creature of a kind as it may be: size, variety, age and what only some have by lot."""
    entry = rules.content.monsters[monster]
    thrown: list[Die] = []
    rank, variety = _lot_rank(dice, entry, thrown), _lot_variety(dice, entry, thrown)
    per_hd, _ = _lot_age(rules, dice, entry, 0, thrown)
    powers = powers_of(rules, monster, entry, rank, variety, _lacks(rules, dice, entry, variety, thrown), per_hd)
    return creature(rules, Band(monster=monster, side=side), entry, rank, powers, 0)


def _companions(scene: Scene, band: Band, entry: Monster, names: dict[str, int]) -> list[Member]:
    found: list[Member] = []
    dice = scene.dice.stream(REFEREE)
    for special in entry.specials:
        comes = scene.rules.powers[type(special)].company
        if comes is None:
            continue
        company, chance = comes(special)
        if chance < SIX:
            die = dice.roll(SIX, "lot")
            if die.face > chance:
                alone = CreatureDrawn(company.monsters[0], 0, (die,), audience=REFEREE_ONLY, rules=("WB-CORE-01",))
                scene.happen(alone)
                continue
        faces = company.count.roll(dice, "appearing")
        rolled = CreatureDrawn(company.monsters[0], company.count.total(faces), faces, audience=REFEREE_ONLY)
        scene.happen(rolled)
        others = Band(monster=company.monsters[0], side=band.side, count=max(company.count.total(faces), 1), at=band.at)
        found += raised(scene, others, names)
    return found


# ------------------------------------------------------------ numbers


def caster_of(rules: Rules, entry: Monster) -> special_kinds.Caster | None:
    """The caster as whom a creature casts spells, if it does."""
    kinds = ((special, rules.powers[type(special)].casts) for special in entry.specials)
    return next((casts(special) for special, casts in kinds if casts is not None), None)


def powers_of(
    rules: Rules, monster: str, entry: Monster, rank: Rank, variety: str, lacks: tuple[str, ...], per_hd: int
) -> Powers:
    """What a creature is beyond its plain numbers."""
    caster = caster_of(rules, entry)
    level = 0
    if caster is not None:
        level = {"number": caster.level, "hit_dice": rank.value, "age": per_hd}[caster.level_by] or rank.value
    made = any(rules.content.attack_names[attack.name].weapon for attack in entry.attacks)
    return Powers(
        monster=monster,
        variety=variety,
        lacks=lacks,
        kind=entry.kind,
        hd=rank.value,
        plus=max(rank.plus, 0),
        size=entry.size,
        person=entry.person,
        undead=entry.undead,
        thinking=not entry.mindless,
        per_hd=per_hd,
        natural=not made,
        worn=tuple(
            effect
            for special in entry.specials
            if (worn := rules.powers[type(special)].worn) is not None
            for effect in worn(special)
        ),
        spell_list=caster.as_class if caster is not None else "",
        caster=level,
    )


def creature(
    rules: Rules, band: Band, entry: Monster, rank: Rank, powers: Powers, number: int, *, leader: bool = False
) -> Member:
    """One creature as somebody to be put into a fight."""
    noun = entry.name
    base = slug(entry.name.en)
    weapons = tuple(weapons_for(rules, entry, rank, powers))
    profile = Profile(
        f"{base}-{number}" if number else base,
        Named(noun.it, noun.en, noun.gender, number, "one"),
        band.side,
        "monster",
        most_hit_points(rank, powers),
        entry.aac or 10,
        weapons,
        level=max(rank.value, 1),
        to_hit=rank.to_hit,
        rate=rate_of(entry),
        attacks=max((weapon.count for weapon in weapons if not weapon.besides), default=1),
        save=rank.save,
        save_bonuses=inborn_saves(entry, powers),
        spells=inborn_spells(rules, entry, powers),
        fearless=entry.fearless,
        leader=leader,
        group=f"{band.side}-{band.monster}",
        xp=rank.xp,
        alignment=entry.alignment,
        powers=powers,
    )
    return Member(profile, hit_points(rank, powers), band.at)


def hit_points(rank: Rank, powers: Powers) -> Amount:
    """The roll for hit points; a dragon's go by age (table 41)."""
    return Amount(plus=powers.per_hd * rank.dice) if powers.per_hd else rank.hit_points


def most_hit_points(rank: Rank, powers: Powers) -> int:
    """The most that the roll can give."""
    amount = hit_points(rank, powers)
    return max(amount.count * amount.sides + amount.plus, 1)


def rate_of(entry: Monster) -> int:
    """How fast it comes: on its feet or wings, or swimming where it has neither."""
    dry = max((rate for mode, rate in entry.move.items() if mode != "swim"), default=0)
    return dry or entry.move.get("swim", 0)


def inborn_saves(entry: Monster, powers: Powers) -> tuple[SaveBonus, ...]:
    """Bonuses on saves are powers and counted there."""
    del entry, powers
    return ()


def weapons_for(rules: Rules, entry: Monster, rank: Rank, powers: Powers) -> Iterator[Weapon]:
    """The ways in which a creature attacks."""
    for attack in entry.attacks:
        if attack.only in ("", powers.variety):
            yield weapon_for(rules, attack, rank)


def weapon_for(rules: Rules, attack: Attack, rank: Rank) -> Weapon:
    """One way to attack."""
    facts = rules.content.attack_names[attack.name]
    damage = attack.damage
    for dice, grown in sorted(attack.by_hd.items()):
        if rank.value >= dice:
            damage = grown
    return Weapon(
        attack.name,
        Named(facts.name.it, facts.name.en, facts.name.gender),
        damage,
        "missile" if attack.kind == "missile" else "melee",
        blunt=attack.name in BLUNT,
        edged=facts.weapon and attack.name not in BLUNT and attack.name not in WOODEN,
        element=attack.element or "",
        count=rank.dice if attack.per_die else attack.count,
        besides=attack.extra,
        range=attack.range,
    )


def inborn_spells(rules: Rules, entry: Monster, powers: Powers) -> tuple[Spell, ...]:
    """The spells of a creature that casts like somebody of a class: the first of each level's list (ours)."""
    caster = caster_of(rules, entry)
    if caster is None or powers.caster < 1:
        return ()
    facts = rules.content.classes[caster.as_class]
    slots = facts.levels[min(powers.caster, len(facts.levels)) - 1].spells
    if caster.each_level:
        slots = (caster.each_level,) * SPELLS_A_LEVEL
    found: list[Spell] = []
    name = facts.casting.spell_list if facts.casting is not None else caster.as_class
    for level, count in enumerate(slots, 1):
        known = battle_spells(rules, rules.content.spell_list(name, level))
        for number in range(min(count, 2 * len(known))):
            spell = known[number % len(known)]
            noun = rules.content.spells[spell].name
            key = spell if number < len(known) else f"{spell}~2"
            found.append(Spell(key, Named(noun.it, noun.en, noun.gender), magic=spell))
    return tuple(found)


def battle_spells(rules: Rules, names: tuple[str, ...]) -> list[str]:
    """Spells of a list, those of use in a fight first."""
    useful = [name for name in names if useful_in_a_fight(rules, name)]
    return useful + [name for name in names if name not in useful]


def useful_in_a_fight(rules: Rules, name: str) -> bool:
    """Whether a spell does something that the rules can carry out against a foe."""
    return any(aims_at_foes(rules, part) for part in rules.content.spells[name].effects)


def foe(scene: Scene, troop: Troop, number: int, feet: int) -> Member:
    """One of those who are met on an expedition, with all that it can do."""
    entry = scene.rules.content.monsters.get(troop.monster)
    if entry is None:
        return stranger_member(scene.rules, troop, number, feet)
    dice, thrown = scene.dice.stream(REFEREE), list[Die]()
    rank = _lot_rank(dice, entry, thrown)
    variety = _lot_variety(dice, entry, thrown)
    per_hd, age = _lot_age(scene.rules, dice, entry, 0, thrown)
    lacks = _lacks(scene.rules, dice, entry, variety, thrown)
    if thrown:
        has = tuple(name for name in only_some_have(scene.rules, entry, variety) if name not in lacks)
        told = bool(variety or age or has or len(entry.hd) > 1)
        drawn = CreatureDrawn(
            troop.monster,
            1,
            tuple(thrown),
            variety,
            rank.value,
            age,
            has,
            told,
            number,
            audience=REFEREE_ONLY,
            rules=("WB-CORE-01",),
        )
        scene.happen(drawn)
    band = Band(monster=troop.monster, side=FOES_SIDE, at=feet)
    powers = powers_of(scene.rules, troop.monster, entry, rank, variety, lacks, per_hd)
    member = creature(scene.rules, band, entry, rank, powers, number)
    leads = leaders_name(scene.rules, troop, scene.state.minutes) if number == 1 else None
    name = leads or replace(troop_name(scene.rules, troop), number=number)
    who = f"{troop.id}-{number}" if number else f"{troop.id}-1"
    profile = replace(member.profile, id=who, name=name, group=f"{FOES_SIDE}-{troop.id}")
    return replace(member, profile=profile)


# ------------------------------------------------------------ creatures that come later


def reinforce(scene: Scene, band: Band) -> tuple[str, ...]:
    """Let creatures join a fight that is going on; gives their ids back."""
    fight = basics.fight(scene.state)
    names: dict[str, int] = {}
    entry = scene.rules.content.monsters[band.monster]
    base = slug(entry.name.en)
    names[band.monster] = sum(1 for who in fight.combatants if who.startswith(base))
    if not names[band.monster] and band.count != 1:
        names[band.monster] = 0
    members = raised(scene, band, names)
    taken = set(fight.combatants)
    fresh = []
    for member in members:
        who, number = member.profile.id, 1
        while who in taken:
            number += 1
            who = f"{base}-{number}"
        taken.add(who)
        name = replace(member.profile.name, number=number) if who != member.profile.id else member.profile.name
        fresh.append(replace(member, profile=replace(member.profile, id=who, name=name)))
    join(scene, band.side, fresh)
    return tuple(member.profile.id for member in fresh)


def summon(scene: Scene, target: Combatant, part: effect_kinds.Summon, working: Working) -> None:
    """Creatures come at a call, and fight on the caller's side; hostile ones against it."""
    del target
    one = basics.fight(scene.state).combatants[working.by]
    kinds = [name for name in part.monsters if name in scene.rules.content.monsters]
    if not kinds:
        ask_referee(scene, one.id, working.sort, working.name)
        return
    fight = basics.fight(scene.state)
    against = next((side for side in fight.sides if side != one.profile.side), one.profile.side)
    side = against if part.control == "hostile" else one.profile.side
    count = counted(scene, working, part.count)
    if part.per_level_from:
        count *= max(working.level - part.per_level_from + 1, 1)
    entry = scene.rules.content.monsters[kinds[0]]
    rank = max((n for n, size in enumerate(entry.hd) if size.dice <= (part.hd or 99)), default=0)
    if part.together:
        count = max(part.hd // max(entry.hd[rank].dice, 1), 1)
    call(scene, one, Reserve(kinds[0], side, min(count, 40), one.at, rank))


def call(scene: Scene, one: Combatant, reserve: Reserve) -> None:
    """Creatures come at somebody's call: at once, or at the end of a simultaneous turn."""
    if not put_off(scene, Blow(one.id, "summon", one.id, reserve=reserve)):
        come(scene, reserve)


def come(scene: Scene, reserve: Reserve) -> None:
    """Those who were called are there."""
    monster, side, count, at = reserve.monster, reserve.side, reserve.count, reserve.at
    reinforce(scene, Band(monster=monster, side=side, count=count, at=at, rank=reserve.rank))


def answers_the_call(scene: Scene, one: Combatant, landing: Landing) -> None:
    """Whoever was called in a simultaneous turn comes when it is over."""
    del one
    if landing.blow.reserve is not None:
        come(scene, landing.blow.reserve)


def steady(here: Here, members: tuple[Combatant, ...]) -> tuple[Modifier, ...]:
    """Some kinds are steadier than others; a group goes by its weakest."""
    least = min(
        sum(power.steady(it) for it, power in abilities(here.rules, one) if power.steady is not None) for one in members
    )
    return (Modifier(least, "WB-MORALE-04", "own_power"),) if least else ()


def foes(scene: Scene, troop: Troop, count: int, feet: int, *, outdoors: bool) -> tuple[Member, ...]:
    """The members of a troop, so far off; their hit points are rolled when the fight begins."""
    made = (foe(scene, troop, number if count > 1 else 0, feet) for number in range(1, count + 1))
    if not outdoors:
        return tuple(made)
    return tuple(replace(member, profile=replace(member.profile, outdoors=True)) for member in made)
