//===- sum-order.c - Keep the order in which a group reduces
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/sum-order.h"
#include "ir/def-use.h"
#include "mlir-c/BuiltinTypes.h"

/// Whether result `r` of the root combines a new value with the one so far by
/// one of the operations.
static bool isCombinedBy(MlirOperation root, intptr_t r,
                         const char *const *names, size_t count) {
  MlirBlock body = asIrBody(root);
  MlirValue end = mlirOperationGetOperand(mlirBlockGetTerminator(body), r),
            soFar = mlirBlockGetArgument(body, asInitOf(root, r));
  if (!mlirValueIsAOpResult(end) ||
      !asIrIsOneOf(mlirOpResultGetOwner(end), names, count))
    return false;
  MlirOperation op = mlirOpResultGetOwner(end);
  return asIrHasOneUse(soFar) &&
         (mlirValueEqual(mlirOperationGetOperand(op, 0), soFar) ||
          mlirValueEqual(mlirOperationGetOperand(op, 1), soFar));
}

/// Whether the results depend on the order.
static bool dependsOnOrder(MlirOperation root, bool isStrict) {
  static const char *const rounded[] = {"arith.addf", "arith.mulf"};
  static const char *const exact[] = {
      "arith.addi",   "arith.muli",  "arith.maximumf", "arith.minimumf",
      "arith.maxsi",  "arith.minsi", "arith.maxui",    "arith.minui",
      "arith.andi",   "arith.ori",   "arith.xori",     "arith.maxnumf",
      "arith.minnumf"};
  bool depends = false;
  for (intptr_t r = 0; r < mlirOperationGetNumResults(root); r++) {
    bool isExact = isCombinedBy(root, r, exact, sizeof exact / sizeof *exact),
         isRounded =
             isCombinedBy(root, r, rounded, sizeof rounded / sizeof *rounded);
    depends |= !isExact && (isStrict || !isRounded);
  }
  return depends;
}

/// Whether no result of the root has the loop.
static bool isReduced(const AsMember *root, int loop) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(root->op); r++) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(root->op, r));
    for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); d++)
      if (asResultLoop(root->op, r, d) == loop)
        return false;
  }
  return true;
}

bool asKeepSumOrder(AsGroupLoops *loops, bool isStrict, AsText *why) {
  const AsMember *root = &loops->members[loops->numMembers - 1];
  int innermost = -1;
  for (int l = 0; l < root->numLoops; l++)
    if (root->class[l] >= loops->numParallel)
      innermost = l;
  if (innermost < 0 || !dependsOnOrder(root->op, isStrict))
    return true;
  for (int l = 0; l < innermost; l++) {
    if (root->class[l] >= loops->numParallel) {
      loops->classes[root->class[l]].isSingle = true;
    } else if (root->class[l] < 0 && root->extent[l] != 1 &&
               isReduced(root, l)) {
      asTextFormat(why,
                   "it reduces a static dimension, loop %d of it, around a "
                   "dynamic one, and tiles of that would change the order%s; "
                   "let the dynamic one be the outer one%s",
                   l, isStrict ? " (--fp=strict)" : "",
                   isStrict ? ", or allow another order with --fp=contract"
                            : "");
      return false;
    }
  }
  return true;
}
