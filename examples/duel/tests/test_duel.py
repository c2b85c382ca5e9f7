"""The rules of the duel, each shown by a test that names its atom."""

import pytest
from duel import RULES, Duel, Duellist, Feint, Ground, Meet, Strike
from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table


def faced(hearts: int = 1, **options: int) -> Table:
    """Ada and Bruno, about to fight."""
    table = Table.open(Duel(), "test", bytes(32), options)
    table.submit(Meet((Duellist("ada", "Ada", hearts), Duellist("bruno", "Bruno", hearts))), REFEREE)
    return table


@pytest.mark.rule("DU-TURN-01")
def test_they_act_in_turn() -> None:
    table = faced(2)
    assert isinstance(table.submit(Strike("bruno"), REFEREE), Refusal)
    table.submit(Strike("ada"), REFEREE, faces=(1,))
    assert isinstance(table.submit(Strike("ada"), REFEREE), Refusal)
    assert table.state.turn == "bruno"


@pytest.mark.rule("DU-STRIKE-01", "DU-END-01")
@pytest.mark.parametrize(("face", "hearts", "to_hit"), [(3, 1, 4), (4, 0, 4), (4, 1, 5), (5, 0, 5)])
def test_a_strike_needs_its_number_and_the_last_heart_ends_it(face: int, hearts: int, to_hit: int) -> None:
    table = faced(to_hit=to_hit)
    table.submit(Strike("ada"), REFEREE, faces=(face,))
    assert table.state.people["bruno"].hearts == hearts
    assert table.ruleset.finished(table.state) is (hearts == 0)


@pytest.mark.rule("DU-FEINT-01")
def test_a_feint_makes_the_next_strike_easier_once() -> None:
    table = faced(3)
    table.submit(Feint("ada"), REFEREE)
    table.submit(Strike("bruno"), REFEREE, faces=(1,))
    assert isinstance(table.submit(Feint("ada"), REFEREE), Refusal)
    table.submit(Strike("ada"), REFEREE, faces=(2,))
    assert table.state.people["bruno"].hearts == 2
    table.submit(Strike("bruno"), REFEREE, faces=(1,))
    table.submit(Strike("ada"), REFEREE, faces=(2,))
    assert table.state.people["bruno"].hearts == 2


def test_a_variant_is_an_errata_page() -> None:
    """Whoever has lost a heart strikes in anger; all the rest is the parent's own."""

    def anger(state: Ground) -> tuple[Modifier, ...]:
        return (Modifier(1, "DU-STRIKE-01", "anger"),) if state.people[state.turn].hearts < 2 else ()

    angry = replace(RULES, to_hit=RULES.to_hit.also(anger))
    table = Table.open(Duel(angry), "test", bytes(32), {})
    table.submit(Meet((Duellist("ada", "Ada", 1), Duellist("bruno", "Bruno", 2))), REFEREE)
    table.submit(Strike("ada"), REFEREE, faces=(3,))
    assert table.state.people["bruno"].hearts == 1
    table.submit(Strike("bruno"), REFEREE, faces=(2,))
    assert table.state.people["ada"].hearts == 1
