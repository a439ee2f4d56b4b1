// Calls what sized.mlir declares, and counts what it allocates.

#include "sized.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int left;
void *__real_malloc(size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void __wrap_free(void *memory);

void *__wrap_malloc(size_t size) {
  left++;
  return __real_malloc(size);
}

void __wrap_free(void *memory) {
  left -= memory != NULL;
  __real_free(memory);
}

static float w[chain_argument1_count];

/// How many elements of the result are wrong, and of what is behind it.
static int check(int64_t n, const float *x, const float *r) {
  int wrong = r[n * 16] != -1;
  for (int64_t i = 0; i < n; i++)
    for (int j = 0; j < 16; j++) {
      double sum = 0;
      for (int k = 0; k < 32; k++)
        sum += (exp(x[i * 32 + k]) + x[i * 32 + k]) * w[k * 16 + j];
      wrong += !(fabs(r[i * 16 + j] - sum) < 1e-3);
    }
  return wrong;
}

static void chain(int64_t n) {
  float *x = __real_malloc(sizeof *x * (size_t)(n * 32 + 1));
  float *r = __real_malloc(sizeof *r * (size_t)(n * 16 + 1));
  for (int64_t i = 0; i < n * 32; i++)
    x[i] = (float)(i * 7 % 11) / 11;
  r[n * 16] = -1;
  left = 0;
  int status = as_call_chain(n, x, w, r);
  int after = left;
  printf("sizes %d: %d, wrong %d, allocations left %d\n", (int)n, status,
         check(n, x, r), after);
  __real_free(x);
  __real_free(r);
}

static void pieces(void) {
  const int8_t ones[] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
  int8_t result[5 * 6] = {0};
  int64_t out[2];
  int status = as_sizes_a_b((const int64_t[]){2, 3, 3}, out);
  printf("pieces: %d %d %d,", status, (int)out[0], (int)out[1]);
  as_call_a_b(2, 3, 3, ones, ones, result);
  for (int i = 24; i < 30; i++)
    printf(" %d", result[i]);
  printf("\n");
}

/// NULL would not do if anything was touched.
static void refused(void) {
  const int64_t large = INT64_MAX / 2, root = (int64_t)1 << 31;
  int64_t out[2] = {-7, -7};
  printf("negative %d, ", as_call_chain(-1, NULL, NULL, NULL));
  printf("large %d, ", as_call_chain(large, NULL, NULL, NULL));
  printf("product %d, ", as_call_a_b(root, root, root, NULL, NULL, NULL));
  printf("sum %d, ", as_sizes_a_b((const int64_t[]){large, large, 0}, out));
  printf("%s\n", out[0] == -7 && out[1] == -7 ? "untouched" : "TOUCHED");
  float x[3] = {0}, y[7] = {0}, r[7] = {5, 5, 5, 5, 5, 5, 5};
  printf("unequal %d, ", as_call_twice(3, 7, x, y, r));
  printf("%s\n", r[0] == 5 && r[6] == 5 ? "untouched" : "TOUCHED");
}

int main(void) {
  for (int i = 0; i < chain_argument1_count; i++)
    w[i] = (float)(i % 5) - 2;
  chain(0);
  chain(1);
  chain(37);
  chain(1000);
  pieces();
  refused();
  float x[] = {1, 2, 4, 7}, y[4];
  as_call_plain(x, y);
  printf("plain %g\n", y[3]);
  return 0;
}
