"""The Silvan's shapes (IS-SILV-01 to IS-SILV-03), and blows that are too large for somebody so small (IS-SILV-04)."""

from typing import Final

from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Check, Modifier
from arbitro.rules.infausta.features.commands import ChangeShape, ResumeShape
from arbitro.rules.infausta.features.events import ShapeEnded, ShapeTaken, SmallTarget
from arbitro.rules.infausta.features.state import Body, Shaped, ShapeKind
from arbitro.rules.infausta.features.trophies import Trophies
from arbitro.rules.whitebox.basics import Scene
from arbitro.rules.whitebox.calling import Shape
from arbitro.rules.whitebox.commands import Member
from arbitro.rules.whitebox.damage import Landing
from arbitro.rules.whitebox.exploring.events import LightDoused
from arbitro.rules.whitebox.people.state import PARTY, Character
from arbitro.rules.whitebox.powers.riders import SIZES
from arbitro.rules.whitebox.state import Blow, Combatant, Profile
from arbitro.rules.whitebox.state import State as ParentState
from arbitro.rules.whitebox.terms import Named, Weapon

ATOMS: Final[dict[ShapeKind, str]] = {"tiny": "IS-SILV-02", "mighty": "IS-SILV-03"}
CLAWS: Final = "claws"
MINUTES_AN_HOUR: Final = 60


class Shapes(Trophies):
    """Animals, small and large."""

    # ------------------------------------------------------------ bodies

    def shape_feature(self, class_id: str, shape: str) -> Shape | None:
        """What a class has of a shape: the one that fights is the mighty one."""
        return next((each for each in self.features(class_id, Shape) if each.fights == (shape == "mighty")), None)

    def shaped(self, state: ParentState, who: str) -> Shaped | None:
        """The shape that somebody has taken."""
        return self.own(state).shapes.get(who)

    @staticmethod
    def body_of(profile: Profile) -> Body:
        """The numbers that a change of shape replaces."""
        devices = profile.powers.devices if profile.powers is not None else ()
        return Body(profile.armour, profile.weapons, profile.spells, devices)

    def animal(self, profile: Profile, feature: Shape) -> Body:
        """The body of an animal: nothing carried, nothing cast; the large one bites and is harder to hit."""
        weapons: tuple[Weapon, ...] = ()
        if feature.fights and feature.damage is not None:
            name = self.facts.claws
            weapons = (Weapon(CLAWS, Named(name.it, name.en), feature.damage),)
        return Body(profile.armour + feature.ac, weapons)

    @staticmethod
    def in_body(profile: Profile, body: Body) -> Profile:
        """The same one in another body."""
        powers = None if profile.powers is None else replace(profile.powers, devices=body.devices)
        return replace(profile, armour=body.armour, weapons=body.weapons, spells=body.spells, powers=powers)

    def member_of(self, state: ParentState, who: str, side: str = PARTY, at: int = 0) -> Member | Refusal:
        """Whoever goes into a fight as an animal fights as one."""
        member = super().member_of(state, who, side, at)
        shaped = self.shaped(state, who)
        if isinstance(member, Refusal) or shaped is None:
            return member
        feature = self.shape_feature(member.profile.class_id, shaped.shape)
        if feature is None:
            return member
        return replace(member, profile=self.in_body(member.profile, self.animal(member.profile, feature)))

    def further_to_hit(
        self, state: ParentState, one: Combatant, target: Combatant, weapon: Weapon
    ) -> tuple[Modifier, ...]:
        """The large animal hits better."""
        found = super().further_to_hit(state, one, target, weapon)
        shaped = self.shaped(state, one.id) if self.own(state).shapes else None
        feature = None if shaped is None else self.shape_feature(one.profile.class_id, shaped.shape)
        if feature is None or not feature.to_hit:
            return found
        return (*found, Modifier(feature.to_hit, "IS-SILV-03", "shape"))

    # ------------------------------------------------------------ changing

    def change_shape(self, scene: Scene, command: ChangeShape) -> Refusal | None:
        """Once a day, for up to a day; in a fight it takes the place of an attack."""
        state = scene.state
        rules = ("IS-SILV-01", ATOMS[command.shape])
        fighting = self.fighting(state)
        one: Combatant | Character | Refusal
        one = self.acting(state, command.who) if fighting else self.awake(state, command.who)
        if isinstance(one, Refusal):
            return one
        feature = self.shape_feature(self.class_of(state, one.id), command.shape)
        if feature is None:
            return Refusal("no_gift", {"who": f"@{one.id}", "what": f"@gift:{command.shape}"}, rules)
        if self.shaped(state, one.id) is not None:
            return Refusal("shaped_already", {"who": f"@{one.id}"}, rules)
        if self.gifts(state, one.id).changed == self.day(state):
            return Refusal("shape_spent", {"who": f"@{one.id}"}, rules)
        if isinstance(one, Combatant):
            refused = self.may_act_instead(state, self.fight(state), one)
            if refused is not None:
                return refused
            if self.put_off(scene, Blow(one.id, "shape", command.shape), rules=rules):
                return None
        self.take_shape(scene, one, command.shape, feature, rules)
        return None

    def take_shape(
        self, scene: Scene, one: Combatant | Character, shape: ShapeKind, feature: Shape, rules: tuple[str, ...]
    ) -> None:
        """Somebody is an animal from now on."""
        self.let_go_of_lights(scene, one.id)
        state = scene.state
        until = state.minutes + feature.hours * MINUTES_AN_HOUR
        body = own = None
        if isinstance(one, Combatant):
            body, own = self.animal(one.profile, feature), self.body_of(one.profile)
        scene.happen(ShapeTaken(one.id, shape, until, self.day(state), body, own, rules=rules))

    def befall(self, scene: Scene, one: Combatant, landing: Landing) -> None:
        """Whoever changed in a simultaneous turn is an animal, or themselves, when it is over, if they still stand."""
        blow, rules = landing.blow, landing.rules
        if blow.effect == "own_shape":
            if one.condition == "up" and self.shaped(scene.state, one.id) is not None:
                self.turn_back(scene, one, (*rules, "IS-SILV-01"))
            return
        if blow.effect != "shape":
            super().befall(scene, one, landing)
            return
        shape: ShapeKind = "mighty" if blow.source == "mighty" else "tiny"
        feature = self.shape_feature(one.profile.class_id, shape)
        if one.condition == "up" and feature is not None:
            self.take_shape(scene, one, shape, feature, (*rules, "IS-SILV-01", ATOMS[shape]))

    def let_go_of_lights(self, scene: Scene, who: str) -> None:
        """Whatever an animal carried is gone with its shape, a torch in hand too."""
        out = scene.state.expedition
        if out is None:
            return
        minutes = scene.state.minutes
        for light in out.lights.values():
            if light.bearer == who and light.burning(minutes):
                scene.happen(LightDoused(who, light.id, light.out_at - minutes, rules=("IS-SILV-01",)))
        self.remind_of_dark(scene)

    def resume_shape(self, scene: Scene, command: ResumeShape) -> Refusal | None:
        """Turn back: whenever one likes, and it takes no time; in a tie others meet with it at the end (IS-INIT-05)."""
        state = scene.state
        one: Combatant | Character | Refusal
        one = self.acting(state, command.who) if self.fighting(state) else self.awake(state, command.who)
        if isinstance(one, Refusal):
            return one
        if self.shaped(state, one.id) is None:
            return Refusal("not_shaped", {"who": f"@{one.id}"}, ("IS-SILV-01",))
        back = Blow(one.id, "own_shape", one.id)
        if isinstance(one, Combatant) and back in self.fight(state).blows:
            return Refusal("not_shaped", {"who": f"@{one.id}"}, ("IS-SILV-01", "IS-INIT-05"))
        if isinstance(one, Character) or not self.put_off(scene, back, rules=("IS-SILV-01",)):
            self.turn_back(scene, one, ("IS-SILV-01",))
        return None

    def turn_back(self, scene: Scene, one: Combatant | Character, rules: tuple[str, ...]) -> None:
        """Somebody has their own body again."""
        body = self.own_body(scene.state, one) if isinstance(one, Combatant) else None
        scene.happen(ShapeEnded(one.id, True, body, rules=rules))

    def own_body(self, state: ParentState, one: Combatant) -> Body | None:
        """The body that somebody in a fight comes back to: the sheet's, or the one that was left behind."""
        sheet = state.characters.get(one.id)
        if sheet is not None:
            return self.body_of(self.profile_of(sheet, one.profile.side))
        shaped = self.shaped(state, one.id)
        return None if shaped is None else shaped.own

    def let_time_pass(
        self, scene: Scene, minutes: int, rules: tuple[str, ...] = (), days: int = 0, *, resting: bool = False
    ) -> None:
        """When its hours are over, a shape ends by itself."""
        super().let_time_pass(scene, minutes, rules, days, resting=resting)
        self.end_shapes(scene, scene.state.minutes)

    def bleed(self, scene: Scene) -> None:
        """In a fight too, at the end of the round that takes the last of its minutes."""
        super().bleed(scene)
        self.end_shapes(scene, scene.state.minutes + 1)

    def end(self, scene: Scene, winners: tuple[str, ...], rules: tuple[str, ...]) -> None:
        """The last round of a fight has taken its minute too."""
        super().end(scene, winners, rules)
        self.end_shapes(scene, scene.state.minutes)

    def end_shapes(self, scene: Scene, minute: int) -> None:
        """Shapes whose hours are over at a minute of the clock."""
        state = scene.state
        fight = state.fight if self.fighting(state) else None
        for who, shaped in tuple(self.own(state).shapes.items()):
            if shaped.until <= minute:
                one = None if fight is None else fight.combatants.get(who)
                body = None if one is None else self.own_body(state, one)
                scene.happen(ShapeEnded(who, False, body, rules=("IS-SILV-01",)))

    # ------------------------------------------------------------ what animals cannot do

    def no_hands(self, state: ParentState, who: str) -> Refusal | None:
        """The refusal for whoever would need hands, things or a voice and has none."""
        return None if self.shaped(state, who) is None else Refusal("no_hands", {"who": f"@{who}"}, ("IS-SILV-01",))

    def speechless(self, state: ParentState) -> Refusal | None:
        """A party of animals has no words (IS-SILV-01)."""
        mute = [self.no_hands(state, one.id) for one in self.active(state)]
        return super().speechless(state) or (mute[0] if mute and all(mute) else None)

    def too_small(self, state: ParentState, who: str) -> Refusal | None:
        """The refusal for whoever would need the weight of a grown body (IS-SILV-02)."""
        shaped = self.shaped(state, who)
        if shaped is None or shaped.shape != "tiny":
            return None
        return Refusal("too_small", {"who": f"@{who}"}, ("IS-SILV-02",))

    # ------------------------------------------------------------ too small to be hit squarely

    def wound_with_powers(self, scene: Scene, one: Combatant, target: Combatant, weapon: Weapon, check: Check) -> None:
        """Whoever takes half damage of the large is told so, with the rule (IS-SILV-04)."""
        folk = self.content.peoples.get(self.powers(target).folk)
        larger = SIZES.index(self.powers(one).size) > SIZES.index("man")
        if larger and folk is not None and any(less.larger_than_man for less in folk.less_damage):
            scene.happen(SmallTarget(target.id, one.id, rules=("IS-SILV-04",)))
        super().wound_with_powers(scene, one, target, weapon, check)
