// Where /sys is not mounted nobody complains, and the machine is the same.

// REQUIRES: mount
// DEFINE: %{sketches} = %as-opt --autoschedule --emit=sketches %s
// RUN: %{sketches} > %t.whole
// RUN: unshare -m sh -c 'umount -l /sys && "$@"' -- %{sketches} > %t.bare 2> %t.said
// RUN: cmp %t.whole %t.bare
// RUN: count 0 < %t.said

func.func @product(%x: tensor<64x256xf32>, %w: tensor<256x128xf32>)
    -> tensor<64x128xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x128xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x128xf32>)
      -> tensor<64x128xf32>
  %r = linalg.matmul ins(%x, %w : tensor<64x256xf32>, tensor<256x128xf32>)
      outs(%zeros : tensor<64x128xf32>) -> tensor<64x128xf32>
  return %r : tensor<64x128xf32>
}
