//===- mapping.h - What runs loops on a GPU, in a script
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops are tiled as for CPUs, on tensors; their mapping says what will run
// them. It takes effect when the result is lowered (lowering/gpu/).
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_STEPS_GPU_MAPPING_H
#define AS_SKETCH_STEPS_GPU_MAPPING_H

#include "sketch/script-writer.h"

typedef struct AsMapping {
  const char *level; ///< Of #gpu.LEVEL<...>.
  int mostDims; ///< Up to so many loops have a dimension each; more of them are
                ///< numbered through.
  bool isFirstFastest; ///< The first loop varies fastest, not the last one.
} AsMapping;

/// Appends the attributes for `count` loops, separated by commas.
void asAppendMapping(const AsMapping *mapping, int count, AsText *text);

/// Says what runs the `count` loops %lLOOPS.
void asWriteMapping(AsWriter *writer, const AsMapping *mapping, int count,
                    int loops);

/// Annotates the loops %lLOOPS with the value of a knob, if there is one.
void asWriteLoopKnob(AsWriter *writer, int loops, const char *name, int knob);

#endif // AS_SKETCH_STEPS_GPU_MAPPING_H
