//===- evaluate.h - Timing the results of a sweep beside each other
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Times of different hours do not compare: a machine is warmer, or busier. So
// as-run times each result of a model once, then each once more, and so on.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SWEEP_EVALUATE_H
#define AS_SWEEP_EVALUATE_H

#include "tools/as-sweep/combination.h"
#include "tools/as-sweep/options.h"

/// Sets the rounds of all combinations that were tuned. One that as-run cannot
/// run gets none, and as-run's message for its outcome.
AsStatus asSweepEvaluate(AsArena *arena, const AsSweepOptions *options,
                         AsSweepCombination *combinations, int count,
                         AsError *error);

#endif // AS_SWEEP_EVALUATE_H
