"""How the documentation becomes a site; `build.py` beside it gathers the pages and says the language."""

from arbitro import __version__

project = "Arbitro"
author = "Arbitro"
release = version = __version__
extensions = ["myst_parser"]
myst_heading_anchors = 4
myst_links_external_new_tab = False
html_theme = "furo"
html_title = f"Arbitro {release}"
html_copy_source = False
html_show_sphinx = False
html_static_path: list[str] = []
show_warning_types = True
templates_path: list[str] = []
