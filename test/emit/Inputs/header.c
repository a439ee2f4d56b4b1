// Calls what header.mlir declares.

#include "layer.h"
#include <stdio.h>

int main(void) {
  float x[layer_argument0_count] = {1, 2, 3, 4, 5, 6};
  float w[layer_argument1_count] = {1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3};
  float r[layer_result0_count];
  layer(x, w, r);
  for (int i = 0; i < layer_result0_count; i++)
    printf("%g ", r[i]);
  int8_t small = 42;
  int64_t large;
  a_b(&small, &large);
  printf("\n%d\n", (int)large);
  return 0;
}
