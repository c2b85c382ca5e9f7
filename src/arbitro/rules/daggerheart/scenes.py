"""Campaign, session, scene: how they begin and end, who joins, and the loop that settles what is due."""

from typing import Final, Literal, cast

from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart import findings
from arbitro.rules.daggerheart.basics import PLACE, Play
from arbitro.rules.daggerheart.content import IMPROVISED
from arbitro.rules.daggerheart.lives import Lives
from arbitro.rules.daggerheart.state import (
    FEAR_LIMIT,
    Apply,
    Block,
    Blow,
    Chance,
    Close,
    Condition,
    Discover,
    Dodged,
    Dying,
    Entry,
    Foe,
    Hero,
    Hit,
    Place,
    Resolve,
    Ring,
    Scene,
    State,
    Volley,
)
from arbitro.rules.daggerheart.words import Tension, Until

Verdict = Literal["below", "within", "above", "none"]
_ENDS_WITH_SCENE: Final[tuple[Until, ...]] = (
    "temporary",
    "stated",
    "scene",
    "source",
    "act",
    "fear",
    "calmed",
    "hidden",
)
"""What stays behind with what caused it; wounds, poisons and what a roll ends go along."""


class Scenes(Lives):
    """Where play begins and ends."""

    # ------------------------------------------------------------------ settling what is due

    def run(self, play: Play) -> None:
        """Settle what is due, step by step, until nothing is left or somebody must be asked."""
        while play.agenda and not play.state.awaiting:
            scene = play.state.scene
            if scene is not None and scene.ending:
                play.agenda = []
                return
            step = play.agenda.pop(0)
            match step:
                case Resolve():
                    self.settle_resolve(play, step)
                case Hit():
                    self.settle_hit(play, step)
                case Volley():
                    self.settle_volley(play, step)
                case Blow():
                    self.settle_blow(play, step)
                case Apply():
                    self.settle_apply(play, step)
                case Dodged():
                    self.settle_dodged(play, step)
                case Entry():
                    self.settle_entry(play, step)
                case Chance():
                    self.settle_chance(play, step)
                case Dying():
                    self.settle_dying(play, step)
                case Ring():
                    self.settle_ring(play, step)
                case Discover():
                    findings.settle(self, play, step)
                case Close():
                    self.settle_close(play, step)
                case _:
                    raise TypeError(f"{type(step).__name__} waits for an answer")
        if not play.state.awaiting:
            self.end_if_decided(play)

    def end_if_decided(self, play: Play) -> None:
        """A fight ends with its last adversary, any scene with the last PC on their feet."""
        scene = play.state.scene
        if scene is None or scene.ending:
            return
        if not any(hero.status in ("up", "dying") for hero in play.state.party.values()):
            self.finish(play, "defeat")
        elif scene.foes and scene.goal is None and not any(True for _ in self.foes(play.state)):
            self.finish(play, "victory")

    def finish(self, play: Play, ending: str) -> None:
        """The scene is over; the Fear spent is held against what its tension suggests (DH-TENSION-01)."""
        scene = self.scene(play.state)
        last = scene.last
        due = last is not None and last.outcome == "critical_success" and not last.told
        if last is not None and due and play.state.party[last.actor].status == "up":
            self.opening(play, last.actor)  # it outlasts the scene that the critical success has ended
        for hero in tuple(play.state.party.values()):
            for until in _ENDS_WITH_SCENE:
                self.end_conditions(play, hero.id, until)
        verdict = self.verdict(scene)
        range_ = self.guidance.tension.get(scene.tension)
        rules = ("DH-TENSION-01", *(range_.rules if range_ is not None else ()))
        done = cast(Literal["success", "failure", "defeat", "victory", "closed"], ending)
        play.happen(e.SceneEnded(done, scene.fear_spent, scene.tension, verdict, rules=rules))
        play.agenda = []

    def verdict(self, scene: Scene) -> Verdict:
        """How the Fear spent in a scene stands to the suggested range; nothing is enforced."""
        range_ = self.guidance.tension.get(scene.tension)
        if range_ is None:
            return "none"
        if scene.fear_spent < range_.low:
            return "below"
        return "above" if scene.fear_spent > range_.high else "within"

    # ------------------------------------------------------------------ campaign and session (DH-FEAR-01, DH-FEAR-06)

    def start_campaign(self, play: Play, command: c.StartCampaign) -> Refusal | None:
        """The party is together; the GM begins with a Fear for each PC, at most 12."""
        if play.state.party:
            return Refusal("campaign_running", {}, ("DH-FEAR-01",))
        if not command.party:
            return Refusal("nobody_left", {}, ("DH-FEAR-01",))
        for hero in command.party:
            refused = self.lawful(hero)
            if refused is not None:
                return refused
        rules = ("DH-FEAR-01", "DHP-CHAR-01", "DHP-HOPE-01", "DHP-STRESS-01")
        play.happen(e.CampaignBegan(command.party, rules=rules))
        self.gain_fear(play, min(len(command.party), FEAR_LIMIT), "campaign", ("DH-FEAR-01",))
        return None

    def lawful(self, hero: Hero) -> Refusal | None:
        """A new character distributes the fixed array among the six traits (DHP-TRAIT-01)."""
        sheet = hero.sheet
        if sheet.level == 1 and sorted(sheet.traits.values(), reverse=True) != list(self.guidance.trait_array):
            return Refusal("bad_traits", {"who": sheet.name.en}, ("DHP-TRAIT-01",))
        return None

    def start_session(self, play: Play, command: c.StartSession) -> Refusal | None:
        """Another sitting: Fear and Hope are what they were (DH-FEAR-06, DHP-HOPE-03)."""
        del command
        state = play.state
        if not state.party:
            return Refusal("no_campaign", {}, ("DH-FEAR-06",))
        rules = ("DH-FEAR-06", "DHP-HOPE-03", "DHP-TAG-01")
        play.happen(e.SessionBegan(state.session + 1, state.fear.held, rules=rules))
        self._refill(play)
        return None

    def _refill(self, play: Play) -> None:
        if play.state.options["spotlight_tracker"]:
            tokens = dict.fromkeys(play.state.party, int(play.state.options["spotlight_tokens"]))
            play.happen(e.TokensChanged(tokens, refilled=True, rules=("DHP-SPOT-03",)))

    # ------------------------------------------------------------------ scenes (DH-TENSION-01)

    def open_scene(self, play: Play, command: c.OpenScene) -> Refusal | None:
        """A scene begins: no Fear spent, the spotlight with the players, the tension a suggestion."""
        state = play.state
        if state.scene is not None and not state.scene.ending:
            return Refusal("scene_running")
        if not state.party:
            return Refusal("no_campaign")
        if state.rest is not None:
            return Refusal("resting", {}, ("DHP-REST-01",))
        if not any(True for _ in self.heroes(state)):
            return Refusal("nobody_left", {}, ("DHP-HP-01",))
        default = cast(Tension, state.options["scene_default_tension"])
        big = any(foe.block.type in ("solo", "leader") for foe in command.foes)
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
            self._join(play, foe, together=kinds.count(kind) if kinds.index(kind) == index else 0)
        if command.place is not None:
            self._place(play, command.place)
        for countdown in command.countdowns:
            audience = REFEREE_ONLY if countdown.hidden else ""
            told = e.CountdownStarted(countdown, (), countdown.name, rules=("DHP-COUNT-01",), audience=audience)
            play.happen(told)
        self._refill(play)
        return None

    def _join(self, play: Play, foe: Foe, *, granted: bool = False, together: int = 1) -> None:
        made_up = ("DHP-ADVSTAT-12",) if foe.block.id.startswith(IMPROVISED) else ()
        rules = ("DHP-ADVSTAT-01", "DHP-ADVSTAT-02", *made_up)
        if self.passive(foe, "disguise") is not None:
            foe = replace(foe, conditions=(*foe.conditions, Condition("hidden", foe.id, "hidden")))
        play.happen(e.FoeJoined(foe, granted, rules=rules, audience=REFEREE_ONLY))
        play.happen(e.FoeAppeared(foe.id, foe.name, foe.at, together, rules=("DHP-ADVSTAT-01",)))

    def join(self, play: Play, block: Block, at: int, *, granted: bool = False) -> None:
        """An adversary of a stat block joins, numbered after those of its name."""
        if granted and self.scene(play.state).turn is None:
            self.open_turn(play, "feature", 0)
        alike = [foe for foe in self.scene(play.state).foes.values() if foe.block.id == block.id]
        number = len(alike) + 1
        name = replace(block.name, number=number)
        self._join(play, Foe(f"{block.id}-{number}", block, name, at), granted=granted)

    def add_foe(self, play: Play, command: c.AddFoe) -> Refusal | None:
        """The GM brings an adversary in."""
        scene = self.running(play.state)
        if isinstance(scene, Refusal):
            return scene
        block = self.library.adversaries.get(command.block)
        if block is None:
            return Refusal("no_block", {"block": command.block}, ("DHP-ADVSTAT-01",))
        self.join(play, block, command.at)
        return None

    def set_place(self, play: Play, command: c.SetPlace) -> Refusal | None:
        """The scene takes place in an environment; its features become GM moves (DHP-ENV-01)."""
        scene = self.running(play.state)
        if isinstance(scene, Refusal):
            return scene
        place = self.library.places.get(command.place)
        if place is None:
            return Refusal("no_place", {"place": command.place}, ("DHP-ENV-01",))
        tiers = self.library.guidance.place_tiers
        if command.tier and str(command.tier) not in tiers:
            return Refusal("no_tier", {"tier": command.tier, "known": ", ".join(tiers)}, ("DHP-ENV-02",))
        self._place(play, self.library.adapted(place, command.tier) if command.tier else place)
        return None

    def _place(self, play: Play, place: Place) -> None:
        """Its stat block is the GM's; everybody sees where they are; its countdowns start."""
        play.happen(e.PlaceSet(place, rules=("DHP-ENV-01", "DHP-ENV-02"), audience=REFEREE_ONLY))
        play.happen(e.PlaceSeen(place.name, rules=("DHP-ENV-01",)))
        for feature in place.features:
            if feature.count is not None and (
                feature.kind == "passive" or (feature.kind == "reaction" and not feature.when)
            ):
                self.start_count(play, PLACE, feature)

    def end_scene(self, play: Play, command: c.EndScene) -> Refusal | None:
        """The GM closes the scene."""
        del command
        scene = self.running(play.state)
        if isinstance(scene, Refusal):
            return scene
        self.finish(play, "closed")
        return None

    def set_tension(self, play: Play, command: c.SetTension) -> Refusal | None:
        """The level suggests how much Fear to spend, and never enforces it (DH-TENSION-01)."""
        scene = self.running(play.state)
        if isinstance(scene, Refusal):
            return scene
        range_ = self.guidance.tension.get(command.tension)
        low, high = (range_.low, range_.high) if range_ is not None else (0, 0)
        rules = ("DH-TENSION-01", *(range_.rules if range_ is not None else ()))
        play.happen(e.TensionSet(command.tension, low, high, rules=rules))
        return None

    # ------------------------------------------------------------------ small things that the GM sets

    def set_cover(self, play: Play, command: c.SetCover) -> Refusal | None:
        """Somebody is behind something (DHP-RANGE-04)."""
        scene = self.running(play.state)
        if isinstance(scene, Refusal):
            return scene
        one = self.anybody(play.state, command.who)
        if one is None:
            return Refusal("nobody", {"who": command.who})
        if not self.there(one):
            return Refusal("no_target", {"who": f"@{command.who}"}, ("DHP-RANGE-04",))
        if one.cover == command.cover:
            return Refusal("already_there", {"who": f"@{command.who}"}, ("DHP-RANGE-04",))
        play.happen(e.CoverChanged(command.who, command.cover, rules=("DHP-RANGE-04",)))
        return None

    def set_condition(self, play: Play, command: c.SetCondition) -> Refusal | None:
        """The GM puts somebody under a condition (DHP-COND-01)."""
        scene = self.running(play.state)
        if isinstance(scene, Refusal):
            return scene
        one = self.anybody(play.state, command.who)
        if one is None:
            return Refusal("nobody", {"who": command.who})
        if not self.there(one):
            return Refusal("no_target", {"who": f"@{command.who}"}, ("DHP-COND-01",))
        if command.condition not in self.library.conditions:
            return Refusal("no_condition", {"who": f"@{command.who}"}, ("DHP-COND-01",))
        if any(held.name == command.condition and held.source == REFEREE_ONLY for held in one.conditions):
            return Refusal("already_there", {"who": f"@{command.who}"}, ("DHP-COND-01",))
        until = "hidden" if command.condition == "hidden" else command.until
        self.impose(play, command.who, Condition(command.condition, REFEREE_ONLY, until))
        return None

    def end_condition(self, play: Play, command: c.EndCondition) -> Refusal | None:
        """What a condition asks for is met, or somebody was seen (DHP-COND-02, DHP-COND-06)."""
        scene = self.running(play.state)
        if isinstance(scene, Refusal):
            return scene
        one = self.anybody(play.state, command.who)
        held = [each for each in (one.conditions if one is not None else ()) if each.name == command.condition]
        if not held:
            return Refusal("no_condition", {"who": f"@{command.who}"}, ("DHP-COND-06",))
        for each in held:
            self.release(play, command.who, each)
        return None

    def budget(self, state: State) -> tuple[int, int, int] | None:
        """Fear spent in this scene, and the range that its tension suggests."""
        scene = state.scene
        range_ = None if scene is None else self.guidance.tension.get(scene.tension)
        if scene is None or range_ is None:
            return None
        return scene.fear_spent, range_.low, range_.high
