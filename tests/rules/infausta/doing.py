"""One who can do everything: a sample of every command of a fight, and the states in which somebody may be.

The samples are held against the registry of commands (`test_deeds`), so that a new command must bring its own.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace
from tests.rules.infausta.arena import RULES
from tests.rules.infausta.features.stage import Stage, beast, hero, staged
from tests.rules.whitebox.arena import BOW, SWORD, someone
from tests.rules.whitebox.powers.den import OIL, TORCH, magic, spell

from arbitro.dice.stream import QuickDice
from arbitro.kernel.command import Command
from arbitro.rules.infausta.features import commands as g
from arbitro.rules.infausta.features.state import Shaped, Song
from arbitro.rules.infausta.state import State
from arbitro.rules.whitebox import commands as c
from arbitro.rules.whitebox.commands import Member
from arbitro.rules.whitebox.declared import DeclaredAct
from arbitro.rules.whitebox.ongoing_effects import HELPLESS, Ongoing
from arbitro.rules.whitebox.people.state import Character, Item
from arbitro.rules.whitebox.powers import commands as w
from arbitro.rules.whitebox.state import Intent, Lying
from arbitro.rules.whitebox.terms import Named

DEVICES = (OIL, TORCH, magic("potion_healing", 3), magic("wand_cold", 9))
SPELLS = ("sleep", "cure_light_wounds", "light")


@dataclass(frozen=True)
class Sample:
    """A command that the doer `a` may give, in a fight where it is allowed."""

    command: Command
    harms: bool = False
    """Whether it is an attack or meant to harm."""
    intent: str = "other"
    class_id: str = "cleric"
    prepared: str = ""
    doer: Callable[[], Member] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    change: Callable[[State], State] = lambda state: state

    @property
    def name(self) -> str:
        """For the names of tests."""
        rest = [str(getattr(self.command, part)) for part in self.command.__struct_fields__ if part != "who"]
        return "-".join((type(self.command).__name__, *rest))


def oiled(state: State) -> State:
    """The foe drips with oil."""
    return under(state, "b", Ongoing(kind="oiled", by="c", magical=False))


def thrown(state: State) -> State:
    """A spear of the doer's lies on the ground."""
    fight = state.fight
    assert fight is not None
    lying = (Lying("a", "spear", 0, (replace(SWORD, id="spear"),)),)
    return replace(state, fight=replace(fight, ground=replace(fight.ground, lying=lying)))


def bleeding(state: State) -> State:
    """A friend lies bleeding within reach."""
    return combatant(state, "d", condition="out", hp=-1, dropped=0)


def apart(state: State) -> State:
    """The doer stands in no melee."""
    return combatant(state, "a", at=-30)


def dragon() -> Member:
    """A creature that breathes."""
    return beast("dragon_red", "a", "A", at=0)


SAMPLES = (
    Sample(c.Attack("a", "b", "sword"), harms=True, intent="melee"),
    Sample(c.Attack("a", "b", "bow"), harms=True, intent="missile"),
    Sample(w.ThrowOil("a", "b"), harms=True),
    Sample(w.LightOil("a", "b"), harms=True, change=oiled),
    *(Sample(w.Present("a", "b", bane), harms=True) for bane in ("holy_water", "garlic", "mirror", "holy_symbol")),
    Sample(c.Cast("a", "b"), harms=True, intent="cast", prepared="sleep"),
    Sample(c.Cast("a"), harms=True, intent="cast", prepared="sleep"),
    Sample(c.Cast("a", "c"), intent="cast", prepared="cure_light_wounds"),
    Sample(w.UseDevice("a", "wand_cold", "b"), harms=True),
    Sample(w.UseDevice("a", "potion_healing", "a")),
    Sample(w.UsePower("a", "breath", "b"), harms=True, doer=dragon),
    Sample(w.TurnUndead("a", "zombie"), harms=True),
    Sample(g.SpendZeal("a", "b", 1), harms=True, class_id="paladin"),
    Sample(g.SpendZeal("a", "c", 1), class_id="paladin"),
    Sample(c.BindWounds("a", "d"), change=bleeding),
    Sample(w.PickUp("a", "spear"), change=thrown),
    Sample(g.BeginSong("a", "inspire"), class_id="bard"),
    Sample(g.BeginSong("a", "enthral", "e"), harms=True, class_id="bard"),
    Sample(g.UseSkill("a", "hide"), class_id="thief", change=apart),
    Sample(g.ChangeShape("a", "mighty"), class_id="silvano"),
    Sample(c.Move("a", -5), intent="melee"),
    Sample(c.Close("a", "e"), intent="melee"),
    Sample(c.Run("a"), intent="flee"),
    Sample(c.Surrender("a")),
)
OTHER_SEQUENCE = (c.Prepare, c.ReadyWeapon)
"""Commands of the alternative sequence, which this game does not have."""


def combatant(state: State, who: str, **changes: Any) -> State:
    """The state with marks of one combatant changed."""
    fight = state.fight
    assert fight is not None
    changed = {**fight.combatants, who: replace(fight.combatants[who], **changes)}
    return replace(state, fight=replace(fight, combatants=changed))


def under(state: State, who: str, *effects: Ongoing) -> State:
    """The state with something lasting on somebody."""
    return replace(state, effects={**state.effects, who: (*state.effects.get(who, ()), *effects)})


def doer_of(sample: Sample, who: str = "a", side: str = "A", at: int = 0) -> Member:
    """Somebody who can give the sample's command, with arms, things and spells for every other one too."""
    gifts = {"devices": DEVICES, "turns": True, "caster": 9, "spell_list": "cleric"}
    one = sample.doer() if sample.doer else hero(
        who, sample.class_id, 9, 20, weapons=(SWORD, BOW), alignment="law", gifts=gifts,
        spells=tuple(spell(name) for name in SPELLS),
    )  # fmt: skip
    return replace(one, profile=replace(one.profile, id=who, side=side), at=at)


def declared_for(sample: Sample) -> Intent:
    """The declaration by which the doer may give the sample's command: an act of its own is named."""
    act = DeclaredAct.of(sample.command).written if sample.intent == "other" else ""
    return Intent(sample.intent, act=act)  # type: ignore[arg-type]


def ready_for(state: State, sample: Sample, who: str, foe: str) -> State:
    """The state with the doer of a sample provided with a sheet, things and a declaration."""
    scores = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 10)
    things = ("holy_water", "garlic", "mirror_steel", "holy_symbol_wood", "stakes_wood_12")
    items = {name: Item("gear", name, 3) for name in things}
    named = Named("Ada", "Ada", "f")
    sheet = Character(
        who, named, "human", sample.class_id, "law", scores, hp=20, max_hp=20, rolled=(2,) * 9, level=9, items=items
    )
    state = replace(state, characters={**state.characters, who: sheet})
    return combatant(state, who, intent=declared_for(sample), prepared=sample.prepared, aim=foe)  # type: ignore[arg-type]


def prepared_for(
    sample: Sample, stage: Callable[..., Stage] = staged, *, against: tuple[Member, ...] = (), **options: Any
) -> State:
    """A fight in which the doer may give the sample's command: beside friends, before foes, the doer's side acting."""
    friends = (hero("c", "thief", hp=20), hero("d", "thief", hp=20))
    foes = (beast("zombie", "b", at=10), beast("goblin", "e", at=40), someone("f", "B", hp=20, at=60), *against)
    state = stage(doer_of(sample), *friends, *foes, intents={}, **{**sample.options, **options}).state
    state = combatant(ready_for(state, sample, "a", "b"), "c", hp=3)
    return sample.change(state)


def done(state: State, command: Command, seed: int = 1) -> Any:
    """What comes of a command with any dice."""
    assert RULES.may_begin(state, command) is None
    return RULES.decide(state, command, QuickDice(seed))


# ---------------------------------------------------------------- states of a doer or a target


def helpless(kind: Any) -> Callable[[State, str], State]:
    """Held by something that lasts."""
    return lambda state, who: under(combatant(state, who, held_until=99), who, Ongoing(kind=kind, by="x"))


def fallen(condition: Any) -> Callable[[State, str], State]:
    """No longer in the field."""
    return lambda state, who: combatant(state, who, condition=condition, hp=0 if condition == "dead" else 1)


UNABLE: dict[str, Callable[[State, str], State]] = {
    **{kind: helpless(kind) for kind in HELPLESS},
    **{name: fallen(name) for name in ("out", "dead", "fled", "surrendered", "stone", "charmed", "swallowed")},
}
"""States in which nobody does anything."""
GONE = ("out", "dead", "fled", "surrendered", "stone", "charmed", "swallowed")
"""States in which nobody can be attacked by the rules of a fight."""


def unseen(state: State, who: str) -> State:
    """Under a spell of invisibility."""
    return under(state, who, Ongoing(kind="invisible", source="spell:invisibility", ends_on_attack=True))


def hidden(state: State, who: str) -> State:
    """In the shadows."""
    return replace(state, hidden=(*state.hidden, who))


def singing(state: State, who: str) -> State:
    """A heartening song on the lips."""
    return replace(state, songs={**state.songs, who: Song("inspire")})


def shifted(state: State, who: str) -> State:
    """A large animal, with everything still on the sheet and about the body: only the rule keeps it from use."""
    return replace(state, shapes={**state.shapes, who: Shaped("mighty", state.minutes + 1000)})


def blind(state: State, who: str) -> State:
    """Without sight."""
    return under(state, who, Ongoing(kind="blind", by="x"))
