#include <stddef.h>
#include <stdint.h>

// Of libFuzzer, which the linker brings along with -sanitize=fuzzer.
int LLVMFuzzerRunDriver(int *count, char ***arguments,
                        int (*run)(const uint8_t *bytes, size_t size));
