//===- cores.h - The cores of this machine
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// hwloc knows which hardware threads share a core, and which cores are near
// each other, on machines of any size.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TARGET_CORES_H
#define AS_TARGET_CORES_H

#include "support/core-set.h"
#include <hwloc.h>

/// The machine that as-opt runs on, or what HWLOC_SYNTHETIC or HWLOC_XMLFILE
/// describes in its place. NULL where hwloc cannot tell; else the caller
/// destroys it.
hwloc_topology_t asTopologyLoad(void);

/// The cores that the calling thread may use. `topology` may be NULL: then each
/// hardware thread counts as a core.
AsCoreSet asCoresRead(hwloc_topology_t topology, AsArena *arena);

/// The cores with at least one hardware thread in `allowed`, in the order of
/// the machine, each with the first of these threads.
AsCoreSet asCoresAmong(hwloc_topology_t topology, hwloc_const_bitmap_t allowed,
                       AsArena *arena);

#endif // AS_TARGET_CORES_H
