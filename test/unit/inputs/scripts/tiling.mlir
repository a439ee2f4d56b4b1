// One knob that is used twice, and a choice between tiling with it or not.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @as_schedule(%f: !transform.any_op {transform.consumed}) {
    %k = transform.tune.knob<"size"> options = [1, 2, 4] -> !transform.param<i64>
    %n = transform.tune.knob<"size"> options = [1, 2, 4] -> !transform.param<i64>
    %m = transform.structured.match ops{["linalg.matmul"]} in %f
        : (!transform.any_op) -> !transform.any_op
    transform.tune.alternatives<"tile"> {
      transform.yield
    }, {
      %t, %l:2 = transform.structured.tile_using_for %m tile_sizes [%k, %n]
          : (!transform.any_op, !transform.param<i64>, !transform.param<i64>)
          -> (!transform.any_op, !transform.any_op, !transform.any_op)
      transform.yield
    }
    transform.yield
  }
}
