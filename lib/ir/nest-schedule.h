//===- nest-schedule.h - The schedules that a loop nest can be given
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a search needs to know about the schedules of a nest. It is computed
// where isl's view of the nest is available
// (affine/schedule/schedule-choices.h) and passed on as an attribute of the
// nest (ir/nest-schedule-attr.h), so that neither tasks nor sketches need isl.
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_NEST_SCHEDULE_H
#define AS_IR_NEST_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

/// On the outermost loop of a nest over memrefs that can be rescheduled: an
/// array of its schedules. The memrefs of the nest do not overlap.
#define AS_NEST_ATTRIBUTE "as.nest"

/// On a function: its nest was not rescheduled, as the schedule breaks a
/// dependence.
#define AS_ILLEGAL_ATTRIBUTE "as.illegal"

/// Upstream's attribute of an argument that overlaps no other.
#define AS_NOALIAS_ATTRIBUTE "llvm.noalias"

enum {
  AS_NEST_MAX_STATEMENTS = 16,
  AS_NEST_MAX_LOOPS = 10,
  AS_NEST_MAX_SCHEDULES = 24,
  /// As many sums as this run side by side: they fit into registers.
  AS_NEST_MOST_UNROLLED = 8
};

/// The dependences that the innermost loop carries.
typedef enum AsNestCarry {
  AS_NEST_CARRY_NONE,
  AS_NEST_CARRY_SOME,  ///< Between a few iterations, such as where i == j.
  AS_NEST_CARRY_CHAIN, ///< A value through nearly all iterations.
} AsNestCarry;

/// The order in which a schedule runs the loops of a statement, ignoring
/// skewing: a schedule dimension t + i counts as loop i.
typedef struct AsNestOrder {
  int numLoops;                   ///< Loops around the statement.
  int8_t loop[AS_NEST_MAX_LOOPS]; ///< Outermost first: the statement's loop
                                  ///< that each schedule loop walks, or -1.
  int first;                      ///< Loop that is member 0 of its band.
  int members;                    ///< Number of members of the band.
  /// How far one iteration of member 0 moves each loop, because of the skewing
  /// that `loop` ignores: with t + i = const, i decreases by one for each t.
  int8_t shift[AS_NEST_MAX_LOOPS];
  int shared; ///< Loops shared with the previous statement.
  AsNestCarry carry;
} AsNestOrder;

/// A schedule before tiling.
typedef struct AsNestSchedule {
  // The options of the scheduler that give it (affine/schedule/isl-schedule.h).
  bool fuse, keep, distribute, wave, jam;
  int innermost;
  int same;    ///< An earlier schedule that is the same untiled, or -1.
  int members; ///< Members of the deepest band,
  int64_t extent[AS_NEST_MAX_LOOPS]; ///< and the iterations of each.
  AsNestOrder
      order[AS_NEST_MAX_STATEMENTS]; ///< For each statement, in program order.
} AsNestSchedule;

#endif // AS_IR_NEST_SCHEDULE_H
