//===- schedule-choices.h - The distinct schedules of a nest
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCHEDULE_SCHEDULE_CHOICES_H
#define AS_AFFINE_SCHEDULE_SCHEDULE_CHOICES_H

#include "affine/dependence/dependences.h"
#include "affine/scop/isl-budget.h"
#include "ir/nest-schedule.h"

/// Writes the distinct schedules of the SCoP to `schedules` (room for
/// AS_NEST_MAX_SCHEDULES), the one to try first at index 0. Returns how many
/// there are; 0 if no schedule has a band of two loops. Schedules on which isl
/// gives up are left out, and all that the budget does not pay.
int asScheduleChoices(const AsScop *scop, const AsDependences *dependences,
                      AsIslBudget *budget, AsNestSchedule *schedules);

#endif // AS_AFFINE_SCHEDULE_SCHEDULE_CHOICES_H
