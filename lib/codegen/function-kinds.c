//===- function-kinds.c - What each function of a module needs of O3
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See function-kinds.h.
//
//===----------------------------------------------------------------------===//

#include "codegen/function-kinds.h"
#include "support/arena.h"
#include "support/text.h"
#include "llvm-c/Core.h"
#include <stdlib.h>
#include <string.h>

typedef bool (*InstructionPredicate)(LLVMValueRef instruction);

static bool hasAny(LLVMValueRef function, InstructionPredicate predicate) {
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef inst = LLVMGetFirstInstruction(block); inst;
         inst = LLVMGetNextInstruction(inst))
      if (predicate(inst))
        return true;
  return false;
}

/// MLIR's vectors of vectors are arrays.
static bool isVector(LLVMValueRef instruction) {
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(instruction));
  return kind == LLVMVectorTypeKind || kind == LLVMArrayTypeKind;
}

/// A loop has a phi for its counter.
static bool isLoopOrArithmetic(LLVMValueRef instruction) {
  return LLVMIsAPHINode(instruction) ||
         (LLVMIsABinaryOperator(instruction) &&
          LLVMGetTypeKind(LLVMTypeOf(instruction)) != LLVMIntegerTypeKind);
}

static unsigned attributeKind(const char *name) {
  return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static void addAttribute(LLVMValueRef function, const char *name) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  LLVMAddAttributeAtIndex(
      function, LLVMAttributeFunctionIndex,
      LLVMCreateEnumAttribute(context, attributeKind(name), 0));
}

/// LLVM does not inline a function into a caller for another CPU.
static void copyTarget(LLVMValueRef from, LLVMValueRef to) {
  static const char *const keys[] = {"target-cpu", "target-features"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    LLVMAttributeRef attribute = LLVMGetStringAttributeAtIndex(
        from, LLVMAttributeFunctionIndex, keys[i], (unsigned)strlen(keys[i]));
    if (attribute)
      LLVMAddAttributeAtIndex(to, LLVMAttributeFunctionIndex, attribute);
  }
}

/// Moves the body of `function` to an internal function NAME.kernel, and
/// replaces it by a call of that. Returns the caller.
static LLVMValueRef moveBody(LLVMModuleRef module, LLVMValueRef function) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  size_t length;
  AsText name = {0};
  asTextAppendString(&name, LLVMGetValueName2(function, &length));
  AsText inner = {0};
  asTextFormat(&inner, "%s.kernel", name.data);
  LLVMSetValueName2(function, inner.data, inner.length);
  LLVMTypeRef type = LLVMGlobalGetValueType(function);
  LLVMValueRef outer = LLVMAddFunction(module, name.data, type);
  copyTarget(function, outer);
  LLVMSetLinkage(outer, LLVMGetLinkage(function));
  LLVMReplaceAllUsesWith(function, outer);
  LLVMSetLinkage(function, LLVMInternalLinkage);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(builder,
                           LLVMAppendBasicBlockInContext(context, outer, ""));
  unsigned count = LLVMCountParams(outer);
  LLVMValueRef *arguments = asAlloc(sizeof(LLVMValueRef) * (count + 1));
  LLVMGetParams(outer, arguments);
  LLVMValueRef result =
      LLVMBuildCall2(builder, type, function, arguments, count, "");
  if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
    LLVMBuildRetVoid(builder);
  else
    LLVMBuildRet(builder, result);
  LLVMDisposeBuilder(builder);
  free(arguments);
  asTextFree(&name);
  asTextFree(&inner);
  addAttribute(outer, "noinline");
  return outer;
}

/// Attribute of functions that a schedule vectorised. Functions that only call
/// others have it as well: they have nothing to unroll.
static const char scheduledMark[] = "as-scheduled";

/// Attribute of other functions that are large.
static const char largeMark[] = "as-large";

static void addMark(LLVMValueRef function, const char *mark) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  LLVMAddAttributeAtIndex(
      function, LLVMAttributeFunctionIndex,
      LLVMCreateStringAttribute(context, mark, (unsigned)strlen(mark), "", 0));
}

static bool hasMark(LLVMValueRef function, const char *mark) {
  return LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                       mark, (unsigned)strlen(mark)) != NULL;
}

void asMarkCold(LLVMValueRef function) { addAttribute(function, "cold"); }

static bool hasAttribute(LLVMValueRef function, const char *name) {
  return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                     attributeKind(name)) != NULL;
}

bool asIsCold(LLVMValueRef function) { return hasAttribute(function, "cold"); }

/// Blocks of a function that O3 would take long for: it looks at all loops that
/// precede one, for each of its counters.
enum { LARGE = 2000 };

bool asIsScheduled(LLVMValueRef function) {
  return hasMark(function, scheduledMark) && !asIsCold(function);
}

static AsKind kindOfFunction(LLVMValueRef function) {
  return asIsCold(function)                 ? AS_KIND_COLD
         : hasMark(function, scheduledMark) ? AS_KIND_SCHEDULED
         : hasMark(function, largeMark)     ? AS_KIND_LARGE
                                            : AS_KIND_OTHER;
}

/// Whether something of the module has a schedule. Without one, time goes into
/// loops that O3 unrolls.
static bool hasVectors(LLVMModuleRef module) {
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
       function = LLVMGetNextFunction(function))
    if (!asIsCold(function) && hasAny(function, isVector))
      return true;
  return false;
}

/// Classifies functions and prepares inlining. Vectorised kernels carry
/// accumulators as aggregates (arrays of vectors) through their loops, which
/// need a second round of simplification to leave memory. Inlining a kernel
/// into its only caller gives it one, at less cost than a second O3. Scalar
/// loops must not have one: LLVM would unroll and vectorise again what the
/// first round has unrolled, which takes long.
static AsKinds arrangeInlining(LLVMModuleRef module) {
  AsKinds kinds = {{false}};
  const bool isScheduled = hasVectors(module);
  LLVMValueRef next, function = LLVMGetFirstFunction(module);
  LLVMValueRef last = LLVMGetLastFunction(module);
  for (bool more = function != NULL; more; function = next) {
    next = LLVMGetNextFunction(function);
    more = function != last && next;
    if (!LLVMCountBasicBlocks(function))
      continue;
    if (asIsCold(function)) {
      kinds.has[AS_KIND_COLD] = true;
      addAttribute(function, "noinline");
      continue;
    }
    if (hasAny(function, isVector)) {
      kinds.has[AS_KIND_SCHEDULED] = true;
      addMark(function, scheduledMark);
      addMark(moveBody(module, function), scheduledMark);
      continue;
    }
    addAttribute(function, "noinline");
    if (isScheduled && LLVMCountBasicBlocks(function) > LARGE) {
      kinds.has[AS_KIND_LARGE] = true;
      addMark(function, largeMark);
    } else if (hasAny(function, isLoopOrArithmetic))
      kinds.has[AS_KIND_OTHER] = true;
    else
      addMark(function, scheduledMark);
  }
  return kinds;
}

void asSelectKind(LLVMModuleRef module, AsKind kind) {
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
       function = LLVMGetNextFunction(function))
    if (LLVMCountBasicBlocks(function) && kindOfFunction(function) != kind) {
      addAttribute(function, "optnone");
      addAttribute(function, "noinline");
    }
}

void asSelectAllKinds(LLVMModuleRef module) {
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
       function = LLVMGetNextFunction(function))
    LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                   attributeKind("optnone"));
}

/// Attribute of functions that are internal, but not while they are optimised.
static const char internalMark[] = "as-internal";

/// Shows the internal functions that no caller takes in to other modules, so
/// that LLVM does not change their arguments. It would load vectors in the
/// caller and pass those, even bf16 of which a target passes each as an f32,
/// and what was measured of a task would not be what runs.
static void exposeInternals(LLVMModuleRef module) {
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
       function = LLVMGetNextFunction(function))
    if (LLVMGetLinkage(function) == LLVMInternalLinkage &&
        hasAttribute(function, "noinline")) {
      addMark(function, internalMark);
      LLVMSetLinkage(function, LLVMExternalLinkage);
    }
}

static void hideInternals(LLVMModuleRef module) {
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
       function = LLVMGetNextFunction(function))
    if (hasMark(function, internalMark))
      LLVMSetLinkage(function, LLVMInternalLinkage);
}

static void removeMarks(LLVMModuleRef module) {
  static const char *const marks[] = {scheduledMark, largeMark, internalMark};
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
       function = LLVMGetNextFunction(function))
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
      LLVMRemoveStringAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                       marks[i], (unsigned)strlen(marks[i]));
}

AsKinds asArrangeKinds(LLVMModuleRef module) {
  AsKinds kinds = arrangeInlining(module);
  exposeInternals(module);
  return kinds;
}

AsKinds asArrangeKernels(LLVMModuleRef module) {
  AsKinds kinds = {{false}};
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
       function = LLVMGetNextFunction(function)) {
    bool isVectorised = hasAny(function, isVector);
    kinds.has[AS_KIND_SCHEDULED] |= isVectorised;
    kinds.has[AS_KIND_OTHER] |= !isVectorised && LLVMCountBasicBlocks(function);
    if (isVectorised)
      addMark(function, scheduledMark);
  }
  return kinds;
}

void asForgetKinds(LLVMModuleRef module) {
  hideInternals(module);
  removeMarks(module);
}
