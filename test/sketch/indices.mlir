// Reductions of index are vectorised along the results: upstream crashes where it
// lowers the reduction of a vector of them.

// RUN: %as-opt --autoschedule --trials=16 --stop-after=build --records=none --progress=none --report=%t.json %s -o /dev/null
// RUN: FileCheck %s < %t.json
// CHECK: "label":"rows 5x48x24"
// CHECK: "build-failed":0,
// CHECK: "build-crashed":0,
// CHECK: "sketches":
// CHECK-SAME: ["results","plain"]
// CHECK: "label":"rows 5x7x1"
// CHECK: "build-failed":0,
// CHECK: "sketches":
// CHECK-SAME: ["plain"]

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
