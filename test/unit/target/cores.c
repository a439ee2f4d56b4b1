//===- cores.c - The cores of machines that are not here
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Machines that hwloc makes up: with several packages, hardware threads, and
// more than 64 CPUs.
//
//===----------------------------------------------------------------------===//

#include "target/cores.h"
#include "module.h"
#include "target/target.h"
#include <stdlib.h>

/// Two packages of 48 cores of 2 threads. The threads of a core have numbers
/// that follow each other, or are 96 apart, as most systems number them; or
/// cores also go from package to package.
static const char adjacent[] = "pack:2 core:48 pu:2";
static char apart[1024], alternating[1024];

static int describeMachines(void **state) {
  AsText near = {0}, far = {0};
  for (int cpu = 0; cpu < 192; cpu++) {
    int package = cpu / 96, core = cpu / 2 % 48, thread = cpu % 2;
    const char *comma = cpu ? "," : "";
    asTextFormat(&near, "%s%d", comma, 48 * package + core + 96 * thread);
    asTextFormat(&far, "%s%d", comma, package + 2 * core + 96 * thread);
  }
  snprintf(apart, sizeof apart, "%s(indexes=%s)", adjacent, near.data);
  snprintf(alternating, sizeof alternating, "%s(indexes=%s)", adjacent,
           far.data);
  asTextFree(&near);
  asTextFree(&far);
  return 0;
}

static hwloc_topology_t makeUp(const char *description) {
  hwloc_topology_t topology;
  assert_int_equal(hwloc_topology_init(&topology), 0);
  assert_int_equal(hwloc_topology_set_synthetic(topology, description), 0);
  assert_int_equal(hwloc_topology_load(topology), 0);
  return topology;
}

/// The cores of that machine for a process on `allowed`, as in "64-127".
static AsCoreSet coresOf(const char *machine, const char *allowed,
                         AsArena *arena) {
  hwloc_topology_t topology = makeUp(machine);
  hwloc_bitmap_t set = hwloc_bitmap_alloc();
  assert_int_equal(hwloc_bitmap_list_sscanf(set, allowed), 0);
  AsCoreSet cores = asCoresAmong(topology, set, arena);
  hwloc_bitmap_free(set);
  hwloc_topology_destroy(topology);
  return cores;
}

static void expectCores(const char *machine, const char *allowed,
                        const char *expected) {
  AsArena arena = {0};
  AsText text = {0};
  asCoreSetFormat(coresOf(machine, allowed, &arena), &text);
  assert_string_equal(asTextString(&text), expected);
  asTextFree(&text);
  asArenaDestroy(&arena);
}

static void threadsOfACoreAreOneCore(void **state) {
  AsArena arena = {0};
  AsCoreSet cores = coresOf(adjacent, "0-191", &arena);
  assert_int_equal(cores.count, 96);
  for (int c = 0; c < 96; c++)
    assert_true(cores.list[c].cpu == 2 * c && cores.list[c].number == 2 * c);
  expectCores(apart, "0-191", "0-95");
  asArenaDestroy(&arena);
}

static void confinedProcessesSeeTheirCores(void **state) {
  expectCores(apart, "64-127", "96-127,64-95");
  expectCores(apart, "64-95", "64-95");
  expectCores(apart, "95-97", "96-97,95");
  expectCores("core:1024 pu:1", "1000-1023", "1000-1023");
  expectCores("pu:300", "64-299", "64-299");
  expectCores("pack:2 core:2 pu:1", "7", ""); // None of the machine's.
}

/// Also where each has another of its threads.
static void processesAgreeOnCores(void **state) {
  AsArena arena = {0};
  AsCoreSet first = coresOf(apart, "70", &arena);
  AsCoreSet second = coresOf(apart, "166", &arena);
  assert_true(first.count == 1 && second.count == 1);
  assert_int_equal(first.list[0].cpu, 70);
  assert_int_equal(second.list[0].cpu, 166);
  assert_int_equal(first.list[0].number, second.list[0].number);
  asArenaDestroy(&arena);
}

/// However the system numbers them.
static void neighboursAreNear(void **state) {
  AsArena arena = {0};
  hwloc_topology_t topology = makeUp(alternating);
  AsCoreSet cores = coresOf(alternating, "0-191", &arena);
  assert_int_equal(cores.count, 96);
  for (int c = 0; c < 96; c++) {
    hwloc_obj_t thread =
        hwloc_get_pu_obj_by_os_index(topology, (unsigned)cores.list[c].cpu);
    hwloc_obj_t package =
        hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_PACKAGE, thread);
    assert_int_equal(package->logical_index, c / 48);
  }
  hwloc_topology_destroy(topology);
  asArenaDestroy(&arena);
}

/// More cores than a word has bits, on several nodes of memory.
static void coresAreOfNodes(void **state) {
  static const char machine[] = "pack:2 numa:2 core:40 pu:2";
  AsArena arena = {0};
  AsCoreSet cores = coresOf(machine, "0-319", &arena);
  assert_int_equal(cores.count, 160);
  for (int c = 0; c < 160; c++)
    assert_int_equal(cores.list[c].node, c / 40);
  cores = coresOf(machine, "150-170", &arena); // Halves of two nodes.
  assert_int_equal(cores.count, 11);
  assert_int_equal(cores.list[0].node, 1);
  assert_int_equal(cores.list[10].node, 2);
  assert_int_equal(coresOf("core:8 pu:1", "3", &arena).list[0].node, 0);
  asArenaDestroy(&arena);
}

static void targetsHaveAllCores(void **state) {
  AsArena arena = {0};
  AsTarget target;
  AsError error = {0};
  setenv("HWLOC_SYNTHETIC", adjacent, 1);
  assert_int_equal(asTargetCreate("host", 96, &arena, &target, &error), AS_OK);
  assert_int_equal(target.cores.count, 96);
  assert_int_equal(asTargetCreate("host", 0, &arena, &target, &error), AS_OK);
  assert_int_equal(target.threads, 96);
  unsetenv("HWLOC_SYNTHETIC");
  asArenaDestroy(&arena);
}

/// This machine's, and without hwloc.
static void thereIsACoreHere(void **state) {
  AsArena arena = {0};
  hwloc_topology_t topology = asTopologyLoad();
  AsCoreSet allowed = asCoreSetAllowed(&arena);
  AsCoreSet cores = asCoresRead(topology, &arena);
  assert_true(cores.count >= 1 && cores.count <= allowed.count);
  assert_int_equal(asCoresRead(NULL, &arena).count, allowed.count);
  AsCoreSet last = asCoreSetSlice(cores, cores.count - 1, 1);
  assert_true(asCoreSetPin(last, 0));
  AsCoreSet pinned = asCoresRead(topology, &arena);
  assert_int_equal(pinned.count, 1);
  assert_int_equal(pinned.list[0].cpu, last.list[0].cpu);
  assert_true(asCoreSetPin(allowed, 0));
  hwloc_topology_destroy(topology);
  asArenaDestroy(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(threadsOfACoreAreOneCore),
      cmocka_unit_test(confinedProcessesSeeTheirCores),
      cmocka_unit_test(processesAgreeOnCores),
      cmocka_unit_test(neighboursAreNear),
      cmocka_unit_test(coresAreOfNodes),
      cmocka_unit_test(targetsHaveAllCores),
      cmocka_unit_test(thereIsACoreHere),
  };
  return cmocka_run_group_tests(tests, describeMachines, NULL);
}
