//===- program-signature.c - The signature of a program
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hashes a program with its extents left out, and with them the schedules that
// isl finds for a loop nest, which depend on extents. Names of operations do
// not count: a product is a product, however it was written.
//
//===----------------------------------------------------------------------===//

#include "task/program.h"

static AsHash hashTensor(AsHash hash, const AsTensor *tensor, int producer) {
  hash = asHashInt(hash, tensor->rank);
  hash = asHashInt(hash, tensor->element);
  hash = asHashInt(hash, producer);
  hash = asHashInt(hash, tensor->isConstant);
  return asHashInt(hash, tensor->isFixed);
}

/// How the loops move the access: strides, dilations, windows.
static AsHash hashAccess(AsHash hash, const AsProgram *program,
                         const AsStage *stage, const AsAccess *access) {
  hash = asHashInt(hash, access->isWrite);
  hash = asHashInt(hash, access->isRead);
  hash = asHashInt(hash, access->isInBody);
  for (int r = 0; r < program->tensors[access->tensor].rank; r++) {
    for (int d = 0; d < stage->numDims; d++)
      hash = asHashInt(hash, access->factor[r][d]);
    hash = asHashInt(hash, access->offset[r]);
  }
  return hash;
}

static AsHash hashStage(AsHash hash, const AsProgram *program,
                        const AsStage *stage) {
  hash = asHashInt(hash, stage->kind);
  hash = asHashInt(hash, stage->numDims);
  for (int d = 0; d < stage->numDims; d++)
    hash = asHashInt(hash, stage->isReduction[d]);
  hash = asHashInt(hash, stage->isZero);
  hash = asHashInt(hash, stage->merges);
  for (int k = 0; k < AS_NUM_ARITHMETIC; k++)
    hash = asHashInt(hash, stage->arithmetic[k]);
  hash = asHashInt(hash, stage->numAccesses);
  for (int a = 0; a < stage->numAccesses; a++)
    hash = hashAccess(hash, program, stage, &stage->access[a]);
  return hash;
}

AsHash asProgramSignature(const AsProgram *program) {
  AsHash hash = asHashInt(asHashStart(), program->numStages);
  for (int t = 0; t < program->numTensors; t++)
    hash = hashTensor(hash, &program->tensors[t], program->tensors[t].producer);
  for (int s = 0; s < program->numStages; s++) {
    const AsStage *stage = &program->stages[s];
    hash = hashStage(hash, program, stage);
    for (int a = 0; a < stage->numAccesses; a++) {
      hash = asHashInt(hash, stage->access[a].tensor);
      hash = asHashInt(hash, stage->access[a].initial);
    }
  }
  return asHashInt(hash, program->numAfter);
}

AsHash asStageSignature(const AsProgram *program, int s) {
  const AsStage *stage = &program->stages[s];
  AsHash hash = hashStage(asHashStart(), program, stage);
  for (int a = 0; a < stage->numAccesses; a++)
    hash = hashTensor(hash, &program->tensors[stage->access[a].tensor], 0);
  return hash;
}

AsHash asProgramKin(const AsProgram *program) {
  int anchor = asProgramAnchor(program);
  return anchor >= 0 ? asStageSignature(program, anchor)
                     : asProgramSignature(program);
}
