// Runs the function of sequence.mlir by its header, and compares the result
// with loops.
#include "net.h"
#include <stdio.h>

#define CHECK(call)                                                            \
  if ((call) != CUDA_SUCCESS)                                                  \
  return printf("%s failed\n", #call), 1

static char ptx[1 << 20];
static float x[12][20], v[20][24], w[28][16], h[12][28], expected[12][16],
    results[12][16];

/// Small integers, so that sums are exact in any order.
static void fill(float *values, int count, int seed) {
  for (int i = 0; i < count; i++)
    values[i] = (float)((i * 7 + seed) % 11 - 5);
}

static float y[8][16], scaled[16][8], square[16][16], weighted[16][8],
    made[16][8];

/// The function's constant applied to x.
static void computeWeighted(const float *from) {
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 8; j++)
      scaled[i][j] = from[i * 8 + j] * (float)(j + 1);
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++)
      for (int k = 0; k < 8; k++)
        square[i][j] += scaled[i][k] * y[k][j];
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 8; j++)
      for (int k = 0; k < 16; k++)
        weighted[i][j] += square[i][k] * scaled[k][j];
}

static void compute(void) {
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 28; j++) {
      h[i][j] = j < 24 ? 0 : 1;
      for (int k = 0; k < 20 && j < 24; k++)
        h[i][j] += x[i][k] * v[k][j];
    }
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 16; j++)
      for (int k = 0; k < 28; k++)
        expected[i][j] += h[i][k] * w[k][j];
}

int main(int argc, char **argv) {
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUdeviceptr a, b, c, d, room;
  FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
  if (!file || fread(ptx, 1, sizeof ptx - 1, file) == 0)
    return 1;
  fclose(file);
  fill(x[0], net_argument0_count, 1);
  fill(v[0], net_argument1_count, 2);
  fill(w[0], net_argument2_count, 3);
  compute();
  CHECK(cuInit(0));
  CHECK(cuDeviceGet(&device, 0));
  CHECK(cuDevicePrimaryCtxRetain(&context, device));
  CHECK(cuCtxSetCurrent(context));
  CHECK(cuModuleLoadDataEx(&module, ptx, 0, NULL, NULL));
  CHECK(cuMemAlloc(&a, sizeof x));
  CHECK(cuMemAlloc(&b, sizeof v));
  CHECK(cuMemAlloc(&c, sizeof w));
  CHECK(cuMemAlloc(&d, sizeof results));
  CHECK(cuMemAlloc(&room, net_room_bytes));
  CHECK(cuMemcpyHtoD(a, x, sizeof x));
  CHECK(cuMemcpyHtoD(b, v, sizeof v));
  CHECK(cuMemcpyHtoD(c, w, sizeof w));
  CHECK(as_run_net(module, NULL, a, b, c, d, room));
  CHECK(cuMemcpyDtoH(results, d, sizeof results));
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 16; j++)
      if (results[i][j] != expected[i][j])
        return printf("[%d, %d]: %g, expected %g\n", i, j, results[i][j],
                      expected[i][j]),
               1;
  fill(y[0], 16 * 8, 4);
  computeWeighted(x[0]);
  CHECK(cuMemcpyHtoD(b, y, sizeof y));
#ifdef weighted_room_bytes
  CUdeviceptr other;
  CHECK(cuMemAlloc(&other, weighted_room_bytes));
  CHECK(as_run_weighted(module, NULL, a, b, d, other));
#else
  CHECK(as_run_weighted(module, NULL, a, b, d));
#endif
  CHECK(cuMemcpyDtoH(made, d, sizeof made));
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 8; j++)
      if (made[i][j] != weighted[i][j])
        return printf("weighted [%d, %d]: %g, expected %g\n", i, j, made[i][j],
                      weighted[i][j]),
               1;
  printf("all right\n");
  return 0;
}
