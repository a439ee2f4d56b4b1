//===- device-buffers.h - Buffers on a GPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The counterpart of measure/guarded-buffers.h. A device has no guard pages, so
// each buffer lies between two bands of bytes with a known value. The device
// itself reports accesses that are far out of bounds.
//
// Experimental: GPU support has never run on a device.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_GPU_DEVICE_BUFFERS_H
#define AS_MEASURE_GPU_DEVICE_BUFFERS_H

#include "measure/gpu/device-session.h"

typedef struct AsGpuBuffers {
  const AsBuffer *buffers;
  int count;
  AsCuPointer *data; ///< Of each buffer, aligned to 256 bytes.
} AsGpuBuffers;

/// Allocates memory for all `buffers`, which must outlive it; the contents are
/// undefined. False, here as below, ends the job. asGpuBuffersFree frees
/// *arrays in any case.
bool asGpuBuffersAllocate(AsGpuSession *session, const AsBuffer *buffers,
                          int count, AsGpuBuffers *arrays);
void asGpuBuffersFree(AsGpuSession *session, AsGpuBuffers *arrays);

/// Copies buffer number `b` to and from the host.
bool asGpuBuffersWrite(AsGpuSession *session, const AsGpuBuffers *arrays, int b,
                       const void *from);
bool asGpuBuffersRead(AsGpuSession *session, const AsGpuBuffers *arrays, int b,
                      void *to);

/// Sets *broken to the first buffer whose canaries were overwritten, or -1.
bool asGpuBuffersFindOverrun(AsGpuSession *session, const AsGpuBuffers *arrays,
                             int *broken);

#endif // AS_MEASURE_GPU_DEVICE_BUFFERS_H
