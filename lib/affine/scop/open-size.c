//===- open-size.c - Sizes that are known when a SCoP is entered
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "affine/scop/open-size.h"
#include "affine/scop/isl-integer.h"
#include "ir/def-use.h"
#include "ir/op-builder.h"
#include <isl/aff.h>
#include <isl/set.h>
#include <stdlib.h>

//===----------------------------------------------------------------------===//
// Read
//===----------------------------------------------------------------------===//

/// The number of the parameter, which isl knows by its name: "p3".
static int parameterAt(__isl_keep isl_aff *sum, int position) {
  const char *name =
      isl_aff_get_dim_name(sum, isl_dim_param, (unsigned)position);
  return name ? (int)strtol(name + 1, NULL, 10) : 0;
}

static bool addTerm(__isl_keep isl_aff *sum, int position, AsOpenSize *size) {
  int64_t multiple;
  if (!asAffineTakeInteger(
          isl_aff_get_coefficient_val(sum, isl_dim_param, position), &multiple))
    return false;
  if (multiple == 0)
    return true;
  if (size->numTerms == AS_OPEN_SIZE_TERMS)
    return false;
  size->parameter[size->numTerms] = parameterAt(sum, position);
  size->multiple[size->numTerms++] = multiple;
  return true;
}

/// The cases that were read.
typedef struct Cases {
  AsOpenSize *size;
  int count;
} Cases;

static isl_stat readCase(__isl_take isl_set *where, __isl_take isl_aff *sum,
                         void *context) {
  Cases *cases = context;
  AsOpenSize size = {0};
  bool isSum =
      isl_aff_dim(sum, isl_dim_div) == 0 &&
      asAffineTakeInteger(isl_aff_get_constant_val(sum), &size.constant);
  for (int p = 0; isSum && p < (int)isl_aff_dim(sum, isl_dim_param); p++)
    isSum = addTerm(sum, p, &size);
  isSum = isSum && (cases->count == 0 || asOpenSizeIsEqual(&size, cases->size));
  *cases->size = size;
  cases->count++;
  isl_set_free(where);
  isl_aff_free(sum);
  return isSum ? isl_stat_ok : isl_stat_error;
}

bool asOpenSizeRead(__isl_take isl_pw_aff *function, AsOpenSize *size) {
  *size = (AsOpenSize){0};
  Cases cases = {.size = size};
  bool isSum = function && isl_pw_aff_foreach_piece(function, readCase,
                                                    &cases) == isl_stat_ok;
  isl_pw_aff_free(function);
  return isSum && cases.count > 0;
}

bool asOpenSizeIsEqual(const AsOpenSize *a, const AsOpenSize *b) {
  bool isEqual = a->constant == b->constant && a->numTerms == b->numTerms;
  for (int t = 0; isEqual && t < a->numTerms; t++)
    isEqual =
        a->parameter[t] == b->parameter[t] && a->multiple[t] == b->multiple[t];
  return isEqual;
}

//===----------------------------------------------------------------------===//
// Insert
//===----------------------------------------------------------------------===//

/// The memref.dim that the size is, or null.
static MlirOperation dimOf(const AsScop *scop, const AsOpenSize *size) {
  bool isParameter =
      size->constant == 0 && size->numTerms == 1 && size->multiple[0] == 1;
  return isParameter
             ? asIrMadeBy(scop->parameters[size->parameter[0]], "memref.dim")
             : (MlirOperation){NULL};
}

bool asOpenSizeIsDim(const AsScop *scop, const AsOpenSize *size,
                     MlirValue memref, intptr_t dim) {
  MlirOperation op = dimOf(scop, size);
  if (mlirOperationIsNull(op) ||
      !mlirValueEqual(mlirOperationGetOperand(op, 0), memref))
    return false;
  int64_t index;
  return asIrConstantInteger(mlirOperationGetOperand(op, 1), &index) &&
         index == dim;
}

MlirValue asOpenSizeInsert(const AsScop *scop, const AsOpenSize *size,
                           MlirOperation next) {
  MlirValue sum = {NULL};
  for (int t = 0; t < size->numTerms; t++) {
    MlirValue term = scop->parameters[size->parameter[t]];
    if (size->multiple[t] != 1)
      term = asIrInsertBinary(next, "arith.muli", term,
                              asIrInsertIndex(next, size->multiple[t]));
    sum = mlirValueIsNull(sum)
              ? term
              : asIrInsertBinary(next, "arith.addi", sum, term);
  }
  if (mlirValueIsNull(sum))
    return asIrInsertIndex(next, size->constant);
  if (!mlirOperationIsNull(dimOf(scop, size)))
    return sum;
  if (size->constant)
    sum = asIrInsertBinary(next, "arith.addi", sum,
                           asIrInsertIndex(next, size->constant));
  return asIrInsertBinary(next, "arith.maxsi", sum, asIrInsertIndex(next, 0));
}
