//===- extract-tasks.c - Extracting the tasks of a module
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Extracts the tasks of a module. Each fusion group (fusion-groups.h) is cloned
// into a private function and replaced by a call of it (outline-task.h); cheap
// operations that it needs (constants, empties, fills) are cloned into the
// function too. Functions with equal content hashes are one task.
//
//===----------------------------------------------------------------------===//

#include "ir/function-builder.h"
#include "ir/invariant-values.h"
#include "ir/numbered-locations.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "task/origins.h"
#include "task/outline-task.h"
#include "task/run-counts.h"
#include "task/task.h"
#include "task/weights.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A function that computes something from weights alone: it runs once.
typedef struct Fixed {
  AsHash hash;
  const char *symbol;
  struct Fixed *next;
} Fixed;

typedef struct Extractor {
  AsTaskSet *set;
  MlirModule module;      ///< The one that is being extracted.
  MlirOperation function; ///< Likewise.
  Fixed *fixed;           ///< Of this module; in the set's arena.
  MlirContext context;
  AsGrouping grouping;
  int capacity, remarkCapacity;
} Extractor;

//===----------------------------------------------------------------------===//
// The set
//===----------------------------------------------------------------------===//

static void addRemark(Extractor *extractor, MlirOperation op,
                      const char *message) {
  AsTaskSet *set = extractor->set;
  if (set->numRemarks == extractor->remarkCapacity) {
    int grown = set->numRemarks ? 2 * set->numRemarks : 16;
    AsTaskRemark *remarks = asArenaArray(&set->arena, AsTaskRemark, grown);
    if (set->numRemarks)
      memcpy(remarks, set->remarks, sizeof *remarks * (size_t)set->numRemarks);
    set->remarks = remarks;
    extractor->remarkCapacity = grown;
  }
  AsText location = {0};
  asIrPrintLocation(mlirOperationGetLocation(op), &location);
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  set->remarks[set->numRemarks++] =
      (AsTaskRemark){asArenaCopy(&set->arena, location.data, location.length),
                     asArenaFormat(&set->arena, "%.*s is not scheduled: %s",
                                   (int)name.length, name.data, message)};
  asTextFree(&location);
}

static AsTask *findTask(AsTaskSet *set, const char *hash) {
  for (int t = 0; t < set->numTasks; t++)
    if (strcmp(set->tasks[t].hash, hash) == 0)
      return &set->tasks[t];
  return NULL;
}

static AsTask *addTask(Extractor *extractor, const AsTask *task) {
  AsTaskSet *set = extractor->set;
  if (set->numTasks == extractor->capacity) {
    int grown = set->numTasks ? 2 * set->numTasks : 16;
    AsTask *tasks = asArenaArray(&set->arena, AsTask, grown);
    if (set->numTasks)
      memcpy(tasks, set->tasks, sizeof *tasks * (size_t)set->numTasks);
    set->tasks = tasks;
    extractor->capacity = grown;
  }
  set->tasks[set->numTasks] = *task;
  return &set->tasks[set->numTasks++];
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

typedef struct Locations {
  MlirLocation *list;
  int size;
} Locations;

/// The locations of the members of a group.
static Locations locationsOf(const AsBlockGroups *groups, int group) {
  Locations locations = {
      .list = asAlloc(sizeof(MlirLocation) * (size_t)(groups->numNodes + 1))};
  for (int i = 0; i < groups->numNodes; i++)
    if (groups->nodes[i].group == group)
      locations.list[locations.size++] =
          asIrWithoutNumbers(mlirOperationGetLocation(groups->nodes[i].op));
  return locations;
}

/// Inserts in the order of the lines.
static void addPlace(Extractor *extractor, AsTask *task,
                     const Locations *locations) {
  AsTaskPlace *place =
      asTaskPlaceOf(locations->list, locations->size, &extractor->set->arena);
  if (!place)
    return;
  AsTaskPlace **at = &task->places;
  while (*at && strverscmp((*at)->text, place->text) <= 0)
    at = &(*at)->next;
  place->next = *at;
  *at = place;
}

/// Sets the description of a task's function. A function that has one comes
/// from a module that was extracted before, and its description is more
/// precise.
static void describeFunction(MlirOperation function, void *context) {
  AsTaskSet *set = context;
  AsText hash = {0};
  AsTask *task = NULL;
  if (mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
          function, asIrString(AS_DESCRIPTION_ATTRIBUTE))) &&
      asIrStringAttribute(function, AS_TASK_ATTRIBUTE, &hash))
    task = findTask(set, hash.data);
  if (task) {
    AsTaskDescription description = {.label = task->label,
                                     .flops = task->flops,
                                     .bytes = task->minBytes,
                                     .places = task->places,
                                     .origins = task->origins};
    asTaskDescriptionSet(function, &description);
  }
  asTextFree(&hash);
}

//===----------------------------------------------------------------------===//
// Outlining
//===----------------------------------------------------------------------===//

/// Puts the function into the module; returns its symbol.
static const char *addFunction(Extractor *extractor, MlirOperation function,
                               const char *name) {
  mlirOperationSetAttributeByName(
      function, asIrString("sym_name"),
      mlirStringAttrGet(extractor->context, asIrString(name)));
  // Inserting makes the name unique: the module may have been extracted before.
  MlirSymbolTable table =
      mlirSymbolTableCreate(mlirModuleGetOperation(extractor->module));
  MlirStringRef unique =
      mlirStringAttrGetValue(mlirSymbolTableInsert(table, function));
  mlirSymbolTableDestroy(table);
  return asArenaCopy(&extractor->set->arena, unique.data, unique.length);
}

static const char *addTaskFunction(Extractor *extractor, MlirOperation function,
                                   const char *hash) {
  asIrSetStringAttribute(function, AS_TASK_ATTRIBUTE, hash);
  return addFunction(
      extractor, function,
      asArenaFormat(&extractor->set->arena, "as_task_%.16s", hash));
}

typedef struct Group {
  AsBlockGroups *groups;
  int number;
  AsSelection selection;
  Locations locations;
  AsTaskOrigin *origins;
  MlirLocation location;
} Group;

/// The members are only used by each other now; destroys the last one first.
static void destroyMembers(const Group *group) {
  const AsBlockGroups *groups = group->groups;
  for (int i = groups->numNodes - 1; i >= 0; i--)
    if (groups->nodes[i].group == group->number)
      mlirOperationDestroy(groups->nodes[i].op);
}

/// Adds the function, or destroys it if there is an equal one. Returns the
/// symbol. Takes `function`.
static const char *addFixed(Extractor *extractor, MlirOperation function) {
  AsHash hash = asTaskHashFunction(function);
  for (Fixed *known = extractor->fixed; known; known = known->next)
    if (known->hash.high == hash.high && known->hash.low == hash.low) {
      mlirOperationDestroy(function);
      return known->symbol;
    }
  Fixed *fixed = asArenaArray(&extractor->set->arena, Fixed, 1);
  *fixed = (Fixed){hash, addFunction(extractor, function, "as_fixed"),
                   extractor->fixed};
  extractor->fixed = fixed;
  return fixed->symbol;
}

/// Outlines a group that is computed from weights alone. It runs once and is
/// not a task.
static void outlineFixed(Extractor *extractor, const Group *group,
                         MlirOperation function) {
  MlirOperation call = asSelectionCall(&group->selection, group->location,
                                       addFixed(extractor, function));
  mlirOperationSetDiscardableAttributeByName(
      call, asIrString(AS_CONSTANT_ATTRIBUTE),
      mlirUnitAttrGet(extractor->context));
  destroyMembers(group);
}

static void outlineTask(Extractor *extractor, const Group *group,
                        MlirOperation function) {
  AsTask task = {0};
  AsError why = {0};
  if (asTaskDescribe(function, &extractor->set->arena, &task, &why)) {
    addRemark(extractor, group->selection.root, why.message);
    mlirOperationDestroy(function);
    return;
  }
  AsTask *known = findTask(extractor->set, task.hash);
  if (!known)
    known = addTask(extractor, &task);
  if (!known->symbol)
    known->symbol = addTaskFunction(extractor, function, known->hash);
  else
    mlirOperationDestroy(function);
  addPlace(extractor, known, &group->locations);
  asOriginsAdd(&known->origins, group->origins);
  asSelectionCall(&group->selection, group->location, known->symbol);
  destroyMembers(group);
}

static void outline(Extractor *extractor, AsBlockGroups *groups, int number) {
  Group group = {groups,
                 number,
                 asSelectionOf(groups, number),
                 locationsOf(groups, number),
                 asOriginsOf(groups, number, &extractor->set->arena),
                 {NULL}};
  group.location =
      mlirLocationFusedGet(extractor->context, group.locations.size,
                           group.locations.list, mlirAttributeGetNull());
  MlirOperation root = group.selection.root;
  MlirOperation function =
      asSelectionFunction(&group.selection, group.location);
  asIrRemoveNumbers(function);
  if (asIrComputesFixed(root) && mlirOperationGetNumResults(root) == 1)
    outlineFixed(extractor, &group, function);
  else
    outlineTask(extractor, &group, function);
  free(group.locations.list);
  asSelectionFree(&group.selection);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Whether the block is a single group with the cheap operations that it needs,
/// and returns exactly the results of the group. Then the function itself is
/// the task.
static bool isWholeTask(const AsBlockGroups *groups) {
  if (groups->numGroups != 1)
    return false;
  const AsNode *last = NULL;
  for (int i = 0; i < groups->numNodes - 1; i++) {
    const AsNode *node = &groups->nodes[i];
    if (node->group == 0)
      last = node;
    else if (node->kind != AS_NODE_CHEAP)
      return false;
  }
  MlirOperation end = groups->nodes[groups->numNodes - 1].op;
  // A loop nest gets a function of its own, whose arguments are known not to
  // overlap.
  if (!last || last->kind == AS_NODE_NEST || !asIrIsNamed(end, "func.return") ||
      mlirOperationGetNumOperands(end) != mlirOperationGetNumResults(last->op))
    return false;
  for (intptr_t r = 0; r < mlirOperationGetNumOperands(end); r++)
    if (!mlirValueEqual(mlirOperationGetOperand(end, r),
                        mlirOperationGetResult(last->op, r)))
      return false;
  return true;
}

static bool markWholeTask(Extractor *extractor, MlirOperation function,
                          const AsBlockGroups *groups) {
  AsTask task = {0};
  AsError why = {0};
  AsTaskOrigin *origins = asOriginsOf(groups, 0, &extractor->set->arena);
  asIrRemoveNumbers(function);
  if (asTaskDescribe(function, &extractor->set->arena, &task, &why))
    return false;
  asIrSetStringAttribute(function, AS_TASK_ATTRIBUTE, task.hash);
  AsTask *known = findTask(extractor->set, task.hash);
  if (!known)
    known = addTask(extractor, &task);
  Locations locations = locationsOf(groups, 0);
  addPlace(extractor, known, &locations);
  asOriginsAdd(&known->origins, origins);
  free(locations.list);
  return true;
}

static void extractBlock(MlirBlock block, void *context) {
  Extractor *extractor = context;
  MlirOperation function = extractor->function;
  AsBlockGroups groups = asBlockGroups(block, extractor->grouping);
  bool isBody = mlirBlockEqual(block, asIrBody(function));
  for (int i = 0; i < groups.numNodes; i++)
    if (groups.nodes[i].whyNot && !groups.nodes[i].isFixed)
      addRemark(extractor, groups.nodes[i].op, groups.nodes[i].whyNot);
  if (!isBody || !isWholeTask(&groups) ||
      !markWholeTask(extractor, function, &groups))
    for (int g = groups.numGroups - 1; g >= 0; g--)
      outline(extractor, &groups, g);
  asBlockGroupsFree(&groups);
  asVisitInnerBlocks(block, extractBlock, extractor);
}

typedef struct FunctionList {
  MlirOperation *functions;
  int size;
} FunctionList;

static void listFunction(MlirOperation function, void *context) {
  FunctionList *list = context;
  list->functions = asRealloc(list->functions, sizeof *list->functions *
                                                   (size_t)(list->size + 1));
  list->functions[list->size++] = function;
}

static int heaviestFirst(const void *left, const void *right) {
  const AsTask *a = left, *b = right;
  double wa = a->flops * a->weight, wb = b->flops * b->weight;
  if (wa != wb)
    return wa < wb ? 1 : -1;
  return strcmp(a->hash, b->hash);
}

bool asTaskIsScheduled(MlirOperation function) {
  return !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
      function, asIrString(AS_SCHEDULED_ATTRIBUTE)));
}

void asTaskUnmark(MlirOperation function) {
  mlirOperationRemoveDiscardableAttributeByName(function,
                                                asIrString(AS_TASK_ATTRIBUTE));
  mlirOperationRemoveDiscardableAttributeByName(
      function, asIrString(AS_SCHEDULED_ATTRIBUTE));
}

static void extractFunction(Extractor *extractor, MlirOperation function) {
  extractor->function = function;
  MlirRegion region = mlirOperationGetRegion(function, 0);
  for (MlirBlock block = mlirRegionGetFirstBlock(region);
       !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
    extractBlock(block, extractor);
}

/// A module can call functions of its own only, so that each gets the functions
/// of its tasks.
static void extractModule(MlirModule module, void *context) {
  Extractor *extractor = context;
  extractor->module = module;
  extractor->fixed = NULL;
  for (int t = 0; t < extractor->set->numTasks; t++)
    extractor->set->tasks[t].symbol = NULL;
  FunctionList list = {0};
  asIrVisitFunctions(module, listFunction, &list);
  for (int f = 0; f < list.size; f++)
    if (!asTaskIsScheduled(list.functions[f]))
      extractFunction(extractor, list.functions[f]);
  free(list.functions);
}

void asTaskExtract(MlirModule module, bool onCpu, AsTaskSet *set) {
  *set = (AsTaskSet){0};
  Extractor extractor = {.set = set,
                         .context = mlirModuleGetContext(module),
                         .grouping =
                             onCpu ? AS_GROUP_FOR_CPU : AS_GROUP_STATIC};
  asIrVisitModules(module, extractModule, &extractor);
  asIrRemoveNumbers(mlirModuleGetOperation(module));
  for (int t = 0; t < set->numTasks; t++)
    asOriginsNormalise(set->tasks[t].origins);
  asIrVisitAllFunctions(module, describeFunction, set);
  asTaskCountRuns(module, set);
  asTaskFindWeights(module, set);
  if (set->numTasks)
    qsort(set->tasks, (size_t)set->numTasks, sizeof *set->tasks, heaviestFirst);
}

void asTaskSetDestroy(AsTaskSet *set) {
  asArenaDestroy(&set->arena);
  *set = (AsTaskSet){0};
}
