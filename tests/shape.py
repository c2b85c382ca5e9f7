"""The shape of the games, measured: how high their classes stand, what they call in a ring, how far one command leads.

python -m tests.shape              # every game
python -m tests.shape archmage     # one of them
python -m tests.shape campaign     # what joins them to a dungeon
python -m tests.shape --paths      # the commands whose way through the rules is followed
"""

import ast
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from importlib import import_module
from inspect import isfunction
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any, Final

import arbitro
from arbitro.kernel.hooks import Collect, Forbid, Moment
from arbitro.kernel.ruleset import Ruleset
from arbitro.play import campaigns, find_campaign
from arbitro.rules import find_ruleset, games, package_of

SOURCE: Final = Path(arbitro.__file__).parent.parent
MOST_CLASSES: Final = 5
"""A game, the kernel's `Ruleset`, and what Python itself puts under it."""
CAMPAIGN: Final = "campaign"
OBJECTS: Final = ("self", "cls", "game", "side", "campaign")
"""Names by which a game looks things up on itself."""


PAGES: Final = ("page", "PARENT")
"""Names beside `rules` by which chapters have the page of their game."""


@dataclass(frozen=True)
class Shape:
    """A game in figures."""

    game: str
    classes: int
    """How many classes stand on each other."""
    names: int
    """How many names the object of the game has beside those of every game."""
    modules: int
    lines: int
    rings: tuple[tuple[str, ...], ...]
    """Modules that call each other in a ring, by import or through the object that inherits from them all."""
    fields: int
    """What stands on the page of the game, line by line; 0 where there is no page."""
    fixed: tuple[str, ...]
    """Functions on the page that no game of the family replaces: plain calls that look like hooks."""
    unchanged: tuple[str, ...]
    """Hooks with several parts that no game of the family adds to or changes: moments that one game alone knows."""
    veiled: tuple[tuple[str, ...], ...]
    """Rings of modules once what is called through such lines counts as a call."""
    lookups: tuple[str, ...]
    """Where something of a game is looked up by a name that is put together."""
    stubs: tuple[str, ...]
    """Methods that only promise: abstract ones, and those that raise `NotImplementedError`."""

    @property
    def faults(self) -> list[str]:
        """What is not as it should be."""
        found = [f"{self.classes} classes"] if self.classes > MOST_CLASSES else []
        found += [f"a ring of {', '.join(ring)}" for ring in self.rings]
        found += [f"looked up by name at {place}" for place in self.lookups]
        return found + [f"only a promise at {place}" for place in self.stubs]


def shape_of(game: str) -> Shape:
    """Measure a game."""
    return measured(game, (type(find_ruleset(game)),), package_of(game))


def shape_of_campaign() -> Shape:
    """Measure what joins games and a dungeon: the campaign and the sides of all games, without players and journal."""
    joined = [find_campaign(name) for name in campaigns()]
    kinds = dict.fromkeys((type(joined[0]), *(type(each.side) for each in joined)))
    return measured(CAMPAIGN, tuple(kinds), "arbitro.play", ("arbitro.play.journal", "arbitro.play.players"))


def measured(name: str, kinds: tuple[type, ...], package: str, without: tuple[str, ...] = ()) -> Shape:
    """The shape of a package whose classes are these; the highest of them, and the one with most names, count."""
    trees = {module: tree for module, tree in sources(package).items() if not module.startswith(without or "-")}
    graph = imports(trees)
    for kind in kinds:
        for module, others in hidden(kind, trees).items():
            graph[module] |= others
    page = page_of(package)
    homes = fixed(page)
    paged = {module: graph[module] | others for module, others in through_the_page(homes, trees).items()}
    places = [path for path in paths_of(package) if module_of(path) in trees]
    return Shape(
        name,
        max(len(kind.__mro__) for kind in kinds),
        max(len({*dir(kind), *getattr(kind, "__dataclass_fields__", ())} - set(dir(Ruleset))) for kind in kinds),
        len(trees),
        sum(len(path.read_text(encoding="utf-8").splitlines()) for path in places),
        tuple(rings(graph)),
        len(fields(page)) if is_dataclass(page) else 0,
        tuple(homes),
        unchanged(page),
        tuple(rings(paged)),
        tuple(f"{module}:{line}" for module, tree in trees.items() for line in lookups(tree)),
        tuple(f"{module}:{line}" for module, tree in trees.items() for line in stubs(tree)),
    )


# -------------------------------------------------------------------- modules


def paths_of(package: str) -> list[Path]:
    """The files of a package's modules."""
    return sorted(SOURCE.joinpath(*package.split(".")).rglob("*.py"))


def sources(package: str) -> dict[str, ast.Module]:
    """Every module of a package, parsed, without what is imported for the type checker alone."""
    found = {}
    for path in paths_of(package):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
                node.body = [ast.Pass()]
        found[module_of(path)] = tree
    return found


def module_of(path: Path) -> str:
    """The name by which a file is imported."""
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


def imports(trees: dict[str, ast.Module]) -> dict[str, set[str]]:
    """Which modules of a package each of them imports."""
    found: dict[str, set[str]] = {name: set() for name in trees}
    for name, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                for each in node.names:
                    full = f"{node.module}.{each.name}"
                    found[name].add(full if full in trees else node.module)
        found[name] &= set(trees) - {name}
    return found


def hidden(kind: type, trees: dict[str, ast.Module]) -> dict[str, set[str]]:
    """Which modules the classes under a game call through the object, whatever they import: ``self.f()``."""
    homes: dict[str, str] = {}
    for each in kind.__mro__:
        for name, value in vars(each).items():
            if not getattr(value, "__isabstractmethod__", False):
                homes.setdefault(name, each.__module__)
    found: dict[str, set[str]] = {}
    tower = {(each.__module__, each.__name__) for each in kind.__mro__}
    for module, tree in trees.items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and (module, node.name) in tower:
                called = {
                    homes.get(part.attr, module)
                    for part in ast.walk(node)
                    if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id == "self"
                }
                found.setdefault(module, set()).update(called & set(trees) - {module})
    return found


def page_of(package: str) -> object:
    """The page of a game, where its package has one."""
    if f"{package}.game" not in {module_of(path) for path in paths_of(package)}:
        return None
    return getattr(import_module(f"{package}.game"), "RULES", None)


def fixed(page: object) -> dict[str, str]:
    """The lines of a page that hold the same function in every game that has such a page, each with its module.

    A hook of which one chapter alone has a part, in every game, is no other thing: a call that looks like a hook.
    """
    if not is_dataclass(page):
        return {}
    family = relatives(page)
    found = {}
    for name in (each.name for each in fields(page)):
        values = {id(getattr(other, name)): getattr(other, name) for other in family}
        if len(values) == 1 and isfunction(value := alone(values.popitem()[1])):
            found[name] = value.__module__
    return found


def unchanged(page: object) -> tuple[str, ...]:
    """The hooks of a page with several parts, the very same in every game of a family of two or more."""
    family = relatives(page)
    if len(family) < 2 or not is_dataclass(page):
        return ()
    hooks = {each.name: getattr(page, each.name) for each in fields(page)}
    return tuple(
        name
        for name, hook in hooks.items()
        if isinstance(hook, (Collect, Forbid, Moment))
        if len(hook.parts) > 1 and all(getattr(other, name).parts == hook.parts for other in family)
    )


def relatives(page: object) -> list[object]:
    """The pages of all games that have the same lines."""
    return [other for other in map(page_of, map(package_of, games())) if type(other) is type(page)]


def alone(value: object) -> object:
    """The one part of a hook that has no other; anything else as it is."""
    return value.parts[0] if isinstance(value, (Collect, Forbid, Moment)) and len(value.parts) == 1 else value


def through_the_page(homes: dict[str, str], trees: dict[str, ast.Module]) -> dict[str, set[str]]:
    """Which modules each module calls through the page, ``rules.f()``, by functions that no game replaces."""
    return {
        module: {
            homes[node.attr]
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute) and node.attr in homes
            if (of := ast.unparse(node.value)).endswith("rules") or of in PAGES
        }
        & set(trees) - {module}
        for module, tree in trees.items()
    }


def rings(graph: dict[str, set[str]]) -> Iterator[tuple[str, ...]]:
    """Groups of modules each of which can be reached from every other."""
    beyond = {name: reached(graph, name) for name in graph}
    left = list(graph)
    while left:
        name = left.pop(0)
        ring = [each for each in left if each in beyond[name] and name in beyond[each]]
        if ring:
            yield (name, *ring)
            left = [each for each in left if each not in ring]


def reached(graph: dict[str, set[str]], start: str) -> set[str]:
    """All modules that one leads to."""
    found: set[str] = set()
    todo = list(graph[start])
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += graph[name]
    return found


def lookups(tree: ast.Module) -> Iterator[int]:
    """Lines on which something is looked up on a game by a name that is no plain word."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "getattr" and len(node.args) > 1:
            of, name = node.args[0], node.args[1]
            if isinstance(of, ast.Name) and of.id in OBJECTS and not isinstance(name, ast.Constant):
                yield node.lineno


def stubs(tree: ast.Module) -> Iterator[int]:
    """Lines of methods that others are to fill in."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and any("abstractmethod" in ast.unparse(d) for d in node.decorator_list):
            yield node.lineno
        if isinstance(node, ast.Raise) and node.exc is not None and "NotImplementedError" in ast.unparse(node.exc):
            yield node.lineno


# -------------------------------------------------------------------- the way of one command


@dataclass(frozen=True)
class Way:
    """What is called while one command is decided, of the functions of one package."""

    functions: int
    files: int
    switches: int
    """How often a call leads into another file than the one before."""

    def __str__(self) -> str:
        return f"{self.functions} functions in {self.files} files, {self.switches} times into another file"


def way_of(work: Callable[[], object], package: str) -> Way:
    """Follow a piece of work: every function with a name counts once; comprehensions are part of theirs.

    The second time: what is read once and kept, tables and their like, is no part of the way.
    """
    work()
    called: list[tuple[str, str, int]] = []
    inside = str(SOURCE.joinpath(*package.split(".")))

    def note(frame: FrameType, event: str, arg: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(inside) and not code.co_name.startswith("<"):
            called.append((code.co_filename, code.co_name, code.co_firstlineno))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    files = [file for file, _, _ in called]
    turns = sum(one != other for one, other in pairwise(files))
    return Way(len(set(called)), len(set(files)), turns)


def archmage_opportunity() -> Way:
    """Somebody walks out of melee, and the foe that is left strikes and hits."""
    from tests.rules.archmage.table import Play, foe, pc

    from arbitro.dice.stream import GivenDice
    from arbitro.rules.archmage import Archmage
    from arbitro.rules.archmage import commands as c

    play = Play(Archmage()).begin(pc("ada"), foe("orc", hp=90)).engage("ada", "orc").do(c.Move("ada", "away"))
    answer = c.Opportunity("orc", "yes")
    return way_of(lambda: play.game.decide(play.state, answer, GivenDice((15, 6, 6, 6))), "arbitro.rules.archmage")


def whitebox_ghoul() -> Way:
    """A ghoul strikes, hits, and its touch paralyses."""
    from tests.rules.whitebox.arena import RULES, fight_with
    from tests.rules.whitebox.powers.den import beast, hero

    from arbitro.dice.stream import GivenDice
    from arbitro.rules.whitebox.commands import Attack

    arena = fight_with(hero("a", hp=20), beast("ghoul", "g"), first="B")
    blow = Attack("g", "a")
    return way_of(lambda: RULES.decide(arena.state, blow, GivenDice((19, 1, 1, 2, 2, 2))), "arbitro.rules")


def infausta_champion() -> Way:
    """A champion in an offensive stance strikes and hits."""
    from tests.rules.infausta.features.stage import RULES, hero, opened
    from tests.rules.whitebox.arena import d6, someone

    from arbitro.dice.stream import GivenDice
    from arbitro.rules.infausta.features.commands import TakeStance
    from arbitro.rules.whitebox.commands import Attack

    stage = opened(hero("a", "champion", hp=20), someone("b", "B", hp=20))
    stage.do(TakeStance("a", "offensive"))
    stage.declare_all(d6(6), d6(1))
    blow = Attack("a", "b")
    return way_of(lambda: RULES.decide(stage.state, blow, GivenDice((19, 5))), "arbitro.rules")


def daggerheart_hit() -> Way:
    """A PC rolls an attack with Hope, hits and wounds an adversary."""
    from tests.rules.daggerheart.bench import RULES, foe, hero, play

    from arbitro.dice.stream import GivenDice
    from arbitro.rules.daggerheart import commands as c

    bench = play(hero("ada"), foe("orc")).do(c.Attack("ada", "orc"))
    roll = c.Roll("ada")
    return way_of(lambda: RULES.decide(bench.state, roll, GivenDice((9, 5, 6))), "arbitro.rules.daggerheart")


PATHS: Final[dict[str, Callable[[], Way]]] = {
    "whitebox: a ghoul's hit": whitebox_ghoul,
    "infausta: a champion's hit": infausta_champion,
    "archmage: an opportunity attack": archmage_opportunity,
    "daggerheart: an attack that hits": daggerheart_hit,
}


def main(words: list[str]) -> None:
    """Print what was measured."""
    if "--paths" in words:
        for name, follow in PATHS.items():
            print(f"{name}: {follow()}")
        return
    for game in words or (*games(), CAMPAIGN):
        shape = shape_of_campaign() if game == CAMPAIGN else shape_of(game)
        ringed = sum(len(ring) for ring in shape.rings)
        print(
            f"{game:12} {shape.classes:3} classes  {shape.names:5} names"
            f"  {ringed:3} of {shape.modules:3} modules in rings  {shape.lines:6} lines"
            f"  {len(shape.stubs):3} promises  {len(shape.lookups)} lookups by name"
            f"  {shape.fields:3} lines on the page, {len(shape.fixed)} of them never replaced,"
            f" {len(shape.unchanged)} moments that no variant changes"
        )
        for ring in shape.veiled:
            print(
                f"{'':12} through the page a ring of {len(ring)}: {', '.join(name.split('.', 3)[-1] for name in ring)}"
            )


if __name__ == "__main__":
    main(sys.argv[1:])
