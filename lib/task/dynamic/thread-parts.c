//===- thread-parts.c - Share a loop around kernels among threads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Twelve matrices are two parts of six for two threads:
//
//   %isMuch = arith.cmpi ule, %c27, %work   // rows times keys, say
//   %part = arith.select %isMuch, %c6, %c12
//   %r = scf.for %p = %c0 to %c12 step %part iter_args(%t = %empty) {
//     %end = arith.addi %p, %part
//     %s = scf.for %h = %p to %end step %c1 iter_args(%u = %t) {
//       ...                                 // loops over tiles, kernels
//     }
//     scf.yield %s
//   } {as.parts}
//
// Rows of any number are a part for each thread, and tiles are inserted into
// the part, whatever their place in it is:
//
//   %more = arith.addi %n, %c7             // for two threads
//   %units = arith.divui %more, %c8
//   %rows = arith.muli %units, %c4
//   %part = arith.select %isMuch, %rows, %n
//   %r = scf.for %p = %c0 to %n step %part iter_args(%t = %empty) {
//     %left = arith.subi %n, %p
//     %own = arith.minui %part, %left
//     %u = tensor.extract_slice %t[%p, 0] [%own, 768] [1, 1]
//     ...                                   // tiles of %own rows
//     %s = tensor.insert_slice %v into %t[%p, 0] [%own, 768] [1, 1]
//     scf.yield %s
//   } {as.parts}
//
// Of less work than starting threads takes there is one part. So the loop has
// one iteration then, and stays with the thread that called. Nothing else
// depends on the number of threads: any tool may run the loop from part to
// part.
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/thread-parts.h"
#include "ir/def-use.h"
#include "ir/op-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "task/dynamic/outer-loops.h"
#include "task/op-arithmetic.h"

/// Iterations of the group that take about twice as long as starting threads:
/// a few microseconds, as vectors do some ten of them in a nanosecond.
static const double worthThreads = 131072;

/// What part of the time of all threads has to be of use.
static const double leastBusy = 0.7;

/// A part has a multiple of so many rows, as the smaller tiles have.
static const int64_t rowsTogether = 4;

enum { UPPER = 1, STEP = 2 }; ///< Operands of a loop.

int64_t asThreadPart(const AsGroupLoops *loops, int threads) {
  int64_t extent = asOuterExtent(loops), best = 0;
  double busy = leastBusy;
  for (int64_t part = extent / 2; threads > 1 && part > 0; part--) {
    if (extent % part)
      continue;
    int64_t parts = extent / part, rounds = (parts + threads - 1) / threads;
    double own = (double)parts / (double)(rounds * threads);
    if (own > busy || (own == busy && !best))
      best = part, busy = own;
  }
  return best;
}

/// What an iteration takes, in iterations of few operations.
static double weightOf(MlirOperation member) {
  enum { function = 8 }; // Of math, by vectors.
  int counts[AS_NUM_ARITHMETIC] = {0};
  if (mlirOperationGetNumRegions(member) == 0)
    return 1;
  MlirBlock body = asIrBody(member);
  for (MlirOperation op = mlirBlockGetFirstOperation(body);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    asCountArithmetic(op, counts);
  return 1 + function * counts[AS_ARITHMETIC_MATH];
}

/// How many elements along all dynamic classes are worth several threads.
static int64_t worthOf(const AsGroupLoops *loops) {
  double one = 0; // Iterations of all members for one element.
  for (int m = 0; m < loops->numMembers; m++) {
    const AsMember *member = &loops->members[m];
    double own = weightOf(member->op);
    for (int l = 0; l < member->numLoops; l++) {
      int class = member->class[l];
      bool isStatic = class < 0 || loops->classes[class].isOuter;
      own *= isStatic ? (double)member->extent[l] : 1;
    }
    one += own;
  }
  return one < worthThreads ? (int64_t)(worthThreads / one) : 1;
}

/// The loop from 0 to `end`, marked.
static MlirOperation insertLoop(MlirOperation next, MlirValue end,
                                MlirValue step, intptr_t numValues,
                                const MlirValue *values) {
  MlirOperation loop = asIrInsertLoop(next, asIrInsertIndex(next, 0), end, step,
                                      numValues, values);
  mlirOperationSetDiscardableAttributeByName(
      loop, asIrString(AS_PARTS_ATTRIBUTE),
      mlirUnitAttrGet(mlirOperationGetContext(loop)));
  return loop;
}

MlirOperation asInsertParts(MlirOperation next, const AsGroupLoops *loops,
                            int64_t part, const MlirValue *extents,
                            intptr_t numValues, const MlirValue *values) {
  int64_t least = worthOf(loops);
  MlirValue work = asIrInsertIndex(next, 1);
  for (int c = 1; c < loops->numClasses; c++)
    work = c == 1 ? extents[c]
                  : asIrInsertBinary(next, "arith.muli", work, extents[c]);
  MlirValue all = asIrInsertIndex(next, asOuterExtent(loops)),
            isMuch = asIrInsertComparison(next, AS_IR_LESS_OR_EQUAL,
                                          asIrInsertIndex(next, least), work),
            step = asIrInsertSelect(next, isMuch, asIrInsertIndex(next, part),
                                    all);
  return insertLoop(next, all, step, numValues, values);
}

MlirValue asInsertPartEnd(MlirOperation next, MlirOperation parts) {
  return asIrInsertBinary(next, "arith.addi",
                          mlirBlockGetArgument(asIrBody(parts), 0),
                          mlirOperationGetOperand(parts, STEP));
}

bool asHasRowParts(const AsGroupLoops *loops, int threads) {
  return threads > 1 && loops->numClasses == 1 && loops->numParallel == 1 &&
         !loops->classes[0].isOuter && worthOf(loops) >= rowsTogether * threads;
}

MlirOperation asInsertRowParts(MlirOperation next, const AsGroupLoops *loops,
                               int threads, MlirValue rows, intptr_t numValues,
                               const MlirValue *values) {
  MlirValue unit = asIrInsertIndex(next, rowsTogether),
            ofAll = asIrInsertIndex(next, rowsTogether * threads),
            last = asIrInsertIndex(next, rowsTogether * threads - 1),
            upwards = asIrInsertBinary(next, "arith.addi", rows, last),
            units = asIrInsertBinary(next, "arith.divui", upwards, ofAll),
            part = asIrInsertBinary(next, "arith.muli", units, unit),
            isMuch = asIrInsertComparison(next, AS_IR_LESS_OR_EQUAL,
                                          asIrInsertIndex(next, worthOf(loops)),
                                          rows),
            // A step is never 0.
      all =
          asIrInsertBinary(next, "arith.maxui", rows, asIrInsertIndex(next, 1));
  return insertLoop(next, rows, asIrInsertSelect(next, isMuch, part, all),
                    numValues, values);
}

MlirValue asInsertPartRows(MlirOperation next, MlirOperation parts) {
  MlirValue left = asIrInsertBinary(next, "arith.subi",
                                    mlirOperationGetOperand(parts, UPPER),
                                    mlirBlockGetArgument(asIrBody(parts), 0));
  return asIrInsertBinary(next, "arith.minui",
                          mlirOperationGetOperand(parts, STEP), left);
}

bool asIsPartRows(MlirOperation parts, MlirValue value) {
  MlirOperation least = asIrMadeBy(value, "arith.minui");
  if (mlirOperationIsNull(least))
    return false;
  MlirOperation left =
      asIrMadeBy(mlirOperationGetOperand(least, 1), "arith.subi");
  return !mlirOperationIsNull(left) &&
         mlirValueEqual(mlirOperationGetOperand(least, 0),
                        mlirOperationGetOperand(parts, STEP)) &&
         mlirValueEqual(mlirOperationGetOperand(left, 0),
                        mlirOperationGetOperand(parts, UPPER)) &&
         mlirValueEqual(mlirOperationGetOperand(left, 1),
                        mlirBlockGetArgument(asIrBody(parts), 0));
}
