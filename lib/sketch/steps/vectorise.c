//===- vectorise.c - Make vectors of the tiles of a stage
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operation that is left inside of the loops becomes operations on vectors
// of its size; with stage -1 all operations do. There are no knobs.
//
//   %h11 = transform.structured.match attributes {as.op1} in %f4
//   transform.structured.vectorize %h11
//
// Loop nest: the tile is vectorised. Where it accumulates the point is valid
// only if the accumulators stay in registers; other tiles have a limit, too.
//
//===----------------------------------------------------------------------===//

#include "sketch/script-peel.h"
#include "sketch/steps/packed-transpose.h"
#include "sketch/steps/split-reduction.h"
#include "sketch/steps/step-ops.h"
#include "support/saturate.h"

/// How many vectors a vectorised tile that is no accumulator may take: more
/// would only bloat the code.
static const int64_t maxVectors = 128;

static bool isSane(const AsSketch *sketch, const AsStep *step) {
  return step->stage == -1 || asStageStepIsSane(sketch, step);
}

static int64_t ceilDivide(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// Whether accumulators stay in registers. A step needs one for what is
/// repeated along the lanes, and one for each vector of a row of accumulators;
/// of more than two of these some may come from memory.
static bool fitRegisters(const AsSketch *sketch, int64_t vectors, int64_t row) {
  enum { repeated = 1, kept = 2 };
  int64_t others = repeated + (row < kept ? row : kept);
  return vectors <= sketch->vectorRegisters - others;
}

/// Vectors of the result's tile: for a reduction of products these are the
/// accumulators.
static bool vectoriseStage(AsNest *nest, int s) {
  const AsSketch *sketch = nest->sketch;
  const AsStage *stage = &sketch->program->stages[s];
  const AsAccess *result = asStageResult(stage);
  const AsTensor *tensor = &sketch->program->tensors[result->tensor];
  int64_t lanes = sketch->vectorBytes / asElementBytes(tensor->element);
  int lane = asNestLaneLoop(sketch->program, stage, &nest->stage[s]);
  bool isSplit = nest->stage[s].isSplit;
  if (isSplit) // Of what is reduced.
    lane = stage->numDims - 1;
  bool sums = isSplit && stage->isReduction[lane];
  int64_t vectors = 1, row = 1;
  bool accumulates = false, isTile = false; // Of results, not a single one.
  for (int d = 0; d < stage->numDims; d++) {
    accumulates |= stage->isReduction[d];
    int64_t size = nest->stage[s].tile[d];
    isTile |= sums && !stage->isReduction[d] && size > 1;
    if (d == lane)
      row = ceilDivide(size, lanes);
    // A row that is reduced as a whole lies along the lanes as well.
    if (!isSplit && stage->isReduction[d] && d == stage->numDims - 1)
      size = ceilDivide(size, lanes);
    // Numbers in an element are terms of one sum (scale-after-lanes.c).
    if (d == lane || !sums || !stage->isReduction[d])
      vectors = asTimes(vectors, d == lane ? row : size);
  }
  nest->stage[s].isVectorised = true;
  bool inRegisters = accumulates && (isTile || !isSplit);
  return inRegisters ? fitRegisters(sketch, vectors, row)
                     : vectors <= maxVectors;
}

static bool applyToNest(AsNest *nest, const AsStep *step,
                        const AsPoint *point) {
  if (step->stage >= 0)
    return vectoriseStage(nest, step->stage);
  for (int s = 0; s < nest->numStages; s++)
    if (nest->sketch->program->stages[s].kind != AS_STAGE_PAD &&
        !vectoriseStage(nest, s))
      return false;
  return true;
}

/// Whether a stage, or with -1 any, reads elements at indices of its own, which
/// upstream vectorises only on demand.
static bool gathers(const AsProgram *program, int stage) {
  bool any = false;
  for (int s = 0; s < program->numStages; s++)
    any |= (stage == -1 || s == stage) && asStageGathers(&program->stages[s]);
  return any;
}

static void vectorise(AsWriter *writer, const AsStep *step, int handle) {
  asWriteLine(writer, "transform.structured.vectorize %%h%d%s : " ANY, handle,
              gathers(writer->sketch->program, step->stage)
                  ? " {vectorize_nd_extract}"
                  : "");
}

static void writeScript(AsWriter *writer, const AsStep *step) {
  int h;
  if (step->stage >= 0 && writer->isSplit[step->stage]) {
    vectorise(writer, step, asWriteMatchPart(writer, "as.start", step->stage));
    vectorise(writer, step, asWriteMatchPart(writer, "as.part", step->stage));
    if (asMergesColumns(&writer->sketch->program->stages[step->stage]))
      vectorise(writer, step,
                asWriteMatchPart(writer, "as.merge", step->stage));
    return;
  }
  if (step->stage >= 0) {
    // Of what has no static size only whole tiles; the rest, which fills what
    // masks are for, is left to LLVM.
    bool isFill =
        writer->sketch->program->stages[step->stage].kind == AS_STAGE_FILL;
    h = writer->sharesLanes && isFill ? asWriteMatchCopies(writer, step->stage)
                                      : asWriteMatch(writer, step->stage);
  } else {
    h = writer->next++;
    asWriteLine(
        writer,
        "%%h%d = transform.structured.match interface{LinalgOp} in %%f%d : "
        "(" ANY ") -> " ANY,
        h, writer->function);
  }
  vectorise(writer, step, h);
  if (writer->turned.rank && writer->turned.stage == step->stage)
    asWriteTurns(writer);
}

const AsStepOps asVectoriseStep = {.name = "vectorise",
                                   .isSane = isSane,
                                   .applyToNest = applyToNest,
                                   .writeScript = writeScript,
                                   .endsTensors = true};
