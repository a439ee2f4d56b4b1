//===- closure-strips.h - Cut a closure into strips
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_TILING_CLOSURE_STRIPS_H
#define AS_AFFINE_TILING_CLOSURE_STRIPS_H

#include "affine/scop/scop.h"

/// Replaces a nest that computes a closure, such as all shortest paths, by one
/// that goes over strips of its steps. Returns true if it did; then the SCoP is
/// invalid.
bool asCutClosure(const AsScop *scop);

#endif // AS_AFFINE_TILING_CLOSURE_STRIPS_H
