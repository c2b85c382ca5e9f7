"""The battle at a glance, the sheets behind it, and chances before anybody commits to them.

Cards are laid out from the view, which holds no secret; sheets and chances are for those who may know the numbers.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final, Literal

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Die
from arbitro.kernel.card import Card, Chance, Gauge, Section, Sheet, Tag
from arbitro.kernel.command import Command
from arbitro.kernel.ruling import Modifier, held_against
from arbitro.kernel.seat import Seat
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import view
from arbitro.rules.archmage.basics import PARTY, words
from arbitro.rules.archmage.catalogue import classes
from arbitro.rules.archmage.healing import STABILISE_DC
from arbitro.rules.archmage.judgement import STEALTH_BONUS
from arbitro.rules.archmage.narration import Narration
from arbitro.rules.archmage.numbers import multiplier, unarmed_dice
from arbitro.rules.archmage.power import DEFENCES, NORMAL, Attack
from arbitro.rules.archmage.state import MAX_ESCALATION, Combatant, Profile, State, standing
from arbitro.text import Language

Group = Literal["own", "ally", "foe", "place"]
GROUPS: Final[tuple[Group, ...]] = ("own", "ally", "foe", "place")
BATTLE: Final = "battle"
"""The id of the card that shows the battle itself."""
ONCE: Final = Amount(plus=1)
GONE: Final = ("dead", "gone", "coma")
HALF: Final = Fraction(1, 2)
Pairs = list[tuple[str, str]]


def faces(succeeds: Callable[[Die], bool]) -> Fraction:
    """The share of a d20's faces that succeed."""
    return Fraction(sum(succeeds(Die(20, face)) for face in range(1, 21)), 20)


LEFT_TO_CHANCE: Final = (c.Attack, c.Grab, c.CoupDeGrace, c.Disengage, c.Rally, c.Stabilise, c.CheckSkill)
"""The commands that `Cards.odds` knows odds of."""


class Cards(Narration):
    """Who is there and how they are, and how likely something is."""

    # ---------------------------------------------------------------- cards

    def cards(self, state: State, seat: Seat, language: Language) -> tuple[Card, ...]:
        """Everybody in the battle, or the party between battles; the battle itself last."""
        seen = view.view(self, state, seat)
        battle = seen.battle
        fighting = battle is not None and battle.phase != "over"
        people = battle.people if battle is not None and fighting else seen.party
        if battle is not None and not people:  # a battle without a party leaves its last picture
            people = battle.people
        found = [self.person_card(state, seat, seen, person, language) for person in people]
        found.sort(key=lambda card: GROUPS.index(card.group))
        return (*found, self.battle_card(state, seen, language)) if battle is not None else tuple(found)

    def battle_card(self, state: State, seen: view.View, language: Language) -> Card:
        """The escalation die and the round; after the battle how it ended and what is left to do."""
        say, battle = self.texts.say, seen.battle
        if battle is None:
            raise LookupError("there is no battle")
        title = say(language, "card.battle")
        if battle.phase == "over":
            result = say(language, f"result.{battle.result or 'broken_off'}")
            needed = state.options.get("full_heal_battles", 4)
            count = say(language, "picture.weight", weight=seen.weight, needed=needed, losses=len(seen.losses))
            tags = (Tag(say(language, "tag.may_rest"), "good"),) if seen.resting else ()
            return Card(BATTLE, title, "place", say(language, "picture.over", result=result), tags=(*tags, Tag(count)))
        gauges = (
            Gauge(say(language, "gauge.round"), battle.round),
            Gauge(say(language, "gauge.escalation"), battle.escalation, MAX_ESCALATION),
        )
        tags = (Tag(say(language, "tag.held_escalation")),) if battle.held else ()
        line = say(language, "card.ambush") if battle.phase == "ambush" else ""
        return Card(BATTLE, title, "place", line, gauges, tags)

    def person_card(self, state: State, seat: Seat, seen: view.View, person: view.Person, language: Language) -> Card:
        """Somebody of the battle or of the party."""
        numbers, say = person.numbers, self.texts.say
        gauges: list[Gauge] = []
        if numbers is not None:
            low = person.wounds in ("staggered", "down")
            short = say(language, "gauge.hp.short")
            gauges.append(Gauge(say(language, "gauge.hp"), numbers.hp, numbers.max_hp, low, short))
            if numbers.temp_hp:
                short = say(language, "gauge.temp_hp.short")
                gauges.append(Gauge(say(language, "gauge.temp_hp"), numbers.temp_hp, short=short))
            if numbers.recoveries_max:
                most = numbers.recoveries_max
                gauges.append(
                    Gauge(say(language, "gauge.recoveries"), numbers.recoveries, most, not numbers.recoveries)
                )
            if numbers.potions:
                gauges.append(Gauge(say(language, "gauge.potions"), numbers.potions))
        battle = seen.battle
        fighting = battle is not None and battle.phase != "over"
        return Card(
            person.id,
            str(person.name.in_(language)),
            self.group(state, seat, person),
            self.who_is(standing(state).get(person.id), person, language),
            tuple(gauges),
            tuple(self.person_tags(state, person, language, fighting=fighting)),
            active=battle is not None and fighting and battle.current == person.id,
            out=person.awareness in GONE or (person.awareness == "unconscious" and numbers is None),
            has_sheet=numbers is not None,
        )

    @staticmethod
    def group(state: State, seat: Seat, person: view.Person) -> Group:
        """Whose side somebody is on, as the reader looks at it; the referee and onlookers look with the party."""
        if seat.role != "player":
            return "ally" if person.side == PARTY else "foe"
        if person.id in seat.controls:
            return "own"
        people = standing(state)
        sides = {people[who].side for who in seat.controls if who in people}
        return "ally" if person.side in seat.controls or person.side in sides else "foe"

    def who_is(self, one: Combatant | None, person: view.Person, language: Language) -> str:
        """Class and level, or level and size, for those who may know; else the size alone."""
        size = ""
        if person.category not in (None, "normal"):
            size = self.texts.say(language, f"category.{person.category}")
        if one is None or person.numbers is None:
            return size
        level = self.texts.say(language, "card.level", level=person.numbers.level)
        return ", ".join(part for part in (self.calling(one.profile, language), level, size) if part)

    @staticmethod
    def calling(profile: Profile, language: Language) -> str:
        """The class of a character in the form that fits; nothing for others."""
        entry = classes().get(profile.class_id)
        if entry is None:
            return ""
        woman = language == "it" and profile.name.gender == "f" and entry.name.feminine
        return str(woman or entry.name.in_(language))

    def person_tags(self, state: State, person: view.Person, language: Language, *, fighting: bool) -> Iterator[Tag]:
        """How somebody is, where, with whom, under what."""
        say, name, numbers = self.texts.say, person.name.in_(language), person.numbers
        if person.awareness == "unconscious" and numbers is not None and numbers.recoveries_max:
            key = "picture.stable" if numbers.stable else "picture.dying"
            yield Tag(say(language, key, fails=numbers.death_fails), "bad")
        elif person.awareness != "awake":
            yield Tag(say(language, f"awareness.{person.awareness}", who=name), "bad")
        elif numbers is None or person.wounds == "staggered":
            tone: Literal["plain", "bad"] = "plain" if person.wounds == "none" else "bad"
            yield Tag(say(language, f"wounds.{person.wounds}", who=name), tone)
        for each in person.conditions:
            yield Tag(say(language, f"condition.{each}", who=name), "bad")
        for kind in person.ongoing:
            yield Tag(say(language, "picture.ongoing", kind=self._kind(kind, language)), "bad")
        if fighting and person.awareness not in ("dead", "gone"):
            yield from self.place_tags(state, person, language)
        if numbers is None:
            return
        for defence in DEFENCES:
            value = getattr(numbers, defence)
            yield Tag(f"{say(language, f'stat.{defence}')} {value}")
        if numbers.debt:
            yield Tag(say(language, "tag.debt", debt=numbers.debt), "bad")
        if numbers.wounds:
            yield Tag(say(language, "tag.lasting_wounds", count=numbers.wounds), "bad")
        one = standing(state).get(person.id)
        for boost in one.boosts if one is not None else ():
            words_ = say(language, "tag.boost", value=f"{boost.value:+d}", stat=say(language, f"stat.{boost.stat}"))
            yield Tag(words_, "good" if boost.value > 0 else "bad")

    def place_tags(self, state: State, person: view.Person, language: Language) -> Iterator[Tag]:
        """Engagements and positions; what the referee flagged is known to all."""
        say = self.texts.say

        def names(people: tuple[str, ...]) -> str:
            return ", ".join(self.name_of(state, who, language) for who in people)

        if not person.present:
            yield Tag(say(language, "tag.absent"))
            return
        if person.grabbed_by:
            yield Tag(say(language, "tag.grabbed", who=names(person.grabbed_by)), "bad")
        if person.engaged:
            yield Tag(say(language, "tag.engaged", count=len(person.engaged)), "plain", names(person.engaged))
        elif person.behind:
            yield Tag(say(language, "tag.behind", who=names((person.behind,))), "good")
        else:
            yield Tag(say(language, f"tag.{person.band}", who=person.name.in_(language)), "plain", names(person.beside))
        if person.delaying:
            yield Tag(say(language, "tag.delaying"))
        if person.readied:
            yield Tag(say(language, "tag.readied"))
        if person.actions:
            yield Tag(", ".join(say(language, f"cost.{cost}") for cost in person.actions))
        one = standing(state)[person.id]
        if one.invisible:
            yield Tag(say(language, "note.invisible"), "good")
        if one.precarious:
            yield Tag(say(language, "tag.precarious"), "bad")
        if one.blocking:
            yield Tag(say(language, "tag.blocking"))

    # ---------------------------------------------------------------- sheets

    def sheet(self, state: State, seat: Seat, subject: str, language: Language) -> Sheet | None:
        """All numbers of somebody, for those who may know them."""
        people = dict(state.party) | (state.fight.combatants if state.fight is not None else {}) | standing(state)
        one = people.get(subject)
        if one is None or not self.knows_numbers(state, seat, subject):
            return None
        profile = one.profile
        calling = self.calling(profile, language)
        level = self.texts.say(language, "card.level", level=profile.level)
        size = "" if profile.category == "normal" else self.texts.say(language, f"category.{profile.category}")
        parts = (
            self.section("abilities", self.ability_pairs(profile, language), language),
            self.section("fight", self.fight_pairs(state, one, language), language),
            self.section("attacks", self.attack_pairs(one, language), language),
            self.section("traits", self.trait_pairs(profile, language), language),
            self.section("items", self.item_pairs(profile, language), language),
        )
        line = ", ".join(part for part in (calling, level, size) if part)
        return Sheet(str(profile.name.in_(language)), line, tuple(part for part in parts if part.pairs))

    def section(self, key: str, pairs: Pairs, language: Language) -> Section:
        """A part of a sheet."""
        told = tuple((str(word), str(value)) for word, value in pairs)
        return Section(self.texts.say(language, f"sheet.section.{key}"), told)

    def ability_pairs(self, profile: Profile, language: Language) -> Pairs:
        """Scores and modifiers; monsters have none."""
        return [
            (self.texts.say(language, f"ability.{name}"), f"{score} ({self.ability(profile, name):+d})")
            for name, score in profile.abilities.items()
        ]

    def fight_pairs(self, state: State, one: Combatant, language: Language) -> Pairs:
        """Hit points, defences as they are now, initiative, recoveries."""
        say, profile = self.texts.say, one.profile
        pairs = [(say(language, "gauge.hp"), f"{one.hp}/{one.max_hp}")]
        pairs += [(say(language, f"stat.{name}"), str(self.defence(state, one, name))) for name in DEFENCES]
        pairs.append((say(language, "sheet.initiative"), f"{self.initiative_bonus(profile):+d}"))
        if one.recoveries_max:
            pairs.append((say(language, "gauge.recoveries"), f"{one.recoveries}/{one.recoveries_max}"))
            flat = self.ability(profile, "con") * multiplier(profile.level)
            amount = Amount(profile.level, profile.recovery_die, flat)
            pairs.append((say(language, "sheet.recovery"), str(amount)))
        if profile.background:
            pairs.append((say(language, "note.background"), f"{profile.background:+d}"))
        bonus = sum(part.amount for part in self.save_bonuses(state, one))
        if bonus:
            pairs.append((say(language, "stat.save"), f"{bonus:+d}"))
        return pairs

    def attack_pairs(self, one: Combatant, language: Language) -> Pairs:
        """Every attack and power: bonus against which defence, damage, how often, whether it is there now."""
        say, profile = self.texts.say, one.profile
        pairs: Pairs = []
        for attack in profile.attacks:
            parts = []
            if not attack.friendly and not attack.automatic:
                bonus = f"{self.attack_bonus(profile, attack):+d}"
                parts.append(
                    say(language, "sheet.against", bonus=bonus, defence=say(language, f"stat.{attack.defence}"))
                )
            damage = self.damage_text(one, attack)
            if damage:
                parts.append(say(language, "sheet.damage", damage=damage, kind=self._kind(attack.type, language)))
            if attack.limited:
                usage = say(language, f"usage.{attack.usage}", uses=attack.uses, recharge=attack.recharge)
                parts.append(usage)
                if not self.available(one, attack):
                    parts.append(say(language, "sheet.spent"))
            pairs.append((attack.name.in_(language), "; ".join(parts) or "–"))
        return pairs

    def attack_bonus(self, profile: Profile, attack: Attack) -> int:
        """What is always added to an attack roll (AE-ATK-02, AE-ATK-08, AE-UNARMED-01)."""
        if attack.unarmed:
            return self.ability(profile, "str") + profile.level - 2
        built = 0 if attack.ability is None else self.ability(profile, attack.ability) + profile.level
        item = self.best_item(profile, "attack", attack)
        return built + attack.bonus + (item.value if item is not None else 0)

    def damage_text(self, one: Combatant, attack: Attack) -> str:
        """The dice of a hit with all that is always added; nothing for an attack without damage."""
        profile = one.profile
        rolled = list(unarmed_dice(profile.level)) if attack.unarmed else []
        if attack.weapon_die and not attack.unarmed:
            rolled = [Amount(profile.level, attack.weapon_die)]
        elif not attack.unarmed and attack.damage.count:
            rolled = [Amount(attack.damage.count, attack.damage.sides)]
        ability, item = self.ability_in_damage(one, attack), self.best_item(profile, "damage", attack)
        plus = attack.damage.plus + (ability.amount if ability is not None else 0)
        if not rolled and not plus:
            return ""
        plus += item.value if item is not None else 0
        if not rolled:
            return str(plus)
        return "+".join(str(amount) for amount in rolled) + (f"{plus:+d}" if plus else "")

    def trait_pairs(self, profile: Profile, language: Language) -> Pairs:
        """Resistances, weak points and traits."""
        say = self.texts.say
        pairs: Pairs = [
            (say(language, "sheet.resists", kind=self._kind(kind, language)), f"{needed}+")
            for kind, needed in profile.resistances.items()
        ]
        pairs += [
            (say(language, "condition.vulnerable"), self._kind(kind, language)) for kind in profile.vulnerabilities
        ]
        for special in profile.specials:
            amount = special.amount or (special.value and f"{special.value}") or "–"
            pairs.append((say(language, f"special.{special.code}"), str(amount)))
        return pairs

    def item_pairs(self, profile: Profile, language: Language) -> Pairs:
        """Magic items."""
        say = self.texts.say
        return [
            (
                item.name if isinstance(item.name, str) else item.name.in_(language),
                f"{item.value:+d} {say(language, f'stat.{item.stat}')}",
            )
            for item in profile.items
        ]

    # ---------------------------------------------------------------- chances

    def may_have_odds(self, command: Command) -> bool:
        """Only of commands that a die decides."""
        return isinstance(command, LEFT_TO_CHANCE)

    def chance(self, state: State, seat: Seat, command: Command, language: Language) -> Chance | None:
        """How likely a command is to succeed; nothing where it depends on numbers that the seat may not know."""
        who = getattr(command, "who", "")
        if not self.allows(state, command) or not self.knows_numbers(state, seat, who):
            return None
        one = standing(state).get(who)
        found = None if one is None else self.odds(state, seat, one, command)
        if found is None:
            return None
        success, key, about = found
        return Chance(success, self.texts.say(language, key, who=self.name_of(state, about, language)))

    def odds(self, state: State, seat: Seat, one: Combatant, command: Command) -> tuple[Fraction, str, str] | None:
        """The chance, the words for what counts as success, and whom it is about."""
        match command:
            case c.Attack() | c.Grab():
                return self.attack_odds(state, seat, one, command)
            case c.CoupDeGrace():
                return Fraction(1), "chance.hit", command.target
            case c.Disengage():
                foes = words(command.foes) or self.pinning(self.fight(state), one)
                more = self.disengage_modifiers(state, one, foes)
                return self.save_odds(state, one, more), "chance.disengage", one.id
            case c.Rally():
                return self.save_odds(state, one) if one.rallies else Fraction(1), "chance.rally", one.id
            case c.Stabilise():
                modifiers = self.skill_bonus(state, one, "wis", one.profile.background)
                return self.check_odds(modifiers, STABILISE_DC), "chance.stabilise", command.patient
            case c.CheckSkill():
                return self.skill_odds(state, seat, one, command)
            case _:
                return None

    def save_odds(self, state: State, one: Combatant, more: tuple[Modifier, ...] = ()) -> Fraction:
        """The chance of a normal save."""
        modifiers = (*more, *self.save_bonuses(state, one))
        return faces(lambda die: self.save_check(state, die, NORMAL, modifiers).success)

    @staticmethod
    def check_odds(modifiers: tuple[Modifier, ...], needed: int) -> Fraction:
        """The chance that a d20 with modifiers reaches a number."""
        return faces(lambda die: held_against((die,), modifiers, ">=", needed).success)

    def skill_odds(
        self, state: State, seat: Seat, one: Combatant, command: c.CheckSkill
    ) -> tuple[Fraction, str, str] | None:
        """The chance of a skill check; whom one listens for may be quieter than one knows."""
        modifiers = self.skill_bonus(state, one, command.ability, command.bonus)
        if command.listener_of:
            if not self.knows_numbers(state, seat, command.listener_of):
                return None
            silent = self.fight(state).combatants[command.listener_of].profile.special("silent")
            modifiers += (Modifier(-silent.value, "AE-POS-12", "silent"),) if silent is not None else ()
        if command.purpose == "stealth" and one.invisible and not command.sensed:
            modifiers += (Modifier(STEALTH_BONUS, "AE-INVIS-01", "invisible"),)
        return self.check_odds(modifiers, command.dc), "chance.check", one.id

    def attack_odds(
        self, state: State, seat: Seat, one: Combatant, command: c.Attack | c.Grab
    ) -> tuple[Fraction, str, str] | None:
        """The chance of a single attack roll against a defence that the seat knows; of several rolls, none is told."""
        grab = isinstance(command, c.Grab)
        attack = self.basic_melee(one) if isinstance(command, c.Grab) else one.profile.attack(command.attack)
        named = words(command.target if isinstance(command, c.Grab) else command.targets)
        if attack is None or attack.friendly or len(named) != 1 or self.must_turn_on_allies(state, one):
            return None
        if attack.times != ONCE or attack.targets != ONCE or attack.random_type or attack.self_damage is not None:
            return None
        key = "chance.grab" if grab else "chance.hit"
        if attack.automatic:
            return Fraction(1), key, named[0]
        target = self.fight(state).combatants[named[0]]
        if not self.knows_numbers(state, seat, target.id):
            return None
        return self.hit_odds(state, one, attack, target), key, target.id

    def hit_odds(self, state: State, one: Combatant, attack: Attack, target: Combatant) -> Fraction:
        """The chance of a hit, critical ones included (AE-ATK-03).

        Half of it is lost on the invisible (AE-INVIS-02); with two weapons a 2 that misses is rolled once more
        (AE-TWOWEAPON-02).
        """
        modifiers = self.attack_modifiers(state, one, attack, target)
        needed = self.defence(state, target, attack.defence)
        crit_from = self.crit_from(state, one, attack, target, attack.type)

        def hits(die: Die) -> bool:
            check = held_against((die,), modifiers, ">=", needed)
            return self.judge(state, die.face, crit_from, check)[0] in ("crit", "hit")

        found = faces(hits)
        if one.profile.two_weapons and attack.two_weapons and not hits(Die(20, 2)):
            found += found / 20
        sensed = one.profile.senses_invisible and state.options["invisible_sensed"] == "no_miss_chance"
        return found * HALF if target.invisible and not sensed else found
