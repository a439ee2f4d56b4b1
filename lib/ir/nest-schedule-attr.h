//===- nest-schedule-attr.h - The schedules of a nest as an attribute
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One dictionary a schedule, of dense arrays of i64:
//
//   {options = [fuse, keep, distribute, innermost, wave],
//    band = [the extents of its members],
//    same = [the one that it is the same as without tiles, or -1],
//    loops = [[those of a statement], ...],
//    bands = [[first, members], ...], shared = [...], serial = [...]}
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_NEST_SCHEDULE_ATTR_H
#define AS_IR_NEST_SCHEDULE_ATTR_H

#include "ir/nest-schedule.h"
#include "mlir-c/IR.h"

/// An attribute of `count` schedules for a nest of so many statements.
MlirAttribute asIrSchedulesWrite(MlirContext context,
                                 const AsNestSchedule *schedules, int count,
                                 int numStatements);

/// How many schedules the attribute has for a nest of so many statements; 0
/// where it is anything else. Writes them unless `schedules` is NULL.
int asIrSchedulesRead(MlirAttribute attribute, int numStatements,
                      AsNestSchedule *schedules);

#endif // AS_IR_NEST_SCHEDULE_ATTR_H
