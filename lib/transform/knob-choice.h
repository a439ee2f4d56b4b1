//===- knob-choice.h - The value of one knob
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Apart from apply-script.h, so that the search can choose without including
// MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TRANSFORM_KNOB_CHOICE_H
#define AS_TRANSFORM_KNOB_CHOICE_H

#include <stdint.h>

/// The value of one knob: of a transform.tune.knob the option itself, of a
/// transform.tune.alternatives the number of the region.
typedef struct AsKnobChoice {
  const char *knob;
  int64_t value;    ///< An integer option...
  const char *text; ///< ...or, where not NULL, any attribute as text.
} AsKnobChoice;

#endif // AS_TRANSFORM_KNOB_CHOICE_H
