//===- build/gpu/constants.c - Constants on the device
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of a module is the host's. What is constant in it has a copy on the
// device, made before anything else is done and kept as long as the program
// runs: so a model's weights are not copied in each call.
//
//===----------------------------------------------------------------------===//

#include "build/first.h"
#include "build/gpu/steps.h"
#include "build/load.h"
#include "ir/function.h"
#include "ir/insert.h"
#include "ir/memory.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/GPU.h"
#include "support/arena.h"
#include <stdlib.h>

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

/// On a constant: the name of where its copy's address is.
#define AS_PLACE_ATTRIBUTE "as.place"

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

static MlirWalkResult forget(MlirOperation op, void *context) {
  (void)context;
  if (asIrIsNamed(op, "memref.global"))
    mlirOperationRemoveDiscardableAttributeByName(
        op, asIrString(AS_PLACE_ATTRIBUTE));
  return MlirWalkResultAdvance;
}

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
    keeping->status = asFirstInsert(keeping->symbols, function, &keeping->load,
                                    keeping->error);
  if (!keeping->status)
    asFirstCall(function);
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
    mlirOperationWalk(mlirModuleGetOperation(host), forget, NULL,
                      MlirWalkPreOrder);
  }
  mlirSymbolTableDestroy(keeping.symbols);
  free(keeping.reads);
  return keeping.status;
}
