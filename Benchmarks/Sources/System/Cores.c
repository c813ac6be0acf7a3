#define _GNU_SOURCE
#include "System.h"

#if defined(__linux__)
#include <dirent.h>
#include <sched.h>
#include <stdlib.h>

static cpu_set_t all;

static void use(const cpu_set_t *cores) {
  DIR *threads = opendir("/proc/self/task");
  if (!threads) return;
  for (struct dirent *entry; (entry = readdir(threads));) {
    int thread = atoi(entry->d_name);
    if (thread > 0) sched_setaffinity(thread, sizeof *cores, cores);
  }
  closedir(threads);
}

void use_one_core(void) {
  cpu_set_t one;
  CPU_ZERO(&one);
  if (sched_getaffinity(0, sizeof all, &all) != 0) return;
  for (int core = 0; core < CPU_SETSIZE; core++) {
    if (!CPU_ISSET(core, &all)) continue;
    CPU_SET(core, &one);
    break;
  }
  use(&one);
}

void use_all_cores(void) { use(&all); }
#else
void use_one_core(void) {}
void use_all_cores(void) {}
#endif
