//===- isl-integer.h - Read integers from isl values
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCOP_ISL_INTEGER_H
#define AS_AFFINE_SCOP_ISL_INTEGER_H

#include <isl/ctx.h>
#include <isl/val_type.h>
#include <stdbool.h>
#include <stdint.h>

/// Reads an integer. False, with *integer unchanged, for infinity, NaN,
/// fractions and NULL.
bool asAffineTakeInteger(__isl_take isl_val *value, int64_t *integer);

#endif // AS_AFFINE_SCOP_ISL_INTEGER_H
