//===- ir/memory.h - Arrays that a module has for as long as it is loaded
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_MEMORY_H
#define AS_IR_MEMORY_H

#include "ir/ir.h"

/// A dense memref with the shape and the elements of a tensor of static shape.
MlirType asIrMemoryType(MlirType tensor);

/// A private memref.global before `next`. `value` is a unit attribute where it
/// has none to begin with.
MlirOperation asIrInsertGlobal(MlirOperation next, MlirAttribute name,
                               MlirType type, MlirAttribute value);

/// memref.get_global; `name` refers to the global.
MlirValue asIrInsertGetGlobal(MlirOperation next, MlirType type,
                              MlirAttribute name);

#endif // AS_IR_MEMORY_H
