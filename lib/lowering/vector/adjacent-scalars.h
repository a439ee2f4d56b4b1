//===- adjacent-scalars.h - Read scalars that are side by side as one vector
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_VECTOR_ADJACENT_SCALARS_H
#define AS_LOWERING_VECTOR_ADJACENT_SCALARS_H

#include "lowering/vector/narrow-types.h"

/// A vector of the scalars if each is extracted, at one position, from a column
/// that was read, and the columns follow each other; else null.
MlirValue asAdjacentScalars(const AsArith *arith, const AsNarrow *scalars,
                            int count);

#endif // AS_LOWERING_VECTOR_ADJACENT_SCALARS_H
