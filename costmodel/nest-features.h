//===- nest-features.h - Features of a symbolic loop nest
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The input of the learned model: a row of numbers for each stage, computed
// from the symbolic loop nest without IR. The features follow Ansor (Zheng et
// al., OSDI 2020, appendix B): arithmetic by kind, annotations, memory accesses
// by buffer, the curve of arithmetic intensity, allocations.
//
//===----------------------------------------------------------------------===//

#ifndef AS_COSTMODEL_NEST_FEATURES_H
#define AS_COSTMODEL_NEST_FEATURES_H

#include "sketch/loop-nest.h"

/// Stores keep rows for later runs. Raise this where a feature is added, moved
/// or computed differently.
enum { AS_FEATURES_VERSION = 1 };

/// Floats in a row.
extern const int asNumFeatures;

/// The name of feature `index` in docs/costmodel.md.
const char *asFeatureName(int index);

/// Writes one row for each stage of the nest to `rows` (room for
/// AS_MAX_STAGES * asNumFeatures floats); returns the number of rows. All
/// values are finite.
int asFeaturesExtract(const AsNest *nest, float *rows);

#endif // AS_COSTMODEL_NEST_FEATURES_H
