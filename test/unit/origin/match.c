//===- match.c - Which operation of one graph is which of another
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graphs made by hand. A node is a letter, in lower case a constant, whose
// value is the digit after it; then the nodes that it uses:
//
//   "I", "w1", "C 0 1", "R 2"   an input, a weight, a convolution of both, a
//                               relu of that
//
//===----------------------------------------------------------------------===//

#include "origin/match.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Reads texts up to NULL. `place` is that of the first node, the next one of
/// the second, and so on; 0: there are none.
static AsDataflow graphOf(const char *const *nodes, uint64_t place) {
  AsDataflow graph = {0};
  for (int n = 0; nodes[n]; n++) {
    char *next = (char *)nodes[n] + 1;
    uint64_t kind = (uint64_t)nodes[n][0], label = kind;
    if (islower(nodes[n][0]))
      label += 256 * strtoul(next, &next, 10);
    asDataflowAddNode(&graph, kind, label, place ? place + (uint64_t)n : 0);
    while (*next)
      asDataflowAddUse(&graph, n, (AsUse){(int32_t)strtol(next, &next, 10), 0});
  }
  return graph;
}

/// The same operations in another order: node n becomes order[n].
static AsDataflow reordered(const AsDataflow *graph, const int *order) {
  AsDataflow other = {0};
  for (int32_t n = 0; n < graph->numNodes; n++)
    for (int32_t from = 0; from < graph->numNodes; from++) {
      const AsFlowNode *node = &graph->nodes[from];
      if (order[from] != n)
        continue;
      asDataflowAddNode(&other, node->kind, node->label, 0);
      for (int32_t u = 0; u < node->numUses; u++) {
        AsUse use = graph->uses[node->firstUse + u];
        asDataflowAddUse(&other, n, (AsUse){order[use.node], use.value});
      }
    }
  return other;
}

/// Expects what `expected` says of each node of the first graph: which node of
/// the second it is, or -1; `more` sets of several are checked elsewhere: -2.
static void expectPairs(const AsMatch *match, const AsDataflow *from,
                        const AsDataflow *to, const int *expected) {
  for (int32_t n = 0; n < from->numNodes; n++) {
    int set = match->from[n];
    if (expected[n] == -2)
      continue;
    if (expected[n] < 0) {
      assert_int_equal(set, -1);
      continue;
    }
    assert_true(set >= 0);
    assert_int_equal(match->sets[set].numFrom, 1);
    assert_int_equal(match->sets[set].numTo, 1);
    assert_int_equal(match->to[expected[n]], set);
  }
}

static void expectMatch(const char *const *left, const char *const *right,
                        const int *expected) {
  AsDataflow from = graphOf(left, 0), to = graphOf(right, 0);
  AsMatch match = asDataflowMatch(&from, &to);
  expectPairs(&match, &from, &to, expected);
  asMatchFree(&match);
  asDataflowFree(&from);
  asDataflowFree(&to);
}

//===----------------------------------------------------------------------===//
// Equal graphs
//===----------------------------------------------------------------------===//

// Layers of one kind differ in how far they are from the ends.
static void orderDoesNotCount(void **state) {
  static const char *const chain[] = {"I",   "w",     "C 0 1", "R 2", "C 3 1",
                                      "R 4", "C 5 1", "R 6",   NULL};
  static const int order[] = {7, 0, 3, 6, 1, 4, 5, 2};
  AsDataflow from = graphOf(chain, 0), to = reordered(&from, order);
  AsMatch match = asDataflowMatch(&from, &to);
  expectPairs(&match, &from, &to, order);
  for (int s = 0; s < match.numSets; s++)
    assert_int_equal(match.sets[s].by, AS_BY_DATAFLOW);
  asMatchFree(&match);
  asDataflowFree(&from);
  asDataflowFree(&to);
}

// x - y is not y - x.
static void operandsHaveAnOrder(void **state) {
  static const char *const left[] = {"I",     "A 0",   "B 0",   "A 0", "B 0",
                                     "S 1 2", "S 4 3", "T 5 6", NULL};
  static const char *const right[] = {"I",     "A 0",   "B 0",   "A 0", "B 0",
                                      "S 2 1", "S 3 4", "T 6 5", NULL};
  static const int expected[] = {0, 3, 4, 1, 2, 6, 5, 7};
  expectMatch(left, right, expected);
}

// Two products of one input are told apart by the values of their weights.
static void valuesTellApart(void **state) {
  static const char *const left[] = {"I",     "w1",  "w2",  "M 0 1",
                                     "M 0 2", "R 3", "R 4", NULL};
  static const char *const right[] = {"I",     "w2",  "w1",  "M 0 1",
                                      "M 0 2", "R 3", "R 4", NULL};
  static const int expected[] = {0, 2, 1, 4, 3, 6, 5};
  expectMatch(left, right, expected);
}

// A model that was trained again has other values everywhere.
static void valuesMayDiffer(void **state) {
  static const char *const left[] = {"I",   "w1",    "w2",  "C 0 1",
                                     "R 3", "C 4 2", "R 5", NULL};
  static const char *const right[] = {"w8",  "w9",    "I",   "C 2 1",
                                      "R 3", "C 4 0", "R 5", NULL};
  static const int expected[] = {2, 1, 0, 3, 4, 5, 6};
  expectMatch(left, right, expected);
}

//===----------------------------------------------------------------------===//
// Ambiguity
//===----------------------------------------------------------------------===//

// Nothing tells two branches apart whose results are used alike: A, then B, of
// each. They are two sets of two, and all else is clear.
static void alikeBranchesShare(void **state) {
  static const char *const branches[] = {"I",   "A 0", "A 0", "B 1",
                                         "B 2", "J 3", "J 4", NULL};
  static const int clear[] = {0, -2, -2, -2, -2, -2, -2};
  AsDataflow from = graphOf(branches, 0), to = graphOf(branches, 0);
  AsMatch match = asDataflowMatch(&from, &to);
  expectPairs(&match, &from, &to, clear);
  for (int first = 1; first < 7; first += 2) {
    int set = match.from[first];
    assert_true(set >= 0);
    assert_int_equal(match.from[first + 1], set);
    assert_int_equal(match.to[first], set);
    assert_int_equal(match.to[first + 1], set);
    assert_int_equal(match.sets[set].numFrom, 2);
    assert_int_equal(match.sets[set].numTo, 2);
  }
  assert_int_equal(match.numSets, 4);
  asMatchFree(&match);
  asDataflowFree(&from);
  asDataflowFree(&to);
}

// Of three alike operations the copy has two: they are one set still.
static void unequalSetsShare(void **state) {
  static const char *const left[] = {"I", "A 0", "A 0", "A 0", NULL};
  static const char *const right[] = {"I", "A 0", "A 0", NULL};
  AsDataflow from = graphOf(left, 0), to = graphOf(right, 0);
  AsMatch match = asDataflowMatch(&from, &to);
  int set = match.from[1];
  assert_true(set >= 0);
  assert_int_equal(match.sets[set].numFrom, 3);
  assert_int_equal(match.sets[set].numTo, 2);
  asMatchFree(&match);
  asDataflowFree(&from);
  asDataflowFree(&to);
}

//===----------------------------------------------------------------------===//
// Unequal graphs
//===----------------------------------------------------------------------===//

// One layer in the middle of five is another one. It and its copy match
// nothing; all else does, whichever end it is at.
static void anEditStaysLocal(void **state) {
  static const char *const left[] = {"I",   "L 0", "M 1", "L 2", "M 3", "X 4",
                                     "M 5", "L 6", "M 7", "L 8", "O 9", NULL};
  static const char *const right[] = {"I",   "L 0", "M 1", "L 2", "M 3", "Y 4",
                                      "M 5", "L 6", "M 7", "L 8", "O 9", NULL};
  static const int expected[] = {0, 1, 2, 3, 4, -1, 6, 7, 8, 9, 10};
  expectMatch(left, right, expected);
}

// Equal operations in other surroundings are not the same ones.
static void anotherModelDoesNotMatch(void **state) {
  static const char *const left[] = {"I", "A 0", "B 1", "A 2", "C 3", NULL};
  static const char *const right[] = {"J", "C 0", "A 1", "D 2", NULL};
  static const int expected[] = {-1, -1, -1, -1, -1};
  expectMatch(left, right, expected);
}

static void emptyGraphsMatch(void **state) {
  static const char *const none[] = {NULL}, *const one[] = {"I", NULL};
  static const int expected[] = {-1};
  expectMatch(none, none, expected);
  expectMatch(one, none, expected);
  expectMatch(none, one, expected);
}

//===----------------------------------------------------------------------===//
// Locations
//===----------------------------------------------------------------------===//

// They decide what nothing else can.
static void locationsTellApart(void **state) {
  static const char *const nodes[] = {"I", "A 0", "A 0", "B 1", "B 2", NULL};
  static const int same[] = {0, 1, 2, 3, 4};
  AsDataflow from = graphOf(nodes, 100), to = graphOf(nodes, 100);
  AsMatch match = asDataflowMatch(&from, &to);
  expectPairs(&match, &from, &to, same);
  for (int s = 0; s < match.numSets; s++)
    assert_int_equal(match.sets[s].by, AS_BY_LOCATION);
  asMatchFree(&match);
  asDataflowFree(&from);
  asDataflowFree(&to);
}

// The lines of a file in another order, which has the name of the original:
// most lines hold something else, so no line is believed.
static void staleLocationsDoNotCount(void **state) {
  static const char *const left[] = {"I",   "A 0", "B 1", "A 2",
                                     "B 3", "C 4", NULL};
  static const char *const right[] = {"I",   "C 5", "B 4", "A 2",
                                      "A 0", "B 3", NULL};
  static const int expected[] = {0, 4, 2, 3, 5, 1};
  AsDataflow from = graphOf(left, 100), to = graphOf(right, 100);
  AsMatch match = asDataflowMatch(&from, &to);
  expectPairs(&match, &from, &to, expected);
  asMatchFree(&match);
  asDataflowFree(&from);
  asDataflowFree(&to);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(orderDoesNotCount),
      cmocka_unit_test(operandsHaveAnOrder),
      cmocka_unit_test(valuesTellApart),
      cmocka_unit_test(valuesMayDiffer),
      cmocka_unit_test(alikeBranchesShare),
      cmocka_unit_test(unequalSetsShare),
      cmocka_unit_test(anEditStaysLocal),
      cmocka_unit_test(anotherModelDoesNotMatch),
      cmocka_unit_test(emptyGraphsMatch),
      cmocka_unit_test(locationsTellApart),
      cmocka_unit_test(staleLocationsDoNotCount),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
