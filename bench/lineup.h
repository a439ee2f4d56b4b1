//===- lineup.h - Who competes on a workload
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A contender computes a workload from the shared operands into a result of
// its own, dense and row-major. The line-up owns its contenders; the operands
// outlive it.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_LINEUP_H
#define AS_BENCH_LINEUP_H

#include "bench/workload.h"
#include "measure/entry-signature.h"
#include <stdbool.h>

#define AS_MAX_CONTENDERS 16

/// What a workload's contenders read, and the shape of what they write.
typedef struct AsOperands {
  int count;         ///< Arguments only.
  AsBuffer *buffers; ///< Owned, one for each argument.
  void **arguments;  ///< Owned, and each of them.
  AsBuffer result;
} AsOperands;

/// Random arguments, the same on every run; see measure/entry-buffers.h.
void asOperandsCreate(const AsWorkload *workload, AsOperands *operands);

/// Likewise for a function of one result.
void asOperandsOfSignature(const AsSignature *signature, AsOperands *operands);

void asOperandsDestroy(AsOperands *operands);

/// Writes the arguments one after another, each at a multiple of 64 bytes.
AsStatus asOperandsWrite(const AsOperands *operands, const char *path,
                         AsError *error);

/// Whether no contender has written to the arguments, which all share.
bool asOperandsAreIntact(const AsOperands *operands);

typedef struct AsContender {
  const char *name;         ///< Static.
  bool isStock;             ///< as-opt's without a schedule: no yardstick.
  bool isPrepacked;         ///< Its weights were packed before the timing.
  bool isRoof;              ///< Takes the least time there is; has no result.
  int threads;              ///< 0: as many as the others.
  double tolerance;         ///< Of its result, which is rounded; 0: is not.
  double loadSeconds;       ///< Spent on weights before; 0: not known.
  double firstSeconds;      ///< Of its first run; 0: not known.
  const AsError *failure;   ///< Filled where it ends while it is timed, which
                            ///< makes its times worthless; NULL: cannot.
  void *result;             ///< Owned; poisoned until the first run.
  void *state;              ///< Owned, freed by `destroy`.
  void (*run)(void *state); ///< Computes the workload once.
  /// The seconds that so many runs take; NULL where `run` is to be called.
  double (*time)(void *state, long runs);
  void (*destroy)(void *state); ///< NULL is free.
} AsContender;

typedef struct AsLineup {
  AsContender contenders[AS_MAX_CONTENDERS];
  int count;
} AsLineup;

/// Whether it ended while it was timed.
bool asContenderHasFailed(const AsContender *contender);

/// Adds a contender with a fresh result; the caller fills in the rest.
AsContender *asLineupAdd(AsLineup *lineup, const char *name,
                         const AsOperands *operands);

/// Removes the contender added last, where it turns out not to exist.
void asLineupDropLast(AsLineup *lineup);

/// Removes a contender; those after it move up.
void asLineupDrop(AsLineup *lineup, int which);

/// Whether asLineupCompare accepts the result of contender `which`, and what
/// its error is.
bool asLineupAccepts(const AsLineup *lineup, const AsOperands *operands,
                     int which, int expected, double *error);

/// Fails if the result of a contender differs from that of `expected` by more
/// than sums of thousands of terms, layer after layer, do. errors[i] is by how
/// much that of contender i does, in parts of the range of the expected one.
AsStatus asLineupCompare(const AsLineup *lineup, const AsOperands *operands,
                         int expected, double errors[AS_MAX_CONTENDERS],
                         AsError *error);

/// Frees the contenders and empties the line-up.
void asLineupDestroy(AsLineup *lineup);

/// Memory for the buffer on a cache line boundary, to be freed with free().
void *asMemoryCreate(const AsBuffer *buffer);

#endif // AS_BENCH_LINEUP_H
