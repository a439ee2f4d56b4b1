// Reads a constant, which is not one of the kernel's buffers.
func.func @task(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant dense<[1.0, 2.0, 4.0, 8.0]> : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %r = scf.forall (%i) in (4) shared_outs(%o = %e) -> tensor<4xf32> {
    %a = tensor.extract_slice %x[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %b = tensor.extract_slice %c[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %t = tensor.extract_slice %o[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %s = linalg.add ins(%a, %b : tensor<1xf32>, tensor<1xf32>)
        outs(%t : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1]
          : tensor<1xf32> into tensor<4xf32>
    }
  } {mapping = [#gpu.thread<linear_dim_0>]}
  return %r : tensor<4xf32>
}
