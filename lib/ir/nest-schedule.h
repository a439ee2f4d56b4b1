//===- nest-schedule.h - Loop nests that are tasks
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a search has to know of the schedules that a nest can be given. It is
// found where isl's view of the nest is at hand
// (affine/schedule/schedule-choices.h), and handed on as an attribute of the
// nest (ir/nest-schedule-attr.h), so that neither tasks nor sketches need isl.
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_NEST_SCHEDULE_H
#define AS_IR_NEST_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

/// On the outermost loop of a nest over memrefs that can be given another
/// schedule: an array of those that there are. Its arrays do not overlap.
#define AS_NEST_ATTRIBUTE "as.nest"

/// On a function whose nest was to get a schedule that breaks a dependence, and
/// did not get it.
#define AS_ILLEGAL_ATTRIBUTE "as.illegal"

/// On an argument of a function: upstream's promise that it overlaps no other.
#define AS_NOALIAS_ATTRIBUTE "llvm.noalias"

enum {
  AS_NEST_MAX_STATEMENTS = 16,
  AS_NEST_MAX_LOOPS = 8,
  AS_NEST_MAX_SCHEDULES = 24
};

/// What the innermost loop carries from iterations to later ones.
typedef enum AsNestCarry {
  AS_NEST_CARRY_NONE,
  AS_NEST_CARRY_SOME,  ///< A dependence of a few, as where i == j.
  AS_NEST_CARRY_CHAIN, ///< A value, through nearly all of them.
} AsNestCarry;

/// Where a schedule has the loops of a statement, as if nothing were skewed: a
/// loop of the schedule that goes through t + i is taken for one through i.
typedef struct AsNestOrder {
  int numLoops;                   ///< Of the schedule, around the statement.
  int8_t loop[AS_NEST_MAX_LOOPS]; ///< Outermost first: which of the
                                  ///< statement's each walks, or -1.
  int first;                      ///< The one that is member 0 of its band.
  int members;                    ///< How many members the band has.
  /// By how much an iteration of what member 0 walks moves each loop on, under
  /// the skewing that is left out above: t + i = const is one i less for each
  /// t.
  int8_t shift[AS_NEST_MAX_LOOPS];
  int shared; ///< How many it has in common with the last statement.
  AsNestCarry carry;
} AsNestOrder;

/// A schedule, before tiles.
typedef struct AsNestSchedule {
  // The options that lead to it (affine/schedule/isl-schedule.h).
  bool fuse, keep, distribute, wave;
  int innermost;
  int same;    ///< One before it that is the same without tiles, or -1.
  int members; ///< Of the deepest band,
  int64_t extent[AS_NEST_MAX_LOOPS]; ///< and how many times each of them has.
  AsNestOrder order[AS_NEST_MAX_STATEMENTS]; ///< Statements as in the text.
} AsNestSchedule;

#endif // AS_IR_NEST_SCHEDULE_H
