//===- neutral-pads.h - What a reduction takes without a change
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_NEUTRAL_PADS_H
#define AS_TASK_DYNAMIC_NEUTRAL_PADS_H

#include "task/dynamic/loop-classes.h"

/// Whether a tile along the class may have elements behind the end of the
/// operands that do not change the result, bit by bit.
bool asMayPad(const AsGroupLoops *loops, int class);

/// What operand `i` of the root has there, if asMayPad.
MlirAttribute asNeutralPad(const AsGroupLoops *loops, intptr_t i);

#endif // AS_TASK_DYNAMIC_NEUTRAL_PADS_H
