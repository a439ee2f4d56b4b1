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
// Of less work than starting threads takes there is one part. So the loop has
// one iteration then, and stays with the thread that called. Nothing else
// depends on the number of threads: any tool may run the loop from part to
// part.
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/thread-parts.h"
#include "ir/op-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "task/dynamic/outer-loops.h"

/// Iterations of the group that take about twice as long as starting threads:
/// a few microseconds, as vectors do some ten of them in a nanosecond.
static const double worthThreads = 131072;

/// What part of the time of all threads has to be of use.
static const double leastBusy = 0.7;

enum { STEP = 2 }; ///< The operand of a loop.

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

/// Iterations of all members for one element along each dynamic class.
static double iterationsOfOne(const AsGroupLoops *loops) {
  double all = 0;
  for (int m = 0; m < loops->numMembers; m++) {
    const AsMember *member = &loops->members[m];
    double own = 1;
    for (int l = 0; l < member->numLoops; l++)
      own *= member->class[l] <= 0 ? (double)member->extent[l] : 1;
    all += own;
  }
  return all;
}

MlirOperation asInsertParts(MlirOperation next, const AsGroupLoops *loops,
                            int64_t part, const MlirValue *extents,
                            intptr_t numValues, const MlirValue *values) {
  double one = iterationsOfOne(loops);
  int64_t least = one < worthThreads ? (int64_t)(worthThreads / one) : 1;
  MlirValue work = asIrInsertIndex(next, 1);
  for (int c = 1; c < loops->numClasses; c++)
    work = c == 1 ? extents[c]
                  : asIrInsertBinary(next, "arith.muli", work, extents[c]);
  MlirValue all = asIrInsertIndex(next, asOuterExtent(loops)),
            isMuch = asIrInsertComparison(next, AS_IR_LESS_OR_EQUAL,
                                          asIrInsertIndex(next, least), work),
            step = asIrInsertSelect(next, isMuch, asIrInsertIndex(next, part),
                                    all);
  MlirOperation loop = asIrInsertLoop(next, asIrInsertIndex(next, 0), all, step,
                                      numValues, values);
  mlirOperationSetDiscardableAttributeByName(
      loop, asIrString(AS_PARTS_ATTRIBUTE),
      mlirUnitAttrGet(mlirOperationGetContext(loop)));
  return loop;
}

MlirValue asInsertPartEnd(MlirOperation next, MlirOperation parts) {
  return asIrInsertBinary(next, "arith.addi",
                          mlirBlockGetArgument(asIrBody(parts), 0),
                          mlirOperationGetOperand(parts, STEP));
}
