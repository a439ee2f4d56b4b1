//===- convolution-as-product.c - Convolutions as matrix products
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule im2col. Rows of a small picture are too short for register tiles. So
// what each pixel of the result is computed from is copied to a row of a
// matrix, or in NCHW to a column, by which the convolution is a product of that
// and the filter, all pixels being one dimension. In NCHW the lanes of this
// product are pixels, which are contiguous in the result. That is worth a copy
// of longer rows, too, where sums are short or channels are no whole vectors.
// The derivation goes on with the program that is left, so that all rules for
// products apply. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/pad-steps.h"
#include "sketch/rules/stage-queries.h"
#include "support/saturate.h"
#include <string.h>

/// A convolution that upstream makes a product of: its loops, and those of the
/// product. Where the features are last, so are the channels.
typedef struct Layout {
  const char *name;
  bool isFeatureLast;
  int batch, height, width, feature, kernelHeight, kernelWidth, channel;
  int pixel, productFeature; ///< Of the product.
} Layout;

enum { productBatch = 0, productTap = 3 };

static const Layout layouts[] = {
    {"linalg.conv_2d_nhwc_hwcf", true, 0, 1, 2, 3, 4, 5, 6, 1, 2},
    {"linalg.conv_2d_nchw_fchw", false, 0, 2, 3, 1, 5, 6, 4, 2, 1},
};

static const Layout *layoutOf(const AsStage *stage) {
  for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
    if (strcmp(stage->name, layouts[i].name) == 0)
      return &layouts[i];
  return NULL;
}

static int64_t numPixels(const AsStage *stage, const Layout *layout) {
  return stage->extent[layout->height] * stage->extent[layout->width];
}

static int64_t numPositions(const AsStage *stage, const Layout *layout) {
  return stage->extent[layout->kernelHeight] *
         stage->extent[layout->kernelWidth];
}

/// How many products a result is the sum of.
static int64_t numTaps(const AsStage *stage, const Layout *layout) {
  return asTimes(numPositions(stage, layout), stage->extent[layout->channel]);
}

/// How large the copy is.
static int64_t numColumnBytes(const AsDerivation *derivation, int stage) {
  const AsStage *s = asStageOf(derivation, stage);
  const Layout *layout = layoutOf(s);
  int64_t pixels = asTimes(s->extent[layout->batch], numPixels(s, layout));
  AsElement element =
      derivation->sketch.program->tensors[s->access[0].tensor].element;
  return asTimes(asTimes(pixels, numTaps(s, layout)), asElementBytes(element));
}

/// Whether nothing but a fill of the accumulators comes before it, and in NCHW
/// a pad of the image.
static bool startsPlainly(const AsProgram *program, const AsStage *stage) {
  int image = program->tensors[stage->access[0].tensor].producer,
      initial = program->tensors[asStageResult(stage)->initial].producer;
  for (int s = 0; s < program->numStages - 1; s++) {
    AsStageKind kind = program->stages[s].kind;
    bool isPad =
        s == image && kind == AS_STAGE_PAD && !layoutOf(stage)->isFeatureLast;
    if (!isPad && !(s == initial && kind == AS_STAGE_FILL))
      return false;
  }
  return true;
}

/// Whether upstream can make a product of it: there are no dilations.
static bool hasWindow(const AsStage *stage) {
  const Layout *layout = layoutOf(stage);
  if (!layout)
    return false;
  const AsAccess *image = &stage->access[0];
  int row = layout->isFeatureLast ? 1 : 2;
  return image->factor[row][layout->kernelHeight] == 1 &&
         image->factor[row + 1][layout->kernelWidth] == 1 &&
         numPositions(stage, layout) <= INT16_MAX &&
         stage->extent[layout->kernelWidth] * stage->extent[layout->channel] <=
             INT16_MAX;
}

/// Whether the registers hold more than a row of pixels with a vector of
/// channels each. What is left of them is no whole row, so that few of the
/// tiles there are use them well.
static bool hasShortRows(const AsDerivation *derivation, const AsStage *stage) {
  const Layout *layout = layoutOf(stage);
  return numPositions(stage, layout) > 1 &&
         stage->extent[layout->width] < derivation->target->vectorRegisters &&
         stage->extent[layout->height] > 1;
}

/// Whether lanes of channels, which the rule channels transposes to pixels
/// behind each sum, take about as long to transpose as to compute.
static bool hasShortSums(const AsStage *stage) {
  enum { mostTaps = 64 };
  const Layout *layout = layoutOf(stage);
  return !layout->isFeatureLast && numTaps(stage, layout) <= mostTaps &&
         numPixels(stage, layout) > 1;
}

/// Whether lanes of channels, whose tiles divide these, are no whole vectors:
/// of 264 channels tiles have 24 or 44, of a prime number all are one tile. A
/// cache has to hold the copy.
static bool hasOddFeatures(const AsDerivation *derivation, int stage) {
  const int64_t nearBytes = 16 << 20;
  const AsStage *s = asStageOf(derivation, stage);
  const Layout *layout = layoutOf(s);
  return !layout->isFeatureLast && numPixels(s, layout) > 1 &&
         s->extent[layout->feature] % asLanesOf(derivation, stage) != 0 &&
         numColumnBytes(derivation, stage) <= nearBytes;
}

static AsRuleVerdict meetsIm2col(const AsDerivation *derivation, int stage) {
  const AsStage *s = asStageOf(derivation, stage);
  return asIsLastStage(derivation, stage) && derivation->sketch.numSteps == 0 &&
                 s->kind == AS_STAGE_CONVOLUTION && hasWindow(s) &&
                 (hasShortRows(derivation, s) || hasShortSums(s) ||
                  hasOddFeatures(derivation, stage)) &&
                 startsPlainly(derivation->sketch.program, s)
             ? AS_RULE_APPLY
             : AS_RULE_PASS;
}

static int addTensor(AsProgram *program, AsElement element, int producer,
                     int rank, int64_t n, int64_t rows, int64_t columns) {
  program->tensors[program->numTensors] =
      (AsTensor){.rank = rank, .element = element, .producer = producer};
  int64_t shape[3] = {n, rows, columns};
  memcpy(program->tensors[program->numTensors].shape, &shape[3 - rank],
         sizeof *shape * (size_t)rank);
  return program->numTensors++;
}

/// The copy: a row for each pixel of the result, or a column. It goes by what
/// is contiguous both here and there.
static AsStage columnsOf(const AsStage *convolution, const Layout *layout,
                         int columns) {
  AsStage copy = {.kind = AS_STAGE_PAD,
                  .name = "im2col",
                  .order = -1,
                  .numDims = 6,
                  .numAccesses = 2};
  enum { numLoops = 6 };
  const int64_t *extent = convolution->extent;
  const int byPixel[] = {layout->batch,       layout->height,
                         layout->width,       layout->kernelHeight,
                         layout->kernelWidth, layout->channel};
  const int byTap[] = {layout->batch,        layout->channel,
                       layout->kernelHeight, layout->kernelWidth,
                       layout->height,       layout->width};
  const int *loops = layout->isFeatureLast ? byPixel : byTap;
  const int indexByPixel[] = {0, 1, 1, 2, 2, 2};
  const int indexByTap[] = {0, 1, 1, 1, 2, 2};
  const int *index = layout->isFeatureLast ? indexByPixel : indexByTap;
  // Within an index each loop moves on by what the loops after it go through.
  int32_t steps[numLoops];
  for (int d = numLoops - 1; d >= 0; d--) {
    bool isLast = d == numLoops - 1 || index[d + 1] != index[d];
    steps[d] = isLast ? 1 : (int32_t)(steps[d + 1] * extent[loops[d + 1]]);
  }
  copy.access[0] = (AsAccess){
      .tensor = convolution->access[0].tensor, .isRead = true, .initial = -1};
  copy.access[1] =
      (AsAccess){.tensor = columns, .isWrite = true, .initial = -1};
  for (int d = 0; d < copy.numDims; d++) {
    copy.extent[d] = convolution->extent[loops[d]];
    for (int r = 0; r < 4; r++)
      copy.access[0].factor[r][d] = convolution->access[0].factor[r][loops[d]];
    copy.access[1].factor[index[d]][d] = steps[d];
  }
  return copy;
}

/// An operand that is indexed by these loops.
static AsAccess accessBy(int tensor, int rank, const int *loops) {
  AsAccess access = {.tensor = tensor, .isRead = true, .initial = -1};
  for (int r = 0; r < rank; r++)
    access.factor[r][loops[r]] = 1;
  return access;
}

static AsStage productOf(const AsStage *convolution, const Layout *layout,
                         int columns, int filter, int initial, int result) {
  AsStage product = *convolution;
  product.kind = AS_STAGE_CONTRACTION;
  product.name = "linalg.generic";
  product.numDims = 4;
  memset(product.extent, 0, sizeof product.extent);
  memset(product.isReduction, 0, sizeof product.isReduction);
  product.extent[productBatch] = convolution->extent[layout->batch];
  product.extent[layout->pixel] = numPixels(convolution, layout);
  product.extent[layout->productFeature] = convolution->extent[layout->feature];
  product.extent[productTap] = numTaps(convolution, layout);
  product.isReduction[productTap] = true;
  // Rows of the result first, then what its lanes index.
  if (layout->isFeatureLast) {
    product.access[0] = accessBy(
        columns, 3, (const int[]){productBatch, layout->pixel, productTap});
    product.access[1] =
        accessBy(filter, 2, (const int[]){productTap, layout->productFeature});
  } else {
    product.access[0] =
        accessBy(filter, 2, (const int[]){layout->productFeature, productTap});
    product.access[1] = accessBy(
        columns, 3, (const int[]){productBatch, productTap, layout->pixel});
  }
  product.access[2] = accessBy(result, 3, (const int[]){0, 1, 2});
  product.access[2].isWrite = true;
  product.access[2].initial = initial;
  return product;
}

/// The fill of the product's accumulators.
static AsStage flatFill(const AsStage *fill, const AsStage *product, int empty,
                        int result) {
  AsStage flat = *fill;
  flat.numDims = 3;
  AsAccess *write = &flat.access[flat.numAccesses - 1];
  *write = accessBy(result, 3, (const int[]){0, 1, 2});
  write->isRead = false;
  write->isWrite = true;
  write->initial = empty;
  memcpy(flat.extent, product->extent, sizeof *flat.extent * 3);
  return flat;
}

/// What is left after the step.
static AsProgram *flatten(const AsProgram *program, AsArena *arena) {
  enum { newTensors = 5 };
  int last = program->numStages - 1;
  const AsStage *convolution = &program->stages[last];
  int fill = program->tensors[asStageResult(convolution)->initial].producer;
  AsProgram *flat = asArenaArray(arena, AsProgram, 1);
  *flat = *program;
  flat->tensors =
      asArenaArray(arena, AsTensor, program->numTensors + newTensors);
  memcpy(flat->tensors, program->tensors,
         sizeof *flat->tensors * (size_t)program->numTensors);
  flat->stages = asArenaArray(arena, AsStage, program->numStages + 1);
  memcpy(flat->stages, program->stages, sizeof *flat->stages * (size_t)last);
  AsElement image = program->tensors[convolution->access[0].tensor].element,
            filter = program->tensors[convolution->access[1].tensor].element,
            sum = program->tensors[convolution->access[2].tensor].element;
  const Layout *layout = layoutOf(convolution);
  int64_t n = convolution->extent[layout->batch],
          f = convolution->extent[layout->feature],
          p = numPixels(convolution, layout), t = numTaps(convolution, layout);
  bool isLast = layout->isFeatureLast;
  int64_t rows = isLast ? p : f, lanes = isLast ? f : p;
  int columns =
      addTensor(flat, image, last, 3, n, isLast ? p : t, isLast ? t : p);
  int weights =
      addTensor(flat, filter, -1, 2, n, isLast ? t : f, isLast ? f : t);
  flat->tensors[weights].isFixed =
      program->tensors[convolution->access[1].tensor].isFixed;
  int empty = addTensor(flat, sum, -1, 3, n, rows, lanes);
  int initial =
      fill < 0 ? empty : addTensor(flat, sum, fill, 3, n, rows, lanes);
  int result = addTensor(flat, sum, last + 1, 3, n, rows, lanes);
  AsStage product =
      productOf(convolution, layout, columns, weights, initial, result);
  product.access[2].isRead = convolution->access[2].isRead;
  if (fill >= 0)
    flat->stages[fill] =
        flatFill(&program->stages[fill], &product, empty, initial);
  flat->stages[last] = columnsOf(convolution, layout, columns);
  flat->stages[last + 1] = product;
  flat->numStages = last + 2;
  return flat;
}

/// The largest piece of a loop that leaves threads about equal parts of it for
/// each of the images; 0 where there is none.
static int64_t evenPiece(int64_t extent, int64_t images, int64_t threads) {
  for (int64_t size = extent; size > 0; size--) {
    int64_t pieces = images * (extent / size),
            most = (pieces + threads - 1) / threads;
    if (extent % size == 0 && 10 * most * threads <= 11 * pieces)
      return size;
  }
  return 0;
}

/// Has threads share the copy, but where there is so little of it that waking
/// them up takes longer. They share rows of pixels, which the one computes with
/// that copied them. In NCHW rows of two threads meet in a cache line for each
/// tap, and where an image has few pixels they share the channels.
static void shareCopy(const AsDerivation *derivation, int stage, AsStep *step) {
  const int64_t littleBytes = 256 << 10, manyPixels = 1024;
  const AsStage *s = asStageOf(derivation, stage);
  const Layout *layout = layoutOf(s);
  int threads = derivation->target->threads;
  if (threads < 2 || numColumnBytes(derivation, stage) < littleBytes)
    return;
  bool isByRows = layout->isFeatureLast || numPixels(s, layout) >= manyPixels;
  int shared = isByRows ? layout->height : layout->channel;
  const int rowsByPixel = 1, rowsByTap = 4, channelsByTap = 1;
  step->im2col.loop = layout->isFeatureLast ? rowsByPixel
                      : isByRows            ? rowsByTap
                                            : channelsByTap;
  step->im2col.size =
      evenPiece(s->extent[shared], s->extent[layout->batch], threads);
}

static void applyIm2col(AsDerivation *derivation, int stage) {
  AsStep copy = asStepMake(AS_STEP_IM2COL, derivation->stage);
  shareCopy(derivation, stage, &copy);
  asMaterialisePads(derivation);
  asDerivationSetProgram(
      derivation, flatten(derivation->sketch.program, derivation->arena));
  AsStep *step =
      asDerivationStep(derivation, AS_STEP_IM2COL, derivation->stage);
  step->im2col = copy.im2col;
}

const AsRule asRuleIm2col = {"im2col",
                             "convolutions of short rows or sums as products",
                             meetsIm2col, applyIm2col};
