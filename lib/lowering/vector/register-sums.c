//===- register-sums.c - Keep sums in registers from tile to tile
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sum along a dynamic size goes through a loop, which calls a task for each
// tile of one element. Each call reads and writes all sums. Where these are
// few, as tiles of lib/task/dynamic/register-sums.c have them, the task is
// inlined, its loops are unrolled, and the sums are carried as vectors: they
// are written once, to the place of the result.
//
// The loop carries the sums in the shape that the task takes. Sums that begin
// with those of another loop, of larger tiles, are in memory, and stay there.
//
// Requires:    tensors, canonical; the schedules of tasks are applied.
// Provides:    no calls in such loops.
// Invalidates: the callers of such tasks, in which other loops may carry
//              vectors instead of tensors as well.
//
//   %s = scf.for %k = ... iter_args(%t = %zeros) -> (tensor<1x6x64xf32>) {
//     %u = tensor.collapse_shape %t [[0, 1], [2]]
//     %v = func.call @task(%x, %y, %u) : ... -> tensor<6x64xf32>
//     %w = tensor.expand_shape %v [[0, 1], [2]]
//     scf.yield %w : tensor<1x6x64xf32>
//   }
//
// becomes
//
//   %v = scf.for %k = ... iter_args(%a = %cst) -> (vector<6x64xf32>) {
//     ...                                  // what the task computes
//     scf.yield %b : vector<6x64xf32>
//   }
//   %s = vector.transfer_write %v, %zeros[...]
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/function-builder.h"
#include "ir/ir-mapping.h"
#include "ir/linear-index.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "ir/peel-iterations.h"
#include "ir/tensor-builder.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "transform/apply-script.h"
#include <math.h>

enum {
  MOST_BYTES = 2048,     ///< Of sums: all registers of AVX-512.
  MOST_OPERATIONS = 512, ///< Of a task whose loops are unrolled.
  BOUNDS = 3,            ///< Operands of a loop before what it carries.
  TENSOR = 1,            ///< The operand of a write that it writes to.
};

/// A loop whose calls go on with sums.
typedef struct Sum {
  MlirOperation loop, call, callee;
  intptr_t argument;    ///< Of the call: the sums.
  MlirOperation before; ///< The reshape of what the call takes; or null.
  MlirOperation behind; ///< The reshape of what it returns; or null.
} Sum;

//===----------------------------------------------------------------------===//
// Which loops
//===----------------------------------------------------------------------===//

static bool isReshape(MlirOperation op) {
  static const char *const names[] = {"tensor.collapse_shape",
                                      "tensor.expand_shape"};
  return !mlirOperationIsNull(op) &&
         asIrIsOneOf(op, names, sizeof names / sizeof *names);
}

/// The operations of the block if all loops are unrolled; INFINITY if that
/// cannot be, or if something else than arithmetic is among them.
static double countUnrolled(MlirBlock block) {
  static const char *const others[] = {"func.call", "scf.forall", "scf.while",
                                       "scf.parallel", "scf.if"};
  double count = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (asIrIsOneOf(op, others, sizeof others / sizeof *others))
      return INFINITY;
    if (!asIrIsNamed(op, "scf.for")) {
      count++;
      continue;
    }
    AsIrRange range;
    count += asIrConstantRange(op, &range)
                 ? (double)asIrRangeTrip(&range) * countUnrolled(asIrBody(op))
                 : INFINITY;
  }
  return count;
}

static bool canInline(MlirOperation function) {
  if (mlirOperationIsNull(function) || !asIrIsPrivate(function))
    return false;
  MlirRegion region = mlirOperationGetRegion(function, 0);
  MlirBlock first = mlirRegionGetFirstBlock(region);
  return !mlirBlockIsNull(first) &&
         mlirBlockIsNull(mlirBlockGetNextInRegion(first)) &&
         countUnrolled(first) <= MOST_OPERATIONS;
}

/// The only user of the value, behind a reshape, which *reshape is then.
static MlirOperation userOf(MlirValue value, MlirOperation *reshape) {
  MlirOperation user = asIrOnlyUser(value);
  if (!isReshape(user))
    return user;
  *reshape = user;
  return asIrOnlyUser(mlirOperationGetResult(user, 0));
}

static intptr_t numberOf(MlirOperation op, MlirValue operand) {
  intptr_t i = 0;
  while (i < mlirOperationGetNumOperands(op) &&
         !mlirValueEqual(mlirOperationGetOperand(op, i), operand))
    i++;
  return i;
}

static bool isSum(MlirModule module, MlirOperation loop, Sum *sum) {
  int64_t step;
  *sum = (Sum){.loop = loop};
  if (!asIrIsNamed(loop, "scf.for") || mlirOperationGetNumResults(loop) != 1 ||
      !asIrConstantInteger(mlirOperationGetOperand(loop, BOUNDS - 1), &step) ||
      step != 1 ||
      !asIrIsMadeBy(mlirOperationGetOperand(loop, BOUNDS), "linalg.fill"))
    return false;
  MlirBlock body = asIrBody(loop);
  MlirValue carried = mlirBlockGetArgument(body, 1);
  MlirType type = mlirValueGetType(carried);
  if (!mlirTypeIsARankedTensor(type) || !mlirShapedTypeHasStaticShape(type) ||
      asIrShapedBytes(type) > MOST_BYTES)
    return false;
  sum->call = userOf(carried, &sum->before);
  if (mlirOperationIsNull(sum->call) || !asIrIsNamed(sum->call, "func.call") ||
      !mlirBlockEqual(mlirOperationGetBlock(sum->call), body) ||
      mlirOperationGetNumResults(sum->call) != 1)
    return false;
  MlirValue taken = mlirOperationIsNull(sum->before)
                        ? carried
                        : mlirOperationGetResult(sum->before, 0),
            returned = mlirOperationGetResult(sum->call, 0);
  MlirOperation end = userOf(returned, &sum->behind);
  sum->argument = numberOf(sum->call, taken);
  sum->callee = asIrReferenced(module, sum->call, "callee");
  return !mlirOperationIsNull(end) &&
         mlirOperationEqual(end, mlirBlockGetTerminator(body)) &&
         mlirTypeEqual(mlirValueGetType(taken), mlirValueGetType(returned)) &&
         canInline(sum->callee);
}

//===----------------------------------------------------------------------===//
// Inlining
//===----------------------------------------------------------------------===//

/// The value in the other shape, if there is one: what is filled, in that
/// shape.
static MlirValue insertReshaped(MlirOperation next, MlirOperation reshape,
                                MlirValue value) {
  if (mlirOperationIsNull(reshape))
    return value;
  MlirOperation fill = asIrMadeBy(value, "linalg.fill");
  if (!mlirOperationIsNull(fill))
    return asGraphInsertFill(
        next, mlirOperationGetOperand(fill, 0),
        mlirValueGetType(mlirOperationGetResult(reshape, 0)));
  MlirOperation clone = mlirOperationClone(reshape);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(next), next, clone);
  mlirOperationSetOperand(clone, 0, value);
  return mlirOperationGetResult(clone, 0);
}

/// Inserts what the callee computes before the call; returns its result.
static MlirValue inlineCall(const Sum *sum) {
  MlirBlock body = asIrBody(sum->callee),
            block = mlirOperationGetBlock(sum->call);
  MlirOperation end = mlirBlockGetTerminator(body);
  AsIrMap map = {0};
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); i++)
    asIrMapAdd(&map, mlirBlockGetArgument(body, i),
               mlirOperationGetOperand(sum->call, i));
  for (MlirOperation op = mlirBlockGetFirstOperation(body);
       !mlirOperationEqual(op, end); op = mlirOperationGetNextInBlock(op))
    mlirOperationMoveBefore(asIrMapClone(&map, op, block), sum->call);
  int to = asIrMapFind(&map, mlirOperationGetOperand(end, 0));
  MlirValue result = map.to[to];
  asIrMapFree(&map);
  return result;
}

static MlirWalkResult findLoop(MlirOperation op, void *context) {
  if (!asIrIsNamed(op, "scf.for"))
    return MlirWalkResultAdvance;
  *(MlirOperation *)context = op;
  return MlirWalkResultInterrupt;
}

/// Unrolls the loops in the body of a loop, all of which have constant bounds.
static void unrollInside(MlirOperation loop) {
  for (;;) {
    MlirOperation inner = {NULL},
                  op = mlirBlockGetFirstOperation(asIrBody(loop));
    for (; !mlirOperationIsNull(op) && mlirOperationIsNull(inner);
         op = mlirOperationGetNextInBlock(op))
      mlirOperationWalk(op, findLoop, &inner, MlirWalkPreOrder);
    if (mlirOperationIsNull(inner))
      return;
    asIrPeelIterations(inner, MOST_OPERATIONS, 0);
  }
}

/// Lets what the body yields be written over what the loop carries, instead of
/// an empty tensor: a vector can be carried that is read and written in the
/// same place.
static void writeInPlace(MlirOperation loop) {
  MlirBlock body = asIrBody(loop);
  MlirValue value = mlirOperationGetOperand(mlirBlockGetTerminator(body), 0);
  for (MlirOperation write = asIrMadeBy(value, "vector.transfer_write");
       !mlirOperationIsNull(write);
       write = asIrMadeBy(value, "vector.transfer_write")) {
    value = mlirOperationGetOperand(write, TENSOR);
    if (asIrIsMadeBy(value, "tensor.empty"))
      mlirOperationSetOperand(write, TENSOR, mlirBlockGetArgument(body, 1));
  }
}

/// A loop that carries the sums as the call takes them, and inlines the call.
static void inlineSum(const Sum *sum) {
  MlirBlock old = asIrBody(sum->loop);
  MlirValue init = insertReshaped(sum->loop, sum->before,
                                  mlirOperationGetOperand(sum->loop, BOUNDS)),
            bounds[BOUNDS];
  for (int b = 0; b < BOUNDS; b++)
    bounds[b] = mlirOperationGetOperand(sum->loop, b);
  MlirOperation loop =
      asIrInsertLoop(sum->loop, bounds[0], bounds[1], bounds[2], 1, &init);
  MlirBlock body = asIrBody(loop);
  MlirOperation yield = mlirBlockGetTerminator(body),
                end = mlirBlockGetTerminator(old);
  for (MlirOperation op = mlirBlockGetFirstOperation(old), next;
       !mlirOperationEqual(op, end); op = next) {
    next = mlirOperationGetNextInBlock(op);
    mlirOperationMoveBefore(op, yield);
  }
  mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(old, 0),
                                mlirBlockGetArgument(body, 0));
  mlirOperationSetOperand(sum->call, sum->argument,
                          mlirBlockGetArgument(body, 1));
  mlirOperationSetOperand(yield, 0, inlineCall(sum));
  mlirValueReplaceAllUsesOfWith(
      mlirOperationGetResult(sum->loop, 0),
      insertReshaped(sum->loop, sum->behind, mlirOperationGetResult(loop, 0)));
  mlirOperationSetOperand(end, 0, mlirBlockGetArgument(old, 1));
  if (!mlirOperationIsNull(sum->behind))
    mlirOperationDestroy(sum->behind);
  mlirOperationDestroy(sum->call);
  if (!mlirOperationIsNull(sum->before))
    mlirOperationDestroy(sum->before);
  mlirOperationDestroy(sum->loop);
  unrollInside(loop);
  writeInPlace(loop);
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

/// Whether all elements of a vector that is read or written are there.
static bool isInBounds(MlirOperation transfer) {
  MlirAttribute bounds = asIrAttribute(transfer, "in_bounds");
  bool is = true;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(bounds); i++)
    is &= mlirBoolAttrGetValue(mlirArrayAttrGetElement(bounds, i));
  return is;
}

/// Reads a vector of what was filled from the number that it was filled with.
static MlirWalkResult readFill(MlirOperation op, void *context) {
  (void)context;
  if (!asIrIsNamed(op, "vector.transfer_read") || !isInBounds(op))
    return MlirWalkResultAdvance;
  MlirOperation fill =
      asIrMadeBy(mlirOperationGetOperand(op, 0), "linalg.fill");
  if (mlirOperationIsNull(fill))
    return MlirWalkResultAdvance;
  MlirValue read = mlirOperationGetResult(op, 0);
  mlirValueReplaceAllUsesOfWith(
      read,
      asIrInsertUnary(op, "vector.broadcast", mlirOperationGetOperand(fill, 0),
                      mlirValueGetType(read)));
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

static int64_t countElements(MlirType shaped) {
  int64_t count = 1;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(shaped); d++)
    count *= mlirShapedTypeGetDimSize(shaped, d);
  return count;
}

/// Whether both vectors are written to constant places, which differ. Their
/// places are multiples of one size, as vectors of one type side by side have.
static bool areApart(MlirOperation write, MlirOperation other) {
  enum { FIRST = 2 };
  bool differ = false;
  intptr_t rank = mlirShapedTypeGetRank(
      mlirValueGetType(mlirOperationGetOperand(write, 1)));
  if (!mlirTypeEqual(mlirValueGetType(mlirOperationGetOperand(write, 0)),
                     mlirValueGetType(mlirOperationGetOperand(other, 0))))
    return false;
  MlirType vector = mlirValueGetType(mlirOperationGetOperand(write, 0));
  intptr_t front = rank - mlirShapedTypeGetRank(vector);
  for (intptr_t d = 0; d < rank; d++) {
    int64_t a, b,
        size = d < front ? 1 : mlirShapedTypeGetDimSize(vector, d - front);
    if (!asIrConstantInteger(mlirOperationGetOperand(write, FIRST + d), &a) ||
        !asIrConstantInteger(mlirOperationGetOperand(other, FIRST + d), &b) ||
        a % size != 0 || b % size != 0)
      return false;
    differ |= a != b;
  }
  return differ;
}

/// Writes vectors to an empty tensor instead of one that was filled, where they
/// are written to all of it, one after the other.
static MlirWalkResult forgetFill(MlirOperation op, void *context) {
  (void)context;
  if (!asIrIsNamed(op, "linalg.fill") || mlirOperationGetNumResults(op) != 1)
    return MlirWalkResultAdvance;
  MlirValue filled = mlirOperationGetResult(op, 0), value = filled;
  int64_t left = mlirShapedTypeHasStaticShape(mlirValueGetType(filled))
                     ? countElements(mlirValueGetType(filled))
                     : -1;
  MlirOperation first = asIrOnlyUser(value), write = first;
  for (; left > 0 && !mlirOperationIsNull(write) &&
         asIrIsNamed(write, "vector.transfer_write") && isInBounds(write) &&
         mlirAffineMapIsMinorIdentity(mlirAffineMapAttrGetValue(
             asIrAttribute(write, "permutation_map")));
       write = asIrOnlyUser(mlirOperationGetResult(write, 0))) {
    for (MlirOperation other = first; !mlirOperationEqual(other, write);
         other = asIrOnlyUser(mlirOperationGetResult(other, 0)))
      if (!areApart(other, write))
        return MlirWalkResultAdvance;
    left -= countElements(mlirValueGetType(mlirOperationGetOperand(write, 0)));
  }
  if (left == 0)
    mlirOperationSetOperand(
        first, TENSOR, asGraphInsertEmpty(first, mlirValueGetType(filled)));
  return MlirWalkResultAdvance;
}

/// Lets loops carry vectors that they read from a tensor and write to it.
static AsStatus carryVectors(MlirModule module, AsError *error) {
  static const char canonical[] = "builtin.module(canonicalize,cse)";
  static const char lines[] =
      "%f = transform.structured.match ops{[\"func.func\"]} in %m"
      " : (!transform.any_op) -> !transform.any_op\n"
      "transform.apply_patterns to %f {\n"
      "  transform.apply_patterns.tensor"
      ".fold_tensor_subset_ops_into_vector_transfers\n"
      "  transform.apply_patterns.canonicalization\n"
      "} : !transform.any_op\n"
      "%loops = transform.structured.match ops{[\"scf.for\"]} in %m"
      " : (!transform.any_op) -> !transform.any_op\n"
      "transform.apply_licm to %loops : !transform.any_op\n"
      "transform.foreach %loops : !transform.any_op {\n"
      "^bb0(%loop: !transform.any_op):\n"
      "  transform.loop.hoist_loop_invariant_subsets %loop"
      " : !transform.any_op\n"
      "}\n";
  AsStatus status =
      asScriptApplyLines(module, lines, "<sums in registers>", error);
  if (status)
    return status;
  MlirOperation op = mlirModuleGetOperation(module);
  status = asIrRunPipeline(op, canonical, true, error);
  if (status)
    return status;
  mlirOperationWalk(op, readFill, NULL, MlirWalkPostOrder);
  mlirOperationWalk(op, forgetFill, NULL, MlirWalkPostOrder);
  return asIrRunPipeline(op, canonical, true, error);
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

typedef struct Search {
  MlirModule module;
  Sum found;
  bool isFound;
} Search;

static MlirWalkResult findSum(MlirOperation op, void *context) {
  Search *search = context;
  search->isFound = isSum(search->module, op, &search->found);
  return search->isFound ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

AsStatus asSumsInRegisters(MlirModule module, AsError *error) {
  bool changed = false;
  for (;;) {
    Search search = {.module = module};
    mlirOperationWalk(mlirModuleGetOperation(module), findSum, &search,
                      MlirWalkPreOrder);
    if (!search.isFound)
      break;
    inlineSum(&search.found);
    changed = true;
  }
  return changed ? carryVectors(module, error) : AS_OK;
}
