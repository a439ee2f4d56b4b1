//===- sized-functions.h - Functions that are called with sizes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text of the functions that sized-functions.c makes.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_SIZED_FUNCTIONS_H
#define AS_LOWERING_SIZED_FUNCTIONS_H

#include "graph/sizes/size-symbols.h"

/// A public function with dynamic dimensions.
typedef struct AsSizedFunction {
  MlirOperation op;
  MlirType type;
  AsSymbols symbols;
  const char *name;
  intptr_t numInputs, numResults;
} AsSizedFunction;

/// The type of an argument or, from numInputs on, of a result.
MlirType asSizedType(const AsSizedFunction *function, intptr_t value);

/// Its dimension `dim` as an expression of symbols.
MlirAffineExpr asSizedDim(const AsSizedFunction *function, intptr_t value,
                          intptr_t dim);

/// Whether the function may write the argument, a tensor.
bool asArgumentIsWritable(MlirOperation function, intptr_t argument);

/// Appends as_sizes_NAME (support/entry-symbols.h) as a function on memrefs.
void asSizesWrite(const AsSizedFunction *function, AsText *text);

/// Appends a function of the type that allocates its results and calls
/// `callee`, whose declaration comes before it, by what asSizedFunctions says.
void asSizedCallerWrite(const AsSizedFunction *function, MlirOperation callee,
                        AsText *text);

#endif // AS_LOWERING_SIZED_FUNCTIONS_H
