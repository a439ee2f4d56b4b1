// Sums over the rows of a matrix: a few vectors of columns stay in registers
// while the rows go by.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @columns_in_registers(
      %f: !transform.any_op {transform.readonly}) {
    // An open choice: how many columns at a time.
    %columns = transform.tune.knob<"columns"> options = [16, 32, 64, 128, 256]
        -> !transform.param<i64>

    // A loop over the columns with the fill fused into it, then one over the
    // rows. The operation's loops are (row, column).
    %sum = transform.structured.match ops{["linalg.reduce"]} in %f
        : (!transform.any_op) -> !transform.any_op
    %tile, %outer = transform.structured.fuse %sum tile_sizes [0, %columns]
        {apply_cleanup} : (!transform.any_op, !transform.param<i64>)
        -> (!transform.any_op, !transform.any_op)
    %step, %rows = transform.structured.tile_using_for %tile tile_sizes [1, 0]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)

    // Vectors.
    transform.structured.vectorize %step : !transform.any_op
    %fill = transform.structured.match ops{["linalg.fill"]} in %f
        : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %fill : !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.vector.lower_multi_reduction
          lowering_strategy = "innerparallel"
      transform.apply_patterns.tensor.fold_tensor_subset_ops_into_vector_transfers
      transform.apply_patterns.canonicalization
    } : !transform.any_op

    // The sums are read before the loop over the rows and written after it.
    transform.apply_licm to %rows : !transform.any_op
    transform.loop.hoist_loop_invariant_subsets %rows : !transform.any_op

    // A choice between pieces of script, for what takes no parameter.
    transform.tune.alternatives<"unroll"> {
      transform.yield
    }, {
      transform.loop.unroll %rows {factor = 4} : !transform.any_op
      transform.yield
    }
    transform.yield
  }
}
