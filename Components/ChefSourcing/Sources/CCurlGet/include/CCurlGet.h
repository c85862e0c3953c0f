#ifndef CCURLGET_H
#define CCURLGET_H

#include <stddef.h>

/// What came of a request.
typedef struct {
  /// libcurl's result: 0 where it found nothing wrong, -1 where there is no libcurl.
  int result;
  /// Whether the status and all header fields came.
  int has_head;
  /// Whether the answer was cut off because its body was longer than the room for it.
  int is_cut_off;
  /// The HTTP status, once there is a head.
  long status;
  /// How many bytes of the body came.
  size_t body_length;
} ccurl_get_answer;

/// Sends one GET and waits for the whole answer, at most `timeout_ms`; blocks the thread.
///
/// `headers` has one field a line. No redirect is followed, no cookie or cache kept, no other
/// protocol than HTTP and HTTPS spoken; the answer's body is put into `room` bytes at `body`.
ccurl_get_answer ccurl_get(const char *url, const char *headers, long timeout_ms, void *body,
                           size_t room);

#endif
