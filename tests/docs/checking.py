"""The program that the pages on checking dice print, run as a reader would."""

import re
import subprocess
import sys
from pathlib import Path


def check_by_page(page: Path, log: list[bytes], folder: Path) -> "subprocess.CompletedProcess[str]":
    (program,) = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    file = folder / "table.jsonl"
    file.write_bytes(b"".join(log))
    return subprocess.run([sys.executable, "-I", "-c", program, str(file)], capture_output=True, text=True, check=False)
