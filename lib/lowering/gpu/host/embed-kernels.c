//===- embed-kernels.c - Embed kernels in the host's module
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts the PTX into a gpu.binary, and makes the functions of tasks launch their
// kernels.
//
// Functions of tasks are inlined where they are called. So a function that
// calls several tasks is one list of launches, and the data between them is in
// one allocation, as on a CPU. Until memory is planned, launches are calls of
// declarations: the memory planner must know what an operation does to memory,
// and upstream does not say so for gpu.launch_func.
//
// Requires:    the host's module of asGpuExtractHost, and the lowered module of
//              kernels.
// Provides:    a module for upstream's gpu-to-llvm.
// Invalidates: the functions of tasks.
//
//   func.func @task(%x: memref<64x32xf32>, %r: memref<64x48xf32>) { return }
// becomes
//   gpu.binary @kernels [#gpu.object<#nvvm.target<...>, assembly = "...">]
//   func.func @model(...) {
//     %1 = gpu.launch_func async [%0] @kernels::@task blocks in (...) ...
//
//===----------------------------------------------------------------------===//

#include "lowering/gpu/host/embed-kernels.h"
#include "ir/function-builder.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "lowering/gpu/gpu-steps.h"
#include "lowering/gpu/host/launch-list.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/GPU.h"
#include "support/arena.h"
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// The code
//===----------------------------------------------------------------------===//

/// The object is PTX rather than ptxas's output: PTX is what was measured, and
/// newer devices run it too.
static MlirAttribute objectOf(MlirContext context, const AsGpu *gpu,
                              const AsText *ptx) {
  enum { assembly = 2 }; // mlir::gpu::CompilationTarget
  mlirContextGetOrLoadDialect(context, asIrString("gpu"));
  mlirContextGetOrLoadDialect(context, asIrString("nvvm"));
  AsText text = {0};
  asTextFormat(&text, "#nvvm.target<chip = \"%s\", features = \"%s\">",
               gpu->chip, gpu->features);
  MlirAttribute target = mlirAttributeParseGet(context, asIrString(text.data));
  asTextClear(&text);
  asTextAppend(&text, ptx->data, ptx->length);
  asTextAppend(&text, "", 1); // The driver requires a terminating NUL.
  // 4 is the driver's default level, but MLIR always passes one.
  MlirAttribute properties =
      mlirAttributeParseGet(context, asIrString("{O = 4 : i32}"));
  MlirAttribute object = mlirGPUObjectAttrGet(
      context, target, assembly, mlirStringRefCreate(text.data, text.length),
      properties);
  asTextFree(&text);
  return object;
}

typedef struct Launching {
  MlirSymbolTable symbols; ///< Of the host's module.
  MlirAttribute object;    ///< The PTX.
  MlirStringRef binary;    ///< The gpu.binary; inserted for the first launch.
} Launching;

static void insertBinary(Launching *launching, MlirOperation function) {
  MlirOperation host = mlirOperationGetParentOperation(function);
  MlirContext context = mlirOperationGetContext(host);
  mlirOperationSetDiscardableAttributeByName(
      host, asIrString("gpu.container_module"), mlirUnitAttrGet(context));
  MlirOperation binary = asIrInsert(
      mlirBlockGetFirstOperation(asIrBody(host)),
      &(AsIrParts){
          .name = "gpu.binary",
          .attributes = (AsIrAttribute[]){
              {"sym_name", mlirStringAttrGet(context, asIrString(AS_KERNELS))},
              {"objects", mlirArrayAttrGet(context, 1, &launching->object)},
              {"offloadingHandler",
               mlirAttributeParseGet(context,
                                     asIrString("#gpu.select_object"))},
              {0}}});
  launching->binary =
      mlirStringAttrGetValue(mlirSymbolTableInsert(launching->symbols, binary));
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// Allocates the scratch buffers of the function's kernels, unless an earlier
/// kernel has done so.
static void allocateScratch(MlirOperation function, const char *types) {
  MlirBlock body = asIrBody(function);
  MlirOperation first = mlirBlockGetFirstOperation(body);
  AsText memory = {0};
  if (asIrIsNamed(first, "memref.alloc"))
    return;
  while (*types) {
    size_t length = strcspn(types, ",");
    asTextClear(&memory);
    asTextFormat(&memory, "memref<%.*s>", (int)length, types);
    asIrInsertAlloc(first,
                    mlirTypeParseGet(mlirOperationGetContext(function),
                                     asIrString(memory.data)),
                    0);
    types += length + (types[length] == ',');
  }
  for (MlirOperation op = mlirBlockGetFirstOperation(body);
       asIrIsNamed(op, "memref.alloc"); op = mlirOperationGetNextInBlock(op)) {
    MlirValue room = mlirOperationGetResult(op, 0);
    asIrInsert(mlirBlockGetTerminator(body),
               &(AsIrParts){.name = "memref.dealloc",
                            .numOperands = 1,
                            .operands = &room});
  }
  asTextFree(&memory);
}

/// The operation before which the next launch is inserted.
static MlirOperation endOf(MlirOperation function) {
  MlirOperation op = mlirBlockGetFirstOperation(asIrBody(function));
  while (!asIrIsNamed(op, "memref.dealloc") && !asIrIsNamed(op, "func.return"))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

/// Lists the arguments of the function, then its scratch buffers.
static intptr_t listArguments(MlirOperation function, MlirValue *arguments) {
  MlirBlock body = asIrBody(function);
  intptr_t count = mlirBlockGetNumArguments(body);
  for (intptr_t i = 0; i < count && arguments; i++)
    arguments[i] = mlirBlockGetArgument(body, i);
  for (MlirOperation op = mlirBlockGetFirstOperation(body);
       asIrIsNamed(op, "memref.alloc"); op = mlirOperationGetNextInBlock(op)) {
    if (arguments)
      arguments[count] = mlirOperationGetResult(op, 0);
    count++;
  }
  return count;
}

/// Declares a function whose calls stand for launches of the kernel, with the
/// launch's description as attributes.
static MlirOperation declare(const Launching *launching, const AsLaunch *launch,
                             MlirOperation function, intptr_t count,
                             const MlirType *types) {
  MlirContext context = mlirOperationGetContext(function);
  MlirAttribute name = mlirStringAttrGet(context, asIrString(launch->kernel));
  MlirAttribute inside =
      mlirFlatSymbolRefAttrGet(context, asIrString(launch->kernel));
  MlirOperation kernel = asIrInsert(
      function,
      &(AsIrParts){
          .name = "func.func",
          .region = mlirRegionCreate(),
          .attributes = (AsIrAttribute[]){
              {"sym_name", name},
              {"sym_visibility",
               mlirStringAttrGet(context, asIrString("private"))},
              {"function_type", mlirTypeAttrGet(mlirFunctionTypeGet(
                                    context, count, types, 0, NULL))},
              {AS_KERNEL_ATTRIBUTE,
               mlirSymbolRefAttrGet(context, launching->binary, 1, &inside)},
              {AS_GRID_ATTRIBUTE,
               mlirDenseI64ArrayGet(context, 3, launch->grid)},
              {AS_BLOCK_ATTRIBUTE,
               mlirDenseI64ArrayGet(context, 3, launch->block)},
              {AS_SHARED_ATTRIBUTE,
               mlirIntegerAttrGet(mlirIntegerTypeGet(context, 32),
                                  launch->sharedBytes)},
              {0}}});
  if (*launch->maps)
    asIrSetStringAttribute(kernel, AS_MAPS_ATTRIBUTE, launch->maps);
  mlirSymbolTableInsert(launching->symbols, kernel); // Renames it if needed.
  return kernel;
}

/// Appends a launch of the kernel to its function. An AsLaunchVisitor.
static void addLaunch(const AsLaunch *launch, void *context) {
  Launching *launching = context;
  MlirOperation function =
      mlirSymbolTableLookup(launching->symbols, asIrString(launch->function));
  if (!launching->binary.data)
    insertBinary(launching, function);
  allocateScratch(function, launch->scratch);
  intptr_t count = listArguments(function, NULL);
  MlirValue *arguments = asAlloc(sizeof *arguments * (size_t)(count + 1));
  MlirType *types = asAlloc(sizeof *types * (size_t)(count + 1));
  listArguments(function, arguments);
  for (intptr_t i = 0; i < count; i++)
    types[i] = mlirValueGetType(arguments[i]);
  MlirOperation kernel = declare(launching, launch, function, count, types);
  asIrInsert(endOf(function),
             &(AsIrParts){.name = "func.call",
                          .numOperands = count,
                          .operands = arguments,
                          .attributes = (AsIrAttribute[]){
                              {"callee", asIrReferTo(kernel)}, {0}}});
  free(types);
  free(arguments);
}

//===----------------------------------------------------------------------===//
// The host's module
//===----------------------------------------------------------------------===//

/// Lowers what upstream's gpu-to-llvm does not, so that no other pass has to
/// run before it.
static const char forGpuToLlvm[] =
    "builtin.module(symbol-dce,expand-strided-metadata,lower-affine,"
    "convert-scf-to-cf,canonicalize,cse)";

AsStatus asGpuEmbed(MlirModule host, MlirModule kernels, const AsGpu *gpu,
                    const AsText *ptx, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(host);
  Launching launching = {.symbols = mlirSymbolTableCreate(op),
                         .object =
                             objectOf(mlirModuleGetContext(host), gpu, ptx)};
  asGpuVisitLaunches(kernels, addLaunch, &launching);
  mlirSymbolTableDestroy(launching.symbols);
  AsStatus status = asIrRunPipeline(
      op, "builtin.module(inline,canonicalize,cse,symbol-dce)", true, error);
  if (!status)
    status = asPlanMemory(host, false, error);
  if (!status)
    status = asGpuLowerToStreams(host, error);
  if (!status)
    status = asGpuUploadConstants(host, error);
  return status ? status : asIrRunPipeline(op, forGpuToLlvm, true, error);
}
