"""La Scatola Bianca in a campaign: its own exploring rules on the appendix's dungeon.

The chapters, one module each: where things stand (`state`, `box`), the people (`party`, `making`), town and road
(`road`), those who wait elsewhere (`parting`), underground (`places`, `doors`, `locks`, `facts`, `below`), what the
dungeon does to people (`harms`, `sharp_eyes`), the referee's hand (`prepared`, `spoils`), a plain party's wishes
(`wishes`), what it does over and over (`chores`), the table (`front`).
"""

from arbitro.play import plain
from arbitro.play.maker import Maker, MakingDice
from arbitro.play.side import (
    Bound,
    Chores,
    Desk,
    Front,
    Inner,
    Meetings,
    Parting,
    Party,
    Perils,
    Purse,
    Road,
    Side,
    Stores,
    Walk,
    Wishes,
)
from arbitro.play.sides.whitebox import (
    below,
    chores,
    doors,
    front,
    harms,
    locks,
    making,
    parting,
    party,
    prepared,
    road,
    sharp_eyes,
    wishes,
)
from arbitro.play.sides.whitebox.box import PACKAGE, TEXTS, BoxSide
from arbitro.play.sides.whitebox.state import BoxCampaign
from arbitro.rules.whitebox.box_game import BoxGame
from arbitro.rules.whitebox.events import Fell
from arbitro.rules.whitebox.exploring.events.senses import Searched
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.tokens import monster_glyph


class WhiteBoxCampaign(BoxCampaign, frozen=True, kw_only=True):
    """A campaign of La Scatola Bianca."""


def box_side(game: BoxGame) -> BoxSide:
    """What a variant may do in its own way, as La Scatola Bianca does it."""
    return BoxSide(
        game=game,
        state_type=WhiteBoxCampaign,
        events=(parting.LineFormed,),
        folds={**doors.FOLDS, parting.LineFormed: parting.line},
        quiet=below.QUIET,
        routes=("road",),
        cited=making.as_printed,
        lock_rules=("WB-DOOR-01",),
        trap_rules=("WB-TRAP-02", "WB-SECRET-04"),
        watch_rules=("WB-CORE-01", "WB-CORE-03"),
        checks_a_day=1,
        busy=party.busy,
        set_out=road.set_out,
        turn_round=road.turn_round,
        turn_homeward=road.turn_homeward,
        end_expedition=road.end_expedition,
        at_mouth=road.at_mouth,
        at_gate=road.at_gate,
        chart=road.no_chart,
        miles_left=road.miles_left,
        knows_way=road.knows_way,
        go_down=below.go_down,
        sit_out=below.pass_turns,
        after=below.after,
        may_look_for_traps=sharp_eyes.may_look_for_traps,
        look_for_traps=sharp_eyes.search,
        time_of_search=sharp_eyes.time_of_search,
        part=parting.part,
        rejoin=parting.rejoin,
        look_to=parting.look_to,
        onward=road.onward,
        care=wishes.care,
        upkeep=chores.upkeep,
        routine=chores.ROUTINE,
        kind_of=front.kind_of,
        choices=front.choices,
    )


def whitebox_side(game: BoxGame) -> Side:
    """La Scatola Bianca."""
    return assembled(box_side(game))


def _chores(box: BoxSide) -> Chores:
    """What a party does of itself on its way."""
    of = Bound(box)
    return Chores(
        upkeep=of(box.upkeep),
        light=of(chores.light),
        shines=of(chores.shines),
        mend=chores.mend,
        come_to=of(chores.come_to),
        search=chores.search,
        routine=box.routine,
    )


def assembled(box: BoxSide) -> Side:
    """A game of the family, put together."""
    of, game, content = Bound(box), Bound(box.game), Bound(box.game.content)
    return Side(
        game=box.game,
        state_type=box.state_type,
        events=box.events,
        folds=box.folds,
        bodies={Fell: party.slain},
        option_packages=(PACKAGE,),
        text_packages=(PACKAGE,),
        party=Party(
            parties=of(party.parties),
            gather=party.gather,
            newcomers=plain.first_level,
            people=party.people,
            adventurers=party.adventurers,
            able=of(party.able),
            leading=of(party.leading),
            fighters=of(party.fighters),
            lost=of(party.lost),
            dead=party.dead,
            lies=party.lies,
            seats=party.seats,
            whole=plain.inner_game,
        ),
        maker=Maker(
            texts=TEXTS,
            plan=making.PLAN,
            sheet_type=Character,
            known=making.known,
            steps=of(making.steps),
            called=of(making.called),
            meaning=of(making.meaning),
            enter=of(making.enter),
            enlisting=making.enlisting,
            sheets=making.sheets,
            dice=MakingDice(throw=making.throw, thrown=of(making.thrown)),
        ),
        purse=Purse(
            gold=party.gold_of,
            set_gold=party.set_gold,
            receive=of(below.receive),
            wealth=party.wealth,
            experience=party.experience,
        ),
        road=Road(
            routes=box.routes,
            lodge=road.lodge,
            set_out=of(box.set_out),
            turn_round=box.turn_round,
            come_home=of(road.come_home),
            pace=of(road.pace),
            at_gate=box.at_gate,
            at_mouth=box.at_mouth,
            chart=of(box.chart),
        ),
        walk=Walk(
            pass_turns=of(below.pass_turns),
            pass_days=of(below.pass_days),
            free_hand=of(party.free_hand),
            ready=of(below.ready),
            go_down=of(box.go_down),
            may_go=of(below.may_go),
            go=of(below.go),
            paces=of(below.paces),
            put=of(below.put),
        ),
        inner=Inner(before=of(below.before), steps=parting.steps, notice=below.notice, after=of(box.after)),
        perils=Perils(
            apply=of(harms.apply),
            ailment_over=of(harms.over),
            lend=of(harms.lend),
            noticed=of(harms.noticed),
            forced=of(harms.forced),
            may_look_for_traps=of(box.may_look_for_traps),
            look_for_traps=of(box.look_for_traps),
            trap_chance=of(sharp_eyes.open_chance),
            sees_in_passing=of(sharp_eyes.in_passing),
            bather=party.bather,
            cannot_swim=of(harms.cannot_swim),
            searches=(Searched,),
        ),
        meetings=Meetings(
            busy=of(box.busy),
            fighting=party.fighting,
            slot=prepared.meeting_slot,
            where=prepared.where,
            spring=of(prepared.spring),
            foes=prepared.foes,
            met=party.met,
            foe=party.foe,
            menace=of(prepared.menace),
            reinforce=of(prepared.reinforce),
            take_out=of(prepared.take_out),
        ),
        parting=Parting(
            part=of(box.part),
            rejoin=of(box.rejoin),
            can_go_on=of(parting.can_go_on),
            look_to=of(box.look_to),
            watch_over=of(parting.watch_over),
            come_upon=of(parting.come_upon),
            lie_below=parting.lie_below,
            break_off=parting.break_off,
            abandon=parting.abandon,
            held_here=parting.held_here,
        ),
        stores=Stores(
            stocker=of(party.stocker),
            settled=of(party.settled),
            kinds=content(prepared.kinds),
            is_kind=content(prepared.is_kind),
            kind_called=of(party.foe_called),
            glyph=Bound(box.game.rules)(monster_glyph),
            valuables=content(prepared.valuables),
            is_valuable=content(prepared.is_valuable),
            valuable_called=of(party.valuable_called),
        ),
        desk=Desk(has_locks=True, distances=True, restock=prepared.restock),
        wishes=Wishes(
            care=of(box.care),
            weary=of(wishes.weary),
            dare=party.dare,
            onward=of(box.onward),
            open_up=of(wishes.open_up),
            barred=of(locks.barred),
            wait=of(wishes.wait),
            dares_free=of(parting.dares_free),
            unlit=of(wishes.unlit),
        ),
        chores=_chores(box),
        front=Front(
            decisions=front.DECISIONS,
            owner=game(plain.owner),
            kind_of=box.kind_of,
            choices=of(box.choices),
            next_to_act=game(plain.next_to_act),
            suggest=of(front.suggest),
            status=of(road.status),
            cards=game(plain.cards),
            sketch=game(plain.sketch),
            untold=of(below.untold),
            words_for=plain.no_words,
        ),
    )
