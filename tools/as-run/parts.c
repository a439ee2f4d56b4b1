//===- parts.c - The tasks of a module that is profiled
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/as-run/parts.h"
#include "graph/graph-passes.h"
#include "lowering/lower.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "origin/origin.h"
#include "task/dynamic/split-dynamic.h"
#include "task/task.h"

//===----------------------------------------------------------------------===//
// Outlining
//===----------------------------------------------------------------------===//

static void noteDescription(MlirOperation function, void *found) {
  *(bool *)found |=
      !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
          function, asIrString(AS_DESCRIPTION_ATTRIBUTE)));
}

/// What is not split is a part of what is outside tasks.
static void ignore(MlirOperation op, const char *why, void *context) {
  (void)op, (void)why, (void)context;
}

/// Splits dynamic shapes as as-opt does, with tiles that nobody has measured.
/// Sizes that have to be equal are found first: loops over tiles hide them.
static AsStatus splitDynamic(MlirModule module, AsError *error) {
  static const int perTask = 4;
  const AsSizeRanges anySize = {0};
  AsKernelTable table = {0};
  AsDynamicOptions dynamic = {
      .choice = {.perTask = perTask, .ranges = &anySize},
      .table = &table,
      .isForCpu = true,
      .remark = ignore,
      .warn = ignore};
  bool changed;
  AsStatus status = asGraphNameSizes(module, error);
  if (!status)
    status = asSplitDynamic(module, &dynamic, &changed, error);
  asKernelTableFree(&table);
  return status;
}

AsStatus asPartsOutline(MlirModule module, AsError *error) {
  bool isDone = false;
  asIrVisitFunctions(module, noteDescription, &isDone);
  if (isDone)
    return AS_OK;
  asOriginMark(module);
  AsStatus status = asGraphImportDialects(module, error);
  if (!status)
    status = asDecomposeLinalg(module, error);
  if (!status)
    status = splitDynamic(module, error);
  if (status)
    return status;
  AsTaskSet tasks;
  asTaskExtract(module, true, &tasks);
  asTaskSetDestroy(&tasks);
  return AS_OK;
}

//===----------------------------------------------------------------------===//
// Probes
//===----------------------------------------------------------------------===//

static MlirOperation insert(MlirOperation next, const char *name,
                            intptr_t numOperands, const MlirValue *operands,
                            const MlirType *result, intptr_t numAttributes,
                            const MlirNamedAttribute *attributes) {
  MlirOperationState state =
      mlirOperationStateGet(asIrString(name), mlirOperationGetLocation(next));
  mlirOperationStateAddOperands(&state, numOperands, operands);
  mlirOperationStateAddAttributes(&state, numAttributes, attributes);
  if (result)
    mlirOperationStateAddResults(&state, 1, result);
  MlirOperation op = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(next), next, op);
  return op;
}

static MlirNamedAttribute named(MlirContext context, const char *name,
                                MlirAttribute attribute) {
  return mlirNamedAttributeGet(mlirIdentifierGet(context, asIrString(name)),
                               attribute);
}

static MlirOperation call(MlirOperation next, const char *callee,
                          int numOperands, const MlirValue *operands,
                          const MlirType *result) {
  MlirContext context = mlirOperationGetContext(next);
  const int32_t segments[] = {numOperands, 0};
  MlirNamedAttribute attributes[] = {
      named(context, "callee",
            mlirFlatSymbolRefAttrGet(context, asIrString(callee))),
      named(context, "operandSegmentSizes",
            mlirDenseI32ArrayGet(context, 2, segments)),
      named(context, "op_bundle_sizes", mlirDenseI32ArrayGet(context, 0, NULL)),
  };
  return insert(next, "llvm.call", numOperands, operands, result,
                sizeof attributes / sizeof *attributes, attributes);
}

/// Notes the time where `function` begins, and calls the other probe wherever
/// it returns.
static void probe(MlirOperation function, int part) {
  MlirContext context = mlirOperationGetContext(function);
  MlirType i64 = mlirIntegerTypeGet(context, 64);
  MlirNamedAttribute value =
      named(context, "value", mlirIntegerAttrGet(i64, part));
  MlirOperation first = mlirBlockGetFirstOperation(asIrBody(function));
  MlirValue operands[] = {
      mlirOperationGetResult(
          insert(first, "llvm.mlir.constant", 0, NULL, &i64, 1, &value), 0),
      mlirOperationGetResult(call(first, AS_PROBE_START, 0, NULL, &i64), 0)};
  for (MlirBlock block =
           mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
       !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block)) {
    MlirOperation last = mlirBlockGetTerminator(block);
    if (asIrIsNamed(last, "llvm.return"))
      call(last, AS_PROBE_STOP, 2, operands, NULL);
  }
}

static void declareProbes(MlirModule module) {
  static const char declarations[] = "llvm.func @" AS_PROBE_START "() -> i64\n"
                                     "llvm.func @" AS_PROBE_STOP "(i64, i64)\n";
  MlirModule declared = mlirModuleCreateParse(mlirModuleGetContext(module),
                                              asIrString(declarations));
  MlirOperation next = mlirBlockGetFirstOperation(mlirModuleGetBody(declared));
  for (; !mlirOperationIsNull(next); next = mlirOperationGetNextInBlock(next))
    mlirBlockAppendOwnedOperation(mlirModuleGetBody(module),
                                  mlirOperationClone(next));
  mlirModuleDestroy(declared);
}

/// The next function from `op` on that has a body and is described.
static MlirOperation findTask(MlirOperation op, AsArena *arena, AsPart *part) {
  AsText symbol = {0};
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (asIrIsNamed(op, "llvm.func") && !mlirBlockIsNull(asIrBody(op)) &&
        asIrStringAttribute(op, "sym_name", &symbol) &&
        asTaskDescriptionGet(op, arena, &part->description)) {
      part->symbol = asArenaCopy(arena, symbol.data, symbol.length);
      break;
    }
  asTextFree(&symbol);
  return op;
}

void asPartsProbe(MlirModule lowered, AsArena *arena, AsParts *parts) {
  *parts = (AsParts){0};
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(lowered));
  int capacity = 1; // Each operation may be a task.
  for (MlirOperation any = op; !mlirOperationIsNull(any);
       any = mlirOperationGetNextInBlock(any))
    capacity++;
  parts->list = asArenaArray(arena, AsPart, capacity);
  parts->probes = asArenaArray(arena, AsProbe, capacity);
  while (op = findTask(op, arena, &parts->list[parts->count]),
         !mlirOperationIsNull(op)) {
    probe(op, parts->count++);
    op = mlirOperationGetNextInBlock(op);
  }
  declareProbes(lowered);
  asProbesUse(parts->probes);
}
