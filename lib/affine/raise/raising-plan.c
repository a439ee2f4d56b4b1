//===- affine/raise/raising-plan.c - Which statements are raised, in which order
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "affine/raise/raising-plan.h"
#include "support/arena.h"
#include <stdlib.h>

typedef struct Planner {
  const AsAffineView *view;
  const AsDependences *dependences;
  AsAffineRemarker remark;
  void *context;
} Planner;

/// A component, and what becomes of it.
typedef struct Component {
  uint64_t statements, before;
  AsAffineForm *form;
  AsAffinePlan *inner;
  bool isDone;
} Component;

static uint64_t bit(int statement) { return (uint64_t)1 << statement; }

static int firstOf(uint64_t statements) { return __builtin_ctzll(statements); }

//===----------------------------------------------------------------------===//
// What becomes of a component
//===----------------------------------------------------------------------===//

/// Inside of loops that stay, an operation on tensors has to be worth being
/// called once an iteration.
static bool isWorthwhile(const AsAffineForm *form) {
  return form->level == 0 || (form->reduces && form->numDims >= 2);
}

static AsAffinePlan *planSet(const Planner *planner, uint64_t set, int level);

/// The loop at `level` around all of the statements, or -1.
static int loopAround(const AsAffineView *view, uint64_t statements,
                      int level) {
  int loop = -1;
  for (int s = 0; s < view->numStatements; s++) {
    if (!(statements & bit(s)))
      continue;
    if (view->statements[s].depth <= level)
      return -1;
    int around = view->statements[s].loops[level];
    if (loop >= 0 && loop != around)
      return -1;
    loop = around;
  }
  return loop;
}

/// Whether the loop is directly in the one around it, or in the view: one under
/// a condition stays as it is.
static bool isDirect(const AsAffineView *view, int statement, int level) {
  const AsAffineStatement *s = &view->statements[statement];
  MlirOperation loop = view->loops[s->loops[level]].op;
  if (level > 0)
    return mlirOperationEqual(mlirOperationGetParentOperation(loop),
                              view->loops[s->loops[level - 1]].op);
  for (int i = 0; i < view->numOps; i++)
    if (mlirOperationEqual(view->ops[i], loop))
      return true;
  return false;
}

static void decide(const Planner *planner, int level, Component *component) {
  const AsAffineView *view = planner->view;
  int first = firstOf(component->statements);
  bool isAlone = component->statements == bit(first);
  AsAffineObstacle obstacle = {{NULL}, ""};
  if (isAlone) {
    AsAffineForm *form = asAlloc(sizeof *form);
    if (asAffineFormOf(view, planner->dependences, first, level, form,
                       &obstacle) &&
        isWorthwhile(form)) {
      component->form = form;
      return;
    }
    free(form);
  }
  if (loopAround(view, component->statements, level) >= 0 &&
      isDirect(view, first, level)) {
    component->inner = planSet(planner, component->statements, level + 1);
    if (component->inner->raises)
      return;
    asAffinePlanDestroy(component->inner);
    component->inner = NULL;
  }
  if (level > 0)
    return; // The outermost attempt knows why.
  if (isAlone)
    planner->remark(obstacle.op, obstacle.why, planner->context);
  else
    planner->remark(view->statements[first].store,
                    "it and other statements depend on each other in turn",
                    planner->context);
}

//===----------------------------------------------------------------------===//
// The order
//===----------------------------------------------------------------------===//

/// The next component of which all that must come before is done: one of the
/// same kind as the last, if there is one, so that operations are next to each
/// other; else the first in the text.
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

/// What stays as it is stays together, in the order of the text.
static void addItem(AsAffinePlan *plan, const Component *component, int loop) {
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

/// A fill alone is not worth a task.
static bool isTask(const AsAffineView *view, const AsAffineForm *form) {
  return view->statements[form->statement].numAccesses > 1;
}

static AsAffinePlan *planSet(const Planner *planner, uint64_t set, int level) {
  AsAffinePlan *plan = asAlloc(sizeof *plan);
  *plan = (AsAffinePlan){0};
  AsComponent found[AS_AFFINE_MAX_STATEMENTS];
  Component components[AS_AFFINE_MAX_STATEMENTS];
  int count =
      asComponentsFind(planner->view, planner->dependences, set, level, found);
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
        next->inner || (next->form && isTask(planner->view, next->form));
    addItem(plan, next, loopAround(planner->view, next->statements, level));
  }
  return plan;
}

AsAffinePlan *asAffinePlanCreate(const AsAffineView *view,
                                 const AsDependences *dependences,
                                 AsAffineRemarker remark, void *context) {
  if (view->numStatements == 0 ||
      view->numStatements > AS_AFFINE_MAX_STATEMENTS)
    return NULL;
  Planner planner = {view, dependences, remark, context};
  return planSet(&planner, asComponentsAll(view), 0);
}

void asAffinePlanDestroy(AsAffinePlan *plan) {
  for (int i = 0; plan && i < plan->numItems; i++) {
    free(plan->items[i].form);
    asAffinePlanDestroy(plan->items[i].inner);
  }
  if (plan)
    free(plan->items);
  free(plan);
}
