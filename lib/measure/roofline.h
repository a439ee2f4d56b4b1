//===- roofline.h - What the machine can do at most
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two roofs over every piece of work, as measured on the chosen cores: the
// peak of single precision arithmetic and the bandwidth of each level of memory
// (Williams, Waterman and Patterson, "Roofline", 2009).
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_ROOFLINE_H
#define AS_MEASURE_ROOFLINE_H

#include "as/error.h"
#include "support/text.h"

#define AS_ROOFLINE_LEVELS 4

typedef struct AsRooflineLevel {
  const char *name;
  double capacity; ///< Bytes that the chosen cores can hold in it together.
  double read;     ///< Bytes per second read.
  double triad;    ///< Likewise of a = b + f * c, read and written.
} AsRooflineLevel;

typedef struct AsRoofline {
  const char *instructions; ///< "AVX-512", ...
  double peak;              ///< FLOP per second.
  AsRooflineLevel
      levels[AS_ROOFLINE_LEVELS]; ///< Nearest first; the last is DRAM.
  int numLevels;
  const int *cores; ///< Those that it was measured on.
  int numCores;
} AsRoofline;

/// Measures on `count` cores at once, in about two seconds. The roofline refers
/// to `cores`.
AsStatus asRooflineMeasure(const int *cores, int count, AsRoofline *roofline,
                           AsError *error);

/// The least seconds in which the machine can do `flop` operations on `bytes`
/// bytes that lie in the nearest level that holds them all.
double asRooflineBound(const AsRoofline *roofline, double flop, double bytes);

/// Likewise, but as it is now: the peak is measured again, and the bandwidth
/// with which just so many bytes are read, in some milliseconds. Clocks change
/// what a machine can do, and neighbours how much of a shared cache it has, so
/// that work timed long after the roofline is compared with this.
AsStatus asRooflineBoundNow(const AsRoofline *roofline, double flop,
                            double bytes, double *seconds, AsError *error);

/// Appends two lines.
void asRooflinePrint(const AsRoofline *roofline, AsText *text);

#endif // AS_MEASURE_ROOFLINE_H
