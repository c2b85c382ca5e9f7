"""Clicks: what a person presses for an expedition, with aims and without.

The automatic player sits at the controls of a table. Whenever it is asked, it presses what begins with the command
that it would give: an aim where one does, the single command otherwise. What it presses is counted against the
commands of the party in the log that comes of it, each of which is a click (or more) for who has no aims. An
expedition is all of it, from town to town; its walk is what lies between fights.

A plain fight is fought twice by somebody who plays a party of four: once command by command, as the automatic player
would, and once by orders to everybody ("all strike"), answering whatever is asked in between.
"""

from typing import Any, Final

from benchmarks.common import Report
from msgspec import Struct

from arbitro.dice.stream import QuickDice, seed_from_text
from arbitro.kernel.aim import Aim, Course
from arbitro.kernel.driving import Hand, goes_on
from arbitro.kernel.log import Entry
from arbitro.kernel.orders import BEST, STRIKE, is_order
from arbitro.kernel.pursuit import Pursuit, pursue_on
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import Document, open_packaged
from arbitro.play import find_campaign
from arbitro.play.campaign import Campaign
from arbitro.play.commands import Gather
from arbitro.play.guide import mourning
from arbitro.play.players.plain import Plain
from arbitro.play.players.prudent import Prudent
from arbitro.play.players.turn import NOBODY_YET, Turn, carry_out, players_seat
from arbitro.play.state import CampaignState
from arbitro.rules import find_ruleset

A_THIRD: Final = 1 / 3
PARTIES: Final = {
    "whitebox": "ready:veterans",
    "infausta": "ready:wayfarers",
    "archmage": "ready:level-5",
    "daggerheart": "ready:crossroads",
}
SEEDS: Final = ("veterans/1", "veterans/2", "veterans/3")
FOUR: Final = """
game: daggerheart
title: {it: "Quattro contro i banditi", en: "Four against bandits"}
party: [berta, corvo, lucilla, oreste]
distance: 30
tension: minor
foes:
  - {improvise: 1, name: {it: Bandito, en: Bandit}, count: 3, patterns: [momentum]}
  - {improvise: 1, name: {it: Capobanda, en: Bandit Boss}, type: bruiser, patterns: [heavy_hitter, team_up]}
"""
FIGHTS: Final = {"whitebox": "orcs", "infausta": "goblins", "archmage": "bridge", "daggerheart": FOUR}
"""A plain fight of each game, of a party of four (of five in the game of the archmage): a ready one, or its text."""
A_ROUND: Final = 4
"""Clicks for a round of a plain fight, at most, for a party of four."""
FIGHT_SEEDS: Final = tuple(f"plain/{number}" for number in range(1, 11))
MOST: Final = 1500
"""Commands after which an expedition is broken off."""


class Clicks(Struct):
    """What was pressed, and how many commands of the party came of it, on the walk and in all."""

    walk: int = 0
    walk_commands: int = 0
    all: int = 0
    all_commands: int = 0

    def count(self, clicks: int, commands: int, *, walking: bool) -> None:
        """Add some."""
        self.all += clicks
        self.all_commands += commands
        if walking:
            self.walk += clicks
            self.walk_commands += commands


def expedition(game: str, seed: str, kind: type[Plain | Prudent] = Prudent, most: int = MOST) -> Clicks:
    """One expedition from town to town."""
    campaign = find_campaign(game)
    table: Table[Any] = Table.open(campaign, "clicks", seed_from_text(seed))
    table.submit(Gather(PARTIES[game]), REFEREE)
    player, counted = kind(campaign, QuickDice(1)), Clicks()
    set_out, order = False, None
    while counted.all_commands < most and not campaign.finished(table.state):
        state = table.state
        set_out = set_out or state.stage != "town"
        if set_out and state.stage == "town":
            break
        seat = NOBODY_YET if state.stage == "gathering" else players_seat(campaign, state)

        def hands(owner: str, seat: Any = seat) -> Hand:
            return "person" if seat.may_act_for(owner) else "program"

        following = goes_on(campaign, state, hands)
        if following.by_itself is not None:
            carry_out(table, Turn(REFEREE, following.by_itself), player)
            continue
        own: list[Entry[Any, Any]] = []

        def watch(entry: Entry[Any, Any], own: Any = own, seat: Any = seat) -> None:
            if entry.by == seat.name:
                own.append(entry)
            player.notice(table.state, entry.events)

        if order is not None and order.waits and not state.awaiting:
            pursue_on(table, seat, order, hands, watch=watch)  # what was asked is answered: no click
            counted.count(0, len(own), walking=False)
            order = order if own else None
            continue
        wished = player.choose(state, seat) or following.command or campaign.suggest(state, REFEREE)
        if wished is None:
            break
        walking = state.stage in ("road", "dungeon") and not campaign.side.meetings.busy(state)
        aim = _aim_for(campaign, state, seat, wished, weary=_weary(player, state))
        if aim is None:
            carry_out(table, Turn(seat, wished), player)
            counted.count(1 + wished.for_good, 1, walking=walking)  # what ends something is asked once
            continue
        pursuit = Pursuit(campaign, state, seat, aim.id)
        pursue_on(table, seat, pursuit, hands, watch=watch)
        order = pursuit if is_order(aim.id) else order
        counted.count(1, len(own), walking=walking or state.stage == "town")
    return counted


class Rounds(Struct):
    """What was pressed in a fight, in how many rounds."""

    clicks: int = 0
    rounds: float = 0
    powers: int = 0
    """Answers to whether a power wards a blow off, or goes with one: counted apart, as they are no plain fighting."""


def plain_fight(
    game: str, seed: str, *, by_orders: bool, name: str = "", orders: tuple[str, ...] = (STRIKE,)
) -> Rounds:
    """One fight to its end, by orders or command by command; one person plays the party and nobody else.

    Of `orders`, the first that is offered is given; whatever else is asked is answered by a click of its own.
    """
    ruleset = find_ruleset(game)
    wanted = name or FIGHTS[game]
    plain = "\n" in wanted
    text = Document("plain", wanted) if plain else open_packaged(ruleset.package, "fights", f"{wanted}.yaml")
    setup = ruleset.read_setup(text)
    table: Table[Any] = Table.open(ruleset, "clicks", seed_from_text(seed), setup.options)
    for command in setup.start:
        table.submit(command, REFEREE)
    seat = ruleset.seats(table.state)[0]

    def hands(owner: str) -> Hand:
        return "person" if seat.may_act_for(owner) else "program"

    counted, order, before = Rounds(), None, table.state
    while not ruleset.finished(table.state) and _fighting(table.state) and counted.clicks < MOST:
        counted.rounds += _rounds_between(before, table.state)
        before = table.state
        following = goes_on(ruleset, table.state, hands)
        if following.by_itself is not None:
            table.submit(following.by_itself, REFEREE)
            continue
        if order is not None and order.waits and not table.state.awaiting:
            pursue_on(table, seat, order, hands)  # what was asked is answered: no click
            continue
        if any(question.kind == "power" for question in table.state.awaiting):
            counted.powers += 1
        else:
            counted.clicks += 1
        offered = {aim.id for aim in ruleset.aims(table.state, seat)} if by_orders else set()
        given = next((one for one in orders if one in offered), "")
        if given:
            order = Pursuit(ruleset, table.state, seat, given)
            pursue_on(table, seat, order, hands)
            continue
        wished = ruleset.suggest(table.state, seat) or following.command
        if wished is None:
            break
        table.submit(wished, seat)
    return counted


def _fighting(state: Any) -> bool:
    """Whether the fight goes on; a rest after it is none of it."""
    return hasattr(state, "scene") or state.fight.phase != "over"


def _rounds_between(before: Any, now: Any) -> float:
    """Rounds that have begun; where a game has none, a roll is the part of one that falls to each who is up."""
    if not hasattr(now, "scene"):
        return float(now.fight.round - before.fight.round)
    up = sum(1 for hero in before.party.values() if hero.status == "up")
    return float(now.scene.rolls - before.scene.rolls) / max(up, 1)


def _aim_for(campaign: Campaign, state: CampaignState, seat: Any, wished: Any, *, weary: bool) -> Aim | None:
    """The aim that begins with a command; for who has had enough, only one that leads nowhere new.

    To do one's best comes before other orders: all that comes of it is what the automatic player would do.
    """
    offered = sorted(campaign.aims(state, seat), key=lambda aim: aim.id != BEST)
    weary = weary and any(aim.id == "home" for aim in offered)
    for aim in offered:
        onward = aim.id == "explore" or aim.id.startswith("take/")
        if (weary and onward) or (not weary and aim.id == "home"):
            continue
        if campaign.pursue(state, seat, aim.id, Course(state)) == wished:
            return aim
    return None


def _weary(player: Plain | Prudent, state: CampaignState) -> bool:
    if isinstance(player, Prudent):
        return not player.habits.fit_to_go_on(state)
    return bool(player.campaign.side.wishes.weary(state)) or mourning(state)


def main() -> None:
    report = Report("Clicks for an expedition: aims against single commands (clicks over clicks)")
    for game in PARTIES:
        found = [expedition(game, seed, kind) for seed in SEEDS for kind in (Prudent, Plain)]
        walk = (float(sum(one.walk for one in found)), float(sum(one.walk_commands for one in found)))
        whole = (float(sum(one.all for one in found)), float(sum(one.all_commands for one in found)))
        report.times(f"{game}: the walk", [walk], ceiling=A_THIRD)
        report.times(f"{game}: all of it, fights and shops too", [whole], ceiling=A_THIRD)
    report = report_of_fights(report)
    report.close()


def report_of_fights(report: Report) -> Report:
    """Clicks a round, before and after."""
    for game in FIGHTS:
        by_orders = [plain_fight(game, seed, by_orders=True) for seed in FIGHT_SEEDS]
        by_hand = [plain_fight(game, seed, by_orders=False) for seed in FIGHT_SEEDS]
        one, other = _per_round(by_orders), _per_round(by_hand)
        report.times(
            f"{game}: a round of a plain fight by orders, {one:.1f} clicks; by hand {other:.1f}; "
            f"powers asked about in all {sum(each.powers for each in by_orders)} times",
            [(one, 1.0)],
            ceiling=A_ROUND,
        )
        best = [plain_fight(game, seed, by_orders=True, orders=(BEST, STRIKE)) for seed in FIGHT_SEEDS]
        all_of_it = sum(each.clicks + each.powers for each in best) / sum(each.rounds for each in best)
        told = f"{game}: a round by doing one's best, every question counted"
        report.times(told, [(all_of_it, 1.0)], ceiling=A_ROUND)
    return report


def _per_round(found: list[Rounds]) -> float:
    return sum(each.clicks for each in found) / sum(each.rounds for each in found)
