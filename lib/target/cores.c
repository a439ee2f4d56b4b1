//===- cores.c - The cores of this machine
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "target/cores.h"
#include <unistd.h>

hwloc_topology_t asTopologyLoad(void) {
  hwloc_topology_t topology;
  if (hwloc_topology_init(&topology))
    return NULL;
  // Without /sys, as in a chroot, hwloc would print complaints. What it reads
  // from the processor itself is as good.
  if (access("/sys/devices/system/cpu/cpu0/topology", F_OK) != 0)
    hwloc_topology_set_components(
        topology, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, "linux");
  // With what this process may not use: all processes shall agree on which
  // hardware thread is the first of a core.
  hwloc_topology_set_flags(topology, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
  if (hwloc_topology_load(topology) == 0)
    return topology;
  hwloc_topology_destroy(topology);
  return NULL;
}

AsCoreSet asCoresAmong(hwloc_topology_t topology, hwloc_const_bitmap_t allowed,
                       AsArena *arena) {
  hwloc_bitmap_t left = hwloc_bitmap_dup(allowed);
  int most = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PU), count = 0;
  AsCore *list = asArenaArray(arena, AsCore, most > 0 ? most : 0);
  for (int i = 0; i < most; i++) {
    hwloc_obj_t thread =
        hwloc_get_obj_by_type(topology, HWLOC_OBJ_PU, (unsigned)i);
    if (!hwloc_bitmap_isset(left, thread->os_index))
      continue;
    hwloc_obj_t core =
        hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_CORE, thread);
    hwloc_const_bitmap_t threads = (core ? core : thread)->complete_cpuset;
    int node = thread->nodeset ? hwloc_bitmap_first(thread->nodeset) : 0;
    list[count++] = (AsCore){.cpu = (int)thread->os_index,
                             .number = hwloc_bitmap_first(threads),
                             .node = node > 0 ? node : 0};
    hwloc_bitmap_andnot(left, left, threads);
  }
  hwloc_bitmap_free(left);
  return (AsCoreSet){list, count};
}

AsCoreSet asCoresRead(hwloc_topology_t topology, AsArena *arena) {
  AsCoreSet cores = {NULL, 0};
  hwloc_bitmap_t allowed = topology ? hwloc_bitmap_alloc() : NULL;
  if (allowed &&
      hwloc_get_cpubind(topology, allowed, HWLOC_CPUBIND_THREAD) == 0)
    cores = asCoresAmong(topology, allowed, arena);
  hwloc_bitmap_free(allowed);
  return cores.count ? cores : asCoreSetAllowed(arena);
}
