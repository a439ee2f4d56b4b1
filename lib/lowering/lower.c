//===- lower.c - Lower scheduled IR to the LLVM dialect
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowers functions on tensors to the LLVM dialect, in this order. Stock, which
// is the program without as-opt, skips the steps with *, and strict arithmetic
// skips those with +. The reference is stock with the steps for f16 and bf16,
// and never gets more than `contract`. With isGpu, asGpuLowerModule lowers to
// kernels instead.
//
//   tensors
//     asCheckInput                fail on foreign dialects, sparse tensors
//     asGraphImportDialects       TOSA, ml_program, arith and math on tensors
//                                 to linalg
//     asDecomposeLinalg           softmax, pack and others to loop nests
//     asGraphNameSizes            find the sizes that callers choose
//     asGraphWidenSums +          sums of f16 and bf16 to f32
//     asPromoteFloatsInside +     reference only: f16 and bf16 to f32
//     asReorderReferenceLoops     reference only: vectorisable loop order
//     asHoistConstants *          split off what constant arguments determine
//     asPlaceInitializers *       run it once
//     cse                         upstream
//     asOutlineEqualLoops *       one function for equal loops over tiles
//     asSumsInRegisters *         inline tasks of a few sums in loops
//     asForwardWrites *           vectors that are written and read back
//     asReadCopied *              transposes of copies
//     asReadAroundBorders *       padded images that vectors are read from
//     replaceAllocTensors         bufferization.alloc_tensor to tensor.empty
//     asForgetDeallocations       drop deallocations, which asAllocate inserts
//     asConcatSeparate            a buffer for each concatenation
//     asSlicesInPlace *           tasks update slices of arrays in place
//     asReadStridedSlices *       tasks read slices of dynamic strides in place
//     asDenseSums *               buffers for sums that loops carry
//     asKeepArguments             arguments of public functions are read-only
//     asSizedFunctions            functions that are called with these sizes;
//                                 one operation starts from each tensor
//     asEliminateEmpty            compute in the tensor that a value goes into
//     asBufferize                 tensors to memrefs
//
//   memrefs and vectors
//     asAllowFlags                fast-math flags
//     asRoundOnceToBf16           f64 and wide integers to bf16
//     asEmulateBf16 *             bf16 arithmetic to f32
//     asExpandMath * +            math functions to polynomials
//     asDivideRows * +            quotients of a row by one inverse
//     math-extend-to-supported-types *  upstream: functions of f16 and bf16
//     asKeepRoundings             strict only: round to 16 bits as written
//     canonicalize, cse           upstream
//     asJoinLanes *               vectors that are computed lane by lane
//     asElidePadFills *           fill only borders
//     asOrderPackedCopies *       interchange the loops of packing copies
//     asPadPanels *               rows of packed panels as vectors
//     asReadScalarColumns *       narrow scalars as elements of vectors
//     asExtendStridedColumns *    narrow columns as a whole
//     asFlipColumns *             bytes for dot products, copied once
//     asWidenPackedOperands *     extend and interleave when packing
//     asFormDotProducts *         dot products of two or four i8, of two bf16
//     asCarryCorrections *        correct those of four i8 after loops
//     asHoistCorrections *        the same for all rows
//     asBroadcastBeforeExtend *   broadcast narrow scalars, then extend
//     asSplitWideLanes *          i64 of vectors of i32 by even and odd lanes
//     asReplaceScalars *          carry elements in registers through loops
//     asWidenOnce *               quantised weights that many rows share
//     asPadRows *                 padded rows as vectors
//     asScaleAfterLoops * +       scales of quantised weights after loops
//     asScaleAfterLanes * +       the same after adding up vectors
//     asReassociateSums * +       let LLVM reassociate reductions
//     asShareParts                threads for loops around kernels
//     asExpandBf16Conversions *   bf16 conversions to integer operations
//     asConventionApply           bare pointers or descriptors
//     asResultsInPlace            compute results in the caller's buffers
//     asTilesInPlace *            let tasks work on runs of arrays
//     asCarryByTurns *            two buffers for what a loop carries
//     asCopyRows *                rows of slices as vectors
//     asPrefetchRows *            rows of large matrices, ahead
//     asPrefetchPixels *          pixels of large images, ahead
//     asPrefetchStreams *         rows read side by side, ahead, where the
//                                 hardware does not follow them
//     asPrefetchBlocks *          blocks that are packed next
//     asPrefetchPanels *          panels of packed operands that come next
//     asLowerCompositeVectors     vector.multi_reduction and vector.scan
//     asCombineReductions * +     sums of several vectors together
//     asTransposeTiles            tiles that are only transposed
//     asTransposeStridedReads     strided reads to transposed blocks
//     asExpandStridedReads        other strided reads to scalar loads
//     asAllocate                  hoist allocations, insert deallocations
//     asSelectByteDots            dot products of four i8 to an intrinsic
//     asSelectLaneProducts *      other products of i8 and i16 to an intrinsic
//     asConcatInPlace             compute pieces in the concatenated buffer
//     asPlanMemory                one workspace for all buffers
//     asReserveMemory *           one allocation for those of dynamic size
//     asSmallOnStack *            small buffers of tasks
//     asKeepScratch *             one array for other buffers of tasks
//     asCopyRuns *                arrays and rows by memcpy
//     asExpandDynamicShapes       views with several dynamic sizes to casts
//     asFoldCastDims              sizes of casts from their operands
//
//   loops and the LLVM dialect (lower-buffers.c, from asAllocate on)
//     writeLoops                  linalg, affine and vector to scf loops, and
//                                 functions of complex numbers to math
//     asLimitThreads              no more threads than iterations
//     asLowerF8                   floats of 8 bits to f32 and integers
//     asLowerAllocaScopes         memref.alloca_scope to stacksave
//     asCallLibm                  log1p and expm1 to calls of the C library
//     writeVectorConversions      vectors and functions to LLVM
//     writeConversions            all remaining dialects to LLVM
//     asI1VectorsToBytes          vectors of i1 in memory to bytes
//     asSplitBf16Loads            loads of 8n + 1 bf16 to two each
//     asSplitMultiplyAdds         strict only: multiply-adds are not fused
//     hidePrivate                 private functions get internal linkage
//     asCheckIsLowered            fail if any other dialect is left
//
// Requires:    functions on tensors, scheduled or not; also memrefs and loops.
// Provides:    the contract of asLowerModule (lowering/lower.h).
// Invalidates: everything but the signatures in `as.signature`.
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
#include "lowering/promote-floats.h"
#include "lowering/vector/expand-math.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Func.h"
#include "task/task.h"
#include "transform/apply-script.h"

//===----------------------------------------------------------------------===//
// The pipeline
//===----------------------------------------------------------------------===//

static MlirWalkResult replaceAllocTensor(MlirOperation op, void *context) {
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

/// Packing leaves bufferization.alloc_tensor, which always gets a buffer of its
/// own, so each packed tile would be copied twice. A tensor.empty may share the
/// buffer that the tile is inserted into.
static void replaceAllocTensors(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), replaceAllocTensor, NULL,
                    MlirWalkPostOrder);
}

static MlirWalkResult forgetDeallocation(MlirOperation op, void *context) {
  (void)context;
  if (!asIrIsNamed(op, "memref.dealloc") &&
      !asIrIsNamed(op, "bufferization.dealloc_tensor"))
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

static bool isOnTensors(MlirOperation op) {
  bool is = false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    is |= mlirTypeIsATensor(mlirValueGetType(mlirOperationGetOperand(op, i)));
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
    is |= mlirTypeIsATensor(mlirValueGetType(mlirOperationGetResult(op, i)));
  return is;
}

static MlirWalkResult findWithoutBuffers(MlirOperation op, void *context) {
  if (!isOnTensors(op) || asBridgeIsBufferizable(op))
    return MlirWalkResultAdvance;
  *(MlirOperation *)context = op;
  return MlirWalkResultInterrupt;
}

/// Upstream's message for an operation that it does not know names it only in a
/// note.
static AsStatus explainBuffers(MlirModule module, AsStatus status,
                               AsError *error) {
  MlirOperation found = {NULL};
  mlirOperationWalk(mlirModuleGetOperation(module), findWithoutBuffers, &found,
                    MlirWalkPreOrder);
  return mlirOperationIsNull(found)
             ? status
             : asIrFailNaming(
                   found, AS_UNSUPPORTED, error,
                   "is on tensors, and as-opt knows no form of it on "
                   "buffers; run a pass that lowers it to linalg "
                   "first");
}

/// Runs one-shot bufferisation as a transform operation, as only that can emit
/// copies as linalg.copy. These become loops that LLVM can optimise, while
/// memref.copy calls memrefCopy of MLIR's run-time library.
AsStatus asBufferize(MlirModule module, AsError *error) {
  AsStatus status = asScriptApplyLines(
      module,
      "%0 = transform.bufferization.one_shot_bufferize "
      "layout{IdentityLayoutMap} %m {bufferize_function_boundaries = true, "
      "allow_return_allocs_from_loops = true, "
      "memcpy_op = \"linalg.copy\"} : (!transform.any_op) -> "
      "!transform.any_op\n",
      "<bufferisation>", error);
  return status ? explainBuffers(module, status, error) : AS_OK;
}

static MlirWalkResult findLeft(MlirOperation op, void *context) {
  MlirOperation *left = context;
  if (asIrIsNamed(op, "builtin.module") || asIrIsNamed(op, "gpu.module") ||
      asIrHasPrefix(op, "llvm.") || asIrHasPrefix(op, "nvvm.") ||
      asIrHasPrefix(op, "omp."))
    return MlirWalkResultAdvance;
  // A cast is left because of another operation: report that one.
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

/// Removes AS_RESULTS_ATTRIBUTE, and gives private functions internal linkage:
/// MLIR's conversion makes them external, so that two objects with the same
/// task could not be linked.
static MlirWalkResult hidePrivate(MlirOperation op, void *context) {
  if (asIrIsNamed(op, "builtin.module"))
    return MlirWalkResultAdvance;
  mlirOperationRemoveDiscardableAttributeByName(
      op, asIrString(AS_RESULTS_ATTRIBUTE));
  if (asIrIsNamed(op, "llvm.func") && asIrIsPrivate(op) &&
      !mlirBlockIsNull(asIrBody(op)))
    mlirOperationSetInherentAttributeByName(
        op, asIrString("linkage"),
        mlirAttributeParseGet(mlirOperationGetContext(op),
                              asIrString("#llvm.linkage<internal>")));
  return MlirWalkResultSkip;
}

static void unmarkTask(MlirOperation function, void *context) {
  (void)context;
  asTaskUnmark(function);
}

/// What is right does not depend on approximations that LLVM may choose.
static AsFp freedomOf(const AsLowerOptions *options) {
  return options->isReference && options->fp == AS_FP_FAST ? AS_FP_CONTRACT
                                                           : options->fp;
}

/// Products of narrow numbers. Groups that are read several times, and then
/// their corrections, have to be one value.
static AsStatus multiplyTogether(MlirModule module, AsDotProducts dots,
                                 bool verify, AsError *error) {
  static const char cse[] = "builtin.module(cse)";
  MlirOperation op = mlirModuleGetOperation(module);
  AsStatus status = AS_OK;
  asReadScalarColumns(module);
  if (asExtendStridedColumns(module))
    status =
        asIrRunPipeline(op, "builtin.module(canonicalize,cse)", verify, error);
  if (status)
    return status;
  if (dots.byteLanes)
    asFlipColumns(module);
  asWidenPackedOperands(module, dots);
  status = asIrRunPipeline(op, cse, verify, error);
  asFormDotProducts(module, dots);
  if (!dots.byteLanes || status)
    return status;
  status = asIrRunPipeline(op, cse, verify, error);
  asCarryCorrections(module);
  asHoistCorrections(module);
  return status;
}

AsStatus asLowerModule(MlirModule module, const AsLowerOptions *options,
                       AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  if (options->isGpu)
    return asGpuLowerModule(module, options, NULL, error);
  AsStatus status = asCheckInput(module, error);
  asIrVisitFunctions(module, unmarkTask, NULL);
  // Tensors.
  if (!status)
    status = asGraphImportDialects(module, error);
  if (!status)
    status = asDecomposeLinalg(module, error);
  if (!status)
    status = asGraphNameSizes(module, error);
  if (!status && options->fp != AS_FP_STRICT)
    status = asGraphWidenSums(module, error);
  if (!status && options->isReference && options->fp != AS_FP_STRICT)
    asPromoteFloatsInside(module);
  if (!status && options->isReference)
    status = asReorderReferenceLoops(module, error);
  if (!status && !options->isStock) {
    asHoistConstants(module);
    status = asPlaceInitializers(module, error);
  }
  if (!status)
    status = asIrRunPipeline(op, "builtin.module(cse)", options->verify, error);
  if (!status && !options->isStock)
    asOutlineEqualLoops(module);
  if (!status && !options->isStock)
    status = asSumsInRegisters(module, error);
  if (!status && !options->isStock) {
    asForwardWrites(module);
    asReadCopied(module);
  }
  if (!status && !options->isStock)
    status = asReadAroundBorders(module, options->verify, error);
  replaceAllocTensors(module);
  asForgetDeallocations(module);
  asConcatSeparate(module);
  if (!options->isStock) {
    asSlicesInPlace(module);
    asReadStridedSlices(module);
    asDenseSums(module);
  }
  asKeepArguments(module);
  if (!status)
    status = asSizedFunctions(module, error);
  if (!status)
    status = asEliminateEmpty(module, error);
  if (!status)
    status = asBufferize(module, error);
  if (status)
    return status;
  // Memrefs and vectors.
  const bool verify = options->verify;
  AsDotProducts dots = options->dots;
  dots.bf16 &= options->fp != AS_FP_STRICT && !options->isReference;
  asAllowFlags(module, freedomOf(options));
  asRoundOnceToBf16(module);
  bool expands = !options->isStock || options->isReference;
  if (expands)
    status = asEmulateBf16(module, freedomOf(options), verify, error);
  if (status)
    return status;
  if (!options->isStock && options->fp != AS_FP_STRICT)
    asExpandMath(module, false); // The polynomials keep their own flags.
  if (!options->isStock && options->fp != AS_FP_STRICT && options->isFused)
    asDivideRows(module);
  if (expands)
    status = asIrRunPipeline(
        op, "builtin.module(func.func(math-extend-to-supported-types))", verify,
        error);
  if (freedomOf(options) == AS_FP_STRICT)
    asKeepRoundings(module);
  if (!status)
    status =
        asIrRunPipeline(op, "builtin.module(canonicalize,cse)", verify, error);
  if (!options->isStock) {
    asJoinLanes(module);
    asElidePadFills(module);
    asOrderPackedCopies(module);
    asPadPanels(module);
    // These match arith.extf on bf16, so they run before
    // asExpandBf16Conversions.
    if (!status)
      status = multiplyTogether(module, dots, verify, error);
    asBroadcastBeforeExtend(module);
  }
  if (!options->isStock) {
    asSplitWideLanes(module);
    asReplaceScalars(module);
    asWidenOnce(module);
    asPadRows(module);
  }
  if (!options->isStock && options->fp != AS_FP_STRICT) {
    asScaleAfterLoops(module);
    asScaleAfterLanes(module, options->vectorBytes);
    asReassociateSums(module); // Needs structured loops.
  }
  if (options->threads > 1) {
    if (!status)
      status = asShareParts(module, error);
    asRestoreParallelLoops(module);
  }
  if (expands)
    asExpandBf16Conversions(module, dots.bf16);
  if (!status)
    status = asConventionApply(module, error);
  asResultsInPlace(module);
  if (!status)
    status = asLowerCompositeVectors(module, error);
  if (!options->isStock && options->fp != AS_FP_STRICT)
    asCombineReductions(module);
  asTransposeTiles(module);
  asTransposeStridedReads(module);
  asExpandStridedReads(module);
  if (!options->isStock) {
    asTilesInPlace(module);
    asCarryByTurns(module);
    asCopyRows(module);
    asPrefetchRows(module, options->followsRows);
    asPrefetchPixels(module);
    if (!options->followsRows)
      asPrefetchStreams(module);
    asPrefetchBlocks(module);
    asPrefetchPanels(module);
  }
  // Allocations, loops and the LLVM dialect.
  if (!status)
    status = asLowerBuffers(module, options, error);
  asI1VectorsToBytes(module);
  asSplitBf16Loads(module);
  if (!status && options->fp == AS_FP_STRICT)
    asSplitMultiplyAdds(module);
  mlirOperationWalk(op, hidePrivate, NULL, MlirWalkPreOrder);
  return status ? status : asCheckIsLowered(module, error);
}
