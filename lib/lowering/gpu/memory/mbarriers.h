//===- mbarriers.h - Wait for TMA copies by mbarriers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The hardware counts the bytes that it has copied to shared memory in an
// mbarrier. One thread announces how many bytes will come, and all threads wait
// for them. There is a slot for each stage of multi-buffering.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_MEMORY_MBARRIERS_H
#define AS_LOWERING_GPU_MEMORY_MBARRIERS_H

#include "lowering/gpu/thread-index.h"

typedef struct AsGpuMbarriers {
  MlirValue memory;  ///< The slots, in shared memory.
  MlirValue isFirst; ///< Whether the thread is the one that starts copies.
  int64_t stages;
} AsGpuMbarriers;

/// Allocates and initialises the slots before `next`, which all threads of a
/// block execute once.
AsGpuMbarriers asGpuMbarriersCreate(MlirOperation next, int64_t stages);

/// Announces `bytes` for iteration `number`. Only the first thread executes it.
void asGpuMbarriersExpect(const AsGpuMbarriers *mbarriers, MlirOperation next,
                          MlirValue number, int64_t bytes);

/// The mbarrier of the last asGpuMbarriersExpect before `next` in its block, to
/// which copies report. Null if there is none.
MlirValue asGpuMbarrierBefore(MlirOperation next);

/// Waits until the bytes of iteration `number` have arrived. All threads
/// execute it.
void asGpuMbarriersWait(const AsGpuMbarriers *mbarriers, MlirOperation next,
                        MlirValue number);

/// Inserts the address `buffer` + `offset` as a pointer of `type`, such as
/// "!llvm.ptr<3>", before `next`.
MlirValue asGpuPointer(MlirOperation next, MlirValue buffer, MlirValue offset,
                       const char *type);

#endif // AS_LOWERING_GPU_MEMORY_MBARRIERS_H
