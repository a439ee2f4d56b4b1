//===- program.c - The program of a task: stages without MLIR
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See program.h.
//
//===----------------------------------------------------------------------===//

#include "task/program.h"
#include "support/saturate.h"
#include <assert.h>
#include <math.h>
#include <stddef.h>

const char *asStageKindName(AsStageKind kind) {
  static const char *const names[] = {
#define AS_NAME(suffix, name) name,
      AS_STAGE_KINDS(AS_NAME)
#undef AS_NAME
  };
  return (unsigned)kind < AS_NUM_STAGE_KINDS ? names[kind] : "unknown";
}

double asStageIterations(const AsStage *stage) {
  double iterations = 1;
  for (int d = 0; d < stage->numDims; d++)
    iterations *= (double)stage->extent[d];
  return iterations;
}

const AsAccess *asStageResult(const AsStage *stage) {
  for (int a = 0; a < stage->numAccesses; a++)
    if (stage->access[a].isWrite)
      return &stage->access[a];
  return NULL;
}

int asStageNumOperands(const AsStage *stage) {
  int count = 0;
  for (int a = 0; a < stage->numAccesses; a++)
    count += !stage->access[a].isInBody;
  return count;
}

bool asStageGathers(const AsStage *stage) {
  return asStageNumOperands(stage) < stage->numAccesses;
}

bool asAccessUses(const AsAccess *access, int loop) {
  for (int r = 0; r < AS_MAX_RANK; r++)
    if (access->factor[r][loop] != 0)
      return true;
  return false;
}

int asAccessLoop(const AsAccess *access, const AsStage *stage, int r) {
  int loop = -1;
  for (int d = 0; d < stage->numDims; d++) {
    if (access->factor[r][d] == 0)
      continue;
    if (loop >= 0 || access->factor[r][d] != 1)
      return -1;
    loop = d;
  }
  return access->offset[r] == 0 ? loop : -1;
}

int asAccessDim(const AsProgram *program, const AsStage *stage,
                const AsAccess *access, int loop) {
  for (int r = 0; r < program->tensors[access->tensor].rank; r++)
    if (loop >= 0 && asAccessLoop(access, stage, r) == loop)
      return r;
  return -1;
}

bool asIsBatchLoop(const AsProgram *program, const AsStage *stage, int loop) {
  if (loop < 0)
    return false;
  for (int a = 0; a < stage->numAccesses; a++) {
    bool isIndexed = false;
    for (int r = 0; r < program->tensors[stage->access[a].tensor].rank; r++)
      isIndexed |= asAccessLoop(&stage->access[a], stage, r) == loop;
    if (!isIndexed)
      return false;
  }
  return true;
}

int asAccessOuterLoop(const AsProgram *program, const AsStage *stage,
                      const AsAccess *access) {
  int r = program->tensors[access->tensor].rank - 2;
  while (r > 0 && asIsBatchLoop(program, stage, asAccessLoop(access, stage, r)))
    r--;
  return r < 0 ? -1 : asAccessLoop(access, stage, r);
}

int asStageLaneLoop(const AsProgram *program, const AsStage *stage) {
  const AsAccess *result = asStageResult(stage);
  if (!result)
    return -1;
  int rank = program->tensors[result->tensor].rank;
  return rank ? asAccessLoop(result, stage, rank - 1) : -1;
}

double asProgramFlops(const AsProgram *program) {
  double flops = 0;
  for (int s = 0; s < program->numStages; s++) {
    const AsStage *stage = &program->stages[s];
    int perIteration = 0;
    for (int k = 0; k < AS_NUM_ARITHMETIC; k++)
      if (k != AS_ARITHMETIC_CAST)
        perIteration += stage->arithmetic[k];
    flops += perIteration * asStageIterations(stage);
  }
  return flops;
}

/// The most elements of tensor `t` that stages read: all of it, unless only
/// bodies read it, each iteration another element.
static double mostRead(const AsProgram *program, int t) {
  double elements = 0;
  for (int s = 0; s < program->numStages; s++)
    for (int a = 0; a < program->stages[s].numAccesses; a++) {
      const AsStage *stage = &program->stages[s];
      const AsAccess *access = &stage->access[a];
      bool isInitial = access->isWrite && access->initial == t;
      if (access->tensor != t && !isInitial)
        continue;
      if (!access->isInBody)
        return INFINITY;
      double read = 1;
      for (int d = 0; d < stage->numDims; d++)
        read *= asAccessUses(access, d) ? (double)stage->extent[d] : 1;
      elements += read;
    }
  return elements;
}

double asProgramMinBytes(const AsProgram *program) {
  double bytes = 0;
  for (int t = 0; t < program->numTensors; t++) {
    bool readInside = false, touched = false;
    for (int s = 0; s < program->numStages; s++)
      for (int a = 0; a < program->stages[s].numAccesses; a++) {
        const AsAccess *access = &program->stages[s].access[a];
        if (access->tensor == t) {
          touched = true;
          readInside |= !access->isWrite;
        }
        // The initial value of an accumulator is read as well.
        readInside |= access->isWrite && access->isRead && access->initial == t;
      }
    const AsTensor *tensor = &program->tensors[t];
    bool isInput = tensor->producer < 0 && readInside && tensor->rank > 0;
    bool isResult = tensor->producer >= 0 && !readInside && touched;
    if (!isInput && !isResult)
      continue; // An intermediate: a good schedule keeps it in registers.
    double size = 1;
    for (int r = 0; r < tensor->rank; r++)
      size *= (double)tensor->shape[r];
    bytes += asElementBytes(tensor->element) *
             (isInput ? fmin(size, mostRead(program, t)) : size);
  }
  return bytes;
}

int64_t asProgramReductionLength(const AsProgram *program) {
  int64_t longest = 1;
  for (int s = 0; s < program->numStages; s++) {
    int64_t length = 1;
    for (int d = 0; d < program->stages[s].numDims; d++)
      if (program->stages[s].isReduction[d])
        length = asTimes(length, program->stages[s].extent[d]);
    if (length > longest)
      longest = length;
  }
  return longest;
}

bool asIsAnchor(const AsStage *stage) {
  switch (stage->kind) {
  case AS_STAGE_CONTRACTION:
  case AS_STAGE_PAIRWISE:
  case AS_STAGE_CONVOLUTION:
  case AS_STAGE_DEPTHWISE:
  case AS_STAGE_POOLING:
    return true;
  default:
    return false;
  }
}

int asProgramAnchor(const AsProgram *program) {
  int s = program->numStages - 1;
  while (s >= 0 && !asIsAnchor(&program->stages[s]))
    s--;
  return s;
}

bool asProgramIsSane(const AsProgram *program) {
  if (program->numStages < 1)
    return false;
  for (int s = 0; s < program->numStages; s++) {
    const AsStage *stage = &program->stages[s];
    if (stage->numDims < 0 || stage->numDims > AS_MAX_DIMS ||
        stage->numAccesses > AS_MAX_ACCESSES || !asStageResult(stage))
      return false;
    for (int d = 0; d < stage->numDims; d++)
      if (stage->extent[d] < 1)
        return false;
    for (int a = 0; a < stage->numAccesses; a++)
      if (stage->access[a].tensor < 0 ||
          stage->access[a].tensor >= program->numTensors)
        return false;
  }
  return true;
}
