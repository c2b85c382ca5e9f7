"""Everything that lasts × a fight in which its time runs out: it ends then, it is told once, and outside likewise."""

from collections.abc import Iterable
from typing import Any, get_args

import msgspec
import pytest
from tests.rules.infausta.arena import RULES as INFAUSTA
from tests.rules.infausta.camp import Camp as InfaustaCamp
from tests.rules.infausta.camp import Dungeon
from tests.rules.infausta.camp import one as infausta_one
from tests.rules.whitebox.arena import RULES as WHITEBOX
from tests.rules.whitebox.arena import someone
from tests.rules.whitebox.exploring.delve import Delve
from tests.rules.whitebox.people.camp import Camp, draft, found

from arbitro.dice.stream import QuickDice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.seat import REFEREE, REFEREE_ONLY
from arbitro.kernel.sentence import tell
from arbitro.rules.infausta.features.commands import ChangeShape
from arbitro.rules.infausta.features.events import ShapeEnded
from arbitro.rules.whitebox.commands import Declare, EndFight, EndTurn
from arbitro.rules.whitebox.events import Fell, Paralysed
from arbitro.rules.whitebox.exploring.clock import lit
from arbitro.rules.whitebox.exploring.commands import AdvanceClock, KindleLight
from arbitro.rules.whitebox.exploring.events import LightWentOut, Perished
from arbitro.rules.whitebox.ongoing_effects import HELPLESS, OUT_OF_IT, EffectKind, Ongoing
from arbitro.rules.whitebox.people.commands import PartyFight
from arbitro.rules.whitebox.people.events import WoundSuffered
from arbitro.rules.whitebox.powers.durations import begin
from arbitro.rules.whitebox.powers.events import EffectEnded
from arbitro.rules.whitebox.powers.lookups import under
from arbitro.text import LANGUAGES

GAMES: dict[str, Any] = {"whitebox": WHITEBOX, "infausta": INFAUSTA}
KINDS = get_args(EffectKind)
DEADLY = ("doomed", "swallowed")
"""Whose end is the victim's."""
HELD_BY_SOMEBODY = ("gripped",)
"""Whose end is the holder's."""
OTHERWISE = ("confused", "burning")
"""Rolled anew each turn, and counted in rounds of its own: tested with spells and with oil."""


class Table:
    """A party of two, of whom one may stay out of the fight, and a foe who only stands there."""

    def __init__(self, game: str, *, fight: bool = True) -> None:
        self.rules = GAMES[game]
        self.dice = QuickDice(7)
        camp: Any = (
            Camp(draft("berto"), draft("aldo"), death_rule="unconscious_at_zero")
            if game == "whitebox"
            else InfaustaCamp(infausta_one("berto"), infausta_one("aldo"))
        )
        for who in ("berto", "aldo"):
            camp.change(who, hp=40, max_hp=40)
        self.state = camp.state
        if fight:
            self.do(PartyFight((someone("orc", "foes", hp=90, at=200),)))

    def do(self, command: Command) -> list[Event]:
        answer = self.rules.decide(self.state, command, self.dice)
        assert not isinstance(answer, Refusal), (command, answer)
        self.state = answer.state
        for event in answer.events:
            for language in LANGUAGES:
                tell(self.rules, self.state, event, language)
        return list(answer.events)

    def begin(self, who: str, effect: Ongoing) -> None:
        scene = self.rules.scene(self.state, self.dice)
        begin(scene, who, effect)
        self.state = scene.state

    def happens(self, event: Event) -> None:
        self.state = self.rules.evolve(self.state, event)

    def a_round(self) -> list[Event]:
        """Nobody does anything until the round is over."""
        number, told = self.state.fight.round, []
        while self.state.fight.phase != "over" and self.state.fight.round <= number:
            fight = self.state.fight
            idle: Iterable[Command] = [Declare(who, "other") for who in fight.combatants]
            idle = [*idle, *(EndTurn(side) for side in fight.sides)]
            command = next((each for each in idle if self.rules.allows(self.state, each)), None)
            told += self.do(command or self.rules.suggest(self.state, REFEREE))
        return told


def ends(events: Iterable[Event], who: str, kind: str) -> list[EffectEnded]:
    return [event for event in found(list(events), EffectEnded) if (event.who, event.kind) == (who, kind)]


def lasting(kind: str, until: int) -> Ongoing:
    form = {"form": "wolf"} if kind == "changed" else {}
    more = {"ability": "str", "amount": 1} if kind == "weakened" else {}
    return Ongoing(kind=kind, source="spell:sleep", until=until, **form, **more)


@pytest.mark.rule("WB-TIME-03")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in (*DEADLY, *HELD_BY_SOMEBODY, *OTHERWISE)])
def test_in_a_fight_it_ends_with_the_round_that_takes_its_last_minute(game: str, kind: str) -> None:
    table = Table(game)
    table.a_round()
    table.begin("berto", lasting(kind, table.state.minutes + 3))
    if kind in OUT_OF_IT:
        table.happens(Fell("berto", kind))
    for _ in range(2):
        assert not ends(table.a_round(), "berto", kind)
    assert len(ends(table.a_round(), "berto", kind)) == 1
    assert under(table.state, "berto", kind) is None
    berto = table.state.fight.combatants["berto"]
    assert berto.condition == "up"
    assert berto.held_until < table.state.fight.round
    assert not ends(table.a_round(), "berto", kind)


@pytest.mark.rule("WB-TIME-03")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in DEADLY])
def test_outside_and_beside_a_fight_it_ends_in_its_minute_and_is_told(game: str, kind: str) -> None:
    table = Table(game, fight=False)
    table.begin("berto", lasting(kind, table.state.minutes + 3))
    assert not ends(table.do(AdvanceClock(2)), "berto", kind)
    assert len(ends(table.do(AdvanceClock(2)), "berto", kind)) == 1
    assert not ends(table.do(AdvanceClock(60)), "berto", kind)


@pytest.mark.rule("WB-TIME-03")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", HELPLESS)
def test_whoever_lies_beside_the_fight_wakes_in_it(game: str, kind: str) -> None:
    table = Table(game, fight=False)
    table.begin("aldo", lasting(kind, table.state.minutes + 3))
    table.do(PartyFight((someone("orc", "foes", hp=90, at=200),)))
    if "aldo" in table.state.fight.combatants:
        pytest.skip("the helpless are in the fight themselves")
    told = [ends(table.a_round(), "aldo", kind) for _ in range(4)]
    assert sum(map(len, told)) == 1


@pytest.mark.rule("WB-TIME-03")
@pytest.mark.parametrize("game", GAMES)
def test_the_last_minute_of_a_fight_counts(game: str) -> None:
    table = Table(game)
    table.a_round()
    table.begin("berto", lasting("invisible", table.state.minutes + 1))
    told = []
    while table.state.fight.phase == "declare":
        idle = [Declare(who, "other") for who in table.state.fight.combatants]
        idle += [EndTurn(side) for side in table.state.fight.sides]
        told += table.do(next(each for each in idle if table.rules.allows(table.state, each)))
    told += table.do(EndFight(("party", "foes")))
    assert len(ends(told, "berto", "invisible")) == 1


@pytest.mark.rule("WB-SAVE-02")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("condition", ["up", "out", "charmed"])
def test_poison_kills_when_its_time_is_up_awake_or_not(game: str, condition: str) -> None:
    table = Table(game)
    table.a_round()
    table.begin("berto", lasting("doomed", table.state.minutes + 2))
    if condition != "up":
        table.happens(Fell("berto", condition))
    table.a_round()
    assert table.state.fight.combatants["berto"].condition == condition
    table.a_round()
    assert table.state.fight.combatants["berto"].condition == "dead"


@pytest.mark.rule("WB-SAVE-02")
@pytest.mark.parametrize("game", GAMES)
def test_poison_kills_outside_too(game: str) -> None:
    table = Table(game, fight=False)
    table.begin("berto", lasting("doomed", table.state.minutes + 10))
    assert not found(table.do(AdvanceClock(9)), Perished)
    assert found(table.do(AdvanceClock(1)), Perished)
    assert table.state.characters["berto"].health == "dead"


@pytest.mark.rule("WB-TIME-02")
@pytest.mark.parametrize("game", GAMES)
def test_plain_paralysis_is_told_when_it_ends(game: str) -> None:
    table = Table(game)
    table.a_round()
    table.happens(Paralysed("berto", table.state.fight.round + 1))
    assert not ends(table.a_round(), "berto", "held")
    assert len(ends(table.a_round(), "berto", "held")) == 1
    assert not ends(table.a_round(), "berto", "held")


@pytest.mark.rule("WB-TIME-03")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("source", ["spell:sleep", "spell:hold_person"])
def test_of_two_alike_each_has_its_own_time_and_only_the_last_end_is_told(game: str, source: str) -> None:
    table = Table(game)
    table.a_round()
    now = table.state.minutes
    table.begin("berto", Ongoing(kind="held", source="spell:sleep", until=now + 2))
    table.begin("berto", Ongoing(kind="held", source=source, until=now + 4))
    told = [ends(table.a_round(), "berto", "held") for _ in range(5)]
    assert [[event.audience for event in each] for each in told] == [[], [REFEREE_ONLY], [], [""], []]


@pytest.mark.rule("WB-TIME-03")
@pytest.mark.parametrize("fight", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_two_parts_of_one_spell_end_in_one_line(game: str, fight: bool) -> None:
    table = Table(game, fight=fight)
    if fight:
        table.a_round()
    for part in ({"to_hit": 1}, {"damage": 1}):
        table.begin("berto", Ongoing(kind="bonus", source="spell:bless", until=table.state.minutes + 1, **part))
    told = table.a_round() if fight else table.do(AdvanceClock(1))
    assert len(ends(told, "berto", "bonus")) == 1
    assert under(table.state, "berto", "bonus") is None


@pytest.mark.rule("WB-DEATH-05")
@pytest.mark.parametrize("game", GAMES)
def test_whoever_bleeds_beside_a_fight_bleeds_on(game: str) -> None:
    table = Table(game, fight=False)
    hurt = msgspec.structs.replace(table.state.characters["aldo"], hp=0, health="out", bleeding=True, level=9)
    table.state = msgspec.structs.replace(table.state, characters={**table.state.characters, "aldo": hurt})
    table.do(PartyFight((someone("orc", "foes", hp=90, at=200),)))
    assert "aldo" not in table.state.fight.combatants
    table.a_round()
    lost = [found(table.a_round(), WoundSuffered) for _ in range(3)]
    assert [len(each) for each in lost] == [1, 1, 1]


@pytest.mark.rule("IS-SILV-01")
def test_a_shape_ends_in_a_fight_when_its_hours_are_over() -> None:
    table = Table("infausta", fight=False)
    camp = InfaustaCamp(infausta_one("berto", "silvano"), infausta_one("aldo"))
    for who in ("berto", "aldo"):
        camp.change(who, hp=40, max_hp=40)
    camp.do(ChangeShape("berto", "mighty"))
    table.state = camp.state
    table.do(AdvanceClock(24 * 60 - 3))
    table.do(PartyFight((someone("orc", "foes", hp=90, at=200),)))
    own = table.rules.rules.profile_of(table.rules.rules, table.state.characters["berto"], "party").armour
    told = [found(table.a_round(), ShapeEnded) for _ in range(5)]
    assert sum(map(len, told)) == 1
    assert table.state.fight.combatants["berto"].profile.armour == own
    assert not table.state.shapes


@pytest.mark.rule("WB-LIGHT-02", "WB-TIME-03", "IS-LIGHT-01")
@pytest.mark.parametrize("game", GAMES)
def test_a_torch_goes_out_in_the_fight_in_which_its_hour_ends(game: str) -> None:
    table = Table(game, fight=False)
    delve: Any = Delve("berto", "aldo", torches=1) if game == "whitebox" else Dungeon("berto", "aldo", torches=1)
    for who in ("berto", "aldo"):
        delve.change(who, hp=40, max_hp=40)
    torch = next(key for key, item in delve["berto"].items.items() if item.of == "torches_6")
    delve.do(KindleLight("berto", torch))
    light = next(iter(delve.out.lights.values()))
    table.state = msgspec.structs.replace(delve.state, minutes=light.out_at - 3)
    table.do(PartyFight((someone("orc", "foes", hp=90, at=200),)))
    told = [found(table.a_round(), LightWentOut) for _ in range(6)]
    assert sum(map(len, told)) == 1
    assert told[0] == []
    assert not lit(table.rules.at(table.state))
