// Calls the function of constant-weights.mlir without the arguments that its
// header says are not read. AS_TEST_UNLOADED leaves the weights out.
#include <stdio.h>

int main(void) {
  float x[argument_argument0_count], w[argument_argument1_count],
      result[argument_result0_count];
  for (int i = 0; i < argument_result0_count; i++) {
    x[i] = 1 + i;
    w[i] = 10 + 10 * i;
  }
#ifndef AS_TEST_UNLOADED
  as_call_as_load_argument(NULL, w);
#endif
  as_call_argument(x, NULL, result);
  printf("%g %g %g\n", result[0], result[1], result[2]);
  return 0;
}
