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

#include "as/error.h"
#include "support/arena.h"
#include <stdbool.h>

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

#endif // AS_SEARCH_PRINCIPLES_H
