#define _GNU_SOURCE
#include "confined_spawn.h"

#include <errno.h>
#include <stddef.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// All that runs between a fork and the start of the program makes system calls alone: another thread
// of this process may have held any lock of the C library.

// MARK: Files

// Of linux/landlock.h, which older systems lack. The numbers are the same on all processors.
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { VERSION_FLAG = 1, PATH_BENEATH = 1 };

struct ruleset {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};

struct path_rule {
  uint64_t allowed;
  int32_t place;
} __attribute__((packed));

enum {
  EXECUTE = 1 << 0,
  WRITE_FILE = 1 << 1,
  READ_FILE = 1 << 2,
  READ_FOLDER = 1 << 3,
  REMOVE_FOLDER = 1 << 4,
  REMOVE_FILE = 1 << 5,
  MAKE_FOLDER = 1 << 7,
  MAKE_FILE = 1 << 8,
  MAKE_LINK = 1 << 12,
  MOVE = 1 << 13,
  TRUNCATE = 1 << 14,
  // All that a file can be made, devices and sockets among it.
  VERSION_2 = (1 << 14) - 1,
  DEVICE_CONTROL = 1 << 15,
};

/// From 5.19 on: before, no file can be moved to another folder, as the package manager does.
enum { LEAST_VERSION = 2 };

static int landlock_version(void) {
  return (int)syscall(CREATE_RULESET, NULL, 0, VERSION_FLAG);
}

static uint64_t all_rights(int version) {
  return VERSION_2 | (version >= 3 ? TRUNCATE : 0) | (version >= 5 ? DEVICE_CONTROL : 0);
}

static int allow(int rules, const char *path, uint64_t rights) {
  int place = open(path, O_PATH | O_CLOEXEC);
  if (place < 0) return errno == ENOENT || errno == ENOTDIR ? 0 : errno;
  struct stat facts;
  int failure = fstat(place, &facts) == 0 ? 0 : errno;
  if (failure == 0) {
    if (!S_ISDIR(facts.st_mode)) rights &= EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE;
    struct path_rule rule = {rights, place};
    if (syscall(ADD_RULE, rules, PATH_BENEATH, &rule, 0) != 0) failure = errno;
  }
  close(place);
  return failure;
}

static int limit_files(const struct registry_confinement *confinement) {
  static const char *const devices[] = {
    "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom", "/dev/tty", NULL};
  int version = landlock_version();
  if (version < LEAST_VERSION) return ENOSYS;
  uint64_t handled = all_rights(version);
  // TCP, where it is not used; abstract sockets of others, and signals to them.
  struct ruleset ruleset = {
    handled, version >= 4 && !confinement->uses_network ? 3 : 0, version >= 6 ? 3 : 0};
  size_t size = version >= 6 ? sizeof ruleset
                : version >= 4 ? offsetof(struct ruleset, scopes)
                               : offsetof(struct ruleset, network);
  int rules = (int)syscall(CREATE_RULESET, &ruleset, size, 0);
  if (rules < 0) return errno;
  const uint64_t reading = EXECUTE | READ_FILE | READ_FOLDER;
  const uint64_t writing = reading | WRITE_FILE | REMOVE_FOLDER | REMOVE_FILE | MAKE_FOLDER |
                           MAKE_FILE | MAKE_LINK | MOVE | TRUNCATE;
  int failure = allow(rules, confinement->folder, writing & handled);
  for (const char *const *path = confinement->readable; failure == 0 && *path; path++) {
    failure = allow(rules, *path, reading);
  }
  if (failure == 0) failure = allow(rules, "/proc", READ_FILE | READ_FOLDER);
  for (const char *const *path = devices; failure == 0 && *path; path++) {
    failure = allow(rules, *path, READ_FILE | WRITE_FILE);
  }
  if (failure == 0 && syscall(RESTRICT_SELF, rules, 0) != 0) failure = errno;
  close(rules);
  return failure;
}

// MARK: System calls

#ifdef __x86_64__
enum { PROCESSOR = AUDIT_ARCH_X86_64 };
#else
enum { PROCESSOR = AUDIT_ARCH_AARCH64 };
#endif

/// From this number on, all processors have the same system calls; those that are not listed, also of
/// later kernels, are refused.
enum { FIRST_COMMON = 424 };

static const uint16_t common_calls[] = {
  436,  // close_range
  439,  // faccessat2
  441,  // epoll_pwait2
  CREATE_RULESET, ADD_RULE, RESTRICT_SELF,
  449,  // futex_waitv
  454, 455, 456,  // futex_wake, futex_wait, futex_requeue
  462,  // mseal
};

static const uint16_t refused_calls[] = {
  // Other processes, and what they can share.
  __NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev, __NR_kcmp, __NR_migrate_pages, __NR_move_pages,
  __NR_perf_event_open, __NR_userfaultfd, __NR_shmget, __NR_shmat, __NR_shmctl, __NR_semget,
  __NR_semtimedop, __NR_semop, __NR_semctl, __NR_msgget, __NR_msgsnd, __NR_msgrcv, __NR_msgctl,
  __NR_mq_open, __NR_mq_unlink, __NR_add_key, __NR_request_key, __NR_keyctl,
  // Attributes of files by their path, which Landlock does not limit. Modes are left out, since linkers
  // set them: outside of the folder, all that is mounted is read-only. Truncation, before version 3.
  __NR_truncate, __NR_fchownat, __NR_setxattr, __NR_lsetxattr, __NR_removexattr,
  __NR_lremovexattr, __NR_inotify_init1, __NR_inotify_add_watch, __NR_fanotify_init,
  __NR_fanotify_mark, __NR_name_to_handle_at, __NR_open_by_handle_at, __NR_mknodat,
#ifdef __x86_64__
  __NR_chown, __NR_lchown, __NR_utime, __NR_utimes, __NR_futimesat, __NR_inotify_init,
  __NR_mknod, __NR_uselib, __NR_ustat, __NR_sysfs, __NR_modify_ldt, __NR_iopl, __NR_ioperm,
#endif
  // The system.
  __NR_unshare, __NR_setns, __NR_mount, __NR_umount2, __NR_pivot_root, __NR_chroot, __NR_swapon,
  __NR_swapoff, __NR_reboot, __NR_sethostname, __NR_setdomainname, __NR_init_module,
  __NR_finit_module, __NR_delete_module, __NR_kexec_load, __NR_bpf, __NR_syslog, __NR_acct,
  __NR_quotactl, __NR_settimeofday, __NR_clock_settime, __NR_clock_adjtime, __NR_adjtimex,
  __NR_lookup_dcookie, __NR_vhangup, __NR_nfsservctl, __NR_ioprio_set,
  // Sockets that exist; new ones are refused by their kind.
  __NR_bind, __NR_listen, __NR_accept, __NR_accept4, __NR_socketpair,
};

/// A filter that is being written.
struct filter {
  struct sock_filter steps[512];
  unsigned short count;
};

static void add(struct filter *filter, uint16_t code, uint32_t value, uint8_t yes, uint8_t no) {
  filter->steps[filter->count++] = (struct sock_filter){code, yes, no, value};
}

static void load(struct filter *filter, size_t offset) {
  add(filter, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void answer(struct filter *filter, uint32_t value) {
  add(filter, BPF_RET | BPF_K, value, 0, 0);
}

static const uint32_t refused = SECCOMP_RET_ERRNO | EPERM;
static const uint32_t missing = SECCOMP_RET_ERRNO | ENOSYS;

/// The offset of the low half of an argument.
static size_t argument(int index) {
  return offsetof(struct seccomp_data, args) + 8 * (size_t)index;
}

static void add_call_number(struct filter *filter) {
  load(filter, offsetof(struct seccomp_data, nr));
}

/// Starts what follows, `steps` long, for one call alone.
static void add_call(struct filter *filter, uint32_t call, uint8_t steps) {
  add_call_number(filter);
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, call, 0, steps);
}

static void write_filter(struct filter *filter, int uses_network) {
  load(filter, offsetof(struct seccomp_data, arch));
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, PROCESSOR, 1, 0);
  answer(filter, SECCOMP_RET_KILL_PROCESS);
  add_call_number(filter);
#ifdef __x86_64__
  // The calls of x32 have other numbers.
  add(filter, BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
  answer(filter, SECCOMP_RET_KILL_PROCESS);
#endif
  const size_t common = sizeof common_calls / sizeof *common_calls;
  add(filter, BPF_JMP | BPF_JGE | BPF_K, FIRST_COMMON, 0, (uint8_t)(common + 1));
  for (size_t place = 0; place < common; place++) {
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, common_calls[place], (uint8_t)(common - place), 0);
  }
  answer(filter, missing);
  for (size_t place = 0; place < sizeof refused_calls / sizeof *refused_calls; place++) {
    if (uses_network && refused_calls[place] == __NR_socketpair) continue;
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, refused_calls[place], 0, 1);
    answer(filter, refused);
  }
  // No new namespaces.
  add_call(filter, __NR_clone, 3);
  load(filter, argument(0));
  add(filter, BPF_JMP | BPF_JSET | BPF_K, 0x7e020000, 0, 1);
  answer(filter, refused);
  // The limits and the priority of this process alone.
  add_call(filter, __NR_prlimit64, 3);
  load(filter, argument(0));
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
  answer(filter, refused);
  add_call(filter, __NR_setpriority, 3);
  load(filter, argument(1));
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
  answer(filter, refused);
  // Times of open files alone: the path is NULL.
  add_call(filter, __NR_utimensat, 5);
  load(filter, argument(1));
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 2);
  load(filter, argument(1) + 4);
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
  answer(filter, refused);
  // Files that are opened for reading are not truncated.
  add_call(filter, __NR_openat, 4);
  load(filter, argument(2));
  add(filter, BPF_ALU | BPF_AND | BPF_K, O_TRUNC | O_ACCMODE, 0, 0);
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, O_TRUNC | O_RDONLY, 0, 1);
  answer(filter, refused);
#ifdef __x86_64__
  add_call(filter, __NR_open, 4);
  load(filter, argument(1));
  add(filter, BPF_ALU | BPF_AND | BPF_K, O_TRUNC | O_ACCMODE, 0, 0);
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, O_TRUNC | O_RDONLY, 0, 1);
  answer(filter, refused);
#endif
  add_call(filter, __NR_socket, uses_network ? 4 : 1);
  if (uses_network) {
    load(filter, argument(0));
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, 2, 2, 0);  // AF_INET
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, 10, 1, 0);  // AF_INET6
  }
  answer(filter, refused);
  answer(filter, SECCOMP_RET_ALLOW);
}

static int limit_calls(int uses_network) {
  struct filter filter = {.count = 0};
  write_filter(&filter, uses_network);
  struct sock_fprog program = {filter.count, filter.steps};
  return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0 ? 0 : errno;
}

// MARK: Privileges

static int drop_privileges(void) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  for (int capability = 0; capability < 64; capability++) {
    if (prctl(PR_CAPBSET_READ, capability, 0, 0, 0) != 1) continue;
    // Without the right to, none can be gained by starting a program either.
    if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0 && errno != EPERM) return errno;
  }
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
  return syscall(__NR_capset, &header, none) == 0 ? 0 : errno;
}

static void limit_resources(void) {
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  struct rlimit file = {(rlim_t)4 << 30, (rlim_t)4 << 30};
  setrlimit(RLIMIT_FSIZE, &file);
}

// MARK: Processes

struct request {
  const struct registry_confinement *confinement;
  const char *program;
  const int *streams;
  char *const *arguments;
  char *const *environment;
  /// Gets the number of an error, or 0 as soon as the supervisor runs.
  int report;
};

static _Noreturn void fail(const struct request *request, int failure) {
  ssize_t written = write(request->report, &failure, sizeof failure);
  (void)written;
  _exit(126);
}

static _Noreturn void run_program(const struct request *request) {
  if (chdir(request->confinement->folder) != 0) fail(request, errno);
  for (int place = 0; place < 3; place++) {
    if (dup2(request->streams[place], place) < 0) fail(request, errno);
  }
  // CLOSE_RANGE_CLOEXEC: what other code of this process has open is not for the program.
  if (syscall(436, 3, ~0U, 4) != 0) fail(request, errno);
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  limit_resources();
  int failure = drop_privileges();
  if (failure == 0) failure = limit_files(request->confinement);
  if (failure == 0) failure = limit_calls(request->confinement->uses_network);
  if (failure != 0) fail(request, failure);
  sigset_t signals;
  sigemptyset(&signals);
  sigprocmask(SIG_SETMASK, &signals, NULL);
  execve(request->program, request->arguments, request->environment);
  fail(request, errno);
}

/// Writes a text to a file, as the maps of a namespace are set.
static int set(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return errno;
  int failure = write(file, text, strlen(text)) < 0 ? errno : 0;
  close(file);
  return failure;
}

/// Writes "ID ID 1".
static void map_text(char *text, unsigned id) {
  char digits[12];
  int count = 0;
  do { digits[count++] = (char)('0' + id % 10); } while ((id /= 10) != 0);
  for (int part = 0; part < 2; part++) {
    for (int place = count; place > 0; place--) *text++ = digits[place - 1];
    *text++ = ' ';
  }
  memcpy(text, "1", 2);
}

static int map_account(unsigned user, unsigned group) {
  char text[32];
  map_text(text, user);
  int failure = set("/proc/self/uid_map", text);
  if (failure == 0) failure = set("/proc/self/setgroups", "deny");
  map_text(text, group);
  return failure == 0 ? set("/proc/self/gid_map", text) : failure;
}

// Of linux/mount.h, which older systems lack. The number is the same on all processors.
enum { MOUNT_SETATTR = 442, RECURSIVE = 0x8000, READ_ONLY = 1 };

struct mount_attributes {
  uint64_t added;
  uint64_t removed;
  uint64_t propagation;
  uint64_t accounts;
};

/// Makes everything that is mounted in this namespace read-only but for a folder, if there is one.
static int limit_mounts(const char *folder) {
  if (folder && mount(folder, folder, NULL, MS_BIND | MS_REC, NULL) != 0) return errno;
  struct mount_attributes all = {.added = READ_ONLY}, own = {.removed = READ_ONLY};
  if (syscall(MOUNT_SETATTR, AT_FDCWD, "/", RECURSIVE, &all, sizeof all) != 0) return errno;
  if (!folder) return 0;
  return syscall(MOUNT_SETATTR, AT_FDCWD, folder, 0, &own, sizeof own) == 0 ? 0 : errno;
}

static _Noreturn void supervise(
  const struct request *request, int flags, unsigned user, unsigned group) {
  if (flags & CLONE_NEWUSER) {
    int failure = map_account(user, group);
    if (failure != 0) fail(request, failure);
  }
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  // What it has of the memory of the process that started it is not for the program.
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  // No mount is seen outside. The processes that can be seen are those that can be traced, which
  // Landlock limits to what the program starts; programs in Swift read their own maps.
  if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
      mount(
        "proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC,
        "hidepid=ptraceable,subset=pid") != 0) {
    fail(request, errno);
  }
  int refusal = limit_mounts(request->confinement ? request->confinement->folder : NULL);
  if (refusal != 0) fail(request, refusal);
  sigset_t signals;
  sigemptyset(&signals);
  for (const int *number = (int[]){SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGQUIT, 0}; *number; number++) {
    sigaddset(&signals, *number);
    // One that is ignored is not waited for either.
    signal(*number, SIG_DFL);
  }
  sigprocmask(SIG_SETMASK, &signals, NULL);
  // Fails if the process that started this one is gone already.
  int failure = 0;
  if (write(request->report, &failure, sizeof failure) != sizeof failure) _exit(126);
  if (request->program == NULL) _exit(0);
  // Not fork(), which waits for locks that another thread may have had when this process was made.
  pid_t program = (pid_t)syscall(__NR_clone, SIGCHLD, NULL, NULL, NULL, NULL);
  if (program == 0) run_program(request);
  if (program < 0) fail(request, errno);
  // So that the end of each stream is seen.
  syscall(436, 0, ~0U, 0);
  for (;;) {
    siginfo_t received;
    if (sigwaitinfo(&signals, &received) < 0) continue;
    if (received.si_signo != SIGCHLD) _exit(128 + received.si_signo);
    int status;
    for (pid_t ended; (ended = waitpid(-1, &status, WNOHANG)) > 0;) {
      if (ended != program) continue;
      // With the first process of the namespace, the system ends all others.
      _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    }
  }
}

/// Starts a supervisor in namespaces of its own.
static int start_with(struct request *request, pid_t *child, int flags) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
  request->report = ends[1];
  const unsigned user = geteuid(), group = getegid();
  sigset_t all, previous;
  sigfillset(&all);
  // No handler of this process runs in the child.
  pthread_sigmask(SIG_SETMASK, &all, &previous);
  pid_t process = (pid_t)syscall(__NR_clone, SIGCHLD | flags, NULL, NULL, NULL, NULL);
  int failure = process < 0 ? errno : 0;
  if (process == 0) supervise(request, flags, user, group);
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
  close(ends[1]);
  if (failure == 0) {
    // 0 of the supervisor, and nothing of the program, whose end it closes by starting.
    int reports[2] = {-1, 0};
    size_t size = 0;
    while (size < sizeof reports) {
      ssize_t count = read(ends[0], (char *)reports + size, sizeof reports - size);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) break;
      size += (size_t)count;
    }
    failure = size == 0 ? EIO : reports[0] != 0 ? reports[0] : reports[1];
    if (failure != 0) {
      while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
    }
  }
  close(ends[0]);
  if (failure == 0) *child = process;
  return failure;
}

static int start(struct request *request, pid_t *child) {
  const int namespaces = CLONE_NEWPID | CLONE_NEWNS;
  // Many systems permit the first to the administrator alone.
  int failure = geteuid() == 0 ? start_with(request, child, namespaces) : EPERM;
  if (failure != 0) failure = start_with(request, child, namespaces | CLONE_NEWUSER);
  return failure;
}

const char *registry_confinement_obstacle(void) {
  int version = landlock_version();
  if (version < 1) return "its kernel has no Landlock, or it is disabled";
  if (version < LEAST_VERSION) return "its kernel has an old Landlock, expected Linux 5.19 or later";
  // Asked with no filter at all: a kernel with filters cannot read one there.
  if (syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, NULL) == 0 || errno != EFAULT) {
    return "its kernel has no filters for system calls (seccomp)";
  }
  struct request trial = {.report = -1};
  pid_t child;
  if (start(&trial, &child) != 0) {
    return "it permits this account no namespaces for processes and mounts";
  }
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
  return NULL;
}

int registry_spawn_confined(
  const struct registry_confinement *confinement, int *child, const char *program,
  const int streams[3], char *const arguments[], char *const environment[]) {
  struct request request = {confinement, program, streams, arguments, environment, -1};
  return start(&request, child);
}

#else

const char *registry_confinement_obstacle(void) {
  return "there is no confinement for it, expected Linux on x86_64 or arm64";
}

int registry_spawn_confined(
  const struct registry_confinement *confinement, int *child, const char *program,
  const int streams[3], char *const arguments[], char *const environment[]) {
  (void)confinement;
  (void)child;
  (void)program;
  (void)streams;
  (void)arguments;
  (void)environment;
  return ENOSYS;
}

#endif
