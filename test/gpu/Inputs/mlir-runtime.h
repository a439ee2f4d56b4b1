// The functions of libmlir_cuda_runtime.so that upstream's gpu-to-llvm calls.
// Debian does not have this library; see mlir-runtime.c.
#ifndef MLIR_RUNTIME_H
#define MLIR_RUNTIME_H

#include "cuda.h"
#include <stdbool.h>
#include <stdint.h>

CUmodule mgpuModuleLoadJIT(const void *ptx, int level);
void mgpuModuleUnload(CUmodule module);
CUfunction mgpuModuleGetFunction(CUmodule module, const char *name);
CUstream mgpuStreamCreate(void);
void mgpuStreamSynchronize(CUstream stream);
void mgpuStreamDestroy(CUstream stream);
void *mgpuMemAlloc(uint64_t bytes, CUstream stream, bool isShared);
void mgpuMemFree(void *memory, CUstream stream);
void mgpuMemcpy(void *to, const void *from, uint64_t bytes, CUstream stream);
void mgpuLaunchKernel(CUfunction kernel, intptr_t gridX, intptr_t gridY,
                      intptr_t gridZ, intptr_t blockX, intptr_t blockY,
                      intptr_t blockZ, int32_t sharedBytes, CUstream stream,
                      void **arguments, void **extra, uint64_t count);
void mgpuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type,
                              cuuint32_t rank, void *array,
                              const cuuint64_t *sizes,
                              const cuuint64_t *strides, const cuuint32_t *box,
                              const cuuint32_t *steps,
                              CUtensorMapInterleave interleave,
                              CUtensorMapSwizzle swizzle,
                              CUtensorMapL2promotion promotion,
                              CUtensorMapFloatOOBfill fill);

#endif
