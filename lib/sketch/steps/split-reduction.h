//===- split-reduction.h - Reductions into partial results
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What other steps have to know of reductions that split-reduction split:
// threads of a GPU share the partial results, and all of it is vectorised.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_STEPS_SPLIT_REDUCTION_H
#define AS_SKETCH_STEPS_SPLIT_REDUCTION_H

#include "task/program.h"

/// Whether threads merge partial results of the stage as they would compute its
/// results: it reduces columns. Those of rows are merged when it is lowered.
bool asMergesColumns(const AsStage *stage);

#endif // AS_SKETCH_STEPS_SPLIT_REDUCTION_H
