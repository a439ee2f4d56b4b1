//===- raising-plan.c - Which statements are raised, in which order
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "affine/raise/raising-plan.h"
#include "support/arena.h"
#include <stdlib.h>

typedef struct Planner {
  const AsScop *scop;
  const AsDependences *dependences;
  AsAffineRemarker remark;
  void *context;
} Planner;

/// A component and the decision about it.
typedef struct Component {
  uint64_t statements, before;
  AsAffineForm *form;
  AsRaisingPlan *inner;
  bool isDone;
} Component;

static uint64_t bit(int statement) { return (uint64_t)1 << statement; }

static int firstOf(uint64_t statements) { return __builtin_ctzll(statements); }

//===----------------------------------------------------------------------===//
// One component
//===----------------------------------------------------------------------===//

/// Whether loop `loop` of the SCoP is over blocks of rows
/// (tiling/row-blocks.h).
static bool isOverRowBlocks(const AsScop *scop, int loop) {
  return loop >= 0 &&
         !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
             scop->loops[loop].op, asIrString(AS_ROW_BLOCKS_ATTRIBUTE)));
}

/// In a loop that stays, each iteration calls the operation: it has to be worth
/// the call.
static bool isWorthwhile(const AsScop *scop, const AsAffineForm *form) {
  if (form->level == 0)
    return true;
  int around = scop->statements[form->statement].loops[form->level - 1];
  return form->numDims >= 2 && (form->reduces || isOverRowBlocks(scop, around));
}

static AsRaisingPlan *planSet(const Planner *planner, uint64_t set, int level);

/// The loop at `level` that encloses all of the statements, or -1.
static int loopAround(const AsScop *scop, uint64_t statements, int level) {
  int loop = -1;
  for (int s = 0; s < scop->numStatements; s++) {
    if (!(statements & bit(s)))
      continue;
    if (scop->statements[s].depth <= level)
      return -1;
    int around = scop->statements[s].loops[level];
    if (loop >= 0 && loop != around)
      return -1;
    loop = around;
  }
  return loop;
}

/// Whether the loop is directly in the next outer loop, or in the SCoP. Loops
/// under a condition stay as they are.
static bool isDirect(const AsScop *scop, int statement, int level) {
  const AsAffineStatement *s = &scop->statements[statement];
  MlirOperation loop = scop->loops[s->loops[level]].op;
  if (level > 0)
    return mlirOperationEqual(mlirOperationGetParentOperation(loop),
                              scop->loops[s->loops[level - 1]].op);
  for (int i = 0; i < scop->numOps; i++)
    if (mlirOperationEqual(scop->ops[i], loop))
      return true;
  return false;
}

/// Raises the component as an operator, or plans the body of its loop, or
/// leaves it.
static void decide(const Planner *planner, int level, Component *component) {
  const AsScop *scop = planner->scop;
  int first = firstOf(component->statements);
  bool isAlone = component->statements == bit(first);
  int loop = loopAround(scop, component->statements, level);
  AsAffineObstacle obstacle = {{NULL}, ""};
  if (isAlone && !isOverRowBlocks(scop, loop)) {
    AsAffineForm *form = asAlloc(sizeof *form);
    if (asAffineFormOf(scop, planner->dependences, first, level, form,
                       &obstacle) &&
        isWorthwhile(scop, form)) {
      component->form = form;
      return;
    }
    free(form);
  }
  if (loop >= 0 && isDirect(scop, first, level)) {
    component->inner = planSet(planner, component->statements, level + 1);
    if (component->inner->raises)
      return;
    asRaisingPlanDestroy(component->inner);
    component->inner = NULL;
  }
  if (level > 0)
    return; // The attempt at level 0 gives the remark.
  if (isAlone)
    planner->remark(obstacle.op, obstacle.why, planner->context);
  else
    planner->remark(
        scop->statements[first].store,
        "it and other statements depend on each other in turn; loops of their "
        "own for statements that need not wait for each other help",
        planner->context);
}

//===----------------------------------------------------------------------===//
// Order of components
//===----------------------------------------------------------------------===//

/// The next component whose predecessors are done: preferably of the same kind
/// as the last one, so that operators are adjacent and can pass tensors;
/// otherwise the first in textual order.
static Component *pickNext(Component *components, int count, uint64_t done,
                           bool raised) {
  Component *next = NULL;
  for (int c = 0; c < count; c++) {
    Component *component = &components[c];
    if (component->isDone || component->before & ~done)
      continue;
    if ((component->form != NULL) == raised)
      return component;
    if (!next)
      next = component;
  }
  return next;
}

/// Consecutive components that stay loops share an item, in textual order.
static void addItem(AsRaisingPlan *plan, const Component *component, int loop) {
  AsAffineItem *last = plan->numItems ? &plan->items[plan->numItems - 1] : NULL;
  if (!component->form && !component->inner && last && !last->form &&
      !last->inner) {
    last->statements |= component->statements;
    return;
  }
  plan->items = asRealloc(plan->items,
                          sizeof *plan->items * (size_t)(plan->numItems + 1));
  plan->items[plan->numItems++] = (AsAffineItem){
      component->statements, component->form, component->inner, loop};
}

/// A fill by itself is not worth a task.
static bool isTask(const AsScop *scop, const AsAffineForm *form) {
  return scop->statements[form->statement].numAccesses > 1;
}

/// Makes one component of those in a loop over blocks of rows, which stays
/// around all of them. Returns how many are left.
static int joinRowBlocks(const AsScop *scop, int level, AsComponent *components,
                         int count) {
  int left = 0;
  for (int c = 0; c < count; c++) {
    int loop = loopAround(scop, components[c].statements, level), same = left;
    for (int o = 0; o < left && isOverRowBlocks(scop, loop); o++)
      if (loopAround(scop, components[o].statements, level) == loop)
        same = o;
    if (same == left)
      components[left++] = components[c];
    else
      asComponentsJoin(&components[same], &components[c]);
  }
  return left;
}

static AsRaisingPlan *planSet(const Planner *planner, uint64_t set, int level) {
  AsRaisingPlan *plan = asAlloc(sizeof *plan);
  *plan = (AsRaisingPlan){0};
  plan->isInRowBlocks =
      level > 0 &&
      isOverRowBlocks(planner->scop, loopAround(planner->scop, set, level - 1));
  AsComponent found[AS_AFFINE_MAX_STATEMENTS];
  Component components[AS_AFFINE_MAX_STATEMENTS];
  int count =
      asComponentsFind(planner->scop, planner->dependences, set, level, found);
  count = joinRowBlocks(planner->scop, level, found, count);
  for (int c = 0; c < count; c++) {
    components[c] = (Component){.statements = found[c].statements,
                                .before = found[c].before};
    decide(planner, level, &components[c]);
  }
  uint64_t done = ~set;
  bool raised = true;
  for (int i = 0; i < count; i++) {
    Component *next = pickNext(components, count, done, raised);
    next->isDone = true;
    done |= next->statements;
    raised = next->form != NULL;
    plan->raises |=
        next->inner || (next->form && isTask(planner->scop, next->form));
    addItem(plan, next, loopAround(planner->scop, next->statements, level));
  }
  return plan;
}

AsRaisingPlan *asRaisingPlanCreate(const AsScop *scop,
                                   const AsDependences *dependences,
                                   AsAffineRemarker remark, void *context) {
  if (scop->numStatements == 0)
    return NULL;
  Planner planner = {scop, dependences, remark, context};
  return planSet(&planner, asComponentsAll(scop), 0);
}

void asRaisingPlanDestroy(AsRaisingPlan *plan) {
  for (int i = 0; plan && i < plan->numItems; i++) {
    free(plan->items[i].form);
    asRaisingPlanDestroy(plan->items[i].inner);
  }
  if (plan)
    free(plan->items);
  free(plan);
}
