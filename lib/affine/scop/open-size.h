//===- open-size.h - Sizes that are known when a SCoP is entered
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The extent of a loop whose bound is a memref.dim or an argument is a sum of
// multiples of parameters of the SCoP and of a constant.
//
//   affine.for %i = 1 to affine_map<(d0) -> (d0 - 1)>(%n)
// has the extent
//   p0 - 2
// which is inserted as
//   %extent = arith.maxsi (%n + -2), 0
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCOP_OPEN_SIZE_H
#define AS_AFFINE_SCOP_OPEN_SIZE_H

#include "affine/scop/scop.h"

enum { AS_OPEN_SIZE_TERMS = 4 };

/// constant + sum of multiple[t] * parameter[t]. Without terms it is closed.
typedef struct AsOpenSize {
  int64_t constant;
  int numTerms;
  int parameter[AS_OPEN_SIZE_TERMS]; ///< In ascending order.
  int64_t multiple[AS_OPEN_SIZE_TERMS];
} AsOpenSize;

/// Reads a function of parameters alone, such as the last iteration of a loop
/// where it has one. False if it is no sum of multiples of few parameters, or
/// another one in other cases.
bool asOpenSizeRead(__isl_take isl_pw_aff *function, AsOpenSize *size);

bool asOpenSizeIsEqual(const AsOpenSize *a, const AsOpenSize *b);

/// Whether the size is that of a dimension of the memref, as a memref.dim says.
bool asOpenSizeIsDim(const AsScop *scop, const AsOpenSize *size,
                     MlirValue memref, intptr_t dim);

/// Inserts the size; 0 where it is negative, as of a loop that does not run.
MlirValue asOpenSizeInsert(const AsScop *scop, const AsOpenSize *size,
                           MlirOperation next);

#endif // AS_AFFINE_SCOP_OPEN_SIZE_H
