// Runs the product of boxes.mlir, either by its header and PTX or, without
// -DHEADER, as stock tools compile the module for MLIR, and compares the result
// with its own.
#ifdef HEADER
#include "product.h"
#else
#include "mlir-runtime.h"
void product(void *a, void *b, void *result);
#endif
#include <stdio.h>

enum { ROWS = 24, TERMS = 96, COLUMNS = 40 };

static float a[ROWS * TERMS], b[TERMS * COLUMNS], c[ROWS * COLUMNS];

#define CHECK(call)                                                            \
  if ((call) != CUDA_SUCCESS)                                                  \
  return printf("%s failed\n", #call), 1

static int run(const char *path) {
  CUdevice device;
  CUcontext context;
  CUdeviceptr da, db, dc;
  CHECK(cuInit(0));
  CHECK(cuDeviceGet(&device, 0));
  CHECK(cuDevicePrimaryCtxRetain(&context, device));
  CHECK(cuCtxSetCurrent(context));
  CHECK(cuMemAlloc(&da, sizeof a));
  CHECK(cuMemAlloc(&db, sizeof b));
  CHECK(cuMemAlloc(&dc, sizeof c));
  CHECK(cuMemcpyHtoD(da, a, sizeof a));
  CHECK(cuMemcpyHtoD(db, b, sizeof b));
#ifdef HEADER
  static char ptx[1 << 20];
  CUmodule module;
  FILE *file = fopen(path, "r");
  if (!file || fread(ptx, 1, sizeof ptx - 1, file) == 0)
    return 1;
  fclose(file);
  CHECK(cuModuleLoadDataEx(&module, ptx, 0, NULL, NULL));
  CHECK(as_launch_product(module, NULL, da, db, dc));
#else
  (void)path;
  product((void *)da, (void *)db, (void *)dc);
#endif
  CHECK(cuMemcpyDtoH(c, dc, sizeof c));
  return 0;
}

int main(int argc, char **argv) {
  for (int i = 0; i < ROWS * TERMS; i++)
    a[i] = (float)(i % 7 - 3);
  for (int i = 0; i < TERMS * COLUMNS; i++)
    b[i] = (float)(i % 11 - 5);
  if (run(argc > 1 ? argv[1] : ""))
    return 1;
  int numWrong = 0;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) {
      float sum = 0;
      for (int k = 0; k < TERMS; k++)
        sum += a[i * TERMS + k] * b[k * COLUMNS + j];
      numWrong += sum != c[i * COLUMNS + j];
    }
  printf("%d are wrong\n", numWrong);
  return 0;
}
