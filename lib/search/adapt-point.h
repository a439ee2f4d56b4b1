//===- adapt-point.h - A point of one sketch as a point of another
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sketches of similar tasks have knobs of the same names, but other options:
// tile sizes are divisors of extents.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SEARCH_ADAPT_POINT_H
#define AS_SEARCH_ADAPT_POINT_H

#include "sketch/sketch.h"
#include <cJSON.h>

/// Gives each knob of `sketch` the value that `values` has under its name, or
/// the option nearest to it: of tiles and unroll factors, by their ratio. A
/// tile that was the whole extent stays so: `knobs`, an array of objects as the
/// thing "sketch" has them (docs/records.md), tells the extents there were. The
/// tiles are repaired. False if a knob has no value, one whose options have no
/// order has another value, or the result is no valid point.
///
///   values {"mr":8,"nr":32,"kc":384}, where kc had an extent of 384
///   knobs of `sketch`: mr of 1, 3, 9; nr of 16, 48; kc of 1 to 768
///   point: mr 9, nr 48, kc 768
bool asPointAdapt(const AsSketch *sketch, const cJSON *values,
                  const cJSON *knobs, AsPoint *point);

/// The same from a point of another sketch; `point` may be `other`.
bool asPointAdaptFrom(const AsSketch *from, const AsPoint *other,
                      const AsSketch *sketch, AsPoint *point);

#endif // AS_SEARCH_ADAPT_POINT_H
