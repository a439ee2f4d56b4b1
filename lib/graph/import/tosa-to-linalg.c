//===- tosa-to-linalg.c - TOSA becomes linalg
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream's own pipeline, tosa-to-linalg-pipeline, stops at tosa.const,
// tosa.reshape and tosa.apply_rescale; here are the passes for these as well.
//
//===----------------------------------------------------------------------===//

#include "graph/prepare-module.h"

/// Variables come first, as tosa-to-linalg does not know them. Shapes come
/// before broadcasts, which compare ranks; so they come again after the named
/// operations, which reshape. Rescaling is arithmetic within the body of a
/// generic, so it goes after tosa-to-linalg.
static const char pipeline[] =
    "builtin.module(tosa-to-mlprogram,"
    "func.func("
    "tosa-convert-integer-type-to-signless,"
    "tosa-optional-decompositions,canonicalize,tosa-reduce-transposes,"
    "tosa-infer-shapes,tosa-make-broadcastable,"
    "tosa-to-linalg-named,canonicalize,"
    "tosa-layerwise-constant-fold,tosa-make-broadcastable,"
    "tosa-to-linalg,tosa-to-scf,tosa-to-tensor,"
    "tosa-to-arith{include-apply-rescale=true},canonicalize))";

static MlirWalkResult noteTosa(MlirOperation op, void *context) {
  bool *found = context;
  *found = asIrHasPrefix(op, "tosa.");
  return *found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

AsStatus asGraphTosaToLinalg(MlirModule module, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  bool found = false;
  mlirOperationWalk(op, noteTosa, &found, MlirWalkPreOrder);
  if (!found)
    return AS_OK;
  if (asIrRunPipeline(op, pipeline, true, error))
    return asFailContext(error, "lowering TOSA");
  return AS_OK;
}
