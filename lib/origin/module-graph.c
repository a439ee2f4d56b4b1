//===- module-graph.c - From a module to its graph
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "origin/module-graph.h"
#include "dialect-bridge/bridge.h"
#include "ir/content-hash.h"
#include "ir/symbol-closure.h"
#include "mlir-c/BuiltinAttributes.h"
#include "support/arena.h"
#include <stdlib.h>
#include <string.h>

bool asIsContainer(MlirOperation op) {
  static const char *const others[] = {"builtin.module",  "func.func",
                                       "ml_program.func", "ml_program.subgraph",
                                       "tosa.cond_if",    "tosa.while_loop"};
  return mlirOperationGetNumRegions(op) > 0 &&
         (asIrHasPrefix(op, "scf.") ||
          asIrIsOneOf(op, others, sizeof others / sizeof *others));
}

//===----------------------------------------------------------------------===//
// Hashes
//===----------------------------------------------------------------------===//

static bool isNamed(MlirNamedAttribute attribute, const char *name) {
  MlirStringRef own = mlirIdentifierStr(attribute.name);
  return own.length == strlen(name) && memcmp(own.data, name, own.length) == 0;
}

/// Names say nothing about what is computed. Symbols are uses instead.
static bool isName(MlirOperation op, MlirNamedAttribute attribute) {
  return mlirAttributeIsASymbolRef(attribute.attribute) ||
         isNamed(attribute, "sym_name") || isNamed(attribute, "sym_visibility");
}

/// Models that were trained again differ in the values of their weights only.
static bool isNameOrValue(MlirOperation op, MlirNamedAttribute attribute) {
  return isName(op, attribute) ||
         (mlirOperationGetNumOperands(op) == 0 &&
          mlirAttributeIsAElements(attribute.attribute));
}

static uint64_t fold(AsHash hash) { return hash.high ^ hash.low; }

static AsHash hashTypes(AsHash hash, MlirOperation op) {
  AsText text = {0};
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    asTextClear(&text);
    asIrPrintType(mlirValueGetType(mlirOperationGetOperand(op, i)), &text);
    hash = asHashString(hash, asTextString(&text));
  }
  asTextFree(&text);
  return hash;
}

/// The attributes of a container, without what is in it.
static AsHash hashContainer(AsHash hash, MlirOperation op) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  hash = asHashBytes(hash, name.data, name.length);
  AsText text = {0};
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(op); i++) {
    MlirNamedAttribute attribute = mlirOperationGetAttribute(op, i);
    if (isNamed(attribute, "function_type"))
      asIrPrintAttribute(attribute.attribute, &text);
  }
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
    asIrPrintType(mlirValueGetType(mlirOperationGetResult(op, i)), &text);
  hash = asHashString(hash, asTextString(&text));
  asTextFree(&text);
  return hash;
}

static uint64_t hashOf(MlirOperation op, AsIrIgnoresAttribute ignores) {
  AsHash hash = hashTypes(asHashStart(), op);
  return fold(asIsContainer(op) ? hashContainer(hash, op)
                                : asIrHashOperation(hash, op, ignores));
}

/// Files by their names without folders, as in descriptions of tasks.
static uint64_t placeOf(MlirOperation op) {
  MlirLocation location = mlirOperationGetLocation(op);
  MlirLocation file = asBridgeFileLocation(location);
  AsText text = {0};
  if (mlirLocationIsNull(file)) {
    asIrPrintLocation(location, &text);
  } else {
    asIrPrintPlace(file, &text);
    char *slash = text.length ? strrchr(text.data, '/') : NULL;
    if (slash)
      memmove(text.data, slash + 1, strlen(slash));
  }
  bool isKnown = text.length && strcmp(text.data, "loc(unknown)") != 0;
  uint64_t place =
      isKnown ? fold(asHashString(asHashStart(), text.data)) | 1 : 0;
  asTextFree(&text);
  return place;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

typedef struct Builder {
  AsDataflow *graph;
  MlirOperation *ops;
  int capacity;
  struct Number *numbers; ///< Sorted by address.
} Builder;

typedef struct Number {
  const void *op;
  int32_t node;
} Number;

static void visitRegions(MlirOperation op,
                         void (*visit)(Builder *, MlirOperation),
                         Builder *builder) {
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++)
    for (MlirBlock block =
             mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      for (MlirOperation inner = mlirBlockGetFirstOperation(block);
           !mlirOperationIsNull(inner);
           inner = mlirOperationGetNextInBlock(inner))
        visit(builder, inner);
}

static void addNode(Builder *builder, MlirOperation op) {
  int32_t node = asDataflowAddNode(builder->graph, hashOf(op, isNameOrValue),
                                   hashOf(op, isName), placeOf(op));
  if (node == builder->capacity) {
    builder->capacity = builder->capacity ? 2 * builder->capacity : 64;
    builder->ops = asRealloc(builder->ops,
                             sizeof *builder->ops * (size_t)builder->capacity);
  }
  builder->ops[node] = op;
  if (asIsContainer(op))
    visitRegions(op, addNode, builder);
}

static int byAddress(const void *left, const void *right) {
  uintptr_t a = (uintptr_t)((const Number *)left)->op;
  uintptr_t b = (uintptr_t)((const Number *)right)->op;
  return (a > b) - (a < b);
}

static void number(Builder *builder) {
  int32_t count = builder->graph->numNodes;
  builder->numbers = asAlloc(sizeof *builder->numbers * ((size_t)count + 1));
  for (int32_t n = 0; n < count; n++)
    builder->numbers[n] = (Number){builder->ops[n].ptr, n};
  qsort(builder->numbers, (size_t)count, sizeof(Number), byAddress);
}

/// The node of an operation; -1 if it has none.
static int32_t nodeOf(const Builder *builder, MlirOperation op) {
  Number key = {op.ptr, 0};
  const Number *found =
      mlirOperationIsNull(op)
          ? NULL
          : bsearch(&key, builder->numbers, (size_t)builder->graph->numNodes,
                    sizeof(Number), byAddress);
  return found ? found->node : -1;
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

typedef struct User {
  Builder *builder;
  MlirModule module;
  int32_t node;
} User;

static void addUse(const User *user, MlirValue value) {
  AsUse use;
  if (mlirValueIsAOpResult(value)) {
    use = (AsUse){nodeOf(user->builder, mlirOpResultGetOwner(value)),
                  (int32_t)mlirOpResultGetResultNumber(value)};
  } else {
    use = (AsUse){
        nodeOf(user->builder,
               mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value))),
        AS_USE_ARGUMENT + (int32_t)mlirBlockArgumentGetArgNumber(value)};
  }
  // What is defined inside of a node is no use of it.
  if (use.node >= 0 && use.node != user->node)
    asDataflowAddUse(user->builder->graph, user->node, use);
}

static bool hasSymbols(MlirOperation op) {
  bool found = asIrHasPrefix(op, "tosa.variable_");
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(op) && !found; i++)
    found =
        mlirAttributeIsASymbolRef(mlirOperationGetAttribute(op, i).attribute);
  return found;
}

static void addSymbols(const User *user, MlirOperation op) {
  AsIrReach reach = {0};
  asIrReachNext(user->module, op, &reach);
  for (int i = 0; i < reach.count; i++) {
    int32_t symbol = nodeOf(user->builder, reach.ops[i]);
    if (symbol >= 0 && symbol != user->node)
      asDataflowAddUse(user->builder->graph, user->node,
                       (AsUse){symbol, AS_USE_NODE});
  }
  asIrReachFree(&reach);
}

static MlirWalkResult addOperands(MlirOperation op, void *context) {
  const User *user = context;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    addUse(user, mlirOperationGetOperand(op, i));
  return MlirWalkResultAdvance;
}

/// What a container makes is what its blocks end with.
static void addEnds(const User *user, MlirOperation op) {
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++)
    for (MlirBlock block =
             mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block)) {
      int32_t end = nodeOf(user->builder, mlirBlockGetTerminator(block));
      if (end >= 0)
        asDataflowAddUse(user->builder->graph, user->node,
                         (AsUse){end, AS_USE_NODE});
    }
}

static MlirModule moduleAround(MlirOperation op) {
  while (!asIrIsNamed(op, "builtin.module"))
    op = mlirOperationGetParentOperation(op);
  return mlirModuleFromOperation(op);
}

static void addUses(Builder *builder, int32_t node) {
  MlirOperation op = builder->ops[node];
  User user = {builder, moduleAround(op), node};
  if (asIsContainer(op)) {
    addOperands(op, &user);
    if (!asIrIsNamed(op, "builtin.module"))
      addEnds(&user, op);
  } else {
    mlirOperationWalk(op, addOperands, &user, MlirWalkPreOrder);
    if (hasSymbols(op))
      addSymbols(&user, op);
  }
}

void asModuleGraph(MlirModule module, AsDataflow *graph, MlirOperation **ops) {
  *graph = (AsDataflow){0};
  Builder builder = {.graph = graph};
  visitRegions(mlirModuleGetOperation(module), addNode, &builder);
  number(&builder);
  for (int32_t n = 0; n < graph->numNodes; n++)
    addUses(&builder, n);
  free(builder.numbers);
  *ops = builder.ops;
}
