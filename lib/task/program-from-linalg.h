//===- program-from-linalg.h - From linalg on tensors to a program
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program of a task (task/program.h) whose function holds linalg,
// tensor.pad and tensor.insert_slice on tensors of static shapes.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_PROGRAM_FROM_LINALG_H
#define AS_TASK_PROGRAM_FROM_LINALG_H

#include "as/error.h"
#include "ir/ir.h"
#include "support/arena.h"
#include "task/program.h"

/// Describes the function `named`: a stage for each operation, in their order.
/// `general` is a copy of it whose named operations were generalised. What the
/// program points to is put into `arena`. AS_UNSUPPORTED, with the operation
/// that is not taken, where a stage cannot be described.
AsStatus asLinalgDescribe(MlirOperation named, MlirOperation general,
                          AsArena *arena, AsProgram *program, AsError *error);

#endif // AS_TASK_PROGRAM_FROM_LINALG_H
