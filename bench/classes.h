//===- classes.h - How as-opt compares, family by family
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_CLASSES_H
#define AS_BENCH_CLASSES_H

#include "bench/workload.h"

/// A row that was compared with a library.
typedef struct AsScore {
  const AsWorkload *workload;
  double ratio; ///< The time of the best library over as-opt's.
} AsScore;

/// What there is to say of some of them.
typedef struct AsClass {
  size_t count;
  double mean;   ///< Geometric.
  double capped; ///< Likewise, with no ratio above 2.
  size_t ahead;  ///< Those of at least 1.
  size_t behind; ///< Those below 0.9.
  AsScore worst;
} AsClass;

/// Of those whose workload is of `family`, or of all where it is NULL.
AsClass asClassOf(const AsFamily *family, const AsScore *scores, size_t count);

/// A line for each family, in the order of their first rows, and one for all.
void asClassesPrint(const AsScore *scores, size_t count, FILE *out);

#endif // AS_BENCH_CLASSES_H
