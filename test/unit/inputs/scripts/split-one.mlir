// Fails silenceably: one matmul is not two.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @as_schedule(%f: !transform.any_op {transform.consumed}) {
    %m = transform.structured.match ops{["linalg.matmul"]} in %f
        : (!transform.any_op) -> !transform.any_op
    %p, %q = transform.split_handle %m
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
