//===- isl-to-affine.c - Expressions of isl as affine expressions
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "affine/scop/isl-to-affine.h"
#include <isl/ast.h>
#include <isl/id.h>
#include <isl/val.h>
#include <stdio.h>
#include <string.h>

void asIslToAffinePush(AsIslToAffineNames *names, isl_id *id, MlirValue value) {
  snprintf(names->name[names->size], sizeof names->name[0], "%s",
           isl_id_get_name(id));
  names->value[names->size++] = value;
}

void asIslToAffinePop(AsIslToAffineNames *names) { names->size--; }

static bool refuse(AsIslToAffine *quasi, const char *why) {
  quasi->why = why;
  return false;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

static bool readName(AsIslToAffine *quasi, isl_ast_expr *expr,
                     MlirAffineExpr *result) {
  isl_id *id = isl_ast_expr_id_get_id(expr);
  const AsIslToAffineNames *names = quasi->names;
  int n = names->size - 1;
  while (n >= 0 && strcmp(names->name[n], isl_id_get_name(id)) != 0)
    n--;
  isl_id_free(id);
  if (n < 0 || quasi->numOperands == AS_QUASI_MAX_OPERANDS)
    return refuse(quasi, "an expression of isl has an unknown name");
  intptr_t at = 0;
  while (at < quasi->numOperands &&
         !mlirValueEqual(quasi->operands[at], names->value[n]))
    at++;
  if (at == quasi->numOperands)
    quasi->operands[quasi->numOperands++] = names->value[n];
  *result = mlirAffineDimExprGet(quasi->context, at);
  return true;
}

static bool readNumber(AsIslToAffine *quasi, isl_ast_expr *expr,
                       MlirAffineExpr *result) {
  isl_val *value = isl_ast_expr_int_get_val(expr);
  *result =
      mlirAffineConstantExprGet(quasi->context, isl_val_get_num_si(value));
  isl_val_free(value);
  return true;
}

static MlirAffineExpr minus(MlirAffineExpr a, MlirAffineExpr b) {
  MlirAffineExpr factor =
      mlirAffineConstantExprGet(mlirAffineExprGetContext(a), -1);
  return mlirAffineAddExprGet(a, mlirAffineMulExprGet(b, factor));
}

static bool readOperation(AsIslToAffine *quasi, isl_ast_expr *expr,
                          MlirAffineExpr *result) {
  enum isl_ast_expr_op_type type = isl_ast_expr_op_get_type(expr);
  MlirAffineExpr a, b = {NULL};
  if (!asIslToAffineRead(quasi, isl_ast_expr_op_get_arg(expr, 0), &a))
    return false;
  if (isl_ast_expr_op_get_n_arg(expr) > 1 &&
      !asIslToAffineRead(quasi, isl_ast_expr_op_get_arg(expr, 1), &b))
    return false;
  switch (type) {
  case isl_ast_expr_op_minus:
    *result = minus(mlirAffineConstantExprGet(quasi->context, 0), a);
    return true;
  case isl_ast_expr_op_add:
    *result = mlirAffineAddExprGet(a, b);
    return true;
  case isl_ast_expr_op_sub:
    *result = minus(a, b);
    return true;
  case isl_ast_expr_op_mul:
    *result = mlirAffineMulExprGet(a, b);
    return true;
  case isl_ast_expr_op_div: // Without a remainder.
  case isl_ast_expr_op_fdiv_q:
  case isl_ast_expr_op_pdiv_q:
    *result = mlirAffineFloorDivExprGet(a, b);
    return true;
  case isl_ast_expr_op_pdiv_r:
  case isl_ast_expr_op_zdiv_r:
    *result = mlirAffineModExprGet(a, b);
    return true;
  default:
    return refuse(quasi, "an index of its loops is not affine");
  }
}

bool asIslToAffineRead(AsIslToAffine *quasi, isl_ast_expr *expr,
                       MlirAffineExpr *result) {
  bool done = false;
  switch (isl_ast_expr_get_type(expr)) {
  case isl_ast_expr_id:
    done = readName(quasi, expr, result);
    break;
  case isl_ast_expr_int:
    done = readNumber(quasi, expr, result);
    break;
  case isl_ast_expr_op:
    done = readOperation(quasi, expr, result);
    break;
  default:
    refuse(quasi, "isl could not write an expression");
  }
  isl_ast_expr_free(expr);
  return done;
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

static bool isOperation(isl_ast_expr *expr, enum isl_ast_expr_op_type type) {
  return isl_ast_expr_get_type(expr) == isl_ast_expr_op &&
         isl_ast_expr_op_get_type(expr) == type;
}

static bool addBounds(AsIslToAffine *quasi, isl_ast_expr *expr,
                      enum isl_ast_expr_op_type type, MlirAffineExpr *results,
                      intptr_t *count) {
  if (!isOperation(expr, type)) {
    if (*count < AS_QUASI_MAX_RESULTS)
      return asIslToAffineRead(quasi, expr, &results[(*count)++]);
    isl_ast_expr_free(expr);
    return refuse(quasi, "a bound of its loops has too many parts");
  }
  bool done = true;
  int numArgs = (int)isl_ast_expr_op_get_n_arg(expr);
  for (int a = 0; a < numArgs && done; a++)
    done = addBounds(quasi, isl_ast_expr_op_get_arg(expr, a), type, results,
                     count);
  isl_ast_expr_free(expr);
  return done;
}

bool asIslToAffineReadBound(AsIslToAffine *quasi, isl_ast_expr *expr,
                            bool isMaximum, MlirAffineExpr *results,
                            intptr_t *count) {
  *count = 0;
  return addBounds(quasi, expr,
                   isMaximum ? isl_ast_expr_op_max : isl_ast_expr_op_min,
                   results, count);
}

bool asIslToAffineReadEnd(AsIslToAffine *quasi, isl_ast_expr *condition,
                          MlirAffineExpr *results, intptr_t *count) {
  bool isAtMost = isOperation(condition, isl_ast_expr_op_le);
  if (!isAtMost && !isOperation(condition, isl_ast_expr_op_lt)) {
    isl_ast_expr_free(condition);
    return refuse(quasi, "the end of a loop is no bound");
  }
  bool done = asIslToAffineReadBound(
      quasi, isl_ast_expr_op_get_arg(condition, 1), false, results, count);
  isl_ast_expr_free(condition);
  MlirAffineExpr one = mlirAffineConstantExprGet(quasi->context, 1);
  for (intptr_t r = 0; r < *count && done && isAtMost; r++)
    results[r] = mlirAffineAddExprGet(results[r], one);
  return done;
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// `a` compared with `b`, as something that is not negative, or 0.
static bool addComparison(AsIslToAffine *quasi, enum isl_ast_expr_op_type type,
                          MlirAffineExpr a, MlirAffineExpr b,
                          AsIslToAffineCondition *condition) {
  MlirAffineExpr difference;
  bool isStrict = type == isl_ast_expr_op_lt || type == isl_ast_expr_op_gt;
  switch (type) {
  case isl_ast_expr_op_eq:
  case isl_ast_expr_op_ge:
  case isl_ast_expr_op_gt:
    difference = minus(a, b);
    break;
  case isl_ast_expr_op_le:
  case isl_ast_expr_op_lt:
    difference = minus(b, a);
    break;
  default:
    return refuse(quasi, "a condition on its loops is no conjunction");
  }
  if (condition->size == AS_QUASI_MAX_RESULTS)
    return refuse(quasi, "a condition on its loops has too many parts");
  if (isStrict)
    difference = mlirAffineAddExprGet(
        difference, mlirAffineConstantExprGet(quasi->context, -1));
  condition->isEquality[condition->size] = type == isl_ast_expr_op_eq;
  condition->constraints[condition->size++] = difference;
  return true;
}

bool asIslToAffineReadCondition(AsIslToAffine *quasi, isl_ast_expr *expr,
                                AsIslToAffineCondition *condition) {
  bool done = isl_ast_expr_get_type(expr) == isl_ast_expr_op &&
              isl_ast_expr_op_get_n_arg(expr) >= 2;
  if (!done) {
    refuse(quasi, "a condition on its loops is no comparison");
  } else if (isOperation(expr, isl_ast_expr_op_and) ||
             isOperation(expr, isl_ast_expr_op_and_then)) {
    int numArgs = (int)isl_ast_expr_op_get_n_arg(expr);
    for (int a = 0; a < numArgs && done; a++)
      done = asIslToAffineReadCondition(quasi, isl_ast_expr_op_get_arg(expr, a),
                                        condition);
  } else {
    MlirAffineExpr a, b;
    done =
        asIslToAffineRead(quasi, isl_ast_expr_op_get_arg(expr, 0), &a) &&
        asIslToAffineRead(quasi, isl_ast_expr_op_get_arg(expr, 1), &b) &&
        addComparison(quasi, isl_ast_expr_op_get_type(expr), a, b, condition);
  }
  isl_ast_expr_free(expr);
  return done;
}
