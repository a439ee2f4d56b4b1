// The script of the rule wgmma for a product: eight warps along the rows and
// two along the columns.
#map = affine_map<(d0) -> (d0 * 16)>
#map1 = affine_map<(d0) -> (d0 * 48)>
#map2 = affine_map<(d0) -> (d0 * 2)>
func.func @product(%arg0: tensor<256x128xf16>, %arg1: tensor<128x192xf16>) -> tensor<256x192xf32> {
  %cst = arith.constant dense<0.000000e+00> : vector<1x2xf32>
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c0 = arith.constant 0 : index
  %0 = tensor.empty() : tensor<256x192xf32>
  %1 = scf.forall (%arg2, %arg3) = (0, 0) to (256, 192) step (128, 96) shared_outs(%arg4 = %0) -> (tensor<256x192xf32>) {
    %extracted_slice = tensor.extract_slice %arg4[%arg2, %arg3] [128, 96] [1, 1] : tensor<256x192xf32> to tensor<128x96xf32>
    %2 = scf.forall (%arg5, %arg6) in (8, 2) shared_outs(%arg7 = %extracted_slice) -> (tensor<128x96xf32>) {
      %4 = affine.apply #map(%arg5)
      %5 = affine.apply #map1(%arg6)
      %extracted_slice_0 = tensor.extract_slice %arg7[%4, %5] [16, 48] [1, 1] : tensor<128x96xf32> to tensor<16x48xf32>
      %6 = scf.forall (%arg8, %arg9) in (16, 24) shared_outs(%arg10 = %extracted_slice_0) -> (tensor<16x48xf32>) {
        %7 = affine.apply #map2(%arg9)
        %extracted_slice_1 = tensor.extract_slice %arg10[%arg8, %7] [1, 2] [1, 1] : tensor<16x48xf32> to tensor<1x2xf32>
        %8 = vector.transfer_write %cst, %extracted_slice_1[%c0, %c0] {in_bounds = [true, true]} : vector<1x2xf32>, tensor<1x2xf32>
        scf.forall.in_parallel {
          tensor.parallel_insert_slice %8 into %arg10[%arg8, %7] [1, 2] [1, 1] : tensor<1x2xf32> into tensor<16x48xf32>
        }
      } {mapping = [#gpu.lane<linear_dim_1>, #gpu.lane<linear_dim_0>]}
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %6 into %arg7[%4, %5] [16, 48] [1, 1] : tensor<16x48xf32> into tensor<128x96xf32>
      }
    } {mapping = [#gpu.warp<linear_dim_0>, #gpu.warp<linear_dim_1>]}
    %3 = scf.for %arg5 = %c0 to %c128 step %c64 iter_args(%arg6 = %2) -> (tensor<128x96xf32>) {
      %extracted_slice_0 = tensor.extract_slice %arg0[%arg2, %arg5] [128, 64] [1, 1] : tensor<256x128xf16> to tensor<128x64xf16>
      %extracted_slice_1 = tensor.extract_slice %arg1[%arg5, %arg3] [64, 96] [1, 1] : tensor<128x192xf16> to tensor<64x96xf16>
      %4 = bufferization.alloc_tensor() : tensor<128x64xf16>
      %5 = linalg.copy ins(%extracted_slice_0 : tensor<128x64xf16>) outs(%4 : tensor<128x64xf16>) -> tensor<128x64xf16>
      %6 = bufferization.alloc_tensor() : tensor<64x96xf16>
      %7 = linalg.copy ins(%extracted_slice_1 : tensor<64x96xf16>) outs(%6 : tensor<64x96xf16>) -> tensor<64x96xf16>
      %8 = scf.forall (%arg7, %arg8) in (8, 2) shared_outs(%arg9 = %arg6) -> (tensor<128x96xf32>) {
        %9 = affine.apply #map(%arg7)
        %10 = affine.apply #map1(%arg8)
        %extracted_slice_2 = tensor.extract_slice %5[%9, 0] [16, 64] [1, 1] : tensor<128x64xf16> to tensor<16x64xf16>
        %extracted_slice_3 = tensor.extract_slice %7[0, %10] [64, 48] [1, 1] : tensor<64x96xf16> to tensor<64x48xf16>
        %extracted_slice_4 = tensor.extract_slice %arg9[%9, %10] [16, 48] [1, 1] : tensor<128x96xf32> to tensor<16x48xf32>
        %11 = linalg.matmul {as.mma = 16 : i64, as.warpgroup} ins(%extracted_slice_2, %extracted_slice_3 : tensor<16x64xf16>, tensor<64x48xf16>) outs(%extracted_slice_4 : tensor<16x48xf32>) -> tensor<16x48xf32>
        scf.forall.in_parallel {
          tensor.parallel_insert_slice %11 into %arg9[%9, %10] [16, 48] [1, 1] : tensor<16x48xf32> into tensor<128x96xf32>
        }
      } {mapping = [#gpu.warp<linear_dim_0>, #gpu.warp<linear_dim_1>]}
      scf.yield %8 : tensor<128x96xf32>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %3 into %arg4[%arg2, %arg3] [128, 96] [1, 1] : tensor<128x96xf32> into tensor<256x192xf32>
    }
  } {as.resident = 1 : i64, as.stages = 2 : i64, mapping = [#gpu.block<y>, #gpu.block<x>]}
  return %1 : tensor<256x192xf32>
}
