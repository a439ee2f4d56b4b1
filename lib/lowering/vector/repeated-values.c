//===- repeated-values.c - Values that a loop computes in each iteration
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See repeated-values.h.
//
//===----------------------------------------------------------------------===//

#include "lowering/vector/repeated-values.h"
#include "ir/def-use.h"
#include "ir/linear-index.h"
#include "ir/memref.h"
#include "ir/trip-count.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static bool isRead(MlirOperation op) {
  static const char *const names[] = {"vector.transfer_read", "vector.load",
                                      "memref.load"};
  return asIrIsOneOf(op, names, sizeof names / sizeof *names);
}

/// Whether the operation makes another name of its first operand, or asks
/// something about it.
static bool isView(MlirOperation op) {
  static const char *const names[] = {"memref.subview",
                                      "memref.cast",
                                      "memref.collapse_shape",
                                      "memref.expand_shape",
                                      "memref.dim",
                                      "memref.transpose",
                                      "memref.reinterpret_cast",
                                      "memref.memory_space_cast"};
  return asIrIsOneOf(op, names, sizeof names / sizeof *names);
}

/// Whether the array is an argument of a function.
static bool isArgument(MlirValue root) {
  return mlirValueIsABlockArgument(root) &&
         asIrIsNamed(
             mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(root)),
             "func.func");
}

static bool isAllocated(MlirValue root) {
  static const char *const names[] = {"memref.alloc", "memref.alloca"};
  MlirOperation op = asIrDefinition(root);
  return !mlirOperationIsNull(op) && asIrIsOneOf(op, names, 2);
}

/// The name of the global that the array is; null if it is none.
static MlirAttribute globalOf(MlirValue root) {
  MlirOperation op = asIrMadeBy(root, "memref.get_global");
  return mlirOperationIsNull(op) ? mlirAttributeGetNull()
                                 : asIrAttribute(op, "name");
}

/// Whether nothing may write the global.
static bool isConstantGlobal(MlirValue root) {
  MlirOperation module = mlirOpResultGetOwner(root);
  while (!asIrIsNamed(module, "builtin.module"))
    module = mlirOperationGetParentOperation(module);
  MlirSymbolTable symbols = mlirSymbolTableCreate(module);
  MlirOperation global = mlirSymbolTableLookup(
      symbols, mlirFlatSymbolRefAttrGetValue(globalOf(root)));
  mlirSymbolTableDestroy(symbols);
  return !mlirOperationIsNull(global) &&
         !mlirAttributeIsNull(asIrAttribute(global, "constant"));
}

/// Whether the first one, of two different arrays, surely does not overlap the
/// other one. What an argument is may be a global.
static bool isApartFrom(MlirValue a, MlirValue b) {
  bool isGlobal = !mlirAttributeIsNull(globalOf(a)),
       isOtherGlobal = !mlirAttributeIsNull(globalOf(b));
  if (isAllocated(a))
    return isAllocated(b) || isArgument(b) || isOtherGlobal;
  if (!isGlobal)
    return false;
  return isOtherGlobal ? !mlirAttributeEqual(globalOf(a), globalOf(b))
                       : isArgument(b) && isConstantGlobal(a);
}

/// Whether two different arrays surely do not overlap. Callers may pass the
/// same array twice.
static bool areApart(MlirValue a, MlirValue b) {
  return !mlirValueEqual(a, b) && (isApartFrom(a, b) || isApartFrom(b, a));
}

typedef struct Writing {
  MlirValue root;
  bool found;
} Writing;

/// Interrupts at an operation that writes the array, or that is not known not
/// to.
static MlirWalkResult findWrite(MlirOperation op, void *context) {
  Writing *writing = context;
  if (isRead(op) || isView(op))
    return MlirWalkResultAdvance;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    if (mlirTypeIsAMemRef(mlirValueGetType(operand)) &&
        !areApart(asIrMemoryRoot(operand), writing->root))
      writing->found = true;
  }
  writing->found |= asIrHasPrefix(op, "func.") || asIrHasPrefix(op, "llvm.");
  return writing->found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

static bool isWritten(MlirOperation around, MlirOperation read) {
  Writing writing = {.root = asIrMemoryRoot(mlirOperationGetOperand(read, 0))};
  mlirOperationWalk(around, findWrite, &writing, MlirWalkPreOrder);
  return writing.found;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

bool asRepeatedIsPure(MlirOperation op) {
  static const char *const names[] = {"vector.shape_cast", "vector.broadcast",
                                      "vector.extract",    "vector.shuffle",
                                      "affine.apply",      "memref.subview",
                                      "ub.poison"};
  return mlirOperationGetNumResults(op) == 1 &&
         mlirOperationGetNumRegions(op) == 0 &&
         (asIrHasPrefix(op, "arith.") ||
          asIrIsOneOf(op, names, sizeof names / sizeof *names));
}

/// The operations in the loop around that a value is computed by, each once:
/// uses of uses are many where a value is used twice.
typedef struct Way {
  MlirOperation ops[AS_REPEATED_OPERATIONS];
  int count;
} Way;

/// Adds those of `value`. False if there are too many, or others than pure ones
/// and reads.
static bool collect(const AsRepeated *own, MlirValue value, Way *way) {
  if (!asIrIsInside(value, own->around) || mlirValueIsABlockArgument(value))
    return true;
  MlirOperation op = mlirOpResultGetOwner(value);
  for (int i = 0; i < way->count; i++)
    if (mlirOperationEqual(way->ops[i], op))
      return true;
  if (way->count == AS_REPEATED_OPERATIONS ||
      !(asRepeatedIsPure(op) || isRead(op)))
    return false;
  way->ops[way->count++] = op;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    if (!collect(own, mlirOperationGetOperand(op, i), way))
      return false;
  return true;
}

bool asRepeatedIsKept(const AsRepeated *own) {
  Way way = {0};
  bool isKept = collect(own, own->value, &way);
  for (int i = 0; i < way.count && isKept; i++)
    isKept = !isRead(way.ops[i]) || !isWritten(own->around, way.ops[i]);
  return isKept;
}

/// Notes all loops between, outer ones first. False if something else is
/// between, or the iterations are not known.
static bool findLoops(AsRepeated *own, MlirOperation op) {
  MlirOperation inner[AS_REPEATED_LOOPS];
  own->numLoops = 0;
  for (MlirOperation loop = mlirOperationGetParentOperation(op);
       !mlirOperationEqual(loop, own->around);
       loop = mlirOperationGetParentOperation(loop)) {
    if (mlirOperationIsNull(loop) || !asIrIsNamed(loop, "scf.for") ||
        own->numLoops == AS_REPEATED_LOOPS)
      return false;
    inner[own->numLoops++] = loop;
  }
  for (int l = 0; l < own->numLoops; l++) {
    own->loops[l] = inner[own->numLoops - 1 - l];
    if (!asIrConstantRange(own->loops[l], &own->range[l]))
      return false;
  }
  return true;
}

static int loopNumber(const AsRepeated *own, MlirValue counter) {
  for (int l = 0; l < own->numLoops; l++)
    if (mlirValueEqual(mlirBlockGetArgument(asIrBody(own->loops[l]), 0),
                       counter))
      return l;
  return -1;
}

/// Whether the value is the same in each iteration of the loop around it if
/// memory is. Marks the loops that it depends on.
static bool isSame(const AsRepeated *own, bool *isUsed) {
  Way way = {0};
  if (!collect(own, own->value, &way))
    return false;
  for (int w = 0; w < way.count; w++)
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(way.ops[w]); i++) {
      MlirValue operand = mlirOperationGetOperand(way.ops[w], i);
      if (!asIrIsInside(operand, own->around) ||
          !mlirValueIsABlockArgument(operand))
        continue;
      int loop = loopNumber(own, operand);
      if (loop < 0)
        return false;
      isUsed[loop] = true;
    }
  return true;
}

bool asRepeatedFind(AsRepeated *own, MlirOperation around, MlirValue value) {
  *own = (AsRepeated){.around = around, .value = value};
  own->times = asIrLoopIterations(around);
  bool isUsed[AS_REPEATED_LOOPS] = {false};
  if (!(own->times > 1) || !findLoops(own, mlirOpResultGetOwner(value)) ||
      !isSame(own, isUsed))
    return false;
  int used = 0;
  for (int l = 0; l < own->numLoops; l++) {
    if (!isUsed[l]) {
      own->times *= (double)asIrRangeTrip(&own->range[l]);
      continue;
    }
    own->loops[used] = own->loops[l];
    own->range[used++] = own->range[l];
  }
  own->numLoops = used;
  return true;
}

bool asRepeatedIsLast(const AsRepeated *own) {
  for (MlirOpOperand use = mlirValueGetFirstUse(own->value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    AsRepeated other;
    if (mlirOperationGetNumResults(user) == 1 &&
        !asRepeatedFind(&other, own->around, mlirOperationGetResult(user, 0)))
      return true;
  }
  return false;
}

int asRepeatedDepth(const AsRepeated *own, MlirValue operand) {
  if (!asIrIsInside(operand, own->around))
    return 0;
  if (mlirValueIsABlockArgument(operand))
    return loopNumber(own, operand) + 1;
  Way way = {0};
  (void)collect(own, operand, &way);
  int depth = 0;
  for (int w = 0; w < way.count; w++)
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(way.ops[w]); i++) {
      int loop = loopNumber(own, mlirOperationGetOperand(way.ops[w], i));
      depth = loop + 1 > depth ? loop + 1 : depth;
    }
  return depth;
}
