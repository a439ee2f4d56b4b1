//===- nest-text.c - Loop nests for people
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See nest-text.h.
//
//===----------------------------------------------------------------------===//

#include "view/stages/nest-text.h"
#include "view/stages/stage-map.h"

/// Begins a line.
static void indent(AsText *text, int depth) {
  asTextFormat(text, "%*s", 2 * depth, "");
}

void asProgramAppendLoops(const AsProgram *program, AsText *text) {
  for (int s = 0; s < program->numStages; s++) {
    const AsStage *stage = &program->stages[s];
    for (int d = 0; d < stage->numDims; d++) {
      indent(text, d);
      asTextFormat(text, "for d%d in %lld%s\n", d, (long long)stage->extent[d],
                   stage->isReduction[d] ? ", reduced" : "");
    }
    indent(text, stage->numDims);
    asTextFormat(text, "%d %s\n", s, asStageKindName(stage->kind));
  }
}

//===----------------------------------------------------------------------===//
// One stage
//===----------------------------------------------------------------------===//

/// Appends a loop, unless it has one iteration; returns by how much what is in
/// it is further in.
static int appendLoop(const AsStage *stage, const AsNestLoop *loop, int depth,
                      AsText *text) {
  static const char *const names[] = {
#define AS_NAME(suffix, name) name,
      AS_LOOP_KINDS(AS_NAME)
#undef AS_NAME
  };
  int trip = asNestTrip(loop);
  if (trip <= 1)
    return 0;
  indent(text, depth);
  asTextAppendString(text, names[loop->kind]);
  if (loop->dim < 0)
    asTextFormat(text, " %d times the same", trip);
  else if (loop->step == 1)
    asTextFormat(text, " d%d in %d", loop->dim, trip);
  else
    asTextFormat(text, " d%d in %d tiles of %d", loop->dim, trip, loop->step);
  if (loop->dim >= 0 && stage->isReduction[loop->dim])
    asTextAppendString(text, ", reduced");
  if (loop->unroll > 1)
    asTextFormat(text, ", unrolled by %d", loop->unroll);
  if (loop->span % loop->step)
    asTextFormat(text, ", and a rest of %d", loop->span % loop->step);
  asTextAppendString(text, "\n");
  return 1;
}

/// The copies that are made inside of the outer `level` loops.
static void appendCopies(const AsStage *stage, const AsNestStage *own,
                         int level, int depth, AsText *text) {
  for (int a = 0; a < stage->numAccesses; a++) {
    if (own->packLoops[a] >= 0 && own->numLoops - own->packLoops[a] == level) {
      indent(text, depth);
      asTextFormat(text, "pack operand %d\n", a);
    }
    if (own->shareDepth[a] == level) {
      indent(text, depth);
      asTextFormat(text, "copy operand %d to shared memory\n", a);
    }
  }
}

static void appendBody(const AsNest *nest, const int *numbers, int s, int depth,
                       AsText *text) {
  const AsStage *stage = &nest->sketch->program->stages[s];
  const AsNestStage *own = &nest->stage[s];
  indent(text, depth);
  // One that is none of the task's has no number.
  if (numbers[s] >= 0)
    asTextFormat(text, "%d ", numbers[s]);
  asTextFormat(text, "%s: ", asStageKindName(stage->kind));
  for (int d = 0; d < stage->numDims; d++)
    asTextFormat(text, "%s%lld", d ? "x" : "", (long long)own->tile[d]);
  asTextAppendString(text, own->isMma || own->isWgmma ? ", tensor cores"
                           : own->isVectorised        ? ", vectors"
                                                      : "");
  asTextAppendString(text, own->isSplit ? ", partial results\n" : "\n");
}

/// Whether the loops that the stage shares are the outer ones of the last
/// stage.
static bool isInLast(const AsNest *nest, int s) {
  const AsNestStage *own = &nest->stage[s];
  const AsNestStage *last = &nest->stage[nest->numStages - 1];
  if (s == nest->numStages - 1 || own->shared == 0 ||
      own->shared > last->numLoops)
    return false;
  for (int l = 0; l < own->shared; l++)
    if (asNestTrip(&own->loop[l]) != asNestTrip(&last->loop[l]))
      return false;
  return true;
}

/// The loops of stage `s` from number `begin` on. Where it is the last one,
/// those that are fused with it are where they are computed.
static void appendStage(const AsNest *nest, const int *numbers, int s,
                        int begin, int depth, AsText *text) {
  const AsStage *stage = &nest->sketch->program->stages[s];
  const AsNestStage *own = &nest->stage[s];
  for (int l = begin;; l++) {
    if (s == nest->numStages - 1 && l > 0)
      for (int other = 0; other < s; other++)
        if (isInLast(nest, other) && nest->stage[other].shared == l)
          appendStage(nest, numbers, other, l, depth, text);
    appendCopies(stage, own, l, depth, text);
    if (l >= own->numLoops)
      break;
    depth += appendLoop(stage, &own->loop[l], depth, text);
  }
  appendBody(nest, numbers, s, depth, text);
}

void asNestAppendLoops(const AsNest *nest, const AsProgram *task,
                       AsText *text) {
  int numbers[AS_MAX_STAGES];
  asStageMap(nest->sketch->program, task, numbers);
  for (int s = 0; s < nest->numStages; s++)
    if (!isInLast(nest, s))
      appendStage(nest, numbers, s, 0, 0, text);
}
