#define _GNU_SOURCE
#include "System.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

struct program_cost run_program(const char *const arguments[]) {
  struct program_cost cost = {-1, 0, 0};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++)
    posix_spawn_file_actions_addopen(&actions, file, "/dev/null", O_RDWR, 0);
  pid_t process;
  int status =
      posix_spawnp(&process, arguments[0], &actions, NULL, (char *const *)arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  struct rusage usage;
  if (status != 0 || wait4(process, &status, 0, &usage) < 0) return cost;
  cost.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  cost.nanoseconds = ((double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec) * 1e9 +
                     ((double)usage.ru_utime.tv_usec + (double)usage.ru_stime.tv_usec) * 1e3;
#if defined(__APPLE__)
  cost.peak_bytes = (double)usage.ru_maxrss;
#else
  cost.peak_bytes = (double)usage.ru_maxrss * 1024;
#endif
  return cost;
}
