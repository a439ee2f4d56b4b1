//===- roofline.h - Measuring the roofline of the machine
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Measures the roofline of the chosen cores (Williams, Waterman and Patterson,
// "Roofline", 2009): the peak of f32 arithmetic and the bandwidth of each level
// of memory.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_ROOFLINE_H
#define AS_MEASURE_ROOFLINE_H

#include "as/error.h"
#include "support/core-set.h"
#include "support/text.h"

#define AS_ROOFLINE_LEVELS 4

typedef struct AsRooflineLevel {
  const char *name;
  double capacity; ///< Bytes that it holds of the chosen cores together.
  double read;     ///< Bytes per second read.
  double triad;    ///< Likewise of a = b + f * c, read and written.
} AsRooflineLevel;

typedef struct AsRoofline {
  const char *instructions; ///< "AVX-512", ...
  double peak;              ///< FLOP per second.
  AsRooflineLevel
      levels[AS_ROOFLINE_LEVELS]; ///< Nearest first; the last is DRAM.
  int numLevels;
  AsCoreSet cores; ///< The cores that it was measured on.
} AsRoofline;

/// Measures on all `cores` at once, in about two seconds. The roofline refers
/// to them.
AsStatus asRooflineMeasure(AsCoreSet cores, AsRoofline *roofline,
                           AsError *error);

/// The least seconds for `flop` operations on `bytes` bytes that lie in the
/// nearest level that holds them all.
double asRooflineBound(const AsRoofline *roofline, double flop, double bytes);

/// The same for the current state of the machine: measures the peak again, and
/// the bandwidth of reading `bytes` bytes, in some milliseconds. Clocks change,
/// and so does the share of a cache that neighbours take, so work that is timed
/// long after the roofline is compared with this.
AsStatus asRooflineBoundNow(const AsRoofline *roofline, double flop,
                            double bytes, double *seconds, AsError *error);

/// Appends two lines.
void asRooflinePrint(const AsRoofline *roofline, AsText *text);

#endif // AS_MEASURE_ROOFLINE_H
