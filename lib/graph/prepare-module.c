//===- prepare-module.c - Rewrite the module before task extraction
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the passes of graph-passes.h in turn, in two parts: between the two,
// a network for several images may become a loop over them, whose body is that
// for one (task/dynamic/image-loops.h).
//
// A task is hashed, scheduled and stored as it is after these passes. So they
// bring different spellings of one computation (TOSA, transposed weights, a
// bias that sums start from) to one form, and prefer forms for which there are
// good schedules.
//
//===----------------------------------------------------------------------===//

#include "graph/graph-passes.h"
#include "graph/sizes/size-symbols.h"

AsStatus asGraphUnifyForms(MlirModule module, bool mayReorder, bool onCpu,
                           AsError *error) {
  AsStatus status = asGraphImportDialects(module, error);
  if (!status)
    status = asGraphNameSizes(module, error);
  if (!status)
    status = asGraphDropEqualBroadcasts(module, error);
  if (!status)
    status = asGraphDropDepthwiseMultipliers(module, error);
  if (!status)
    status = asGraphMoveZeroPoints(module, error);
  if (!status)
    status = asGraphDropUnitDims(module, error);
  if (!status)
    status = asGraphSplatsToScalars(module, error);
  if (!status)
    asGraphIndexUnitDims(module);
  if (!status && onCpu)
    asGraphConcatToInserts(module);
  if (!status && onCpu)
    status = asGraphHoistAssertions(module, error);
  if (!status)
    asGraphReadIndices(module);
  if (!status)
    status = asGraphFoldTransposes(module, error);
  // Each round gives operations more dimensions, of which there is a most.
  while (!status && onCpu && asGraphExpandBatches(module))
    status = asGraphFoldTransposes(module, error);
  if (!status)
    status = asGraphCollapseTransposeDims(module, error);
  if (!status) // Those that had unit dimensions.
    status = asGraphFoldTransposes(module, error);
  if (!status && mayReorder)
    status = asGraphBiasesToEpilogues(module, onCpu, error);
  if (!status && mayReorder)
    status = asGraphNchwToNhwc(module, error);
  if (!status && mayReorder)
    status = asGraphFoldBatchNorms(module, error);
  return status;
}

AsStatus asGraphPreferForms(MlirModule module, bool mayReorder, int threads,
                            AsError *error) {
  bool onCpu = threads > 0;
  if (onCpu)
    asGraphReduceWholeWindows(module);
  if (onCpu)
    asGraphDensePixels(module);
  AsStatus status = asGraphConv1x1ToMatmul(module, mayReorder && onCpu, error);
  if (!status)
    status = asGraphMoveReshapes(module, error);
  if (!status && onCpu)
    status = asGraphJoinWindowChannels(module, error);
  if (!status && onCpu)
    status = asGraphFuseDequantisation(module, mayReorder, error);
  if (!status && onCpu)
    status = asGraphPretransposeWeights(module, error);
  if (!status && onCpu)
    asGraphTurnNarrowProducts(module, mayReorder, threads);
  if (!status && mayReorder && onCpu)
    asGraphInterchangeParts(module);
  if (!status && onCpu)
    asGraphOrderLoops(module);
  if (!status && !onCpu)
    asGraphInterchangeVecmats(module);
  if (!status)
    status = asGraphHoistWeightArithmetic(module, error);
  if (!status)
    asGraphKnownRanges(module);
  if (!status)
    status = asGraphRematerialise(module, error);
  if (!status && onCpu)
    status = asGraphCollapseElementwise(module, error);
  if (!status && onCpu)
    status = asGraphCollapseReductions(module, error);
  if (!status && mayReorder && onCpu)
    status = asGraphWidenSums(module, error);
  return status;
}
