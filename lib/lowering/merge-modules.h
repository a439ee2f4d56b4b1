//===- merge-modules.h - One lowered module of several
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_MERGE_MODULES_H
#define AS_LOWERING_MERGE_MODULES_H

#include "lowering/lower-parts.h"

/// Moves what lowered modules in `module` have to the end of it, and destroys
/// what cannot be code. A declaration and a definition of one name become one.
/// Of two definitions that of the inner module gets another name, under which
/// only its own module finds it; `remark` is told of such functions that were
/// public.
void asLoweredFlatten(MlirModule module, AsLowerRemark remark, void *context);

#endif // AS_LOWERING_MERGE_MODULES_H
