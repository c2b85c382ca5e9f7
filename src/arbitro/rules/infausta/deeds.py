"""What L'Infausta Scatola adds about deeds: whoever is an animal, sings or hides, and those whom a song enthrals."""

from typing import Final

from arbitro.kernel.command import Refusal
from arbitro.rules.infausta import commands as c
from arbitro.rules.infausta.features import commands as g
from arbitro.rules.infausta.features.skills import Skills
from arbitro.rules.infausta.wilderness import commands as w
from arbitro.rules.whitebox import deeds as parent
from arbitro.rules.whitebox.basics import Scene
from arbitro.rules.whitebox.customs import CUSTOMS as PARENTS
from arbitro.rules.whitebox.customs import foe_of
from arbitro.rules.whitebox.deeds import Act, Customs, Deed, each_by_deed
from arbitro.rules.whitebox.state import State

DEEDS: Final = {
    **parent.DEEDS,
    **each_by_deed(
        {
            Deed.POWER: (g.SpendZeal,),
            Deed.SING: (g.BeginSong,),
            Deed.SKILL: (g.UseSkill,),
            Deed.SHIFT: (g.ChangeShape, g.ResumeShape),
            Deed.LOOK: (g.TakeStance, g.StopSong),
            Deed.MARCH: (w.ChooseHeading, w.MarchOn),
            Deed.EXPLORE: (
                c.SearchTraps, c.LookOver, c.DoSomething, c.RestTurn, w.ActOnTheSpot, w.MakeCamp, w.BreakCamp,
            ),
            Deed.AFFAIRS: (g.TakeTrophies, g.RefitArmour, g.StudyInLibrary),
            Deed.REFEREE: (
                c.InterruptSpell, c.WeighMorale, c.JudgeTraps, c.JudgeDoing, w.StartJourney, w.AnnounceWeather,
                w.ConductMarch, w.PlayEncounter, w.AllowNightMarch, w.MarkFrail, w.EndJourney, g.Distract, g.BreakVows,
                g.Atone, g.AwardTrophies, g.TellFindings,
            ),
        }
    ),
}  # fmt: skip
"""The deed of every command of this game."""

HANDS_OR_VOICE: Final = frozenset((Deed.THROW, Deed.CAST, Deed.THING, Deed.TEND, Deed.SING))
"""What an animal cannot do: it carries nothing, casts nothing and has neither hands nor words (IS-SILV-01)."""
DISTRACTING: Final = frozenset(
    (
        Deed.STRIKE,
        Deed.THROW,
        Deed.CAST,
        Deed.POWER,
        Deed.THING,
        Deed.TEND,
        Deed.SKILL,
        Deed.SHIFT,
        Deed.FLEE,
        Deed.YIELD,
    )
)
"""What nobody does and sings (IS-BARD-02): all but walking, looking and words."""
REVEALING: Final = frozenset(
    (Deed.STRIKE, Deed.THROW, Deed.CAST, Deed.POWER, Deed.THING, Deed.TEND, Deed.SING, Deed.FLEE, Deed.YIELD, Deed.TALK)
)
"""What brings somebody out of hiding (IS-THIEF-02): all but walking, looking, skills and another shape."""


def no_hands(rules: Skills, state: State, act: Act) -> Refusal | None:
    """An animal uses no things and casts no spells (IS-SILV-01)."""
    return rules.no_hands(state, act.who) if act.deed in HANDS_OR_VOICE else None


def too_small(rules: Skills, state: State, act: Act) -> Refusal | None:
    """The tiny animal moves no door (IS-SILV-02)."""
    return rules.too_small(state, act.who) if act.deed is Deed.DOOR else None


def out_of_sight(rules: Skills, state: State, act: Act) -> Refusal | None:
    """Nothing is pointed at those who hide (IS-THIEF-02)."""
    if act.target not in rules.own(state).hidden or foe_of(state, act) is None:
        return None
    return Refusal("hidden_from", {"who": f"@{act.target}"}, ("IS-THIEF-02",))


def breaks_songs(rules: Skills, scene: Scene, act: Act) -> None:
    """A song ends when the singer does something else, and when somebody harms those who follow it (IS-BARD-03)."""
    if act.deed in DISTRACTING:
        rules.distracted(scene, act.who)
    bard = rules.enthralled_by(scene.state, act.target) if act.harms and act.target else ""
    if bard:
        rules.falls_silent(scene, bard, act.target)


def out_of_hiding(rules: Skills, scene: Scene, act: Act) -> None:
    """Whoever does more than walk and look is seen (IS-THIEF-01, IS-THIEF-02)."""
    if act.deed in REVEALING and act.who in rules.own(scene.state).hidden:
        rules.comes_out(scene, act.who)


CUSTOMS: Final = Customs(
    forbid=(no_hands, too_small, out_of_sight, *PARENTS.forbid),
    before=(breaks_songs, *PARENTS.before),
    after=(*PARENTS.after, out_of_hiding),
)
