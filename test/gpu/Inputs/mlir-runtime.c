// Implements mlir-runtime.h on the driver's stand-in. Like upstream's library it
// uses the context of the first device and reports failures. It also counts
// allocations and launches.
#include "mlir-runtime.h"
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                            \
  if ((call) != CUDA_SUCCESS) {                                                \
    printf("%s failed\n", #call);                                              \
    exit(1);                                                                   \
  }

static int numAllocated, numFreed, numLaunched;

static void say(void) {
  printf("%d allocated, %d freed, %d launched\n", numAllocated, numFreed,
         numLaunched);
}

CUmodule mgpuModuleLoadJIT(const void *ptx, int level) {
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CHECK(cuInit(0));
  CHECK(cuDeviceGet(&device, 0));
  CHECK(cuDevicePrimaryCtxRetain(&context, device));
  CHECK(cuCtxSetCurrent(context));
  CHECK(cuModuleLoadDataEx(&module, ptx, 0, NULL, NULL));
  printf("loaded, level %d\n", level);
  atexit(say);
  return module;
}

void mgpuModuleUnload(CUmodule module) { CHECK(cuModuleUnload(module)); }

CUfunction mgpuModuleGetFunction(CUmodule module, const char *name) {
  CUfunction kernel;
  CHECK(cuModuleGetFunction(&kernel, module, name));
  return kernel;
}

CUstream mgpuStreamCreate(void) {
  CUstream stream;
  CHECK(cuStreamCreate(&stream, 0));
  return stream;
}

void mgpuStreamSynchronize(CUstream stream) {
  CHECK(cuStreamSynchronize(stream));
}

void mgpuStreamDestroy(CUstream stream) { (void)stream; }

void *mgpuMemAlloc(uint64_t bytes, CUstream stream, bool isShared) {
  CUdeviceptr memory;
  (void)stream;
  if (isShared)
    exit(1);
  CHECK(cuMemAlloc(&memory, bytes));
  numAllocated++;
  return (void *)(uintptr_t)memory;
}

void mgpuMemFree(void *memory, CUstream stream) {
  (void)stream;
  CHECK(cuMemFree((CUdeviceptr)(uintptr_t)memory));
  numFreed++;
}

// cuMemcpyHtoD fails if `to` is not in device memory.
void mgpuMemcpy(void *to, const void *from, uint64_t bytes, CUstream stream) {
  (void)stream;
  if (cuMemcpyHtoD((CUdeviceptr)(uintptr_t)to, from, bytes) != CUDA_SUCCESS)
    CHECK(cuMemcpyDtoH(to, (CUdeviceptr)(uintptr_t)from, bytes));
}

void mgpuLaunchKernel(CUfunction kernel, intptr_t gridX, intptr_t gridY,
                      intptr_t gridZ, intptr_t blockX, intptr_t blockY,
                      intptr_t blockZ, int32_t sharedBytes, CUstream stream,
                      void **arguments, void **extra, uint64_t count) {
  (void)count;
  CHECK(cuFuncSetAttribute(
      kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, sharedBytes));
  CHECK(cuLaunchKernel(kernel, (unsigned)gridX, (unsigned)gridY,
                       (unsigned)gridZ, (unsigned)blockX, (unsigned)blockY,
                       (unsigned)blockZ, (unsigned)sharedBytes, stream,
                       arguments, extra));
  numLaunched++;
}

void mgpuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type,
                              cuuint32_t rank, void *array,
                              const cuuint64_t *sizes,
                              const cuuint64_t *strides, const cuuint32_t *box,
                              const cuuint32_t *steps,
                              CUtensorMapInterleave interleave,
                              CUtensorMapSwizzle swizzle,
                              CUtensorMapL2promotion promotion,
                              CUtensorMapFloatOOBfill fill) {
  CHECK(cuTensorMapEncodeTiled(map, type, rank, array, sizes, strides, box,
                               steps, interleave, swizzle, promotion, fill));
}
