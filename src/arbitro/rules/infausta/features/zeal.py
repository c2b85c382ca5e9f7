"""The paladin: vows that keep fear and magic of the mind off (IS-PALA-01), and zeal (IS-PALA-02 to IS-PALA-04)."""

from typing import Final

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.infausta.features.commands import Atone, BreakVows, SpendZeal
from arbitro.rules.infausta.features.events import VowsAtoned, VowsBroken, VowsRecalled, ZealRestored, ZealSpent
from arbitro.rules.infausta.features.songs import Songs
from arbitro.rules.whitebox.basics import Scene
from arbitro.rules.whitebox.calling import Vows, ZealHeal, ZealSmite
from arbitro.rules.whitebox.people.commands import DivideTreasure
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.state import MELEE_REACH, Combatant
from arbitro.rules.whitebox.state import State as ParentState

HEALS: Final = ("IS-PALA-02", "IS-PALA-04")
SMITES: Final = ("IS-PALA-03", "IS-PALA-04")


class Zeal(Songs):
    """Vows and what they are worth."""

    # ------------------------------------------------------------ vows

    def keeps_vows(self, state: ParentState, who: str, class_id: str) -> bool:
        """Whether somebody is bound by vows and has broken none."""
        return self.feature(class_id, Vows) is not None and not self.gifts(state, who).vows_broken

    def proof_by_class(self, state: ParentState, one: Combatant, element: str) -> str:
        """Neither fear nor magic of the mind touches a paladin who keeps the vows."""
        if element in self.facts.mind and self.keeps_vows(state, one.id, one.profile.class_id):
            return "IS-PALA-01"
        return super().proof_by_class(state, one, element)

    def bound_by_vows(self, state: ParentState, who: str) -> Refusal | None:
        """The refusal for those who have no vows to break."""
        class_id = self.class_of(state, who)
        if not class_id:
            return Refusal("no_character", {"who": who}, ("IS-PALA-01",))
        if self.feature(class_id, Vows) is None:
            return Refusal("no_gift", {"who": f"@{who}", "what": "@gift:vows"}, ("IS-PALA-01",))
        return None

    def break_vows(self, scene: Scene, command: BreakVows) -> Refusal | None:
        """The referee's word: no zeal is left, and no immunity."""
        refused = self.bound_by_vows(scene.state, command.paladin)
        if refused is not None:
            return refused
        if self.gifts(scene.state, command.paladin).vows_broken:
            return Refusal("vows_broken", {"who": f"@{command.paladin}"}, ("IS-PALA-01",))
        scene.happen(VowsBroken(command.paladin, rules=("IS-PALA-01",)))
        return None

    def atone(self, scene: Scene, command: Atone) -> Refusal | None:
        """The referee's word: a quest laid on by a lawful cleric or mage is fulfilled."""
        refused = self.bound_by_vows(scene.state, command.paladin)
        if refused is not None:
            return refused
        if not self.gifts(scene.state, command.paladin).vows_broken:
            return Refusal("vows_kept", {"who": f"@{command.paladin}"}, ("IS-PALA-01",))
        scene.happen(VowsAtoned(command.paladin, rules=("IS-PALA-01",)))
        return None

    def divide_treasure(self, scene: Scene, command: DivideTreasure) -> Refusal | None:
        """A paladin keeps what upkeep needs; the referee is reminded when money comes in."""
        refused = super().divide_treasure(scene, command)
        if refused is None:
            for one in self.company(scene.state):
                if one.coins.gp and self.keeps_vows(scene.state, one.id, one.class_id):
                    told = VowsRecalled(one.id, one.coins.gp, rules=("IS-PALA-01",), audience=REFEREE_ONLY)
                    scene.happen(told)
        return refused

    # ------------------------------------------------------------ zeal

    def class_of(self, state: ParentState, who: str) -> str:
        """The class of somebody in a fight or with a sheet; empty for nobody."""
        if state.fight is not None and who in state.fight.combatants and self.fighting(state):
            return state.fight.combatants[who].profile.class_id
        sheet = state.characters.get(who)
        return "" if sheet is None else sheet.class_id

    def most_zeal(self, state: ParentState, who: str) -> int:
        """The zeal of somebody's level; none for those whose vows are broken."""
        class_id = self.class_of(state, who)
        if not class_id or class_id not in self.content.classes or not self.keeps_vows(state, who, class_id):
            return 0
        fighting = state.fight is not None and self.fighting(state) and who in state.fight.combatants
        level = state.fight.combatants[who].profile.level if fighting and state.fight else state.characters[who].level
        return self.row(class_id, level).zeal

    def zeal_left(self, state: ParentState, who: str) -> int:
        """Zeal that somebody can still spend."""
        return max(self.most_zeal(state, who) - self.gifts(state, who).zeal_spent, 0)

    def may_spend(self, state: ParentState, who: str, points: int, rules: tuple[str, ...]) -> Refusal | None:
        """Whether somebody has so much zeal."""
        class_id = self.class_of(state, who)
        if self.feature(class_id, ZealHeal) is None and self.feature(class_id, ZealSmite) is None:
            return Refusal("no_gift", {"who": f"@{who}", "what": "@gift:zeal"}, rules)
        if self.gifts(state, who).vows_broken:
            return Refusal("vows_broken", {"who": f"@{who}"}, ("IS-PALA-01",))
        left = self.zeal_left(state, who)
        if not 1 <= points <= left:
            return Refusal("zeal_short", {"who": f"@{who}", "left": left}, rules)
        return None

    def spend_zeal(self, scene: Scene, command: SpendZeal) -> Refusal | None:
        """A touch: hit points for a friend, wounds without an attack roll for the undead, demons and fey."""
        state = scene.state
        if not self.fighting(state):
            return self.heal_by_zeal(scene, command)
        one = self.acting(state, command.who)
        if isinstance(one, Refusal):
            return one
        target = self.known(state, command.target)
        if isinstance(target, Refusal):
            return target
        friend = target.profile.side == one.profile.side
        rules = HEALS if friend else SMITES
        fight = self.fight(state)
        refused = self.may_spend(state, one.id, command.points, rules) or self.may_act_instead(state, fight, one)
        if refused is not None:
            return refused
        feet = self.distance(fight, one, target)
        if feet > MELEE_REACH:
            return Refusal("out_of_reach", {"who": f"@{target.id}", "feet": feet}, rules)
        if not (self.may_be_healed(one, target) if friend else self.may_be_smitten(one, target)):
            return Refusal("no_zeal_for", {"who": f"@{target.id}"}, rules)
        if friend:
            self.touched(scene, one.id, target.id, command.points, heals=True)
            self.give_back(scene, target, command.points, (), rules)
        else:
            self.touched(scene, one.id, target.id, command.points, heals=False)
            zeal = (Modifier(command.points, "IS-PALA-03", "zeal"),)
            self.deal(scene, one, target, command.points, "", (), zeal)
        return None

    @staticmethod
    def may_be_healed(one: Combatant, target: Combatant) -> bool:
        """Another of the same side who lives and is hurt."""
        hurt = target.hp < target.profile.max_hp
        return target.id != one.id and target.condition in ("up", "out") and hurt

    def may_be_smitten(self, one: Combatant, target: Combatant) -> bool:
        """Whether zeal harms somebody: by kind, and only those who stand."""
        feature = self.feature(one.profile.class_id, ZealSmite)
        powers = target.profile.powers
        if feature is None or powers is None or target.condition != "up":
            return False
        return powers.kind in feature.kinds or (powers.undead and "undead" in feature.kinds)

    def heal_by_zeal(self, scene: Scene, command: SpendZeal) -> Refusal | None:
        """The same touch out of a fight, for friends."""
        state = scene.state
        one = self.awake(state, command.who)
        if isinstance(one, Refusal):
            return one
        target = self.living(state, command.target)
        if isinstance(target, Refusal):
            return target
        refused = self.may_spend(state, one.id, command.points, HEALS)
        if refused is not None:
            return refused
        if target.id == one.id or target.hp >= target.max_hp:
            return Refusal("no_zeal_for", {"who": f"@{target.id}"}, HEALS)
        self.touched(scene, one.id, target.id, command.points, heals=True)
        self.heal_outside(scene, target, command.points, rules=HEALS)
        return None

    def touched(self, scene: Scene, who: str, target: str, points: int, *, heals: bool) -> None:
        """Zeal is spent."""
        left = self.zeal_left(scene.state, who) - points
        spent = self.gifts(scene.state, who).zeal_spent + points
        rules = HEALS if heals else SMITES
        scene.happen(ZealSpent(who, target, points, "heal" if heals else "smite", spent, left, rules=rules))

    def rest_days(self, scene: Scene, one: Character, days: int, *, complete: bool = True) -> None:
        """A night's rest gives zeal back (IS-PALA-04)."""
        super().rest_days(scene, one, days, complete=complete)
        if self.gifts(scene.state, one.id).zeal_spent:
            zeal = self.most_zeal(scene.state, one.id)
            scene.happen(ZealRestored(one.id, zeal, rules=("IS-PALA-04",)))
