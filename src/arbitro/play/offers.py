"""What a seat may do in a campaign: the game's own choices, and those of town, road, dungeon and chair."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from arbitro.appendix_a.solo import ANSWERS
from arbitro.dungeon.knowledge import knows
from arbitro.dungeon.model import SURFACE
from arbitro.kernel.choice import Choice, Label, Parameter, Pick
from arbitro.kernel.event import tag_of
from arbitro.kernel.moment import listed_once, made_of, once
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.play import commands as c
from arbitro.play import desk, guide, making
from arbitro.play.chair import EVERY, KINDS, goes_round
from arbitro.play.commands import COMMANDS, Gather
from arbitro.play.delving import (
    entrance,
    free,
    free_hands,
    loot_here,
    other_paces,
    sections_here,
    too_sick,
    underground,
)
from arbitro.play.maker import ENROLLED
from arbitro.play.making import may_make
from arbitro.play.scouting import searchable
from arbitro.play.seating import reserved
from arbitro.play.side import Side
from arbitro.play.sight import beyond
from arbitro.play.solo.oracle import EVEN, oracles
from arbitro.play.solo.room import open_questions
from arbitro.play.splitting import elsewhere, go_on_without, here, may_await, may_part, waiting_at
from arbitro.play.stages import LONGEST_STAY
from arbitro.play.state import GROUP, CampaignState
from arbitro.play.town import may_ask
from arbitro.play.traps import FOUND, known_in, may_be_set_off
from arbitro.play.ways import Way, unknown, ways, within_reach
from arbitro.play.wishing import RULES as WISH_RULES
from arbitro.play.wishing import holders

if TYPE_CHECKING:
    from arbitro.play.campaign import Campaign

MOST_TOGETHER = 6
"""Companions beyond these are not looked for in town."""
LOTS = ("random:4:1", "random:6:1", "random:4:3", "random:4:5")
"""Parties by lot that are offered; any other size and level may be asked for."""


GROUPS = {
    **dict.fromkeys(("buy", "sell"), "shop"),
    **dict.fromkeys(("carry", "give", "use_up", "take_item", "pay", "take_from"), "goods"),
    **dict.fromkeys(("memorise", "memorise_all", "forget", "cast_spell", "copy_spell"), "spells"),
    **dict.fromkeys(
        ("hire", "dismiss", "pay_wages", "retire", "join_party", "leave_party", "choose_class", "settle_captive"),
        "people",
    ),
    **dict.fromkeys(("set_treatment", "check_loyalty", "offer_bribe", "set_loyalty"), "loyalty"),
    **dict.fromkeys(("ask_oracle", "draw_prompt", "take_chair", "leave_chair"), "oracle"),
    **dict.fromkeys(("ask_me", "advance_clock", "spring_trap", "tell_noise", "meet", "monsters_pass"), "chair"),
    **dict.fromkeys(("rest", "secure_treasure", "award_xp", "check_wandering"), "chair"),
    "bank": "strongbox",
    "kindle_light": "light",
    "douse_light": "light",
    "take_light": "light",
}
"""Where choices are folded, by their command; all others are choices of the moment."""


IN_SIGHT = frozenset({"open_door"})
"""The game's own commands that are what the moment is about wherever they are possible: a shut door is a way, too."""

USUAL_PLACE, LAST = 10, 20
"""Places in the list: of whatever has no other, and of what is seldom wanted."""
OWN = frozenset(tag_of(command) for command in COMMANDS)


def follow_id(way: str) -> str:
    """The id of the choice that takes a way: what is clicked on the map."""
    return f"follow/{way}"


def choices(campaign: "Campaign", state: CampaignState, seat: Seat) -> Iterable[Choice]:
    """Everything offered here is accepted by `decide`; what is not of the moment is folded away by groups."""
    urgent = ("kindle_light",) if campaign.side.wishes.unlit(state) else ()
    place_of = (_sense(campaign.side, state) | dict.fromkeys(urgent, 1)).get
    by_place: defaultdict[int, list[Choice]] = defaultdict(list)
    for offered in _offered(campaign, state, seat):
        by_place[place_of(offered.command, USUAL_PLACE)].append(offered)
    placed: dict[int, tuple[Choice, Choice]] = once(state, "placed", dict)  # most seats are offered the very same
    for place in sorted(by_place):
        for offered in by_place[place]:
            choice = _for_seat(offered, seat) if offered.command in OWN else offered
            if choice is None:
                continue
            known = placed.get(id(choice))
            if known is None:
                known = placed[id(choice)] = choice, _in_place(campaign, state, choice, urgent)
            yield known[1]
    if seat.role == "referee":
        yield from _by_hand(campaign, state)


def _by_hand(campaign: "Campaign", state: CampaignState) -> Iterable[Choice]:
    """What lies on the referee's desk: at the end, so that who does not look there need not have it worked out."""
    if state.awaiting or state.draft is not None:
        return desk.at_any_time(campaign, state)
    return desk.choices(campaign, state)


def _in_place(campaign: "Campaign", state: CampaignState, choice: Choice, urgent: tuple[str, ...]) -> Choice:
    """A choice in its group and with the citations of the game's own book, whoever has it."""
    command, now = choice.command, choice.command in urgent
    group = "" if now else choice.group or GROUPS.get(command, "")
    main = choice.main or now or command in IN_SIGHT
    rules = campaign.game.cite(choice.rules) if choice.rules else ()
    if group == choice.group and main == choice.main and rules == choice.rules:
        return choice
    return _placed(state, choice, group, main, rules)


def _placed(state: CampaignState, choice: Choice, group: str, main: bool, rules: tuple[str, ...]) -> Choice:
    """A choice in its place: the same for all seats that have it."""
    what = ("placed", group, main, rules)
    return made_of(state, what, (choice,), lambda: replace(choice, group=group, main=main, rules=rules))


def _sense(side: Side, state: CampaignState) -> dict[str, int]:
    """The place of commands in the list where the moment makes one more sensible than another."""
    if not state.under_way:
        return {}
    if side.meetings.busy(state):
        talk, fight, flight = 0, 1, 2
        order = {"parley": talk, "talk_round": talk, "engage": fight, "strike_first": fight, "creep_up": fight}
        return order | {"flee": flight, "slip_away": flight, "run_away": LAST}
    if state.stage == "town":
        hurt = side.wishes.weary(state)
        another = (
            2 if guide.leads_nowhere_new(side, state) else LAST
        )  # nothing leads back to where nothing is left to do
        return {"divide_treasure": 0, "lodge": 1 if hurt else 3, "set_out": 2, "seek_dungeon": another}
    if state.stage == "road":
        home = state.homeward and side.road.at_gate(state)
        return {"enter_town": 0 if home else LAST, "travel": 2, "march": 2, "turn_round": LAST} | (
            {} if state.homeward else {"follow": 0}
        )
    return {"take_loot": 0, "follow": 1, "open_door": 1}


def _for_seat(choice: Choice, seat: Seat) -> Choice | None:
    """A choice of the campaign's own as far as it is about people whom the seat plays; None where it is not."""
    who = choice.fixed.get("who")
    if isinstance(who, str) and not seat.may_act_for(who):
        return None
    for number, parameter in enumerate(choice.parameters):
        if parameter.name == "who":
            picks = tuple(pick for pick in parameter.picks if seat.may_act_for(pick.value))
            if len(picks) < len(parameter.picks):
                cut = replace(parameter, picks=picks)
                parameters = (*choice.parameters[:number], cut, *choice.parameters[number + 1 :])
                return replace(choice, parameters=parameters) if picks else None
    return choice


def _offered(campaign: "Campaign", state: CampaignState, seat: Seat) -> Iterator[Choice]:
    chair = state.chair_here
    if chair is not None and seat.role == "player" and chair.seat in (seat.name, *seat.controls):
        yield from _of_the_chair(campaign, state, seat)
    if state.awaiting:
        yield from _answers(state, seat)
        if state.game.awaiting:  # while the map alone asks something, the game has nothing to offer
            yield from campaign.side.front.choices(state, seat)
        if seat.role == "referee":
            yield from _by_default(campaign.side, state)
        return
    if state.draft is not None:
        if seat.may_act_for(GROUP):
            yield from making.offers(campaign.side, state)
        return
    if seat.may_act_for(GROUP) and not campaign.side.meetings.busy(state):
        yield from listed_once(state, "of the stage", lambda: _of_the_stage(campaign, state))
        yield from _wishes(campaign.side, state)
    yield from campaign.side.front.choices(state, seat)
    if seat.may_act_for(GROUP) and state.under_way:
        yield from _oracle(campaign.side, state, seat)
    if seat.role == "referee":
        yield from _by_default(campaign.side, state)
        yield from _of_the_referee(state)


def _of_the_chair(campaign: "Campaign", state: CampaignState, seat: Seat) -> Iterator[Choice]:
    """The reserved decisions, for the player who is the referee of this room (DA-SOLO-06)."""
    for choice in campaign.side.front.choices(state, REFEREE):
        plain = next(choice.fillings(), None)
        if plain is None:
            continue
        command = campaign.command(plain)
        if not reserved(campaign.side, state, command) or not seat.may_act_for(campaign.owner(state, command)):
            continue
        if not any(_lies_elsewhere(campaign.side, state, value) for value in plain.values()):
            yield choice


def _lies_elsewhere(side: Side, state: CampaignState, thing: object) -> bool:
    """Whether something is in another place than this one: there its referee has nothing to decide, and to know."""
    dungeon, space = state.dungeon, state.at
    if not isinstance(thing, str):
        return False
    if thing in dungeon.spaces:
        return thing != space
    if side.meetings.where(state, thing) not in ("", space):
        return True
    link, lying = dungeon.links.get(thing), dungeon.slots.get(thing) or dungeon.traps.get(thing)
    return (link is not None and space not in (link.a, link.b)) or (lying is not None and lying.space != space)


def _answers(state: CampaignState, seat: Seat) -> Iterator[Choice]:
    question = state.awaiting[0]
    if question.kind == "adjustment" and seat.may_act_for(question.who):
        picks = tuple(Pick(word, Label(f"answer.adjustment.{word}")) for word in ANSWERS)
        label = Label("choice.answer_repair")
        yield Choice("answer_repair", "answer_repair", label, {}, (Parameter("answer", picks=picks),), question.rules)


def _of_the_stage(campaign: "Campaign", state: CampaignState) -> Iterator[Choice]:
    match state.stage:
        case "gathering":
            yield from _gathering(campaign.side, state)
        case "town":
            done = guide.leads_nowhere_new(campaign.side, state)
            if done:
                yield Choice("seek_dungeon", "seek_dungeon", Label("choice.seek_dungeon"))
            if campaign.allows(state, c.SetOut("road")):  # not with more on its back than it can carry
                yield Choice("set_out", "set_out", Label("choice.set_out"), {"route": "road"})
            if "wilds" in campaign.side.road.routes and campaign.allows(state, c.SetOut("wilds")):
                yield Choice("set_out/wilds", "set_out", Label("choice.set_out_wilds"), {"route": "wilds"})
            if may_ask(state):
                yield Choice("ask_around", "ask_around", Label("choice.ask_around"))
            yield from _another(campaign.side, state)
            yield from _recruits(campaign, state)
            if state.dungeon.known and not done:
                yield Choice("seek_dungeon", "seek_dungeon", Label("choice.seek_dungeon"))
            for number in sorted(int(each) + 1 for each in state.left):
                yield Choice(
                    f"go_back/{number}", "go_back", Label("choice.go_back", {"number": number}), {"number": number}
                )
            days = Parameter("days", "number", minimum=1, maximum=LONGEST_STAY)
            yield Choice("lodge", "lodge", Label("choice.lodge"), {}, (days,))
            yield from _strongbox(campaign.side, state)
        case "road":
            yield from _on_the_road(campaign, state)
        case "dungeon":
            yield from _underground(campaign.side, state)
        case _:
            return


def _strongbox(side: Side, state: CampaignState) -> Iterator[Choice]:
    for who in side.party.people(state):
        kept, carried = state.strongbox.get(who, 0), side.purse.gold(state, who) or 0
        for name, out, most in ((f"bank/{who}", False, carried), (f"bank/{who}/out", True, kept)):
            if most:
                label = Label("choice.bank.out" if out else "choice.bank.in", {"who": f"@{who}", "kept": kept})
                gold = Parameter("gold", "number", minimum=1, maximum=most)
                yield Choice(name, "bank", label, {"who": who, "out": out}, (gold,))


def _gathering(side: Side, state: CampaignState) -> Iterator[Choice]:
    """Those who were made are the party, as soon as they are enough; or all of it at once, ready or by lot."""
    if side.party.people(state):
        yield Choice("gather/enrolled", "gather", Label("choice.gather_enrolled"), {"party": ENROLLED})
        yield from _another(side, state)
        return
    yield Choice("begin_character", "begin_character", Label("choice.begin_character"))
    ready = [Pick(name, Label("name", {"who": f"@party:{name}"})) for name, _ in side.party.parties()]
    lots = []
    for lot in LOTS:
        _, size, level = lot.split(":")
        lots.append(Pick(lot, Label("lot", {"size": int(size), "level": int(level)})))
    yield Choice("gather", "gather", Label("choice.gather"), {}, (Parameter("party", picks=(*ready, *lots)),))


def _another(side: Side, state: CampaignState) -> Iterator[Choice]:
    """One more character, made with care; folded away once the campaign is under way."""
    if may_make(side, state) is None:
        group = "people" if state.descents else ""
        yield Choice("begin_character", "begin_character", Label("choice.begin_another"), group=group)


def _recruits(campaign: "Campaign", state: CampaignState) -> Iterator[Choice]:
    """New companions by lot, as many as there is room for."""
    room, level = MOST_TOGETHER - len(campaign.side.party.people(state)), campaign.side.party.newcomers(state)
    picks = tuple(
        Pick(f"random:{size}:{level}", Label("lot", {"size": size, "level": level})) for size in range(1, room + 1)
    )
    if picks and campaign.allows(state, Gather(picks[0].value)):
        label = Label("choice.recruit")
        yield Choice("gather", "gather", label, {}, (Parameter("party", picks=picks),), group="people")


def _on_the_road(campaign: "Campaign", state: CampaignState) -> Iterator[Choice]:
    if free(campaign.side, state) is not None:
        return
    if campaign.side.road.at_mouth(state):
        stairs = entrance(state.dungeon)
        rules = ("DA-MAP-03",)
        yield Choice(follow_id(stairs.id), "follow", Label("choice.go_down"), {"way": stairs.id}, (), rules)
        yield from _paces(campaign.side, state)
    yield from _parting(campaign.side, state)
    if campaign.allows(state, c.TurnRound()):
        key = "choice.turn_round.out" if state.homeward else "choice.turn_round.home"
        yield Choice("turn_round", "turn_round", Label(key))
    if campaign.side.road.at_gate(state) and not state.waiting:
        yield Choice("enter_town", "enter_town", Label("choice.enter_town"))


def _underground(side: Side, state: CampaignState) -> Iterator[Choice]:
    if underground(side, state) is not None:
        return
    passable: list[Way] = []
    for each in sorted(ways(state.dungeon, state.at), key=lambda way: _leading_back(state, way)):
        if each.shut or too_sick(side, state, each) is not None or side.walk.may_go(state, each, "") is not None:
            continue
        passable.append(each)
        fixed: dict[str, str | int] = {"way": each.id}
        yield Choice(follow_id(each.id), "follow", _going(state, each), fixed, main=True)
    yield from _known_places(side, state)
    yield from _paces(side, state)
    yield from _parting(side, state)
    for slot in loot_here(state):
        rules = ("DA-TREASURE-01",)
        yield Choice(f"take_loot/{slot}", "take_loot", Label("choice.take_loot"), {"slot": slot}, (), rules)
        yield Choice(f"leave_loot/{slot}", "leave_loot", Label("choice.leave_loot"), {"slot": slot})
    yield from _in_the_room(side, state)
    yield from _traps(side, state, passable)
    walls = sections_here(state)
    if walls:
        picks = tuple(
            Pick(name, Label("wall_part", {"wall": f"@wall:{section.facing}", "number": number}))
            for number, (lead, name) in enumerate(walls, 1)
            for section in lead.sections
            if section.id == name
        )
        label = Label("choice.search_wall")
        yield Choice("search_wall", "search_wall", label, {}, (Parameter("section", picks=picks),), ("DA-EXIT-03",))
    for water in state.dungeon.waters.values():
        if water.space == state.at and knows(state.dungeon, GROUP, water.id):
            lake = water.kind == "lake"
            for who in free_hands(side, state):
                fixed = {"who": who, "water": water.id}
                label = Label("choice.step_in.lake" if lake else "choice.step_in", {"who": f"@{who}"})
                rules = ("DA-LAKE-03",) if lake else ("DA-POOL-03",)
                yield Choice(f"step_in/{water.id}/{who}", "step_in", label, fixed, (), rules)


def _paces(side: Side, state: CampaignState) -> Iterator[Choice]:
    """How the party could walk from now on."""
    for pace in other_paces(side, state):
        label = Label("choice.set_pace", {"how": f"@pace:{pace}"})
        yield Choice(f"set_pace/{pace}", "set_pace", label, {"pace": pace})


def _wishes(side: Side, state: CampaignState) -> Iterator[Choice]:
    """A wish that somebody has kept may be spoken wherever the party is."""
    if free(side, state) is not None:
        return
    able = side.party.able(state)
    for who in holders(state):
        if who in able:
            words = Parameter("words", "text", optional=True)
            label = Label("choice.make_wish", {"who": f"@{who}"})
            yield Choice(f"make_wish/{who}", "make_wish", label, {"who": who}, (words,), WISH_RULES)


def _leading_back(state: CampaignState, way: Way) -> int:
    """The place of a way in the list: first those that nobody has taken, last the ones back and up to the sky."""
    if unknown(state.dungeon, way):
        return 0
    return 3 if way.to == SURFACE else 2 if way.to == state.came else 1


def _going(state: CampaignState, each: Way) -> Label:
    """A way, with the traps beyond it that somebody has found."""
    found = known_in(state.dungeon, beyond(state.dungeon, state.at, each.id))
    if not found or not unknown(state.dungeon, each):
        return Label("choice.follow", {"way": f"@{each.id}"})
    return Label("choice.follow_trapped", {"way": f"@{each.id}", "trap": f"@{found[0].id}"})


def _traps(side: Side, state: CampaignState, passable: list[Way]) -> Iterator[Choice]:
    """Looking for traps where nobody has been yet, and here; setting off those that are known."""
    side, hands = side, side.party.able(state)
    new = [each.id for each in passable if searchable(each) and unknown(state.dungeon, each)]
    for name in ("", *new):
        able = [who for who in hands if side.perils.may_look_for_traps(state, who, name) is None]
        if able:
            picks = tuple(Pick(who, Label("name", {"who": f"@{who}"})) for who in able)
            label = Label("choice.search_ahead", {"way": f"@{name}"}) if name else Label("choice.search_ahead.here")
            fixed: dict[str, str | int] = {"way": name}
            who = Parameter("who", picks=picks)
            yield Choice(f"search_ahead/{name or 'here'}", "search_ahead", label, fixed, (who,), FOUND)
    for trap in may_be_set_off(state.dungeon, state.at):
        key = "wall" if trap.code == "SLIDING_WALL" else "lift"
        yield Choice(f"set_off/{trap.id}", "set_off", Label(f"choice.set_off.{key}"), {"trap": trap.id}, (), FOUND)


def _in_the_room(side: Side, state: CampaignState) -> Iterator[Choice]:
    """What a special room invites to."""
    hands = tuple(Pick(each, Label("name", {"who": f"@{each}"})) for each in free_hands(side, state))
    who = Parameter("who", picks=hands)
    for slot, room in state.rooms.items() if hands else ():
        if slot not in state.dungeon.slots or state.dungeon.slots[slot].space != state.at:
            continue
        for question in open_questions(room.opened.room, room.done):
            for doing in question.doings:
                name = f"{slot}:{question.id}:{doing.id}"
                fixed: dict[str, str | int] = {"slot": slot, "question": question.id, "doing": doing.id}
                label = Label("choice.do_in_room", {"doing": f"@room:{name}"})
                yield Choice(f"do_in_room/{name}", "do_in_room", label, fixed, (who,), ("DA-SOLO-05",), main=True)


def _parting(side: Side, state: CampaignState) -> Iterator[Choice]:
    """Staying behind, coming along again, following the others."""
    if may_part(side, state) is not None:
        return
    if waiting_at(state, here(state)):
        yield Choice("regroup", "regroup", Label("choice.regroup"))
    if may_await(side, state) is None:
        yield Choice("await_others", "await_others", Label("choice.await_others"), rules=("DA-POOL-11",))
    for who in side.party.people(state):
        if go_on_without(side, state, who):
            label = Label("choice.split_off", {"who": f"@{who}"})
            yield Choice(f"split_off/{who}", "split_off", label, {"who": who}, group="people")
    others = elsewhere(state)
    awake = [space for space in others if side.parting.can_go_on(state, waiting_at(state, space))]
    if awake:
        picks = tuple(Pick(space, Label("name", {"who": f"@{space}"})) for space in awake)
        yield Choice("turn_to", "turn_to", Label("choice.turn_to"), {}, (Parameter("space", picks=picks),))
    below = [space for space in others if space in state.dungeon.spaces]
    if below and state.stage == "road":
        picks = tuple(Pick(space, Label("name", {"who": f"@{space}"})) for space in below)
        label = Label("choice.give_up")
        yield Choice("give_up", "give_up", label, {}, (Parameter("space", picks=picks),), group="people")


def _known_places(side: Side, state: CampaignState) -> Iterator[Choice]:
    """One choice for every place on the map that an open way leads to."""
    reached = within_reach(state.dungeon, state.at)
    first_steps = {way.id: way for way in reached.values()}  # few, however many places lie beyond them
    passable = {name: side.walk.may_go(state, way, "") is None for name, way in first_steps.items()}
    picks = [
        Pick(space, Label("name", {"who": f"@{space}"}))
        for space, first in reached.items()
        if passable[first.id] and (space == SURFACE or state.dungeon.spaces[space].is_place)
    ]
    if picks:
        yield Choice("go_to", "go_to", Label("choice.go_to"), {}, (Parameter("to", picks=tuple(picks)),))


def _oracle(side: Side, state: CampaignState, seat: Seat) -> Iterator[Choice]:
    names = (EVEN, *(name for name in oracles() if name != EVEN))
    picks = tuple(Pick(name, Label("name", {"who": f"@likelihood:{name}"})) for name in names)
    parameters = (Parameter("question", "text"), Parameter("likelihood", picks=picks))
    yield Choice("ask_oracle", "ask_oracle", Label("choice.ask_oracle"), {}, parameters, ("DA-SOLO-02",))
    yield Choice("draw_prompt", "draw_prompt", Label("choice.draw_prompt"), {}, (), ("DA-SOLO-02",))
    if state.chair_here is None and state.at and goes_round(state) and not seat.refereed:
        there = side.party.adventurers(state)
        turns = [who for who in state.dungeon.seats if who in there]  # whose turn it is comes first (DA-SOLO-06)
        order = (*turns, *(who for who in there if who not in turns))
        named = Parameter("seat", picks=tuple(Pick(who, Label("name", {"who": f"@{who}"})) for who in order))
        yield Choice("take_chair", "take_chair", Label("choice.take_chair"), {}, (named,), ("DA-SOLO-06",))
    elif state.chair_here is not None:
        yield Choice("leave_chair", "leave_chair", Label("choice.leave_chair"), {}, (), ("DA-SOLO-06",))


def _by_default(side: Side, state: CampaignState) -> Iterator[Choice]:
    """For a referee who decides, the way out: this time the program may."""
    if not state.asks or not (state.awaiting or side.meetings.busy(state)):
        return
    kind, _ = guide.due(side, state)
    if kind and {kind, EVERY} & set(state.asks):
        label = Label("choice.take_default", {"kind": f"@decision:{kind}"})
        yield Choice("take_default", "take_default", label, {"kind": kind}, (), ("DA-SOLO-02",))


def _of_the_referee(state: CampaignState) -> Iterator[Choice]:
    for on in (True, False):
        kinds = [kind for kind in KINDS if (kind in state.asks) != on]
        if kinds:
            picks = tuple(Pick(kind, Label(f"kind.{kind}")) for kind in kinds)
            name = "ask_me/on" if on else "ask_me/off"
            label = Label("choice.ask_me" if on else "choice.ask_me_not")
            fixed: dict[str, str | int] = {"on": on}
            yield Choice(name, "ask_me", label, fixed, (Parameter("kind", picks=picks),), ("DA-SOLO-02",))
