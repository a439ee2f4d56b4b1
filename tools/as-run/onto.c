//===- onto.c - Where the time goes in the user's module
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/as-run/onto.h"
#include "graph/graph-passes.h"
#include "origin/module-graph.h"
#include "tools/as-run/isolate.h"
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// The operations of a file
//===----------------------------------------------------------------------===//

static bool isFunction(MlirOperation op) {
  return asIrIsNamed(op, "func.func") || asIrIsNamed(op, "ml_program.func");
}

typedef struct Loader {
  AsOnto *onto;
  AsArena *arena;
  MlirOperation *ops; ///< Of the nodes.
  int next;           ///< The first node that has not been visited.
  const char *function;
  int explorerId; ///< The last one that was given in the function.
} Loader;

static const char *placeOf(MlirOperation op, AsArena *arena) {
  AsText text = {0};
  asIrPrintPlace(mlirOperationGetLocation(op), &text);
  const char *end = text.length ? strrchr(text.data, ':') : NULL;
  const char *slash = text.length ? strrchr(text.data, '/') : NULL;
  const char *begin = slash ? slash + 1 : asTextString(&text);
  const char *place =
      asArenaCopy(arena, begin, end ? (size_t)(end - begin) : 0);
  asTextFree(&text);
  return place;
}

static const char *symbolOf(MlirOperation op, AsArena *arena) {
  AsText name = {0};
  asIrStringAttribute(op, "sym_name", &name);
  const char *symbol = asArenaCopy(arena, asTextString(&name), name.length);
  asTextFree(&name);
  return symbol;
}

static void visitRegions(Loader *loader, MlirOperation op, int depth);

/// Nodes are in the order of the text. `depth` is that in a function, or
/// negative.
static void visit(Loader *loader, MlirOperation op, int depth) {
  // Model Explorer makes nodes of what is in a function, and of what is in
  // that, but of nothing further inside.
  if (depth == 0 || depth == 1)
    loader->explorerId++;
  AsOnto *onto = loader->onto;
  if (loader->next < onto->graph.numNodes &&
      mlirOperationEqual(op, loader->ops[loader->next])) {
    MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
    onto->operations[loader->next++] = (AsOntoOperation){
        .name = asArenaCopy(loader->arena, name.data, name.length),
        .function = loader->function,
        .place = placeOf(op, loader->arena),
        .explorerId = depth < 0 ? -1 : loader->explorerId};
  }
  if (!isFunction(op)) {
    visitRegions(loader, op, depth < 0 ? depth : depth + 1);
    return;
  }
  loader->function = symbolOf(op, loader->arena);
  loader->explorerId = -1;
  visitRegions(loader, op, 0);
  loader->function = "";
}

static void visitRegions(Loader *loader, MlirOperation op, int depth) {
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++)
    for (MlirBlock block =
             mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      for (MlirOperation inner = mlirBlockGetFirstOperation(block);
           !mlirOperationIsNull(inner);
           inner = mlirOperationGetNextInBlock(inner))
        visit(loader, inner, depth);
}

static void listOperations(MlirModule module, AsArena *arena, AsOnto *onto) {
  Loader loader = {.onto = onto, .arena = arena, .function = ""};
  asModuleGraph(module, &onto->graph, &loader.ops);
  onto->operations =
      asArenaArray(arena, AsOntoOperation, onto->graph.numNodes + 1);
  visitRegions(&loader, mlirModuleGetOperation(module), -1);
  free(loader.ops);
}

AsStatus asOntoLoad(const char *file, AsArena *arena, AsOnto *onto,
                    AsError *error) {
  *onto = (AsOnto){.file = file};
  asIsolatedStage("loading '%s'", file);
  AsText content = {0};
  AsStatus status = asReadFile(file, &content, error);
  if (status) // The message has the name.
    return status;
  MlirContext context = asIrContextCreate();
  MlirModule module;
  status =
      asIrParse(context, content.data, content.length, file, &module, error);
  if (!status) {
    status = asGraphProgramFunctions(module, error);
    if (!status)
      listOperations(module, arena, onto);
    mlirModuleDestroy(module);
  }
  mlirContextDestroy(context);
  asTextFree(&content);
  return status ? asFailContext(error, "--onto=%s", file) : AS_OK;
}

void asOntoFree(AsOnto *onto) {
  asDataflowFree(&onto->graph);
  asMatchFree(&onto->match);
}

//===----------------------------------------------------------------------===//
// Their time
//===----------------------------------------------------------------------===//

/// Gives a part of a task to the operations in the file that are the user's
/// `operation`.
static void give(const AsShare *task, const AsTaskOrigin *origin,
                 const AsDataflow *scheduled, AsArena *arena, AsOnto *onto) {
  bool isThere = origin->operation >= 0 &&
                 origin->operation < scheduled->numNodes &&
                 onto->match.from[origin->operation] >= 0;
  double seconds = task->seconds * origin->share;
  if (!isThere) {
    onto->unmatched += seconds;
    return;
  }
  onto->seconds += seconds;
  int set = onto->match.from[origin->operation];
  int count = onto->match.sets[set].numTo;
  for (int32_t n = 0; n < onto->graph.numNodes; n++) {
    if (onto->match.to[n] != set)
      continue;
    AsOntoOperation *operation = &onto->operations[n];
    operation->seconds += seconds / count;
    AsOntoPart **at = &operation->parts;
    while (*at && (*at)->task != task)
      at = &(*at)->next;
    if (!*at) {
      *at = asArenaAlloc(arena, sizeof **at);
      **at = (AsOntoPart){.task = task};
    }
    (*at)->share += origin->share / count;
  }
}

AsStatus asOntoAttribute(const AsProfile *profile, const char *scheduled,
                         const AsDataflow *origin, AsArena *arena, AsOnto *onto,
                         AsError *error) {
  onto->match = asDataflowMatch(origin, &onto->graph);
  for (int32_t n = 0; n < onto->graph.numNodes; n++)
    if (onto->match.to[n] >= 0)
      onto->operations[n].set = &onto->match.sets[onto->match.to[n]];
  for (int t = 0; t < profile->numTasks; t++) {
    const AsShare *task = &profile->tasks[t];
    const AsTaskOrigin *first = task->part->description.origins;
    if (!first)
      onto->unknown += task->seconds;
    for (const AsTaskOrigin *from = first; from; from = from->next)
      give(task, from, origin, arena, onto);
  }
  double known = onto->seconds + onto->unmatched;
  if (known > 0 && onto->seconds >= 0.5 * known)
    return AS_OK;
  if (!(known > 0))
    return asFail(error, AS_INVALID_INPUT,
                  "%s: no task that ran says which operations it comes from; "
                  "--onto needs a module that as-opt has scheduled from '%s'",
                  scheduled, onto->file);
  return asFail(error, AS_INVALID_INPUT,
                "'%s' is not the model that '%s' was made from: what matches "
                "takes %.1f%% of the time of its tasks, and --onto needs 50%%; "
                "give the module that as-opt has scheduled, or a copy of it",
                onto->file, scheduled, 100 * onto->seconds / known);
}
