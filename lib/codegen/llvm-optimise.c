//===- llvm-optimise.c - LLVM's optimiser
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A schedule says itself what is unrolled and what is a vector. LLVM unrolling
// on top of it doubles the time to compile and makes slower code; but what
// nobody scheduled needs it. Neither has an attribute for it that a function
// could carry, so that each kind has a round of its own, in which the others
// are not optimised at all. What runs once has one, too: a function that
// prepares weights may have hundreds of loops, over which O3 takes a minute.
//
//===----------------------------------------------------------------------===//

#include "codegen/llvm-optimise.h"
#include "codegen/legalise-vector-width.h"
#include "support/arena.h"
#include "support/text.h"
#include "llvm-c/Core.h"
#include "llvm-c/Error.h"
#include "llvm-c/Transforms/PassBuilder.h"
#include <stdlib.h>
#include <string.h>

typedef bool (*Is)(LLVMValueRef instruction);

static bool hasAny(LLVMValueRef function, Is is) {
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef inst = LLVMGetFirstInstruction(block); inst;
         inst = LLVMGetNextInstruction(inst))
      if (is(inst))
        return true;
  return false;
}

/// Vectors of vectors are arrays.
static bool isVector(LLVMValueRef instruction) {
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(instruction));
  return kind == LLVMVectorTypeKind || kind == LLVMArrayTypeKind;
}

/// Loops have a phi, for what they count.
static bool isLoopOrArithmetic(LLVMValueRef instruction) {
  return LLVMIsAPHINode(instruction) ||
         (LLVMIsABinaryOperator(instruction) &&
          LLVMGetTypeKind(LLVMTypeOf(instruction)) != LLVMIntegerTypeKind);
}

static unsigned kindOf(const char *name) {
  return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static void addAttribute(LLVMValueRef function, const char *name) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                          LLVMCreateEnumAttribute(context, kindOf(name), 0));
}

/// A function for another CPU than its caller's would not be inlined.
static void copyTarget(LLVMValueRef from, LLVMValueRef to) {
  static const char *const keys[] = {"target-cpu", "target-features"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    LLVMAttributeRef attribute = LLVMGetStringAttributeAtIndex(
        from, LLVMAttributeFunctionIndex, keys[i], (unsigned)strlen(keys[i]));
    if (attribute)
      LLVMAddAttributeAtIndex(to, LLVMAttributeFunctionIndex, attribute);
  }
}

/// Moves the body of `function` into an internal function that what has its
/// name then calls. Returns the latter.
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

/// Functions that a schedule vectorised, and those that only call others: with
/// nothing to unroll, they go along.
static const char scheduledMark[] = "as-scheduled";

static void markScheduled(LLVMValueRef function) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                          LLVMCreateStringAttribute(context, scheduledMark,
                                                    sizeof scheduledMark - 1,
                                                    "", 0));
}

static bool isScheduled(LLVMValueRef function) {
  return LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                       scheduledMark,
                                       sizeof scheduledMark - 1) != NULL;
}

void asMarkCold(LLVMValueRef function) { addAttribute(function, "cold"); }

static bool isCold(LLVMValueRef function) {
  return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                     kindOf("cold")) != NULL;
}

/// What is optimised in a round.
typedef enum Kind { KIND_SCHEDULED, KIND_OTHER, KIND_COLD, NUM_KINDS } Kind;

static Kind kindOfFunction(LLVMValueRef function) {
  return isCold(function)        ? KIND_COLD
         : isScheduled(function) ? KIND_SCHEDULED
                                 : KIND_OTHER;
}

typedef struct Kinds {
  bool has[NUM_KINDS];
} Kinds;

/// Vectorised kernels carry accumulators that are vectors of vectors through
/// their loops as aggregates, and one simplification leaves those in memory.
/// Being inlined into an only caller gives a kernel a second one, at less cost
/// than a second round of O3. Scalar loops must not have it: what the first
/// has unrolled would be unrolled and vectorised again, at length.
static Kinds arrangeInlining(LLVMModuleRef module) {
  Kinds kinds = {{false}};
  LLVMValueRef next, function = LLVMGetFirstFunction(module);
  LLVMValueRef last = LLVMGetLastFunction(module);
  for (bool more = function != NULL; more; function = next) {
    next = LLVMGetNextFunction(function);
    more = function != last && next;
    if (!LLVMCountBasicBlocks(function))
      continue;
    if (isCold(function)) {
      kinds.has[KIND_COLD] = true;
      addAttribute(function, "noinline");
      continue;
    }
    if (hasAny(function, isVector)) {
      kinds.has[KIND_SCHEDULED] = true;
      markScheduled(function);
      markScheduled(moveBody(module, function));
      continue;
    }
    addAttribute(function, "noinline");
    if (hasAny(function, isLoopOrArithmetic))
      kinds.has[KIND_OTHER] = true;
    else
      markScheduled(function);
  }
  return kinds;
}

static AsStatus statusOf(LLVMErrorRef problem, AsError *error) {
  if (!problem)
    return AS_OK;
  char *message = LLVMGetErrorMessage(problem);
  AsStatus status = asFail(error, AS_INTERNAL, "LLVM: %s", message);
  LLVMDisposeErrorMessage(message);
  return status;
}

static AsStatus runPasses(LLVMTargetMachineRef machine, LLVMModuleRef module,
                          const char *passes, bool unrolls, AsError *error) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMPassBuilderOptionsSetLoopUnrolling(options, unrolls);
  LLVMPassBuilderOptionsSetSLPVectorization(options, unrolls);
  LLVMErrorRef problem = LLVMRunPasses(module, passes, machine, options);
  LLVMDisposePassBuilderOptions(options);
  return statusOf(problem, error);
}

static AsStatus runOn(LLVMTargetMachineRef machine, LLVMValueRef function,
                      const char *passes, AsError *error) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef problem =
      LLVMRunPassesOnFunction(function, passes, machine, options);
  LLVMDisposePassBuilderOptions(options);
  return statusOf(problem, error);
}

static AsStatus runO3(LLVMTargetMachineRef machine, LLVMModuleRef module,
                      bool unrolls, AsError *error) {
  return runPasses(machine, module, "default<O3>", unrolls, error);
}

AsStatus asOptimiseBriefly(LLVMTargetMachineRef machine, LLVMModuleRef module,
                           AsError *error) {
  return runPasses(machine, module, "function(sroa,early-cse,simplifycfg)",
                   false, error);
}

/// What has `optnone` is passed over. That it is not inlined goes with it.
static void passOverOthers(LLVMModuleRef module, Kind kind) {
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
       function = LLVMGetNextFunction(function))
    if (LLVMCountBasicBlocks(function) && kindOfFunction(function) != kind) {
      addAttribute(function, "optnone");
      addAttribute(function, "noinline");
    }
}

static void passOverNone(LLVMModuleRef module) {
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
       function = LLVMGetNextFunction(function))
    LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                   kindOf("optnone"));
}

static void removeMarks(LLVMModuleRef module) {
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
       function = LLVMGetNextFunction(function))
    LLVMRemoveStringAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                     scheduledMark, sizeof scheduledMark - 1);
}

/// A round for each kind.
static AsStatus runKinds(LLVMTargetMachineRef machine, LLVMModuleRef module,
                         Kinds kinds, AsError *error) {
  // With the scheduled ones go those that only call others.
  kinds.has[KIND_SCHEDULED] |= kinds.has[KIND_COLD];
  int numKinds = 0;
  for (Kind kind = 0; kind < NUM_KINDS; kind++)
    numKinds += kinds.has[kind];
  if (numKinds < 2)
    return runO3(machine, module, !kinds.has[KIND_SCHEDULED], error);
  AsStatus status = AS_OK;
  for (Kind kind = 0; kind < NUM_KINDS && !status; kind++) {
    if (!kinds.has[kind])
      continue;
    passOverOthers(module, kind);
    status = kind == KIND_COLD
                 ? asOptimiseBriefly(machine, module, error)
                 : runO3(machine, module, kind == KIND_OTHER, error);
    passOverNone(module);
  }
  return status;
}

/// Cuts the vectors of scheduled functions to registers, where LLVM would not.
static AsStatus fitVectors(LLVMTargetMachineRef machine, LLVMModuleRef module,
                           unsigned registerBits, AsError *error) {
  AsStatus status = AS_OK;
  for (LLVMValueRef function = LLVMGetFirstFunction(module);
       function && !status; function = LLVMGetNextFunction(function)) {
    AsText passes = {0};
    if (isScheduled(function) && !isCold(function) &&
        asLegaliseVectorWidths(function, registerBits, &passes))
      status = runOn(machine, function, passes.data, error);
    asTextFree(&passes);
  }
  return status;
}

AsStatus asOptimise(LLVMTargetMachineRef machine, LLVMModuleRef module,
                    unsigned registerBits, AsError *error) {
  AsStatus status = runKinds(machine, module, arrangeInlining(module), error);
  if (!status)
    status = fitVectors(machine, module, registerBits, error);
  removeMarks(module);
  return status;
}

AsStatus asOptimiseStock(LLVMTargetMachineRef machine, LLVMModuleRef module,
                         AsError *error) {
  (void)arrangeInlining(module);
  AsStatus status = runO3(machine, module, true, error);
  removeMarks(module);
  return status;
}

AsStatus asOptimiseKernels(LLVMTargetMachineRef machine, LLVMModuleRef module,
                           AsError *error) {
  Kinds kinds = {{false}};
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
       function = LLVMGetNextFunction(function)) {
    bool isVectorised = hasAny(function, isVector);
    kinds.has[KIND_SCHEDULED] |= isVectorised;
    kinds.has[KIND_OTHER] |= !isVectorised && LLVMCountBasicBlocks(function);
    if (isVectorised)
      markScheduled(function);
  }
  AsStatus status = runKinds(machine, module, kinds, error);
  removeMarks(module);
  // Accumulators are aggregates here, too, but nobody calls a kernel, for it to
  // be inlined.
  return status || !kinds.has[KIND_SCHEDULED]
             ? status
             : runO3(machine, module, false, error);
}
