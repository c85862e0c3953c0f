#ifndef CLIBCURL_H
#define CLIBCURL_H

#include <curl/curl.h>

// Swift does not call variadic functions: each of these is 'curl_easy_setopt' or 'curl_easy_getinfo'
// for one type of value.

typedef size_t (*clibcurl_receiver)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode clibcurl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode clibcurl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode clibcurl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode clibcurl_set_pointer(CURL *handle, CURLoption option, const void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode clibcurl_set_receiver(CURL *handle, CURLoption option,
                                             clibcurl_receiver value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode clibcurl_get_long(CURL *handle, CURLINFO info, long *value) {
  return curl_easy_getinfo(handle, info, value);
}

/// Speaks HTTP and HTTPS alone; the option has another name since curl 7.85.
static inline CURLcode clibcurl_speak_http(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

#endif
