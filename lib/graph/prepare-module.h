//===- prepare-module.h - The module as a whole, before tasks
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is done to a module before it is taken apart into tasks, whatever they
// will turn out to be.
//
//===----------------------------------------------------------------------===//

#ifndef AS_GRAPH_PREPARE_MODULE_H
#define AS_GRAPH_PREPARE_MODULE_H

#include "ir/ir.h"

/// Lowers TOSA to linalg, tensor, arith, scf and ml_program with the passes of
/// upstream; a module without TOSA stays as it is. Integers lose their sign, in
/// signatures too. An operation for which upstream has no lowering is an error.
AsStatus asGraphTosaToLinalg(MlirModule module, AsError *error);

/// Makes constants of what is loaded from the globals of ml_program that cannot
/// change, and memory of the module of the others. What is not known there is
/// an error.
AsStatus asGraphLowerGlobals(MlirModule module, AsError *error);

/// Drops dimensions of extent one from functions without convolutions.
AsStatus asGraphDropUnitDims(MlirModule module, AsError *error);

/// Lets depthwise convolutions with one result a channel have no dimension for
/// several.
AsStatus asGraphDropDepthwiseMultipliers(MlirModule module, AsError *error);

/// Lets elementwise operations take constants of one value as scalars, and sums
/// that start from such a constant start from a fill.
AsStatus asGraphSplatsToScalars(MlirModule module, AsError *error);

/// Lets generic operations read dimensions of extent one by the loop that their
/// result has there, rather than at 0.
void asGraphIndexUnitDims(MlirModule module);

/// Lets products read what was transposed or broadcast for them where it was.
AsStatus asGraphFoldTransposes(MlirModule module, AsError *error);

/// Makes one dimension of those that a transpose by itself moves together.
AsStatus asGraphCollapseTransposeDims(MlirModule module, AsError *error);

/// Lets sums start from zero rather than a bias, which is added afterwards:
/// sums are rounded in another order. For GPUs (`onCpu` false) rather than from
/// any array, as threads have what they start from in registers.
AsStatus asGraphBiasesToEpilogues(MlirModule module, bool onCpu,
                                  AsError *error);

/// Lets networks of convolutions with constant weights compute with the
/// channels last, where they have them first: sums are taken in another order.
AsStatus asGraphNchwToNhwc(MlirModule module, AsError *error);

/// Lets constant weights have the scale of what they are summed up to, such as
/// that of a batch norm: products are others.
AsStatus asGraphFoldBatchNorms(MlirModule module, AsError *error);

/// Makes products of convolutions whose window is a single pixel, with the
/// pixels as one dimension, there and in what is computed with the results
/// element by element. Where `feedsTiles`, large images for a depthwise
/// convolution stay images, so that they can be made tile by tile; zeros among
/// their sums may have the other sign then.
AsStatus asGraphConv1x1ToMatmul(MlirModule module, bool feedsTiles,
                                AsError *error);

/// Lets products of a few rows have constant weights with the results side by
/// side, rather than the terms of their sums.
AsStatus asGraphPretransposeWeights(MlirModule module, AsError *error);

/// Lets products of a row and a matrix, whose results lie side by side, have
/// the terms of sums as their outer loop.
void asGraphInterchangeVecmats(MlirModule module);

/// Takes out of elementwise operations what weights of fewer dimensions
/// determine: it is computed by an operation of its own.
AsStatus asGraphHoistWeightArithmetic(MlirModule module, AsError *error);

/// Lets what reads the difference of an array and fewer numbers, such as the
/// means of its rows, compute it again from the array, where that is read
/// anyway. No result changes by it.
AsStatus asGraphRematerialise(MlirModule module, AsError *error);

/// All of these in turn, those that change how sums are rounded only where
/// `mayReorder`. For GPUs (`onCpu` false) no operation feeds another tile by
/// tile, as nothing is kept from block to block, and weights stay as they are,
/// since the threads of a block sum a row up, or columns. A module in which
/// nothing is to be done stays as it is, so that schedules of its tasks replay
/// on it.
AsStatus asGraphPrepareModule(MlirModule module, bool mayReorder, bool onCpu,
                              AsError *error);

#endif // AS_GRAPH_PREPARE_MODULE_H
