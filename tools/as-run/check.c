//===- check.c - The arguments and results of one run
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/as-run/check.h"
#include "measure/fill-arguments.h"
#include "measure/resident-memory.h"
#include "tools/as-run/isolate.h"
#include "tools/as-run/npy.h"
#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

static AsStatus readInput(const AsSignature *signature, int argument,
                          const char *path, void *memory, AsError *error) {
  AsStatus status = asNpyRead(path, &signature->buffers[argument],
                              &signature->shapes[argument], memory, error);
  if (status)
    asFailContext(error, "argument %d", argument);
  return status;
}

static void makeInput(const AsRunnable *runnables, int count, int argument,
                      const AsInputsOptions *options, void *memory) {
  const AsSignature *signature = &runnables[0].signature;
  const AsBuffer *buffer = &signature->buffers[argument];
  AsNeed need = {0};
  for (int r = 0; r < count; r++)
    if (runnables[r].needs)
      need = asNeedBoth(need, runnables[r].needs[argument]);
  asBufferFill(buffer, memory, options->seed, argument);
  asFillApply(
      asFillOf(buffer, &signature->shapes[argument], need, options->isModel),
      buffer, memory);
}

AsStatus asCheckInputs(const AsRunnable *runnables, int count,
                       const AsInputsOptions *options, AsArena *arena,
                       AsInputs *inputs, AsError *error) {
  const AsSignature *signature = &runnables[0].signature;
  *inputs =
      (AsInputs){asArenaArray(arena, void *, signature->numArguments), ""};
  const char *next = options->list;
  for (int i = 0; i < signature->numArguments; i++) {
    const AsBuffer *buffer = &signature->buffers[i];
    void *memory = inputs->data[i] = asArenaAlloc(arena, asBufferBytes(buffer));
    size_t length = strcspn(next, ",");
    if (length) {
      const char *path = asArenaCopy(arena, next, length);
      if (readInput(signature, i, path, memory, error))
        return error->status;
    } else {
      makeInput(runnables, count, i, options, memory);
      if (!asElementIsFloat(buffer->element))
        inputs->caution = " on random integers, which may be out of the bounds "
                          "of what they index (--inputs gives others)";
    }
    next += length;
    next += *next == ',';
  }
  if (*next)
    return asFail(error, AS_INVALID_INPUT,
                  "--inputs has '%s' left over: there are %d arguments (%s)",
                  next, signature->numArguments, signature->text);
  return AS_OK;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

AsStatus asCheckRun(const AsRunnable *runnable, const AsInputs *inputs,
                    AsArrays *arrays, double *added, AsError *error) {
  const AsSignature *signature = &runnable->signature;
  AsStatus status =
      asArraysMap(signature->buffers, signature->numBuffers, arrays, error);
  if (status)
    return status;
  for (int i = 0; i < signature->numBuffers; i++)
    if (i < signature->numArguments)
      memcpy(arrays->data[i], inputs->data[i],
             asBufferBytes(&signature->buffers[i]));
    else
      asBufferPoison(&signature->buffers[i], arrays->data[i]);
  asIsolatedStage("running '%s'%s", runnable->file, inputs->caution);
  asResidentReset();
  double before = asResidentHighest();
  int refusal = 0;
  if (runnable->kernel.load)
    refusal =
        asKernelCall(&runnable->kernel, runnable->kernel.load, arrays->data);
  if (!refusal)
    refusal = asKernelRun(&runnable->kernel, arrays->data);
  *added = before < 0 ? -1 : asResidentHighest() - before;
  if (refusal &&
      asRunnableRefuse(runnable, runnable->kernel.sizes, refusal, error))
    return asFailContext(error, "%s", runnable->file);
  int broken = asArraysBroken(arrays);
  if (broken < 0) {
    asArraysUnguard(arrays); // Timed runs follow.
    return AS_OK;
  }
  AsText name = {0};
  asSignatureNameBuffer(signature, broken, &name);
  status = asFail(error, AS_INVALID_INPUT, "%s: wrote out of the bounds of %s",
                  runnable->file, name.data);
  asTextFree(&name);
  return status;
}

AsStatus asCheckWrite(const AsSignature *signature, const AsArrays *arrays,
                      const char *folder, AsError *error) {
  if (mkdir(folder, 0777) && errno != EEXIST)
    return asFail(error, AS_IO, "cannot create '%s': %s", folder,
                  strerror(errno));
  AsText path = {0};
  AsStatus status = AS_OK;
  for (int i = 0, number = 0; !status && i < signature->numBuffers; i++) {
    if (!asSignatureIsOutput(signature, i))
      continue;
    asTextClear(&path);
    asTextFormat(&path, "%s/out%d.npy", folder, number++);
    status = asNpyWrite(path.data, &signature->buffers[i],
                        &signature->shapes[i], arrays->data[i], error);
  }
  asTextFree(&path);
  return status;
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

double asCheckTolerance(const AsBuffer *buffer, const AsTolerance *tolerance) {
  static const int64_t reductionLength = 1000000;
  if (!asElementIsFloat(buffer->element))
    return 0;
  if (tolerance->chosen >= 0)
    return tolerance->chosen;
  double coarser = tolerance->roundoff / asElementRoundoff(buffer->element);
  return fmin(asBufferTolerance(buffer, reductionLength) * fmax(coarser, 1),
              0.05);
}

/// How near a deviation is to its tolerance: from 1 on, too far.
static double excess(const AsDeviation *deviation) {
  return deviation->value == 0 ? 0 : deviation->value / deviation->tolerance;
}

static AsDeviation compareBuffer(const AsBuffer *buffer, int index,
                                 const AsArrays *actual,
                                 const AsArrays *expected,
                                 const AsTolerance *tolerance) {
  const void *ours = actual->data[index], *theirs = expected->data[index];
  AsDeviation deviation = {.buffer = index,
                           .tolerance = asCheckTolerance(buffer, tolerance)};
  deviation.value = asBufferDeviation(buffer, ours, theirs, &deviation.where);
  deviation.isAccepted = deviation.value <= deviation.tolerance;
  if (buffer->count) {
    deviation.actual = asBufferElement(buffer, ours, deviation.where);
    deviation.expected = asBufferElement(buffer, theirs, deviation.where);
  }
  return deviation;
}

AsDeviation asCheckCompare(const AsSignature *signature, const AsArrays *actual,
                           const AsArrays *expected,
                           const AsTolerance *tolerance) {
  AsDeviation worst = {.buffer = -1, .isAccepted = true};
  for (int i = 0; i < signature->numBuffers; i++) {
    if (!asSignatureIsOutput(signature, i))
      continue;
    AsDeviation deviation =
        compareBuffer(&signature->buffers[i], i, actual, expected, tolerance);
    if (worst.buffer < 0 || excess(&deviation) > excess(&worst))
      worst = deviation;
  }
  return worst;
}
