#define _GNU_SOURCE
#include "confined_spawn.h"

#ifdef __linux__

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Of linux/landlock.h, which older systems lack. The numbers are the same on all processors.
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { VERSION_FLAG = 1, PATH_BENEATH = 1 };

struct ruleset {
  uint64_t files;
  uint64_t network;
};

struct path_rule {
  uint64_t allowed;
  int32_t folder;
} __attribute__((packed));

/// Everything that changes files, as far as this version of Landlock knows it.
static uint64_t changes(int version) {
  // Write to files, remove folders and files, make anything.
  uint64_t rights = 1u << 1 | 1u << 4 | 1u << 5 | 0x7fu << 6;
  if (version >= 2) rights |= 1u << 13;  // Move or link to another folder.
  if (version >= 3) rights |= 1u << 14;  // Truncate.
  return rights;
}

static int allow(int rules, const char *folder, uint64_t rights) {
  int file = open(folder, O_PATH | O_CLOEXEC);
  if (file < 0) return errno;
  struct path_rule rule = {rights, file};
  int failure = syscall(ADD_RULE, rules, PATH_BENEATH, &rule, 0) == 0 ? 0 : errno;
  close(file);
  return failure;
}

/// Confines this thread, and what it starts.
static int confine(const char *folder) {
  int version = (int)syscall(CREATE_RULESET, NULL, 0, VERSION_FLAG);
  if (version < 1) return 0;
  // Bind and connect.
  struct ruleset ruleset = {changes(version), version >= 4 ? 3 : 0};
  int rules = (int)syscall(
    CREATE_RULESET, &ruleset, version >= 4 ? sizeof ruleset : sizeof ruleset.files, 0);
  if (rules < 0) return errno;
  int failure = allow(rules, folder, ruleset.files);
  if (failure == 0) failure = allow(rules, "/dev", ruleset.files);
  if (failure == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) failure = errno;
  if (failure == 0 && syscall(RESTRICT_SELF, rules, 0) != 0) failure = errno;
  close(rules);
  return failure;
}

struct request {
  const char *folder;
  pid_t *child;
  const char *program;
  const posix_spawn_file_actions_t *actions;
  const posix_spawnattr_t *attributes;
  char *const *arguments;
  char *const *environment;
  int failure;
};

static void *spawn(void *argument) {
  struct request *request = argument;
  request->failure = confine(request->folder);
  if (request->failure == 0) {
    request->failure = posix_spawnp(
      request->child, request->program, request->actions, request->attributes, request->arguments,
      request->environment);
  }
  return NULL;
}

int registry_spawn_confined(
  const char *folder, pid_t *child, const char *program, const posix_spawn_file_actions_t *actions,
  const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]) {
  struct request request = {folder,    child,       program, actions, attributes,
                            arguments, environment, 0};
  // A thread of its own, since there is no way back for one that is confined.
  pthread_t thread;
  int failure = pthread_create(&thread, NULL, spawn, &request);
  if (failure != 0) return failure;
  pthread_join(thread, NULL);
  return request.failure;
}

#else

int registry_spawn_confined(
  const char *folder, pid_t *child, const char *program, const posix_spawn_file_actions_t *actions,
  const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]) {
  (void)folder;
  return posix_spawnp(child, program, actions, attributes, arguments, environment);
}

#endif
