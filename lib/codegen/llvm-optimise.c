//===- llvm-optimise.c - Run LLVM's optimiser
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs O3 with settings for each kind of function in a module. Functions that a
// schedule vectorised get no unrolling and no SLP vectoriser, other functions
// get both, and functions that run once get a few cheap passes.
//
// A schedule has already unrolled and vectorised its loops. LLVM unrolling them
// again doubles compile time and makes the code slower, while unscheduled loops
// need it. A function that packs weights once may have hundreds of loops, on
// which O3 takes a minute, and so may one that has loops over the tiles of a
// model of dynamic sizes, beside the tiles' own functions; the latter gets the
// passes that its copies need. No
// function attribute selects any of this, so each kind gets a run of its own,
// in which the others have `optnone`.
//
// Requires:    LLVM IR with target and data layout.
// Provides:    optimised IR. Vectors that scheduled functions carry between
//              blocks split into registers (codegen/legalise-vector-width.h),
//              bf16 as integers (codegen/carry-bf16.h), maxima and minima by
//              what the target has (codegen/running-extremes.h). First lanes
//              without masks (codegen/prefix-masks.h), odd vectors of narrow
//              numbers in two pieces (codegen/overlapping-loads.h), numbers of
//              four bits by a table (codegen/nibble-tables.h). Vectors that are
//              spilled are aligned (codegen/align-spills.h). Internal functions
//              that are not inlined have the arguments that they had, without
//              those that are not read.
// Invalidates: bodies of vectorised functions move to internal functions
//              NAME.kernel, which LLVM inlines.
//
//   define void @f(ptr %0) { ... <8 x float> ... }
//
// becomes
//
//   define void @f(ptr %0) noinline { call void @f.kernel(ptr %0) ... }
//   define internal void @f.kernel(ptr %0) { ... <8 x float> ... }
//
//===----------------------------------------------------------------------===//

#include "codegen/llvm-optimise.h"
#include "codegen/align-spills.h"
#include "codegen/carry-bf16.h"
#include "codegen/legalise-vector-width.h"
#include "codegen/nibble-tables.h"
#include "codegen/overlapping-loads.h"
#include "codegen/prefix-masks.h"
#include "codegen/running-extremes.h"
#include "support/arena.h"
#include "support/text.h"
#include "llvm-c/Core.h"
#include "llvm-c/Error.h"
#include "llvm-c/Transforms/PassBuilder.h"
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

static bool isCold(LLVMValueRef function) {
  return hasAttribute(function, "cold");
}

/// Blocks of a function that O3 would take long for: it looks at all loops that
/// precede one, for each of its counters.
enum { LARGE = 2000 };

/// The kinds of functions; each is optimised in a run of its own.
typedef enum Kind {
  KIND_SCHEDULED,
  KIND_OTHER,
  KIND_LARGE, ///< Such as the loops over tiles of a model of dynamic sizes.
  KIND_COLD,
  NUM_KINDS
} Kind;

static Kind kindOfFunction(LLVMValueRef function) {
  return isCold(function)                   ? KIND_COLD
         : hasMark(function, scheduledMark) ? KIND_SCHEDULED
         : hasMark(function, largeMark)     ? KIND_LARGE
                                            : KIND_OTHER;
}

typedef struct Kinds {
  bool has[NUM_KINDS];
} Kinds;

/// Whether something of the module has a schedule. Without one, time goes into
/// loops that O3 unrolls.
static bool hasVectors(LLVMModuleRef module) {
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
       function = LLVMGetNextFunction(function))
    if (!isCold(function) && hasAny(function, isVector))
      return true;
  return false;
}

/// Classifies functions and prepares inlining. Vectorised kernels carry
/// accumulators as aggregates (arrays of vectors) through their loops, which
/// need a second round of simplification to leave memory. Inlining a kernel
/// into its only caller gives it one, at less cost than a second O3. Scalar
/// loops must not have one: LLVM would unroll and vectorise again what the
/// first round has unrolled, which takes long.
static Kinds arrangeInlining(LLVMModuleRef module) {
  Kinds kinds = {{false}};
  const bool isScheduled = hasVectors(module);
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
      addMark(function, scheduledMark);
      addMark(moveBody(module, function), scheduledMark);
      continue;
    }
    addAttribute(function, "noinline");
    if (isScheduled && LLVMCountBasicBlocks(function) > LARGE) {
      kinds.has[KIND_LARGE] = true;
      addMark(function, largeMark);
    } else if (hasAny(function, isLoopOrArithmetic))
      kinds.has[KIND_OTHER] = true;
    else
      addMark(function, scheduledMark);
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

/// What a function of many loops needs, in time that grows with its size: loops
/// that copy become calls of memcpy, or of vectors.
static AsStatus runOnLarge(LLVMTargetMachineRef machine, LLVMModuleRef module,
                           AsError *error) {
  return runPasses(machine, module,
                   "function(sroa,early-cse<memssa>,simplifycfg,instcombine,"
                   "loop-mssa(loop-rotate,licm),loop(loop-idiom,loop-deletion),"
                   "loop-vectorize,early-cse,instcombine,simplifycfg)",
                   false, error);
}

/// Disables optimisation of all functions of other kinds. `optnone` requires
/// `noinline`.
static void disableOthers(LLVMModuleRef module, Kind kind) {
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
       function = LLVMGetNextFunction(function))
    if (LLVMCountBasicBlocks(function) && kindOfFunction(function) != kind) {
      addAttribute(function, "optnone");
      addAttribute(function, "noinline");
    }
}

static void enableAll(LLVMModuleRef module) {
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

/// Runs the optimiser once for each kind.
static AsStatus runKinds(LLVMTargetMachineRef machine, LLVMModuleRef module,
                         Kinds kinds, AsError *error) {
  // Functions that only call others are among the scheduled ones.
  kinds.has[KIND_SCHEDULED] |= kinds.has[KIND_COLD] || kinds.has[KIND_LARGE];
  int numKinds = 0;
  for (Kind kind = 0; kind < NUM_KINDS; kind++)
    numKinds += kinds.has[kind];
  if (numKinds < 2)
    return runO3(machine, module, !kinds.has[KIND_SCHEDULED], error);
  AsStatus status = AS_OK;
  for (Kind kind = 0; kind < NUM_KINDS && !status; kind++) {
    if (!kinds.has[kind])
      continue;
    disableOthers(module, kind);
    status = kind == KIND_COLD ? asOptimiseBriefly(machine, module, error)
             : kind == KIND_LARGE
                 ? runOnLarge(machine, module, error)
                 : runO3(machine, module, kind == KIND_OTHER, error);
    enableAll(module);
  }
  return status;
}

/// Splits wide vectors of scheduled functions into registers
/// (codegen/legalise-vector-width.h).
static AsStatus legaliseVectors(LLVMTargetMachineRef machine,
                                LLVMModuleRef module, unsigned registerBits,
                                AsError *error) {
  AsStatus status = AS_OK;
  for (LLVMValueRef function = LLVMGetFirstFunction(module);
       function && !status; function = LLVMGetNextFunction(function)) {
    AsText passes = {0};
    if (hasMark(function, scheduledMark) && !isCold(function) &&
        asLegaliseVectorWidths(function, registerBits, &passes))
      status = runOn(machine, function, passes.data, error);
    asTextFree(&passes);
  }
  return status;
}

/// Replaces maxima and minima (codegen/running-extremes.h).
static AsStatus runExtremes(LLVMTargetMachineRef machine, LLVMModuleRef module,
                            unsigned registerBits, AsExtremes extremes,
                            AsError *error) {
  AsStatus status = AS_OK;
  for (LLVMValueRef function = LLVMGetFirstFunction(module);
       function && !status && extremes != AS_EXTREMES_NATIVE;
       function = LLVMGetNextFunction(function)) {
    if (!LLVMCountBasicBlocks(function) || isCold(function) ||
        !asPrepareExtremes(function))
      continue;
    status = runOn(machine, function, "dce,lcssa", error);
    if (status)
      continue;
    asRunExtremes(function, extremes, registerBits);
    status = runOn(machine, function, "early-cse,dce", error);
  }
  return status;
}

/// Where registers are no wider than what callers align the stack to, it needs
/// no more.
static void alignSpills(LLVMModuleRef module, unsigned registerBits) {
  for (LLVMValueRef function = LLVMGetFirstFunction(module);
       function && registerBits > 128; function = LLVMGetNextFunction(function))
    asAlignSpills(function);
}

/// Loads odd vectors in pieces, and those with masks, too, where no registers
/// are for masks: AVX-512 has such.
static void splitLoads(LLVMModuleRef module, unsigned registerBits) {
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
       function = LLVMGetNextFunction(function)) {
    if (registerBits < 512)
      asSplitPrefixMasks(function);
    asOverlapLoads(function);
  }
}

/// Looks numbers of four bits up where a register has sixteen floats.
static AsStatus lookUpNibbles(LLVMTargetMachineRef machine,
                              LLVMModuleRef module, unsigned registerBits,
                              AsError *error) {
  static const char family[] = "x86_64";
  bool isFor = registerBits == 512 &&
               strncmp(LLVMGetTarget(module), family, sizeof family - 1) == 0;
  AsStatus status = AS_OK;
  for (LLVMValueRef function = LLVMGetFirstFunction(module);
       function && isFor && !status; function = LLVMGetNextFunction(function))
    if (asLookUpNibbles(function))
      status = runOn(machine, function, "dce", error);
  return status;
}

/// Before the optimiser runs on the functions of a module.
static AsStatus prepare(LLVMTargetMachineRef machine, LLVMModuleRef module,
                        Kinds *kinds, AsError *error) {
  AsStatus status = runPasses(machine, module, "globaldce", false, error);
  *kinds = arrangeInlining(module);
  exposeInternals(module);
  return status;
}

/// After it has run.
static AsStatus finish(LLVMTargetMachineRef machine, LLVMModuleRef module,
                       AsError *error) {
  hideInternals(module);
  removeMarks(module);
  // Descriptors of slices have members that nobody reads.
  AsStatus status =
      runPasses(machine, module, "deadargelim,globaldce", false, error);
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
       function = LLVMGetNextFunction(function))
    asCarryBf16(function);
  return status;
}

AsStatus asOptimise(LLVMTargetMachineRef machine, LLVMModuleRef module,
                    unsigned registerBits, AsExtremes extremes,
                    AsError *error) {
  Kinds kinds;
  splitLoads(module, registerBits);
  AsStatus status = prepare(machine, module, &kinds, error);
  if (!status)
    status = runKinds(machine, module, kinds, error);
  if (!status)
    status = runExtremes(machine, module, registerBits, extremes, error);
  if (!status)
    status = legaliseVectors(machine, module, registerBits, error);
  if (!status)
    status = lookUpNibbles(machine, module, registerBits, error);
  if (!status)
    status = finish(machine, module, error);
  if (!status)
    alignSpills(module, registerBits);
  return status;
}

static AsStatus optimisePlainly(LLVMTargetMachineRef machine,
                                LLVMModuleRef module, bool unrolls,
                                AsError *error) {
  Kinds kinds;
  AsStatus status = prepare(machine, module, &kinds, error);
  if (!status)
    status = runO3(machine, module, unrolls, error);
  return status ? status : finish(machine, module, error);
}

AsStatus asOptimiseStock(LLVMTargetMachineRef machine, LLVMModuleRef module,
                         AsError *error) {
  return optimisePlainly(machine, module, true, error);
}

AsStatus asOptimiseReference(LLVMTargetMachineRef machine, LLVMModuleRef module,
                             AsError *error) {
  return optimisePlainly(machine, module, false, error);
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
      addMark(function, scheduledMark);
  }
  AsStatus status = runKinds(machine, module, kinds, error);
  removeMarks(module);
  // Accumulators are aggregates here as well, but a kernel has no caller to be
  // inlined into, so O3 runs twice.
  return status || !kinds.has[KIND_SCHEDULED]
             ? status
             : runO3(machine, module, false, error);
}
