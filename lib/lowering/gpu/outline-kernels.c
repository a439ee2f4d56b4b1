//===- outline-kernels.c - Functions as kernels
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel's arguments are arrays that begin at a multiple of 16 bytes, as all
// that a driver allocates does, and of which those that are written are no part
// of another. Without knowing both, LLVM would load one element at a time.
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

static MlirOperation makeModule(MlirModule module) {
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

/// What is known of each argument.
static MlirAttribute argumentMarks(MlirType type) {
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

static MlirAttribute narrow(MlirAttribute sizes) {
  int32_t size[3];
  for (int i = 0; i < 3; i++)
    size[i] = (int32_t)mlirDenseI64ArrayGetElement(sizes, i);
  return mlirDenseI32ArrayGet(mlirAttributeGetContext(sizes), 3, size);
}

static MlirAttribute markOf(MlirOperation function, const char *name) {
  return mlirOperationGetDiscardableAttributeByName(function, asIrString(name));
}

/// Discardable attributes that the kernel has from its function.
static void keepMarks(MlirOperation function, MlirOperation kernel) {
  static const char *const names[] = {
      AS_GRID_ATTRIBUTE,        AS_BLOCK_ATTRIBUTE,   AS_SHARED_ATTRIBUTE,
      AS_SIGNATURE_ATTRIBUTE,   AS_SCRATCH_ATTRIBUTE, AS_PART_ATTRIBUTE,
      AS_DESCRIPTION_ATTRIBUTE, AS_MAPS_ATTRIBUTE};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!mlirAttributeIsNull(markOf(function, names[i])))
      mlirOperationSetDiscardableAttributeByName(kernel, asIrString(names[i]),
                                                 markOf(function, names[i]));
}

static void limitRegisters(MlirOperation function, MlirOperation kernel) {
  MlirAttribute resident = markOf(function, AS_RESIDENT_ATTRIBUTE);
  if (mlirAttributeIsNull(resident))
    return;
  MlirContext context = mlirOperationGetContext(function);
  mlirOperationSetDiscardableAttributeByName(
      kernel, asIrString("nvvm.minctasm"),
      mlirIntegerAttrGet(mlirIntegerTypeGet(context, 32),
                         mlirIntegerAttrGetValueInt(resident)));
}

/// The function's name with letters that PTX takes.
static void appendName(MlirOperation function, AsText *name) {
  AsText own = {0};
  asIrStringAttribute(function, "sym_name", &own);
  if (isdigit((unsigned char)*own.data))
    asTextAppendString(name, "_");
  for (const char *at = own.data; *at; at++)
    asTextFormat(name, "%c", isalnum((unsigned char)*at) ? *at : '_');
  asTextFree(&own);
}

/// Renames the kernel if another one has its name, and notes which function it
/// is of where they are not called the same.
static void callApart(MlirOperation kernel, MlirAttribute function,
                      MlirSymbolTable symbols) {
  MlirAttribute name = mlirSymbolTableInsert(symbols, kernel);
  if (!mlirAttributeEqual(name, function) &&
      mlirAttributeIsNull(markOf(kernel, AS_PART_ATTRIBUTE)))
    mlirOperationSetDiscardableAttributeByName(
        kernel, asIrString(AS_PART_ATTRIBUTE), function);
}

static void makeKernel(MlirOperation function, MlirOperation end,
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
                      {"arg_attrs", argumentMarks(mlirTypeAttrGetValue(type))},
                      {"known_block_size",
                       narrow(markOf(function, AS_BLOCK_ATTRIBUTE))},
                      {"known_grid_size",
                       narrow(markOf(function, AS_GRID_ATTRIBUTE))},
                      {0}},
              .region = body});
  asTextFree(&name);
  keepMarks(function, kernel);
  limitRegisters(function, kernel);
  callApart(kernel, called, symbols);
  MlirOperation old = mlirBlockGetTerminator(asIrBody(kernel));
  asIrInsert(old, &(AsIrParts){.name = "gpu.return"});
  mlirOperationDestroy(old);
  mlirOperationDestroy(function);
}

typedef struct Making {
  MlirOperation *functions;
  size_t count, capacity;
} Making;

static void collect(MlirOperation function, void *context) {
  Making *making = context;
  if (mlirBlockIsNull(asIrBody(function)))
    return;
  if (making->count == making->capacity) {
    making->capacity = making->capacity ? 2 * making->capacity : 16;
    making->functions = asRealloc(making->functions,
                                  sizeof *making->functions * making->capacity);
  }
  making->functions[making->count++] = function;
}

/// Kernels see no constants but those of their own module.
static void takeConstants(MlirModule module, MlirOperation end) {
  MlirOperation next,
      op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (asIrIsNamed(op, "memref.global"))
      mlirOperationMoveBefore(op, end);
  }
}

/// What a launch cannot return or a kernel cannot call.
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

AsStatus asGpuMakeKernels(MlirModule module, AsError *error) {
  Making making = {0};
  asIrVisitFunctions(module, collect, &making);
  AsStatus status = AS_OK;
  for (size_t f = 0; f < making.count && !status; f++)
    status = check(making.functions[f], error);
  if (!status) {
    // Its end is there for the kernels to go before it.
    MlirOperation kernels = makeModule(module);
    MlirBlock body = asIrBody(kernels);
    MlirOperationState state = mlirOperationStateGet(
        asIrString("gpu.return"),
        mlirOperationGetLocation(mlirModuleGetOperation(module)));
    MlirOperation end = mlirOperationCreate(&state);
    mlirBlockAppendOwnedOperation(body, end);
    takeConstants(module, end);
    MlirSymbolTable symbols = mlirSymbolTableCreate(kernels);
    for (size_t f = 0; f < making.count; f++)
      makeKernel(making.functions[f], end, symbols);
    mlirSymbolTableDestroy(symbols);
    mlirOperationDestroy(end);
  }
  free(making.functions);
  return status;
}
