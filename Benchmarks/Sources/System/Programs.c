#include "System.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

int run_program(const char *name) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++)
    posix_spawn_file_actions_addopen(&actions, file, "/dev/null", O_RDWR, 0);
  char *arguments[] = {(char *)name, NULL};
  pid_t process;
  int status = posix_spawnp(&process, name, &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (status != 0) return -1;
  if (waitpid(process, &status, 0) < 0) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
