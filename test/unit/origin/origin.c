//===- origin.c - What the user wrote, in what as-opt makes of it
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "origin/origin.h"
#include "ir/numbered-locations.h"
#include "mlir-c/BuiltinAttributes.h"
#include "module.h"
#include "origin/module-graph.h"
#include <stdlib.h>

// Node 0 is the function, 3 the product, 4 the loop, 5 and 6 what is in it.
static const char loops[] =
    "func.func @f(%x: tensor<4x4xf32>, %n: index) -> tensor<4x4xf32> {\n"
    "  %c0 = arith.constant 0 : index\n"
    "  %c1 = arith.constant 1 : index\n"
    "  %p = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>)\n"
    "      outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>\n"
    "  %l = scf.for %i = %c0 to %n step %c1 iter_args(%a = %p)\n"
    "      -> (tensor<4x4xf32>) {\n"
    "    %s = func.call @g(%a, %p) : (tensor<4x4xf32>, tensor<4x4xf32>)\n"
    "        -> tensor<4x4xf32>\n"
    "    scf.yield %s : tensor<4x4xf32>\n"
    "  }\n"
    "  return %l : tensor<4x4xf32>\n"
    "}\n"
    "func.func @g(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>)\n"
    "    -> tensor<4x4xf32> {\n"
    "  return %y : tensor<4x4xf32>\n"
    "}\n";

static void expectUses(const AsDataflow *graph, int node, int count,
                       const AsUse *uses) {
  assert_int_equal(graph->nodes[node].numUses, count);
  for (int u = 0; u < count; u++) {
    const AsUse *use = &graph->uses[graph->nodes[node].firstUse + u];
    assert_int_equal(use->node, uses[u].node);
    assert_int_equal(use->value, uses[u].value);
  }
}

static void graphHasTheDataFlow(void **state) {
  MlirModule module = parse(loops);
  AsDataflow graph;
  MlirOperation *ops;
  asModuleGraph(module, &graph, &ops);
  assert_int_equal(graph.numNodes, 10);
  assert_true(asIrIsNamed(ops[3], "linalg.matmul"));
  assert_true(asIrIsNamed(ops[5], "func.call"));
  const AsUse x = {0, AS_USE_ARGUMENT}, n = {0, AS_USE_ARGUMENT + 1};
  expectUses(&graph, 0, 1, (const AsUse[]){{7, AS_USE_NODE}});
  expectUses(&graph, 3, 3, (const AsUse[]){x, x, x});
  expectUses(&graph, 4, 5,
             (const AsUse[]){{1, 0}, n, {2, 0}, {3, 0}, {6, AS_USE_NODE}});
  expectUses(
      &graph, 5, 3,
      (const AsUse[]){{4, AS_USE_ARGUMENT + 1}, {3, 0}, {8, AS_USE_NODE}});
  expectUses(&graph, 6, 1, (const AsUse[]){{5, 0}});
  for (int a = 0; a < graph.numNodes; a++)
    assert_true(graph.nodes[a].place != 0);
  free(ops);
  asDataflowFree(&graph);
  mlirModuleDestroy(module);
}

/// Kind and label of the first operation of a function.
static AsFlowNode firstNode(const char *text) {
  MlirModule module = parse(text);
  AsDataflow graph;
  MlirOperation *ops;
  asModuleGraph(module, &graph, &ops);
  AsFlowNode node = graph.nodes[1];
  free(ops);
  asDataflowFree(&graph);
  mlirModuleDestroy(module);
  return node;
}

static void labelsKnowValuesAndKindsDoNot(void **state) {
  AsFlowNode one = firstNode("func.func @f() {\n"
                             "  %0 = arith.constant dense<[1, 2]> : "
                             "tensor<2xi32>\n  return\n}\n"),
             two = firstNode("func.func @g() {\n"
                             "  %w = arith.constant dense<[1, 3]> : "
                             "tensor<2xi32>\n  return\n}\n"),
             three = firstNode("func.func @f() {\n"
                               "  %0 = arith.constant dense<[1, 2]> : "
                               "tensor<2xi64>\n  return\n}\n");
  assert_true(one.kind == two.kind && one.label != two.label);
  assert_true(one.kind != three.kind);
}

static void markCanBeReadBack(void **state) {
  MlirModule module = parse(loops);
  AsDataflow made, read;
  MlirOperation *ops;
  asModuleGraph(module, &made, &ops);
  free(ops);
  assert_false(asOriginGet(module, &read));
  asOriginMark(module);
  AsText text = {0};
  asIrPrint(mlirModuleGetOperation(module), &text);
  MlirModule again = parse(text.data);
  assert_true(asOriginGet(again, &read));
  assert_int_equal(read.numNodes, made.numNodes);
  assert_int_equal(read.numUses, made.numUses);
  assert_memory_equal(read.nodes, made.nodes,
                      sizeof *read.nodes * (size_t)read.numNodes);
  assert_memory_equal(read.uses, made.uses,
                      sizeof *read.uses * (size_t)read.numUses);
  asDataflowFree(&read);
  asDataflowFree(&made);
  asTextFree(&text);
  mlirModuleDestroy(again);
  mlirModuleDestroy(module);
}

static void damagedMarksAreNone(void **state) {
  static const char *const values[] = {"1 : i64",
                                       "dense_resource<gone> : tensor<4xi8>",
                                       "dense_resource<short> : tensor<6xi8>",
                                       "dense_resource<other> : tensor<4xi8>",
                                       "dense_resource<wild> : tensor<16xi8>"};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    AsText text = {0};
    asTextFormat(&text,
                 "module attributes {as.origin = %s} {}\n"
                 "{-# dialect_resources: { builtin: {\n"
                 "  short: \"0x01000000010000000000\",\n"
                 "  other: \"0x0100000009000000\",\n"
                 "  wild: \"0x0100000001000000FFFFFFFF0000000000000000\"\n"
                 "} } #-}\n",
                 values[i]);
    MlirModule module = parse(text.data);
    AsDataflow graph;
    assert_false(asOriginGet(module, &graph));
    assert_null(graph.nodes);
    mlirModuleDestroy(module);
    asTextFree(&text);
  }
}

static void collect(int64_t number, void *list) {
  asTextFormat(list, "%d ", (int)number);
}

static void numbersAreTakenAway(void **state) {
  MlirModule module = parse(loops);
  AsText before = {0}, after = {0}, numbers = {0};
  MlirOperation op = mlirModuleGetOperation(module);
  asIrPrintWithLocations(op, &before);
  asOriginMark(module);
  MlirOperation function = asIrLookUp(module, "f");
  MlirOperation first = mlirBlockGetFirstOperation(asIrBody(function));
  MlirLocation both[] = {
      mlirOperationGetLocation(first),
      mlirOperationGetLocation(mlirOperationGetNextInBlock(first))};
  MlirLocation fused =
      mlirLocationFusedGet(context, 2, both, mlirAttributeGetNull());
  asIrVisitNumbers(fused, collect, &numbers);
  assert_string_equal(numbers.data, "1 2 ");
  AsText place = {0};
  asIrPrintLocation(both[0], &place);
  assert_string_equal(place.data, "loc(\"-\":2:9)");
  asIrRemoveNumbers(op);
  mlirOperationRemoveDiscardableAttributeByName(
      op, asIrString(AS_ORIGIN_ATTRIBUTE));
  asIrPrintWithLocations(op, &after);
  assert_string_equal(before.data, after.data);
  asTextFree(&place);
  asTextFree(&numbers);
  asTextFree(&before);
  asTextFree(&after);
  mlirModuleDestroy(module);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(graphHasTheDataFlow),
      cmocka_unit_test(labelsKnowValuesAndKindsDoNot),
      cmocka_unit_test(markCanBeReadBack),
      cmocka_unit_test(damagedMarksAreNone),
      cmocka_unit_test(numbersAreTakenAway),
  };
  return cmocka_run_group_tests(tests, openContext, closeContext);
}
