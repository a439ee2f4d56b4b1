//===- prefetch.c - Insert prefetches
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See prefetch.h.
//
//===----------------------------------------------------------------------===//

#include "lowering/memory/prefetch.h"
#include "ir/op-builder.h"
#include "lowering/arith-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <string.h>

void asPrefetchInsert(MlirOperation next, AsPrefetchCache cache, intptr_t rank,
                      const MlirValue *operands, int64_t distance) {
  MlirContext context = mlirOperationGetContext(next);
  MlirType i32 = mlirIntegerTypeGet(context, 32);
  const AsIrAttribute attributes[] = {
      {"isWrite", mlirBoolAttrGet(context, false)},
      {"localityHint", mlirIntegerAttrGet(i32, cache)},
      {"isDataCache", mlirBoolAttrGet(context, true)},
      {NULL, {NULL}}};
  MlirValue further[AS_ARITH_MAX_RANK + 1];
  memcpy(further, operands, sizeof *operands * (size_t)(1 + rank));
  if (distance) {
    MlirValue columns = asIrInsertIndex(next, distance);
    further[rank] =
        asIrInsertBinary(next, "arith.addi", operands[rank], columns);
  }
  asIrInsert(next, &(AsIrParts){.name = "memref.prefetch",
                                .numOperands = 1 + rank,
                                .operands = further,
                                .attributes = attributes});
}
