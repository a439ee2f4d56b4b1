//===- padded-operands.h - Products with zeros behind their operands
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program that is left after the step round: operands of a product of
// rounded extents are pads of what they were.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_RULES_PADDED_OPERANDS_H
#define AS_SKETCH_RULES_PADDED_OPERANDS_H

#include "sketch/rules.h"

/// The least multiple of `unit` that is no less than `extent`.
int64_t asRoundUp(int64_t extent, int64_t unit);

/// Adds a tensor, and returns its number. There is room for it.
int asAddTensor(AsProgram *program, AsTensor tensor);

/// The tensor of an access in the extents of `whole`.
AsTensor asRoundedTensor(const AsProgram *program, const AsStage *whole,
                         const AsAccess *access, int producer);

/// Appends a pad of the operand that the access of `whole` reads, and has it
/// read that, where its extents are not those of `whole`. There is room for a
/// stage and a tensor.
void asPadOperand(AsProgram *program, const AsStage *whole, AsAccess *access);

/// The stage of the product in a program that asIsFilledProduct is true of.
enum { AS_FILLED_PRODUCT = 1 };

/// Whether the program is a product whose sums begin with zero, which is what
/// operands are padded with, and perhaps what each element of the result
/// becomes.
bool asIsFilledProduct(const AsProgram *program);

/// Whether each index of every operand and of the result is one of the loops.
bool asIsPlainlyIndexed(const AsProgram *program, const AsStage *stage);

/// The fill, pads and product that are left after the step, which says what the
/// product's extents are multiples of. What was asked for is copied out of the
/// result afterwards.
AsProgram *asRoundedProgram(const AsProgram *program, const AsStep *step,
                            AsArena *arena);

#endif // AS_SKETCH_RULES_PADDED_OPERANDS_H
