//===- calling-convention.c - How lowered functions are called
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C can call a function that takes bare pointers; MLIR's descriptors can pass
// what is known only at run time. Each function has one of the two, by a rule
// that looks at nothing but its type and whether somebody holds its address;
// upstream's llvm.bareptr makes direct calls between the two kinds right.
//
//===----------------------------------------------------------------------===//

#include "dialect-bridge/bridge.h"
#include "ir/function-builder.h"
#include "ir/memref.h"
#include "lowering/lower.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <string.h>

#define BARE "llvm.bareptr"
/// On functions whose results become arguments.
#define FILLS "as.fills"

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

static void printTypes(MlirType function, bool results, AsText *text) {
  intptr_t count = results ? mlirFunctionTypeGetNumResults(function)
                           : mlirFunctionTypeGetNumInputs(function);
  for (intptr_t i = 0; i < count; i++) {
    MlirType type = results ? mlirFunctionTypeGetResult(function, i)
                            : mlirFunctionTypeGetInput(function, i);
    asTextAppendString(text, i ? "," : "");
    if (mlirTypeIsAShaped(type)) {
      if (mlirShapedTypeHasRank(type) && mlirShapedTypeGetRank(type) == 0)
        asTextAppendString(text, "x"); // Unlike a scalar.
      for (intptr_t r = 0;
           mlirShapedTypeHasRank(type) && r < mlirShapedTypeGetRank(type); r++)
        if (mlirShapedTypeIsDynamicDim(type, r))
          asTextAppendString(text, "?x");
        else
          asTextFormat(text, "%lldx",
                       (long long)mlirShapedTypeGetDimSize(type, r));
      type = mlirShapedTypeGetElementType(type);
    }
    asIrPrintType(type, text);
  }
}

void asConventionSign(MlirOperation function, MlirType type, bool isBare) {
  AsText signature = {0};
  printTypes(type, false, &signature);
  asTextAppendString(&signature, "->");
  printTypes(type, true, &signature);
  if (isBare || strchr(signature.data, '?'))
    asIrSetStringAttribute(function, AS_SIGNATURE_ATTRIBUTE, signature.data);
  asTextFree(&signature);
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

/// Whether a value can be passed without a descriptor: a dense array of static
/// shape, or no array at all.
static bool isPlain(MlirType type) {
  if (!mlirTypeIsAMemRef(type))
    return !mlirTypeIsAUnrankedMemRef(type);
  // Of no elements MLIR does not see that they are dense.
  return mlirShapedTypeHasStaticShape(type) && !asIrHasNoElements(type) &&
         mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type)) &&
         mlirAttributeIsNull(mlirMemRefTypeGetMemorySpace(type));
}

static void mark(MlirOperation function, const char *name) {
  mlirOperationSetDiscardableAttributeByName(
      function, asIrString(name),
      mlirUnitAttrGet(mlirOperationGetContext(function)));
}

/// Whether a caller knows what memory the results need.
static bool arePlainResults(MlirType function) {
  bool arePlain = true;
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumResults(function); i++)
    arePlain &= isPlain(mlirFunctionTypeGetResult(function, i));
  return arePlain;
}

static void choose(MlirOperation function, void *context) {
  (void)context;
  MlirType type = mlirTypeAttrGetValue(
      mlirOperationGetAttributeByName(function, asIrString("function_type")));
  bool hasPlainResults = arePlainResults(type);
  bool isBare = hasPlainResults;
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumInputs(type); i++)
    isBare &= isPlain(mlirFunctionTypeGetInput(type, i));
  if (isBare)
    mark(function, BARE);
  bool isOwn = asIrIsPrivate(function) && !mlirBlockIsNull(asIrBody(function));
  if (isBare || (hasPlainResults && isOwn))
    mark(function, FILLS);
  MlirType i64 = mlirIntegerTypeGet(mlirOperationGetContext(function), 64);
  mlirOperationSetDiscardableAttributeByName(
      function, asIrString(AS_INPUTS_ATTRIBUTE),
      mlirIntegerAttrGet(i64, mlirFunctionTypeGetNumInputs(type)));
  if (!asIrIsPrivate(function))
    asConventionSign(function, type, isBare);
}

typedef struct Taken {
  MlirSymbolTable symbols;
  bool any;
} Taken;

/// An indirect call knows no more than the type of what it calls, and uses
/// descriptors for any.
static MlirWalkResult unmarkTaken(MlirOperation op, void *context) {
  Taken *taken = context;
  if (!asIrIsNamed(op, "func.constant"))
    return MlirWalkResultAdvance;
  taken->any = true;
  MlirOperation function = mlirSymbolTableLookup(
      taken->symbols,
      mlirFlatSymbolRefAttrGetValue(
          mlirOperationGetInherentAttributeByName(op, asIrString("value"))));
  if (mlirOperationIsNull(function))
    return MlirWalkResultAdvance;
  mlirOperationRemoveDiscardableAttributeByName(function, asIrString(FILLS));
  if (mlirOperationRemoveDiscardableAttributeByName(function, asIrString(BARE)))
    mlirOperationRemoveDiscardableAttributeByName(
        function, asIrString(AS_SIGNATURE_ATTRIBUTE));
  return MlirWalkResultAdvance;
}

static void unmark(MlirOperation function, void *context) {
  (void)context;
  mlirOperationRemoveDiscardableAttributeByName(function, asIrString(FILLS));
}

AsStatus asConventionApply(MlirModule module, bool hoist, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  asIrVisitFunctions(module, choose, NULL);
  Taken taken = {mlirSymbolTableCreate(op), false};
  mlirOperationWalk(op, unmarkTaken, &taken, MlirWalkPreOrder);
  mlirSymbolTableDestroy(taken.symbols);
  AsStatus status = AS_OK;
  if (!taken.any) // Or this changes types that func.constant repeats.
    status = asIrRunPipeline(
        op, "builtin.module(drop-equivalent-buffer-results)", false, error);
  if (status)
    return status;
  AsIrDiagnostics diagnostics;
  asIrDiagnosticsAttach(&diagnostics, mlirModuleGetContext(module));
  if (!asBridgeResultsToArguments(op, FILLS, hoist))
    status =
        asFail(error, AS_INVALID_INPUT, "%s", asTextString(&diagnostics.text));
  asIrVisitFunctions(module, unmark, NULL);
  asIrDiagnosticsDetach(&diagnostics);
  return status;
}

static void noteDescriptors(MlirOperation function, void *found) {
  *(bool *)found |= mlirAttributeIsNull(
      mlirOperationGetDiscardableAttributeByName(function, asIrString(BARE)));
}

bool asConventionHasDescriptors(MlirModule module) {
  bool found = false;
  asIrVisitFunctions(module, noteDescriptors, &found);
  return found;
}
