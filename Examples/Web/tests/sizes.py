"""Whether the files are as large as README.md says, by gzip in thousands of bytes."""
import gzip
import os
import re
import sys

here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
wrong = 0
for line in open(os.path.join(here, "README.md")):
    cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
    if len(cells) != 3 or not re.match(r"`[\w-]+\.(js|wasm|css)`", cells[0]):
        continue
    size = 0
    for name in re.findall(r"`([^`]+)`", cells[0]):
        with open(os.path.join(here, "site", "feed", name), "rb") as file:
            size += len(gzip.compress(file.read(), 9)) / 1_000
    said = re.fullmatch(r"([\d.]+) KB", cells[2]).group(1)
    if abs(size - float(said)) > (0.06 if "." in said else 0.6):
        print(f"README.md: {cells[0]} has {size:.2f} KB, not {said}")
        wrong += 1
sys.exit(wrong > 0)
