#include "System.h"

#include <time.h>

static double nanoseconds(clockid_t clock) {
  struct timespec time;
  if (clock_gettime(clock, &time) != 0) return 0;
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

double thread_nanoseconds(void) { return nanoseconds(CLOCK_THREAD_CPUTIME_ID); }

double process_nanoseconds(void) { return nanoseconds(CLOCK_PROCESS_CPUTIME_ID); }
