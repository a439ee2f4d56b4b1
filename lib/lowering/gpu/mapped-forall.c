//===- mapped-forall.c - Parallel loops mapped to a GPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses the mapping of an scf.forall, and inlines its body with given indices.
//
//===----------------------------------------------------------------------===//

#include "lowering/gpu/mapped-forall.h"
#include "lowering/gpu/thread-index.h"
#include "mlir-c/BuiltinAttributes.h"
#include <string.h>

bool asGpuIsMapped(MlirOperation op) {
  if (!asIrIsNamed(op, "scf.forall"))
    return false;
  MlirAttribute mapping = asIrAttribute(op, "mapping");
  return !mlirAttributeIsNull(mapping) &&
         mlirArrayAttrGetNumElements(mapping) > 0;
}

/// Parses one dimension's mapping: "#gpu.block<x>",
/// "#gpu.thread<linear_dim_0>", ...
static bool readPlace(const char *text, AsGpuForall *forall, int d) {
  static const char *const levels[] = {
#define AS_GPU_LEVEL_NAME(enumerator, name) "#gpu." name "<",
      AS_GPU_LEVELS(AS_GPU_LEVEL_NAME)
#undef AS_GPU_LEVEL_NAME
  };
  static const char names[] = "xyz";
  static const char linear[] = "linear_dim_";
  const char *name = strchr(text, '<');
  int level = 0;
  while (level < AS_GPU_NUM_LEVELS &&
         strncmp(text, levels[level], strlen(levels[level])) != 0)
    level++;
  if (level == AS_GPU_NUM_LEVELS)
    return false;
  forall->level = (AsGpuLevel)level;
  name++;
  forall->isLinear = strncmp(name, linear, strlen(linear)) == 0;
  if (forall->isLinear) {
    forall->along[d] = name[strlen(linear)] - '0';
    bool mayHaveGaps = forall->level == AS_GPU_WARPS;
    return forall->along[d] >= 0 &&
           forall->along[d] < (mayHaveGaps ? AS_GPU_MAX_RANK : forall->rank);
  }
  const char *found = strchr(names, *name);
  forall->along[d] = found ? (int)(found - names) : -1;
  return found && name[1] == '>';
}

/// Renumbers dimensions without gaps: canonicalisation may have dropped a
/// dimension of one iteration from a loop over warps.
static void closeRanks(AsGpuForall *forall) {
  int rank[AS_GPU_MAX_RANK] = {0};
  for (int d = 0; d < forall->rank; d++)
    for (int other = 0; other < forall->rank; other++)
      rank[d] += forall->along[other] < forall->along[d];
  for (int d = 0; d < forall->rank; d++)
    forall->along[d] = rank[d];
}

static bool readPlaces(MlirAttribute mapping, AsGpuForall *forall) {
  unsigned used = 0;
  bool isRead = true;
  for (int d = 0; d < forall->rank && isRead; d++) {
    AsText text = {0};
    AsGpuForall before = *forall;
    asIrPrintAttribute(mlirArrayAttrGetElement(mapping, d), &text);
    isRead = readPlace(text.data, forall, d) &&
             !(used >> forall->along[d] & 1) &&
             (d == 0 || (before.level == forall->level &&
                         before.isLinear == forall->isLinear));
    used |= isRead ? 1u << forall->along[d] : 0;
    asTextFree(&text);
  }
  if (isRead && forall->isLinear)
    closeRanks(forall);
  return isRead;
}

AsStatus asGpuForallRead(MlirOperation op, AsGpuForall *forall,
                         AsError *error) {
  *forall = (AsGpuForall){.op = op};
  MlirAttribute mapping = asIrAttribute(op, "mapping");
  MlirAttribute lower = asIrAttribute(op, "staticLowerBound"),
                upper = asIrAttribute(op, "staticUpperBound"),
                step = asIrAttribute(op, "staticStep");
  intptr_t rank = mlirDenseArrayGetNumElements(upper);
  if (rank > AS_GPU_MAX_RANK || mlirArrayAttrGetNumElements(mapping) != rank)
    return asFail(
        error, AS_UNSUPPORTED,
        "a parallel loop with %d dimensions cannot be mapped to a GPU",
        (int)rank);
  forall->rank = (int)rank;
  for (int d = 0; d < rank; d++) {
    int64_t from = mlirDenseI64ArrayGetElement(lower, d);
    int64_t to = mlirDenseI64ArrayGetElement(upper, d);
    int64_t by = mlirDenseI64ArrayGetElement(step, d);
    if (from < 0 || to < 0 || by < 1) // Not known at compile time.
      return asFail(error, AS_UNSUPPORTED,
                    "a parallel loop whose size is not known cannot be mapped "
                    "to a GPU");
    forall->lower[d] = from;
    forall->step[d] = by;
    forall->trip[d] = to > from ? (to - from + by - 1) / by : 0;
  }
  if (!readPlaces(mapping, forall))
    return asFail(error, AS_UNSUPPORTED,
                  "a parallel loop is mapped to something other than up to "
                  "three dimensions of blocks or threads, each once");
  return AS_OK;
}

void asGpuForallIds(const AsGpuForall *forall, MlirOperation next,
                    MlirValue linear, MlirValue *ids) {
  int64_t sizes[AS_GPU_MAX_RANK];
  MlirValue indices[AS_GPU_MAX_RANK];
  for (int d = 0; d < forall->rank; d++)
    sizes[forall->rank - 1 - forall->along[d]] = forall->trip[d];
  asGpuDelinearise(next, linear, forall->rank, sizes, indices);
  for (int d = 0; d < forall->rank; d++)
    ids[d] = indices[forall->rank - 1 - forall->along[d]];
}

void asGpuForallInline(const AsGpuForall *forall, const MlirValue *ids,
                       MlirOperation next) {
  MlirBlock body = asIrBody(forall->op);
  for (int d = 0; d < forall->rank; d++) {
    MlirValue index = asGpuAdd(next, asGpuMul(next, ids[d], forall->step[d]),
                               forall->lower[d]);
    mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(body, d), index);
  }
  MlirOperation end = mlirBlockGetTerminator(body), op;
  while (op = mlirBlockGetFirstOperation(body), !mlirOperationEqual(op, end))
    mlirOperationMoveBefore(op, next);
  mlirOperationDestroy(forall->op);
}

int64_t asGpuForallCount(const AsGpuForall *forall) {
  int64_t count = 1;
  for (int d = 0; d < forall->rank; d++)
    count *= forall->trip[d];
  return count;
}

MlirOperation asGpuForallAround(MlirOperation op) {
  op = mlirOperationGetParentOperation(op);
  while (!mlirOperationIsNull(op) && !asGpuIsMapped(op))
    op = mlirOperationGetParentOperation(op);
  return op;
}

typedef struct Outermost {
  MlirOperation found;
  int count;
} Outermost;

static MlirWalkResult findOutermost(MlirOperation op, void *context) {
  Outermost *outermost = context;
  if (!asGpuIsMapped(op))
    return MlirWalkResultAdvance;
  outermost->found = op;
  outermost->count++;
  return MlirWalkResultSkip;
}

AsStatus asGpuOutermost(MlirOperation function, MlirOperation *forall,
                        AsError *error) {
  Outermost outermost = {{NULL}, 0};
  mlirOperationWalk(function, findOutermost, &outermost, MlirWalkPreOrder);
  *forall = outermost.found;
  if (outermost.count > 1)
    return asFail(error, AS_UNSUPPORTED,
                  "%d parallel loops are side by side, where a kernel has one",
                  outermost.count);
  return AS_OK;
}
