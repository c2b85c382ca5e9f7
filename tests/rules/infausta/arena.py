"""The parent's test benches with this game on them.

`bench` has twins of the parent's benches (arena, camp, delve) with another game and its state in them; `parent_tests`
loads one of the parent's test files on top, so that its tests run on the child.
"""

import dataclasses
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, cached_property
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from msgspec.structs import replace
from tests.rules.carrying import carried_out, turned_down
from tests.rules.whitebox import arena as parent

from arbitro.dice.stream import Dice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.rulebook import Rulebook, load_rulebook
from arbitro.rules.infausta import RULES as ERRATA
from arbitro.rules.infausta import infausta
from arbitro.rules.infausta.state import State
from arbitro.rules.whitebox import RULES as PARENTS_PAGE
from arbitro.rules.whitebox.basics import able, members
from arbitro.rules.whitebox.box_game import BoxGame
from arbitro.rules.whitebox.commands import Declare, EndTurn, StartFight
from arbitro.rules.whitebox.declaring import declare
from arbitro.rules.whitebox.deeds import Deed
from arbitro.rules.whitebox.events import Released
from arbitro.rules.whitebox.prepared_spells import castable
from arbitro.rules.whitebox.scene import Here, Scene

WHITEBOX = Path(parent.__file__).parent


def may_start(here: Here, command: StartFight) -> Refusal | None:
    """The parent's fighters fight here too, by the tables that they have there."""
    known = [member for member in command.members if member.profile.class_id != "fighter"]
    others = [member for member in command.members if member not in known]
    nameless = (replace(member, profile=replace(member.profile, class_id="")) for member in others)
    return ERRATA.may_start(here, replace(command, members=(*known, *nameless)))


def declare_for(scene: Scene, side: str) -> None:
    for one in tuple(members(scene.state.fight, side)):
        if able(scene.state.fight, one) and one.intent is None:
            declare(scene, Declare(one.id, "other"))


def end_turn(scene: Scene, command: EndTurn) -> Refusal | None:
    fight = scene.state.fight
    if fight is not None and fight.phase == "declare" and command.side in fight.acting:
        declare_for(scene, command.side)
    return ERRATA.rulings[EndTurn].decide(scene, command)


def declare_for_the_silent(scene: Scene) -> None:
    """Sides without a caster declare at once, and nobody is bound by it."""
    while (fight := scene.state.fight) is not None and fight.phase == "declare" and not scene.state.awaiting:
        silent = [
            side
            for side in fight.acting
            if side not in fight.done and not any(castable(one) for one in members(fight, side))
        ]
        if not silent:
            return
        declare_for(scene, silent[0])
        end_turn(scene, EndTurn(silent[0]))
    for one in scene.state.fight.combatants.values() if scene.state.fight is not None else ():
        if one.intent is not None and one.intent.kind != "cast":
            scene.happen(Released(one.id))


class AsParent(BoxGame):
    """The child as the parent's tests can read it: with the parent's citations, and with declarations that are made
    for everybody and bind nobody but casters, as it is there without the option."""

    def __init__(self) -> None:
        rulings = ERRATA.rulings.on(EndTurn, Deed.LOOK, end_turn)
        retold = PARENTS_PAGE.refusal_retold
        super().__init__(
            dataclasses.replace(ERRATA, rulings=rulings, scene=Scene, refusal_retold=retold, may_start=may_start)
        )

    def decide(self, state: Any, command: Command, dice: Dice) -> Any:
        scene = super().decide(state, command, dice)
        if not isinstance(scene, Refusal):
            declare_for_the_silent(scene)
        return scene

    @cached_property
    def rulebook(self) -> Rulebook:
        """Both books, for the parent's tests look its citations up."""
        books = [load_rulebook(PARENTS_PAGE.package), load_rulebook(ERRATA.package)]
        atoms = {atom: book[atom] for book in books for atom in book}
        return Rulebook("infausta", books[1].edition, books[1].source, atoms)


RULES = infausta()
PARENTS = AsParent()


class Arena(parent.Arena):
    """A fight of this game, with nothing taken off."""

    def __init__(self, *members: Any, dice: Sequence[Any] = (), lights: Any = (), **options: Any) -> None:
        self.state = State(options=RULES.options.effective(options))
        self.events: list[Event] = []
        names = dict.fromkeys(member.profile.side for member in members)
        sides = tuple(parent.Side(name, parent.Named(name, name), name in lights) for name in names)
        self.do(StartFight(sides, members), *dice)

    def do(self, command: Command, *dice: Any) -> list[Event]:
        resolved = carried_out(RULES, self.state, command, dice)
        self.state = resolved.state
        self.events += resolved.events
        return list(resolved.events)

    def refused(self, command: Command) -> Refusal:
        return turned_down(RULES, self.state, command)

    def declare_all(self, *dice: Any, **intents: Any) -> list[Event]:
        """Everybody declares (by default to strike), and the sides end their declarations; then initiative."""
        for one in tuple(self.fight.combatants.values()):
            if able(self.fight, one) and one.intent is None:
                given = intents.get(one.id, ("melee",))
                self.do(Declare(one.id, *given))
        *first, last = self.fight.acting
        events = [event for side in first for event in self.do(EndTurn(side))]
        return events + self.do(EndTurn(last), *dice)


def fight_with(*members: Any, first: str = "A", intents: dict[str, Any] | None = None, **options: Any) -> Arena:
    """A fight without surprise in which everybody has declared and side A (or B) has won initiative."""
    arena = Arena(*members, surprise_method="judgement", **options)
    arena.do(parent.JudgeSurprise(""))
    arena.declare_all(
        *((parent.d6(6), parent.d6(1)) if first == "A" else (parent.d6(1), parent.d6(6))), **(intents or {})
    )
    return arena


def _loaded(name: str, path: Path) -> ModuleType:
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


PARENTS_TESTS = "tests.rules.whitebox."
BENCHES = {
    "tests.rules.whitebox.arena": WHITEBOX / "arena.py",
    "tests.rules.whitebox.people.camp": WHITEBOX / "people" / "camp.py",
    "tests.rules.whitebox.exploring.delve": WHITEBOX / "exploring" / "delve.py",
    "tests.rules.whitebox.powers.den": WHITEBOX / "powers" / "den.py",
    "tests.rules.whitebox.powers.test_perils": WHITEBOX / "powers" / "test_perils.py",
}
KEPT: dict[str, Any] = {}
FOLK = {"dwarf": "dvergar", "elf": "silvano"}
"""Whom the text means where it still names the parent's peoples (P2)."""


TWINS: dict[str, ModuleType] = {}
"""The parent's benches, and whatever of its tests they brought along, made for this game."""


@contextmanager
def bench() -> Iterator[None]:
    """The parent's benches with this game on them, for as long as test files are loaded.

    Whatever of the parent's tests is imported meanwhile is made for this game, and put aside for the next file.
    """
    kept = _taken_out()
    sys.modules.update(TWINS)
    try:
        if not TWINS:
            _lay_out()
        yield
    finally:
        TWINS.update(_taken_out())
        sys.modules.update(kept)


def _taken_out() -> dict[str, ModuleType]:
    """The modules of the parent's tests, which nobody finds under their names any more."""
    return {name: sys.modules.pop(name) for name in tuple(sys.modules) if name.startswith(PARENTS_TESTS)}


def _lay_out() -> None:
    for name, path in BENCHES.items():
        module = _loaded(name, path)
        module.RULES = PARENTS
        if hasattr(module, "State"):
            module.State = State
        if name.endswith("camp"):
            module.draft = KEPT["draft"] = _of_this_game(module.draft)
        if name.endswith("delve"):
            module.troop = _without_orcs(module.troop)
            module.of_folk = _of_folk
            module.draft = KEPT["draft"]


def _of_this_game(draft: Any) -> Any:
    def drafted(who: str = "berto", **more: Any) -> Any:
        folk = FOLK.get(more.get("folk", "human"), more.get("folk", "human"))
        wanted = more.get("class_id", "fighter")
        more["folk"] = folk
        more["class_id"] = folk if folk in ("dvergar", "silvano") else "champion" if wanted == "fighter" else wanted
        return draft(who, **more)

    return drafted


def _of_folk(who: str, folk: str, class_id: str = "fighter", **more: Any) -> Any:
    return KEPT["draft"](who, folk=folk, class_id=class_id, **more)


def _without_orcs(troop: Any) -> Any:
    def stated(name: str = "orcs", monster: str = "orc", **more: Any) -> Any:
        return troop(name, "goblin" if monster == "orc" else monster, **more)

    return stated


@cache
def parent_tests(file: str) -> dict[str, Any]:
    """The tests of one of the parent's files, made for this game."""
    with bench():
        module = _loaded(f"infausta_{Path(file).stem}_{abs(hash(file))}", WHITEBOX / file)
    if getattr(module, "State", None) is parent.State:  # a test file that makes states of its own
        module.State = State
    return {name: found for name, found in vars(module).items() if name.startswith("test_") and callable(found)}
