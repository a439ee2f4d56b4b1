// Asks what the CPU lacks, and calls the function of cpu-check.mlir that it is
// told to call.
#include "f.h"
#include <stdio.h>
#include <string.h>

// MLIR's convention for memref<?xf32>.
float descriptors(float *allocated, float *aligned, int64_t offset,
                  int64_t size, int64_t stride, float factor);

int main(int argc, char **argv) {
  const char *missing = as_missing_f();
  float x[f_argument0_count] = {3}, y[f_result0_count], factor = 2.5f, twice;
  printf("lacks: %s\n", missing ? missing : "nothing");
  fflush(stdout);
  if (argc > 1 && strcmp(argv[1], "f") == 0) {
    as_call_f(x, &factor, y, &twice);
    printf("%g %g\n", y[0], twice);
  } else if (argc > 1) {
    printf("%g\n", descriptors(x, x, 0, f_argument0_count, 1, factor));
  }
  return 0;
}
