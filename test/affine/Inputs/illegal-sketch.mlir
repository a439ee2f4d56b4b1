// What as-reschedule leaves behind where it has refused an illegal schedule:
// isl's are legal, so that there is no other way to see what comes of it.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @illegal(%f: !transform.any_op {transform.readonly}) {
    transform.annotate %f "as.illegal" : !transform.any_op
    %0 = transform.structured.match ops{["affine.for"]} in %f
        : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 : !transform.any_op
    transform.yield
  }
  transform.named_sequence @failing(%f: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["affine.for"]} in %f
        : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 : !transform.any_op
    transform.yield
  }
}
