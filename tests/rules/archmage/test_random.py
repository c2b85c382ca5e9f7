"""Ten thousand random legal decisions: no crash, no rule broken, the log folds to the state."""

from collections.abc import Iterator
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.choice import Choice, Label
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import label_text
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import open_packaged
from arbitro.rules.archmage import Archmage, bestiary
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.characters import make
from arbitro.rules.archmage.damage import line_of_death, uses_dying_rules
from arbitro.rules.archmage.power import Named
from arbitro.rules.archmage.setup import hero, ready_party
from arbitro.rules.archmage.state import FOES, PARTY, State
from arbitro.rules.archmage.state import Side as SideOf
from arbitro.text import LANGUAGES

FIGHTS = ("bridge", "wolves", "crypt", "menagerie", "giants", "dragon")
DECISIONS = 2_500
RARE = {
    "end_battle": 0.002,
    "hold_escalation": 0.03,
    "reset_escalation": 0.03,
    "circumstance": 0.03,
    "free_action": 0.05,
}
RARE |= {"impose": 0.04, "flag": 0.04, "place": 0.1, "reorder": 0.05, "check_skill": 0.05, "check_speed": 0.1}
RARE |= {"reinforce": 0.02, "grant_weapon": 0.1, "withdraw": 0.1, "full_heal_up": 0.1, "quick_rest": 0.5}
RARE |= {"attack": 0.2}  # a hero knows many: they are not to crowd out everything else
RARE |= {"propose_flight": 0.01, "vote_flight": 0.6, "leave": 0.1, "delay": 0.2, "end_turn": 0.5}


def _pick(random: Random, choices: list[Choice]) -> dict[str, object]:
    for _ in range(50):
        choice = random.choice(choices)
        if random.random() <= RARE.get(choice.command, 1.0):
            break
    values: dict[str, object] = {}
    for part in choice.parameters:
        if part.kind == "pick":
            values[part.name] = random.choice(part.picks).value
        else:
            values[part.name] = random.randint(part.minimum or 0, 12) if part.kind == "number" else "…"
    return choice.fill(**values)


def labels(choice: Choice) -> list[Label]:
    """All that a person reads of a choice."""
    return [choice.label, *(pick.label for part in choice.parameters for pick in part.picks)]


def check(game: Archmage, state: State) -> None:
    """What must hold at every moment of a battle."""
    fight = state.fight
    assert fight is not None
    if fight.phase == "over":
        assert not state.awaiting
        assert all(0 <= one.recoveries <= one.recoveries_max for one in state.party.values())
        return
    people = fight.combatants
    assert 0 <= fight.escalation <= fight.top
    assert len(set(fight.order)) == len(fight.order)
    assert bool(state.awaiting) == (fight.asked is not None)
    if not state.awaiting:
        assert fight.current in people, "somebody must be able to go on"
        assert people[fight.current].in_field
    pools: dict[tuple[str, str], set[int]] = {}
    for who, one in people.items():
        assert one.recoveries >= 0
        assert one.temp_hp >= 0
        assert one.profile.special("sprout") or one.hp <= one.max_hp
        for foe in one.engaged:
            assert who in people[foe].engaged
            assert people[foe].side != one.side
        for victim in one.grabbing:
            assert who in people[victim].grabbed_by
            assert victim in one.engaged
        for ally in one.beside:
            assert who in people[ally].beside
        if not one.in_field:
            assert not one.engaged
            assert not one.grabbing
        if uses_dying_rules(state, one):
            assert one.hp > line_of_death(state, one) or one.awareness in ("dead", "coma")
            assert (one.hp > 0) == (one.awareness in ("awake", "asleep")) or one.awareness in (
                "dead",
                "coma",
                "gone",
                "yielded",
            )
            assert one.death_fails < 4 or one.awareness in ("dead", "coma")
        elif one.conscious and one.profile.special("last_stand") is None:
            assert one.hp > 0
        if one.profile.category == "mook" and one.awareness == "awake":
            pools.setdefault((one.side, one.profile.race), set()).add(one.hp)
    assert all(len(hp) == 1 for hp in pools.values()), "mooks share their hit points"


def setups(game: Archmage) -> Iterator[tuple[c.StartBattle, dict[str, object]]]:
    """The ready battles, then parties against every creature in turn, under options that ask more questions."""
    for name in FIGHTS:
        setup = game.read_setup(open_packaged("arbitro.rules.archmage", "fights", f"{name}.yaml"))
        start = setup.start[0]
        assert isinstance(start, c.StartBattle)
        yield start, {}
        yield start, {"going_past": "ask", "stray_shot": "gm_decides", "confused_target": "gm", "pc_grab": True}
        yield (
            start,
            {
                "intercept_eligibility": "declared_blockers",
                "initiative_ties": "roll_off",
                "lasting_wounds": True,
                "situational_weapon_dice": True,
                "energy_source_default": "flag_each",
                "flyers_pass_over": True,
            },
        )
    races = sorted(load_books().monsters, key=lambda race: load_books().monsters[race].level)
    sides = (SideOf(PARTY, Named("a", "a")), SideOf(FOES, Named("b", "b")))
    for number in range(0, len(races), 3):
        together = races[number : number + 3]
        level = max(load_books().monsters[race].level for race in together)
        ready = "level-1" if level <= 2 else "level-5" if level <= 5 else "level-8"
        members = [c.Member(make(load_books(), hero(text), PARTY)) for text in ready_party(ready)]
        for race in together:
            count = (
                3
                if load_books().monsters[race].category == "mook"
                else 2
                if load_books().monsters[race].category == "normal"
                else 1
            )
            members += [
                c.Member(bestiary.creature(load_books(), race, FOES, f"{race}-{which}", which + 1, nastier=True))
                for which in range(count)
            ]
        yield c.StartBattle(sides, tuple(members)), {"meaningful_death": number % 2 == 0, "engage_many": True}


def fresh(start: c.StartBattle) -> c.StartBattle:
    """The same battle with everybody as good as new, whatever became of them before."""
    return replace(start, members=tuple(replace(member, fresh=True) for member in start.members))


@pytest.mark.rule("AE-SEQ-01", "AE-POS-06", "AE-ESC-03", "AE-DYING-07")
def test_random_legal_decisions(game: Archmage) -> None:
    decide_at_random(game, DECISIONS // 2, Random(25))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_ten_thousand_random_legal_decisions(game: Archmage, seed: int) -> None:
    decide_at_random(game, 4 * DECISIONS, Random(seed))


def rest_at_random(table: Table[State], random: Random) -> set[str]:
    """The kinds of a few decisions between battles, once the referee has ended this one, where that is possible."""
    used: set[str] = set()
    for _ in range(4):
        choices = list(table.choices(REFEREE))
        if table.state.fight is not None and table.state.fight.phase != "over":
            choices = [choice for choice in choices if choice.command == "end_battle"]
        if not choices:
            break
        command = table.ruleset.command(_pick(random, choices))
        entry = table.submit(command, REFEREE)
        assert not isinstance(entry, Refusal), (command, entry)
        used.add(type(command).__name__)
    return used


def decide_at_random(game: Archmage, decisions: int, random: Random) -> None:
    """Only decisions drawn at random are counted; one in six is the automatic player's, so that battles go on."""
    made = 0
    asked: set[str] = set()
    used: set[str] = set()
    battles = list(setups(game))
    share = -(-decisions // len(battles))
    for number, (start, options) in enumerate(battles):
        table: Table[State] = Table.open(game, "t", seed_from_text(f"random {number}"), dict(options))
        assert not isinstance(table.submit(start, REFEREE), Refusal)
        drawn = 0
        while drawn < share:
            state = table.state
            check(game, state)
            if game.finished(state):
                entry = table.submit(fresh(start), REFEREE)
                assert not isinstance(entry, Refusal), entry
                continue
            asked |= {question.kind for question in state.awaiting}
            choices = list(game.choices(state, REFEREE))
            if random.random() < 0.02:
                for choice in choices:
                    assert all(
                        label_text(game, state, label, language) for label in labels(choice) for language in LANGUAGES
                    )
                    for filling in choice.fillings():
                        assert game.allows(state, game.command(filling)), filling
            suggested = game.suggest(state, REFEREE) if random.random() < 1 / 6 else None
            command = suggested or game.command(_pick(random, choices))
            entry = table.submit(command, REFEREE)
            assert not isinstance(entry, Refusal), (command, entry)
            used.add(type(command).__name__)
            drawn += suggested is None
        made += drawn
        used |= rest_at_random(table, random)
        again = Table.restore(game, table.records(), None)
        assert msgspec.json.encode(again.state) == msgspec.json.encode(table.state)
    assert made >= decisions
    assert {"opportunity", "intercept", "readied", "delayed", "flexible", "interrupt"} <= asked
    assert {"Attack", "Move", "Disengage", "Rally", "Ready", "Delay"} <= used
    assert {"Impose", "Place", "Reorder", "GrantWeapon", "CheckSkill", "CheckSpeed", "Reinforce", "Flag"} <= used
    assert {"UseRecovery", "QuickRest"} <= used
