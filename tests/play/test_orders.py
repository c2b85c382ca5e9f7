"""Orders to everybody in a fight: in all four games, alone and inside a campaign, what they do and where they stop."""

from typing import Any

import pytest
from benchmarks.clicks import A_ROUND, FIGHT_SEEDS, FIGHTS, PARTIES, plain_fight
from msgspec.structs import replace

from arbitro.dice.stream import QuickDice, seed_from_text
from arbitro.kernel.aim import Course, Halt
from arbitro.kernel.command import Command
from arbitro.kernel.driving import Hand, goes_on
from arbitro.kernel.log import Entry
from arbitro.kernel.orders import AGAIN, BEST, HOLD, STRIKE, is_order
from arbitro.kernel.pursuit import Pursuit, pursue, pursue_on
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.sentence import label_text
from arbitro.kernel.state import Question
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import Document, open_packaged
from arbitro.play import commands as c
from arbitro.play import find_campaign
from arbitro.play.players.plain import Plain
from arbitro.play.players.turn import carry_out, next_turn, players_seat
from arbitro.rules import find_ruleset
from arbitro.rules.archmage import commands as ae
from arbitro.rules.archmage.game import Archmage
from arbitro.rules.daggerheart import commands as dh
from arbitro.rules.infausta.events import ActionWasted
from arbitro.rules.infausta.features.events import SongBegan
from arbitro.rules.whitebox import commands as wb
from arbitro.rules.whitebox.basics import able, members
from arbitro.rules.whitebox.declared import each_declared
from arbitro.rules.whitebox.events import BlowHeld
from arbitro.text import LANGUAGES

GAMES = tuple(FIGHTS)
PLAIN = {
    "whitebox": {"attack", "close", "end_turn", "hold_back", "declare", "declare_together"},
    "infausta": {"attack", "close", "end_turn", "hold_back", "declare", "declare_together"},
    "archmage": {"attack", "move", "end_turn"},
    "daggerheart": {"attack", "move", "roll", "look_to_gm", "answer_power"},
}
"""What an order may do, by game: nothing that is spent."""
RATS = """
game: infausta
title: {it: "Contro i ratti", en: "Against rats"}
distance: 10
sides:
  party: {name: {it: I viandanti, en: The wayfarers}, light: true, party: wayfarers}
  rats: {name: {it: I ratti, en: The rats}, monsters: [{monster: rat_giant, count: 8}]}
"""
WEREWOLVES = """
game: infausta
title: {it: "Contro i lupi mannari", en: "Against werewolves"}
distance: 10
sides:
  party:
    name: {it: "La compagnia", en: "The party"}
    members:
      - {id: ada, name: Ada, class: champion, level: 3, hp: 60, armour: 19, weapons: [{name: fist, damage: 1d6}]}
      - {id: ugo, name: Ugo, class: champion, level: 3, hp: 60, armour: 19, weapons: [{name: fist, damage: 1d6}]}
  wolves:
    name: {it: "I lupi mannari", en: "The werewolves"}
    monsters:
      - {monster: werewolf, count: 3}
"""


class Bout:
    """A ready fight in which one seat gives orders."""

    def __init__(self, game: str, seed: str = "orders", fight: str = "", **options: Any) -> None:
        self.game = find_ruleset(game)
        wanted = fight or FIGHTS[game]
        ready = "\n" not in wanted
        text = open_packaged(self.game.package, "fights", f"{wanted}.yaml") if ready else Document("plain", wanted)
        setup = self.game.read_setup(text)
        self.table: Table[Any] = Table.open(self.game, "orders", seed_from_text(seed), {**setup.options, **options})
        for command in setup.start:
            self.table.submit(command, REFEREE)
        self.seat: Seat = self.game.seats(self.table.state)[0]
        self.given: list[Entry[Any, Any]] = []

    @property
    def state(self) -> Any:
        return self.table.state

    def hands(self, owner: str) -> Hand:
        return "person" if self.seat.may_act_for(owner) else "program"

    def to_our_turn(self) -> bool:
        """Let the program play until the seat may give an order, answering what it is asked; False at the end."""
        while not self.game.finished(self.state):
            following = goes_on(self.game, self.state, self.hands)
            if following.by_itself is not None:
                self.table.submit(following.by_itself, REFEREE)
            elif any(aim.id == HOLD for aim in self.game.aims(self.state, self.seat)):
                return True
            else:
                wished = self.game.suggest(self.state, self.seat) or following.command
                if wished is None:
                    return False
                self.table.submit(wished, self.seat)
        return False

    def aims(self) -> list[str]:
        return [aim.id for aim in self.game.aims(self.state, self.seat)]

    def order(self, aim: str) -> Halt:
        return pursue(self.table, self.seat, aim, self.hands, watch=self._watch)

    def _watch(self, entry: Entry[Any, Any]) -> None:
        if entry.by == self.seat.name:
            self.given.append(entry)


def tag(command: Command) -> str:
    return str(type(command).__struct_config__.tag)


# -------------------------------------------------------------------- in every game


@pytest.mark.parametrize("game", GAMES)
def test_a_plain_fight_takes_few_clicks(game: str) -> None:
    found = [plain_fight(game, seed, by_orders=True) for seed in FIGHT_SEEDS[:5]]
    assert sum(each.clicks for each in found) <= A_ROUND * sum(each.rounds for each in found)


@pytest.mark.parametrize("game", GAMES)
def test_whoever_lets_all_do_their_best_needs_few_clicks_every_question_counted(game: str) -> None:
    found = [plain_fight(game, seed, by_orders=True, orders=(BEST, STRIKE)) for seed in FIGHT_SEEDS[:5]]
    assert sum(each.clicks + each.powers for each in found) <= A_ROUND * sum(each.rounds for each in found)


def test_in_archmage_all_may_do_their_best_and_questions_are_answered_on_the_way() -> None:
    bout = Bout("archmage")
    assert bout.to_our_turn()
    assert BEST in bout.aims()
    for _ in range(30):
        if not bout.to_our_turn():
            break
        bout.order(BEST)
    tags = {tag(entry.command) for entry in bout.given}
    assert tags - PLAIN["archmage"], "it spends what plain orders keep"
    bout = Bout("archmage")
    assert bout.to_our_turn()
    asked = replace(bout.state, awaiting=(Question("flight", min(bout.seat.controls), {}, ()),))
    assert BEST not in {aim.id for aim in bout.game.aims(asked, bout.seat)}, "whether to flee is for a person"


@pytest.mark.parametrize("game", GAMES)
def test_orders_spend_nothing_and_say_why_they_stop(game: str) -> None:
    bout = Bout(game)
    kinds: set[str] = set()
    orders = (STRIKE, AGAIN, STRIKE, HOLD)
    for number in range(40):
        if not bout.to_our_turn():
            break
        offered = bout.aims()
        assert HOLD in offered
        foes = [aim for aim in offered if aim.startswith(f"{STRIKE}/")]
        wanted = orders[number % len(orders)]
        if number % 5 == 4 and foes:
            wanted = foes[-1]
        if wanted not in offered:
            wanted = HOLD
        halted = bout.order(wanted)
        kinds.add(halted.reason.key)
        for language in LANGUAGES:
            said = label_text(bout.game, bout.state, halted.reason, language)
            assert "{" not in said
            assert not said.startswith("halt.")
    assert bout.given
    assert {tag(entry.command) for entry in bout.given} <= PLAIN[game]
    assert not [entry for entry in bout.given if isinstance(entry.command, dh.AnswerPower) and entry.command.use]
    assert len(kinds) > 1
    assert all(entry.by == bout.seat.name for entry in bout.given)  # ordinary entries of the player's own


@pytest.mark.parametrize("game", GAMES)
def test_an_order_is_a_pure_function_of_what_the_seat_may_do(game: str) -> None:
    bout = Bout(game)
    assert bout.to_our_turn()
    for aim in bout.aims():
        first = bout.game.pursue(bout.state, bout.seat, aim, Course(bout.state))
        assert first == bout.game.pursue(bout.state, bout.seat, aim, Course(bout.state))
        assert isinstance(first, Command)
        assert bout.game.allows(bout.state, first)
        assert bout.seat.may_act_for(bout.game.owner(bout.state, first))
        for other in (SPECTATOR, REFEREE):
            assert isinstance(bout.game.pursue(bout.state, other, aim, Course(bout.state)), Halt)
            assert not list(bout.game.aims(bout.state, other))


@pytest.mark.parametrize("game", GAMES)
def test_an_order_is_for_ones_own_people_only(game: str) -> None:
    bout = Bout(game)
    assert bout.to_our_turn()
    one = next(who for who in sorted(bout.seat.controls) if who not in ("party", "seat:party"))
    alone = replace(bout.seat, name=one, controls=frozenset({one}))
    for _ in range(8):
        step = bout.game.pursue(bout.state, alone, STRIKE, Course(bout.state))
        if isinstance(step, Command):
            assert bout.game.owner(bout.state, step) == one


@pytest.mark.parametrize("game", GAMES)
def test_in_a_campaign_the_same_orders_are_given(game: str) -> None:
    campaign = find_campaign(game)
    table: Table[Any] = Table.open(campaign, "orders", seed_from_text("b"))
    table.submit(c.Gather(PARTIES[game]), REFEREE)
    player = Plain(campaign, QuickDice(1))

    def hands(owner: str) -> Hand:
        return "person" if seat.may_act_for(owner) else "program"

    for _ in range(600):
        seat = players_seat(campaign, table.state)
        offered = [aim.id for aim in campaign.aims(table.state, seat)]
        if STRIKE in offered:
            break
        turn = next_turn(campaign, table.state, player)
        assert turn is not None
        carry_out(table, turn, player)
    assert not any(not is_order(aim) for aim in offered)
    seen: list[Entry[Any, Any]] = []
    halted = pursue(table, seat, STRIKE, hands, watch=seen.append)
    given = [entry for entry in seen if entry.by == seat.name]
    assert given
    assert {tag(entry.command) for entry in given} <= PLAIN[game]
    assert label_text(campaign, table.state, halted.reason, "it")


# -------------------------------------------------------------------- where it stops


def test_it_stops_when_one_of_ours_falls_or_is_badly_hurt() -> None:
    seen: set[str] = set()
    for number in range(6):
        bout = Bout("whitebox", f"falls/{number}")
        while bout.to_our_turn():
            before = bout.state.fight.combatants
            halted = bout.order(STRIKE)
            now = bout.state.fight.combatants
            fallen = [who for who in bout.seat.controls & now.keys() if before[who].condition != now[who].condition]
            key = halted.reason.key.removeprefix("halt.")
            seen.add(key)
            if fallen and not bout.game.finished(bout.state):
                assert key == "fell"
                assert halted.reason.values["who"] in {f"@{who}" for who in fallen}
    assert {"fell", "hurt", "round_over", "fight_over"} <= seen


def test_the_same_blow_is_struck_again_and_only_at_the_same_foe() -> None:
    bout = Bout("whitebox", "again/4")
    assert bout.to_our_turn()
    assert AGAIN not in bout.aims()  # nothing to repeat yet
    bout.order(STRIKE)
    struck = {entry.command.who: entry.command for entry in bout.given if type(entry.command) is wb.Attack}
    assert bout.to_our_turn()
    bout.given.clear()
    halted = bout.order(AGAIN)
    again = [entry.command for entry in bout.given if type(entry.command) is wb.Attack]
    assert again or halted.reason.key == "halt.target_gone"
    assert all(blow == struck[blow.who] for blow in again)


def test_a_foe_who_is_named_is_struck_by_all_until_it_is_gone() -> None:
    bout = Bout("whitebox", "one foe")
    assert bout.to_our_turn()
    named = [aim for aim in bout.aims() if aim.startswith(f"{STRIKE}/")]
    foe = named[-1].partition("/")[2]
    bout.order(named[-1])
    blows = [entry.command for entry in bout.given if type(entry.command) is wb.Attack]
    assert blows
    down = bout.state.fight.combatants[foe].condition != "up"
    assert all(blow.target == foe for blow in blows) or down


@pytest.mark.parametrize("order", [STRIKE, BEST])
def test_where_all_strike_at_once_nobody_strikes_whom_the_others_will_fell(order: str) -> None:
    bout = Bout("whitebox", "at once/5")  # both sides throw the same initiative
    assert bout.to_our_turn()
    bout.order(order)
    coming: dict[str, int] = {}
    for entry in bout.given:
        if type(entry.command) is wb.Attack:
            assert coming.get(entry.command.target, 0) < 4, "an orc of one hit die"
        for event in entry.events:
            if isinstance(event, BlowHeld):
                coming[event.target] = coming.get(event.target, 0) + event.blow.amount
    assert max(coming.values()) >= 4


def test_nobody_declares_blows_and_then_gives_them_up() -> None:
    """Whoever is known to be proof against all that a party has is run from, its like too, and at once."""
    bout = Bout("infausta", "in vain", fight=WEREWOLVES)
    for _ in range(12):
        if not bout.to_our_turn():
            break
        bout.order(BEST)
    assert any(type(entry.command) is wb.Run for entry in bout.given)
    wasted = [event for entry in bout.given for event in entry.events if isinstance(event, ActionWasted)]
    assert not wasted


def test_foes_who_sleep_are_dealt_with_by_one_order_each_of_them_by_another() -> None:
    bout = Bout("infausta", "sleep/3", fight=RATS)
    for _ in range(6):
        assert bout.to_our_turn()
        if all(not able(bout.state.fight, one) for one in members(bout.state.fight, "rats")):
            break
        bout.order(BEST)
    asleep = {one.id for one in members(bout.state.fight, "rats")}
    begun = bout.state.fight.round
    assert len(asleep) > 1
    bout.given.clear()
    bout.order(BEST)
    assert bout.state.fight.round > begun + 1, "one press for as many rounds as nobody of them wakes"
    struck = [entry.command.target for entry in bout.given if type(entry.command) is wb.Attack]
    assert len(set(struck[:2])) == 2


def test_a_bard_who_sings_on_declares_no_blow_that_is_lost() -> None:
    bout = Bout("infausta", "sleep/1", fight=RATS)
    for _ in range(4):
        if bout.to_our_turn():
            bout.order(BEST)
    singing = {event.who for entry in bout.given for event in entry.events if isinstance(event, SongBegan)}
    assert singing
    wasted = [event for entry in bout.given for event in entry.events if isinstance(event, ActionWasted)]
    assert not [event for event in wasted if event.who in singing]


def test_declarations_and_blows_are_one_order() -> None:
    bout = Bout("infausta", "declared/1")
    assert bout.to_our_turn()
    assert bout.state.fight.phase == "declare"
    halted = bout.order(STRIKE)
    (together,) = [entry.command for entry in bout.given if type(entry.command) is wb.DeclareTogether]
    said = each_declared(together)
    assert {command.kind for command in said} <= {"melee", "missile"}
    assert halted.reason.key == "halt.undeclared"  # who has a spell left is not sent into the melee
    assert halted.reason.values["who"] == "@ofelia"
    lines = bout.game.intents(bout.state, bout.seat, "en")
    assert len(lines) == len(said) == 3
    assert any(line.startswith("Brando: shoot at") for line in lines), lines
    bout.order(HOLD)
    kinds = [command.kind for entry in bout.given if isinstance(command := entry.command, wb.Declare)]
    assert kinds[-1] == "other"
    struck = {command.who for entry in bout.given if isinstance(command := entry.command, wb.Attack)}
    assert struck & {command.who for command in said}  # who had declared a blow before the others held strikes it


def test_a_blow_that_was_declared_is_struck_by_the_same_again() -> None:
    """Whoever has nothing of last round to repeat does not waste what they declared for this one."""
    bout = Bout("infausta", "declared/1")
    assert bout.to_our_turn()
    bout.order(STRIKE)
    (together,) = [entry.command for entry in bout.given if type(entry.command) is wb.DeclareTogether]
    for command in (wb.Declare("ofelia", "other"), wb.EndTurn("party")):
        assert isinstance(bout.table.submit(command, bout.seat), Entry)
    assert bout.to_our_turn()
    assert bout.state.fight.phase != "declare"
    bout.given.clear()
    bout.order(AGAIN)
    struck = {command.who for entry in bout.given if isinstance(command := entry.command, wb.Attack)}
    assert struck & {command.who for command in each_declared(together)}


def test_what_foes_intend_is_told_to_no_player() -> None:
    bout = Bout("infausta", "declared")
    assert bout.to_our_turn()
    bout.order(STRIKE)
    bout.order(HOLD)
    foes = Seat("goblins", "player", frozenset({"goblins", "chief"}))
    for _ in range(30):
        ours = bout.game.intents(bout.state, bout.seat, "en")
        assert not any(line.lower().startswith(("goblin", "the goblin", "chief")) for line in ours)
        if len(bout.game.intents(bout.state, foes, "en")) > len(ours):
            return
        following = goes_on(bout.game, bout.state, lambda _: "program")
        assert following.command is not None
        bout.table.submit(following.command, REFEREE)
    raise AssertionError("no goblin ever declared anything")


def test_a_spell_that_is_ready_is_left_to_the_player() -> None:
    bout = Bout("infausta", "spell")
    assert bout.to_our_turn()
    bolt = bout.state.fight.combatants["ofelia"].profile.spells[0].id
    foe = next(who for who in bout.state.fight.combatants if who.startswith("goblin"))
    bout.table.submit(wb.Declare("ofelia", "cast", foe, bolt), bout.seat)
    halted = bout.order(STRIKE)
    for _ in range(5):
        if halted.reason.key == "halt.spell_ready":
            break
        assert bout.to_our_turn()
        halted = bout.order(STRIKE)
    assert halted.reason.values["who"] == "@ofelia"
    assert bout.state.fight.combatants["ofelia"].cast == ()


def test_what_is_limited_is_never_used() -> None:
    bout = Bout("archmage", "limited")
    while bout.to_our_turn():
        bout.order(STRIKE)
    game = bout.game
    assert isinstance(game, Archmage)
    fight = bout.state.fight
    for entry in bout.given:
        if type(entry.command) is ae.Attack:
            one = fight.combatants[entry.command.who]
            assert one.profile.known(entry.command.attack).usage == "at_will"


@pytest.mark.parametrize("game", ["archmage", "daggerheart"])
def test_an_order_waits_for_an_answer_and_goes_on(game: str) -> None:
    for number in range(12):
        bout = Bout(game, f"asked/{number}")
        while bout.to_our_turn():
            order: Pursuit[Any] = Pursuit(bout.game, bout.state, bout.seat, STRIKE)
            halted = pursue_on(bout.table, bout.seat, order, bout.hands)
            if halted.reason.key != "halt.asked":
                assert not order.waits
                continue
            assert order.waits
            steps = order.steps
            while bout.state.awaiting and goes_on(bout.game, bout.state, bout.hands).by_itself is None:
                answer = bout.game.suggest(bout.state, bout.seat)
                assert answer is not None
                bout.table.submit(answer, bout.seat)
            pursue_on(bout.table, bout.seat, order, bout.hands)
            if order.steps > steps:
                return
    raise AssertionError("no order ever went on")


def test_a_game_without_a_fight_has_no_orders() -> None:
    game: Ruleset[Any] = find_ruleset("archmage")
    state = game.initial()
    seat = Seat("party", "player", frozenset({"party"}))
    assert not list(game.aims(state, seat))
    halted = game.pursue(state, seat, STRIKE, Course(state))
    assert isinstance(halted, Halt)
    assert halted.reason.key == "halt.gone"
