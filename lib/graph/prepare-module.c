//===- graph/prepare-module.c - The module as a whole, before tasks
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "graph/prepare-module.h"

AsStatus asGraphPrepare(MlirModule module, bool mayReorder, bool onCpu,
                        AsError *error) {
  AsStatus status = asGraphLowerTosa(module, error);
  if (!status)
    status = asGraphLowerGlobals(module, error);
  if (!status)
    status = asGraphDropUnits(module, error);
  if (!status)
    status = asGraphDropMultipliers(module, error);
  if (!status)
    status = asGraphTakeScalars(module, error);
  if (!status)
    asGraphReadZeros(module);
  if (!status)
    status = asGraphFoldMoves(module, error);
  if (!status)
    status = asGraphMergeLoops(module, error);
  if (!status && mayReorder)
    status = asGraphAddBiasesLast(module, onCpu, error);
  if (!status && mayReorder)
    status = asGraphTurnImages(module, error);
  if (!status && mayReorder)
    status = asGraphFoldScales(module, error);
  if (!status)
    status = asGraphFlattenPixels(module, mayReorder && onCpu, error);
  if (!status && onCpu)
    status = asGraphTurnWeights(module, error);
  if (!status && !onCpu)
    asGraphTurnVectors(module);
  if (!status)
    status = asGraphTakeOutInvariants(module, error);
  if (!status)
    status = asGraphRematerialize(module, error);
  return status;
}
