//===- home-cores.h - The cores that a process measures on
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Processes that measure on a part of the cores would wait for each other if
// all of them chose the same ones. So each takes others for its home, as long
// as there are any, and keeps them until it ends. A home is a preference: it
// excludes nobody from its cores. That is what the leases of a measurement do.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_HOME_CORES_H
#define AS_SUPPORT_HOME_CORES_H

#include "support/core-set.h"
#include "support/lease.h"

/// Moves `count` neighbours that are nobody's home to the end of the list: the
/// last of it that there are, of one node of memory if one has as many. They
/// are this process's until the leases that are returned are closed. NULL where
/// there are none; the list is then as it was.
AsLeases *asHomeTake(AsCore *cores, int numCores, int count);

#endif // AS_SUPPORT_HOME_CORES_H
