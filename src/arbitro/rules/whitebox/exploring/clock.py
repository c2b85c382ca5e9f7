"""Time and light (chapters «Tempo» and «Luce»): a clock in minutes, turns booked as they fill, lights burning down."""

from collections.abc import Iterator
from typing import Final, Literal

from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox.basics import Ending, fighting
from arbitro.rules.whitebox.exploring.commands import DouseLight, KindleLight, PassTurns, TakeLight
from arbitro.rules.whitebox.exploring.events import (
    Busy,
    LightDoused,
    LightKindled,
    LightTaken,
    LightWentOut,
    Reminder,
    RulingAsked,
    RulingGiven,
    TurnsBooked,
)
from arbitro.rules.whitebox.exploring.state import Expedition, Light, place
from arbitro.rules.whitebox.people.equipment import owned, spent
from arbitro.rules.whitebox.people.healing import Elapsed, let_time_pass
from arbitro.rules.whitebox.people.records import TURN, awake, living, on_their_feet
from arbitro.rules.whitebox.people.state import PARTY, Character
from arbitro.rules.whitebox.powers.lookups import under
from arbitro.rules.whitebox.reasons import decisive
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import State

MOST_TURNS: Final = 144
LANTERN: Final = "lantern"
OIL: Final = "oil_pint"
_OUT: Final[dict[str, str]] = {LANTERN: "WB-LIGHT-03"}


# ------------------------------------------------------------ where the party is


def under_way(state: State) -> Expedition | Refusal:
    """The expedition that goes on, or the refusal that says there is none."""
    if state.expedition is None or state.expedition.over:
        return Refusal("no_expedition")
    return state.expedition


def at_leisure(state: State) -> Expedition | Refusal:
    """The expedition, when neither a fight nor an encounter stands in the way."""
    out = under_way(state)
    if type(out) is Refusal:
        return out
    if fighting(state):
        return Refusal("fight_first", {"who": f"@{PARTY}"}, ("WB-TIME-02",))
    if out.meeting is not None:
        return Refusal("somebody_here", {"who": f"@{out.meeting.troop}"}, ("WB-PARLEY-01",))
    return out


def hand_on_the_way(here: Here, who: str) -> tuple[Character, Expedition] | Refusal:
    """A member of the party who can do something now, and the expedition that they are on."""
    one, out = here.rules.free_hand(here, who), under_way(here.state)
    if isinstance(one, Refusal):
        return one
    return out if isinstance(out, Refusal) else (one, out)


def free_hand(here: Here, who: str) -> Character | Refusal:
    """A member of the party who can do something now."""
    gone, out = living(here.state, who), at_leisure(here.state)
    if type(out) is Refusal:
        return decisive(gone, out) or out if type(gone) is Refusal else out
    one = gone if type(gone) is Refusal else awake(here.state, who)
    if type(one) is Refusal:
        return one
    if who not in here.state.party.order:
        return Refusal("not_in_party", {"who": f"@{who}"}, ("WB-CORE-01",))
    if out.busy.get(who, 0) > here.state.minutes:
        minutes = out.busy[who] - here.state.minutes
        return Refusal("busy", {"who": f"@{who}", "minutes": minutes}, ("WB-TIME-01",))
    return one


def take_time(scene: Scene, who: str, minutes: int, rules: tuple[str, ...]) -> None:
    """Somebody does something short, and the clock goes on by as much."""
    del who
    let_time_pass(scene, minutes, rules)


def occupy(scene: Scene, who: str, turns: int, rules: tuple[str, ...]) -> None:
    """Somebody is busy for turns; others may do something beside, and the clock waits for the slowest."""
    until = scene.state.minutes + turns * TURN
    scene.happen(Busy(who, until, turns, rules=("WB-TIME-01", *rules)))


def undisturbed(state: State) -> bool:
    """Whether nobody has come upon the party."""
    out = state.expedition
    return out is not None and out.meeting is None and not out.over and not state.awaiting


# ------------------------------------------------------------ the passing of time


def time_passed(scene: Scene, elapsed: Elapsed) -> None:
    """Turns that have filled are booked, and lights burn down."""
    del elapsed
    scene.rules.keep_books(scene)


def fight_ended(scene: Scene, ending: Ending) -> None:
    """The last round has taken its minute too."""
    del ending
    if scene.state.expedition is not None:
        scene.rules.keep_books(scene)


def keep_books(scene: Scene, *, kept: int = 0) -> None:
    """Book the turns that have filled since (the one `kept` is told already), and put out what has burned down."""
    out = scene.state.expedition
    if out is None or out.over:
        return
    burn_down(scene, tuple(light for light in out.lights.values() if 0 <= light.out_at <= scene.state.minutes))
    turns = (scene.state.minutes - out.began) // TURN
    if turns > out.turns:
        quiet = place(out).safe or place(out).outdoors
        rules = ("WB-TIME-01",) if place(out).outdoors else ("WB-TIME-01", "WB-TIME-03")
        scene.happen(TurnsBooked(turns, turns - out.turns, quiet, turns == kept, out.under_sky, rules=rules))
        scene.rules.turns_passed(scene)


def turns_passed(scene: Scene) -> None:
    """What a full turn brings; the chapters on doors and encounters hang theirs here."""


def pass_turns(scene: Scene, command: PassTurns) -> Refusal | None:
    """The party lets turns go by; the first one ends where the clock's does."""
    out = at_leisure(scene.state)
    if isinstance(out, Refusal):
        return out
    if not 1 <= command.turns <= MOST_TURNS:
        return Refusal("bad_turns", {"turns": command.turns, "most": MOST_TURNS}, ("WB-TIME-01",))
    for _ in range(command.turns):
        gone = (scene.state.minutes - out.began) % TURN
        let_time_pass(scene, TURN - gone, ("WB-TIME-01",))
        if not undisturbed(scene.state):
            break
    return None


# ------------------------------------------------------------ light


def lit(here: Here) -> bool:
    """Whether the party has light: one for the whole group that moves together (WB-LIGHT-01, WB-LIGHT-04).

    What somebody carries who has stayed behind shines there, and so does what has fallen from a hand.
    """
    return farthest_light(here) > 0


def carried_lights(here: Here) -> Iterator[Light]:
    """The lights that burn and go along with the party."""
    out = here.state.expedition
    lights = () if out is None else out.lights.values()
    return (light for light in lights if light.burning(here.state.minutes) and carries_light(here, light))


def farthest_light(here: Here) -> int:
    """Feet that the party's light shows, by fire or by magic; 0 in the dark (WB-LIGHT-01).

    Magic light and magic darkness take each other away, and in darkness no fire is seen (our ruling).
    """
    shining, darkened = magic_light(here, "lit"), magic_light(here, "dark")
    if darkened and not shining:
        return 0
    fires = max((light_reaches(here.rules, light) for light in carried_lights(here)), default=0)
    return fires if darkened else max(fires, shining)


def magic_light(here: Here, kind: Literal["lit", "dark"]) -> int:
    """Feet of magic light, or of magic darkness, around those who go along; 0 where there is none (WB-LIGHT-01)."""
    state = here.state
    if not state.effects:
        return 0
    along = (one for who in state.party.order if (one := state.characters.get(who)) is not None and one.along)
    borne = (under(state, one.id, kind) for one in along)
    return max((each.radius for each in borne if each is not None), default=0)


def carries_light(here: Here, light: Light) -> bool:
    """Whether a light goes along with the party: the dead, the helpless and the absent hold none up for others."""
    return light.bearer in here.state.party.order and on_their_feet(here.state, light.bearer)


def light_reaches(rules: Rules, light: Light) -> int:
    """Feet that a burning light shows: a foot farther it is dark (WB-LIGHT-01)."""
    return rules.content.gear[light.of].light


def at_the_lights(here: Here, who: str) -> tuple[Expedition, Character] | Refusal:
    """The expedition under way, and somebody who can see to its lights; or why there is neither."""
    out, one = under_way(here.state), awake(here.state, who)
    if isinstance(out, Refusal):
        return decisive(one, out) or out if isinstance(one, Refusal) else out
    return one if isinstance(one, Refusal) else (out, one)


def kindle_light(scene: Scene, command: KindleLight) -> Refusal | None:
    """Light a torch for six turns, or a lantern for twenty-four a pint (WB-LIGHT-02, WB-LIGHT-03)."""
    found = at_the_lights(scene, command.who)
    if isinstance(found, Refusal):
        return found
    out, one = found
    kept = out.lights.get(command.item)
    if kept is not None:
        return kindle_again(scene, kept, one)
    item = owned(scene.rules, one, command.item, 1)
    if isinstance(item, Refusal):
        return item
    facts = scene.rules.content.gear.get(item.of) if item.sort == "gear" else None
    if facts is None or not facts.burns:
        return Refusal("burns_not", {"item": command.item}, ("WB-LIGHT-02", "WB-LIGHT-03"))
    fuel = command.item
    if item.of == LANTERN:
        oil = next((key for key, thing in one.items.items() if thing.of == OIL), None)
        if oil is None:
            return Refusal("no_oil", {"who": f"@{one.id}"}, ("WB-LIGHT-03",))
        if any(light.bearer == one.id and light.of == LANTERN for light in out.lights.values()):
            return Refusal("full_already", {"who": f"@{one.id}"}, ("WB-LIGHT-03",))
        fuel = oil
    rule = _OUT.get(item.of, "WB-LIGHT-02")
    spent(scene, one, fuel, 1, (rule,))
    number = 1 + max((int(name.rpartition("/")[2]) for name in out.lights), default=0)
    light = Light(f"light/{number}", one.id, item.of, 0, scene.state.minutes + facts.burns * TURN)
    scene.happen(LightKindled(one.id, light, facts.burns, rules=("WB-LIGHT-01", rule)))
    return None


def kindle_again(scene: Scene, light: Light, one: Character) -> Refusal | None:
    """Light again what was put out; it burns for what is left of it."""
    if light.bearer != one.id:
        return Refusal("not_their_light", {"who": f"@{one.id}"})
    if light.burning(scene.state.minutes):
        return Refusal("burning_already", {"who": f"@{one.id}"}, ("WB-LIGHT-02",))
    again = Light(light.id, light.bearer, light.of, 0, scene.state.minutes + light.left)
    rule = _OUT.get(light.of, "WB-LIGHT-02")
    scene.happen(LightKindled(one.id, again, light.left // TURN, rules=("WB-LIGHT-01", rule)))
    return None


def take_light(scene: Scene, command: TakeLight) -> Refusal | None:
    """Pick up a light that somebody can no longer hold up; it burns on for what is left of it (WB-LIGHT-01)."""
    found = at_the_lights(scene, command.who)
    if isinstance(found, Refusal):
        return found
    (out, one), state = found, scene.state
    light = out.lights.get(command.light)
    bearer = None if light is None else state.characters.get(light.bearer)
    if light is None or bearer is None or not lies_here(state, bearer) or carries_light(scene, light):
        return Refusal("no_light_here", {"who": f"@{one.id}"}, ("WB-LIGHT-01",))
    scene.happen(LightTaken(one.id, light.id, bearer.id, rules=("WB-LIGHT-01",)))
    return None


def body_here(state: State, one: Character) -> bool:
    """Whether somebody is dead where the party is: at home, in this place, under open sky at this point of it."""
    out = state.expedition
    here = "" if out is None or out.over else out.at
    return one.health == "dead" and (one.lies, one.lies_at) == (here, state.point)


def lies_here(state: State, one: Character) -> bool:
    """Whether somebody is within reach: among those whom the table follows, or dead in this place."""
    return body_here(state, one) if one.health == "dead" else one.along and one.id in state.party.order


def douse_light(scene: Scene, command: DouseLight) -> Refusal | None:
    """Put a light out; the rest of it keeps."""
    found = at_the_lights(scene, command.who)
    if isinstance(found, Refusal):
        return found
    (out, one), state = found, scene.state
    light = out.lights.get(command.light)
    if light is None or light.bearer != one.id or not light.burning(state.minutes):
        return Refusal("not_burning", {"who": f"@{one.id}"}, ("WB-LIGHT-02",))
    left = light.out_at - state.minutes
    scene.happen(LightDoused(one.id, light.id, left, rules=(_OUT.get(light.of, "WB-LIGHT-02"),)))
    scene.rules.remind_of_dark(scene)
    return None


def lights_left(here: Here) -> int:
    """How many of the party's lights still burn at this moment."""
    out = here.state.expedition
    lights = () if out is None else out.lights.values()
    return sum(1 for each in lights if each.burning(here.state.minutes) and carries_light(here, each))


def burn_down(scene: Scene, lights: tuple[Light, ...]) -> None:
    """Lights go out together; what is left is what burns on when all of them are out."""
    left = lights_left(scene)
    for light in lights:
        rules = (_OUT.get(light.of, "WB-LIGHT-02"), "WB-TIME-03")
        scene.happen(LightWentOut(light.bearer, light.id, left, rules=rules))
    if lights:
        scene.rules.remind_of_dark(scene)


def remind_of_dark(scene: Scene) -> None:
    """Without any light the referee remembers that monsters see all the same (WB-LIGHT-05)."""
    out = scene.state.expedition
    if out is not None and not lit(scene) and not place(out).outdoors:
        scene.happen(Reminder("", "dark", rules=("WB-LIGHT-05", "WB-CORE-02"), audience=REFEREE_ONLY))


# ------------------------------------------------------------ asking the referee


def ask(scene: Scene, asked: RulingAsked) -> None:
    """Stop for the referee's word."""
    scene.happen(asked)


def ruled(scene: Scene, word: str, rules: tuple[str, ...]) -> None:
    """The referee has spoken."""
    kind = scene.state.awaiting[0].kind
    scene.happen(RulingGiven(kind, word, rules=rules))
