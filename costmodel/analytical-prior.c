//===- analytical-prior.c - The analytical prior: a roofline of CPUs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stages run one after another, so their costs are added. Within a stage,
// arithmetic, the issue of instructions and the supply of cache lines overlap.
// The slowest counts most; the square root of the sum of squares rounds off the
// corner of the roofline, where two are equal. Lines from memory, single ones
// from the third cache, packing copies and the exits of loops overlap with
// nothing and are added.
//
// The machine is a core with two vector units and two load ports, which is what
// CPUs that are targets have in common. The sizes of caches and of the units
// are those of the target.
//
//===----------------------------------------------------------------------===//

#include "costmodel/analytical-prior.h"
#include "costmodel/access-moves.h"
#include "costmodel/automatic-vectors.h"
#include "costmodel/footprint.h"
#include "costmodel/gpu-prior.h"
#include "costmodel/lane-rest.h"
#include "costmodel/line-supply.h"
#include "costmodel/narrow-products.h"
#include "costmodel/operand-widening.h"
#include "costmodel/row-rest.h"
#include "costmodel/shared-lines.h"
#include <math.h>

//===----------------------------------------------------------------------===//
// The machine
//===----------------------------------------------------------------------===//

static const double cyclesPerSecond = 2.5e9;
static const double chainLatency = 4; ///< Of an addition or an fma.
static const double loadsPerCycle = 2;
static const double storesPerCycle = 1;
static const double issueWidth = 6; ///< Instructions in a cycle.

/// The share of the supply of lines that a core waits for: it computes and
/// fetches ahead meanwhile.
static const double exposedSupply = 0.5;

/// Cycles of one vector operation if all units work.
static const double arithmeticCycles[AS_NUM_ARITHMETIC] = {
    [AS_ARITHMETIC_ADD] = 0.5,     [AS_ARITHMETIC_MUL] = 0.5,
    [AS_ARITHMETIC_DIV] = 10,      [AS_ARITHMETIC_COMPARE] = 1,
    [AS_ARITHMETIC_MATH] = 12, // A polynomial.
    [AS_ARITHMETIC_INTEGER] = 0.5, [AS_ARITHMETIC_CAST] = 1,
};

/// The way size of a first-level cache: its index lies within a page.
static const double pageBytes = 4096;

static const double secondLevelWays = 16;

/// The share of the second cache that loops cannot rely on: its sets are chosen
/// by physical addresses, and pages lie as they come.
static const double secondLevelUnsure = 0.2;

/// Of polynomials on cores that take vectors apart as they decode them: so few
/// of their operations are in view that a body waits for the last of the one
/// before, and one of more vectors than a fraction of the registers moves the
/// others to memory and back. Cycles for each body, and for each such vector.
static const double bodyWaitCycles = 12, mathSpillCycles = 6;
static const double registersOfMath = 4; ///< For each vector of a body.
static const double decodedBytes = 16;   ///< Units of such cores.

static const double loopInstructions = 3; ///< Count, compare, jump.
static const double exactCycles = 4; ///< More for a maximum that heeds NaNs.
static const double exitCycles = 4;  ///< A mispredicted branch.
static const double beginCycles = 1; ///< Addresses of a loop that is unrolled.
static const double foldCycles = 24; ///< To reduce a vector to a scalar.
static const double foldVectorCycles = 1; ///< To add it to others before.
/// Costs of widening a narrow element when it is broadcast or packed.
static const double widenCycles = 2, widenInstructions = 3;
/// To put four rows of bytes together: cycles for a vector of lanes that is
/// read, and for a byte that is packed.
static const double groupCycles = 3, groupByteCycles = 0.05;
/// Where registers do not suffice, those that are moved beside the ones that
/// are missing: LLVM loads ahead.
static const double spilledAhead = 1;
/// Registers of unrolled fours beside the first ones.
static const double fourRegisters = 4;
/// To flip the highest bits of a scalar.
static const double flipCycles = 0.25;
static const double copyCycles = 10; ///< To copy a line within a cache.
/// How much longer than in a stream lines take to arrive that are packed from
/// short pieces of many rows.
static const double jumpingReads = 2;
static const double forkSeconds = 5e-6;

/// How many vectors LLVM sums side by side.
static const double automaticSums = 4;

//===----------------------------------------------------------------------===//
// Demands of a stage
//===----------------------------------------------------------------------===//

/// Demands of a stage in one run; counts unless said otherwise.
typedef struct Demand {
  double arithmetic;    ///< Cycles of the vector units.
  double chain;         ///< Cycles of dependent operations.
  double loads, stores; ///< Passes through a port.
  double instructions;
  AsSupply supply;
  double overhead; ///< Cycles.
} Demand;

/// How often an operation on so many lanes of the stage goes through a unit.
static double passesOfLanes(const AsNestView *view, const AsStageView *stage,
                            double lanes) {
  const AsSketch *sketch = view->nest->sketch;
  if (stage->lane < 0 || sketch->unitBytes <= 0)
    return 1;
  double share = asLeast(1, lanes / stage->lanes);
  return ceil(share * sketch->vectorBytes / sketch->unitBytes);
}

/// The same for a vector of a whole body.
static double passesOf(const AsNestView *view, const AsStageView *stage) {
  return stage->lane < 0 ? 1
                         : passesOfLanes(view, stage, stage->body[stage->lane]);
}

/// Vectors of lanes in a row of a body's results.
static double vectorsOfRow(const AsStageView *stage) {
  return stage->lane < 0 ? 1 : stage->vectorsPerLane * stage->body[stage->lane];
}

/// Cycles of a chain of dependent operations, from the value of the iteration
/// before to the value for the next. On average it enters half way, and
/// divisions come last.
static double chainOf(const int *count, double operations) {
  double divisions = count[AS_ARITHMETIC_DIV];
  return asMost(1, (operations - divisions) / 2) * chainLatency +
         divisions * arithmeticCycles[AS_ARITHMETIC_DIV];
}

/// Whether such operations follow each other as fast as the units take them. A
/// polynomial waits for itself more than for units.
static bool fillsUnits(int arithmetic) {
  return arithmetic == AS_ARITHMETIC_ADD || arithmetic == AS_ARITHMETIC_MUL;
}

/// Cycles that a body of polynomials takes beside what the units do.
static double mathCycles(const AsNestView *view, const AsStageView *stage) {
  const AsSketch *sketch = view->nest->sketch;
  if (!stage->own->isVectorised || sketch->unitBytes > decodedBytes ||
      sketch->vectorBytes <= sketch->unitBytes)
    return 0;
  double kept = sketch->vectorRegisters / registersOfMath;
  return bodyWaitCycles + asMost(0, stage->vectors - kept) * mathSpillCycles;
}

/// Whether lanes go along the last loop. Then what is the same in all its
/// iterations is computed once for each row.
static bool hasRows(const AsStageView *stage) {
  return stage->own->isVectorised && stage->lane >= 0 &&
         stage->lane == stage->stage->numDims - 1;
}

static void demandArithmetic(const AsNestView *view, const AsStageView *stage,
                             const AsWidening *widening, double lanes,
                             double bodies, Demand *demand) {
  int count[AS_NUM_ARITHMETIC];
  double cycles = 0, operations = 0, passes = passesOf(view, stage);
  for (int k = 0; k < AS_NUM_ARITHMETIC; k++) {
    count[k] = stage->stage->arithmetic[k] - widening->arithmetic[k] -
               (hasRows(stage) ? stage->stage->rowArithmetic[k] : 0);
    // Operands of vectors are widened when they are loaded.
    if (k == AS_ARITHMETIC_CAST && stage->accumulates &&
        stage->own->isVectorised)
      continue;
    cycles += count[k] * arithmeticCycles[k] * (fillsUnits(k) ? passes : 1);
    operations += count[k];
  }
  if (asIsFloatExtreme(view, stage) && !stage->own->isVectorised)
    cycles += count[AS_ARITHMETIC_COMPARE] * exactCycles;
  double fused = asLeast(count[AS_ARITHMETIC_ADD], count[AS_ARITHMETIC_MUL]);
  cycles -= fused * arithmeticCycles[AS_ARITHMETIC_MUL] * passes;
  operations -= fused;
  double vectors = bodies * stage->vectors * stage->steps;
  int together = asProductsTogether(view, stage);
  vectors /= asStepsAtOnce(stage, together);
  if (together == 4) // A row of corrections.
    vectors += bodies * vectorsOfRow(stage) * stage->steps / together /
               asTilesCorrected(stage);
  demand->arithmetic = vectors * cycles;
  demand->instructions += vectors * operations;
  if (count[AS_ARITHMETIC_MATH])
    demand->arithmetic +=
        bodies * count[AS_ARITHMETIC_MATH] * mathCycles(view, stage);
  int inner = stage->numLoops ? stage->dim[stage->numLoops - 1] : -1;
  if (stage->own->carry == AS_NEST_CARRY_CHAIN)
    demand->chain = bodies * chainOf(count, operations);
  else if (stage->steps > 1 || (inner >= 0 && stage->stage->isReduction[inner]))
    demand->chain =
        bodies * stage->steps * chainLatency /
        (lanes > 1 ? automaticSums : asStepsAtOnce(stage, together));
  if (stage->own->isSplit)
    demand->overhead += stage->entries[stage->own->shared] *
                        (foldCycles + stage->vectors * foldVectorCycles);
}

/// Adds the cycles of numbers that are widened: beside the products, or in a
/// loop before them, which is short, so that nothing overlaps.
static void demandWidening(const AsNestView *view, int s,
                           const AsWidening *widening, Demand *demand) {
  const AsStageView *stage = &view->stage[s];
  double cycles = 0, operations = 0;
  for (int k = 0; k < AS_NUM_ARITHMETIC; k++) {
    cycles += widening->arithmetic[k] * arithmeticCycles[k];
    operations += widening->arithmetic[k];
  }
  if (widening->loop < 0) {
    demand->arithmetic += widening->vectors * cycles;
    demand->instructions += widening->vectors * operations;
    return;
  }
  bool isRow = asViewStride(view, s, widening->operand, stage->lane) == 1;
  double loads = isRow ? 1 : stage->lanes * AS_GATHER_LOADS;
  // Lines leave the first cache as they are written.
  double lines = view->nest->sketch->vectorBytes / view->lineBytes;
  demand->overhead +=
      widening->vectors * (cycles + loads / loadsPerCycle + 1 / storesPerCycle +
                           lines * AS_WRITTEN_TRIPS * asStreamedCycles(0));
}

/// Whether single elements of an operand are widened on each read. Packed
/// copies are wide already, and four bytes beside each other are one element.
static bool isWidenedAlone(const AsNestView *view, int s, int a) {
  const AsStageView *stage = &view->stage[s];
  int inner = stage->own->numLoops - 1;
  return asIsNarrowOperand(view, stage, a) && !asIsVectorAccess(stage, a) &&
         stage->packDepth[a] < 0 &&
         !(asProductsTogether(view, stage) == 4 &&
           asViewStride(view, s, a, stage->dim[inner]) == 1);
}

/// How many registers an accumulator takes. A maximum of floats has another one
/// for NaNs, and one for the signs of zeros where no instruction heeds them.
static double registersOfSum(const AsNestView *view, const AsStageView *stage) {
  return !asIsFloatExtreme(view, stage)          ? 1
         : view->nest->sketch->vectorBytes == 64 ? 2
                                                 : 3;
}

/// Loads or stores in all bodies, in parts of those that the nest counts. A
/// body of the rest loads anew what other bodies share with it: elements that
/// are broadcast along the lanes, and lanes that all rows use.
static double movesOfRest(const AsStageView *stage, int a,
                          const AsLaneRest *rest, const AsRowRest *rows) {
  int hoist = asViewHoistDepth(stage, a);
  bool isOfRow =
      rows->loop >= 0 && stage->moves[a] >> stage->dim[rows->loop] & 1;
  double bodies = isOfRow ? 1 : asRowBodies(rows, hoist - 1);
  if (hoist <= rest->loop)
    return bodies;
  return bodies * (asIsVectorAccess(stage, a) ? asLaneVectors(rest)
                                              : asLaneBodies(rest));
}

static void demandMemory(const AsNestView *view, int s,
                         const AsWidening *widening, const AsLaneRest *rest,
                         const AsRowRest *rows, double lanes,
                         const AsCache cache[3], Demand *demand) {
  const AsStageView *stage = &view->stage[s];
  // One more for a broadcast.
  double live = stage->vectors * registersOfSum(view, stage) + 1;
  bool areGrouped = asProductsTogether(view, stage) == 4;
  if (areGrouped) // What flips bits, and further fours.
    live += 1 + asFurtherFours(stage) * fourRegisters;
  if (areGrouped && asTilesCorrected(stage) == 1) // Corrections.
    live += vectorsOfRow(stage);
  for (int a = 0; a < stage->stage->numAccesses; a++) {
    const AsAccess *access = &stage->stage->access[a];
    // Of what numbers are widened with, the loop before has made use.
    if (widening->loop >= 0 && widening->inputs >> a & 1 &&
        !asIsReadWide(widening, a))
      continue;
    double moves = asMovesOf(view, s, a, widening);
    bool isFromMemory = asIsFromMemory(view, s, a);
    live +=
        access->isWrite || isFromMemory ? 0 : asRegistersOf(view, s, a, moves);
    if (asViewInRegisters(view, s, a))
      continue;
    double all = moves * asNewShare(stage, a) *
                 stage->entries[asViewHoistDepth(stage, a)] / lanes *
                 movesOfRest(stage, a, rest, rows);
    if (areGrouped && !access->isWrite) {
      all /= asStepsAtOnce(stage, 4);
      bool isInterleaved =
          asIsVectorAccess(stage, a) && !asIsPackedByFours(stage, a);
      demand->arithmetic += isInterleaved ? all * groupCycles : 0;
      if (!asIsVectorAccess(stage, a) && !asIsPackedByFours(stage, a) &&
          !asIsFlippedOperand(view, stage, a, 4 * all)) {
        demand->arithmetic += all * flipCycles;
        demand->instructions += all;
      }
    }
    double passes = asIsRowOfLanes(view, s, a) ? passesOf(view, stage) : 1;
    demand->loads += access->isWrite && !access->isRead ? 0 : all * passes;
    demand->stores += access->isWrite ? all * passes : 0;
    demand->instructions += all * (access->isWrite && access->isRead ? 2 : 1);
    if (isWidenedAlone(view, s, a)) {
      demand->arithmetic += all * widenCycles;
      demand->instructions += all * widenInstructions;
    }
    asAddSupply(view, s, a, cache, &demand->supply);
  }
  double spilled = live - view->nest->sketch->vectorRegisters;
  if (stage->accumulates && stage->own->isVectorised && spilled > 0) {
    spilled += spilledAhead;
    double times = 2 * stage->entries[stage->numLoops] * stage->steps;
    demand->loads += spilled * times * passesOf(view, stage);
    demand->stores += spilled * times * passesOf(view, stage);
    demand->instructions += 2 * spilled * times;
  }
}

/// Adds the cycles for copying a packed operand. Lines come from where the
/// operand is while those before them are copied, or while the block before is
/// multiplied.
static void demandPacking(const AsNestView *view, int s, int packed,
                          const AsCache cache[3], Demand *demand) {
  const AsStageView *stage = &view->stage[s];
  int depth = stage->packDepth[packed];
  const AsTensor *tensor = &view->nest->sketch->program
                                ->tensors[stage->stage->access[packed].tensor];
  double source = asElementBytes(tensor->element);
  for (int r = 0; r < tensor->rank; r++)
    source *= (double)tensor->shape[r];
  double copy = stage->reach[packed][depth].bytes;
  double moving = copyCycles, read = 0, written = 0;
  if (asIsNarrowOperand(view, stage, packed))
    moving +=
        view->lineBytes / asElementBytes(tensor->element) *
        (asProductsTogether(view, stage) == 4 ? groupByteCycles : widenCycles);
  for (int c = 0; c < 3; c++) {
    read = source > cache[c].bytes ? asStreamedCycles(c) : read;
    written = copy > cache[c].bytes ? asStreamedCycles(c) : written;
  }
  double lines = copy * stage->entries[depth] / view->lineBytes;
  if (read > asStreamedCycles(0)) {
    // The block that is prefetched is in the second cache beside the one that
    // is multiplied.
    bool isAhead =
        asIsBlockReadAhead(view, s, packed) && 2 * copy <= cache[1].bytes;
    demand->supply.overlapped += isAhead ? lines * read : 0;
    read = isAhead ? asStreamedCycles(0) : jumpingReads * read;
  }
  double supply = read + written;
  demand->overhead += lines * sqrt(moving * moving + supply * supply);
}

/// Whether a loop that is unrolled as a whole saves what loops cost. The loops
/// around it then keep what all rows read in registers, which has to fit beside
/// the sums, or it is moved to memory and back. So is what neighbouring windows
/// share. Pooling has little of the kind.
static bool goesWithoutLoop(const AsNestView *view, int s, int l) {
  const AsStageView *stage = &view->stage[s];
  if (stage->stage->kind == AS_STAGE_POOLING)
    return true;
  for (int a = 0; a < stage->stage->numAccesses; a++)
    if (asNewShare(stage, a) < 1)
      return false;
  double kept = stage->trip[l] * vectorsOfRow(stage);
  return stage->lane >= 0 &&
         stage->vectors * registersOfSum(view, stage) + kept + 1 <=
             view->nest->sketch->vectorRegisters;
}

static void demandLoops(const AsNestView *view, int s, const AsLaneRest *rest,
                        const AsRowRest *rows, double lanes, Demand *demand) {
  const AsStageView *stage = &view->stage[s];
  int numLoops = asLoopsLeft(view, s);
  for (int l = 0; l < numLoops; l++) {
    double bodies = rest->loop >= 0 && l > rest->loop ? asLaneBodies(rest) : 1;
    bodies *= asRowBodies(rows, l);
    double times = stage->entries[l + 1] * bodies, unroll = 1;
    if (l < stage->own->numLoops)
      unroll = asMost(1, (double)stage->own->loop[l].unroll);
    if (unroll > 1 && unroll >= stage->trip[l] && goesWithoutLoop(view, s, l)) {
      demand->overhead += stage->entries[l] * bodies * beginCycles;
      continue;
    }
    times /= unroll;
    if (l == numLoops - 1)
      times /= lanes;
    demand->instructions += times * loopInstructions;
    demand->overhead += stage->entries[l] * bodies * exitCycles;
  }
}

//===----------------------------------------------------------------------===//
// Seconds
//===----------------------------------------------------------------------===//

/// Cycles of the units. A body of the rest has one vector of each row, for the
/// next of which it waits as long as a whole body does.
static double cyclesOfRows(const AsNestView *view, const AsStageView *stage,
                           const AsLaneRest *rest, double arithmetic,
                           double chain) {
  double vector = arithmetic / rest->vectors;
  double part = vector * passesOfLanes(view, stage, rest->lastLanes) /
                passesOf(view, stage);
  return rest->whole * asMost(arithmetic, chain) +
         (rest->bodies - rest->last) * asMost(vector, chain) +
         rest->last * asMost(part, chain);
}

/// How many times as long as a whole body a body for the rows that tiles leave
/// over waits for each sum. It has too few sums to hide the lines of an operand
/// that is read ahead, of which it reads one vector of each row after another:
/// twice as long was measured.
static double waitsOfRest(const AsNestView *view, int s) {
  const double waits = 2;
  const AsStageView *stage = &view->stage[s];
  for (int a = 0; a < stage->stage->numAccesses; a++)
    if (asIsReadAhead(view, s, a))
      return waits * vectorsOfRow(stage);
  return 1;
}

/// The same of all rows. A body for those that tiles leave over has fewer sums,
/// and waits as long for each.
static double computeCycles(const AsNestView *view, int s,
                            const AsLaneRest *rest, const AsRowRest *rows,
                            const Demand *demand) {
  const AsStageView *stage = &view->stage[s];
  double arithmetic = demand->arithmetic, chain = demand->chain;
  return rows->whole * cyclesOfRows(view, stage, rest, arithmetic, chain) +
         rows->rest * cyclesOfRows(view, stage, rest, arithmetic * rows->share,
                                   chain * waitsOfRest(view, s));
}

static double stageCycles(AsNestView *view, int s, const AsCache cache[3]) {
  const AsStageView *stage = &view->stage[s];
  AsWidening widening = asViewWidening(view, s);
  asReadWidened(&view->stage[s], &widening, view->lineBytes);
  Demand demand = {0};
  AsLaneRest rest = asViewLaneRest(stage);
  AsRowRest rows = asViewRowRest(stage);
  double lanes = asAutomaticLanes(view, s);
  double bodies = stage->entries[stage->numLoops] / lanes;
  demandArithmetic(view, stage, &widening, lanes, bodies, &demand);
  demandWidening(view, s, &widening, &demand);
  demandMemory(view, s, &widening, &rest, &rows, lanes, cache, &demand);
  for (int a = 0; a < stage->stage->numAccesses; a++)
    if (stage->isCopied[a])
      demandPacking(view, s, a, cache, &demand);
  demandLoops(view, s, &rest, &rows, lanes, &demand);
  double compute = computeCycles(view, s, &rest, &rows, &demand);
  double issue = asMost(
      demand.instructions / issueWidth,
      asMost(demand.loads / loadsPerCycle, demand.stores / storesPerCycle));
  double overlapped = exposedSupply * demand.supply.overlapped,
         exposed = exposedSupply * demand.supply.exposed;
  return sqrt(compute * compute + issue * issue + overlapped * overlapped) +
         exposed + demand.overhead;
}

double asPriorSeconds(const AsNest *nest, const AsTarget *target) {
  if (target->gpu)
    return asPriorGpuSeconds(nest, target->gpu);
  const double longest = 1e30; // Still finite as a float.
  const double second = (double)target->cacheBytes[1];
  const AsCache cache[3] = {
      {.bytes = (double)target->cacheBytes[0], .wayBytes = pageBytes},
      {second, second / secondLevelWays, secondLevelUnsure},
      {.bytes = (double)target->cacheBytes[2]}, // Hashed: no conflicts.
  };
  AsNestView view;
  asViewNest(nest, asMost(1, target->lineBytes), &view);
  view.fillsFirst = target->cpu && asTargetFollowsRows(target->cpu);
  double seconds = 1e-9;
  bool forks = false;
  for (int s = 0; s < nest->numStages; s++) {
    double cycles = stageCycles(&view, s, cache) +
                    asSharedLineCycles(&view, &view.stage[s], target->threads);
    seconds += cycles / cyclesPerSecond /
               asViewBusyThreads(&view.stage[s], target->threads);
    forks |=
        nest->stage[s].numLoops && asNestIsParallel(&nest->stage[s].loop[0]);
  }
  return asLeast(forks ? seconds + forkSeconds : seconds, longest);
}
