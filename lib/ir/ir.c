//===- ir.c - Helpers over the MLIR C API
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See ir.h.
//
//===----------------------------------------------------------------------===//

#include "ir/ir.h"
#include "dialect-bridge/bridge.h"
#include "ir/numbered-locations.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/Pass.h"
#include "mlir-c/RegisterEverything.h"
#include <pthread.h>
#include <stdarg.h>
#include <string.h>

static MlirDialectRegistry registry;

static void registerOnce(void) {
  registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  mlirRegisterAllPasses();
}

static void registerAll(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, registerOnce);
}

MlirContext asIrContextCreate(void) {
  registerAll();
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirContextSetAllowUnregisteredDialects(context, true);
  mlirRegisterAllLLVMTranslations(context);
  return context;
}

bool asIrIsForeign(MlirOperation op) {
  registerAll();
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  const char *dot = memchr(name.data, '.', name.length);
  name.length = dot ? (size_t)(dot - name.data) : 0;
  return !asBridgeRegistryHas(registry, name);
}

static MlirWalkResult noteForeign(MlirOperation op, void *found) {
  if (!asIrIsForeign(op))
    return MlirWalkResultAdvance;
  *(MlirOperation *)found = op;
  return MlirWalkResultInterrupt;
}

MlirOperation asIrFindForeign(MlirOperation op) {
  MlirOperation found = {NULL};
  mlirOperationWalk(op, noteForeign, &found, MlirWalkPreOrder);
  return found;
}

static void appendTo(MlirStringRef string, void *text) {
  asTextAppend(text, string.data, string.length);
}

static MlirLogicalResult keep(MlirDiagnostic diagnostic, void *context) {
  AsIrDiagnostics *diagnostics = context;
  // Messages are cut at about 16 KiB.
  if (diagnostics->text.length < 16384)
    asIrDescribe(diagnostic, diagnostics->source, &diagnostics->text);
  return mlirLogicalResultSuccess();
}

void asIrDiagnosticsAttach(AsIrDiagnostics *diagnostics, MlirContext context) {
  diagnostics->context = context;
  diagnostics->text = (AsText){0};
  diagnostics->source = NULL;
  diagnostics->handler =
      mlirContextAttachDiagnosticHandler(context, keep, diagnostics, NULL);
}

void asIrDiagnosticsDetach(AsIrDiagnostics *diagnostics) {
  mlirContextDetachDiagnosticHandler(diagnostics->context,
                                     diagnostics->handler);
  asTextFree(&diagnostics->text);
}

AsStatus asIrFailAt(MlirOperation op, AsStatus status, const char *message,
                    AsError *error) {
  AsIrDiagnostics diagnostics;
  asIrDiagnosticsAttach(&diagnostics, mlirOperationGetContext(op));
  mlirEmitError(mlirOperationGetLocation(op), message);
  asFail(error, status, "%s", asTextString(&diagnostics.text));
  asIrDiagnosticsDetach(&diagnostics);
  return status;
}

AsStatus asIrFailNaming(MlirOperation op, AsStatus status, AsError *error,
                        const char *format, ...) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  AsText message = {0};
  asTextFormat(&message, "'%.*s' ", (int)name.length, name.data);
  va_list arguments;
  va_start(arguments, format);
  asTextFormatV(&message, format, arguments);
  va_end(arguments);
  asIrFailAt(op, status, message.data, error);
  asTextFree(&message);
  return status;
}

AsStatus asIrParse(MlirContext context, const char *data, size_t length,
                   const char *name, MlirModule *module, AsError *error) {
  AsIrSource source = {.name = name, .data = data, .length = length};
  AsIrDiagnostics diagnostics;
  asIrDiagnosticsAttach(&diagnostics, context);
  diagnostics.source = &source;
  *module =
      asBridgeParseModule(context, mlirStringRefCreate(data, length), name);
  AsStatus status = AS_OK;
  if (mlirModuleIsNull(*module))
    status = asFail(error, AS_INVALID_INPUT, "cannot parse %s",
                    diagnostics.text.length ? diagnostics.text.data : name);
  asIrDiagnosticsDetach(&diagnostics);
  return status;
}

AsStatus asIrRunPipeline(MlirOperation op, const char *pipeline, bool verify,
                         AsError *error) {
  MlirContext context = mlirOperationGetContext(op);
  AsIrDiagnostics diagnostics;
  asIrDiagnosticsAttach(&diagnostics, context);
  MlirPassManager manager = mlirPassManagerCreate(context);
  mlirPassManagerEnableVerifier(manager, verify);
  AsText problem = {0};
  AsStatus status = AS_OK;
  if (mlirLogicalResultIsFailure(
          mlirParsePassPipeline(mlirPassManagerGetAsOpPassManager(manager),
                                asIrString(pipeline), appendTo, &problem)))
    status = asFail(error, AS_INTERNAL, "pass pipeline '%s': %s", pipeline,
                    asTextString(&problem));
  else if (mlirLogicalResultIsFailure(mlirPassManagerRunOnOp(manager, op)))
    status = asFail(error, AS_INVALID_INPUT, "%s",
                    diagnostics.text.length ? diagnostics.text.data
                                            : "a pass failed without a reason");
  asTextFree(&problem);
  mlirPassManagerDestroy(manager);
  asIrDiagnosticsDetach(&diagnostics);
  return status;
}

void asIrPrint(MlirOperation op, AsText *text) {
  mlirOperationPrint(op, appendTo, text);
}
void asIrPrintWithLocations(MlirOperation op, AsText *text) {
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  mlirOpPrintingFlagsEnableDebugInfo(flags, true, false);
  mlirOperationPrintWithFlags(op, flags, appendTo, text);
  mlirOpPrintingFlagsDestroy(flags);
}
void asIrPrintAttribute(MlirAttribute attribute, AsText *text) {
  mlirAttributePrint(attribute, appendTo, text);
}
bool asIrIsInBounds(MlirOperation transfer) {
  MlirAttribute inBounds = asIrAttribute(transfer, "in_bounds");
  if (mlirAttributeIsNull(inBounds))
    return false;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(inBounds); i++)
    if (!mlirBoolAttrGetValue(mlirArrayAttrGetElement(inBounds, i)))
      return false;
  return true;
}

bool asIrMayBeInfinite(MlirOperation op) {
  MlirAttribute own = asIrAttribute(op, "fastmath");
  AsText flags = {0};
  if (!mlirAttributeIsNull(own))
    asIrPrintAttribute(own, &flags);
  bool may = !strstr(asTextString(&flags), "ninf") &&
             !strstr(asTextString(&flags), "fast>");
  asTextFree(&flags);
  return may;
}
void asIrPrintType(MlirType type, AsText *text) {
  mlirTypePrint(type, appendTo, text);
}
void asIrPrintLocation(MlirLocation location, AsText *text) {
  mlirLocationPrint(asIrWithoutNumbers(location), appendTo, text);
}
void asIrPrintPlace(MlirLocation location, AsText *text) {
  location = asBridgeFileLocation(location);
  if (mlirLocationIsNull(location) ||
      mlirLocationFileLineColRangeGetStartLine(location) <= 0)
    return;
  MlirStringRef file =
      mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(location));
  asTextFormat(text, "%.*s:%d:%d: ", (int)file.length, file.data,
               mlirLocationFileLineColRangeGetStartLine(location),
               mlirLocationFileLineColRangeGetStartColumn(location));
}
void asIrWriteBytecode(MlirOperation op, AsText *text) {
  mlirOperationWriteBytecode(op, appendTo, text);
}

bool asIrIsNamed(MlirOperation op, const char *name) {
  MlirStringRef own = mlirIdentifierStr(mlirOperationGetName(op));
  return own.length == strlen(name) && memcmp(own.data, name, own.length) == 0;
}

bool asIrHasPrefix(MlirOperation op, const char *prefix) {
  MlirStringRef own = mlirIdentifierStr(mlirOperationGetName(op));
  size_t length = strlen(prefix);
  return own.length >= length && memcmp(own.data, prefix, length) == 0;
}

bool asIrIsOneOf(MlirOperation op, const char *const *names, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (asIrIsNamed(op, names[i]))
      return true;
  return false;
}

typedef struct Search {
  const char *name;
  bool isFound;
} Search;

static MlirWalkResult look(MlirOperation op, void *context) {
  Search *search = context;
  search->isFound = asIrIsNamed(op, search->name);
  return search->isFound ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

bool asIrContains(MlirOperation op, const char *name) {
  Search wanted = {name, false};
  mlirOperationWalk(op, look, &wanted, MlirWalkPreOrder);
  return wanted.isFound;
}

bool asIrStringAttribute(MlirOperation op, const char *name, AsText *text) {
  MlirAttribute attribute = asIrAttribute(op, name);
  if (mlirAttributeIsNull(attribute) || !mlirAttributeIsAString(attribute))
    return false;
  MlirStringRef value = mlirStringAttrGetValue(attribute);
  asTextClear(text);
  asTextAppend(text, value.data, value.length);
  return true;
}

void asIrSetStringAttribute(MlirOperation op, const char *name,
                            const char *value) {
  mlirOperationSetDiscardableAttributeByName(
      op, asIrString(name),
      mlirStringAttrGet(mlirOperationGetContext(op), asIrString(value)));
}

MlirBlock asIrBody(MlirOperation op) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
}

bool asIrIsInside(MlirValue value, MlirOperation op) {
  MlirOperation owner =
      mlirValueIsAOpResult(value)
          ? mlirOpResultGetOwner(value)
          : mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
  if (mlirValueIsAOpResult(value) && mlirOperationEqual(owner, op))
    return false;
  for (; !mlirOperationIsNull(owner);
       owner = mlirOperationGetParentOperation(owner))
    if (mlirOperationEqual(owner, op))
      return true;
  return false;
}

void asIrVisitFunctions(MlirModule module, AsIrFunctionVisitor visit,
                        void *context) {
  MlirOperation next,
      op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (asIrIsNamed(op, "func.func"))
      visit(op, context);
  }
}

void asIrVisitModules(MlirModule module, AsIrModuleVisitor visit,
                      void *context) {
  MlirOperation next,
      op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (asIrIsNamed(op, "builtin.module"))
      asIrVisitModules(mlirModuleFromOperation(op), visit, context);
  }
  visit(module, context);
}

typedef struct FunctionVisit {
  AsIrFunctionVisitor visit;
  void *context;
} FunctionVisit;

static void visitFunctionsOf(MlirModule module, void *context) {
  const FunctionVisit *functions = context;
  asIrVisitFunctions(module, functions->visit, functions->context);
}

void asIrVisitAllFunctions(MlirModule module, AsIrFunctionVisitor visit,
                           void *context) {
  asIrVisitModules(module, visitFunctionsOf, &(FunctionVisit){visit, context});
}

static MlirOperation lookUp(MlirModule module, MlirStringRef name) {
  MlirSymbolTable symbols =
      mlirSymbolTableCreate(mlirModuleGetOperation(module));
  MlirOperation op = mlirSymbolTableLookup(symbols, name);
  mlirSymbolTableDestroy(symbols);
  return op;
}

MlirOperation asIrLookUp(MlirModule module, const char *name) {
  return lookUp(module, asIrString(name));
}

MlirOperation asIrReferenced(MlirModule module, MlirOperation op,
                             const char *attribute) {
  MlirAttribute reference = asIrAttribute(op, attribute);
  if (mlirAttributeIsNull(reference) ||
      !mlirAttributeIsAFlatSymbolRef(reference))
    return (MlirOperation){NULL};
  return lookUp(module, mlirFlatSymbolRefAttrGetValue(reference));
}
