//===- pad-steps.h - Steps for pads and what makes their images
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pad becomes an array before all else, or tile by tile in the loops of its
// reader (the rule halo). What makes its image, the feeder, then moves into
// these loops, too.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_RULES_PAD_STEPS_H
#define AS_SKETCH_RULES_PAD_STEPS_H

#include "sketch/rules.h"

/// Pads become arrays of their own, if there are any and nothing came before,
/// unless they are made tile by tile.
void asMaterialisePads(AsDerivation *derivation);

/// Where they are made tile by tile, they become arrays now, and what makes
/// their images moves into the loops.
void asMaterialiseHalo(AsDerivation *derivation);

/// The product among the stages that make the image of a pad, or -1.
int asFeedingProduct(const AsDerivation *derivation);

/// Register tiles for these stages, if there are any, within tiles for the
/// caches that have so much of the lanes.
void asTileFeeder(AsDerivation *derivation, AsSize lanesAround);

#endif // AS_SKETCH_RULES_PAD_STEPS_H
