"""What is asked of the bench: a fight, who decides in it, and how much work the answer is worth."""

from typing import Annotated, Any, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from arbitro.chances.asking import Budget
from arbitro.chances.bout import EVERYBODY, Bout, fight_dice, first_state
from arbitro.chances.building import OwnFight, put_together
from arbitro.chances.outcome import MeetingGround
from arbitro.chances.policies import policy_of
from arbitro.kernel.event import Setting
from arbitro.kernel.pack import Pack, pack_from_text
from arbitro.kernel.ruleset import Ruleset, Setup
from arbitro.play import game_inside
from arbitro.play.opening import ready_scenes, unknown_scene
from arbitro.web.api.data import FileText, Packs
from arbitro.web.making import find_game

FIGHTS: Final = "fights"
"""The folder of ready scenes that are fights."""
SUGGEST: Final = "suggest"
SEED: Final = "1"
MOST_FIGHTS: Final = 5_000
USUAL: Final = 1_000
EXAMPLES: Final = 200
"""Fights that are fought beside an exact answer: for the pictures, and to be read."""
SITUATIONS: Final = 300
"""How far a fight is followed before fights are fought: somebody waits before the page."""
Word = Annotated[str, Meta(max_length=80)]
Feet = Annotated[int, Meta(ge=0, le=1000)]
Fights = Annotated[int, Meta(ge=10, le=MOST_FIGHTS)]


class FoesAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """So many of a kind."""

    kind: Word
    number: Annotated[int, Meta(ge=1, le=60)] = 1


class BenchFight(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A fight as it was put together: a ready one by its name, or a party against creatures."""

    game: Word
    scene: Word = ""
    """A ready fight, by its name; then neither party nor foes are asked for."""
    party: Word = ""
    """``ready:<name>`` or ``random:<size>:<level>``; the people of the file otherwise."""
    people: Annotated[str, Meta(max_length=200_000)] = ""
    """The text of a party file."""
    file: Annotated[str, Meta(max_length=200)] = ""
    foes: Annotated[tuple[FoesAsked, ...], Meta(max_length=20)] = ()
    feet: Feet = 0
    """How far apart the sides begin, of the distances that the game knows; 0: as far as usual."""
    light: bool = True
    """Whether the party has light, where that makes a difference."""
    options: Annotated[dict[Word, Setting], Meta(max_length=500)] = {}
    packs: Packs = ()
    own: Word = SUGGEST
    """Who decides for the first side."""
    others: Word = SUGGEST
    """Who decides for everybody else."""
    seed: Word = SEED
    fights: Fights = USUAL
    sampled: bool = False
    """Whether fights are fought even where an exact answer can be had."""


def ruleset_of(asked: BenchFight) -> Ruleset[Any]:
    """The game that is asked about, with its packs."""
    return find_game(game_inside(asked.game)).with_packs(packs_of(asked.packs))


def packs_of(files: tuple[FileText, ...]) -> tuple[Pack, ...]:
    """Packs out of their files."""
    return tuple(pack_from_text(one.file, one.text) for one in files)


def setup_of(asked: BenchFight) -> Setup:
    """How the fight begins; a fault says why it cannot."""
    ruleset = ruleset_of(asked)
    if asked.scene:
        ready = ready_scenes(ruleset, FIGHTS)
        if asked.scene not in ready:
            raise unknown_scene(asked.scene, ready)
        setup = ruleset.read_setup(ready[asked.scene])
        return Setup(setup.title, setup.start, ruleset.options.meant({**setup.options, **asked.options}))
    return put_together(
        OwnFight(
            game=ruleset.id,
            party=asked.party,
            people=asked.people,
            file=asked.file,
            lot=asked.seed,
            foes=tuple((one.kind, one.number) for one in asked.foes),
            ground=MeetingGround(asked.feet, asked.light),
            options=asked.options,
            packs=ruleset.packs,
        )
    )


def bout_of(asked: BenchFight) -> Bout:
    """The fight to be asked about; a fault where it cannot begin."""
    ruleset, setup = ruleset_of(asked), setup_of(asked)
    return decided(Bout(game=ruleset.id, packs=ruleset.packs, start=setup.start, options=setup.options), asked)


def decided(bout: Bout, asked: Any) -> Bout:
    """The fight with those who decide for each side; the first that the game names is one's own."""
    for each in (asked.own, asked.others):
        policy_of(each)
    sides = bout.reading.outcome(first_state(bout, fight_dice(asked.seed, 0).play)).sides
    return replace(bout, policies={sides[0]: asked.own, EVERYBODY: asked.others})


def budget_of(asked: Any) -> Budget:
    """How much work the answer is worth: all fights are fought, so that the same asked again is the same answered."""
    return Budget(fights=asked.fights, width=0.0, situations=SITUATIONS, method="sampled" if asked.sampled else None)
