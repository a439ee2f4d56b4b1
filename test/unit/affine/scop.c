//===- scop.c - The polyhedral view and its dependences
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "affine/raise-loop-nests.h"
#include "affine/schedule/isl-schedule.h"
#include "affine/schedule/parallel-loops.h"
#include "affine/schedule/scheduler-effort.h"
#include "affine/schedule/symbolic-sizes.h"
#include "module.h"
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/schedule.h>
#include <isl/schedule_node.h>
#include <isl/set.h>
#include <isl/union_map.h>
#include <isl/union_set.h>
#include <stdio.h>

/// The view of the first loop in the first function.
static AsScop viewOf(MlirModule module) {
  MlirOperation function =
      mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  MlirOperation op = mlirBlockGetFirstOperation(asIrBody(function));
  while (!asIrIsNamed(op, "affine.for") && !asIrIsNamed(op, "scf.for"))
    op = mlirOperationGetNextInBlock(op);
  AsScop view;
  AsAffineObstacle obstacle;
  if (!asScopCreate(&op, 1, &view, &obstacle))
    fail_msg("%s", obstacle.why);
  return view;
}

static void assertSet(isl_set *actual, const char *expected) {
  isl_set *set = isl_set_read_from_str(isl_set_get_ctx(actual), expected);
  if (isl_set_is_equal(actual, set) != isl_bool_true)
    fail_msg("%s is not %s", isl_set_to_str(actual), expected);
  isl_set_free(set);
}

static void assertMap(isl_map *actual, const char *expected) {
  isl_map *map = isl_map_read_from_str(isl_map_get_ctx(actual), expected);
  if (isl_map_is_equal(actual, map) != isl_bool_true)
    fail_msg("%s is not %s", isl_map_to_str(actual), expected);
  isl_map_free(map);
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

static void testDomains(void **state) {
  MlirModule module = parse(
      "#set = affine_set<(i, j) : (i + j - 3 >= 0)>\n"
      "func.func @f(%A: memref<?x25xf64>, %B: memref<?x25xf64>, %n: index) {\n"
      "  affine.for %i = 0 to %n {\n"
      "    affine.for %j = affine_map<(i) -> (i + 1)>(%i)\n"
      "        to min affine_map<(i)[n] -> (n, 2 * i + 5)>(%i)[%n] {\n"
      "      %x = affine.load %A[%i floordiv 2, %j mod 3] : memref<?x25xf64>\n"
      "      affine.if #set(%i, %j) {\n"
      "        affine.store %x, %B[%i, %j - 1] : memref<?x25xf64>\n"
      "      } else {\n"
      "        affine.store %x, %B[%j, %i] : memref<?x25xf64>\n"
      "      }\n"
      "    }\n"
      "  }\n"
      "  return\n"
      "}\n");
  AsScop view = viewOf(module);
  assert_int_equal(view.numStatements, 2);
  assert_int_equal(view.numParameters, 1);
  assert_int_equal(view.numArrays, 2);
  const AsAffineStatement *s = view.statements;
  assertSet(s[0].domain, "[p0] -> { S0[i, j] : 0 <= i < p0 and i < j < p0 and "
                         "j < 2i + 5 and i + j >= 3 }");
  assertSet(s[1].domain, "[p0] -> { S1[i, j] : 0 <= i < p0 and i < j < p0 and "
                         "j < 2i + 5 and i + j < 3 }");
  assert_true(s[0].accesses[0].isWrite);
  isl_map *write = isl_map_gist_domain(isl_map_copy(s[0].accesses[0].relation),
                                       isl_set_copy(s[0].domain));
  assertMap(write, "[p0] -> { S0[i, j] -> A1[i, j - 1] }");
  isl_map_free(write);
  isl_map *read =
      isl_map_from_multi_aff(isl_multi_aff_copy(s[0].accesses[1].indices));
  assertMap(read, "[p0] -> { S0[i, j] -> A0[floor(i / 2), j mod 3] }");
  isl_map_free(read);
  asScopDestroy(&view);
  mlirModuleDestroy(module);
}

static void testScfLoops(void **state) {
  MlirModule module =
      parse("func.func @f(%A: memref<100xf32>, %m: i32, %x: f32) {\n"
            "  %c3 = arith.constant 3 : index\n"
            "  %c2 = arith.constant 2 : index\n"
            "  %n = arith.index_cast %m : i32 to index\n"
            "  scf.for %i = %c2 to %n step %c3 {\n"
            "    %twice = arith.muli %i, %c2 : index\n"
            "    %at = arith.subi %twice, %c3 : index\n"
            "    memref.store %x, %A[%at] : memref<100xf32>\n"
            "  }\n"
            "  return\n"
            "}\n");
  AsScop view = viewOf(module);
  assertSet(view.statements[0].domain,
            "[p0] -> { S0[i] : 2 <= i < p0 and (i - 2) mod 3 = 0 }");
  assertMap(view.statements[0].accesses[0].relation,
            "[p0] -> { S0[i] -> A0[2i - 3] : 2 <= i < p0 and "
            "(i - 2) mod 3 = 0 }");
  asScopDestroy(&view);
  mlirModuleDestroy(module);
}

//===----------------------------------------------------------------------===//
// Dependences
//===----------------------------------------------------------------------===//

static const AsDependence *find(const AsDependences *dependences,
                                AsDependenceKind kind, int source, int target) {
  for (int d = 0; d < dependences->size; d++)
    if (dependences->list[d].kind == kind &&
        dependences->list[d].source == source &&
        dependences->list[d].target == target)
      return &dependences->list[d];
  return NULL;
}

static void testDependences(void **state) {
  MlirModule module =
      parse("func.func @f(%A: memref<21xf32>, %B: memref<20xf32>) {\n"
            "  affine.for %t = 0 to 10 {\n"
            "    affine.for %i = 0 to 20 {\n"
            "      %0 = affine.load %A[%i + 1] : memref<21xf32>\n"
            "      affine.store %0, %B[%i] : memref<20xf32>\n"
            "    }\n"
            "    affine.for %i = 0 to 20 {\n"
            "      %0 = affine.load %B[%i] : memref<20xf32>\n"
            "      affine.store %0, %A[%i] : memref<21xf32>\n"
            "    }\n"
            "  }\n"
            "  return\n"
            "}\n");
  AsScop view = viewOf(module);
  AsDependences dependences;
  assert_true(asDependencesFind(&view, &dependences));
  const char *within = "0 <= t < 10 and 0 <= u < 10 and 0 <= i < 20";
  char text[256];

  const AsDependence *flow = find(&dependences, AS_DEPENDENCE_FLOW, 0, 1);
  assert_non_null(flow); // In the same iteration and in later ones.
  assert_int_equal(flow->levels, 3);
  snprintf(text, sizeof text, "{ S0[t, i] -> S1[u, i] : t <= u and %s }",
           within);
  assertMap(flow->relation, text);

  const AsDependence *back = find(&dependences, AS_DEPENDENCE_FLOW, 1, 0);
  assert_non_null(back);
  assert_int_equal(back->levels, 1);
  snprintf(text, sizeof text,
           "{ S1[t, i] -> S0[u, i - 1] : t < u and i >= 1 and %s }", within);
  assertMap(back->relation, text);

  const AsDependence *output = find(&dependences, AS_DEPENDENCE_OUTPUT, 0, 0);
  assert_non_null(output);
  assert_int_equal(output->levels, 1);
  assert_null(find(&dependences, AS_DEPENDENCE_OUTPUT, 0, 1));
  asDependencesFree(&dependences);
  asScopDestroy(&view);
  mlirModuleDestroy(module);
}

/// A value that is loaded outside of the loop in which it is stored, and
/// changed there.
static void testEarlyRead(void **state) {
  static const char *const text =
      "func.func @f(%%A: memref<20xf32>, %%B: memref<20xf32>) {\n"
      "  affine.for %%i = 1 to 20 {\n"
      "    %%0 = affine.load %%A[%%i] : memref<20xf32>\n"
      "    affine.for %%j = 0 to 20 {\n"
      "      affine.store %%0, %%%s[%%j] : memref<20xf32>\n"
      "    }\n"
      "  }\n"
      "  return\n"
      "}\n";
  for (int same = 0; same < 2; same++) {
    char source[512];
    snprintf(source, sizeof source, text, same ? "A" : "B");
    MlirModule module = parse(source);
    AsScop view = viewOf(module);
    bool failed;
    assert_int_equal(asDependenceEarlyRead(&view, &failed) != NULL, same);
    assert_false(failed);
    asScopDestroy(&view);
    mlirModuleDestroy(module);
  }
}

//===----------------------------------------------------------------------===//
// Directions
//===----------------------------------------------------------------------===//

static MlirWalkResult noteTensor(MlirOperation op, void *found) {
  *(bool *)found |= asIrHasPrefix(op, "linalg.");
  return MlirWalkResultAdvance;
}

static void ignore(MlirOperation op, const char *why, void *remarks) {
  ++*(int *)remarks;
}

static bool isRaised(MlirModule module) {
  AsError error = {0};
  int remarks = 0;
  if (asAffineRaise(module,
                    &(AsAffineOptions){.mayReorder = true,
                                       .remark = ignore,
                                       .context = &remarks},
                    &error))
    fail_msg("%s", error.message);
  bool raised = false;
  mlirOperationWalk(mlirModuleGetOperation(module), noteTensor, &raised,
                    MlirWalkPreOrder);
  assert_int_equal(remarks, !raised); // Whatever is not raised says why.
  return raised;
}

/// A[i, j] of its neighbour in each direction: what comes later in the order of
/// the loops has its old value, which a tensor has too.
static void testDirections(void **state) {
  for (int di = -1; di <= 1; di++)
    for (int dj = -1; dj <= 1; dj++)
      for (int swapped = 0; swapped < 2; swapped++) {
        char source[1024];
        snprintf(source, sizeof source,
                 "func.func @f(%%A: memref<18x18xf32>) {\n"
                 "  affine.for %%%s = 1 to 17 {\n"
                 "    affine.for %%%s = 1 to 17 {\n"
                 "      %%0 = affine.load %%A[%%i + %d, %%j + %d] :\n"
                 "          memref<18x18xf32>\n"
                 "      %%1 = arith.mulf %%0, %%0 : f32\n"
                 "      affine.store %%1, %%A[%%i, %%j] : memref<18x18xf32>\n"
                 "    }\n"
                 "  }\n"
                 "  return\n"
                 "}\n",
                 swapped ? "j" : "i", swapped ? "i" : "j", di, dj);
        MlirModule module = parse(source);
        int outer = swapped ? dj : di, inner = swapped ? di : dj;
        bool isOld = outer > 0 || (outer == 0 && inner >= 0);
        if (isRaised(module) != isOld)
          fail_msg("(%d, %d) %s raised", di, dj, isOld ? "is not" : "is");
        mlirModuleDestroy(module);
      }
}

/// Two statements in a loop, of which the second reads what the first writes,
/// `distance` iterations before or after: distributed in the one order or the
/// other, or not at all where each reads from the other.
static void testDistribution(void **state) {
  for (int forth = -1; forth <= 1; forth++)
    for (int back = -1; back <= 1; back++) {
      char source[1024];
      snprintf(source, sizeof source,
               "func.func @f(%%A: memref<18xf32> {llvm.noalias},\n"
               "             %%B: memref<18xf32> {llvm.noalias}) {\n"
               "  affine.for %%i = 1 to 17 {\n"
               "    %%0 = affine.load %%A[%%i + %d] : memref<18xf32>\n"
               "    %%1 = arith.mulf %%0, %%0 : f32\n"
               "    affine.store %%1, %%B[%%i] : memref<18xf32>\n"
               "    %%2 = affine.load %%B[%%i + %d] : memref<18xf32>\n"
               "    %%3 = arith.mulf %%2, %%2 : f32\n"
               "    affine.store %%3, %%A[%%i] : memref<18xf32>\n"
               "  }\n"
               "  return\n"
               "}\n",
               back, forth);
      MlirModule module = parse(source);
      // S0 before S1: by B unless S1 reads ahead; by A unless S0 reads behind.
      bool before = forth <= 0 || back >= 0, after = forth > 0 || back < 0;
      if (isRaised(module) == (before && after))
        fail_msg("(%d, %d)", forth, back);
      mlirModuleDestroy(module);
    }
}

//===----------------------------------------------------------------------===//
// Schedules
//===----------------------------------------------------------------------===//

/// A schedule whose only band has these times.
static isl_schedule *scheduleOf(const AsScop *view, const char *times) {
  isl_schedule *schedule = isl_schedule_from_domain(
      isl_union_set_from_set(isl_set_copy(view->statements[0].domain)));
  return isl_schedule_insert_partial_schedule(
      schedule, isl_multi_union_pw_aff_read_from_str(view->isl, times));
}

/// Each schedule breaks a dependence exactly if it turns its direction: the
/// first of them is the program's, and each of the others is legal or not.
static void testLegality(void **state) {
  static const struct {
    int row, column; ///< The element that is read, from the one written.
    bool isKept[5], isShared[5]; ///< Of the outer loop.
  } nests[] = {
      {-1, 0, {1, 1, 0, 1, 1}, {0, 1, 0, 0, 0}},
      {0, -1, {1, 1, 1, 0, 1}, {1, 0, 1, 1, 0}},
      {-1, -1, {1, 1, 0, 1, 1}, {0, 0, 0, 0, 0}},
      {-1, 1, {1, 0, 0, 1, 1}, {0, 0, 0, 0, 0}},
      {1, -1, {1, 0, 0, 1, 1}, {0, 0, 0, 0, 0}},
      {0, 0, {1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}},
  };
  static const char *const times[] = {
      "[{ S0[i, j] -> [(i)] }, { S0[i, j] -> [(j)] }]",
      "[{ S0[i, j] -> [(j)] }, { S0[i, j] -> [(i)] }]",
      "[{ S0[i, j] -> [(-i)] }, { S0[i, j] -> [(j)] }]",
      "[{ S0[i, j] -> [(i)] }, { S0[i, j] -> [(-j)] }]",
      "[{ S0[i, j] -> [(2i + j)] }, { S0[i, j] -> [(i)] }]",
  };
  for (size_t n = 0; n < sizeof nests / sizeof *nests; n++) {
    char text[512];
    snprintf(text, sizeof text,
             "func.func @f(%%A: memref<9x9xf64>) {\n"
             "  affine.for %%i = 1 to 8 {\n"
             "    affine.for %%j = 1 to 8 {\n"
             "      %%x = affine.load %%A[%%i + %d, %%j + %d]"
             " : memref<9x9xf64>\n"
             "      affine.store %%x, %%A[%%i, %%j] : memref<9x9xf64>\n"
             "    }\n"
             "  }\n"
             "  return\n"
             "}\n",
             nests[n].row, nests[n].column);
    MlirModule module = parse(text);
    AsScop view = viewOf(module);
    AsDependences dependences;
    assert_true(asDependencesFind(&view, &dependences));
    for (size_t t = 0; t < sizeof times / sizeof *times; t++) {
      isl_schedule *schedule = scheduleOf(&view, times[t]);
      bool failed;
      bool isKept = !asScheduleBreaks(schedule, &dependences, &failed);
      assert_false(failed);
      if (isKept != nests[n].isKept[t])
        fail_msg("nest %zu under %s is %s", n, times[t],
                 isKept ? "legal" : "illegal");
      isl_schedule_node *band =
          isl_schedule_node_child(isl_schedule_get_root(schedule), 0);
      if (asBandCarries(band, 0, &dependences) == nests[n].isShared[t])
        fail_msg(
            "whether threads may share the outer loop of nest %zu under %s", n,
            times[t]);
      isl_schedule_node_free(band);
      isl_schedule_free(schedule);
    }
    asDependencesFree(&dependences);
    asScopDestroy(&view);
    mlirModuleDestroy(module);
  }
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

static void assertUnionMap(isl_union_map *actual, const char *expected) {
  isl_union_map *map =
      isl_union_map_read_from_str(isl_union_map_get_ctx(actual), expected);
  if (isl_union_map_is_equal(actual, map) != isl_bool_true)
    fail_msg("%s is not %s", isl_union_map_to_str(actual), expected);
  isl_union_map_free(map);
}

static void testHiddenSizes(void **state) {
  isl_ctx *isl = isl_ctx_alloc();
  AsSymbolicSizes sizes = {0};
  isl_union_map *pairs = isl_union_map_read_from_str(
      isl, "[p0] -> { S0[i] -> S1[j] : i >= 500 and j <= i + 1300 and "
           "i < p0; S1[i] -> S0[j] : j = 3 - i and i <= 12 }");
  assert_true(asSymbolicSizesCollect(&sizes, pairs));
  assert_int_equal(sizes.count, 2);
  sizes = (AsSymbolicSizes){2, {500, 1300}};
  pairs = asSymbolicSizesHide(&sizes, pairs);
  assertUnionMap(pairs, "[p0, n0, n1] -> { S0[i] -> S1[j] : i >= n0 and "
                        "j <= i + n1 and i < p0; S1[i] -> S0[3 - i] : "
                        "i <= 12 }");
  isl_union_map_free(pairs);
  // What is near a size, or near twice as much, is no other.
  sizes = (AsSymbolicSizes){0};
  pairs = isl_union_map_read_from_str(
      isl, "{ S0[i] -> S0[j] : j = 100 + i; S0[i] -> S1[j] : j = 98 + i; "
           "S1[i] -> S1[j] : j = -205 + i }");
  assert_true(asSymbolicSizesCollect(&sizes, pairs));
  assert_int_equal(sizes.count, 1);
  isl_union_map_free(pairs);
  // There are no more than a few.
  int size = 1000;
  for (int s = 0; s <= AS_SIZES_MAX; s++, size *= 5) {
    char text[64];
    snprintf(text, sizeof text, "{ S0[i] -> S0[j] : j = %d + i }", size);
    pairs = isl_union_map_read_from_str(isl, text);
    assert_int_equal(asSymbolicSizesCollect(&sizes, pairs),
                     s + 1 < AS_SIZES_MAX);
    isl_union_map_free(pairs);
  }
  isl_ctx_free(isl);
}

/// Bands and sequences are the same, with numbers in the place of sizes.
static void testRevealedSizes(void **state) {
  isl_ctx *isl = isl_ctx_alloc();
  const AsSymbolicSizes sizes = {1, {500}};
  isl_schedule *schedule = isl_schedule_read_from_str(
      isl,
      "domain: \"[n0] -> { S0[i, j] : 0 <= i, j < n0; S1[i] : 0 <= i < n0 "
      "}\"\n"
      "child:\n"
      "  schedule: \"[n0] -> [{ S0[i, j] -> [(n0 - i)]; S1[i] -> [(i)] }]\"\n"
      "  permutable: 1\n"
      "  coincident: [ 1 ]\n"
      "  child:\n"
      "    sequence:\n"
      "    - filter: \"[n0] -> { S1[i] }\"\n"
      "    - filter: \"[n0] -> { S0[i, j] }\"\n"
      "      child:\n"
      "        schedule: \"[n0] -> [{ S0[i, j] -> [(j)] }]\"\n");
  assert_non_null(schedule);
  schedule = asSymbolicSizesReveal(
      &sizes, schedule,
      isl_union_set_read_from_str(
          isl, "{ S0[i, j] : 0 <= i, j < 500; S1[i] : 0 <= i < 500 }"));
  isl_union_map *times = isl_schedule_get_map(schedule);
  times =
      isl_union_map_intersect_domain(times, isl_schedule_get_domain(schedule));
  assertUnionMap(times, "{ S0[i, j] -> [500 - i, 1, j] : 0 <= i, j < 500; "
                        "S1[i] -> [i, 0, 0] : 0 <= i < 500 }");
  isl_schedule_node *band =
      isl_schedule_node_child(isl_schedule_get_root(schedule), 0);
  assert_true(isl_schedule_node_band_get_permutable(band));
  assert_true(isl_schedule_node_band_member_get_coincident(band, 0));
  isl_schedule_node_free(band);
  isl_union_map_free(times);
  isl_schedule_free(schedule);
  isl_ctx_free(isl);
}

/// The pairs of instances of this many dimensions: all of them the same, or all
/// bounded by one another, within bounds of numbers.
static isl_union_map *pairsOf(isl_ctx *isl, int dims, bool areBound) {
  AsText text = {0};
  asTextAppendString(&text, "{ S0[i] -> S0[i + 1] : 0 <= i < 9; S1[a");
  for (int d = 1; d < dims; d++)
    asTextFormat(&text, ", i%d", d);
  asTextAppendString(&text, "] -> S0[a] : 0 <= a < 100");
  for (int d = 1; d < dims; d++)
    asTextFormat(&text, areBound ? " and a <= i%d < 3a" : " and 0 <= i%d < 100",
                 d);
  asTextAppendString(&text, " }");
  isl_union_map *pairs = isl_union_map_read_from_str(isl, asTextString(&text));
  asTextFree(&text);
  return pairs;
}

/// What counts is how many constraints hang together.
static void testEffort(void **state) {
  isl_ctx *isl = isl_ctx_alloc();
  for (int dims = 1; dims < 11; dims++)
    for (int areBound = 0; areBound < 2; areBound++) {
      isl_union_map *pairs = pairsOf(isl, dims, areBound);
      assert_non_null(pairs);
      // Which instance of S0, the last of its bounds, and two for each
      // dimension.
      bool isTooLarge = areBound && 2 + 2 * (dims - 1) > 14;
      assert_int_equal(asSchedulerEffortIsTooLarge(pairs), isTooLarge);
      isl_union_map_free(pairs);
    }
  isl_ctx_free(isl);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testDomains),       cmocka_unit_test(testScfLoops),
      cmocka_unit_test(testDependences),   cmocka_unit_test(testEarlyRead),
      cmocka_unit_test(testDirections),    cmocka_unit_test(testDistribution),
      cmocka_unit_test(testLegality),      cmocka_unit_test(testHiddenSizes),
      cmocka_unit_test(testRevealedSizes), cmocka_unit_test(testEffort),
  };
  return cmocka_run_group_tests(tests, openContext, closeContext);
}
