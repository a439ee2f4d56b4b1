//===- calling-convention.c - Choose bare pointers or memref descriptors
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chooses the calling convention of each function: bare pointers if all its
// memrefs are dense and have static shapes, MLIR's memref descriptors
// otherwise. Turns returned memrefs into arguments where the caller can
// allocate them, and records the signature of public functions in
// `as.signature`; where they can have none, `as.no_entry` says why.
//
// C can call a function with bare pointers, but only descriptors can pass sizes
// that are known at run time. The choice depends only on the function's type
// and on whether its address is taken by func.constant, so upstream's attribute
// llvm.bareptr makes direct calls between the two kinds correct.
//
// Requires:    bufferised functions; no func.func has llvm.bareptr.
// Provides:    llvm.bareptr on functions with bare pointers; memref results of
//              those, and plain results of private functions, are arguments;
//              `as.inputs` has the original number of arguments.
// Invalidates: the types of functions and calls.
//
//   func.func @f(%x: memref<4xf32>) -> memref<4xf32>
//
// becomes
//
//   func.func @f(%x: memref<4xf32>, %r: memref<4xf32>) attributes {
//       as.inputs = 1, as.signature = "4xf32->4xf32", llvm.bareptr}
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
#include "support/entry-symbols.h"

#define BARE "llvm.bareptr"
/// On functions whose memref results become arguments. Removed at the end.
#define FILLS "as.fills"

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

/// Appends a dynamic dimension by its expression, "[2 * n + 1]", the others as
/// numbers. *next is the number of the dimension among those of all types.
static void printShape(MlirType type, const AsSymbols *symbols, intptr_t *next,
                       AsText *text) {
  if (mlirShapedTypeGetRank(type) == 0)
    asTextAppendString(text, "x"); // Not a scalar.
  for (intptr_t r = 0; r < mlirShapedTypeGetRank(type); r++, ++*next)
    if (!mlirShapedTypeIsDynamicDim(type, r)) {
      asTextFormat(text, "%lldx", (long long)mlirShapedTypeGetDimSize(type, r));
    } else {
      asTextAppendString(text, "[");
      asSymbolsPrint(symbols, mlirAffineMapGetResult(symbols->shapes, *next),
                     text);
      asTextAppendString(text, "]x");
    }
}

static void printTypes(MlirType function, bool results,
                       const AsSymbols *symbols, intptr_t *next, AsText *text) {
  intptr_t count = results ? mlirFunctionTypeGetNumResults(function)
                           : mlirFunctionTypeGetNumInputs(function);
  for (intptr_t i = 0; i < count; i++) {
    MlirType type = results ? mlirFunctionTypeGetResult(function, i)
                            : mlirFunctionTypeGetInput(function, i);
    asTextAppendString(text, i ? "," : "");
    if (mlirTypeIsAShaped(type)) {
      printShape(type, symbols, next, text);
      type = mlirShapedTypeGetElementType(type);
    }
    asIrPrintType(type, text);
  }
}

void asConventionSign(MlirOperation function, MlirType type) {
  AsText signature = {0};
  AsSymbols symbols = {0};
  asSymbolsGet(function, &symbols);
  intptr_t next = 0;
  printTypes(type, false, &symbols, &next, &signature);
  asTextAppendString(&signature, "->");
  printTypes(type, true, &symbols, &next, &signature);
  asIrSetStringAttribute(function, AS_SIGNATURE_ATTRIBUTE, signature.data);
  asTextFree(&signature);
}

//===----------------------------------------------------------------------===//
// Convention
//===----------------------------------------------------------------------===//

/// MLIR takes no strides from a layout in which they are 0.
static bool hasZeroStride(MlirType type) {
  bool has = false;
  for (intptr_t r = 1; r < mlirShapedTypeGetRank(type); r++)
    has |= mlirShapedTypeGetDimSize(type, r) == 0;
  return has;
}

/// Why a value of the type cannot be passed without a descriptor; NULL if it
/// can: a memref that is dense and has a static shape, or no memref at all.
static const char *whyDescriptor(MlirType type) {
  if (mlirTypeIsAUnrankedMemRef(type))
    return "has a rank that is known only at run time";
  if (!mlirTypeIsAMemRef(type))
    return NULL;
  if (!mlirShapedTypeHasStaticShape(type))
    return "has a shape that is known only at run time";
  if (!mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type)))
    return "is not dense";
  if (!mlirAttributeIsNull(mlirMemRefTypeGetMemorySpace(type)))
    return "is in a memory space";
  return hasZeroStride(type) ? "has an extent of 0 that is not the first"
                             : NULL;
}

static bool isPlain(MlirType type) { return !whyDescriptor(type); }

static void mark(MlirOperation function, const char *name) {
  mlirOperationSetDiscardableAttributeByName(
      function, asIrString(name),
      mlirUnitAttrGet(mlirOperationGetContext(function)));
}

/// Whether a caller can allocate all results: their sizes are static.
static bool arePlainResults(MlirType function) {
  bool arePlain = true;
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumResults(function); i++)
    arePlain &= isPlain(mlirFunctionTypeGetResult(function, i));
  return arePlain;
}

/// The first type of an argument or result that takes a descriptor. There is
/// one.
static MlirType firstOdd(MlirType function, AsText *place) {
  intptr_t inputs = mlirFunctionTypeGetNumInputs(function), i = 0;
  while (i < inputs && isPlain(mlirFunctionTypeGetInput(function, i)))
    i++;
  if (i < inputs) {
    asTextFormat(place, "argument %lld", (long long)i);
    return mlirFunctionTypeGetInput(function, i);
  }
  for (i = 0; isPlain(mlirFunctionTypeGetResult(function, i));)
    i++;
  asTextFormat(place, "result %lld", (long long)i);
  return mlirFunctionTypeGetResult(function, i);
}

/// Says why the function has no signature.
static void bar(MlirOperation function, MlirType type) {
  AsText why = {0};
  MlirType odd = firstOdd(type, &why);
  asTextAppendString(&why, ", ");
  asIrPrintType(odd, &why);
  asTextFormat(&why, ", %s", whyDescriptor(odd));
  asIrSetStringAttribute(function, AS_NO_ENTRY_ATTRIBUTE, why.data);
  asTextFree(&why);
}

/// Whether it is a part of another function's entry point.
static bool isSizes(MlirOperation function) {
  AsText name = {0};
  asIrStringAttribute(function, "sym_name", &name);
  bool is = asEntryName(asTextString(&name), AS_SIZES_PREFIX);
  asTextFree(&name);
  return is;
}

static void chooseConvention(MlirOperation function, void *context) {
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
  if (asIrIsPrivate(function) || isSizes(function))
    return;
  if (isBare || asSymbolsGet(function, &(AsSymbols){0}))
    asConventionSign(function, type);
  else if (mlirAttributeIsNull(asIrAttribute(function, AS_NO_ENTRY_ATTRIBUTE)))
    bar(function, type);
}

typedef struct AddressTaken {
  MlirSymbolTable symbols;
  bool any;
} AddressTaken;

/// An indirect call knows only the type of its callee and always passes
/// descriptors, so functions whose address is taken keep them.
static MlirWalkResult unmarkAddressTaken(MlirOperation op, void *context) {
  AddressTaken *taken = context;
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
  if (mlirOperationRemoveDiscardableAttributeByName(function,
                                                    asIrString(BARE)) &&
      mlirOperationRemoveDiscardableAttributeByName(
          function, asIrString(AS_SIGNATURE_ATTRIBUTE)))
    asIrSetStringAttribute(function, AS_NO_ENTRY_ATTRIBUTE,
                           "its address is taken by a func.constant");
  return MlirWalkResultAdvance;
}

static void unmark(MlirOperation function, void *context) {
  (void)context;
  mlirOperationRemoveDiscardableAttributeByName(function, asIrString(FILLS));
}

static MlirWalkResult noteRepeats(MlirOperation op, void *context) {
  if (asIrIsNamed(op, "func.return"))
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
      for (intptr_t j = 0; j < i; j++)
        *(bool *)context |= mlirValueEqual(mlirOperationGetOperand(op, i),
                                           mlirOperationGetOperand(op, j));
  return MlirWalkResultAdvance;
}

/// Whether a function returns the same buffer twice, as it does a tensor and
/// its copy. Upstream crashes where it replaces the allocation of one.
static bool returnsRepeat(MlirModule module) {
  bool repeats = false;
  mlirOperationWalk(mlirModuleGetOperation(module), noteRepeats, &repeats,
                    MlirWalkPreOrder);
  return repeats;
}

AsStatus asConventionApply(MlirModule module, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  asIrVisitFunctions(module, chooseConvention, NULL);
  AddressTaken taken = {mlirSymbolTableCreate(op), false};
  mlirOperationWalk(op, unmarkAddressTaken, &taken, MlirWalkPreOrder);
  mlirSymbolTableDestroy(taken.symbols);
  AsStatus status = AS_OK;
  if (!taken.any) // func.constant repeats the type.
    status = asIrRunPipeline(
        op, "builtin.module(drop-equivalent-buffer-results)", false, error);
  if (status)
    return status;
  AsIrDiagnostics diagnostics;
  asIrDiagnosticsAttach(&diagnostics, mlirModuleGetContext(module));
  if (!asBridgeResultsToArguments(op, FILLS, !returnsRepeat(module)))
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

void asConventionTakeDescriptors(MlirOperation function) {
  mlirOperationRemoveDiscardableAttributeByName(function, asIrString(BARE));
}

bool asConventionHasDescriptors(MlirModule module) {
  bool found = false;
  asIrVisitFunctions(module, noteDescriptors, &found);
  return found;
}
