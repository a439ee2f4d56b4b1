//===- principles.h - What good schedules of a family have in common
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A principle says which options of one knob were faster in tasks of one
// signature. as-view finds them in a store (view/principles/find.h) and writes
// them to a file; a search that is given the file draws from these options.
//
//   {"signature":"1eed012e...","device":"cpu","sketch":"tile+window",
//    "knob":"register_2","atMost":4, ...}
//
//===----------------------------------------------------------------------===//

#ifndef AS_SEARCH_PRINCIPLES_H
#define AS_SEARCH_PRINCIPLES_H

#include "sketch/sketch.h"

/// What the document begins with: {"principlesVersion":1,...}. A reader refuses
/// later versions.
#define AS_PRINCIPLES_KEY "principlesVersion"
#define AS_PRINCIPLES_VERSION 1

/// Which of two sides of a limit the options of a knob are on.
typedef struct AsPrinciple {
  const char *signature; ///< Of the tasks (task/program.h).
  const char *device;    ///< What keys of their targets begin with: "cpu".
  const char *sketch, *knob;
  bool isMost; ///< At most `limit`, or else at least.
  double limit;
} AsPrinciple;

/// Zero-initialise; free with asPrinciplesFree.
typedef struct AsPrinciples {
  AsPrinciple *items;
  int count;
  AsArena arena;
} AsPrinciples;

/// Reads a file that as-view has written. AS_INVALID_INPUT if it is something
/// else, damaged, or of a later version.
AsStatus asPrinciplesRead(const char *path, AsPrinciples *principles,
                          AsError *error);

/// Writes to `allowed` the options that the principles allow of each sketch of
/// a task for that target. A principle that would leave a knob without options,
/// or a sketch without points, is passed over. Returns how many took options
/// away.
int asPrinciplesApply(const AsPrinciples *principles, const AsSketch *sketches,
                      int numSketches, const char *target, AsAllowed *allowed);

void asPrinciplesFree(AsPrinciples *principles);

#endif // AS_SEARCH_PRINCIPLES_H
