// Goes across the rows, element by element: slower than no schedule.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @across(%f: !transform.any_op {transform.readonly}) {
    %sum = transform.structured.match ops{["linalg.add"]} in %f
        : (!transform.any_op) -> !transform.any_op
    %general = transform.structured.generalize %sum
        : (!transform.any_op) -> !transform.any_op
    %across = transform.structured.interchange %general
        iterator_interchange = [1, 0] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
