//===- shape-names.c - Workloads by their names
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/families.h"
#include "bench/shapes.h"
#include "support/nearest-name.h"
#include <stdlib.h>
#include <string.h>

static const AsFamily *const families[] = {
    &asFamilyMatmul,
    &asFamilyMatmulAt,
    &asFamilyMatmulBt,
    &asFamilyMatmulBf16,
    &asFamilyMatmulF16,
    &asFamilyMatmulI8,
    &asFamilyMatmulW8,
    &asFamilyMatmulW4,
    &asFamilyMatmulBiasRelu,
    &asFamilyMatmulBiasGelu,
    &asFamilyMatmulChain,
    &asFamilyBatchMatmul,
    &asFamilyBatchMatmulBt,
    &asFamilyAttention,
    &asFamilyAttentionCausal,
    &asFamilyAttentionHeads,
    &asFamilyConvolution,
    &asFamilyConvolutionI8,
    &asFamilyConvolutionNchw,
    &asFamilyGroupedConvolution,
    &asFamilyDepthwise,
    &asFamilyDepthwiseNchw,
    &asFamilyConvolutionPad,
    &asFamilyConvolutionPadI8,
    &asFamilyConvolutionPadNchw,
    &asFamilyDepthwisePad,
    &asFamilyDepthwisePadNchw,
    &asFamilyMaxPooling,
    &asFamilyMaxPoolingNchw,
    &asFamilyAveragePooling,
    &asFamilyAveragePoolingNchw,
    &asFamilySoftmax,
    &asFamilyLayernorm,
    &asFamilyReduceRows,
    &asFamilyReduceColumns,
    &asFamilyReduceAll,
    &asFamilyMaxRows,
    &asFamilyMaxColumns,
    &asFamilyArgmax,
    &asFamilyElementwiseChain,
    &asFamilyBroadcastAdd,
    &asFamilyGelu,
    &asFamilySilu,
    &asFamilyTanh,
    &asFamilySigmoid,
    &asFamilyExp,
    &asFamilyTranspose,
    &asFamilyNhwcToNchw,
    &asFamilyNchwToNhwc,
    &asFamilyConcat,
};

AsFamilies asFamilies(void) {
  return (AsFamilies){families, sizeof families / sizeof *families};
}

static const double mostElements = 0x1p31; // Of a tensor.

static AsStatus findFamily(const char *name, const AsFamily **family,
                           AsError *error) {
  AsNearest nearest = asNearestTo(name);
  for (size_t f = 0; f < sizeof families / sizeof *families; f++) {
    *family = families[f];
    if (!strcmp((*family)->name, name))
      return AS_OK;
    asNearestOffer(&nearest, (*family)->name);
  }
  if (nearest.name)
    return asFail(error, AS_INVALID_INPUT,
                  "there is no family '%s'; did you mean '%s'?", name,
                  nearest.name);
  return asFail(error, AS_INVALID_INPUT,
                "there is no family '%s'; bench-ops --sample=1000 --list "
                "shows those that there are",
                name);
}

static bool parseSizes(const char *text, AsWorkload *workload) {
  const AsFamily *family = workload->family;
  const int most = (int)strlen(family->sizes),
            least = most - family->numOptional;
  int count = 0;
  for (;; text++) {
    char *end;
    if (count == most || *text < '0' || *text > '9')
      return false;
    long long size = strtoll(text, &end, 10);
    if (size < (count < least) || (double)size > mostElements)
      return false;
    workload->sizes[count++] = size;
    text = end;
    if (*text != 'x')
      return !*text && count >= least;
  }
}

// Sizes that follow from the others may be none.
static bool tensorsAreSane(const AsWorkload *workload) {
  for (int i = 0; i < asWorkloadNumTensors(workload); i++) {
    double elements = 1;
    for (const char *l = workload->family->tensors[i]; *l; l++) {
      const int64_t size = asWorkloadSize(workload, *l);
      if (size < 1)
        return false;
      elements *= (double)size;
    }
    if (elements > mostElements)
      return false;
  }
  return true;
}

AsStatus asShapeNamed(const char *name, AsArena *arena, AsWorkload *workload,
                      AsError *error) {
  const char *dash = strrchr(name, '-');
  const size_t length = dash ? (size_t)(dash - name) : strlen(name);
  *workload = (AsWorkload){.name = asArenaCopy(arena, name, strlen(name))};
  if (findFamily(asArenaCopy(arena, name, length), &workload->family, error))
    return error->status;
  const AsFamily *family = workload->family;
  if (!dash || !parseSizes(dash + 1, workload) || !tensorsAreSane(workload))
    return asFail(error, AS_INVALID_INPUT,
                  "expected %s-SIZES, with a size for each of '%s', of which "
                  "the last %d may be left out, and tensors of at most 2^31 "
                  "elements",
                  family->name, family->sizes, family->numOptional);
  return AS_OK;
}
