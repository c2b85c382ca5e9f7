"""Every question of the game has its answers, and an automatic player says one of them."""

from arbitro.rules.daggerheart.answer_choices import ANSWERS
from arbitro.rules.daggerheart.game import RULINGS


def test_every_question_that_a_command_answers_has_its_answers() -> None:
    asked = {command.answers for command in RULINGS if command.answers}
    assert asked == {*ANSWERS, "roll"}  # a roll is not only for whoever is asked: others may help
