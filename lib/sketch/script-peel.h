//===- script-peel.h - What tiles leave over, in a script
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where tiles do not divide the extent, what they leave over is peeled off the
// loops. Peeling multiplies the operations of a mark; later steps then find the
// one of the whole tiles first. What is packed before has one copy for all of
// them.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_SCRIPT_PEEL_H
#define AS_SKETCH_SCRIPT_PEEL_H

#include "sketch/script-writer.h"

/// What the tiles of a step leave over of the extents becomes code of its own,
/// of static sizes too. The first operation with a mark is then the one of the
/// whole tiles, and those of the remainders come after it. They go by single
/// vectors: wider ones would end within a register. Where an operand is packed
/// next that has nothing to do with the remainders, these are left to
/// asWritePeelLate.
void asWritePeel(AsWriter *writer, const AsStep *step);

/// Peels what asWritePeel left, so that the remainders read the packed operand
/// as well. False where it left nothing.
bool asWritePeelLate(AsWriter *writer);

/// Peels all loops that leave something over.
void asWritePeelLoops(AsWriter *writer);

/// Matches a stage, copy by copy: returns the handle of the first, which is
/// followed by those of the copies that there may be.
int asWriteMatchCopies(AsWriter *writer, int stage);

/// The same of a handle that there is already, of as many operations. The stage
/// must have copies.
int asWriteSplitCopies(AsWriter *writer, int stage, const char *handle);

/// What the tiles of threads leave over of the operation `target` becomes a
/// copy of it and of all that is fused, for one thread. Returns the handle of
/// the operation without that, `target` where nothing is left over.
int asWriteSplitRest(AsWriter *writer, const AsStep *step, int target);

#endif // AS_SKETCH_SCRIPT_PEEL_H
