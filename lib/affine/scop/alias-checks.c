//===- alias-checks.c - Whether arrays may overlap
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Classifies pairs of arrays, and builds the run-time check for those that are
// not known to be disjoint:
//
//   %a = memref.extract_aligned_pointer_as_index %A
//   %b = memref.extract_aligned_pointer_as_index %B
//   %disjoint = %a + bytes(A) <= %b or %b + bytes(B) <= %a
//
//===----------------------------------------------------------------------===//

#include "affine/scop/alias-checks.h"
#include "as/element.h"
#include "ir/def-use.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

//===----------------------------------------------------------------------===//
// Known disjoint arrays
//===----------------------------------------------------------------------===//

static bool isAllocation(MlirValue array) {
  return asIrIsMadeBy(array, "memref.alloc") ||
         asIrIsMadeBy(array, "memref.alloca");
}

static bool isGlobal(MlirValue array) {
  return asIrIsMadeBy(array, "memref.get_global");
}

/// Arguments of the entry block. Those of other blocks may be any memory.
static bool isFunctionArgument(MlirValue array) {
  if (!mlirValueIsABlockArgument(array))
    return false;
  MlirBlock block = mlirBlockArgumentGetOwner(array);
  return asIrIsNamed(mlirBlockGetParentOperation(block), "func.func") &&
         mlirBlockEqual(
             block, mlirRegionGetFirstBlock(mlirBlockGetParentRegion(block)));
}

/// Whether the argument is marked llvm.noalias.
static bool isNoalias(MlirValue array) {
  if (!isFunctionArgument(array))
    return false;
  MlirOperation function =
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(array));
  MlirAttribute list =
      mlirOperationGetAttributeByName(function, asIrString("arg_attrs"));
  if (mlirAttributeIsNull(list))
    return false;
  MlirAttribute attributes =
      mlirArrayAttrGetElement(list, mlirBlockArgumentGetArgNumber(array));
  return !mlirAttributeIsNull(mlirDictionaryAttrGetElementByName(
      attributes, asIrString("llvm.noalias")));
}

/// Whether the origin of the memory is known. Casts and views hide it.
static bool isRoot(MlirValue array) {
  return isAllocation(array) || isGlobal(array) || isFunctionArgument(array);
}

static bool areDisjoint(MlirValue a, MlirValue b) {
  if (!isRoot(a) || !isRoot(b))
    return false;
  if (isAllocation(a) || isAllocation(b) || isNoalias(a) || isNoalias(b))
    return true;
  if (!isGlobal(a) || !isGlobal(b))
    return false;
  MlirStringRef name = asIrString("name");
  return !mlirAttributeEqual(
      mlirOperationGetInherentAttributeByName(asIrDefinition(a), name),
      mlirOperationGetInherentAttributeByName(asIrDefinition(b), name));
}

static bool needsTest(const AsScop *scop, int a, int b) {
  return (asAffineIsWritten(scop, a) || asAffineIsWritten(scop, b)) &&
         !areDisjoint(scop->arrays[a].memref, scop->arrays[b].memref);
}

static bool areArguments(const AsScop *scop, int a, int b) {
  return isFunctionArgument(scop->arrays[a].memref) &&
         isFunctionArgument(scop->arrays[b].memref);
}

/// The number of bytes from the first to the last element that the SCoP may
/// access; 0 if it is not known or the memory is not dense. Open extents are
/// left out.
static int64_t bytesOf(const AsScop *scop, const AsAffineTensors *tensors,
                       int array) {
  MlirType type = mlirValueGetType(scop->arrays[array].memref);
  if (!mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type)))
    return 0;
  const AsAffineTensor *tensor = &tensors->arrays[array];
  int64_t bytes = asAffineElementBytes(scop, array);
  for (int r = scop->arrays[array].numExpanded; r < tensor->rank; r++)
    if (r >= AS_AFFINE_MAX_RANK)
      bytes = 0;
    else if (tensor->shape[r] != mlirShapedTypeGetDynamicSize())
      bytes *= tensor->shape[r];
  return bytes;
}

/// Inserts that number; all bytes along open extents.
static MlirValue insertBytes(const AsScop *scop, const AsAffineTensors *tensors,
                             int array, MlirOperation next) {
  const AsAffineTensor *tensor = &tensors->arrays[array];
  MlirValue bytes = asIrInsertIndex(next, bytesOf(scop, tensors, array));
  for (int r = 0; r < tensor->rank && tensor->isOpen; r++)
    if (tensor->shape[r] == mlirShapedTypeGetDynamicSize())
      bytes = asIrInsertBinary(
          next, "arith.muli", bytes,
          asIrInsertMemoryDim(next, scop->arrays[array].memref, r));
  return bytes;
}

AsAliasing asAffineAliasing(const AsScop *scop, const AsAffineTensors *tensors,
                            bool assumeNoalias) {
  AsAliasing aliasing = AS_ALIAS_NONE;
  for (int a = 0; a < scop->numArrays; a++)
    for (int b = 0; b < a; b++)
      if (needsTest(scop, a, b) &&
          !(assumeNoalias && areArguments(scop, a, b))) {
        if (!bytesOf(scop, tensors, a) || !bytesOf(scop, tensors, b))
          return AS_ALIAS_UNKNOWN;
        aliasing = AS_ALIAS_CHECK;
      }
  return aliasing;
}

//===----------------------------------------------------------------------===//
// The run-time check
//===----------------------------------------------------------------------===//

static MlirValue isAtMost(MlirOperation next, MlirValue left, MlirValue right) {
  return asIrInsertComparison(next, AS_IR_LESS_OR_EQUAL, left, right);
}

static MlirValue addressOf(MlirOperation next, MlirValue array) {
  MlirType type = mlirIndexTypeGet(mlirOperationGetContext(next));
  return asIrInsertUnary(next, "memref.extract_aligned_pointer_as_index", array,
                         type);
}

MlirValue asAliasTest(const AsScop *scop, const AsAffineTensors *tensors,
                      MlirOperation next) {
  MlirValue all = {NULL};
  for (int a = 0; a < scop->numArrays; a++)
    for (int b = 0; b < a; b++) {
      if (!needsTest(scop, a, b))
        continue;
      MlirValue startA = addressOf(next, scop->arrays[a].memref),
                startB = addressOf(next, scop->arrays[b].memref);
      MlirValue endA = asIrInsertBinary(next, "arith.addi", startA,
                                        insertBytes(scop, tensors, a, next)),
                endB = asIrInsertBinary(next, "arith.addi", startB,
                                        insertBytes(scop, tensors, b, next));
      MlirValue disjoint =
          asIrInsertBinary(next, "arith.ori", isAtMost(next, endA, startB),
                           isAtMost(next, endB, startA));
      all = mlirValueIsNull(all)
                ? disjoint
                : asIrInsertBinary(next, "arith.andi", all, disjoint);
    }
  return all;
}

//===----------------------------------------------------------------------===//
// Private arrays
//===----------------------------------------------------------------------===//

static bool isAccess(const AsScop *scop, MlirOperation op) {
  for (int s = 0; s < scop->numStatements; s++)
    for (int a = 0; a < scop->statements[s].numAccesses; a++)
      if (mlirOperationEqual(scop->statements[s].accesses[a].op, op))
        return true;
  return false;
}

bool asAffineIsPrivate(const AsScop *scop, int array) {
  MlirValue memref = scop->arrays[array].memref;
  if (!isAllocation(memref))
    return false;
  MlirOpOperand use = mlirValueGetFirstUse(memref);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!asIrIsNamed(user, "memref.dealloc") && !isAccess(scop, user))
      return false;
  }
  return true;
}

bool asAffineIsScalar(const AsScop *scop, int array) {
  MlirType type = mlirValueGetType(scop->arrays[array].memref);
  for (intptr_t r = 0; r < mlirShapedTypeGetRank(type); r++)
    if (mlirShapedTypeIsDynamicDim(type, r) ||
        mlirShapedTypeGetDimSize(type, r) != 1)
      return false;
  return asAffineIsPrivate(scop, array);
}
