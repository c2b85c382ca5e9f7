"""How fights go: exact odds where there are any, fights by the thousand where there are not, through the real rules.

Three ways lead to an answer, and `asking` chooses between them by looking at the fight:

- `derived`: what one blow of each against each does is found by letting the real attack fall every way its dice can,
  and the rest is counted; only for fights in which nothing else happens;
- `explored`: every command of the real fight is followed along every way its dice can fall, equal situations once;
- `sampled`: the fight is played, as often as it takes, by numbered seeds that anybody can play again.

What a game says of its own fights (who won, who fell, which situations are equal) is its `FightReading`, found by the
entry points of the group ``arbitro.readings``.
"""
