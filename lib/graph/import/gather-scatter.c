//===- gather-scatter.c - tensor.gather and tensor.scatter by indices
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites tensor.gather into a linalg.generic whose body reads an element by
// its indices, which is scheduled like any gather, and tensor.scatter into a
// loop that inserts one slice after the other, as upstream does with
// tosa.scatter. Upstream lowers neither of the two.
//
// Requires:    nothing. Those of dynamic shapes stay.
// Provides:    no such operation of static shapes.
// Invalidates: nothing.
//
//   %r = tensor.gather %x[%at] gather_dims([0])
//       : (tensor<9x8xf32>, tensor<4x1xindex>) -> tensor<4x8xf32>
// becomes
//   %r = linalg.generic outs(%empty : tensor<4x8xf32>) {
//     %i = linalg.index 0, %j = linalg.index 1
//     %row = tensor.extract %at[%i, %c0] : tensor<4x1xindex>
//     %v = tensor.extract %x[%row, %j] : tensor<9x8xf32>
//     linalg.yield %v
//   }
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "graph/graph-passes.h"
#include "ir/tensor-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { maxRank = 8 };

/// An operation that takes indices: of a slice, or of each.
typedef struct Indexed {
  MlirOperation op;
  MlirValue indices;
  MlirAttribute
      dims; ///< The dimensions of the indexed tensor that they are of.
  intptr_t numLeading; ///< Dimensions of `indices` but its last.
} Indexed;

static MlirType typeOf(MlirValue value) { return mlirValueGetType(value); }

static intptr_t rankOf(MlirValue value) {
  return mlirShapedTypeGetRank(typeOf(value));
}

/// Which index is that of a dimension; -1 for a dimension that has none.
static intptr_t indexOf(const Indexed *indexed, intptr_t dim) {
  for (intptr_t i = 0; i < mlirDenseArrayGetNumElements(indexed->dims); i++)
    if (mlirDenseI64ArrayGetElement(indexed->dims, i) == dim)
      return i;
  return -1;
}

static bool isKnown(MlirOperation op) {
  bool is =
      mlirShapedTypeGetRank(typeOf(mlirOperationGetResult(op, 0))) <= maxRank;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    is &=
        mlirShapedTypeHasStaticShape(typeOf(mlirOperationGetOperand(op, i))) &&
        rankOf(mlirOperationGetOperand(op, i)) <= maxRank;
  return is;
}

/// Reads one of the indices of the slice that `leading` counts.
static MlirValue readIndex(const Indexed *indexed, const MlirValue *leading,
                           intptr_t which, MlirOperation next) {
  MlirValue operands[maxRank + 1] = {indexed->indices};
  for (intptr_t i = 0; i < indexed->numLeading; i++)
    operands[i + 1] = leading[i];
  operands[indexed->numLeading + 1] = asIrInsertIndex(next, which);
  MlirType type = mlirShapedTypeGetElementType(typeOf(indexed->indices));
  MlirValue index =
      asIrInsertValue(next, &(AsIrParts){.name = "tensor.extract",
                                         .numOperands = indexed->numLeading + 2,
                                         .operands = operands,
                                         .numResults = 1,
                                         .results = &type});
  MlirType wanted = mlirIndexTypeGet(mlirOperationGetContext(next));
  return mlirTypeEqual(type, wanted)
             ? index
             : asIrInsertUnary(next, "arith.index_cast", index, wanted);
}

//===----------------------------------------------------------------------===//
// Gathers
//===----------------------------------------------------------------------===//

/// A body that yields its only argument.
static MlirRegion emptyBody(MlirOperation op, MlirType element) {
  MlirLocation location = mlirOperationGetLocation(op);
  MlirBlock block = mlirBlockCreate(1, &element, &location);
  MlirOperationState yield =
      mlirOperationStateGet(asIrString("linalg.yield"), location);
  MlirValue argument = mlirBlockGetArgument(block, 0);
  mlirOperationStateAddOperands(&yield, 1, &argument);
  mlirBlockAppendOwnedOperation(block, mlirOperationCreate(&yield));
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, block);
  return region;
}

/// Reads the element of the source for the loops of the result.
static MlirValue readElement(const Indexed *indexed, MlirOperation next) {
  MlirValue source = mlirOperationGetOperand(indexed->op, 0);
  intptr_t rank = rankOf(mlirOperationGetResult(indexed->op, 0));
  bool keepsUnits = rank == indexed->numLeading + rankOf(source);
  MlirValue loops[maxRank], operands[maxRank + 1] = {source};
  for (intptr_t r = 0; r < rank; r++)
    loops[r] = asIrInsertLoopIndex(next, r);
  intptr_t loop = indexed->numLeading;
  for (intptr_t d = 0; d < rankOf(source); d++) {
    intptr_t which = indexOf(indexed, d);
    operands[d + 1] =
        which < 0 ? loops[loop] : readIndex(indexed, loops, which, next);
    loop += which < 0 || keepsUnits;
  }
  MlirType element = mlirShapedTypeGetElementType(typeOf(source));
  return asIrInsertValue(next, &(AsIrParts){.name = "tensor.extract",
                                            .numOperands = rankOf(source) + 1,
                                            .operands = operands,
                                            .numResults = 1,
                                            .results = &element});
}

static MlirValue gather(const Indexed *indexed) {
  MlirOperation op = indexed->op;
  MlirContext context = mlirOperationGetContext(op);
  MlirType type = typeOf(mlirOperationGetResult(op, 0));
  mlirContextGetOrLoadDialect(context, asIrString("linalg"));
  MlirAffineMap all =
      mlirAffineMapMultiDimIdentityGet(context, mlirShapedTypeGetRank(type));
  MlirOperation generic =
      asGenericCreate(op, 0, NULL, asGraphInsertEmpty(op, type), &all,
                      emptyBody(op, mlirShapedTypeGetElementType(type)));
  MlirOperation yield = mlirBlockGetTerminator(asIrBody(generic));
  mlirOperationSetOperand(yield, 0, readElement(indexed, yield));
  return mlirOperationGetResult(generic, 0);
}

//===----------------------------------------------------------------------===//
// Scatters
//===----------------------------------------------------------------------===//

/// Counts the slices in the order of the leading dimensions.
static void countLeading(const Indexed *indexed, MlirValue count,
                         MlirOperation next, MlirValue *leading) {
  for (intptr_t i = indexed->numLeading - 1; i >= 0; i--) {
    MlirValue extent = asIrInsertIndex(
        next, mlirShapedTypeGetDimSize(typeOf(indexed->indices), i));
    leading[i] =
        i ? asIrInsertBinary(next, "arith.remui", count, extent) : count;
    count = asIrInsertBinary(next, "arith.divui", count, extent);
  }
}

/// Inserts the slice of the source that `leading` counts into `whole`.
static MlirValue insertOne(const Indexed *indexed, const MlirValue *leading,
                           MlirValue whole, MlirOperation next) {
  MlirValue source = mlirOperationGetOperand(indexed->op, 0);
  AsIrSlice from = {0}, to = {0};
  int64_t shape[maxRank];
  intptr_t rank = 0;
  for (intptr_t r = 0; r < rankOf(source); r++)
    asIrSliceAdd(&from,
                 r < indexed->numLeading
                     ? 1
                     : mlirShapedTypeGetDimSize(typeOf(source), r),
                 r < indexed->numLeading ? leading[r] : (MlirValue){NULL});
  for (intptr_t d = 0; d < rankOf(whole); d++) {
    int64_t extent = mlirShapedTypeGetDimSize(typeOf(whole), d);
    intptr_t which = indexOf(indexed, d);
    MlirValue place = {NULL};
    if (which >= 0)
      place = readIndex(indexed, leading, which, next);
    else
      shape[rank++] = extent;
    asIrSliceAdd(&to, which >= 0 ? 1 : extent, place);
  }
  MlirType type = mlirRankedTensorTypeGet(
      rank, shape, mlirShapedTypeGetElementType(typeOf(whole)),
      mlirAttributeGetNull());
  MlirValue slice = asIrInsertExtractSlice(next, source, type, &from);
  return asIrInsertInsertSlice(next, slice, whole, &to);
}

static MlirValue scatter(const Indexed *indexed) {
  int64_t count = 1;
  for (intptr_t i = 0; i < indexed->numLeading; i++)
    count *= mlirShapedTypeGetDimSize(typeOf(indexed->indices), i);
  MlirOperation loop = asIrInsertFor(indexed->op, (AsIrRange){0, count, 1},
                                     mlirOperationGetOperand(indexed->op, 1));
  MlirBlock body = asIrBody(loop);
  MlirOperation yield = mlirBlockGetTerminator(body);
  MlirValue leading[maxRank];
  countLeading(indexed, mlirBlockGetArgument(body, 0), yield, leading);
  mlirOperationSetOperand(
      yield, 0,
      insertOne(indexed, leading, mlirBlockGetArgument(body, 1), yield));
  return mlirOperationGetResult(loop, 0);
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

static MlirWalkResult replace(MlirOperation op, void *context) {
  (void)context;
  bool isGather = asIrIsNamed(op, "tensor.gather");
  if ((!isGather && !asIrIsNamed(op, "tensor.scatter")) || !isKnown(op))
    return MlirWalkResultAdvance;
  MlirValue indices = mlirOperationGetOperand(op, isGather ? 1 : 2);
  Indexed indexed = {
      op, indices, asIrAttribute(op, isGather ? "gather_dims" : "scatter_dims"),
      rankOf(indices) - 1};
  MlirValue value = isGather ? gather(&indexed) : scatter(&indexed);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), value);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asGraphGathersAndScatters(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), replace, NULL,
                    MlirWalkPostOrder);
}
