//===- dispatch.h - What it costs to choose a kernel at run time
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of bench-ops whose names begin with dispatch-, for some that begin with
// dyn- (bench/dynamic.h). The program with a dynamic size runs at one size
// beside the program of that size alone. It has a tile of that size, and the
// other program has its kernel, from the same store: what differs is that the
// one chooses the tile and loops over tiles, of which there is one. The size is
// the least that takes over 10 us, where that counts most.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_DISPATCH_H
#define AS_BENCH_DISPATCH_H

#include "bench/dynamic.h"

/// Whether --rows asks for one of them: * does not mean them.
bool asDispatchIsAsked(const AsSession *session);

/// Prints the names of those that are asked for.
void asDispatchList(const AsSession *session, FILE *out);

/// Runs those that are asked for; returns how many failed.
int asDispatchRun(const AsDynamicBench *bench);

#endif // AS_BENCH_DISPATCH_H
