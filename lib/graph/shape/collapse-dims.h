//===- collapse-dims.h - Dimensions seen as one
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dimensions of a tensor in groups of neighbours: starts[r] says whether
// dimension `r` begins a group. The first one does.
//
//===----------------------------------------------------------------------===//

#ifndef AS_GRAPH_SHAPE_COLLAPSE_DIMS_H
#define AS_GRAPH_SHAPE_COLLAPSE_DIMS_H

#include "ir/ir.h"

/// The type with a dimension for each group.
MlirType asCollapsedType(MlirType type, const bool *starts);

/// The tensor with a dimension for each group, made before `next`; the tensor
/// itself where each dimension is a group.
MlirValue asCollapseDims(MlirOperation next, MlirValue value,
                         const bool *starts);

/// The reverse: a tensor of `type`, of whose groups `value` has a dimension
/// each.
MlirValue asExpandDims(MlirOperation next, MlirValue value, MlirType type,
                       const bool *starts);

#endif // AS_GRAPH_SHAPE_COLLAPSE_DIMS_H
