//===- kernel-sizes.h - How large the static tiles of a group are
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_KERNEL_SIZES_H
#define AS_TASK_DYNAMIC_KERNEL_SIZES_H

#include "task/dynamic/kernel-cover.h"
#include "task/dynamic/register-sums.h"

typedef double (*AsKernelSeconds)(MlirModule kernel, void *context);

/// What tiles are chosen by.
typedef struct AsKernelChoice {
  int perTask; ///< A group with one class has at most so many kernels,
  int spare;   ///< and so many more, of which some are to be dropped.
  const AsSizeRanges *ranges; ///< The sizes that are expected.
  /// The seconds of a module's only public function, a kernel; 0 if nobody
  /// knows. Tiles are chosen by what was measured of all; else by the estimate
  /// of all; else, as where both are NULL, by a rule of the program alone.
  AsKernelSeconds measured, estimate;
  void *context;
  AsSumRegisters registers; ///< For sums from tile to tile.
  int threads;              ///< That share each tile, or an outer loop.
  bool isStrict;            ///< Sums of floats keep their order.
} AsKernelChoice;

/// Chooses the sizes of each class: by a rule for sums in registers and for
/// scores, else of `among` unless that is NULL.
void asKernelSizes(const AsGroupLoops *loops, const AsKernelChoice *choice,
                   const AsKernelSizes *among,
                   AsKernelSizes sizes[AS_MAX_CLASSES]);

/// Whether it takes less, by the estimate, to split along an outer loop as well
/// (outer-loops.h), or that lets sums fit into registers.
bool asPrefersOuterLoops(const AsGroupLoops *loops, const AsGroupLoops *outer,
                         const AsKernelChoice *choice);

/// Whether to split along columns as well, as sums fit into registers then, and
/// not without.
bool asPrefersColumnLoops(const AsGroupLoops *columns,
                          const AsKernelChoice *choice);

#endif // AS_TASK_DYNAMIC_KERNEL_SIZES_H
