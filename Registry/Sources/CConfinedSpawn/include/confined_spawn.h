#ifndef REGISTRY_CONFINED_SPAWN_H
#define REGISTRY_CONFINED_SPAWN_H

#include <spawn.h>
#include <sys/types.h>

/// Starts a program as posix_spawnp does. It, and all that it starts, can write only below `folder`
/// and to devices, and cannot use the network, if the kernel has Landlock; elsewhere it can do what
/// this process can.
///
/// Returns 0, or an error number.
int registry_spawn_confined(
  const char *folder, pid_t *child, const char *program, const posix_spawn_file_actions_t *actions,
  const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]);

#endif
