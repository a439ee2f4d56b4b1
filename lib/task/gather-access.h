//===- gather-access.h - Accesses of bodies that gather
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_GATHER_ACCESS_H
#define AS_TASK_GATHER_ACCESS_H

#include "ir/ir.h"
#include "task/program.h"

/// Describes the indices of a tensor.extract in the body of `generic`, which
/// reads `tensor`; the loops of `stage` and the accesses of its operands are
/// known. An index that depends on data is described as one that goes from row
/// to row with the loops that the data depends on.
void asGatherDescribe(MlirOperation extract, MlirOperation generic,
                      const AsStage *stage, const AsTensor *tensor,
                      AsAccess *access);

#endif // AS_TASK_GATHER_ACCESS_H
