//===- composite-vectors.c - Vector operations that LLVM's conversion lacks
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites vector.multi_reduction and vector.scan into simpler vector
// operations, with upstream's patterns. convert-vector-to-llvm leaves them.
//
// Schedules lower them themselves; these come from programs with vectors.
//
// Requires:    vectors.
// Provides:    no vector.multi_reduction and no vector.scan.
// Invalidates: nothing.
//
//   %s = vector.multi_reduction <add>, %x, %y [1] : vector<2x4xf32> to ...
// becomes
//   %0 = vector.extract %x[0] : vector<4xf32> from vector<2x4xf32>
//   %1 = vector.reduction <add>, %0, ... : vector<4xf32> into f32
//   ...
//
//===----------------------------------------------------------------------===//

#include "lowering/lowering-steps.h"
#include "transform/apply-script.h"

static MlirWalkResult note(MlirOperation op, void *context) {
  bool *found = context;
  *found = asIrIsNamed(op, "vector.multi_reduction") ||
           asIrIsNamed(op, "vector.scan");
  return *found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

AsStatus asLowerCompositeVectors(MlirModule module, AsError *error) {
  bool found = false;
  mlirOperationWalk(mlirModuleGetOperation(module), note, &found,
                    MlirWalkPreOrder);
  if (!found)
    return AS_OK;
  return asScriptApplyLines(
      module,
      "transform.apply_patterns to %m {\n"
      "  transform.apply_patterns.vector.lower_multi_reduction "
      "lowering_strategy = \"innerreduction\"\n"
      "  transform.apply_patterns.vector.lower_scan\n"
      "  transform.apply_patterns.canonicalization\n"
      "} : !transform.any_op\n",
      "<vectors>", error);
}
