//===- sketch/script.c - Sketches as Transform-dialect scripts
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each kind of step has one function here that writes its lines. Operations are
// numbered once, at the start of the sequence, by an attribute as.opN that
// survives tiling and fusion, so that later steps find them again.
//
// The order of the patterns that lower vectors matters, and so does hoisting
// subsets out of loops while still on tensors: it is what keeps accumulators in
// registers.
//
//===----------------------------------------------------------------------===//

#include "sketch/script.h"
#include "task/task.h"
#include <stdio.h>
#include <string.h>

#define ANY "!transform.any_op"
#define PARAM "!transform.param<i64>"
#define GENERIC "!transform.op<\"linalg.generic\">"

typedef struct Writer {
  const AsSketch *sketch;
  const AsPoint *point; ///< NULL: knobs stay open.
  AsText *text;
  int function;              ///< Number of the handle of the function: %fN.
  int next;                  ///< Number of the next fresh handle.
  int copies[AS_MAX_STAGES]; ///< How often peeling copied a stage, at most.
  struct {
    int handle, count;
  } loops[AS_MAX_STAGES]; ///< Of each stage's last TILE step.
  struct {
    int stage, handle, rank;
  } turned; ///< What turns a packed operand back; rank 0 where there is none.
  const AsStep *layout; ///< The LAYOUT step that came before, or NULL.
} Writer;

static void line(Writer *writer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void line(Writer *writer, const char *format, ...) {
  asTextAppendString(writer->text, "    ");
  va_list arguments;
  va_start(arguments, format);
  asTextFormatV(writer->text, format, arguments);
  va_end(arguments);
  asTextAppendString(writer->text, "\n");
}

static int orderOf(const Writer *writer, int stage) {
  return writer->sketch->program->stages[stage].order;
}

/// Matches stage `s` into a fresh handle and returns its number.
static int matchStage(Writer *writer, int s) {
  int h = writer->next++;
  line(writer,
       "%%h%d = transform.structured.match attributes {as.op%d} in %%f%d : "
       "(" ANY ") -> " ANY,
       h, orderOf(writer, s), writer->function);
  return h;
}

//===----------------------------------------------------------------------===//
// Knobs
//===----------------------------------------------------------------------===//

/// Opens transform.tune.alternatives for a knob; regions follow.
static void openAlternatives(Writer *writer, int k, const char *handles,
                             const char *types) {
  const AsKnob *knob = &writer->sketch->knobs[k];
  asTextFormat(writer->text, "    %stransform.tune.alternatives<\"%s\">",
               handles, knob->name);
  if (writer->point)
    asTextFormat(writer->text, " selected_region = %d",
                 writer->point->choice[k]);
  asTextFormat(writer->text, "%s ", types);
}

/// A tile size that is an attribute somewhere, and a parameter elsewhere.
static void defineAlternativeTile(Writer *writer, int k) {
  const AsKnob *knob = &writer->sketch->knobs[k];
  AsText handle = {0};
  asTextFormat(&handle, "%%k%d = ", k);
  openAlternatives(writer, k, handle.data, " -> " PARAM);
  asTextFree(&handle);
  for (int o = 0; o < knob->numOptions; o++) {
    asTextAppendString(writer->text, o ? ", {\n" : "{\n");
    line(writer, "  %%size = transform.param.constant %lld : i64 -> " PARAM,
         (long long)knob->options[o]);
    line(writer, "  transform.yield %%size : " PARAM);
    asTextAppendString(writer->text, "    }");
  }
  asTextAppendString(writer->text, "\n");
}

static void defineKnob(Writer *writer, int k) {
  const AsKnob *knob = &writer->sketch->knobs[k];
  if (knob->isAlternative && knob->kind == AS_KNOB_TILE)
    defineAlternativeTile(writer, k);
  if (knob->isAlternative)
    return; // Written where it is used.
  AsText options = {0};
  for (int o = 0; o < knob->numOptions; o++)
    asTextFormat(&options, "%s%lld : i64", o ? ", " : "",
                 (long long)knob->options[o]);
  AsText chosen = {0};
  if (writer->point)
    asTextFormat(&chosen, " = %lld : i64 from",
                 (long long)asPointValue(writer->sketch, writer->point, k));
  line(writer, "%%k%d = transform.tune.knob<\"%s\">%s options = [%s] -> " PARAM,
       k, knob->name, asTextString(&chosen), options.data);
  asTextFree(&options);
  asTextFree(&chosen);
}

/// Whether the step is about an operation whose layout was changed.
static bool isLaidOut(const Writer *writer, const AsStep *step) {
  return writer->layout && writer->layout->stage == step->stage;
}

/// The loop of the stage that loop `i` of the operation to be tiled is; -1
/// after the last. What is fused into an operation with another layout is fused
/// into the linalg.unpack after it, which has the loops of the result.
static int loopAt(const Writer *writer, const AsStep *step, int i) {
  const AsProgram *program = writer->sketch->program;
  const AsStage *stage = &program->stages[step->stage];
  if (!isLaidOut(writer, step) || step->kind != AS_STEP_FUSE)
    return i < stage->numDims ? i : -1;
  const AsAccess *result = asStageResult(stage);
  return i < program->tensors[result->tensor].rank
             ? asAccessLoop(result, stage, i)
             : -1;
}

/// A list of sizes; the types of the knobs among them go to `types`, and the
/// number of sizes that are not 0 is returned.
static int sizes(Writer *writer, const AsStep *step, AsText *list,
                 AsText *types) {
  int tiled = 0;
  for (int i = 0, d; (d = loopAt(writer, step, i)) >= 0; i++) {
    const AsSize *size = &step->size[d];
    asTextAppendString(list, i ? ", " : "");
    if (size->knob >= 0) {
      asTextFormat(list, "%%k%d", size->knob);
      asTextAppendString(types, ", " PARAM);
    } else {
      asTextFormat(list, "%lld", (long long)size->constant);
    }
    tiled += size->knob >= 0 || size->constant;
  }
  if (isLaidOut(writer, step) && step->kind != AS_STEP_FUSE)
    asTextAppendString(list, ", 0"); // The innermost loop, which is new.
  return tiled;
}

static void results(AsText *text, int numLoops) {
  asTextAppendString(text, ANY);
  for (int i = 0; i < numLoops; i++)
    asTextAppendString(text, ", " ANY);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

static void clean(Writer *writer) {
  line(writer, "transform.apply_patterns to %%f%d {", writer->function);
  line(writer, "  transform.apply_patterns.canonicalization");
  line(writer, "  transform.apply_patterns.tensor."
               "merge_consecutive_insert_extract_slice");
  line(writer, "} : " ANY);
  line(writer, "transform.apply_cse to %%f%d : " ANY, writer->function);
}

static void applyPass(Writer *writer, const char *name, const char *options) {
  int before = writer->function++;
  line(writer,
       "%%f%d = transform.apply_registered_pass \"%s\"%s to %%f%d : (" ANY
       ") -> " ANY,
       before + 1, name, options, before);
}

static void materialisePads(Writer *writer) {
  int h = writer->next++;
  line(writer,
       "%%h%d = transform.structured.match ops{[\"tensor.pad\"]} in %%f%d : "
       "(" ANY ") -> " ANY,
       h, writer->function);
  line(writer,
       "transform.structured.rewrite_in_destination_passing_style %%h%d : "
       "(" ANY ") -> " ANY,
       h);
}

/// Matches what restores the layout of a result.
static int matchUnpack(Writer *writer, const char *type) {
  int h = writer->next++;
  line(writer,
       "%%h%d = transform.structured.match ops{[\"linalg.unpack\"]} in %%f%d : "
       "(" ANY ") -> %s",
       h, writer->function, type);
  return h;
}

/// The interchange of a fusion, two of it parameters that the order knob
/// chooses: only the last two tiled loops ever change places. MLIR counts all
/// loops of the operation here, tiled or not.
static void interchange(Writer *writer, const AsStep *step, AsText *list,
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
  openAlternatives(writer, step->order, handles.data, " -> " PARAM ", " PARAM);
  asTextFree(&handles);
  for (int option = 0; option < 2; option++) {
    asTextAppendString(writer->text, option ? ", {\n" : "{\n");
    for (int i = 0; i < 2; i++)
      line(writer, "  %%a%d = transform.param.constant %d : i64 -> " PARAM, i,
           last[option ? 1 - i : i]);
    line(writer, "  transform.yield %%a0, %%a1 : " PARAM ", " PARAM);
    asTextAppendString(writer->text, "    }");
  }
  asTextAppendString(writer->text, "\n");
  for (int d = 0; d < numDims; d++) {
    asTextAppendString(list, d ? ", " : "");
    if (d == last[0] || d == last[1])
      asTextFormat(list, "%%h%d", d == last[0] ? h : h + 1);
    else
      asTextFormat(list, "%d", d);
  }
  asTextAppendString(types, ", " PARAM ", " PARAM);
}

static bool tilesAnything(const Writer *writer, const AsStep *step) {
  for (int d = 0; d < writer->sketch->program->stages[step->stage].numDims; d++)
    if (step->size[d].knob >= 0 || step->size[d].constant)
      return true;
  return false;
}

/// Matches a stage, copy by copy: returns the handle of the first, which is
/// followed by those of the copies that there may be.
static int matchCopies(Writer *writer, int s) {
  int handle = matchStage(writer, s), h = writer->next;
  if (!writer->copies[s])
    return handle;
  writer->next += writer->copies[s] + 1;
  AsText types = {0}, names = {0};
  results(&types, writer->copies[s]);
  for (int i = 0; i <= writer->copies[s]; i++)
    asTextFormat(&names, "%s%%h%d", i ? ", " : "", h + i);
  line(writer,
       "%s = transform.split_handle %%h%d {fail_on_payload_too_small = false} "
       ": (" ANY ") -> (%s)",
       names.data, handle, types.data);
  asTextFree(&types);
  asTextFree(&names);
  return h;
}

/// Each operation became so many at most. What is fused shares its loops with
/// the stages before it.
static void countCopies(Writer *writer, const AsStep *step, int times) {
  int from = step->kind == AS_STEP_TILE ? step->stage : 0;
  for (int s = from; s <= step->stage; s++)
    writer->copies[s] = (writer->copies[s] + 1) * times - 1;
}

static void peelLoops(Writer *writer) {
  applyPass(writer, "scf-for-loop-peeling",
            " with options = {\"skip-partial\" = false}");
  clean(writer);
}

/// What the tiles of a step leave over of the extents becomes code of its own,
/// of static sizes too. The first operation with a mark is then the one of the
/// whole tiles, and those of the remainders come after it. They go by single
/// vectors: of wider ones that are no power of two LLVM makes scalars.
static void peel(Writer *writer, const AsStep *step) {
  const AsProgram *program = writer->sketch->program;
  const AsStage *stage = &program->stages[step->stage];
  int dims = 0;
  for (int d = 0; d < stage->numDims; d++)
    dims += asSizeLeavesRest(writer->sketch, &step->size[d], stage->extent[d]);
  if (!dims)
    return;
  peelLoops(writer);
  countCopies(writer, step, 1 << dims);
  int lane = asStageLaneLoop(program, stage);
  if (lane < 0 ||
      !asSizeLeavesRest(writer->sketch, &step->size[lane], stage->extent[lane]))
    return;
  AsElement element = program->tensors[asStageResult(stage)->tensor].element;
  int lanes = writer->sketch->vectorBytes / asElementBytes(element);
  AsText list = {0};
  for (int d = 0; d < stage->numDims; d++)
    asTextFormat(&list, "%s%d", d ? ", " : "", d == lane ? lanes : 0);
  int first = matchCopies(writer, step->stage);
  AsText copies = {0};
  for (int i = 1; i <= writer->copies[step->stage]; i++)
    asTextFormat(&copies, "%s%%h%d", i > 1 ? ", " : "", first + i);
  int rest = writer->next++, h = writer->next++;
  line(writer, "%%h%d = transform.merge_handles %s : " ANY, rest, copies.data);
  line(writer,
       "%%h%d, %%l%d = transform.structured.%s %%h%d tile_sizes [%s]%s : (" ANY
       ") -> (" ANY ", " ANY ")",
       h, h, step->kind == AS_STEP_TILE ? "tile_using_for" : "fuse", rest,
       list.data, step->kind == AS_STEP_TILE ? "" : " {apply_cleanup}");
  asTextFree(&list);
  asTextFree(&copies);
  peelLoops(writer);
  countCopies(writer, step, 2);
}

static void fuse(Writer *writer, const AsStep *step) {
  if (!tilesAnything(writer, step))
    return;
  bool isParallel = step->kind == AS_STEP_PARALLEL;
  AsText list = {0}, types = {0}, out = {0}, order = {0}, orderTypes = {0};
  int tiled = sizes(writer, step, &list, &types);
  int target = isLaidOut(writer, step) ? matchUnpack(writer, ANY)
                                       : matchStage(writer, step->stage);
  if (step->order >= 0) {
    AsText inner = {0};
    interchange(writer, step, &inner, &orderTypes);
    asTextFormat(&order, " interchange [%s]", inner.data);
    asTextFree(&inner);
  }
  int h = writer->next++;
  int numLoops = isParallel ? 1 : tiled;
  results(&out, numLoops);
  line(writer,
       "%%h%d, %%l%d:%d = transform.structured.fuse %%h%d tile_sizes [%s]%s "
       "{apply_cleanup%s} : (" ANY "%s%s) -> (%s)",
       h, h, numLoops, target, list.data, asTextString(&order),
       isParallel ? ", use_forall" : "", asTextString(&types),
       asTextString(&orderTypes), out.data);
  peel(writer, step);
  asTextFree(&list);
  asTextFree(&types);
  asTextFree(&out);
  asTextFree(&order);
  asTextFree(&orderTypes);
}

/// What turns a packed operand back goes along with its consumer, where it will
/// be a vector that only changes its shape.
static void turnInside(Writer *writer, int loops, int count) {
  int h = writer->next++;
  line(writer,
       "%%h%d, %%q%d = transform.structured.fuse_into_containing_op %%h%d into "
       "%%l%d#%d : (" ANY ", " ANY ") -> (" ANY ", " ANY ")",
       h, h, writer->turned.handle, loops, count - 1);
  writer->turned.handle = h;
}

/// Remembers the loops: unrolling asks for them.
static void tile(Writer *writer, const AsStep *step) {
  if (!tilesAnything(writer, step))
    return;
  AsText list = {0}, types = {0}, out = {0};
  int tiled = sizes(writer, step, &list, &types);
  int target = matchStage(writer, step->stage);
  int h = writer->next++;
  results(&out, tiled);
  line(writer,
       "%%h%d, %%l%d:%d = transform.structured.tile_using_for %%h%d "
       "tile_sizes [%s] : (" ANY "%s) -> (%s)",
       h, h, tiled, target, list.data, asTextString(&types), out.data);
  peel(writer, step);
  writer->loops[step->stage].handle = h;
  writer->loops[step->stage].count = tiled;
  if (writer->turned.rank && writer->turned.stage == step->stage)
    turnInside(writer, h, tiled);
  asTextFree(&list);
  asTextFree(&types);
  asTextFree(&out);
}

static void tileReduction(Writer *writer, const AsStep *step, int target,
                          int64_t width, const char *indent) {
  int numDims = writer->sketch->program->stages[step->stage].numDims;
  AsText list = {0};
  for (int d = 0; d < numDims; d++) {
    bool here = step->size[d].knob >= 0 || step->size[d].constant;
    asTextFormat(&list, "%s%lld", d ? ", " : "", here ? (long long)width : 0);
  }
  line(writer,
       "%s%%r0, %%r1, %%r2, %%r3 = "
       "transform.structured.tile_reduction_using_for %%h%d by tile_sizes = "
       "[%s] : (" ANY ") -> (" ANY ", " ANY ", " ANY ", " ANY ")",
       indent, target, list.data);
  asTextFree(&list);
}

/// The width is an attribute of the transform op, hence the alternatives; the
/// handles must not clash where it is a constant, hence the foreach.
static void splitReduction(Writer *writer, const AsStep *step) {
  const AsStage *stage = &writer->sketch->program->stages[step->stage];
  int numDims = stage->numDims;
  const AsSize *size = NULL;
  int64_t extent = 0;
  for (int d = 0; d < numDims; d++)
    if (step->size[d].knob >= 0 || step->size[d].constant) {
      size = &step->size[d];
      extent = stage->extent[d];
    }
  if (!size)
    return;
  int target = matchStage(writer, step->stage);
  if (size->knob < 0) {
    int h = writer->next++;
    line(writer, "transform.foreach %%h%d : " ANY " {", target);
    line(writer, "^bb0(%%h%d: " ANY "):", h);
    tileReduction(writer, step, h, size->constant, "  ");
    line(writer, "}");
    return;
  }
  const AsKnob *knob = &writer->sketch->knobs[size->knob];
  openAlternatives(writer, size->knob, "", "");
  for (int o = 0; o < knob->numOptions; o++) {
    asTextAppendString(writer->text, o ? ", {\n" : "{\n");
    tileReduction(writer, step, target, knob->options[o], "  ");
    line(writer, "  transform.yield");
    asTextAppendString(writer->text, "    }");
  }
  asTextAppendString(writer->text, "\n");
  if (asSizeLeavesRest(writer->sketch, size, extent))
    peelLoops(writer);
}

/// The number of loops is an attribute of the transform op. `turn` is empty, or
/// a permutation.
static void hoistPad(Writer *writer, int k, int pad, int hoisted,
                     const char *turn) {
  const AsKnob *knob = &writer->sketch->knobs[k];
  AsText handle = {0};
  asTextFormat(&handle, "%%h%d = ", hoisted);
  openAlternatives(writer, k, handle.data, " -> " ANY);
  asTextFree(&handle);
  for (int o = 0; o < knob->numOptions; o++) {
    asTextAppendString(writer->text, o ? ", {\n" : "{\n");
    line(writer,
         "  %%out = transform.structured.hoist_pad %%h%d by %lld loops%s : "
         "(" ANY ") -> " ANY,
         pad, (long long)knob->options[o], turn);
    line(writer, "  transform.yield %%out : " ANY);
    asTextAppendString(writer->text, "    }");
  }
  asTextAppendString(writer->text, "\n");
}

/// The dimension of the operand that the lanes index, where that is not the
/// last one: then the copies have it there. -1 where nothing is to be turned.
static int turnedDim(const AsProgram *program, const AsStage *stage,
                     const AsAccess *access) {
  int rank = program->tensors[access->tensor].rank;
  int lane = asStageLaneLoop(program, stage);
  for (int r = 0; r < rank - 1; r++)
    if (asAccessLoop(access, stage, r) == lane)
      return r;
  return -1;
}

/// ", transpose by [...]" that makes `dim` the last one.
static void writeTurn(int rank, int dim, AsText *text) {
  asTextAppendString(text, ", transpose by [");
  for (int r = 0; r < rank; r++)
    if (r != dim)
      asTextFormat(text, "%d, ", r);
  asTextFormat(text, "%d]", dim);
}

/// Pads that fold to nothing but must not be folded are copies; hoisted out of
/// the register loops they fill a buffer that is laid out tile by tile. Only
/// whole tiles are packed: around the remainders there are fewer loops.
static void pack(Writer *writer, const AsStep *step) {
  const AsStage *stage = &writer->sketch->program->stages[step->stage];
  AsText values = {0}, dims = {0}, nofold = {0}, tiles = {0};
  for (int a = 0; a < stage->numAccesses; a++) {
    AsElement element =
        writer->sketch->program->tensors[stage->access[a].tensor].element;
    asTextFormat(&values, "%s%s : %s", a ? ", " : "",
                 asElementIsFloat(element) ? "0.0" : "0",
                 asElementName(element));
    asTextFormat(&nofold, "%s%d", a ? "," : "", a == step->operand);
  }
  for (int d = 0; d < stage->numDims; d++)
    asTextFormat(&dims, "%s%d", d ? "," : "", d);
  // Copies go by a few rows of the operand at a time.
  const AsAccess *packed = &stage->access[step->operand];
  int rank = writer->sketch->program->tensors[packed->tensor].rank;
  int turned = turnedDim(writer->sketch->program, stage, packed);
  int copyLoops = turned < 0 ? rank - 1 : rank;
  for (int r = 0; r < rank; r++) {
    int loop = asAccessLoop(packed, stage, r);
    int64_t rows = r == rank - 1 && turned < 0 ? 0 : 1;
    int64_t most = r == rank - 1 ? 64 : 8;
    if (r >= rank - 2 && rows && loop >= 0)
      while (rows < most && stage->extent[loop] % (2 * rows) == 0)
        rows *= 2;
    asTextFormat(&tiles, "%s%lld", r ? ", " : "", (long long)rows);
  }
  AsText copies = {0};
  results(&copies, copyLoops);
  int target = matchCopies(writer, step->stage);
  int h = writer->next;
  writer->next += 6;
  line(writer,
       "%%h%d, %%p%d, %%q%d = transform.structured.pad %%h%d "
       "{padding_values = [%s], padding_dimensions = [%s], nofold_flags = "
       "[%s], copy_back_op = \"none\"} : (" ANY ") -> (" ANY ", " ANY ", " ANY
       ")",
       h, h, h, target, values.data, dims.data, nofold.data);
  line(writer, "transform.annotate %%h%d \"as.op%d\" : " ANY, h,
       orderOf(writer, step->stage));
  line(writer,
       "%%h%d = transform.get_producer_of_operand %%h%d[%d] : (" ANY
       ") -> " ANY,
       h + 1, h, step->operand);
  AsText turn = {0};
  if (turned >= 0)
    writeTurn(rank, turned, &turn);
  hoistPad(writer, step->knob, h + 1, h + 2, asTextString(&turn));
  asTextFree(&turn);
  if (turned >= 0) {
    writer->turned.stage = step->stage;
    writer->turned.handle = writer->next++;
    writer->turned.rank = rank;
    line(writer,
         "%%h%d = transform.get_producer_of_operand %%h%d[%d] : (" ANY
         ") -> " ANY,
         writer->turned.handle, h, step->operand);
  }
  line(writer,
       "%%h%d = transform.structured.match ops{[\"tensor.pad\"]} in %%f%d : "
       "(" ANY ") -> " ANY,
       h + 3, writer->function);
  line(writer,
       "transform.structured.rewrite_in_destination_passing_style %%h%d : "
       "(" ANY ") -> " ANY,
       h + 3);
  line(writer,
       "%%h%d = transform.structured.match ops{[\"linalg.copy\"]} in %%f%d : "
       "(" ANY ") -> " ANY,
       h + 4, writer->function);
  line(writer,
       "%%h%d, %%p%d:%d = transform.structured.tile_using_for %%h%d tile_sizes "
       "[%s] : (" ANY ") -> (%s)",
       h + 5, h + 5, copyLoops, h + 4, tiles.data, copies.data);
  line(writer, "transform.structured.vectorize %%h%d : " ANY, h + 5);
  asTextFree(&values);
  asTextFree(&dims);
  asTextFree(&nofold);
  asTextFree(&tiles);
  asTextFree(&copies);
}

/// Tiles of `size` of the loop that has a size in the step become the innermost
/// dimension of what the loop indexes.
static void packLoop(Writer *writer, const AsStep *step, int target, int packed,
                     int64_t size, const char *indent) {
  int numDims = writer->sketch->program->stages[step->stage].numDims;
  AsText list = {0};
  for (int d = 0; d < numDims; d++) {
    bool here = step->size[d].knob >= 0 || step->size[d].constant;
    asTextFormat(&list, "%s%lld", d ? ", " : "", here ? (long long)size : 0);
  }
  line(writer,
       "%s%%h%d = transform.structured.pack %%h%d packed_sizes = [%s] : (" ANY
       ") -> " GENERIC,
       indent, packed, target, list.data);
  asTextFree(&list);
}

/// The size is an attribute of the transform op. Returns the packed operation.
static int packLoops(Writer *writer, const AsStep *step) {
  int target = matchStage(writer, step->stage), packed = writer->next++;
  const AsSize *size = NULL;
  for (int d = 0; d < writer->sketch->program->stages[step->stage].numDims; d++)
    if (step->size[d].knob >= 0 || step->size[d].constant)
      size = &step->size[d];
  if (size->knob < 0) {
    packLoop(writer, step, target, packed, size->constant, "");
    return packed;
  }
  const AsKnob *knob = &writer->sketch->knobs[size->knob];
  int inner = writer->next++;
  AsText handle = {0};
  asTextFormat(&handle, "%%h%d = ", packed);
  openAlternatives(writer, size->knob, handle.data, " -> " GENERIC);
  asTextFree(&handle);
  for (int o = 0; o < knob->numOptions; o++) {
    asTextAppendString(writer->text, o ? ", {\n" : "{\n");
    packLoop(writer, step, target, inner, knob->options[o], "  ");
    line(writer, "  transform.yield %%h%d : " GENERIC, inner);
    asTextAppendString(writer->text, "    }");
  }
  asTextAppendString(writer->text, "\n");
  return packed;
}

/// The copy of the operand, a few elements at a time that were contiguous.
static void copyLaidOut(Writer *writer, const AsStep *step, int packed) {
  const AsStage *stage = &writer->sketch->program->stages[step->stage];
  const AsAccess *access = &stage->access[step->operand];
  const AsTensor *tensor = &writer->sketch->program->tensors[access->tensor];
  int rank = tensor->rank;
  int64_t rows = tensor->shape[rank - 1] < 4 ? tensor->shape[rank - 1] : 4;
  while (tensor->shape[rank - 1] % rows != 0)
    rows--;
  AsText tiles = {0}, loops = {0};
  for (int r = 0; r < rank; r++)
    asTextFormat(&tiles, "%lld, ", r == rank - 1 ? (long long)rows : 1);
  results(&loops, rank);
  int h = writer->next;
  writer->next += 4;
  line(writer,
       "%%h%d = transform.get_producer_of_operand %%h%d[%d] : (" GENERIC
       ") -> !transform.op<\"linalg.pack\">",
       h, packed, step->operand);
  line(writer,
       "%%p%d, %%q%d, %%h%d = transform.structured.lower_pack %%h%d : "
       "(!transform.op<\"linalg.pack\">) -> (!transform.op<\"tensor.pad\">, "
       "!transform.op<\"tensor.expand_shape\">, "
       "!transform.op<\"linalg.transpose\">)",
       h, h, h + 1, h);
  line(writer,
       "%%h%d, %%l%d:%d = transform.structured.tile_using_for %%h%d tile_sizes "
       "[%s0] : (!transform.op<\"linalg.transpose\">) -> (%s)",
       h + 2, h + 2, rank, h + 1, tiles.data, loops.data);
  line(writer, "transform.structured.vectorize %%h%d : " ANY, h + 2);
  asTextFree(&tiles);
  asTextFree(&loops);
}

/// The operand and the result of a stage in another layout, the fill of the
/// result with it.
static void layout(Writer *writer, const AsStep *step) {
  const AsProgram *program = writer->sketch->program;
  const AsStage *stage = &program->stages[step->stage];
  int packed = packLoops(writer, step);
  line(writer, "transform.annotate %%h%d \"as.op%d\" : " GENERIC, packed,
       orderOf(writer, step->stage));
  line(writer, "transform.apply_patterns to %%f%d {", writer->function);
  line(writer, "  transform.apply_patterns.canonicalization");
  line(writer, "  transform.apply_patterns.linalg."
               "fold_pack_unpack_into_empty");
  line(writer, "} : " ANY);
  int h = writer->next++;
  line(writer,
       "%%h%d = transform.get_producer_of_operand %%h%d[%d] : (" GENERIC
       ") -> " ANY,
       h, packed, stage->numAccesses - 1);
  int initial = asStageResult(stage)->initial;
  line(writer, "transform.annotate %%h%d \"as.op%d\" : " ANY, h,
       orderOf(writer, program->tensors[initial].producer));
  copyLaidOut(writer, step, packed);
  writer->layout = step;
}

static void restore(Writer *writer) {
  line(writer, "transform.apply_patterns to %%f%d {", writer->function);
  line(writer, "  transform.apply_patterns.tensor.fold_tensor_empty");
  line(writer, "} : " ANY);
  int unpack = matchUnpack(writer, "!transform.op<\"linalg.unpack\">");
  int h = writer->next++;
  line(
      writer,
      "%%p%d, %%h%d, %%q%d, %%r%d = transform.structured.lower_unpack %%h%d : "
      "(!transform.op<\"linalg.unpack\">) -> (!transform.op<\"tensor.empty\">, "
      "!transform.op<\"linalg.transpose\">, "
      "!transform.op<\"tensor.collapse_shape\">, "
      "!transform.op<\"tensor.extract_slice\">)",
      h, h, h, h, unpack);
}

/// Unrolls a loop of `trip` iterations, or of as many as the knob says.
static void unrollWhole(Writer *writer, const AsSize *size, int64_t trip,
                        const char *loop) {
  if (size->knob < 0) {
    line(writer, "transform.loop.unroll %s {factor = %lld} : " ANY, loop,
         (long long)trip);
    return;
  }
  const AsKnob *knob = &writer->sketch->knobs[size->knob];
  openAlternatives(writer, size->knob, "", "");
  for (int o = 0; o < knob->numOptions; o++) {
    asTextAppendString(writer->text, o ? ", {\n" : "{\n");
    line(writer, "  transform.loop.unroll %s {factor = %lld} : " ANY, loop,
         (long long)knob->options[o]);
    line(writer, "  transform.yield");
    asTextAppendString(writer->text, "    }");
  }
  asTextAppendString(writer->text, "\n");
}

/// What is left of an operation whose reductions go one by one has unit loops,
/// by which its indices are sums. Without them it is elementwise, and that
/// vectorises. Rows that are to be unrolled are unit loops as well, in a loop
/// of their own.
static void dropUnits(Writer *writer, const AsStep *step) {
  const AsStage *stage = &writer->sketch->program->stages[step->stage];
  int target = matchStage(writer, step->stage), row = step->operand;
  char inner[32], rows[32];
  snprintf(inner, sizeof inner, "%%l%d#%d", writer->loops[step->stage].handle,
           writer->loops[step->stage].count - 1);
  int h = writer->next;
  writer->next += 3;
  line(writer,
       "%%h%d = transform.structured.generalize %%h%d : (" ANY ") -> " ANY, h,
       target);
  if (row >= 0) {
    AsText list = {0};
    for (int d = 0; d < stage->numDims + isLaidOut(writer, step); d++)
      asTextFormat(&list, "%s%d", d ? ", " : "", d == row);
    line(writer,
         "%%h%d, %%l%d = transform.structured.tile_using_for %%h%d tile_sizes "
         "[%s] : (" ANY ") -> (" ANY ", " ANY ")",
         h + 1, h + 1, h, list.data);
    asTextFree(&list);
    snprintf(rows, sizeof rows, "%%l%d", h + 1);
  }
  line(writer, "transform.apply_patterns to %s {", inner);
  line(writer, "  transform.apply_patterns.linalg."
               "fold_unit_extent_dims_via_slices");
  line(writer, "  transform.apply_patterns.canonicalization");
  line(writer, "} : " ANY);
  if (row >= 0)
    unrollWhole(writer, &step->size[row],
                step->size[row].constant ? step->size[row].constant
                                         : stage->extent[row],
                rows);
  line(writer,
       "%%h%d = transform.structured.match ops{[\"linalg.generic\"]} in %s : "
       "(" ANY ") -> " ANY,
       h + 2, inner);
  line(writer, "transform.annotate %%h%d \"as.op%d\" : " ANY, h + 2,
       orderOf(writer, step->stage));
}

static void decompose(Writer *writer, const AsStep *step) {
  int target = matchStage(writer, step->stage);
  int h = writer->next++;
  line(writer,
       "%%h%d = transform.structured.decompose %%h%d : (" ANY ") -> " ANY, h,
       target);
  line(writer, "transform.annotate %%h%d \"as.op%d\" : " ANY, h,
       orderOf(writer, step->stage));
}

/// Vectorises what turns tiles of a packed operand: that in the consumer, and
/// those in the copy, by squares that upstream turns in registers.
static void vectoriseTurns(Writer *writer) {
  int rank = writer->turned.rank;
  line(writer, "transform.structured.vectorize %%h%d : " ANY,
       writer->turned.handle);
  int h = writer->next;
  writer->next += 2;
  AsText tiles = {0}, out = {0};
  for (int r = 0; r < rank; r++)
    asTextFormat(&tiles, "%s%d", r ? ", " : "", r < rank - 2 ? 1 : 16);
  results(&out, rank);
  line(writer,
       "%%h%d = transform.structured.match ops{[\"linalg.transpose\"]} in "
       "%%f%d : "
       "(" ANY ") -> " ANY,
       h, writer->function);
  line(writer,
       "%%h%d, %%p%d:%d = transform.structured.tile_using_for %%h%d tile_sizes "
       "[%s] : (" ANY ") -> (%s)",
       h + 1, h + 1, rank, h, tiles.data, out.data);
  line(writer, "transform.structured.vectorize %%h%d : " ANY, h + 1);
  asTextFree(&tiles);
  asTextFree(&out);
}

static void vectorise(Writer *writer, const AsStep *step) {
  int h;
  if (step->stage >= 0) {
    h = matchStage(writer, step->stage);
  } else {
    h = writer->next++;
    line(writer,
         "%%h%d = transform.structured.match interface{LinalgOp} in %%f%d : "
         "(" ANY ") -> " ANY,
         h, writer->function);
  }
  line(writer, "transform.structured.vectorize %%h%d : " ANY, h);
  if (writer->turned.rank && writer->turned.stage == step->stage)
    vectoriseTurns(writer);
}

static void patterns(Writer *writer, const char *const names[]) {
  line(writer, "transform.apply_patterns to %%f%d {", writer->function);
  for (int i = 0; names[i]; i++)
    line(writer, "  transform.apply_patterns.%s", names[i]);
  line(writer, "} : " ANY);
}

static void hoist(Writer *writer) {
  int h = writer->next++;
  line(writer,
       "%%h%d = transform.structured.match ops{[\"scf.for\"]} in %%f%d : "
       "(" ANY ") -> " ANY,
       h, writer->function);
  line(writer, "transform.apply_licm to %%h%d : " ANY, h);
  line(writer, "transform.foreach %%h%d : " ANY " {", h);
  line(writer, "^bb0(%%loop: " ANY "):");
  line(writer, "  transform.loop.hoist_loop_invariant_subsets %%loop : " ANY);
  line(writer, "}");
}

static void lowerVectors(Writer *writer, const AsStep *step) {
  static const char *const products[] = {
      "vector.reduction_to_contract", "vector.transfer_permutation_patterns",
      "tensor.fold_tensor_subset_ops_into_vector_transfers", "canonicalization",
      NULL};
  static const char *const slices[] = {
      "tensor.merge_consecutive_insert_extract_slice", "canonicalization",
      NULL};
  static const char *const reductions[] = {
      "vector.transfer_permutation_patterns",
      "tensor.fold_tensor_subset_ops_into_vector_transfers", "canonicalization",
      NULL};
  static const char *const transposes[] = {
      "tensor.fold_tensor_subset_ops_into_vector_transfers", "canonicalization",
      NULL};
  static const char *const contraction[] = {
      "vector.lower_contraction lowering_strategy = \"outerproduct\"",
      "vector.lower_outerproduct", NULL};
  static const char *const multiReduction[] = {
      "vector.lower_multi_reduction lowering_strategy = \"innerreduction\"",
      NULL};
  static const char *const shuffle1d[] = {
      "vector.lower_transpose lowering_strategy = \"shuffle_1d\"", NULL};
  static const char *const shuffle16[] = {
      "vector.lower_transpose lowering_strategy = \"shuffle_16x16\"", NULL};
  static const char *const canonical[] = {"canonicalization", NULL};
  AsLowering lowering = (AsLowering)step->operand;
  if (lowering == AS_LOWER_SLICES) {
    patterns(writer, slices);
    line(writer, "transform.apply_cse to %%f%d : " ANY, writer->function);
    hoist(writer); // The slices,
    hoist(writer); // and what is read from them.
  }
  patterns(writer, lowering == AS_LOWER_REDUCTIONS   ? reductions
                   : lowering == AS_LOWER_TRANSPOSES ? transposes
                                                     : products);
  line(writer, "transform.apply_cse to %%f%d : " ANY, writer->function);
  if (lowering == AS_LOWER_TRANSPOSES) {
    patterns(writer, shuffle16);
    return;
  }
  hoist(writer);
  if (lowering == AS_LOWER_REDUCTIONS) {
    patterns(writer, multiReduction);
    patterns(writer, canonical);
  }
  patterns(writer, contraction);
  if (writer->turned.rank)
    patterns(writer, shuffle16);
  patterns(writer, shuffle1d);
  patterns(writer, canonical);
}

static void unroll(Writer *writer, const AsStep *step) {
  int loops = writer->loops[step->stage].count;
  const AsKnob *knob = &writer->sketch->knobs[step->knob];
  openAlternatives(writer, step->knob, "", "");
  for (int o = 0; o < knob->numOptions; o++) {
    asTextAppendString(writer->text, o ? ", {\n" : "{\n");
    if (knob->options[o] > 1 && loops)
      line(writer, "  transform.loop.unroll %%l%d#%d {factor = %lld} : " ANY,
           writer->loops[step->stage].handle, loops - 1,
           (long long)knob->options[o]);
    line(writer, "  transform.yield");
    asTextAppendString(writer->text, "    }");
  }
  asTextAppendString(writer->text, "\n");
}

static void writeStep(Writer *writer, const AsStep *step) {
  switch (step->kind) {
  case AS_STEP_MATERIALISE_PADS:
    materialisePads(writer);
    break;
  case AS_STEP_FUSE:
  case AS_STEP_PARALLEL:
    fuse(writer, step);
    break;
  case AS_STEP_CLEAN:
    clean(writer);
    break;
  case AS_STEP_TILE:
    tile(writer, step);
    break;
  case AS_STEP_SPLIT_REDUCTION:
    splitReduction(writer, step);
    break;
  case AS_STEP_PACK:
    pack(writer, step);
    break;
  case AS_STEP_LAYOUT:
    layout(writer, step);
    break;
  case AS_STEP_RESTORE:
    restore(writer);
    break;
  case AS_STEP_DECOMPOSE:
    decompose(writer, step);
    break;
  case AS_STEP_DROP_UNITS:
    dropUnits(writer, step);
    break;
  case AS_STEP_VECTORISE:
    vectorise(writer, step);
    break;
  case AS_STEP_LOWER_VECTORS:
    lowerVectors(writer, step);
    break;
  case AS_STEP_UNROLL:
    unroll(writer, step);
    break;
  case AS_NUM_STEP_KINDS:
    break;
  }
}

//===----------------------------------------------------------------------===//
// The sequence
//===----------------------------------------------------------------------===//

static int numLinalgOps(const AsProgram *program) {
  int count = 0;
  for (int s = 0; s < program->numStages; s++)
    count += program->stages[s].order >= 0;
  return count;
}

/// Canonical form, then as.opN on each operation in program order.
static void prologue(Writer *writer) {
  for (int i = 0; asTaskCanonicalPasses[i]; i++)
    applyPass(writer, asTaskCanonicalPasses[i], "");
  int count = numLinalgOps(writer->sketch->program);
  line(writer,
       "%%ops = transform.structured.match interface{LinalgOp} in %%f%d : "
       "(" ANY ") -> " ANY,
       writer->function);
  if (count == 1) {
    line(writer, "transform.annotate %%ops \"as.op0\" : " ANY);
    return;
  }
  AsText types = {0};
  results(&types, count - 1);
  line(writer, "%%op:%d = transform.split_handle %%ops : (" ANY ") -> (%s)",
       count, types.data);
  asTextFree(&types);
  for (int i = 0; i < count; i++)
    line(writer, "transform.annotate %%op#%d \"as.op%d\" : " ANY, i, i);
}

void asScriptSequence(const AsSketch *sketch, const AsPoint *point,
                      const char *name, bool structureOnly, AsText *text) {
  Writer writer = {.sketch = sketch, .point = point, .text = text};
  asTextFormat(text,
               "  transform.named_sequence @%s(%%f0: " ANY
               " {transform.consumed}) {\n",
               name);
  if (sketch->numSteps) {
    prologue(&writer);
    for (int k = 0; k < sketch->numKnobs; k++)
      defineKnob(&writer, k);
    for (int i = 0; i < sketch->numSteps; i++) {
      AsStepKind kind = sketch->steps[i].kind;
      if (structureOnly &&
          (kind == AS_STEP_VECTORISE || kind == AS_STEP_DECOMPOSE ||
           kind == AS_STEP_DROP_UNITS))
        break;
      writeStep(&writer, &sketch->steps[i]);
    }
  } else {
    applyPass(&writer, "canonicalize", "");
  }
  line(&writer, "transform.yield");
  asTextAppendString(text, "  }\n");
}

void asScriptModule(const AsSketch *sketch, const AsPoint *point,
                    bool structureOnly, AsText *text) {
  asTextAppendString(text,
                     "module attributes {transform.with_named_sequence} {\n");
  asScriptSequence(sketch, point, AS_SCRIPT_SEQUENCE, structureOnly, text);
  asTextAppendString(text, "}\n");
}
