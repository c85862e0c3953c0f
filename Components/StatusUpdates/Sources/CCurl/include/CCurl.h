#ifndef CCURL_H
#define CCURL_H

#include <stddef.h>

/// What came of a request.
typedef struct {
  /// libcurl's result: 0 where it found nothing wrong, -1 where there is no libcurl.
  int result;
  /// Whether the status and all header fields came.
  int has_head;
  /// Whether the answer was cut off because its body was too long.
  int is_cut_off;
  /// The HTTP status, once there is a head.
  long status;
  /// The last Retry-After field, empty without one.
  char retry_after[128];
  /// What was wrong, in libcurl's words.
  char problem[256];
} ccurl_answer;

/// Sends one POST and waits for the whole answer, at most `timeout_ms`; blocks the thread.
///
/// `headers` has one field a line. No redirect is followed, no cookie or cache kept, no other
/// protocol than HTTP and HTTPS spoken; of the answer's body `longest_body` bytes are read.
ccurl_answer ccurl_post(const char *url, const char *headers, const void *body,
                        size_t body_length, long timeout_ms, size_t longest_body);

#endif
