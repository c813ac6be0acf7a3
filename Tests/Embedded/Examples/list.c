#include "List-Swift.h"
#include <stdio.h>

int main(void) {
  void *list = list_new(10, 5, false, 3, 1000, 30000, 0, 1);
  int32_t *numbers = list_numbers(list);
  (void)list_start(list);
  do {
    for (int32_t effect; (effect = list_effect(list)) >= 0;) {
      if (effect != 0) continue; // A timer, a cancel: a program has more to do.
      // A cursor of -1 is none: from the start.
      int32_t ticket = numbers[0], first = numbers[3] == -1 ? 0 : numbers[3], end = first + numbers[4];
      for (int32_t row = first; row < end && row < 82; row++) list_row(list, row, row);
      (void)list_page(list, ticket, end < 82 ? end : -1, -1, 82);
    }
  } while (list_visible(list, list_count(list) - 3, list_count(list)) == 0);
  printf("%d rows\n", list_count(list));
  list_free(list);
}
