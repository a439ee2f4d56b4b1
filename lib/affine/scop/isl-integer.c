//===- isl-integer.c - Read integers from isl values
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "affine/scop/isl-integer.h"
#include <isl/val.h>

bool asAffineTakeInteger(__isl_take isl_val *value, int64_t *integer) {
  bool isInteger = value && isl_val_is_int(value) == isl_bool_true;
  if (isInteger)
    *integer = isl_val_get_num_si(value);
  isl_val_free(value);
  return isInteger;
}
