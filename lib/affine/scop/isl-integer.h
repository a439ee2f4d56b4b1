//===- isl-integer.h - Numbers of isl
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

/// Reads an integer, and takes the value; false, and *integer is left alone,
/// for infinity, NaN, fractions and failures.
bool asAffineTakeInteger(__isl_take isl_val *value, int64_t *integer);

#endif // AS_AFFINE_SCOP_ISL_INTEGER_H
