//===- kernel-table.h - The tiles that were chosen, by what they compute
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What was chosen on one machine, by its estimates or measurements, is written
// down with the schedule, so that a module is split in the same way wherever
// the schedule is applied:
//
//   module attributes {as.kernels = {
//       "7c9c..." = [array<i64: 128, 32, 4, 1>]}, ...}
//
// Each group has the hash of a kernel of it, and a list for each class. Behind
// that, in 32 bits, is how many elements left at least take one tile more,
// which overlaps, where that is not more than half a tile:
//
//       "7c9c..." = [array<i64: 128, 32, 4, 1>, array<i32: 100, 12, 3, 1>]
//
// or is padded, if they are left of a sum: then the sizes may end with a larger
// one than 1, such as array<i64: 64, 8>, array<i32: 33, 1>.
//
// If there is a loop along a static dimension as well (outer-loops.h), its list
// is in front: array<i64: 1>.
//
// A second list of 32 bits says up to how many elements left take a tile less
// (kernel-dispatch.h).
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_KERNEL_TABLE_H
#define AS_TASK_DYNAMIC_KERNEL_TABLE_H

#include "support/hash.h"
#include "task/dynamic/kernel-cover.h"
#include "task/dynamic/loop-classes.h"

/// The attribute of the module with the schedules.
#define AS_KERNELS_ATTRIBUTE "as.kernels"

typedef struct AsKernelEntry {
  char hash[33];
  bool isGiven; ///< By an attribute, and not to be chosen again.
  bool isUsed;  ///< A group had it.
  int numClasses;
  AsKernelSizes sizes[AS_MAX_CLASSES];
} AsKernelEntry;

/// Initialise with {0}.
typedef struct AsKernelTable {
  AsKernelEntry *entries;
  int count, capacity;
  bool hasSpare; ///< More tiles than are to be used.
} AsKernelTable;

/// Whether the tiles take elements of any number: the last one has one, or is
/// padded from one on.
bool asKernelSizesTakeAll(const AsKernelSizes *sizes, bool mayPad);

/// NULL if the table does not have it.
AsKernelEntry *asKernelTableFind(const AsKernelTable *table, const char *hash);
/// How many entries were given; 0 if a group had one of them.
int asKernelTableUnused(const AsKernelTable *table);
/// In place of what it has for that hash, if anything.
void asKernelTableAdd(AsKernelTable *table, const AsKernelEntry *entry);
void asKernelTableFree(AsKernelTable *table);

/// The attribute of a table with entries.
MlirAttribute asKernelTableWrite(const AsKernelTable *table,
                                 MlirContext context);

/// Adds what the attribute of the module has, if it has one.
AsStatus asKernelTableRead(MlirModule module, AsKernelTable *table,
                           AsError *error);

#endif // AS_TASK_DYNAMIC_KERNEL_TABLE_H
