//===- llvm-optimise.c - Run LLVM's optimiser
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs O3 with settings for each kind of function in a module. Functions that a
// schedule vectorised get no unrolling and no SLP vectoriser, other functions
// get both, and functions that run once get a few cheap passes.
//
// Requires:    LLVM IR with target and data layout.
// Provides:    optimised IR. Vectors that scheduled functions carry between
//              blocks split into registers (codegen/legalise-vector-width.h),
//              bf16 as integers (codegen/carry-bf16.h), maxima and minima by
//              what the target has (codegen/running-extremes.h). Numbers of
//              four bits by a table (codegen/nibble-tables.h). Products by
//              zero once for several sums (codegen/zero-products.h). First
//              lanes without masks where there are no registers for these
//              (codegen/prefix-masks.h), odd vectors in few pieces
//              (codegen/move-odd-vectors.h, codegen/overlapping-loads.h).
//              Vectors that are spilled are aligned (codegen/align-spills.h).
//              Counters of loops that run twice are added to again
//              (codegen/restore-counters.h).
//              Internal functions that are not inlined have the arguments that
//              they had, without those that are not read.
// Invalidates: as function-kinds.h.
//
//===----------------------------------------------------------------------===//

#include "codegen/llvm-optimise.h"
#include "codegen/align-spills.h"
#include "codegen/carry-bf16.h"
#include "codegen/function-kinds.h"
#include "codegen/legalise-vector-width.h"
#include "codegen/move-odd-vectors.h"
#include "codegen/nibble-tables.h"
#include "codegen/overlapping-loads.h"
#include "codegen/prefix-masks.h"
#include "codegen/restore-counters.h"
#include "codegen/running-extremes.h"
#include "codegen/zero-products.h"
#include "support/arena.h"
#include "support/text.h"
#include "llvm-c/Core.h"
#include "llvm-c/Error.h"
#include "llvm-c/Transforms/PassBuilder.h"
#include <stdlib.h>
#include <string.h>

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

/// Runs the optimiser once for each kind.
static AsStatus runKinds(LLVMTargetMachineRef machine, LLVMModuleRef module,
                         AsKinds kinds, AsError *error) {
  // Functions that only call others are among the scheduled ones.
  kinds.has[AS_KIND_SCHEDULED] |=
      kinds.has[AS_KIND_COLD] || kinds.has[AS_KIND_LARGE];
  int numKinds = 0;
  for (AsKind kind = 0; kind < AS_NUM_KINDS; kind++)
    numKinds += kinds.has[kind];
  if (numKinds < 2)
    return runO3(machine, module, !kinds.has[AS_KIND_SCHEDULED], error);
  AsStatus status = AS_OK;
  for (AsKind kind = 0; kind < AS_NUM_KINDS && !status; kind++) {
    if (!kinds.has[kind])
      continue;
    asSelectKind(module, kind);
    status = kind == AS_KIND_COLD ? asOptimiseBriefly(machine, module, error)
             : kind == AS_KIND_LARGE
                 ? runOnLarge(machine, module, error)
                 : runO3(machine, module, kind == AS_KIND_OTHER, error);
    asSelectAllKinds(module);
  }
  return status;
}

/// Has the counters of loops that run twice added to again.
static void restoreCounters(LLVMModuleRef module) {
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
       function = LLVMGetNextFunction(function))
    if (asIsScheduled(function))
      asRestoreCounters(function);
}

/// Adds products by zero up once for several sums (codegen/zero-products.h).
static AsStatus shareZeroProducts(LLVMTargetMachineRef machine,
                                  LLVMModuleRef module, AsError *error) {
  AsStatus status = AS_OK;
  for (LLVMValueRef function = LLVMGetFirstFunction(module);
       function && !status; function = LLVMGetNextFunction(function)) {
    if (!asIsScheduled(function) || !asPrepareZeroProducts(function))
      continue;
    status =
        runOn(machine, function,
              "instcombine<no-verify-fixpoint>,loop-simplify,lcssa", error);
    if (status)
      continue;
    asShareZeroProducts(function);
    status = runOn(machine, function, "early-cse,dce,simplifycfg", error);
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
    if (asIsScheduled(function) &&
        asLegaliseVectorWidths(function, registerBits, &passes))
      status = runOn(machine, function, passes.data, error);
    asTextFree(&passes);
  }
  return status;
}

/// Replaces maxima and minima (codegen/running-extremes.h).
static AsStatus runExtremes(LLVMTargetMachineRef machine, LLVMModuleRef module,
                            const AsVectorRegisters *registers,
                            AsError *error) {
  AsStatus status = AS_OK;
  for (LLVMValueRef function = LLVMGetFirstFunction(module);
       function && !status && registers->extremes != AS_EXTREMES_NATIVE;
       function = LLVMGetNextFunction(function)) {
    if (!LLVMCountBasicBlocks(function) || asIsCold(function) ||
        !asPrepareExtremes(function))
      continue;
    status = runOn(machine, function, "dce,lcssa", error);
    if (status)
      continue;
    asRunExtremes(function, registers->extremes, registers->bits);
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

/// Takes masks apart where no registers are for them.
static void splitMasks(LLVMModuleRef module,
                       const AsVectorRegisters *registers) {
  for (LLVMValueRef function = LLVMGetFirstFunction(module);
       function && !registers->hasMasks;
       function = LLVMGetNextFunction(function))
    asSplitPrefixMasks(function);
}

/// Loads, or loads and stores, odd vectors in fewer pieces.
static void moveOddVectors(LLVMModuleRef module,
                           const AsVectorRegisters *registers) {
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
       function = LLVMGetNextFunction(function)) {
    if (registers->hasMasks)
      asMoveOddVectors(function, registers->bits);
    else
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
                        AsKinds *kinds, AsError *error) {
  AsStatus status = runPasses(machine, module, "globaldce", false, error);
  *kinds = asArrangeKinds(module);
  return status;
}

/// After it has run.
static AsStatus finish(LLVMTargetMachineRef machine, LLVMModuleRef module,
                       AsError *error) {
  asForgetKinds(module);
  // Descriptors of slices have members that nobody reads.
  AsStatus status =
      runPasses(machine, module, "deadargelim,globaldce", false, error);
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
       function = LLVMGetNextFunction(function))
    asCarryBf16(function);
  return status;
}

AsStatus asOptimise(LLVMTargetMachineRef machine, LLVMModuleRef module,
                    const AsVectorRegisters *registers, AsError *error) {
  AsKinds kinds;
  splitMasks(module, registers);
  AsStatus status = prepare(machine, module, &kinds, error);
  if (!status)
    status = runKinds(machine, module, kinds, error);
  if (!status)
    restoreCounters(module);
  if (!status)
    status = shareZeroProducts(machine, module, error);
  if (!status)
    status = runExtremes(machine, module, registers, error);
  if (!status)
    status = legaliseVectors(machine, module, registers->bits, error);
  if (!status)
    status = lookUpNibbles(machine, module, registers->bits, error);
  if (!status)
    moveOddVectors(module, registers);
  if (!status)
    status = finish(machine, module, error);
  if (!status)
    alignSpills(module, registers->bits);
  return status;
}

static AsStatus optimisePlainly(LLVMTargetMachineRef machine,
                                LLVMModuleRef module, bool unrolls,
                                AsError *error) {
  AsKinds kinds;
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
  AsKinds kinds = asArrangeKernels(module);
  AsStatus status = runKinds(machine, module, kinds, error);
  asForgetKinds(module);
  // Accumulators are aggregates here as well, but a kernel has no caller to be
  // inlined into, so O3 runs twice.
  return status || !kinds.has[AS_KIND_SCHEDULED]
             ? status
             : runO3(machine, module, false, error);
}
