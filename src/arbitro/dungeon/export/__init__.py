"""What leaves the program: pictures, printed sheets, text, virtual tables, other people's formats and our own."""
