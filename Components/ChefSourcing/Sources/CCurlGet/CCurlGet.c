#include "CCurlGet.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// libcurl is loaded by the first request rather than linked: the libraries it brings along take
// longer to load than the rest of an app that asks for no recommendations. Names, numbers and types
// are those of its ABI, which has not changed since version 4 of the library's name (curl 7.16).

#ifdef __APPLE__
#define LIBRARY "libcurl.4.dylib"
#else
#define LIBRARY "libcurl.so.4"
#endif

enum {
  OPTION_NOSIGNAL = 99,
  OPTION_TIMEOUT_MS = 155,
  OPTION_PROTOCOLS = 181,
  OPTION_WRITEDATA = 10001,
  OPTION_URL = 10002,
  OPTION_HTTPHEADER = 10023,
  OPTION_HEADERDATA = 10029,
  OPTION_WRITEFUNCTION = 20011,
  OPTION_HEADERFUNCTION = 20079,
  INFO_RESPONSE_CODE = 0x200002,
};
static const long GLOBAL_ALL = 3;
static const long PROTOCOLS_HTTP_AND_HTTPS = 3;

static struct {
  int (*global_init)(long);
  void *(*easy_init)(void);
  int (*easy_setopt)(void *, int, ...);
  int (*easy_perform)(void *);
  int (*easy_getinfo)(void *, int, ...);
  void (*easy_cleanup)(void *);
  void *(*slist_append)(void *, const char *);
  void (*slist_free_all)(void *);
  int is_ready;
} curl;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  curl.global_init = dlsym(library, "curl_global_init");
  curl.easy_init = dlsym(library, "curl_easy_init");
  curl.easy_setopt = dlsym(library, "curl_easy_setopt");
  curl.easy_perform = dlsym(library, "curl_easy_perform");
  curl.easy_getinfo = dlsym(library, "curl_easy_getinfo");
  curl.easy_cleanup = dlsym(library, "curl_easy_cleanup");
  curl.slist_append = dlsym(library, "curl_slist_append");
  curl.slist_free_all = dlsym(library, "curl_slist_free_all");
  curl.is_ready = curl.global_init && curl.easy_init && curl.easy_setopt && curl.easy_perform &&
                  curl.easy_getinfo && curl.easy_cleanup && curl.slist_append &&
                  curl.slist_free_all && curl.global_init(GLOBAL_ALL) == 0;
}

typedef struct {
  ccurl_get_answer *answer;
  char *body;
  size_t room;
} exchange;

/// Called with each line of the head, the empty one at its end included.
static size_t receive_header(char *line, size_t size, size_t count, void *context) {
  ccurl_get_answer *answer = ((exchange *)context)->answer;
  size_t length = size * count;
  if (length >= 5 && strncmp(line, "HTTP/", 5) == 0) {
    // An interim answer (1xx) has a head of its own before the one that counts.
    answer->has_head = 0;
  } else if (length <= 2 && (line[0] == '\r' || line[0] == '\n')) {
    answer->has_head = 1;
  }
  return length;
}

static size_t receive_body(char *bytes, size_t size, size_t count, void *context) {
  exchange *current = context;
  size_t length = size * count;
  if (length > current->room - current->answer->body_length) {
    current->answer->is_cut_off = 1;
    return 0;
  }
  memcpy(current->body + current->answer->body_length, bytes, length);
  current->answer->body_length += length;
  return length;
}

/// A list with one field a line of `text`; NULL where memory is short.
static void *header_list(const char *text) {
  char *copy = strdup(text);
  if (!copy) return NULL;
  void *list = NULL;
  char *rest = copy;
  for (char *line = strsep(&rest, "\n"); line; line = strsep(&rest, "\n")) {
    void *longer = curl.slist_append(list, line);
    if (!longer) {
      curl.slist_free_all(list);
      list = NULL;
      break;
    }
    list = longer;
  }
  free(copy);
  return list;
}

ccurl_get_answer ccurl_get(const char *url, const char *headers, long timeout_ms, void *body,
                           size_t room) {
  ccurl_get_answer answer = {.result = -1};
  pthread_once(&once, load);
  if (!curl.is_ready) return answer;
  void *handle = curl.easy_init();
  void *list = header_list(headers);
  if (handle && list) {
    exchange current = {.answer = &answer, .body = body, .room = room};
    curl.easy_setopt(handle, OPTION_NOSIGNAL, 1L);
    curl.easy_setopt(handle, OPTION_TIMEOUT_MS, timeout_ms);
    curl.easy_setopt(handle, OPTION_PROTOCOLS, PROTOCOLS_HTTP_AND_HTTPS);
    curl.easy_setopt(handle, OPTION_URL, url);
    curl.easy_setopt(handle, OPTION_HTTPHEADER, list);
    curl.easy_setopt(handle, OPTION_HEADERFUNCTION, receive_header);
    curl.easy_setopt(handle, OPTION_HEADERDATA, &current);
    curl.easy_setopt(handle, OPTION_WRITEFUNCTION, receive_body);
    curl.easy_setopt(handle, OPTION_WRITEDATA, &current);
    answer.result = curl.easy_perform(handle);
    curl.easy_getinfo(handle, INFO_RESPONSE_CODE, &answer.status);
  }
  curl.slist_free_all(list);
  if (handle) curl.easy_cleanup(handle);
  return answer;
}
