//===- device-constants.c - Constants on the device
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of a module is the host's. What is constant in it has a copy on the
// device, made before anything else is done and kept as long as the program
// runs: so a model's weights are not copied in each call. Who launches kernels
// without the host's functions has such constants in the module of kernels.
//
//===----------------------------------------------------------------------===//

#include "ir/function-builder.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "lowering/constants/constant-hoisting.h"
#include "lowering/constants/initializer.h"
#include "lowering/gpu/gpu-steps.h"
#include "lowering/gpu/host/device-sequence.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/GPU.h"
#include "support/arena.h"
#include <stdlib.h>
#include <string.h>

typedef struct Keeping {
  MlirModule host;
  MlirSymbolTable symbols;
  MlirOperation *reads; ///< Of constants.
  size_t numReads, mostReads;
  bool isReading;     ///< The function at hand.
  MlirOperation load; ///< Copies all to the device; null until there is any.
  MlirValue token;    ///< Of its copies.
  AsStatus status;
  AsError *error;
} Keeping;

static MlirOperation globalOf(const Keeping *keeping, MlirOperation read) {
  return mlirSymbolTableLookup(
      keeping->symbols,
      mlirFlatSymbolRefAttrGetValue(asIrAttribute(read, "name")));
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// A memref of a memref.
static MlirType placeOf(MlirType type) {
  return mlirMemRefTypeContiguousGet(type, 0, NULL, mlirAttributeGetNull());
}

/// Appends an asynchronous operation to the copies.
static MlirValue append(Keeping *keeping, const char *name,
                        const MlirValue *operands, intptr_t count,
                        MlirType type) {
  MlirOperation end = mlirBlockGetTerminator(asIrBody(keeping->load));
  MlirContext context = mlirOperationGetContext(end);
  MlirType token = mlirGPUAsyncTokenTypeGet(context);
  MlirValue all[3];
  intptr_t number = 0;
  if (!mlirValueIsNull(keeping->token))
    all[number++] = keeping->token;
  for (intptr_t i = 0; i < count; i++)
    all[number++] = operands[i];
  bool hasResult = !mlirTypeIsNull(type);
  MlirOperation op = asIrInsert(
      end,
      &(AsIrParts){.name = name,
                   .numOperands = number,
                   .operands = all,
                   .numResults = 1 + hasResult,
                   .results = (MlirType[]){hasResult ? type : token, token},
                   .attributes = (AsIrAttribute[]){
                       {hasResult ? "operandSegmentSizes" : NULL,
                        mlirDenseI32ArrayGet(context, 3, (int32_t[]){1, 0, 0})},
                       {0}}});
  keeping->token = mlirOperationGetResult(op, hasResult);
  return mlirOperationGetResult(op, 0);
}

/// Has the constant copied, and its copy noted. Returns where.
static MlirAttribute keep(Keeping *keeping, MlirOperation global,
                          MlirType type) {
  MlirContext context = mlirOperationGetContext(global);
  MlirStringRef key = asIrString(AS_PLACE_ATTRIBUTE);
  MlirAttribute known = mlirOperationGetDiscardableAttributeByName(global, key);
  if (!mlirAttributeIsNull(known))
    return known;
  MlirOperation place = asIrInsertGlobal(
      keeping->load, mlirStringAttrGet(context, asIrString(AS_ONCE_ARRAY)),
      placeOf(type), mlirUnitAttrGet(context));
  mlirSymbolTableInsert(keeping->symbols, place); // Counts them.
  known = asIrReferTo(place);
  mlirOperationSetDiscardableAttributeByName(global, key, known);
  MlirValue copy = append(keeping, "gpu.alloc", NULL, 0, type);
  MlirOperation end = mlirBlockGetTerminator(asIrBody(keeping->load));
  MlirValue both[] = {copy,
                      asIrInsertGetGlobal(end, type, asIrReferTo(global))};
  append(keeping, "gpu.memcpy", both, 2, (MlirType){NULL});
  MlirValue stored[] = {copy, asIrInsertGetGlobal(end, placeOf(type), known)};
  asIrInsert(end, &(AsIrParts){.name = "memref.store",
                               .numOperands = 2,
                               .operands = stored});
  return known;
}

static void readThere(Keeping *keeping, MlirOperation read) {
  MlirValue value = mlirOperationGetResult(read, 0);
  MlirType type = mlirValueGetType(value);
  MlirAttribute place = keep(keeping, globalOf(keeping, read), type);
  mlirValueReplaceAllUsesOfWith(
      value,
      asIrInsertUnary(read, "memref.load",
                      asIrInsertGetGlobal(read, placeOf(type), place), type));
  mlirOperationDestroy(read);
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

static MlirWalkResult noteRead(MlirOperation op, void *context) {
  Keeping *keeping = context;
  if (!asIrIsNamed(op, "memref.get_global") ||
      mlirAttributeIsNull(asIrAttribute(globalOf(keeping, op), "constant")))
    return MlirWalkResultAdvance;
  if (keeping->numReads == keeping->mostReads) {
    keeping->mostReads = keeping->mostReads ? 2 * keeping->mostReads : 16;
    keeping->reads =
        asRealloc(keeping->reads, sizeof *keeping->reads * keeping->mostReads);
  }
  keeping->reads[keeping->numReads++] = op;
  keeping->isReading = true;
  return MlirWalkResultAdvance;
}

static void noteFunction(MlirOperation function, void *context) {
  Keeping *keeping = context;
  keeping->isReading = false;
  mlirOperationWalk(function, noteRead, keeping, MlirWalkPreOrder);
  if (!keeping->isReading || keeping->status)
    return;
  if (mlirOperationIsNull(keeping->load))
    keeping->status = asInitializerInsert(keeping->symbols, function,
                                          &keeping->load, keeping->error);
  if (!keeping->status)
    asInitializerCall(function);
}

AsStatus asGpuKeepConstants(MlirModule host, AsError *error) {
  Keeping keeping = {.host = host,
                     .symbols =
                         mlirSymbolTableCreate(mlirModuleGetOperation(host)),
                     .error = error};
  asIrVisitFunctions(host, noteFunction, &keeping);
  if (keeping.numReads && !keeping.status) {
    append(&keeping, "gpu.wait", NULL, 0, (MlirType){NULL});
    for (size_t r = 0; r < keeping.numReads; r++)
      readThere(&keeping, keeping.reads[r]);
    asIrInsert(mlirBlockGetTerminator(asIrBody(keeping.load)),
               &(AsIrParts){.name = "gpu.wait",
                            .numOperands = 1,
                            .operands = &keeping.token});
  }
  mlirSymbolTableDestroy(keeping.symbols);
  free(keeping.reads);
  return keeping.status;
}

//===----------------------------------------------------------------------===//
// In the module of kernels
//===----------------------------------------------------------------------===//

typedef struct Giving {
  MlirOperation host;      ///< Its body is where constants are.
  MlirOperation kernels;   ///< The gpu.module,
  MlirSymbolTable symbols; ///< and what it has.
  int count;
} Giving;

/// An array of arrays of the elements, as the LLVM dialect has it.
static MlirType arrayOf(MlirType type) {
  AsText text = {0};
  intptr_t rank = mlirShapedTypeGetRank(type);
  asTextAppendString(&text, "!llvm.");
  for (intptr_t d = 0; d < rank; d++)
    asTextFormat(&text, "array<%lld x ",
                 (long long)mlirShapedTypeGetDimSize(type, d));
  asIrPrintType(mlirShapedTypeGetElementType(type), &text);
  for (intptr_t d = 0; d < rank; d++)
    asTextAppendString(&text, ">");
  MlirType array =
      mlirTypeParseGet(mlirTypeGetContext(type), asIrString(text.data));
  asTextFree(&text);
  return array;
}

/// What the constant is: a single element is an array of one.
static MlirAttribute valueOf(MlirOperation constant) {
  MlirAttribute value = asIrAttribute(constant, "initial_value");
  MlirType type = mlirAttributeGetType(value);
  if (mlirShapedTypeGetRank(type) > 0)
    return value;
  return mlirDenseElementsAttrReshapeGet(
      value, mlirRankedTensorTypeGet(1, (int64_t[]){1},
                                     mlirShapedTypeGetElementType(type),
                                     mlirAttributeGetNull()));
}

/// The first name of its kind that nothing has among the kernels.
static void nextName(Giving *giving, AsText *name) {
  do {
    asTextClear(name);
    asTextFormat(name, "as_constant_%d", giving->count++);
  } while (!mlirOperationIsNull(
      mlirSymbolTableLookup(giving->symbols, asIrString(name->data))));
}

static void give(Giving *giving, MlirOperation constant) {
  enum { globalMemory = 1, alignment = 256 };
  MlirContext context = mlirOperationGetContext(constant);
  MlirType i32 = mlirIntegerTypeGet(context, 32),
           i64 = mlirIntegerTypeGet(context, 64);
  MlirAttribute value = valueOf(constant);
  AsText name = {0};
  nextName(giving, &name);
  asIrSetStringAttribute(constant, AS_TWIN_ATTRIBUTE, name.data);
  asIrInsert(
      mlirBlockGetFirstOperation(asIrBody(giving->kernels)),
      &(AsIrParts){
          .name = "llvm.mlir.global",
          .region = mlirRegionCreate(),
          .attributes = (AsIrAttribute[]){
              {"sym_name", mlirStringAttrGet(context, asIrString(name.data))},
              {"global_type",
               mlirTypeAttrGet(arrayOf(mlirAttributeGetType(value)))},
              {"linkage", mlirAttributeParseGet(
                              context, asIrString("#llvm.linkage<external>"))},
              {"value", value},
              {"constant", mlirUnitAttrGet(context)},
              {"addr_space", mlirIntegerAttrGet(i32, globalMemory)},
              {"alignment", mlirIntegerAttrGet(i64, alignment)},
              {0}}});
  asTextFree(&name);
}

/// An AsSequenceVisitor.
static void giveRead(const AsSequence *sequence, void *context) {
  Giving *giving = context;
  for (int s = 0; s < sequence->numSteps; s++)
    for (int p = 0; p < sequence->steps[s].numPlaces; p++) {
      const char *name = sequence->steps[s].places[p].constant;
      MlirOperation op = mlirBlockGetFirstOperation(asIrBody(giving->host));
      AsText own = {0};
      for (; name && !mlirOperationIsNull(op);
           op = mlirOperationGetNextInBlock(op))
        if (asIrIsNamed(op, "memref.global") &&
            asIrStringAttribute(op, "sym_name", &own) &&
            strcmp(own.data, name) == 0 &&
            !asIrStringAttribute(op, AS_TWIN_ATTRIBUTE, &own))
          give(giving, op);
      asTextFree(&own);
    }
}

void asGpuGiveConstants(MlirModule host, MlirModule kernels) {
  Giving giving = {.host = mlirModuleGetOperation(host)};
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(kernels));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (asIrIsNamed(op, "gpu.module"))
      giving.kernels = op;
  if (mlirOperationIsNull(giving.kernels))
    return;
  giving.symbols = mlirSymbolTableCreate(giving.kernels);
  asGpuVisitSequences(host, giveRead, &giving);
  mlirSymbolTableDestroy(giving.symbols);
}
