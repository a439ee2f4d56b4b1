//===- lineup.c - Who competes on a workload
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/lineup.h"
#include "support/arena.h"
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *asMemoryCreate(const AsBuffer *buffer) {
  void *memory = NULL;
  if (posix_memalign(&memory, 64, asBufferBytes(buffer))) {
    fprintf(stderr, "out of memory (%zu bytes)\n", asBufferBytes(buffer));
    exit(1);
  }
  return memory;
}

// The result comes after the arguments.
static void createOperands(const AsBuffer *buffers, int count,
                           AsOperands *operands) {
  *operands = (AsOperands){
      .count = count,
      .buffers = asAlloc(sizeof *buffers * (size_t)(count + 1)),
      .arguments = asAlloc(sizeof(void *) * (size_t)(count + 1)),
      .result = buffers[count],
  };
  for (int i = 0; i < count; i++) {
    operands->buffers[i] = buffers[i];
    operands->arguments[i] = asMemoryCreate(&buffers[i]);
    asBufferFill(&buffers[i], operands->arguments[i], 1, i);
  }
}

void asOperandsCreate(const AsWorkload *workload, AsOperands *operands) {
  AsBuffer buffers[AS_MAX_TENSORS];
  int numTensors = asWorkloadNumTensors(workload);
  for (int i = 0; i < numTensors; i++)
    buffers[i] = asWorkloadBuffer(workload, i);
  createOperands(buffers, numTensors - 1, operands);
}

void asOperandsOfSignature(const AsSignature *signature, AsOperands *operands) {
  createOperands(signature->buffers, signature->numArguments, operands);
}

bool asOperandsAreIntact(const AsOperands *operands) {
  AsOperands fresh;
  createOperands(operands->buffers, operands->count, &fresh);
  bool areIntact = true;
  for (int i = 0; i < operands->count; i++)
    areIntact &= memcmp(operands->arguments[i], fresh.arguments[i],
                        asBufferBytes(&operands->buffers[i])) == 0;
  asOperandsDestroy(&fresh);
  return areIntact;
}

void asOperandsDestroy(AsOperands *operands) {
  for (int i = 0; i < operands->count; i++)
    free(operands->arguments[i]);
  free(operands->arguments);
  free(operands->buffers);
  *operands = (AsOperands){0};
}

AsStatus asOperandsWrite(const AsOperands *operands, const char *path,
                         AsError *error) {
  static const char padding[64];
  FILE *file = fopen(path, "w");
  bool isWritten = file;
  for (int i = 0; i < operands->count && isWritten; i++) {
    size_t size = asBufferBytes(&operands->buffers[i]);
    size_t rest = (sizeof padding - size % sizeof padding) % sizeof padding;
    isWritten = fwrite(operands->arguments[i], 1, size, file) == size &&
                fwrite(padding, 1, rest, file) == rest;
  }
  if (file && fclose(file))
    isWritten = false;
  if (!isWritten)
    return asFail(error, AS_IO, "cannot write '%s': %s", path, strerror(errno));
  return AS_OK;
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

bool asContenderHasFailed(const AsContender *contender) {
  return contender->failure && contender->failure->status;
}

void asLineupDrop(AsLineup *lineup, int which) {
  AsContender *contender = &lineup->contenders[which];
  (contender->destroy ? contender->destroy : free)(contender->state);
  free(contender->result);
  lineup->count--;
  memmove(contender, contender + 1,
          sizeof *contender * (size_t)(lineup->count - which));
}

void asLineupDropLast(AsLineup *lineup) {
  asLineupDrop(lineup, lineup->count - 1);
}

/// The largest difference, in parts of the range of `expected`, or of the one
/// value that it has; infinite where something is no number.
static double errorOf(const AsBuffer *buffer, const void *actual,
                      const void *expected) {
  double least = INFINITY, most = -INFINITY, worst = 0;
  for (int64_t i = 0; i < buffer->count; i++) {
    double value = asBufferElement(buffer, expected, i);
    double difference = fabs(asBufferElement(buffer, actual, i) - value);
    if (!isfinite(value) || !isfinite(difference))
      return INFINITY;
    least = fmin(least, value);
    most = fmax(most, value);
    worst = fmax(worst, difference);
  }
  double range = most > least ? most - least : fabs(most);
  return worst == 0 ? 0 : worst / range;
}

static const double limit = 1e-3; // Of an error.

bool asLineupAccepts(const AsLineup *lineup, const AsOperands *operands,
                     int which, int expected, double *error) {
  const AsContender *contenders = lineup->contenders;
  *error = errorOf(&operands->result, contenders[which].result,
                   contenders[expected].result);
  return *error <= limit;
}

AsStatus asLineupCompare(const AsLineup *lineup, const AsOperands *operands,
                         int expected, double errors[AS_MAX_CONTENDERS],
                         AsError *error) {
  const AsContender *contenders = lineup->contenders,
                    *right = &contenders[expected];
  for (int i = 0; i < lineup->count; i++) {
    if (!asLineupAccepts(lineup, operands, i, expected, &errors[i]))
      return asFail(error, AS_CHILD,
                    "the result of %s differs from that of %s by %.1e of its "
                    "range, more than the accepted %.0e",
                    contenders[i].name, right->name, errors[i], limit);
  }
  return AS_OK;
}

void asLineupDestroy(AsLineup *lineup) {
  while (lineup->count)
    asLineupDropLast(lineup);
}
