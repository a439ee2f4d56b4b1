module attributes {transform.with_named_sequence} {
  transform.named_sequence @refuses(%f: !transform.any_op {transform.readonly}) {
    %none = transform.structured.match ops{["linalg.matmul"]} in %f
        : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %none vector_sizes [1, 2, 3]
        : !transform.any_op
    transform.yield
  }
}
