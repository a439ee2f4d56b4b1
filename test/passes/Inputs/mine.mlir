module attributes {transform.with_named_sequence} {
  transform.named_sequence @mine(%f: !transform.any_op {transform.readonly}) {
    %product = transform.structured.match ops{["linalg.matmul"]} in %f
        : (!transform.any_op) -> !transform.any_op
    %rows = transform.tune.knob<"rows"> options = [2, 4]
        -> !transform.param<i64>
    %tiled, %loop = transform.structured.tile_using_for %product
        tile_sizes [%rows] : (!transform.any_op, !transform.param<i64>)
        -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
