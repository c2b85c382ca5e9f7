"""Whoever has acted in a round is not asked again for what would be refused; what they do is what it was."""

from collections import Counter

import pytest

from arbitro.chances.asking import fight_of
from arbitro.chances.bout import Bout, fought
from arbitro.chances.building import OwnFight, put_together
from arbitro.kernel.command import Command
from arbitro.rules.infausta.features import tactics as class_tactics
from arbitro.rules.whitebox import tactics, whose_turn
from arbitro.rules.whitebox.powers import power_ai
from arbitro.rules.whitebox.scene import Here
from arbitro.rules.whitebox.state import Combatant, Fight

FIGHTS = [
    ("whitebox", (("ghoul", 4),), {}),
    ("whitebox", (("orc", 6),), {"combat_sequence": "alternate"}),
    ("whitebox", (("skeleton", 6),), {"declare_intent": True}),
    ("infausta", (("goblin", 6),), {}),
    ("infausta", (("ghoul", 4),), {"declare_intent": True}),
]


def bout(game: str, foes: tuple[tuple[str, int], ...], options: dict[str, object]) -> Bout:
    return fight_of(game, put_together(OwnFight(game=game, party="random:5:3", foes=foes, lot="4", options=options)))


@pytest.mark.parametrize(("game", "foes", "options"), FIGHTS)
def test_all_that_is_no_longer_asked_for_would_be_refused(game, foes, options, monkeypatch):
    """Each time, the first legal wish is looked for among all wishes too, as if nobody knew who has acted."""
    short = tactics._wishes
    asked: Counter[bool] = Counter()

    def first(here: Here, fight: Fight, one: Combatant) -> Command | None:
        return next((wish for wish in short(here, fight, one) if tactics.allows(here, wish)), None)

    def held_against_all(here: Here, fight: Fight, one: Combatant):
        known = first(here, fight, one)
        with monkeypatch.context() as patched:
            for module in (tactics, power_ai, class_tactics):
                patched.setattr(module, "has_acted", lambda _fight, _one: False)
            everything = first(here, fight, one)
        asked[whose_turn.has_acted(fight, one)] += 1
        assert known == everything, (one.id, known, everything)
        yield from () if known is None else (known,)

    monkeypatch.setattr(tactics, "_wishes", held_against_all)
    for number in range(6):
        fought(bout(game, foes, options), "acted", number)
    assert asked[True] > 20


def test_a_priest_who_has_struck_is_not_asked_to_turn_the_undead(monkeypatch):
    """Nothing that is wished for by whoever has acted is refused, but what the moment itself decides."""
    refused: Counter[str] = Counter()
    allows = tactics.allows

    def counted(here: Here, command: Command) -> bool:
        fight = here.state.fight
        one = None if fight is None else fight.combatants.get(getattr(command, "who", ""))
        legal = allows(here, command)
        if one is not None and fight is not None and fight.phase != "declare" and not legal:
            refused[type(command).__name__] += whose_turn.has_acted(fight, one)
        return legal

    monkeypatch.setattr(tactics, "allows", counted)
    for number in range(6):
        fought(bout("whitebox", (("ghoul", 4),), {}), "acted", number)
    assert not [name for name in ("TurnUndead", "Prepare", "Run", "BindWounds") if refused[name]], refused
