//===- isl-to-affine.h - Translate isl AST expressions to affine maps
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Translates the index expressions, bounds and conditions in isl's AST to MLIR
// affine expressions. Both are quasi-affine: sums of multiples, with quotients
// and remainders by constants. A minimum or maximum is accepted only as a
// bound, and a condition must be a conjunction.
//
//   for (int c0 = max(0, n - 3); c0 <= 7; c0 += 1)
// has
//   lower bound: max of results (0, d0 - 3), operand %n
//   upper bound: min of results (8)
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

/// The values that isl identifiers stand for. The entry pushed last wins.
typedef struct AsIslToAffineNames {
  int size;
  char name[AS_ISL_TO_AFFINE_MAX_NAMES][16];
  MlirValue value[AS_ISL_TO_AFFINE_MAX_NAMES];
} AsIslToAffineNames;

/// Adds a name. The caller must not exceed AS_ISL_TO_AFFINE_MAX_NAMES.
void asIslToAffinePush(AsIslToAffineNames *names, __isl_keep isl_id *id,
                       MlirValue value);
/// Removes the name pushed last.
void asIslToAffinePop(AsIslToAffineNames *names);

/// Expressions over shared operands: operand i is dimension i of their maps.
typedef struct AsIslToAffine {
  const AsIslToAffineNames *names;
  MlirContext context;
  intptr_t numOperands;
  MlirValue operands[AS_ISL_TO_AFFINE_MAX_OPERANDS];
  const char *why; ///< Why the last expression was refused.
} AsIslToAffine;

/// A conjunction of constraints: each expression is 0 (equality) or not
/// negative.
typedef struct AsIslToAffineCondition {
  intptr_t size;
  MlirAffineExpr constraints[AS_ISL_TO_AFFINE_MAX_RESULTS];
  bool isEquality[AS_ISL_TO_AFFINE_MAX_RESULTS];
} AsIslToAffineCondition;

/// Reads an index expression. On failure sets reader->why. The same holds for
/// the functions below.
bool asIslToAffineRead(AsIslToAffine *reader, __isl_take isl_ast_expr *expr,
                       MlirAffineExpr *result);

/// Reads the operands of a (nested) maximum, or of a minimum, as results of a
/// bound's map. An expression without one gives a single result.
bool asIslToAffineReadBound(AsIslToAffine *reader,
                            __isl_take isl_ast_expr *expr, bool isMaximum,
                            MlirAffineExpr *results, intptr_t *count);

/// Reads the exclusive upper bound from the condition of a loop, `i < e` or
/// `i <= e`.
bool asIslToAffineReadEnd(AsIslToAffine *reader,
                          __isl_take isl_ast_expr *condition,
                          MlirAffineExpr *results, intptr_t *count);

/// Adds the comparisons of `expr` to `condition`.
bool asIslToAffineReadCondition(AsIslToAffine *reader,
                                __isl_take isl_ast_expr *expr,
                                AsIslToAffineCondition *condition);

#endif // AS_AFFINE_SCOP_ISL_TO_AFFINE_H
