//===- constant-slice.h - The code of a value that weights determine
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packing stands inside of the loops over the tiles that it is for. A slice is
// all that one packed tile is computed from: operations, constant arguments of
// the function, and counters of loops around it.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_CONSTANTS_CONSTANT_SLICE_H
#define AS_LOWERING_CONSTANTS_CONSTANT_SLICE_H

#include "ir/ir-mapping.h"

#define AS_CONSTANT_SLICE_LEVELS 16

/// A loop around the value; its bounds are known.
typedef struct AsConstantSliceLevel {
  MlirValue counter;
  int64_t lower, step, trips;
  bool isUsed; ///< The value depends on the counter.
} AsConstantSliceLevel;

typedef struct AsConstantSlice {
  MlirOperation *ops; ///< Each after those that it uses; the last is the root.
  int numOps, capacity;
  AsIrMap arguments; ///< Constant arguments; only `from` is meaningful.
  AsConstantSliceLevel
      level[AS_CONSTANT_SLICE_LEVELS]; ///< The outermost first.
  int numLevels;
  double numRead; ///< Elements of the arguments.
} AsConstantSlice;

/// Fills `slice` where `root`, an operation in `function`, is work with one
/// tensor of static shape as its result that nothing but constant arguments
/// determines. False otherwise. To be freed in either case.
bool asConstantSliceOf(MlirOperation function, MlirOperation root,
                       AsConstantSlice *slice);

void asConstantSliceFree(AsConstantSlice *slice);

/// Whether the whole of a function is a slice: it returns one tensor of static
/// shape, which its arguments, all constant, determine.
bool asIsConstantSlice(MlirOperation function);

#endif // AS_LOWERING_CONSTANTS_CONSTANT_SLICE_H
