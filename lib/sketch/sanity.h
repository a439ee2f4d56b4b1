//===- sanity.h - What holds for sketches, points and nests
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Predicates for asserts: they hold of whatever the library makes, and are
// checked where a structure is handed on. A sketch is checked when it has been
// derived and before its script is written, a point when it is taken in, a nest
// when it has been built. What depends on the user's input is an error instead,
// in derive.c and where sketches of the user are read.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_SANITY_H
#define AS_SKETCH_SANITY_H

#include "sketch/loop-nest.h"

/// Whether arrays are not overrun, knobs have names of their own and options,
/// and each step is sane.
bool asSketchIsSane(const AsSketch *sketch);

/// Whether the point chooses an option that there is for each knob.
bool asPointIsSane(const AsSketch *sketch, const AsPoint *point);

/// Whether the invariant of AsNestStage holds.
bool asNestIsSane(const AsNest *nest);

//===----------------------------------------------------------------------===//
// For the members of steps
//===----------------------------------------------------------------------===//

/// Whether it is the number of a knob of this kind.
bool asKnobIsSane(const AsSketch *sketch, int knob, AsKnobKind kind);

/// The same, or -1 for none.
bool asKnobOrNoneIsSane(const AsSketch *sketch, int knob, AsKnobKind kind);

/// Whether the size is a constant or a knob of this kind.
bool asSizeIsSane(const AsSketch *sketch, const AsSize *size, AsKnobKind kind);
bool asSizesAreSane(const AsSketch *sketch, const AsSize size[AS_MAX_DIMS],
                    AsKnobKind kind);

/// Whether the stage has that operand.
bool asOperandIsSane(const AsSketch *sketch, int stage, int operand);

#endif // AS_SKETCH_SANITY_H
