//===- core-turns.c - Taking turns with other runs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A measurement has a lease of its cores (support/lease.h), so that another
// run, of whoever, neither measures nor builds there. With --share=alone, the
// lease is taken before the first measurement and kept.
//
// While a search waits it lets its own builders give way to others, which the
// builder does whenever it is polled: so nobody waits for somebody who waits.
//
//===----------------------------------------------------------------------===//

#include "search/tuner-state.h"
#include "support/arena.h"
#include "support/clock.h"
#include <stdlib.h>

/// Milliseconds between two attempts.
static const int retry = 5;

bool asTurnTry(AsTuner *tuner) {
  AsCoreSet cores = tuner->measuring;
  bool isOurs = tuner->numTurns > 0 || !tuner->given.leases;
  if (!isOurs) {
    int *numbers = asAlloc((size_t)(cores.count + 1) * sizeof *numbers);
    for (int c = 0; c < cores.count; c++)
      numbers[c] = cores.list[c].number;
    isOurs = asLeasesTake(tuner->given.leases, numbers, cores.count);
    free(numbers);
  }
  tuner->numTurns += isOurs;
  return isOurs;
}

void asTurnEnd(AsTuner *tuner) {
  if (tuner->numTurns > 0)
    tuner->numTurns--;
  if (tuner->numTurns == 0 && tuner->given.leases)
    asLeasesReturn(tuner->given.leases);
}

AsStatus asTurnNoteWait(AsTuner *tuner, bool waits, AsError *error) {
  if (waits && tuner->waitingSince == 0)
    tuner->waitingSince = asClockNow();
  if (waits) {
    asTunerReport(tuner);
    return asTunerIsOver(tuner)
               ? asFail(error, AS_INTERRUPTED,
                        "the search ended while it waited for cores")
               : AS_OK;
  }
  tuner->times.wait += asTunerWaiting(tuner);
  tuner->waitingSince = 0;
  return AS_OK;
}

AsStatus asTurnBegin(AsTuner *tuner, AsError *error) {
  AsStatus status = AS_OK;
  while (!status && !asTurnTry(tuner)) {
    status = asBuilderWait(tuner->builder, -1, retry, error);
    if (!status)
      status = asTurnNoteWait(tuner, true, error);
  }
  asTurnNoteWait(tuner, false, NULL);
  if (status)
    asTurnEnd(tuner);
  return status;
}
