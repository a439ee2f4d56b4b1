//===- sized-functions.c - Let callers choose sizes and allocate results
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function with dynamic dimensions takes and returns memref descriptors, and
// allocates its results. So for each that has as.symbols
// (graph/sizes/size-symbols.h) there are two more functions. as_sized_NAME has
// its body, and takes bare pointers to all arguments and results, then the
// symbols; it writes the results where the caller wants them, and returns 0, or
// why it cannot run (memory/reserve-memory.c). as_sizes_NAME checks sizes and
// computes those of results. NAME itself is left for callers that pass
// descriptors: it allocates its results and calls as_sized_NAME.
//
// Requires:    tensors before bufferisation, after asKeepArguments.
// Provides:    the two functions for each with as.symbols.
// Invalidates: nothing.
//
//   func.func @f(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
//     ...
//     return %y : tensor<?x4xf32>
//
// becomes, beside @as_sizes_f and an @f that calls it,
//
//   func.func private @as_sized_f(%p: memref<f32>, %q: memref<f32>,
//                                 %n: index) -> i32 {
//     %m = memref.reinterpret_cast %p to offset: [0], sizes: [%n, 4], ...
//     %x = bufferization.to_tensor %m restrict : memref<?x4xf32> to ...
//     ...
//     %r = memref.reinterpret_cast %q to offset: [0], sizes: [%n, 4], ...
//     bufferization.materialize_in_destination %y in restrict writable %r
//     %fine = arith.constant 0 : i32
//     return %fine : i32
//
//===----------------------------------------------------------------------===//

#include "lowering/sized-functions.h"
#include "graph/sizes/size-analysis.h"
#include "ir/function-builder.h"
#include "ir/invariant-values.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "ir/tensor-builder.h"
#include "lowering/constants/initializer.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Func.h"
#include "support/arena.h"
#include "support/entry-symbols.h"
#include <stdlib.h>

MlirType asSizedType(const AsSizedFunction *function, intptr_t value) {
  return value < function->numInputs
             ? mlirFunctionTypeGetInput(function->type, value)
             : mlirFunctionTypeGetResult(function->type,
                                         value - function->numInputs);
}

MlirAffineExpr asSizedDim(const AsSizedFunction *function, intptr_t value,
                          intptr_t dim) {
  for (intptr_t v = 0; v < value; v++) {
    MlirType type = asSizedType(function, v);
    dim += asIsRanked(type) ? mlirShapedTypeGetRank(type) : 0;
  }
  return mlirAffineMapGetResult(function->symbols.shapes, dim);
}

//===----------------------------------------------------------------------===//
// The function with the body
//===----------------------------------------------------------------------===//

/// What is passed for a tensor or memref, and for each result: a pointer.
static MlirType pointerType(MlirType type) {
  MlirAttribute none = {NULL};
  return mlirMemRefTypeContiguousGet(
      asIsRanked(type) ? mlirShapedTypeGetElementType(type) : type, 0, NULL,
      none);
}

static MlirType bufferType(MlirType type) {
  if (mlirTypeIsAMemRef(type))
    return type;
  int64_t shape[AS_MOST_DIMENSIONS];
  intptr_t rank = mlirShapedTypeGetRank(type);
  for (intptr_t d = 0; d < rank; d++)
    shape[d] = mlirShapedTypeGetDimSize(type, d);
  MlirAttribute none = {NULL};
  return mlirMemRefTypeContiguousGet(mlirShapedTypeGetElementType(type), rank,
                                     shape, none);
}

/// What as_sized_NAME is made of.
typedef struct Builder {
  const AsSizedFunction *function;
  MlirOperation sized;
  MlirValue *symbols;
} Builder;

static MlirValue insertSize(const Builder *builder, MlirOperation next,
                            MlirAffineExpr size) {
  const AsSymbols *symbols = &builder->function->symbols;
  MlirContext context = mlirOperationGetContext(next);
  if (mlirAffineExprIsASymbol(size))
    return builder->symbols[mlirAffineSymbolExprGetPosition(size)];
  MlirType index = mlirIndexTypeGet(context);
  return asIrInsertValue(
      next,
      &(AsIrParts){.name = "affine.apply",
                   .numOperands = symbols->count,
                   .operands = builder->symbols,
                   .numResults = 1,
                   .results = &index,
                   .attributes = (AsIrAttribute[]){
                       {"map", mlirAffineMapAttrGet(mlirAffineMapGet(
                                   context, 0, symbols->count, 1, &size))},
                       {0}}});
}

/// Inserts the buffer that a pointer points to.
static MlirValue insertCast(const Builder *builder, MlirOperation next,
                            MlirValue pointer, intptr_t value) {
  MlirContext context = mlirOperationGetContext(next);
  MlirType type = bufferType(asSizedType(builder->function, value));
  int64_t dynamic = mlirShapedTypeGetDynamicSize(), zero = 0, stride = 1;
  int64_t shape[AS_MOST_DIMENSIONS], strides[AS_MOST_DIMENSIONS];
  MlirAffineExpr dims[AS_MOST_DIMENSIONS], steps[AS_MOST_DIMENSIONS];
  MlirAffineExpr step = mlirAffineConstantExprGet(context, 1);
  intptr_t rank = mlirShapedTypeGetRank(type), count = 1;
  for (intptr_t d = rank - 1; d >= 0; d--) {
    shape[d] = mlirShapedTypeGetDimSize(type, d);
    dims[d] = asSizedDim(builder->function, value, d);
    strides[d] = stride;
    steps[d] = step;
    step = mlirAffineMulExprGet(step, dims[d]);
    bool isDynamic = stride == dynamic || shape[d] == dynamic;
    stride = isDynamic ? dynamic : stride * shape[d];
  }
  MlirValue operands[1 + 2 * AS_MOST_DIMENSIONS] = {pointer};
  int32_t segments[] = {1, 0, 0, 0};
  for (intptr_t d = 0; d < rank; d++)
    if (shape[d] == dynamic) {
      operands[count++] = insertSize(builder, next, dims[d]);
      segments[2]++;
    }
  for (intptr_t d = 0; d < rank; d++)
    if (strides[d] == dynamic) {
      operands[count++] = insertSize(builder, next, steps[d]);
      segments[3]++;
    }
  return asIrInsertValue(
      next,
      &(AsIrParts){
          .name = "memref.reinterpret_cast",
          .numOperands = count,
          .operands = operands,
          .numResults = 1,
          .results = &type,
          .attributes = (AsIrAttribute[]){
              {"static_offsets", mlirDenseI64ArrayGet(context, 1, &zero)},
              {"static_sizes", mlirDenseI64ArrayGet(context, rank, shape)},
              {"static_strides", mlirDenseI64ArrayGet(context, rank, strides)},
              {"operandSegmentSizes",
               mlirDenseI32ArrayGet(context, 4, segments)},
              {0}}});
}

bool asArgumentIsWritable(MlirOperation function, intptr_t argument) {
  MlirAttribute all = asIrAttribute(function, "arg_attrs"), mark = {NULL};
  if (!mlirAttributeIsNull(all))
    mark = mlirDictionaryAttrGetElementByName(
        mlirArrayAttrGetElement(all, argument),
        asIrString(AS_WRITABLE_ATTRIBUTE));
  return mlirAttributeIsNull(mark) || mlirBoolAttrGetValue(mark);
}

/// Inserts at the begin of the body what the argument was.
static MlirValue insertArgument(const Builder *builder, MlirOperation next,
                                MlirValue passed, intptr_t argument) {
  MlirType type = asSizedType(builder->function, argument);
  if (!asIsRanked(type))
    return passed;
  MlirValue buffer = insertCast(builder, next, passed, argument);
  return mlirTypeIsAMemRef(type)
             ? buffer
             : asIrInsertToTensor(
                   next, buffer, type,
                   asArgumentIsWritable(builder->function->op, argument));
}

/// Writes a result to where the pointer points to.
static void storeResult(const Builder *builder, MlirOperation next,
                        intptr_t result, MlirValue value) {
  const AsSizedFunction *function = builder->function;
  MlirValue place = mlirBlockGetArgument(asIrBody(builder->sized),
                                         function->numInputs + result);
  bool isTensor = mlirTypeIsATensor(mlirValueGetType(value));
  bool isBuffer = mlirTypeIsAMemRef(mlirValueGetType(value));
  if (isTensor || isBuffer)
    place = insertCast(builder, next, place, function->numInputs + result);
  if (isTensor)
    asIrInsertStore(next, value, place);
  else
    asIrInsert(next,
               &(AsIrParts){.name = isBuffer ? "memref.copy" : "memref.store",
                            .numOperands = 2,
                            .operands = (MlirValue[]){value, place}});
}

/// Of what it returns: 0, or why nothing was done.
static MlirType statusType(MlirContext context) {
  return mlirIntegerTypeGet(context, 32);
}

static MlirWalkResult storeResults(MlirOperation op, void *context) {
  const Builder *builder = context;
  if (!asIrIsNamed(op, "func.return"))
    return MlirWalkResultAdvance;
  for (intptr_t r = 0; r < builder->function->numResults; r++)
    storeResult(builder, op, r, mlirOperationGetOperand(op, r));
  MlirValue fine = asIrInsertConstant(
      op, mlirIntegerAttrGet(statusType(mlirOperationGetContext(op)), 0));
  mlirOperationSetOperands(op, 1, &fine);
  return MlirWalkResultAdvance;
}

/// Moves the body of the function to as_sized_NAME, whose arguments come after
/// the old ones for now.
static void moveBody(Builder *builder) {
  const AsSizedFunction *function = builder->function;
  mlirRegionTakeBody(mlirOperationGetRegion(builder->sized, 0),
                     mlirOperationGetRegion(function->op, 0));
  MlirBlock body = asIrBody(builder->sized);
  MlirType type =
      mlirTypeAttrGetValue(asIrAttribute(builder->sized, "function_type"));
  intptr_t count = mlirFunctionTypeGetNumInputs(type);
  MlirValue *passed = asAlloc(sizeof *passed * (size_t)(count + 1));
  for (intptr_t i = 0; i < count; i++)
    passed[i] = mlirBlockAddArgument(body, mlirFunctionTypeGetInput(type, i),
                                     mlirOperationGetLocation(function->op));
  builder->symbols = passed + count - function->symbols.count;
  MlirOperation first = mlirBlockGetFirstOperation(body);
  for (intptr_t i = 0; i < function->numInputs; i++)
    mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(body, i),
                                  insertArgument(builder, first, passed[i], i));
  for (intptr_t i = function->numInputs - 1; i >= 0; i--)
    mlirBlockEraseArgument(body, (unsigned)i);
  for (intptr_t i = 0; i < function->numInputs; i++)
    if (asIrArgumentIsConstant(function->op, i))
      asIrArgumentMarkConstant(builder->sized, i);
  for (intptr_t s = 0; s < function->symbols.count; s++)
    passed[s] = mlirBlockGetArgument(body, count - function->symbols.count + s);
  builder->symbols = passed;
  mlirOperationWalk(builder->sized, storeResults, builder, MlirWalkPreOrder);
  asSeparateInits(builder->sized);
  free(passed);
}

/// Inserts as_sized_NAME, with an empty body.
static MlirOperation insertSized(const AsSizedFunction *function) {
  intptr_t total = function->numInputs + function->numResults;
  MlirContext context = mlirOperationGetContext(function->op);
  MlirType *types =
      asAlloc(sizeof *types * (size_t)(total + function->symbols.count + 1));
  intptr_t count = 0;
  for (intptr_t v = 0; v < total; v++) {
    MlirType type = asSizedType(function, v);
    bool isPointer = v >= function->numInputs || asIsRanked(type);
    types[count++] = isPointer ? pointerType(type) : type;
  }
  for (intptr_t s = 0; s < function->symbols.count; s++)
    types[count++] = mlirIndexTypeGet(context);
  AsText name = {0};
  asTextFormat(&name, AS_SIZED_PREFIX "%s", function->name);
  MlirType status = statusType(context);
  MlirOperation sized =
      asIrInsertFunction(function->op, name.data, count, types, 1, &status);
  mlirOperationSetDiscardableAttributeByName(
      sized, asIrString(AS_RESULTS_ATTRIBUTE),
      mlirDenseI64ArrayGet(context, 2,
                           (int64_t[]){function->numInputs, total}));
  asTextFree(&name);
  free(types);
  return sized;
}

//===----------------------------------------------------------------------===//
// The functions around it
//===----------------------------------------------------------------------===//

/// The function without a visibility in text that as-opt has written.
static MlirModule parse(MlirContext context, AsText *text, const char *name,
                        MlirOperation *function, AsError *error) {
  MlirModule module = {NULL};
  if (asIrParse(context, text->data, text->length, "<sizes>", &module, error))
    return (MlirModule){NULL};
  *function = asIrLookUp(module, name);
  asTextClear(text);
  return module;
}

static AsStatus insertSizes(const AsSizedFunction *function, AsError *error) {
  AsText text = {0}, name = {0};
  asTextFormat(&name, AS_SIZES_PREFIX "%s", function->name);
  asSizesWrite(function, &text);
  MlirOperation sizes = {NULL};
  MlirModule module = parse(mlirOperationGetContext(function->op), &text,
                            name.data, &sizes, error);
  if (!mlirModuleIsNull(module)) {
    mlirOperationMoveBefore(sizes, function->op);
    mlirModuleDestroy(module);
  }
  asTextFree(&text);
  asTextFree(&name);
  return mlirModuleIsNull(module) ? error->status : AS_OK;
}

/// Gives the function a body that calls the one which has it now.
static AsStatus callSized(const AsSizedFunction *function, MlirOperation sized,
                          AsError *error) {
  AsText text = {0};
  asSizedCallerWrite(function, sized, &text);
  MlirOperation caller = {NULL};
  MlirModule module = parse(mlirOperationGetContext(function->op), &text,
                            function->name, &caller, error);
  if (!mlirModuleIsNull(module)) {
    mlirRegionTakeBody(mlirOperationGetRegion(function->op, 0),
                       mlirOperationGetRegion(caller, 0));
    mlirModuleDestroy(module);
  }
  asTextFree(&text);
  return mlirModuleIsNull(module) ? error->status : AS_OK;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

typedef struct Sizing {
  MlirModule module;
  AsStatus status;
  AsError *error;
} Sizing;

/// Fails if the module has a function of that name.
static AsStatus reserve(MlirModule module, const char *prefix, const char *name,
                        AsError *error) {
  MlirSymbolTable symbols =
      mlirSymbolTableCreate(mlirModuleGetOperation(module));
  AsText full = {0};
  asTextFormat(&full, "%s%s", prefix, name);
  AsStatus status = asInitializerReserve(symbols, full.data, error);
  asTextFree(&full);
  mlirSymbolTableDestroy(symbols);
  return status;
}

/// as_load_NAME takes what NAME takes.
static bool getSymbols(MlirModule module, MlirOperation function,
                       const char *name, AsSymbols *symbols) {
  if (asSymbolsGet(function, symbols))
    return true;
  const char *loaded = asEntryName(name, AS_LOAD_PREFIX);
  MlirOperation other = {NULL};
  if (loaded)
    other = asIrLookUp(module, loaded);
  if (mlirOperationIsNull(other) || !asSymbolsGet(other, symbols))
    return false;
  mlirOperationSetDiscardableAttributeByName(
      function, asIrString(AS_SYMBOLS_ATTRIBUTE),
      mlirOperationGetDiscardableAttributeByName(
          other, asIrString(AS_SYMBOLS_ATTRIBUTE)));
  return true;
}

static AsStatus divide(MlirModule module, const AsSizedFunction *function,
                       AsError *error) {
  AsStatus status = reserve(module, AS_SIZED_PREFIX, function->name, error);
  if (!status)
    status = reserve(module, AS_SIZES_PREFIX, function->name, error);
  if (!status)
    status = insertSizes(function, error);
  if (status)
    return status;
  Builder builder = {function, insertSized(function), NULL};
  moveBody(&builder);
  return callSized(function, builder.sized, error);
}

static void divideIfSized(MlirOperation op, void *context) {
  Sizing *sizing = context;
  AsText name = {0};
  AsSizedFunction function = {.op = op};
  if (!sizing->status && !asIrIsPrivate(op) && !mlirBlockIsNull(asIrBody(op)) &&
      asIrStringAttribute(op, "sym_name", &name) &&
      getSymbols(sizing->module, op, name.data, &function.symbols)) {
    function.name = name.data;
    function.type = mlirTypeAttrGetValue(asIrAttribute(op, "function_type"));
    function.numInputs = mlirFunctionTypeGetNumInputs(function.type);
    function.numResults = mlirFunctionTypeGetNumResults(function.type);
    sizing->status = divide(sizing->module, &function, sizing->error);
  }
  asTextFree(&name);
}

AsStatus asSizedFunctions(MlirModule module, AsError *error) {
  Sizing sizing = {.module = module, .error = error};
  asIrVisitFunctions(module, divideIfSized, &sizing);
  return sizing.status;
}
