//===- size-symbols.h - The sizes that a caller chooses
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A public function with dynamic dimensions is called with a size for each of
// its symbols: dimensions of arguments that must be equal are one symbol. They
// are found before anything is scheduled, and kept as an attribute, because
// schedules hide which sizes are equal.
//
//   func.func @f(%x: tensor<?x768xf32> {as.sizes = ["batch"]},
//                %y: tensor<?x768xf32>) -> tensor<?xf32> attributes {
//       as.symbols = {names = ["batch"],
//                     shapes = affine_map<()[s0] -> (s0, 768, s0, 768, s0)>,
//                     zeros = affine_map<()[s0] -> ()>}}
//
//===----------------------------------------------------------------------===//

#ifndef AS_GRAPH_SIZES_SIZE_SYMBOLS_H
#define AS_GRAPH_SIZES_SIZE_SYMBOLS_H

#include "as/error.h"
#include "ir/ir.h"
#include "mlir-c/AffineMap.h"

/// On an argument: a name for each of its dynamic dimensions. Dimensions of one
/// name are one size. On a function: what sizes to expect
/// (task/dynamic/written-sizes.h).
#define AS_SIZES_ATTRIBUTE "as.sizes"

/// On a public function with dynamic dimensions: its symbols.
#define AS_SYMBOLS_ATTRIBUTE "as.symbols"

/// On a public function without an entry point: why it has none.
#define AS_NO_ENTRY_ATTRIBUTE "as.no_entry"

typedef struct AsSymbols {
  intptr_t count;
  MlirAttribute names;  ///< An array of strings.
  MlirAffineMap shapes; ///< The dimensions of all arguments and results that
                        ///< have a shape, static ones included, in order.
  MlirAffineMap zeros;  ///< What must be 0 for sizes to go together.
} AsSymbols;

/// Adds the attribute to the public functions that are to have it and have
/// neither it nor AS_NO_ENTRY_ATTRIBUTE, which it adds where the size of a
/// result is not an expression of those of arguments. Fails where names that
/// arguments give are none.
AsStatus asGraphNameSizes(MlirModule module, AsError *error);

/// False if the function has no symbols.
bool asSymbolsGet(MlirOperation function, AsSymbols *symbols);

/// Appends an expression of the symbols by their names: "2 * batch + 1".
void asSymbolsPrint(const AsSymbols *symbols, MlirAffineExpr expr,
                    AsText *text);

#endif // AS_GRAPH_SIZES_SIZE_SYMBOLS_H
