"""Clicks: what a person presses for an expedition, with aims and without.

The automatic player sits at the controls of a table. Whenever it is asked, it presses what begins with the command
that it would give: an aim where one does, the single command otherwise. What it presses is counted against the
commands of the party in the log that comes of it, each of which is a click (or more) for who has no aims. An
expedition is all of it, from town to town; its walk is what lies between fights.
"""

from typing import Any, Final

from benchmarks.common import Report
from msgspec import Struct

from arbitro.dice.stream import QuickDice, seed_from_text
from arbitro.kernel.aim import Aim, Course
from arbitro.kernel.driving import Hand, goes_on
from arbitro.kernel.log import Entry
from arbitro.kernel.pursuit import pursue
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.play import find_campaign
from arbitro.play.campaign import Campaign
from arbitro.play.commands import Gather
from arbitro.play.guide import mourning
from arbitro.play.players.plain import Plain
from arbitro.play.players.prudent import Prudent
from arbitro.play.players.turn import NOBODY_YET, Turn, carry_out, players_seat
from arbitro.play.state import CampaignState

A_THIRD: Final = 1 / 3
PARTIES: Final = {
    "whitebox": "ready:veterans",
    "infausta": "ready:wayfarers",
    "archmage": "ready:level-5",
    "daggerheart": "ready:crossroads",
}
SEEDS: Final = ("veterans/1", "veterans/2", "veterans/3")
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
    set_out = False
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
        wished = player.choose(state, seat) or following.command or campaign.suggest(state, REFEREE)
        if wished is None:
            break
        walking = state.stage in ("road", "dungeon") and not campaign.side.meetings.busy(state)
        aim = _aim_for(campaign, state, seat, wished, weary=_weary(player, state))
        if aim is None:
            carry_out(table, Turn(seat, wished), player)
            counted.count(1, 1, walking=walking)
            continue
        own: list[Entry[Any, Any]] = []

        def watch(entry: Entry[Any, Any], own: Any = own, seat: Any = seat) -> None:
            if entry.by == seat.name:
                own.append(entry)
            player.notice(table.state, entry.events)

        pursue(table, seat, aim.id, hands, watch=watch)
        counted.count(1, len(own), walking=walking or state.stage == "town")
    return counted


def _aim_for(campaign: Campaign, state: CampaignState, seat: Any, wished: Any, *, weary: bool) -> Aim | None:
    """The aim that begins with a command; for who has had enough, only one that leads nowhere new."""
    offered = tuple(campaign.aims(state, seat))
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
        report.times(f"{game}: all of it, fights and shops too", [whole], ceiling=1.0)
    report.close()
