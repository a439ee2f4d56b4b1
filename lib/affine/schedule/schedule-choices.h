//===- schedule-choices.h - The schedules that options lead to
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCHEDULE_SCHEDULE_CHOICES_H
#define AS_AFFINE_SCHEDULE_SCHEDULE_CHOICES_H

#include "affine/dependence/dependences.h"
#include "ir/nest-schedule.h"

/// Writes the schedules of the scop that differ from each other to `schedules`
/// (room for AS_NEST_MAX_SCHEDULES), the one to begin with first; returns how
/// many. None where no schedule has a band of two loops or more. What isl has
/// no time for is left out.
int asScheduleChoices(const AsScop *scop, const AsDependences *dependences,
                      AsNestSchedule *schedules);

#endif // AS_AFFINE_SCHEDULE_SCHEDULE_CHOICES_H
