//===- truth.c - What two runs are held against
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/as-run/truth.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/// Constants take twice the memory and more in f64.
enum { MOST_BYTES = 256 << 20 };

static AsStatus checkFile(const char *file, AsError *error) {
  struct stat found;
  if (strcmp(file, "-") == 0)
    return asFail(error, AS_UNSUPPORTED, "stdin cannot be read twice");
  if (stat(file, &found) == 0 && found.st_size > MOST_BYTES)
    return asFail(error, AS_UNSUPPORTED, "%s: is larger than %d MiB", file,
                  MOST_BYTES >> 20);
  return AS_OK;
}

static AsStatus checkSignature(const AsSignature *own, const AsSignature *wide,
                               AsError *error) {
  bool isSame = own->numBuffers == wide->numBuffers;
  for (int b = 0; b < own->numBuffers && isSame; b++)
    isSame = own->buffers[b].count == wide->buffers[b].count &&
             asElementIsFloat(own->buffers[b].element) ==
                 asElementIsFloat(wide->buffers[b].element);
  return isSame ? AS_OK
                : asFail(error, AS_UNSUPPORTED, "in f64 it is %s", wide->text);
}

static AsInputs widenInputs(const AsSignature *own, const AsSignature *wide,
                            const AsInputs *inputs, AsArena *arena) {
  AsInputs widened = *inputs;
  widened.data = asArenaArray(arena, void *, own->numArguments);
  for (int i = 0; i < own->numArguments; i++) {
    widened.data[i] = asArenaAlloc(arena, asBufferBytes(&wide->buffers[i]));
    asBufferConvert(&own->buffers[i], inputs->data[i], &wide->buffers[i],
                    widened.data[i]);
  }
  return widened;
}

/// Numbers from here on are infinite in the type.
static double overflowOf(AsElement element) {
  return element == AS_ELEMENT_F16   ? 65520
         : element == AS_ELEMENT_F64 ? INFINITY
                                     : FLT_MAX;
}

/// Makes infinite what the type cannot hold: there it has to be.
static void overflow(const AsBuffer *own, const AsBuffer *wide, double *truth) {
  double most = overflowOf(own->element);
  for (int64_t i = 0; i < wide->count; i++)
    if (fabs(truth[i]) > most)
      truth[i] = copysign(INFINITY, truth[i]);
}

/// The deviation of an output from f64.
static double errorOf(const AsBuffer *own, const void *data,
                      const AsBuffer *wide, const double *truth,
                      AsArena *arena) {
  int64_t where;
  double *converted = asArenaAlloc(arena, asBufferBytes(wide));
  asBufferConvert(own, data, wide, converted);
  return asBufferDeviation(wide, converted, truth, &where);
}

static void judge(const AsCompared *compared, const AsSignature *wide,
                  const AsArrays *exact, AsArena *arena, AsTruth *truth) {
  const AsSignature *own = compared->signature;
  truth->isKnown = truth->areNear = true;
  for (int b = 0; b < own->numBuffers; b++) {
    const AsBuffer *buffer = &own->buffers[b];
    if (!asSignatureIsOutput(own, b) || !asElementIsFloat(buffer->element))
      continue;
    overflow(buffer, &wide->buffers[b], exact->data[b]);
    double most = asCheckTolerance(buffer, compared->tolerance);
    for (int s = 0; s < AS_MAX_CONTENDERS; s++) {
      double error = errorOf(buffer, compared->sides[s].data[b],
                             &wide->buffers[b], exact->data[b], arena);
      truth->areNear &= error <= most;
      truth->errors[s] = fmax(truth->errors[s], error);
    }
  }
}

/// Compiles the function, once.
static AsStatus load(AsExact *exact, AsArena *lasting, AsError *error) {
  if (!exact->isLoaded && !checkFile(exact->file, &exact->error)) {
    exact->loading.isInF64 = true;
    asRunnableLoad(exact->file, &exact->loading, lasting, &exact->runnable,
                   &exact->error);
  }
  exact->isLoaded = true;
  *error = exact->error;
  return error->status;
}

void asTruthJudge(AsExact *exact, const AsCompared *compared, AsArena *lasting,
                  AsArena *arena, AsTruth *truth) {
  const AsSignature *wide = &exact->runnable.signature;
  AsArrays arrays = {0};
  double added;
  AsError error = {0};
  *truth = (AsTruth){.isKnown = false};
  AsStatus status = load(exact, lasting, &error);
  if (!status)
    status =
        asRunnableSetSizes(compared->sizes, lasting, &exact->runnable, &error);
  if (!status)
    status = checkSignature(compared->signature, wide, &error);
  if (!status) {
    AsInputs widened =
        widenInputs(compared->signature, wide, compared->inputs, arena);
    status = asCheckRun(&exact->runnable, &widened, &arrays, &added, &error);
  }
  if (!status)
    judge(compared, wide, &arrays, arena, truth);
  asArraysUnmap(&arrays);
  snprintf(truth->why, sizeof truth->why, "%.*s",
           (int)strcspn(error.message, "\n"), error.message);
}

int asTruthNearer(const AsTruth *truth) {
  static const double clearly = 1.1; // One element decides each of them.
  for (int s = 0; s < AS_MAX_CONTENDERS; s++)
    if (truth->errors[s] * clearly < truth->errors[1 - s])
      return s;
  return -1;
}
