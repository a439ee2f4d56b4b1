// Unrolls the loop of negf.mlir a million times: it takes long, and gigabytes.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @as_schedule(%f: !transform.any_op {transform.consumed}) {
    %m = transform.structured.match ops{["linalg.negf"]} in %f
        : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_for %m tile_sizes [1]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.loop.unroll %l {factor = 1048576} : !transform.any_op
    transform.yield
  }
}
