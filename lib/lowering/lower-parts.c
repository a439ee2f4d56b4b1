//===- lower-parts.c - Lower what can be lowered of a module
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See lower-parts.h. Most modules are lowered as a whole. Only where that fails
// are functions tried one by one, and the module divided into the part that is
// lowered and the part that is kept (kept-functions.h).
//
//===----------------------------------------------------------------------===//

#include "lowering/lower-parts.h"
#include "ir/module-contents.h"
#include "ir/set-aside.h"
#include "lowering/kept-functions.h"
#include "lowering/merge-modules.h"
#include "mlir-c/BuiltinAttributes.h"

/// Of a module and all that are in it.
typedef struct Lowering {
  const AsLowerOptions *options;
  const AsLowerParts *parts;
  int numLowered;
  bool hasOwn;   ///< A function is not lowered though all in it is MLIR's.
  AsError first; ///< Why the first function is not lowered, or AS_OK.
} Lowering;

/// An AsIrStep.
static AsStatus lowerAll(MlirModule module, void *context, AsError *error) {
  const Lowering *lowering = context;
  return asLowerModule(module, lowering->options, error);
}

/// Those that are lowered already as well.
static int countFunctions(MlirModule module) {
  int count = 0;
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    count += asIrHasBody(op) ||
             (asIrIsNamed(op, "llvm.func") && !mlirBlockIsNull(asIrBody(op)));
  return count;
}

static void note(Lowering *lowering, const AsKept *kept) {
  for (int i = 0; i < kept->count; i++) {
    const AsKeptFunction *function = &kept->functions[i];
    if (function->isRefused)
      lowering->hasOwn |= mlirOperationIsNull(asIrFindForeign(function->op));
    if (!lowering->first.status)
      asFail(&lowering->first, AS_UNSUPPORTED, "%s", function->why);
    if (lowering->parts->remark)
      lowering->parts->remark(function->op, function->why,
                              lowering->parts->context);
  }
}

/// Lowers what is left when functions are kept that lowering fails on, of which
/// there must be some; `error` has the reason that the whole could not be.
static AsStatus divide(Lowering *lowering, MlirModule module, AsError *error) {
  AsKept kept;
  bool stays = !lowering->parts->forCode;
  asKeptFind(module, lowerAll, lowering, stays, &kept);
  if (kept.count == 0) {
    asKeptFree(&kept);
    return error->status;
  }
  note(lowering, &kept);
  MlirModule rest = asKeptTake(module, &kept);
  asKeptFree(&kept);
  lowering->numLowered += countFunctions(module);
  AsStatus status = lowerAll(module, lowering, error);
  if (!status && stays)
    asIrMoveContents(rest, module);
  mlirModuleDestroy(rest);
  return status;
}

static AsStatus lowerModule(Lowering *lowering, MlirModule module,
                            AsError *error);

static AsStatus lowerModulesIn(Lowering *lowering, const AsAside *aside,
                               AsError *error) {
  AsStatus status = AS_OK;
  for (int i = 0; i < aside->count && !status; i++)
    if (asIrIsNamed(aside->ops[i], "builtin.module"))
      status =
          lowerModule(lowering, mlirModuleFromOperation(aside->ops[i]), error);
  return status;
}

/// Lowers `module`, which has nothing in it that was set aside.
static AsStatus lowerFunctions(Lowering *lowering, MlirModule module,
                               AsError *error) {
  int count = countFunctions(module);
  MlirModule before = mlirModuleFromOperation(
      mlirOperationClone(mlirModuleGetOperation(module)));
  AsError why = {0};
  if (!lowerAll(module, lowering, &why)) {
    lowering->numLowered += count;
    mlirModuleDestroy(before);
    return AS_OK;
  }
  asIrReplaceContents(module, before);
  AsStatus status = divide(lowering, module, &why);
  if (status)
    *error = why;
  return status;
}

static AsStatus lowerModule(Lowering *lowering, MlirModule module,
                            AsError *error) {
  AsAside aside;
  asIrSetAside(module, &aside);
  AsStatus status = lowerModulesIn(lowering, &aside, error);
  if (!status)
    status = lowerFunctions(lowering, module, error);
  asIrPutBack(&aside, module);
  return status;
}

AsStatus asLowerModuleParts(MlirModule module, const AsLowerOptions *options,
                            const AsLowerParts *parts, AsError *error) {
  Lowering lowering = {.options = options, .parts = parts};
  AsStatus status = lowerModule(&lowering, module, error);
  bool isFailure = lowering.first.status && lowering.numLowered == 0 &&
                   (lowering.hasOwn || parts->forCode);
  if (!status && isFailure)
    status = asFail(error, lowering.first.status, "%s", lowering.first.message);
  if (!status && parts->forCode)
    asLoweredFlatten(module, parts->remark, parts->context);
  return status;
}
