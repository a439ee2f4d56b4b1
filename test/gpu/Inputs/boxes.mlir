// A product whose tiles TMA copies: rows of 48 and 80 bytes without padding,
// with three stages in shared memory.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @boxes(%f: !transform.any_op {transform.consumed}) {
    %product = transform.structured.match ops{["linalg.matmul"]} in %f : (!transform.any_op) -> !transform.any_op
    %tiled, %blocks = transform.structured.fuse %product tile_sizes [12, 20, 0] {apply_cleanup, use_forall}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %mapping = transform.param.constant [#gpu.block<y>, #gpu.block<x>] -> !transform.any_param
    transform.annotate %blocks "mapping" = %mapping : !transform.any_op, !transform.any_param
    %stages = transform.param.constant 3 : i64 -> !transform.param<i64>
    transform.annotate %blocks "as.stages" = %stages : !transform.any_op, !transform.param<i64>
    %tma = transform.param.constant 1 : i64 -> !transform.param<i64>
    transform.annotate %blocks "as.tma" = %tma : !transform.any_op, !transform.param<i64>
    transform.apply_patterns to %f {
      transform.apply_patterns.canonicalization
      transform.apply_patterns.tensor.merge_consecutive_insert_extract_slice
    } : !transform.any_op
    transform.apply_cse to %f : !transform.any_op
    %whole = transform.structured.match ops{["linalg.matmul"]} in %f : (!transform.any_op) -> !transform.any_op
    %piece, %pieces = transform.structured.tile_using_for %whole tile_sizes [0, 0, 12]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %p0, %pad0, %c0 = transform.structured.pad %piece {copy_back_op = "none", nofold_flags = [1, 0, 0],
        padding_dimensions = [0, 2], padding_values = [0.0 : f32, 0.0 : f32, 0.0 : f32]}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %first = transform.get_producer_of_operand %p0[0] : (!transform.any_op) -> !transform.any_op
    %copy0 = transform.structured.rewrite_in_destination_passing_style %first : (!transform.any_op) -> !transform.any_op
    %again = transform.structured.match ops{["linalg.matmul"]} in %f : (!transform.any_op) -> !transform.any_op
    %p1, %pad1, %c1 = transform.structured.pad %again {copy_back_op = "none", nofold_flags = [0, 1, 0],
        padding_dimensions = [1, 2], padding_values = [0.0 : f32, 0.0 : f32, 0.0 : f32]}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %second = transform.get_producer_of_operand %p1[1] : (!transform.any_op) -> !transform.any_op
    %copy1 = transform.structured.rewrite_in_destination_passing_style %second : (!transform.any_op) -> !transform.any_op
    %fill = transform.structured.match ops{["linalg.fill"]} in %f : (!transform.any_op) -> !transform.any_op
    %f1, %threads0 = transform.structured.tile_using_forall %fill tile_sizes [2, 4] (mapping = [#gpu.thread<y>, #gpu.thread<x>])
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %last = transform.structured.match ops{["linalg.matmul"]} in %f : (!transform.any_op) -> !transform.any_op
    %m1, %threads1 = transform.structured.tile_using_forall %last tile_sizes [2, 4, 0] (mapping = [#gpu.thread<y>, #gpu.thread<x>])
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
