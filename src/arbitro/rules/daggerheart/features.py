"""Features of adversaries and environments at work: set off or used, and paid for."""

from abc import abstractmethod

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.kernel.state import Question
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart import feature as f
from arbitro.rules.daggerheart import gm_moves
from arbitro.rules.daggerheart.adversary import NOTHING_GRANTED, Granted
from arbitro.rules.daggerheart.basics import PLACE, Play
from arbitro.rules.daggerheart.doings import Doings
from arbitro.rules.daggerheart.effects import CHASE
from arbitro.rules.daggerheart.feature import Feature, Moment, When
from arbitro.rules.daggerheart.state import (
    Agenda,
    Apply,
    Blow,
    Chance,
    Dying,
    Entry,
    Foe,
    Hero,
    Hit,
    Ring,
    State,
)
from arbitro.rules.daggerheart.words import halved, ids

_OWN_MOMENTS = frozenset(
    {
        "hit",
        "wounded_target",
        "before_damage",
        "damages",
        "damaged",
        "wounded",
        "escaped",
        "about_to_be_damaged",
        "defeated",
        "spotlighted",
        "first_spotlight",
        "presence_low",
        "enters_melee",
    }
)
_EVEN_IN_DEATH = frozenset({"defeated", "escaped", "hit", "damages", "wounded_target", "before_damage"})
"""A dying blow is still an attack of its owner's."""
_FEATURE = ("DHP-ADVSTAT-05",)


class Features(Doings):
    """What stat blocks can do beyond their standard attack."""

    def ready(self, state: State, owner: str, feature: Feature) -> Refusal | None:
        """Whether a feature can be used at all: uses left, price payable, nothing that forbids it."""
        scene = self.scene(state)
        foe = scene.foes.get(owner)
        used = foe.used if foe is not None else scene.place.used if scene.place is not None else {}
        if feature.uses and used.get(feature.id, 0) >= feature.uses:
            return Refusal("used_up", {"who": f"@{owner}"}, _FEATURE)
        if foe is not None:
            if feature.needs and not foe.counters.get(feature.needs, 1):
                return Refusal("used_up", {"who": f"@{owner}"}, _FEATURE)
            if feature.blocked and self.has(foe, feature.blocked):
                return Refusal("blocked", {"who": f"@{owner}"}, ("DHP-COND-06",))
            if feature.hurt and not foe.hp_marked:
                return Refusal("unhurt", {"who": f"@{owner}"}, _FEATURE)
            if feature.after and not foe.counters.get(feature.after, 0):
                return Refusal("not_set_off", {"who": f"@{owner}"}, _FEATURE)
        return self.payable(state, foe, feature)

    def pieces(self, state: State, moment: Moment, subject: str, target: str, hit: Hit | None) -> list[Chance]:
        """The reactions that a moment sets off (DHP-ADVSTAT-05: whoever has the spotlight)."""
        scene = self.scene(state)
        found: list[Chance] = []
        for foe in scene.foes.values():
            down = foe.defeated or foe.gone
            if down and not (foe.id == subject and moment in _EVEN_IN_DEATH):
                continue
            for feature in foe.block.features:
                when = feature.when
                if when is None or when.moment != moment or self.ready(state, foe.id, feature) is not None:
                    continue
                if self._fits(state, foe, feature, when, subject, target, hit):
                    found.append(Chance(foe.id, feature.id, target))
        if moment == "ally_about_to_be_damaged" and (hit is None or hit.attack):
            found += self._bodyguards(state, subject, target)
        if scene.place is not None and (moment.startswith("pc_") or moment == "foe_defeated"):
            found += [
                Chance(PLACE, feature.id, target)
                for feature in scene.place.features
                if feature.when is not None
                and feature.when.moment == moment
                and self.ready(state, PLACE, feature) is None
            ]
        return found

    def _bodyguards(self, state: State, subject: str, target: str) -> list[Chance]:
        """A ritual's servants throw themselves before its leader."""
        feature = self.place_passive(state, "bodyguards")
        leader = self.scene(state).foes.get(subject)
        if feature is None or leader is None or leader.block.type != "leader":
            return []
        guards = [
            foe
            for foe in self.foes(state)
            if foe.id != subject and self.near(state, foe, leader, "very_close") and foe.stress_marked < foe.stress
        ]
        return [Chance(guards[0].id, feature.id, target)] if guards else []

    def _fits(
        self, state: State, foe: Foe, feature: Feature, when: When, subject: str, target: str, hit: Hit | None
    ) -> bool:
        own = when.moment in _OWN_MOMENTS
        if own != (foe.id == subject) and not when.moment.startswith("pc_"):
            return False
        other = self.scene(state).foes.get(subject)
        if when.of and (other is None or not {other.block.id, other.block.type} & set(when.of)):
            return False
        mark = other if when.moment == "ally_about_to_be_damaged" else self.anybody(state, target)
        if when.within is not None and (mark is None or not self.near(state, foe, mark, when.within)):
            return False
        if when.total and foe.hp_marked < when.total:
            return False
        if when.standard and (hit is None or not hit.standard):
            return False
        if when.moment == "hit" and hit is not None and not hit.lead and (feature.target is not None or not feature.do):
            return False
        if hit is None:
            return True
        if when.kind is not None and hit.kind not in (when.kind, "both"):
            return False
        wounds = hit.extra if foe.id == subject and when.moment == "damaged" else hit.severity
        if not when.least <= wounds <= when.most:
            return False
        grave = min(hit.severity, 3)
        return not when.severity or (grave >= when.severity if when.above else grave == when.severity)

    def set_off(self, play: Play, moment: Moment, subject: str, target: str, hit: Hit | None = None) -> list[Agenda]:
        """What a moment sets off, as steps to be settled."""
        if play.state.scene is None or play.state.scene.ending:
            return []
        chances = self.pieces(play.state, moment, subject, target, hit)
        if hit is None:
            return list(chances)
        return [replace(chance, wounds=hit.severity, armour=hit.armour == 1) for chance in chances]

    # ------------------------------------------------------------------ reactions

    def settle_chance(self, play: Play, step: Chance) -> None:
        """A reaction fires by itself if it costs nothing; otherwise the GM is asked whether to pay."""
        feature = self._chance_feature(play.state, step)
        foe = self.scene(play.state).foes.get(step.owner)
        owner = PLACE if foe is None else step.owner
        if feature is None or self.ready(play.state, owner, feature) is not None:
            return
        if (
            foe is not None
            and not self.there(foe)
            and (feature.when is None or feature.when.moment not in _EVEN_IN_DEATH)
        ):
            return  # something else has got it meanwhile
        if feature.fear or feature.stress or feature.passive == "bodyguards":
            values: dict[str, str | int] = {
                "who": f"@{step.owner}",
                "feature": f"@{step.owner}/{feature.id}",
                "fear": self.fear_price(play.state, feature),
                "stress": feature.stress or feature.value * (feature.passive == "bodyguards"),
            }
            rules = ("DHP-ADVSTAT-05", "DH-FEAR-10") if feature.fear else _FEATURE
            self.ask(play, Question("chance", REFEREE_ONLY, values, rules), step)
            return
        self._fire(play, step, feature)

    def _chance_feature(self, state: State, step: Chance) -> Feature | None:
        return self.feature_of(state, step.owner, step.feature) or self.feature_of(state, PLACE, step.feature)

    def answer(self, play: Play, command: c.Answer) -> Refusal | None:
        """The GM uses the reaction, or lets it be."""
        agenda = self.scene(play.state).agenda
        step = agenda[0] if agenda else None
        if not isinstance(step, Chance):
            return Refusal("not_asked")
        feature = self._chance_feature(play.state, step)
        foe = self.scene(play.state).foes.get(step.owner)
        if command.use and feature is not None:
            short = self.payable(play.state, foe, feature)
            if short is not None:
                return short
        self.resume(play, "chance")
        play.agenda.pop(0)
        if command.use and feature is not None:
            if feature.passive == "bodyguards":
                self.mark_stress(play, step.owner, feature.value, feature.id, _FEATURE)
            else:
                self.pay(play, foe, feature)
            self._fire(play, step, feature)
        return None

    def _fire(self, play: Play, step: Chance, feature: Feature) -> None:
        foe = self.scene(play.state).foes.get(step.owner)
        self._told(play, step.owner, feature)
        due = play.agenda[0] if play.agenda else None
        if isinstance(due, Blow) and (feature.bonus or feature.bonus_marked or feature.add_standard):
            play.agenda[0] = replace(due, bonus=due.bonus + self._bonus(play, foe, feature))
        elif isinstance(due, Hit) and feature.halve:
            half = Modifier(halved(due.dealt) - due.dealt, "DHP-ADVSTAT-05", "halved")
            play.agenda[0] = replace(due, changes=(*due.changes, half))
        elif isinstance(due, Hit) and (feature.take_over or feature.passive == "bodyguards"):
            spared = self.scene(play.state).foes[due.target]
            play.agenda[0] = replace(due, target=step.owner)
            if foe is not None and not self.fixed(foe):
                self.relocate(play, foe.id, self.beside(foe, spared))
            return
        if feature.count is not None:
            self.start_count(play, step.owner, feature)
            return
        targets = self.aim(play.state, step.owner, feature, (step.target,) if step.target in play.state.party else ())
        if foe is not None and feature.target is not None and feature.target.charge:
            self.charge(play, foe, feature, targets)
        self.perform(play, step.owner, feature, targets, wounds=step.wounds, armour=step.armour)

    def _bonus(self, play: Play, foe: Foe | None, feature: Feature) -> int:
        """Damage that a reaction adds before it is rolled: a number, the owner's wounds, or its own standard damage."""
        if feature.bonus_marked and foe is not None:
            return foe.hp_marked
        pool: tuple[Amount, ...] = (feature.bonus,) if feature.bonus is not None else ()
        if feature.add_standard and foe is not None:
            pool, _ = self.standard_damage(play.state, foe)
        if not any(part.count for part in pool):
            return sum(part.plus for part in pool)
        amount, _ = self.roll_damage(play, foe.id if foe is not None else PLACE, pool, "physical", ("DHP-ADVSTAT-10",))
        return amount

    def _told(self, play: Play, owner: str, feature: Feature) -> None:
        rules = (*_FEATURE, *feature.rules)
        play.happen(e.FeatureUsed(owner, feature.id, feature.name, self.fear_price(play.state, feature), rules=rules))
        if feature.uses:
            scene = self.scene(play.state)
            foe = scene.foes.get(owner)
            used = foe.used if foe is not None else scene.place.used if scene.place is not None else {}
            count = used.get(feature.id, 0) + 1
            play.happen(e.FeatureSpent(owner if foe is not None else PLACE, feature.id, count, audience=REFEREE_ONLY))

    # ------------------------------------------------------------------ using an action

    def use_feature(self, play: Play, command: c.UseFeature) -> Refusal | None:
        """An action of the adversary in the spotlight, or a feature of the environment as a GM move (DH-FEAR-11)."""
        state = play.state
        scene = self.running(state)
        if isinstance(scene, Refusal):
            return scene
        feature = self.feature_of(state, command.who, command.feature)
        if feature is None or feature.kind == "passive" or not self.at_will(state, command.who, feature):
            return Refusal("no_feature", {"who": f"@{command.who}", "feature": command.feature}, _FEATURE)
        foe: Foe | None = None
        anytime = feature.when is not None
        if command.who != PLACE:
            found = self.foe(state, command.who) if anytime else self.acting_foe(state, command.who)
            if isinstance(found, Refusal):
                return found
            foe = found
        elif not anytime and (refused := self.may_move(state, self.fear_price(state, feature))) is not None:
            return refused
        refused = self.ready(state, command.who, feature)
        if refused is not None:
            return refused
        targets = self._wanted(state, command, feature, foe)
        if isinstance(targets, Refusal):
            return targets
        bought = self.bought(state, foe, command.experience) if foe is not None else ()
        if isinstance(bought, Refusal):
            return bought
        if bought and (short := self.short_of_fear(state, len(bought) + self.fear_price(state, feature))):
            return short
        granted = Granted(bought, command.advantages, command.disadvantages)
        if granted != NOTHING_GRANTED and feature.attack is None and not feature.group:
            return Refusal("no_attack", {"who": f"@{command.who}"}, ("DH-ATK-03",))
        if foe is not None and (refused := self.too_much_declared(state, foe, granted)):
            return refused
        wish = self._wished(state, feature, command)
        if isinstance(wish, Refusal):
            return wish
        spot = self._joined(state, foe, feature, command.ally, targets) if foe is not None else None
        if isinstance(spot, Refusal):
            return spot
        if foe is None and not anytime:
            self.count_move(play, "environment_feature", "hard")
        if not feature.on_hit:
            self.pay(play, foe, feature)
        for _ in bought:
            self.spend_fear(play, 1, "experience")
        for joining in ids(wish.ally) if feature.chorus else ():
            self.mark_stress(play, joining, 1, feature.id, ("DHP-ADVSTAT-03",))
        self._told(play, command.who, feature)
        if foe is not None and feature.target is not None:
            self.end_conditions(play, foe.id, "hidden")  # it shows itself (DHP-COND-02)
        if foe is not None and spot is not None:
            self.relocate(play, foe.id, spot)
        elif foe is not None and not anytime:
            self._step_up(play, foe, feature, targets)
        if foe is not None and not anytime:
            targets = self._still_reached(play.state, foe.id, feature, targets)
            play.happen(e.FoeDone(foe.id))
        if feature.count is not None and not feature.on_hit:
            self.start_count(play, command.who, feature)
            return None
        self.perform(play, command.who, feature, targets, granted=granted, wish=wish)
        return None

    def at_will(self, state: State, owner: str, feature: Feature) -> bool:
        """Whether the GM may use a feature without anything that sets it off now."""
        when = feature.when
        if when is None or when.moment == "any":
            return True
        foe = self.scene(state).foes.get(owner)
        return feature.lasting and foe is not None and self.there(foe) and foe.hp_marked >= max(when.total, 1)

    @abstractmethod
    def may_move(self, state: State, fear: int) -> Refusal | None:
        """Whether the GM may make a move now that costs this Fear besides (the chapter on the GM's turn says)."""

    @abstractmethod
    def count_move(self, play: Play, move: str, tag: str) -> None:
        """Count a GM move and pay for it if it is not free (the chapter on the GM's turn says)."""

    def _wished(self, state: State, feature: Feature, command: c.UseFeature) -> f.Wish | Refusal:
        """What the GM picks of what the feature leaves open."""
        summoned = [one for part in feature.own if isinstance(part, f.Summon) for one in part.what]
        if command.summon and command.summon not in (*f.offers(feature), *summoned):
            return Refusal("no_summon", {"what": command.summon}, _FEATURE)
        if feature.chorus:
            return self._chorus(state, feature, command)
        if command.ally and isinstance(ally := self.foe(state, command.ally), Refusal):
            return ally
        fed = next((part for part in feature.own if isinstance(part, f.Clear) and part.bleed), None)
        if fed is not None:
            near = [other.id for other in self.allies_within(state, command.who, fed.within)]
            if not near or (command.ally and command.ally not in near):
                return Refusal("no_ally", {"who": f"@{command.who}"}, _FEATURE)
        return f.Wish(command.summon, command.ally)

    def _chorus(self, state: State, feature: Feature, command: c.UseFeature) -> f.Wish | Refusal:
        """Others of the same name join in, a Stress each, where they stand Close to a target."""
        joining = tuple(dict.fromkeys(ids(command.ally)))
        able = {foe.id for foe in self.joiners(state, command.who, feature)}
        for who in joining:
            if who not in able:
                return Refusal("no_ally", {"who": f"@{command.who}"}, _FEATURE)
        return f.Wish(command.summon, command.ally, raised=len(joining))

    def joiners(self, state: State, owner: str, feature: Feature) -> list[Foe]:
        """Who could join in a feature that several can use together."""
        first = self.scene(state).foes[owner]
        targets = self.aim(state, owner, feature, ())
        return [
            other
            for other in self.foes(state)
            if other.id != owner
            and other.block.id == first.block.id
            and self.short_of_stress(other, 1) is None
            and any(self.near(state, other, hero, "close") for hero in targets)
        ]

    def _wanted(self, state: State, command: c.UseFeature, feature: Feature, foe: Foe | None) -> list[Hero] | Refusal:
        """The targets of a feature: named, or all whom it touches."""
        if feature.target is None and not feature.group:
            return []
        named = tuple(dict.fromkeys(ids(command.targets)))
        for who in named:
            if who not in state.party:
                return Refusal("nobody", {"who": who})
        found = self.aim(state, command.who, feature, named)
        if not found:
            rules = ("DHP-RANGE-01", "DHP-RANGE-04")
            return Refusal("no_target", {"who": f"@{foe.id if foe is not None else REFEREE_ONLY}"}, rules)
        return found

    def _joined(
        self, state: State, foe: Foe, feature: Feature, named: str, targets: list[Hero]
    ) -> int | Refusal | None:
        """Where the owner of a feature stands that takes it into Melee with an ally: near enough to its target."""
        if not any(isinstance(part, f.Clear) and part.join for part in feature.own) or feature.target is None:
            return None
        reach = self.reach(state, feature.target.within)
        for ally in self.foes(state):
            spot = self.approach(state, foe, ally, "melee", "close") if ally.id != foe.id else None
            if spot is None or (named and ally.id != named):
                continue
            melee, free = self.reach(state, "melee"), 0 if self.fixed(foe) else self.reach(state, "close")
            for at in (spot, ally.at, ally.at - melee, ally.at + melee):
                if abs(at - foe.at) <= free and all(abs(hero.at - at) <= reach for hero in targets):
                    return at
        return Refusal("no_ally", {"who": f"@{foe.id}"}, _FEATURE)

    def _step_up(self, play: Play, foe: Foe, feature: Feature, targets: list[Hero]) -> None:
        """A move within Close goes with the action (DHP-SPOT-05); a charge goes to the last of those in its way."""
        if not targets or feature.target is None:
            return
        if feature.target.charge:
            self.charge(play, foe, feature, targets)
            return
        if feature.target.who not in ("one", "some"):
            return
        within = feature.target.within
        spots = [self.approach(play.state, foe, hero, within, "close") for hero in targets]
        reach = self.reach(play.state, within)
        able = [spot for spot in spots if spot is not None]
        if able:  # where most of them are within reach
            best = max(able, key=lambda spot: sum(abs(hero.at - spot) <= reach for hero in targets))
            self.relocate(play, foe.id, best)

    def _still_reached(self, state: State, who: str, feature: Feature, targets: list[Hero]) -> list[Hero]:
        """Of several targets of an attack, those within reach from where it is made."""
        if feature.target is None or feature.target.who != "some" or feature.attack is None:
            return targets
        foe, within = self.scene(state).foes[who], feature.target.within
        return [hero for hero in targets if self.near(state, foe, hero, within)]

    def charge(self, play: Play, foe: Foe, feature: Feature, targets: list[Hero]) -> None:
        """The owner runs its path; who cannot move stays where it is."""
        if self.fixed(foe) or feature.target is None or not targets:
            return
        last = max(targets, key=lambda hero: abs(hero.at - foe.at))
        self.relocate(play, foe.id, last.at)

    # ------------------------------------------------------------------ what walking, dying and countdowns set off

    def settle_entry(self, play: Play, step: Entry) -> None:
        """A PC has walked somewhere: into a zone under fire, or into Melee with something."""
        hero = play.state.party[step.who]
        if hero.status != "up":
            return
        steps: list[Agenda] = []
        for zone in self.scene(play.state).zones:
            feature = self.feature_of(play.state, zone.owner, zone.feature)
            low, high = min(step.was, hero.at), max(step.was, hero.at)
            reach = self.reach(play.state, zone.within)
            if feature is None or not low - reach <= zone.at <= high + reach:
                continue
            burns = next((part.harm for part in feature.own if isinstance(part, f.Zone)), None)
            if burns is not None:
                steps.append(Apply(zone.owner, zone.feature, hero.id, (burns,)))
            else:
                steps += self.dodges(play, zone.owner, feature, [hero])
        melee = self.reach(play.state, "melee")
        for foe in tuple(self.foes(play.state)):
            if abs(foe.at - hero.at) <= melee < abs(foe.at - step.was):
                steps += self.set_off(play, "enters_melee", foe.id, step.who)
        play.first(*steps)

    def end_zone(self, play: Play, command: c.EndZone) -> Refusal | None:
        """The GM says that a stretch of ground is safe again."""
        scene = self.running(play.state)
        if isinstance(scene, Refusal):
            return scene
        mark = (command.owner, command.feature)
        left = tuple(zone for zone in scene.zones if (zone.owner, zone.feature) != mark)
        if left == scene.zones:
            return Refusal("no_zone", {"feature": f"@{command.owner}/{command.feature}"}, _FEATURE)
        play.happen(e.ZoneSet(left, rules=_FEATURE))
        return None

    def gone(self, play: Play, who: str) -> None:
        """What ends because an adversary is no longer there."""
        self.end_from(play, who)
        scene = self.scene(play.state)
        leads = scene.foes[who].block.type == "leader" if who in scene.foes else False
        leaderless = leads and not any(foe.block.type == "leader" for foe in self.foes(play.state))
        for countdown in tuple(scene.countdowns.values()):
            led = countdown.leader and leaderless
            if (countdown.owner == who and countdown.kind != "long_term") or (led and countdown.value):
                self.drop(play, countdown)
        if any(zone.owner == who and not zone.lasting for zone in scene.zones):
            play.happen(e.ZoneSet(tuple(zone for zone in scene.zones if zone.owner != who or zone.lasting)))
        if scene.turn is not None and scene.turn.acting == who:
            play.happen(e.FoeDone(who))

    def fear_rolled(self, play: Play) -> None:
        """What lasts until the next roll with Fear ends."""
        scene = self.scene(play.state)
        if any(not zone.lasting for zone in scene.zones):
            play.happen(e.ZoneSet(tuple(zone for zone in scene.zones if zone.lasting)))
        for who in (*play.state.party, *(foe.id for foe in self.foes(play.state))):
            self.end_conditions(play, who, "fear")

    def settle_ring(self, play: Play, step: Ring) -> None:
        """A countdown has come to 0: its feature happens, its victim turns to stone, or the scene is decided."""
        countdown = self.find_countdown(play.state, step.countdown)
        if countdown is None or countdown.value > 0:
            return
        self.trigger(play, countdown)
        if countdown.id.startswith(CHASE):
            for other in tuple(self.scene(play.state).countdowns.values()):
                if other.id != countdown.id and other.id.rpartition("/")[0] == countdown.id.rpartition("/")[0]:
                    self.drop(play, other)
        if countdown.victim:
            hero = play.state.party[countdown.victim]
            if hero.status == "up":
                play.happen(e.StatusChanged(hero.id, "dying", rules=("DHP-DEATH-01", "DHP-COUNT-01")))
                play.first(Dying(hero.id))
            return
        if countdown.feature:
            feature = self.feature_of(play.state, countdown.owner, countdown.feature)
            if feature is not None:
                play.happen(e.FeatureUsed(countdown.owner, feature.id, feature.name, 0, rules=_FEATURE))
                targets = self.aim(play.state, countdown.owner, feature, ())
                self.perform(play, countdown.owner, feature, targets)
        if countdown.id == gm_moves.REINFORCEMENTS:
            gm_moves.arrive(self, play)
        if countdown.ends:
            self.finish(play, countdown.ends)

    @abstractmethod
    def finish(self, play: Play, ending: str) -> None:
        """The scene is over (the chapter on scenes says how)."""
