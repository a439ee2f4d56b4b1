//===- product-steps.h - The iterations of a product, counted
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a product reads next is prefetched a part in each iteration of its
// innermost loop, so these need numbers.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_MEMORY_PRODUCT_STEPS_H
#define AS_LOWERING_MEMORY_PRODUCT_STEPS_H

#include "ir/ir.h"
#include "ir/op-builder.h"
#include <stdbool.h>
#include <stdint.h>

enum {
  AS_PRODUCT_MOST_LOOPS = 8 ///< Around what multiplies.
};

/// The innermost loop of a product, and those around it, outermost first.
typedef struct AsProductSteps {
  int numLoops; ///< 0 if there is no product.
  struct {
    MlirOperation op;
    AsIrRange range;
  } loop[AS_PRODUCT_MOST_LOOPS];
  int64_t steps; ///< Iterations of all of them.
} AsProductSteps;

/// The product of the most iterations inside `loop`, of loops with constant
/// bounds up to `outside`, without it.
AsProductSteps asProductStepsFind(MlirOperation loop, MlirOperation outside);

/// The body of the innermost loop.
MlirBlock asProductBody(const AsProductSteps *product);

/// The bytes of all vectors that an iteration multiplies and adds.
int64_t asProductBytes(const AsProductSteps *product);

/// Whether an iteration prefetches some of the memory already.
bool asProductPrefetches(const AsProductSteps *product, MlirValue memory);

/// Inserts the number of the iteration among all before `next` in the body.
MlirValue asProductInsertStep(const AsProductSteps *product,
                              MlirOperation next);

#endif // AS_LOWERING_MEMORY_PRODUCT_STEPS_H
