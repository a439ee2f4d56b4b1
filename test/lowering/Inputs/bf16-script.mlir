// What the rule block makes of the product of brain-dots.mlir, at one point.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.apply_registered_pass "canonicalize" to %arg0 : (!transform.any_op) -> !transform.any_op
    %1 = transform.apply_registered_pass "linalg-fuse-elementwise-ops" to %0 : (!transform.any_op) -> !transform.any_op
    %2 = transform.apply_registered_pass "canonicalize" to %1 : (!transform.any_op) -> !transform.any_op
    %3 = transform.apply_registered_pass "cse" to %2 : (!transform.any_op) -> !transform.any_op
    %4 = transform.structured.match interface{LinalgOp} in %3 : (!transform.any_op) -> !transform.any_op
    %5:2 = transform.split_handle %4 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %5#0 "as.op0" : !transform.any_op
    transform.annotate %5#1 "as.op1" : !transform.any_op
    %6 = transform.param.constant 64 : i64 -> !transform.param<i64>
    %7 = transform.param.constant 6 : i64 -> !transform.param<i64>
    %8 = transform.param.constant 32 : i64 -> !transform.param<i64>
    transform.apply_patterns to %3 {
      transform.apply_patterns.canonicalization
      transform.apply_patterns.tensor.merge_consecutive_insert_extract_slice
    } : !transform.any_op
    transform.apply_cse to %3 : !transform.any_op
    %9 = transform.structured.match attributes {as.op1} in %3 : (!transform.any_op) -> !transform.any_op
    %tiled_linalg_op, %loops = transform.structured.tile_using_for %9 tile_sizes [0, 0, %6] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %10 = transform.structured.match attributes {as.op1} in %3 : (!transform.any_op) -> !transform.any_op
    %tiled_linalg_op_0, %loops_1:2 = transform.structured.tile_using_for %10 tile_sizes [%7, %8, 0] : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.apply_patterns to %3 {
      transform.apply_patterns.canonicalization
      transform.apply_patterns.tensor.merge_consecutive_insert_extract_slice
    } : !transform.any_op
    transform.apply_cse to %3 : !transform.any_op
    %11 = transform.structured.match attributes {as.op1} in %3 : (!transform.any_op) -> !transform.any_op
    %padded, %pad, %copy = transform.structured.pad %11 {copy_back_op = "none", nofold_flags = [0, 1, 0], padding_dimensions = [1, 2], padding_values = [0.000000e+00 : bf16, 0.000000e+00 : bf16, 1.000000e+00 : f32]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.annotate %padded "as.op1" : !transform.any_op
    %12 = transform.get_producer_of_operand %padded[1] : (!transform.any_op) -> !transform.any_op
    %13 = transform.structured.hoist_pad %12 by 2 loops : (!transform.any_op) -> !transform.any_op
    %14 = transform.structured.match ops{["tensor.pad"]} attributes {nofold} in %3 : (!transform.any_op) -> !transform.any_op
    %15 = transform.structured.rewrite_in_destination_passing_style %14 : (!transform.any_op) -> !transform.any_op
    %16 = transform.structured.match ops{["linalg.copy"]} in %3 : (!transform.any_op) -> !transform.any_op
    %tiled_linalg_op_2, %loops_3 = transform.structured.tile_using_for %16 tile_sizes [8, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.structured.vectorize %tiled_linalg_op_2 : !transform.any_op
    %17 = transform.structured.match attributes {as.op1} in %3 : (!transform.any_op) -> !transform.any_op
    %padded_4, %pad_5, %copy_6 = transform.structured.pad %17 {copy_back_op = "none", nofold_flags = [1, 0, 0], padding_dimensions = [0, 2], padding_values = [0.000000e+00 : bf16, 0.000000e+00 : bf16, 1.000000e+00 : f32]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.annotate %padded_4 "as.op1" : !transform.any_op
    %18 = transform.get_producer_of_operand %padded_4[0] : (!transform.any_op) -> !transform.any_op
    %19 = transform.structured.hoist_pad %18 by 1 loops : (!transform.any_op) -> !transform.any_op
    %20 = transform.structured.match ops{["tensor.pad"]} attributes {nofold} in %3 : (!transform.any_op) -> !transform.any_op
    %21 = transform.structured.rewrite_in_destination_passing_style %20 : (!transform.any_op) -> !transform.any_op
    %22 = transform.structured.match ops{["linalg.copy"]} in %3 : (!transform.any_op) -> !transform.any_op
    %tiled_linalg_op_7, %loops_8:2 = transform.structured.tile_using_for %22 tile_sizes [1, 16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.structured.vectorize %tiled_linalg_op_7 : !transform.any_op
    %23 = transform.structured.match attributes {as.op0} in %3 : (!transform.any_op) -> !transform.any_op
    %tiled_linalg_op_9, %loops_10:2 = transform.structured.tile_using_for %23 tile_sizes [1, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %24 = transform.structured.match attributes {as.op1} in %3 : (!transform.any_op) -> !transform.any_op
    %tiled_linalg_op_11, %loops_12 = transform.structured.tile_using_for %24 tile_sizes [0, 0, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %25 = transform.structured.match attributes {as.op1} in %3 : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %25 : !transform.any_op
    %26 = transform.structured.match attributes {as.op0} in %3 : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %26 : !transform.any_op
    transform.apply_patterns to %3 {
      transform.apply_patterns.vector.reduction_to_contract
      transform.apply_patterns.vector.sink_ops
      transform.apply_patterns.vector.transfer_permutation_patterns
      transform.apply_patterns.tensor.fold_tensor_subset_ops_into_vector_transfers
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.apply_cse to %3 : !transform.any_op
    %27 = transform.structured.match ops{["scf.for"]} in %3 : (!transform.any_op) -> !transform.any_op
    transform.apply_licm to %27 : !transform.any_op
    transform.foreach %27 : !transform.any_op {
    ^bb0(%arg1: !transform.any_op):
      transform.loop.hoist_loop_invariant_subsets %arg1 : !transform.any_op
    }
    transform.apply_patterns to %3 {
      transform.apply_patterns.vector.lower_contraction
      transform.apply_patterns.vector.lower_outerproduct
    } : !transform.any_op
    transform.apply_patterns to %3 {
      transform.apply_patterns.vector.lower_transpose lowering_strategy = shuffle_1d
    } : !transform.any_op
    transform.apply_patterns to %3 {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.loop.unroll %loops_12 {factor = 4 : i64} : !transform.any_op
    transform.yield 
  }
}
