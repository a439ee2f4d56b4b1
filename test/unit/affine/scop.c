//===- scop.c - SCoPs, dependences and schedules
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "affine/raise-loop-nests.h"
#include "affine/schedule/isl-schedule.h"
#include "affine/schedule/parallel-loops.h"
#include "affine/schedule/schedule-legality.h"
#include "affine/schedule/scheduler-effort.h"
#include "affine/schedule/symbolic-sizes.h"
#include "replace-text.h"
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/schedule.h>
#include <isl/schedule_node.h>
#include <isl/set.h>
#include <isl/union_map.h>
#include <isl/union_set.h>

/// The SCoP of the first loop in the first function.
static AsScop scopOf(MlirModule module) {
  MlirOperation function =
      mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  MlirOperation op = mlirBlockGetFirstOperation(asIrBody(function));
  while (!asIrIsNamed(op, "affine.for") && !asIrIsNamed(op, "scf.for"))
    op = mlirOperationGetNextInBlock(op);
  AsScop scop;
  AsAffineObstacle obstacle;
  if (!asScopCreate(&op, 1, &scop, &obstacle))
    fail_msg("%s", obstacle.why);
  return scop;
}

static void readProgram(const char *name, char program[MAX_PROGRAM]) {
  snprintf(program, MAX_PROGRAM, "%s", readInput(name));
}

/// Replaces `piece`, an index with the offset 0, by one with another offset.
static void replaceOffset(char program[MAX_PROGRAM], const char *piece,
                          const char *index, int offset) {
  char other[64];
  snprintf(other, sizeof other, "%s + %d", index, offset);
  replaceText(program, piece, other);
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
// SCoPs
//===----------------------------------------------------------------------===//

static void testDomains(void **state) {
  MlirModule module = parseInput("affine/domains.mlir");
  AsScop scop = scopOf(module);
  assert_int_equal(scop.numStatements, 2);
  assert_int_equal(scop.numParameters, 1);
  assert_int_equal(scop.numArrays, 2);
  const AsAffineStatement *s = scop.statements;
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
  asScopDestroy(&scop);
  mlirModuleDestroy(module);
}

static void testScfLoops(void **state) {
  MlirModule module = parseInput("affine/scf-loops.mlir");
  AsScop scop = scopOf(module);
  assertSet(scop.statements[0].domain,
            "[p0] -> { S0[i] : 2 <= i < p0 and (i - 2) mod 3 = 0 }");
  assertMap(scop.statements[0].accesses[0].relation,
            "[p0] -> { S0[i] -> A0[2i - 3] : 2 <= i < p0 and "
            "(i - 2) mod 3 = 0 }");
  asScopDestroy(&scop);
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
  MlirModule module = parseInput("affine/stencil.mlir");
  AsScop scop = scopOf(module);
  AsDependences dependences;
  assert_true(asDependencesFind(&scop, &dependences));
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
  asScopDestroy(&scop);
  mlirModuleDestroy(module);
}

/// A value that is loaded outside of the loop that stores it, to the array that
/// it is from or to another one.
static void testEarlyRead(void **state) {
  for (int same = 0; same < 2; same++) {
    char source[MAX_PROGRAM];
    readProgram("affine/early-read.mlir", source);
    if (same)
      replaceText(source, "%B[%j]", "%A[%j]");
    MlirModule module = parse(source);
    AsScop scop = scopOf(module);
    bool failed;
    assert_int_equal(asDependenceEarlyRead(&scop, &failed) != NULL, same);
    assert_false(failed);
    asScopDestroy(&scop);
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

/// A[i, j] by its neighbour in each direction. A neighbour that comes later in
/// the order of the loops still has its old value, as in a tensor.
static void testDirections(void **state) {
  const char *programs[2];
  assert_int_equal(readParts("affine/directions.mlir", programs, 2), 2);
  for (int di = -1; di <= 1; di++)
    for (int dj = -1; dj <= 1; dj++)
      for (int swapped = 0; swapped < 2; swapped++) {
        char source[MAX_PROGRAM];
        snprintf(source, sizeof source, "%s", programs[swapped]);
        replaceOffset(source, "%i + 0", "%i", di);
        replaceOffset(source, "%j + 0", "%j", dj);
        MlirModule module = parse(source);
        int outer = swapped ? dj : di, inner = swapped ? di : dj;
        bool isOld = outer > 0 || (outer == 0 && inner >= 0);
        if (isRaised(module) != isOld)
          fail_msg("(%d, %d) %s raised", di, dj, isOld ? "is not" : "is");
        mlirModuleDestroy(module);
      }
}

/// Two statements in a loop that read what the other one writes, `forth` and
/// `back` iterations on: distributed in one order or the other, or not at all
/// if each must come before the other.
static void testDistribution(void **state) {
  for (int forth = -1; forth <= 1; forth++)
    for (int back = -1; back <= 1; back++) {
      char source[MAX_PROGRAM];
      readProgram("affine/distribution.mlir", source);
      replaceOffset(source, "%A[%i + 0", "%A[%i", back);
      replaceOffset(source, "%B[%i + 0", "%B[%i", forth);
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
static isl_schedule *scheduleOf(const AsScop *scop, const char *times) {
  isl_schedule *schedule = isl_schedule_from_domain(
      isl_union_set_from_set(isl_set_copy(scop->statements[0].domain)));
  return isl_schedule_insert_partial_schedule(
      schedule, isl_multi_union_pw_aff_read_from_str(scop->isl, times));
}

/// A schedule breaks a dependence exactly if it reverses its direction. The
/// first of `times` is the order of the program; the table says which are
/// legal.
static void testLegality(void **state) {
  static const struct {
    int row, column; ///< Offset of the read element from the written one.
    bool isKept[5], isParallel[5]; ///< The latter: of the outer loop.
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
    char source[MAX_PROGRAM];
    readProgram("affine/neighbour.mlir", source);
    replaceOffset(source, "%i + 0", "%i", nests[n].row);
    replaceOffset(source, "%j + 0", "%j", nests[n].column);
    MlirModule module = parse(source);
    AsScop scop = scopOf(module);
    AsDependences dependences;
    assert_true(asDependencesFind(&scop, &dependences));
    for (size_t t = 0; t < sizeof times / sizeof *times; t++) {
      isl_schedule *schedule = scheduleOf(&scop, times[t]);
      bool failed;
      bool isKept = !asScheduleBreaks(schedule, &dependences, &failed);
      assert_false(failed);
      if (isKept != nests[n].isKept[t])
        fail_msg("nest %zu under %s is %s", n, times[t],
                 isKept ? "legal" : "illegal");
      isl_schedule_node *band =
          isl_schedule_node_child(isl_schedule_get_root(schedule), 0);
      if (asBandCarries(band, 0, &dependences) == nests[n].isParallel[t])
        fail_msg("whether the outer loop of nest %zu is parallel under %s", n,
                 times[t]);
      isl_schedule_node_free(band);
      isl_schedule_free(schedule);
    }
    asDependencesFree(&dependences);
    asScopDestroy(&scop);
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
  // A number near a size, or near twice the size, is not a new size.
  sizes = (AsSymbolicSizes){0};
  pairs = isl_union_map_read_from_str(
      isl, "{ S0[i] -> S0[j] : j = 100 + i; S0[i] -> S1[j] : j = 98 + i; "
           "S1[i] -> S1[j] : j = -205 + i }");
  assert_true(asSymbolicSizesCollect(&sizes, pairs));
  assert_int_equal(sizes.count, 1);
  isl_union_map_free(pairs);
  // There are at most AS_SIZES_MAX.
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

/// Revealing keeps bands and sequences, and replaces parameters by numbers.
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

/// Dependences with this many dimensions: separate boxes, or (`areBound`) each
/// dimension bounded by the first.
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

/// The number of coupled constraints decides.
static void testEffort(void **state) {
  isl_ctx *isl = isl_ctx_alloc();
  for (int dims = 1; dims < 11; dims++)
    for (int areBound = 0; areBound < 2; areBound++) {
      isl_union_map *pairs = pairsOf(isl, dims, areBound);
      assert_non_null(pairs);
      // An equality, an upper bound, and two constraints for each further
      // dimension.
      bool isTooLarge = areBound && 2 + 2 * (dims - 1) > 14;
      AsSchedulerEffort effort = {0};
      assert_int_equal(asSchedulerEffortAdd(&effort, pairs), !isTooLarge);
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
