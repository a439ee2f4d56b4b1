//===- tile.c - Tiling, fusing and unrolling in a script
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops of a tiling are remembered, since packing and unrolling ask for
// them.
//
//===----------------------------------------------------------------------===//

#include "sketch/steps/steps.h"

bool asStepTiles(const AsWriter *writer, const AsStep *step) {
  for (int d = 0; d < writer->sketch->program->stages[step->stage].numDims; d++)
    if (step->size[d].knob >= 0 || step->size[d].constant)
      return true;
  return false;
}

/// The interchange of a fusion, two of it parameters that the order knob
/// chooses: only the last two tiled loops ever change places. MLIR counts all
/// loops of the operation here, tiled or not.
static void interchange(AsWriter *writer, const AsStep *step, AsText *list,
                        AsText *types) {
  int numDims = writer->sketch->program->stages[step->stage].numDims;
  int last[2] = {-1, -1};
  for (int d = 0; d < numDims; d++)
    if (step->size[d].knob >= 0 || step->size[d].constant) {
      last[0] = last[1];
      last[1] = d;
    }
  int h = writer->next;
  writer->next += 2;
  AsText handles = {0};
  asTextFormat(&handles, "%%h%d, %%h%d = ", h, h + 1);
  asWriteOpenAlternatives(writer, step->order, handles.data,
                          " -> " PARAM ", " PARAM);
  asTextFree(&handles);
  for (int option = 0; asWriteRegion(writer, step->order, option); option++) {
    for (int i = 0; i < 2; i++)
      asWriteLine(writer,
                  "  %%a%d = transform.param.constant %d : i64 -> " PARAM, i,
                  last[option ? 1 - i : i]);
    asWriteLine(writer, "  transform.yield %%a0, %%a1 : " PARAM ", " PARAM);
  }
  for (int d = 0; d < numDims; d++) {
    asTextAppendString(list, d ? ", " : "");
    if (d == last[0] || d == last[1])
      asTextFormat(list, "%%h%d", d == last[0] ? h : h + 1);
    else
      asTextFormat(list, "%d", d);
  }
  asTextAppendString(types, ", " PARAM ", " PARAM);
}

/// A tile of a pad might have nothing of the image in it, for which upstream
/// makes a branch. The rule has made sure that it has.
static void assumePixels(AsWriter *writer) {
  int h = writer->next++;
  asWriteLine(writer,
              "%%h%d = transform.structured.match ops{[\"scf.if\"]} in %%f%d : "
              "(" ANY ") -> " ANY,
              h, writer->function);
  asWriteLine(writer,
              "transform.scf.take_assumed_branch %%h%d take_else_branch : "
              "(" ANY ") -> ()",
              h);
}

void asWriteFuse(AsWriter *writer, const AsStep *step) {
  if (!asStepTiles(writer, step))
    return;
  bool isForall = step->kind != AS_STEP_FUSE;
  AsText list = {0}, types = {0}, out = {0}, order = {0}, orderTypes = {0};
  int tiled = asWriteSizes(writer, step, &list, &types);
  int target = asWriterChangedLayout(writer, step)
                   ? asWriteMatchUnpack(writer, ANY)
                   : asWriteMatch(writer, step->stage);
  if (step->order >= 0) {
    AsText inner = {0};
    interchange(writer, step, &inner, &orderTypes);
    asTextFormat(&order, " interchange [%s]", inner.data);
    asTextFree(&inner);
  }
  if (step->kind == AS_STEP_PARALLEL && !step->isPadded)
    target = asWriteSplitRest(writer, step, target);
  int h = writer->next++;
  int numLoops = isForall ? 1 : tiled;
  asWriteTypes(&out, numLoops);
  asWriteLine(
      writer,
      "%%h%d, %%l%d:%d = transform.structured.fuse %%h%d tile_sizes [%s]%s "
      "{apply_cleanup%s} : (" ANY "%s%s) -> (%s)",
      h, h, numLoops, target, list.data, asTextString(&order),
      isForall ? ", use_forall" : "", asTextString(&types),
      asTextString(&orderTypes), out.data);
  writer->sharesLanes |= step->isPadded;
  if (asStepFusesPads(writer->sketch, step))
    assumePixels(writer);
  if (step->kind == AS_STEP_GRID || step->kind == AS_STEP_BLOCKS)
    asWriteMapping(writer, step, h, tiled);
  if (step->kind != AS_STEP_PARALLEL)
    asWritePeel(writer, step);
  asTextFree(&list);
  asTextFree(&types);
  asTextFree(&out);
  asTextFree(&order);
  asTextFree(&orderTypes);
}

/// The stages that make the image of a pad follow it into its loops, the last
/// one first. Their result has the tile's size there, in an array of its own:
/// as a part of what the border is filled in, which upstream would make of it,
/// all of that would be copied in each iteration
/// (lowering/memory/pad-in-place.c).
void asWriteFeed(AsWriter *writer) {
  int around = writer->next;
  writer->next += 2;
  asWriteLine(writer,
              "%%h%d = transform.structured.match ops{[\"tensor.pad\"]} in "
              "%%f%d : (" ANY ") -> " ANY,
              around, writer->function);
  asWriteLine(writer,
              "%%h%d = transform.get_parent_op %%h%d : (" ANY ") -> " ANY,
              around + 1, around);
  around++;
  for (int s = writer->sketch->feeder; s >= 0; s--) {
    if (!writer->sketch->feeds[s])
      continue;
    int target = asWriteMatch(writer, s), h = writer->next;
    writer->next += 2;
    asWriteLine(writer,
                "%%h%d, %%h%d = transform.structured.fuse_into_containing_op "
                "%%h%d into %%h%d : (" ANY ", " ANY ") -> (" ANY ", " ANY ")",
                h, h + 1, target, around);
    around = h + 1;
  }
  static const char *const sizes[] = {"tensor.fold_tensor_empty",
                                      "canonicalization", NULL};
  asWritePatterns(writer, sizes);
  int feeder = asWriteMatch(writer, writer->sketch->feeder), h = writer->next;
  const AsStage *stage =
      &writer->sketch->program->stages[writer->sketch->feeder];
  writer->next += 2;
  asWriteLine(writer,
              "%%h%d = transform.get_producer_of_operand %%h%d[%d] : (" ANY
              ") -> !transform.op<\"tensor.empty\">",
              h, feeder, stage->numAccesses - 1);
  asWriteLine(writer,
              "%%h%d = transform.bufferization.empty_tensor_to_alloc_tensor "
              "%%h%d : (!transform.op<\"tensor.empty\">) -> "
              "!transform.op<\"bufferization.alloc_tensor\">",
              h + 1, h);
  asWriteLine(writer,
              "transform.annotate %%h%d \"as.tile\" : "
              "!transform.op<\"bufferization.alloc_tensor\">",
              h + 1);
}

/// Tiles each operation of a handle by itself: of several the transform wants
/// as many values of each parameter.
static void tileEach(AsWriter *writer, int target, int h, int tiled,
                     const char *sizes, const char *types) {
  AsText out = {0}, loops = {0};
  asWriteTypes(&out, tiled);
  for (int i = 0; i < tiled; i++)
    asTextFormat(&loops, ", %%loop#%d", i);
  asWriteLine(writer,
              "%%h%d, %%l%d:%d = transform.foreach %%h%d : " ANY " -> %s {", h,
              h, tiled, target, out.data);
  asWriteLine(writer, "^bb0(%%one: " ANY "):");
  asWriteLine(writer,
              "  %%tile, %%loop:%d = transform.structured.tile_using_for %%one "
              "tile_sizes [%s] : (" ANY "%s) -> (%s)",
              tiled, sizes, types, out.data);
  asWriteLine(writer, "  transform.yield %%tile%s : %s", loops.data, out.data);
  asWriteLine(writer, "}");
  asTextFree(&out);
  asTextFree(&loops);
}

/// Remembers the loops: unrolling asks for them.
void asWriteTile(AsWriter *writer, const AsStep *step) {
  if (!asStepTiles(writer, step))
    return;
  AsText list = {0}, types = {0}, out = {0};
  int tiled = asWriteSizes(writer, step, &list, &types);
  int target = asWriteMatch(writer, step->stage);
  int h = writer->next++;
  asWriteTypes(&out, tiled);
  if (writer->copies[step->stage] && types.length)
    tileEach(writer, target, h, tiled, list.data, types.data);
  else
    asWriteLine(writer,
                "%%h%d, %%l%d:%d = transform.structured.tile_using_for %%h%d "
                "tile_sizes [%s] : (" ANY "%s) -> (%s)",
                h, h, tiled, target, list.data, asTextString(&types), out.data);
  asWritePeel(writer, step);
  writer->loops[step->stage].handle = h;
  writer->loops[step->stage].count = tiled;
  if (writer->turned.rank && writer->turned.stage == step->stage)
    asWriteTurnInside(writer, h, tiled);
  asTextFree(&list);
  asTextFree(&types);
  asTextFree(&out);
}

/// Into partial results; a size that is a knob is `width`.
static void tileReduction(AsWriter *writer, const AsStep *step, int target,
                          int64_t width, const char *indent) {
  int numDims = writer->sketch->program->stages[step->stage].numDims;
  AsText list = {0};
  for (int d = 0; d < numDims; d++)
    asTextFormat(
        &list, "%s%lld", d ? ", " : "",
        (long long)(step->size[d].knob >= 0 ? width : step->size[d].constant));
  asWriteLine(
      writer,
      "%s%%r0, %%r1, %%r2, %%r3 = "
      "transform.structured.tile_reduction_using_for %%h%d by tile_sizes = "
      "[%s] : (" ANY ") -> (" ANY ", " ANY ", " ANY ", " ANY ")",
      indent, target, list.data);
  if (writer->sketch->gpu) { // Its threads will share these.
    int mark = asWriterMark(writer, step->stage);
    asWriteLine(writer, "%stransform.annotate %%r0 \"as.start%d\" : " ANY,
                indent, mark);
    asWriteLine(writer, "%stransform.annotate %%r1 \"as.part%d\" : " ANY,
                indent, mark);
    if (asMergesColumns(&writer->sketch->program->stages[step->stage]))
      asWriteLine(writer, "%stransform.annotate %%r2 \"as.merge%d\" : " ANY,
                  indent, mark);
  }
  writer->isSplit[step->stage] = true;
  asTextFree(&list);
}

/// The width is an attribute of the transform op, hence the alternatives; the
/// handles must not clash where it is a constant, hence the foreach.
void asWriteSplitReduction(AsWriter *writer, const AsStep *step) {
  const AsStage *stage = &writer->sketch->program->stages[step->stage];
  if (!asStepTiles(writer, step))
    return;
  const AsSize *size = &step->size[0];
  int64_t extent = 0;
  for (int d = 0; d < stage->numDims; d++)
    if (step->size[d].knob >= 0) {
      size = &step->size[d];
      extent = stage->extent[d];
    }
  int target = asWriteMatch(writer, step->stage);
  if (size->knob < 0) {
    int h = writer->next++;
    asWriteLine(writer, "transform.foreach %%h%d : " ANY " {", target);
    asWriteLine(writer, "^bb0(%%h%d: " ANY "):", h);
    tileReduction(writer, step, h, 0, "  ");
    asWriteLine(writer, "}");
    return;
  }
  const AsKnob *knob = &writer->sketch->knobs[size->knob];
  asWriteOpenAlternatives(writer, size->knob, "", "");
  for (int o = 0; asWriteRegion(writer, size->knob, o); o++) {
    tileReduction(writer, step, target, knob->options[o], "  ");
    asWriteLine(writer, "  transform.yield");
  }
  if (asSizeLeavesRest(writer->sketch, size, extent))
    asWritePeelLoops(writer);
}

/// What each thread or block reduces has the mark from then on; what merges
/// their results has none.
void asWriteRfactor(AsWriter *writer, const AsStep *step) {
  const AsStage *stage = &writer->sketch->program->stages[step->stage];
  AsText list = {0};
  for (int d = 0; d < stage->numDims; d++)
    asTextFormat(&list, "%s%lld", d ? ", " : "",
                 step->size[d].constant
                     ? (long long)(stage->extent[d] / step->size[d].constant)
                     : 0);
  int target = asWriteMatch(writer, step->stage), h = writer->next++;
  asWriteLine(writer,
              "%%p%d:4 = transform.structured.tile_reduction_using_forall "
              "%%h%d by num_threads = [%s] tile_sizes = []%s : (" ANY
              ") -> (" ANY ", " ANY ", " ANY ", " ANY ")",
              h, target, list.data,
              writer->sketch->gpu ? " mapping = [#gpu.block<x>]" : "");
  asWriteLine(writer, "transform.annotate %%p%d#1 \"as.op%d\" : " ANY, h,
              asWriterMark(writer, step->stage));
  asTextFree(&list);
}

void asWriteUnrollWhole(AsWriter *writer, const AsSize *size, int64_t trip,
                        const char *loop) {
  if (size->knob < 0) {
    asWriteLine(writer, "transform.loop.unroll %s {factor = %lld} : " ANY, loop,
                (long long)trip);
    return;
  }
  const AsKnob *knob = &writer->sketch->knobs[size->knob];
  asWriteOpenAlternatives(writer, size->knob, "", "");
  for (int o = 0; asWriteRegion(writer, size->knob, o); o++) {
    asWriteLine(writer, "  transform.loop.unroll %s {factor = %lld} : " ANY,
                loop, (long long)knob->options[o]);
    asWriteLine(writer, "  transform.yield");
  }
}

void asWriteUnroll(AsWriter *writer, const AsStep *step) {
  int loops = writer->loops[step->stage].count;
  const AsKnob *knob = &writer->sketch->knobs[step->knob];
  asWriteOpenAlternatives(writer, step->knob, "", "");
  for (int o = 0; asWriteRegion(writer, step->knob, o); o++) {
    if (knob->options[o] > 1 && loops)
      asWriteLine(writer,
                  "  transform.loop.unroll %%l%d#%d {factor = %lld} : " ANY,
                  writer->loops[step->stage].handle, loops - 1,
                  (long long)knob->options[o]);
    asWriteLine(writer, "  transform.yield");
  }
}
