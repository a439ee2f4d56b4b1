//===- outline-kernels.c - Outline functions as kernels
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves each func.func into a gpu.module as a gpu.func with the kernel
// attribute.
//
// Pointer arguments are marked llvm.noalias and aligned to 16 bytes, which
// callers guarantee. LLVM would otherwise load one element at a time.
//
// Requires:    functions without results, with as.grid, as.block and as.shared.
// Provides:    gpu.module @kernels, with the module's globals; nvvm.minctasm
//              from as.resident.
// Invalidates: func.func, and names that PTX does not allow. A renamed kernel
//              names its function in as.part.
//
//   func.func @f(%x: memref<64xf32>) attributes {as.grid = array<i64: 2, 1, 1>,
//       as.block = array<i64: 32, 1, 1>} { ... return }
// becomes
//   gpu.module @kernels {
//     gpu.func @f(%x: memref<64xf32> {llvm.align = 16 : i64, llvm.noalias})
//         kernel attributes {known_block_size = array<i32: 32, 1, 1>, ...} {
//       ... gpu.return
//
//===----------------------------------------------------------------------===//

#include "ir/function-builder.h"
#include "ir/op-builder.h"
#include "lowering/gpu/gpu-steps.h"
#include "lowering/lower.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include "task/task-attribute.h"
#include <ctype.h>
#include <stdlib.h>

enum { ARGUMENT_ALIGNMENT = 16 };

static MlirOperation createModule(MlirModule module) {
  MlirContext context = mlirModuleGetContext(module);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, mlirBlockCreate(0, NULL, NULL));
  MlirOperationState state = mlirOperationStateGet(
      asIrString("gpu.module"),
      mlirOperationGetLocation(mlirModuleGetOperation(module)));
  MlirNamedAttribute name =
      mlirNamedAttributeGet(mlirIdentifierGet(context, asIrString("sym_name")),
                            mlirStringAttrGet(context, asIrString(AS_KERNELS)));
  mlirOperationStateAddAttributes(&state, 1, &name);
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  MlirOperation kernels = mlirOperationCreate(&state);
  mlirBlockAppendOwnedOperation(mlirModuleGetBody(module), kernels);
  return kernels;
}

/// The attributes of the arguments.
static MlirAttribute argumentAttributes(MlirType type) {
  MlirContext context = mlirTypeGetContext(type);
  MlirAttribute array = mlirAttributeParseGet(
      context, asIrString("{llvm.noalias, llvm.align = 16 : i64}"));
  MlirAttribute scalar = mlirDictionaryAttrGet(context, 0, NULL);
  intptr_t count = mlirFunctionTypeGetNumInputs(type);
  MlirAttribute *marks = asAlloc(sizeof *marks * (size_t)(count + 1));
  for (intptr_t i = 0; i < count; i++)
    marks[i] =
        mlirTypeIsAMemRef(mlirFunctionTypeGetInput(type, i)) ? array : scalar;
  MlirAttribute all = mlirArrayAttrGet(context, count, marks);
  free(marks);
  return all;
}

static MlirAttribute toI32Array(MlirAttribute sizes) {
  int32_t size[3];
  for (int i = 0; i < 3; i++)
    size[i] = (int32_t)mlirDenseI64ArrayGetElement(sizes, i);
  return mlirDenseI32ArrayGet(mlirAttributeGetContext(sizes), 3, size);
}

static MlirAttribute attributeOf(MlirOperation function, const char *name) {
  return mlirOperationGetDiscardableAttributeByName(function, asIrString(name));
}

/// Copies the attributes that describe a launch from the function to the
/// kernel.
static void copyAttributes(MlirOperation function, MlirOperation kernel) {
  static const char *const names[] = {
      AS_GRID_ATTRIBUTE,        AS_BLOCK_ATTRIBUTE,   AS_SHARED_ATTRIBUTE,
      AS_SIGNATURE_ATTRIBUTE,   AS_SCRATCH_ATTRIBUTE, AS_PART_ATTRIBUTE,
      AS_DESCRIPTION_ATTRIBUTE, AS_MAPS_ATTRIBUTE};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!mlirAttributeIsNull(attributeOf(function, names[i])))
      mlirOperationSetDiscardableAttributeByName(
          kernel, asIrString(names[i]), attributeOf(function, names[i]));
}

static void limitRegisters(MlirOperation function, MlirOperation kernel) {
  MlirAttribute resident = attributeOf(function, AS_RESIDENT_ATTRIBUTE);
  if (mlirAttributeIsNull(resident))
    return;
  MlirContext context = mlirOperationGetContext(function);
  mlirOperationSetDiscardableAttributeByName(
      kernel, asIrString("nvvm.minctasm"),
      mlirIntegerAttrGet(mlirIntegerTypeGet(context, 32),
                         mlirIntegerAttrGetValueInt(resident)));
}

/// Appends the function's name, with characters that PTX does not allow
/// replaced.
static void appendName(MlirOperation function, AsText *name) {
  AsText own = {0};
  asIrStringAttribute(function, "sym_name", &own);
  if (isdigit((unsigned char)*own.data))
    asTextAppendString(name, "_");
  for (const char *at = own.data; *at; at++)
    asTextFormat(name, "%c", isalnum((unsigned char)*at) ? *at : '_');
  asTextFree(&own);
}

/// Renames the kernel if its name is taken. If it has another name than its
/// function, AS_PART_ATTRIBUTE refers to the function.
static void insertUniquely(MlirOperation kernel, MlirAttribute function,
                           MlirSymbolTable symbols) {
  MlirAttribute name = mlirSymbolTableInsert(symbols, kernel);
  if (!mlirAttributeEqual(name, function) &&
      mlirAttributeIsNull(attributeOf(kernel, AS_PART_ATTRIBUTE)))
    mlirOperationSetDiscardableAttributeByName(
        kernel, asIrString(AS_PART_ATTRIBUTE), function);
}

static void createKernel(MlirOperation function, MlirOperation end,
                         MlirSymbolTable symbols) {
  MlirContext context = mlirOperationGetContext(function);
  MlirAttribute called = asIrAttribute(function, "sym_name");
  AsText name = {0};
  appendName(function, &name);
  MlirAttribute type =
      mlirOperationGetAttributeByName(function, asIrString("function_type"));
  MlirRegion body = mlirRegionCreate();
  mlirRegionTakeBody(body, mlirOperationGetRegion(function, 0));
  MlirOperation kernel =
      asIrInsert(
          end,
          &(AsIrParts){
              .name = "gpu.func",
              .attributes =
                  (AsIrAttribute[]){
                      {"sym_name",
                       mlirStringAttrGet(context, asIrString(name.data))},
                      {"function_type", type},
                      {"gpu.kernel", mlirUnitAttrGet(context)},
                      {"arg_attrs",
                       argumentAttributes(mlirTypeAttrGetValue(type))},
                      {"known_block_size",
                       toI32Array(attributeOf(function, AS_BLOCK_ATTRIBUTE))},
                      {"known_grid_size",
                       toI32Array(attributeOf(function, AS_GRID_ATTRIBUTE))},
                      {0}},
              .region = body});
  asTextFree(&name);
  copyAttributes(function, kernel);
  limitRegisters(function, kernel);
  insertUniquely(kernel, called, symbols);
  MlirOperation old = mlirBlockGetTerminator(asIrBody(kernel));
  asIrInsert(old, &(AsIrParts){.name = "gpu.return"});
  mlirOperationDestroy(old);
  mlirOperationDestroy(function);
}

typedef struct Collection {
  MlirOperation *functions;
  size_t count, capacity;
} Collection;

static void collect(MlirOperation function, void *context) {
  Collection *collection = context;
  if (mlirBlockIsNull(asIrBody(function)))
    return;
  if (collection->count == collection->capacity) {
    collection->capacity = collection->capacity ? 2 * collection->capacity : 16;
    collection->functions =
        asRealloc(collection->functions,
                  sizeof *collection->functions * collection->capacity);
  }
  collection->functions[collection->count++] = function;
}

/// Moves globals into the gpu.module, as kernels can only refer to these.
static void moveGlobals(MlirModule module, MlirOperation end) {
  MlirOperation next,
      op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (asIrIsNamed(op, "memref.global"))
      mlirOperationMoveBefore(op, end);
  }
}

/// Fails on functions with results.
static AsStatus check(MlirOperation function, AsError *error) {
  AsText name = {0};
  asIrStringAttribute(function, "sym_name", &name);
  MlirType type = mlirTypeAttrGetValue(
      mlirOperationGetAttributeByName(function, asIrString("function_type")));
  AsStatus status = AS_OK;
  if (mlirFunctionTypeGetNumResults(type))
    status = asFail(error, AS_UNSUPPORTED,
                    "@%s returns a value, which a kernel cannot", name.data);
  asTextFree(&name);
  return status;
}

AsStatus asGpuOutlineKernels(MlirModule module, AsError *error) {
  Collection collection = {0};
  asIrVisitFunctions(module, collect, &collection);
  AsStatus status = AS_OK;
  for (size_t f = 0; f < collection.count && !status; f++)
    status = check(collection.functions[f], error);
  if (!status) {
    // Kernels are inserted before this terminator, which is destroyed
    // afterwards.
    MlirOperation kernels = createModule(module);
    MlirBlock body = asIrBody(kernels);
    MlirOperationState state = mlirOperationStateGet(
        asIrString("gpu.return"),
        mlirOperationGetLocation(mlirModuleGetOperation(module)));
    MlirOperation end = mlirOperationCreate(&state);
    mlirBlockAppendOwnedOperation(body, end);
    moveGlobals(module, end);
    MlirSymbolTable symbols = mlirSymbolTableCreate(kernels);
    for (size_t f = 0; f < collection.count; f++)
      createKernel(collection.functions[f], end, symbols);
    mlirSymbolTableDestroy(symbols);
    mlirOperationDestroy(end);
  }
  free(collection.functions);
  return status;
}
