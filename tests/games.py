"""The registered games that can be played here: a package that does not even import fails one test, not all of them."""

from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec

from arbitro.rules import games, package_of


def imports(game: str) -> bool:
    """Whether a game's package can be imported."""
    try:
        import_module(package_of(game))
    except Exception:
        return False
    return True


PLAYABLE = [game for game in games() if imports(game)]


READY = ("fights", "scenes", "expeditions", "jousts", "journeys")
"""The folders of a game in which scenes lie ready."""


def ready_of(game: str) -> list[tuple[str, str]]:
    """Everything that a game has ready, as folder and file."""
    return [(folder, name) for folder in READY for name in scenes_of(game, folder)]


def scenes_of(game: str, kind: str = "fights") -> list[str]:
    """The names of a game's ready scenes of one kind."""
    if find_spec(package_of(game)) is None:
        return []
    folder = files(package_of(game)).joinpath(kind)
    return sorted(item.name for item in folder.iterdir() if item.name.endswith(".yaml")) if folder.is_dir() else []
