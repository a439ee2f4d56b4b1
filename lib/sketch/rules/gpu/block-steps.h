//===- block-steps.h - What the rules for GPUs share
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Beside what they share with those for CPUs.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_RULES_GPU_BLOCK_STEPS_H
#define AS_SKETCH_RULES_GPU_BLOCK_STEPS_H

#include "sketch/rules/stage-queries.h"

/// The least and the largest tile of a block, along each loop of two.
enum { AS_LEAST_BLOCK = 16, AS_MOST_BLOCK = 256 };

/// Whether its body multiplies once, adds once, and converts at most.
bool asIsPlainProduct(const AsStage *stage);

/// Whether there are tiles of a loop to be blocks of.
bool asHasBlocks(int64_t extent);

/// Whether the program is a product or a convolution whose operands the threads
/// of a block can share, and all other stages go along with its result.
bool asCanShare(const AsDerivation *derivation, int stage);

/// Whether what the sums of stage `sum` start from is made with them, or they
/// are the result: what is there before, and is not the result's, each block
/// would have to copy.
bool asStartsInBlock(const AsDerivation *derivation, int sum);

/// Whether the stage is a pad: it is made before, in a kernel of its own.
bool asIsPad(const AsDerivation *derivation, int stage);

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
