// Environment:
//   KILLSWITCH_PATH   only changes to files below this folder count
//   KILLSWITCH_AT     the number, from 1, of the change before which something happens
//   KILLSWITCH_ERRNO  the error that this change and all later ones fail with; absent: SIGKILL
//   KILLSWITCH_SIGNAL a signal that the program gets before this change, which goes ahead
//   KILLSWITCH_ONCE   with KILLSWITCH_ERRNO, only this change fails, and later ones do not
//   KILLSWITCH_TEAR   with SIGKILL, the first half of the data is written first
//   KILLSWITCH_POWER  the end of the program, by SIGKILL or its own, is a power cut: what was written
//                     to a file and not synced is gone, as far as it made the file longer
//   KILLSWITCH_NOSYNC  syncing does nothing, as in a program that leaves it out
//   KILLSWITCH_COUNT  a file outside the folder that gets the number of changes at exit
//
// The changes of the programs that it starts count too: where one of them is to be stopped or gets a
// signal, so does the program itself, which is the leader. KILLSWITCH_LEADER tells them its process,
// and where its count is; for the leader it is 0:0, with room for both.
#if defined(__linux__)
#define _GNU_SOURCE
#include <aio.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

// A file with data that is not synced, and how long it was before it.
struct unsynced {
  char path[PATH_MAX];
  off_t size;
};
enum { most_unsynced = 4096 };

// What the program shares with those that it starts.
static struct {
  atomic_long changes;
  pthread_mutex_t unsynced_lock;
  int unsynced_count;
  struct unsynced unsynced[most_unsynced];
} *shared;
static pid_t leader;
// Of the leader, in the programs that it starts: its number may be another program's by now.
static int leader_handle;
static long threshold;
static int failure;
static int signal_number;
static int fails_once;
static int tears;
static int cuts_power;
static int ignores_syncs;
static const char *folder;
static size_t folder_length;

static void share(void) {
  char name[64];
  int file = -1;
  char *value = getenv("KILLSWITCH_LEADER");
  if (value && sscanf(value, "%d:%d", &leader, &file) != 2) abort();
  // A leader that has been replaced by another program starts over.
  int is_leader = leader == 0 || leader == getpid();
  if (!is_leader) {
    snprintf(name, sizeof name, "/proc/%d/fd/%d", leader, file);
    leader_handle = (int)syscall(SYS_pidfd_open, leader, 0);
    file = (int)syscall(SYS_openat, AT_FDCWD, name, O_RDWR | O_CLOEXEC);
    // The leader has ended, and this program should have.
    if (leader_handle < 0 || file < 0) _exit(1);
  } else {
    leader = getpid();
    file = memfd_create("killswitch", MFD_CLOEXEC);
    if (file < 0 || syscall(SYS_ftruncate, file, sizeof *shared) != 0) abort();
    // In its place: a program with Swift's libraries in it finds its arguments before its environment,
    // which must stay where it is.
    int length = snprintf(name, sizeof name, "%d:%d", leader, file);
    if (value) {
      if (length < 0 || (size_t)length > strlen(value)) abort();
      memset(value, ' ', strlen(value));
      memcpy(value, name, (size_t)length);
    }
  }
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (shared == MAP_FAILED) abort();
  if (!is_leader) {
    // Only the leader's own is needed, by which others find it.
    syscall(SYS_close, file);
    return;
  }
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&shared->unsynced_lock, &attributes);
}

__attribute__((constructor)) static void read_environment(void) {
  share();
  const char *at = getenv("KILLSWITCH_AT");
  const char *number = getenv("KILLSWITCH_ERRNO");
  threshold = at ? atol(at) : 0;
  failure = number ? atoi(number) : 0;
  const char *signal = getenv("KILLSWITCH_SIGNAL");
  signal_number = signal ? atoi(signal) : 0;
  fails_once = getenv("KILLSWITCH_ONCE") != NULL;
  tears = getenv("KILLSWITCH_TEAR") != NULL;
  cuts_power = getenv("KILLSWITCH_POWER") != NULL;
  ignores_syncs = getenv("KILLSWITCH_NOSYNC") != NULL;
  folder = getenv("KILLSWITCH_PATH");
  folder_length = folder ? strlen(folder) : 0;
}

static struct unsynced *find_unsynced(const char *path) {
  for (int i = 0; i < shared->unsynced_count; i++)
    if (strcmp(shared->unsynced[i].path, path) == 0) return &shared->unsynced[i];
  return NULL;
}

static void add_unsynced(const char *path, off_t size) {
  if (find_unsynced(path)) return;
  if (shared->unsynced_count == most_unsynced) abort();
  struct unsynced *file = &shared->unsynced[shared->unsynced_count++];
  snprintf(file->path, sizeof file->path, "%s", path);
  file->size = size;
}

static void remove_unsynced(const char *path) {
  struct unsynced *file = find_unsynced(path);
  if (file) *file = shared->unsynced[--shared->unsynced_count];
}

static void cut_power(void) {
  for (int i = 0; i < shared->unsynced_count; i++) {
    struct unsynced *file = &shared->unsynced[i];
    struct stat facts;
    // What was made shorter meanwhile does not grow again.
    if (stat(file->path, &facts) != 0 || facts.st_size <= file->size) continue;
    // Git's objects are read-only.
    if (chmod(file->path, facts.st_mode | S_IWUSR) != 0 ||
        truncate(file->path, file->size) != 0 || chmod(file->path, facts.st_mode) != 0)
      abort();
  }
}

__attribute__((destructor)) static void report(void) {
  if (leader != getpid()) return;
  if (cuts_power) cut_power();
  const char *file = getenv("KILLSWITCH_COUNT");
  if (!file) return;
  FILE *out = fopen(file, "w");
  if (!out) return;
  fprintf(out, "%ld\n", atomic_load(&shared->changes));
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

static int path_of_file(int file, char path[PATH_MAX]) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length < 0) return 0;
  path[length] = '\0';
  return 1;
}

static int is_watched_file(int file) {
  char path[PATH_MAX];
  return path_of_file(file, path) && is_watched(path);
}

// To be called before the file gets new data.
static void will_write(int file) {
  char path[PATH_MAX];
  struct stat facts;
  if (!cuts_power || !path_of_file(file, path) || !is_watched(path)) return;
  if (fstat(file, &facts) != 0 || !S_ISREG(facts.st_mode)) return;
  pthread_mutex_lock(&shared->unsynced_lock);
  add_unsynced(path, facts.st_size);
  pthread_mutex_unlock(&shared->unsynced_lock);
}

static void did_sync(int file) {
  char path[PATH_MAX];
  if (!cuts_power || !path_of_file(file, path)) return;
  pthread_mutex_lock(&shared->unsynced_lock);
  remove_unsynced(path);
  pthread_mutex_unlock(&shared->unsynced_lock);
}

// All paths that the programs change have been resolved, and are absolute.
static void did_move(const char *from, const char *to, int keeps_old) {
  if (!cuts_power) return;
  pthread_mutex_lock(&shared->unsynced_lock);
  remove_unsynced(to);
  struct unsynced *file = find_unsynced(from);
  if (file) add_unsynced(to, file->size);
  if (!keeps_old) remove_unsynced(from);
  pthread_mutex_unlock(&shared->unsynced_lock);
}

static void signal_leader(int signal) {
  if (leader == getpid()) {
    kill(leader, signal);
  } else {
    syscall(SYS_pidfd_send_signal, leader_handle, signal, NULL, 0);
  }
}

// Whether the change may go ahead; it does not return where the program is to die.
static int permit(int file, const void *data, size_t size, off_t offset) {
  long number = atomic_fetch_add(&shared->changes, 1) + 1;
  if (threshold == 0 || number < threshold) return 1;
  if (signal_number) {
    if (number == threshold) signal_leader(signal_number);
    return 1;
  }
  if (failure && fails_once && number > threshold) return 1;
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
  if (cuts_power) cut_power();
  signal_leader(SIGKILL);
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

// The next function of that name; threads may look it up at once, and all find the same.
#define REAL(name)                                                             \
  static _Atomic(__typeof__(&name)) found;                                     \
  __typeof__(&name) real = atomic_load_explicit(&found, memory_order_relaxed); \
  if (!real) {                                                                 \
    real = (__typeof__(&name))dlsym(RTLD_NEXT, #name);                         \
    atomic_store_explicit(&found, real, memory_order_relaxed);                 \
  }

ssize_t write(int file, const void *data, size_t size) {
  REAL(write);
  if (is_watched_file(file) && !permit(file, data, size, -1)) return -1;
  will_write(file);
  return real(file, data, size);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
  REAL(writev);
  if (is_watched_file(file) && !permit(file, NULL, 0, -1)) return -1;
  will_write(file);
  return real(file, parts, count);
}

#define PWRITE(name)                                                              \
  ssize_t name(int file, const void *data, size_t size, off_t offset) {           \
    REAL(name); \
    if (is_watched_file(file) && !permit(file, data, size, offset)) return -1;    \
    will_write(file);                                                             \
    return real(file, data, size, offset);                                        \
  }
PWRITE(pwrite)
PWRITE(pwrite64)

#define SYNC(name)                                                   \
  int name(int file) {                                               \
    REAL(name); \
    if (ignores_syncs) return 0;                                     \
    if (is_watched_file(file) && !permit(file, NULL, 0, -1)) return -1; \
    int result = real(file);                                         \
    if (result == 0) did_sync(file);                                 \
    return result;                                                   \
  }
SYNC(fsync)
SYNC(fdatasync)

// Counts as done at once: nothing else is changed before who asked for it has waited for it.
int aio_fsync(int operation, struct aiocb *request) {
  REAL(aio_fsync);
  int file = request->aio_fildes;
  if (is_watched_file(file) && !permit(file, NULL, 0, -1)) return -1;
  int result = real(operation, request);
  if (result == 0 && !ignores_syncs) did_sync(file);
  return result;
}

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
  int result = real(from, to);
  if (result == 0) did_move(from, to, 0);
  return result;
}

int renameat(int from_directory, const char *from, int to_directory, const char *to) {
  REAL(renameat);
  if (is_watched_at(to_directory, to) && !permit(-1, NULL, 0, -1)) return -1;
  return real(from_directory, from, to_directory, to);
}

int link(const char *from, const char *to) {
  REAL(link);
  if (is_watched_at(AT_FDCWD, to) && !permit(-1, NULL, 0, -1)) return -1;
  int result = real(from, to);
  if (result == 0) did_move(from, to, 1);
  return result;
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
