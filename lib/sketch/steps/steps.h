//===- steps.h - The lines for each kind of step
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What each step does is said in sketch.h.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_STEPS_STEPS_H
#define AS_SKETCH_STEPS_STEPS_H

#include "sketch/script-writer.h"

// tile.c
void asWriteFuse(AsWriter *writer, const AsStep *step);
void asWriteFeed(AsWriter *writer);
void asWriteTile(AsWriter *writer, const AsStep *step);
void asWriteSplitReduction(AsWriter *writer, const AsStep *step);
void asWriteRfactor(AsWriter *writer, const AsStep *step);
void asWriteReschedule(AsWriter *writer, const AsStep *step);
void asWriteUnroll(AsWriter *writer, const AsStep *step);

/// Unrolls a loop of `trip` iterations, or of as many as the knob says.
void asWriteUnrollWhole(AsWriter *writer, const AsSize *size, int64_t trip,
                        const char *loop);

// gpu.c

/// Says what runs the `count` loops of a GRID or BLOCKS step, handle %lN.
void asWriteMapping(AsWriter *writer, const AsStep *step, int loops, int count);
/// Whether threads merge partial results of the stage as they would compute its
/// results: it reduces columns. Those of rows are merged when it is lowered.
bool asMergesColumns(const AsStage *stage);
void asWriteThreads(AsWriter *writer, const AsStep *step);
void asWriteMma(AsWriter *writer, const AsStep *step);
void asWriteShare(AsWriter *writer, const AsStep *step);

// peel.c

/// What the tiles of a step leave over of the extents becomes code of its own,
/// of static sizes too. The first operation with a mark is then the one of the
/// whole tiles, and those of the remainders come after it. They go by single
/// vectors: wider ones would end within a register. Where an
/// operand is packed next that has nothing to do with the remainders, these are
/// left to asWritePeelLate.
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

// pack.c
void asWriteRound(AsWriter *writer, const AsStep *step);
void asWritePack(AsWriter *writer, const AsStep *step);

void asWriteKeep(AsWriter *writer, const AsStep *step);

/// Pads the step's operand of `target` by nothing, along its own loops: a copy,
/// once it is rewritten. The padded operation is %hN for the number that is
/// returned, and has the stage's mark; what makes its operand is %h(N+1).
int asWriteCopyPad(AsWriter *writer, const AsStep *step, int target);

/// What turns a packed operand back goes along with its consumers into the last
/// of `count` loops, where it will be a vector that only changes its shape.
void asWriteTurnInside(AsWriter *writer, int loops, int count);

/// Vectorises what turns tiles of a packed operand: that in the consumer, and
/// those in the copy, by squares that upstream turns in registers.
void asWriteTurns(AsWriter *writer);

// layout.c
void asWriteIm2col(AsWriter *writer, const AsStep *step);
void asWriteLayout(AsWriter *writer, const AsStep *step);
void asWriteLowerPack(AsWriter *writer, const AsStep *step);
void asWriteRestore(AsWriter *writer);
void asWriteDropUnits(AsWriter *writer, const AsStep *step);

/// Marks what the stage starts from again, if that is a stage: canonicalisation
/// made another operation of it.
void asWriteMarkInitial(AsWriter *writer, int stage);

/// Matches what restores the layout of a result.
int asWriteMatchUnpack(AsWriter *writer, const char *type);

// vectors.c
void asWritePads(AsWriter *writer);
void asWriteDecompose(AsWriter *writer, const AsStep *step);
void asWriteVectorise(AsWriter *writer, const AsStep *step);
void asWriteLowerVectors(AsWriter *writer, const AsStep *step);

#endif // AS_SKETCH_STEPS_STEPS_H
