//===- lower-vectors.c - Lower vectors to what registers do
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accumulators go to registers, contractions become outer products, and
// transposes shuffles. The order of the patterns matters, and so does hoisting
// subsets out of loops while still on tensors: it is what keeps accumulators in
// registers. `how` says which patterns there are. There are no knobs.
//
//   transform.apply_patterns.vector.reduction_to_contract
//   transform.loop.hoist_loop_invariant_subsets %loop
//   transform.apply_patterns.vector.lower_contraction
//       lowering_strategy = "outerproduct"
//
// Loop nest: none; vectorise has noted the vectors.
//
//===----------------------------------------------------------------------===//

#include "sketch/steps/step-ops.h"

static void hoist(AsWriter *writer) {
  int h = writer->next++;
  asWriteLine(
      writer,
      "%%h%d = transform.structured.match ops{[\"scf.for\"]} in %%f%d : "
      "(" ANY ") -> " ANY,
      h, writer->function);
  asWriteLine(writer, "transform.apply_licm to %%h%d : " ANY, h);
  asWriteLine(writer, "transform.foreach %%h%d : " ANY " {", h);
  asWriteLine(writer, "^bb0(%%loop: " ANY "):");
  asWriteLine(writer,
              "  transform.loop.hoist_loop_invariant_subsets %%loop : " ANY);
  asWriteLine(writer, "}");
}

/// Whether some product's operands are shorter than its sums, as in bf16 x bf16
/// -> f32 and i8 x i8 -> i32.
static bool widens(const AsProgram *program) {
  for (int s = 0; s < program->numStages; s++) {
    const AsStage *stage = &program->stages[s];
    if (!asIsAnchor(stage))
      continue;
    AsElement sum = program->tensors[asStageResult(stage)->tensor].element;
    for (int a = 0; a < stage->numAccesses; a++)
      if (asElementBytes(program->tensors[stage->access[a].tensor].element) <
          asElementBytes(sum))
        return true;
  }
  return false;
}

/// Squares to shuffles of registers. Upstream has the networks for 16 x 16
/// elements, and for 8 x 8 of f32 in registers of 256 bits; LLVM finds one for
/// what is left, with more instructions.
static void lowerSquares(AsWriter *writer) {
  static const char *const wide[] = {
      "vector.lower_transpose lowering_strategy = \"shuffle_16x16\"", NULL};
  static const char *const avx2[] = {
      "vector.lower_transpose lowering_strategy = \"shuffle_16x16\" "
      "avx2_lowering_strategy = true",
      NULL};
  asWritePatterns(writer, writer->sketch->vectorBytes >= 32 ? avx2 : wide);
}

/// Whether lowering transposes tiles of the result itself.
static bool areTransposedLater(const AsProgram *program) {
  const AsStage *last = &program->stages[program->numStages - 1];
  return asElementBytes(
             program->tensors[asStageResult(last)->tensor].element) >= 4;
}

static void writeScript(AsWriter *writer, const AsStep *step) {
  static const char *const products[] = {
      "vector.reduction_to_contract", "vector.transfer_permutation_patterns",
      "tensor.fold_tensor_subset_ops_into_vector_transfers", "canonicalization",
      NULL};
  // Operands are repeated along the lanes and then widened; only the other way
  // round, in one go with the rest, are there products to be found.
  static const char *const mixed[] = {
      "vector.reduction_to_contract",
      "vector.sink_ops",
      "vector.transfer_permutation_patterns",
      "tensor.fold_tensor_subset_ops_into_vector_transfers",
      "canonicalization",
      NULL};
  static const char *const slices[] = {
      "tensor.merge_consecutive_insert_extract_slice", "canonicalization",
      NULL};
  static const char *const reductions[] = {
      "vector.transfer_permutation_patterns",
      "tensor.fold_tensor_subset_ops_into_vector_transfers", "canonicalization",
      NULL};
  static const char *const transposes[] = {
      "vector.transfer_permutation_patterns",
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
  static const char *const pads[] = {"linalg.pad_vectorization",
                                     "canonicalization", NULL};
  static const char *const canonical[] = {"canonicalization", NULL};
  AsLowering lowering = step->lowerVectors.how;
  if (lowering == AS_LOWER_SLICES) {
    asWritePatterns(writer, slices);
    asWriteLine(writer, "transform.apply_cse to %%f%d : " ANY,
                writer->function);
    hoist(writer); // The slices,
    hoist(writer); // and what is read from them.
  }
  asWritePatterns(writer, lowering == AS_LOWER_REDUCTIONS   ? reductions
                          : lowering == AS_LOWER_TRANSPOSES ? transposes
                          : widens(writer->sketch->program) ? mixed
                                                            : products);
  asWriteLine(writer, "transform.apply_cse to %%f%d : " ANY, writer->function);
  if (lowering == AS_LOWER_TRANSPOSES) {
    if (!areTransposedLater(writer->sketch->program))
      lowerSquares(writer);
    return;
  }
  hoist(writer);
  if (writer->isPadded) // Loads and stores of a part of a tile.
    asWritePatterns(writer, pads);
  if (lowering == AS_LOWER_REDUCTIONS || lowering == AS_LOWER_BOTH) {
    asWritePatterns(writer, multiReduction);
    asWritePatterns(writer, canonical);
  }
  asWritePatterns(writer, contraction);
  if (writer->turned.rank)
    lowerSquares(writer);
  asWritePatterns(writer, shuffle1d);
  asWritePatterns(writer, canonical);
}

const AsStepOps asLowerVectorsStep = {.name = "lower-vectors",
                                      .isSane = asProgramStepIsSane,
                                      .writeScript = writeScript};
