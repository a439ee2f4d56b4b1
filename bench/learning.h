//===- learning.h - What a store teaches of families that it has not seen
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_LEARNING_H
#define AS_BENCH_LEARNING_H

#include "as/error.h"
#include "target/target.h"

/// Prints how well the trials of the target in the store at `path` are ranked
/// by the prior of today, and by models that have not seen their families. No
/// time is measured. Where `listed` is not NULL, prints the trials of the tasks
/// whose label matches that glob instead. See docs/benchmarks.md.
AsStatus asBenchLearning(const char *path, const AsTarget *target,
                         const char *listed, AsError *error);

#endif // AS_BENCH_LEARNING_H
