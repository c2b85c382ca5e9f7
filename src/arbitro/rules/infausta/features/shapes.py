"""The Silvan's shapes (IS-SILV-01 to IS-SILV-03), and blows that are too large for somebody so small (IS-SILV-04)."""

from typing import Final

from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.rules.infausta.features.commands import ChangeShape, ResumeShape
from arbitro.rules.infausta.features.events import ShapeEnded, ShapeTaken, SmallTarget
from arbitro.rules.infausta.features.facts import feature_facts
from arbitro.rules.infausta.features.feature_lookups import features, gifts
from arbitro.rules.infausta.features.state import Body, Shaped, ShapeKind
from arbitro.rules.infausta.features.zeal import class_of
from arbitro.rules.infausta.state import own
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.basics import Ending, fight
from arbitro.rules.whitebox.class_features import Shape
from arbitro.rules.whitebox.commands import Member
from arbitro.rules.whitebox.damage import Landing
from arbitro.rules.whitebox.exploring import meetings
from arbitro.rules.whitebox.exploring.events import LightDoused
from arbitro.rules.whitebox.people import battle
from arbitro.rules.whitebox.people.healing import Elapsed
from arbitro.rules.whitebox.people.records import active, awake, day
from arbitro.rules.whitebox.people.state import PARTY, Character
from arbitro.rules.whitebox.powers.durations import put_off
from arbitro.rules.whitebox.powers.hit_effects import SIZES
from arbitro.rules.whitebox.powers.lookups import NOBODY, powers
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Blow, Combatant, Profile
from arbitro.rules.whitebox.state import State as ParentState
from arbitro.rules.whitebox.terms import Named, Weapon
from arbitro.rules.whitebox.whose_turn import acting, may_act_instead

ATOMS: Final[dict[ShapeKind, str]] = {"tiny": "IS-SILV-02", "mighty": "IS-SILV-03"}
CLAWS: Final = "claws"
MINUTES_AN_HOUR: Final = 60


# ------------------------------------------------------------ bodies


def shape_feature(rules: Rules, class_id: str, shape: str) -> Shape | None:
    """What a class has of a shape."""
    return next((each for each in features(rules, class_id, Shape) if kind_of(each) == shape), None)


def kind_of(feature: Shape) -> ShapeKind:
    """The shape that fights is the mighty one."""
    return "mighty" if feature.fights else "tiny"


def shape_of(state: ParentState, who: str) -> Shaped | None:
    """The shape that somebody has taken."""
    return own(state).shapes.get(who)


def body_of(profile: Profile) -> Body:
    """The numbers that a change of shape replaces."""
    own = profile.powers or NOBODY
    return Body(profile.armour, profile.weapons, profile.spells, own.devices, own.natural)


def animal(profile: Profile, feature: Shape) -> Body:
    """The body of an animal: nothing carried, nothing cast; the large one bites and is harder to hit."""
    weapons: tuple[Weapon, ...] = ()
    if feature.fights and feature.damage is not None:
        name = feature_facts().claws
        weapons = (Weapon(CLAWS, Named(name.it, name.en), feature.damage),)
    return Body(profile.armour + feature.ac, weapons, natural=True)


def in_body(profile: Profile, body: Body) -> Profile:
    """Somebody in another body."""
    held = profile.powers
    powers = None if held is None else replace(held, devices=body.devices, natural=body.natural)
    return replace(profile, armour=body.armour, weapons=body.weapons, spells=body.spells, powers=powers)


def member_of(here: Here, who: str, side: str = PARTY, at: int = 0) -> Member | Refusal:
    """Whoever goes into a fight as an animal fights as one."""
    member = battle.member_of(here, who, side, at)
    shaped = shape_of(here.state, who)
    if isinstance(member, Refusal) or shaped is None:
        return member
    feature = shape_feature(here.rules, member.profile.class_id, shaped.shape)
    if feature is None:
        return member
    return replace(member, profile=in_body(member.profile, animal(member.profile, feature)))


def to_hit(here: Here, one: Combatant, target: Combatant, weapon: Weapon) -> tuple[Modifier, ...]:
    """The large animal hits better."""
    del target, weapon
    shaped = shape_of(here.state, one.id) if own(here.state).shapes else None
    feature = None if shaped is None else shape_feature(here.rules, one.profile.class_id, shaped.shape)
    if feature is None or not feature.to_hit:
        return ()
    return (Modifier(feature.to_hit, "IS-SILV-03", "shape"),)


# ------------------------------------------------------------ changing


def change_shape(scene: Scene, command: ChangeShape) -> Refusal | None:
    """Once a day, for up to a day; in a fight it takes the place of an attack."""
    state = scene.state
    rules = ("IS-SILV-01", ATOMS[command.shape])
    fighting = basics.fighting(state)
    one: Combatant | Character | Refusal
    one = acting(scene, command.who) if fighting else awake(state, command.who)
    if isinstance(one, Refusal):
        return one
    feature = shape_feature(scene.rules, class_of(state, one.id), command.shape)
    if feature is None:
        return Refusal("no_gift", {"who": f"@{one.id}", "what": f"@gift:{command.shape}"}, rules)
    refused = may_act_instead(state, fight(state), one) if isinstance(one, Combatant) else None
    if refused is not None:
        return refused
    if shape_of(state, one.id) is not None:
        return Refusal("shaped_already", {"who": f"@{one.id}"}, rules)
    if gifts(state, one.id).changed == day(state):
        return Refusal("shape_spent", {"who": f"@{one.id}"}, rules)
    if isinstance(one, Combatant) and put_off(scene, Blow(one.id, "shape", command.shape), rules=rules):
        return None
    take_shape(scene, one, command.shape, feature, rules)
    return None


def take_shape(
    scene: Scene, one: Combatant | Character, shape: ShapeKind, feature: Shape, rules: tuple[str, ...]
) -> None:
    """Somebody is an animal from now on."""
    let_go_of_lights(scene, one.id)
    state = scene.state
    until = state.minutes + feature.hours * MINUTES_AN_HOUR
    body = own = None
    if isinstance(one, Combatant):
        body, own = animal(one.profile, feature), body_of(one.profile)
    scene.happen(ShapeTaken(one.id, shape, until, day(state), body, own, rules=rules))


def is_an_animal(scene: Scene, one: Combatant, landing: Landing) -> None:
    """Whoever changed in a simultaneous turn is an animal when it is over, if they still stand."""
    shape: ShapeKind = "mighty" if landing.blow.source == "mighty" else "tiny"
    feature = shape_feature(scene.rules, one.profile.class_id, shape)
    if one.condition == "up" and feature is not None:
        take_shape(scene, one, shape, feature, (*landing.rules, "IS-SILV-01", ATOMS[shape]))


def is_oneself(scene: Scene, one: Combatant, landing: Landing) -> None:
    """Whoever turned back in a simultaneous turn is themselves when it is over, if they still stand."""
    if one.condition == "up" and shape_of(scene.state, one.id) is not None:
        turn_back(scene, one, (*landing.rules, "IS-SILV-01"))


def let_go_of_lights(scene: Scene, who: str) -> None:
    """Whatever an animal carried is gone with its shape, a torch in hand too."""
    out = scene.state.expedition
    if out is None:
        return
    minutes = scene.state.minutes
    for light in out.lights.values():
        if light.bearer == who and light.burning(minutes):
            scene.happen(LightDoused(who, light.id, light.out_at - minutes, rules=("IS-SILV-01",)))
    scene.rules.remind_of_dark(scene)


def resume_shape(scene: Scene, command: ResumeShape) -> Refusal | None:
    """Turn back: whenever one likes, and it takes no time; in a tie others meet with it at the end (IS-INIT-05)."""
    state = scene.state
    one: Combatant | Character | Refusal
    one = acting(scene, command.who) if basics.fighting(state) else awake(state, command.who)
    if isinstance(one, Refusal):
        return one
    if shape_of(state, one.id) is None:
        return Refusal("not_shaped", {"who": f"@{one.id}"}, ("IS-SILV-01",))
    back = Blow(one.id, "own_shape", one.id)
    if isinstance(one, Combatant) and back in fight(state).blows:
        return Refusal("not_shaped", {"who": f"@{one.id}"}, ("IS-SILV-01", "IS-INIT-05"))
    if isinstance(one, Character) or not put_off(scene, back, rules=("IS-SILV-01",)):
        turn_back(scene, one, ("IS-SILV-01",))
    return None


def turn_back(scene: Scene, one: Combatant | Character, rules: tuple[str, ...]) -> None:
    """Somebody has their own body again."""
    body = own_body(scene, one) if isinstance(one, Combatant) else None
    scene.happen(ShapeEnded(one.id, True, body, rules=rules))


def own_body(here: Here, one: Combatant) -> Body | None:
    """The body that somebody in a fight comes back to: the sheet's, or the one that was left behind."""
    sheet = here.state.characters.get(one.id)
    if sheet is not None:
        return body_of(here.rules.profile_of(here.rules, sheet, one.profile.side))
    shaped = shape_of(here.state, one.id)
    return None if shaped is None else shaped.own


def time_passed(scene: Scene, elapsed: Elapsed) -> None:
    """When its hours are over, a shape ends by itself."""
    del elapsed
    end_shapes(scene, scene.state.minutes)


def bleed(scene: Scene) -> None:
    """In a fight a shape ends with the round that takes the last of its minutes."""
    end_shapes(scene, scene.state.minutes + 1)


def fight_ended(scene: Scene, ending: Ending) -> None:
    """The last round of a fight has taken its minute too."""
    del ending
    end_shapes(scene, scene.state.minutes)


def end_shapes(scene: Scene, minute: int) -> None:
    """Shapes whose hours are over at a minute of the clock."""
    state = scene.state
    fight = state.fight if basics.fighting(state) else None
    for who, shaped in tuple(own(state).shapes.items()):
        if shaped.until <= minute:
            one = None if fight is None else fight.combatants.get(who)
            body = None if one is None else own_body(scene.at(state), one)
            scene.happen(ShapeEnded(who, False, body, rules=("IS-SILV-01",)))


# ------------------------------------------------------------ what animals cannot do


def no_hands(state: ParentState, who: str) -> Refusal | None:
    """The refusal for whoever would need hands, things or a voice and has none."""
    return None if shape_of(state, who) is None else Refusal("no_hands", {"who": f"@{who}"}, ("IS-SILV-01",))


def speechless(here: Here) -> Refusal | None:
    """A party of animals has no words (IS-SILV-01)."""
    mute = [no_hands(here.state, one.id) for one in active(here)]
    return meetings.speechless(here) or (mute[0] if mute and all(mute) else None)


def too_small(state: ParentState, who: str) -> Refusal | None:
    """The refusal for whoever would need the weight of a grown body (IS-SILV-02)."""
    shaped = shape_of(state, who)
    if shaped is None or shaped.shape != "tiny":
        return None
    return Refusal("too_small", {"who": f"@{who}"}, ("IS-SILV-02",))


# ------------------------------------------------------------ too small to be hit squarely


def told_small(scene: Scene, one: Combatant, target: Combatant) -> None:
    """Whoever takes half damage of the large is told so, with the rule (IS-SILV-04)."""
    folk = scene.rules.content.peoples.get(powers(target).folk)
    larger = SIZES.index(powers(one).size) > SIZES.index("man")
    if larger and folk is not None and any(less.larger_than_man for less in folk.less_damage):
        scene.happen(SmallTarget(target.id, one.id, rules=("IS-SILV-04",)))
