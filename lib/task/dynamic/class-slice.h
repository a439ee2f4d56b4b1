//===- class-slice.h - What one element along a class computes and reads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_CLASS_SLICE_H
#define AS_TASK_DYNAMIC_CLASS_SLICE_H

#include "task/dynamic/loop-classes.h"

/// The slice of a group that is one element along a class, such as an image.
typedef struct AsClassSlice {
  double iterations; ///< Of all members.
  double own;        ///< Elements that move with the class, read or written.
  double shared;     ///< Elements of operands that do not, such as weights.
  double sharedBytes;
} AsClassSlice;

/// Outer classes are taken for one element, other dynamic ones for
/// AS_OTHER_ELEMENTS.
AsClassSlice asClassSlice(const AsGroupLoops *loops, int class);

enum { AS_OTHER_ELEMENTS = 64 };

/// Whether such slices read more that is their own than they share. Then they
/// may be computed one by one: to read what they share once for several of them
/// would gain little.
bool asReadsMostlyOwn(const AsClassSlice *slice);

#endif // AS_TASK_DYNAMIC_CLASS_SLICE_H
