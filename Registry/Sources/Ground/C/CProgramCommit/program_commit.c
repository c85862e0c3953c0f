#include "program_commit.h"

#include <stddef.h>

#define TEXT_OF(value) #value
#define TEXT(value) TEXT_OF(value)

const char *registry_program_commit(void) {
#ifdef REGISTRY_COMMIT
  return TEXT(REGISTRY_COMMIT);
#else
  return NULL;
#endif
}
