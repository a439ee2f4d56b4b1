// Products that no tile divides: the operands are padded, and after the product
// a thread for each element of the result copies what is not padding.
// RUN: %as-opt --autoschedule --target=cuda:sm_80 --measure=static --records=none \
// RUN:   --progress=none --emit=sketches %s | FileCheck %s --check-prefix=SKETCH
// RUN: %as-opt --autoschedule --target=cuda:sm_80 --measure=static --records=none \
// RUN:   --progress=none --trials=24 --emit=ptx --launch=%t.json %s -o %t.ptx
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// RUN: FileCheck %s --check-prefix=LAUNCH < %t.json

// RUN: %as-opt --autoschedule --target=cuda:sm_80 --measure=static --records=none \
// RUN:   --progress=none --trials=24 --emit=lowered %s | FileCheck %s --check-prefix=HOST

// Each kernel takes the four arrays of the function, and three scratch buffers.
// HOST: %[[ROOM:.*]], %{{.*}} = gpu.alloc async
// HOST-COUNT-3: memref.view %[[ROOM]]
// HOST: gpu.launch_func {{.*}} args({{(%[0-9]+ : !llvm.ptr, )+}}{{%[0-9]+ : !llvm.ptr, %[0-9]+ : !llvm.ptr, %[0-9]+ : !llvm.ptr, %[0-9]+ : !llvm.ptr, %[0-9]+ : !llvm.ptr, %[0-9]+ : !llvm.ptr}})

// The product is 197 x 1000 x 762, padded to 208 x 1024 x 768.
// SKETCH: transform.structured.pad {{.*}} pad_to_multiple_of [16, 128, 128]
// SKETCH: tile_using_forall {{.*}} tile_sizes [1, 1](mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>])

// PTX: mma.sync
// LAUNCH: "grid":[{{[0-9]+}},{{[0-9]+}},1]
// LAUNCH-SAME: "role":"scratch","type":"208x768xf16"
// LAUNCH-SAME: "role":"scratch","type":"768x1024xf16"
// LAUNCH-SAME: "role":"scratch","type":"208x1024xf32"

#all = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>
func.func @dense(%a: tensor<197x762xf16>, %b: tensor<762x1000xf16>, %bias: tensor<1000xf32>) -> tensor<197x1000xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<197x1000xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<197x1000xf32>) -> tensor<197x1000xf32>
  %c = linalg.matmul ins(%a, %b : tensor<197x762xf16>, tensor<762x1000xf16>)
      outs(%zeros : tensor<197x1000xf32>) -> tensor<197x1000xf32>
  %r = linalg.generic {indexing_maps = [#all, #column, #all], iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias : tensor<197x1000xf32>, tensor<1000xf32>) outs(%empty : tensor<197x1000xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %s = arith.addf %x, %y : f32
    %m = arith.maximumf %s, %zero : f32
    linalg.yield %m : f32
  } -> tensor<197x1000xf32>
  return %r : tensor<197x1000xf32>
}
