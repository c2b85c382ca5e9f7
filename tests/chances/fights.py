"""Fights that several tests ask about."""

from tests.games import PLAYABLE, scenes_of

import arbitro
from arbitro.chances.bout import Bout
from arbitro.kernel.yamlfile import Document

REFERENCE = 0.685497879264
SURVIVORS = 1.815628
"""The reference fight: how often the party wins, and how many of it are left on average (see shared bench)."""
PLAIN = {"initiative_tie": "reroll", "surprise_method": "judgement", "morale_table": "off"}
"""The options under which the ready fight against the orcs is the reference fight."""
READY = [(game, name.removesuffix(".yaml")) for game in PLAYABLE for name in scenes_of(game)]


def ready(game: str, name: str, options: dict | None = None, **policies: str) -> Bout:
    """A ready fight of a game."""
    from importlib.resources import files

    ruleset = arbitro.game(game)
    text = files(ruleset.package).joinpath("fights", f"{name}.yaml").read_text(encoding="utf-8")
    return described(game, text, options, **policies)


def described(game: str, text: str, options: dict | None = None, **policies: str) -> Bout:
    """A fight from its YAML."""
    setup = arbitro.game(game).read_setup(Document("fight.yaml", text))
    return Bout(game=game, start=setup.start, options={**setup.options, **(options or {})}, policies=dict(policies))


def orcs(options: dict | None = None, **policies: str) -> Bout:
    """The reference fight."""
    return ready("whitebox", "orcs", {**PLAIN, **(options or {})}, **policies)


DUEL = """
game: whitebox
title: {{it: duello, en: duel}}
distance: 10
sides:
  party:
    name: {{it: noi, en: us}}
    members:
      - {{id: berto, name: Berto, hp: {hp}, armour: 12, weapons: [{{name: spada, damage: 1d6}}]}}
  foes:
    name: {{it: loro, en: them}}
    members:
      - {{id: orco, name: Orco, hp: {foe}, armour: 12, weapons: [{{name: lama, damage: 1d6}}]}}
"""


def duel(hp: int = 3, foe: int = 3, options: dict | None = None, **policies: str) -> Bout:
    """One against one, a few hit points each."""
    return described("whitebox", DUEL.format(hp=hp, foe=foe), {**PLAIN, **(options or {})}, **policies)
