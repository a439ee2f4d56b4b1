//===- fusion.h - Tiling a stage with its producers fused
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the steps fuse, parallel, grid and blocks have in common: they cut a
// stage, as a rule the last one, into tiles, and compute its producers tile by
// tile in the same loops. They differ in what runs these loops.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_STEPS_FUSION_H
#define AS_SKETCH_STEPS_FUSION_H

#include "sketch/loop-nest.h"
#include "sketch/script-writer.h"

/// How a step fuses.
typedef struct AsFusion {
  AsLoopKind kind; ///< What runs the loops.
  bool isSwapped;  ///< The last two tiled loops change places.
  bool isPadded;   ///< The last tile may be a smaller one.
  bool isApart;    ///< Producers are tiled in the same way, in loops of their
                   ///< own before it.
} AsFusion;

/// Tiles the stage of the step in the nest; everything fused with it gets the
/// same loops. False where the sizes do not fit.
bool asNestFuse(AsNest *nest, const AsStep *step, const AsFusion *fusion,
                const AsPoint *point);

/// Matches the operation that is tiled: the stage's or, where its layout was
/// changed, the linalg.unpack after it. Returns the number of the handle.
int asWriteFusionTarget(AsWriter *writer, int stage);

/// Tiles %hTARGET and fuses its producers, by a single scf.forall or by a loop
/// for each tiled dimension. `interchange` is empty or starts with a space;
/// `types` are those of the parameters in it. Returns N of the loops %lN.
int asWriteFusion(AsWriter *writer, const AsStep *step, int target,
                  bool isForall, const char *interchange, const char *types);

/// The same of a step that is none of the sketch and fuses no pads.
int asWriteFusedTiles(AsWriter *writer, const AsStep *step, int target,
                      bool isForall, const char *interchange,
                      const char *types);

#endif // AS_SKETCH_STEPS_FUSION_H
