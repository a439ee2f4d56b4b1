//===- scop-queries.c - Questions about SCoPs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See scop.h.
//
//===----------------------------------------------------------------------===//

#include "affine/scop/scop.h"
#include "as/element.h"
#include "mlir-c/BuiltinTypes.h"
#include <isl/aff.h>
#include <isl/ilp.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/val.h>

bool asAffineSameElement(const AsAffineAccess *a, const AsAffineAccess *b) {
  return a->array == b->array &&
         isl_multi_aff_plain_is_equal(a->indices, b->indices) == isl_bool_true;
}

int asAffineCommonLoops(const AsAffineStatement *a,
                        const AsAffineStatement *b) {
  int common = 0;
  while (common < a->depth && common < b->depth &&
         a->loops[common] == b->loops[common])
    common++;
  return common;
}

bool asAffineIsWritten(const AsScop *scop, int array) {
  for (int s = 0; s < scop->numStatements; s++)
    if (scop->statements[s].accesses[0].array == array)
      return true;
  return false;
}

MlirType asAffineElementType(const AsScop *scop, int array) {
  return mlirShapedTypeGetElementType(
      mlirValueGetType(scop->arrays[array].memref));
}

int asAffineElementBytes(const AsScop *scop, int array) {
  AsText name = {0};
  asIrPrintType(asAffineElementType(scop, array), &name);
  AsElement element = asElementFromName(asTextString(&name));
  asTextFree(&name);
  return element == AS_NUM_ELEMENTS ? 0 : asElementBytes(element);
}

bool asAffineAccesses(const AsAffineStatement *statement, int array) {
  for (int a = 0; a < statement->numAccesses; a++)
    if (statement->accesses[a].array == array)
      return true;
  return false;
}

__isl_give isl_set *asAffineElements(const AsScop *scop, int array) {
  isl_set *all = NULL;
  for (int s = 0; s < scop->numStatements; s++)
    for (int a = 0; a < scop->statements[s].numAccesses; a++) {
      const AsAffineAccess *access = &scop->statements[s].accesses[a];
      if (access->array != array)
        continue;
      isl_set *elements = isl_map_range(isl_map_copy(access->relation));
      all = all ? isl_set_union(all, elements) : elements;
    }
  return all;
}

int64_t asAffineLastRow(const AsScop *scop, int array) {
  isl_val *value = isl_set_dim_max_val(asAffineElements(scop, array),
                                       scop->arrays[array].numExpanded);
  bool isKnown = value && isl_val_is_int(value) == isl_bool_true;
  int64_t last = isKnown ? isl_val_get_num_si(value) : -1;
  isl_val_free(value);
  return last;
}
