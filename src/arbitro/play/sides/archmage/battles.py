"""What happens to the people of the archmages: checks, battles, potions, and what the dungeon does."""

from collections import Counter
from fractions import Fraction
from typing import Final, Literal

from msgspec.structs import replace

from arbitro.dungeon.doors import door_state
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.content import Noun
from arbitro.kernel.name_lists import leader_called, leader_names
from arbitro.kernel.ruling import Modifier, held_against
from arbitro.kernel.seat import Seat
from arbitro.play.chair import referee_decides
from arbitro.play.scene import Scene
from arbitro.play.sides.archmage import harms
from arbitro.play.sides.archmage.events import (
    DrinkUp,
    LevelReached,
    PotionDrunk,
    PotionFound,
    PotionsHanded,
    PrisonerRobbed,
    TrySkill,
)
from arbitro.play.sides.archmage.party import (
    TEXTS,
    ArchmageSide,
    able,
    busy,
    fighting,
    inner_state,
    members,
    own_state,
    party_level,
    people,
    whole,
)
from arbitro.play.sides.archmage.roster import at_level, remade
from arbitro.play.sides.archmage.treasures import take_from_dead
from arbitro.play.sides.walking import commands as walking_commands
from arbitro.play.sides.walking import endings, hand_to_hand
from arbitro.play.sides.walking.captives import CAPTIVES
from arbitro.play.sides.walking.commands import HandOver
from arbitro.play.sides.walking.endings import fight_over
from arbitro.play.sides.walking.errands import MOMENT, settle_errand
from arbitro.play.sides.walking.events import Ending
from arbitro.play.sides.walking.ground import leisure, lit, pass_minutes, underground, walking_state
from arbitro.play.sides.walking.state import Errand, Meeting
from arbitro.play.state import CampaignState
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.bestiary import budget, creature, difficulty
from arbitro.rules.archmage.catalogue import Books, as_named, books_of
from arbitro.rules.archmage.chances import check_odds
from arbitro.rules.archmage.events import BattleEnded, Fell, SkillChecked, Woke
from arbitro.rules.archmage.healing import skill_bonus
from arbitro.rules.archmage.numbers import initiative_bonus
from arbitro.rules.archmage.power import Ability, Named
from arbitro.rules.archmage.recovery import use_recovery
from arbitro.rules.archmage.rests import lose_campaign
from arbitro.rules.archmage.scene import begin
from arbitro.rules.archmage.state import FOES, PARTY, Ambush, Side
from arbitro.rules.archmage.turns import battle_weight

EVEN: Final = 1.25
"""Foes worth so many average ones for each hero win about one battle in two."""
TWENTY: Final = 20
SKILLS: Final[dict[str, Ability]] = {
    "door": "str", "lock": "dex", "listen": "wis", "search": "int", "traps": "int", "creep": "dex", "talk": "cha",
    "slip": "dex",
}  # fmt: skip
"""The ability that each errand asks of somebody."""
ERRANDS: Final[dict[type[Command], str]] = {
    walking_commands.TryDoor: "door",
    walking_commands.WorkOpen: "lock",
    walking_commands.ListenAt: "listen",
    walking_commands.SearchPlace: "search",
    walking_commands.CreepUp: "creep",
    walking_commands.TalkRound: "talk",
    walking_commands.SlipAway: "slip",
}
"""The errand that each command is."""
CHECK: Final = ("AE-POS-12",)
RESTFUL: Final = frozenset({"use_recovery", "heal_in_rest", "quick_rest", "full_heal_up", "withdraw"})
"""What belongs to a quick rest or a heal-up (AE-REST-01)."""
HELD: Final = ("AE-FLEE-01", "AE-FLEE-03")
"""Those who flee take their fallen along; whoever has laid down their arms is not theirs to take."""
ENDINGS: Final[dict[str, Literal["won", "fled", "beaten", "parted"]]] = {
    "victory": "won",
    "fled": "fled",
    "defeat": "beaten",
    "broken_off": "parted",
}


# -------------------------------------------------------------------- checks


def obstacle(books: Books, state: CampaignState, who: str, ability: Ability) -> tuple[tuple[Modifier, ...], int]:
    """What somebody adds to a skill check here, and what it is held against: a hard one in the dark."""
    inner = inner_state(state)
    one = inner.party[who]
    dc = harms.obstacle(books, state, "normal" if lit(state) else "hard").dc
    return skill_bonus(inner, one, ability, one.profile.background), dc


def trap_chance(side: ArchmageSide, state: CampaignState, seat: Seat, who: str) -> Fraction | None:
    """The faces of the die that are enough, for those who know somebody's numbers (AE-POS-12)."""
    if not side.game.knows_numbers(inner_state(state), seat, who):
        return None
    return check_odds(*obstacle(side.game.rules.books, state, who, SKILLS["traps"]))


def check_chance(side: ArchmageSide, state: CampaignState, seat: Seat, command: Command) -> Fraction | None:
    """The same of any errand; none of a door that nobody has touched yet, nor where nobody would notice anything."""
    kind, who = ERRANDS[type(command)], str(getattr(command, "who", ""))
    if not side.game.knows_numbers(inner_state(state), seat, who):
        return None
    if isinstance(command, walking_commands.TryDoor) and not door_state(state.dungeon, command.way).tried:
        return None
    meeting = walking_state(state).meeting
    if kind == "slip" and meeting is not None and meeting.heard:
        return None
    return check_odds(*obstacle(side.game.rules.books, state, who, SKILLS[kind]))


def checked(scene: Scene, who: str, ability: Ability, rules: tuple[str, ...] = ()) -> bool:
    """A skill check against the surroundings (AE-POS-12)."""
    bonus, dc = obstacle(books_of(scene.game), scene.state, who, ability)
    check = held_against((scene.dice.roll(TWENTY, "skill"),), bonus, ">=", dc, "dc")
    scene.happen(SkillChecked(who, ability, "other", check, rules=(*CHECK, *rules)))
    return check.success


def try_skill(side: ArchmageSide, scene: Scene, command: TrySkill) -> Refusal | None:
    """Whatever it is: what comes of it is the table's to tell (AE-POS-12)."""
    refused = underground(side, scene.state, command.who)
    if refused is not None:
        return refused
    pass_minutes(side, scene, MOMENT)
    if not busy(scene.state):
        checked(scene, command.who, command.ability)
    return None


def attempt(side: ArchmageSide, scene: Scene, errand: Errand) -> None:
    """One check decides."""
    settle_errand(side, scene, errand, checked(scene, errand.who, SKILLS[errand.kind]))


def best_for(state: CampaignState, kind: str) -> str:
    """By ability and background."""
    inner = inner_state(state)
    ability = SKILLS[kind]

    def bonus(who: str) -> int:
        one = inner.party[who]
        return sum(each.amount for each in skill_bonus(inner, one, ability, one.profile.background))

    return max(able(state), key=bonus, default="")


def noticed(scene: Scene, who: str) -> bool:
    """Whether somebody notices a trap in time, as when searching (DA-TRAP-02)."""
    return checked(scene, who, SKILLS["search"], ("DA-TRAP-02",))


def forced(scene: Scene) -> bool:
    """Whether the party forces something open, as with a door that sticks (DA-TRAP-07)."""
    who = best_for(scene.state, "door")
    return bool(who) and checked(scene, who, SKILLS["door"], ("DA-TRAP-07",))


# -------------------------------------------------------------------- battles


def leader_of(side: ArchmageSide, state: CampaignState, name: str) -> Named | None:
    """What the first of several foes of a kind is called; None for those who call nobody by name, and for mooks."""
    entry = side.game.rules.books.monsters[name]
    people = leader_names("arbitro.play.sides.archmage").people(name, entry.type)
    if not people or entry.role == "mook":
        return None
    return leader_called(as_named(entry.name, grammar="one"), people, f"{state.at} {name} {state.minutes}")


def start_fight(side: ArchmageSide, scene: Scene, meeting: Meeting, surprised: Literal["", "party", "foes"]) -> None:
    """A battle by the game's own rules; the party comes to it as the last one left it."""
    inner = inner_state(scene.state)
    up = [one for one in inner.party.values() if not one.beyond_help and not one.captive]
    members = [c.Member(one.profile) for one in up]
    for name, count in meeting.foes:
        ids = [f"{name.replace('_', '-')}-{number}" for number in range(1, count + 1)]
        made = [
            creature(side.game.rules.books, name, FOES, who, number if count > 1 else 0)
            for number, who in enumerate(ids, 1)
        ]
        leads = leader_of(side, scene.state, name) if count > 1 else None
        if leads is not None:
            made[0] = replace(made[0], name=leads)
        members += map(c.Member, made)
    sides = (Side(PARTY, _named("fight.party", "f")), Side(FOES, _named("fight.foes")))
    foes = [member.profile for member in members if member.profile.side == FOES]
    hard = difficulty(
        side.game.rules.books, [(foe.level, foe.category) for foe in foes], party_level(scene.state), len(up)
    )
    first = len(scene.events)
    scene.must(c.StartBattle(sides, tuple(members), hard, _ambush(scene.state, foes[0].id, surprised)))
    after(side, scene, first)


def _ambush(state: CampaignState, foe: str, surprised: Literal["", "party", "foes"]) -> Ambush | None:
    """Who springs the ambush: the quickest of the party, or the first of the foes (AE-AMBUSH-01)."""
    if not surprised:
        return None
    if surprised == "party":
        return Ambush(FOES, foe)
    inner = inner_state(state)
    quickest = max(able(state), key=lambda who: initiative_bonus(inner.party[who].profile), default="")
    return Ambush(PARTY, quickest) if quickest else None


def after(side: ArchmageSide, scene: Scene, first: int) -> None:
    """A battle that has ended has consequences here."""
    ended = next((event for event in scene.events[first:] if isinstance(event, BattleEnded)), None)
    if ended is not None:
        if ended.result == "broken_off":  # nobody is kept here: whoever lets the others go lets the prisoners go
            _let_go(scene)
        elif ended.result == "fled" and _let_go_robbed(side, scene.state):
            _rob(scene)
            _let_go(scene)
        stay = prisoners(scene.state) if ended.result == "fled" else ()
        fight_over(side, scene, ENDINGS[ended.result], foes_left(side.game.rules.books, scene.state), stay)


def prisoners(state: CampaignState) -> tuple[str, ...]:
    """Those who have laid down their arms."""
    return tuple(who for who, one in inner_state(state).party.items() if one.captive)


def _let_go_robbed(side: ArchmageSide, state: CampaignState) -> bool:
    """Whether the automatic referee lets prisoners go for what they have; what has no mind wants nothing."""
    robs = state.options["captives"] == "robbed" and not referee_decides(state, CAPTIVES)
    return robs and not all(side.mindless(name) for name, _ in foes_left(side.game.rules.books, state))


def ending_rules(how: Ending, meeting: Meeting | None) -> tuple[str, ...]:
    """A battle ends by the game's own rules; all who flee get away, the fallen too (AE-SEQ-01, AE-FLEE-03)."""
    if meeting is None or not meeting.joined:
        return endings.ending_rules(how, meeting)
    return ("AE-FLEE-03",) if how == "fled" else ("AE-SEQ-01",)


def foes_left(books: Books, state: CampaignState) -> tuple[tuple[str, int], ...]:
    """Creatures of the catalogue that are neither dead nor gone."""
    fight = inner_state(state).fight
    if fight is None:
        return ()
    left = Counter(
        one.profile.race
        for one in fight.combatants.values()
        if one.side == FOES and not one.lost and one.profile.race in books.monsters
    )
    return tuple(left.items())


def struck_dead(state: CampaignState, event: Fell) -> tuple[tuple[str, int], ...]:
    """Who lies dead now of those whom the party fights."""
    fight = inner_state(state).fight
    one = fight.combatants.get(event.who) if fight is not None else None
    dead = event.awareness == "dead" and not event.dying
    return ((one.profile.race, 1),) if dead and one is not None and one.side == FOES else ()


def kinds(books: Books) -> tuple[str, ...]:
    """The bestiary."""
    return tuple(books.monsters)


def menace(books: Books, state: CampaignState) -> float:
    """What the foes are worth in average ones, for each hero that is left, by their hit points.

    Against the ready party of level 1 worth 1.4 wins 63 battles of 100 (an ogre, a bear, a berserker), 1.6 wins 87.
    """
    meeting = own_state(state).meeting
    met = foes_left(books, state) if fighting(state) else meeting.foes if meeting is not None else ()
    known = [(books.monsters[kind], many) for kind, many in met if kind in books.monsters]
    heroes = [one for one in members(state) if one.conscious]
    strength = sum(min(max(one.hp, 0) / max(one.profile.max_hp, 1), 1) for one in heroes)
    worth = [(entry.level, entry.category) for entry, many in known for _ in range(many)]
    return float(budget(books, worth, party_level(state))) / max(strength, 0.1) / EVEN if worth else 0.0


def foes(state: CampaignState) -> tuple[str, ...]:
    """Those who are neither dead nor gone."""
    fight = inner_state(state).fight
    if fight is None or not fighting(state):
        return ()
    people = fight.combatants.values()
    return tuple(one.id for one in people if one.side == FOES and not one.lost)


def reinforce(scene: Scene, kind: str, number: int) -> Refusal | None:
    """By the game's own command, one by one (AE-INIT-05)."""
    for _ in range(number):
        refused = scene.play(c.Reinforce(kind, FOES))
        if refused is not None:
            return refused
    return None


def take_out(side: ArchmageSide, scene: Scene, foe: str) -> None:
    """Gone, not dead; a battle without foes is over."""
    first = len(scene.events)
    scene.happen(Fell(foe, "gone", rules=("AE-SEQ-01",)))
    scene.record(side.game.settle(inner_state(scene.state)))
    after(side, scene, first)


def mindless(books: Books, name: str) -> bool:
    """By the natures of the catalogue; beasts, too, understand no words and want no ransom."""
    return books.nature_of.get(name) == "mindless" or books.monsters[name].type == "beast"


def goods(side: ArchmageSide, state: CampaignState, who: str) -> dict[str, int]:
    """Gold and healing potions."""
    one = inner_state(state).party.get(who)
    return {**hand_to_hand.goods(side, state, who), "potion": 0 if one is None else one.potions}


def change_hands(side: ArchmageSide, scene: Scene, command: HandOver) -> None:
    """A potion is counted by whoever has it."""
    if command.what != "potion":
        hand_to_hand.change_hands(side, scene, command)
        return
    party = inner_state(scene.state).party
    left, now = party[command.who].potions - command.count, party[command.to].potions + command.count
    taken = command.who not in able(scene.state)
    rules = ("AE-DYING-12",)
    scene.happen(PotionsHanded(command.who, command.to, command.count, left, now, taken, rules=rules))


def left_by(state: CampaignState, dead: str) -> dict[str, int]:
    """Healing potions and magic items too."""
    one, hero = inner_state(state).party.get(dead), own_state(state).heroes.get(dead)
    potions = {"potion": one.potions} if one is not None and one.potions else {}
    items = {"magic_item": len(hero.wears)} if one is not None and hero is not None and hero.wears else {}
    return {**hand_to_hand.left_by(state, dead), **potions, **items}


def strip(scene: Scene, who: str, dead: str) -> None:
    """Potions and magic items too."""
    hand_to_hand.strip(scene, who, dead)
    take_from_dead(scene, who, dead)
    party = inner_state(scene.state).party
    found = party[dead].potions if dead in party else 0
    if found:
        scene.happen(PotionFound(dead, 0, rules=("AE-DYING-12",)))
        scene.happen(PotionFound(who, party[who].potions + found, rules=("AE-DYING-12",)))


def drink_up(side: ArchmageSide, scene: Scene, command: DrinkUp) -> Refusal | None:
    """Between battles too a potion lets its drinker use a recovery (AE-DYING-12)."""
    state = scene.state
    refused = leisure(side, state)
    if refused is not None:
        return refused
    party = inner_state(state).party
    giver, patient = party.get(command.who), party.get(command.patient)
    if giver is None or command.who not in able(state):
        return Refusal("cannot_now", {"who": f"@{command.who}"})
    if not giver.potions:
        return Refusal("no_potion", {"who": f"@{command.who}"}, ("AE-DYING-12",))
    if patient is None or patient.awareness not in ("awake", "unconscious") or patient.hp >= patient.max_hp:
        return Refusal("no_thirst", {"who": f"@{command.patient}"}, ("AE-DYING-12",))
    scene.happen(PotionDrunk(giver.id, patient.id, giver.potions - 1, rules=("AE-DYING-12",)))
    inner = begin(side.game.rules, inner_state(scene.state), scene.dice)
    use_recovery(inner, patient.id, ("AE-DYING-12", "AE-RECOVERY-02"))
    scene.record(inner.events)
    return None


def won(state: CampaignState) -> str:
    """Battles count by their weight (AE-FULLHEAL-02)."""
    inner = inner_state(state)
    weight = battle_weight(inner, inner.fight) if inner.fight is not None else Fraction(0)
    return str(Fraction(own_state(state).progress) + weight)


def _rob(scene: Scene) -> None:
    """Those whom a flight left in the enemy's power pay for their freedom with what they have on them."""
    state = own_state(scene.state)
    for who in prisoners(state):
        scene.happen(PrisonerRobbed(who, state.purses.get(who, 0), state.game.party[who].potions, rules=HELD))


def _let_go(scene: Scene) -> None:
    for who in prisoners(scene.state):
        scene.happen(Woke(who, freed=True, rules=("AE-FLEE-01",)))


def potions_of(state: CampaignState, who: str) -> int:
    """Of those who are held, too."""
    return whole(state).party[who].potions


def rejoined(scene: Scene, who: str) -> None:
    """Free, and of the party's level: levels are the party's, not somebody's own."""
    if inner_state(scene.state).party[who].captive:
        scene.happen(Woke(who, freed=True, rules=("AE-FLEE-01",)))
    hero, level = own_state(scene.state).heroes[who], party_level(scene.state)
    if hero.level < level:
        risen = at_level(books_of(scene.game), hero, level)
        one = remade(books_of(scene.game), inner_state(scene.state).party[who], risen)
        scene.happen(LevelReached(level, (risen,), (one,), who, rules=("AE-HP-01",)))


def slain(scene: Scene, who: str) -> None:
    """Captors kill somebody."""
    scene.happen(Fell(who, "dead", rules=("AE-FLEE-01",)))


def come_round(side: ArchmageSide, scene: Scene) -> None:
    """A campaign loss, and recoveries for those who lie on the ground (AE-FLEE-04, AE-REST-02)."""
    lose(side, scene)
    _let_go(scene)
    for who in people(scene.state):
        inner = inner_state(scene.state)
        if inner.party[who].awareness == "coma":  # the danger is over (AE-MEANINGFUL-02)
            scene.must(c.Revive(who))
        elif inner.party[who].awareness == "unconscious" and inner.resting:
            scene.must(c.UseRecovery(who))


def lose(side: ArchmageSide, scene: Scene) -> None:
    """A campaign loss, as the game keeps them."""
    inner = begin(side.game.rules, inner_state(scene.state))
    lose_campaign(inner, "", ("AE-FLEE-03", "AE-FLEE-04"))
    scene.record(inner.events)


def perish(scene: Scene) -> None:
    """The end of everybody."""
    for who in people(scene.state):
        scene.happen(Fell(who, "dead", rules=("AE-DYING-06",)))


def kind(books: Books, name: str) -> Noun:
    """By the catalogue."""
    return books.monsters[name].name


def _named(key: str, gender: Literal["m", "f"] = "m") -> Named:
    return Named(TEXTS.say("it", key), TEXTS.say("en", key), gender)
