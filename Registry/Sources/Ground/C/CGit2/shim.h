#ifndef REGISTRY_CGIT2_SHIM_H
#define REGISTRY_CGIT2_SHIM_H

#include <git2.h>
#include <git2/sys/commit.h>
#include <git2/sys/mempack.h>
#include <git2/sys/odb_backend.h>
#include <git2/sys/repository.h>
// Where newer versions declare git_error_clear.
#if __has_include(<git2/sys/errors.h>)
#include <git2/sys/errors.h>
#endif

// What differs between versions of libgit2 is here, and nowhere else: this file is compiled against
// the version that is installed, and Swift sees one form of each function.

// Takes the last error of this thread; NULL if there is none. From 1.8 on, the library has a constant
// of its own for that, of the class GIT_ERROR_NONE.
static inline const git_error *registry_git2_error_of(const git_error *last) {
  return last && last->klass == GIT_ERROR_NONE ? NULL : last;
}

static inline const git_error *registry_git2_last_error(void) {
  return registry_git2_error_of(git_error_last());
}

// Up to 1.9, git_indexer_new takes five arguments, and three in what follows.
typedef int registry_git2_indexer_new_5(
    git_indexer **, const char *, unsigned int, git_odb *, git_indexer_options *);
typedef int registry_git2_indexer_new_3(git_indexer **, const char *, git_indexer_options *);

static inline int registry_git2_call_indexer_new_5(
    registry_git2_indexer_new_5 *make, git_indexer **indexer, const char *directory) {
  return make(indexer, directory, 0, NULL, NULL);
}

static inline int registry_git2_call_indexer_new_3(
    registry_git2_indexer_new_3 *make, git_indexer **indexer, const char *directory) {
  return make(indexer, directory, NULL);
}

// Makes an indexer for a pack that contains the bases of all its deltas.
static inline int registry_git2_indexer_new(git_indexer **indexer, const char *directory) {
  return _Generic(
      &git_indexer_new,
      registry_git2_indexer_new_5 *: registry_git2_call_indexer_new_5,
      registry_git2_indexer_new_3 *: registry_git2_call_indexer_new_3)(
      &git_indexer_new, indexer, directory);
}

// Swift cannot call variadic C functions, and git_libgit2_opts is one: each option that is set
// has a function with its own argument types here.

static inline int registry_git2_set_fsync(int enabled) {
  return git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, enabled);
}

static inline int registry_git2_set_strict_object_creation(int enabled) {
  return git_libgit2_opts(GIT_OPT_ENABLE_STRICT_OBJECT_CREATION, enabled);
}

static inline int registry_git2_set_strict_hash_verification(int enabled) {
  return git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, enabled);
}

static inline int registry_git2_set_cached_size(git_object_t kind, size_t bytes) {
  return git_libgit2_opts(GIT_OPT_SET_CACHE_OBJECT_LIMIT, kind, bytes);
}

static inline int registry_git2_set_open_packs(size_t count) {
  return git_libgit2_opts(GIT_OPT_SET_MWINDOW_FILE_LIMIT, count);
}

static inline int registry_git2_set_owner_validation(int enabled) {
  return git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, enabled);
}

// The extensions that libgit2 lets a repository have beyond those it knows itself.
static inline int registry_git2_accept_worktree_configuration(void) {
  const char *names[] = {"worktreeconfig"};
  return git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, names, (size_t)1);
}

static inline int registry_git2_set_search_path(git_config_level_t level, const char *path) {
  return git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, (int)level, path);
}

#endif
