#include "libfuzzer.h"

// libFuzzer's own main asks for it, which is linked but never runs: Swift's takes its place.
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) { return 0; }
