//===- block-queries.h - What rules ask of the blocks of a GPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which programs have tiles that blocks can have, and whose operands the
// threads of a block can share.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_RULES_GPU_BLOCK_QUERIES_H
#define AS_SKETCH_RULES_GPU_BLOCK_QUERIES_H

#include "sketch/rules.h"

/// The least and the largest tile of a block, along each loop of two.
enum { AS_LEAST_BLOCK = 16, AS_MOST_BLOCK = 256 };

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

/// Whether it is a convolution whose filter slides along one loop at a time,
/// once the others are taken by one.
bool asIsWindow(const AsStage *stage);

#endif // AS_SKETCH_RULES_GPU_BLOCK_QUERIES_H
