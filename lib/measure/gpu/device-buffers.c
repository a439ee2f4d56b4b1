//===- device-buffers.c - Buffers on a GPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocates buffers between canaries, and copies them to and from the host.
//
//===----------------------------------------------------------------------===//

#include "measure/gpu/device-buffers.h"
#include "support/arena.h"
#include <stdlib.h>

static const unsigned char canary = 0xc3;
/// Bytes of a canary, before and after each buffer.
enum { BAND = 4096 };

bool asGpuBuffersAllocate(AsGpuSession *session, const AsBuffer *buffers,
                          int count, AsGpuBuffers *arrays) {
  const AsCuda *cuda = &session->cuda;
  *arrays = (AsGpuBuffers){buffers, count,
                           asAlloc((size_t)(count + 1) * sizeof *arrays->data)};
  for (int b = 0; b < count; b++) {
    size_t bytes = asBufferBytes(&buffers[b]);
    AsCuPointer memory;
    if (!asGpuSucceeded(session,
                        cuda->memoryAllocate(&memory, bytes + 2 * BAND),
                        "cuMemAlloc"))
      return false;
    arrays->data[b] = memory + BAND;
    if (!asGpuSucceeded(session,
                        cuda->memorySet(memory, canary, BAND, session->stream),
                        "cuMemsetD8") ||
        !asGpuSucceeded(session,
                        cuda->memorySet(arrays->data[b] + bytes, canary, BAND,
                                        session->stream),
                        "cuMemsetD8"))
      return false;
  }
  // Copies would not wait for the stream.
  return asGpuSucceeded(session, cuda->streamSynchronize(session->stream),
                        "cuStreamSynchronize");
}

void asGpuBuffersFree(AsGpuSession *session, AsGpuBuffers *arrays) {
  for (int b = 0; b < arrays->count && !session->isLost; b++)
    if (arrays->data[b])
      session->cuda.memoryFree(arrays->data[b] - BAND);
  free(arrays->data);
  *arrays = (AsGpuBuffers){0};
}

bool asGpuBuffersWrite(AsGpuSession *session, const AsGpuBuffers *arrays, int b,
                       const void *from) {
  size_t bytes = asBufferBytes(&arrays->buffers[b]);
  return !bytes ||
         asGpuSucceeded(session,
                        session->cuda.memoryWrite(arrays->data[b], from, bytes),
                        "cuMemcpyHtoD");
}

bool asGpuBuffersRead(AsGpuSession *session, const AsGpuBuffers *arrays, int b,
                      void *to) {
  size_t bytes = asBufferBytes(&arrays->buffers[b]);
  return !bytes ||
         asGpuSucceeded(session,
                        session->cuda.memoryRead(to, arrays->data[b], bytes),
                        "cuMemcpyDtoH");
}

static bool readBand(AsGpuSession *session, AsCuPointer band, bool *isWhole) {
  unsigned char bytes[BAND];
  if (!asGpuSucceeded(session, session->cuda.memoryRead(bytes, band, BAND),
                      "cuMemcpyDtoH"))
    return false;
  for (int i = 0; i < BAND; i++)
    *isWhole &= bytes[i] == canary;
  return true;
}

bool asGpuBuffersFindOverrun(AsGpuSession *session, const AsGpuBuffers *arrays,
                             int *broken) {
  *broken = -1;
  for (int b = 0; b < arrays->count && *broken < 0; b++) {
    bool isWhole = true;
    AsCuPointer end = arrays->data[b] + asBufferBytes(&arrays->buffers[b]);
    if (!readBand(session, arrays->data[b] - BAND, &isWhole) ||
        !readBand(session, end, &isWhole))
      return false;
    *broken = isWhole ? -1 : b;
  }
  return true;
}
