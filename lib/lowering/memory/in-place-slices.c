//===- in-place-slices.c - Let tasks work on slices of arrays in place
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites private functions on tensors (tasks) that loops call for slices of
// arrays. The argument that is replaced by the result becomes a memref which
// the task updates in place. Other arguments that are only read get the strided
// layout of the slices (bufferization.buffer_layout).
//
// Bufferisation would copy each slice into a dense buffer and back, as its type
// is not the task's dense argument type.
//
// A tensor that is read from a memref.subview of its own is a slice too: that
// it is `restrict` says that what is written meanwhile is elsewhere.
//
// Requires:    tensors before bufferisation; arrays as bufferization.to_tensor
//              and bufferization.materialize_in_destination. Calls whose
//              slices have other sizes and strides get a copy of the task if
//              all operands are in memory or the results of other calls;
//              otherwise the task is not changed.
// Provides:    such tasks take memref.subviews and return nothing.
// Invalidates: the types of tasks and calls.
//
//   %a = bufferization.to_tensor %m restrict writable : ...
//   %s = tensor.extract_slice %a[%i, %j] [8, 8] [1, 1] : ...
//   %r = func.call @task(%s, %x) : ...
//   %b = tensor.insert_slice %r into %a[%i, %j] [8, 8] [1, 1] : ...
//   bufferization.materialize_in_destination %b in restrict writable %m : ...
//
// becomes
//
//   %v = memref.subview %m[%i, %j] [8, 8] [1, 1] : memref<64x64xf32>
//       to memref<8x8xf32, strided<[64, 1], offset: ?>>
//   func.call @task(%v, %x) : ...
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/function-builder.h"
#include "ir/invariant-values.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Func.h"

enum { maxCalls = 16, maxRank = 8, maxArguments = 16 };

/// An operand of a call: a whole array in memory, or a slice of one.
typedef struct Operand {
  MlirOperation slice;    ///< Null for the whole array.
  MlirOperation toTensor; ///< Null if the operand is not an array in memory.
  MlirValue memory;
} Operand;

/// A call whose result replaces one of its operands in memory.
typedef struct Call {
  MlirOperation op;
  Operand target;
  MlirOperation insert, store; ///< `insert`: null for the whole array.
} Call;

typedef struct Task {
  MlirModule module;
  MlirOperation function;
  MlirAttribute reference;
  Call calls[maxCalls];
  int numCalls;
  bool hasOtherUses; ///< It has other uses or too many calls.
} Task;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static MlirAttribute attributeOf(MlirOperation op, const char *name) {
  return mlirOperationGetInherentAttributeByName(op, asIrString(name));
}

/// Whether the slice keeps the rank, and has a static shape and unit strides.
static bool isPlainSlice(MlirOperation slice) {
  MlirType whole = mlirValueGetType(mlirOperationGetOperand(slice, 0));
  MlirType part = mlirValueGetType(mlirOperationGetResult(slice, 0));
  intptr_t rank = mlirShapedTypeGetRank(whole);
  if (rank > maxRank || mlirShapedTypeGetRank(part) != rank ||
      !mlirShapedTypeHasStaticShape(whole) ||
      !mlirShapedTypeHasStaticShape(part))
    return false;
  MlirAttribute strides = attributeOf(slice, "static_strides");
  for (intptr_t r = 0; r < rank; r++)
    if (mlirDenseI64ArrayGetElement(strides, r) != 1)
      return false;
  return true;
}

static Operand readOperand(MlirValue value) {
  Operand operand = {.slice = asIrMadeBy(value, "tensor.extract_slice")};
  if (!mlirOperationIsNull(operand.slice)) {
    if (!isPlainSlice(operand.slice))
      return (Operand){0};
    value = mlirOperationGetOperand(operand.slice, 0);
  }
  operand.toTensor = asIrMadeBy(value, "bufferization.to_tensor");
  if (!mlirOperationIsNull(operand.toTensor))
    operand.memory = mlirOperationGetOperand(operand.toTensor, 0);
  return operand;
}

/// The memref type of slices of the whole. `first` is the offset, or the value
/// for dynamic offsets.
static MlirType typeOfSlices(MlirType whole, MlirType part, int64_t first) {
  int64_t strides[maxRank], shape[maxRank], stride = 1;
  intptr_t rank = mlirShapedTypeGetRank(whole);
  for (intptr_t r = rank - 1; r >= 0; r--) {
    shape[r] = mlirShapedTypeGetDimSize(part, r);
    strides[r] = stride;
    stride *= mlirShapedTypeGetDimSize(whole, r);
  }
  return mlirMemRefTypeGet(
      mlirShapedTypeGetElementType(part), rank, shape,
      mlirStridedLayoutAttrGet(mlirTypeGetContext(part), first, rank, strides),
      mlirAttributeGetNull());
}

/// The type of views like this one, at whatever offset; null if rows are not
/// contiguous.
static MlirType typeOfViews(MlirType view) {
  int64_t strides[maxRank], first;
  intptr_t rank = mlirShapedTypeGetRank(view);
  if (rank == 0 || rank > maxRank || !mlirShapedTypeHasStaticShape(view) ||
      mlirLogicalResultIsFailure(
          mlirMemRefTypeGetStridesAndOffset(view, strides, &first)) ||
      strides[rank - 1] != 1)
    return (MlirType){NULL};
  return asIrStridedMemRef(view, strides);
}

/// The memref type by which the task could take the operand in place; null if
/// it cannot.
static MlirType typeInPlace(const Operand *operand) {
  if (mlirOperationIsNull(operand->toTensor))
    return (MlirType){NULL};
  MlirType memory = mlirValueGetType(operand->memory);
  if (mlirOperationIsNull(operand->slice) &&
      asIrIsMadeBy(operand->memory, "memref.subview"))
    return typeOfViews(memory);
  if (!mlirTypeIsAMemRef(memory) ||
      !mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(memory)) ||
      !mlirAttributeIsNull(mlirMemRefTypeGetMemorySpace(memory)))
    return (MlirType){NULL};
  if (mlirOperationIsNull(operand->slice))
    return memory;
  return typeOfSlices(
      mlirValueGetType(mlirOperationGetOperand(operand->slice, 0)),
      mlirValueGetType(mlirOperationGetResult(operand->slice, 0)),
      mlirShapedTypeGetDynamicStrideOrOffset());
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static bool isSamePlace(MlirOperation slice, MlirOperation insert) {
  static const char *const names[] = {"static_offsets", "static_sizes",
                                      "static_strides"};
  intptr_t count = mlirOperationGetNumOperands(slice);
  bool isSame = mlirOperationGetNumOperands(insert) == count + 1;
  for (size_t i = 0; i < sizeof names / sizeof *names && isSame; i++)
    isSame = mlirAttributeEqual(attributeOf(slice, names[i]),
                                attributeOf(insert, names[i]));
  for (intptr_t i = 1; i < count && isSame; i++)
    isSame = mlirValueEqual(mlirOperationGetOperand(slice, i),
                            mlirOperationGetOperand(insert, i + 1));
  return isSame;
}

static bool takesMemory(MlirOperation call) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(call); i++)
    if (!mlirTypeIsATensor(mlirValueGetType(mlirOperationGetOperand(call, i))))
      return true;
  return false;
}

/// Whether the operation neither writes memory nor reads `memory` as a tensor.
static bool doesNotTouch(MlirOperation op, MlirValue memory) {
  if (asIrIsNamed(op, "bufferization.to_tensor"))
    return !mlirValueEqual(mlirOperationGetOperand(op, 0), memory);
  if (asIrIsNamed(op, "func.call"))
    return !takesMemory(op);
  return asIrHasPrefix(op, "tensor.") || asIrHasPrefix(op, "arith.") ||
         asIrIsNamed(op, "affine.apply") || asIrIsNamed(op, "linalg.fill") ||
         asIrIsNamed(op, "memref.subview");
}

/// Whether no operation between the two, which are in one block, touches
/// `memory`.
static bool nothingTouches(MlirOperation first, MlirOperation last,
                           MlirValue memory) {
  MlirOperation op = mlirOperationGetNextInBlock(first);
  while (!mlirOperationIsNull(op) && !mlirOperationEqual(op, last) &&
         doesNotTouch(op, memory))
    op = mlirOperationGetNextInBlock(op);
  return !mlirOperationIsNull(op) && mlirOperationEqual(op, last);
}

/// Whether the call's result replaces operand `target` in memory, and no other
/// operand is in the same array. Fills *call.
static bool matchCall(Call *call, intptr_t target) {
  MlirOperation op = call->op;
  MlirValue from = mlirOperationGetOperand(op, target);
  Operand operand = readOperand(from);
  if (mlirOperationIsNull(operand.toTensor) || !asIrHasOneUse(from))
    return false;
  MlirOperation user = asIrOnlyUser(mlirOperationGetResult(op, 0));
  bool isSlice = !mlirOperationIsNull(operand.slice);
  MlirValue whole = mlirOperationGetResult(operand.toTensor, 0);
  call->target = operand;
  call->insert = (MlirOperation){NULL};
  if (isSlice) {
    if (mlirOperationIsNull(user) ||
        !asIrIsNamed(user, "tensor.insert_slice") ||
        !mlirValueEqual(mlirOperationGetOperand(user, 1), whole) ||
        !isSamePlace(operand.slice, user))
      return false;
    call->insert = user;
    user = asIrOnlyUser(mlirOperationGetResult(user, 0));
  }
  if (mlirOperationIsNull(user) || asIrCountUses(whole) != 1 + isSlice ||
      !asIrIsNamed(user, "bufferization.materialize_in_destination") ||
      !mlirValueEqual(mlirOperationGetOperand(user, 1), operand.memory) ||
      !nothingTouches(operand.toTensor, user, operand.memory))
    return false;
  call->store = user;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    Operand other = readOperand(value);
    bool isOther = mlirOperationIsNull(other.toTensor)
                       ? asIrIsMadeBy(value, "func.call")
                       : !mlirValueEqual(other.memory, operand.memory);
    if (i != target && !isOther)
      return false;
  }
  return true;
}

static MlirWalkResult collect(MlirOperation op, void *context) {
  Task *task = context;
  if (asIrCalls(op, task->reference)) {
    task->hasOtherUses |= task->numCalls == maxCalls;
    if (!task->hasOtherUses)
      task->calls[task->numCalls++] = (Call){.op = op};
  } else if (asIrIsNamed(op, "func.constant")) {
    task->hasOtherUses |=
        mlirAttributeEqual(attributeOf(op, "value"), task->reference);
  }
  return MlirWalkResultAdvance;
}

/// The memref type by which all calls could pass the operand in place; null if
/// there is no common one.
static MlirType commonType(const Task *task, intptr_t argument) {
  MlirType common = {NULL};
  for (int c = 0; c < task->numCalls; c++) {
    Operand operand =
        readOperand(mlirOperationGetOperand(task->calls[c].op, argument));
    MlirType type = typeInPlace(&operand);
    if (mlirTypeIsNull(type) || (c && !mlirTypeEqual(type, common)))
      return (MlirType){NULL};
    common = type;
  }
  return common;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Inserts before the call the target's memory as a memref of the type.
static MlirValue insertTarget(const Call *call, MlirType type) {
  const Operand *target = &call->target;
  if (mlirOperationIsNull(target->slice))
    return target->memory;
  MlirOperation slice = target->slice;
  MlirValue operands[1 + maxRank];
  intptr_t count = mlirOperationGetNumOperands(slice);
  operands[0] = target->memory;
  for (intptr_t i = 1; i < count; i++)
    operands[i] = mlirOperationGetOperand(slice, i);
  int64_t first = mlirShapedTypeGetDynamicStrideOrOffset();
  MlirType whole = mlirValueGetType(target->memory);
  if (count == 1) { // Static offsets are a part of the type.
    MlirAttribute offsets = attributeOf(slice, "static_offsets");
    first = 0;
    for (intptr_t r = 0; r < mlirShapedTypeGetRank(whole); r++)
      first = first * mlirShapedTypeGetDimSize(whole, r) +
              mlirDenseI64ArrayGetElement(offsets, r);
  }
  MlirType own = typeOfSlices(whole, type, first);
  static const char *const names[] = {"static_offsets", "static_sizes",
                                      "static_strides", "operandSegmentSizes"};
  AsIrAttribute attributes[5] = {{0}};
  for (int i = 0; i < 4; i++)
    attributes[i] = (AsIrAttribute){names[i], attributeOf(slice, names[i])};
  MlirValue view =
      asIrInsertValue(call->op, &(AsIrParts){.name = "memref.subview",
                                             .numOperands = count,
                                             .operands = operands,
                                             .numResults = 1,
                                             .results = &own,
                                             .attributes = attributes});
  return mlirTypeEqual(own, type)
             ? view
             : asIrInsertUnary(call->op, "memref.cast", view, type);
}

/// Replaces the call by one without a result, and deletes the operations that
/// read the slice and stored the result.
static void rewriteCall(const Task *task, const Call *call, intptr_t target,
                        MlirType type) {
  MlirValue operands[maxArguments];
  intptr_t count = mlirOperationGetNumOperands(call->op);
  for (intptr_t i = 0; i < count; i++)
    operands[i] = mlirOperationGetOperand(call->op, i);
  operands[target] = insertTarget(call, type);
  asIrInsert(call->op, &(AsIrParts){.name = "func.call",
                                    .numOperands = count,
                                    .operands = operands,
                                    .attributes = (AsIrAttribute[]){
                                        {"callee", task->reference}, {0}}});
  mlirOperationDestroy(call->store);
  if (!mlirOperationIsNull(call->insert))
    mlirOperationDestroy(call->insert);
  mlirOperationDestroy(call->op);
  if (!mlirOperationIsNull(call->target.slice))
    mlirOperationDestroy(call->target.slice);
  mlirOperationDestroy(call->target.toTensor);
}

/// Makes the argument a memref to which the task stores its result.
static void rewriteFunction(const Task *task, intptr_t target, MlirType type) {
  MlirBlock body = asIrBody(task->function);
  MlirValue argument = mlirBlockGetArgument(body, target);
  MlirType tensor = mlirValueGetType(argument);
  MlirOperation first = mlirBlockGetFirstOperation(body);
  MlirOperation end = mlirBlockGetTerminator(body);
  MlirValue value = asIrInsertToTensor(first, argument, tensor, true);
  mlirValueReplaceAllUsesOfWith(argument, value);
  mlirOperationSetOperand(mlirOpResultGetOwner(value), 0, argument);
  mlirValueSetType(argument, type);
  asIrInsertStore(end, mlirOperationGetOperand(end, 0), argument);
  mlirOperationSetOperands(end, 0, NULL);
  MlirType inputs[maxArguments];
  intptr_t count = mlirBlockGetNumArguments(body);
  for (intptr_t i = 0; i < count; i++)
    inputs[i] = mlirValueGetType(mlirBlockGetArgument(body, i));
  mlirOperationSetInherentAttributeByName(
      task->function, asIrString("function_type"),
      mlirTypeAttrGet(mlirFunctionTypeGet(mlirTypeGetContext(type), count,
                                          inputs, 0, NULL)));
}

/// Whether bufferisation may compute the task's result in this argument: the
/// types agree. Such an argument stays dense and writable, so that callers
/// allocate the buffer once, rather than the task in each call.
static bool mayStartFrom(const Task *task, intptr_t argument) {
  MlirBlock body = asIrBody(task->function);
  MlirOperation end = mlirBlockGetTerminator(body);
  return mlirTypeEqual(mlirValueGetType(mlirBlockGetArgument(body, argument)),
                       mlirValueGetType(mlirOperationGetOperand(end, 0)));
}

/// Gives the other arguments the layout of the slices, so that bufferisation
/// copies nothing. They become read-only: callers would copy a writable one
/// first, to a buffer of a layout that cannot be allocated.
static void readInPlace(const Task *task, intptr_t target) {
  intptr_t count = mlirBlockGetNumArguments(asIrBody(task->function));
  for (intptr_t i = 0; i < count; i++) {
    MlirType type = commonType(task, i);
    bool isRead = i != target && (target < count || !mayStartFrom(task, i));
    if (!isRead || mlirTypeIsNull(type) ||
        mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type)))
      continue;
    mlirFuncSetArgAttr(task->function, i, asIrString(AS_LAYOUT_ATTRIBUTE),
                       mlirMemRefTypeGetLayout(type));
    mlirFuncSetArgAttr(
        task->function, i, asIrString(AS_WRITABLE_ATTRIBUTE),
        mlirBoolAttrGet(mlirOperationGetContext(task->function), false));
  }
}

/// Whether the results of all calls replace their operand `target`.
static bool matchCalls(Task *task, intptr_t target, MlirType *type) {
  *type = commonType(task, target);
  bool fits = !mlirTypeIsNull(*type);
  for (int c = 0; c < task->numCalls && fits; c++)
    fits = matchCall(&task->calls[c], target);
  return fits;
}

static bool isTask(MlirOperation function) {
  MlirBlock body = asIrBody(function);
  if (mlirBlockIsNull(body) || !asIrIsPrivate(function))
    return false;
  intptr_t count = mlirBlockGetNumArguments(body);
  bool isTask =
      count <= maxArguments &&
      mlirOperationGetNumOperands(mlirBlockGetTerminator(body)) == 1 &&
      mlirAttributeIsNull(asIrAttribute(function, "res_attrs"));
  for (intptr_t i = 0; i < count && isTask; i++)
    isTask = mlirTypeIsARankedTensor(
        mlirValueGetType(mlirBlockGetArgument(body, i)));
  return isTask;
}

//===----------------------------------------------------------------------===//
// Calls that pass other types
//===----------------------------------------------------------------------===//

static MlirType typeOfOperand(const Task *task, int call, intptr_t argument) {
  Operand operand =
      readOperand(mlirOperationGetOperand(task->calls[call].op, argument));
  return typeInPlace(&operand);
}

/// Whether the call could pass in place all operands that are not the results
/// of other calls.
static bool isInMemory(const Task *task, int call) {
  MlirOperation op = task->calls[call].op;
  intptr_t count = mlirOperationGetNumOperands(op);
  bool is = true;
  for (intptr_t i = 0; i < count && is; i++)
    is = asIrIsMadeBy(mlirOperationGetOperand(op, i), "func.call") ||
         !mlirTypeIsNull(typeOfOperand(task, call, i));
  return is;
}

static bool passesSameTypes(const Task *task, int a, int b) {
  intptr_t count = mlirOperationGetNumOperands(task->calls[a].op);
  bool isSame = true;
  for (intptr_t i = 0; i < count && isSame; i++) {
    MlirType x = typeOfOperand(task, a, i), y = typeOfOperand(task, b, i);
    isSame = mlirTypeIsNull(x) ? mlirTypeIsNull(y)
                               : !mlirTypeIsNull(y) && mlirTypeEqual(x, y);
  }
  return isSame;
}

/// The first call that passes other types than call 0, where both pass all
/// operands in place; 0 if there is none.
static int findOther(const Task *task) {
  int other = 0;
  for (int c = 1; c < task->numCalls && !other && isInMemory(task, 0); c++)
    if (isInMemory(task, c) && !passesSameTypes(task, 0, c))
      other = c;
  return other;
}

/// Gives the calls that pass the types of call `first` a copy of the task,
/// which is returned.
static MlirOperation splitOff(const Task *task, int first) {
  MlirOperation copy = mlirOperationClone(task->function);
  MlirSymbolTable table =
      mlirSymbolTableCreate(mlirModuleGetOperation(task->module));
  MlirAttribute name = mlirSymbolTableInsert(table, copy);
  mlirSymbolTableDestroy(table);
  MlirAttribute reference = mlirFlatSymbolRefAttrGet(
      mlirModuleGetContext(task->module), mlirStringAttrGetValue(name));
  for (int c = task->numCalls - 1; c >= first; c--)
    if (passesSameTypes(task, first, c))
      mlirOperationSetInherentAttributeByName(task->calls[c].op,
                                              asIrString("callee"), reference);
  return copy;
}

/// Finds the calls of the task. False if it has other uses, too many, or none.
static bool findCalls(Task *task) {
  if (!isTask(task->function))
    return false;
  task->reference = asIrReferTo(task->function);
  mlirOperationWalk(mlirModuleGetOperation(task->module), collect, task,
                    MlirWalkPreOrder);
  return !task->hasOtherUses && task->numCalls > 0;
}

static void rewriteTask(MlirOperation function, void *context) {
  Task task = {.module = *(MlirModule *)context, .function = function};
  if (!findCalls(&task))
    return;
  int other = findOther(&task);
  if (other) {
    rewriteTask(splitOff(&task, other), context);
    rewriteTask(function, context);
    return;
  }
  intptr_t count = mlirBlockGetNumArguments(asIrBody(function));
  MlirType type = {NULL};
  intptr_t target = 0;
  while (target < count && !matchCalls(&task, target, &type))
    target++;
  readInPlace(&task, target);
  if (target == count)
    return;
  for (int c = 0; c < task.numCalls; c++)
    rewriteCall(&task, &task.calls[c], target, type);
  rewriteFunction(&task, target, type);
}

void asSlicesInPlace(MlirModule module) {
  asIrVisitFunctions(module, rewriteTask, &module);
}
