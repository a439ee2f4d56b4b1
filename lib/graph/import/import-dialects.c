//===- import-dialects.c - Bring what front ends write to linalg
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the passes that replace operations on tensors of other dialects by
// linalg, and branches that later passes do not support by structured ones.
// Both the rewrites before tasks and each lowering begin with them: a module
// that is lowered without a schedule may still have such operations.
//
// Requires:    nothing.
// Provides:    computations on tensors in linalg, tensor and scf only, if
//              their dialect is one of those that the passes know.
// Invalidates: nothing but what the single passes do.
//
//===----------------------------------------------------------------------===//

#include "graph/graph-passes.h"

AsStatus asGraphImportDialects(MlirModule module, AsError *error) {
  asGraphExpandComplex(module); // These come before any pass that folds.
  asGraphKeepDoubleRoundings(module);
  AsStatus status = asGraphLiftControlFlow(module, error);
  if (!status)
    status = asGraphLowerShapes(module, error);
  if (!status)
    status = asGraphTosaToLinalg(module, error);
  if (!status)
    status = asGraphLowerGlobals(module, error);
  if (!status)
    status = asGraphElementwiseToLinalg(module, error);
  if (!status) {
    asGraphGathersAndScatters(module);
    asGraphLegaliseMath(module);
  }
  return status;
}
