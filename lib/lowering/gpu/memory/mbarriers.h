//===- mbarriers.h - When copies have arrived
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What hardware copies to shared memory by itself it counts there (mbarrier):
// one thread says how many bytes are to come, and all wait for these. A slot
// for each stage goes round with those of the tiles.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_MEMORY_MBARRIERS_H
#define AS_LOWERING_GPU_MEMORY_MBARRIERS_H

#include "lowering/gpu/thread-index.h"

typedef struct AsGpuArrivals {
  MlirValue memory;  ///< In shared memory, of `stages` slots.
  MlirValue isFirst; ///< Whether a thread is the one that starts copies.
  int64_t stages;
} AsGpuArrivals;

/// Before `next`, which all threads of a block come to once.
AsGpuArrivals asGpuArrivalsMake(MlirOperation next, int64_t stages);

/// By the first thread: so many bytes are to come for iteration `number`.
void asGpuArrivalsExpect(const AsGpuArrivals *arrivals, MlirOperation next,
                         MlirValue number, int64_t bytes);

/// Where copies before `next` in its block arrive: what the operation that
/// asGpuArrivalsExpect has left before them says. Null where there is none.
MlirValue asGpuArrivalsOf(MlirOperation next);

/// By all threads: until the bytes of iteration `number` are there.
void asGpuArrivalsAwait(const AsGpuArrivals *arrivals, MlirOperation next,
                        MlirValue number);

/// Before `next`: an address in memory as a pointer, "!llvm.ptr<3>".
MlirValue asGpuPointer(MlirOperation next, MlirValue buffer, MlirValue offset,
                       const char *type);

#endif // AS_LOWERING_GPU_MEMORY_MBARRIERS_H
