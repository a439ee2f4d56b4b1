//===- task-label.c - Labels of tasks
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "task/task-label.h"
#include "support/text.h"
#include <string.h>

static void writeExtents(const AsStage *stage, AsText *text) {
  for (int d = 0; d < stage->numDims; d++)
    asTextFormat(text, "%s%lld", d ? "x" : "", (long long)stage->extent[d]);
}

/// "concat 4x8 + 4x2".
static const char *labelOfPieces(const AsProgram *program, AsArena *arena) {
  AsText text = {0};
  for (int s = 0; s < program->numStages; s++)
    if (program->stages[s].kind == AS_STAGE_INSERT) {
      asTextAppendString(&text, text.length ? " + " : "concat ");
      writeExtents(&program->stages[s], &text);
    }
  const char *label = asArenaCopy(arena, text.data, text.length);
  asTextFree(&text);
  return label;
}

/// The stage with most iterations of a loop nest; the last one of operators.
static int lastOrLargest(const AsProgram *program) {
  int found = program->numStages - 1;
  for (int s = found - 1; s >= 0; s--)
    if (program->stages[s].kind == AS_STAGE_STATEMENT &&
        asStageIterations(&program->stages[s]) >
            asStageIterations(&program->stages[found]))
      found = s;
  return found;
}

/// "matmul 4x8x16"; the kind of the stage if its operation is generic.
static void writeStage(const AsStage *stage, const char *generic,
                       AsText *text) {
  const char *dot = strchr(stage->name, '.');
  const char *name = dot ? dot + 1 : stage->name;
  asTextFormat(text, "%s ", strcmp(name, "generic") == 0 ? generic : name);
  writeExtents(stage, text);
}

const char *asTaskLabel(const AsProgram *program, AsArena *arena) {
  int main = asProgramAnchor(program);
  bool rows = false;
  for (int s = 0; s < program->numStages; s++)
    rows |= program->stages[s].kind == AS_STAGE_REDUCTION;
  if (main < 0)
    main = lastOrLargest(program);
  const AsStage *stage = &program->stages[main];
  if (stage->kind == AS_STAGE_INSERT)
    return labelOfPieces(program, arena);
  AsText text = {0};
  for (int s = 0; s < main; s++)
    if (asIsAnchor(&program->stages[s])) {
      writeStage(&program->stages[s], asStageKindName(program->stages[s].kind),
                 &text);
      asTextAppendString(&text, " + ");
    }
  writeStage(stage,
             rows && asProgramAnchor(program) < 0
                 ? "rows"
                 : asStageKindName(stage->kind),
             &text);
  for (int s = main + 1;
       s < program->numStages && stage->kind != AS_STAGE_STATEMENT; s++)
    asTextFormat(&text, " +%s", asStageKindName(program->stages[s].kind));
  const char *label = asArenaCopy(arena, text.data, text.length);
  asTextFree(&text);
  return label;
}
