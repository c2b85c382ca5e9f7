"""Worlds to learn in: fights and campaigns as Gymnasium and PettingZoo environments, over the real rules.

A learner sits in a seat like everybody else: it sees what the seat may see, and its actions are the seat's present
choices. Nothing here knows a game, and nothing is sealed into a log: an episode is played with the same dice as the
table of its seed would be, and thrown away.

- the present choices of a seat come as a numbered list, with everything filled in (`kernel.legal_acts`);
- `sight`: what the seat sees, as numbers (people, acts, mask, clock);
- `episode`: one run from its first decision to its end, without any learner's library;
- `spaces`, `fights`, `campaigns`, `sides`: the same as environments (extra ``worlds``);
- `linear`: a policy of weights over features of acts, learnt by trial, kept in a file, and played by name.
"""
