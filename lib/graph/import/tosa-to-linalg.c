//===- tosa-to-linalg.c - Lower TOSA to linalg
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowers TOSA to linalg, tensor, arith, scf and ml_program with upstream's
// passes. A module without TOSA stays as it is.
//
// Upstream's own tosa-to-linalg-pipeline leaves tosa.const, tosa.reshape and
// tosa.apply_rescale. This pipeline runs the passes for them as well.
//
// Requires:    nothing. A TOSA operation that upstream cannot lower is an
//              error.
// Provides:    no TOSA operations.
// Invalidates: signed and unsigned integer types, in signatures too: they
//              become signless.
//
//   %0 = tosa.matmul %a, %b, %zp, %zp : (tensor<1x4x8xf32>, ...) -> ...
//   %1 = tosa.add %0, %c : ...
// becomes
//   %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x16xf32>) -> ...
//   %0 = linalg.batch_matmul ins(%a, %b : ...) outs(%z : ...) -> ...
//   %1 = linalg.generic {...} ins(%0, %c : ...) { ... arith.addf ... }
//
//===----------------------------------------------------------------------===//

#include "graph/graph-passes.h"

/// tosa-to-mlprogram runs first, as tosa-to-linalg does not know variables.
/// tosa-infer-shapes runs before tosa-make-broadcastable, which compares ranks.
static const char onTosa[] =
    "builtin.module(tosa-to-mlprogram,"
    "func.func("
    "tosa-convert-integer-type-to-signless,"
    "tosa-optional-decompositions,canonicalize,tosa-reduce-transposes,"
    "tosa-infer-shapes,tosa-make-broadcastable))";

/// tosa-to-scf, which is for tosa.scatter, runs before tosa-to-linalg, which
/// refuses it. tosa-make-broadcastable runs again after tosa-to-linalg-named,
/// which inserts reshapes.
static const char toLinalg[] =
    "builtin.module(func.func(tosa-to-scf,"
    "tosa-to-linalg-named,canonicalize,"
    "tosa-layerwise-constant-fold,tosa-make-broadcastable,"
    "tosa-to-linalg,tosa-to-tensor))";

/// Runs after tosa-to-linalg, as tosa.apply_scale is then in the body of a
/// linalg.generic.
static const char toArith[] =
    "builtin.module(func.func("
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
  asGraphTosaShapes(module);
  AsStatus status = asIrRunPipeline(op, onTosa, true, error);
  if (!status) {
    asGraphTosaControlFlow(module); // Later passes refuse tosa.yield.
    status = asIrRunPipeline(op, toLinalg, true, error);
  }
  if (!status) {
    asGraphScaleHighHalves(module);
    status = asIrRunPipeline(op, toArith, true, error);
  }
  return status ? asFailContext(error, "lowering TOSA by upstream's passes; "
                                       "what they cannot lower has to be "
                                       "lowered before")
                : AS_OK;
}
