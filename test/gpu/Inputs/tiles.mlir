func.func @tiles(%v: f32) -> tensor<64xf32> {
  %empty = tensor.empty() : tensor<64xf32>
  %r = scf.forall (%i) = (0) to (64) step (16) shared_outs(%out = %empty) -> tensor<64xf32> {
    %tile = tensor.empty() : tensor<16xf32>
    %s = scf.forall (%x) = (0) to (16) step (4) shared_outs(%o = %tile) -> tensor<16xf32> {
      %own = tensor.empty() : tensor<4xf32>
      %f = linalg.fill ins(%v : f32) outs(%own : tensor<4xf32>) -> tensor<4xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %f into %o[%x] [4] [1] : tensor<4xf32> into tensor<16xf32>
      }
    } {mapping = [#gpu.thread<x>]}
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %out[%i] [16] [1] : tensor<16xf32> into tensor<64xf32>
    }
  } {mapping = [#gpu.block<x>]}
  return %r : tensor<64xf32>
}

// A tensor that is created outside of all loops belongs to the thread that uses
// it in a loop over threads.
func.func @around(%v: f32) -> tensor<64xf32> {
  %empty = tensor.empty() : tensor<64xf32>
  %four = tensor.empty() : tensor<4xf32>
  %r = scf.forall (%i) = (0) to (64) step (16) shared_outs(%out = %empty) -> tensor<64xf32> {
    %tile = tensor.extract_slice %out[%i] [16] [1] : tensor<64xf32> to tensor<16xf32>
    %s = scf.forall (%x) = (0) to (16) step (4) shared_outs(%o = %tile) -> tensor<16xf32> {
      %f = linalg.fill ins(%v : f32) outs(%four : tensor<4xf32>) -> tensor<4xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %f into %o[%x] [4] [1] : tensor<4xf32> into tensor<16xf32>
      }
    } {mapping = [#gpu.thread<x>]}
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %out[%i] [16] [1] : tensor<16xf32> into tensor<64xf32>
    }
  } {mapping = [#gpu.block<x>]}
  return %r : tensor<64xf32>
}
