//===- strip-schedule.h - Strips, with updates deferred to their ends
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_TILING_STRIP_SCHEDULE_H
#define AS_AFFINE_TILING_STRIP_SCHEDULE_H

#include "affine/tiling/strips.h"
#include <isl/schedule_type.h>

/// The schedule tree of the statements. NULL if isl gave up. Free it before the
/// SCoP.
__isl_give isl_schedule *asStripSchedule(const AsScop *scop,
                                         const AsDependences *dependences,
                                         const AsAffineStrips *strips);

#endif // AS_AFFINE_TILING_STRIP_SCHEDULE_H
