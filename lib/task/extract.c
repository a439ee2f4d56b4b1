//===- task/extract.c - Taking a module apart into tasks
//---------------------===//
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each group of operations (group.h) is cloned into a private function, with
// the cheap operations it needs (constants, empties, fills) cloned along, and
// replaced by a call. Functions with the same content hash are one task.
//
//===----------------------------------------------------------------------===//

#include "ir/constant.h"
#include "ir/function.h"
#include "ir/map.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "task/group.h"
#include "task/task.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Extractor {
  AsTaskSet *set;
  MlirModule module;
  MlirContext context;
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
// Outlining one group
//===----------------------------------------------------------------------===//

/// What goes into the function of a group: its members, and the cheap
/// operations that they need, wherever those are.
typedef struct Selection {
  MlirOperation *ops; ///< Each after those that it uses.
  int size, capacity;
  AsIrMap inputs; ///< Values from outside; only `from` is meaningful.
} Selection;

static bool isSelected(const Selection *selection, MlirOperation op) {
  for (int i = 0; i < selection->size; i++)
    if (mlirOperationEqual(selection->ops[i], op))
      return true;
  return false;
}

typedef struct OperandWalk {
  Selection *selection;
  MlirOperation outer;
} OperandWalk;

static void selectOperation(Selection *selection, MlirOperation op);

static void selectValue(Selection *selection, MlirValue value) {
  if (mlirValueIsAOpResult(value)) {
    MlirOperation owner = mlirOpResultGetOwner(value);
    if (isSelected(selection, owner))
      return;
    if (asIsCheap(owner)) {
      selectOperation(selection, owner);
      return;
    }
  }
  if (asIrMapFind(&selection->inputs, value) < 0)
    asIrMapAdd(&selection->inputs, value, value);
}

static MlirWalkResult selectInner(MlirOperation op, void *context) {
  OperandWalk *walk = context;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (!asIrIsInside(value, walk->outer))
      selectValue(walk->selection, value);
  }
  return MlirWalkResultAdvance;
}

/// Selects what the operation needs, then itself. So the order is that of the
/// data flow, not of the text, and equal tasks are spelt alike.
static void selectOperation(Selection *selection, MlirOperation op) {
  OperandWalk walk = {selection, op};
  mlirOperationWalk(op, selectInner, &walk, MlirWalkPreOrder);
  if (selection->size == selection->capacity) {
    selection->capacity = selection->capacity ? 2 * selection->capacity : 16;
    selection->ops = asRealloc(selection->ops, sizeof *selection->ops *
                                                   (size_t)selection->capacity);
  }
  selection->ops[selection->size++] = op;
}

/// A function that takes the inputs and returns what the root does.
static MlirOperation createFunction(const Selection *selection,
                                    MlirOperation root, MlirBlock *body) {
  intptr_t numInputs = selection->inputs.size;
  intptr_t numResults = mlirOperationGetNumResults(root);
  MlirType *types =
      asAlloc(sizeof *types * (size_t)(numInputs + numResults + 1));
  for (intptr_t i = 0; i < numInputs; i++)
    types[i] = mlirValueGetType(selection->inputs.from[i]);
  for (intptr_t r = 0; r < numResults; r++)
    types[numInputs + r] = mlirValueGetType(mlirOperationGetResult(root, r));
  MlirOperation function =
      asIrCreateFunction(mlirOperationGetLocation(root), "as_task", numInputs,
                         types, numResults, types + numInputs, body);
  free(types);
  for (intptr_t i = 0; i < numInputs; i++)
    if (asIrIsFixed(selection->inputs.from[i]))
      asIrArgumentMarkConstant(function, i);
  return function;
}

static MlirOperation buildFunction(const Selection *selection,
                                   MlirOperation root) {
  MlirLocation location = mlirOperationGetLocation(root);
  MlirBlock body;
  MlirOperation function = createFunction(selection, root, &body);
  AsIrMap map = {0};
  for (int i = 0; i < selection->inputs.size; i++)
    asIrMapAdd(&map, selection->inputs.from[i], mlirBlockGetArgument(body, i));
  for (int i = 0; i < selection->size; i++)
    asIrMapClone(&map, selection->ops[i], body);
  MlirOperationState state =
      mlirOperationStateGet(asIrString("func.return"), location);
  for (intptr_t r = 0; r < mlirOperationGetNumResults(root); r++) {
    MlirValue value =
        map.to[asIrMapFind(&map, mlirOperationGetResult(root, r))];
    mlirOperationStateAddOperands(&state, 1, &value);
  }
  mlirBlockAppendOwnedOperation(body, mlirOperationCreate(&state));
  asIrMapFree(&map);
  return function;
}

/// Returns the call.
static MlirOperation replaceByCall(Extractor *extractor,
                                   const Selection *selection,
                                   MlirOperation root, const char *callee) {
  MlirOperationState state = mlirOperationStateGet(
      asIrString("func.call"), mlirOperationGetLocation(root));
  MlirNamedAttribute attribute = mlirNamedAttributeGet(
      mlirIdentifierGet(extractor->context, asIrString("callee")),
      mlirFlatSymbolRefAttrGet(extractor->context, asIrString(callee)));
  mlirOperationStateAddAttributes(&state, 1, &attribute);
  mlirOperationStateAddOperands(&state, selection->inputs.size,
                                selection->inputs.from);
  for (intptr_t r = 0; r < mlirOperationGetNumResults(root); r++) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(root, r));
    mlirOperationStateAddResults(&state, 1, &type);
  }
  MlirOperation call = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(root), root, call);
  for (intptr_t r = 0; r < mlirOperationGetNumResults(root); r++)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(root, r),
                                  mlirOperationGetResult(call, r));
  return call;
}

/// Puts the function into the module; returns its symbol.
static const char *addFunction(Extractor *extractor, MlirOperation function,
                               const char *name) {
  mlirOperationSetAttributeByName(
      function, asIrString("sym_name"),
      mlirStringAttrGet(extractor->context, asIrString(name)));
  // Inserting makes the name unique: the module may be one of ours.
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

/// Members have no users left but each other; the last one goes first.
static void destroyMembers(AsBlockGroups *groups, int group) {
  for (int i = groups->numNodes - 1; i >= 0; i--)
    if (groups->nodes[i].group == group)
      mlirOperationDestroy(groups->nodes[i].op);
}

/// What weights determine runs once, as it is: a function, but no task.
static void outlineFixed(Extractor *extractor, AsBlockGroups *groups, int group,
                         const Selection *selection, MlirOperation root,
                         MlirOperation function) {
  const char *symbol = addFunction(extractor, function, "as_fixed");
  MlirOperation call = replaceByCall(extractor, selection, root, symbol);
  mlirOperationSetDiscardableAttributeByName(
      call, asIrString(AS_CONSTANT_ATTRIBUTE),
      mlirUnitAttrGet(extractor->context));
  destroyMembers(groups, group);
}

static void outlineTask(Extractor *extractor, AsBlockGroups *groups, int group,
                        const Selection *selection, MlirOperation root,
                        MlirOperation function) {
  AsTask task = {.weight = 1};
  AsError why = {0};
  if (asTaskDescribe(function, &extractor->set->arena, &task, &why)) {
    addRemark(extractor, root, why.message);
    mlirOperationDestroy(function);
    return;
  }
  AsTask *known = findTask(extractor->set, task.hash);
  if (!known)
    known = addTask(extractor, &task);
  else
    known->weight++;
  if (!known->symbol)
    known->symbol = addTaskFunction(extractor, function, known->hash);
  else
    mlirOperationDestroy(function);
  replaceByCall(extractor, selection, root, known->symbol);
  destroyMembers(groups, group);
}

static void outline(Extractor *extractor, AsBlockGroups *groups, int group) {
  Selection selection = {0};
  int root = -1;
  for (int i = 0; i < groups->numNodes; i++)
    if (groups->nodes[i].group == group) {
      selectOperation(&selection, groups->nodes[i].op);
      root = i;
    }
  MlirOperation op = groups->nodes[root].op;
  MlirOperation function = buildFunction(&selection, op);
  bool isFixed =
      groups->nodes[root].isFixed && mlirOperationGetNumResults(op) == 1;
  (isFixed ? outlineFixed : outlineTask)(extractor, groups, group, &selection,
                                         op, function);
  free(selection.ops);
  asIrMapFree(&selection.inputs);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Whether the block is one group, what that needs, and a return of exactly
/// the group's results: then the function itself is the task.
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
  if (!last || !asIrIsNamed(end, "func.return") ||
      mlirOperationGetNumOperands(end) != mlirOperationGetNumResults(last->op))
    return false;
  for (intptr_t r = 0; r < mlirOperationGetNumOperands(end); r++)
    if (!mlirValueEqual(mlirOperationGetOperand(end, r),
                        mlirOperationGetResult(last->op, r)))
      return false;
  return true;
}

typedef struct CallCount {
  MlirAttribute callee;
  int calls;
} CallCount;

static MlirWalkResult countCall(MlirOperation op, void *context) {
  CallCount *count = context;
  if (asIrIsNamed(op, "func.call") &&
      mlirAttributeEqual(
          mlirOperationGetInherentAttributeByName(op, asIrString("callee")),
          count->callee))
    count->calls++;
  return MlirWalkResultAdvance;
}

static int countCalls(Extractor *extractor, MlirOperation function) {
  AsText name = {0};
  asIrStringAttribute(function, "sym_name", &name);
  CallCount count = {
      mlirFlatSymbolRefAttrGet(extractor->context, asIrString(name.data)), 0};
  asTextFree(&name);
  mlirOperationWalk(mlirModuleGetOperation(extractor->module), countCall,
                    &count, MlirWalkPreOrder);
  return count.calls;
}

static bool markWholeTask(Extractor *extractor, MlirOperation function) {
  AsTask task = {0};
  AsError why = {0};
  if (asTaskDescribe(function, &extractor->set->arena, &task, &why))
    return false;
  int calls = countCalls(extractor, function);
  task.weight = calls ? calls : 1;
  asIrSetStringAttribute(function, AS_TASK_ATTRIBUTE, task.hash);
  AsTask *known = findTask(extractor->set, task.hash);
  if (known)
    known->weight += task.weight;
  else
    addTask(extractor, &task);
  return true;
}

static void extractBlock(Extractor *extractor, MlirOperation function,
                         MlirBlock block) {
  AsBlockGroups groups = asBlockGroups(block);
  bool isBody = mlirBlockEqual(block, asIrBody(function));
  for (int i = 0; i < groups.numNodes; i++)
    if (groups.nodes[i].whyNot)
      addRemark(extractor, groups.nodes[i].op, groups.nodes[i].whyNot);
  if (!isBody || !isWholeTask(&groups) || !markWholeTask(extractor, function))
    for (int g = groups.numGroups - 1; g >= 0; g--)
      outline(extractor, &groups, g);
  asBlockGroupsFree(&groups);
  // Tensor code inside control flow.
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (asIrHasPrefix(op, "linalg.") || asIrHasPrefix(op, "tensor."))
      continue;
    for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++)
      for (MlirBlock inner =
               mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
           !mlirBlockIsNull(inner); inner = mlirBlockGetNextInRegion(inner))
        extractBlock(extractor, function, inner);
  }
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

void asTaskExtract(MlirModule module, AsTaskSet *set) {
  *set = (AsTaskSet){0};
  Extractor extractor = {
      .set = set, .module = module, .context = mlirModuleGetContext(module)};
  FunctionList list = {0};
  asIrVisitFunctions(module, listFunction, &list);
  for (int f = 0; f < list.size; f++) {
    MlirRegion region = mlirOperationGetRegion(list.functions[f], 0);
    for (MlirBlock block = mlirRegionGetFirstBlock(region);
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      extractBlock(&extractor, list.functions[f], block);
  }
  free(list.functions);
  if (set->numTasks)
    qsort(set->tasks, (size_t)set->numTasks, sizeof *set->tasks, heaviestFirst);
}

void asTaskSetDestroy(AsTaskSet *set) {
  asArenaDestroy(&set->arena);
  *set = (AsTaskSet){0};
}
