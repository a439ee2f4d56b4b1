//===- lower-buffers.c - Lower memrefs and vectors to the LLVM dialect
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The second half of asLowerModule (lowering/lower.c lists its steps): places
// buffers, and runs upstream's conversions. The unrolled loops of a model are
// many operations, so a pass that has nothing to do is left out.
//
// Requires:    functions on memrefs and vectors.
// Provides:    the LLVM dialect.
// Invalidates: everything that is not of that dialect.
//
//   %v = vector.load %m[%i] : memref<64xf32>, vector<8xf32>
//
// becomes
//
//   %p = llvm.getelementptr %base[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
//   %v = llvm.load %p : !llvm.ptr -> vector<8xf32>
//
//===----------------------------------------------------------------------===//

#include "ir/module-contents.h"
#include "lowering/lower.h"
#include "lowering/lowering-steps.h"

typedef struct Hoisting {
  bool verify;
  AsStatus status;
  AsError *error;
} Hoisting;

/// Moves allocations out of loops, but for those that asPlanMemory places.
static void hoistAllocations(MlirOperation function, void *context) {
  Hoisting *hoisting = context;
  if (!hoisting->status && asIrHasBody(function))
    hoisting->status =
        asIrRunPipeline(function,
                        asCallsInLoops(function)
                            ? "func.func(buffer-hoisting)"
                            : "func.func(buffer-hoisting,buffer-loop-hoisting)",
                        hoisting->verify, hoisting->error);
}

AsStatus asAllocate(MlirModule module, bool verify, AsError *error) {
  Hoisting hoisting = {.verify = verify, .error = error};
  asIrVisitFunctions(module, hoistAllocations, &hoisting);
  return hoisting.status
             ? hoisting.status
             : asIrRunPipeline(
                   mlirModuleGetOperation(module),
                   "builtin.module(buffer-deallocation-pipeline,canonicalize,"
                   "func.func(optimize-allocation-liveness))",
                   verify, error);
}

/// Lowers linalg, affine and vector operations to scf loops, and parallel loops
/// to OpenMP or serial loops, and functions of complex numbers to math.
/// convert-math-to-funcs is for powers with integer exponents: LLVM has none
/// for integers, and for floats only with exponents of an int.
static void writeLoops(int threads, AsText *text) {
  asTextAppendString(
      text,
      "builtin.module(convert-bufferization-to-memref,"
      "func.func(convert-linalg-to-loops),fold-memref-alias-ops,"
      "expand-strided-metadata,lower-affine,"
      "func.func(convert-vector-to-scf{full-unroll=1}),canonicalize,cse,");
  if (threads > 1) // Needs canonicalize after it.
    asTextFormat(text,
                 "scf-forall-to-parallel,convert-scf-to-openmp{num-threads=%d}"
                 ",canonicalize",
                 threads);
  else
    asTextAppendString(text, "func.func(scf-forall-to-for)");
  asTextAppendString(text,
                     ",convert-math-to-funcs,convert-complex-to-standard)");
}

/// Lowers vectors and functions to LLVM where it has instructions for them.
static void writeVectorConversions(const AsLowerOptions *options,
                                   AsText *text) {
  asTextFormat(text,
               "builtin.module(convert-complex-to-llvm,convert-scf-to-cf,"
               "convert-vector-to-llvm{enable-x86vector "
               "vector-contract-lowering=outerproduct "
               "reassociate-fp-reductions=%d "
               "vector-transpose-lowering=shuffle16x16},convert-math-to-llvm)",
               options->fp != AS_FP_STRICT);
}

/// Lowers all remaining dialects to LLVM. convert-math-to-libm calls libm for
/// one element at a time and extracts these from vectors.
static void writeConversions(const AsLowerOptions *options, bool callsLibm,
                             bool hasDescriptors, AsText *text) {
  asTextFormat(
      text,
      "builtin.module(%s"
      "expand-strided-metadata,lower-affine,"
      "finalize-memref-to-llvm,convert-func-to-llvm,convert-arith-to-llvm,%s"
      "convert-cf-to-llvm,convert-ub-to-llvm,convert-index-to-llvm%s)",
      callsLibm ? "convert-math-to-libm,convert-vector-to-llvm," : "",
      // Not earlier: before convert-func-to-llvm it would choose the other
      // calling convention.
      options->threads > 1 ? "convert-openmp-to-llvm," : "",
      // Descriptors leave unused casts.
      hasDescriptors ? ",canonicalize" : "");
}

static MlirWalkResult findFunction(MlirOperation op, void *context) {
  bool *isFound = context;
  *isFound |= asIrHasPrefix(op, "math.");
  return *isFound ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/// Whether mathematical functions are left that LLVM has no instruction for.
static bool callsLibm(MlirModule module) {
  bool isFound = false;
  mlirOperationWalk(mlirModuleGetOperation(module), findFunction, &isFound,
                    MlirWalkPreOrder);
  return isFound;
}

AsStatus asLowerBuffers(MlirModule module, const AsLowerOptions *options,
                        AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  const bool verify = options->verify;
  AsText pipeline = {0};
  AsStatus status = asAllocate(module, verify, error);
  asSelectByteDots(module, options->dots.byteLanes);
  if (!options->isStock)
    asSelectLaneProducts(module, options->dots.byteLanes);
  if (!status)
    asConcatInPlace(module);
  if (!status)
    status = asPlanMemory(module, true, error);
  if (!status && !options->isStock)
    status = asReserveMemory(module, error);
  if (!status) {
    if (!options->isStock)
      asSmallOnStack(module);
    if (!options->isStock && !options->isGpu) { // Pointers of the host.
      status = asKeepScratch(module, error);
      asCopyRuns(module);
    }
    asExpandDynamicShapes(module);
    asFoldCastDims(module);
    writeLoops(options->threads, &pipeline);
    if (!status)
      status = asIrRunPipeline(op, pipeline.data, verify, error);
    if (options->threads > 1)
      asLimitThreads(module);
  }
  if (!status)
    status = asLowerF8(module, verify, error);
  if (!status) {
    asLowerAllocaScopes(module);
    asCallLibm(module);
    asDropConversionFlags(module);
    asTextClear(&pipeline);
    writeVectorConversions(options, &pipeline);
    status = asIrRunPipeline(op, pipeline.data, verify, error);
  }
  if (!status) {
    asTextClear(&pipeline);
    writeConversions(options, callsLibm(module),
                     asConventionHasDescriptors(module), &pipeline);
    status = asIrRunPipeline(op, pipeline.data, verify, error);
  }
  if (!status)
    status = asIrRunPipeline(op, "builtin.module(reconcile-unrealized-casts)",
                             verify, error);
  asTextFree(&pipeline);
  return status;
}
