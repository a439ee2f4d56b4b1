//===- sketch-knobs.h - The knobs of a script and of a sketch
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A script that somebody else wrote is searched like the sketches of as-opt:
// its open knobs become those of a sketch without steps.
//
//   %size = transform.tune.knob<"tile"> options = [8, 16, 32] -> ...
//
// is the knob `tile`, whose three options have texts.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TRANSFORM_SKETCH_KNOBS_H
#define AS_TRANSFORM_SKETCH_KNOBS_H

#include "ir/ir.h"
#include "sketch/sketch.h"
#include "transform/knob-choice.h"

/// Adds the open knobs of `script` to those of `sketch`: of a
/// transform.tune.knob the options as texts, of a transform.tune.alternatives
/// the numbers of its regions. Strings live in `arena`. AS_UNSUPPORTED beyond
/// what a search can take.
AsStatus asScriptReadKnobs(MlirModule script, AsArena *arena, AsSketch *sketch,
                           AsError *error);

/// What a point gives to knob `k` in the script of its sketch.
AsKnobChoice asPointChoice(const AsSketch *sketch, const AsPoint *point, int k);

#endif // AS_TRANSFORM_SKETCH_KNOBS_H
