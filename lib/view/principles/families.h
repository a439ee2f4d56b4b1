//===- families.h - Trials that may have principles in common
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A family is all trials of one sketch, by its name, over the tasks of one
// signature on one kind of device. Tasks of a signature differ in extents only,
// so their sketches have the same knobs, with other options.
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_FAMILIES_H
#define AS_VIEW_FAMILIES_H

#include "sketch/sketch.h"
#include "view/principles/matched-pairs.h"
#include "view/view.h"

typedef struct AsFamily {
  const char *signature, *device, *sketch;
  const char *
      like; ///< The task with the largest share: "matmul 64x128x96 (0f83a1c2)".
  const char *knobs[AS_MAX_KNOBS];
  int numKnobs;
  AsPairSample *samples; ///< For each task, and each version of the sketch.
  int *tasks;            ///< The task of each, by its number in the view.
  int numSamples;
} AsFamily;

/// Free with asFamiliesFree.
typedef struct AsFamilies {
  AsFamily *families;
  int count;
  int numTasks; ///< With trials in any.
} AsFamilies;

/// The families of a view. Strings are borrowed from it, or are in `arena`.
/// Trials without a time are left out, and knobs of which an option does not
/// mean the same in all tasks.
AsFamilies asFamiliesOf(const AsView *view, AsArena *arena);

void asFamiliesFree(AsFamilies *families);

#endif // AS_VIEW_FAMILIES_H
