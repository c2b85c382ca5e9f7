"""What a seat may do now: answers to questions, the players' side, rests and levels."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator

from arbitro.kernel.choice import Choice, Label, Parameter, Pick
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.kernel.state import Question
from arbitro.rules.daggerheart import findings, gm_moves, growing
from arbitro.rules.daggerheart.advice import Helper
from arbitro.rules.daggerheart.basics import PLACE
from arbitro.rules.daggerheart.commands import Attack, Investigate, Move, TagTeam, UsePower
from arbitro.rules.daggerheart.lives import LONG_MOVES, SHORT_MOVES
from arbitro.rules.daggerheart.state import Chance, Dodged, Foe, Hero, Rest, Scene, State
from arbitro.rules.daggerheart.steps import helpers_of
from arbitro.rules.daggerheart.words import TRAITS, Named, Trait

Fixed = dict[str, str | int]


def person(one: Hero | Foe) -> Pick:
    """Somebody as a value to pick."""
    return Pick(one.id, Label("name", {"who": f"@{one.id}"}))


def priced(key: str, fear: int, stress: int = 0) -> str:
    """The key of a label that names its price, or says that there is none."""
    return key + ("" if not fear and not stress else "_fear" if not stress else "_stress" if not fear else "_both")


def trait_picks(traits: Iterable[Trait]) -> Parameter:
    """Traits to pick from."""
    return Parameter("trait", picks=tuple(Pick(trait, Label(f"trait.{trait}")) for trait in traits))


class PlayerOffers(Helper):
    """The list of legal moves of the players, and the answers that anybody may be asked for."""

    # ------------------------------------------------------------------ answers

    def answers(self, state: State, seat: Seat, question: Question) -> Iterator[Choice]:
        """The ways to answer a question, for those who may."""
        if question.kind == "roll":
            yield from self._roll_choices(state, seat)
            return
        if question.kind == "reaction" and seat.may_act_for(REFEREE_ONLY):
            for name in ("advantages", "disadvantages"):
                label = Label(f"choice.adjust_reaction_{name}", {"who": f"@{question.who}"})
                yield Choice(f"adjust_reaction/{name}", "adjust_reaction", label, {name: 1}, (), ("DH-ADV-01",))
        if not seat.may_act_for(question.who):
            return
        who = question.who
        rules = question.rules
        if question.kind == "call":
            yield from self.call_choices(state)
        elif question.kind == "tell":
            yield from self._told_choices(state, question)
        elif question.kind == "opening":
            yield from self.opening_choices(question)
        elif question.kind == "bargain":
            for taken, key in ((True, "choice.take_bargain"), (False, "choice.decline_bargain")):
                yield Choice(
                    f"take_bargain/{int(taken)}", "take_bargain", Label(key), {"who": who, "taken": taken}, (), rules
                )
        elif question.kind == "reroll":
            yield from self._yes_no("reroll", {"who": who}, rules)
        elif question.kind == "armour":
            yield from self._yes_no("use_armour", {"who": who}, rules)
        elif question.kind == "chance":
            yield from self._chance_choices(state, question)
        elif question.kind == "tag":
            for pick in ("first", "second"):
                label = Label(f"choice.choose_tag_{pick}", {"outcome": f"@outcome/{question.values[pick]}"})
                kinds = tuple(Pick(kind, Label(f"kind.{kind}")) for kind in ("physical", "magic"))
                yield Choice(
                    f"choose_tag/{pick}",
                    "choose_tag",
                    label,
                    {"who": who, "pick": pick},
                    (Parameter("kind", picks=kinds),),
                    rules,
                )
        elif question.kind == "reaction":
            yield from self._reaction_choices(state, who, rules)
        elif question.kind == "volley":
            yield from self._volley_choices(state, who, rules)
        elif question.kind == "lead":
            yield from self._yes_no("pay_for_lead", {"who": who}, rules)
        elif question.kind == "learn":
            for number, _ in self.learnable(state):
                label = Label("choice.learn", {"detail": f"@detail/{number}"})
                yield Choice(f"learn/{number}", "learn", label, {"who": who, "detail": number}, (), rules)
        elif question.kind == "death":
            yield from self._death_choices(state, who)
        elif question.kind == "split":
            low, high = self.split_limits(state, who)
            amount = Parameter("hp", "number", minimum=low, maximum=high)
            yield Choice(
                "split_healing", "split_healing", Label("choice.split_healing"), {"who": who}, (amount,), rules
            )

    def _told_choices(self, state: State, question: Question) -> Iterator[Choice]:
        """What a player may answer to a GM move, each with words of their own if they like."""
        move, who = gm_moves.asking(state)
        text = (Parameter("text", "text", optional=True),)
        for reply in gm_moves.replies(self, state, move, who):
            label = Label(f"choice.tell_{reply}", {"who": f"@{who}"})
            fixed: Fixed = {"who": who, "reply": reply}
            yield Choice(f"tell_gm/{reply}", "tell_gm", label, fixed, text, question.rules)

    @abstractmethod
    def call_choices(self, state: State) -> Iterator[Choice]:
        """What the GM may answer to a described move."""

    @abstractmethod
    def opening_choices(self, question: Question) -> Iterator[Choice]:
        """What the GM may give after a critical success."""

    @staticmethod
    def _yes_no(command: str, fixed: Fixed, rules: tuple[str, ...]) -> Iterator[Choice]:
        for use in (True, False):
            label = Label(f"choice.{command}_{'yes' if use else 'no'}")
            yield Choice(f"{command}/{int(use)}", command, label, {**fixed, "use": use}, (), rules)

    def _chance_choices(self, state: State, question: Question) -> Iterator[Choice]:
        agenda = self.scene(state).agenda
        step = agenda[0] if agenda else None
        if isinstance(step, Chance):
            feature = f"@{step.owner}/{step.feature}"
            fear, stress = int(question.values.get("fear", 0)), int(question.values.get("stress", 0))
            yes = Label(priced("choice.answer_yes", fear, stress), {"feature": feature, **question.values})
            yield Choice("answer/1", "answer", yes, {"use": True}, (), question.rules)
            yield Choice(
                "answer/0",
                "answer",
                Label("choice.answer_no", {"feature": feature}),
                {"use": False},
                (),
                question.rules,
            )

    def _experience_choices(self, hero: Hero, hope: int) -> Iterator[tuple[str, Label]]:
        """No Experience, one, or all, as far as the Hope goes."""
        yield "", Label("choice.plain")
        affordable = hero.sheet.experiences if hope > 0 else ()
        for one in affordable:
            yield one.id, Label("choice.with_experience", {"experience": f"@{hero.id}/{one.id}", "bonus": one.bonus})
        if len(affordable) > 1 and hope >= len(affordable):
            yield ",".join(one.id for one in affordable), Label("choice.with_all_experiences")

    def _roll_choices(self, state: State, seat: Seat) -> Iterator[Choice]:
        request = self.scene(state).pending
        if request is None:
            return
        hero = state.party[request.actor]
        if seat.may_act_for(hero.id):
            left = hero.hope - self.toll(hero)
            for wanted, label in self._experience_choices(hero, left) if left >= 0 else ():
                named = Label(
                    "choice.roll_" + label.key.removeprefix("choice."), {"who": f"@{hero.id}", **label.values}
                )
                fixed: Fixed = {"who": hero.id, "experiences": wanted}
                rules = ("DHP-DUAL-01", "DHP-EXP-01")
                yield Choice(f"roll/{hero.id}/{wanted}", "roll", named, fixed, (), rules, main=True)
            if findings.takes_gold(self, state, hero) is None:
                label = Label("choice.offer_gold", {"who": f"@{hero.id}"})
                yield Choice(f"offer_gold/{hero.id}", "offer_gold", label, {"who": hero.id}, (), ("DHP-ENV-01",))
            if request.first is None:
                label = Label("choice.drop_roll", {"who": f"@{hero.id}"})
                yield Choice(f"drop_roll/{hero.id}", "drop_roll", label, {"who": hero.id}, (), ("DHP-DUAL-10",))
        helping = helpers_of(request)
        for other in self.heroes(state):
            if other.id not in helping | {hero.id} and other.hope and seat.may_act_for(other.id) and self._awake(other):
                label = Label("choice.give_help", {"who": f"@{other.id}", "whom": f"@{hero.id}"})
                yield Choice(f"give_help/{other.id}", "give_help", label, {"who": other.id}, (), ("DHP-HOPE-05",))
        if seat.may_act_for(REFEREE_ONLY):
            yield from self.adjust_choices(state)

    def _awake(self, hero: Hero) -> bool:
        return not any(self.condition(held.name).still for held in hero.conditions)

    @abstractmethod
    def adjust_choices(self, state: State) -> Iterator[Choice]:
        """What the GM may change before the dice."""

    def _reaction_choices(self, state: State, who: str, rules: tuple[str, ...]) -> Iterator[Choice]:
        agenda = self.scene(state).agenda
        step = agenda[0] if agenda else None
        if not isinstance(step, Dodged):
            return
        for wanted, label in self._experience_choices(state.party[who], state.party[who].hope):
            named = Label("choice.react_" + label.key.removeprefix("choice."), {"who": f"@{who}", **label.values})
            fixed: Fixed = {"who": who, "experiences": wanted}
            yield Choice(f"react/{who}/{wanted}", "react", named, fixed, (trait_picks(step.traits),), rules)
        if step.spare and not self.short_of_stress(state.party[who], step.spare):
            label = Label("choice.react_rather", {"who": f"@{who}", "stress": step.spare})
            fixed = {"who": who, "rather": True}
            yield Choice(f"react/{who}/rather", "react", label, fixed, (trait_picks(step.traits),), rules)
        if step.offer:
            label = Label("choice.react_accept", {"who": f"@{who}"})
            fixed = {"who": who, "rather": True}
            yield Choice(f"react/{who}/accept", "react", label, fixed, (trait_picks(step.traits),), rules)

    def _volley_choices(self, state: State, who: str, rules: tuple[str, ...]) -> Iterator[Choice]:
        picks = []
        for wanted in self.volleys(state):
            one, _, other = wanted.partition(",")
            both = Label("choice.pair", {"one": f"@{one}", "other": f"@{other}"})
            picks.append(Pick(wanted, both if other else Label("name", {"who": f"@{one}"})))
        if picks:
            label = Label("choice.hold_off", {"who": f"@{who}"})
            aim = (Parameter("targets", picks=tuple(picks)),)
            yield Choice(f"hold_off/{who}", "hold_off", label, {"who": who}, aim, rules)
        label = Label("choice.hold_off_no", {"who": f"@{who}"})
        yield Choice(f"hold_off/{who}/no", "hold_off", label, {"who": who}, (), rules)

    def _death_choices(self, state: State, who: str) -> Iterator[Choice]:
        for move in ("avoid_death", "risk_it_all"):
            fixed: Fixed = {"who": who, "move": move}
            yield Choice(f"death_move/{move}", "death_move", Label(f"choice.{move}"), fixed, (), ("DHP-DEATH-01",))
        foes = tuple(person(foe) for foe in self.foes(state))
        nobody = Pick("", Label("choice.nobody"))
        target = Parameter("target", picks=(*foes, nobody))
        fixed = {"who": who, "move": "blaze_of_glory"}
        label = Label("choice.blaze_of_glory")
        yield Choice("death_move/blaze_of_glory", "death_move", label, fixed, (target,), ("DHP-DEATH-02",))

    # ------------------------------------------------------------------ the players' spotlight

    def player_choices(self, state: State, seat: Seat, scene: Scene) -> Iterator[Choice]:
        """What the PCs of a seat may do while the players have the spotlight."""
        for who in scene.waited:
            hero = state.party.get(who)
            if hero is None or not seat.may_act_for(who) or not isinstance(self.may_act(state, who), Hero):
                continue
            yield from self._attack_choices(state, hero)
            yield from self._power_choices(state, hero)
            if self.barred(hero) is None:  # else there is no Hope for the roll that any of this may take
                yield from self._deed_choices(state, hero)
                yield from self._place_choices(state, hero)
            yield from self._recall_choices(state, hero)
            if scene.holder != who:
                label = Label("choice.take_spotlight", {"who": f"@{who}"})
                yield Choice(f"take_spotlight/{who}", "take_spotlight", label, {"who": who}, (), ("DHP-SPOT-01",))
        for who, hero in state.party.items():
            if seat.may_act_for(who) and hero.status == "up":
                label = Label("choice.look_to_gm", {"who": f"@{who}"})
                yield Choice(f"look_to_gm/{who}", "look_to_gm", label, {"who": who}, (), ("DH-MOVE-07",))

    def _attack_choices(self, state: State, hero: Hero) -> Iterator[Choice]:
        foes = list(self.foes(state))
        if not foes:
            return
        names = [weapon.id for weapon in hero.sheet.weapons] or ["unarmed"]
        for weapon in names:
            targets = tuple(person(foe) for foe in foes if self.allows(state, Attack(hero.id, foe.id, weapon)))
            if targets:
                label = Label("choice.attack", {"who": f"@{hero.id}", "weapon": f"@{hero.id}/{weapon}"})
                fixed: Fixed = {"who": hero.id, "weapon": weapon}
                yield Choice(
                    f"attack/{hero.id}/{weapon}",
                    "attack",
                    label,
                    fixed,
                    (Parameter("target", picks=targets),),
                    ("DHP-ATK-01",),
                )
        if hero.hope >= 3 and not hero.tagged:
            for partner in self.heroes(state):
                targets = tuple(person(foe) for foe in foes if self.allows(state, TagTeam(hero.id, partner.id, foe.id)))
                if partner.id != hero.id and targets:
                    label = Label("choice.tag_team", {"who": f"@{hero.id}", "partner": f"@{partner.id}"})
                    fixed = {"who": hero.id, "partner": partner.id}
                    picks = (Parameter("target", picks=targets),)
                    yield Choice(f"tag_team/{hero.id}/{partner.id}", "tag_team", label, fixed, picks, ("DHP-TAG-01",))
        near = [foe for foe in foes if self.near(state, hero, foe, "melee")]
        if near and hero.stress_marked < hero.stress and any(weapon.push for weapon in hero.sheet.weapons):
            yield Choice(
                f"startle/{hero.id}", "startle", Label("choice.startle", {"who": f"@{hero.id}"}), {"who": hero.id}
            )

    def _power_choices(self, state: State, hero: Hero) -> Iterator[Choice]:
        for power in hero.sheet.powers:
            if power.effect == "mend":
                marks: list[Hero | Foe] = list(state.party.values())
            elif power.effect == "distract" or (power.kind == "spell" and not power.all):
                marks = list(self.foes(state))
            else:
                marks = []
            key = "choice.use_power" if power.hope else "choice.use_power_free"
            label = Label(key, {"who": f"@{hero.id}", "power": f"@{hero.id}/{power.id}", "hope": power.hope})
            fixed: Fixed = {"who": hero.id, "power": power.id}
            rules = ("DHP-HOPE-06",) if power.kind != "spell" else ("DHP-TRAIT-03",)
            casts = tuple(trait for trait in (hero.sheet.spellcast, hero.sheet.second_spellcast) if trait is not None)
            how = (trait_picks(casts),) if power.kind == "spell" and len(casts) > 1 else ()
            aimed = power.effect in ("mend", "distract") or (power.kind == "spell" and not power.all)
            if not marks and not aimed:
                if self.allows(state, UsePower(hero.id, power.id)):
                    yield Choice(f"use_power/{hero.id}/{power.id}", "use_power", label, fixed, how, rules)
                continue
            targets = tuple(person(one) for one in marks if self.allows(state, UsePower(hero.id, power.id, one.id)))
            if targets:
                picks: tuple[Parameter, ...] = (Parameter("target", picks=targets), *how)
                yield Choice(f"use_power/{hero.id}/{power.id}", "use_power", label, fixed, picks, rules)
            tired = [one for one in marks if power.either]
            tired = [one for one in tired if self.allows(state, UsePower(hero.id, power.id, one.id, "stress"))]
            if tired:
                label = Label("choice.use_power_stress", label.values)
                picks = (Parameter("target", picks=tuple(person(one) for one in tired)),)
                fixed = {**fixed, "clears": "stress"}
                yield Choice(f"use_power/{hero.id}/{power.id}/stress", "use_power", label, fixed, picks, rules)
        for foe in self.foes(state):
            for held in foe.conditions:
                if held.spell and held.source == hero.id:
                    label = Label(
                        "choice.end_effect",
                        {"who": f"@{hero.id}", "target": f"@{foe.id}", "condition": f"@{held.name}"},
                    )
                    fixed = {"who": hero.id, "target": foe.id, "condition": held.name}
                    yield Choice(
                        f"end_effect/{hero.id}/{foe.id}/{held.name}", "end_effect", label, fixed, (), ("DHP-DUAL-14",)
                    )

    def learnable(self, state: State) -> list[tuple[int, Named]]:
        """What may be chosen to be found out next, with its number."""
        agenda = self.scene(state).agenda
        step = agenda[0] if agenda else None
        feature = next((one for one in findings.offered(state) if getattr(step, "feature", "") == one.id), None)
        return [] if feature is None else [(one, feature.details[one]) for one in findings.unknown(state, feature)]

    def _place_choices(self, state: State, hero: Hero) -> Iterator[Choice]:
        """What the place offers to those who try."""
        for feature in findings.offered(state):
            if not self.allows(state, Investigate(hero.id, feature.id)):
                continue
            label = Label("choice.investigate", {"who": f"@{hero.id}", "feature": f"@{PLACE}/{feature.id}"})
            fixed: Fixed = {"who": hero.id, "feature": feature.id}
            ways = findings.ways_of(feature)
            picks = (trait_picks(ways),) if len(ways) > 1 else ()
            yield Choice(f"investigate/{hero.id}/{feature.id}", "investigate", label, fixed, picks, ("DHP-ENV-01",))

    def _recall_choices(self, state: State, hero: Hero) -> Iterator[Choice]:
        """Cards that can be taken out of the vault away from a rest, for Stress."""
        full = growing.cards_at_hand(hero.sheet) >= growing.LOADOUT
        held = [one for one in hero.sheet.powers if one.kind != "hope_feature"]
        picks = tuple(Pick(one.id, Label("name", {"who": f"@{hero.id}/{one.id}"})) for one in held)
        for power in growing.recallable(self, state, hero):
            stress = growing.recall_cost(self, power)
            key = "choice.recall_card" if stress else "choice.recall_card_free"
            label = Label(key, {"who": f"@{hero.id}", "power": f"@{hero.id}/{power.id}", "stress": stress})
            fixed: Fixed = {"who": hero.id, "power": power.id}
            room = (Parameter("out", picks=picks),) if full else ()
            yield Choice(f"swap_card/{hero.id}/{power.id}", "swap_card", label, fixed, room, ("DHP-REST-01",))

    def _deed_choices(self, state: State, hero: Hero) -> Iterator[Choice]:
        who: Fixed = {"who": hero.id}
        text = Parameter("text", "text", optional=True)
        rolls = self.barred(hero) is None  # a condition may have put a price on every roll
        if rolls:
            label = Label("choice.describe", {"who": f"@{hero.id}"})
            yield Choice(f"describe/{hero.id}", "describe", label, who, (trait_picks(TRAITS), text), ("DH-ACTION-01",))
        foes = list(self.foes(state))
        if foes and rolls:
            target = Parameter("target", picks=tuple(person(foe) for foe in foes))
            label = Label("choice.describe_against", {"who": f"@{hero.id}"})
            yield Choice(
                f"describe_against/{hero.id}",
                "describe",
                label,
                who,
                (trait_picks(TRAITS), target, text),
                ("DH-ACTION-01",),
            )
        reached = tuple(person(foe) for foe in foes if self.allows(state, Move(hero.id, towards=foe.id)))
        if reached:
            label = Label("choice.move", {"who": f"@{hero.id}"})
            aim = (Parameter("towards", picks=reached),)
            yield Choice(f"move/{hero.id}", "move", label, who, aim, ("DHP-RANGE-03",))
        if self.allows(state, Move(hero.id, hero.at - 30)):
            label = Label("choice.move_back", {"who": f"@{hero.id}"})
            yield Choice(f"move_back/{hero.id}", "move", label, {**who, "to": hero.at - 30}, (), ("DHP-RANGE-03",))
        for held in hero.conditions if rolls else ():
            if held.until == "temporary" or held.traits:
                label = Label("choice.shed", {"who": f"@{hero.id}", "condition": f"@{held.name}"})
                fixed: Fixed = {**who, "condition": held.name}
                picks = (trait_picks(held.traits or TRAITS),)
                yield Choice(f"shed/{hero.id}/{held.name}", "shed", label, fixed, picks, ("DHP-COND-05",))

    # ------------------------------------------------------------------ between scenes

    def rest_choices(self, state: State, seat: Seat, rest: Rest) -> Iterator[Choice]:
        """Downtime moves, cards, and the end of the rest."""
        moves = SHORT_MOVES if rest.kind == "short" else LONG_MOVES
        for who, hero in state.party.items():
            if not seat.may_act_for(who) or hero.status != "up":
                continue
            if len(rest.moves.get(who, ())) < 2:
                for move in moves:
                    yield from self._rest_move(state, who, move)
            for power in (*hero.sheet.powers, *hero.sheet.vault):
                full = power in hero.sheet.vault and sum(one.kind != "hope_feature" for one in hero.sheet.powers) >= 5
                if power.kind != "hope_feature" and not full:
                    label = Label("choice.swap_card", {"who": f"@{who}", "power": f"@{who}/{power.id}"})
                    fixed: Fixed = {"who": who, "power": power.id}
                    yield Choice(f"swap_card/{who}/{power.id}", "swap_card", label, fixed, (), ("DHP-REST-01",))
        if seat.may_act_for(REFEREE_ONLY):
            if not rest.moves and not rest.cut:
                yield Choice("cut_rest", "cut_rest", Label("choice.cut_rest"), {}, (), ("DHP-REST-03",))
            yield Choice("end_rest", "end_rest", Label("choice.end_rest"), {}, (), ("DHP-REST-07",))

    def _rest_move(self, state: State, who: str, move: str) -> Iterator[Choice]:
        if move == "work_on_project" and not any(one.value for one in state.projects.values()):
            return
        label = Label(f"choice.rest_{move}", {"who": f"@{who}"})
        fixed: Fixed = {"who": who, "move": move}
        parameters: tuple[Parameter, ...] = ()
        if move in ("tend_to_wounds", "tend_to_all_wounds", "repair_armor", "repair_all_armor"):
            friends = tuple(person(one) for one in state.party.values() if one.status in ("up", "unconscious"))
            parameters = (Parameter("whom", picks=friends),)
        yield Choice(f"rest_move/{who}/{move}", "rest_move", label, fixed, parameters, ("DHP-REST-01",))

    def level_choices(self, state: State, seat: Seat) -> Iterator[Choice]:
        """Advancements and cards still to be chosen."""
        for who, hero in state.party.items():
            if not seat.may_act_for(who) or hero.status in ("dead", "retired"):
                continue
            sheet = hero.sheet
            base: Fixed = {"who": who}
            kinds = [
                ("evasion", hero.advances >= 1),
                ("subclass", hero.advances >= 1),
                ("proficiency", hero.advances >= 2),
            ]
            kinds += [
                ("hp", hero.advances >= 1 and sheet.hp < 12),
                ("stress", hero.advances >= 1 and sheet.stress < 12),
            ]
            for kind, open_ in kinds:
                if open_ and self.slots_left(sheet, kind):
                    label = Label(f"choice.advance_{kind}", {"who": f"@{who}"})
                    yield Choice(
                        f"advance/{who}/{kind}", "advance", label, {**base, "kind": kind}, (), ("DHP-LEVEL-02",)
                    )
            free = [trait for trait in TRAITS if trait not in sheet.marked_traits]
            if hero.advances and self.slots_left(sheet, "traits"):
                yield from self._pairs(who, "traits", [Pick(trait, Label(f"trait.{trait}")) for trait in free])
            if hero.advances and self.slots_left(sheet, "experiences"):
                known = [Pick(one.id, Label("name", {"who": f"@{who}/{one.id}"})) for one in sheet.experiences]
                yield from self._pairs(who, "experiences", known)
            yield from self._second_class_choices(hero)
            yield from self._card_choices(hero)

    @staticmethod
    def _pairs(who: str, kind: str, picks: list[Pick]) -> Iterator[Choice]:
        """Two different things to raise: a choice for each first one, with the later ones as the second."""
        for number, first in enumerate(picks[:-1], 1):
            fixed: Fixed = {"who": who, "kind": kind, "first": first.value}
            shown = f"@{who}/{first.value}" if kind == "experiences" else f"@trait/{first.value}"
            label = Label(f"choice.advance_{kind}", {"who": f"@{who}", "first": shown})
            second = (Parameter("second", picks=tuple(picks[number:])),)
            yield Choice(f"advance/{who}/{kind}/{first.value}", "advance", label, fixed, second, ("DHP-LEVEL-02",))

    def _second_class_choices(self, hero: Hero) -> Iterator[Choice]:
        """A second class, with one of its domains."""
        if hero.advances < growing.price_of("multiclass") or not self.slots_left(hero.sheet, "multiclass"):
            return
        for name, domains in growing.second_classes(self, hero.sheet).items():
            if not domains:
                continue
            label = Label("choice.advance_multiclass", {"who": f"@{hero.id}", "class": f"@class/{name}"})
            fixed: Fixed = {"who": hero.id, "kind": "multiclass", "first": name}
            picks = (Parameter("second", picks=tuple(Pick(one, Label(f"domain.{one}")) for one in domains)),)
            yield Choice(f"advance/{hero.id}/multiclass/{name}", "advance", label, fixed, picks, ("DHP-LEVEL-02",))

    def _card_choices(self, hero: Hero) -> Iterator[Choice]:
        """The card that a level brings, and one more as an advancement."""
        sheet, rules = hero.sheet, ("DHP-LEVEL-02",)
        more = bool(hero.advances and self.slots_left(sheet, "domain_card"))
        for name in self.library.domains:
            shown: dict[str, str | int] = {"who": f"@{hero.id}", "power": f"@{name}"}
            if hero.cards and growing.may_have(self, sheet, name):
                fixed: Fixed = {"who": hero.id, "power": name}
                label = Label("choice.take_card", shown)
                yield Choice(f"take_card/{hero.id}/{name}", "take_card", label, fixed, (), rules)
            if more and growing.may_have_besides(self, sheet, name):
                fixed = {"who": hero.id, "kind": "domain_card", "first": name}
                label = Label("choice.advance_domain_card", shown)
                yield Choice(f"advance/{hero.id}/domain_card/{name}", "advance", label, fixed, (), rules)
