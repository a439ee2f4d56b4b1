module attributes {transform.with_named_sequence} {
  transform.named_sequence @too_many_threads(%f: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match interface{LinalgOp} in %f : (!transform.any_op) -> !transform.any_op
    %block, %blocks = transform.structured.tile_using_forall %op tile_sizes [100, 64] (mapping = [#gpu.block<y>, #gpu.block<x>])
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %thread, %threads = transform.structured.tile_using_forall %block tile_sizes [1, 1] (mapping = [#gpu.thread<y>, #gpu.thread<x>])
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
