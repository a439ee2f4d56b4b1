//===- fusion.c - Tiling a stage with its producers fused
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See fusion.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/steps/fusion.h"
#include "sketch/fused-pads.h"

//===----------------------------------------------------------------------===//
// The loop nest
//===----------------------------------------------------------------------===//

/// Whether fusing takes the stage along with its consumer. Pads are arrays of
/// their own, or fused in another way, and pieces of a concatenation have
/// nothing to do with each other.
static bool isFused(const AsStage *stage) {
  return stage->kind != AS_STAGE_PAD && stage->kind != AS_STAGE_INSERT;
}

/// A pad is made in the loops that cut its reader.
static bool fusePad(AsNest *nest, int pad, int d, int64_t span, int64_t size,
                    AsLoopKind kind) {
  AsNestStage *own = &nest->stage[pad];
  if (!asNestPush(own, asPaddedDim(nest->sketch, pad, d), span, size, kind))
    return false;
  own->shared = own->numLoops;
  return true;
}

/// Marks what is fused with the root: all that it is computed from, but for
/// what has loops of its own by now.
static void findFused(const AsNest *nest, int root, bool fused[AS_MAX_STAGES]) {
  const AsSketch *sketch = nest->sketch;
  const AsProgram *program = sketch->program;
  bool isNeeded[AS_MAX_STAGES] = {false};
  isNeeded[root] = true;
  for (int c = root; c >= 0; c--) {
    fused[c] = c < root && isNeeded[c] && isFused(&program->stages[c]) &&
               sketch->feeds[c] == (root == sketch->feeder);
    for (int a = 0; a < program->stages[c].numAccesses && isNeeded[c]; a++) {
      const AsAccess *use = &program->stages[c].access[a];
      int tensor = use->isWrite ? use->initial : use->tensor;
      int p = tensor >= 0 ? program->tensors[tensor].producer : -1;
      if (p >= 0 && p < c &&
          nest->stage[p].numLoops <= nest->stage[root].numLoops)
        isNeeded[p] = true;
    }
  }
}

/// Notes that a stage is fused with another one than the last, in loops that
/// the last one does not have.
static void noteApart(AsNest *nest, int s, int root) {
  AsNestStage *stage = &nest->stage[s];
  if (root == nest->numStages - 1 || stage->fusedWith == root)
    return;
  stage->fusedWith = (int8_t)root;
  stage->sharedWithLast = stage->shared;
}

/// Loop `d` of the root, which is cut into tiles of `size` of `whole`, is one
/// of every stage that is fused, too.
static bool fuseLoop(AsNest *nest, const AsStep *step, const AsFusion *fusion,
                     const bool *fused, int d, int64_t whole, int64_t size,
                     bool isSingle) {
  const AsSketch *sketch = nest->sketch;
  int root = step->stage;
  bool isPadded = fusion->isPadded && whole % size != 0;
  bool fusesPads = asStepFusesPads(sketch, step);
  noteApart(nest, root, root);
  nest->stage[root].shared = nest->stage[root].numLoops;
  for (int s = 0; s < root; s++) {
    const AsStage *of = &sketch->program->stages[s];
    if (of->kind == AS_STAGE_PAD && fusesPads &&
        !fusePad(nest, s, d, whole, size, fusion->kind))
      return false;
    if (!fused[s])
      continue;
    AsNestStage *stage = &nest->stage[s];
    int own = asSketchLoopWith(sketch, s, root, d);
    if (own < 0 && fusion->isApart)
      continue;
    bool fits = own < 0 || isSingle
                    ? asNestPush(stage, own, whole, size, fusion->kind)
                : isPadded ? asNestCutPadded(nest, s, own, size)
                           : asNestCut(nest, s, own, size, fusion->kind);
    if (!fits)
      return false;
    if (!fusion->isApart) {
      noteApart(nest, s, root);
      stage->shared = stage->numLoops;
    }
  }
  return true;
}

/// Cuts loop `d` of the root, and of what is fused with it.
static bool cutLoop(AsNest *nest, const AsStep *step, const AsFusion *fusion,
                    const bool *fused, int d, const AsPoint *point) {
  int root = step->stage;
  const AsSize *tile = &asStepSizes(step)[d];
  int64_t size = asSizeValue(nest->sketch, point, tile);
  int64_t whole = nest->stage[root].tile[d];
  bool isPadded = fusion->isPadded && whole % size != 0;
  if (!asNestFitsRest(nest, root, d, tile, size) ||
      !(isPadded ? asNestCutPadded(nest, root, d, size)
                 : asNestCut(nest, root, d, size, fusion->kind)))
    return false;
  // A loop over blocks is there even where it has a single iteration.
  bool isSingle = fusion->kind == AS_LOOP_BLOCKS && size == 1 && whole == 1;
  if (isSingle && !asNestPush(&nest->stage[root], d, 1, 1, fusion->kind))
    return false;
  bool isCut = size != 0 && (size != whole || isSingle);
  return !isCut ||
         fuseLoop(nest, step, fusion, fused, d, whole, size, isSingle);
}

bool asNestFuse(AsNest *nest, const AsStep *step, const AsFusion *fusion,
                const AsPoint *point) {
  const AsProgram *program = nest->sketch->program;
  const AsSize *size = asStepSizes(step);
  int root = step->stage, order[AS_MAX_DIMS], count = 0;
  for (int d = 0; d < program->stages[root].numDims; d++)
    if (asSizeTiles(&size[d]))
      order[count++] = d;
  if (fusion->isSwapped) {
    int swapped = order[count - 1];
    order[count - 1] = order[count - 2];
    order[count - 2] = swapped;
  }
  bool fused[AS_MAX_STAGES];
  findFused(nest, root, fused);
  for (int i = 0; i < count; i++)
    if (!cutLoop(nest, step, fusion, fused, order[i], point))
      return false;
  bool fusesPads = asStepFusesPads(nest->sketch, step);
  for (int s = 0; s < root && fusesPads; s++)
    if (program->stages[s].kind == AS_STAGE_PAD)
      asPadCoverReader(nest, s);
  return true;
}

//===----------------------------------------------------------------------===//
// The script
//===----------------------------------------------------------------------===//

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

int asWriteFusionTarget(AsWriter *writer, int stage) {
  if (!asWriterChangedLayout(writer, stage))
    return asWriteMatch(writer, stage);
  int h = writer->next++;
  asWriteLine(
      writer,
      "%%h%d = transform.structured.match ops{[\"linalg.unpack\"]} in %%f%d : "
      "(" ANY ") -> " ANY,
      h, writer->function);
  return h;
}

/// Sizes for the loops of a linalg.unpack, which has those of the result.
static void writeResultSizes(AsWriter *writer, int stage, const AsSize *size,
                             AsText *list, AsText *types) {
  const AsProgram *program = writer->sketch->program;
  const AsStage *of = &program->stages[stage];
  const AsAccess *result = asStageResult(of);
  for (int r = 0, d; r < program->tensors[result->tensor].rank &&
                     (d = asAccessLoop(result, of, r)) >= 0;
       r++)
    asWriteSize(&size[d], r == 0, list, types);
}

int asWriteFusedTiles(AsWriter *writer, const AsStep *step, int target,
                      bool isForall, const char *interchange,
                      const char *types) {
  AsText list = {0}, sizeTypes = {0}, out = {0};
  const AsSize *size = asStepSizes(step);
  if (asWriterChangedLayout(writer, step->stage))
    writeResultSizes(writer, step->stage, size, &list, &sizeTypes);
  else
    asWriteSizes(writer, step->stage, size, &list, &sizeTypes);
  int h = writer->next++;
  int numLoops = isForall ? 1 : asNumTiled(size);
  asWriteTypes(&out, numLoops);
  asWriteLine(
      writer,
      "%%h%d, %%l%d:%d = transform.structured.fuse %%h%d tile_sizes [%s]%s "
      "{apply_cleanup%s} : (" ANY "%s%s) -> (%s)",
      h, h, numLoops, target, list.data, interchange,
      isForall ? ", use_forall" : "", asTextString(&sizeTypes), types,
      out.data);
  asTextFree(&list);
  asTextFree(&sizeTypes);
  asTextFree(&out);
  return h;
}

int asWriteFusion(AsWriter *writer, const AsStep *step, int target,
                  bool isForall, const char *interchange, const char *types) {
  int h = asWriteFusedTiles(writer, step, target, isForall, interchange, types);
  if (asStepFusesPads(writer->sketch, step))
    assumePixels(writer);
  return h;
}
