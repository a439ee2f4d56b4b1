//===- isl-to-affine.c - Translate isl AST expressions to affine maps
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

void asIslToAffinePush(AsIslToAffineNames *names, __isl_keep isl_id *id,
                       MlirValue value) {
  snprintf(names->name[names->size], sizeof names->name[0], "%s",
           isl_id_get_name(id));
  names->value[names->size++] = value;
}

void asIslToAffinePop(AsIslToAffineNames *names) { names->size--; }

static bool refuse(AsIslToAffine *reader, const char *why) {
  reader->why = why;
  return false;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

static bool readName(AsIslToAffine *reader, __isl_keep isl_ast_expr *expr,
                     MlirAffineExpr *result) {
  isl_id *id = isl_ast_expr_id_get_id(expr);
  const AsIslToAffineNames *names = reader->names;
  int n = names->size - 1;
  while (n >= 0 && strcmp(names->name[n], isl_id_get_name(id)) != 0)
    n--;
  isl_id_free(id);
  if (n < 0 || reader->numOperands == AS_ISL_TO_AFFINE_MAX_OPERANDS)
    return refuse(reader, "an expression of isl has an unknown name");
  intptr_t at = 0;
  while (at < reader->numOperands &&
         !mlirValueEqual(reader->operands[at], names->value[n]))
    at++;
  if (at == reader->numOperands)
    reader->operands[reader->numOperands++] = names->value[n];
  *result = mlirAffineDimExprGet(reader->context, at);
  return true;
}

static bool readNumber(AsIslToAffine *reader, __isl_keep isl_ast_expr *expr,
                       MlirAffineExpr *result) {
  isl_val *value = isl_ast_expr_int_get_val(expr);
  *result =
      mlirAffineConstantExprGet(reader->context, isl_val_get_num_si(value));
  isl_val_free(value);
  return true;
}

static MlirAffineExpr minus(MlirAffineExpr a, MlirAffineExpr b) {
  MlirAffineExpr factor =
      mlirAffineConstantExprGet(mlirAffineExprGetContext(a), -1);
  return mlirAffineAddExprGet(a, mlirAffineMulExprGet(b, factor));
}

static bool readOperation(AsIslToAffine *reader, __isl_keep isl_ast_expr *expr,
                          MlirAffineExpr *result) {
  enum isl_ast_expr_op_type type = isl_ast_expr_op_get_type(expr);
  MlirAffineExpr a, b = {NULL};
  if (!asIslToAffineRead(reader, isl_ast_expr_op_get_arg(expr, 0), &a))
    return false;
  if (isl_ast_expr_op_get_n_arg(expr) > 1 &&
      !asIslToAffineRead(reader, isl_ast_expr_op_get_arg(expr, 1), &b))
    return false;
  switch (type) {
  case isl_ast_expr_op_minus:
    *result = minus(mlirAffineConstantExprGet(reader->context, 0), a);
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
  case isl_ast_expr_op_div: // isl uses it only for exact divisions.
  case isl_ast_expr_op_fdiv_q:
  case isl_ast_expr_op_pdiv_q:
    *result = mlirAffineFloorDivExprGet(a, b);
    return true;
  case isl_ast_expr_op_pdiv_r:
  case isl_ast_expr_op_zdiv_r:
    *result = mlirAffineModExprGet(a, b);
    return true;
  default:
    return refuse(reader, "an index of its loops is not affine");
  }
}

bool asIslToAffineRead(AsIslToAffine *reader, __isl_take isl_ast_expr *expr,
                       MlirAffineExpr *result) {
  bool done = false;
  switch (isl_ast_expr_get_type(expr)) {
  case isl_ast_expr_id:
    done = readName(reader, expr, result);
    break;
  case isl_ast_expr_int:
    done = readNumber(reader, expr, result);
    break;
  case isl_ast_expr_op:
    done = readOperation(reader, expr, result);
    break;
  default:
    refuse(reader, "isl could not write an expression");
  }
  isl_ast_expr_free(expr);
  return done;
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

static bool isOperation(__isl_keep isl_ast_expr *expr,
                        enum isl_ast_expr_op_type type) {
  return isl_ast_expr_get_type(expr) == isl_ast_expr_op &&
         isl_ast_expr_op_get_type(expr) == type;
}

static bool addBounds(AsIslToAffine *reader, __isl_take isl_ast_expr *expr,
                      enum isl_ast_expr_op_type type, MlirAffineExpr *results,
                      intptr_t *count) {
  if (!isOperation(expr, type)) {
    if (*count < AS_ISL_TO_AFFINE_MAX_RESULTS)
      return asIslToAffineRead(reader, expr, &results[(*count)++]);
    isl_ast_expr_free(expr);
    return refuse(reader, "a bound of its loops has too many parts");
  }
  bool done = true;
  int numArgs = (int)isl_ast_expr_op_get_n_arg(expr);
  for (int a = 0; a < numArgs && done; a++)
    done = addBounds(reader, isl_ast_expr_op_get_arg(expr, a), type, results,
                     count);
  isl_ast_expr_free(expr);
  return done;
}

bool asIslToAffineReadBound(AsIslToAffine *reader,
                            __isl_take isl_ast_expr *expr, bool isMaximum,
                            MlirAffineExpr *results, intptr_t *count) {
  *count = 0;
  return addBounds(reader, expr,
                   isMaximum ? isl_ast_expr_op_max : isl_ast_expr_op_min,
                   results, count);
}

bool asIslToAffineReadEnd(AsIslToAffine *reader,
                          __isl_take isl_ast_expr *condition,
                          MlirAffineExpr *results, intptr_t *count) {
  bool isAtMost = isOperation(condition, isl_ast_expr_op_le);
  if (!isAtMost && !isOperation(condition, isl_ast_expr_op_lt)) {
    isl_ast_expr_free(condition);
    return refuse(reader, "the end of a loop is no bound");
  }
  bool done = asIslToAffineReadBound(
      reader, isl_ast_expr_op_get_arg(condition, 1), false, results, count);
  isl_ast_expr_free(condition);
  MlirAffineExpr one = mlirAffineConstantExprGet(reader->context, 1);
  for (intptr_t r = 0; r < *count && done && isAtMost; r++)
    results[r] = mlirAffineAddExprGet(results[r], one);
  return done;
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// Adds the comparison of `a` with `b` as a difference that is 0 or not
/// negative.
static bool addComparison(AsIslToAffine *reader, enum isl_ast_expr_op_type type,
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
    return refuse(reader, "a condition on its loops is no conjunction");
  }
  if (condition->size == AS_ISL_TO_AFFINE_MAX_RESULTS)
    return refuse(reader, "a condition on its loops has too many parts");
  if (isStrict)
    difference = mlirAffineAddExprGet(
        difference, mlirAffineConstantExprGet(reader->context, -1));
  condition->isEquality[condition->size] = type == isl_ast_expr_op_eq;
  condition->constraints[condition->size++] = difference;
  return true;
}

bool asIslToAffineReadCondition(AsIslToAffine *reader,
                                __isl_take isl_ast_expr *expr,
                                AsIslToAffineCondition *condition) {
  bool done = isl_ast_expr_get_type(expr) == isl_ast_expr_op &&
              isl_ast_expr_op_get_n_arg(expr) >= 2;
  if (!done) {
    refuse(reader, "a condition on its loops is no comparison");
  } else if (isOperation(expr, isl_ast_expr_op_and) ||
             isOperation(expr, isl_ast_expr_op_and_then)) {
    int numArgs = (int)isl_ast_expr_op_get_n_arg(expr);
    for (int a = 0; a < numArgs && done; a++)
      done = asIslToAffineReadCondition(
          reader, isl_ast_expr_op_get_arg(expr, a), condition);
  } else {
    MlirAffineExpr a, b;
    done =
        asIslToAffineRead(reader, isl_ast_expr_op_get_arg(expr, 0), &a) &&
        asIslToAffineRead(reader, isl_ast_expr_op_get_arg(expr, 1), &b) &&
        addComparison(reader, isl_ast_expr_op_get_type(expr), a, b, condition);
  }
  isl_ast_expr_free(expr);
  return done;
}
