"""Whether the files are as large as README.md says, by gzip in thousands of bytes."""
import glob
import gzip
import os
import re
import sys

here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def size(*names):
    """What files of the module take together. A name may be a pattern."""
    total = 0
    for name in names:
        paths = glob.glob(os.path.join(here, "site", "feed", name))
        assert paths, f"{name}: there is no such file"
        for path in paths:
            with open(path, "rb") as file:
                total += len(gzip.compress(file.read(), 9)) / 1_000
    return total


if __name__ == "__main__":
    wrong = 0
    for line in open(os.path.join(here, "README.md")):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) != 3 or not re.match(r"`[\w-]+\.(js|wasm|css)`", cells[0]):
            continue
        real = size(*re.findall(r"`([^`]+)`", cells[0]))
        said = re.fullmatch(r"([\d.]+) KB", cells[2]).group(1)
        if abs(real - float(said)) > (0.06 if "." in said else 0.6):
            print(f"README.md: {cells[0]} has {real:.2f} KB, not {said}")
            wrong += 1
    sys.exit(wrong > 0)
