//===- const-eval.c - What constants determine, as constants
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Works on the LLVM dialect, where arrays have the layout in which they are
// used, whatever lowering has made of it.
//
//===----------------------------------------------------------------------===//

#include "lowering/constants/const-eval.h"
#include "dialect-bridge/bridge.h"
#include "ir/symbol-closure.h"
#include "lowering/constants/constant-hoisting.h"
#include "lowering/constants/raw-bytes.h"
#include "mlir-c/BuiltinAttributes.h"
#include "support/arena.h"
#include "support/hash.h"
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Finding
//===----------------------------------------------------------------------===//

static bool isGlobal(MlirOperation op) {
  return asIrIsNamed(op, "llvm.mlir.global");
}

static bool hasValue(MlirOperation global) {
  return !mlirAttributeIsNull(asIrAttribute(global, "value"));
}

static int64_t bytesOf(MlirOperation global) {
  return asBridgeTypeBytes(
      global, mlirTypeAttrGetValue(asIrAttribute(global, "global_type")));
}

/// Whether it is one of what place-initializers.c makes.
static bool isArray(MlirOperation op) {
  AsText name = {0};
  bool isOurs = isGlobal(op) && !hasValue(op) &&
                asIrStringAttribute(op, "sym_name", &name) &&
                strncmp(name.data, AS_ONCE_ARRAY, strlen(AS_ONCE_ARRAY)) == 0;
  asTextFree(&name);
  return isOurs;
}

static void addArray(AsConstEval *once, MlirOperation global) {
  once->arrays = asRealloc(once->arrays, sizeof *once->arrays *
                                             (size_t)(once->numArrays + 1));
  AsConstEvalArray array = {global, bytesOf(global)};
  once->arrays[once->numArrays++] = array;
  once->bytes += array.bytes;
}

/// What the module needs of `own`, besides itself: this is computed for it, and
/// all else of `own` on the way there.
static void findNeeded(MlirModule module, const AsIrReach *own,
                       AsIrReach *needed) {
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (!asIrReaches(own, op))
      asIrReachNext(module, op, needed);
}

bool asConstEvalFind(MlirModule lowered, AsConstEval *once) {
  // Tiles that are filled up, and weights that are packed in two ways.
  enum { growth = 2, smallest = 4096 };
  // Several ways may turn out to give the same array.
  enum { mostEqual = 8, mostBytes = 1 << 30 };
  *once = (AsConstEval){.module = lowered,
                        .compute = asIrLookUp(lowered, AS_ONCE_CONSTANTS)};
  if (mlirOperationIsNull(once->compute))
    return false;
  AsIrReach own = {0}, needed = {0};
  asIrReachFrom(lowered, once->compute, &own);
  findNeeded(lowered, &own, &needed);
  int64_t sources = 0;
  for (int i = 0; i < own.count; i++)
    if (isArray(own.ops[i]) && asIrReaches(&needed, own.ops[i]))
      addArray(once, own.ops[i]);
    else if (isGlobal(own.ops[i]) && hasValue(own.ops[i]))
      sources += bytesOf(own.ops[i]);
  asIrReachFree(&own);
  asIrReachFree(&needed);
  once->mostBytes = growth * sources + smallest;
  return once->numArrays > 0 && (once->bytes <= once->mostBytes ||
                                 (once->bytes <= mostBytes &&
                                  once->bytes <= mostEqual * once->mostBytes));
}

void asConstEvalFree(AsConstEval *once) {
  free(once->arrays);
  *once = (AsConstEval){0};
}

//===----------------------------------------------------------------------===//
// The part that computes
//===----------------------------------------------------------------------===//

static void appendName(MlirOperation op, AsText *text) {
  AsText name = {0};
  asIrStringAttribute(op, "sym_name", &name);
  asTextFormat(text, "@\"%s\"", asTextString(&name));
  asTextFree(&name);
}

/// The entry point, and declarations of what it refers to.
static void writeEntry(const AsConstEval *once, AsText *text) {
  asTextAppendString(text, "llvm.func ");
  appendName(once->compute, text);
  asTextAppendString(text, "()\n");
  for (int a = 0; a < once->numArrays; a++) {
    asTextAppendString(text, "llvm.mlir.global external ");
    appendName(once->arrays[a].global, text);
    asTextAppendString(text, "() : i8\n");
  }
  asTextAppendString(text, "llvm.func @" AS_CONST_EVAL_ENTRY
                           "(%arrays: !llvm.ptr) {\n  llvm.call ");
  appendName(once->compute, text);
  asTextAppendString(text, "() : () -> ()\n");
  for (int a = 0; a < once->numArrays; a++) {
    asTextFormat(text, "  %%array%d = llvm.mlir.addressof ", a);
    appendName(once->arrays[a].global, text);
    asTextFormat(text,
                 " : !llvm.ptr\n"
                 "  %%place%d = llvm.getelementptr %%arrays[%d]"
                 " : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr\n"
                 "  llvm.store %%array%d, %%place%d : !llvm.ptr, !llvm.ptr\n",
                 a, a, a, a);
  }
  asTextAppendString(text, "  llvm.return\n}\n");
}

/// Moves the entry point to the end of `body`.
static AsStatus appendEntry(const AsConstEval *once, MlirBlock body,
                            AsError *error) {
  AsText text = {0};
  writeEntry(once, &text);
  MlirModule parsed;
  AsStatus status = asIrParse(mlirModuleGetContext(once->module), text.data,
                              text.length, "<once>", &parsed, error);
  asTextFree(&text);
  if (status)
    return status;
  MlirOperation entry = asIrLookUp(parsed, AS_CONST_EVAL_ENTRY);
  mlirOperationRemoveFromParent(entry);
  mlirBlockAppendOwnedOperation(body, entry);
  mlirModuleDestroy(parsed);
  return AS_OK;
}

static void putRequest(const AsConstEval *once, MlirModule part,
                       AsText *request) {
  AsArena arena = {0};
  AsText bytecode = {0};
  AsConstEvalSize *sizes =
      asArenaArray(&arena, AsConstEvalSize, once->numArrays);
  for (int a = 0; a < once->numArrays; a++)
    sizes[a].bytes = once->arrays[a].bytes;
  asIrWriteBytecode(mlirModuleGetOperation(part), &bytecode);
  asPacketPut(&asConstEvalRequestLayout,
              &(AsConstEvalRequest){.bytecode = bytecode.data,
                                    .bytecodeLength = bytecode.length,
                                    .sizes = sizes,
                                    .numArrays = once->numArrays},
              request);
  asTextFree(&bytecode);
  asArenaDestroy(&arena);
}

AsStatus asConstEvalRequest(const AsConstEval *once, AsText *request,
                            AsError *error) {
  MlirModule part = mlirModuleCreateEmpty(
      mlirOperationGetLocation(mlirModuleGetOperation(once->module)));
  MlirBlock body = mlirModuleGetBody(part);
  AsIrReach needed = {0};
  asIrReachFrom(once->module, once->compute, &needed);
  for (int i = 0; i < needed.count; i++)
    mlirBlockAppendOwnedOperation(body, mlirOperationClone(needed.ops[i]));
  asIrReachFree(&needed);
  AsStatus status = appendEntry(once, body, error);
  if (!status)
    putRequest(once, part, request);
  mlirModuleDestroy(part);
  return status;
}

//===----------------------------------------------------------------------===//
// Replacing
//===----------------------------------------------------------------------===//

static MlirWalkResult removeCall(MlirOperation op, void *context) {
  MlirAttribute callee = asIrIsNamed(op, "llvm.call")
                             ? asIrAttribute(op, "callee")
                             : mlirAttributeGetNull();
  if (mlirAttributeIsNull(callee) ||
      !mlirStringRefEqual(mlirFlatSymbolRefAttrGetValue(callee),
                          asIrString(AS_ONCE)))
    return MlirWalkResultAdvance;
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

/// Removes what nothing needs any more of what `before` had.
static void removeUnused(MlirModule module, const AsIrReach *before) {
  AsIrReach used = {0};
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (!asIrReaches(before, op) || !asIrIsHidden(op))
      asIrReachFrom(module, op, &used);
  for (int i = 0; i < before->count; i++)
    if (!asIrReaches(&used, before->ops[i]))
      mlirOperationDestroy(before->ops[i]);
  asIrReachFree(&used);
}

/// For each array the first one that has the same bytes. Returns how many bytes
/// the first ones have.
static int64_t findEqual(const AsConstEval *once, const char *bytes,
                         int *first) {
  AsArena arena = {0};
  AsHash *hash = asArenaArray(&arena, AsHash, once->numArrays);
  const char **start = asArenaArray(&arena, const char *, once->numArrays);
  int64_t distinct = 0;
  for (int a = 0; a < once->numArrays; a++) {
    size_t size = (size_t)once->arrays[a].bytes;
    start[a] = bytes;
    hash[a] = asHashBytes(asHashStart(), bytes, size);
    bytes += size;
    first[a] = 0;
    while (first[a] < a && (hash[first[a]].high != hash[a].high ||
                            hash[first[a]].low != hash[a].low ||
                            once->arrays[first[a]].bytes != (int64_t)size ||
                            memcmp(start[first[a]], start[a], size) != 0))
      first[a]++;
    distinct += first[a] == a ? (int64_t)size : 0;
  }
  asArenaDestroy(&arena);
  return distinct;
}

typedef struct Merging {
  const AsConstEval *once;
  const int *first;
} Merging;

static MlirAttribute nameOf(MlirOperation global) {
  return asIrAttribute(global, "sym_name");
}

/// Has the address of an array be that of the first one with the same bytes.
static MlirWalkResult mergeAddress(MlirOperation op, void *context) {
  const Merging *merging = context;
  if (!asIrIsNamed(op, "llvm.mlir.addressof"))
    return MlirWalkResultAdvance;
  MlirStringRef name =
      mlirFlatSymbolRefAttrGetValue(asIrAttribute(op, "global_name"));
  for (int a = 0; a < merging->once->numArrays; a++) {
    const AsConstEvalArray *arrays = merging->once->arrays;
    if (!mlirStringRefEqual(name,
                            mlirStringAttrGetValue(nameOf(arrays[a].global))))
      continue;
    MlirAttribute first = nameOf(arrays[merging->first[a]].global);
    mlirOperationSetAttributeByName(
        op, asIrString("global_name"),
        mlirFlatSymbolRefAttrGet(mlirOperationGetContext(op),
                                 mlirStringAttrGetValue(first)));
    break;
  }
  return MlirWalkResultAdvance;
}

bool asConstEvalReplace(const AsConstEval *once, const char *bytes) {
  int *first = asAlloc(sizeof *first * (size_t)(once->numArrays + 1));
  Merging merging = {once, first};
  if (findEqual(once, bytes, first) > once->mostBytes) {
    free(first);
    return false;
  }
  AsIrReach before = {0};
  asIrReachFrom(once->module, asIrLookUp(once->module, AS_ONCE), &before);
  mlirOperationWalk(mlirModuleGetOperation(once->module), mergeAddress,
                    &merging, MlirWalkPreOrder);
  for (int a = 0; a < once->numArrays; a++) {
    if (first[a] == a)
      asRawBytesSet(once->arrays[a].global, bytes, once->arrays[a].bytes);
    bytes += once->arrays[a].bytes;
  }
  free(first);
  mlirOperationWalk(mlirModuleGetOperation(once->module), removeCall, NULL,
                    MlirWalkPostOrder);
  removeUnused(once->module, &before);
  asIrReachFree(&before);
  return true;
}
