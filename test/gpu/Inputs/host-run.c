// Calls the functions of host-run.mlir with arrays in device memory.
#include "mlir-runtime.h"
#include <stdio.h>
#include <string.h>

enum { MOST = 64 * 48 };

void layers(void *x, void *w, void *v, float by, void *result);
void update(void *a, void *b, void *c, void *result);
void weighted(void *x, void *result);
void doubled(void *x, void *result);
void count(void *x, void *result);
void total(void *x, void *result);
void sign(void *a, void *b, void *result);
void kernels(void *a, void *b, void *c, bool twice, void *result);
void joined(void *a, void *b, void *result);
void padded(void *x, void *result);

static float ones[MOST], threes[MOST], results[MOST];

static void *send(const float *values, uint64_t number) {
  void *memory = mgpuMemAlloc(number * sizeof *values, NULL, false);
  mgpuMemcpy(memory, values, number * sizeof *values, NULL);
  return memory;
}

static void show(const char *name, const void *memory, uint64_t number) {
  mgpuMemcpy(results, memory, number * sizeof *results, NULL);
  printf("%s: %g %g %g\n", name, results[0], results[number / 2],
         results[number - 1]);
}

int main(void) {
  for (int i = 0; i < MOST; i++) {
    ones[i] = 1;
    threes[i] = 3;
  }
  void *one = send(ones, MOST), *three = send(threes, MOST);
  void *result = send(threes, MOST);
  layers(one, one, three, 0.5f, result);
  show("layers", result, 64 * 16);
  update(one, one, three, result);
  show("update", result, 16 * 4);
  show("as it was", three, 16 * 4);
  weighted(three, result);
  weighted(one, result);
  show("weighted", result, 16 * 4);
  doubled(one, result);
  show("doubled", result, 16 * 4);
  count(one, result);
  count(three, result);
  show("count", result, 8);
  total(one, result);
  show("total", result, 1);
  sign(one, three, result);
  show("sign", result, 64);
  kernels(one, one, three, true, result);
  show("twice", result, 16 * 4);
  kernels(one, one, three, false, result);
  show("never", result, 16 * 4);
  joined(one, three, result);
  show("joined", result, 24 * 8);
  padded(one, result);
  mgpuMemcpy(results, result, 6 * 8 * sizeof *results, NULL);
  printf("padded:");
  for (int i = 8; i < 16; i++)
    printf(" %g", results[i]);
  printf("\n");
  return 0;
}
