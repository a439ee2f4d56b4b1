//===- op-builder.h - Making operations
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_OP_BUILDER_H
#define AS_IR_OP_BUILDER_H

#include "ir/ir.h"

typedef struct AsIrAttribute {
  const char *key; ///< NULL ends a list.
  MlirAttribute value;
} AsIrAttribute;

/// What an operation is made of; what is left out is none.
typedef struct AsIrParts {
  const char *name;
  intptr_t numOperands;
  const MlirValue *operands;
  intptr_t numResults;
  const MlirType *results;
  const AsIrAttribute *attributes;
  MlirRegion region; ///< Taken.
} AsIrParts;

/// Makes an operation before `next`, at its location.
MlirOperation asIrInsert(MlirOperation next, const AsIrParts *parts);

/// The same; its only result.
MlirValue asIrInsertValue(MlirOperation next, const AsIrParts *parts);

/// arith.constant, of the type that the value has.
MlirValue asIrInsertConstant(MlirOperation next, MlirAttribute value);

/// The same, of type index.
MlirValue asIrInsertIndex(MlirOperation next, int64_t value);

/// An operation of one operand, whose result has the type.
MlirValue asIrInsertUnary(MlirOperation next, const char *name, MlirValue value,
                          MlirType type);

/// An operation of two operands of one type, which its result has.
MlirValue asIrInsertBinary(MlirOperation next, const char *name, MlirValue x,
                           MlirValue y);

/// Of arith.cmpi, on what has no sign.
typedef enum AsIrPredicate {
  AS_IR_LESS = 6,
  AS_IR_LESS_OR_EQUAL = 7,
} AsIrPredicate;

MlirValue asIrInsertComparison(MlirOperation next, AsIrPredicate predicate,
                               MlirValue x, MlirValue y);

#endif // AS_IR_OP_BUILDER_H
