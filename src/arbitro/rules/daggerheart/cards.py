"""The scene at a glance, the sheets behind it, and chances before anybody commits to them.

PCs and the GM's Fear lie in the open; of adversaries everybody sees how they look, and only the GM the numbers.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final, Literal

from msgspec.structs import replace

from arbitro.kernel.card import Card, Chance, Gauge, Section, Sheet, Tag
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import growing, view
from arbitro.rules.daggerheart.adversary import GM_SIDES
from arbitro.rules.daggerheart.basics import PLACE
from arbitro.rules.daggerheart.duality import FEAR_SIDES, HOPE_SIDES
from arbitro.rules.daggerheart.narration import Narration
from arbitro.rules.daggerheart.state import FEAR_LIMIT, Dodged, Foe, Hero, Request, State, Weapon
from arbitro.rules.daggerheart.words import SUCCESSES, TRAITS
from arbitro.text import Language

Group = Literal["own", "ally", "foe", "place"]
GROUPS: Final[tuple[Group, ...]] = ("own", "ally", "foe", "place")
GONE: Final = ("dead", "retired", "unconscious")
Pairs = list[tuple[str, str]]
LEFT_TO_CHANCE: Final = (c.Roll, c.React, c.FoeAttack, c.DeathMove)
"""The commands that `Cards.likelihood` knows odds of."""


class Cards(Narration):
    """Who is in the scene and how they are, and how likely something is."""

    # ------------------------------------------------------------------ cards

    def cards(self, state: State, seat: Seat, language: Language) -> tuple[Card, ...]:
        """The PCs, the adversaries, the GM's Fear, the place."""
        seen = view.view(state, seat)
        if not seen.party:
            return ()
        found = [self.hero_card(state, seat, seen, hero, language) for hero in seen.party]
        if seen.scene is not None:
            found += [self.foe_card(state, seen.scene, foe, language) for foe in seen.scene.foes]
        found.append(self.fear_card(seat, seen, language))
        if seen.scene is not None:
            found.append(self.place_card(state, seen.scene, language))
        return tuple(sorted(found, key=lambda card: GROUPS.index(card.group)))

    def hero_card(self, state: State, seat: Seat, seen: view.View, shown: view.HeroView, language: Language) -> Card:
        """A PC, whose marks everybody at the table sees."""
        say, hero = self.texts.say, state.party[shown.id]
        slots = self.armour_slots(hero)
        gauges = [
            self.marked("hp", shown.hp, shown.hp[0] + 1 >= shown.hp[1], language),
            self.marked("stress", shown.stress, shown.stress[0] >= shown.stress[1], language),
            Gauge(say(language, "gauge.hope"), shown.hope, shown.hope_limit),
        ]
        if slots:
            marks = (shown.armour_marked, slots)
            gauges.append(self.marked("armour", marks, shown.armour_marked >= slots, language))
        if state.options["spotlight_tracker"]:
            gauges.append(Gauge(say(language, "gauge.tokens"), shown.tokens))
        asked = any(question.who == shown.id for question in state.awaiting)
        holds = seen.scene is not None and not seen.scene.ending and seen.scene.holder == shown.id
        return Card(
            shown.id,
            str(shown.name.in_(language)),
            "own" if seat.role == "player" and shown.id in seat.controls else "ally",
            say(language, "card.hero", calling=self.calling(hero, language), level=shown.level),
            tuple(gauges),
            tuple(self.hero_tags(state, seen, shown, language)),
            active=asked or holds,
            out=shown.status in GONE,
            has_sheet=True,
        )

    def calling(self, hero: Hero, language: Language) -> str:
        """The class, in the form that fits."""
        entry = self.library.classes.get(hero.sheet.class_id)
        if entry is None:
            return hero.sheet.class_id
        woman = language == "it" and hero.name.gender == "f" and entry.name.feminine
        return str(woman or entry.name.in_(language))

    def hero_tags(self, state: State, seen: view.View, shown: view.HeroView, language: Language) -> Iterator[Tag]:
        """Status, conditions, cover, place, what is given for the next roll."""
        say, name = self.texts.say, shown.name.in_(language)
        if shown.status != "up":
            yield Tag(say(language, f"status.{shown.status}", who=name), "bad")
        yield from self.condition_tags(state, shown.id, shown.conditions, language)
        if seen.scene is not None:
            yield from self.spot_tags(shown.at, shown.cover, language)
        yield Tag(say(language, "tag.evasion", evasion=self.evasion(state.party[shown.id])))
        if shown.edge:
            yield Tag(say(language, "tag.edge"), "good")
        for who in ("dodge", "mercy"):
            bonus = getattr(state.party[shown.id], who)
            if bonus:
                yield Tag(say(language, f"tag.{who}", bonus=bonus), "good")

    def condition_tags(self, state: State, who: str, names: tuple[str, ...], language: Language) -> Iterator[Tag]:
        """What somebody is under; hiding and aiming well are good things to be under."""
        bearer = self.name_of(state, who, language)
        for name in names:
            entry = self.library.conditions[name]
            good = entry.hidden or entry.aims
            yield Tag(str(self._condition_name(bearer, name, language)), "good" if good else "bad")

    def spot_tags(self, at: int, cover: str, language: Language) -> Iterator[Tag]:
        """Where somebody stands, and behind what."""
        yield Tag(self.texts.say(language, "tag.at", feet=at))
        if cover:
            yield Tag(self.texts.say(language, f"tag.cover_{cover}"), "good")

    def foe_card(self, state: State, scene: view.SceneView, shown: view.FoeView, language: Language) -> Card:
        """An adversary: how it looks, and its marks for the GM."""
        say, numbers, name = self.texts.say, shown.numbers, shown.name.in_(language)
        gauges: list[Gauge] = []
        line = ""
        tags = list(self.condition_tags(state, shown.id, shown.conditions, language))
        tags += self.spot_tags(shown.at, shown.cover, language)
        if numbers is None:
            tone: Literal["plain", "bad"] = "plain" if shown.wounds == "none" else "bad"
            tags.insert(0, Tag(say(language, f"wounds.{shown.wounds}", who=name), tone))
        else:
            foe = self.scene(state).foes[shown.id]
            kind = say(language, f"foe_type.{foe.block.type}")
            line = say(language, "card.foe", type=kind, tier=foe.block.tier)
            tags.append(Tag(say(language, "tag.difficulty", difficulty=self.difficulty_of(foe))))
            gauges.append(self.marked("hp", numbers.hp, numbers.hp[0] + 1 >= numbers.hp[1], language))
            if numbers.stress[1]:
                full = numbers.stress[0] >= numbers.stress[1]
                gauges.append(self.marked("stress", numbers.stress, full, language))
        down = shown.wounds == "down"
        return Card(
            shown.id,
            str(name),
            "foe",
            line,
            tuple(gauges),
            tuple(tags),
            active=not down and not scene.ending and scene.holder == shown.id,
            out=down,
            has_sheet=numbers is not None,
        )

    def marked(self, name: str, marks: tuple[int, int], low: bool, language: Language) -> Gauge:
        """Marks made, out of those that there is room for."""
        say = self.texts.say
        return Gauge(say(language, f"gauge.{name}"), *marks, low, say(language, f"gauge.{name}.short"))

    def fear_card(self, seat: Seat, seen: view.View, language: Language) -> Card:
        """The GM's Fear, which lies in the open (DH-FEAR-01)."""
        say, scene = self.texts.say, seen.scene
        gauges = (Gauge(say(language, "gauge.fear"), seen.fear.held, FEAR_LIMIT, seen.fear.held >= FEAR_LIMIT),)
        tags: list[Tag] = []
        if scene is not None:
            tags.append(Tag(say(language, "tag.fear_spent", count=scene.fear_spent)))
            if scene.tension is not None:
                tags.append(Tag(say(language, f"tension.{scene.tension}")))
        turn = scene is not None and not scene.ending and scene.spotlight == "gm"
        group: Group = "own" if seat.role == "referee" else "foe"
        return Card(REFEREE_ONLY, say(language, "referee"), group, "", gauges, tuple(tags), active=turn)

    def place_card(self, state: State, scene: view.SceneView, language: Language) -> Card:
        """The place, what it is about, what draws near, and the roll that is due."""
        say = self.texts.say
        name = (
            scene.place.in_(language) if scene.place is not None else say(language, "card.scene", number=scene.number)
        )
        gauges = tuple(Gauge(str(one.name.in_(language)), one.value, low=one.value <= 1) for one in scene.countdowns)
        tags = [Tag(self._known_move(threat, language), "bad") for threat in scene.threats]
        if scene.pending is not None:
            difficulty = scene.pending.difficulty
            key = "tag.roll_due_hidden" if difficulty is None else "tag.roll_due"
            who, trait = (
                self.name_of(state, scene.pending.actor, language),
                say(language, f"trait.{scene.pending.trait}"),
            )
            tags.append(
                Tag(say(language, key, who=who, trait=trait, difficulty=difficulty), "plain", scene.pending.stakes)
            )
        if scene.ending:
            tags.append(Tag(say(language, f"ending.{scene.ending}")))
        line = str(scene.goal.in_(language)) if scene.goal is not None else ""
        return Card(PLACE, str(name), "place", line, gauges, tuple(tags))

    def _known_move(self, threat: str, language: Language) -> str:
        """A threat in the GM's own words, or by the move that announced it."""
        return self.texts.say(language, f"move.{threat}") if self.texts.find(language, f"move.{threat}") else threat

    # ------------------------------------------------------------------ sheets

    def sheet(self, state: State, seat: Seat, subject: str, language: Language) -> Sheet | None:
        """A PC's sheet for everybody, an adversary's stat block for the GM."""
        one = self.anybody(state, subject)
        if one is None or not self.knows_numbers(state, seat, subject):
            return None
        if isinstance(one, Foe):
            return self.foe_sheet(one, language)
        return self.hero_sheet(one, language)

    def section(self, key: str, pairs: Pairs, language: Language) -> Section:
        """A part of a sheet."""
        told = tuple((str(word), str(value)) for word, value in pairs)
        return Section(self.texts.say(language, f"sheet.section.{key}"), told)

    def hero_sheet(self, hero: Hero, language: Language) -> Sheet:
        """Everything about a PC."""
        say, sheet = self.texts.say, hero.sheet
        major, severe = self.thresholds(hero)
        numbers = [
            (say(language, "sheet.evasion"), str(self.evasion(hero))),
            (say(language, "sheet.thresholds"), f"{major} / {severe}"),
            (say(language, "gauge.hp"), f"{hero.hp_marked}/{hero.hp}"),
            (say(language, "gauge.stress"), f"{hero.stress_marked}/{hero.stress}"),
            (say(language, "gauge.hope"), str(hero.hope)),
            (say(language, "sheet.proficiency"), str(sheet.proficiency)),
        ]
        if hero.scars:
            numbers.append((say(language, "sheet.scars"), str(hero.scars)))
        casts = [trait for trait in (sheet.spellcast, sheet.second_spellcast) if trait is not None]
        if casts:
            told = ", ".join(say(language, f"trait.{trait}") for trait in casts)
            numbers.append((say(language, "sheet.spellcast"), told))
        if sheet.second_class:
            other, domain = self.library.classes.get(sheet.second_class), say(language, f"domain.{sheet.second_domain}")
            called = str(other.name.in_(language)) if other is not None else sheet.second_class
            numbers.append((say(language, "sheet.second_class"), f"{called} ({domain})"))
        if rank := sheet.advanced.get("subclass", 0):
            numbers.append((say(language, "sheet.subclass"), say(language, f"subclass.{min(rank, 2)}")))
        if hero.gold:
            numbers.append((say(language, "sheet.gold"), say(language, "handfuls", count=hero.gold)))
        traits = [(say(language, f"trait.{name}"), f"{self.trait(hero, name):+d}") for name in TRAITS]
        learned: Pairs = [(one.name.in_(language), f"{one.bonus:+d}") for one in sheet.experiences]
        arms: Pairs = [(one.name.in_(language), self.weapon_text(hero, one, language)) for one in sheet.weapons]
        if sheet.armour is not None:
            worn = say(language, "sheet.armour", score=self.armour_slots(hero), marked=hero.armour_marked)
            arms.append((sheet.armour.name.in_(language), worn))
        powers: Pairs = [(one.name.in_(language), self.price(one.hope, 0, language)) for one in sheet.powers]
        vault: Pairs = [
            (one.name.in_(language), say(language, "sheet.recall", stress=growing.recall_cost(self, one)))
            for one in sheet.vault
        ]
        parts = (
            self.section("traits", traits, language),
            self.section("numbers", numbers, language),
            self.section("experiences", learned, language),
            self.section("arms", arms, language),
            self.section("powers", powers, language),
            self.section("vault", vault, language),
        )
        line = say(language, "card.hero", calling=self.calling(hero, language), level=sheet.level)
        return Sheet(str(hero.name.in_(language)), line, tuple(part for part in parts if part.pairs))

    def weapon_text(self, hero: Hero, weapon: Weapon, language: Language) -> str:
        """Trait, range and damage of a weapon."""
        say = self.texts.say
        dice = f"{hero.sheet.proficiency}d{weapon.die}" + (f"{weapon.plus:+d}" if weapon.plus else "")
        return say(
            language,
            "sheet.weapon",
            trait=say(language, f"trait.{weapon.trait}"),
            bonus=f"{self.trait(hero, weapon.trait) + weapon.attack:+d}",
            range=say(language, f"band.{weapon.range}"),
            damage=dice,
            kind=say(language, f"kind.{weapon.kind}"),
        )

    def price(self, hope: int, fear: int, language: Language, stress: int = 0) -> str:
        """What something costs; a dash for nothing."""
        parts = {"hope": hope, "fear": fear, "stress": stress}
        told = [self.texts.say(language, f"price.{name}", count=count) for name, count in parts.items() if count]
        return ", ".join(told) or "–"

    def foe_sheet(self, foe: Foe, language: Language) -> Sheet:
        """The stat block of an adversary (DHP-ADVSTAT-01)."""
        say, block = self.texts.say, foe.block
        limits = " / ".join("–" if limit is None else str(limit) for limit in (block.major, block.severe))
        numbers = [
            (say(language, "sheet.difficulty"), str(self.difficulty_of(foe))),
            (say(language, "sheet.thresholds"), limits),
            (say(language, "gauge.hp"), f"{foe.hp_marked}/{foe.hp}"),
            (say(language, "gauge.stress"), f"{foe.stress_marked}/{foe.stress}"),
        ]
        attack = block.attack
        dealt = " + ".join(str(amount) for amount in attack.damage)
        bonus = str(block.bonus) if block.bonus.count else f"{block.bonus.plus:+d}"
        told = say(
            language,
            "sheet.attack",
            bonus=bonus,
            range=say(language, f"band.{attack.range}"),
            damage=dealt,
            kind=say(language, f"kind.{attack.kind}"),
        )
        arms: Pairs = [(attack.name.in_(language), told)]
        learned: Pairs = [(one.name.in_(language), f"{one.bonus:+d}") for one in block.experiences]
        features: Pairs = []
        for feature in block.features:
            kind = say(language, f"feature_kind.{feature.kind}")
            cost = self.price(0, feature.fear, language, feature.stress)
            features.append((feature.name.in_(language), kind if cost == "–" else f"{kind}; {cost}"))
        parts = (
            self.section("numbers", numbers, language),
            self.section("arms", arms, language),
            self.section("experiences", learned, language),
            self.section("features", features, language),
        )
        line = say(language, "card.foe", type=say(language, f"foe_type.{block.type}"), tier=block.tier)
        return Sheet(str(foe.name.in_(language)), line, tuple(part for part in parts if part.pairs))

    # ------------------------------------------------------------------ chances

    def may_have_odds(self, command: Command) -> bool:
        """Only of commands that dice decide."""
        return isinstance(command, LEFT_TO_CHANCE)

    def chance(self, state: State, seat: Seat, command: Command, language: Language) -> Chance | None:
        """How likely a roll is to succeed, where its Difficulty is on the table; the GM knows them all."""
        if not self.allows(state, command):
            return None
        found = self.likelihood(state, seat, command)
        if found is None:
            return None
        success, key, about = found
        return Chance(success, self.texts.say(language, key, who=self.name_of(state, about, language)))

    def likelihood(self, state: State, seat: Seat, command: Command) -> tuple[Fraction, str, str] | None:
        """The chance, the words for what counts as success, and whom it is about."""
        found: Fraction | None = None
        match command:
            case c.Roll():
                found, key = self.roll_chance(state, seat, command), "chance.roll"
            case c.React() if seat.knows(REFEREE_ONLY):
                found, key = self.reaction_chance(state, command), "chance.react"
            case c.FoeAttack() if seat.knows(REFEREE_ONLY):
                found = self.foe_attack_chance(state, command)
                return None if found is None else (found, "chance.hit", command.targets)
            case c.DeathMove(move="risk_it_all"):
                standing = sum(hope >= fear for hope, fear in self.duality(HOPE_SIDES))
                found, key = Fraction(standing, HOPE_SIDES * FEAR_SIDES), "chance.risk"
            case c.DeathMove(move="avoid_death"):
                level = state.party[command.who].sheet.level
                found, key = Fraction(max(HOPE_SIDES - level, 0), HOPE_SIDES), "chance.no_scar"
            case _:
                return None
        return None if found is None else (found, key, command.who)

    @staticmethod
    def duality(hope_sides: int) -> Iterator[tuple[int, int]]:
        """Every pair of faces of the Duality Dice."""
        return product(range(1, hope_sides + 1), range(1, FEAR_SIDES + 1))

    def roll_chance(self, state: State, seat: Seat, command: c.Roll) -> Fraction | None:
        """Success or better of the roll that is due; nothing while its Difficulty is the GM's secret."""
        request = self.scene(state).pending
        if request is None or request.partner or (request.hidden and not seat.knows(REFEREE_ONLY)):
            return None
        hero = state.party[command.who]
        if self.may_drop_first(hero):
            return None
        bought = self.experiences_of(hero, command.experiences)
        return None if isinstance(bought, Refusal) else self.pool_chance(state, request, bought)

    def may_drop_first(self, hero: Hero) -> bool:
        """Whether what a PC is under may cost the last Hit Point before the dice are thrown (DHP-COND-06)."""
        entries = [self.condition(held.name) for held in hero.conditions]
        toll = sum(bool(entry.poison) + entry.roll_stress for entry in entries)
        return hero.stress_marked + toll > hero.stress and hero.hp_marked + 1 >= hero.hp

    def reaction_chance(self, state: State, command: c.React) -> Fraction | None:
        """Success of the reaction roll that is asked for (DHP-REACT-01)."""
        agenda, hero = self.scene(state).agenda, state.party[command.who]
        step = agenda[0] if agenda else None
        bought = self.experiences_of(hero, command.experiences)
        if not isinstance(step, Dodged) or isinstance(bought, Refusal):
            return None
        return self.pool_chance(state, Request(hero.id, "action", command.trait, step.difficulty), bought)

    def pool_chance(self, state: State, request: Request, bought: tuple[Modifier, ...]) -> Fraction:
        """Success or better, of all the ways that the dice may fall."""
        odds = self.odds(state, request, bought)
        return sum((share for outcome, share in odds.items() if outcome in SUCCESSES), Fraction(0))

    def foe_attack_chance(self, state: State, command: c.FoeAttack) -> Fraction | None:
        """For the GM: the chance that an adversary's standard attack hits its one target (DH-ATK-01)."""
        scene = self.scene(state)
        foe = scene.foes[command.who]
        targets, bought = self.targets_of(state, command.targets), self.bought(state, foe, command.experience)
        if isinstance(targets, Refusal) or isinstance(bought, Refusal) or len(targets) != 1:
            return None
        found = self.reach_with_move(state, foe, targets[0], foe.block.attack.range)
        if isinstance(found, Refusal):
            return None
        moved = replace(foe, at=found[0])
        there = replace(state, scene=replace(scene, foes={**scene.foes, foe.id: moved}))
        pros, cons = self.sources_for(there, moved, targets)
        left = pros + command.advantages - cons - command.disadvantages
        many = state.options["gm_adversary_advantage_stacking"] == "cancel_then_many"
        dice = 1 + (abs(left) if many else min(abs(left), 1))
        fails_on_one = state.options["gm_natural1_attack"] == "auto_failure"
        bonus, plus, needed = foe.block.bonus, sum(each.amount for each in bought), self.evasion(targets[0])
        added = [bonus.plus + plus + sum(faces) for faces in product(range(1, bonus.sides + 1), repeat=bonus.count)]
        won = 0
        for face in range(1, GM_SIDES + 1):
            rank = face if left >= 0 else GM_SIDES + 1 - face  # the best die, or the worst, shows this face so often
            ways = rank**dice - (rank - 1) ** dice
            hits = sum(
                (face == GM_SIDES or face + more >= needed) and not (face == 1 and fails_on_one) for more in added
            )
            won += ways * hits
        return Fraction(won, GM_SIDES**dice * len(added))
