"""Those who are left in the enemy's power, and the things of those who have died.

When a fight ends and the enemy holds the field, whoever could not run is in its hands: the charmed, the unconscious,
the held, those turned to stone, those who laid down arms, and those who lay helpless beside it all. Where both sides
stand and break it off, only those whose will is the enemy's stay: the charmed and those who gave up. The referee says
what becomes of them; the automatic referee goes by the option `captives`, as a rule by how the enemy took the encounter
(Table 33), and the mindless kill; beasts kill too or leave them lying, and take nothing. Nobody who is held does
anything or goes anywhere until beaten captors, a ransom or the referee's word sets them free; arms and purse come back
when the captors are beaten, or by the referee's word. Under open sky all this is at one point of the way: see `point`.

A fight that grew out of no encounter, on an expedition or without one, has the same consequences. Its victors are no
troop that stands anywhere: whom they take they lead away, and whoever wants them back pays, or asks the referee. They
strip the dead as well, unless they are beasts: the field is theirs.
"""

from typing import Final, cast

from msgspec.structs import replace

from arbitro.dice.stream import REFEREE
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.basics import Ending, able, fighting, ransom_per_level
from arbitro.rules.whitebox.exploring import meetings
from arbitro.rules.whitebox.exploring.clock import ask, body_here, ruled
from arbitro.rules.whitebox.exploring.commands import JudgeCaptives, PayRansom, SettleCaptive, TakeFrom
from arbitro.rules.whitebox.exploring.events import (
    Captured,
    Freed,
    FreedBy,
    GoodsBack,
    PrisonerSlain,
    PurseTaken,
    RansomDemanded,
    RansomPaid,
    ReactionRolled,
    Reminder,
    Robbed,
    RulingAsked,
    TakenFromDead,
)
from arbitro.rules.whitebox.exploring.meetings import (
    attitude_of,
    fall_back,
    is_wordless,
    sides_left,
    troop_met,
)
from arbitro.rules.whitebox.exploring.state import (
    FOES_SIDE,
    PARTY_SIDE,
    Attitude,
    Expedition,
    Fate,
    Outcome,
    Pending,
    place,
)
from arbitro.rules.whitebox.exploring.strangers import state_troop
from arbitro.rules.whitebox.exploring.travel import end_if_all_lost
from arbitro.rules.whitebox.morale import takes_prisoners
from arbitro.rules.whitebox.ongoing_effects import OUT_OF_IT
from arbitro.rules.whitebox.people.equipment import clings, spend
from arbitro.rules.whitebox.people.packs import add_to
from arbitro.rules.whitebox.people.records import awake, company, on_their_feet, person
from arbitro.rules.whitebox.people.state import Captivity, Character, Hoard
from arbitro.rules.whitebox.powers.lookups import under
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import START, Combatant, State

FATES: Final[dict[Attitude, Fate]] = {
    "hostile": "killed",
    "negative": "held",
    "uncertain": "ransomed",
    "positive": "robbed",
    "enthusiastic": "robbed",
}
"""What captors do by how they took the encounter (ours)."""
OF_BEASTS: Final[dict[Attitude, Fate]] = {
    "hostile": "killed",
    "negative": "killed",
    "uncertain": "freed",
    "positive": "freed",
    "enthusiastic": "freed",
}
"""What captors without words may do: they kill, or leave whoever lies there."""
WORDY: Final = ("ransomed", "robbed")
"""Fates that only captors with words and a use for gold can have in mind."""
GIVEN_UP: Final = ("surrendered", "charmed")
"""Those who are the enemy's even while their friends still stand."""
HELPLESS: Final = ("out", "stone", *GIVEN_UP)
RULES: Final = ("WB-MORALE-02", "WB-CORE-01")
ALL, PURSE = "all", "purse"
"""What can be taken from somebody dead, beside single things."""


# ------------------------------------------------------------ falling into it


def left_behind(here: Here, *, both_stand: bool) -> tuple[str, ...]:
    """Members of the party whom the end of a fight leaves in the enemy's power."""
    fight = basics.fight(here.state)
    return tuple(
        one.id
        for one in company(here.state)
        if in_their_power(here, one, fight.combatants.get(one.id), both_stand=both_stand)
    )


def in_their_power(here: Here, sheet: Character, one: Combatant | None, *, both_stand: bool) -> bool:
    """Whether somebody cannot leave: see the first lines of this module."""
    if both_stand:
        return one is not None and one.condition in GIVEN_UP
    if one is None:  # lay helpless beside the fight of the whole party
        return PARTY_SIDE in basics.fight(here.state).sides and not on_their_feet(here.state, sheet.id)
    bound = one.condition == "up" and not able(basics.fight(here.state), one)
    return bound or one.condition in HELPLESS


def leave_the_field(scene: Scene, troop: str, attitude: Attitude, *, won: bool, stand: bool) -> None:
    """Before anybody falls back: whoever is in the enemy's power stays."""
    left = left_behind(scene, both_stand=won) if stand else ()
    if left:
        capture(scene, left, troop, attitude, stay=won)
    else:
        meetings.leave_the_field(scene, troop, attitude, won=won, stand=stand)


def overpower(scene: Scene) -> None:
    """Nobody can lift a hand against those who were met: all fall into their power without a fight."""
    out = scene.state.expedition
    if out is None or out.meeting is None:
        return
    troop, attitude = out.meeting.troop, attitude_of(scene.rules, out)
    scene.rules.part(scene, "lost", gone=False, rules=RULES)
    capture(scene, tuple(one.id for one in company(scene.state)), troop, attitude, stay=True)


def capture(scene: Scene, who: tuple[str, ...], troop: str, attitude: Attitude, *, stay: bool) -> None:
    """People are taken, their captors stay where they are, and the referee says what comes of it."""
    out = scene.state.expedition
    if out is None:
        return
    for each in who:
        scene.happen(Captured(each, troop, out.at, rules=RULES))
    captors, here = troop_met(scene.state, troop), (out.at, scene.state.post)
    if (captors.place, captors.point) != here:
        state_troop(scene, replace(captors, place=here[0], point=here[1]), captors.count.plus, ())
    ask_for_their_fate(scene, who, troop, attitude, stay=stay)


def ask_for_their_fate(scene: Scene, who: tuple[str, ...], troop: str, attitude: Attitude, *, stay: bool) -> None:
    """The referee is asked what becomes of those who were taken together."""
    pending = Pending("", troop, people=who, attitude=attitude, stay=stay)
    ask(scene, RulingAsked("captives", "", troop, pending=pending, rules=RULES, audience=REFEREE_ONLY))


def fight_ended(scene: Scene, ending: Ending) -> None:
    """Whoever is left to the enemy by a fight without an encounter is in its power too."""
    out = ending.before.expedition
    if out is not None and out.meeting is not None and out.meeting.stage == "fight":
        return
    if scene.state.party.order:
        left_to_strangers(scene, ending.winners)
    tell_of_those_who_gave_up(scene, ending.winners)


def tell_of_those_who_gave_up(scene: Scene, winners: tuple[str, ...]) -> None:
    """Of those without a sheet who laid down arms before the victors: what becomes of them unless the referee says."""
    fight = basics.fight(scene.state)
    for side in fight.sides:
        gave_up = (one for one in fight.combatants.values() if one.condition == "surrendered")
        if (
            winners
            and side not in winners
            and any(one.profile.side == side and one.id not in scene.state.characters for one in gave_up)
        ):
            scene.happen(Reminder(side, "prisoners", rules=("WB-MORALE-02",), audience=REFEREE_ONLY))


def left_to_strangers(scene: Scene, winners: tuple[str, ...]) -> None:
    """Victors who were met in no encounter lead the living away and strip the dead."""
    state, fight = scene.state, basics.fight(scene.state)
    own = {fight.combatants[who].profile.side for who in state.party.order if who in fight.combatants}
    there = sides_left(fight, winners)
    won, stand = any(side in own for side in there), any(side not in own for side in there)
    if not own or not stand:
        return
    mute = beasts_of_the_field(scene.at(state))
    dead = [who for who in state.party.order if who in fight.combatants and fight.combatants[who].condition == "dead"]
    for each in dead if not won and not mute else ():
        scene.happen(Robbed(each, FOES_SIDE, rules=RULES))
    left = left_behind(scene.at(state), both_stand=won)
    for each in left:
        scene.happen(Captured(each, FOES_SIDE, "", mute, rules=RULES))
    if left:
        ask_for_their_fate(scene, left, FOES_SIDE, "", stay=won)


def captors_of_the_field(state: State) -> tuple[Combatant, ...]:
    """Those who stand against the party at the end of a fight; all of them where none stands."""
    fight = state.fight
    if fight is None:
        return ()
    order = state.party.order
    own = {fight.combatants[who].profile.side for who in order if who in fight.combatants}
    foes = [one for one in fight.combatants.values() if one.profile.side not in own]
    return tuple(one for one in foes if one.condition == "up") or tuple(foes)


def beasts_of_the_field(here: Here) -> bool:
    """Whether all of them are without words."""
    foes = captors_of_the_field(here.state)
    return bool(foes) and not any(takes_prisoners(here.rules, one) for one in foes)


# ------------------------------------------------------------ what becomes of them


def judge_captives(scene: Scene, command: JudgeCaptives) -> Refusal | None:
    """The referee's answer, for all who were taken together; then the others fall back."""
    out = scene.state.expedition
    pending = pending_fate(scene.state)
    refused = beyond_beasts(scene, pending.people, command.fate)
    if refused is not None:
        return refused
    ruled(scene, command.fate, RULES)
    fate = by_reaction(scene, pending) if command.fate == "reaction" else command.fate
    if fate == "ransomed" and not somebody_pays(scene.state):
        fate = "robbed"  # nobody is left to ask: what they had must do
    for who in pending.people:
        befall_captive(scene, who, fate)
    if out is not None and not out.over and not end_if_all_lost(scene) and not pending.stay:
        fall_back(scene)
    return None


def pending_fate(state: State) -> Pending:
    """What the referee was asked about, on an expedition or without one."""
    out = state.expedition
    return (state.pending if out is None else out.pending) or Pending()


def by_reaction(scene: Scene, pending: Pending) -> Fate:
    """By how the captors took the encounter; where nobody knows, Table 33 says it now, in secret."""
    attitude = pending.attitude
    if not attitude:
        row, lookup = scene.rules.content.reactions["reaction"].roll(scene.dice.stream(REFEREE), (), "reaction")
        attitude = cast(Attitude, row.id)
        rules = ("WB-PARLEY-01", *RULES)
        scene.happen(ReactionRolled(lookup, attitude, rules=rules, audience=REFEREE_ONLY))
    wordless = any(wordless_captors(scene, who) for who in pending.people)
    return (OF_BEASTS if wordless else FATES)[attitude]


def wordless_captors(here: Here, who: str) -> bool:
    """Whether those who hold somebody understand no words."""
    held = here.state.characters[who].captive
    if held is None:
        return False
    captors = None if here.state.expedition is None else here.state.expedition.troops.get(held.by)
    return held.wordless if captors is None else is_wordless(here.rules, captors)


def beyond_beasts(here: Here, people: tuple[str, ...], fate: str) -> Refusal | None:
    """Beasts rob no purse and ask no ransom."""
    by_beasts = (here.state.characters[who].captive for who in people if wordless_captors(here, who))
    held = next(by_beasts, None)
    if fate not in WORDY or held is None:
        return None
    return Refusal("beasts_want_no_gold", {"troop": f"@{held.by}"}, RULES)


def befall_captive(scene: Scene, who: str, fate: Fate) -> None:
    """Let a fate take effect; captors who want anything of somebody disarm and rob them first."""
    one = scene.state.characters[who]
    held = one.captive
    if held is None:
        return
    if fate == "killed":
        scene.happen(PrisonerSlain(who, held.by, rules=("WB-DEATH-02", *RULES)))
        return
    if fate == "freed":
        set_free(scene, who, "released")
        return
    if wordless_captors(scene, who):
        return
    if one.taken is None or one.taken.by != held.by:
        scene.happen(Robbed(who, held.by, rules=RULES))
    if fate == "ransomed":
        a_level = ransom_per_level(scene.state)
        scene.happen(RansomDemanded(who, held.by, a_level * max(one.level, 1), a_level, rules=RULES))
    elif fate == "robbed":
        scene.happen(Freed(who, "released", rules=RULES))


def somebody_pays(state: State) -> bool:
    """Whether anybody is alive and free of whom a ransom can be asked."""
    return any(one.along for one in state.characters.values())


def settle_captive(scene: Scene, command: SettleCaptive) -> Refusal | None:
    """The referee says at any quiet time what becomes of one who is held."""
    held = held_captive(scene.state, command.captive)
    if isinstance(held, Refusal):
        return held
    if fighting(scene.state):
        return Refusal("fight_first", {"who": f"@{command.captive}"}, ("WB-TIME-02",))
    refused = beyond_beasts(scene, (command.captive,), command.fate)
    if refused is not None:
        return refused
    befall_captive(scene, command.captive, command.fate)
    return None


def held_captive(state: State, who: str) -> Captivity | Refusal:
    """Somebody's captivity, or the refusal that says there is none."""
    one = person(state, who)
    if isinstance(one, Refusal):
        return one
    return one.captive or Refusal("not_captive", {"who": f"@{who}"}, RULES)


# ------------------------------------------------------------ out of it again


def set_free(scene: Scene, who: str, how: FreedBy) -> None:
    """Free, with whatever the captors had taken."""
    scene.happen(Freed(who, how, rules=RULES))
    if scene.state.characters[who].taken is not None:
        scene.happen(GoodsBack(who, rules=RULES))


def pay_ransom(scene: Scene, command: PayRansom) -> Refusal | None:
    """Buy somebody free, at home or where they are held; arms and purse stay with the captors."""
    state = scene.state
    one = awake(state, command.who)
    if isinstance(one, Refusal):
        return one
    held = held_captive(state, command.captive)
    if isinstance(held, Refusal):
        return held
    if not held.ransom:
        return Refusal("no_ransom", {"who": f"@{command.captive}"}, RULES)
    out = state.expedition
    if out is not None and not out.over and not held_here(state, held) and not place(out).safe:
        return Refusal("captors_elsewhere", {"who": f"@{command.captive}"}, RULES)
    if held.ransom * 100 > one.coins.copper:
        has = one.coins.copper // 100
        return Refusal("too_dear", {"who": f"@{one.id}", "gp": held.ransom, "has": has}, RULES)
    left = spend(one.coins, held.ransom * 100)
    scene.happen(RansomPaid(one.id, command.captive, held.ransom, left, rules=RULES))
    scene.happen(Freed(command.captive, "ransomed", rules=RULES))
    return None


def part(scene: Scene, outcome: Outcome, *, gone: bool, rules: tuple[str, ...]) -> None:
    """Where captors are beaten, or talked into going, those whom they held are free and have their things again."""
    out = scene.state.expedition
    troop = "" if out is None or out.meeting is None else out.meeting.troop
    meetings.part(scene, outcome, gone=gone, rules=rules)
    if gone and troop and outcome in ("won", "avoided"):
        rescue(scene, troop, "rescued")


def rescue(scene: Scene, troop: str, how: FreedBy) -> None:
    """All whom a troop held, and all that it took."""
    for one in tuple(scene.state.characters.values()):
        if one.captive is not None and one.captive.by == troop:
            set_free(scene, one.id, how)
        elif one.taken is not None and one.taken.by == troop:
            scene.happen(GoodsBack(one.id, rules=RULES))


def arrived(scene: Scene) -> None:
    """Whoever was left bound in this place by captors who are no longer here is found."""
    out = scene.state.expedition
    if out is None or out.over or out.meeting is not None or scene.state.awaiting:
        return
    for one in tuple(scene.state.characters.values()):
        held = one.captive
        if held is not None and held_here(scene.state, held) and abandoned(out, held):
            set_free(scene, one.id, "found")


def abandoned(out: Expedition, held: Captivity) -> bool:
    """Whether captors are no longer where they held somebody."""
    troop = out.troops.get(held.by)
    if troop is None or troop.gone or troop.place != held.place:
        return True
    return troop.point != held.point and (troop.point, held.point) != (START, "")


def held_here(state: State, held: Captivity) -> bool:
    """Whether somebody is held where the party is."""
    out = state.expedition
    return out is not None and (held.place, held.point) == (out.at, state.point)


# ------------------------------------------------------------ the dead


def dead_here(state: State) -> tuple[Character, ...]:
    """The dead within reach who have anything left."""
    dead = (one for one in state.characters.values() if body_here(state, one))
    return tuple(one for one in dead if one.items or purse_of(one) != Hoard())


def helpless_here(state: State) -> tuple[Character, ...]:
    """Companions within reach who can do nothing for themselves, and own what others may take up for them.

    The things of those who are stone are stone like them; whoever is charmed holds on to what is theirs.
    """
    return tuple(one for one in company(state) if one.items and cannot_guard(state, one))


def cannot_guard(state: State, one: Character) -> bool:
    """Whether anybody at hand may take what somebody living has: unconscious, asleep or held fast."""
    return not on_their_feet(state, one.id) and under(state, one.id, *OUT_OF_IT) is None


def purse_of(one: Character) -> Hoard:
    """Coins and valuables."""
    return Hoard(one.coins, one.valuables)


def take_from(scene: Scene, command: TakeFrom) -> Refusal | None:
    """Take the purse, a thing, or everything from somebody who has died here; a thing of a helpless companion."""
    state = scene.state
    one, dead = awake(state, command.who), person(state, command.dead)
    if isinstance(one, Refusal):
        return one
    if isinstance(dead, Refusal):
        return dead
    if dead.living:
        return take_from_helpless(scene, one, dead, command.what)
    if not body_here(state, dead) or one.id not in state.party.order:
        return Refusal("no_body_here", {"who": f"@{dead.id}"}, ("WB-DEATH-02",))
    purse = command.what in (ALL, PURSE) and purse_of(dead) != Hoard()
    keys = tuple(dead.items) if command.what == ALL else tuple(key for key in dead.items if key == command.what)
    if not purse and not keys:
        return Refusal("nothing_left", {"who": f"@{dead.id}"}, ("WB-DEATH-02",))
    if purse:
        worth, coins = purse_of(dead).copper // 100, one.coins.plus(dead.coins)
        valuables = one.valuables + dead.valuables
        scene.happen(PurseTaken(one.id, dead.id, worth, coins, valuables, rules=("WB-DEATH-02",)))
    for key in keys:
        take_thing(scene, one.id, dead, key)
    return None


def take_from_helpless(scene: Scene, one: Character, other: Character, what: str) -> Refusal | None:
    """A thing that a companion has in hand or pack and cannot use: the potion that will wake them (WB-CORE-02)."""
    state = scene.state
    who: dict[str, str | int] = {"who": f"@{other.id}"}
    if other.id not in state.party.order or one.id not in state.party.order or not other.along:
        return Refusal("no_body_here", who, ("WB-CORE-02",))
    if one.id == other.id or on_their_feet(state, other.id):
        return Refusal("not_helpless", who, ("WB-CORE-02",))
    if not cannot_guard(state, other):
        return Refusal("kept_by_them", who, ("WB-CORE-02",))
    if what in (ALL, PURSE):
        return Refusal("one_at_a_time", who, ("WB-CORE-02",))
    item = other.items.get(what)
    if item is None:
        return Refusal("nothing_left", who, ("WB-CORE-02",))
    if item.where == "worn":
        return Refusal("worn_by_them", {**who, "item": f"@{other.id}/{what}"}, ("WB-CORE-02",))
    refused = clings(scene.rules, other, what)
    if refused is None:
        take_thing(scene, one.id, other, what)
    return refused


def take_thing(scene: Scene, who: str, dead: Character, key: str) -> None:
    """One thing of somebody dead or helpless, all pieces of it; what an unknown one is stays the referee's."""
    item = dead.items[key]
    kept = replace(item, where="elsewhere" if item.sort == "transport" else "pack")
    to_key, to_item = add_to(scene.state.characters[who].items, kept)
    audience = "" if item.known else REFEREE_ONLY
    taken = TakenFromDead(
        who,
        dead.id,
        key,
        None,
        to_key,
        to_item,
        item.count,
        dead.living,
        rules=("WB-CORE-02" if dead.living else "WB-DEATH-02",),
        audience=audience,
    )
    scene.happen(taken)
