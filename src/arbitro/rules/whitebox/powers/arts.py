"""Powers that creatures use instead of a blow: breath, cries, songs, webs, spells of their own, calls for help."""

from fractions import Fraction
from typing import Final

from arbitro.dice.amount import Amount
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import held_against
from arbitro.rules.whitebox import special as s
from arbitro.rules.whitebox.basics import Scene, place_of
from arbitro.rules.whitebox.damage import Landing
from arbitro.rules.whitebox.events import AttackRolled, Moved
from arbitro.rules.whitebox.lasting import EffectKind, Ongoing
from arbitro.rules.whitebox.measure import Area, Span
from arbitro.rules.whitebox.powers.aiming import Working, nearest_end
from arbitro.rules.whitebox.powers.changes import Blinked
from arbitro.rules.whitebox.powers.commands import UsePower
from arbitro.rules.whitebox.powers.enchant import aims_at_foes
from arbitro.rules.whitebox.powers.events import PowerUsed
from arbitro.rules.whitebox.powers.wonders import Wonders
from arbitro.rules.whitebox.reckoning import rolled
from arbitro.rules.whitebox.state import Combatant, Fight, Intent, Reserve, State

Art = (
    s.Breath
    | s.Cry
    | s.Charm
    | s.Summons
    | s.Webs
    | s.SpellLike
    | s.Spit
    | s.Teleport
    | s.Whirlwind
    | s.Shapes
    | s.Blink
)
ONCE_A_FIGHT: Final = (s.Charm, s.Summons, s.Whirlwind)
SHAPE: Final = "shape:"
BEHIND: Final = 5
"""Feet from a foe at which somebody stands who appears out of nothing (ours)."""
WEB_FEET: Final = 30
WEB_TURNS: Final = Span("turns", Amount(1, 2, 2))
"""How long webs hold somebody who is not strong and has no fire (as the spell)."""
SWEPT: Final = Span("rounds", Amount(1, 6, 0))
"""How long somebody swept off their feet lies (ours)."""


class Arts(Wonders):
    """What creatures can do instead of striking."""

    def arts(self, one: Combatant) -> dict[str, Art]:
        """The powers that somebody can choose to use, by key."""
        found: dict[str, Art] = {}
        for special in self.all_specials(one):
            if isinstance(special, s.Charm) and special.by != "song":
                continue
            if isinstance(special, s.Shapes):
                found |= {f"{SHAPE}{form}": special for form in self.shapes_at_will(special)}
            elif isinstance(special, Art):
                tag = str(special.__struct_config__.tag)
                key = f"spell:{special.spell}" if isinstance(special, s.SpellLike) else tag
                while key in found:
                    key += "-2"
                found[key] = special
        return found

    def uses_left(self, one: Combatant, key: str, art: Art) -> int:
        """How often a power can still be used; -1: as often as one likes."""
        if isinstance(art, ONCE_A_FIGHT):
            return 1 - one.spent.count(key)
        per_day = getattr(art, "per_day", 0)
        return per_day - one.spent.count(key) if per_day else -1

    def use_power(self, scene: Scene, command: UsePower) -> Refusal | None:
        """Use a power of one's own."""
        state = scene.state
        one = self.acting(state, command.who)
        if isinstance(one, Refusal):
            return one
        art = self.arts(one).get(command.power)
        if art is None:
            return Refusal("no_power", {"who": f"@{one.id}", "power": command.power})
        refused = self.may_use_art(state, one, command.power, art)
        if refused is not None:
            return refused
        target = self.art_target(state, one, art, command.target)
        if isinstance(target, Refusal):
            return target
        self.perform(scene, one, command.power, art, target)
        return None

    def may_use_art(self, state: State, one: Combatant, key: str, art: Art) -> Refusal | None:
        """Whether the round has room for it, and it is not used up."""
        fight = self.fight(state)
        blinks = isinstance(art, s.Blink)  # it takes the place of a step, not of a blow
        refused = self.may_move(state, fight, one) if blinks else self.may_act_instead(state, fight, one)
        if refused is not None:
            return refused
        if self.uses_left(one, key, art) == 0:
            return Refusal("power_spent", {"who": f"@{one.id}", "power": f"@power:{key}"})
        needs = art.needs if isinstance(art, s.SpellLike) else 1
        same = [
            other
            for other in self.members(fight, one.profile.side)
            if self.powers(other).monster == self.powers(one).monster
        ]
        if len(same) < needs:
            return Refusal("power_needs", {"who": f"@{one.id}", "needs": needs, "count": len(same)})
        return None

    def may_act_instead(self, state: State, fight: Fight, one: Combatant, missile: str = "") -> Refusal | None:
        """Whether somebody can do something else than strike in this moment, in place of an attack.

        `missile` is whoever it is thrown at, for what is thrown: whoever declared a shot may throw.
        """
        who = f"@{one.id}"
        if one.busy == fight.round:
            return Refusal("whole_round", {"who": who}, ("WB-SEQ-02",))
        if one.attacked == fight.round:
            return Refusal("attacked_already", {"who": who}, ("WB-SEQ-02",))
        if fight.phase == "free":
            return Refusal("not_in_this_phase", {"who": who}, ("WB-SURPRISE-03",))
        if state.options["combat_sequence"] == "alternate" and fight.phase not in ("missiles", "melee"):
            return Refusal("not_in_this_phase", {"who": who}, ("WB-ALTSEQ-01",))
        if one.prepared and state.options["combat_sequence"] == "standard":
            return Refusal("casting", {"who": who}, ("WB-SPELL-01",))
        if one.intent is not None and one.intent.kind != "other" and not self.as_good_as(one.intent, missile):
            return Refusal("declared_otherwise", {"who": who, "fault": f"intent.{one.intent.kind}"}, ("WB-INTENT-01",))
        return None

    @staticmethod
    def as_good_as(intent: Intent, missile: str) -> bool:
        """Whether a declared shot covers what is thrown at somebody: the same one, if one was named."""
        return intent.kind == "missile" and bool(missile) and intent.target in ("", missile)

    def has_art(self, one: Combatant) -> bool:
        """Powers and things have their moment where missiles have theirs."""
        powers = self.powers(one)
        return bool(powers.devices or powers.turns or self.arts(one))

    def reach_of_art(self, one: Combatant, art: Art) -> int:
        """Feet that a power reaches; -1: as far as the fight goes."""
        if isinstance(art, s.Breath):
            return art.area.length or art.area.radius
        if isinstance(art, s.Webs):
            return WEB_FEET
        if isinstance(art, s.Whirlwind):
            return art.diameter
        if isinstance(art, s.SpellLike):
            level = max(self.hit_dice(one), 1)
            spread = art.area.length if art.area is not None and art.area.shape in ("cone", "line") else -1
            return nearest_end(self.reach_of_spell(art.spell, "", level), spread)
        return -1

    def can_still_use(self, state: State, one: Combatant, target: Combatant, feet: int) -> bool:
        """Whether somebody has a power against foes whose reach is told and covers so many feet.

        What reaches as far as the fight goes holds nobody back: the runner takes the end of the fight along.
        """
        if one.profile.powers is None or not self.able(self.fight(state), one):
            return False
        if not self.can_strike(state, one, target) or self.screened(state, one, target) is not None:
            return False
        return any(
            self.uses_left(one, key, art) and self.carries(one, art, feet) for key, art in self.arts(one).items()
        )

    def carries(self, one: Combatant, art: Art, feet: int) -> bool:
        """Whether a power can be turned on a foe so far away."""
        if isinstance(art, s.Spit):
            return art.chance + art.per_ten_feet * max(feet - art.range, 0) // 10 > 0
        if isinstance(art, s.SpellLike) and not any(map(aims_at_foes, self.content.find_spell(art.spell)[1])):
            return False
        return feet <= self.reach_of_art(one, art)

    def art_targets(self, state: State, one: Combatant, art: Art) -> tuple[Combatant, ...]:
        """Whom a power can be turned on."""
        fight = self.fight(state)
        if isinstance(art, s.SpellLike):
            _, parts = self.content.find_spell(art.spell)
            return self.sensible_targets(state, one, parts)
        if isinstance(art, s.Summons | s.Teleport | s.Cry | s.Shapes):
            return (one,)
        return tuple(
            foe
            for foe in self.opponents(fight, one)
            if self.can_strike(state, one, foe) and (self.screened(state, one, foe) is None or isinstance(art, s.Blink))
        )

    def art_target(self, state: State, one: Combatant, art: Art, wanted: str) -> Combatant | Refusal:
        """The target that was named, or the first that makes sense."""
        reach = self.reach_of_art(one, art)
        possible = [target for target in self.art_targets(state, one, art) if wanted in ("", target.id)]
        for target in possible:
            if self.too_far_for(state, one, target, reach) is None:
                return target
        for target in possible:
            return self.too_far_for(state, one, target, reach) or target
        return Refusal("no_target", {"who": f"@{wanted}" if wanted else f"@{one.id}"})

    # ------------------------------------------------------------ what they do

    def perform(self, scene: Scene, one: Combatant, key: str, art: Art, target: Combatant) -> None:
        """Let a power take effect."""
        tag = str(art.__struct_config__.tag)
        match art:
            case s.Breath():
                self.breathe(scene, one, key, art, target)
            case s.Cry():
                self.cry(scene, one, key, art)
            case s.Charm():
                self.sing(scene, one, key, art)
            case s.SpellLike():
                scene.happen(PowerUsed(one.id, tag, key, (target.id,)))
                self.spell_of_its_own(scene, one, art, target)
            case s.Summons():
                scene.happen(PowerUsed(one.id, tag, key))
                company = art.companies[0]
                working = Working(by=one.id, source=f"monster:{self.powers(one).monster}", level=self.hit_dice(one))
                count = self.counted(scene, working, company.count)
                self.call(scene, one, Reserve(company.monsters[0], one.profile.side, count, one.at))
            case s.Webs():
                scene.happen(PowerUsed(one.id, tag, key, (target.id,)))
                webbed = Ongoing(kind="webbed", source=f"monster:{self.powers(one).monster}", by=one.id, magical=False)
                self.endanger(scene, target, self.lasting_threat("ongoing", art.save, webbed, WEB_TURNS), one.id)
                self.wade_through_webs(scene, one, target.id, art)
            case s.Spit():
                self.spit(scene, one, key, art, target)
            case s.Whirlwind():
                self.sweep(scene, one, key, art, target)
            case s.Teleport():
                scene.happen(PowerUsed(one.id, tag, key))
                self.leave(scene, one.id, ("WB-CORE-01",))
            case s.Shapes():
                scene.happen(PowerUsed(one.id, tag, key))
                self.shift(scene, one, key.removeprefix(SHAPE))
            case s.Blink():
                self.blink(scene, one, art, target)

    def wade_through_webs(self, scene: Scene, one: Combatant, who: str, art: s.Webs) -> None:
        """Whoever saved is not stuck, but gets on slowly while the strands hang there."""
        fight = self.fight(scene.state)
        target = fight.combatants[who]
        waits = any(blow.target == who and blow.ongoing and blow.ongoing.kind == "webbed" for blow in fight.blows)
        unsettled = waits or any(peril.who == who for peril in fight.perils)
        if unsettled or target.condition != "up" or self.under(scene.state, who, "webbed", "slippery", "mired"):
            return
        feet = self.combat_distance(Fraction(target.profile.rate))
        if feet > art.feet_per_round:
            thrown = WEB_TURNS.amount.roll(scene.dice, "span")
            slow = Ongoing(
                kind="mired",
                source=f"monster:{self.powers(one).monster}",
                by=one.id,
                until=self.until(scene.state, WEB_TURNS.amount.total(thrown) * self.unit_minutes(WEB_TURNS)),
                factor=art.feet_per_round / feet,
                magical=False,
            )
            self.lays(scene, who, slow, thrown)

    def blink(self, scene: Scene, one: Combatant, art: s.Blink, target: Combatant) -> None:
        """Vanish and stand within reach of a foe, behind it so often in a hundred; the blow of the round is left."""
        check = held_against((scene.dice.roll(100, "blink"),), (), "<=", art.behind, "blink")
        there = place_of(self.fight(scene.state), target)
        way = 1 if there >= one.at else -1
        to = there + way * BEHIND * (1 if check.success else -1)
        scene.happen(Blinked(one.id, target.id, check, one.at, to, rules=("WB-SEQ-02", "WB-MELEE-02")))

    def breathe(self, scene: Scene, one: Combatant, key: str, art: s.Breath, target: Combatant) -> None:
        """Breath over everybody in its area: damage by dice, hit dice or age, or something worse."""
        victims = self.caught_in(self.fight(scene.state), one, target, art.area)
        scene.happen(PowerUsed(one.id, "breath", key, tuple(victim.id for victim in victims)))
        source = f"monster:{self.powers(one).monster}"
        for victim in victims:
            now = self.fight(scene.state).combatants[victim.id]
            if now.condition != "up":
                continue
            if art.effect == "damage":
                threat = self.threat_of("damage", art.save, amount=self.breath_damage(one, art), element=art.element)
            elif art.effect == "sleep":
                asleep = Ongoing(kind="asleep", source=source, by=one.id)
                threat = self.lasting_threat("ongoing", art.save, asleep, art.span, element="sleep")
            elif art.effect == "petrify":
                stone = Ongoing(kind="stone", source=source, by=one.id)
                threat = self.threat_of("stone", art.save, element="stone", ongoing=stone)
            else:
                threat = self.threat_of("death", art.save, element=art.element)
            self.endanger(scene, now, threat, one.id)

    def breath_damage(self, one: Combatant, art: s.Breath) -> Amount:
        """What breath does: dice, points for each hit die, or the points of age."""
        powers = self.powers(one)
        if art.by_age:
            return Amount(plus=max(powers.per_hd, 1) * powers.hd)
        if art.per_hd:
            return Amount(plus=art.per_hd * powers.hd)
        return art.damage or Amount(1, 6, 0)

    def cry(self, scene: Scene, one: Combatant, key: str, art: s.Cry) -> None:
        """All foes hear it."""
        fight = self.fight(scene.state)
        victims = tuple(foe for foe in self.opponents(fight, one) if self.hears(foe, art.hd_max))
        scene.happen(PowerUsed(one.id, "cry", key, tuple(victim.id for victim in victims)))
        kinds: dict[str, EffectKind] = {"death": "doomed", "fear": "afraid", "daze": "dazed"}
        for victim in victims:
            ongoing = Ongoing(kind=kinds[art.effect], source=f"monster:{self.powers(one).monster}", by=one.id)
            span = art.delay if art.effect == "death" else art.span
            element = "fear" if art.effect == "fear" else "sound"
            self.endanger(
                scene, victim, self.lasting_threat("ongoing", art.save, ongoing, span, element=element), one.id
            )

    def hears(self, foe: Combatant, hd_max: int | None) -> bool:
        """Whether a cry matters to somebody."""
        return hd_max is None or self.hit_dice(foe) <= hd_max

    def sing(self, scene: Scene, one: Combatant, key: str, art: s.Charm) -> None:
        """A song that lures all who hear it and fail to save."""
        fight = self.fight(scene.state)
        victims = tuple(foe for foe in self.opponents(fight, one) if self.is_victim(foe, "persons"))
        scene.happen(PowerUsed(one.id, "charm", key, tuple(victim.id for victim in victims)))
        for victim in victims:
            charm = Ongoing(
                kind="charmed", source=f"monster:{self.powers(one).monster}", by=one.id, level=self.hit_dice(one)
            )
            threat = self.threat_of("charm", art.save, element="charm", ongoing=charm)
            self.endanger(scene, self.fight(scene.state).combatants[victim.id], threat, one.id)

    def befall(self, scene: Scene, one: Combatant, landing: Landing) -> None:
        """Whoever falls under a luring song goes to the singer."""
        blow = landing.blow
        super().befall(scene, one, landing)
        singer = self.fight(scene.state).combatants.get(blow.source)
        now = self.fight(scene.state).combatants[one.id]
        if blow.effect != "charm" or singer is None or now.condition != "charmed" or now.at == singer.at:
            return
        if any(song.lures and song.by == "song" for song in self.specials(singer, s.Charm)):
            scene.happen(Moved(now.id, now.at, singer.at))

    def spell_of_its_own(self, scene: Scene, one: Combatant, art: s.SpellLike, target: Combatant) -> None:
        """A spell that is a power: no words, no memory, the creature's hit dice as level."""
        facts, parts = self.content.find_spell(art.spell)
        working = Working(
            by=one.id,
            source=f"spell:{art.spell}",
            level=max(self.hit_dice(one), 1),
            spell=facts,
            span=facts.span_for(),
            save_modifier=art.save_modifier,
            damage=art.damage,
            area=art.area or facts.area,
        )
        self.work(scene, target, parts, working)

    def spit(self, scene: Scene, one: Combatant, key: str, art: s.Spit, target: Combatant) -> None:
        """A shot that hits so often in a hundred, less often at first and from afar."""
        feet = self.distance(self.fight(scene.state), one, target)
        chance = art.chance if one.spent.count(key) else art.first_chance
        chance += art.per_ten_feet * max(feet - art.range, 0) // 10
        scene.happen(PowerUsed(one.id, "spit", key, (target.id,)))
        check = held_against((scene.dice.roll(100, "spit"),), (), "<=", max(chance, 0), "spit")
        scene.happen(AttackRolled(one.id, target.id, art.attack, check, check.success, rules=("WB-RANGED-01",)))
        weapon = self.weapon_of(one, art.attack)
        if check.success and weapon is not None:
            thrown = weapon.damage.roll(scene.dice, "damage")
            amount, modifiers = rolled(weapon.damage, thrown, "WB-ATK-12")
            self.deal(scene, one, target, amount, weapon.element or "acid", thrown, modifiers)

    def sweep(self, scene: Scene, one: Combatant, key: str, art: s.Whirlwind, target: Combatant) -> None:
        """A whirlwind sweeps those of few hit dice off their feet."""
        area = Area("radius", radius=max(art.diameter // 2, 5))
        near = self.caught_in(self.fight(scene.state), one, target, area)
        victims = [foe for foe in near if self.hit_dice(foe) <= art.hd_max and foe.profile.side != one.profile.side]
        scene.happen(PowerUsed(one.id, "whirlwind", key, tuple(victim.id for victim in victims)))
        for victim in victims:
            prone = Ongoing(kind="prone", source=f"monster:{self.powers(one).monster}", by=one.id, magical=False)
            self.endanger(scene, victim, self.lasting_threat("ongoing", None, prone, SWEPT), one.id)
