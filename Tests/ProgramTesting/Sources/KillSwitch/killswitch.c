// Environment:
//   KILLSWITCH_PATH   only changes to files below this folder count
//   KILLSWITCH_AT     the number, from 1, of the change before which something happens
//   KILLSWITCH_ERRNO  the error that this change and all later ones fail with; absent: SIGKILL
//   KILLSWITCH_TEAR   with SIGKILL, the first half of the data is written first
//   KILLSWITCH_COUNT  a file outside the folder that gets the number of changes at exit
#if defined(__linux__)
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long changes;
static long threshold;
static int failure;
static int tears;
static const char *folder;
static size_t folder_length;

__attribute__((constructor)) static void read_environment(void) {
  const char *at = getenv("KILLSWITCH_AT");
  const char *number = getenv("KILLSWITCH_ERRNO");
  threshold = at ? atol(at) : 0;
  failure = number ? atoi(number) : 0;
  tears = getenv("KILLSWITCH_TEAR") != NULL;
  folder = getenv("KILLSWITCH_PATH");
  folder_length = folder ? strlen(folder) : 0;
}

__attribute__((destructor)) static void report(void) {
  const char *file = getenv("KILLSWITCH_COUNT");
  if (!file) return;
  FILE *out = fopen(file, "w");
  if (!out) return;
  fprintf(out, "%ld\n", atomic_load(&changes));
  fclose(out);
}

static int is_watched(const char *path) {
  return folder && strncmp(path, folder, folder_length) == 0 &&
         (path[folder_length] == '/' || path[folder_length] == '\0');
}

static int is_watched_at(int directory, const char *path) {
  char link[64], base[PATH_MAX];
  if (path[0] == '/') return is_watched(path);
  if (directory == AT_FDCWD) {
    if (!getcwd(base, sizeof base)) return 0;
    return is_watched(base);
  }
  snprintf(link, sizeof link, "/proc/self/fd/%d", directory);
  ssize_t length = readlink(link, base, sizeof base - 1);
  if (length < 0) return 0;
  base[length] = '\0';
  return is_watched(base);
}

static int is_watched_file(int file) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = '\0';
  return is_watched(path);
}

// Whether the change may go ahead; it does not return where the program is to die.
static int permit(int file, const void *data, size_t size, off_t offset) {
  long number = atomic_fetch_add(&changes, 1) + 1;
  if (threshold == 0 || number < threshold) return 1;
  if (failure) {
    errno = failure;
    return 0;
  }
  if (tears && data && size > 1) {
    if (offset >= 0) {
      syscall(SYS_pwrite64, file, data, size / 2, offset);
    } else {
      syscall(SYS_write, file, data, size / 2);
    }
  }
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

#define REAL(name)                   \
  static __typeof__(&name) real;     \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

ssize_t write(int file, const void *data, size_t size) {
  REAL(write);
  if (is_watched_file(file) && !permit(file, data, size, -1)) return -1;
  return real(file, data, size);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
  REAL(writev);
  if (is_watched_file(file) && !permit(file, NULL, 0, -1)) return -1;
  return real(file, parts, count);
}

#define PWRITE(name)                                                              \
  ssize_t name(int file, const void *data, size_t size, off_t offset) {           \
    REAL(name); \
    if (is_watched_file(file) && !permit(file, data, size, offset)) return -1;    \
    return real(file, data, size, offset);                                        \
  }
PWRITE(pwrite)
PWRITE(pwrite64)

#define ON_FILE(name)                                                \
  int name(int file) {                                               \
    REAL(name); \
    if (is_watched_file(file) && !permit(file, NULL, 0, -1)) return -1; \
    return real(file);                                               \
  }
ON_FILE(fsync)
ON_FILE(fdatasync)

#define TRUNCATE(name)                                               \
  int name(int file, off_t size) {                                   \
    REAL(name); \
    if (is_watched_file(file) && !permit(file, NULL, 0, -1)) return -1; \
    return real(file, size);                                         \
  }
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

#define ON_PATH(name)                                                \
  int name(const char *path) {                                       \
    REAL(name); \
    if (is_watched_at(AT_FDCWD, path) && !permit(-1, NULL, 0, -1)) return -1; \
    return real(path);                                               \
  }
ON_PATH(unlink)
ON_PATH(rmdir)

int unlinkat(int directory, const char *path, int flags) {
  REAL(unlinkat);
  if (is_watched_at(directory, path) && !permit(-1, NULL, 0, -1)) return -1;
  return real(directory, path, flags);
}

int mkdir(const char *path, mode_t mode) {
  REAL(mkdir);
  if (is_watched_at(AT_FDCWD, path) && !permit(-1, NULL, 0, -1)) return -1;
  return real(path, mode);
}

int mkdirat(int directory, const char *path, mode_t mode) {
  REAL(mkdirat);
  if (is_watched_at(directory, path) && !permit(-1, NULL, 0, -1)) return -1;
  return real(directory, path, mode);
}

int rename(const char *from, const char *to) {
  REAL(rename);
  if (is_watched_at(AT_FDCWD, to) && !permit(-1, NULL, 0, -1)) return -1;
  return real(from, to);
}

int renameat(int from_directory, const char *from, int to_directory, const char *to) {
  REAL(renameat);
  if (is_watched_at(to_directory, to) && !permit(-1, NULL, 0, -1)) return -1;
  return real(from_directory, from, to_directory, to);
}

int link(const char *from, const char *to) {
  REAL(link);
  if (is_watched_at(AT_FDCWD, to) && !permit(-1, NULL, 0, -1)) return -1;
  return real(from, to);
}

int symlink(const char *target, const char *path) {
  REAL(symlink);
  if (is_watched_at(AT_FDCWD, path) && !permit(-1, NULL, 0, -1)) return -1;
  return real(target, path);
}

int symlinkat(const char *target, int directory, const char *path) {
  REAL(symlinkat);
  if (is_watched_at(directory, path) && !permit(-1, NULL, 0, -1)) return -1;
  return real(target, directory, path);
}

static int changes_by_opening(int flags) { return flags & (O_CREAT | O_TRUNC); }

#define OPEN(name)                                                                    \
  int name(const char *path, int flags, ...) {                                        \
    REAL(name); \
    va_list rest;                                                                     \
    va_start(rest, flags);                                                            \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;           \
    va_end(rest);                                                                     \
    if (changes_by_opening(flags) && is_watched_at(AT_FDCWD, path) &&                 \
        !permit(-1, NULL, 0, -1))                                                     \
      return -1;                                                                      \
    return real(path, flags, mode);                                                   \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                                  \
  int name(int directory, const char *path, int flags, ...) {                         \
    REAL(name); \
    va_list rest;                                                                     \
    va_start(rest, flags);                                                            \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;           \
    va_end(rest);                                                                     \
    if (changes_by_opening(flags) && is_watched_at(directory, path) &&                \
        !permit(-1, NULL, 0, -1))                                                     \
      return -1;                                                                      \
    return real(directory, path, flags, mode);                                        \
  }
OPENAT(openat)
OPENAT(openat64)
#endif
