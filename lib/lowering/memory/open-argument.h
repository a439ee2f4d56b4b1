//===- open-argument.h - Let a function take slices of any array
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_MEMORY_OPEN_ARGUMENT_H
#define AS_LOWERING_MEMORY_OPEN_ARGUMENT_H

#include "ir/ir.h"

/// Whether the argument, a dense memref of static shape, may have any strides
/// but for the last one, which is 1, and any offset: nothing in the private
/// function relies on more, and all that use the function are calls.
bool asCanOpenArgument(MlirModule module, MlirOperation function,
                       intptr_t argument);

/// Lets it have them: retypes the argument and the views of it, and casts what
/// calls pass. The function takes descriptors from then on. Requires
/// asCanOpenArgument.
void asOpenArgument(MlirModule module, MlirOperation function,
                    intptr_t argument);

#endif // AS_LOWERING_MEMORY_OPEN_ARGUMENT_H
