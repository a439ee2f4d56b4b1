//===- block-steps.h - Steps that several rules for GPUs add
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block has a tile of the result, and copies pieces of the operands to shared
// memory; its threads, warps or lanes have tiles of that.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_RULES_GPU_BLOCK_STEPS_H
#define AS_SKETCH_RULES_GPU_BLOCK_STEPS_H

#include "sketch/rules.h"

/// Sets sizes that are one iteration of each loop of the last stage's result.
void asSingleTile(const AsDerivation *derivation, int stage, AsSize *tile);

/// Gives each block a tile, of these sizes along the loops of the last stage.
/// With `hasTma` it may be left to hardware to copy what its threads share.
void asShareBlocks(AsDerivation *derivation, int stage, const AsSize *tile,
                   bool hasTma);

/// Has the operands of the product copied to shared memory, a piece of the
/// reduction at a time.
void asShareOperands(AsDerivation *derivation, int anchor, AsSize piece);

/// Adds a step of the kind to each stage but `without`, which gives an
/// iteration these sizes along the loops of the last one.
void asShareOut(AsDerivation *derivation, AsStepKind kind, int without,
                const AsSize *tile);

/// Makes vectors of what each thread has of every stage, and ends the sketch.
void asFinishThreads(AsDerivation *derivation);

#endif // AS_SKETCH_RULES_GPU_BLOCK_STEPS_H
