// Where libgit2 makes its TLS connections with Mbed TLS, as on Debian, it parses all certificates of
// the system whenever it starts, which takes longer than all the rest of its start. The two functions
// below stand before Mbed TLS's own of the same names: one puts the reading off while libgit2 starts,
// the other makes up for it before the first connection is set up.
//
// Nothing that fails here can make a connection less safe. Until the certificates are read, libgit2
// trusts no authority at all; with another TLS library, or where the linker keeps these functions to
// the program, they are never called and all is as it was.

#define _GNU_SOURCE // RTLD_NEXT
#include "CGit2Start.h"

#include <git2.h>

#if defined(__linux__)
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// What Mbed TLS 2 and 3 answer for a file that cannot be read, and for a wrong use.
enum { unreadableFile = -0x2900, badInput = -0x7100 };

static _Thread_local bool isStarting;
static char *deferredFile;

int mbedtls_x509_crt_parse_file(void *chain, const char *path) {
  if (isStarting && !deferredFile && (deferredFile = strdup(path))) return 0;
  int (*parse)(void *, const char *) = dlsym(RTLD_NEXT, "mbedtls_x509_crt_parse_file");
  return parse ? parse(chain, path) : unreadableFile;
}

static void readDeferredFile(void) {
  if (deferredFile) git_libgit2_opts(GIT_OPT_SET_SSL_CERT_LOCATIONS, deferredFile, NULL);
}

int mbedtls_ssl_setup(void *connection, const void *configuration) {
  static pthread_once_t isRead = PTHREAD_ONCE_INIT;
  pthread_once(&isRead, readDeferredFile);
  int (*setup)(void *, const void *) = dlsym(RTLD_NEXT, "mbedtls_ssl_setup");
  return setup ? setup(connection, configuration) : badInput;
}

int registry_git2_start(void) {
  isStarting = true;
  int result = git_libgit2_init();
  isStarting = false;
  return result;
}

#else

int registry_git2_start(void) { return git_libgit2_init(); }

#endif
