//===- lower-to-kernels.c - From scheduled IR to kernels
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order in short: tensors to buffers, each where it belongs; parallel loops
// to blocks and threads; accumulators to registers; then the barriers that are
// still needed, one piece of shared memory, kernels, and the LLVM dialect.
// Accumulators can go to registers only between the two, when the loops over
// threads that each read and write them have become the same indices.
//
//===----------------------------------------------------------------------===//

#include "lowering/gpu/lower-to-kernels.h"
#include "graph/graph-passes.h"
#include "ir/function-builder.h"
#include "ir/op-builder.h"
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
// What becomes a kernel
//===----------------------------------------------------------------------===//

typedef struct Marks {
  bool any;     ///< Some function is a task.
  bool hasHost; ///< Somebody wants the functions that are none.
} Marks;

static bool isTask(MlirOperation function) {
  return !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
      function, asIrString(AS_TASK_ATTRIBUTE)));
}

static void noteTask(MlirOperation function, void *context) {
  ((Marks *)context)->any |= isTask(function);
}

/// What the caller passes stays as it is: only results are written.
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

/// What becomes a kernel is called from outside.
static void openToCallers(MlirOperation function, void *context) {
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

/// Tasks become kernels. What calls them, and the memory that it keeps, are the
/// host's, if somebody wants that; if not, and there is no task, all functions
/// become kernels.
static void chooseKernels(MlirModule module, bool hasHost) {
  Marks marks = {.hasHost = hasHost};
  asIrVisitFunctions(module, noteTask, &marks);
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  while (marks.any && !hasHost && !mlirOperationIsNull(op)) {
    MlirOperation next = mlirOperationGetNextInBlock(op);
    if (!isTask(op))
      mlirOperationDestroy(op);
    op = next;
  }
  asIrVisitFunctions(module, openToCallers, &marks);
}

//===----------------------------------------------------------------------===//
// Between tensors and the LLVM dialect
//===----------------------------------------------------------------------===//

/// An empty tensor of which a tile is used is an empty tile.
static const char foldEmpty[] =
    "%f = transform.structured.match ops{[\"func.func\"]} in %m : "
    "(!transform.any_op) -> !transform.any_op\n"
    "transform.apply_patterns to %f {\n"
    "  transform.apply_patterns.tensor.fold_tensor_empty\n"
    "  transform.apply_patterns.canonicalization\n"
    "} : !transform.any_op\n";

/// Accumulators to values that loops carry, and the stores that are dead then
/// away. What loops do not change must be out of them first.
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

/// To vectors of one dimension and branches between blocks.
static const char flatten[] =
    "builtin.module(func.func(convert-linalg-to-loops),fold-memref-alias-ops,"
    "expand-strided-metadata,lower-affine,"
    "func.func(convert-vector-to-scf{full-unroll=1}),canonicalize,cse)";

/// In the first conversion to LLVM are the operations on vectors that make
/// others of memref; gpu-to-nvvm takes everything else along. What is only
/// declared, and called by no kernel, goes first.
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

/// Copies to shared memory as what no pass takes for a computation, which what
/// follows does with bf16: they are shared out among threads.
static MlirWalkResult keepCopy(MlirOperation op, void *context) {
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
  bool hoist = !asReturnsRepeat(module);
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
  mlirOperationWalk(op, keepCopy, NULL, MlirWalkPostOrder);
  asAllowFlags(module, options->fp);
  status = asEmulateBf16(module, options->fp, options->verify, error);
  if (status)
    return status;
  bool isStrict = options->fp == AS_FP_STRICT;
  if (!isStrict)
    asGpuRelaxDivisions(module);
  asExpandMath(module, !isStrict); // There is no library of functions.
  status = asIrRunPipeline(op, "builtin.module(canonicalize,cse)",
                           options->verify, error);
  asExpandBf16Conversions(module);
  if (!status)
    status = asConventionApply(module, hoist, error);
  asResultsInPlace(module);
  if (!status) // Without common code, copies of tiles to themselves stay.
    status =
        asIrRunPipeline(op, "builtin.module(canonicalize,cse,canonicalize)",
                        options->verify, error);
  if (!status && host)
    status = asGpuTakeHost(module, host, error);
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
  return asIrRunPipeline(op, flatten, options->verify, error);
}

//===----------------------------------------------------------------------===//
// Functions that the hardware does not have
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

/// There is no library to call, and LLVM would end the process.
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

/// What a launch gives the size of is defined by nobody. It is aligned as the
/// tiles in it may be.
static MlirWalkResult declare(MlirOperation op, void *context) {
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
  chooseKernels(module, host != NULL);
  AsStatus status = asGpuCheckRounding(module, options->fp, error);
  if (!status)
    status = asGraphTosaToLinalg(module, error);
  if (!status)
    status = asGraphLowerGlobals(module, error);
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
    status = asGpuMakeKernels(module, error);
  if (!status)
    status = asIrRunPipeline(op, toLlvm, options->verify, error);
  asI1VectorsToBytes(module);
  asGpuMarkMaps(module);
  if (!status)
    mlirOperationWalk(op, declare, NULL, MlirWalkPreOrder);
  return status ? status : asCheckIsLowered(module, error);
}
