//===- prefetch-panels.c - Prefetch the panel of weights that comes next
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adds memref.prefetch to innermost loops of products whose operand was packed
// before: they prefetch what lies behind the panel that they read.
//
// Weights of a model are packed once, and come from memory in each run. A
// product multiplies several tiles of rows by a panel of them. While the first
// tile reads it, the product waits for memory, and memory is idle while the
// other tiles read it from the second cache. So all of them prefetch the lines
// of the next panel, about as many in each iteration of the innermost loop.
// Panels lie in memory in the order in which they are read.
//
// The last panel prefetches what lies behind it, which is not used. An address
// that is not mapped does no harm.
//
// Requires:    bufferised IR with scf.for and vector.transfer_read.
// Provides:    memref.prefetch at the beginning of such loops.
// Invalidates: nothing.
//
//   scf.for %p = %c0 to %c32 step %c1 {
//     scf.for %m = %c0 to %c48 step %c6 {
//       scf.for %k = %c0 to %c512 step %c1 iter_args(...) {
//         %v = vector.transfer_read %packed[%p, %k, %c0], %z
//             : memref<32x512x64xf32>, vector<1x64xf32>
//
// A panel has 2048 lines, and there are 8 times 512 iterations, so that every
// second one prefetches a line:
//
//         %m6 = arith.divui %m, %c6 : index
//         %outer = arith.muli %m6, %c512 : index
//         %step = arith.addi %outer, %k : index
//         %line = arith.divui %step, %c2 : index
//         %place = arith.muli %line, %c16 : index        // 16 floats a line
//         memref.prefetch %packed[%p, %c0, %c32768 + %place], read, ...
//
//===----------------------------------------------------------------------===//

#include "ir/block-prefetch.h"
#include "ir/def-use.h"
#include "ir/linear-index.h"
#include "ir/memref.h"
#include "lowering/arith-builder.h"
#include "lowering/lowering-steps.h"
#include "lowering/memory/prefetch.h"
#include "lowering/memory/product-steps.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// A part of an operand that all iterations of a loop read.
typedef struct Panel {
  MlirOperation loop; ///< Over rows, each of which reads the panel.
  MlirOperation read; ///< Null until one is found.
  MlirValue memory;
  intptr_t rank;
  intptr_t numOutside; ///< First dimensions, which say which panel it is.
  int64_t bytes, element;
} Panel;

/// Whether the value is computed from the other one, by way of operations
/// inside of the loop.
static bool dependsOn(MlirValue value, MlirValue other, MlirOperation loop) {
  if (mlirValueEqual(value, other))
    return true;
  if (!mlirValueIsAOpResult(value) || !asIrIsInside(value, loop))
    return false;
  MlirOperation op = mlirOpResultGetOwner(value);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    if (dependsOn(mlirOperationGetOperand(op, i), other, loop))
      return true;
  return false;
}

/// Whether the counter of the loop is in an index.
static bool isCounted(MlirOperation read, MlirOperation loop) {
  MlirValue counter = mlirBlockGetArgument(asIrBody(loop), 0);
  intptr_t rank =
      mlirShapedTypeGetRank(mlirValueGetType(mlirOperationGetOperand(read, 0)));
  for (intptr_t r = 0; r < rank; r++)
    if (dependsOn(mlirOperationGetOperand(read, 1 + r), counter, loop))
      return true;
  return false;
}

/// Whether it reads a whole row of an argument, or of a part of one, in a loop
/// that carries sums.
static bool isPackedRead(MlirOperation op) {
  if (!asIrIsNamed(op, "vector.transfer_read"))
    return false;
  MlirValue memory = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(memory),
           vector = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirOperation loop = mlirOperationGetParentOperation(op);
  intptr_t rank = mlirShapedTypeGetRank(vector);
  if (!mlirTypeIsAMemRef(type) || !mlirShapedTypeHasStaticShape(type) ||
      rank < 1 || mlirShapedTypeGetRank(type) <= rank ||
      mlirShapedTypeGetRank(type) > AS_ARITH_MAX_RANK ||
      asIrElementBits(type) % 8 != 0 || !asIrIsNamed(loop, "scf.for") ||
      mlirOperationGetNumResults(loop) == 0 ||
      !mlirValueIsABlockArgument(asIrMemoryRoot(memory)) ||
      !mlirAffineMapIsMinorIdentity(
          mlirAffineMapAttrGetValue(asIrAttribute(op, "permutation_map"))))
    return false;
  for (intptr_t r = 0; r + 1 < rank; r++)
    if (mlirShapedTypeGetDimSize(vector, r) != 1)
      return false;
  return mlirShapedTypeGetDimSize(vector, rank - 1) ==
         mlirShapedTypeGetDimSize(type, mlirShapedTypeGetRank(type) - 1);
}

/// Whether the dimensions from this one on are contiguous.
static bool isDenseFrom(MlirType type, intptr_t dim) {
  int64_t strides[AS_ARITH_MAX_RANK], offset, size = 1;
  if (mlirLogicalResultIsFailure(
          mlirMemRefTypeGetStridesAndOffset(type, strides, &offset)))
    return false;
  bool isDense = true;
  for (intptr_t r = mlirShapedTypeGetRank(type) - 1; r >= dim; r--) {
    isDense &= strides[r] == size || mlirShapedTypeGetDimSize(type, r) == 1;
    size *= mlirShapedTypeGetDimSize(type, r);
  }
  return isDense;
}

/// Whether each loop between the panel's and the read moves along the panel, so
/// that together they read each row once.
static bool isReadOnce(const Panel *panel, MlirOperation read) {
  if (isCounted(read, panel->loop))
    return false;
  for (MlirOperation loop = mlirOperationGetParentOperation(read);
       !mlirOperationEqual(loop, panel->loop);
       loop = mlirOperationGetParentOperation(loop))
    if (!asIrIsNamed(loop, "scf.if") &&
        (!asIrIsNamed(loop, "scf.for") || !isCounted(read, loop)))
      return false;
  return true;
}

/// How many of the first dimensions have indices from outside of the loop,
/// which say which panel it is. -1 if later dimensions have such indices, too.
static intptr_t countOutside(const Panel *panel, MlirOperation read,
                             intptr_t rank) {
  intptr_t outside = 0;
  for (intptr_t r = 0; r < rank; r++) {
    MlirValue index = mlirOperationGetOperand(read, 1 + r);
    if (asIrIsInside(index, panel->loop) || asIrIsZero(index))
      continue;
    if (outside != r)
      return -1;
    outside = r + 1;
  }
  return outside;
}

static MlirWalkResult findRead(MlirOperation op, void *context) {
  Panel *panel = context;
  if (!isPackedRead(op) || !isReadOnce(panel, op))
    return MlirWalkResultAdvance;
  MlirValue memory = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(memory),
           root = mlirValueGetType(asIrMemoryRoot(memory));
  intptr_t rank = mlirShapedTypeGetRank(type),
           outside = countOutside(panel, op, rank);
  if (asIrIsInside(memory, panel->loop) || outside < 0 ||
      !isDenseFrom(type, outside) || !mlirShapedTypeHasStaticShape(root))
    return MlirWalkResultAdvance;
  int64_t element = asIrElementBits(type) / 8, bytes = element;
  for (intptr_t r = outside; r < rank; r++)
    bytes *= mlirShapedTypeGetDimSize(type, r);
  if (!asIsFarPanel(asIrShapedBytes(root), bytes))
    return MlirWalkResultAdvance;
  panel->read = op;
  panel->memory = memory;
  panel->rank = rank;
  panel->numOutside = outside;
  panel->bytes = bytes;
  panel->element = element;
  return MlirWalkResultInterrupt;
}

static void prefetch(const Panel *panel, const AsProductSteps *product) {
  int64_t lines = panel->bytes / AS_PREFETCH_LINE,
          perLine = AS_PREFETCH_LINE / panel->element;
  AsBlockPart part;
  if (!asBlockDivide(1, lines, product->steps, asProductBytes(product), &part))
    return;
  // Behind loads it would keep LLVM from ordering these.
  MlirOperation next = mlirBlockGetFirstOperation(asProductBody(product));
  MlirValue place = asProductInsertStep(product, next);
  if (part.steps > 1)
    place = asIrInsertByNumber(next, "arith.divui", place, part.steps);
  place = asIrInsertByNumber(next, "arith.muli", place, part.lines * perLine);
  MlirValue operands[AS_ARITH_MAX_RANK + 1] = {panel->memory};
  for (intptr_t r = 0; r < panel->rank - 1; r++)
    operands[1 + r] = r < panel->numOutside
                          ? mlirOperationGetOperand(panel->read, 1 + r)
                          : asIrInsertIndex(next, 0);
  operands[panel->rank] = asIrInsertByNumber(next, "arith.addi", place,
                                             panel->bytes / panel->element);
  for (int64_t l = 0; l < part.lines; l++)
    asPrefetchInsert(next, AS_PREFETCH_SECOND_CACHE, panel->rank, operands,
                     l * perLine);
}

static MlirWalkResult visit(MlirOperation loop, void *context) {
  (void)context;
  if (!asIrIsNamed(loop, "scf.for"))
    return MlirWalkResultAdvance;
  Panel panel = {.loop = loop};
  mlirOperationWalk(loop, findRead, &panel, MlirWalkPreOrder);
  if (mlirOperationIsNull(panel.read))
    return MlirWalkResultAdvance;
  AsProductSteps product =
      asProductStepsFind(loop, mlirOperationGetParentOperation(loop));
  if (product.numLoops > 0 && !asProductPrefetches(&product, panel.memory))
    prefetch(&panel, &product);
  return MlirWalkResultAdvance;
}

void asPrefetchPanels(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), visit, NULL,
                    MlirWalkPostOrder);
}
