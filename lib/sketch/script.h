//===- script.h - Sketches as Transform-dialect scripts
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The exact form of a sketch: a named sequence that takes the function of a
// task and uses upstream transform operations only.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_SCRIPT_H
#define AS_SKETCH_SCRIPT_H

#include "sketch/sketch.h"
#include "support/text.h"

/// The name of the sequence in the script of a single sketch.
#define AS_SCRIPT_SEQUENCE "as_schedule"

/// Appends the named sequence @NAME of the sketch, indented by two. `point`
/// NULL leaves the knobs open. With `structureOnly` the steps from the first
/// vectorisation on are left out: what remains is loops around tensor
/// operations, which is what the symbolic nest describes.
void asScriptSequence(const AsSketch *sketch, const AsPoint *point,
                      const char *name, bool structureOnly, AsText *text);

/// Appends a whole module with that sequence, called AS_SCRIPT_SEQUENCE, alone.
void asScriptModule(const AsSketch *sketch, const AsPoint *point,
                    bool structureOnly, AsText *text);

#endif // AS_SKETCH_SCRIPT_H
