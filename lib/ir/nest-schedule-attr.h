//===- nest-schedule-attr.h - Store the schedules of a loop nest as an attribute
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An array of dictionaries, one for each schedule, with dense arrays of i64 as
// entries (ir/nest-schedule.h):
//
//   {options = [fuse, keep, distribute, innermost, wave, jam],
//    band = [extents of the members],
//    same = [an earlier schedule that is the same untiled, or -1],
//    loops = [[loops of a statement], ...], shifts = [[...], ...],
//    bands = [[first, members], ...], shared = [...], carry = [...]}
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_NEST_SCHEDULE_ATTR_H
#define AS_IR_NEST_SCHEDULE_ATTR_H

#include "ir/nest-schedule.h"
#include "mlir-c/IR.h"

/// The attribute with `count` schedules of a nest with `numStatements`
/// statements.
MlirAttribute asIrSchedulesWrite(MlirContext context,
                                 const AsNestSchedule *schedules, int count,
                                 int numStatements);

/// The number of schedules in the attribute of a nest with `numStatements`
/// statements; 0 if the attribute is malformed. Fills `schedules` unless it is
/// NULL.
int asIrSchedulesRead(MlirAttribute attribute, int numStatements,
                      AsNestSchedule *schedules);

#endif // AS_IR_NEST_SCHEDULE_ATTR_H
