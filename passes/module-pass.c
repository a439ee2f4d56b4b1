//===- module-pass.c - What all passes of as-opt share
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration of the passes with their options from the option table, and the
// one run function behind all of them.
//
//===----------------------------------------------------------------------===//

#include "passes/module-pass.h"
#include "affine/schedule/reschedule-pass.h"
#include "as/passes.h"
#include "dialect-bridge/bridge.h"
#include "ir/ir.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/RegisterEverything.h"
#include "support/arena.h"
#include "support/c-locale.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/// A pass as registered. MLIR's registry is never torn down, so neither are
/// these.
typedef struct Shell {
  const AsPass *pass;
  AsBridgePass definition;
  const AsOption **rows; ///< Of the option table, one an option.
} Shell;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

static AsStatus readOptions(const Shell *shell, const char *const *values,
                            AsOptions *options, AsError *error) {
  *options = asOptionsDefault();
  for (size_t i = 0; i < shell->definition.numOptions; i++) {
    AsStatus status = asOptionParse(shell->rows[i], values[i], options, error);
    if (status)
      return status;
  }
  return shell->pass->check ? shell->pass->check(options, error) : AS_OK;
}

static bool checkOptions(const char *const *values, const void *context,
                         char *message, size_t size) {
  AsOptions options;
  AsError error = {0};
  if (!readOptions(context, values, &options, &error))
    return true;
  snprintf(message, size, "%s", error.message);
  return false;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

static bool hasPlace(MlirLocation location) {
  AsText place = {0};
  asIrPrintPlace(location, &place);
  bool has = place.length > 0;
  asTextFree(&place);
  return has;
}

/// Where to report what is about all of `module`. One that is not spelt out in
/// its file is on no line of it, and MLIR would print f.mlir:0:0; the first of
/// its ops that has a place stands for it.
static MlirLocation placeOf(MlirOperation module) {
  MlirLocation own = mlirOperationGetLocation(module);
  if (hasPlace(own))
    return own;
  for (MlirOperation op = mlirBlockGetFirstOperation(asIrBody(module));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (hasPlace(mlirOperationGetLocation(op)))
      return mlirOperationGetLocation(op);
  return own;
}

/// The location that `text` spells, or else where `module` is.
static MlirLocation parseLocation(MlirOperation module, const char *text) {
  MlirAttribute attribute = {NULL};
  if (strncmp(text, "loc(", 4) == 0) // Nothing else starts like that.
    attribute = mlirAttributeParseGet(mlirOperationGetContext(module),
                                      mlirStringRefCreateFromCString(text));
  if (mlirAttributeIsNull(attribute))
    return placeOf(module);
  MlirLocation location = mlirLocationFromAttribute(attribute);
  return hasPlace(location) ? location : placeOf(module);
}

static atomic_bool hadErrors;

bool asPassHadErrors(void) { return hadErrors; }

static void (*printMessage)(const char *message);

void asPassSetPrinter(void (*print)(const char *message)) {
  printMessage = print;
}

/// Says it as a diagnostic, of which MLIR's handlers print the line of the
/// source as well: of a network in text that may be all of its weights.
static void emit(AsSeverity severity, MlirLocation location,
                 const char *message) {
  static void (*const emitters[])(MlirLocation location,
                                  const char *message) = {
      [AS_SEVERITY_REMARK] = asBridgeEmitRemark,
      [AS_SEVERITY_WARNING] = asBridgeEmitWarning,
      [AS_SEVERITY_ERROR] = mlirEmitError};
  AsIrDiagnostics diagnostics;
  if (printMessage)
    asIrDiagnosticsAttach(&diagnostics, mlirLocationGetContext(location));
  emitters[severity](location, message);
  if (printMessage) {
    printMessage(asTextString(&diagnostics.text));
    asIrDiagnosticsDetach(&diagnostics);
  }
}

static void emitRemarks(MlirOperation module, const AsEmission *emission) {
  for (size_t i = 0; i < emission->numRemarks; i++) {
    const AsRemark *remark = &emission->remarks[i];
    emit(remark->severity, parseLocation(module, remark->location),
         remark->message);
    if (remark->severity == AS_SEVERITY_ERROR)
      hadErrors = true;
  }
}

static AsStatus runPass(const Shell *shell, MlirOperation module,
                        const char *const *values, AsEmission *emission,
                        AsError *error) {
  // Pass managers may run sibling modules in parallel, but two searches would
  // spoil each other's measurements.
  static pthread_mutex_t oneAtATime = PTHREAD_MUTEX_INITIALIZER;
  AsOptions options;
  AsStatus status = readOptions(shell, values, &options, error);
  if (status)
    return status;
  pthread_mutex_lock(&oneAtATime);
  status = shell->pass->run(mlirModuleFromOperation(module), &options, emission,
                            error);
  pthread_mutex_unlock(&oneAtATime);
  if (!status && emission->data && !emission->isModule)
    status =
        asWriteFile(options.output, emission->data, emission->length, error);
  return status;
}

static bool run(MlirOperation module, const char *const *values,
                const void *context) {
  AsEmission emission = {0};
  AsError error = {0};
  locale_t before = asLocaleEnter();
  bool ok = !runPass(context, module, values, &emission, &error);
  emitRemarks(module, &emission);
  if (!ok)
    emit(AS_SEVERITY_ERROR, placeOf(module), error.message);
  else if (emission.data && emission.isModule)
    ok = asSpliceModule(mlirModuleFromOperation(module), &emission);
  asEmissionDestroy(&emission);
  asLocaleLeave(before);
  return ok;
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

static void registerPass(const AsPass *pass, const AsOptions *defaults) {
  static AsArena forever;
  if (asBridgeHasPass(pass->argument))
    return; // as-opt that loads its own plugin.
  size_t numRows, count = 0;
  const AsOption *table = asOptionTable(&numRows);
  Shell *shell = asArenaAlloc(&forever, sizeof *shell);
  shell->pass = pass;
  shell->rows = asArenaArray(&forever, const AsOption *, numRows);
  AsBridgeOption *options = asArenaArray(&forever, AsBridgeOption, numRows);
  AsText value = {0};
  for (size_t i = 0; i < numRows; i++) {
    if (!(table[i].users & pass->user))
      continue;
    asTextClear(&value);
    asOptionFormat(&table[i], defaults, &value);
    shell->rows[count] = &table[i];
    options[count++] = (AsBridgeOption){
        .name = table[i].name,
        .value = table[i].value,
        .fallback = asArenaCopy(&forever, asTextString(&value), value.length),
        .help = table[i].help,
    };
  }
  asTextFree(&value);
  shell->definition = (AsBridgePass){
      .anchor = "builtin.module",
      .argument = pass->argument,
      .description = pass->description,
      .options = options,
      .numOptions = count,
      // A result may hold any op of the input, and those of sketches, schedules
      // and the lowered module besides.
      .addDialects = mlirRegisterAllDialects,
      .check = checkOptions,
      .run = run,
      .context = shell,
  };
  asBridgeRegisterPass(&shell->definition);
}

void asRegisterPasses(const AsOptions *given) {
  const AsOptions standard = asOptionsDefault();
  const AsOptions *defaults = given ? given : &standard;
  registerPass(&asPassAutoschedule, defaults);
  registerPass(&asPassExtractTasks, defaults);
  registerPass(&asPassGenerateSketches, defaults);
  registerPass(&asPassApplySchedule, defaults);
  registerPass(&asPassSplitDynamic, defaults);
  for (size_t i = 0; i < asNumGpuPasses; i++)
    registerPass(&asGpuPasses[i], defaults);
  asRescheduleRegister();
}
