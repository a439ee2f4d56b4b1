//===- weight-layout.c - How a point packs weights
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See weight-layout.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/weight-layout.h"
#include "sketch/steps/packed-transpose.h"

/// Adds a dimension inside of the others.
static void addStep(AsWeightLayout *layout, int dim, int64_t step) {
  layout->step[layout->numSteps++] = (AsLayoutStep){dim, step};
}

static void describe(const AsProgram *program, const AsStage *stage,
                     const AsNestStage *own, int operand,
                     AsWeightLayout *layout) {
  const AsAccess *access = &stage->access[operand];
  *layout = (AsWeightLayout){.isPadded = own->padded >= 0};
  for (int l = 0; l < own->numLoops; l++) {
    int dim = asAccessDim(program, stage, access, own->loop[l].dim);
    if (dim < 0)
      continue;
    addStep(layout, dim, own->loop[l].step);
    layout->hoist += l >= own->numLoops - own->packLoops[operand];
  }
  // The tile in the middle has the operand's own order, but for lanes.
  int rank = program->tensors[access->tensor].rank;
  int turned = asTurnedDim(program, stage, access);
  for (int r = 0; r < rank; r++) {
    int dim = turned < 0      ? r
              : r == rank - 1 ? turned
              : r == turned   ? rank - 1
                              : r;
    int loop = asAccessLoop(access, stage, dim);
    if (loop < 0 || own->tile[loop] > 1)
      addStep(layout, dim, 1);
  }
}

void asNestWeightLayout(const AsNest *nest, AsWeightLayout *layout) {
  const AsProgram *program = nest->sketch->program;
  *layout = (AsWeightLayout){0};
  for (int s = 0; s < nest->numStages; s++) {
    const AsStage *stage = &program->stages[s];
    const AsNestStage *own = &nest->stage[s];
    for (int a = 0; a < asStageNumOperands(stage); a++)
      if (own->packLoops[a] > 0 &&
          program->tensors[stage->access[a].tensor].isFixed)
        describe(program, stage, own, a, layout);
  }
}

bool asPointWeightLayout(const AsSketch *sketch, const AsPoint *point,
                         AsWeightLayout *layout) {
  AsNest nest;
  *layout = (AsWeightLayout){0};
  if (sketch->isUser || !asNestBuild(sketch, point, &nest))
    return false;
  asNestWeightLayout(&nest, layout);
  return true;
}

bool asIsSameLayout(const AsWeightLayout *left, const AsWeightLayout *right) {
  bool isSame = left->numSteps == right->numSteps &&
                left->hoist == right->hoist &&
                left->isPadded == right->isPadded;
  for (int i = 0; i < left->numSteps && isSame; i++)
    isSame = left->step[i].dim == right->step[i].dim &&
             left->step[i].step == right->step[i].step;
  return isSame;
}

void asWeightLayoutPrint(const AsWeightLayout *layout, AsText *text) {
  for (int i = 0; i < layout->numSteps; i++)
    asTextFormat(text, "%s%d by %lld", i ? ", " : "", layout->step[i].dim,
                 (long long)layout->step[i].step);
  if (layout->numSteps)
    asTextFormat(text, ", out of %d", layout->hoist);
  else
    asTextAppendString(text, "none");
  asTextAppendString(text, layout->isPadded ? ", filled up" : "");
}
