#ifndef STATUSUPDATES_CNETTLE_SHIM_H
#define STATUSUPDATES_CNETTLE_SHIM_H

#include <nettle/hmac.h>
#include <nettle/version.h>

// Nettle 4 no longer asks for the length of a digest.
static inline void status_hmac_sha256_digest(struct hmac_sha256_ctx *context, uint8_t *digest) {
#if NETTLE_VERSION_MAJOR >= 4
  nettle_hmac_sha256_digest(context, digest);
#else
  nettle_hmac_sha256_digest(context, SHA256_DIGEST_SIZE, digest);
#endif
}

#endif
