//===- layout.c - Give an operand and the result another layout
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles of one loop become the innermost dimension of the operand and of the
// result, and of the fill that the result starts from: linalg.pack before the
// stage and linalg.unpack after it. The step lower-pack makes loops of the
// operand's copy, the step restore a transpose of what unpacks the result.
//
// Knobs: the size of the tiles, an alternative as the transform takes an
// attribute.
//
//   %h1 = transform.structured.pack %h0 packed_sizes = [0, 32, 0, 0, 0, 0, 0]
//   transform.annotate %h1 "as.op1"
//   transform.apply_patterns.linalg.fold_pack_unpack_into_empty
//
// Loop nest: the loop is innermost; the operand is read from a copy. The size
// divides what threads have of the loop, or the point is not valid.
//
//===----------------------------------------------------------------------===//

#include "sketch/sanity.h"
#include "sketch/steps/step-ops.h"

static void clear(AsStep *step) { step->layout.size.knob = -1; }

static bool isSane(const AsSketch *sketch, const AsStep *step) {
  return asOperandIsSane(sketch, step->stage, step->layout.operand) &&
         step->layout.loop >= 0 &&
         step->layout.loop < sketch->program->stages[step->stage].numDims &&
         asSizeTiles(&step->layout.size) &&
         asSizeIsSane(sketch, &step->layout.size, AS_KNOB_TILE);
}

/// The operand is read from a copy. It is made in the loops of threads and in
/// the one over the tiles that it has innermost, for all others together.
static bool applyToNest(AsNest *nest, const AsStep *step,
                        const AsPoint *point) {
  const AsProgram *program = nest->sketch->program;
  const AsStage *stage = &program->stages[step->stage];
  const AsAccess *result = asStageResult(stage);
  AsNestStage *own = &nest->stage[step->stage];
  own->innermost = (int8_t)step->layout.loop;
  own->packLoops[step->layout.operand] = 0;
  // What the accumulators start from has the result's layout.
  int fill = program->tensors[result->initial].producer;
  for (int r = 0; r < program->tensors[result->tensor].rank; r++)
    if (asAccessLoop(result, stage, r) == own->innermost)
      nest->stage[fill].innermost = (int8_t)asAccessLoop(
          asStageResult(&program->stages[fill]), &program->stages[fill], r);
  // Threads may have cut it already; an incomplete tile would be padded.
  return own->tile[own->innermost] %
             asSizeValue(nest->sketch, point, &step->layout.size) ==
         0;
}

/// Tiles of `size` of the loop become the innermost dimension of what the loop
/// indexes.
static void packLoop(AsWriter *writer, const AsStep *step, int target,
                     int packed, int64_t size, const char *indent) {
  int numDims = writer->sketch->program->stages[step->stage].numDims;
  AsText list = {0};
  for (int d = 0; d < numDims; d++) {
    bool isPacked = d == step->layout.loop;
    asTextFormat(&list, "%s%lld", d ? ", " : "",
                 isPacked ? (long long)size : 0);
  }
  asWriteLine(
      writer,
      "%s%%h%d = transform.structured.pack %%h%d packed_sizes = [%s] : (" ANY
      ") -> " GENERIC,
      indent, packed, target, list.data);
  asTextFree(&list);
}

/// The size is an attribute of the transform op. Returns the packed operation.
static int packLoops(AsWriter *writer, const AsStep *step) {
  int target = asWriteMatch(writer, step->stage), packed = writer->next++;
  const AsSize *size = &step->layout.size;
  if (size->knob < 0) {
    packLoop(writer, step, target, packed, size->constant, "");
    return packed;
  }
  const AsKnob *knob = &writer->sketch->knobs[size->knob];
  int inner = writer->next++;
  AsText handle = {0};
  asTextFormat(&handle, "%%h%d = ", packed);
  asWriteOpenAlternatives(writer, size->knob, handle.data, " -> " GENERIC);
  asTextFree(&handle);
  for (int o = 0; asWriteRegion(writer, size->knob, o); o++) {
    packLoop(writer, step, target, inner, knob->options[o], "  ");
    asWriteLine(writer, "  transform.yield %%h%d : " GENERIC, inner);
  }
  return packed;
}

/// The operand and the result of a stage in another layout, the fill of the
/// result with it.
static void writeScript(AsWriter *writer, const AsStep *step) {
  const AsProgram *program = writer->sketch->program;
  const AsStage *stage = &program->stages[step->stage];
  int packed = packLoops(writer, step);
  asWriteLine(writer, "transform.annotate %%h%d \"as.op%d\" : " GENERIC, packed,
              asWriterMark(writer, step->stage));
  asWriteLine(writer, "transform.apply_patterns to %%f%d {", writer->function);
  asWriteLine(writer, "  transform.apply_patterns.canonicalization");
  asWriteLine(writer, "  transform.apply_patterns.linalg."
                      "fold_pack_unpack_into_empty");
  asWriteLine(writer, "} : " ANY);
  int h = writer->next++;
  asWriteLine(writer,
              "%%h%d = transform.get_producer_of_operand %%h%d[%d] : (" GENERIC
              ") -> " ANY,
              h, packed, asStageNumOperands(stage) - 1);
  int initial = asStageResult(stage)->initial;
  asWriteLine(writer, "transform.annotate %%h%d \"as.op%d\" : " ANY, h,
              asWriterMark(writer, program->tensors[initial].producer));
  writer->changedLayout = step->stage;
}

const AsStepOps asLayoutStep = {.name = "layout",
                                .clear = clear,
                                .isSane = isSane,
                                .applyToNest = applyToNest,
                                .writeScript = writeScript};
