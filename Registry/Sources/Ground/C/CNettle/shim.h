#ifndef REGISTRY_CNETTLE_SHIM_H
#define REGISTRY_CNETTLE_SHIM_H

#include <nettle/sha1.h>
#include <nettle/sha2.h>
#include <nettle/version.h>

// Nettle 4 no longer asks for the length of a digest.
#if NETTLE_VERSION_MAJOR >= 4
#define REGISTRY_DIGEST(name, size) nettle_##name##_digest(context, digest)
#else
#define REGISTRY_DIGEST(name, size) nettle_##name##_digest(context, size, digest)
#endif

static inline void registry_sha1_digest(struct sha1_ctx *context, uint8_t *digest) {
  REGISTRY_DIGEST(sha1, SHA1_DIGEST_SIZE);
}

static inline void registry_sha256_digest(struct sha256_ctx *context, uint8_t *digest) {
  REGISTRY_DIGEST(sha256, SHA256_DIGEST_SIZE);
}

#endif
