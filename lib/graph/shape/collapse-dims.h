//===- collapse-dims.h - Collapse and expand dimensions
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds tensor.collapse_shape and tensor.expand_shape from an array of flags:
// starts[r] says whether dimension `r` begins a group of dimensions that become
// one. The first dimension always does. {true, true, false} is [[0], [1, 2]].
//
//===----------------------------------------------------------------------===//

#ifndef AS_GRAPH_SHAPE_COLLAPSE_DIMS_H
#define AS_GRAPH_SHAPE_COLLAPSE_DIMS_H

#include "ir/ir.h"

/// The type with one dimension for each group.
MlirType asCollapsedType(MlirType type, const bool *starts);

/// Inserts a collapse before `next`. Returns `value` itself where each
/// dimension is a group of its own, and what was expanded where an expand_shape
/// from the collapsed type, which is static, makes the value.
MlirValue asCollapseDims(MlirOperation next, MlirValue value,
                         const bool *starts);

/// Inserts an expansion before `next`: `value` has one dimension for each group
/// of `type`. A dynamic dimension is a group of its own.
MlirValue asExpandDims(MlirOperation next, MlirValue value, MlirType type,
                       const bool *starts);

#endif // AS_GRAPH_SHAPE_COLLAPSE_DIMS_H
