//===- program-from-nest.h - From a loop nest to a program
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_PROGRAM_FROM_NEST_H
#define AS_TASK_PROGRAM_FROM_NEST_H

#include "as/error.h"
#include "ir/ir.h"
#include "support/arena.h"
#include "task/program.h"

enum { AS_NEST_MAX_TENSORS = 32 };

/// Shape and element type of a static tensor or memref, or of a scalar as rank
/// 0. False for other types.
bool asTaskShapeOf(MlirType type, int64_t shape[AS_MAX_RANK], int *rank,
                   AsElement *element);

/// The loop nest (ir/nest-schedule.h) in the function of a task; null if it has
/// none.
MlirOperation asNestOf(MlirOperation function);

/// Describes the nest: a stage for each statement, in the order of the text.
AsStatus asNestDescribe(MlirOperation loop, AsArena *arena, AsProgram *program,
                        AsError *error);

#endif // AS_TASK_PROGRAM_FROM_NEST_H
