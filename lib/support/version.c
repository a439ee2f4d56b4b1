//===- version.c - Which as-opt this is
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See as/version.h.
//
//===----------------------------------------------------------------------===//

#include "as/version.h"

const char *asVersion(void) { return AS_VERSION; }
