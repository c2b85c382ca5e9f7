"""Characters between fights: creation, experience, load, healing, spells of the day, shop, parties.

records → levels → load → equipment → arms → creation → healing → treasure → battle → memory → company → hiring → offers

- A character: `creation` makes one (`throws` remembers for what each die was thrown), `records` looks things up,
  `levels` is experience.
- Things: `equipment`, `arms` (as a fight knows them), `packs` (what lies together), `load` (what it weighs), `treasure`
  (in common).
- Days: `healing`, `memory` (spells).
- Together: `company` (parties), `hiring` (people for hire), `entering` (how they come into a scene), `battle` (into a
  fight and out of it).
- At the table: `offers`, `telling`, `view`; `state`, `commands`, `events` (`coin_sums`: what money comes from), `fold`.
"""
