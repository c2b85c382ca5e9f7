"""What L'Infausta Scatola adds to the terminal: days in the wilderness."""
