//===- constant-slice.h - Find the code that constant arguments determine
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A schedule packs weights inside of the loops over tiles. A slice is the code
// that computes one packed tile: operations, constant arguments of the
// function, and counters of the loops around it.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_CONSTANTS_CONSTANT_SLICE_H
#define AS_LOWERING_CONSTANTS_CONSTANT_SLICE_H

#include "ir/ir-mapping.h"

#define AS_CONSTANT_SLICE_LEVELS 16

/// A loop around the value, with constant bounds.
typedef struct AsConstantSliceLevel {
  MlirValue counter;
  int64_t lower, step, trips;
  bool isUsed; ///< The value depends on the counter.
} AsConstantSliceLevel;

typedef struct AsConstantSlice {
  MlirOperation *ops; ///< In order of definition; the last one is the root.
  int numOps, capacity;
  AsIrMap arguments; ///< Constant arguments; `to` is not used.
  AsConstantSliceLevel
      level[AS_CONSTANT_SLICE_LEVELS]; ///< The outermost first.
  int numLevels;
  double numRead; ///< Number of elements of the arguments.
} AsConstantSlice;

/// Fills `slice` with the slice of `root`, an operation in `function`. False if
/// `root` does not compute one tensor of static shape, if something else than
/// constant arguments and loop counters determines it, or if hoisting would
/// cost too much memory. Free the slice in either case.
bool asConstantSliceOf(MlirOperation function, MlirOperation root,
                       AsConstantSlice *slice);

/// Frees what the slice owns.
void asConstantSliceFree(AsConstantSlice *slice);

/// Whether a whole function is a slice: all its arguments are constant, its
/// body is pure, and it returns one tensor of static shape.
bool asIsConstantSlice(MlirOperation function);

#endif // AS_LOWERING_CONSTANTS_CONSTANT_SLICE_H
