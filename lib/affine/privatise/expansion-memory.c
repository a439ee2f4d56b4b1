//===- expansion-memory.c - Memory for expanded temporaries
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives an expanded temporary memory of its own and rewrites its loads and
// stores.
//
// Requires:    an array expanded in the SCoP for which asCanAllocateExpansions.
// Provides:    memref.alloc before the nest and memref.dealloc after it.
// Invalidates: the SCoP, whose array is still the old memref.
//
//   %t = memref.alloca() : memref<f64>
//   affine.for %i = 2 to 10 { affine.store %x, %t[] }
// becomes
//   %u = memref.alloc() : memref<8xf64>
//   affine.for %i = 2 to 10 { affine.store %x, %u[%i - 2] }
//   memref.dealloc %u
//
//===----------------------------------------------------------------------===//

#include "affine/privatise/expansion-memory.h"
#include "affine/scop/alias-checks.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { alignment = 64 };

bool asCanAllocateExpansions(const AsScop *scop, int array) {
  if (!mlirShapedTypeHasStaticShape(
          mlirValueGetType(scop->arrays[array].memref)) ||
      !asAffineIsPrivate(scop, array))
    return false;
  // Affine maps accept only the variables of affine.for.
  for (int s = 0; s < scop->numStatements; s++) {
    const AsAffineStatement *statement = &scop->statements[s];
    for (int l = 0; l < statement->depth; l++)
      if (asAffineAccesses(statement, array) &&
          !asIrIsNamed(scop->loops[statement->loops[l]].op, "affine.for"))
        return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// The index for a loop variable: variable - first.
static MlirAffineExpr placeOf(MlirContext context, intptr_t dim,
                              int64_t first) {
  return mlirAffineAddExprGet(mlirAffineDimExprGet(context, dim),
                              mlirAffineConstantExprGet(context, -first));
}

/// Adds the new indices: as dimensions after the existing ones, as results
/// before them.
static MlirAffineMap addResults(const AsAffineArray *array, MlirAffineMap map) {
  MlirContext context = mlirAffineMapGetContext(map);
  intptr_t numDims = mlirAffineMapGetNumDims(map), rank = array->numExpanded;
  MlirAffineExpr results[AS_AFFINE_MAX_RANK];
  for (int l = 0; l < array->numExpanded; l++)
    results[l] = placeOf(context, numDims + l, array->first[l]);
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++)
    results[rank++] = mlirAffineMapGetResult(map, r);
  return mlirAffineMapGet(context, numDims + array->numExpanded,
                          mlirAffineMapGetNumSymbols(map), rank, results);
}

/// variable - first, for memref.load and memref.store, which have no map.
static MlirValue insertPlace(MlirValue variable, int64_t first,
                             MlirOperation next) {
  MlirContext context = mlirOperationGetContext(next);
  MlirAffineExpr place = placeOf(context, 0, first);
  MlirType index = mlirIndexTypeGet(context);
  AsIrAttribute attributes[] = {
      {"map", mlirAffineMapAttrGet(mlirAffineMapGet(context, 1, 0, 1, &place))},
      {0}};
  return asIrInsertValue(next, &(AsIrParts){.name = "affine.apply",
                                            .numOperands = 1,
                                            .operands = &variable,
                                            .numResults = 1,
                                            .results = &index,
                                            .attributes = attributes});
}

/// Redirects an access of the statement to `memory`.
static void change(const AsScop *scop, const AsAffineStatement *statement,
                   const AsAffineAccess *access, MlirValue memory) {
  const AsAffineArray *array = &scop->arrays[access->array];
  MlirOperation op = access->op;
  MlirValue operands[AS_AFFINE_MAX_OPERANDS + AS_AFFINE_MAX_RANK + 2];
  intptr_t count = 0, next = 0, before = access->isWrite; // Stored value.
  intptr_t all = mlirOperationGetNumOperands(op);
  bool isAffine = asIrHasPrefix(op, "affine.");
  while (next < before)
    operands[count++] = mlirOperationGetOperand(op, next++);
  operands[count++] = memory;
  next++;
  if (isAffine) {
    MlirAffineMap map = mlirAffineMapAttrGetValue(
        mlirOperationGetInherentAttributeByName(op, asIrString("map")));
    for (intptr_t d = 0; d < mlirAffineMapGetNumDims(map); d++)
      operands[count++] = mlirOperationGetOperand(op, next++);
    mlirOperationSetInherentAttributeByName(
        op, asIrString("map"), mlirAffineMapAttrGet(addResults(array, map)));
  }
  for (int l = 0; l < array->numExpanded; l++) {
    MlirValue variable = scop->loops[statement->loops[l]].variable;
    operands[count++] =
        isAffine ? variable : insertPlace(variable, array->first[l], op);
  }
  while (next < all)
    operands[count++] = mlirOperationGetOperand(op, next++);
  mlirOperationSetOperands(op, count, operands);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static MlirType typeOf(const AsAffineArray *array) {
  MlirType own = mlirValueGetType(array->memref);
  int64_t shape[AS_AFFINE_MAX_RANK];
  intptr_t rank = array->numExpanded;
  for (int l = 0; l < array->numExpanded; l++)
    shape[l] = array->extent[l];
  for (intptr_t r = 0; r < mlirShapedTypeGetRank(own); r++)
    shape[rank++] = mlirShapedTypeGetDimSize(own, r);
  return mlirMemRefTypeContiguousGet(mlirShapedTypeGetElementType(own), rank,
                                     shape, mlirAttributeGetNull());
}

void asAllocateExpansions(const AsScop *scop, int array) {
  MlirValue memref = scop->arrays[array].memref;
  MlirValue memory =
      asIrInsertAlloc(scop->ops[0], typeOf(&scop->arrays[array]), alignment);
  for (int s = 0; s < scop->numStatements; s++) {
    const AsAffineStatement *statement = &scop->statements[s];
    for (int a = 0; a < statement->numAccesses; a++) {
      const AsAffineAccess *access = &statement->accesses[a];
      // Several statements may share a load: redirect it only once.
      if (access->array == array &&
          mlirValueEqual(mlirOperationGetOperand(access->op, access->isWrite),
                         memref))
        change(scop, statement, access, memory);
    }
  }
  MlirOperation end = mlirOperationGetNextInBlock(scop->ops[scop->numOps - 1]);
  asIrInsert(end, &(AsIrParts){.name = "memref.dealloc",
                               .numOperands = 1,
                               .operands = &memory});
}
