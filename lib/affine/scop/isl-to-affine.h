//===- isl-to-affine.h - Expressions of isl as affine expressions
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of multiples, with quotients and remainders by numbers: both can say
// that. A minimum or maximum is only where a bound has one, and conditions have
// no "or".
//
// Functions take the expressions that they read.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCOP_ISL_TO_AFFINE_H
#define AS_AFFINE_SCOP_ISL_TO_AFFINE_H

#include "mlir-c/AffineExpr.h"
#include "mlir-c/IR.h"
#include <isl/ast_type.h>
#include <isl/ctx.h>
#include <isl/id_type.h>
#include <stdbool.h>

enum {
  AS_ISL_TO_AFFINE_MAX_NAMES = 64,
  AS_ISL_TO_AFFINE_MAX_OPERANDS = 64,
  AS_ISL_TO_AFFINE_MAX_RESULTS = 16,
};

/// What isl's identifiers stand for; those pushed last are found first.
typedef struct AsIslToAffineNames {
  int size;
  char name[AS_ISL_TO_AFFINE_MAX_NAMES][16];
  MlirValue value[AS_ISL_TO_AFFINE_MAX_NAMES];
} AsIslToAffineNames;

void asIslToAffinePush(AsIslToAffineNames *names, __isl_keep isl_id *id,
                       MlirValue value);
void asIslToAffinePop(AsIslToAffineNames *names);

/// Expressions over the same operands, which are the dimensions of their maps.
typedef struct AsIslToAffine {
  const AsIslToAffineNames *names;
  MlirContext context;
  intptr_t numOperands;
  MlirValue operands[AS_ISL_TO_AFFINE_MAX_OPERANDS];
  const char *why; ///< What kept an expression from being read.
} AsIslToAffine;

/// Constraints that all hold: expressions that are 0 or, no equalities, not
/// negative.
typedef struct AsIslToAffineCondition {
  intptr_t size;
  MlirAffineExpr constraints[AS_ISL_TO_AFFINE_MAX_RESULTS];
  bool isEquality[AS_ISL_TO_AFFINE_MAX_RESULTS];
} AsIslToAffineCondition;

bool asIslToAffineRead(AsIslToAffine *reader, __isl_take isl_ast_expr *expr,
                       MlirAffineExpr *result);

/// The arguments of a maximum or else a minimum, however nested, or one
/// expression.
bool asIslToAffineReadBound(AsIslToAffine *reader,
                            __isl_take isl_ast_expr *expr, bool isMaximum,
                            MlirAffineExpr *results, intptr_t *count);

/// What a loop's variable stays below, of its condition.
bool asIslToAffineReadEnd(AsIslToAffine *reader,
                          __isl_take isl_ast_expr *condition,
                          MlirAffineExpr *results, intptr_t *count);

/// Adds to `condition`.
bool asIslToAffineReadCondition(AsIslToAffine *reader,
                                __isl_take isl_ast_expr *expr,
                                AsIslToAffineCondition *condition);

#endif // AS_AFFINE_SCOP_ISL_TO_AFFINE_H
