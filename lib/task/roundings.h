//===- roundings.h - What is rounded on the way to a result
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How far two right programs may differ depends on the types that they round
// to, which the type of the result does not tell: a root in bf16 that is
// widened to f64 has the accuracy of bf16, and a sum in f32 that is rounded to
// bf16 at the end is rounded to bf16 once.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_ROUNDINGS_H
#define AS_TASK_ROUNDINGS_H

#include "task/task.h"

/// Fills in the roundings of each buffer. `general` is the task's function with
/// its linalg operations generalised, and task->program its program. Arguments
/// of a loop nest, which may all be written, get those of the whole nest.
void asRoundingsFind(MlirOperation general, AsArena *arena, AsTask *task);

/// The roundoff of the coarsest type that operations in `op` round to; 0 if
/// none rounds.
double asRoundingsCoarsest(MlirOperation op);

#endif // AS_TASK_ROUNDINGS_H
