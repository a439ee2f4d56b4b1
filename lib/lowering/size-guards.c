//===- size-guards.c - Which sizes a branch is taken for
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/size-guards.h"
#include "ir/def-use.h"
#include "mlir-c/BuiltinAttributes.h"

/// By the numbers of arith.cmpi.
static const char *const orders[] = {"eq",  "ne",  "slt", "sle", "sgt",
                                     "sge", "ult", "ule", "ugt", "uge"};
enum { NUM_ORDERS = sizeof orders / sizeof *orders };

/// Reads the condition of a branch; false if it compares other things than
/// sizes.
static bool readGuard(AsSizeAnalysis *analysis, MlirOperation branch,
                      AsSizeGuard *guard) {
  MlirOperation compared =
      asIrMadeBy(mlirOperationGetOperand(branch, 0), "arith.cmpi");
  if (mlirOperationIsNull(compared))
    return false;
  guard->predicate =
      mlirIntegerAttrGetValueInt(asIrAttribute(compared, "predicate"));
  guard->left =
      asSizeOf(analysis, mlirOperationGetOperand(compared, 0), AS_SIZE_NUMBER);
  guard->right =
      asSizeOf(analysis, mlirOperationGetOperand(compared, 1), AS_SIZE_NUMBER);
  return guard->left.ptr && guard->right.ptr && guard->predicate >= 0 &&
         guard->predicate < NUM_ORDERS;
}

static bool isInThen(MlirOperation op, MlirOperation branch) {
  return mlirBlockEqual(
      mlirOperationGetBlock(op),
      mlirRegionGetFirstBlock(mlirOperationGetRegion(branch, 0)));
}

AsSizeGuards asSizeGuards(AsSizeAnalysis *analysis, MlirOperation op) {
  AsSizeGuards all = {0};
  while (!mlirOperationEqual(op, analysis->function) &&
         all.count < AS_MAX_SIZE_GUARDS) {
    MlirOperation parent = mlirOperationGetParentOperation(op);
    AsSizeGuard *guard = &all.guards[all.count];
    if (asIrIsNamed(parent, "scf.if") && readGuard(analysis, parent, guard)) {
      guard->isElse = !isInThen(op, parent);
      all.count++;
    }
    op = parent;
  }
  return all;
}

/// %word %left, %right of i1.
static int writeLogic(AsSizeWriter *writer, const char *word, int left,
                      int right) {
  int result = asSizeWriterBegin(writer);
  asTextFormat(writer->text, "arith.%s %%%d, %%%d : i1\n", word, left, right);
  return result;
}

static int writeTrue(AsSizeWriter *writer) {
  int yes = asSizeWriterBegin(writer);
  asTextAppendString(writer->text, "arith.constant true\n");
  return yes;
}

/// The program compares what it has computed in 64 bits. If that is not what is
/// written here, as it overflows, the branch may be taken or not, and the call
/// is not refused for it.
static int writeGuard(const AsSizeGuard *guard, AsSizeWriter *writer) {
  int before = writer->fits, yes = writer->fits = writeTrue(writer);
  int left = asSizeWriterEvaluate(writer, guard->left),
      right = asSizeWriterEvaluate(writer, guard->right),
      isKnown = writer->fits, holds = asSizeWriterBegin(writer);
  writer->fits = before;
  asTextFormat(writer->text, "arith.cmpi %s, %%%d, %%%d : i128\n",
               orders[guard->predicate], left, right);
  if (guard->isElse)
    holds = writeLogic(writer, "xori", holds, yes);
  return isKnown == yes ? holds
                        : writeLogic(writer, "ori", holds,
                                     writeLogic(writer, "xori", isKnown, yes));
}

int asSizeGuardsWrite(const AsSizeGuards *guards, AsSizeWriter *writer) {
  int all = writeGuard(&guards->guards[0], writer);
  for (int g = 1; g < guards->count; g++) {
    int next = writeGuard(&guards->guards[g], writer);
    all = writeLogic(writer, "andi", all, next);
  }
  return all;
}
