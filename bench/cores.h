//===- cores.h - Which thread runs where
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Up to three thread pools live in this process: libomp (as-opt's code),
// libgomp (oneDNN, BLIS) and OpenBLAS's own. They must neither be squeezed
// onto one core, which is what a pool does that is born while its parent is
// pinned, nor migrate. So pools are born while the process may use all chosen
// cores, and afterwards each thread is pinned: the caller to the first core,
// the workers of each pool to the others.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_CORES_H
#define AS_BENCH_CORES_H

#include "as/error.h"
#include "support/core-set.h"
#include <sys/types.h>

typedef struct AsCores {
  AsArena arena;       ///< Until the process ends.
  AsCoreSet inherited; ///< What the process was allowed when it started.
  AsCoreSet chosen;    ///< One hardware thread of each core.
  pid_t *pinned;       ///< Living workers that have their core.
  int numPinned;
} AsCores;

/// Chooses the first `count` cores the process may use.
AsStatus asCoresChoose(int count, AsCores *cores, AsError *error);

/// Lets the calling thread use all chosen cores; pools may be born now.
void asCoresRelease(const AsCores *cores);

/// Pins the calling thread to the first core, and the threads that were born
/// since the last call to the others in turn.
AsStatus asCoresPin(AsCores *cores, AsError *error);

#endif // AS_BENCH_CORES_H
