//===- cudnn.c - cuDNN as a yardstick
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// By its ABI: $AS_CUDNN, or version 9 or 8 where the loader finds one.
// Convolutions are by the algorithm that cuDNN itself finds fastest without
// tensor cores, which would round f32; their filters are in cuDNN's own layout,
// reordered before they are timed.
//
//===----------------------------------------------------------------------===//

#include "bench/device-run.h"
#include "bench/library.h"
#include "support/arena.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { formatNchw = 0, formatNhwc = 1, typeF32 = 0, crossCorrelation = 1 };
enum { softmaxAccurate = 1, softmaxInstance = 0, mathFma = 3 };

typedef struct Performance {
  int algorithm, status;
  float milliseconds;
  size_t bytes;
  int determinism, math, reserved[3];
} Performance;

/// X(member, function, what it takes)
#define FUNCTIONS(X)                                                           \
  X(create, "cudnnCreate", (void **handle))                                    \
  X(setStream, "cudnnSetStream", (void *handle, AsCuStream stream))            \
  X(createTensor, "cudnnCreateTensorDescriptor", (void **tensor))              \
  X(setTensor, "cudnnSetTensor4dDescriptor",                                   \
    (void *tensor, int format, int type, int n, int c, int h, int w))          \
  X(createFilter, "cudnnCreateFilterDescriptor", (void **filter))              \
  X(setFilter, "cudnnSetFilter4dDescriptor",                                   \
    (void *filter, int type, int format, int k, int c, int h, int w))          \
  X(createConvolution, "cudnnCreateConvolutionDescriptor",                     \
    (void **convolution))                                                      \
  X(setConvolution, "cudnnSetConvolution2dDescriptor",                         \
    (void *convolution, int padH, int padW, int strideH, int strideW,          \
     int dilationH, int dilationW, int mode, int type))                        \
  X(setMath, "cudnnSetConvolutionMathType", (void *convolution, int math))     \
  X(findAlgorithms, "cudnnFindConvolutionForwardAlgorithm",                    \
    (void *handle, void *x, void *w, void *convolution, void *y, int most,     \
     int *count, Performance *performances))                                   \
  X(convolve, "cudnnConvolutionForward",                                       \
    (void *handle, const void *alpha, void *x, AsCuPointer xData, void *w,     \
     AsCuPointer wData, void *convolution, int algorithm, AsCuPointer room,    \
     size_t bytes, const void *beta, void *y, AsCuPointer yData))              \
  X(softmax, "cudnnSoftmaxForward",                                            \
    (void *handle, int algorithm, int mode, const void *alpha, void *x,        \
     AsCuPointer xData, const void *beta, void *y, AsCuPointer yData))

typedef struct Cudnn {
#define MEMBER(member, name, parameters) int(*member) parameters;
  FUNCTIONS(MEMBER)
#undef MEMBER
  void *handle, *x, *y, *w, *convolution;
  AsCuPointer xData, yData, wData, room;
  Performance best;
} Cudnn;

static const float one = 1, zero = 0;

static bool succeeded(AsGpuSession *session, int status, const char *what) {
  AsRunnerResult *result = &session->report->result;
  if (status)
    snprintf(result->message, sizeof result->message, "%s: status %d", what,
             status);
  return status == 0;
}

/// An AsGpuWork's `start`, as is the next.
static bool softmax(AsGpuSession *session, void *context) {
  const Cudnn *own = context;
  return succeeded(session,
                   own->softmax(own->handle, softmaxAccurate, softmaxInstance,
                                &one, own->x, own->xData, &zero, own->y,
                                own->yData),
                   "cudnnSoftmaxForward");
}

static bool convolve(AsGpuSession *session, void *context) {
  const Cudnn *own = context;
  return succeeded(session,
                   own->convolve(own->handle, &one, own->x, own->xData, own->w,
                                 own->wData, own->convolution,
                                 own->best.algorithm, own->room,
                                 own->best.bytes, &zero, own->y, own->yData),
                   "cudnnConvolutionForward");
}

//===----------------------------------------------------------------------===//
// The library
//===----------------------------------------------------------------------===//

static AsStatus openLibrary(void **library, AsError *error) {
  const char *given = getenv("AS_CUDNN");
  if (given && *given)
    return asLibraryOpen(given, library, error);
  AsError first = {0};
  if (asLibraryOpen("libcudnn.so.9", library, &first) == AS_OK ||
      asLibraryOpen("libcudnn.so.8", library, NULL) == AS_OK)
    return AS_OK;
  return asFail(error, AS_NOT_FOUND, "%s", first.message);
}

static AsStatus find(Cudnn *cudnn, size_t *version, AsError *error) {
  void *library;
  size_t (*getVersion)(void);
  if (openLibrary(&library, error) ||
      asLibrarySymbol(library, "cudnnGetVersion", (void **)&getVersion, error))
    return AS_NOT_FOUND;
#define FIND(member, name, parameters)                                         \
  if (asLibrarySymbol(library, name, (void **)&cudnn->member, error))          \
    return AS_NOT_FOUND;
  FUNCTIONS(FIND)
#undef FIND
  *version = getVersion();
  return AS_OK;
}

//===----------------------------------------------------------------------===//
// Workloads
//===----------------------------------------------------------------------===//

static bool prepareSoftmax(Cudnn *own, const AsWorkload *workload) {
  int m = (int)asWorkloadSize(workload, 'm');
  int n = (int)asWorkloadSize(workload, 'n');
  return !own->setTensor(own->x, formatNchw, typeF32, m, n, 1, 1) &&
         !own->setTensor(own->y, formatNchw, typeF32, m, n, 1, 1);
}

/// The filter on the device, from r x s x c x f to f x r x s x c.
static bool turnFilter(AsGpuSession *session, Cudnn *own, const float *from,
                       int window, int channels, int filters) {
  size_t count = (size_t)window * (size_t)channels * (size_t)filters;
  float *to = asAlloc(count * sizeof *to);
  for (size_t i = 0; i < count; i++)
    to[i % (size_t)filters * (count / (size_t)filters) + i / (size_t)filters] =
        from[i];
  bool isTurned = asGpuSucceeded(session,
                                 session->cuda.memoryAllocate(
                                     &own->wData, count * sizeof *to),
                                 "cuMemAlloc") &&
                  asGpuSucceeded(session,
                                 session->cuda.memoryWrite(own->wData, to,
                                                           count * sizeof *to),
                                 "cuMemcpyHtoD");
  free(to);
  return isTurned;
}

static bool prepareConvolution(AsGpuSession *session, Cudnn *own,
                               const AsWorkload *workload,
                               const float *filter) {
  int size[26];
  for (const char *name = "cfhnpqrstw"; *name; name++)
    size[*name - 'a'] = (int)asWorkloadSize(workload, *name);
#define SIZE(letter) size[letter - 'a']
  int count = 0;
  return turnFilter(session, own, filter, SIZE('r') * SIZE('s'), SIZE('c'),
                    SIZE('f')) &&
         !own->setTensor(own->x, formatNhwc, typeF32, SIZE('n'), SIZE('c'),
                         SIZE('h'), SIZE('w')) &&
         !own->setTensor(own->y, formatNhwc, typeF32, SIZE('n'), SIZE('f'),
                         SIZE('p'), SIZE('q')) &&
         !own->createFilter(&own->w) &&
         !own->setFilter(own->w, typeF32, formatNhwc, SIZE('f'), SIZE('c'),
                         SIZE('r'), SIZE('s')) &&
         !own->createConvolution(&own->convolution) &&
         !own->setConvolution(own->convolution, 0, 0, SIZE('t'), SIZE('t'), 1,
                              1, crossCorrelation, typeF32) &&
         !own->setMath(own->convolution, mathFma) &&
         !own->findAlgorithms(own->handle, own->x, own->w, own->convolution,
                              own->y, 1, &count, &own->best) &&
         count == 1 && !own->best.status &&
         (!own->best.bytes ||
          !session->cuda.memoryAllocate(&own->room, own->best.bytes));
#undef SIZE
}

AsStatus asCudnnEnter(AsGpuSession *session, const AsWorkload *workload,
                      const AsCuPointer *arrays, void *const *host,
                      AsDeviceYardstick *yardstick, AsError *error) {
  static Cudnn cudnn; // The process has one row.
  AsOperator op = workload->family->op;
  size_t version;
  if (op != AS_SOFTMAX && op != AS_CONVOLUTION)
    return asFail(error, AS_UNSUPPORTED, "cuDNN is for others");
  if (find(&cudnn, &version, error))
    return AS_NOT_FOUND;
  cudnn.xData = arrays[0];
  cudnn.yData = arrays[asWorkloadNumTensors(workload) - 1];
  if (cudnn.create(&cudnn.handle) ||
      cudnn.setStream(cudnn.handle, session->stream) ||
      cudnn.createTensor(&cudnn.x) || cudnn.createTensor(&cudnn.y) ||
      !(op == AS_SOFTMAX
            ? prepareSoftmax(&cudnn, workload)
            : prepareConvolution(session, &cudnn, workload, host[1])))
    return asFail(error, AS_CHILD, "cuDNN cannot do it on this device");
  snprintf(yardstick->name, sizeof yardstick->name, "cuDNN %zu.%zu",
           version / (version < 90000 ? 1000 : 10000),
           version / 100 % (version < 90000 ? 10 : 100));
  yardstick->work = (AsGpuWork){op == AS_SOFTMAX ? softmax : convolve, &cudnn};
  return AS_OK;
}
