//===- memory.h - What memory a run takes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_MEMORY_H
#define AS_BENCH_MEMORY_H

#include "bench/lineup.h"

/// Bytes that the first run of the contender takes at its highest, beyond its
/// arguments and its result: by how much the memory of a fork that runs it once
/// grows. Negative where the system does not tell. Only for contenders that run
/// in this process and have not yet.
double asRunMemory(const AsContender *contender);

#endif // AS_BENCH_MEMORY_H
