//===- kernel-sizes.c - How large the static tiles of a group are
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel is a tile: static, and the same for all sizes. Of kernels of many
// sizes one is estimated each, and those are taken whose dispatch serves the
// sample sizes best (kernel-cover.h), and as many more as gain much
// (kernel-refine.h).
//
// Where several sizes are dynamic, a tile more along one of them is a kernel
// more for each tile along the others, and has to be worth that. What is left
// of a sum is not padded then: the other operand would be copied, and padded,
// for each tile of rows, and the code of the copies is longer than that of
// tiles of one.
//
// Sums that fit into registers have tiles of their own (register-sums.h), and
// so have products whose operands are transposed (transposed-tile.h).
//
// Where the tile of one element is worth a call, has no more weights than
// elements of its own and takes hardly longer than others do, it is the only
// one: groups with such tiles share a loop (shared-loops.h), so that what is
// between them is that of one element and stays in the caches, and there is no
// more code than for a static size. Layers with more weights, as on the small
// images at the end of a network, have tiles of several images, which read the
// weights once.
//
// A run that measures takes a few more, and chooses among them once more by
// what they took; not where several classes multiply them, nor where elements
// take about as long in all tiles, as those of rows do that share nothing. Such
// rows have two or three tiles: others would be code and searches for nothing.
//
// Where several threads share a tile, it may be larger: they are woken for
// each. It is as for one thread where they share the rows (thread-parts.h).
//
// Where nobody can estimate, there is a rule. The largest tile is the least
// power of two with which a tile
//
//   - computes 128 times for each element that it reads whatever its place is,
//     such as a weight or an accumulator: a product gets tiles of 128 rows, a
//     convolution of a large image tiles of one image;
//   - computes 32,768 times: less is not worth a call.
//
// It is at most 128 for the first reason and 32,768 for the second; at most 64
// if the group has several classes, so that small sizes have tiles as well.
// The others are powers of two down to 1, evenly apart: 128, 32, 4, 1.
//
// Of two classes each has one size less, of three each two, as kernels
// multiply. Reductions are first, of which few tiles may do, as what is left of
// them is padded: others may have more then. Of more than four classes the
// outer ones have tiles of one only.
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/kernel-sizes.h"
#include "mlir-c/BuiltinTypes.h"
#include "task/dynamic/class-samples.h"
#include "task/dynamic/class-slice.h"
#include "task/dynamic/kernel-dispatch.h"
#include "task/dynamic/kernel-module.h"
#include "task/dynamic/kernel-refine.h"
#include "task/dynamic/kernel-timing.h"
#include "task/dynamic/shared-loops.h"
#include "task/dynamic/single-matrices.h"
#include "task/dynamic/split-group.h"
#include "task/dynamic/thread-parts.h"
#include "task/dynamic/tile-copies.h"
#include "task/dynamic/transposed-tile.h"
#include <math.h>

enum {
  REUSES = 128, ///< Of each element that is read for all places.
  WORK = 32768, ///< Iterations that are worth a call.
  OF_SEVERAL = AS_OTHER_ELEMENTS, ///< The largest tile of several classes.
  FURTHER = 4,   ///< How much larger than by the rule a tile may be.
  LARGEST = 256, ///< Where one thread computes a tile.
  FORK = 128,    ///< So many calls take as long as to wake all threads once.
  DIVIDED = 4,   ///< Classes with tiles of several sizes.
  FEW = 8,       ///< Elements of a small tile.
  LEAST_PER_TASK = 3, ///< Kernels a group may have for tiles by a rule.
};

static int numDynamic(const AsGroupLoops *loops) {
  return loops->numClasses - (loops->numClasses && loops->classes[0].isOuter);
}

/// The largest tile by the rule.
static int64_t largest(const AsGroupLoops *loops, int class) {
  AsClassSlice slice = asClassSlice(loops, class);
  double iterations = fmax(slice.iterations, 1),
         reuse = fmin(REUSES * slice.shared / iterations, REUSES),
         most = numDynamic(loops) > 1 ? OF_SEVERAL : WORK,
         wanted = fmin(fmax(reuse, WORK / iterations), most);
  int64_t size = 1;
  while ((double)size < wanted)
    size *= 2;
  return size;
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

static MlirOperation functionOf(MlirOperation op) {
  while (!asIrIsNamed(op, "func.func"))
    op = mlirOperationGetParentOperation(op);
  return op;
}

/// Tiles from the largest one down to 1, by the rule.
static AsKernelSizes sizesByRule(int64_t most, int count) {
  double levels = log2((double)most);
  AsKernelSizes sizes = {0};
  for (int k = count - 1; k >= 0; k--) {
    int64_t size =
        count < 2 ? 1 : (int64_t)1 << lround(levels * k / (count - 1));
    if (!sizes.count || sizes.size[sizes.count - 1] != size)
      sizes.size[sizes.count++] = size;
  }
  return sizes;
}

//===----------------------------------------------------------------------===//
// By estimates
//===----------------------------------------------------------------------===//

/// Tiles that may be chosen: powers of two, and half as much again, as
/// registers often hold six rows; small ones of any size.
static AsKernelSizes candidates(int64_t most) {
  static const int64_t all[AS_MAX_KERNELS] = {
      1024, 512, 256, 128, 96, 64, 48, 32, 24, 16, 12, 8, 7, 6, 5, 4, 3, 2, 1};
  AsKernelSizes sizes = {0};
  for (int i = 0; i < AS_MAX_KERNELS; i++)
    if (all[i] <= most)
      sizes.size[sizes.count++] = all[i];
  return sizes;
}

/// The largest of the tiles that has few elements; the last one if none has.
static int64_t smallOf(const AsKernelSizes *among) {
  int k = 0;
  while (k < among->count - 1 && among->size[k] > FEW)
    k++;
  return among->size[k];
}

/// The tile along a class while others are looked at.
static int64_t typicalTile(int64_t rule, const AsSampleSizes *samples,
                           const AsKernelSizes *among) {
  return among ? among->size[0]
               : least(rule, samples->size[samples->count - 1]);
}

/// Whether the class has tiles of one only. Parallel classes come first, and of
/// these those along the outer dimensions.
static bool isOuter(const AsGroupLoops *loops, int class) {
  return loops->classes[class].isOuter || loops->classes[class].isSingle ||
         class < loops->numClasses - DIVIDED;
}

/// What is chosen for a group.
typedef struct Choosing {
  const AsGroupLoops *loops;
  const AsKernelChoice *choice;
  const AsKernelSizes *among; ///< Of each class, or NULL.
  AsSampleSizes samples[AS_MAX_CLASSES];
  int64_t rule[AS_MAX_CLASSES], tile[AS_MAX_CLASSES];
  int64_t small[AS_MAX_CLASSES]; ///< The tile where sizes are small.
  int left;                      ///< Classes that have no sizes yet.
  int chosen;  ///< Kernels that each tile of these is, for those that have.
  int kernels; ///< How many there may be along these together.
} Choosing;

static Choosing begin(const AsGroupLoops *loops, const AsKernelChoice *choice,
                      const AsKernelSizes *among) {
  Choosing all = {.loops = loops, .choice = choice, .among = among};
  MlirOperation root = loops->members[loops->numMembers - 1].op;
  // What is left of a sum takes tiles of its own, so that two classes have as
  // many as one each, if they are worth their kernels.
  int others = numDynamic(loops) - 1;
  bool reduces = loops->numParallel < loops->numClasses;
  int perClass = choice->perTask - (reduces && others == 1 ? 0 : others);
  perClass = perClass < 2 ? choice->perTask < 2 ? 1 : 2 : perClass;
  all.kernels = all.chosen = 1;
  for (int c = 0; c < loops->numClasses; c++) {
    asClassSamples(functionOf(root), &loops->classes[c], choice->ranges,
                   &all.samples[c]);
    all.rule[c] = largest(loops, c);
    all.tile[c] = isOuter(loops, c) ? 1
                                    : typicalTile(all.rule[c], &all.samples[c],
                                                  among ? &among[c] : NULL);
    all.small[c] = among && !isOuter(loops, c) ? smallOf(&among[c])
                                               : least(all.tile[c], FEW);
    all.left += !isOuter(loops, c);
    all.kernels *= isOuter(loops, c) ? 1 : perClass;
  }
  return all;
}

/// How many tiles the next class may have: of those that there may be, as many
/// as each of the others.
static int countOfNext(const Choosing *all) {
  int count = 1;
  while (pow(count + 1, all->left) <= all->kernels)
    count++;
  return count;
}

/// Whether no other class has tiles of several sizes that others are left to.
static bool isAlone(const AsGroupLoops *loops, int class) {
  bool is = true;
  for (int c = 0; c < loops->numClasses; c++)
    is &= c == class || loops->classes[c].isOuter ||
          asGroupRest(loops, c) == AS_REST_PAD;
  return is;
}

/// How many kernels a tile along the next class is: one for each tile along
/// others, of which those that have no sizes yet get two at least.
static int kernelsOfTile(const Choosing *all) {
  return all->chosen << (all->left - 1);
}

/// Times of the tiles along the class. Those of few elements are timed where
/// other sizes are small as well, as queries and keys are: a pad of a sum takes
/// little of the time of 64 rows, and most of that of one.
static bool timeClass(const Choosing *all, int class, AsKernelTimes *times,
                      AsKernelTimes *few) {
  *few = *times;
  bool isKnown =
      asKernelsTime(all->loops, all->choice, class, all->tile, times);
  if (isKnown && numDynamic(all->loops) > 1 &&
      asKernelsTime(all->loops, all->choice, class, all->small, few))
    times->few = few;
  return isKnown;
}

static const AsKernelSizes ones = {.count = 1, .size = {1}};

/// Whether single elements take so little longer than tiles of the sizes that a
/// shared loop is worth more.
static bool prefersOnes(const AsKernelTimes *times,
                        const AsSampleSizes *samples,
                        const AsKernelSizes *sizes) {
  static const double most = 1.1;
  double mean = 0;
  for (int s = 0; s < samples->count; s++)
    mean += samples->weight[s] *
            asDispatchSeconds(times, &ones, samples->size[s]) /
            asDispatchSeconds(times, sizes, samples->size[s]);
  return mean < most;
}

/// How many tiles there may be beside those of the best set: as many as were
/// asked for, one where other sizes multiply them, and none where only the
/// least number was asked for.
static int mostMore(const Choosing *all) {
  int perTask = all->choice->perTask;
  return perTask < 3 ? 0 : numDynamic(all->loops) > 1 ? 1 : perTask;
}

/// Small tiles are added where nothing else multiplies them, and large ones
/// along the only dynamic size.
static void refine(const Choosing *all, int class, const AsKernelTimes *times,
                   AsKernelSizes *sizes) {
  bool isOne = numDynamic(all->loops) == 1,
       addSmall = all->left == 1 && isAlone(all->loops, class),
       addLarge = isOne || asGroupRest(all->loops, class) == AS_REST_PAD;
  AsRefining may = {
      .most = (int)least(sizes->count + mostMore(all), AS_MAX_KERNELS),
      .kernels = kernelsOfTile(all),
      .first = addSmall ? 1 : AS_SMALL_TILE + 1,
      .last = addLarge ? INT64_MAX : AS_SMALL_TILE};
  if (mostMore(all) && may.first <= may.last)
    asKernelRefine(times, &all->samples[class], &may, sizes);
}

/// The largest tile that may be chosen by estimates. Where several threads
/// share each tile, they are woken for each, which takes much longer than a
/// call.
static int64_t mostOf(const Choosing *all, int class) {
  const AsSampleSizes *samples = &all->samples[class];
  int64_t most = least(FURTHER * all->rule[class], LARGEST);
  int threads = all->choice->threads;
  if (threads > 1 && numDynamic(all->loops) == 1 &&
      !asHasRowParts(all->loops, threads)) {
    double iterations = fmax(asClassSlice(all->loops, class).iterations, 1);
    most =
        (int64_t)fmax((double)most, (double)FORK * WORK * threads / iterations);
  }
  return least(most, samples->size[samples->count - 1]);
}

/// How many times as long an element takes in a tile of its own as in the best
/// one.
static double unevenness(const AsKernelTimes *times) {
  int last = times->sizes.count - 1;
  double least = INFINITY;
  for (int k = 0; k <= last; k++)
    least = fmin(least, times->seconds[k] / (double)times->sizes.size[k]);
  return times->seconds[last] / (double)times->sizes.size[last] / least;
}

/// Whether an element takes about as long in a tile of its own as in the best
/// one: then the estimate cannot be so wrong that others would be much better.
static bool areEven(const AsKernelTimes *times) {
  return unevenness(times) < 1.5;
}

/// Whether rows are that share little, as those of a softmax: what is left of
/// large tiles takes about as long in tiles of any size, down to two.
static bool isOfEvenRows(const AsGroupLoops *loops, const AsClassSlice *slice,
                         const AsKernelTimes *times) {
  return numDynamic(loops) == 1 && asReadsMostlyOwn(slice) && areEven(times);
}

/// The tiles of even rows: a large one, one row, and some rows where one takes
/// noticeably longer.
static AsKernelSizes fewTiles(const Choosing *all, int class,
                              const AsKernelTimes *times) {
  int most = unevenness(times) < 1.1 ? 2 : 3;
  return asKernelCover(times, &all->samples[class], most, kernelsOfTile(all));
}

/// Adds what each tile takes to read its weights, if one element computes much
/// for each of them, as a layer of a network does on an image. They are timed
/// in the caches, where those of a network are not.
static void addWeights(const AsClassSlice *slice, AsKernelTimes *times) {
  enum { PIXELS = 8 };
  static const double byteSeconds = 5e-11; // Seen of 0.6 to 1.6 MB.
  bool isLayer = slice->iterations >= PIXELS * slice->shared;
  for (int k = 0; k < times->sizes.count && isLayer; k++)
    times->seconds[k] += slice->sharedBytes * byteSeconds;
}

static AsKernelSizes sizesOf(const Choosing *all, int class) {
  const AsGroupLoops *loops = all->loops;
  const AsKernelChoice *choice = all->choice;
  const AsSampleSizes *samples = &all->samples[class];
  int count = countOfNext(all);
  AsTileRest rest = asGroupRest(loops, class);
  AsKernelTimes times = {.sizes = all->among ? all->among[class]
                                             : candidates(mostOf(all, class)),
                         .mayOverlap = rest == AS_REST_OVERLAP,
                         .mayPad =
                             rest == AS_REST_PAD && numDynamic(loops) == 1},
                few;
  if (count < 2 || !timeClass(all, class, &times, &few))
    return all->among ? all->among[class]
                      : sizesByRule(all->rule[class], count);
  AsClassSlice slice = asClassSlice(loops, class);
  bool mayBeOnes = asMayShareLoop(loops) && slice.iterations >= WORK;
  if (mayBeOnes)
    addWeights(&slice, &times);
  bool isFew = count > 2 && isOfEvenRows(loops, &slice, &times);
  AsKernelSizes sizes =
      isFew ? fewTiles(all, class, &times)
            : asKernelCover(&times, samples, count, kernelsOfTile(all));
  if (!isFew)
    refine(all, class, &times, &sizes);
  if (!all->among && mayBeOnes && asReadsMostlyOwn(&slice) &&
      prefersOnes(&times, samples, &sizes))
    return ones;
  if (choice->spare && numDynamic(loops) == 1 && !areEven(&times))
    sizes = asKernelCoverMore(&times, samples, &sizes, choice->spare);
  for (int k = 0; rest == AS_REST_PAD && !times.mayPad && k < sizes.count; k++)
    sizes.least[k] = sizes.size[k]; // None is padded.
  return sizes;
}

static void dropFirst(AsKernelSizes *sizes) {
  sizes->count--;
  for (int k = 0; k < sizes->count; k++) {
    sizes->size[k] = sizes->size[k + 1];
    sizes->least[k] = sizes->least[k + 1];
    sizes->regroup[k] = sizes->regroup[k + 1];
  }
}

/// Takes no tile that is larger than what it is for, and no panel that is for
/// such a tile only.
static void limit(AsKernelSizes *sizes, AsKernelSizes *panels, int64_t most) {
  while (sizes->count > 1 && sizes->size[0] > most) {
    if (panels && panels->count == sizes->count)
      dropFirst(panels);
    dropFirst(sizes);
  }
}

/// Whether the group has tiles that are not chosen by estimates.
static bool hasOwnSizes(const AsGroupLoops *loops, const AsKernelChoice *choice,
                        AsKernelSizes sizes[AS_MAX_CLASSES]) {
  if (choice->perTask < LEAST_PER_TASK ||
      (!asRegisterSums(loops, &choice->registers, choice->threads, sizes) &&
       !asTransposedSizes(loops, choice->threads, choice->isStrict, sizes)))
    return false;
  MlirOperation root = loops->members[loops->numMembers - 1].op;
  int64_t most[AS_MAX_CLASSES] = {0};
  bool hasSingle = loops->classes[0].isOuter && asHasSingleMatrices(&sizes[0]);
  for (int c = 0; c < loops->numClasses; c++) {
    AsSampleSizes samples;
    if (loops->classes[c].isOuter)
      continue;
    asClassSamples(functionOf(root), &loops->classes[c], choice->ranges,
                   &samples);
    most[c] = samples.size[samples.count - 1];
    bool hasPanels = c > 0 && loops->classes[c - 1].isOuter && !hasSingle;
    limit(&sizes[c], hasPanels ? &sizes[c - 1] : NULL, most[c]);
  }
  if (hasSingle && !asAreLarge(loops, most))
    sizes[0].count = 1; // Nothing is large enough for them.
  return true;
}

void asKernelSizes(const AsGroupLoops *loops, const AsKernelChoice *choice,
                   const AsKernelSizes *among,
                   AsKernelSizes sizes[AS_MAX_CLASSES]) {
  if (hasOwnSizes(loops, choice, sizes))
    return;
  Choosing all = begin(loops, choice, among);
  for (int i = 0; i < loops->numClasses; i++) {
    int c = (loops->numParallel + i) % loops->numClasses;
    if (isOuter(loops, c)) {
      sizes[c] = (AsKernelSizes){.count = 1, .size = {1}};
      continue;
    }
    sizes[c] = sizesOf(&all, c);
    all.kernels /= sizes[c].count;
    all.chosen *= sizes[c].count;
    all.left--;
  }
}

//===----------------------------------------------------------------------===//
// Outer loops
//===----------------------------------------------------------------------===//

/// What tiles of at most so many elements along dynamic classes take by the
/// estimate, of the whole of the outer loop; 0 if that is not known.
static double secondsUpTo(const Choosing *all, int64_t most) {
  int64_t tile[AS_MAX_CLASSES];
  double calls = 1;
  for (int c = 0; c < all->loops->numClasses; c++) {
    const AsLoopClass *class = &all->loops->classes[c];
    tile[c] = least(all->tile[c], most);
    if (class->isOuter)
      calls = (double)mlirShapedTypeGetDimSize(mlirValueGetType(class->tensor),
                                               class->dim);
  }
  MlirModule kernel = asKernelModule(all->loops, tile);
  double seconds = all->choice->estimate(kernel, all->choice->context);
  mlirModuleDestroy(kernel);
  return seconds > 0 ? calls * (seconds + asTileCopySeconds(all->loops, tile))
                     : 0;
}

bool asPrefersColumnLoops(const AsGroupLoops *columns,
                          const AsKernelChoice *choice) {
  AsKernelSizes own[AS_MAX_CLASSES];
  return choice->perTask >= LEAST_PER_TASK &&
         asRegisterSums(columns, &choice->registers, choice->threads, own);
}

bool asPrefersOuterLoops(const AsGroupLoops *loops, const AsGroupLoops *outer,
                         const AsKernelChoice *choice) {
  static const double gain = 0.97;
  static const int64_t sizes[] = {FEW, OF_SEVERAL};
  enum { NUM_SIZES = sizeof sizes / sizeof *sizes };
  AsKernelSizes own[AS_MAX_CLASSES];
  if (hasOwnSizes(outer, choice, own))
    return true;
  if (hasOwnSizes(loops, choice, own))
    return false;
  if (!choice->estimate || choice->perTask < 2)
    return false;
  Choosing all = begin(loops, choice, NULL), ones = begin(outer, choice, NULL);
  double mean = 0;
  for (int s = 0; s < NUM_SIZES; s++) {
    double whole = secondsUpTo(&all, sizes[s]),
           one = secondsUpTo(&ones, sizes[s]);
    if (whole <= 0 || one <= 0)
      return false;
    mean += one / whole / NUM_SIZES;
  }
  return mean < gain;
}
