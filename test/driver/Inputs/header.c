// Calls what header.mlir declares.

#include "layer.h"
#include <stdio.h>

int main(void) {
  static const float x[layer_argument0_count] = {1, 2, 3, 4, 5, 6};
  static const float w[layer_argument1_count] = {1, 1, 1, 1, 2, 2,
                                                 2, 2, 3, 3, 3, 3};
  float r[layer_result0_count];
  as_call_layer(x, w, r);
  for (int i = 0; i < layer_result0_count; i++)
    printf("%g ", r[i]);
  int8_t small = 42, seven = 7, eight = 8, same[2];
  int64_t large;
  as_call_a_b(&small, &large);
  as_call_main(&seven, &same[0]);
  as_call_int(&eight, &same[1]);
  printf("\n%d %d %d\n", (int)large, same[0], same[1]);
  static const float one[accumulate_argument0_count] = {1, 2, 3, 4};
  float sum[accumulate_argument1_count] = {10, 20, 30, 40};
  float copy[accumulate_argument2_count];
  as_call_accumulate(one, sum, copy);
  printf("%g %g\n", sum[3], copy[3]);
  return 0;
}
