"""Campaign, session, scene: how they begin, who is in them, and what the GM sets by hand."""

from typing import cast

from arbitro.kernel.command import Refusal, in_both
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.conditions import given_away, impose, release
from arbitro.rules.daggerheart.content import IMPROVISED, Library
from arbitro.rules.daggerheart.entrances import enter, join_scene, take_place
from arbitro.rules.daggerheart.gifts import GIFT, has_passive, known_power
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.power_price import fill_tokens
from arbitro.rules.daggerheart.presence import anybody, heroes_up, somebody_there
from arbitro.rules.daggerheart.resources import change_hope, gain_fear
from arbitro.rules.daggerheart.scene_end import finish_scene
from arbitro.rules.daggerheart.state import FEAR_LIMIT, Condition, Hero
from arbitro.rules.daggerheart.words import Tension

# ------------------------------------------------------------------ campaign and session (DH-FEAR-01, DH-FEAR-06)


def start_campaign(play: Play, command: c.StartCampaign) -> Refusal | None:
    """The party is together; the GM begins with a Fear for each PC, at most 12."""
    if play.state.party:
        return Refusal("campaign_running", {}, ("DH-FEAR-01",))
    if not command.party:
        return Refusal("nobody_left", {}, ("DH-FEAR-01",))
    for hero in command.party:
        refused = lawful(play.rules.books, hero)
        if refused is not None:
            return refused
    rules = ("DH-FEAR-01", "DHP-CHAR-01", "DHP-HOPE-01", "DHP-STRESS-01")
    play.happen(e.CampaignBegan(command.party, rules=rules))
    gain_fear(play, min(len(command.party), FEAR_LIMIT), "campaign", ("DH-FEAR-01",))
    _session_gifts(play)
    return None


def lawful(books: Library, hero: Hero) -> Refusal | None:
    """A new character distributes the fixed array among the six traits (DHP-TRAIT-01)."""
    sheet = hero.sheet
    if sheet.level == 1 and sorted(sheet.traits.values(), reverse=True) != list(books.guidance.trait_array):
        return Refusal("bad_traits", in_both("who", sheet.name), ("DHP-TRAIT-01",))
    return None


def start_session(play: Play, command: c.StartSession) -> Refusal | None:
    """Another sitting: Fear and Hope are what they were (DH-FEAR-06, DHP-HOPE-03)."""
    del command
    state = play.state
    if not state.party:
        return Refusal("no_campaign", {}, ("DH-FEAR-06",))
    rules = ("DH-FEAR-06", "DHP-HOPE-03", "DHP-TAG-01")
    again = {who: tuple(used for used in hero.used if not _by_session(hero, used)) for who, hero in state.party.items()}
    fresh = {who: used for who, used in again.items() if used != state.party[who].used}
    play.happen(e.SessionBegan(state.session + 1, state.fear.held, fresh, rules=rules))
    _session_gifts(play)
    _refill(play)
    return None


def _by_session(hero: Hero, used: str) -> bool:
    power = known_power(hero, used)
    return power is not None and power.limit == "session"


def _session_gifts(play: Play) -> None:
    """What features bring with a session: tokens on powers, and Hope from those who bring luck (DHP-CHAR-02)."""
    for hero in tuple(play.state.party.values()):
        fill_tokens(play, hero.id, "session")
        lucky = has_passive(hero, "luckbringer")
        if lucky is not None:
            play.happen(e.PowerUsed(hero.id, lucky.id, rules=(GIFT,)))
            for who in play.state.party:
                change_hope(play, who, 1, "feature", (GIFT,))


def _refill(play: Play) -> None:
    if play.state.options["spotlight_tracker"]:
        tokens = dict.fromkeys(play.state.party, int(play.state.options["spotlight_tokens"]))
        play.happen(e.TokensChanged(tokens, refilled=True, rules=("DHP-SPOT-03",)))


# ------------------------------------------------------------------ scenes (DH-TENSION-01)


def open_scene(play: Play, command: c.OpenScene) -> Refusal | None:
    """A scene begins: no Fear spent, the spotlight with the players, the tension a suggestion."""
    state = play.state
    if state.scene is not None and not state.scene.ending:
        return Refusal("scene_running")
    if not state.party:
        return Refusal("no_campaign")
    if state.rest is not None:
        return Refusal("resting", {}, ("DHP-REST-01",))
    if not any(True for _ in heroes_up(state)):
        return Refusal("nobody_left", {}, ("DHP-HP-01",))
    default = cast(Tension, state.options["scene_default_tension"])
    big = any(foe.block.leads for foe in command.foes)
    opened = e.SceneOpened(
        state.scenes + 1,
        command.tension or default,
        command.in_danger,
        command.goal,
        command.deeds,
        command.difficulty,
        "major" if big and command.tension is None else "none",
        rules=("DH-TENSION-01", "DH-TENSION-05") if big else ("DH-TENSION-01",),
    )
    play.happen(opened)
    for who, at in command.places.items():
        if who in play.state.party and play.state.party[who].at != at:
            play.happen(e.Moved(who, play.state.party[who].at, at, "placed"))
    # Whoever is made up on the spot is told of alone: only the others have a word for many of them.
    kinds = [foe.id if foe.block.id.startswith(IMPROVISED) else foe.block.id for foe in command.foes]
    for index, (foe, kind) in enumerate(zip(command.foes, kinds, strict=True)):
        enter(play, foe, together=kinds.count(kind) if kinds.index(kind) == index else 0)
    if command.place is not None:
        take_place(play, command.place)
    for countdown in command.countdowns:
        audience = REFEREE_ONLY if countdown.hidden else ""
        told = e.CountdownStarted(countdown, (), countdown.name, rules=("DHP-COUNT-01",), audience=audience)
        play.happen(told)
    _refill(play)
    return None


def add_foe(play: Play, command: c.AddFoe) -> Refusal | None:
    """The GM brings an adversary in."""
    block = play.rules.books.adversaries.get(command.block)
    if block is None:
        return Refusal("no_block", {"block": command.block}, ("DHP-ADVSTAT-01",))
    join_scene(play, block, command.at)
    return None


def set_place(play: Play, command: c.SetPlace) -> Refusal | None:
    """The scene takes place in an environment; its features become GM moves (DHP-ENV-01)."""
    place = play.rules.books.places.get(command.place)
    if place is None:
        return Refusal("no_place", {"place": command.place}, ("DHP-ENV-01",))
    tiers = play.rules.books.guidance.place_tiers
    if command.tier and str(command.tier) not in tiers:
        return Refusal("no_tier", {"tier": command.tier, "known": ", ".join(tiers)}, ("DHP-ENV-02",))
    take_place(play, play.rules.books.adapted(place, command.tier) if command.tier else place)
    return None


def end_scene(play: Play, command: c.EndScene) -> Refusal | None:
    """The GM closes the scene."""
    del command
    finish_scene(play, "closed")
    return None


def set_tension(play: Play, command: c.SetTension) -> Refusal | None:
    """The level suggests how much Fear to spend, and never enforces it (DH-TENSION-01)."""
    range_ = play.rules.books.guidance.tension.get(command.tension)
    low, high = (range_.low, range_.high) if range_ is not None else (0, 0)
    rules = ("DH-TENSION-01", *(range_.rules if range_ is not None else ()))
    play.happen(e.TensionSet(command.tension, low, high, rules=rules))
    return None


# ------------------------------------------------------------------ small things that the GM sets


def set_cover(play: Play, command: c.SetCover) -> Refusal | None:
    """Somebody is behind something (DHP-RANGE-04)."""
    one = somebody_there(play.state, command.who, "DHP-RANGE-04")
    if isinstance(one, Refusal):
        return one
    if one.cover == command.cover:
        return Refusal("already_there", {"who": f"@{command.who}"}, ("DHP-RANGE-04",))
    play.happen(e.CoverChanged(command.who, command.cover, rules=("DHP-RANGE-04",)))
    return None


def set_condition(play: Play, command: c.SetCondition) -> Refusal | None:
    """The GM puts somebody under a condition (DHP-COND-01)."""
    one = somebody_there(play.state, command.who, "DHP-COND-01")
    if isinstance(one, Refusal):
        return one
    if command.condition not in play.rules.books.conditions:
        return Refusal("no_condition", {"who": f"@{command.who}"}, ("DHP-COND-01",))
    if any(held.name == command.condition and held.source == REFEREE_ONLY for held in one.conditions):
        return Refusal("already_there", {"who": f"@{command.who}"}, ("DHP-COND-01",))
    if seen := given_away(play.rules.books, one, command.condition):
        values: dict[str, str | int] = {"who": f"@{one.id}", "condition": f"@{seen}"}
        return Refusal("given_away", values, play.rules.books.conditions[seen].rules)
    until = "hidden" if command.condition == "hidden" else command.until
    impose(play, command.who, Condition(command.condition, REFEREE_ONLY, until))
    return None


def end_condition(play: Play, command: c.EndCondition) -> Refusal | None:
    """What a condition asks for is met, or somebody was seen (DHP-COND-02, DHP-COND-06)."""
    one = anybody(play.state, command.who)
    held = [each for each in (one.conditions if one is not None else ()) if each.name == command.condition]
    if not held:
        return Refusal("no_condition", {"who": f"@{command.who}"}, ("DHP-COND-06",))
    release(play, command.who, *held)
    return None
