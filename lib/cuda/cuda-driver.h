//===- cuda-driver.h - Open the CUDA driver
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Experimental: GPU support has never run on a device.
//
// Declares the functions of libcuda.so.1 that as-opt uses, by the names that
// the library exports; cuda.h redirects some of them to newer versions by
// macros. The library comes with the driver, not with CUDA's toolkit, and is
// opened at run time. So as-opt is built without either, and needs the driver
// only to measure.
//
//===----------------------------------------------------------------------===//

#ifndef AS_CUDA_CUDA_DRIVER_H
#define AS_CUDA_CUDA_DRIVER_H

#include "as/error.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int AsCuResult; ///< 0 is success.
typedef int AsCuDevice;
typedef uint64_t AsCuPointer; ///< An address in device memory.
typedef struct AsCuContextObject *AsCuContext;
typedef struct AsCuModuleObject *AsCuModule;
typedef struct AsCuFunctionObject *AsCuFunction;
typedef struct AsCuStreamObject *AsCuStream;
typedef struct AsCuEventObject *AsCuEvent;

typedef struct AsCuUuid {
  unsigned char bytes[16];
} AsCuUuid;

/// Results that as-opt distinguishes. After a sticky result (700 and above)
/// every later call in the process fails too.
enum {
  AS_CU_OUT_OF_MEMORY = 2,
  AS_CU_INVALID_VALUE = 1,
  AS_CU_FIRST_STICKY = 700,
  AS_CU_OUT_OF_RESOURCES = 701, ///< Too many registers or threads to launch.
};

/// Attributes of devices and kernels, options of loading, and flags.
enum {
  AS_CU_DEVICE_CLOCK_RATE = 13, ///< In kHz.
  AS_CU_DEVICE_MULTIPROCESSORS = 16,
  AS_CU_DEVICE_MEMORY_CLOCK_RATE = 36, ///< In kHz.
  AS_CU_DEVICE_MEMORY_BUS_BITS = 37,
  AS_CU_DEVICE_L2_BYTES = 38,
  AS_CU_DEVICE_RESIDENT_THREADS = 39,
  AS_CU_DEVICE_CAPABILITY_MAJOR = 75,
  AS_CU_DEVICE_CAPABILITY_MINOR = 76,
  AS_CU_DEVICE_SHARED_BYTES = 81, ///< Of a multiprocessor.
  AS_CU_DEVICE_REGISTERS = 82,    ///< Of a multiprocessor.
  AS_CU_DEVICE_BLOCK_SHARED_BYTES = 97,
  AS_CU_DEVICE_RESIDENT_BLOCKS = 106,
  AS_CU_FUNCTION_DYNAMIC_SHARED_BYTES = 8,
  AS_CU_JIT_INFO_LOG = 3,
  AS_CU_JIT_INFO_LOG_BYTES = 4,
  AS_CU_JIT_ERROR_LOG = 5,
  AS_CU_JIT_ERROR_LOG_BYTES = 6,
  AS_CU_TENSOR_MAP_L2_128_BYTES = 2, ///< Promotion to lines of the L2 cache.
  AS_CU_CONTEXT_BLOCKING_SYNC = 4,   ///< Waiting does not use the core.
  AS_CU_EVENT_BLOCKING_SYNC = 1,     ///< The same for an event.
  /// A kernel that uses more shared memory needs the attribute above.
  AS_CU_PLAIN_SHARED_BYTES = 48 << 10,
};

/// X(member, exported name, parameters)
#define AS_CUDA_FUNCTIONS(X)                                                   \
  X(init, "cuInit", (unsigned flags))                                          \
  X(driverGetVersion, "cuDriverGetVersion", (int *version))                    \
  X(getErrorName, "cuGetErrorName", (AsCuResult result, const char **name))    \
  X(getErrorString, "cuGetErrorString",                                        \
    (AsCuResult result, const char **text))                                    \
  X(deviceGetCount, "cuDeviceGetCount", (int *count))                          \
  X(deviceGet, "cuDeviceGet", (AsCuDevice * device, int ordinal))              \
  X(deviceGetName, "cuDeviceGetName",                                          \
    (char *name, int size, AsCuDevice device))                                 \
  X(deviceGetUuid, "cuDeviceGetUuid_v2", (AsCuUuid * uuid, AsCuDevice device)) \
  X(deviceGetAttribute, "cuDeviceGetAttribute",                                \
    (int *value, int attribute, AsCuDevice device))                            \
  X(deviceTotalMem, "cuDeviceTotalMem_v2",                                     \
    (size_t * bytes, AsCuDevice device))                                       \
  X(contextSetFlags, "cuDevicePrimaryCtxSetFlags_v2",                          \
    (AsCuDevice device, unsigned flags))                                       \
  X(contextRetain, "cuDevicePrimaryCtxRetain",                                 \
    (AsCuContext * context, AsCuDevice device))                                \
  X(contextSetCurrent, "cuCtxSetCurrent", (AsCuContext context))               \
  X(moduleLoad, "cuModuleLoadDataEx",                                          \
    (AsCuModule * module, const void *image, unsigned numOptions,              \
     int *options, void **values))                                             \
  X(moduleUnload, "cuModuleUnload", (AsCuModule module))                       \
  X(moduleGetFunction, "cuModuleGetFunction",                                  \
    (AsCuFunction * function, AsCuModule module, const char *name))            \
  X(functionSetAttribute, "cuFuncSetAttribute",                                \
    (AsCuFunction function, int attribute, int value))                         \
  X(memoryAllocate, "cuMemAlloc_v2", (AsCuPointer * memory, size_t bytes))     \
  X(memoryFree, "cuMemFree_v2", (AsCuPointer memory))                          \
  X(memoryWrite, "cuMemcpyHtoD_v2",                                            \
    (AsCuPointer to, const void *from, size_t bytes))                          \
  X(memoryRead, "cuMemcpyDtoH_v2", (void *to, AsCuPointer from, size_t bytes)) \
  X(memorySet, "cuMemsetD8Async",                                              \
    (AsCuPointer memory, unsigned char value, size_t bytes,                    \
     AsCuStream stream))                                                       \
  X(streamCreate, "cuStreamCreate", (AsCuStream * stream, unsigned flags))     \
  X(streamSynchronize, "cuStreamSynchronize", (AsCuStream stream))             \
  X(eventCreate, "cuEventCreate", (AsCuEvent * event, unsigned flags))         \
  X(eventRecord, "cuEventRecord", (AsCuEvent event, AsCuStream stream))        \
  X(eventSynchronize, "cuEventSynchronize", (AsCuEvent event))                 \
  X(eventElapsed, "cuEventElapsedTime",                                        \
    (float *milliseconds, AsCuEvent from, AsCuEvent to))                       \
  X(launch, "cuLaunchKernel",                                                  \
    (AsCuFunction function, unsigned gridX, unsigned gridY, unsigned gridZ,    \
     unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,  \
     AsCuStream stream, void **arguments, void **extra))

/// Functions that drivers before CUDA 12.0 do not export. NULL there.
#define AS_CUDA_NEWER_FUNCTIONS(X)                                             \
  X(tensorMapEncode, "cuTensorMapEncodeTiled",                                 \
    (void *map, int type, unsigned rank, void *array, const uint64_t *sizes,   \
     const uint64_t *strides, const uint32_t *box, const uint32_t *steps,      \
     int interleave, int swizzle, int promotion, int fill))

typedef struct AsCuda {
  void *library; ///< NULL while it is not open.
#define AS_CUDA_MEMBER(member, name, parameters) AsCuResult(*member) parameters;
  AS_CUDA_FUNCTIONS(AS_CUDA_MEMBER)
  AS_CUDA_NEWER_FUNCTIONS(AS_CUDA_MEMBER)
#undef AS_CUDA_MEMBER
} AsCuda;

/// Opens and initialises the driver: $AS_CUDA_DRIVER, or libcuda.so.1.
/// AS_CUDA_DRIVER=none means that there is none. AS_NOT_FOUND if there is no
/// driver, or no device.
AsStatus asCudaOpen(AsCuda *cuda, AsError *error);

/// Fails unless `result`, of a call of `what`, is success. The message has the
/// driver's name and description of the result.
AsStatus asCudaCheck(const AsCuda *cuda, AsCuResult result, const char *what,
                     AsError *error);

#endif // AS_CUDA_CUDA_DRIVER_H
