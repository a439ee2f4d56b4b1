//===- lower-parts.h - Lower what can be lowered of a module
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// asLowerModule lowers all of a module or fails. A program may have functions
// that as-opt cannot lower, for they have operations of a dialect that it does
// not know; entry points of other dialects; the user's own sequences; and
// modules in modules. This lowers the functions that can be, each module by
// itself, and leaves the others as they are, or out.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_LOWER_PARTS_H
#define AS_LOWERING_LOWER_PARTS_H

#include "lowering/lower.h"

/// Told of each function that is not lowered, before anything changes it. `why`
/// is a clause.
typedef void (*AsLowerRemark)(MlirOperation function, const char *why,
                              void *context);

typedef struct AsLowerParts {
  /// For code: what is not lowered is destroyed, and what modules in the module
  /// have moves into it. Else both stay where they are.
  bool forCode;
  AsLowerRemark remark; ///< NULL if nobody is to be told.
  void *context;
} AsLowerParts;

/// Lowers `module` and the modules in it.
///
/// A function that is not lowered keeps along those that call it, for which
/// there would be nothing to call. What it calls itself it gets a private copy
/// of, if a function that is lowered needs it as well; where there can be none,
/// because it is memory that both use or a function that is declared only, the
/// other function is not lowered either.
///
/// Fails if there are functions and none can be lowered, with the reason of the
/// first; but not if they stay where they are and all of them have operations
/// of other dialects, which then are for their own lowering.
AsStatus asLowerModuleParts(MlirModule module, const AsLowerOptions *options,
                            const AsLowerParts *parts, AsError *error);

#endif // AS_LOWERING_LOWER_PARTS_H
