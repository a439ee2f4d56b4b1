//===- open-reductions.c - When sums may be empty
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "affine/raise/open-reductions.h"
#include "ir/op-builder.h"
#include "mlir-c/BuiltinTypes.h"

typedef struct Test {
  const AsAffineTensors *tensors;
  MlirOperation next;
  MlirValue condition;
} Test;

static void addAnd(Test *test, MlirValue condition) {
  test->condition = mlirValueIsNull(test->condition)
                        ? condition
                        : asIrInsertBinary(test->next, "arith.andi",
                                           test->condition, condition);
}

/// Whether the array has all elements that the operation writes, whatever its
/// sizes are.
static bool isInBounds(const AsAffineTensors *tensors,
                       const AsAffineForm *form) {
  const AsScop *scop = tensors->scop;
  const AsAffineArray *array =
      &scop->arrays[scop->statements[form->statement].accesses[0].array];
  MlirValue memref = array->memref;
  MlirType type = mlirValueGetType(memref);
  bool isInBounds = true;
  if (array->numExpanded)
    return true; // Its tensor is no memory of the program.
  for (int r = 0; r < form->slices[0].rank && isInBounds; r++) {
    const AsAffineIndex *index = &form->slices[0].index[r];
    isInBounds = index->openLoop < 0
                     ? !mlirShapedTypeIsDynamicDim(type, r)
                     : index->start == 0 && index->numOffsets == 0 &&
                           asOpenSizeIsDim(scop, &form->open[index->openLoop],
                                           memref, r);
  }
  return isInBounds;
}

static bool reducesOpen(const AsAffineForm *form) {
  bool reduces = false;
  for (int d = 0; d < form->numDims; d++)
    reduces |= form->isReduction[d] && asAffineIsOpen(form, d);
  return reduces;
}

/// Whether both operations write the same elements of one array.
static bool writesSame(const AsScop *scop, const AsAffineForm *a,
                       const AsAffineForm *b) {
  const AsAffineSlice *left = &a->slices[0], *right = &b->slices[0];
  bool isSame = scop->statements[a->statement].accesses[0].array ==
                scop->statements[b->statement].accesses[0].array;
  for (int r = 0; r < left->rank && isSame; r++) {
    const AsAffineIndex *x = &left->index[r], *y = &right->index[r];
    isSame = x->start == y->start && x->size == y->size &&
             x->stride == y->stride && !x->numOffsets && !y->numOffsets &&
             (x->openLoop < 0) == (y->openLoop < 0);
    if (isSame && x->openLoop >= 0)
      isSame =
          asOpenSizeIsEqual(&a->open[x->openLoop], &b->open[y->openLoop]) &&
          x->factor[x->openLoop] == y->factor[y->openLoop];
  }
  return isSame;
}

/// Whether another operation of the plan writes the same elements in any case,
/// as the fill does in front of a product.
static bool isWrittenToo(const Test *test, const AsRaisingPlan *plan,
                         const AsAffineForm *form) {
  bool is = false;
  for (int i = 0; i < plan->numItems && form->level == 0; i++)
    is |= plan->items[i].form && !reducesOpen(plan->items[i].form) &&
          writesSame(test->tensors->scop, plan->items[i].form, form);
  return is;
}

static void addForm(Test *test, const AsRaisingPlan *plan,
                    const AsAffineForm *form) {
  if (isInBounds(test->tensors, form) || isWrittenToo(test, plan, form))
    return;
  for (int d = 0; d < form->numDims; d++)
    if (form->isReduction[d] && asAffineIsOpen(form, d))
      addAnd(test, asIrInsertComparison(
                       test->next, AS_IR_LESS, asIrInsertIndex(test->next, 0),
                       asOpenSizeInsert(test->tensors->scop, &form->open[d],
                                        test->next)));
}

static void addPlan(Test *test, const AsRaisingPlan *plan) {
  for (int i = 0; i < plan->numItems; i++)
    if (plan->items[i].form)
      addForm(test, plan, plan->items[i].form);
    else if (plan->items[i].inner)
      addPlan(test, plan->items[i].inner);
}

MlirValue asOpenReductionTest(const AsAffineTensors *tensors,
                              const AsRaisingPlan *plan, MlirValue condition,
                              MlirOperation next) {
  Test test = {tensors, next, condition};
  addPlan(&test, plan);
  return test.condition;
}
