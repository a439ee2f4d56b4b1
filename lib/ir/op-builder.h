//===- op-builder.h - Build operations
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inserts an operation of any dialect from its name, operands, result types and
// attributes, before a given operation and at its location:
//
//   asIrInsertBinary(next, "arith.addf", x, y)
//   // %0 = arith.addf %x, %y : f32
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_OP_BUILDER_H
#define AS_IR_OP_BUILDER_H

#include "ir/ir.h"

typedef struct AsIrAttribute {
  const char *key; ///< NULL ends the list.
  MlirAttribute value;
} AsIrAttribute;

/// The parts of an operation; any but the name may be left out.
typedef struct AsIrParts {
  const char *name;
  intptr_t numOperands;
  const MlirValue *operands;
  intptr_t numResults;
  const MlirType *results;
  const AsIrAttribute *attributes;
  MlirRegion region; ///< The operation takes ownership.
} AsIrParts;

/// Inserts an operation before `next`, at its location.
MlirOperation asIrInsert(MlirOperation next, const AsIrParts *parts);

/// The same; returns the operation's first result.
MlirValue asIrInsertValue(MlirOperation next, const AsIrParts *parts);

/// Inserts an arith.constant of the value's type.
MlirValue asIrInsertConstant(MlirOperation next, MlirAttribute value);

/// Inserts an arith.constant of type index.
MlirValue asIrInsertIndex(MlirOperation next, int64_t value);

/// Inserts an operation with one operand and a result of `type`.
MlirValue asIrInsertUnary(MlirOperation next, const char *name, MlirValue value,
                          MlirType type);

/// Inserts an operation with two operands and a result of one type.
MlirValue asIrInsertBinary(MlirOperation next, const char *name, MlirValue x,
                           MlirValue y);

/// The same for an index and a number.
MlirValue asIrInsertByNumber(MlirOperation next, const char *name,
                             MlirValue index, int64_t number);

/// Unsigned predicates of arith.cmpi, by its numbers.
typedef enum AsIrPredicate {
  AS_IR_LESS = 6,
  AS_IR_LESS_OR_EQUAL = 7,
} AsIrPredicate;

/// Inserts an arith.cmpi.
MlirValue asIrInsertComparison(MlirOperation next, AsIrPredicate predicate,
                               MlirValue x, MlirValue y);

/// Inserts an arith.select.
MlirValue asIrInsertSelect(MlirOperation next, MlirValue condition,
                           MlirValue then, MlirValue otherwise);

/// Inserts a linalg.index into a body.
MlirValue asIrInsertLoopIndex(MlirOperation next, int64_t loop);

typedef struct AsIrRange {
  int64_t lower, upper, step;
} AsIrRange;

/// Inserts an scf.for that carries the value `carried`; nothing if it is null.
/// Its body yields what it gets, for now.
MlirOperation asIrInsertFor(MlirOperation next, AsIrRange range,
                            MlirValue carried);

/// The same for bounds that are values, and for several values.
MlirOperation asIrInsertLoop(MlirOperation next, MlirValue lower,
                             MlirValue upper, MlirValue step,
                             intptr_t numCarried, const MlirValue *carried);

/// An scf.if with both branches, which yield `yielded` until their terminators
/// get other operands.
MlirOperation asIrInsertIf(MlirOperation next, MlirValue condition,
                           intptr_t numYielded, const MlirValue *yielded);

#endif // AS_IR_OP_BUILDER_H
