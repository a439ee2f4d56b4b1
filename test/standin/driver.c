//===- driver.c - A CUDA driver without a GPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of cuda/cuda-driver.h, for tests: $AS_CUDA_DRIVER names the
// library that this becomes. Memory of the device is the host's, kernels are
// run by the thread that launches them. What goes wrong does so as on a device,
// because a kernel asks for it: PTX that cannot be read, accesses to what is
// not there (sticky, and told by the next call), blocks that are too large,
// endless loops. The rest is asked for by environment variables:
//
//   AS_STANDIN_UUID=TEXT        the device's UUID, for a lock of one's own
//   AS_STANDIN_CAPABILITY=75    8.0 if not given
//   AS_STANDIN_MEMORY=BYTES     that it has, 1 GiB if not given
//   AS_STANDIN_FAULT=no-device  there is none
//   AS_STANDIN_FAULT=lost:FILE  FILE is removed if it exists, and the launch
//   that
//                               finds it fails for good
//   AS_STANDIN_FAULT=hang:FILE  the same, but that launch never ends
//
//===----------------------------------------------------------------------===//

#include "cuda/cuda-driver.h"
#include "standin/ptx.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))
#define PROTOTYPE(member, name, parameters)                                    \
  EXPORT AsCuResult member parameters __asm__(name);
AS_CUDA_FUNCTIONS(PROTOTYPE)
AS_CUDA_NEWER_FUNCTIONS(PROTOTYPE)
/// Of use to tests only.
PROTOTYPE(memoryCopy, "cuMemcpyDtoDAsync_v2",
          (AsCuPointer to, AsCuPointer from, size_t bytes, AsCuStream stream))
PROTOTYPE(moduleGetGlobal, "cuModuleGetGlobal_v2",
          (AsCuPointer * memory, size_t *bytes, AsCuModule module,
           const char *name))

/// X(number, name, text)
#define RESULTS(X)                                                             \
  X(0, "CUDA_SUCCESS", "no error")                                             \
  X(1, "CUDA_ERROR_INVALID_VALUE", "invalid argument")                         \
  X(2, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory")                            \
  X(3, "CUDA_ERROR_NOT_INITIALIZED", "initialization error")                   \
  X(100, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected")         \
  X(101, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal")                \
  X(201, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context")               \
  X(218, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed")             \
  X(500, "CUDA_ERROR_NOT_FOUND", "named symbol not found")                     \
  X(700, "CUDA_ERROR_ILLEGAL_ADDRESS",                                         \
    "an illegal memory access was encountered")                                \
  X(701, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES",                                 \
    "too many resources requested for launch")

enum {
  INVALID_VALUE = 1,
  OUT_OF_MEMORY = 2,
  NOT_INITIALIZED = 3,
  NO_DEVICE = 100,
  INVALID_DEVICE = 101,
  INVALID_CONTEXT = 201,
  INVALID_PTX = 218,
  NOT_FOUND = 500,
  ILLEGAL_ADDRESS = 700,
  OUT_OF_RESOURCES = 701,
  MOST_BLOCKS = 256,
};

enum { MOST_GLOBALS = 16 };

struct AsCuModuleObject {
  PtxKernel *kernels;
  PtxGlobal globals[MOST_GLOBALS];
  int numGlobals;
};

struct AsCuFunctionObject {
  const PtxKernel *kernel;
  unsigned sharedBytes; ///< That a launch may ask for.
  struct AsCuFunctionObject *next;
};

struct AsCuEventObject {
  struct timespec time;
};

typedef struct Allocation {
  uint64_t address;
  size_t bytes;
} Allocation;

static struct {
  AsCuResult sticky; ///< What every call returns from now on.
  bool isInitialised, hasContext;
  pid_t owner; ///< That initialised it: forks of it cannot use the driver.
  Allocation allocations[MOST_BLOCKS];
  int numAllocations;
  size_t used;
  AsCuFunction functions;
} state;

static long long setting(const char *name, long long fallback) {
  const char *text = getenv(name);
  return text && *text ? atoll(text) : fallback;
}

static bool isFault(const char *name, const char **rest) {
  const char *fault = getenv("AS_STANDIN_FAULT");
  size_t length = strlen(name);
  if (!fault || strncmp(fault, name, length) != 0)
    return false;
  *rest = fault + length;
  return true;
}

/// The state of calls that need a context.
static AsCuResult ready(void) {
  return state.sticky ? state.sticky : state.hasContext ? 0 : INVALID_CONTEXT;
}

//===----------------------------------------------------------------------===//
// Errors and devices
//===----------------------------------------------------------------------===//

AsCuResult init(unsigned flags) {
  const char *rest;
  if (state.owner && state.owner != getpid())
    return NOT_INITIALIZED;
  state.owner = getpid();
  state.isInitialised = !isFault("no-device", &rest);
  return flags ? INVALID_VALUE : state.isInitialised ? 0 : NO_DEVICE;
}

AsCuResult driverGetVersion(int *version) {
  *version = 12000;
  return 0;
}

AsCuResult getErrorName(AsCuResult result, const char **name) {
  switch (result) {
#define NAME_OF(number, name_, text)                                           \
  case number:                                                                 \
    *name = name_;                                                             \
    return 0;
    RESULTS(NAME_OF)
  }
  return INVALID_VALUE;
}

AsCuResult getErrorString(AsCuResult result, const char **text) {
  switch (result) {
#define TEXT_OF(number, name, text_)                                           \
  case number:                                                                 \
    *text = text_;                                                             \
    return 0;
    RESULTS(TEXT_OF)
  }
  return INVALID_VALUE;
}

AsCuResult deviceGetCount(int *count) {
  *count = 1;
  return state.isInitialised ? 0 : INVALID_VALUE;
}

AsCuResult deviceGet(AsCuDevice *device, int ordinal) {
  *device = 7; // Not the same as its number.
  return ordinal == 0 ? 0 : INVALID_DEVICE;
}

AsCuResult deviceGetName(char *name, int size, AsCuDevice device) {
  snprintf(name, (size_t)size, "as-opt stand-in");
  return device == 7 ? 0 : INVALID_DEVICE;
}

AsCuResult deviceGetUuid(AsCuUuid *uuid, AsCuDevice device) {
  const char *text = getenv("AS_STANDIN_UUID");
  memset(uuid, 0, sizeof *uuid);
  for (size_t i = 0; text && text[i]; i++)
    uuid->bytes[i % 16] = (unsigned char)(31 * uuid->bytes[i % 16] + text[i]);
  return device == 7 ? 0 : INVALID_DEVICE;
}

static int sharedPerBlock(void) {
  return setting("AS_STANDIN_CAPABILITY", 80) < 80 ? 64 << 10 : 163 << 10;
}

AsCuResult deviceGetAttribute(int *value, int attribute, AsCuDevice device) {
  int capability = (int)setting("AS_STANDIN_CAPABILITY", 80);
  const int values[][2] = {
      {AS_CU_DEVICE_CLOCK_RATE, 1000000},
      {AS_CU_DEVICE_MULTIPROCESSORS, 4},
      {AS_CU_DEVICE_MEMORY_CLOCK_RATE, 1000000},
      {AS_CU_DEVICE_MEMORY_BUS_BITS, 256},
      {AS_CU_DEVICE_L2_BYTES, 1 << 20},
      {AS_CU_DEVICE_RESIDENT_THREADS, 2048},
      {AS_CU_DEVICE_CAPABILITY_MAJOR, capability / 10},
      {AS_CU_DEVICE_CAPABILITY_MINOR, capability % 10},
      {AS_CU_DEVICE_SHARED_BYTES, sharedPerBlock() + 1024},
      {AS_CU_DEVICE_REGISTERS, 65536},
      {AS_CU_DEVICE_BLOCK_SHARED_BYTES, sharedPerBlock()},
      {AS_CU_DEVICE_RESIDENT_BLOCKS, 32},
  };
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    if (values[i][0] == attribute) {
      *value = values[i][1];
      return device == 7 ? 0 : INVALID_DEVICE;
    }
  return INVALID_VALUE;
}

static size_t memoryBytes(void) {
  return (size_t)setting("AS_STANDIN_MEMORY", 1 << 30);
}

AsCuResult deviceTotalMem(size_t *bytes, AsCuDevice device) {
  *bytes = memoryBytes();
  return device == 7 ? 0 : INVALID_DEVICE;
}

AsCuResult contextSetFlags(AsCuDevice device, unsigned flags) {
  return device == 7 && flags == AS_CU_CONTEXT_BLOCKING_SYNC ? 0
                                                             : INVALID_VALUE;
}

AsCuResult contextRetain(AsCuContext *context, AsCuDevice device) {
  *context = (AsCuContext)(void *)&state;
  return device == 7 ? 0 : INVALID_DEVICE;
}

AsCuResult contextSetCurrent(AsCuContext context) {
  state.hasContext = context == (AsCuContext)(void *)&state;
  return state.hasContext ? 0 : INVALID_CONTEXT;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static bool isMemory(uint64_t address, size_t bytes) {
  for (int a = 0; a < state.numAllocations; a++) {
    const Allocation *allocation = &state.allocations[a];
    if (address >= allocation->address &&
        address - allocation->address <= allocation->bytes &&
        allocation->bytes - (address - allocation->address) >= bytes)
      return true;
  }
  return false;
}

AsCuResult memoryAllocate(AsCuPointer *memory, size_t bytes) {
  if (ready())
    return ready();
  if (bytes == 0)
    return INVALID_VALUE;
  if (state.numAllocations == MOST_BLOCKS || bytes > memoryBytes() ||
      state.used > memoryBytes() - bytes)
    return OUT_OF_MEMORY;
  void *place = aligned_alloc(256, (bytes + 255) / 256 * 256);
  memset(place, 0x5a, bytes);
  *memory = (AsCuPointer)(uintptr_t)place;
  state.allocations[state.numAllocations++] = (Allocation){*memory, bytes};
  state.used += bytes;
  return 0;
}

AsCuResult memoryFree(AsCuPointer memory) {
  if (ready())
    return ready();
  for (int a = 0; a < state.numAllocations; a++)
    if (state.allocations[a].address == memory) {
      state.used -= state.allocations[a].bytes;
      state.allocations[a] = state.allocations[--state.numAllocations];
      free((void *)(uintptr_t)memory);
      return 0;
    }
  return INVALID_VALUE;
}

AsCuResult memoryWrite(AsCuPointer to, const void *from, size_t bytes) {
  if (ready() || !isMemory(to, bytes))
    return ready() ? ready() : INVALID_VALUE;
  memcpy((void *)(uintptr_t)to, from, bytes);
  return 0;
}

AsCuResult memoryRead(void *to, AsCuPointer from, size_t bytes) {
  if (ready() || !isMemory(from, bytes))
    return ready() ? ready() : INVALID_VALUE;
  memcpy(to, (const void *)(uintptr_t)from, bytes);
  return 0;
}

AsCuResult memoryCopy(AsCuPointer to, AsCuPointer from, size_t bytes,
                      AsCuStream stream) {
  if (ready() || !isMemory(to, bytes) || !isMemory(from, bytes))
    return ready() ? ready() : INVALID_VALUE;
  memcpy((void *)(uintptr_t)to, (const void *)(uintptr_t)from, bytes);
  return 0;
}

AsCuResult memorySet(AsCuPointer memory, unsigned char value, size_t bytes,
                     AsCuStream stream) {
  if (ready() || !isMemory(memory, bytes))
    return ready() ? ready() : INVALID_VALUE;
  memset((void *)(uintptr_t)memory, value, bytes);
  return 0;
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

AsCuResult moduleLoad(AsCuModule *module, const void *image,
                      unsigned numOptions, int *options, void **values) {
  char problem[512] = "";
  if (ready())
    return ready();
  PtxKernel *kernels = ptxRead(image, problem, sizeof problem);
  if (!kernels) {
    char *log = NULL;
    size_t size = 0;
    for (unsigned o = 0; o < numOptions; o++) {
      if (options[o] == AS_CU_JIT_ERROR_LOG)
        log = values[o];
      if (options[o] == AS_CU_JIT_ERROR_LOG_BYTES)
        size = (size_t)(uintptr_t)values[o];
    }
    if (log)
      snprintf(log, size, "ptxas fatal : %s", problem);
    return INVALID_PTX;
  }
  *module = calloc(1, sizeof **module);
  (*module)->kernels = kernels;
  (*module)->numGlobals =
      ptxReadGlobals(image, (*module)->globals, MOST_GLOBALS);
  for (int g = 0; g < (*module)->numGlobals; g++) {
    PtxGlobal *global = &(*module)->globals[g];
    AsCuResult result = memoryAllocate(&global->address, global->bytes);
    if (!result)
      result = memoryWrite(global->address, global->values, global->bytes);
    free(global->values);
    if (result)
      return result;
  }
  return 0;
}

AsCuResult moduleGetGlobal(AsCuPointer *memory, size_t *bytes,
                           AsCuModule module, const char *name) {
  for (int g = 0; g < module->numGlobals; g++)
    if (strcmp(module->globals[g].name, name) == 0) {
      *memory = module->globals[g].address;
      if (bytes)
        *bytes = module->globals[g].bytes;
      return ready();
    }
  return ready() ? ready() : NOT_FOUND;
}

AsCuResult moduleUnload(AsCuModule module) {
  for (AsCuFunction *f = &state.functions; *f;) {
    bool isOurs = false;
    for (const PtxKernel *k = module->kernels; k; k = k->next)
      isOurs |= (*f)->kernel == k;
    AsCuFunction gone = *f;
    if (isOurs) {
      *f = gone->next;
      free(gone);
    } else {
      f = &gone->next;
    }
  }
  ptxFree(module->kernels);
  for (int g = 0; g < module->numGlobals; g++)
    memoryFree(module->globals[g].address);
  free(module);
  return ready();
}

AsCuResult moduleGetFunction(AsCuFunction *function, AsCuModule module,
                             const char *name) {
  for (const PtxKernel *k = module->kernels; k; k = k->next)
    if (strcmp(k->name, name) == 0) {
      *function = calloc(1, sizeof **function);
      (*function)->kernel = k;
      (*function)->sharedBytes = AS_CU_PLAIN_SHARED_BYTES;
      (*function)->next = state.functions;
      state.functions = *function;
      return ready();
    }
  return NOT_FOUND;
}

AsCuResult functionSetAttribute(AsCuFunction function, int attribute,
                                int value) {
  if (attribute != AS_CU_FUNCTION_DYNAMIC_SHARED_BYTES ||
      value > sharedPerBlock())
    return INVALID_VALUE;
  function->sharedBytes = (unsigned)value;
  return ready();
}

//===----------------------------------------------------------------------===//
// Streams, events, and launches
//===----------------------------------------------------------------------===//

AsCuResult streamCreate(AsCuStream *stream, unsigned flags) {
  *stream = (AsCuStream)(void *)&state;
  return flags ? INVALID_VALUE : ready();
}

AsCuResult streamSynchronize(AsCuStream stream) { return ready(); }

AsCuResult eventCreate(AsCuEvent *event, unsigned flags) {
  *event = calloc(1, sizeof **event);
  return flags > AS_CU_EVENT_BLOCKING_SYNC ? INVALID_VALUE : ready();
}

AsCuResult eventRecord(AsCuEvent event, AsCuStream stream) {
  clock_gettime(CLOCK_MONOTONIC, &event->time);
  return ready();
}

AsCuResult eventSynchronize(AsCuEvent event) { return ready(); }

AsCuResult eventElapsed(float *milliseconds, AsCuEvent from, AsCuEvent to) {
  *milliseconds =
      (float)((double)(to->time.tv_sec - from->time.tv_sec) * 1e3 +
              (double)(to->time.tv_nsec - from->time.tv_nsec) / 1e6);
  return ready();
}

AsCuResult tensorMapEncode(void *map, int type, unsigned rank, void *array,
                           const uint64_t *sizes, const uint64_t *strides,
                           const uint32_t *box, const uint32_t *steps,
                           int interleave, int swizzle, int promotion,
                           int fill) {
  PtxMapRequest request = {(uint64_t)(uintptr_t)array,
                           rank,
                           sizes,
                           strides,
                           box,
                           steps,
                           type,
                           swizzle};
  bool isPlain = interleave == 0 && fill == 0 && promotion >= 0 &&
                 promotion <= 3 && setting("AS_STANDIN_CAPABILITY", 80) >= 90;
  return isPlain && ptxMapEncode(map, &request) ? ready() : INVALID_VALUE;
}

/// Faults that come up in whichever process is the first to launch.
static void breakOnce(void) {
  const char *file;
  if (isFault("lost:", &file) && unlink(file) == 0)
    state.sticky = ILLEGAL_ADDRESS;
  if (isFault("hang:", &file) && unlink(file) == 0)
    for (;;)
      pause();
}

AsCuResult launch(AsCuFunction function, unsigned gridX, unsigned gridY,
                  unsigned gridZ, unsigned blockX, unsigned blockY,
                  unsigned blockZ, unsigned sharedBytes, AsCuStream stream,
                  void **arguments, void **extra) {
  PtxLaunch launch = {{gridX, gridY, gridZ},
                      {blockX, blockY, blockZ},
                      sharedBytes,
                      arguments,
                      isMemory};
  unsigned long threads = (unsigned long)blockX * blockY * blockZ;
  if (ready())
    return ready();
  if (!gridX || !gridY || !gridZ || !threads || threads > 1024 ||
      gridY > 65535 || gridZ > 65535 || sharedBytes > function->sharedBytes)
    return INVALID_VALUE;
  if (function->kernel->mostThreads &&
      threads > (unsigned long)function->kernel->mostThreads)
    return OUT_OF_RESOURCES;
  breakOnce();
  // As on a device, the launch itself has nothing to say of what comes of it.
  if (!state.sticky && !ptxRun(function->kernel, &launch))
    state.sticky = ILLEGAL_ADDRESS;
  return 0;
}
