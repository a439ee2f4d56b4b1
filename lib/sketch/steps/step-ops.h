//===- step-ops.h - What each kind of step does
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of operations that AS_STEP_KINDS of step.h makes, and helpers for
// the files that implement them.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_STEPS_STEP_OPS_H
#define AS_SKETCH_STEPS_STEP_OPS_H

#include "sketch/loop-nest.h"
#include "sketch/script-writer.h"

/// One kind of step. A function that is NULL does nothing, or finds nothing to
/// object to.
typedef struct AsStepOps {
  const char *name;
  /// Makes all sizes untiled and all knobs -1; other members are 0 by then.
  void (*clear)(AsStep *step);
  /// Whether the members are in range: for asserts (sanity.h).
  bool (*isSane)(const AsSketch *sketch, const AsStep *step);
  /// What the step does to the symbolic loop nest; false where the values of
  /// the knobs do not fit together.
  bool (*applyToNest)(AsNest *nest, const AsStep *step, const AsPoint *point);
  /// Appends the lines that do it to the IR.
  void (*writeScript)(AsWriter *writer, const AsStep *step);
  bool makesLoops;  ///< Its members begin with the sizes of tiles.
  bool endsTensors; ///< It leaves operations that are not those of the program:
                    ///< scripts of the structure alone end before it.
  bool
      reordersSums; ///< Terms are added up in another order than the program's.
} AsStepOps;

#define AS_STEP_DECLARATION(suffix, ops) extern const AsStepOps ops;
AS_STEP_KINDS(AS_STEP_DECLARATION)
#undef AS_STEP_DECLARATION

const AsStepOps *asStepOps(AsStepKind kind);

/// Makes sizes for the loops of a stage untiled.
void asClearSizes(AsSize size[AS_MAX_DIMS]);

/// AsStepOps.clear and isSane of steps that have the sizes of tiles only.
void asClearTile(AsStep *step);
bool asTileIsSane(const AsSketch *sketch, const AsStep *step);

/// AsStepOps.isSane of steps that have a stage and nothing else, and of steps
/// that are about the program.
bool asStageStepIsSane(const AsSketch *sketch, const AsStep *step);
bool asProgramStepIsSane(const AsSketch *sketch, const AsStep *step);

#endif // AS_SKETCH_STEPS_STEP_OPS_H
