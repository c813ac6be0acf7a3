import ctypes
import sys

feed = ctypes.CDLL(sys.argv[1])
feed.list_new.restype = feed.list_numbers.restype = ctypes.c_void_p
pointer = ctypes.c_void_p(feed.list_new(10, 5, False, 3, 1000, 30000, 0, 1))
numbers = (ctypes.c_int32 * 8).from_address(feed.list_numbers(pointer))
people = [f"Person {index}" for index in range(82)]
rows = []


def perform():
    """Does what the list wants, and takes over what changed in its rows."""
    while (effect := feed.list_effect(pointer)) >= 0:
        if effect == 0:  # A load. A program asks a server here, and answers later.
            ticket, cursor, size = numbers[0], numbers[3], numbers[4]
            first = 0 if cursor == -1 else cursor  # -1: from the start.
            for row in range(first, min(first + size, 82)):
                feed.list_row(pointer, row, row)
            following = first + size if first + size < 82 else -1
            feed.list_page(pointer, ticket, following, -1, 82)
    while feed.list_splice(pointer):
        index, removed, inserted = numbers[:3]
        slots = [feed.list_slot(pointer, row) for row in range(index, index + inserted)]
        rows[index : index + removed] = [people[slot] for slot in slots]


feed.list_start(pointer)
perform()
while feed.list_visible(pointer, len(rows) - 3, len(rows)) == 0:  # The reader scrolls.
    perform()
print(len(rows), "rows, the last is", rows[-1])
feed.list_free(pointer)
