"""What features do to their owner and to the scene: clearing marks, summoning, rallying, splitting, fleeing."""

from abc import abstractmethod

from msgspec.structs import replace

from arbitro.kernel.ruling import Modifier
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart import feature as f
from arbitro.rules.daggerheart.basics import Play
from arbitro.rules.daggerheart.effects import NO_WISH, Effects
from arbitro.rules.daggerheart.feature import Feature
from arbitro.rules.daggerheart.state import (
    Block,
    Blow,
    Condition,
    Danger,
    Foe,
    Hit,
    State,
)
from arbitro.rules.daggerheart.words import Band

_FEATURE = ("DHP-ADVSTAT-05",)


class Doings(Effects):
    """The other half of a feature."""

    def do_own(self, play: Play, owner: str, feature: Feature, part: f.Own, wish: f.Wish = NO_WISH) -> None:
        """One thing that a feature does to its owner or to the scene."""
        foe = self.scene(play.state).foes.get(owner)
        match part:
            case f.Fear():
                self.fear_part(play, part)
            case f.Clear():
                self._clear(play, owner, foe, part, wish)
            case f.Summon():
                self._summon(play, owner, part, wish.pick)
            case f.Rally():
                self._rally(play, owner, feature, foe, part)
            case f.Again() if foe is not None:
                play.happen(e.CounterChanged(owner, "again", foe.counters.get("again", 0) + 1, audience=REFEREE_ONLY))
            case f.Split() if foe is not None:
                play.happen(e.FoeLeft(owner, rules=_FEATURE))
                self.gone(play, owner)
                for _ in range(part.count):
                    self.join(play, self.library.adversaries[part.into], foe.at, granted=True)
            case f.Reform() if foe is not None:
                others = any(True for _ in self.foes(play.state))
                if others:
                    die = play.dice.roll(6, "reform")
                    play.happen(e.FoeRose(owner, die, die.face >= part.least, rules=_FEATURE))
            case f.Counter() if foe is not None:
                start = self.passive(foe, "heads")
                now = foe.counters.get(part.name, start.value if start is not None and part.name == "heads" else 1)
                value = max(min(now + part.by, part.most), 0)
                play.happen(e.CounterChanged(owner, part.name, value, audience=REFEREE_ONLY))
            case f.Ally() if foe is not None:
                near = self.allies_within(play.state, owner, part.within)
                plain = [ally for ally in near if not self.has(ally, part.condition)]
                plain.sort(key=lambda ally: ally.id != wish.ally)  # the one that the GM named first
                if plain:
                    self.impose(play, plain[0].id, Condition(part.condition, owner, part.until))
            case f.Self() if foe is not None:
                self.impose(play, owner, Condition(part.condition, owner, part.until))
            case f.Imbue():
                self._imbue(play, part, wish)
            case f.Leave() if foe is not None and self.there(foe):
                self.leave(play, owner, _FEATURE)
            case f.Barrage() if foe is not None:
                self._barrage(play, foe, part)
            case f.Zone():
                self._zone(play, owner, feature, part, wish.at)
            case f.Drain() if foe is not None:
                die = play.dice.roll(8, "drain")
                play.happen(e.FeatureUsed(owner, feature.id, feature.name, 0, (die,), rules=_FEATURE))
                if die.face >= part.least:
                    for hero in tuple(self.heroes(play.state)):
                        if self.near(play.state, foe, hero, part.within):
                            self.mark_hp(play, hero.id, 1, feature.id, _FEATURE)
            case f.Advance():
                project = next((one for one in play.state.projects.values() if one.value > 0), None)
                if project is not None:
                    dice = part.amount.roll(play.dice, "countdown")
                    play.happen(e.FeatureUsed(owner, feature.id, feature.name, 0, dice, rules=_FEATURE))
                    play.first(*self.tick(play, project, part.amount.total(dice)))
            case _:
                pass  # told by the GM

    def _imbue(self, play: Play, part: f.Imbue, wish: f.Wish) -> None:
        """The adversary that was named, or the first one that has none of the boons yet."""
        able = list(self.foes(play.state))
        plain = [foe for foe in able if not any(self.has(foe, name) for name in part.conditions)]
        named = [foe for foe in able if foe.id == wish.ally]
        if not able:
            return
        chosen = (named or plain or able)[0]
        picked = wish.pick if wish.pick in part.conditions else part.conditions[0]
        for name in part.conditions if part.all else (picked,):
            self.impose(play, chosen.id, Condition(name, "", "scene"))
        self.grant(play, (chosen.id,))

    def allies_within(self, state: State, owner: str, band: Band) -> list[Foe]:
        """The other adversaries near one of them."""
        foe = self.scene(state).foes[owner]
        return [other for other in self.foes(state) if other.id != owner and self.near(state, foe, other, band)]

    def _clear(self, play: Play, owner: str, foe: Foe | None, part: f.Clear, wish: f.Wish) -> None:
        if foe is None:
            return
        whom = owner
        allies = self.allies_within(play.state, owner, part.within)
        allies.sort(key=lambda other: other.id != wish.ally)
        if part.who == "ally":
            tired = [other for other in allies if other.stress_marked]
            if not tired:
                return
            whom = tired[0].id
        if part.bleed:
            if not allies:
                return
            self.mark_hp(play, allies[0].id, part.bleed, "fed_upon", _FEATURE)
        if part.either:
            wounds = wish.pick == "hp" or (not wish.pick and foe.hp_marked > 0)
            part = replace(part, stress=0) if wounds else replace(part, hp=0)
        self.clear_hp(play, whom, part.hp, _FEATURE)
        self.clear_stress(play, whom, part.stress, _FEATURE)

    def _summon(self, play: Play, owner: str, part: f.Summon, wanted: str) -> None:
        dice = part.count.roll(play.dice, "summon")
        count = self.alive(play.state) if part.per_pc else part.count.total(dice)
        what = wanted if wanted in part.what else part.what[0]
        if dice:
            block = self.library.adversaries[what]
            play.happen(e.FeatureUsed(owner, what, block.name, 0, dice, rules=_FEATURE))
        foe = self.scene(play.state).foes.get(owner)
        places = [hero.at for hero in self.heroes(play.state)]
        leaders = (other.at for other in self.foes(play.state) if part.by_leader and other.block.type == "leader")
        leader = next(leaders, None)
        own = foe.at if foe is not None and not part.by_pc else None
        start = own if own is not None else leader if leader is not None else max(places, default=0)
        at = start + self._distance(play.state, part.within)
        for _ in range(count):
            self.join(play, self.library.adversaries[what], at, granted=part.spotlight)

    def _distance(self, state: State, band: Band) -> int:
        """How far off somebody stands who appears at a range: its end, or well inside it where it is a wide one."""
        if band not in ("far", "very_far"):
            return self.reach(state, band)
        nearer: Band = "close" if band == "far" else "far"
        return min(self.reach(state, nearer) + 30, self.reach(state, band))

    @abstractmethod
    def join(self, play: Play, block: Block, at: int, *, granted: bool = False) -> None:
        """An adversary joins the scene (DH-FEAR-13: unannounced, it weighs more)."""

    def _rally(self, play: Play, owner: str, feature: Feature, foe: Foe | None, part: f.Rally) -> None:
        dice = part.count.roll(play.dice, "rally")
        if dice:
            play.happen(e.FeatureUsed(owner, feature.id, feature.name, 0, dice, rules=_FEATURE))
        found = [
            other.id
            for other in self.foes(play.state)
            if other.id != owner
            and (not part.of or other.block.type == part.of)
            and (foe is None or self.near(play.state, foe, other, part.within))
        ][: part.count.total(dice)]
        if part.owner:
            found.insert(0, owner)
        if not found:
            return
        for who in found:
            if part.condition:
                self.impose(play, who, Condition(part.condition, owner, "act"))
        self.grant(play, tuple(found))

    def _barrage(self, play: Play, foe: Foe, part: f.Barrage) -> None:
        """All of a stat block shoot at the nearest with advantage; what hits one target counts as one blow."""
        state = play.state
        dealt: dict[str, Hit] = {}
        for archer in [other for other in self.foes(state) if other.block.id == part.of]:
            reached = [
                hero
                for hero in self.heroes(state)
                if self.near(state, archer, hero, archer.block.attack.range)
                and self.visible(hero, ranged=archer.block.attack.range not in ("melee", "very_close")) is None
            ]
            if not reached or not self.near(state, foe, archer, part.within):
                continue
            nearest = min(reached, key=lambda hero: (abs(hero.at - archer.at), hero.id))
            hit, critical = self.strike(play, archer, [nearest], advantages=1)
            if not hit:
                continue
            pool, _ = self.standard_damage(state, archer, nearest)
            kind = archer.block.attack.kind
            blow = Blow(archer.id, (nearest.id,), pool, kind, critical=critical, standard=True)
            amount, _ = self.blow_damage(play, archer, blow, ("DH-ATK-02", "DHP-ATK-05"))
            before = dealt.get(nearest.id)
            if before is None:
                dealt[nearest.id] = Hit(nearest.id, amount, kind, archer.id, standard=True)
            else:
                more = Modifier(amount, "DHP-ATK-05", "together")
                dealt[nearest.id] = replace(before, changes=(*before.changes, more))
        play.first(*dealt.values())

    @abstractmethod
    def grant(self, play: Play, who: tuple[str, ...]) -> None:
        """Adversaries get the spotlight at no further cost, in a GM turn that opens if none is."""

    def _zone(self, play: Play, owner: str, feature: Feature, part: f.Zone, at: int | None) -> None:
        foe = self.scene(play.state).foes.get(owner)
        if part.here:
            at = foe.at if foe is not None else 0
        if at is None:
            return
        mark = (owner, feature.id)
        kept = tuple(zone for zone in self.scene(play.state).zones if (zone.owner, zone.feature) != mark)
        zones = (*kept, Danger(owner, feature.id, at, part.within, part.lasting))
        play.happen(e.ZoneSet(zones, rules=_FEATURE))
