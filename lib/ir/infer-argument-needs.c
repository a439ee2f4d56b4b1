//===- infer-argument-needs.c - Infer which argument values a function accepts
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds operations that do not accept all values, such as divisions, roots,
// logarithms and indexed loads, and traces their operands back to arguments of
// the function. Random arguments can then be chosen so that the function stays
// in bounds and computes no NaN.
//
//   func.func @f(%x: tensor<4xi32>, %table: tensor<10xf32>) {
//     %i = tensor.extract %x[%c0] : tensor<4xi32>
//     %j = arith.index_cast %i : i32 to index
//     %v = tensor.extract %table[%j] : tensor<10xf32>
//
// Elements of %x must be less than 10.
//
//===----------------------------------------------------------------------===//

#include "ir/infer-argument-needs.h"
#include "ir/def-use.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <string.h>

/// `count` operands of an operation, from number `first` on.
typedef struct Operands {
  const char *op;
  intptr_t first, count;
} Operands;

static const Operands *find(const Operands *table, size_t length,
                            MlirOperation op) {
  for (size_t i = 0; i < length; i++)
    if (asIrIsNamed(op, table[i].op))
      return &table[i];
  return NULL;
}
#define FIND(table, op) find(table, sizeof table / sizeof *table, op)

//===----------------------------------------------------------------------===//
// Tracing back
//===----------------------------------------------------------------------===//

/// Operations whose results are elements of operands, or sums of them.
static const Operands carriers[] = {
    {"arith.addf", 0, 2},
    {"arith.extf", 0, 1},
    {"arith.truncf", 0, 1},
    {"arith.extsi", 0, 1},
    {"arith.extui", 0, 1},
    {"arith.trunci", 0, 1},
    {"arith.index_cast", 0, 1},
    {"arith.index_castui", 0, 1},
    {"arith.select", 1, 2},
    {"linalg.add", 0, 2},
    {"linalg.broadcast", 0, 1},
    {"linalg.transpose", 0, 1},
    {"tensor.cast", 0, 1},
    {"tensor.collapse_shape", 0, 1},
    {"tensor.expand_shape", 0, 1},
    {"tensor.extract", 0, 1},
    {"tensor.extract_slice", 0, 1},
    {"memref.load", 0, 1},
    {"memref.cast", 0, 1},
    {"memref.subview", 0, 1},
    {"tosa.add", 0, 2},
    {"tosa.cast", 0, 1},
    {"tosa.identity", 0, 1},
    {"tosa.reshape", 0, 1},
    {"tosa.transpose", 0, 1},
};

/// The values that were reached. Values beyond the capacity are not followed;
/// the function then only gets less suitable random numbers.
typedef struct Trace {
  MlirValue values[64];
  int count;
} Trace;

static void follow(Trace *trace, MlirValue value) {
  for (int i = 0; i < trace->count; i++)
    if (mlirValueEqual(trace->values[i], value))
      return;
  if (trace->count < (int)(sizeof trace->values / sizeof *trace->values))
    trace->values[trace->count++] = value;
}

static void followOperands(Trace *trace, MlirOperation op,
                           const Operands *operands) {
  intptr_t end = operands->first + operands->count,
           limit = mlirOperationGetNumOperands(op);
  for (intptr_t i = operands->first; i < end && i < limit; i++)
    follow(trace, mlirOperationGetOperand(op, i));
}

/// A block argument: of a linalg operation, continues with its operand; of the
/// function, notes the need.
static void traceArgument(Trace *trace, MlirValue value, MlirOperation function,
                          AsNeed need, AsNeed *needs) {
  MlirOperation owner =
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
  intptr_t number = mlirBlockArgumentGetArgNumber(value);
  if (mlirOperationEqual(owner, function))
    needs[number] = asNeedBoth(needs[number], need);
  else if (asIrHasPrefix(owner, "linalg."))
    followOperands(trace, owner, &(Operands){"", number, 1});
}

static void traceResult(Trace *trace, MlirValue value) {
  MlirOperation op = asIrDefinition(value);
  const Operands *carrier = FIND(carriers, op);
  if (carrier)
    followOperands(trace, op, carrier);
  else if (asIrIsNamed(op, "linalg.generic"))
    followOperands(trace, mlirBlockGetTerminator(asIrBody(op)),
                   &(Operands){"", mlirOpResultGetResultNumber(value), 1});
}

static void traceBack(MlirValue value, MlirOperation function, AsNeed need,
                      AsNeed *needs) {
  Trace trace = {{value}, 1};
  for (int i = 0; i < trace.count; i++)
    if (mlirValueIsABlockArgument(trace.values[i]))
      traceArgument(&trace, trace.values[i], function, need, needs);
    else
      traceResult(&trace, trace.values[i]);
}

//===----------------------------------------------------------------------===//
// Operations with needs
//===----------------------------------------------------------------------===//

static const Operands positive[] = {
    {"arith.divf", 1, 1},        {"arith.divsi", 1, 1},  {"arith.divui", 1, 1},
    {"arith.remsi", 1, 1},       {"arith.remui", 1, 1},  {"linalg.div", 1, 1},
    {"linalg.log", 0, 1},        {"linalg.rsqrt", 0, 1}, {"linalg.sqrt", 0, 1},
    {"linalg.reciprocal", 0, 1}, {"math.log", 0, 1},     {"math.log2", 0, 1},
    {"math.rsqrt", 0, 1},        {"math.sqrt", 0, 1},    {"tosa.log", 0, 1},
    {"tosa.reciprocal", 0, 1},   {"tosa.rsqrt", 0, 1},
};

typedef struct Search {
  MlirOperation function;
  AsNeed *needs;
} Search;

/// `value` is below the size of that dimension, where `taken` places from it on
/// have to be inside.
static void needRoom(const Search *search, MlirValue value, MlirValue indexed,
                     intptr_t dimension, int64_t taken) {
  MlirType type = mlirValueGetType(indexed);
  if (!mlirTypeIsAShaped(type) || !mlirShapedTypeHasRank(type) ||
      dimension >= mlirShapedTypeGetRank(type) ||
      mlirShapedTypeIsDynamicDim(type, dimension))
    return;
  int64_t extent = mlirShapedTypeGetDimSize(type, dimension) - taken + 1;
  if (extent > 0)
    traceBack(value, search->function,
              (AsNeed){.isKnown = true, .extent = extent}, search->needs);
}

static void needIndex(const Search *search, MlirValue value, MlirValue indexed,
                      intptr_t dimension) {
  needRoom(search, value, indexed, dimension, 1);
}

/// Behind that operand is an index for each of its dimensions.
static const Operands accesses[] = {
    {"tensor.extract", 0, 1},
    {"tensor.insert", 1, 1},
    {"memref.load", 0, 1},
    {"memref.store", 1, 1},
};

/// Behind that operand are the offsets of a slice of it.
static const Operands slices[] = {
    {"tensor.extract_slice", 0, 1},
    {"tensor.insert_slice", 1, 1},
    {"tensor.parallel_insert_slice", 1, 1},
    {"memref.subview", 0, 1},
};

/// The slice is inside of `whole`.
static void needSlice(const Search *search, MlirOperation op, intptr_t whole) {
  MlirAttribute offsets = asIrAttribute(op, "static_offsets");
  MlirAttribute sizes = asIrAttribute(op, "static_sizes");
  MlirAttribute strides = asIrAttribute(op, "static_strides");
  intptr_t next = whole + 1, rank = mlirDenseArrayGetNumElements(offsets);
  for (intptr_t r = 0; r < rank; r++) {
    if (mlirDenseI64ArrayGetElement(offsets, r) !=
        mlirShapedTypeGetDynamicStrideOrOffset())
      continue;
    int64_t size = mlirDenseI64ArrayGetElement(sizes, r);
    if (size > 0 && mlirDenseI64ArrayGetElement(strides, r) == 1)
      needRoom(search, mlirOperationGetOperand(op, next),
               mlirOperationGetOperand(op, whole), r, size);
    next++;
  }
}

/// Each index is one of all dimensions that it may be of.
static void needPlaces(const Search *search, MlirOperation op, intptr_t indices,
                       intptr_t whole, const char *dims) {
  MlirAttribute list = asIrAttribute(op, dims);
  for (intptr_t i = 0; i < mlirDenseArrayGetNumElements(list); i++)
    needIndex(search, mlirOperationGetOperand(op, indices),
              mlirOperationGetOperand(op, whole),
              mlirDenseI64ArrayGetElement(list, i));
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  const Search *search = context;
  const Operands *operands = FIND(positive, op);
  const Operands *access = FIND(accesses, op), *slice = FIND(slices, op);
  if (operands && mlirOperationGetNumOperands(op) > operands->first)
    traceBack(mlirOperationGetOperand(op, operands->first), search->function,
              (AsNeed){.isKnown = true, .isPositive = true}, search->needs);
  if (access)
    for (intptr_t i = access->first + 1; i < mlirOperationGetNumOperands(op);
         i++)
      needIndex(search, mlirOperationGetOperand(op, i),
                mlirOperationGetOperand(op, access->first),
                i - access->first - 1);
  else if (slice)
    needSlice(search, op, slice->first);
  else if (asIrIsNamed(op, "tosa.gather") || asIrIsNamed(op, "tosa.scatter"))
    needIndex(search, mlirOperationGetOperand(op, 1),
              mlirOperationGetOperand(op, 0), 1);
  else if (asIrIsNamed(op, "tensor.gather"))
    needPlaces(search, op, 1, 0, "gather_dims");
  else if (asIrIsNamed(op, "tensor.scatter"))
    needPlaces(search, op, 2, 1, "scatter_dims");
  return MlirWalkResultAdvance;
}

void asIrNeeds(MlirOperation function, AsNeed *needs) {
  intptr_t count = mlirBlockGetNumArguments(asIrBody(function));
  for (intptr_t i = 0; i < count; i++)
    needs[i] = (AsNeed){.isKnown = true};
  Search search = {function, needs};
  mlirOperationWalk(function, visit, &search, MlirWalkPreOrder);
}
