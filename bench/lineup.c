//===- bench/lineup.c - Who competes on a workload -----------------------===//
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/lineup.h"
#include "support/random.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

float *asFloatsCreate(size_t count) {
  void *memory = NULL;
  if (posix_memalign(&memory, 64, count * sizeof(float))) {
    fprintf(stderr, "bench-ops: out of memory (%zu floats)\n", count);
    exit(1);
  }
  return memory;
}

void asOperandsCreate(const AsWorkload *workload, AsOperands *operands) {
  int numTensors = asWorkloadNumTensors(workload);
  *operands = (AsOperands){
      .count = numTensors - 1,
      .resultElements = asWorkloadElements(workload, numTensors - 1),
  };
  AsRandom random = {1};
  for (int i = 0; i < operands->count; i++) {
    size_t count = asWorkloadElements(workload, i);
    float *values = asFloatsCreate(count);
    for (size_t j = 0; j < count; j++)
      values[j] = (float)(2 * asRandomUnit(&random) - 1);
    operands->arguments[i] = values;
  }
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
  *contender = (AsContender){
      .name = name, .result = asFloatsCreate(operands->resultElements)};
  for (size_t i = 0; i < operands->resultElements; i++)
    contender->result[i] = NAN;
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

double asFloatsDeviation(const float *actual, const float *expected,
                         size_t count) {
  double squares = 0;
  for (size_t i = 0; i < count; i++)
    if (isfinite(expected[i]))
      squares += (double)expected[i] * expected[i];
  double scale = sqrt(squares / (double)count), worst = 0;
  for (size_t i = 0; i < count; i++) {
    double a = actual[i], e = expected[i];
    if (a == e || (isnan(a) && isnan(e)))
      continue;
    double deviation = fabs(a - e) / fmax(fabs(e), scale);
    if (!(deviation <= worst)) // Also where it is NaN.
      worst = isnan(deviation) ? INFINITY : deviation;
  }
  return worst;
}
