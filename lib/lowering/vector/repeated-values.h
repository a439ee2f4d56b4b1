//===- repeated-values.h - Values that a loop computes in each iteration
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds values that are the same in each iteration of a loop, although they
// differ from one iteration to the next of loops inside it. No invariant code
// motion takes them out: it would need an array.
//
//   scf.for %m = ... {                 // the loop around
//     scf.for %k = %c0 to %c64 ... {   // a loop that the value depends on
//       %b = vector.load %w[%k, %c0] ...
//       %v = arith.sitofp %b : vector<16xi8> to vector<16xf32>
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_VECTOR_REPEATED_VALUES_H
#define AS_LOWERING_VECTOR_REPEATED_VALUES_H

#include "ir/ir.h"
#include "ir/op-builder.h"

enum {
  AS_REPEATED_LOOPS = 8,
  AS_REPEATED_OPERATIONS = 64 ///< On the way to a value.
};

typedef struct AsRepeated {
  MlirOperation around; ///< An scf.for in which the value is computed.
  MlirValue value;      ///< A result of an operation.
  int numLoops;         ///< The loops inside that it depends on,
  MlirOperation loops[AS_REPEATED_LOOPS]; ///< outer ones first,
  AsIrRange range[AS_REPEATED_LOOPS];     ///< and their iterations.
  double times;                           ///< How often the same is computed.
} AsRepeated;

/// Whether `value`, computed by operations without effects and by reads,
/// depends on nothing in `around` but loops. All loops in between have a
/// constant number of iterations, so that whatever is read beforehand is also
/// read in the loop.
bool asRepeatedFind(AsRepeated *own, MlirOperation around, MlirValue value);

/// Whether the loop around does not write the memory that the value, or an
/// operand on the way to it, is read from.
bool asRepeatedIsKept(const AsRepeated *own);

/// Whether the value goes into what is not the same in each iteration.
bool asRepeatedIsLast(const AsRepeated *own);

/// Whether an operation without effects other than reading, and without
/// regions, makes a value out of others.
bool asRepeatedIsPure(MlirOperation op);

/// How many of the loops must be gone into to compute the operand: 0 outside of
/// all.
int asRepeatedDepth(const AsRepeated *own, MlirValue operand);

#endif // AS_LOWERING_VECTOR_REPEATED_VALUES_H
