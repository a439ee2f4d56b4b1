//===- tma-copies.c - Lower copies to TMA
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites copies with the attribute as.tma into nvvm.cp.async.bulk.tensor, and
// adds the tensor maps that these need as arguments of the kernel.
//
// Limits are those of cuTensorMapEncodeTiled: elements of up to 8 bytes,
// strides that are multiples of 16 bytes, five dimensions, boxes of 256 along
// each.
//
// Requires:    asGpuPipelineCopies, which announces the bytes to an mbarrier.
//              Called by asGpuMapLoops.
// Provides:    as.maps on the function; asGpuMarkMaps marks the arguments.
// Invalidates: the signature of the function.
//
//   memref.copy %box, %tile {as.tma} : memref<12x20xf32, strided<...>> to ...
// becomes
//   nvvm.cp.async.bulk.tensor.shared.cluster.global %pointer, %map,
//       %mbarrier, box [%column, %row] ...
//
//===----------------------------------------------------------------------===//

#include "lowering/gpu/memory/tma-copies.h"
#include "ir/function-builder.h"
#include "ir/memref.h"
#include "launch/tensor-map.h"
#include "lowering/gpu/gpu-steps.h"
#include "lowering/gpu/mapped-forall.h"
#include "lowering/gpu/memory/mbarriers.h"
#include "lowering/gpu/memory/swizzle.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>
#include <string.h>

/// The box of an array that a copy reads.
typedef struct Box {
  MlirValue array; ///< An argument of the function.
  int rank;
  int64_t size[AS_GPU_MAX_RANK];
  MlirValue begin[AS_GPU_MAX_RANK]; ///< First index; null for 0.
} Box;

//===----------------------------------------------------------------------===//
// Reading the box
//===----------------------------------------------------------------------===//

static bool isDynamic(int64_t number) {
  return number == mlirShapedTypeGetDynamicStrideOrOffset();
}

/// The sum of two offsets, where null is 0.
static MlirValue sum(MlirOperation next, MlirValue x, MlirValue y) {
  if (mlirValueIsNull(x) || mlirValueIsNull(y))
    return mlirValueIsNull(x) ? y : x;
  return asIrInsertBinary(next, "arith.addi", x, y);
}

/// Rewrites the box in terms of the source of `slice`. False if the slice has
/// strides or dynamic sizes. Computes offsets before `next`, unless that is
/// null.
static bool widenToSource(Box *box, MlirOperation slice, MlirOperation next) {
  MlirAttribute offsets = asIrAttribute(slice, "static_offsets"),
                sizes = asIrAttribute(slice, "static_sizes"),
                strides = asIrAttribute(slice, "static_strides");
  intptr_t rank = mlirDenseArrayGetNumElements(offsets), dynamic = 1;
  Box wide = {.rank = (int)rank};
  int own = 0; // The dimension of the slice, which may drop unit dimensions.
  if (rank > AS_GPU_MAX_RANK)
    return false;
  for (intptr_t d = 0; d < rank; d++) {
    int64_t offset = mlirDenseI64ArrayGetElement(offsets, d),
            size = mlirDenseI64ArrayGetElement(sizes, d);
    MlirValue begin = {NULL};
    if (isDynamic(offset))
      begin = mlirOperationGetOperand(slice, dynamic++);
    else if (offset && !mlirOperationIsNull(next))
      begin = asIrInsertIndex(next, offset);
    intptr_t left = rank - d, ownLeft = box->rank - own;
    MlirType type = mlirValueGetType(mlirOperationGetResult(slice, 0));
    bool isKept = ownLeft == left ||
                  (ownLeft > 0 && mlirShapedTypeGetDimSize(type, own) == size);
    if (isDynamic(size) || mlirDenseI64ArrayGetElement(strides, d) != 1 ||
        (!isKept && size != 1))
      return false;
    wide.size[d] = isKept ? box->size[own] : 1;
    if (!mlirOperationIsNull(next))
      wide.begin[d] = isKept ? sum(next, begin, box->begin[own]) : begin;
    own += isKept;
  }
  *box = wide;
  return own == (int)mlirShapedTypeGetRank(
                    mlirValueGetType(mlirOperationGetResult(slice, 0)));
}

/// Whether the type is contiguous.
static bool isContiguous(MlirType type) {
  int64_t strides[AS_GPU_MAX_RANK], offset, expected = 1;
  intptr_t rank = mlirShapedTypeGetRank(type);
  if (rank < 1 || rank > AS_GPU_MAX_RANK ||
      !mlirShapedTypeHasStaticShape(type) ||
      mlirLogicalResultIsFailure(
          mlirMemRefTypeGetStridesAndOffset(type, strides, &offset)) ||
      offset != 0)
    return false;
  for (intptr_t d = rank - 1; d >= 0; d--) {
    if (strides[d] != expected)
      return false;
    expected *= mlirShapedTypeGetDimSize(type, d);
  }
  return true;
}

/// Reads the box of a copy. Computes its offsets before `next`, unless that is
/// null.
static bool readBox(MlirOperation copy, MlirOperation next, Box *box) {
  MlirValue from = mlirOperationGetOperand(copy, 0);
  MlirType type = mlirValueGetType(from);
  *box = (Box){.rank = (int)mlirShapedTypeGetRank(type)};
  if (!mlirShapedTypeHasStaticShape(type) || box->rank > AS_GPU_MAX_RANK)
    return false;
  for (int d = 0; d < box->rank; d++)
    box->size[d] = mlirShapedTypeGetDimSize(type, d);
  while (mlirValueIsAOpResult(from)) {
    MlirOperation op = mlirOpResultGetOwner(from);
    bool isSlice = asIrIsNamed(op, "memref.subview");
    if (isSlice ? !widenToSource(box, op, next)
                : !asIrIsNamed(op, "memref.cast"))
      return false;
    from = mlirOperationGetOperand(op, 0);
  }
  box->array = from;
  return mlirTypeIsAMemRef(mlirValueGetType(from)) &&
         isContiguous(mlirValueGetType(from)) &&
         box->rank == (int)mlirShapedTypeGetRank(mlirValueGetType(from));
}

/// Whether nothing writes the array or a part of it: TMA would see what threads
/// write only after a fence.
static bool isOnlyRead(MlirValue array) {
  MlirOpOperand use = mlirValueGetFirstUse(array);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    bool isView =
        mlirOperationGetNumResults(user) == 1 &&
        mlirTypeIsAMemRef(mlirValueGetType(mlirOperationGetResult(user, 0)));
    if (isView ? !isOnlyRead(mlirOperationGetResult(user, 0))
               : asIrWrites(user, mlirOpOperandGetOperandNumber(use)))
      return false;
  }
  return true;
}

bool asGpuIsTmaCopy(MlirOperation copy) {
  Box box;
  MlirType to = mlirValueGetType(mlirOperationGetOperand(copy, 1));
  if (!readBox(copy, (MlirOperation){NULL}, &box) || !isContiguous(to))
    return false;
  MlirType array = mlirValueGetType(box.array);
  int64_t bytes = asIrElementBytes(mlirShapedTypeGetElementType(array));
  bool fits = asTensorMapSupports(bytes) && isOnlyRead(box.array) &&
              box.rank <= AS_TENSOR_MAP_RANK &&
              box.size[box.rank - 1] * bytes % AS_TENSOR_MAP_UNIT == 0 &&
              (box.rank == 1 || mlirShapedTypeGetDimSize(array, box.rank - 1) *
                                        bytes % AS_TENSOR_MAP_UNIT ==
                                    0);
  for (int d = 0; d < box.rank; d++)
    fits &= box.size[d] <= AS_TENSOR_MAP_BOX &&
            mlirShapedTypeGetDimSize(array, d) <= INT32_MAX;
  return fits;
}

//===----------------------------------------------------------------------===//
// Tensor maps
//===----------------------------------------------------------------------===//

static void formatMap(const Box *box, int64_t rowBytes, AsText *text) {
  MlirType type = mlirValueGetType(box->array);
  int64_t bytes = asIrElementBytes(mlirShapedTypeGetElementType(type));
  AsTensorMap map = {
      .argument = (int)mlirBlockArgumentGetArgNumber(box->array),
      .rank = box->rank,
      .elementBytes = (int)bytes,
      .swizzleBytes = (int)rowBytes,
  };
  for (int d = 0; d < box->rank; d++) {
    map.size[d] = mlirShapedTypeGetDimSize(type, d);
    map.box[d] = box->size[d];
  }
  if (rowBytes)
    map.box[box->rank - 1] = rowBytes / bytes;
  asTensorMapFormat(&map, text);
}

/// The position of the map in the function's list, or -1. `count` gets the
/// length of the list.
static intptr_t findMap(const char *maps, const AsText *map, intptr_t *count) {
  intptr_t found = -1;
  for (*count = 0; *maps; ++*count) {
    size_t length = strcspn(maps, ",");
    if (length == map->length && memcmp(maps, map->data, length) == 0)
      found = *count;
    maps += length + (maps[length] == ',');
  }
  return found;
}

/// The argument that is the map; added if there is none. Null if the function
/// has too many.
static MlirValue mapOf(MlirOperation function, const AsText *map) {
  MlirBlock body = asIrBody(function);
  MlirContext context = mlirOperationGetContext(function);
  AsText maps = {0};
  asIrStringAttribute(function, AS_MAPS_ATTRIBUTE, &maps);
  intptr_t count, position = findMap(asTextString(&maps), map, &count);
  MlirValue value = {NULL};
  if (position >= 0) {
    value = mlirBlockGetArgument(body, mlirBlockGetNumArguments(body) - count +
                                           position);
  } else if (count < AS_MOST_TENSOR_MAPS) {
    asTextFormat(&maps, "%s%s", count ? "," : "", map->data);
    asIrSetStringAttribute(function, AS_MAPS_ATTRIBUTE, maps.data);
    value = asIrFunctionAddArgument(
        function, mlirTypeParseGet(context, asIrString("!llvm.ptr")));
  }
  asTextFree(&maps);
  return value;
}

/// Marks the last arguments as tensor maps: 128 bytes by value.
static MlirAttribute markLast(MlirAttribute marks, int numMaps) {
  MlirContext context = mlirAttributeGetContext(marks);
  MlirAttribute map = mlirAttributeParseGet(
      context, asIrString("{llvm.byval = !llvm.array<128 x i8>, "
                          "llvm.align = 64 : i64, nvvm.grid_constant}"));
  intptr_t count = mlirArrayAttrGetNumElements(marks);
  MlirAttribute *all = asAlloc(sizeof *all * (size_t)(count + 1));
  for (intptr_t i = 0; i < count; i++)
    all[i] = i < count - numMaps ? mlirArrayAttrGetElement(marks, i) : map;
  MlirAttribute result = mlirArrayAttrGet(context, count, all);
  free(all);
  return result;
}

static MlirWalkResult markMaps(MlirOperation op, void *context) {
  (void)context;
  AsTensorMap maps[AS_MOST_TENSOR_MAPS];
  int count;
  AsText text = {0};
  if (asIrIsNamed(op, "llvm.func") &&
      asIrStringAttribute(op, AS_MAPS_ATTRIBUTE, &text) &&
      asTensorMapsParse(text.data, maps, &count))
    mlirOperationSetAttributeByName(
        op, asIrString("arg_attrs"),
        markLast(mlirOperationGetAttributeByName(op, asIrString("arg_attrs")),
                 count));
  asTextFree(&text);
  return MlirWalkResultAdvance;
}

void asGpuMarkMaps(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), markMaps, NULL,
                    MlirWalkPreOrder);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// The target of a box: a buffer, or a panel of it.
typedef struct Target {
  MlirValue buffer;
  int64_t offset; ///< In bytes.
  int64_t column; ///< First column of the panel, in elements.
} Target;

/// Copies a box to one target. Operands are in the order of the instruction.
static void copyTo(const Box *box, const Target *target, MlirValue map,
                   MlirOperation next) {
  enum { pointers = 3 };
  MlirContext context = mlirOperationGetContext(next);
  MlirType i32 = mlirIntegerTypeGet(context, 32);
  MlirValue operands[pointers + AS_TENSOR_MAP_RANK] = {
      asGpuPointer(next, target->buffer, asIrInsertIndex(next, target->offset),
                   "!llvm.ptr<7>"),
      map};
  intptr_t count = 2;
  for (int d = box->rank - 1; d >= 0; d--) {
    MlirValue at = box->begin[d];
    if (mlirValueIsNull(at))
      at = asIrInsertIndex(next, 0);
    if (d == box->rank - 1)
      at = asGpuAdd(next, at, target->column);
    operands[count++] = asIrInsertUnary(next, "arith.index_cast", at, i32);
  }
  operands[count++] = asGpuMbarrierBefore(next);
  int32_t segments[] = {1, 1, box->rank, 1, 0, 0, 0, 0};
  asIrInsert(
      next,
      &(AsIrParts){
          .name = "nvvm.cp.async.bulk.tensor.shared.cluster.global",
          .numOperands = count,
          .operands = operands,
          .attributes = (AsIrAttribute[]){
              {"mode", mlirAttributeParseGet(
                           context, asIrString("#nvvm.tma_load_mode<tile>"))},
              {"operandSegmentSizes",
               mlirDenseI32ArrayGet(context, 8, segments)},
              {0}}});
}

AsStatus asGpuEmitTmaCopy(MlirOperation copy, const AsGpuKernel *kernel,
                          AsError *error) {
  Box box;
  AsGpuPanels panels;
  AsText text = {0};
  Target target = {.buffer = mlirOperationGetOperand(copy, 1)};
  if (!readBox(copy, copy, &box))
    return asFail(error, AS_UNSUPPORTED,
                  "this is no copy of a box of an array");
  if (!asGpuPanelsRead(target.buffer, &panels))
    panels.bytes = 0;
  formatMap(&box, panels.bytes, &text);
  MlirValue map = mapOf(kernel->function, &text);
  asTextFree(&text);
  if (mlirValueIsNull(map))
    return asFail(error, AS_UNSUPPORTED, "a kernel has at most %d tensor maps",
                  AS_MOST_TENSOR_MAPS);
  int64_t width = panels.bytes ? panels.bytes / panels.elementBytes
                               : box.size[box.rank - 1];
  for (; target.column < box.size[box.rank - 1]; target.column += width) {
    copyTo(&box, &target, map, copy);
    target.offset += panels.bytes * panels.rows;
  }
  mlirOperationDestroy(copy);
  return AS_OK;
}
