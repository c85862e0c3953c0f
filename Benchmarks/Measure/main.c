// Runs commands a number of times in turn, so that each meets the same state of the machine, and
// prints a line a run: which command, wall-clock microseconds, peak memory in KiB.
//
//   Measure COUNT COMMAND... -- COMMAND... -- ...
//
// It is in C for its size: the kernel counts the memory of the parent into a child's peak.
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static long microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000L + now.tv_nsec / 1000;
}

// Runs one command to its end; its output is dropped.
static void run(int number, char **command) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  struct rusage usage;
  int status;
  pid_t child;
  long start = microseconds();
  if (posix_spawnp(&child, command[0], &actions, NULL, command, environ) != 0) {
    fprintf(stderr, "error: cannot run '%s'\n", command[0]);
    exit(1);
  }
  wait4(child, &status, 0, &usage);
  long end = microseconds();
  posix_spawn_file_actions_destroy(&actions);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    fprintf(stderr, "error: '%s' failed\n", command[0]);
    exit(1);
  }
#if defined(__APPLE__)
  long peak = usage.ru_maxrss / 1024;
#else
  long peak = usage.ru_maxrss;
#endif
  printf("%d %ld %ld\n", number, end - start, peak);
}

int main(int count, char **arguments) {
  if (count < 3) {
    fprintf(stderr, "usage: Measure COUNT COMMAND... [-- COMMAND...]...\n");
    return 64;
  }
  int runs = atoi(arguments[1]);
  char **commands[16];
  int number = 1;
  commands[0] = arguments + 2;
  for (int index = 2; index < count; index++) {
    if (strcmp(arguments[index], "--") != 0 || number == 16) continue;
    arguments[index] = NULL;
    commands[number++] = arguments + index + 1;
  }
  for (int round = 0; round < runs; round++) {
    for (int index = 0; index < number; index++) run(index + 1, commands[index]);
  }
  return 0;
}
