//===- lower-to-kernels.c - Lower scheduled functions to GPU kernels
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Experimental: GPU support has never run on a device.
//
// Runs the steps of gpu-steps.h between upstream's passes: bufferise, give each
// buffer its memory space, map loops to blocks and threads, move accumulators
// to registers, remove barriers, pack shared memory, outline kernels, convert
// to LLVM and NVVM. Accumulators move after loops are mapped and before
// barriers are removed: only then do the loops that initialise, sum up and
// finish a tile have the same indices.
//
// Requires:    functions that a Transform script has scheduled, on tensors.
// Provides:    a gpu.module in the LLVM and NVVM dialects, and, if asked for, a
//              module of the host's functions.
// Invalidates: the functions, which become kernels.
//
//   func.func @f(%x: tensor<128x64xf32>) -> tensor<128xf32> {
//     scf.forall (%b) in (4) ... {
//       scf.forall (%t) in (32) ... {mapping = [#gpu.thread<x>]}
//     } {mapping = [#gpu.block<x>]}
// becomes
//   gpu.module @kernels {
//     llvm.func @f(%x: !llvm.ptr, %r: !llvm.ptr) attributes {nvvm.kernel} {
//       %b = nvvm.read.ptx.sreg.ctaid.x : i32
//       %t = nvvm.read.ptx.sreg.tid.x : i32
//
//===----------------------------------------------------------------------===//

#include "lowering/gpu/lower-to-kernels.h"
#include "graph/graph-passes.h"
#include "ir/function-builder.h"
#include "ir/op-builder.h"
#include "ir/tensor-encoding.h"
#include "lowering/gpu/gpu-steps.h"
#include "lowering/gpu/memory/tma-copies.h"
#include "lowering/gpu/tensorcore/mma-sync.h"
#include "lowering/gpu/tensorcore/warpgroup-mma.h"
#include "lowering/lower.h"
#include "lowering/lowering-steps.h"
#include "lowering/vector/expand-math.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include "target/gpu-table.h"
#include "task/task.h"
#include "transform/apply-script.h"
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Which functions become kernels
//===----------------------------------------------------------------------===//

typedef struct Marks {
  bool any;     ///< Whether a function is a task.
  bool hasHost; ///< Whether the caller wants the functions that are not tasks.
} Marks;

static bool isTask(MlirOperation function) {
  return !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
      function, asIrString(AS_TASK_ATTRIBUTE)));
}

static void noteTask(MlirOperation function, void *context) {
  ((Marks *)context)->any |= isTask(function);
}

/// Kernels must not write their inputs: only results are written.
static MlirAttribute onlyRead(MlirOperation function) {
  MlirContext context = mlirOperationGetContext(function);
  MlirAttribute mark = mlirAttributeParseGet(
      context, asIrString("{bufferization.writable = false}"));
  intptr_t count = mlirBlockGetNumArguments(asIrBody(function));
  MlirAttribute *marks = asAlloc(sizeof *marks * (size_t)(count + 1));
  for (intptr_t i = 0; i < count; i++)
    marks[i] = mark;
  MlirAttribute all = mlirArrayAttrGet(context, count, marks);
  free(marks);
  return all;
}

/// Makes a function that becomes a kernel public, as it is called from outside.
static void makePublic(MlirOperation function, void *context) {
  const Marks *marks = context;
  bool isHost = (marks->hasHost || marks->any) && !isTask(function);
  if (isHost || mlirBlockIsNull(asIrBody(function)))
    return;
  asTaskUnmark(function);
  if (marks->hasHost)
    asIrSetStringAttribute(function, AS_VISIBILITY_ATTRIBUTE,
                           asIrIsPrivate(function) ? "private" : "public");
  mlirOperationSetAttributeByName(function, asIrString("arg_attrs"),
                                  onlyRead(function));
  mlirOperationSetInherentAttributeByName(
      function, asIrString("sym_visibility"),
      mlirStringAttrGet(mlirOperationGetContext(function),
                        asIrString("public")));
}

/// Tasks become kernels. The other functions and the module's memory belong to
/// the host, or are erased if the caller does not want them. A module without
/// tasks and host becomes kernels as a whole.
static void selectKernels(MlirModule module, bool hasHost) {
  Marks marks = {.hasHost = hasHost};
  asIrVisitFunctions(module, noteTask, &marks);
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  while (marks.any && !hasHost && !mlirOperationIsNull(op)) {
    MlirOperation next = mlirOperationGetNextInBlock(op);
    if (!isTask(op))
      mlirOperationDestroy(op);
    op = next;
  }
  asIrVisitFunctions(module, makePublic, &marks);
}

//===----------------------------------------------------------------------===//
// Between tensors and the LLVM dialect
//===----------------------------------------------------------------------===//

/// Folds slices of tensor.empty into smaller tensor.empty operations.
static const char foldEmpty[] =
    "%f = transform.structured.match ops{[\"func.func\"]} in %m : "
    "(!transform.any_op) -> !transform.any_op\n"
    "transform.apply_patterns to %f {\n"
    "  transform.apply_patterns.tensor.fold_tensor_empty\n"
    "  transform.apply_patterns.canonicalization\n"
    "} : !transform.any_op\n";

/// Hoists accumulators from memory into values that loops carry, and erases
/// stores that are then dead. Loop-invariant code must be hoisted first.
static const char toRegisters[] =
    "%f = transform.structured.match ops{[\"func.func\"]} in %m : "
    "(!transform.any_op) -> !transform.any_op\n"
    "%l = transform.structured.match ops{[\"scf.for\"]} in %m : "
    "(!transform.any_op) -> !transform.any_op\n"
    "transform.apply_licm to %l : !transform.any_op\n"
    "%h = transform.structured.hoist_redundant_vector_transfers %f : "
    "(!transform.any_op) -> !transform.any_op\n"
    "transform.memref.erase_dead_alloc_and_stores %h : "
    "(!transform.any_op) -> ()\n";

static const char clean[] = "builtin.module(canonicalize,cse,"
                            "fold-memref-alias-ops,canonicalize,cse)";

/// Lowers to one-dimensional vectors and to loops over scalars.
static const char flatten[] =
    "builtin.module(func.func(convert-linalg-to-loops),fold-memref-alias-ops,"
    "expand-strided-metadata,lower-affine,"
    "func.func(convert-vector-to-scf{full-unroll=1}),canonicalize,cse)";

/// convert-nvgpu-to-nvvm and convert-vector-to-llvm come first, as they create
/// memref operations, which convert-gpu-to-nvvm converts with all others.
/// symbol-dce first erases declarations that no kernel calls.
static const char toLlvm[] =
    "builtin.module(symbol-dce,gpu.module(convert-nvgpu-to-nvvm,convert-scf-to-"
    "cf,convert-"
    "vector-to-llvm{"
    "vector-contract-lowering=outerproduct "
    "vector-transpose-lowering=shuffle16x16},expand-strided-metadata,"
    "lower-affine,convert-math-to-llvm,convert-gpu-to-nvvm{"
    "use-bare-ptr-memref-call-conv=1},convert-index-to-llvm,"
    "convert-ub-to-llvm,convert-nvvm-to-llvm,canonicalize,cse,"
    "reconcile-unrealized-casts))";

static AsStatus runScript(MlirModule module, const char *script,
                          AsError *error) {
  return asScriptApplyLines(module, script, "<kernels>", error);
}

/// Turns linalg.copy to shared memory into memref.copy. asEmulateBf16 would
/// rewrite the former as computation on bf16; later asGpuMapLoops distributes
/// the copy over threads.
static MlirWalkResult keepSharedCopies(MlirOperation op, void *context) {
  (void)context;
  if (!asIrIsNamed(op, "linalg.copy"))
    return MlirWalkResultAdvance;
  MlirValue operands[] = {mlirOperationGetOperand(op, 0),
                          mlirOperationGetOperand(op, 1)};
  MlirType from = mlirValueGetType(operands[0]),
           to = mlirValueGetType(operands[1]);
  if (!mlirTypeIsAMemRef(from) || !mlirTypeIsAMemRef(to) ||
      mlirAttributeIsNull(mlirMemRefTypeGetMemorySpace(to)) ||
      !mlirTypeEqual(mlirShapedTypeGetElementType(from),
                     mlirShapedTypeGetElementType(to)))
    return MlirWalkResultAdvance;
  asIrInsert(op, &(AsIrParts){.name = "memref.copy",
                              .numOperands = 2,
                              .operands = operands});
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

static AsStatus toBuffers(MlirModule module, const AsLowerOptions *options,
                          MlirModule *host, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  AsStatus status =
      asIrRunPipeline(op, "builtin.module(cse)", options->verify, error);
  asForgetDeallocations(module);
  asConcatSeparate(module);
  asKeepArguments(module);
  if (!status)
    status = runScript(module, foldEmpty, error);
  if (!status)
    status = asEliminateEmpty(module, error);
  if (!status) {
    asGpuPlaceTiles(module);
    status = asBufferize(module, error);
  }
  if (status)
    return status;
  mlirOperationWalk(op, keepSharedCopies, NULL, MlirWalkPostOrder);
  asAllowFlags(module, options->fp);
  status = asEmulateBf16(module, options->fp, options->verify, error);
  if (status)
    return status;
  bool isStrict = options->fp == AS_FP_STRICT;
  if (!isStrict)
    asGpuRelaxDivisions(module);
  asExpandMath(module, !isStrict); // A GPU has no libm.
  status = asIrRunPipeline(op, "builtin.module(canonicalize,cse)",
                           options->verify, error);
  asExpandBf16Conversions(module, false);
  if (!status)
    status = asConventionApply(module, error);
  asResultsInPlace(module);
  if (!status) // Only cse lets canonicalize erase copies of tiles to
               // themselves.
    status =
        asIrRunPipeline(op, "builtin.module(canonicalize,cse,canonicalize)",
                        options->verify, error);
  if (!status && host)
    status = asGpuExtractHost(module, host, error);
  return status ? status : asGpuPlaceBuffers(module, error);
}

static AsStatus toThreads(MlirModule module, const AsLowerOptions *options,
                          AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  asGpuSplitKernels(module);
  asGpuPipelineCopies(module);
  AsStatus status = asGpuMapLoops(module, error);
  if (!status)
    status = asIrRunPipeline(op, clean, options->verify, error);
  for (int i = 0; i < 2 && !status; i++) {
    status = runScript(module, toRegisters, error);
    if (!status)
      status = asIrRunPipeline(op, clean, options->verify, error);
  }
  if (status)
    return status;
  asGpuRemoveBarriers(module);
  asGpuFenceOperands(module);
  asExpandStridedReads(module);
  asExpandDynamicShapes(module);
  return asIrRunPipeline(op, flatten, options->verify, error);
}

//===----------------------------------------------------------------------===//
// Unsupported functions
//===----------------------------------------------------------------------===//

static MlirWalkResult findFunction(MlirOperation op, void *context) {
  static const char *const known[] = {"math.fma", "math.absi", "math.ctlz",
                                      "math.cttz", "math.ctpop"};
  if (!asIrHasPrefix(op, "math.") ||
      asIrIsOneOf(op, known, sizeof known / sizeof *known))
    return MlirWalkResultAdvance;
  *(MlirOperation *)context = op;
  return MlirWalkResultInterrupt;
}

/// Fails on functions that no instruction computes. LLVM would abort on them,
/// as there is no library to call.
static AsStatus checkFunctions(MlirModule module, AsError *error) {
  MlirOperation found = {NULL};
  mlirOperationWalk(mlirModuleGetOperation(module), findFunction, &found,
                    MlirWalkPreOrder);
  if (mlirOperationIsNull(found))
    return AS_OK;
  AsText type = {0};
  asIrPrintType(mlirValueGetType(mlirOperationGetResult(found, 0)), &type);
  AsStatus status = asIrFailNaming(
      found, AS_UNSUPPORTED, error,
      "on %s is no function that GPUs have or that as-opt writes out; see "
      "docs/math.md",
      type.data);
  asTextFree(&type);
  return status;
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// Makes dynamic shared memory external, since the launch gives its size, and
/// aligns it as tiles may require.
static MlirWalkResult declareShared(MlirOperation op, void *context) {
  (void)context;
  AsText name = {0};
  if (asIrIsNamed(op, "llvm.mlir.global") &&
      asIrStringAttribute(op, "sym_name", &name) &&
      strncmp(name.data, "__dynamic_shmem__", 17) == 0) {
    mlirOperationSetInherentAttributeByName(
        op, asIrString("linkage"),
        mlirAttributeParseGet(mlirOperationGetContext(op),
                              asIrString("#llvm.linkage<external>")));
    mlirOperationSetInherentAttributeByName(
        op, asIrString("alignment"),
        mlirIntegerAttrGet(mlirIntegerTypeGet(mlirOperationGetContext(op), 64),
                           AS_GPU_SHARED_ALIGNMENT));
  }
  asTextFree(&name);
  return MlirWalkResultAdvance;
}

AsStatus asGpuLowerModule(MlirModule module, const AsLowerOptions *options,
                          MlirModule *host, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  if (host)
    *host = (MlirModule){NULL};
  selectKernels(module, host != NULL);
  AsStatus status = asIrCheckEncodings(op, error);
  if (!status)
    status = asGpuCheckRounding(module, options->fp, error);
  if (!status)
    status = asGraphImportDialects(module, error);
  if (!status)
    status = asDecomposeLinalg(module, error);
  if (!status)
    status = toBuffers(module, options, host, error);
  if (!status)
    status = toThreads(module, options, error);
  asGpuCallIntrinsics(module);
  if (!status)
    status = checkFunctions(module, error);
  if (!status)
    status = asGpuPackShared(module, error);
  if (!status)
    status = asGpuOutlineKernels(module, error);
  if (!status)
    asDropConversionFlags(module);
  if (!status)
    status = asIrRunPipeline(op, toLlvm, options->verify, error);
  asI1VectorsToBytes(module);
  asGpuMarkMaps(module);
  if (!status)
    mlirOperationWalk(op, declareShared, NULL, MlirWalkPreOrder);
  return status ? status : asCheckIsLowered(module, error);
}
