"""Into a fight and out of it: a sheet becomes a combatant, and what the fight leaves goes back on the sheet."""

from typing import Final, Literal

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.basics import Ending
from arbitro.rules.whitebox.class_features import SaveAgainst
from arbitro.rules.whitebox.commands import Member
from arbitro.rules.whitebox.exploring.state import place
from arbitro.rules.whitebox.ongoing_effects import OUT_OF_IT
from arbitro.rules.whitebox.people import arms
from arbitro.rules.whitebox.people.arms import FISTS, armour_class, weapons_of
from arbitro.rules.whitebox.people.equipment import ammunition, hands_free_to_cast, spent
from arbitro.rules.whitebox.people.events import CameHome, XpCounted
from arbitro.rules.whitebox.people.healing import bleed_on
from arbitro.rules.whitebox.people.load import fight_rate
from arbitro.rules.whitebox.people.records import awake, calling, company, folk
from arbitro.rules.whitebox.people.state import PARTY, Battle, Character, Health
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Combatant, Profile
from arbitro.rules.whitebox.terms import Danger, Named, SaveBonus, Spell, Weapon

_COLUMNS: Final[dict[SaveAgainst, tuple[Danger, ...]]] = {
    "magic": ("wands_rays", "spells_staves"),
    "poison": ("death_poison",),
    "death": ("death_poison",),
    "paralysis": ("paralysis_stone",),
    "spells": ("spells_staves",),
    "staves": ("spells_staves",),
    "wands": ("wands_rays",),
}
"""The columns of the matrix that a bonus of class or people helps in; other dangers (traps) are met elsewhere."""


def still_prepared(sheet: Character, fighter: Combatant | None) -> list[str]:
    """The spells in somebody's memory, without those that were cast in the fight that goes on."""
    left = list(sheet.prepared)
    for spell in () if fighter is None else fighter.cast:
        if plain_spell(spell) in left:
            left.remove(plain_spell(spell))
    return left


def plain_spell(name: str) -> str:
    """The id of a spell in the lists; the same spell memorised twice is ``sleep`` and ``sleep~2`` in a fight."""
    return name.partition("~")[0]


# ------------------------------------------------------------ into the fight


def has_shot(here: Here, one: Combatant, weapon: Weapon) -> bool:
    """Whether a character has something left to shoot; others are not counted for."""
    sheet = here.state.characters.get(one.id)
    return sheet is None or ammunition(here.rules, sheet, weapon.ammunition) is not None


def spend_shot(scene: Scene, one: Combatant, weapon: Weapon) -> None:
    """A shot is gone from the quiver."""
    sheet = scene.state.characters.get(one.id)
    key = None if sheet is None else ammunition(scene.rules, sheet, weapon.ammunition)
    if sheet is not None and key is not None:
        spent(scene, sheet, key, rules=("WB-RANGED-01",))


def saves_of(rules: Rules, one: Character) -> tuple[SaveBonus, ...]:
    """Bonuses on saving throws of class and people (WB-SAVE-10)."""
    found: dict[tuple[Literal["class", "race"], Danger], int] = {}
    facts = calling(rules, one)
    for bonus in facts.save_bonuses if facts is not None else ():
        for against in bonus.vs:
            for danger in _COLUMNS.get(against, ()):
                found["class", danger] = bonus.bonus
    for bonus in folk(rules, one).save_bonuses:
        for against in bonus.vs:
            for danger in _COLUMNS.get(against, ()):
                found["race", danger] = bonus.bonus
    return tuple(SaveBonus(amount, source, danger) for (source, danger), amount in found.items())


def spells_of(rules: Rules, one: Character) -> tuple[Spell, ...]:
    """What somebody has in memory and hands to cast, as a fight knows spells; a second one has its own id."""
    found: list[Spell] = []
    if not hands_free_to_cast(rules, one):
        return ()
    count: dict[str, int] = {}
    for name in one.prepared:
        count[name] = count.get(name, 0) + 1
        spell = fight_spell(rules, one, name, name if count[name] == 1 else f"{name}~{count[name]}")
        if spell is not None:
            found.append(spell)
    return tuple(found)


def profile_of(rules: Rules, one: Character, side: str) -> Profile:
    """The numbers that somebody has in a fight."""
    if one.monster:
        return hireling_profile(rules, one, side)
    facts = calling(rules, one)
    class_id = one.class_id if facts is None or not facts.attacks_as else facts.attacks_as
    player = one.kind == "player"
    return Profile(
        one.id,
        one.name,
        side,
        "character" if player else "npc",
        one.max_hp,
        armour_class(rules, one),
        weapons_of(rules, one),
        class_id,
        one.level,
        strength=arms.bonus(rules, one, "melee_to_hit"),
        dexterity=arms.bonus(rules, one, "missile_to_hit"),
        dexterity_score=one.abilities.get("dex", 10),
        rate=fight_rate(rules, one),
        save_bonuses=saves_of(rules, one),
        spells=spells_of(rules, one),
        group="" if player else f"{side}-{one.employer or one.trade or one.class_id}",
        loyalty=one.loyalty.next_check,
        damage=arms.bonus(rules, one, "melee_damage"),
        aim=folk(rules, one).missile_to_hit,
    )


def hireling_profile(rules: Rules, one: Character, side: str) -> Profile:
    """Somebody for hire, who has the numbers of the bestiary, and better armour where they wear it."""
    monster = rules.content.monsters[one.monster]
    rank = monster.hd[0]
    return Profile(
        one.id,
        one.name,
        side,
        "npc",
        one.max_hp,
        max(monster.aac or 0, armour_class(rules, one)),
        weapons_of(rules, one) if one.items else (usual_weapon(rules, one),),
        to_hit=rank.to_hit,
        rate=fight_rate(rules, one),
        save=rank.save,
        group=f"{side}-{one.trade}",
        loyalty=one.loyalty.next_check,
    )


def usual_weapon(rules: Rules, one: Character) -> Weapon:
    """What somebody for hire brings along."""
    attack = rules.content.monsters[one.monster].attacks[0]
    noun = rules.content.attack_names[attack.name].name
    return Weapon(attack.name, Named(noun.it, noun.en, noun.gender), attack.damage)


def member_of(here: Here, who: str, side: str = PARTY, at: int = 0) -> Member | Refusal:
    """A character as somebody to be put into a fight, or why not."""
    one = awake(here.state, who)
    if isinstance(one, Refusal):
        return one
    profile = here.rules.profile_of(here.rules, one, side)
    if here.state.options["plain_damage"] and not one.monster:
        plain = here.rules.content.arms.plain_damage
        made = (replace(weapon, damage=plain) if weapon != FISTS else weapon for weapon in profile.weapons)
        profile = replace(profile, weapons=tuple(made))
    return Member(profile, Amount(plus=one.hp), at)


def party_members(here: Here, side: str = PARTY, at: int = 0) -> tuple[Member, ...]:
    """Everybody of the party who can fight, in marching order; outdoors they move by the yard (WB-OUTDOOR-03)."""
    found = (here.rules.member_of(here, one.id, side, at) for one in company(here.state) if fights(here.rules, one))
    members = tuple(member for member in found if isinstance(member, Member))
    out = here.state.expedition
    if out is None or out.over or not place(out).outdoors:
        return members
    return tuple(replace(member, profile=replace(member.profile, outdoors=True)) for member in members)


def fights(rules: Rules, one: Character) -> bool:
    """Whether somebody goes into fights: whoever is awake, except hirelings of a peaceful trade."""
    return one.fit and (not one.trade or rules.content.hirelings[one.trade].combatant)


# ------------------------------------------------------------ and out of it


def fight_ended(scene: Scene, ending: Ending) -> None:
    """Whoever has a sheet goes home with what is left, and the slain are counted."""
    del ending
    if scene.state.characters:
        for who in basics.fight(scene.state).combatants:
            if who in scene.state.characters:
                scene.rules.come_home(scene, who)
        count_slain(scene)


def bleed(scene: Scene) -> None:
    """A minute of the fight is a minute for those too who lie bleeding beside it (WB-DEATH-05)."""
    if not scene.state.characters:
        return
    fight = basics.fight(scene.state)
    for one in tuple(scene.state.characters.values()):
        if one.bleeding and one.health == "out" and one.id not in fight.combatants:
            bleed_on(scene, one, 1)


def come_home(scene: Scene, who: str) -> None:
    """Hit points, health and spells of a fight, written back on the sheet."""
    state = scene.state
    one, sheet = basics.fight(state).combatants[who], state.characters[who]
    health: Health = "dead" if one.condition == "dead" else "out" if one.condition == "out" else "well"
    prepared = still_prepared(sheet, one)
    bleeding = one.condition == "out" and one.dropped >= 0
    battle = Battle(state.fights, one.began, state.minutes)
    held = one.condition if one.condition in OUT_OF_IT else ""
    home = CameHome(
        one.id,
        one.hp,
        health,
        tuple(prepared),
        bleeding,
        battle,
        held,
        rules=() if held else ("WB-DEATH-01",),
        audience=one.id,
    )
    scene.happen(home)


def count_slain(scene: Scene) -> None:
    """Experience for the slain enemies of the party: those killed, not those who fled or gave up (WB-XP-01)."""
    fight = basics.fight(scene.state)
    order = scene.state.party.order
    sides = {fight.combatants[who].profile.side for who in order if who in fight.combatants}
    slain = [
        one
        for one in fight.combatants.values()
        if one.condition == "dead" and one.profile.side not in sides and one.id not in scene.state.characters
    ]
    if not sides or not slain:
        return
    alike: dict[int, list[str]] = {}
    for one in slain:
        alike.setdefault(one.profile.xp, []).append(one.id)
    unpriced = tuple(who for worth, those in alike.items() if worth < 0 for who in those)
    priced = tuple((worth, tuple(those)) for worth, those in alike.items() if worth >= 0)
    total = sum(worth * len(those) for worth, those in priced)
    scene.happen(XpCounted(total, unpriced, priced, rules=("WB-XP-01",), audience=REFEREE_ONLY))


def fight_spell(rules: Rules, one: Character, name: str, spell_id: str) -> Spell | None:
    """A memorised spell as a fight knows it: the entry of the list says what it does."""
    facts, _ = rules.content.find_spell(name)
    noun = rules.content.reverses[name][1].name if name in rules.content.reverses else facts.name
    del one
    return Spell(spell_id, Named(noun.it, noun.en, noun.gender), magic=name)
