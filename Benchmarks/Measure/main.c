// Runs commands a number of times in turn, so that each meets the same state of the machine, and
// prints a line a run: which command, wall-clock microseconds, peak memory in KiB, microseconds of
// processor time.
//
//   Measure COUNT COMMAND... -- COMMAND... + COMMAND... -- untimed COMMAND... -- ...
//
// Commands joined by `+` count as one: their times add up, and the greater peak is theirs. What
// follows `untimed` prepares the next one and is not counted.
//
// It is in C for its size: the kernel counts the memory of the parent into a child's peak.
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
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

struct cost {
  long time;
  long peak;
  long processor;
};

static long processorTime(const struct rusage *usage) {
  return (usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000000L + usage->ru_utime.tv_usec +
         usage->ru_stime.tv_usec;
}

// Runs one command to its end; its output is dropped.
static struct cost run(char **command) {
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
  return (struct cost){end - start, usage.ru_maxrss / 1024, processorTime(&usage)};
#else
  return (struct cost){end - start, usage.ru_maxrss, processorTime(&usage)};
#endif
}

// Runs what stands up to the next separator, and says where that is.
static char **runOne(char **command, char **end, struct cost *cost) {
  char **separator = command;
  while (separator < end && strcmp(*separator, "--") != 0 && strcmp(*separator, "+") != 0)
    separator++;
  char *kept = separator < end ? *separator : NULL;
  *separator = NULL; // what a program's arguments end with
  struct cost one = run(command);
  if (separator < end) *separator = kept;
  cost->time += one.time;
  cost->processor += one.processor;
  if (one.peak > cost->peak) cost->peak = one.peak;
  return separator;
}

int main(int count, char **arguments) {
  if (count < 3) {
    fprintf(stderr, "usage: Measure COUNT [untimed] COMMAND... [(--|+) COMMAND...]...\n");
    return 64;
  }
  int runs = atoi(arguments[1]);
  char **end = arguments + count;
  for (int round = 0; round < runs; round++) {
    int number = 0;
    for (char **next = arguments + 2; next < end; next++) {
      struct cost cost = {0, 0, 0};
      bool isTimed = strcmp(*next, "untimed") != 0;
      if (!isTimed) next++;
      do {
        next = runOne(next, end, &cost);
      } while (next < end && strcmp(*next, "+") == 0 && ++next);
      if (isTimed) printf("%d %ld %ld %ld\n", ++number, cost.time, cost.peak, cost.processor);
    }
  }
  return 0;
}
