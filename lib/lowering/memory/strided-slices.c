//===- strided-slices.c - Let tasks read slices whose strides are dynamic
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile of some rows and some columns of a matrix of any size has rows whose
// distance is known at run time only. Bufferisation would copy it for each
// call, as the type of the task's argument is dense. So an argument that the
// task only reads gets a layout with dynamic strides, of which the last one
// is 1. All other calls of the task pass what they have by a cast, so none of
// them may pass a column.
//
// Slices whose strides are static, and those that are runs of elements, are
// left: asSlicesInPlace and asTilesInPlace take them, with cheaper types.
//
// Requires:    tensors before bufferisation, after asSlicesInPlace.
// Provides:    bufferization.buffer_layout on such arguments of private
//              functions.
// Invalidates: nothing.
//
//   %s = tensor.extract_slice %x[%i, %k] [8, 16] [1, 1]
//       : tensor<?x?xf32> to tensor<8x16xf32>
//   %r = func.call @task(%s, ...)
//   ...
//   func.func private @task(%a: tensor<8x16xf32>, ...)
//
// becomes
//
//   func.func private @task(%a: tensor<8x16xf32> {
//       bufferization.buffer_layout = strided<[?, 1], offset: ?>,
//       bufferization.writable = false}, ...)
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/function-builder.h"
#include "ir/invariant-values.h"
#include "ir/ir-mapping.h"
#include "ir/memref.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Func.h"

enum { maxRank = 8 };

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// The slice that the value is, perhaps in another shape; null if it is none.
static MlirOperation sliceOf(MlirValue value) {
  static const char *const reshapes[] = {"tensor.collapse_shape",
                                         "tensor.expand_shape"};
  MlirOperation op = asIrDefinition(value);
  while (!mlirOperationIsNull(op) &&
         asIrIsOneOf(op, reshapes, sizeof reshapes / sizeof *reshapes))
    op = asIrDefinition(mlirOperationGetOperand(op, 0));
  return !mlirOperationIsNull(op) && asIrIsNamed(op, "tensor.extract_slice")
             ? op
             : (MlirOperation){NULL};
}

/// Whether elements of a row of the value follow each other, as far as slices
/// tell. A column may be without the dimension of its rows, and get another
/// one.
static bool hasRows(MlirValue value) {
  MlirOperation slice = sliceOf(value);
  if (mlirOperationIsNull(slice))
    return true;
  MlirValue whole = mlirOperationGetOperand(slice, 0);
  intptr_t rank = mlirShapedTypeGetRank(mlirValueGetType(whole)),
           last = rank - 1;
  if (rank == 0)
    return true;
  bool isColumn = mlirDenseI64ArrayGetElement(
                      asIrAttribute(slice, "static_sizes"), last) == 1,
       isWhole = mlirShapedTypeGetRank(mlirValueGetType(value)) == rank &&
                 asIrIsMadeBy(value, "tensor.extract_slice");
  return mlirDenseI64ArrayGetElement(asIrAttribute(slice, "static_strides"),
                                     last) == 1 &&
         (!isColumn || isWhole) && hasRows(whole);
}

/// Whether the value, which is the slice in some shape, has rows of elements
/// that follow each other, and the distance of some is dynamic.
static bool isStrided(MlirOperation slice, MlirValue value) {
  MlirType whole = mlirValueGetType(mlirOperationGetOperand(slice, 0));
  MlirAttribute sizes = asIrAttribute(slice, "static_sizes"),
                strides = asIrAttribute(slice, "static_strides");
  intptr_t rank = mlirShapedTypeGetRank(whole);
  bool isDynamic = false, is = false;
  for (intptr_t d = rank - 1; d >= 0; d--) {
    if (mlirDenseI64ArrayGetElement(strides, d) != 1)
      return false;
    is |= isDynamic && mlirDenseI64ArrayGetElement(sizes, d) != 1;
    isDynamic |= mlirShapedTypeIsDynamicDim(whole, d);
  }
  return is && hasRows(value);
}

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

/// Whether the operation reads its operand `i` and does not write it.
static bool reads(MlirOperation op, intptr_t i) {
  static const char *const first[] = {
      "vector.transfer_read", "tensor.extract",
      "tensor.dim",           "tensor.pad",
      "tensor.insert_slice",  "tensor.parallel_insert_slice",
      "linalg.transpose",     "linalg.broadcast",
      "linalg.pack"};
  if (asIrIsOneOf(op, first, sizeof first / sizeof *first))
    return i == 0;
  MlirAttribute segments = asIrAttribute(op, "operandSegmentSizes");
  return asIrHasPrefix(op, "linalg.") && !mlirAttributeIsNull(segments) &&
         i < mlirDenseI32ArrayGetElement(segments, 0);
}

static bool isOnlyRead(MlirValue tensor) {
  static const char *const views[] = {"tensor.extract_slice",
                                      "tensor.collapse_shape",
                                      "tensor.expand_shape", "tensor.cast"};
  bool is = true;
  for (MlirOpOperand use = mlirValueGetFirstUse(tensor);
       !mlirOpOperandIsNull(use) && is; use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    is = asIrIsOneOf(user, views, sizeof views / sizeof *views)
             ? isOnlyRead(mlirOperationGetResult(user, 0))
             : reads(user, mlirOpOperandGetOperandNumber(use));
  }
  return is;
}

/// Whether the layout may be that of the argument.
static bool canTake(MlirOperation function, intptr_t argument) {
  if (mlirOperationIsNull(function) || !asIrIsPrivate(function) ||
      mlirBlockIsNull(asIrBody(function)))
    return false;
  MlirValue value = mlirBlockGetArgument(asIrBody(function), argument);
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsARankedTensor(type) && mlirShapedTypeHasStaticShape(type) &&
         mlirShapedTypeGetRank(type) <= maxRank && asIrElementBits(type) >= 8 &&
         !asIrArgumentHas(function, argument, AS_LAYOUT_ATTRIBUTE) &&
         !asIrArgumentHas(function, argument, AS_WRITABLE_ATTRIBUTE) &&
         isOnlyRead(value);
}

/// All strides but the last one are dynamic, and so is the offset.
static MlirAttribute openLayout(MlirContext context, intptr_t rank) {
  int64_t open = mlirShapedTypeGetDynamicStrideOrOffset(), strides[maxRank];
  for (intptr_t r = 0; r < rank; r++)
    strides[r] = r + 1 < rank ? open : 1;
  return mlirStridedLayoutAttrGet(context, open, rank, strides);
}

typedef struct Tasks {
  MlirModule module;
  AsIrMap columns; ///< Arguments for which some call passes no rows.
} Tasks;

/// Notes what the layout cannot be of: rows are all that it allows.
static MlirWalkResult findColumns(MlirOperation op, void *context) {
  Tasks *tasks = context;
  for (intptr_t i = 0;
       asIrIsNamed(op, "func.call") && i < mlirOperationGetNumOperands(op);
       i++) {
    if (hasRows(mlirOperationGetOperand(op, i)))
      continue;
    MlirOperation function = asIrReferenced(tasks->module, op, "callee");
    if (mlirOperationIsNull(function) || mlirBlockIsNull(asIrBody(function)))
      continue;
    MlirValue argument = mlirBlockGetArgument(asIrBody(function), i);
    if (asIrMapFind(&tasks->columns, argument) < 0)
      asIrMapAdd(&tasks->columns, argument, argument);
  }
  return MlirWalkResultAdvance;
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  const Tasks *tasks = context;
  if (!asIrIsNamed(op, "func.call"))
    return MlirWalkResultAdvance;
  MlirOperation function = asIrReferenced(tasks->module, op, "callee");
  MlirContext own = mlirOperationGetContext(op);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    MlirOperation slice = sliceOf(value);
    if (mlirOperationIsNull(slice) || !isStrided(slice, value) ||
        !canTake(function, i) ||
        asIrMapFind(&tasks->columns,
                    mlirBlockGetArgument(asIrBody(function), i)) >= 0)
      continue;
    mlirFuncSetArgAttr(
        function, i, asIrString(AS_LAYOUT_ATTRIBUTE),
        openLayout(own, mlirShapedTypeGetRank(mlirValueGetType(value))));
    // Callers would copy what may be written to a buffer of that layout, which
    // cannot be allocated.
    mlirFuncSetArgAttr(function, i, asIrString(AS_WRITABLE_ATTRIBUTE),
                       mlirBoolAttrGet(own, false));
  }
  return MlirWalkResultAdvance;
}

void asReadStridedSlices(MlirModule module) {
  MlirOperation all = mlirModuleGetOperation(module);
  Tasks tasks = {.module = module};
  mlirOperationWalk(all, findColumns, &tasks, MlirWalkPreOrder);
  mlirOperationWalk(all, visit, &tasks, MlirWalkPreOrder);
  asIrMapFree(&tasks.columns);
}
