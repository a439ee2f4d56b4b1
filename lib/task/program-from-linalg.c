//===- program-from-linalg.c - From linalg on tensors to a program
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names of operations come from the canonicalised function of a task.
// Loops, accesses and arithmetic come from a copy of it whose linalg operations
// were generalised, so that named operations need no tables. Both have the same
// operations in the same order.
//
//===----------------------------------------------------------------------===//

#include "task/program-from-linalg.h"
#include "ir/def-use.h"
#include "ir/invariant-values.h"
#include "ir/scaled-product.h"
#include "ir/tensor-encoding.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"
#include "task/accumulation.h"
#include "task/gather-access.h"
#include "task/op-arithmetic.h"
#include "task/pairwise-reduction.h"
#include "task/program-from-nest.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Values and types
//===----------------------------------------------------------------------===//

typedef struct Describer {
  AsArena *arena;
  AsProgram *program;
  MlirValue *values; ///< The value behind each tensor of the program.
  int capacity;
  AsError *error;
} Describer;

static bool elementOf(MlirType type, AsElement *element) {
  AsText name = {0};
  asIrPrintType(type, &name);
  *element = asElementFromName(asTextString(&name));
  asTextFree(&name);
  return *element != AS_NUM_ELEMENTS;
}

bool asTaskShapeOf(MlirType type, int64_t shape[AS_MAX_RANK], int *rank,
                   AsElement *element) {
  if (!mlirTypeIsAShaped(type)) {
    *rank = 0;
    return elementOf(type, element);
  }
  bool isDense = (mlirTypeIsARankedTensor(type) && !asIrHasEncoding(type)) ||
                 (mlirTypeIsAMemRef(type) &&
                  mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type)));
  if (!isDense || !mlirShapedTypeHasStaticShape(type) ||
      mlirShapedTypeGetRank(type) > AS_MAX_RANK)
    return false;
  *rank = (int)mlirShapedTypeGetRank(type);
  for (int r = 0; r < *rank; r++)
    shape[r] = mlirShapedTypeGetDimSize(type, r);
  return elementOf(mlirShapedTypeGetElementType(type), element);
}

/// Whether a constant is a number, or has one in all elements.
static bool isOneNumber(MlirAttribute value) {
  return !mlirAttributeIsADenseElements(value) ||
         mlirDenseElementsAttrIsSplat(value);
}

/// The tensor for `value`, created on first use; -1 if it is not a static
/// tensor.
static int tensorFor(Describer *describer, MlirValue value) {
  AsProgram *program = describer->program;
  for (int t = 0; t < program->numTensors; t++)
    if (mlirValueEqual(describer->values[t], value))
      return t;
  AsTensor tensor = {.producer = -1};
  MlirOperation constant = asIrMadeBy(value, "arith.constant");
  tensor.isConstant = !mlirOperationIsNull(constant) &&
                      isOneNumber(asIrAttribute(constant, "value"));
  tensor.isFixed = asIrIsFixed(value);
  if (!asTaskShapeOf(mlirValueGetType(value), tensor.shape, &tensor.rank,
                     &tensor.element))
    return -1;
  if (program->numTensors == describer->capacity) {
    int grown = describer->capacity ? 2 * describer->capacity : 16;
    AsTensor *tensors = asArenaArray(describer->arena, AsTensor, grown);
    if (program->numTensors)
      memcpy(tensors, program->tensors,
             sizeof *tensors * (size_t)program->numTensors);
    program->tensors = tensors;
    describer->values =
        asRealloc(describer->values, sizeof(MlirValue) * (size_t)grown);
    describer->capacity = grown;
  }
  describer->values[program->numTensors] = value;
  program->tensors[program->numTensors] = tensor;
  return program->numTensors++;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// Adds factor * expr to row r of the access; false where expr is not linear,
/// or a factor does not fit.
static bool addLinear(AsAccess *access, int r, MlirAffineExpr expr,
                      int64_t factor) {
  if (mlirAffineExprIsAConstant(expr)) {
    access->offset[r] += factor * mlirAffineConstantExprGetValue(expr);
    return true;
  }
  if (mlirAffineExprIsADim(expr)) {
    int32_t *sum = &access->factor[r][mlirAffineDimExprGetPosition(expr)];
    return !__builtin_add_overflow(*sum, factor, sum);
  }
  if (mlirAffineExprIsAAdd(expr))
    return addLinear(access, r, mlirAffineBinaryOpExprGetLHS(expr), factor) &&
           addLinear(access, r, mlirAffineBinaryOpExprGetRHS(expr), factor);
  if (mlirAffineExprIsAMul(expr)) {
    MlirAffineExpr left = mlirAffineBinaryOpExprGetLHS(expr),
                   right = mlirAffineBinaryOpExprGetRHS(expr);
    if (mlirAffineExprIsAConstant(right))
      return addLinear(access, r, left,
                       factor * mlirAffineConstantExprGetValue(right));
    if (mlirAffineExprIsAConstant(left))
      return addLinear(access, r, right,
                       factor * mlirAffineConstantExprGetValue(left));
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

static bool isIdentityWrite(const AsProgram *program, const AsStage *stage) {
  const AsAccess *result = asStageResult(stage);
  int rank = program->tensors[result->tensor].rank;
  if (rank != stage->numDims)
    return false;
  for (int r = 0; r < rank; r++)
    if (asAccessLoop(result, stage, r) != r)
      return false;
  return true;
}

/// Whether every index of every access is one loop (or a constant).
static bool isProjected(const AsProgram *program, const AsStage *stage) {
  for (int a = 0; a < stage->numAccesses; a++)
    for (int r = 0; r < program->tensors[stage->access[a].tensor].rank; r++)
      if (asAccessLoop(&stage->access[a], stage, r) < 0)
        return false;
  return true;
}

/// Whether each operand is indexed by loops alone, each of them once, or by
/// zeros.
static bool hasProjectedOperands(const AsProgram *program,
                                 const AsStage *stage) {
  for (int a = 0; a < stage->numAccesses; a++) {
    const AsAccess *access = &stage->access[a];
    bool isUsed[AS_MAX_DIMS] = {false};
    for (int r = 0; r < program->tensors[access->tensor].rank; r++) {
      int loop = asAccessLoop(access, stage, r);
      bool isZero = loop < 0 && access->offset[r] == 0;
      for (int d = 0; d < stage->numDims; d++)
        isZero &= access->factor[r][d] == 0;
      if (!access->isInBody && (loop < 0 ? !isZero : isUsed[loop]))
        return false;
      if (loop >= 0)
        isUsed[loop] = true;
    }
  }
  return true;
}

static AsStageKind kindOf(MlirOperation named, const AsProgram *program,
                          const AsStage *stage) {
  if (asIrIsNamed(named, "linalg.fill"))
    return AS_STAGE_FILL;
  bool reduces = false, arithmetic = false;
  for (int d = 0; d < stage->numDims; d++)
    reduces |= stage->isReduction[d];
  for (int k = 0; k < AS_NUM_ARITHMETIC; k++)
    arithmetic |= stage->arithmetic[k] != 0;
  if (!reduces && !hasProjectedOperands(program, stage))
    return AS_STAGE_OTHER;
  if (!reduces) {
    if (isIdentityWrite(program, stage)) {
      // A copy with permuted indices is a transpose, whether source or result
      // is permuted.
      if (!arithmetic && stage->numAccesses == 2 &&
          program->tensors[stage->access[0].tensor].rank == stage->numDims)
        for (int r = 0; r < stage->numDims; r++)
          if (asAccessLoop(&stage->access[0], stage, r) != r)
            return AS_STAGE_TRANSPOSE;
      return AS_STAGE_ELEMENTWISE;
    }
    bool permuted =
        !arithmetic && stage->numAccesses == 2 && isProjected(program, stage);
    return permuted ? AS_STAGE_TRANSPOSE : AS_STAGE_OTHER;
  }
  if (mlirLinalgIsAContractionOp(named) || asIrIsScaledProduct(named))
    return AS_STAGE_CONTRACTION;
  if (asIsPairwiseReduction(named))
    return AS_STAGE_PAIRWISE;
  if (mlirLinalgIsAConvolutionOp(named)) {
    AsText name = {0};
    MlirStringRef own = mlirIdentifierStr(mlirOperationGetName(named));
    asTextAppend(&name, own.data, own.length);
    AsStageKind kind = strstr(name.data, "pooling")     ? AS_STAGE_POOLING
                       : strstr(name.data, "depthwise") ? AS_STAGE_DEPTHWISE
                                                        : AS_STAGE_CONVOLUTION;
    asTextFree(&name);
    return kind;
  }
  return isProjected(program, stage) ? AS_STAGE_REDUCTION : AS_STAGE_OTHER;
}

/// Upstream crashes where it lowers the reduction of a vector of them.
static bool isOfIndices(const AsProgram *program, const AsStage *stage) {
  return program->tensors[asStageResult(stage)->tensor].element ==
         AS_ELEMENT_INDEX;
}

static AsStatus describeAccess(Describer *describer, MlirOperation op, int i,
                               int numInputs, AsStage *stage) {
  AsAccess *access = &stage->access[stage->numAccesses];
  *access = (AsAccess){.isWrite = i >= numInputs, .initial = -1};
  MlirValue value = access->isWrite ? mlirOperationGetResult(op, i - numInputs)
                                    : mlirOperationGetOperand(op, i);
  access->tensor = tensorFor(describer, value);
  if (access->isWrite)
    access->initial = tensorFor(describer, mlirOperationGetOperand(op, i));
  if (access->tensor < 0)
    return asFail(describer->error, AS_UNSUPPORTED,
                  "an operand is no static tensor of a known element type");
  MlirAttribute maps = mlirLinalgGetIndexingMapsAttribute(op);
  MlirAffineMap map =
      mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, i));
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++)
    if (!addLinear(access, (int)r, mlirAffineMapGetResult(map, r), 1))
      return asFail(describer->error, AS_UNSUPPORTED,
                    "an indexing map is not linear");
  MlirBlock body = asIrBody(op);
  MlirValue argument = mlirBlockGetArgument(body, i);
  access->isRead = !mlirOpOperandIsNull(mlirValueGetFirstUse(argument));
  // The extents of loops are those of operand dimensions that one loop alone
  // indexes.
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++) {
    int loop = asAccessLoop(access, stage, (int)r);
    if (loop >= 0)
      stage->extent[loop] =
          describer->program->tensors[access->tensor].shape[r];
  }
  stage->numAccesses++;
  return AS_OK;
}

static AsStatus describeGather(Describer *describer, MlirOperation general,
                               MlirOperation extract, AsStage *stage) {
  if (stage->numAccesses == AS_MAX_ACCESSES)
    return asFail(describer->error, AS_UNSUPPORTED,
                  "%s has more than %d operands and gathers", stage->name,
                  AS_MAX_ACCESSES);
  AsAccess *access = &stage->access[stage->numAccesses++];
  *access = (AsAccess){.isRead = true, .isInBody = true, .initial = -1};
  access->tensor = tensorFor(describer, mlirOperationGetOperand(extract, 0));
  if (access->tensor < 0)
    return asFail(describer->error, AS_UNSUPPORTED,
                  "it gathers from no static tensor of a known element type");
  asGatherDescribe(extract, general, stage,
                   &describer->program->tensors[access->tensor], access);
  return AS_OK;
}

static AsStatus describeStage(Describer *describer, MlirOperation named,
                              MlirOperation general, AsStage *stage) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(named));
  stage->name = asArenaCopy(describer->arena, name.data, name.length);
  MlirAttribute iterators = mlirOperationGetInherentAttributeByName(
      general, asIrString("iterator_types"));
  MlirAttribute maps = mlirLinalgGetIndexingMapsAttribute(general);
  if (mlirAttributeIsNull(iterators) || mlirAttributeIsNull(maps))
    return asFail(describer->error, AS_UNSUPPORTED,
                  "%s is not a structured operation", stage->name);
  stage->numDims = (int)mlirArrayAttrGetNumElements(iterators);
  int numOperands = (int)mlirOperationGetNumOperands(general);
  int numResults = (int)mlirOperationGetNumResults(general);
  if (stage->numDims > AS_MAX_DIMS || numOperands > AS_MAX_ACCESSES)
    return asFail(describer->error, AS_UNSUPPORTED,
                  "%s has more than %d loops or %d operands", stage->name,
                  AS_MAX_DIMS, AS_MAX_ACCESSES);
  if (asAccumulatesUnread(general))
    return asFail(describer->error, AS_UNSUPPORTED,
                  "it combines its result with a value that it reads from no "
                  "tensor, once for each iteration");
  for (int d = 0; d < stage->numDims; d++) {
    AsText iterator = {0};
    asIrPrintAttribute(mlirArrayAttrGetElement(iterators, d), &iterator);
    stage->isReduction[d] = strstr(iterator.data, "reduction") != NULL;
    stage->extent[d] = 1;
    asTextFree(&iterator);
  }
  int numInputs = numOperands - numResults;
  for (int i = 0; i < numOperands; i++) {
    AsStatus status = describeAccess(describer, general, i, numInputs, stage);
    if (status)
      return status;
  }
  for (MlirOperation op = mlirBlockGetFirstOperation(asIrBody(general));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    asCountArithmetic(op, stage->arithmetic);
    if (!asIrIsNamed(op, "tensor.extract"))
      continue;
    AsStatus status = describeGather(describer, general, op, stage);
    if (status)
      return status;
  }
  asCountRowArithmetic(general, stage->numDims, stage->rowArithmetic);
  stage->merges = !isOfIndices(describer->program, stage) &&
                  asArithmeticMerges(asIrBody(general), numInputs);
  stage->kind = kindOf(named, describer->program, stage);
  stage->isZero = stage->kind == AS_STAGE_FILL &&
                  asIrIsZero(mlirOperationGetOperand(named, 0));
  return AS_OK;
}

/// A copy of each element, with loops over the tensor `shape`.
static void describeCopy(AsStage *stage, const AsTensor *shape, int source,
                         int result) {
  stage->numDims = shape->rank;
  stage->numAccesses = 2;
  stage->access[0] =
      (AsAccess){.tensor = source, .isRead = true, .initial = -1};
  stage->access[1] =
      (AsAccess){.tensor = result, .isWrite = true, .initial = -1};
  for (int r = 0; r < shape->rank; r++) {
    stage->extent[r] = shape->shape[r];
    stage->access[0].factor[r][r] = stage->access[1].factor[r][r] = 1;
  }
}

static AsStatus describePad(Describer *describer, MlirOperation op,
                            AsStage *stage) {
  stage->kind = AS_STAGE_PAD;
  stage->name = "tensor.pad";
  stage->order = -1;
  int source = tensorFor(describer, mlirOperationGetOperand(op, 0));
  int result = tensorFor(describer, mlirOperationGetResult(op, 0));
  if (source < 0 || result < 0)
    return asFail(describer->error, AS_UNSUPPORTED, "tensor.pad is not static");
  describeCopy(stage, &describer->program->tensors[result], source, result);
  MlirAttribute low =
      mlirOperationGetInherentAttributeByName(op, asIrString("static_low"));
  for (intptr_t r = 0; r < mlirDenseArrayGetNumElements(low); r++)
    stage->access[0].offset[r] = -mlirDenseI64ArrayGetElement(low, r);
  return AS_OK;
}

/// A copy into a slice of the result. The slice is a tensor of its own here, as
/// no stage reads the whole.
static AsStatus describeInsert(Describer *describer, MlirOperation op,
                               AsStage *stage) {
  stage->kind = AS_STAGE_INSERT;
  stage->name = "tensor.insert_slice";
  int source = tensorFor(describer, mlirOperationGetOperand(op, 0));
  int slice = tensorFor(describer, mlirOperationGetResult(op, 0));
  if (source < 0 || slice < 0)
    return asFail(describer->error, AS_UNSUPPORTED,
                  "tensor.insert_slice is not static");
  const AsTensor *piece = &describer->program->tensors[source];
  AsTensor *own = &describer->program->tensors[slice];
  own->rank = piece->rank;
  memcpy(own->shape, piece->shape, sizeof own->shape);
  describeCopy(stage, piece, source, slice);
  return AS_OK;
}

static bool isStageOp(MlirOperation op) {
  return asIrHasPrefix(op, "linalg.") || asIrIsNamed(op, "tensor.pad") ||
         asIrIsNamed(op, "tensor.insert_slice");
}

static int countStages(MlirBlock block) {
  int count = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    count += isStageOp(op);
  return count;
}

static AsStatus describeProgram(Describer *describer, MlirOperation named,
                                MlirOperation general) {
  AsProgram *program = describer->program;
  MlirBlock namedBody = asIrBody(named), generalBody = asIrBody(general);
  int count = countStages(namedBody);
  if (count == 0 || count != countStages(generalBody))
    return asFail(describer->error, AS_UNSUPPORTED,
                  "the canonical form holds no tensor operation");
  program->stages = asArenaArray(describer->arena, AsStage, count);
  MlirOperation left = mlirBlockGetFirstOperation(namedBody);
  MlirOperation right = mlirBlockGetFirstOperation(generalBody);
  int order = 0;
  while (program->numStages < count) {
    while (!isStageOp(left))
      left = mlirOperationGetNextInBlock(left);
    while (!isStageOp(right))
      right = mlirOperationGetNextInBlock(right);
    AsStage *stage = &program->stages[program->numStages];
    AsStatus status;
    if (asIrIsNamed(left, "tensor.pad")) {
      status = describePad(describer, right, stage);
    } else if (asIrIsNamed(left, "tensor.insert_slice")) {
      stage->order = order++;
      status = describeInsert(describer, right, stage);
    } else {
      stage->order = order++;
      status = describeStage(describer, left, right, stage);
    }
    if (status)
      return status;
    for (int a = 0; a < stage->numAccesses; a++)
      if (stage->access[a].isWrite)
        program->tensors[stage->access[a].tensor].producer = program->numStages;
    program->numStages++;
    left = mlirOperationGetNextInBlock(left);
    right = mlirOperationGetNextInBlock(right);
  }
  assert(asProgramIsSane(program));
  return AS_OK;
}

AsStatus asLinalgDescribe(MlirOperation named, MlirOperation general,
                          AsArena *arena, AsProgram *program, AsError *error) {
  *program = (AsProgram){0};
  Describer describer = {.arena = arena, .program = program, .error = error};
  AsStatus status = describeProgram(&describer, named, general);
  free(describer.values);
  return status;
}
