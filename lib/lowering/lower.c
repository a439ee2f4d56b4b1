//===- lower.c - From scheduled IR to the LLVM dialect
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See lower.h. The order of the passes is delicate; where it matters, it says
// so.
//
//===----------------------------------------------------------------------===//

#include "lowering/lower.h"
#include "affine/privatise/scalar-replacement.h"
#include "dialect-bridge/bridge.h"
#include "graph/graph-passes.h"
#include "ir/def-use.h"
#include "ir/function-builder.h"
#include "ir/invariant-values.h"
#include "ir/tensor-builder.h"
#include "lowering/arith-builder.h"
#include "lowering/constants/constant-hoisting.h"
#include "lowering/gpu/lower-to-kernels.h"
#include "lowering/lowering-steps.h"
#include "lowering/vector/expand-math.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Func.h"
#include "task/task.h"
#include "transform/apply-script.h"

//===----------------------------------------------------------------------===//
// Floating-point flags
//===----------------------------------------------------------------------===//

/// No infinities would be a trap: sums of masked scores and the first values of
/// maxima are infinite in programs that know nothing of it.
static const char *const allowed[] = {
    [AS_FP_STRICT] = NULL,
    [AS_FP_CONTRACT] = "contract",
    [AS_FP_FAST] = "reassoc,nnan,nsz,arcp,contract,afn",
};

void asAddFlags(MlirOperation op, const char *flags) {
  MlirStringRef name = asIrString("fastmath");
  if (!mlirOperationHasInherentAttributeByName(op, name))
    return;
  MlirAttribute own = mlirOperationGetInherentAttributeByName(op, name);
  if (mlirAttributeIsNull(own))
    return;
  AsText all = {0};
  asIrPrintAttribute(own, &all);
  all.length--; // The closing bracket.
  asTextFormat(&all, ",%s>", flags);
  mlirOperationSetInherentAttributeByName(
      op, name,
      mlirAttributeParseGet(mlirOperationGetContext(op), asIrString(all.data)));
  asTextFree(&all);
}

/// Conversions have none unless the program says so: with them, rounding to a
/// shorter float and back would be as if it were not there. Nor have maxnumf
/// and minnumf: those that reduce start from a NaN, which "nnan" would let LLVM
/// assume away.
static MlirWalkResult allow(MlirOperation op, void *flags) {
  if (!asIrIsNamed(op, "arith.maxnumf") && !asIrIsNamed(op, "arith.minnumf"))
    asAddFlags(op, flags);
  return MlirWalkResultAdvance;
}

void asAllowFlags(MlirModule module, AsFp fp) {
  if (allowed[fp])
    mlirOperationWalk(mlirModuleGetOperation(module), allow,
                      (void *)allowed[fp], MlirWalkPreOrder);
}

/// Products of vectors end as operations that the target may fuse or not.
static MlirWalkResult takeApart(MlirOperation op, void *context) {
  if (!asIrIsNamed(op, "llvm.intr.fmuladd"))
    return MlirWalkResultAdvance;
  AsArith arith = asArithBefore(op);
  MlirValue product =
      asArithBinary(&arith, "llvm.fmul", mlirOperationGetOperand(op, 0),
                    mlirOperationGetOperand(op, 1));
  MlirValue sum = asArithBinary(&arith, "llvm.fadd", product,
                                mlirOperationGetOperand(op, 2));
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), sum);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

//===----------------------------------------------------------------------===//
// The pipeline
//===----------------------------------------------------------------------===//

static MlirWalkResult forgetAllocation(MlirOperation op, void *context) {
  if (!asIrIsNamed(op, "bufferization.alloc_tensor") ||
      mlirOperationGetNumOperands(op) ||
      mlirOperationGetNumDiscardableAttributes(op) ||
      !mlirAttributeIsNull(mlirOperationGetInherentAttributeByName(
          op, asIrString("memory_space"))))
    return MlirWalkResultAdvance;
  MlirValue old = mlirOperationGetResult(op, 0);
  mlirValueReplaceAllUsesOfWith(old,
                                asGraphInsertEmpty(op, mlirValueGetType(old)));
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

/// Packing leaves alloc_tensor behind, a buffer of its own by definition, and
/// each packed tile would be copied twice. An empty tensor may share the
/// buffer that the tile goes into.
static void forgetAllocations(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), forgetAllocation, NULL,
                    MlirWalkPostOrder);
}

static MlirWalkResult forgetDeallocation(MlirOperation op, void *context) {
  if (!asIrIsNamed(op, "memref.dealloc"))
    return MlirWalkResultAdvance;
  MlirValue memory = mlirOperationGetOperand(op, 0);
  if (!asIrIsMadeBy(memory, "memref.alloc"))
    return MlirWalkResultAdvance;
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asForgetDeallocations(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), forgetDeallocation, NULL,
                    MlirWalkPostOrder);
}

AsStatus asEliminateEmpty(MlirModule module, AsError *error) {
  return asScriptApplyLines(module,
                            "transform.bufferization.eliminate_empty_tensors "
                            "%m : !transform.any_op\n",
                            "<bufferisation>", error);
}

/// One-shot bufferisation as a transform op, since only there can copies be
/// asked for as linalg.copy: loops that LLVM can see, rather than calls of
/// memrefCopy, which would tie emitted code to a run-time library.
AsStatus asBufferize(MlirModule module, AsError *error) {
  return asScriptApplyLines(
      module,
      "%0 = transform.bufferization.one_shot_bufferize "
      "layout{IdentityLayoutMap} %m {bufferize_function_boundaries = true, "
      "allow_return_allocs_from_loops = true, "
      "memcpy_op = \"linalg.copy\"} : (!transform.any_op) -> "
      "!transform.any_op\n",
      "<bufferisation>", error);
}

static MlirWalkResult noteRepeats(MlirOperation op, void *context) {
  if (asIrIsNamed(op, "func.return"))
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
      for (intptr_t j = 0; j < i; j++)
        *(bool *)context |= mlirValueEqual(mlirOperationGetOperand(op, i),
                                           mlirOperationGetOperand(op, j));
  return MlirWalkResultAdvance;
}

bool asReturnsRepeat(MlirModule module) {
  bool repeats = false;
  mlirOperationWalk(mlirModuleGetOperation(module), noteRepeats, &repeats,
                    MlirWalkPreOrder);
  return repeats;
}

AsStatus asAllocate(MlirModule module, bool verify, AsError *error) {
  return asIrRunPipeline(
      mlirModuleGetOperation(module),
      "builtin.module(func.func(buffer-hoisting,buffer-loop-hoisting),"
      "buffer-deallocation-pipeline,canonicalize,"
      "func.func(optimize-allocation-liveness))",
      verify, error);
}

/// Down to branches between blocks, with parallel loops as those of OpenMP.
static void writeLoops(int threads, AsText *text) {
  asTextAppendString(
      text,
      "builtin.module(convert-bufferization-to-memref,"
      "func.func(convert-linalg-to-loops),fold-memref-alias-ops,"
      "expand-strided-metadata,lower-affine,"
      "func.func(convert-vector-to-scf{full-unroll=1}),canonicalize,cse,");
  if (threads > 1) // Canonicalising after it is mandatory.
    asTextFormat(text,
                 "scf-forall-to-parallel,convert-scf-to-openmp{num-threads=%d}"
                 ",canonicalize)",
                 threads);
  else
    asTextAppendString(text, "func.func(scf-forall-to-for))");
}

/// From there to the LLVM dialect. Functions of libm are called for one element
/// of a vector at a time, which takes vectors apart once more.
static void writeRest(const AsLowerOptions *options, bool hasDescriptors,
                      AsText *text) {
  asTextFormat(
      text,
      "builtin.module(convert-scf-to-cf,convert-vector-to-llvm{enable-"
      "x86vector "
      "vector-contract-lowering=outerproduct reassociate-fp-reductions=%d "
      "vector-transpose-lowering=shuffle16x16},convert-math-to-llvm,"
      "convert-math-to-libm,convert-vector-to-llvm,"
      "expand-strided-metadata,lower-affine,"
      "finalize-memref-to-llvm,convert-func-to-llvm,convert-arith-to-llvm,%s"
      "convert-cf-to-llvm,convert-ub-to-llvm,convert-index-to-llvm,%s"
      "reconcile-unrealized-casts)",
      options->fp != AS_FP_STRICT,
      // Only now: before convert-func-to-llvm it would fix the other
      // calling convention.
      options->threads > 1 ? "convert-openmp-to-llvm," : "",
      // Descriptors leave casts with no users behind.
      hasDescriptors ? "canonicalize," : "");
}

static AsStatus lowerBuffers(MlirModule module, const AsLowerOptions *options,
                             AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  AsText pipeline = {0};
  AsStatus status = asAllocate(module, options->verify, error);
  if (!status)
    asConcatInPlace(module);
  if (!status)
    status = asPlanMemory(module, true, error);
  if (!status) {
    writeLoops(options->threads, &pipeline);
    status = asIrRunPipeline(op, pipeline.data, options->verify, error);
  }
  if (!status) {
    asLowerAllocaScopes(module);
    asTextClear(&pipeline);
    writeRest(options, asConventionHasDescriptors(module), &pipeline);
    status = asIrRunPipeline(op, pipeline.data, options->verify, error);
  }
  asTextFree(&pipeline);
  return status;
}

static MlirWalkResult findLeft(MlirOperation op, void *context) {
  MlirOperation *left = context;
  if (asIrIsNamed(op, "builtin.module") || asIrIsNamed(op, "gpu.module") ||
      asIrHasPrefix(op, "llvm.") || asIrHasPrefix(op, "nvvm.") ||
      asIrHasPrefix(op, "omp."))
    return MlirWalkResultAdvance;
  // Casts are between what is left and what is lowered: a consequence.
  bool isCast = asIrIsNamed(op, "builtin.unrealized_conversion_cast");
  if (mlirOperationIsNull(*left) || !isCast)
    *left = op;
  return isCast ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

AsStatus asCheckIsLowered(MlirModule module, AsError *error) {
  MlirOperation left = {NULL};
  mlirOperationWalk(mlirModuleGetOperation(module), findLeft, &left,
                    MlirWalkPreOrder);
  if (mlirOperationIsNull(left))
    return AS_OK;
  return asIrFailNaming(
      left, AS_UNSUPPORTED, error,
      "is left after lowering: as-opt knows no way from it to the LLVM "
      "dialect; run a pass that lowers it first");
}

/// MLIR's conversion makes everything external, so that two modules with a task
/// in common could not be linked.
static MlirWalkResult hidePrivate(MlirOperation op, void *context) {
  if (asIrIsNamed(op, "builtin.module"))
    return MlirWalkResultAdvance;
  if (asIrIsNamed(op, "llvm.func") && asIrIsPrivate(op) &&
      !mlirBlockIsNull(asIrBody(op)))
    mlirOperationSetInherentAttributeByName(
        op, asIrString("linkage"),
        mlirAttributeParseGet(mlirOperationGetContext(op),
                              asIrString("#llvm.linkage<internal>")));
  return MlirWalkResultSkip;
}

static void stripMarks(MlirOperation function, void *context) {
  (void)context;
  asTaskUnmark(function);
}

static void keepArgumentsOf(MlirOperation function, void *context) {
  (void)context;
  MlirBlock body = asIrBody(function);
  intptr_t count = mlirBlockIsNull(body) ? 0 : mlirBlockGetNumArguments(body);
  MlirAttribute no = mlirBoolAttrGet(mlirOperationGetContext(function), false);
  for (intptr_t i = 0; i < count && !asIrIsPrivate(function); i++)
    if (mlirTypeIsARankedTensor(
            mlirValueGetType(mlirBlockGetArgument(body, i))) &&
        !asIrArgumentHas(function, i, AS_WRITABLE_ATTRIBUTE))
      mlirFuncSetArgAttr(function, i, asIrString(AS_WRITABLE_ATTRIBUTE), no);
}

void asKeepArguments(MlirModule module) {
  asIrVisitFunctions(module, keepArgumentsOf, NULL);
}

AsStatus asLowerModule(MlirModule module, const AsLowerOptions *options,
                       AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  if (options->isGpu)
    return asGpuLowerModule(module, options, NULL, error);
  asIrVisitFunctions(module, stripMarks, NULL);
  AsStatus status = asGraphTosaToLinalg(module, error);
  if (!status)
    status = asGraphLowerGlobals(module, error);
  if (!status)
    status = asDecomposeLinalg(module, error);
  if (!status && options->isReference)
    status = asReorderReferenceLoops(module, error);
  if (!status && !options->isStock) {
    asHoistConstants(module);
    status = asPlaceInitializers(module, error);
  }
  if (!status)
    status = asIrRunPipeline(op, "builtin.module(cse)", options->verify, error);
  bool hoist = !asReturnsRepeat(module);
  forgetAllocations(module);
  asForgetDeallocations(module);
  asConcatSeparate(module);
  if (!options->isStock)
    asSlicesInPlace(module);
  asKeepArguments(module);
  if (!status)
    status = asEliminateEmpty(module, error);
  if (!status)
    status = asBufferize(module, error);
  if (status)
    return status;
  asAllowFlags(module, options->fp);
  bool expands = !options->isStock || options->isReference;
  if (expands)
    status = asEmulateBf16(module, options->fp, options->verify, error);
  if (status)
    return status;
  if (!options->isStock && options->fp != AS_FP_STRICT)
    asExpandMath(module, false); // After it: these have flags of their own.
  status = asIrRunPipeline(op, "builtin.module(canonicalize,cse)",
                           options->verify, error);
  if (!options->isStock) {
    asElidePadFills(module);
    asOrderPackedCopies(module);
    // Of conversions, while they are such.
    bool hasBf16Dot = options->hasBf16Dot && options->fp != AS_FP_STRICT;
    asWidenPackedOperands(module, hasBf16Dot);
    asFormDotProducts(module, hasBf16Dot);
    asBroadcastBeforeExtend(module);
  }
  if (!options->isStock)
    asReplaceScalars(module);
  if (!options->isStock && options->fp != AS_FP_STRICT)
    asReassociateSums(module); // While what loops update can be told.
  if (expands)
    asExpandBf16Conversions(module);
  if (!status)
    status = asConventionApply(module, hoist, error);
  asResultsInPlace(module);
  asTransposeStridedReads(module);
  asExpandStridedReads(module);
  if (!status)
    status = lowerBuffers(module, options, error);
  asI1VectorsToBytes(module);
  if (!status && options->fp == AS_FP_STRICT)
    mlirOperationWalk(op, takeApart, NULL, MlirWalkPostOrder);
  mlirOperationWalk(op, hidePrivate, NULL, MlirWalkPreOrder);
  return status ? status : asCheckIsLowered(module, error);
}
