"""Every told number adds up: its explanation's parts, in the order shown, come to exactly that number.

Battles are played at random; each event is looked at as the referee's explanation shows it, and its line is worked out
again from the text alone.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from tests.rules.archmage.table import Play, bow, foe, pc, spell, strike, sword
from tests.rules.archmage.test_class_battles import CLASSES, recruit
from tests.rules.archmage.test_random import _pick, fresh, setups
from tests.rules.sums import adds_up, decided_openly, dice_in, reasons_given

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Die, seed_from_text
from arbitro.kernel.command import Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.explain import explain
from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.ruling import Check
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import tell
from arbitro.kernel.table import Table
from arbitro.rules.archmage import Archmage, bestiary
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import effects as do
from arbitro.rules.archmage import events as e
from arbitro.rules.archmage import magic_effects as magic
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.characters import make
from arbitro.rules.archmage.events import EVENTS, DamageDealt, DamageRolled, Healed, RecoveryUsed, TempGained
from arbitro.rules.archmage.ongoing_effects import Mark
from arbitro.rules.archmage.power import Attack, Flexible, Named, Rider, Special
from arbitro.rules.archmage.state import FOES, PARTY, State
from arbitro.rules.archmage.state import Side as SideOf
from arbitro.rules.archmage.states import GHOULISH

TOLD = {
    e.DamageDealt: ("amount", "left"),
    e.DamageRolled: ("total",),
    e.RecoveryUsed: ("healed", "hp"),
    e.Healed: ("amount", "hp"),
    e.TempGained: ("temp",),
    e.CountRolled: ("count",),
    e.InitiativeRolled: ("total",),
    e.InitiativeChanged: ("total",),
    e.SpeedChecked: ("totals",),
    e.RollChanged: ("total",),
}
"""The numbers that events tell of what was thrown, lost, healed or counted."""
NUMBERS = ("amount", "total", "totals", "healed", "temp", "count", "left")
WHERE_SHOWN: dict[type[Event], Callable[[Any], tuple[int | None, ...]]] = {
    e.MobFelled: lambda event: (1 + len(event.members),),
    e.Fell: lambda event: (event.below, event.most // 2),
    e.SpecialWorked: lambda event: (event.hp, event.other_hp),
    e.WoundTaken: lambda event: (event.max_hp,),
}
"""What the parts of an event come to, where it shows any."""
PLAIN = {e.MobThinned, e.MobFelled, e.PotionGiven, e.ActionsSpent, e.CampaignLost}
"""Events with such a field that tells a plain count, and no sum."""
SHARE = 45
Battles = Sequence[tuple[c.StartBattle, dict[str, object]]]
ON: dict[str, str] = {
    "AE-LASTING": "lasting_wounds",
    "AE-MEANINGFUL": "meaningful_death",
    "AE-SITWEAPON": "situational_weapon_dice",
    "AE-AMBUSH-04": "ambush_advances_escalation",
}
"""Optional rules, and the switch without which they are never cited."""


def _natural(event: Event) -> int:
    return event.check.dice[0].face if isinstance(event, e.AttackRolled | e.SaveRolled) else 0


def _noted(event: Event, *notes: str) -> bool:
    check = getattr(event, "check", None)
    modifiers = (*check.modifiers, *(check.made_of or ())) if check is not None else getattr(event, "modifiers", ())
    return any(each.note in notes for each in modifiers)


LAWS: dict[tuple[str, type[Event]], Callable[[Any], bool]] = {
    ("AE-CRIT-01", e.AttackRolled): lambda event: event.outcome == "crit",
    ("AE-CRIT-01", e.DamageDealt): lambda event: event.multiplier > 1,
    ("AE-CRIT-03", e.DamageDealt): lambda event: event.multiplier > 2,
    ("AE-CRIT-04", e.AttackRolled): lambda event: event.outcome == "crit" and _natural(event) < 20,
    ("AE-FUMBLE-01", e.AttackRolled): lambda event: _natural(event) == 1,
    ("AE-MISS-01", e.DamageDealt): lambda event: event.multiplier == 1,
    ("AE-ATK-05", e.AttackRolled): lambda event: True,
    ("AE-ESC-02", e.AttackRolled): lambda event: _noted(event, "escalation"),
    ("AE-ESC-04", e.AttackRolled): lambda event: not _noted(event, "escalation"),
    ("AE-COND-09", e.AttackRolled): lambda event: not _noted(event, "escalation"),
    ("AE-RECOVERY-06", e.AttackRolled): lambda event: _noted(event, "debt"),
    ("AE-GRAB-08", e.AttackRolled): lambda event: _noted(event, "grabbing"),
    ("AE-UNARMED-01", e.AttackRolled): lambda event: _noted(event, "unarmed"),
    ("AE-DMG-05", e.DamageRolled): lambda event: _noted(event, "ability"),
    ("AE-DMG-06", e.DamageRolled): lambda event: _noted(event, "ability"),
    ("AE-RESIST-02", e.DamageDealt): lambda event: event.parts[0].note == "ongoing",
    ("AE-RESIST-03", e.DamageDealt): lambda event: event.amount == 0,
    ("AE-TEMPHP-03", e.DamageDealt): lambda event: bool(event.buffered),
    ("AE-TEMPHP-02", e.TempGained): lambda event: bool(event.before),
    ("AE-RECOVERY-05", e.RecoveryUsed): lambda event: event.halved,
    ("AE-RECOVERY-06", e.RecoveryUsed): lambda event: event.halved,
    ("AE-DYING-08", e.RecoveryUsed): lambda event: event.before < 0,
    ("AE-DYING-08", e.Healed): lambda event: event.before < 0,
    ("AE-DYING-03", e.RecoveryUsed): lambda event: event.before <= 0,
    ("AE-DYING-06", e.DeathSaveFailed): lambda event: event.fails >= 4,
    ("AE-SAVE-03", e.SaveRolled): lambda event: _noted(
        event, "magic_item", "boost", "special", "circumstance", "spirit", "feature"
    ),
    ("AE-DISENGAGE-01", e.SaveRolled): lambda event: False,
    ("AE-DISENGAGE-03", e.SaveRolled): lambda event: _noted(event, "several_foes"),
    ("AE-DISENGAGE-04", e.MoveLost): lambda event: False,
    ("AE-DISENGAGE-05", e.MoveLost): lambda event: not event.by,
    ("AE-GRAB-04", e.SaveRolled): lambda event: _noted(event, "grabbed"),
    ("AE-INTERCEPT-03", e.Answered): lambda event: False,
    ("AE-READY-03", e.Answered): lambda event: event.word == "yes",
    ("AE-READY-06", e.ReadiedUsed): lambda event: event.counts_as_turn,
    ("AE-REST-04", e.PowerRegained): lambda event: event.die is not None and event.die.sides == 20,
    ("AE-REST-05", e.Recharged): lambda event: event.spent.barred,
    ("AE-INIT-04", e.InitiativeRolled): lambda event: len(event.who) > 1,
    ("AE-ESC-01", e.RoundBegan): lambda event: event.round <= 2 and not event.held and not event.reset,
    ("AE-ESC-03", e.RoundBegan): lambda event: event.round > 2 and not event.held and not event.reset,
    ("AE-RECOVERY-02", e.Healed): lambda event: any(
        part.note in ("referee", "masters_level", "recoveries_spent") for part in event.parts
    ),
    ("AE-REST-04", e.PowerDrained): lambda event: False,
    ("AE-OPP-02", e.AttackDeclared): lambda event: event.mode == "opportunity",
    ("AE-OPP-03", e.AttackDeclared): lambda event: event.mode == "opportunity",
    ("AE-READY-03", e.AttackDeclared): lambda event: event.mode == "readied",
    ("AE-GRAB-05", e.PlaceChanged): lambda event: event.variant() == "carried",
    ("AE-POS-05", e.PlaceChanged): lambda event: event.variant() == "behind",
    ("AE-INVIS-02", e.BlindChance): lambda event: not event.variant().endswith("_blur"),
    ("AE-TARGET-02", e.CountRolled): lambda event: event.what == "targets",
    ("AE-DYING-01", e.Fell): lambda event: event.variant() == "dying",
    ("AE-FLEE-01", e.Fell): lambda event: event.variant() == "yielded",
    ("AE-ESC-05", e.RoundBegan): lambda event: event.held,
    ("AE-ESC-06", e.RoundBegan): lambda event: event.reset,
    ("AE-INVIS-03", e.BlindChance): lambda event: event.missed,
    ("AE-COND-01", e.Relieved): lambda event: False,
    ("AE-SEQ-03", e.Relieved): lambda event: bool(event.affliction.save),
    ("AE-SEQ-02", e.Relieved): lambda event: event.affliction.until is not None,
    ("AE-STACK-04", e.Afflicted): lambda event: bool(event.affliction.power),
    ("AE-SPIRIT-04", e.SpiritFought): lambda event: True,
    ("AE-RALLY-02", e.Rallied): lambda event: event.rallies > 1,
    ("AE-FULLHEAL-05", e.HealedUp): lambda event: event.early,
    ("AE-FULLHEAL-01", e.HealedUp): lambda event: not event.early,
}
"""What must be so where a rule is cited for an event: it is the rule that was applied, not that of the other branch."""


def worked_out(line: str) -> int:
    """What a line of an explanation comes to, read as a person would: left to right, brackets left out."""
    line = re.sub(r"\[[^\]]*\]", "", line)
    line = re.sub(r"^[^:=\d]+: ", "", line)  # what it is the sum of
    line = re.sub(r"\((?:[^()]*)\)", "", line)  # where a die lies
    line = re.sub(r"d\d+=(\d+)", r"\1", line)
    total = 0
    for sign, word, number in re.findall(r"(=|×|÷|-|\+|^|, | )\s*(at least|at most)?\s*(-?\d+)", line):
        value = int(number)
        if word == "at least":
            total = max(total, value)
        elif word == "at most":
            total = min(total, value)
        elif sign == "=":
            assert total == value, line
        elif sign == "×":
            total *= value
        elif sign == "÷":
            total //= value
        else:
            total += -value if sign == "-" else value
    return total


def hold_to_account(game: Archmage, state: State, event: Event) -> None:
    """Everything that an event tells in numbers, against what its explanation shows."""
    for name in event.__struct_fields__:
        part = getattr(event, name)
        if isinstance(part, Check):
            added = sum(die.face for die in part.dice) + sum(each.amount for each in part.modifiers)
            assert added == part.total, event
    reasons_given(game, state, event)
    decided_openly(event)
    for rule in event.rules:
        law = LAWS.get((rule, type(event)))
        assert law is None or law(event), (rule, event)
        for beginning, option in ON.items():
            assert not rule.startswith(beginning) or state.options[option], (rule, event)
    if isinstance(event, e.Healed | e.TempGained):
        assert event.parts, f"what it is made of is worked out from what is left over: {event}"
    sums = event.sums()
    for each in sums:
        adds_up(each)
    told = () if event.lots() else TOLD.get(type(event), ())  # a lot is no number
    totals = [each.total for each in sums]
    for name in told:
        value = getattr(event, name)
        for number in value if isinstance(value, tuple) else (value,):
            assert number in totals, (name, event)
    for number in WHERE_SHOWN[type(event)](event) if sums and type(event) in WHERE_SHOWN else ():
        assert number is None or number in totals, event
    if told and dice_in(event):
        assert sum(len(each.dice) for each in sums) == dice_in(event), event
    lines = explain(game, state, event, "en").numbers
    for each, line in zip(sums, lines, strict=False):
        assert worked_out(line) == each.total, (line, each)


def test_every_event_that_tells_such_a_number_is_held_to_account() -> None:
    for event in EVENTS:
        fields = {each.name for each in msgspec.structs.fields(event)}
        if fields & set(NUMBERS) and event not in PLAIN:
            assert event in TOLD, event


def test_every_event_that_shows_parts_is_held_to_the_numbers_that_it_tells() -> None:
    showing = {kind for kind in EVENTS if kind.sums is not Event.sums and "check" not in kind.__struct_fields__}
    assert showing == {*TOLD, *WHERE_SHOWN}


@pytest.mark.rule("AE-DMG-01", "AE-DMG-02", "AE-RECOVERY-03", "AE-TEMPHP-03", "AE-RESIST-01")
def test_numbers_of_random_battles_add_up(game: Archmage) -> None:
    account_at_random(game, SHARE, Random(14))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_numbers_of_many_random_battles_add_up(game: Archmage, seed: int) -> None:
    account_at_random(game, 400, Random(seed))


def of_every_class(random: Random, level: int) -> Iterator[tuple[c.StartBattle, dict[str, object]]]:
    """Three of each class in turn, with choices by lot, against creatures of about their level."""
    sides = (SideOf(PARTY, Named("a", "a")), SideOf(FOES, Named("b", "b")))
    for at, first in enumerate(CLASSES):
        party = [recruit(CLASSES[(at + more) % len(CLASSES)], level, random, more + 1) for more in range(3)]
        members = [c.Member(make(load_books(), hero, PARTY)) for hero in party]
        near = [name for name, each in load_books().monsters.items() if abs(each.level - level) <= 2]
        beasts = [bestiary.creature(load_books(), race, FOES, race, 1, nastier=True) for race in random.sample(near, 3)]
        members += [c.Member(each) for each in beasts]
        assert members[0].profile.class_id == first
        yield c.StartBattle(sides, tuple(members)), {}


@pytest.mark.rule("AE-DMG-01", "AE-RECOVERY-03", "AE-TEMPHP-03")
def test_numbers_of_the_powers_of_every_class_add_up(game: Archmage) -> None:
    random = Random(140)
    account_at_random(game, 40, random, [*of_every_class(random, 7)], every=False)


@pytest.mark.slow
@pytest.mark.parametrize("level", range(1, 11))
def test_numbers_of_the_powers_of_every_class_and_level_add_up(game: Archmage, level: int) -> None:
    random = Random(1400 + level)
    account_at_random(game, 200, random, [*of_every_class(random, level)], every=False)


class Carried:
    """What rolls came to as they were told: a roll that is changed carries on from one of them, and from no other."""

    def __init__(self) -> None:
        self.rolls: list[int] = []

    def hear(self, event: Event) -> None:
        """Hold a changed roll to those told before it."""
        if isinstance(event, e.RollChanged):
            before = next(part.amount for part in event.sums()[0].parts if part.note == "roll_before")
            assert before in self.rolls[-12:], event
            self.rolls.append(event.total)
        elif isinstance(event, e.AttackRolled):
            self.rolls.append(event.check.total)


def account_at_random(game: Archmage, share: int, random: Random, battles: Battles = (), *, every: bool = True) -> None:
    seen: set[type[Event]] = set()
    for number, (start, options) in enumerate(battles or setups(game)):
        carried = Carried()
        table: Table[State] = Table.open(game, "t", seed_from_text(f"numbers {number} {share}"), dict(options))
        for drawn in range(share):
            state = table.state
            if drawn == 0 or game.finished(state):
                command = fresh(start)
            else:
                suggested = game.suggest(state, REFEREE) if random.random() < 0.5 else None
                command = suggested or game.command(_pick(random, list(game.choices(state, REFEREE))))
            entry = table.submit(command, REFEREE)
            assert not isinstance(entry, Refusal), (command, entry)
            for event in entry.events:
                seen.add(type(event))
                hold_to_account(game, table.state, event)
                carried.hear(event)
    assert (
        not every or set(TOLD) - {e.InitiativeChanged, e.SpeedChecked, e.RollChanged} <= seen
    )  # powers of classes change them: below


# ---------------------------------------------------------------- one by one, with fixed dice


def why(play: Play, event: Event) -> tuple[str, ...]:
    hold_to_account(play.game, play.state, event)
    return explain(play.game, play.state, event, "en").numbers


@pytest.mark.rule("AE-DMG-02")
def test_ones_thrown_again_are_marked_and_not_added(play: Play) -> None:
    again = Attack("again", Named("a", "a"), flexible=Flexible(natural="even"), riders=(Rider((do.RerollOnes(),)),))
    play.begin(pc("ada", sword(), again, level=3, abilities={"str": 14}), foe(hp=90)).engage("ada", "orc")
    play.do(c.Attack("ada", "sword", "orc", flexible=True), (20, 16))
    play.do(c.PickFlexible("ada", "again"), (8, 1), (8, 5), (8, 1), (8, 7), (8, 2))
    rolled = play.find(DamageRolled)
    assert (rolled.total, rolled.dropped) == (16, (0, 2))
    assert why(play, rolled)[0].endswith("+2 ability = 16")
    assert play.find(DamageDealt).amount == 16


@pytest.mark.rule("AE-ATK-03", "AE-ATK-06")
@pytest.mark.parametrize(
    ("amount", "dice", "parts"), [(Amount(1, 4, 2), ((4, 3),), (3, 2)), (Amount(plus=5), (), (5,))], ids=str
)
def test_a_roll_that_is_changed_says_what_it_was_and_what_was_added(
    play: Play, amount: Amount, dice: tuple[tuple[int, int], ...], parts: tuple[int, ...]
) -> None:
    riders = (Rider((do.AddToRoll(amount),), outcome="any"),)
    skill = Attack("skill", Named("s", "s"), kind="close", trigger="strikes_wide", answers=("melee",), sure=True)
    play.begin(
        pc("ada", sword(), msgspec.structs.replace(skill, action="free", riders=riders)), foe(hp=90, ac=14)
    ).engage("ada", "orc")
    play.do(c.Attack("ada", "sword", "orc"), (20, 8), *dice, (8, 4))
    before, changed = play.find(e.AttackRolled).check.total, play.find(e.RollChanged)
    assert (changed.total, changed.outcome) == (before + 5, "hit")
    assert [part.amount for part in changed.sums()[0].parts] == [before, *parts]
    why(play, changed)


@pytest.mark.rule("AE-CRIT-01", "AE-RESIST-01", "AE-TEMPHP-03")
def test_doubled_halved_and_buffered_damage_says_so(play: Play) -> None:
    stony = foe(hp=90, resistances={"fire": 18})
    play.begin(pc("ada", spell(damage=Amount(plus=9)), crit_range=3), stony).do(c.Impose("orc", "temp_hp", points=4))
    play.do(c.Attack("ada", "spell", "orc"), (20, 17))
    dealt = play.find(DamageDealt)
    assert (dealt.amount, dealt.buffered, dealt.left, dealt.halved) == (9, 4, 85, True)
    assert why(play, dealt) == (
        "Damage: 9 damage roll, ×2 critical hit = 18; ÷2 resistance = 9",
        "Temporary hit points: 4 temporary hit points -4 damage = 0",
        "Hit points: 90 hit points -5 damage = 85",
    )


@pytest.mark.rule("AE-MISS-01")
def test_half_damage_of_a_miss_is_shown_with_its_number(play: Play) -> None:
    breath = strike(damage=Amount(plus=15), riders=(Rider((do.Half(),), outcome="miss"),))
    play.begin(foe("ogre", breath), pc("ada", hp=40)).engage("ogre", "ada").do(
        c.Attack("ogre", "strike", "ada"), (20, 2)
    )
    assert why(play, play.find(DamageDealt))[0] == "Damage: 15 damage roll, ÷2 miss = 7"


@pytest.mark.rule("AE-MISS-01")
def test_damage_that_slides_off_is_told(play: Play) -> None:
    nimble = foe("kobold", specials=(Special("no_miss_damage"),))
    play.begin(pc("ada", sword(miss_level=True)), nimble).engage("ada", "kobold")
    play.do(c.Attack("ada", "sword", "kobold"), (20, 2))
    dealt = play.find(DamageDealt)
    assert dealt.amount == 0
    assert why(play, dealt)[0] == "Damage: 1 level, for a miss, ×0 unharmed by misses = 0"


@pytest.mark.rule("AE-TARGET-01", "AE-CRIT-01")
def test_a_mook_crit_says_why_it_is_doubled(play: Play) -> None:
    rats = [foe(f"rat-{number}", category="mook", hp=6) for number in (1, 2)]
    play.begin(pc("ada", strike()), *rats).engage("ada", "rat-1").do(c.Attack("ada", "strike", "rat-1"), (20, 20))
    dealt = play.find(DamageDealt)
    assert (dealt.amount, dealt.multiplier) == (12, 2)
    assert why(play, dealt)[0] == "Damage: 6 damage roll, ×2 critical hit = 12"


@pytest.mark.rule("AE-RECOVERY-03", "AE-RECOVERY-05", "AE-DYING-08")
def test_recoveries_and_healing_show_where_they_start_and_stop(play: Play) -> None:
    hurt = pc("ada", hp=30, abilities={"con": 14}, level=1)
    play.begin(hurt, foe()).change("ada", hp=26).do(c.Rally("ada"), (8, 7))
    assert why(play, play.find(RecoveryUsed)) == (
        "Healing: d8=7 (play:0) +2 Constitution = 9",
        "Hit points: 26 hit points +9 healing = 35; at most 30 maximum = 30",
    )
    play.change("ada", hp=-5, awareness="unconscious").do(c.Impose("ada", "heal", points=6))
    assert why(play, play.find(Healed)) == (
        "Healing: 6 the referee's decision",
        "Hit points: -5 hit points, at least 0 the dying count from 0 +6 healing = 6",
    )
    spent = Play(play.game).begin(hurt, foe()).change("ada", hp=10, recoveries=0).do(c.Rally("ada"), (8, 7))
    assert why(spent, spent.find(RecoveryUsed))[0].endswith("+2 Constitution = 9; ÷2 no recovery left = 4")


@pytest.mark.rule("AE-RECOVERY-03", "AE-ATK-06")
def test_a_form_that_heals_by_half_says_so(play: Play) -> None:
    play.begin(pc("ada", hp=60), foe()).change("ada", hp=10, marks=(Mark("state", "ada", attack=GHOULISH),))
    play.do(c.Rally("ada"), (8, 7))
    rallied = play.find(RecoveryUsed)
    assert explain(play.game, play.state, rallied, "it").numbers[0] == ("Cura: d8=7 (play:0), ÷2 in forma di ghoul = 3")
    play.do(c.Impose("ada", "heal", Amount(2, 6)), (6, 4), (6, 5))
    healed = play.find(Healed)
    assert (healed.amount, healed.hp) == (4, 17)
    assert explain(play.game, play.state, healed, "en").numbers[0] == (
        "Healing: d6=4 (play:0) + d6=5 (play:1) the referee's decision, ÷2 in ghoul form = 4"
    )
    for each in (*rallied.sums(), *healed.sums()):
        adds_up(each)


@pytest.mark.rule("AE-DYING-08", "AE-RECOVERY-03", "AE-ATK-06")
def test_damage_that_was_not_dealt_after_all_is_not_counted_from_0(play: Play) -> None:
    take_back = strike(
        id="back",
        action="interrupt",
        basic=False,
        trigger="ally_dropped",
        riders=(Rider((magic.Undo(Amount(1, 6, 3)),)),),
    )
    play.begin(foe("orc", strike(damage=Amount(plus=25))), pc("ada", hp=20), pc("bea", sword(), take_back))
    play.engage("ada", "orc").engage("bea", "orc").do(c.Attack("orc", "strike", "ada"), (20, 15))
    assert play.one("ada").hp == -5
    play.do(c.Interrupt("bea", "yes"), (20, 15), (6, 4))
    healed = play.find(Healed)
    assert (healed.amount, healed.hp, play.one("ada").conscious) == (7, 2, True)
    assert why(play, healed) == (
        "Healing: d6=4 (play:1) strike +3 strike = 7",
        "Hit points: -5 hit points +7 healing = 2",
    )


def test_a_feature_that_rides_along_is_named_and_not_its_bearer(play: Play) -> None:
    play.begin(pc("ada"), foe())
    for source in ("ada/wizard-abjuration", "ada/wizard_abjuration"):
        assert play.game.name_of(play.state, source, "en") == load_books().powers["wizard_abjuration"].name.en
    assert play.game.name_of(play.state, "ada/sword", "en") == "sword"
    assert play.game.name_of(play.state, "ada/nothing", "en") == "ada"


@pytest.mark.rule("AE-RECOVERY-02", "AE-ATK-06")
def test_what_heals_as_often_as_recoveries_were_spent_says_so(play: Play) -> None:
    surge = strike(
        id="surge", kind="close", friendly=True, includes_self=True, self_only=True, reach="beside", basic=False,
        riders=(Rider((magic.Surge(Amount(1, 6)),)),),
    )  # fmt: skip
    play.begin(pc("ada", surge, hp=40), foe()).change("ada", hp=10, recoveries=5)
    play.do(c.Attack("ada", "surge", "ada"), (6, 4))
    assert why(play, play.find(Healed))[0] == "Healing: d6=4 (play:0) strike, ×3 recoveries spent already = 12"
    assert play.one("ada").hp == 22


@pytest.mark.rule("AE-TEMPHP-02")
def test_temporary_hit_points_are_held_against_those_left(play: Play) -> None:
    play.begin(pc("ada"), foe()).do(c.Impose("ada", "temp_hp", points=9)).do(c.Impose("ada", "temp_hp", points=4))
    assert why(play, play.find(TempGained)) == ("4 the referee's decision, at least 9 left of those there were = 9",)
    assert play.cites("AE-TEMPHP-02")


@pytest.mark.rule("AE-CRIT-01")
def test_what_kills_on_a_crit_tells_no_more_of_its_hit_points_than_it_must(play: Play) -> None:
    """The hit points of a foe are the referee's: they stand in no part that does not count."""
    zombie = foe("zombie", hp=12, specials=(Special("crit_kills"),))
    play.begin(pc("ada", strike(damage=Amount(plus=20))), zombie, foe("imp")).engage("ada", "zombie")
    play.do(c.Attack("ada", "strike", "zombie"), (20, 20))
    assert [part.amount for part in play.find(DamageDealt).parts] == [20, 0, 2]
    tough = foe("zombie", hp=90, specials=(Special("crit_kills"),))
    other = Play(play.game).begin(pc("ada", strike()), tough, foe("imp")).engage("ada", "zombie")
    other.do(c.Attack("ada", "strike", "zombie"), (20, 20))
    assert why(other, other.find(DamageDealt))[0].endswith("at least 90 a critical hit kills it = 90")
    seat = next(seat for seat in other.game.seats(other.state) if seat.name == "party")
    gained = other.do(c.Impose("imp", "temp_hp", points=7)).find(TempGained)
    shown = shown_to(other.game, other.state, gained, seat)
    assert isinstance(shown, TempGained)
    assert (shown.temp, shown.before, shown.amount) == (None, None, None)
    assert shown.sums() == ()


@pytest.mark.rule("AE-CRIT-01", "AE-FUMBLE-01")
@pytest.mark.parametrize(
    ("face", "ac", "end"),
    [
        (20, 40, "natural 20, which always hits = 25; needs ≥ 40 (Armour Class): success"),
        (20, 12, "natural 20, which always hits = 25; needs ≥ 12 (Armour Class): success"),
        (1, 2, "natural 1, which always misses = 6; needs ≥ 2 (Armour Class): failure"),
    ],
)
def test_the_natural_number_that_decides_is_a_part_of_the_roll(play: Play, face: int, ac: int, end: str) -> None:
    play.begin(pc("ada", strike()), foe(ac=ac, hp=90)).engage("ada", "orc")
    play.do(c.Attack("ada", "strike", "orc"), (20, face))
    assert why(play, play.find(e.AttackRolled))[0].endswith(f"+0 {end}")


@pytest.mark.rule("AE-SAVE-01")
@pytest.mark.parametrize("face", [1, 20])
def test_a_save_that_its_die_decides_says_so(game: Archmage, face: int) -> None:
    play = Play(game).options(save_auto_results=True).begin(pc("ada"), foe())
    play.do(c.Impose("ada", "condition", condition="dazed"))
    play.do(c.EndTurn("ada"), (20, face))
    natural = "natural 20, which always succeeds" if face == 20 else "natural 1, which always fails"
    assert f"+0 {natural} = {face}" in why(play, play.find(e.SaveRolled))[0]


# ---------------------------------------------------------------- the rule cited is the rule applied


def cited(play: Play, event: Event) -> set[str]:
    hold_to_account(play.game, play.state, event)
    return {rule.id for rule in explain(play.game, play.state, event, "en").rules}


@pytest.mark.rule("AE-TWOWEAPON-02")
def test_the_second_roll_of_two_weapons_is_told_as_one(play: Play) -> None:
    play.begin(pc("ada", sword(two_weapons=True), two_weapons=True), foe()).engage("ada", "orc")
    play.do(c.Attack("ada", "sword", "orc"), (20, 2)).do(c.Reroll("ada", "yes"), (20, 5))
    second = play.find(e.AttackRolled)
    assert "AE-TWOWEAPON-02" in cited(play, second)
    assert "rolls again" in explain(play.game, play.state, second, "en").sentence


@pytest.mark.rule("AE-UNARMED-02", "AE-UNARMED-03")
@pytest.mark.parametrize("level", range(1, 11))
def test_the_d3_of_odd_levels_is_cited_where_one_is_thrown(play: Play, level: int) -> None:
    fist = Attack("fist", Named("f", "f"), unarmed=True, ability="str", basic=True)
    play.begin(pc("ada", fist, level=level), foe(ac=2, hp=90)).engage("ada", "orc")
    dice = [*((6, 1),) * (level // 2), *((3, 1),) * (level % 2)]
    rolled = play.do(c.Attack("ada", "fist", "orc"), (20, 15), *dice).find(DamageRolled)
    assert ("AE-UNARMED-03" in cited(play, rolled)) == any(die.sides == 3 for die in rolled.dice)


@pytest.mark.rule("AE-READY-03", "AE-OPP-01")
def test_what_lapses_cites_what_came_before_it(game: Archmage) -> None:
    shot = Play(game).begin(pc("ada", bow()), pc("bea"), foe(hp=2), foe("two")).engage("bea", "orc")
    shot.do(c.Ready("ada", "attack", "attacks", "", "bow")).end().until("orc")
    shot.do(c.Attack("orc", "strike", "bea")).do(c.UseReadied("ada", "yes"), (20, 18), (8, 6))
    assert cited(shot, shot.find(e.AttackLapsed)) == {"AE-READY-03"}
    struck = Play(game).begin(pc("ada", bow(), hp=4), pc("bea"), foe(), foe("two")).engage("ada", "orc")
    struck.do(c.Attack("ada", "bow", "two")).do(c.Opportunity("orc", "yes"), (20, 18))
    assert cited(struck, struck.find(e.AttackLapsed)) == {"AE-OPP-01"}
    walked = Play(game).begin(pc("ada", hp=4), pc("bea"), foe()).engage("ada", "orc")
    walked.do(c.Move("ada", "away")).do(c.Opportunity("orc", "yes"), (20, 18))
    assert cited(walked, walked.find(e.MoveLost)) == {"AE-OPP-01"}


@pytest.mark.rule("AE-OPP-02", "AE-OPP-03", "AE-OPP-04")
@pytest.mark.parametrize(("deed", "rule"), [("walk", "AE-OPP-02"), ("shoot", "AE-OPP-03"), ("cast", "AE-OPP-04")])
def test_the_question_of_an_opportunity_cites_what_gives_it(play: Play, deed: str, rule: str) -> None:
    play.begin(pc("ada", bow(), spell()), foe(), foe("two")).engage("ada", "orc")
    deeds = {
        "walk": c.Move("ada", "away"),
        "shoot": c.Attack("ada", "bow", "two"),
        "cast": c.Attack("ada", "spell", "two"),
    }
    play.do(deeds[deed])
    (question,) = play.state.awaiting
    assert question.rules == ("AE-OPP-01", "AE-ACTION-06", rule)


@pytest.mark.rule("AE-ATK-06")
@pytest.mark.parametrize("race", ["vampire", "troll"])
def test_flesh_grows_back_by_the_number_of_the_stat_block_up_to_the_maximum(game: Archmage, race: str) -> None:
    block = load_books().monsters[race]
    beast = next(special for special in block.specials if special.code == "regenerate")
    play = Play(game).begin(pc("ada"), foe("beast", hp=90, specials=(beast,)))
    play.change("beast", hp=87).end().until("beast")
    healed = next(event for event in play.log if isinstance(event, Healed))
    assert (healed.amount, healed.hp) == (beast.value, 90)
    assert why(play, healed) == (
        f"Healing: {beast.value} regenerates",
        f"Hit points: 87 hit points +{beast.value} healing = {87 + beast.value}; at most 90 maximum = 90",
    )


@pytest.mark.rule("AE-LASTING-01", "AE-LASTING-02")
def test_a_lasting_wound_tells_the_maximum_and_what_it_is_made_of(play: Play) -> None:
    play.options(lasting_wounds=True).begin(pc("ada", hp=30, level=3), pc("bea"), foe())
    play.do(c.Impose("ada", "damage", Amount(plus=32))).do(c.EndBattle("victory"))
    wound = play.find(e.WoundTaken)
    assert (wound.max_hp, explain(play.game, play.state, wound, "en").sentence) == (
        25,
        "Ada has 1 lasting wound, and a maximum of 25 hit points now.",
    )
    assert why(play, wound) == ("Maximum hit points: 30 maximum without wounds -5 lasting wounds = 25",)
    other = next(seat for seat in play.game.seats(play.state) if seat.name not in ("party", "referee", "ada"))
    shown = shown_to(play.game, play.state, wound, other)
    assert shown is None or shown.sums() == () or "ada" in other.controls


def test_a_die_that_draws_a_lot_says_among_whom_or_what(game: Archmage) -> None:
    """Who is at risk of a stray shot, whom the confused attack, which element comes: the faces are named."""

    def why(play: Play, kind: type[Event], language: Any = "it") -> tuple[str, ...]:
        found = play.find(kind)
        return explain(game, play.state, found, language).numbers

    shooting = Play(game).options(stray_shot_target="random").begin(pc("ada", bow()), pc("bea"), pc("cia"), foe())
    shooting.engage("bea", "orc").engage("cia", "orc").do(c.Attack("ada", "bow", "orc"), (20, 1), (2, 2), (20, 5))
    assert why(shooting, e.ShotStrayed) == ("d2=2 (play:1): 1 bea, 2 cia",)
    wild = spell(random_type=("cold", "fire", "lightning"))
    casting = Play(game).begin(pc("ada", wild), foe(pd=60)).do(c.Attack("ada", "spell", "orc"), (3, 2), (20, 5))
    assert why(casting, e.CountRolled) == ("d3=2 (play:0): 1 freddo, 2 fuoco, 3 fulmine",)
    assert why(casting, e.CountRolled, "en") == ("d3=2 (play:0): 1 cold, 2 fire, 3 lightning",)


def told(game: Archmage, play: Play, kind: type[Event]) -> str:
    return tell(game, play.state, play.find(kind), "en")


@pytest.mark.rule("AE-DYING-11", "AE-COUP-01", "AE-TEMPHP-02", "AE-SPIRIT-05", "AE-MEANINGFUL-02", "AE-RESIST-05")
def test_lines_say_what_came_of_it(game: Archmage) -> None:
    """A failed save that does not count, a blow that leaves its victim alive, points that are not new, how long."""
    dying = Play(game).begin(pc("bea"), foe(), pc("ada", hp=30)).do(c.Impose("ada", "damage", Amount(plus=40)))
    dying.change("ada", stable=True, death_fails=2).until("orc").end((20, 2))
    assert told(game, dying, e.DeathSaveFailed) == "Ada is stable: the failed save does not count."
    assert dying.one("ada").death_fails == 2
    began = next(event for event in dying.all(e.TurnBegan) if event.who == "ada")
    assert "AE-ACTION-01" not in began.rules
    struck = Play(game).begin(pc("ada", strike()), foe(hp=100)).engage("ada", "orc")
    struck.do(c.Impose("orc", "condition", condition="helpless")).do(c.CoupDeGrace("ada", "strike", "orc"))
    assert "strikes down" not in told(game, struck, e.CoupStruck)
    safe = Play(game).begin(pc("ada"), foe()).do(c.Impose("ada", "temp_hp", points=8))
    safe.do(c.Impose("ada", "temp_hp", points=5))
    assert told(game, safe, e.TempGained) == "Ada keeps the 8 temporary hp there are: the new ones would be 5."
    gone = Play(game).begin(pc("ada"), pc("bea"), foe()).do(c.Impose("bea", "damage", Amount(plus=90)))
    assert told(game, gone.do(c.FightInSpirit("bea", "ada", "attack")), e.SpiritFought).endswith(" for 1 round.")
    coma = Play(game).options(meaningful_death=True).begin(pc("ada"), pc("bea"), foe())
    coma.do(c.Impose("ada", "damage", Amount(plus=60))).do(c.EndBattle("victory")).do(c.Revive("ada"))
    assert told(game, coma, e.Revived) == "Ada is out of the coma, at 0 hp, and unconscious until healed."
    burnt = Play(game).begin(pc("ada"), foe(resistances={"fire": 16}))
    fire = c.Impose("orc", "damage", Amount(plus=9), damage_type="fire", magical=True, resistible=True)
    burnt.do(fire, (20, 3))
    assert why(burnt, burnt.find(e.ResistRolled)) == ("d20=3 (play:0) = 3; needs ≥ 16 (resistance): half damage",)


def test_every_event_of_a_die_by_itself_says_what_the_die_stood_for(game: Archmage) -> None:
    tied = e.TieRolled(("ada", "bea"), (Die(20, 3), Die(20, 7)))
    slowed = e.RoundBegan(2, 0, held=True, die=Die(2, 1))
    unseen = e.BlindChance("ada", "bea", Die(100, 51), missed=False)
    state = Play(game).begin(pc("ada"), pc("bea"), foe()).state
    said = {event: explain(game, state, event, "en").numbers for event in (tied, slowed, unseen)}
    assert said[tied] == ("ada: d20=3", "bea: d20=7")
    assert said[slowed] == ("d2=1: 1 the escalation die stays, 2 the escalation die rises",)
    assert said[unseen] == ("d100=51 = 51; needs ≤ 50 (to strike at thin air): the target is found",)
