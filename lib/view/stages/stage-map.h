//===- stage-map.h - Which stage of a task a stage of a sketch is
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sketch may begin with a step that makes another program of the task's: it
// flattens a convolution into a product, puts pads before a product, or does
// without pads.
//
//   task:    0 fill, 1 convolution
//   sketch:  0 fill, 1 other (the copy of the image), 2 contraction
//
// Here stages 0 and 2 of the sketch are 0 and 1 of the task, and 1 is none.
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_STAGE_MAP_H
#define AS_VIEW_STAGE_MAP_H

#include "task/program.h"

/// Writes for each stage of `own`, the program of a sketch, the stage of the
/// task's that it is, or -1. The anchors are each other; others, on the same
/// side of these, are where they are of the same kind, in order.
void asStageMap(const AsProgram *own, const AsProgram *task,
                int stages[AS_MAX_STAGES]);

#endif // AS_VIEW_STAGE_MAP_H
