"""L'Infausta Scatola: what differs from La Scatola Bianca."""
