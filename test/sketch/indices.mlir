// Reductions of index are vectorised along the results: upstream crashes where it
// lowers the reduction of a vector of them.

// RUN: %as-opt --autoschedule --trials=40 --batch=40 --stop-after=build --records=none --progress=none --report=%t.json %s -o /dev/null
// RUN: FileCheck %s < %t.json
// CHECK-DAG: "sketches":["results","plain"]
// CHECK-DAG: "sketches":["plain"]
// CHECK-DAG: "sketches":["tile","plain"]
// CHECK: "totals":{
// CHECK-SAME: "build-failed":0,
// CHECK-SAME: "build-crashed":0,

func.func @f(%a: tensor<5x48x24xindex>, %start: tensor<5x48xindex>)
    -> tensor<5x48xindex> {
  %all = linalg.generic
      {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>,
                        affine_map<(i, j, k) -> (i, j)>],
       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a : tensor<5x48x24xindex>) outs(%start : tensor<5x48xindex>) {
  ^bb0(%x: index, %sum: index):
    %y = arith.andi %sum, %x : index
    linalg.yield %y : index
  } -> tensor<5x48xindex>
  return %all : tensor<5x48xindex>
}

// There is no loop to unroll over a single element.
func.func @single(%a: tensor<5x7x1xindex>, %start: tensor<5x7xindex>)
    -> tensor<5x7xindex> {
  %all = linalg.generic
      {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>,
                        affine_map<(i, j, k) -> (i, j)>],
       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a : tensor<5x7x1xindex>) outs(%start : tensor<5x7xindex>) {
  ^bb0(%x: index, %sum: index):
    %y = arith.addi %sum, %x : index
    linalg.yield %y : index
  } -> tensor<5x7xindex>
  return %all : tensor<5x7xindex>
}

// Neither is there for a window of a single position over a single channel.
// With sums that start from a constant it would be elementwise.
func.func @position(%image: tensor<1x1x7xf32>, %filter: tensor<32x1x1xf32>,
                    %start: tensor<1x32x7xf32>) -> tensor<1x32x7xf32> {
  %all = linalg.conv_1d_ncw_fcw
      ins(%image, %filter : tensor<1x1x7xf32>, tensor<32x1x1xf32>)
      outs(%start : tensor<1x32x7xf32>) -> tensor<1x32x7xf32>
  return %all : tensor<1x32x7xf32>
}
