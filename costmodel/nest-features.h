//===- nest-features.h - Features of a symbolic loop nest
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the cost model sees of a point: one row of numbers for each stage, read
// off the symbolic loop nest without any IR. In spirit the set of Ansor (Zheng
// et al., OSDI 2020, appendix B): arithmetic by kind, annotations, memory
// accesses by buffer, the arithmetic intensity curve, allocations.
//
//===----------------------------------------------------------------------===//

#ifndef AS_COSTMODEL_NEST_FEATURES_H
#define AS_COSTMODEL_NEST_FEATURES_H

#include "sketch/loop-nest.h"

/// Floats in a row.
extern const int asNumFeatures;

/// The name of feature `index`, for reports and docs.
const char *asFeatureName(int index);

/// Writes one row for each stage of the nest to `rows` (room for
/// AS_MAX_STAGES * asNumFeatures floats); returns the number of rows. All
/// values are finite.
int asFeaturesExtract(const AsNest *nest, float *rows);

#endif // AS_COSTMODEL_NEST_FEATURES_H
