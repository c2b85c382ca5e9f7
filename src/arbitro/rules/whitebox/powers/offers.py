"""What else a seat may do: powers, things, oil, turning the undead, and the referee's part in all of it."""

from collections.abc import Iterable, Iterator
from typing import get_args

from arbitro.kernel.choice import Choice, Label, Parameter, Pick
from arbitro.kernel.command import Command
from arbitro.kernel.seat import Seat
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.powers import commands as c
from arbitro.rules.whitebox.powers.fates import STOP, Fates
from arbitro.rules.whitebox.powers.perils import THINGS
from arbitro.rules.whitebox.special import Bane, Gaze
from arbitro.rules.whitebox.state import Combatant, Fight, State
from arbitro.rules.whitebox.terms import Feature

Fixed = dict[str, str | int]


def _picks(people: Iterable[Combatant]) -> tuple[Pick, ...]:
    return tuple(Pick(one.id, Label("name", {"who": f"@{one.id}"})) for one in people)


class PowerOffers(Fates):
    """Everything offered here is accepted by `decide`."""

    # ------------------------------------------------------------ in a fight

    def further_choices(self, state: State, fight: Fight, one: Combatant) -> Iterator[Choice]:
        """Powers, things, oil, turning and looking away."""
        yield from super().further_choices(state, fight, one)
        if fight.lying:
            yield from self._lying(state, one)
        if one.profile.powers is None and not state.effects:
            return
        yield from self._arts(state, one)
        yield from self._devices(state, one)
        yield from self._oil(state, fight, one)
        yield from self._banes(state, fight, one)
        kinds = dict.fromkeys(self.powers(foe).monster for foe in self.undead(state, one))
        legal = [kind for kind in kinds if kind and self.allows(state, c.TurnUndead(one.id, kind))]
        if legal:
            picks = tuple(Pick(kind, Label("name", {"who": f"@monster:{kind}"})) for kind in legal)
            yield self._choice("turn_undead", one, (Parameter("kind", picks=picks),))
        gazers = any(self.specials(foe, Gaze) and "gaze" in foe.spent for foe in self.opponents(fight, one))
        averted = self.under(state, one.id, "averted")
        if (gazers or averted) and self.allows(state, c.AvertEyes(one.id)):
            label = Label("choice.look_again" if averted else "choice.avert_eyes", {"who": f"@{one.id}"})
            yield Choice(f"avert_eyes/{one.id}", "avert_eyes", label, {"who": one.id})

    @staticmethod
    def _choice(
        tag: str,
        one: Combatant,
        parameters: tuple[Parameter, ...] = (),
        rules: tuple[str, ...] = (),
        fixed: Fixed | None = None,
        values: Fixed | None = None,
        key: str = "",
    ) -> Choice:
        name = "/".join(part for part in (tag, one.id, key) if part)
        label = Label(f"choice.{tag}", {"who": f"@{one.id}", **(values or {})})
        return Choice(name, tag, label, {"who": one.id, **(fixed or {})}, parameters, rules)

    def _arts(self, state: State, one: Combatant) -> Iterator[Choice]:
        for key, art in self.arts(one).items():
            targets = [
                target
                for target in self.art_targets(state, one, art)
                if self.allows(state, c.UsePower(one.id, key, target.id))
            ]
            if targets:
                aim = (Parameter("target", picks=_picks(targets)),)
                values: Fixed = {"power": f"@power:{key}"}
                yield self._choice("use_power", one, aim, ("WB-SEQ-02",), {"power": key}, values, key)

    def _devices(self, state: State, one: Combatant) -> Iterator[Choice]:
        for device in self.powers(one).devices:
            if device.sort not in ("magic", "scroll"):
                continue
            for manner in self.device_manners(device):
                targets = [
                    target
                    for target in self.device_targets(state, one, device, manner)
                    if self.allows(state, c.UseDevice(one.id, device.id, target.id, manner))
                ]
                if not targets:
                    continue
                aim = (Parameter("target", picks=_picks(targets)),)
                fixed: Fixed = {"device": device.id}
                if manner:
                    fixed["manner"] = manner
                values: Fixed = {"device": f"@{one.id}/{device.id}"}
                tag, key = "use_device", f"{device.id}/{manner}" if manner else device.id
                made = self._choice(tag, one, aim, ("WB-SEQ-02",), fixed, values, key)
                if manner:
                    label = Label("choice.use_device_manner", {**made.label.values, "manner": f"@manner:{manner}"})
                    made = Choice(made.id, made.command, label, made.fixed, made.parameters, made.rules)
                yield made

    def _lying(self, state: State, one: Combatant) -> Iterator[Choice]:
        things = {thing.item: thing for thing in self.within_grasp(state, one)}
        for key, thing in things.items():
            if self.allows(state, c.PickUp(one.id, key)):
                values: Fixed = {"weapon": f"@{one.id}/{thing.ways[0].id}"}
                yield self._choice("pick_up", one, (), ("WB-RANGED-01",), {"item": key}, values, key)

    def _banes(self, state: State, fight: Fight, one: Combatant) -> Iterator[Choice]:
        sheet = state.characters.get(one.id)
        for bane in THINGS if sheet is not None else ():
            foes = [foe for foe in self.opponents(fight, one) if self.allows(state, c.Present(one.id, foe.id, bane))]
            if foes:
                aim = (Parameter("target", picks=_picks(foes)),)
                yield self._choice("present", one, aim, (), {"bane": bane}, {"bane": f"@word:{bane}"}, bane)

    def _oil(self, state: State, fight: Fight, one: Combatant) -> Iterator[Choice]:
        foes = tuple(self.opponents(fight, one))
        thrown = [foe for foe in foes if self.allows(state, c.ThrowOil(one.id, foe.id))]
        if thrown:
            yield self._choice("throw_oil", one, (Parameter("target", picks=_picks(thrown)),), ("WB-OIL-01",))
        lit = [foe for foe in foes if self.allows(state, c.LightOil(one.id, foe.id))]
        if lit:
            yield self._choice("light_oil", one, (Parameter("target", picks=_picks(lit)),), ("WB-OIL-01",))

    def further_for_referee(self, state: State, fight: Fight) -> Iterator[Choice]:
        """Noticing the unseen, sizes for oil, ends of what lasts."""
        yield from super().further_for_referee(state, fight)
        standing = [one for one in fight.combatants.values() if one.condition == "up"]
        for target in standing:
            if not self.invisible(state, target):
                continue
            for one in self.opponents(fight, target):
                if self.may_notice(one) and self.allows(state, c.Sense(one.id, target.id)):
                    label = Label("choice.sense", {"who": f"@{one.id}", "target": f"@{target.id}"})
                    fixed: Fixed = {"who": one.id, "target": target.id}
                    chance = (Parameter("chance", "number", minimum=1, maximum=6),)
                    yield Choice(f"sense/{one.id}/{target.id}", "sense", label, fixed, chance, ("WB-INVIS-03",))
            if self.allows(state, c.Locate(target.id)):
                yield self._for_target("locate", target.id, ("WB-INVIS-01",))
        if any(self.flask(one) is not None for one in standing):
            for target in standing:
                if self.powers(target).size != "man" and target.profile.powers is not None:
                    change = (Parameter("modifier", "number", minimum=-4, maximum=4),)
                    yield self._for_target("size_up", target.id, ("WB-OIL-04",), change)
        yield from self._places(standing)
        yield from self._ends(state)

    def _places(self, standing: list[Combatant]) -> Iterator[Choice]:
        """What the place is like, and what it or somebody's word does to creatures with a bane."""
        if any(one.profile.powers is not None for one in standing):
            picks = tuple(Pick(name, Label(f"word.{name}")) for name in get_args(Feature))
            feature = (Parameter("feature", picks=picks),)
            yield Choice("say_where", "say_where", Label("choice.say_where"), {}, feature, ("WB-CORE-01",))
        for one in standing:
            for special in self.specials(one, Bane):
                banes = dict.fromkeys((*special.kills, *special.petrifies, *special.repels))
                picks = tuple(Pick(name, Label(f"word.{name}")) for name in banes)
                yield self._for_target("expose", one.id, ("WB-CORE-01",), (Parameter("bane", picks=picks),))

    @staticmethod
    def _for_target(tag: str, who: str, rules: tuple[str, ...], parameters: tuple[Parameter, ...] = ()) -> Choice:
        return Choice(
            f"{tag}/{who}", tag, Label(f"choice.{tag}", {"who": f"@{who}"}), {"target": who}, parameters, rules
        )

    def _ends(self, state: State) -> Iterator[Choice]:
        """Whatever lasts on somebody may be ended by the referee."""
        for who, effects in state.effects.items():
            kinds = dict.fromkeys(effect.kind for effect in effects if effect.active(state.minutes))
            for kind in kinds:
                if self.allows(state, c.EndEffect(who, kind)):
                    label = Label("choice.end_effect", {"who": f"@{who}", "kind": f"@effect:{kind}"})
                    fixed: Fixed = {"target": who, "kind": kind}
                    yield Choice(f"end_effect/{who}/{kind}", "end_effect", label, fixed, (), ("WB-CORE-01",))

    # ------------------------------------------------------------ outside a fight

    def choices(self, state: State, seat: Seat) -> Iterable[Choice]:
        """Between fights: magic things, and the referee's ends of what lasts."""
        yield from super().choices(state, seat)
        if self.fighting(state) or state.awaiting:
            return
        for one in state.characters.values():
            if seat.may_act_for(one.id) and one.fit:
                yield from self._things_to_use(state, one)
        if seat.role == "referee":
            yield from self._ends(state)

    def _things_to_use(self, state: State, one: Character) -> Iterator[Choice]:
        for key, item in one.items.items():
            if item.sort != "magic":
                continue
            plain: Command = c.UseThing(one.id, key)
            if not self.allows(state, plain):
                continue
            others = [who for who in state.characters if self.allows(state, c.UseThing(one.id, key, who))]
            picks = tuple(Pick(who, Label("name", {"who": f"@{who}"})) for who in others)
            label = Label("choice.use_thing", {"who": f"@{one.id}", "item": f"@{one.id}/{key}"})
            fixed: Fixed = {"who": one.id, "item": key}
            yield Choice(f"use_thing/{one.id}/{key}", "use_thing", label, fixed, (Parameter("target", picks=picks),))
            if self.is_deck(item):
                had_enough = Label("choice.stop_drawing", label.values)
                yield Choice(f"use_thing/{one.id}/{key}/stop", "use_thing", had_enough, {**fixed, "manner": STOP})
