//===- kept-functions.c - Divide a module into what is lowered and the rest
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See kept-functions.h.
//
//   func.func @f() { call @g, call @t }      @g is kept, as lowering fails on
//   it func.func @g() { "my.op"(), call @t }    @f is kept, as it calls @g
//   func.func @h() { call @t }               @h is lowered
//   func.func private @t()                   @t is lowered, and kept as @t_kept
//
//===----------------------------------------------------------------------===//

#include "lowering/kept-functions.h"
#include "ir/function-builder.h"
#include "ir/module-contents.h"
#include "ir/symbol-closure.h"
#include "mlir-c/BuiltinAttributes.h"
#include "support/arena.h"
#include <stdlib.h>

//===----------------------------------------------------------------------===//
// Finding
//===----------------------------------------------------------------------===//

static bool isKept(const AsKept *kept, MlirOperation op) {
  for (int i = 0; i < kept->count; i++)
    if (mlirOperationEqual(kept->functions[i].op, op))
      return true;
  return false;
}

static void keep(AsKept *kept, MlirOperation op, bool isRefused,
                 const char *why) {
  kept->functions = asRealloc(kept->functions, sizeof *kept->functions *
                                                   (size_t)(kept->count + 1));
  kept->functions[kept->count++] =
      (AsKeptFunction){op, isRefused, asCopyString(why)};
}

/// Keeps `op` because of the symbol that it refers to.
static void keepFor(AsKept *kept, MlirOperation op, MlirOperation symbol,
                    const char *format) {
  AsText name = {0}, why = {0};
  asIrStringAttribute(symbol, "sym_name", &name);
  asTextFormat(&why, "it refers to '%s', %s", asTextString(&name), format);
  keep(kept, op, false, why.data);
  asTextFree(&name);
  asTextFree(&why);
}

/// Whether two parts of the program may each have one.
static bool canCopy(MlirOperation op) {
  return asIrHasBody(op) ||
         (asIrIsNamed(op, "memref.global") &&
          !mlirAttributeIsNull(asIrAttribute(op, "constant")));
}

/// What all kept functions refer to, directly or not.
static AsIrReach reachOf(MlirModule module, const AsKept *kept) {
  AsIrReach reach = {0};
  for (int i = 0; i < kept->count; i++)
    asIrReachFrom(module, kept->functions[i].op, &reach);
  return reach;
}

/// Keeps `op` if what it refers to requires that.
static void keepIfTied(MlirModule module, MlirOperation op, bool isShared,
                       const AsIrReach *needed, AsKept *kept) {
  AsIrReach refers = {0};
  asIrReachNext(module, op, &refers);
  for (int i = 0; i < refers.count && !isKept(kept, op); i++)
    if (isKept(kept, refers.ops[i]))
      keepFor(kept, op, refers.ops[i], "which is not lowered");
    else if (isShared && !canCopy(refers.ops[i]) &&
             asIrReaches(needed, refers.ops[i]))
      keepFor(kept, op, refers.ops[i],
              "as a function does that is not lowered");
  asIrReachFree(&refers);
}

static void keepTied(MlirModule module, bool isShared, AsKept *kept) {
  AsIrReach needed = reachOf(module, kept);
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (asIrHasBody(op) && !isKept(kept, op))
      keepIfTied(module, op, isShared, &needed, kept);
  asIrReachFree(&needed);
}

void asKeptFind(MlirModule module, AsIrStep lower, void *context, bool isShared,
                AsKept *kept) {
  *kept = (AsKept){0};
  AsIrRefusals refusals;
  asIrFindRefusals(module, lower, context, &refusals);
  for (int i = 0; i < refusals.count; i++)
    keep(kept, refusals.list[i].function, true, refusals.list[i].why);
  asIrRefusalsFree(&refusals);
  for (int before = 0; before < kept->count;) {
    before = kept->count;
    keepTied(module, isShared, kept);
  }
}

void asKeptFree(AsKept *kept) {
  for (int i = 0; i < kept->count; i++)
    free(kept->functions[i].why);
  free(kept->functions);
  *kept = (AsKept){0};
}

//===----------------------------------------------------------------------===//
// Dividing
//===----------------------------------------------------------------------===//

/// What is lowered: functions that other modules can call, what nothing that is
/// kept needs, and what those refer to.
static AsIrReach findLowered(MlirModule module, const AsKept *kept,
                             const AsIrReach *needed) {
  AsIrReach lowered = {0};
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (!isKept(kept, op) &&
        (!asIrReaches(needed, op) || (asIrHasBody(op) && !asIrIsPrivate(op))))
      asIrReachFrom(module, op, &lowered);
  return lowered;
}

typedef struct Renaming {
  MlirStringRef from;
  MlirAttribute to;
} Renaming;

/// Only attributes that are references themselves, as asIrReachNext finds them.
static MlirWalkResult renameIn(MlirOperation op, void *context) {
  const Renaming *renaming = context;
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(op); i++) {
    MlirNamedAttribute attribute = mlirOperationGetAttribute(op, i);
    if (mlirAttributeIsAFlatSymbolRef(attribute.attribute) &&
        mlirStringRefEqual(mlirFlatSymbolRefAttrGetValue(attribute.attribute),
                           renaming->from))
      mlirOperationSetAttributeByName(op, mlirIdentifierStr(attribute.name),
                                      renaming->to);
  }
  return MlirWalkResultAdvance;
}

/// Renames the symbol `op` of `rest` to one that `module` does not have.
static void rename(MlirModule module, MlirModule rest, MlirOperation op) {
  MlirContext context = mlirOperationGetContext(op);
  AsText old = {0}, name = {0};
  asIrStringAttribute(op, "sym_name", &old);
  int number = 0;
  do {
    asTextClear(&name);
    asTextFormat(&name, "%s_kept", old.data);
    if (number++)
      asTextFormat(&name, "_%d", number);
  } while (!mlirOperationIsNull(asIrLookUp(module, name.data)) ||
           !mlirOperationIsNull(asIrLookUp(rest, name.data)));
  Renaming renaming = {
      asIrString(old.data),
      mlirFlatSymbolRefAttrGet(context, asIrString(name.data))};
  mlirOperationWalk(mlirModuleGetOperation(rest), renameIn, &renaming,
                    MlirWalkPreOrder);
  mlirOperationSetAttributeByName(
      op, asIrString("sym_name"),
      mlirStringAttrGet(context, asIrString(name.data)));
  mlirOperationSetAttributeByName(
      op, asIrString("sym_visibility"),
      mlirStringAttrGet(context, asIrString("private")));
  asTextFree(&old);
  asTextFree(&name);
}

static MlirOperation copyTo(MlirModule rest, MlirOperation op) {
  MlirOperation copy = mlirOperationClone(op);
  mlirBlockAppendOwnedOperation(mlirModuleGetBody(rest), copy);
  return copy;
}

MlirModule asKeptTake(MlirModule module, const AsKept *kept) {
  MlirModule rest = asIrModuleLike(module);
  AsIrReach needed = reachOf(module, kept);
  AsIrReach lowered = findLowered(module, kept, &needed), copies = {0};
  for (int i = 0; i < needed.count; i++) {
    MlirOperation op = needed.ops[i];
    if (asIrReaches(&lowered, op)) {
      asIrReachAdd(&copies, copyTo(rest, op));
    } else {
      mlirOperationRemoveFromParent(op);
      mlirBlockAppendOwnedOperation(mlirModuleGetBody(rest), op);
    }
  }
  for (int i = 0; i < copies.count; i++)
    rename(module, rest, copies.ops[i]);
  asIrReachFree(&needed);
  asIrReachFree(&lowered);
  asIrReachFree(&copies);
  return rest;
}
