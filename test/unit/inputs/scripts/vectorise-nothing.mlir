// Matches none of the operations of lowering/matmul.mlir, and does not fail.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @as_schedule(%f: !transform.any_op {transform.consumed}) {
    %m = transform.structured.match ops{["linalg.conv_1d"]} in %f
        : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %m : !transform.any_op
    transform.yield
  }
}
