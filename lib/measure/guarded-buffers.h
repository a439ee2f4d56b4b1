//===- guarded-buffers.h - Buffers between guard pages
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory for a run of a kernel. Each buffer lies between two pages without
// access, as close to the upper one as its 64-byte alignment allows. The
// remaining bytes on either side, the slack, hold a canary. So an access past
// the end, or far before the start, ends the process, and asArraysBroken finds
// writes into the slack.
// Once that is known of a kernel, asArraysUnguard takes the upper pages away.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_GUARDED_BUFFERS_H
#define AS_MEASURE_GUARDED_BUFFERS_H

#include "as/error.h"
#include "measure/entry-buffers.h"

/// Maps memory for one buffer, which asArrayUnmap gives back; its contents are
/// undefined.
AsStatus asArrayMap(const AsBuffer *buffer, void **data, AsError *error);
void asArrayUnmap(const AsBuffer *buffer, void *data);

/// Whether forks find the memory as it is, sharing pages that neither writes
/// to, or have no such memory, which spares them copying its page tables.
void asArrayInherit(const AsBuffer *buffer, void *data, bool isInherited);

/// It lives as long as the process, a fork of the runner, unless it is
/// unmapped.
typedef struct AsArrays {
  const AsBuffer *buffers;
  int count;
  void **data; ///< Of each buffer: the argument of an entry point.
} AsArrays;

/// Maps memory for all `buffers`, which must outlive it; contents undefined.
AsStatus asArraysMap(const AsBuffer *buffers, int count, AsArrays *arrays,
                     AsError *error);

void asArraysUnmap(AsArrays *arrays);

/// The first buffer whose surroundings were written to, or -1.
int asArraysBroken(const AsArrays *arrays);

/// Puts memory in place of the upper guard pages, before runs are timed: loads
/// under masks whose other lanes are in a page without access take hundreds of
/// cycles, and programs hardly ever have such a page behind an array. What
/// cannot be put there stays as it is.
void asArraysUnguard(const AsArrays *arrays);

#endif // AS_MEASURE_GUARDED_BUFFERS_H
