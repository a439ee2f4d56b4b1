//===- nearest-name.h - The name that was meant
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of the names that there are, the one that a misspelt name is nearest to.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_NEAREST_NAME_H
#define AS_SUPPORT_NEAREST_NAME_H

#include <stddef.h>

/// Start from asNearestTo, offer each name that there is, read `name`.
typedef struct AsNearest {
  const char *wanted; ///< Borrowed, as the names are.
  const char *name;   ///< NULL while none is near enough for a slip.
  size_t limit;       ///< A name must have fewer edits than this.
} AsNearest;

AsNearest asNearestTo(const char *wanted);
void asNearestOffer(AsNearest *nearest, const char *name);

#endif // AS_SUPPORT_NEAREST_NAME_H
