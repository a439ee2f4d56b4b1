// Launches the kernel of header.mlir by its header: ones times ones, scaled.
#include "scaled.h"
#include <stdio.h>

#define CHECK(call)                                                            \
  if ((call) != CUDA_SUCCESS)                                                  \
  return printf("%s failed\n", #call), 1

static char ptx[1 << 20];
static float ones[16 * 16], results[16 * 16];

int main(int argc, char **argv) {
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUdeviceptr a, b, c;
  FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
  if (!file || fread(ptx, 1, sizeof ptx - 1, file) == 0)
    return 1;
  fclose(file);
  for (int i = 0; i < 16 * 16; i++)
    ones[i] = 1;
  CHECK(cuInit(0));
  CHECK(cuDeviceGet(&device, 0));
  CHECK(cuDevicePrimaryCtxRetain(&context, device));
  CHECK(cuCtxSetCurrent(context));
  CHECK(cuModuleLoadDataEx(&module, ptx, 0, NULL, NULL));
  CHECK(cuMemAlloc(&a, scaled_argument0_count * sizeof(float)));
  CHECK(cuMemAlloc(&b, scaled_argument1_count * sizeof(float)));
  CHECK(cuMemAlloc(&c, scaled_result0_count * sizeof(float)));
  CHECK(cuMemcpyHtoD(a, ones, scaled_argument0_count * sizeof(float)));
  CHECK(cuMemcpyHtoD(b, ones, scaled_argument1_count * sizeof(float)));
  CHECK(as_launch_scaled(module, NULL, a, b, 2.5f, c));
  CHECK(cuMemcpyDtoH(results, c, scaled_result0_count * sizeof(float)));
  printf("%g %g %g\n", results[0], results[17], results[127]);
  return 0;
}
