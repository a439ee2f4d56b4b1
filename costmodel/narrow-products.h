//===- narrow-products.h - Products of narrow numbers, together
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two or four products of bytes or of bf16 are computed by one instruction,
// which adds them to a wider sum. lowering/vector/dot-products.c combines steps
// of a sum for it. What that takes of a stage, and what it saves, is said here
// for the estimate.
//
//===----------------------------------------------------------------------===//

#ifndef AS_COSTMODEL_NARROW_PRODUCTS_H
#define AS_COSTMODEL_NARROW_PRODUCTS_H

#include "costmodel/footprint.h"

/// Whether the elements of an operand are narrower than those of the sum.
bool asIsNarrowOperand(const AsNestView *view, const AsStageView *stage, int a);

/// How many products of narrow numbers are computed together:
/// lowering/vector/dot-products.c combines two unrolled steps of integers, or
/// four of bytes on CPUs with an instruction for them, and two of bf16
/// likewise.
int asProductsTogether(const AsNestView *view, const AsStageView *stage);

/// How many steps of a sum an average multiplication does of which `together`
/// are computed together: what unrolling leaves over goes step by step, and so
/// do the last lanes.
double asStepsAtOnce(const AsStageView *stage, int together);

/// Whether rows of a packed operand are put together by fours as they are
/// copied: all of them are.
bool asIsPackedByFours(const AsStageView *stage, int a);

/// How many tiles of rows share the corrections of fours, where lowering takes
/// these out of loops over rows (lowering/vector/hoist-corrections.c); else 1.
double asTilesCorrected(const AsStageView *stage);

/// Fours of a sum that are unrolled beside the first ones. LLVM mixes them.
double asFurtherFours(const AsStageView *stage);

/// Whether lowering copies the operand, of bytes, of which so many are read, to
/// flip their highest bits once.
bool asIsFlippedOperand(const AsNestView *view, const AsStageView *stage, int a,
                        double bytesRead);

#endif // AS_COSTMODEL_NARROW_PRODUCTS_H
