//===- stage-map.c - Which stage of a task a stage of a sketch is
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See stage-map.h.
//
//===----------------------------------------------------------------------===//

#include "view/stages/stage-map.h"

/// Maps stages `begin` to `end` - 1 of `own` to those from `next` to `limit` -
/// 1 of the task that have the same kind.
static void mapPart(const AsProgram *own, int begin, int end,
                    const AsProgram *task, int next, int limit, int *stages) {
  for (int s = begin; s < end; s++) {
    int t = next;
    while (t < limit && task->stages[t].kind != own->stages[s].kind)
      t++;
    stages[s] = t < limit ? t : -1;
    if (t < limit)
      next = t + 1;
  }
}

void asStageMap(const AsProgram *own, const AsProgram *task,
                int stages[AS_MAX_STAGES]) {
  int anchor = asProgramAnchor(own), taskAnchor = asProgramAnchor(task);
  if (own == task) {
    for (int s = 0; s < own->numStages; s++)
      stages[s] = s;
  } else if (anchor < 0 || taskAnchor < 0) {
    mapPart(own, 0, own->numStages, task, 0, task->numStages, stages);
  } else {
    mapPart(own, 0, anchor, task, 0, taskAnchor, stages);
    stages[anchor] = taskAnchor;
    mapPart(own, anchor + 1, own->numStages, task, taskAnchor + 1,
            task->numStages, stages);
  }
}
