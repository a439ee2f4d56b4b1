//===- device-stream.c - Lower host code to GPU streams
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites the allocations, copies and launches of the host's functions into
// gpu.alloc, gpu.memcpy, gpu.launch_func and gpu.dealloc, chained by tokens.
//
// Upstream runs a chain of tokens in one stream, which the gpu.wait at its
// beginning creates. A chain is waited for before any operation that might
// access memory: all but a few that are known not to. Launches pass addresses,
// so that no option of gpu-to-llvm has to say that kernels take bare pointers.
//
// Requires:    calls of declarations with as.kernel in place of launches; all
//              arrays in device memory.
// Provides:    operations for gpu-to-llvm.
// Invalidates: the calls and memref operations.
//
//   %0 = memref.alloc() : memref<64x48xf32>
//   call @kernel(%x, %0) : (memref<64x32xf32>, memref<64x48xf32>) -> ()
// becomes
//   %t = gpu.wait async
//   %0, %t0 = gpu.alloc async [%t] () : memref<64x48xf32>
//   %p = llvm.inttoptr ... : i64 to !llvm.ptr
//   %t1 = gpu.launch_func async [%t0] @kernels::@kernel blocks in (...)
//       threads in (...) dynamic_shared_memory_size %c args(... %p : !llvm.ptr)
//   gpu.wait [%t1]
//
//===----------------------------------------------------------------------===//

#include "ir/memref.h"
#include "ir/op-builder.h"
#include "lowering/gpu/gpu-steps.h"
#include "lowering/gpu/host/encode-tensor-maps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/GPU.h"
#include "mlir-c/Dialect/LLVM.h"
#include "support/arena.h"
#include <stdlib.h>

typedef struct Stream {
  MlirSymbolTable symbols; ///< Of the host's module.
  MlirValue token; ///< Of the last operation; null if all are waited for.
  AsStatus status;
  AsError *error;
} Stream;

//===----------------------------------------------------------------------===//
// Chains
//===----------------------------------------------------------------------===//

static void beginChain(Stream *stream, MlirOperation next) {
  MlirType token = mlirGPUAsyncTokenTypeGet(mlirOperationGetContext(next));
  if (mlirValueIsNull(stream->token))
    stream->token = asIrInsertValue(
        next,
        &(AsIrParts){.name = "gpu.wait", .numResults = 1, .results = &token});
}

static void waitForChain(Stream *stream, MlirOperation next) {
  if (!mlirValueIsNull(stream->token))
    asIrInsert(next, &(AsIrParts){.name = "gpu.wait",
                                  .numOperands = 1,
                                  .operands = &stream->token});
  stream->token = (MlirValue){NULL};
}

/// Replaces `op` by an asynchronous operation of the gpu dialect. Its first
/// operand and its last result are tokens, which are added here.
static void replace(Stream *stream, MlirOperation op, AsIrParts parts,
                    MlirValue *operands) {
  beginChain(stream, op);
  operands[0] = stream->token;
  parts.operands = operands;
  intptr_t count = mlirOperationGetNumResults(op);
  MlirType results[2];
  if (count)
    results[0] = mlirValueGetType(mlirOperationGetResult(op, 0));
  results[count] = mlirValueGetType(stream->token);
  parts.results = results;
  parts.numResults = count + 1;
  MlirOperation by = asIrInsert(op, &parts);
  if (count)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0),
                                  mlirOperationGetResult(by, 0));
  stream->token = mlirOperationGetResult(by, count);
  mlirOperationDestroy(op);
}

static MlirAttribute segments(MlirOperation op, intptr_t count,
                              const int32_t *sizes) {
  return mlirDenseI32ArrayGet(mlirOperationGetContext(op), count, sizes);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static void allocate(Stream *stream, MlirOperation op) {
  intptr_t count = mlirOperationGetNumOperands(op);
  MlirValue *operands = asAlloc(sizeof *operands * (size_t)(count + 1));
  for (intptr_t i = 0; i < count; i++)
    operands[1 + i] = mlirOperationGetOperand(op, i);
  // The token, dynamic sizes, and symbols of a layout.
  MlirAttribute own = asIrAttribute(op, "operandSegmentSizes");
  const int32_t sizes[] = {1, mlirDenseI32ArrayGetElement(own, 0),
                           mlirDenseI32ArrayGetElement(own, 1)};
  AsIrAttribute attributes[] = {{"operandSegmentSizes", segments(op, 3, sizes)},
                                {0}};
  replace(stream, op,
          (AsIrParts){.name = "gpu.alloc",
                      .numOperands = count + 1,
                      .attributes = attributes},
          operands);
  free(operands);
}

static void deallocate(Stream *stream, MlirOperation op) {
  MlirValue operands[] = {{NULL}, mlirOperationGetOperand(op, 0)};
  replace(stream, op, (AsIrParts){.name = "gpu.dealloc", .numOperands = 2},
          operands);
}

static void copy(Stream *stream, MlirOperation op) {
  MlirValue operands[] = {
      {NULL}, mlirOperationGetOperand(op, 1), mlirOperationGetOperand(op, 0)};
  replace(stream, op, (AsIrParts){.name = "gpu.memcpy", .numOperands = 3},
          operands);
}

/// Copies an array that a function returns and that belongs to another one.
static void cloneArray(Stream *stream, MlirOperation op) {
  MlirValue old = mlirOperationGetResult(op, 0);
  MlirValue made = asIrInsertAlloc(op, mlirValueGetType(old), 0);
  MlirValue both[] = {mlirOperationGetOperand(op, 0), made};
  MlirOperation copying = asIrInsert(
      op,
      &(AsIrParts){.name = "memref.copy", .numOperands = 2, .operands = both});
  mlirValueReplaceAllUsesOfWith(old, made);
  mlirOperationDestroy(op);
  allocate(stream, mlirOpResultGetOwner(made));
  copy(stream, copying);
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// The declaration with AS_KERNEL_ATTRIBUTE that `op` calls; null if it is not
/// such a call.
static MlirOperation declarationOf(const Stream *stream, MlirOperation op) {
  MlirOperation callee = {NULL};
  if (asIrIsNamed(op, "func.call"))
    callee = mlirSymbolTableLookup(
        stream->symbols,
        mlirFlatSymbolRefAttrGetValue(asIrAttribute(op, "callee")));
  bool isLaunch =
      !mlirOperationIsNull(callee) &&
      !mlirAttributeIsNull(asIrAttribute(callee, AS_KERNEL_ATTRIBUTE));
  return isLaunch ? callee : (MlirOperation){NULL};
}

/// The address of a dense array as an !llvm.ptr. Other values stay as they are.
static MlirValue addressOf(MlirOperation next, MlirValue value) {
  if (!mlirTypeIsAMemRef(mlirValueGetType(value)))
    return value;
  MlirContext context = mlirOperationGetContext(next);
  const struct {
    const char *name;
    MlirType type;
  } steps[] = {
      {"memref.extract_aligned_pointer_as_index", mlirIndexTypeGet(context)},
      {"arith.index_cast", mlirIntegerTypeGet(context, 64)},
      {"llvm.inttoptr", mlirLLVMPointerTypeGet(context, 0)}};
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
    value = asIrInsertUnary(next, steps[i].name, value, steps[i].type);
  return value;
}

/// Encodes the kernel's tensor maps, which are its last arguments. Returns how
/// many there are.
static intptr_t addMaps(const Stream *stream, MlirOperation op,
                        MlirOperation kernel, const MlirValue *addresses,
                        MlirValue *arguments) {
  AsTensorMap maps[AS_MOST_TENSOR_MAPS];
  AsText text = {0};
  int count = 0;
  asIrStringAttribute(kernel, AS_MAPS_ATTRIBUTE, &text);
  asTensorMapsParse(asTextString(&text), maps, &count);
  for (int m = 0; m < count; m++)
    arguments[m] = asGpuEncodeMap(op, stream->symbols, &maps[m],
                                  addresses[maps[m].argument]);
  asTextFree(&text);
  return count;
}

static void launch(Stream *stream, MlirOperation op, MlirOperation kernel) {
  enum { numBefore = 8 }; // The token, grid, block, and shared memory.
  intptr_t count = mlirOperationGetNumOperands(op);
  MlirValue *operands = asAlloc(
      sizeof *operands * (size_t)(numBefore + count + AS_MOST_TENSOR_MAPS));
  MlirAttribute grid = asIrAttribute(kernel, AS_GRID_ATTRIBUTE),
                block = asIrAttribute(kernel, AS_BLOCK_ATTRIBUTE);
  for (int i = 0; i < 3; i++) {
    operands[1 + i] = asIrInsertIndex(op, mlirDenseI64ArrayGetElement(grid, i));
    operands[4 + i] =
        asIrInsertIndex(op, mlirDenseI64ArrayGetElement(block, i));
  }
  operands[7] =
      asIrInsertConstant(op, asIrAttribute(kernel, AS_SHARED_ATTRIBUTE));
  for (intptr_t i = 0; i < count; i++)
    operands[numBefore + i] = addressOf(op, mlirOperationGetOperand(op, i));
  count += addMaps(stream, op, kernel, operands + numBefore,
                   operands + numBefore + count);
  // No cluster sizes and no stream object.
  const int32_t sizes[] = {1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, (int32_t)count, 0};
  AsIrAttribute attributes[] = {
      {"kernel", asIrAttribute(kernel, AS_KERNEL_ATTRIBUTE)},
      {"operandSegmentSizes",
       segments(op, sizeof sizes / sizeof *sizes, sizes)},
      {0}};
  replace(stream, op,
          (AsIrParts){.name = "gpu.launch_func",
                      .numOperands = numBefore + count,
                      .attributes = attributes},
          operands);
  free(operands);
}

//===----------------------------------------------------------------------===//
// Operations that access memory
//===----------------------------------------------------------------------===//

static bool isMemory(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsAMemRef(type) || mlirTypeIsAUnrankedMemRef(type);
}

/// Whether an operand or result is an array.
static bool hasMemory(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    if (isMemory(mlirOperationGetOperand(op, i)))
      return true;
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); r++)
    if (isMemory(mlirOperationGetResult(op, r)))
      return true;
  return false;
}

/// Whether the operation accesses no memory: it computes scalars, or a view or
/// the address of an array.
static bool accessesNoMemory(MlirOperation op) {
  static const char *const known[] = {"affine.apply",
                                      "affine.max",
                                      "affine.min",
                                      "func.constant",
                                      "memref.assume_alignment",
                                      "memref.cast",
                                      "memref.collapse_shape",
                                      "memref.dim",
                                      "memref.expand_shape",
                                      "memref.extract_aligned_pointer_as_index",
                                      "memref.extract_strided_metadata",
                                      "memref.get_global",
                                      "memref.memory_space_cast",
                                      "memref.rank",
                                      "memref.reinterpret_cast",
                                      "memref.subview",
                                      "memref.transpose",
                                      "memref.view"};
  return asIrHasPrefix(op, "arith.") || asIrHasPrefix(op, "math.") ||
         asIrHasPrefix(op, "index.") || asIrHasPrefix(op, "ub.") ||
         asIrIsOneOf(op, known, sizeof known / sizeof *known);
}

/// Whether the operation passes arrays to other code.
static bool passesArrays(MlirOperation op) {
  return asIrHasPrefix(op, "func.") || asIrHasPrefix(op, "scf.") ||
         asIrHasPrefix(op, "cf.");
}

//===----------------------------------------------------------------------===//
// All operations
//===----------------------------------------------------------------------===//

static void visitInside(Stream *stream, MlirOperation op);

/// Handles operations that the device does not do. Waits for the device before
/// any that might access memory.
static void visitOther(Stream *stream, MlirOperation op) {
  if (accessesNoMemory(op))
    return;
  if (hasMemory(op) && !passesArrays(op)) {
    stream->status = asIrFailNaming(
        op, AS_UNSUPPORTED, stream->error,
        "belongs to no task, and the host cannot do it in the memory of a "
        "device; --emit=ptx gives the kernels alone");
    return;
  }
  waitForChain(stream, op);
  visitInside(stream, op);
}

static void visit(Stream *stream, MlirOperation op) {
  MlirOperation kernel = declarationOf(stream, op);
  if (!mlirOperationIsNull(kernel))
    launch(stream, op, kernel);
  else if (asGpuCanCopy(op))
    copy(stream, op);
  else if (asIrIsNamed(op, "memref.alloc"))
    allocate(stream, op);
  else if (asIrIsNamed(op, "memref.dealloc") &&
           mlirTypeIsAMemRef(mlirValueGetType(mlirOperationGetOperand(op, 0))))
    deallocate(stream, op);
  else if (asIrIsNamed(op, "bufferization.clone") &&
           mlirShapedTypeHasStaticShape(
               mlirValueGetType(mlirOperationGetResult(op, 0))))
    cloneArray(stream, op);
  else
    visitOther(stream, op);
}

static void visitBlock(Stream *stream, MlirBlock block) {
  MlirOperation next, op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op) && !stream->status; op = next) {
    next = mlirOperationGetNextInBlock(op);
    visit(stream, op);
  }
}

static void visitInside(Stream *stream, MlirOperation op) {
  for (MlirRegion region = mlirOperationGetFirstRegion(op);
       !mlirRegionIsNull(region); region = mlirRegionGetNextInOperation(region))
    for (MlirBlock block = mlirRegionGetFirstBlock(region);
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      visitBlock(stream, block);
}

static void visitFunction(MlirOperation function, void *stream) {
  visitInside(stream, function);
}

AsStatus asGpuLowerToStreams(MlirModule host, AsError *error) {
  Stream stream = {.symbols =
                       mlirSymbolTableCreate(mlirModuleGetOperation(host)),
                   .error = error};
  asIrVisitFunctions(host, visitFunction, &stream);
  mlirSymbolTableDestroy(stream.symbols);
  return stream.status;
}
