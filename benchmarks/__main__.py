"""``python -m benchmarks [NAME...]``: run the benchmarks; exit code 1 if a ratio is not good enough."""

import sys
from importlib import import_module
from pathlib import Path

from benchmarks.common import Below, machine


def main() -> int:
    known = sorted(path.stem for path in Path(__file__).parent.glob("*.py"))
    known = [name for name in known if name not in ("__init__", "__main__", "common")]
    names = sys.argv[1:] or known
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"no benchmark is called {', '.join(unknown)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    print(machine())
    failed = False
    for name in names:
        try:
            import_module(f"benchmarks.{name}").main()
        except Below as below:
            print(f"{name}: not good enough: {below}", file=sys.stderr)
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
