//===- graph-passes.h - Passes on the whole module, before tasks
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// These passes rewrite the whole module before tasks are extracted from it. The
// declarations are in the order in which they run (prepare-module.c). Each
// pass has a file of its own, whose header shows the IR before and after.
//
//===----------------------------------------------------------------------===//

#ifndef AS_GRAPH_GRAPH_PASSES_H
#define AS_GRAPH_GRAPH_PASSES_H

#include "ir/ir.h"

/// Rewrites ml_program.func and ml_program.subgraph into func.func, also in the
/// modules in `module`. Runs first, on its own: the others take functions one
/// by one where they cannot take all.
AsStatus asGraphProgramFunctions(MlirModule module, AsError *error);

/// Rewrites loops of blocks into structured loops.
AsStatus asGraphLiftControlFlow(MlirModule module, AsError *error);

/// Lowers the shape dialect to arith, tensor and scf.
AsStatus asGraphLowerShapes(MlirModule module, AsError *error);

/// Rewrites tosa.cond_if and tosa.while_loop into scf; a part of the next.
void asGraphTosaControlFlow(MlirModule module);

/// Evaluates arithmetic on shapes of TOSA; a part of the next.
void asGraphTosaShapes(MlirModule module);

/// Rescales sums by the upper halves of products where tosa.apply_scale shifts
/// by enough; a part of the next.
void asGraphScaleHighHalves(MlirModule module);

/// Lowers TOSA to linalg, tensor, arith, scf and ml_program.
AsStatus asGraphTosaToLinalg(MlirModule module, AsError *error);

/// Replaces ml_program globals by constants and memref globals.
AsStatus asGraphLowerGlobals(MlirModule module, AsError *error);

/// Lowers arith and math on whole tensors to linalg.generic.
AsStatus asGraphElementwiseToLinalg(MlirModule module, AsError *error);

/// Rewrites tensor.gather into linalg.generic and tensor.scatter into loops.
void asGraphGathersAndScatters(MlirModule module);

/// Rewrites operations on complex numbers that upstream folds unsoundly into
/// arithmetic on their parts.
void asGraphExpandComplex(MlirModule module);

/// Keeps upstream from rounding integers once that are to be rounded twice.
void asGraphKeepDoubleRoundings(MlirModule module);

/// Expands math operations that LLVM has not, such as math.fpowi with a
/// constant exponent.
void asGraphLegaliseMath(MlirModule module);

/// Runs the passes above, which bring what front ends write to linalg.
AsStatus asGraphImportDialects(MlirModule module, AsError *error);

/// Drops the choice whether to broadcast along a dynamic dimension where sizes
/// are known to be equal. Requires names of sizes (sizes/size-symbols.h).
AsStatus asGraphDropEqualBroadcasts(MlirModule module, AsError *error);

/// Removes channel multipliers of one from depthwise convolutions.
AsStatus asGraphDropDepthwiseMultipliers(MlirModule module, AsError *error);

/// Takes the zero points of quantised products and convolutions out of sums.
AsStatus asGraphMoveZeroPoints(MlirModule module, AsError *error);

/// Drops unit dimensions in functions without convolutions and pooling.
AsStatus asGraphDropUnitDims(MlirModule module, AsError *error);

/// Replaces splat constants that linalg reads by scalars and fills.
AsStatus asGraphSplatsToScalars(MlirModule module, AsError *error);

/// Indexes unit dimensions by the result's loop in place of the constant 0.
void asGraphIndexUnitDims(MlirModule module);

/// Replaces concatenations by chains of inserts. CPU only.
void asGraphConcatToInserts(MlirModule module);

/// Checks assertions of bodies before the operation, in loops of their own. CPU
/// only: a host cannot read the memory of a device.
AsStatus asGraphHoistAssertions(MlirModule module, AsError *error);

/// Has bodies read the inputs that indices of gathers depend on.
void asGraphReadIndices(MlirModule module);

/// Folds transposes and broadcasts into the contractions that read them.
AsStatus asGraphFoldTransposes(MlirModule module, AsError *error);

/// The dimensions that asGraphExpandBatches gives a tensor at most: one of a
/// task has no more (task/program.h).
enum { AS_GRAPH_MOST_BATCHED = 6 };

/// Gives products whose result is expanded the batches that it is expanded to.
/// Returns whether anything changed: then there may be more to be folded, and
/// after that to be expanded. CPU only: rules for GPUs take one batch.
bool asGraphExpandBatches(MlirModule module);

/// Collapses the dimensions that a transpose moves together.
AsStatus asGraphCollapseTransposeDims(MlirModule module, AsError *error);

/// Moves the bias that sums start from behind them. Reorders sums. For GPUs
/// (`onCpu` false) any initial tensor counts as a bias.
AsStatus asGraphBiasesToEpilogues(MlirModule module, bool onCpu,
                                  AsError *error);

/// Converts networks of NCHW convolutions to NHWC. Reorders sums.
AsStatus asGraphNchwToNhwc(MlirModule module, AsError *error);

/// Folds scales, such as those of batch norms, into filters. Rounds otherwise.
AsStatus asGraphFoldBatchNorms(MlirModule module, AsError *error);

/// Turns poolings in NCHW of whole images into reductions of rows.
void asGraphReduceWholeWindows(MlirModule module);

/// Copies the pixels that 1x1 convolutions with strides read, so that these
/// have unit strides.
void asGraphDensePixels(MlirModule module);

/// Turns 1x1 convolutions into matmuls. With `feedsTiles`, a large image that a
/// depthwise convolution reads stays an image, so that the two can be fused by
/// tiles; zeros among its elements may change their sign.
AsStatus asGraphConv1x1ToMatmul(MlirModule module, bool feedsTiles,
                                AsError *error);

/// Moves reshapes away from between products and what is computed with their
/// results, by collapsing the loops of elementwise operations and reductions.
AsStatus asGraphMoveReshapes(MlirModule module, AsError *error);

/// Sums up the few channels of bytes of a first layer together with the row of
/// a window. CPU only.
AsStatus asGraphJoinWindowChannels(MlirModule module, AsError *error);

/// Reads quantised and other narrow weights where they are multiplied. With
/// `mayReorder` scales are moved behind the sums. CPU only.
AsStatus asGraphFuseDequantisation(MlirModule module, bool mayReorder,
                                   AsError *error);

/// Transposes constant weights of products with few rows. CPU only.
AsStatus asGraphPretransposeWeights(MlirModule module, AsError *error);

/// Computes the transpose of products with few columns where an operand has
/// their rows contiguous. With `mayReorder`, transposes the few columns where
/// it has long sums contiguous. Transposes operands that tiles cannot turn, if
/// so many threads gain. CPU only.
void asGraphTurnNarrowProducts(MlirModule module, bool mayReorder, int threads);

/// Interchanges the loops of products of a vector with weights along rows, of
/// which an element has a few numbers, so that lanes are elements. Reorders
/// sums. CPU only.
void asGraphInterchangeParts(MlirModule module);

/// Orders the loops of elementwise operations as the dimensions of their
/// results, and those of reductions as the dimensions of what they reduce,
/// where that is contiguous along the results. CPU only.
void asGraphOrderLoops(MlirModule module);

/// Makes the reduction the outermost loop of vector-matrix products. GPU only.
void asGraphInterchangeVecmats(MlirModule module);

/// Hoists arithmetic on weights out of elementwise operations.
AsStatus asGraphHoistWeightArithmetic(MlirModule module, AsError *error);

/// Marks what is known of the numbers of a softmax (ir/known-range.h).
void asGraphKnownRanges(MlirModule module);

/// Recomputes cheap elementwise results in each of their readers.
AsStatus asGraphRematerialise(MlirModule module, AsError *error);

/// Has elementwise operations with rows of no whole vectors go over all
/// elements in one loop. CPU only.
AsStatus asGraphCollapseElementwise(MlirModule module, AsError *error);

/// Joins the last dimensions of operands that are reduced along them, where
/// rows are short or no whole vectors. CPU only.
AsStatus asGraphCollapseReductions(MlirModule module, AsError *error);

/// Keeps sums of f16 and bf16 in f32, and rounds their results once. CPU only:
/// tensor cores sum as the program says. Lowering runs it, too.
AsStatus asGraphWidenSums(MlirModule module, AsError *error);

/// Runs those up to asGraphFoldBatchNorms: different spellings of a computation
/// have one form then, with the channels last.
AsStatus asGraphUnifyForms(MlirModule module, bool mayReorder, bool onCpu,
                           AsError *error);

/// Runs the others, which prefer forms for which there are good schedules: on a
/// CPU with so many threads, or, with 0, on a GPU. Passes that change how sums
/// are rounded run only if `mayReorder`. A module with nothing to rewrite stays
/// as it is, so that schedules of its tasks can be replayed on it.
AsStatus asGraphPreferForms(MlirModule module, bool mayReorder, int threads,
                            AsError *error);

#endif // AS_GRAPH_GRAPH_PASSES_H
