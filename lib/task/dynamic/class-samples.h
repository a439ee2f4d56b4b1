//===- class-samples.h - Sizes that a class of loops is tuned for
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_CLASS_SAMPLES_H
#define AS_TASK_DYNAMIC_CLASS_SAMPLES_H

#include "task/dynamic/loop-classes.h"
#include "task/dynamic/sample-sizes.h"

/// The samples of the extent of a class in `function`: those of the size that
/// callers choose (graph/sizes/size-symbols.h), or of an expression of such
/// sizes; any sizes where it is neither.
void asClassSamples(MlirOperation function, const AsLoopClass *class,
                    const AsSizeRanges *ranges, AsSampleSizes *samples);

/// Fails if a range is of a size that no function of the module, and of those
/// in it, has.
AsStatus asCheckRanges(MlirModule module, const AsSizeRanges *ranges,
                       AsError *error);

#endif // AS_TASK_DYNAMIC_CLASS_SAMPLES_H
