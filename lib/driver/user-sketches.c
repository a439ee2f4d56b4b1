//===- user-sketches.c - Sketches that users bring
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file of named sequences with knobs, each a sketch for every task or, marked
// with as.task = "HASH", for one. The sequence takes the task's function; what
// it includes comes along with it. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "dialect-bridge/bridge.h"
#include "driver/run.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/hash.h"
#include "transform/apply-script.h"
#include "transform/sketch-knobs.h"
#include <stdlib.h>
#include <string.h>

static MlirOperation firstOperation(MlirModule module) {
  return mlirBlockGetFirstOperation(mlirModuleGetBody(module));
}

static void setSymbol(MlirOperation op, const char *attribute,
                      const char *value) {
  mlirOperationSetInherentAttributeByName(
      op, asIrString(attribute),
      mlirStringAttrGet(mlirOperationGetContext(op), asIrString(value)));
}

/// Anything else in the file is there to be included.
static bool isSketch(MlirOperation op) {
  if (!asIrIsNamed(op, "transform.named_sequence") ||
      mlirBlockIsNull(asIrBody(op)))
    return false;
  AsText visibility = {0};
  bool isPublic = !asIrStringAttribute(op, "sym_visibility", &visibility) ||
                  strcmp(visibility.data, "public") == 0;
  asTextFree(&visibility);
  MlirType type = mlirTypeAttrGetValue(
      mlirOperationGetInherentAttributeByName(op, asIrString("function_type")));
  return isPublic && mlirFunctionTypeGetNumInputs(type) == 1 &&
         mlirFunctionTypeGetNumResults(type) == 0;
}

//===----------------------------------------------------------------------===//
// Sketches
//===----------------------------------------------------------------------===//

/// A copy of the user's module that has `sketch` first, since that is the one
/// applied, and besides it what it includes.
static AsStatus isolate(const AsRun *run, MlirOperation sketch,
                        MlirModule *alone, AsError *error) {
  AsText name = {0}, symbol = {0};
  asIrStringAttribute(sketch, "sym_name", &name);
  *alone = mlirModuleFromOperation(
      mlirOperationClone(mlirModuleGetOperation(run->userSketches)));
  MlirOperation copy = {NULL};
  for (MlirOperation op = firstOperation(*alone); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (!asIrStringAttribute(op, "sym_name", &symbol))
      continue;
    if (strcmp(symbol.data, name.data) == 0)
      copy = op;
    else
      setSymbol(op, "sym_visibility", "private");
  }
  asTextFree(&name);
  asTextFree(&symbol);
  mlirOperationRemoveFromParent(copy);
  mlirBlockInsertOwnedOperation(mlirModuleGetBody(*alone), 0, copy);
  AsStatus status = asIrRunPipeline(mlirModuleGetOperation(*alone),
                                    "builtin.module(symbol-dce)", false, error);
  if (status)
    mlirModuleDestroy(*alone);
  return status;
}

static AsStatus readSketch(AsRun *run, MlirOperation op, AsUserSketch *user,
                           AsError *error) {
  MlirModule alone;
  AsStatus status = isolate(run, op, &alone, error);
  if (status)
    return status;
  AsSketch *sketch = &user->sketch;
  AsText text = {0};
  if (asIrStringAttribute(op, AS_TASK_ATTRIBUTE, &text))
    user->task = asArenaCopy(&run->arena, text.data, text.length);
  asIrStringAttribute(op, "sym_name", &text);
  sketch->name = asArenaFormat(&run->arena, "@%s", text.data);
  sketch->isUser = true;
  // Its version is what it does, whatever file and line that comes from.
  asTextClear(&text);
  asIrPrint(mlirModuleGetOperation(alone), &text);
  AsHash hash = asHashString(asHashStart(), text.data);
  memcpy(sketch->version, asHashFormat(hash).text, sizeof sketch->version);
  asTextClear(&text);
  asIrPrintWithLocations(mlirModuleGetOperation(alone), &text);
  sketch->script = asArenaCopy(&run->arena, text.data, text.length);
  asTextFree(&text);
  status = asScriptReadKnobs(alone, &run->arena, sketch, error);
  mlirModuleDestroy(alone);
  return status;
}

AsStatus asUserSketchesRead(AsRun *run, const char *path, AsError *error) {
  AsText text = {0};
  AsStatus status = asReadFile(path, &text, error);
  if (!status)
    status = asIrParse(run->context, text.data, text.length, path,
                       &run->userSketches, error);
  asTextFree(&text);
  if (status)
    return status;
  // MLIR would warn of marks that are not true wherever a schedule has them.
  asBridgeCorrectConsumedMarks(mlirModuleGetOperation(run->userSketches));
  int count = 0;
  for (MlirOperation op = firstOperation(run->userSketches);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    count += isSketch(op);
  if (!count)
    return asFail(error, AS_INVALID_INPUT,
                  "%s has no sketch: expected a module with a public "
                  "transform.named_sequence of one argument and no results for "
                  "each",
                  path);
  run->user = asArenaArray(&run->arena, AsUserSketch, count);
  for (MlirOperation op = firstOperation(run->userSketches);
       !mlirOperationIsNull(op) && !status;
       op = mlirOperationGetNextInBlock(op))
    if (isSketch(op))
      status = readSketch(run, op, &run->user[run->numUser++], error);
  return status;
}

AsSketch *asUserSketchesAppend(AsRun *run, const AsTask *task,
                               AsSketch *sketches, int *numSketches) {
  AsSketch *all =
      asArenaArray(&run->arena, AsSketch, *numSketches + run->numUser);
  memcpy(all, sketches, sizeof *all * (size_t)*numSketches);
  for (int u = 0; u < run->numUser; u++) {
    const AsUserSketch *user = &run->user[u];
    if (user->task && strcmp(user->task, task->hash) != 0)
      continue;
    AsSketch *sketch = &all[(*numSketches)++];
    *sketch = user->sketch;
    sketch->program = &task->program;
    sketch->vectorBytes = run->target.vectorBytes;
    sketch->vectorRegisters = run->target.vectorRegisters;
    sketch->unitBytes = run->target.unitBytes;
    sketch->hasMasks = run->target.hasMasks;
    sketch->dots = run->target.dots;
  }
  return all;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static void printOperations(MlirModule module, AsText *text) {
  for (MlirOperation op = firstOperation(module); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    asIrPrint(op, text);
    asTextAppendString(text, "\n");
  }
}

void asUserSketchesPrint(const AsRun *run, AsText *text) {
  if (!mlirModuleIsNull(run->userSketches))
    printOperations(run->userSketches, text);
}

static bool hasSymbol(MlirOperation module, const char *name) {
  MlirSymbolTable symbols = mlirSymbolTableCreate(module);
  bool has =
      !mlirOperationIsNull(mlirSymbolTableLookup(symbols, asIrString(name)));
  mlirSymbolTableDestroy(symbols);
  return has;
}

/// The sketch becomes @NAME, and what it includes @NAME_..., so that nothing in
/// a schedule is called like something else there.
static void renameSequences(MlirModule script, const char *name) {
  MlirOperation module = mlirModuleGetOperation(script);
  MlirOperation sketch = firstOperation(script);
  AsText old = {0}, fresh = {0};
  for (MlirOperation op = mlirOperationGetNextInBlock(sketch);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (!asIrStringAttribute(op, "sym_name", &old))
      continue;
    asTextClear(&fresh);
    asTextFormat(&fresh, "%s_%s", name, old.data);
    while (hasSymbol(module, fresh.data))
      asTextAppendString(&fresh, "_");
    mlirSymbolTableReplaceAllSymbolUses(asIrString(old.data),
                                        asIrString(fresh.data), module);
    setSymbol(op, "sym_name", fresh.data);
  }
  setSymbol(sketch, "sym_name", name);
  asTextFree(&old);
  asTextFree(&fresh);
}

AsStatus asUserSchedulePrint(const AsRun *run, const AsSketch *sketch,
                             const AsPoint *point, const char *name,
                             AsText *text, AsError *error) {
  MlirModule script;
  AsStatus status =
      asIrParse(run->context, sketch->script, strlen(sketch->script),
                sketch->name, &script, error);
  if (status)
    return status;
  for (int k = 0; k < sketch->numKnobs && !status; k++) {
    AsKnobChoice choice = asPointChoice(sketch, point, k);
    status = asScriptChoose(script, &choice, error);
  }
  if (!status) {
    renameSequences(script, name);
    printOperations(script, text);
  }
  mlirModuleDestroy(script);
  return status;
}
