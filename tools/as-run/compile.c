//===- compile.c - Functions of MLIR modules
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "codegen/object-code.h"
#include "graph/graph-passes.h"
#include "ir/infer-argument-needs.h"
#include "ir/symbol-closure.h"
#include "lowering/merge-modules.h"
#include "lowering/promote-floats.h"
#include "measure/openmp.h"
#include "origin/origin.h"
#include "support/entry-symbols.h"
#include "task/roundings.h"
#include "task/task.h"
#include "tools/as-run/isolate.h"
#include "tools/as-run/runnable.h"
#include "tools/as-run/utilities.h"
#include <string.h>

static void noteFunction(MlirOperation function, void *found) {
  *(bool *)found = true;
}

/// Whether a module has operations of a dialect.
typedef struct Dialect {
  const char *prefix;
  bool isThere;
} Dialect;

static MlirWalkResult noteDialect(MlirOperation op, void *context) {
  Dialect *dialect = context;
  dialect->isThere |= asIrHasPrefix(op, dialect->prefix);
  return dialect->isThere ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

static bool hasDialect(MlirModule module, const char *prefix) {
  Dialect dialect = {prefix, false};
  mlirOperationWalk(mlirModuleGetOperation(module), noteDialect, &dialect,
                    MlirWalkPreOrder);
  return dialect.isThere;
}

/// An AsLowerRemark.
static void leaveOut(MlirOperation function, const char *why, void *context) {
  AsText name = {0};
  asIrStringAttribute(function, "sym_name", &name);
  asFunctionsLeaveOut(context, asTextString(&name), "compiled", why);
  asTextFree(&name);
}

static void noteSchedule(MlirOperation function, void *found) {
  *(bool *)found |=
      !mlirAttributeIsNull(asIrAttribute(function, AS_SCHEDULED_ATTRIBUTE));
}

/// Whether somebody has scheduled the module, as far as it shows: vectors may
/// also be a part of the program. What another file is held against is to share
/// as little as can be with as-opt.
static bool isScheduled(MlirModule module, bool isCompared) {
  bool isMarked = false;
  asIrVisitAllFunctions(module, noteSchedule, &isMarked);
  return isMarked || (!isCompared && hasDialect(module, "vector."));
}

static bool isUnscheduled(MlirModule module, bool isHigher) {
  return isHigher && !hasDialect(module, "llvm.") &&
         !isScheduled(module, false);
}

/// Drops what the function does not reach, and with it what cannot be computed
/// in f64.
static void keepReached(MlirModule module, const char *name) {
  MlirOperation function = asIrLookUp(module, name);
  AsIrReach reach = {0};
  if (!mlirOperationIsNull(function))
    asIrReachFrom(module, function, &reach);
  MlirOperation next = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  while (!mlirOperationIsNull(next) && reach.count) {
    MlirOperation op = next;
    next = mlirOperationGetNextInBlock(op);
    if (asIrIsNamed(op, "func.func") && !asIrReaches(&reach, op))
      mlirOperationDestroy(op);
  }
  asIrReachFree(&reach);
}

/// Lowers what a module means: in f64, in the order as written, with loops that
/// LLVM makes fast.
static AsStatus lowerInF64(MlirModule module, const char *function,
                           AsFunctions *functions, AsError *error) {
  keepReached(module, function);
  AsLowerOptions lowering = {.threads = 1,
                             .fp = AS_FP_STRICT,
                             .verify = true,
                             .isStock = true,
                             .isReference = true};
  AsLowerParts parts = {
      .forCode = true, .remark = leaveOut, .context = functions};
  AsStatus status = asGraphTosaToLinalg(module, error);
  if (!status)
    status = asGraphLowerGlobals(module, error);
  if (!status)
    status = asPromoteFloatsToF64(module, error);
  return status ? status : asLowerModuleParts(module, &lowering, &parts, error);
}

/// Lowers what is not lowered yet; *isStock says whether the module is to be
/// compiled as users get it without as-opt: one that nobody has scheduled.
static AsStatus lower(MlirModule module, const AsRunnableOptions *options,
                      AsFunctions *functions, bool *isStock, AsError *error) {
  bool isHigher = false;
  asIrVisitAllFunctions(module, noteFunction, &isHigher);
  *isStock = isHigher && !hasDialect(module, "llvm.") &&
             (options->isStock || !isScheduled(module, options->isCompared));
  if (hasDialect(module, "gpu."))
    return asFail(error, AS_UNSUPPORTED,
                  "has kernels for a GPU, or launches them, and as-run runs on "
                  "the CPU only; docs/gpu.md says how MLIR's tools run it");
  if (options->isInF64)
    return isUnscheduled(module, isHigher)
               ? lowerInF64(module, options->name, functions, error)
               : asFail(error, AS_UNSUPPORTED,
                        "is scheduled, or lowered already");
  if (!isHigher) {
    asLoweredFlatten(module, leaveOut, functions);
    return AS_OK;
  }
  if (options->isProfiled && asPartsOutline(module, error))
    return error->status;
  AsLowerOptions lowering = {.threads = options->target->threads,
                             .fp = options->fp,
                             .verify = true,
                             .isStock = *isStock};
  AsLowerParts parts = {
      .forCode = true, .remark = leaveOut, .context = functions};
  return asLowerModuleParts(module, &lowering, &parts, error);
}

/// What the functions of a module need, which lowering makes hard to see.
typedef struct Needs {
  AsArena *arena;
  struct NeedsOf *first;
} Needs;

typedef struct NeedsOf {
  const char *name;
  AsNeed *needs;
  double roundoff;
  struct NeedsOf *next;
} NeedsOf;

static void addNeeds(MlirOperation function, void *context) {
  Needs *needs = context;
  AsText name = {0};
  if (mlirBlockIsNull(asIrBody(function)) ||
      !asIrStringAttribute(function, "sym_name", &name))
    return;
  NeedsOf *of = asArenaAlloc(needs->arena, sizeof *of);
  intptr_t count = mlirBlockGetNumArguments(asIrBody(function));
  *of = (NeedsOf){.name = asArenaCopy(needs->arena, name.data, name.length),
                  .needs = asArenaArray(needs->arena, AsNeed, count),
                  .next = needs->first};
  asIrNeeds(function, of->needs);
  // What it calls, it rounds as well.
  of->roundoff =
      asRoundingsCoarsest(asIrContains(function, "func.call")
                              ? mlirOperationGetParentOperation(function)
                              : function);
  needs->first = of;
  asTextFree(&name);
}

static const NeedsOf *needsOf(const Needs *needs, const char *name) {
  static const NeedsOf unknown = {.needs = NULL};
  const NeedsOf *of = needs->first;
  while (of && strcmp(of->name, name) != 0)
    of = of->next;
  return of ? of : &unknown;
}

/// Adds the functions of a lowered module that get an entry point, and says of
/// others why they get none.
static void listFunctions(MlirModule module, const Needs *needs,
                          AsFunctions *functions) {
  AsText name = {0}, signature = {0}, why = {0};
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (!asIrIsNamed(op, "llvm.func") ||
        !asIrStringAttribute(op, "sym_name", &name))
      continue;
    if (asIrStringAttribute(op, AS_SIGNATURE_ATTRIBUTE, &signature)) {
      const NeedsOf *of = needsOf(needs, name.data);
      asFunctionsAdd(functions, name.data, signature.data, of->needs,
                     of->roundoff);
    } else if (asIrStringAttribute(op, AS_NO_ENTRY_ATTRIBUTE, &why)) {
      asTextAppendString(&why, "; as-run calls functions of tensors, scalars "
                               "and dense memrefs");
      asFunctionsLeaveOut(functions, name.data, "called", why.data);
    }
  }
  asTextFree(&why);
  asTextFree(&name);
  asTextFree(&signature);
}

static AsStatus generate(MlirModule lowered, const AsTarget *target,
                         const char *function, bool isStock, AsText *object,
                         AsError *error) {
  AsMachine *machine;
  AsStatus status = asMachineCreate(target->triple, target->cpu,
                                    target->features, &machine, error);
  if (status)
    return status;
  AsCodegenOptions codegen = {.entry = function,
                              .optimisation = isStock ? AS_OPTIMISE_STOCK
                                                      : AS_OPTIMISE_SCHEDULED};
  status = asCodegen(machine, lowered, &codegen, object, NULL, error);
  asMachineDestroy(machine);
  return status;
}

/// Links with a linker of its own, so that two modules may share names.
static AsStatus linkAlone(const AsText *object, const char *symbol,
                          AsKernel *kernel, AsError *error) {
  AsLinker *linker;
  if (asLinkerCreate(&linker, error))
    return error->status;
  return asLinkerLink(linker, object->data, object->length, symbol, kernel,
                      error);
}

static AsStatus linkEntry(const AsText *object, const AsTarget *target,
                          AsRunnable *runnable, AsError *error) {
  // A module that came lowered has fixed its threads; it has all cores.
  runnable->hasThreads = asOpenMpNeeded(object->data, object->length);
  if (runnable->hasThreads &&
      asOpenMpLoad(target->cores.count, target->cores, error))
    return error->status;
  AsText symbol = {0};
  asTextFormat(&symbol, AS_ENTRY_PREFIX "%s", runnable->name);
  AsStatus status = linkAlone(object, symbol.data, &runnable->kernel, error);
  if (status && asUtilitiesLoad())
    status = linkAlone(object, symbol.data, &runnable->kernel, error);
  asTextFree(&symbol);
  return status;
}

AsStatus asRunnableCompile(const AsText *content,
                           const AsRunnableOptions *options,
                           AsFunctions *functions, AsRunnable *runnable,
                           AsError *error) {
  asIsolatedStage("compiling '%s'", runnable->file);
  MlirContext context = asIrContextCreate();
  MlirModule module;
  AsText object = {0};
  AsStatus status = asIrParse(context, content->data, content->length,
                              runnable->file, &module, error);
  if (!status) {
    bool isStock = false;
    Needs needs = {functions->arena, NULL};
    status = asGraphProgramFunctions(module, error);
    asIrVisitAllFunctions(module, addNeeds, &needs);
    if (!status)
      status = lower(module, options, functions, &isStock, error);
    if (!status) {
      listFunctions(module, &needs, functions);
      status = asFunctionsChoose(functions, options, runnable, error);
    }
    if (!status && options->isProfiled) {
      asMemoryCount(module, runnable->name, &runnable->memory);
      asPartsProbe(module, functions->arena, &runnable->parts);
      runnable->hasOrigin = asOriginGet(module, &runnable->origin);
    }
    if (!status)
      status = generate(module, options->target, runnable->name, isStock,
                        &object, error);
    mlirModuleDestroy(module);
  }
  mlirContextDestroy(context);
  if (!status)
    status = linkEntry(&object, options->target, runnable, error);
  asTextFree(&object);
  return status;
}
