//===- device-buffers.h - Buffers on a GPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What measure/guarded-buffers.h is on a CPU. There are no guard pages on a
// device, so each buffer lies between two bands of bytes with a known value.
// Accesses far out of bounds are the device's to find.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_GPU_DEVICE_BUFFERS_H
#define AS_MEASURE_GPU_DEVICE_BUFFERS_H

#include "measure/gpu/device-session.h"

typedef struct AsGpuArrays {
  const AsBuffer *buffers;
  int count;
  AsCuPointer *data; ///< Of each buffer, aligned to 256 bytes.
} AsGpuArrays;

/// Allocates memory for all `buffers`, which must outlive it; contents
/// undefined. Like all here, false is the end of the job. asGpuArraysFree frees
/// *arrays in any case.
bool asGpuArraysAllocate(AsGpuSession *session, const AsBuffer *buffers,
                         int count, AsGpuArrays *arrays);
void asGpuArraysFree(AsGpuSession *session, AsGpuArrays *arrays);

/// Copies buffer number `b` to and from the host.
bool asGpuArraysWrite(AsGpuSession *session, const AsGpuArrays *arrays, int b,
                      const void *from);
bool asGpuArraysRead(AsGpuSession *session, const AsGpuArrays *arrays, int b,
                     void *to);

/// *broken is the first buffer whose surroundings were written to, or -1.
bool asGpuArraysBroken(AsGpuSession *session, const AsGpuArrays *arrays,
                       int *broken);

#endif // AS_MEASURE_GPU_DEVICE_BUFFERS_H
