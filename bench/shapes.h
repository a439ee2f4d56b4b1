//===- shapes.h - Workloads that are not in the table
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A workload of any size is called FAMILY-SIZES: conv-1x56x56x64x3x3x64x1 is
// the family `conv` of families.h with n = 1, p = 56 and so on. Such names come
// from a file, or by chance.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_SHAPES_H
#define AS_BENCH_SHAPES_H

#include "as/error.h"
#include "bench/workload.h"
#include "support/arena.h"
#include "support/random.h"

/// The workload of that name, which goes into the arena.
AsStatus asShapeNamed(const char *name, AsArena *arena, AsWorkload *workload,
                      AsError *error);

/// Those that a file ("-" is stdin) names, a line each; empty lines and what
/// follows '#' are skipped. One that is named again is left out.
AsStatus asShapesRead(const char *path, AsArena *arena, AsWorkloads *workloads,
                      AsError *error);

/// `each` of every family that says how, with sizes by chance: AsFamily.draw
/// has a word for each size, "m1-512" for one between 1 and 512 whose logarithm
/// is uniform, "q=p" for the same as p, "r1,3,3" for one of those. Half of the
/// large sizes are multiples of 8. What takes long or much memory, or next to
/// none, is drawn again.
void asShapesDraw(size_t each, AsRandom *random, AsArena *arena,
                  AsWorkloads *workloads);

/// Keeps at most `most` of those that match the glob. The families take turns,
/// so that any beginning of the list has as many of each.
void asShapesSample(const char *glob, size_t most, AsRandom *random,
                    AsArena *arena, AsWorkloads *workloads);

#endif // AS_BENCH_SHAPES_H
