#ifndef REGISTRY_CONFINED_SPAWN_H
#define REGISTRY_CONFINED_SPAWN_H

// No header of the system: Swift would take its types for this module's own.

/// What a confined program may do.
struct registry_confinement {
  /// The files and folders that it can read and run, ended by NULL; missing ones are passed over.
  const char *const *readable;
  /// The only folder that it can write to, and where it starts.
  const char *folder;
  /// Whether it can use TCP and UDP; it has no other sockets in any case.
  int uses_network;
};

/// Why this system cannot confine a program, as the end of a sentence; NULL if it can.
const char *registry_confinement_obstacle(void);

/// Starts a program that can read and write nothing else, see, signal and outlive no other process,
/// use no sockets and no devices but null, zero, random, urandom and tty, and has no privileges.
///
/// The child is a supervisor in a session and in namespaces of its own. It ends with the program's
/// status (128 and the number of the signal for a program that a signal ended); whenever it ends, also
/// by SIGKILL or with the thread that called this, the system ends all that the program started.
///
/// `child` becomes its process ID; `program` is an absolute path; `streams` are the descriptors of its standard streams.
///
/// Returns 0, or an error number.
int registry_spawn_confined(
  const struct registry_confinement *confinement, int *child, const char *program,
  const int streams[3], char *const arguments[], char *const environment[]);

#endif
