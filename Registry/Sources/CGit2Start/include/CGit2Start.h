#ifndef REGISTRY_CGIT2_START_H
#define REGISTRY_CGIT2_START_H

/// Starts libgit2 as `git_libgit2_init` does, without reading the system's certificates: they are
/// read when the first TLS connection is made.
int registry_git2_start(void);

#endif
