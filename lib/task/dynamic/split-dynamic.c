//===- split-dynamic.c - Split operations on dynamic shapes into static tiles
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A task has a static shape. So each fusion group with a dynamic shape becomes
// loops over tiles of a few static sizes (kernel-sizes.c), each of which is a
// group, and later a task, like any other.
//
// Requires:    linalg on tensors; softmax and the like are decomposed.
// Provides:    no dynamic shapes in linalg, except in operations with a remark.
// Invalidates: the operations of functions with dynamic shapes. Rewrites before
//              extraction may find new things to do in the loops.
//
//   %r = linalg.matmul ins(%x, %w : tensor<?x768xf32>, tensor<768x768xf32>)
//       outs(%zeros : tensor<?x768xf32>) -> tensor<?x768xf32>
//
// becomes
//
//   %a = scf.for %i = %c0 to %whole step %c128 iter_args(%t = %empty) {
//     %s = tensor.extract_slice %x[%i, 0] [128, 768] [1, 1]
//     %p = linalg.matmul ins(%s, %w : tensor<128x768xf32>, ...)
//     %u = tensor.insert_slice %p into %t[%i, 0] [128, 768] [1, 1]
//     scf.yield %u
//   }
//   %b = scf.for ... step %c32 iter_args(%t = %a) ...   // the rest, and so on
//
// There may be a loop along a static dimension around these (outer-loops.h),
// and around those of attention one over blocks of its rows
// (split-attention.h).
//
// A group that cannot be split as a whole is split in front of its convolution,
// which may read more than a tile of what the group computes, and else
// operation by operation. Of a pad of a dynamic size tiles are padded
// (padded-tile.h). Groups whose tiles are single elements share one loop
// (shared-loops.h).
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/split-dynamic.h"
#include "graph/sizes/size-symbols.h"
#include "ir/op-builder.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"
#include "support/arena.h"
#include "task/dynamic/kernel-module.h"
#include "task/dynamic/outer-loops.h"
#include "task/dynamic/padded-tile.h"
#include "task/dynamic/shared-loops.h"
#include "task/dynamic/single-matrices.h"
#include "task/dynamic/split-attention.h"
#include "task/dynamic/split-group.h"
#include "task/dynamic/sum-order.h"
#include "task/task.h"
#include <stdlib.h>
#include <string.h>

typedef struct Splitter {
  const AsDynamicOptions *options;
  AsStatus status;
  AsError *error;
  bool changed;
} Splitter;

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// A group is known by a kernel of it, whatever its tiles are.
static void hashOf(const AsGroupLoops *loops, char hash[33]) {
  static const int64_t sizes[AS_MAX_CLASSES] = {2, 2, 2, 2, 2, 2, 2, 2};
  MlirModule kernel = asKernelModule(loops, sizes);
  MlirOperation function =
      mlirBlockGetFirstOperation(mlirModuleGetBody(kernel));
  strcpy(hash, asHashFormat(asTaskHashFunction(function)).text);
  mlirModuleDestroy(kernel);
}

/// Whether the tiles are for a class along a static loop: one, or all matrices
/// and single ones, or one for each tile of the class behind it (AsLoopClass).
static bool areForOuter(const AsKernelEntry *entry, const AsGroupLoops *loops,
                        int class) {
  const AsLoopClass *own = &loops->classes[class];
  const AsKernelSizes *sizes = &entry->sizes[class];
  int64_t extent =
      mlirShapedTypeGetDimSize(mlirValueGetType(own->tensor), own->dim);
  bool isSingle = class == 0 && asHasSingleMatrices(sizes),
       are = sizes->count == 1 ||
             (isSingle && asMayHaveSingleMatrices(loops)) ||
             (!isSingle && class + 1 < loops->numParallel &&
              !loops->classes[class + 1].isOuter &&
              sizes->count == sizes[1].count);
  for (int k = 0; k < sizes->count; k++)
    are &= extent % sizes->size[k] == 0;
  return are;
}

/// Whether the tiles are for a class.
static bool areFor(const AsKernelEntry *entry, const AsGroupLoops *loops,
                   int class) {
  const AsLoopClass *own = &loops->classes[class];
  const AsKernelSizes *sizes = &entry->sizes[class];
  if (own->isOuter)
    return areForOuter(entry, loops, class);
  return asKernelSizesTakeAll(sizes,
                              asGroupRest(loops, class) == AS_REST_PAD) &&
         (!own->isSingle || sizes->size[0] == 1);
}

/// Whether the entry is for groups such as this one.
static bool isFor(const AsKernelEntry *entry, const AsGroupLoops *loops) {
  bool is = entry->numClasses == loops->numClasses;
  for (int c = 0; c < loops->numClasses && is; c++)
    is = areFor(entry, loops, c);
  return is;
}

/// The tiles that a group may have: those that it is to choose among, or NULL.
static const AsKernelEntry *amongOf(const AsDynamicOptions *options,
                                    const char *hash) {
  return options->among ? asKernelTableFind(options->among, hash) : NULL;
}

static void chooseAnew(const AsDynamicOptions *options,
                       const AsGroupLoops *loops, AsKernelEntry *entry) {
  const AsKernelEntry *among = amongOf(options, entry->hash);
  if (among && !isFor(among, loops))
    among = NULL;
  entry->numClasses = loops->numClasses;
  if (among && among->isGiven)
    *entry = *among;
  else
    asKernelSizes(loops, &options->choice, among ? among->sizes : NULL,
                  entry->sizes);
}

/// The static loops that a group may be split along as well (outer-loops.h).
typedef struct Variants {
  const AsGroupLoops *loops; ///< Along its dynamic sizes only.
  AsGroupLoops outer, columns;
  bool hasOuter, hasColumns;
} Variants;

static Variants findVariants(const AsGroupLoops *loops) {
  Variants all = {.loops = loops};
  all.hasOuter = asOuterLoops(loops, &all.outer);
  all.hasColumns =
      asColumnLoops(all.hasOuter ? &all.outer : loops, &all.columns);
  return all;
}

static void freeVariants(Variants *all) {
  if (all->hasOuter)
    asGroupLoopsFree(&all->outer);
  if (all->hasColumns)
    asGroupLoopsFree(&all->columns);
}

/// Along which loops the entry has tiles; NULL if it is for none.
static const AsGroupLoops *variantOf(const Variants *all,
                                     const AsKernelEntry *entry) {
  if (all->hasColumns && isFor(entry, &all->columns))
    return &all->columns;
  if (all->hasOuter && isFor(entry, &all->outer))
    return &all->outer;
  return isFor(entry, all->loops) ? all->loops : NULL;
}

/// Along which loops to split: as an entry says, or else where that takes less.
static const AsGroupLoops *chooseVariant(const AsDynamicOptions *options,
                                         const Variants *all,
                                         const char *hash) {
  const AsKernelEntry *entries[] = {asKernelTableFind(options->table, hash),
                                    amongOf(options, hash)};
  for (size_t e = 0; e < sizeof entries / sizeof *entries; e++) {
    const AsGroupLoops *known = entries[e] ? variantOf(all, entries[e]) : NULL;
    if (known)
      return known;
  }
  if (all->hasColumns && asPrefersColumnLoops(&all->columns, &options->choice))
    return &all->columns;
  return all->hasOuter &&
                 asPrefersOuterLoops(all->loops, &all->outer, &options->choice)
             ? &all->outer
             : all->loops;
}

/// Warns of tiles that were given for the group, and are not of its sizes.
static void warn(const AsDynamicOptions *options, const AsGroupLoops *loops,
                 const AsKernelEntry *given) {
  AsText what = {0};
  bool isCount = given->numClasses != loops->numClasses;
  asTextFormat(&what,
               AS_KERNELS_ATTRIBUTE
               " has tiles for it, \"%s\", that do not fit "
               "and are not used: ",
               given->hash);
  if (isCount)
    asTextFormat(&what, "they are along %d of its sizes, and %d %s dynamic",
                 given->numClasses, loops->numClasses,
                 loops->numClasses == 1 ? "is" : "are");
  else
    asTextAppendString(&what, "of a size that is not padded, the last tile has "
                              "to be 1, and of all but the innermost size of a "
                              "sum in its order, all tiles");
  asTextAppendString(&what, "; write the schedule anew by --emit=schedule, or "
                            "remove the entry");
  options->warn(loops->members[loops->numMembers - 1].op, what.data,
                options->context);
  asTextFree(&what);
}

/// The tiles of a group: those of the table, or else chosen, and put there.
static void chooseSizes(const AsDynamicOptions *options,
                        const AsGroupLoops *loops, const char *hash,
                        AsKernelSizes *sizes) {
  AsKernelEntry *known = asKernelTableFind(options->table, hash);
  AsKernelEntry entry = {0};
  if (known)
    known->isUsed = true;
  if (!known || !isFor(known, loops)) {
    if (known && known->isGiven)
      warn(options, loops, known);
    strcpy(entry.hash, hash);
    chooseAnew(options, loops, &entry);
    asKernelTableAdd(options->table, &entry);
    options->table->hasSpare |= options->choice.spare > 0;
    known = &entry;
  }
  memcpy(sizes, known->sizes, sizeof entry.sizes);
}

static void splitLoops(const AsDynamicOptions *options,
                       const AsGroupLoops *loops) {
  char hash[33];
  AsKernelSizes sizes[AS_MAX_CLASSES];
  Variants all = findVariants(loops);
  hashOf(loops, hash);
  loops = chooseVariant(options, &all, hash);
  chooseSizes(options, loops, hash, sizes);
  asSplitGroup(loops, sizes, options->choice.threads);
  freeVariants(&all);
}

/// False if the group cannot be split; `why` says why not.
static bool split(Splitter *splitter, const MlirOperation *members, int count,
                  AsText *why) {
  AsGroupLoops loops;
  if (!splitter->options->isForCpu) {
    asTextFormat(why, "it has a dynamic shape; on GPUs only static shapes are "
                      "scheduled; export the model with fixed shapes");
    return false;
  }
  bool canSplit =
      asGroupLoops(members, count, &loops, why) &&
      asKeepSumOrder(&loops, splitter->options->choice.isStrict, why);
  if (canSplit) {
    splitLoops(splitter->options, &loops);
    splitter->changed = true;
  }
  asGroupLoopsFree(&loops);
  return canSplit;
}

/// Splits the operation, or remarks on it.
static void splitAlone(Splitter *splitter, MlirOperation op) {
  AsText why = {0};
  if (asIrHasPrefix(op, "linalg.") && !split(splitter, &op, 1, &why))
    splitter->options->remark(op, why.data, splitter->options->context);
  asTextFree(&why);
}

/// The members in front of the last convolution or pooling, or 0.
static int countBeforeWindows(const MlirOperation *members, int count) {
  for (int m = count - 1; m > 0; m--)
    if (asIrHasPrefix(members[m], "linalg.") &&
        mlirLinalgIsAConvolutionOp(members[m]))
      return m;
  return 0;
}

static bool isMember(MlirValue value, const MlirOperation *members, int count) {
  for (int m = 0; m < count && mlirValueIsAOpResult(value); m++)
    if (mlirOperationEqual(mlirOpResultGetOwner(value), members[m]))
      return true;
  return false;
}

/// Takes pads of images of any size out of the group, of which tiles are padded
/// one by one; not those of what the group computes. Returns how many members
/// are left.
static int withoutPads(MlirOperation *members, int count) {
  int left = 0;
  for (int m = 0; m < count; m++) {
    bool isImage =
        asIrIsNamed(members[m], "tensor.pad") &&
        asIsPaddedImage(mlirOperationGetResult(members[m], 0)) &&
        !isMember(mlirOperationGetOperand(members[m], 0), members, left);
    if (!isImage)
      members[left++] = members[m];
  }
  return left;
}

/// Splits the operations as one group, or else in parts.
static void splitMembers(Splitter *splitter, const MlirOperation *members,
                         int count) {
  AsText why = {0};
  while (count > 0 && !asIrHasPrefix(members[count - 1], "linalg."))
    count--;
  if (count > 0 && !split(splitter, members, count, &why)) {
    int before = countBeforeWindows(members, count);
    if (before > 0) {
      splitMembers(splitter, members, before);
      splitMembers(splitter, members + before, count - before);
    }
    for (int m = 0; before == 0 && m < count; m++)
      splitAlone(splitter, members[m]);
  }
  asTextFree(&why);
}

static void splitGroup(Splitter *splitter, const AsBlockGroups *groups,
                       int group) {
  int count;
  MlirOperation *members = asGroupMembers(groups, group, &count);
  splitMembers(splitter, members, withoutPads(members, count));
  free(members);
}

//===----------------------------------------------------------------------===//
// Groups that share a loop
//===----------------------------------------------------------------------===//

/// Chooses the tiles of a group; whether they are single elements.
static bool hasOnes(const AsGroupLoops *loops, void *context) {
  const Splitter *splitter = context;
  char hash[33];
  AsKernelSizes sizes[AS_MAX_CLASSES];
  if (loops->classes[0].isOuter)
    return false;
  hashOf(loops, hash);
  chooseSizes(splitter->options, loops, hash, sizes);
  return sizes[0].count == 1 && sizes[0].size[0] == 1;
}

static void splitGroups(Splitter *splitter, const AsBlockGroups *groups) {
  int *to = asAlloc(sizeof *to * (size_t)(groups->numGroups + 1));
  bool *isSplit = asAlloc(sizeof *isSplit * (size_t)(groups->numGroups + 1));
  asShareLoops(groups, hasOnes, splitter, to);
  for (int g = 0; g < groups->numGroups; g++) {
    isSplit[g] = to[g] == g ? asSplitShared(groups, to, g) : isSplit[to[g]];
    splitter->changed |= isSplit[g];
  }
  for (int g = groups->numGroups - 1; g >= 0; g--)
    if (!isSplit[g])
      splitGroup(splitter, groups, g);
  free(isSplit);
  free(to);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Divides attention, which adds loops to the block.
static void splitAttention(MlirBlock block, void *context) {
  asVisitInnerBlocks(block, splitAttention, context);
  asSplitAttention(block);
}

static void splitBlock(MlirBlock block, void *context) {
  Splitter *splitter = context;
  asVisitInnerBlocks(block, splitBlock, splitter);
  AsBlockGroups groups = asBlockGroups(block, AS_GROUP_DYNAMIC);
  if (splitter->options->isForCpu) {
    splitGroups(splitter, &groups);
  } else {
    for (int g = groups.numGroups - 1; g >= 0; g--)
      splitGroup(splitter, &groups, g);
  }
  asBlockGroupsFree(&groups);
}

static MlirWalkResult findDynamic(MlirOperation op, void *context) {
  bool *found = context;
  AsNode node = {.op = op};
  if (asIrHasPrefix(op, "linalg."))
    asNodeClassify(&node);
  *found = node.isDynamic;
  return *found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/// Lets sizes be computed from those of arguments, and not from results, which
/// would have another user then and could not be fused.
static AsStatus traceSizes(MlirOperation function, AsError *error) {
  return asIrRunPipeline(
      function, "func.func(resolve-ranked-shaped-type-result-dims,cse)", true,
      error);
}

static void splitFunction(MlirOperation function, void *context) {
  Splitter *splitter = context;
  bool found = false;
  mlirOperationWalk(function, findDynamic, &found, MlirWalkPreOrder);
  if (splitter->status || !found || asTaskIsScheduled(function))
    return;
  splitter->status = traceSizes(function, splitter->error);
  MlirRegion region = mlirOperationGetRegion(function, 0);
  for (MlirBlock block = mlirRegionGetFirstBlock(region);
       !splitter->status && !mlirBlockIsNull(block);
       block = mlirBlockGetNextInRegion(block)) {
    if (splitter->options->isForCpu)
      splitAttention(block, NULL);
    splitBlock(block, splitter);
  }
  if (!splitter->status) // Fills and sizes that nothing uses any more.
    splitter->status =
        asIrRunPipeline(function, "func.func(cse)", true, splitter->error);
}

AsStatus asSplitDynamic(MlirModule module, const AsDynamicOptions *options,
                        bool *changed, AsError *error) {
  Splitter splitter = {.options = options, .error = error};
  const AsSizeRanges *ranges = options->choice.ranges;
  if (ranges && ranges->count)
    splitter.status = asGraphNameSizes(module, error);
  asIrVisitFunctions(module, splitFunction, &splitter);
  *changed = splitter.changed;
  return splitter.status;
}
