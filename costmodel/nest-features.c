//===- nest-features.c - Features of a symbolic loop nest
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computes the features of a nest. The table below defines them: indices, names
// and scales come from it. Features depend on the nest and not on the target,
// so they use usual sizes of caches and numbers of threads; trees find
// thresholds from measurements. docs/costmodel.md explains each feature.
//
//===----------------------------------------------------------------------===//

#include "costmodel/nest-features.h"
#include "costmodel/footprint.h"
#include <string.h>

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// The scale of a feature: the value itself, or log2(1 + x) if it ranges over
/// orders of magnitude.
typedef enum Scale { PLAIN, LOG } Scale;

/// Operations of one run by kind, made from the kinds of arithmetic.
#define OPERATION_FEATURES(X)                                                  \
  X(ADD, "ops.add", LOG)                                                       \
  X(MUL, "ops.mul", LOG)                                                       \
  X(DIV, "ops.div", LOG)                                                       \
  X(COMPARE, "ops.compare", LOG)                                               \
  X(MATH, "ops.math", LOG)                                                     \
  X(INTEGER, "ops.integer", LOG)                                               \
  X(CAST, "ops.cast", LOG)

#define BODY_FEATURES(X)                                                       \
  X(ITERATIONS, "iterations", LOG)                                             \
  X(BODIES, "bodies", LOG)                                                     \
  X(VECTORISED, "vectorised", PLAIN)                                           \
  X(LANES, "lanes", LOG)                                                       \
  X(LANE_WASTE, "lane_waste", PLAIN)                                           \
  X(VECTORS, "vectors", LOG)                                                   \
  X(ACCUMULATORS, "accumulators", LOG)                                         \
  X(REGISTER_USE, "register_use", LOG)                                         \
  X(STEPS, "steps", LOG)                                                       \
  X(SPLIT, "split", PLAIN)

#define LOOP_FEATURES(X)                                                       \
  X(LOOPS, "loops", PLAIN)                                                     \
  X(LOOP_ITERATIONS, "loop_iterations", LOG)                                   \
  X(UNROLL, "unroll", LOG)                                                     \
  X(INNER_TRIP, "inner_trip", LOG)                                             \
  X(INNER_REDUCES, "inner_reduces", PLAIN)                                     \
  X(INNER_CARRIES, "inner_carries", PLAIN)                                     \
  X(PARALLEL, "parallel", LOG)                                                 \
  X(PARALLEL_WORK, "parallel_work", LOG)                                       \
  X(IDLE_2, "idle_2", PLAIN)                                                   \
  X(IDLE_4, "idle_4", PLAIN)                                                   \
  X(IDLE_8, "idle_8", PLAIN)                                                   \
  X(IDLE_16, "idle_16", PLAIN)

#define FUSION_FEATURES(X)                                                     \
  X(FUSED, "fused", PLAIN)                                                     \
  X(SHARED_LOOPS, "shared_loops", PLAIN)                                       \
  X(REPEATS, "repeats", LOG)                                                   \
  X(IN_REGISTERS, "in_registers", PLAIN)                                       \
  X(RESULT_BYTES, "result.bytes", LOG)                                         \
  X(RESULT_LIVE, "result.live", LOG)                                           \
  X(PACK_BYTES, "pack.bytes", LOG)                                             \
  X(PACK_COPIED, "pack.copied", LOG)

#define CACHE_FEATURES(X)                                                      \
  X(L1_LINES, "l1.lines", LOG)                                                 \
  X(L1_WORK, "l1.work", LOG)                                                   \
  X(L1_FILL, "l1.fill", LOG)                                                   \
  X(L2_LINES, "l2.lines", LOG)                                                 \
  X(L2_WORK, "l2.work", LOG)                                                   \
  X(L2_FILL, "l2.fill", LOG)                                                   \
  X(L3_LINES, "l3.lines", LOG)                                                 \
  X(L3_WORK, "l3.work", LOG)                                                   \
  X(L3_FILL, "l3.fill", LOG)

#define INTENSITY_FEATURES(X)                                                  \
  X(INTENSITY_0, "intensity.0", LOG)                                           \
  X(INTENSITY_1, "intensity.1", LOG)                                           \
  X(INTENSITY_2, "intensity.2", LOG)                                           \
  X(INTENSITY_3, "intensity.3", LOG)                                           \
  X(INTENSITY_4, "intensity.4", LOG)                                           \
  X(INTENSITY_5, "intensity.5", LOG)                                           \
  X(INTENSITY_6, "intensity.6", LOG)                                           \
  X(INTENSITY_7, "intensity.7", LOG)                                           \
  X(INTENSITY_8, "intensity.8", LOG)                                           \
  X(INTENSITY_9, "intensity.9", LOG)

/// Features of one buffer; B is its rank by bytes.
#define BUFFER_FEATURES(X, B)                                                  \
  X(BUFFER_##B##_READ, "buffer" #B ".read", PLAIN)                             \
  X(BUFFER_##B##_WRITE, "buffer" #B ".write", PLAIN)                           \
  X(BUFFER_##B##_UPDATE, "buffer" #B ".update", PLAIN)                         \
  X(BUFFER_##B##_BYTES, "buffer" #B ".bytes", LOG)                             \
  X(BUFFER_##B##_UNIQUE_BYTES, "buffer" #B ".unique_bytes", LOG)               \
  X(BUFFER_##B##_LINES, "buffer" #B ".lines", LOG)                             \
  X(BUFFER_##B##_UNIQUE_LINES, "buffer" #B ".unique_lines", LOG)               \
  X(BUFFER_##B##_LOOP_REUSE, "buffer" #B ".loop_reuse", PLAIN)                 \
  X(BUFFER_##B##_STAGE_REUSE, "buffer" #B ".stage_reuse", PLAIN)               \
  X(BUFFER_##B##_REUSE_WORK, "buffer" #B ".reuse_work", LOG)                   \
  X(BUFFER_##B##_REUSE_BYTES, "buffer" #B ".reuse_bytes", LOG)                 \
  X(BUFFER_##B##_REUSE_COUNT, "buffer" #B ".reuse_count", LOG)                 \
  X(BUFFER_##B##_STRIDE, "buffer" #B ".stride", LOG)                           \
  X(BUFFER_##B##_RUN_BYTES, "buffer" #B ".run_bytes", LOG)                     \
  X(BUFFER_##B##_PACKED, "buffer" #B ".packed", PLAIN)

#define FEATURES(X)                                                            \
  OPERATION_FEATURES(X)                                                        \
  BODY_FEATURES(X)                                                             \
  LOOP_FEATURES(X)                                                             \
  FUSION_FEATURES(X)                                                           \
  CACHE_FEATURES(X)                                                            \
  INTENSITY_FEATURES(X)                                                        \
  BUFFER_FEATURES(X, 0)                                                        \
  BUFFER_FEATURES(X, 1)                                                        \
  BUFFER_FEATURES(X, 2)                                                        \
  BUFFER_FEATURES(X, 3)                                                        \
  BUFFER_FEATURES(X, 4)

enum {
#define ENUMERATOR(suffix, name, scale) F_##suffix,
  FEATURES(ENUMERATOR)
#undef ENUMERATOR
      numFeatures,
  firstOperation = F_ADD,
  firstBuffer = F_BUFFER_0_READ,
  bufferWidth = F_BUFFER_1_READ - F_BUFFER_0_READ,
  numBuffers = (numFeatures - firstBuffer) / bufferWidth,
  cacheWidth = F_L2_LINES - F_L1_LINES,
  numSamples = F_INTENSITY_9 - F_INTENSITY_0 + 1
};

_Static_assert(F_CAST - firstOperation + 1 == AS_NUM_ARITHMETIC,
               "one count for each kind of arithmetic");

const int asNumFeatures = numFeatures;

const char *asFeatureName(int index) {
  static const char *const names[] = {
#define NAME(suffix, name, scale) name,
      FEATURES(NAME)
#undef NAME
  };
  return (unsigned)index < numFeatures ? names[index] : "unknown";
}

static const Scale scales[] = {
#define SCALE(suffix, name, scale) scale,
    FEATURES(SCALE)
#undef SCALE
};

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static const double lineBytes = 64;

/// Usual caches, without conflicts between sets.
static const AsCache usualCaches[] = {
    {.bytes = 32 << 10}, {.bytes = 1 << 20}, {.bytes = 32 << 20}};

/// log2(1 + x) for x >= 0, within 2e-5, as speed matters more. The exponent is
/// read from the representation. The polynomial is exact at both ends of the
/// range of the mantissa, so the whole is continuous.
static double logOf(double x) {
  x += 1;
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  double exponent = (double)((int)(bits >> 52) - 1023);
  bits = (bits & 0xfffffffffffffu) | (uint64_t)1023 << 52;
  double t;
  memcpy(&t, &bits, sizeof t);
  t -= 1;
  return exponent +
         t * (1.4418358721195794 +
              t * (-0.708372152438142 +
                   t * (0.41355505079867727 +
                        t * (-0.191262511813377 + t * 0.044243741333262365))));
}

//===----------------------------------------------------------------------===//
// Computation of a stage
//===----------------------------------------------------------------------===//

static void extractBody(const AsNestView *view, int s, double *row) {
  const AsStageView *stage = &view->stage[s];
  double bodies = stage->entries[stage->numLoops], size = 1;
  for (int d = 0; d < stage->stage->numDims; d++)
    size *= stage->body[d];
  double iterations = bodies * size;
  for (int k = 0; k < AS_NUM_ARITHMETIC; k++)
    row[firstOperation + k] = iterations * stage->stage->arithmetic[k];
  double live = stage->vectors;
  for (int a = 0; a < stage->stage->numAccesses; a++)
    if (!stage->stage->access[a].isWrite)
      live += stage->reach[a][stage->numLoops].runs;
  double slots = stage->vectors * stage->steps * stage->lanes;
  row[F_ITERATIONS] = iterations;
  row[F_BODIES] = bodies;
  row[F_VECTORISED] = stage->own->isVectorised;
  row[F_LANES] = stage->lanes;
  row[F_LANE_WASTE] = 1 - asLeast(1, size / slots);
  row[F_VECTORS] = stage->vectors;
  row[F_ACCUMULATORS] = stage->accumulates ? stage->vectors : 0;
  row[F_REGISTER_USE] = live / asMost(1, view->nest->sketch->vectorRegisters);
  row[F_STEPS] = stage->steps;
  row[F_SPLIT] = stage->own->isSplit;
}

static void extractLoops(const AsStageView *stage, double *row) {
  double parallel = 1, iterations = 0;
  for (int l = 0; l < stage->own->numLoops; l++)
    if (asNestIsParallel(&stage->own->loop[l]))
      parallel *= stage->trip[l];
  for (int l = 0; l < stage->numLoops; l++)
    iterations += stage->entries[l + 1];
  int inner = stage->numLoops - 1;
  row[F_LOOPS] = stage->numLoops;
  row[F_LOOP_ITERATIONS] = iterations;
  row[F_UNROLL] =
      stage->own->numLoops && stage->own->numLoops == stage->numLoops
          ? asMost(1, stage->own->loop[inner].unroll)
          : 1;
  row[F_INNER_TRIP] = inner >= 0 ? stage->trip[inner] : 0;
  row[F_INNER_REDUCES] = inner >= 0 && stage->dim[inner] >= 0 &&
                         stage->stage->isReduction[stage->dim[inner]];
  row[F_INNER_CARRIES] = stage->own->carry;
  row[F_PARALLEL] = parallel;
  row[F_PARALLEL_WORK] = row[F_ITERATIONS] / parallel;
  for (int t = 0; t < 4; t++)
    row[F_IDLE_2 + t] = 1 - asViewBusyThreads(stage, 2 << t) / (2 << t);
}

static void extractFusion(const AsNestView *view, int s, double *row) {
  const AsProgram *program = view->nest->sketch->program;
  const AsStageView *stage = &view->stage[s];
  double repeats = 1, between;
  for (int l = 0; l < stage->numLoops; l++)
    if (stage->dim[l] < 0)
      repeats *= stage->trip[l];
  row[F_SHARED_LOOPS] = stage->own->shared;
  row[F_REPEATS] = repeats;
  int a = 0;
  while (a < stage->stage->numAccesses && !stage->stage->access[a].isWrite)
    a++;
  if (a == stage->stage->numAccesses)
    return;
  // An intermediate result lives as long as an iteration of the shared loops.
  const AsTensor *tensor = &program->tensors[stage->stage->access[a].tensor];
  bool isIntermediate = asViewNeighbour(view, s, a, &between) >= 0;
  row[F_FUSED] = stage->own->shared > 0 && (isIntermediate || s > 0);
  row[F_IN_REGISTERS] = asViewInRegisters(view, s, a);
  row[F_RESULT_BYTES] = asElementBytes(tensor->element);
  for (int r = 0; r < tensor->rank; r++)
    row[F_RESULT_BYTES] *= (double)tensor->shape[r];
  if (isIntermediate)
    row[F_RESULT_LIVE] = stage->reach[a][stage->own->shared].bytes;
  for (int p = 0; p < stage->stage->numAccesses; p++) {
    if (!stage->isCopied[p])
      continue;
    int depth = stage->packDepth[p];
    double copy = stage->reach[p][depth].bytes;
    row[F_PACK_BYTES] += copy;
    row[F_PACK_COPIED] += copy * stage->entries[depth];
  }
}

//===----------------------------------------------------------------------===//
// Data of a stage
//===----------------------------------------------------------------------===//

static void extractCaches(const AsNestView *view, int s, double *row) {
  const AsStageView *stage = &view->stage[s];
  for (int c = 0; c < 3; c++) {
    double *out = row + F_L1_LINES + c * cacheWidth;
    // Without conflicts all accesses have the same depth.
    int depth = asViewReuseDepth(view, s, 0, &usualCaches[c]);
    for (int a = 0; a < stage->stage->numAccesses; a++)
      out[0] += stage->reach[a][depth].lines;
    out[0] *= stage->entries[depth];
    out[1] = row[F_ITERATIONS] / stage->entries[depth];
    out[2] = stage->working[depth] / usualCaches[c].bytes;
  }
}

/// Operations per byte touched, from the body (0) to the whole stage (9),
/// interpolated between depths.
static void extractIntensity(const AsStageView *stage, double *row) {
  double operations = 0;
  for (int k = 0; k < AS_NUM_ARITHMETIC; k++)
    operations += row[firstOperation + k];
  double at[AS_MAX_DEPTH + 1];
  for (int l = 0; l <= stage->numLoops; l++)
    at[l] = operations / stage->entries[l] / asMost(1, stage->working[l]);
  for (int i = 0; i < numSamples; i++) {
    double depth = stage->numLoops * (1 - i / (numSamples - 1.0));
    int outer = (int)depth;
    double inside = depth - outer;
    row[F_INTENSITY_0 + i] =
        inside > 0 ? (1 - inside) * at[outer] + inside * at[outer + 1]
                   : at[outer];
  }
}

/// How an access reuses data: in the next iteration of the innermost loop that
/// does not move it, else in another stage.
static void extractReuse(const AsNestView *view, int s, int a, double *out) {
  enum {
    loopReuse = F_BUFFER_0_LOOP_REUSE - firstBuffer,
    stageReuse = F_BUFFER_0_STAGE_REUSE - firstBuffer,
    work = F_BUFFER_0_REUSE_WORK - firstBuffer,
    bytes = F_BUFFER_0_REUSE_BYTES - firstBuffer,
    count = F_BUFFER_0_REUSE_COUNT - firstBuffer
  };
  const AsStageView *stage = &view->stage[s];
  double bodies = stage->entries[stage->numLoops];
  for (int l = stage->numLoops - 1; l >= 0; l--) {
    if (stage->dim[l] >= 0 && stage->moves[a] >> stage->dim[l] & 1)
      continue;
    out[loopReuse] = 1;
    out[work] = bodies / stage->entries[l + 1];
    out[bytes] = stage->working[l + 1];
    out[count] = stage->trip[l];
    return;
  }
  double between;
  if (asViewNeighbour(view, s, a, &between) < 0)
    return;
  out[stageReuse] = 1;
  out[work] = bodies / stage->entries[stage->own->shared];
  out[bytes] = between;
  out[count] = 1;
}

static void extractBuffer(const AsNestView *view, int s, int a, double *out) {
  enum {
    accessBytes = F_BUFFER_0_BYTES - firstBuffer,
    uniqueBytes = F_BUFFER_0_UNIQUE_BYTES - firstBuffer,
    accessLines = F_BUFFER_0_LINES - firstBuffer,
    uniqueLines = F_BUFFER_0_UNIQUE_LINES - firstBuffer,
    strideOf = F_BUFFER_0_STRIDE - firstBuffer,
    runBytes = F_BUFFER_0_RUN_BYTES - firstBuffer,
    isPacked = F_BUFFER_0_PACKED - firstBuffer
  };
  const AsStageView *stage = &view->stage[s];
  const AsAccess *access = &stage->stage->access[a];
  const AsReach *body = &stage->reach[a][stage->numLoops];
  const AsReach *whole = &stage->reach[a][0];
  double bodies = stage->entries[stage->numLoops];
  out[access->isWrite ? access->isRead ? 2 : 1 : 0] = 1;
  out[accessBytes] = body->bytes * bodies;
  out[uniqueBytes] = whole->bytes;
  out[accessLines] = body->lines * bodies;
  out[uniqueLines] = whole->lines;
  extractReuse(view, s, a, out);
  int inner = stage->lane >= 0      ? stage->lane
              : stage->numLoops > 0 ? stage->dim[stage->numLoops - 1]
                                    : -1;
  double stride = inner >= 0 ? asViewStride(view, s, a, inner) : 0;
  out[strideOf] = stride < 0 ? -stride : stride;
  const AsReach *run =
      &stage->reach[a][stage->numLoops > 0 ? stage->numLoops - 1 : 0];
  out[runBytes] = run->bytes / run->runs;
  out[isPacked] = stage->packDepth[a] >= 0;
}

/// The buffers with the most bytes, largest first; ties in operand order.
static void extractBuffers(const AsNestView *view, int s, double *row) {
  const AsStageView *stage = &view->stage[s];
  int order[AS_MAX_ACCESSES];
  for (int a = 0; a < stage->stage->numAccesses; a++) {
    int place = a;
    for (; place > 0 &&
           stage->reach[order[place - 1]][0].bytes < stage->reach[a][0].bytes;
         place--)
      order[place] = order[place - 1];
    order[place] = a;
  }
  for (int b = 0; b < numBuffers && b < stage->stage->numAccesses; b++)
    extractBuffer(view, s, order[b], row + firstBuffer + b * bufferWidth);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

int asFeaturesExtract(const AsNest *nest, float *rows) {
  AsNestView view;
  asViewNest(nest, lineBytes, &view);
  for (int s = 0; s < nest->numStages; s++) {
    double row[numFeatures] = {0};
    extractBody(&view, s, row);
    extractLoops(&view.stage[s], row);
    extractFusion(&view, s, row);
    extractCaches(&view, s, row);
    extractIntensity(&view.stage[s], row);
    extractBuffers(&view, s, row);
    float *out = rows + (size_t)s * numFeatures;
    for (int f = 0; f < numFeatures; f++) // Most are 0, which is log2(1 + 0).
      out[f] = (float)(scales[f] == LOG && row[f] ? logOf(row[f]) : row[f]);
  }
  return nest->numStages;
}
