//===- elementwise-body.h - Bodies of elementwise operations
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers which values of the body of an elementwise linalg.generic are
// determined by weights (ir/invariant-values.h), and which loops they vary
// over. In a batch norm over an image, math.rsqrt of the variance is determined
// by weights and varies over the channels only.
//
//===----------------------------------------------------------------------===//

#ifndef AS_GRAPH_ANALYSIS_ELEMENTWISE_BODY_H
#define AS_GRAPH_ANALYSIS_ELEMENTWISE_BODY_H

#include "ir/ir-mapping.h"
#include <stdint.h>

enum { AS_BODY_INPUTS = 14, AS_BODY_LOOPS = 8, AS_BODY_OPS = 64 };

/// The body of a linalg.generic, operation by operation.
typedef struct AsBody {
  MlirOperation generic;
  MlirBlock block;
  intptr_t numInputs;
  int numLoops;
  int numOps; ///< Without the yield.
  MlirOperation op[AS_BODY_OPS];
  bool isDetermined[AS_BODY_OPS]; ///< By weights and constants alone.
  uint32_t reads[AS_BODY_OPS];    ///< The inputs that it depends on, as bits.
} AsBody;

/// Whether the operation is an elementwise linalg.generic with one result.
bool asBodyIsElementwise(MlirOperation op);

/// Reads the body of such an operation. False if it contains more than
/// arithmetic, or more than AS_BODY_OPS operations.
bool asBodyRead(MlirOperation generic, AsBody *body);

/// Whether weights alone determine a value of the body. Adds the inputs that it
/// depends on to `reads`.
bool asBodyDetermines(const AsBody *body, MlirValue value, uint32_t *reads);

/// The loops that index the inputs `reads`, as bits.
uint32_t asBodyLoops(const AsBody *body, uint32_t reads);

/// The inputs that a value of the body depends on, as bits.
uint32_t asBodyReads(const AsBody *body, MlirValue value);

/// The value that the body yields.
MlirValue asBodyYielded(const AsBody *body);

/// Whether the output map is a permutation and the body does not read the
/// output.
bool asBodyWritesInOrder(const AsBody *body);

/// Clones operation number `op`, after the operations that it depends on, into
/// `block`. `map` holds the clones of the inputs, and gets those of the
/// results.
void asBodyClone(const AsBody *body, int op, AsIrMap *map, MlirBlock block);

/// The number of an operation of the body, or -1.
int asBodyNumber(const AsBody *body, MlirOperation op);

#endif // AS_GRAPH_ANALYSIS_ELEMENTWISE_BODY_H
