//===- origin.c - What the user wrote, in what as-opt makes of it
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bytes are little-endian: a version, the number of labels, their hashes
// (kind and label), the number of nodes, and of each node its label, its place
// and its uses. A model of 1,000 operations takes about 30 KB.
//
//===----------------------------------------------------------------------===//

#include "origin/origin.h"
#include "dialect-bridge/bridge.h"
#include "ir/numbered-locations.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "origin/module-graph.h"
#include "support/arena.h"
#include <stdlib.h>
#include <string.h>

#define RESOURCE "as_origin"
enum { version = 1 };

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static void put(AsText *bytes, uint64_t value, int size) {
  for (int i = 0; i < size; i++) {
    char byte = (char)(value >> 8 * i & 0xff);
    asTextAppend(bytes, &byte, 1);
  }
}

static int32_t findLabel(const AsDataflow *graph, const int32_t *firsts,
                         int32_t count, const AsFlowNode *node) {
  for (int32_t i = 0; i < count; i++)
    if (graph->nodes[firsts[i]].kind == node->kind &&
        graph->nodes[firsts[i]].label == node->label)
      return i;
  return count;
}

static void putNode(const AsDataflow *graph, const AsFlowNode *node,
                    int32_t label, AsText *bytes) {
  put(bytes, (uint64_t)label, 4);
  put(bytes, node->place, 8);
  put(bytes, (uint64_t)node->numUses, 4);
  for (int32_t u = 0; u < node->numUses; u++) {
    put(bytes, (uint64_t)graph->uses[node->firstUse + u].node, 4);
    put(bytes, (uint64_t)graph->uses[node->firstUse + u].value, 4);
  }
}

static void encode(const AsDataflow *graph, AsText *bytes) {
  int32_t *firsts = asAlloc(sizeof *firsts * ((size_t)graph->numNodes + 1));
  int32_t numLabels = 0;
  AsText nodes = {0};
  for (int32_t n = 0; n < graph->numNodes; n++) {
    int32_t label = findLabel(graph, firsts, numLabels, &graph->nodes[n]);
    if (label == numLabels)
      firsts[numLabels++] = n;
    putNode(graph, &graph->nodes[n], label, &nodes);
  }
  put(bytes, version, 4);
  put(bytes, (uint64_t)numLabels, 4);
  for (int32_t i = 0; i < numLabels; i++) {
    put(bytes, graph->nodes[firsts[i]].kind, 8);
    put(bytes, graph->nodes[firsts[i]].label, 8);
  }
  put(bytes, (uint64_t)graph->numNodes, 4);
  asTextAppend(bytes, asTextString(&nodes), nodes.length);
  asTextFree(&nodes);
  free(firsts);
}

static void deleteBytes(void *bytes, const void *data, size_t size,
                        size_t alignment) {
  free(bytes);
}

static MlirAttribute attributeOf(MlirContext context, AsText *bytes) {
  int64_t size = (int64_t)bytes->length;
  MlirType type = mlirRankedTensorTypeGet(
      1, &size, mlirIntegerTypeGet(context, 8), mlirAttributeGetNull());
  return mlirUnmanagedDenseResourceElementsAttrGet(
      type, asIrString(RESOURCE), bytes->data, bytes->length, 1, false,
      deleteBytes, bytes->data);
}

bool asOriginMark(MlirModule module) {
  MlirOperation top = mlirModuleGetOperation(module);
  if (!mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
          top, asIrString(AS_ORIGIN_ATTRIBUTE))))
    return false;
  AsDataflow graph;
  MlirOperation *ops;
  AsText bytes = {0};
  asModuleGraph(module, &graph, &ops);
  encode(&graph, &bytes);
  // What is in a container has nodes of its own, which come later.
  for (int32_t n = graph.numNodes - 1; n >= 0; n--)
    asIrNumber(ops[n], n);
  mlirOperationSetDiscardableAttributeByName(
      top, asIrString(AS_ORIGIN_ATTRIBUTE),
      attributeOf(mlirModuleGetContext(module), &bytes));
  free(ops);
  asDataflowFree(&graph);
  return true;
}

void asOriginUnmark(MlirModule module) {
  mlirOperationRemoveDiscardableAttributeByName(
      mlirModuleGetOperation(module), asIrString(AS_ORIGIN_ATTRIBUTE));
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

typedef struct Reader {
  const uint8_t *bytes;
  size_t size, at;
  bool isDamaged;
} Reader;

static uint64_t get(Reader *reader, int size) {
  uint64_t value = 0;
  if (reader->size - reader->at < (size_t)size)
    reader->isDamaged = true;
  for (int i = 0; i < size && !reader->isDamaged; i++)
    value |= (uint64_t)reader->bytes[reader->at++] << 8 * i;
  return value;
}

/// A number below `limit`.
static int32_t getBelow(Reader *reader, uint64_t limit) {
  uint64_t value = get(reader, 4);
  reader->isDamaged |= value >= limit;
  return reader->isDamaged ? 0 : (int32_t)value;
}

static void getNode(Reader *reader, const uint64_t (*labels)[2],
                    int32_t numLabels, int32_t numNodes, AsDataflow *graph) {
  int32_t label = getBelow(reader, (uint64_t)numLabels);
  uint64_t place = get(reader, 8);
  uint64_t numUses = get(reader, 4);
  if (reader->isDamaged)
    return;
  int32_t node =
      asDataflowAddNode(graph, labels[label][0], labels[label][1], place);
  for (uint64_t u = 0; u < numUses && !reader->isDamaged; u++) {
    AsUse use = {.node = getBelow(reader, (uint64_t)numNodes)};
    use.value = (int32_t)(uint32_t)get(reader, 4);
    asDataflowAddUse(graph, node, use);
  }
}

static bool decode(Reader *reader, AsDataflow *graph) {
  if (get(reader, 4) != version)
    return false;
  int32_t numLabels = getBelow(reader, reader->size);
  uint64_t(*labels)[2] = asAlloc(sizeof *labels * ((size_t)numLabels + 1));
  for (int32_t i = 0; i < numLabels; i++) {
    labels[i][0] = get(reader, 8);
    labels[i][1] = get(reader, 8);
  }
  int32_t numNodes = getBelow(reader, reader->size);
  for (int32_t n = 0; n < numNodes && !reader->isDamaged; n++)
    getNode(reader, (const uint64_t(*)[2])labels, numLabels, numNodes, graph);
  free(labels);
  return !reader->isDamaged;
}

bool asOriginGet(MlirModule module, AsDataflow *graph) {
  *graph = (AsDataflow){0};
  MlirAttribute attribute = mlirOperationGetDiscardableAttributeByName(
      mlirModuleGetOperation(module), asIrString(AS_ORIGIN_ATTRIBUTE));
  if (mlirAttributeIsNull(attribute))
    return false;
  size_t size;
  const void *bytes = asBridgeResourceBytes(attribute, &size);
  Reader reader = {.bytes = bytes, .size = bytes ? size : 0};
  bool isWhole = decode(&reader, graph);
  if (!isWhole)
    asDataflowFree(graph);
  return isWhole;
}
