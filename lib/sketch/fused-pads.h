//===- fused-pads.h - Pads in a nest
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pad that is made tile by tile is fused with its reader, but has no tiling
// of its own: its tiles are what tiles of the reader reach, and overlap. So are
// those of the stages that make what is padded.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_FUSED_PADS_H
#define AS_SKETCH_FUSED_PADS_H

#include "sketch/loop-nest.h"

/// The dimension of a pad's result that is cut along with loop `d` of the last
/// stage, by who reads it; -1 for none.
int asPaddedDim(const AsSketch *sketch, int pad, int d);

/// Makes the tile of a pad what a tile of its reader reaches.
void asPadCoverReader(AsNest *nest, int pad);

#endif // AS_SKETCH_FUSED_PADS_H
