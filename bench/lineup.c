//===- bench/lineup.c - Who competes on a workload -----------------------===//
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/lineup.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *asMemoryCreate(const AsBuffer *buffer) {
  void *memory = NULL;
  if (posix_memalign(&memory, 64, asBufferBytes(buffer))) {
    fprintf(stderr, "bench-ops: out of memory (%zu bytes)\n",
            asBufferBytes(buffer));
    exit(1);
  }
  return memory;
}

void asOperandsCreate(const AsWorkload *workload, AsOperands *operands) {
  int numTensors = asWorkloadNumTensors(workload);
  *operands = (AsOperands){
      .count = numTensors - 1,
      .result = asWorkloadBuffer(workload, numTensors - 1),
  };
  for (int i = 0; i < operands->count; i++) {
    const AsBuffer buffer = asWorkloadBuffer(workload, i);
    void *values = asMemoryCreate(&buffer);
    asBufferFill(&buffer, values, 1, i);
    operands->arguments[i] = values;
  }
}

bool asOperandsAreIntact(const AsWorkload *workload,
                         const AsOperands *operands) {
  AsOperands fresh;
  asOperandsCreate(workload, &fresh);
  bool areIntact = true;
  for (int i = 0; i < operands->count; i++) {
    const AsBuffer buffer = asWorkloadBuffer(workload, i);
    areIntact &= memcmp(operands->arguments[i], fresh.arguments[i],
                        asBufferBytes(&buffer)) == 0;
  }
  asOperandsDestroy(&fresh);
  return areIntact;
}

void asOperandsDestroy(AsOperands *operands) {
  for (int i = 0; i < operands->count; i++)
    free((void *)operands->arguments[i]);
  *operands = (AsOperands){0};
}

AsContender *asLineupAdd(AsLineup *lineup, const char *name,
                         const AsOperands *operands) {
  assert(lineup->count < AS_MAX_CONTENDERS);
  AsContender *contender = &lineup->contenders[lineup->count++];
  *contender =
      (AsContender){.name = name, .result = asMemoryCreate(&operands->result)};
  asBufferPoison(&operands->result, contender->result);
  return contender;
}

void asLineupDropLast(AsLineup *lineup) {
  AsContender *contender = &lineup->contenders[--lineup->count];
  (contender->destroy ? contender->destroy : free)(contender->state);
  free(contender->result);
}

void asLineupDestroy(AsLineup *lineup) {
  while (lineup->count)
    asLineupDropLast(lineup);
}
