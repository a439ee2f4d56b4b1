//===- ir/nest.h - Loop nests that are tasks
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_NEST_H
#define AS_IR_NEST_H

/// On the outermost loop of a nest over memrefs that can be given another
/// schedule: the extents of the members of its deepest band, a dense array of
/// i64. Its arrays do not overlap.
#define AS_NEST_ATTRIBUTE "as.nest"

/// On a function whose nest was to get a schedule that breaks a dependence, and
/// did not get it.
#define AS_ILLEGAL_ATTRIBUTE "as.illegal"

/// On an argument of a function: upstream's promise that it overlaps no other.
#define AS_NOALIAS_ATTRIBUTE "llvm.noalias"

#endif // AS_IR_NEST_H
