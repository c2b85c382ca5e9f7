"""Stat blocks as people paste them, ours: one or more for each game, in both languages."""

BLOCKS = {
    "whitebox": [
        """Marsh Troll
Armor Class: 4 [15]
Hit Dice: 6+3
Attacks: 2 claws (1d4), bite (1d8)
Saving Throw: 13
Special: Regenerates 3 hit points per round
Move: 12 (swim 9)
Alignment: Chaos
HDE/XP: 8/800
Smells of wet leaves.
""",
        (
            "Goblin del ponte: CA 6 [13]; DV 1-1; Attacchi randello (1d6); Mov 9; TS 19; All Caos; DVE/PE <1/10;"
            " Morale 7; Speciale: -1 per colpire alla luce del sole"
        ),
    ],
    "archmage": [
        """Mill ogre
Large 3rd level troop [giant]
Initiative: +5
Millstone +8 vs. AC—18 damage
Natural even hit: The target is dazed until the end of its next turn.
Miss: half damage
R: Thrown sack +7 vs. PD (1d3 nearby enemies) — 10 fire damage
Natural 16+: 5 ongoing fire damage
Nasty habit: It eats the miller's cat.
Resist fire 16+
AC 19
PD 16   HP 90
MD 13
""",
        """Lupo di brina
2° livello, truppa [bestia]
Iniziativa: +7
Morso +7 contro CA — 7 danni da freddo
Naturale pari colpito: il bersaglio è impedito (tiro salvezza termina)
CA 17  DF 16  DM 12  PF 34
""",
    ],
    "daggerheart": [
        """MILL BRUTE
Tier 1 Bruiser
A hulk white with flour.
Motives & Tactics: Grind, roar, throw sacks
Difficulty: 13 | Thresholds: 8/15 | HP: 7 | Stress: 3
ATK: +1 | Club: Very Close | 1d10+2 phy
Experience: Throw +2, Millwork +3
FEATURES
Relentless (2) - Passive: It can be spotlighted up to two times per GM turn.
Momentum - Reaction: When it makes a successful attack, you gain a Fear.
Flour Cloud - Action: Mark a Stress to fill the room with flour.
Stubborn - Passive: It never leaves the mill.
""",
        """Topi della farina
Rango 1 Orda (5/PF)
Difficoltà: 10 | Soglie: 5/9 | PF: 6 | Stress: 2
ATT: -2 | Denti: Mischia | 1d8+2 fis
Esperienza: Mimetismo +2
CAPACITÀ
Orda (1d4+1) - Passiva: Con metà o più dei PF segnati, infligge meno danni.
""",
    ],
}
BLOCKS["infausta"] = BLOCKS["whitebox"]
