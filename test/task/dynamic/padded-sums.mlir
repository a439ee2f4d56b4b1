// The rest of a sum along a dynamic size is padded by what adds nothing, not
// even a sign or a NaN, where that takes less than smaller tiles. Strict results
// are those of the program, bit by bit.

// The tiles that a machine chooses are its own; those of a schedule are given.
// RUN: rm -rf %t && mkdir %t && split-file %s %t
// RUN: %as-opt --autoschedule --emit=schedule --fp=strict --trials=0 --records=none --progress=none %t/sums.mlir -o %t/chosen.mlir
// RUN: sed 's/, array<i32: [0-9, ]*>//g; s/array<i64: [0-9, ]*>/array<i64: 16, 4>, array<i32: 9, 1>/g' %t/chosen.mlir > %t/tiles.mlir
// RUN: %as-opt --autoschedule --emit=tasks --fp=strict --kernels-from=%t/tiles.mlir --records=none %t/sums.mlir | FileCheck %s
// RUN: %as-opt --autoschedule --emit=lowered --fp=strict --kernels-from=%t/tiles.mlir --trials=0 --records=none --progress=none %t/sums.mlir -o %t/given.mlir
// RUN: %as-run %t/given.mlir --compare=%t/sums.mlir --fp=strict --runs=0 | FileCheck --check-prefix=EQUAL %s
// RUN: %as-run %t/given.mlir --threads=2 --compare=%t/sums.mlir --fp=strict --runs=0 | FileCheck --check-prefix=EQUAL %s
// The choice of this machine.
// RUN: %as-opt --autoschedule --emit=lowered --trials=0 --records=none --progress=none %t/sums.mlir -o %t/own.mlir
// RUN: %as-run %t/own.mlir --compare=%t/sums.mlir --runs=0 | FileCheck --check-prefix=EQUAL %s
// EQUAL: results: equal

// Both factors are padded: 0 times -0 is -0, and a sum and -0 is the sum.
// CHECK-LABEL: func.func private @product(
// CHECK: %[[WHOLE:.*]] = scf.for %{{.*}} = %c0{{.*}} step %c16
// CHECK: scf.for %[[K:.*]] = %[[END:.*]] to %[[PAD:.*]] step %c16{{.*}} iter_args(%{{.*}} = %[[WHOLE]])
// CHECK: %[[LEFT:.*]] = arith.subi %[[PAD]], %[[K]]
// CHECK-DAG: %[[X:.*]] = tensor.extract_slice %arg0[0, %[[K]]] [24, %[[LEFT]]] [1, 1]
// CHECK-DAG: linalg.fill ins(%cst{{.*}} : f32) {{.*}} -> tensor<24x16xf32>
// CHECK-DAG: tensor.insert_slice %[[X]] into %{{.*}}[0, 0] [24, %[[LEFT]]] [1, 1] : tensor<24x?xf32> into tensor<24x16xf32>
// CHECK-DAG: tensor.extract_slice %arg1[%[[K]], 0] [%[[LEFT]], 32] [1, 1]
// CHECK: func.call @as_task_
// CHECK: scf.for {{.*}} step %c4
// CHECK: scf.for {{.*}} step %c4
// CHECK-NOT: step %c1
// CHECK: return

// Twice a zero is a zero, but a square of an infinity beside it is none: where
// only one factor has the dimension, tiles of one take what is left.
// CHECK-LABEL: func.func private @scaled(
// CHECK-NOT: tensor<24x?xf32> into
// CHECK: step %c1{{ }}
// CHECK: return
// CHECK-LABEL: func.func private @square(
// CHECK: step %c1{{ }}
// CHECK: return

// Nor is a maximum padded by an infinity that its flags rule out, or by a NaN,
// of which there is none with --fp=fast.
// RUN: %as-opt --autoschedule --emit=schedule --fp=fast --trials=0 --records=none --progress=none %t/flags.mlir -o %t/flags.chosen.mlir
// RUN: sed 's/, array<i32: [0-9, ]*>//g; s/array<i64: [0-9, ]*>/array<i64: 16, 4>, array<i32: 9, 1>/g' %t/flags.chosen.mlir > %t/flags.tiles.mlir
// RUN: %as-opt --autoschedule --emit=tasks --fp=fast --kernels-from=%t/flags.tiles.mlir --records=none %t/flags.mlir | FileCheck %s --check-prefix=FLAGS
// RUN: %as-opt --autoschedule --emit=lowered --fp=fast --kernels-from=%t/flags.tiles.mlir --trials=0 --records=none --progress=none %t/flags.mlir -o %t/flags.lowered.mlir
// RUN: %as-run %t/flags.lowered.mlir --entry=finite --sizes=n=1,5,16,31 --compare=%t/flags.mlir --entry=finite --runs=0 | FileCheck --check-prefix=EQUAL %s
// RUN: %as-run %t/flags.lowered.mlir --entry=number --sizes=n=1,5,16,31 --compare=%t/flags.mlir --entry=number --runs=0 | FileCheck --check-prefix=EQUAL %s
// FLAGS-LABEL: func.func @finite(
// FLAGS-NOT: tensor<24x?xf32> into
// FLAGS: return
// FLAGS-LABEL: func.func @number(
// FLAGS-NOT: tensor<24x?xf32> into
// FLAGS: return

//--- sums.mlir
#all = affine_map<(i, k) -> (i, k)>
#rows = affine_map<(i, k) -> (i)>

func.func private @product(%x: tensor<24x?xf32>, %w: tensor<?x32xf32>)
    -> tensor<24x32xf32> {
  %zero = arith.constant -0.0 : f32
  %empty = tensor.empty() : tensor<24x32xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<24x32xf32>)
      -> tensor<24x32xf32>
  %p = linalg.matmul ins(%x, %w : tensor<24x?xf32>, tensor<?x32xf32>)
      outs(%zeros : tensor<24x32xf32>) -> tensor<24x32xf32>
  return %p : tensor<24x32xf32>
}

func.func private @product_of_bytes(%x: tensor<24x?xi8>, %w: tensor<?x32xi8>)
    -> tensor<24x32xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<24x32xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<24x32xi32>)
      -> tensor<24x32xi32>
  %p = linalg.matmul ins(%x, %w : tensor<24x?xi8>, tensor<?x32xi8>)
      outs(%zeros : tensor<24x32xi32>) -> tensor<24x32xi32>
  return %p : tensor<24x32xi32>
}

// Both sizes of the product of attention with its values.
func.func private @values(%x: tensor<3x?x?xf32>, %w: tensor<3x?x8xf32>,
                          %to: tensor<3x?x8xf32>) -> tensor<3x?x8xf32> {
  %p = linalg.batch_matmul ins(%x, %w : tensor<3x?x?xf32>, tensor<3x?x8xf32>)
      outs(%to : tensor<3x?x8xf32>) -> tensor<3x?x8xf32>
  return %p : tensor<3x?x8xf32>
}

func.func private @greatest(%x: tensor<24x?xf32>) -> tensor<24xf32> {
  %least = arith.constant 0xFF800000 : f32
  %empty = tensor.empty() : tensor<24xf32>
  %start = linalg.fill ins(%least : f32) outs(%empty : tensor<24xf32>)
      -> tensor<24xf32>
  %r = linalg.generic {indexing_maps = [#all, #rows],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<24x?xf32>) outs(%start : tensor<24xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.maximumf %o, %a : f32
    linalg.yield %m : f32
  } -> tensor<24xf32>
  return %r : tensor<24xf32>
}

// The least one, of those that are numbers.
func.func private @least(%x: tensor<24x?xf32>) -> tensor<24xf32> {
  %nan = arith.constant 0x7FC00000 : f32
  %empty = tensor.empty() : tensor<24xf32>
  %start = linalg.fill ins(%nan : f32) outs(%empty : tensor<24xf32>)
      -> tensor<24xf32>
  %r = linalg.generic {indexing_maps = [#all, #rows],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<24x?xf32>) outs(%start : tensor<24xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.minnumf %a, %o : f32
    linalg.yield %m : f32
  } -> tensor<24xf32>
  return %r : tensor<24xf32>
}

func.func private @sum(%x: tensor<24x?xf32>) -> tensor<24xf32> {
  %zero = arith.constant -0.0 : f32
  %empty = tensor.empty() : tensor<24xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<24xf32>)
      -> tensor<24xf32>
  %r = linalg.generic {indexing_maps = [#all, #rows],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<24x?xf32>) outs(%start : tensor<24xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.addf %o, %a : f32
    linalg.yield %m : f32
  } -> tensor<24xf32>
  return %r : tensor<24xf32>
}

func.func private @scaled(%x: tensor<24x?xf32>, %s: tensor<24xf32>)
    -> tensor<24xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<24xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<24xf32>)
      -> tensor<24xf32>
  %r = linalg.generic {indexing_maps = [#all, #rows, #rows],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x, %s : tensor<24x?xf32>, tensor<24xf32>)
      outs(%start : tensor<24xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %m = arith.addf %o, %p : f32
    linalg.yield %m : f32
  } -> tensor<24xf32>
  return %r : tensor<24xf32>
}

func.func private @square(%x: tensor<24x?xf32>) -> tensor<24xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<24xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<24xf32>)
      -> tensor<24xf32>
  %r = linalg.generic {indexing_maps = [#all, #rows],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<24x?xf32>) outs(%start : tensor<24xf32>) {
  ^bb0(%a: f32, %o: f32):
    %p = arith.mulf %a, %a : f32
    %m = arith.addf %o, %p : f32
    linalg.yield %m : f32
  } -> tensor<24xf32>
  return %r : tensor<24xf32>
}

// The first column of the operands has infinities, the second NaN, and the sums
// start from -0.
func.func @all(%x: tensor<24x70xf32>, %w: tensor<70x32xf32>,
               %b: tensor<24x70xi8>, %c: tensor<70x32xi8>,
               %y: tensor<3x70x70xf32>, %v: tensor<3x70x8xf32>,
               %s: tensor<24xf32>)
    -> (tensor<14x24x32xf32>, tensor<14x24x32xi32>, tensor<14x3x70x8xf32>,
        tensor<14x6x24xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  %inf = arith.constant 0x7F800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %x1 = tensor.insert %inf into %x[%c0, %c0] : tensor<24x70xf32>
  %x2 = tensor.insert %nan into %x1[%c1, %c1] : tensor<24x70xf32>
  %w2 = tensor.insert %inf into %w[%c0, %c0] : tensor<70x32xf32>
  %sizes = arith.constant dense<[0, 1, 2, 3, 4, 5, 8, 15, 16, 17, 24, 25, 64,
                                 70]> : tensor<14xindex>
  %none0 = arith.constant dense<0.0> : tensor<14x24x32xf32>
  %none1 = arith.constant dense<0> : tensor<14x24x32xi32>
  %none2 = arith.constant dense<0.0> : tensor<14x3x70x8xf32>
  %none3 = arith.constant dense<0.0> : tensor<14x6x24xf32>
  %all:4 = scf.for %i = %c0 to %c14 step %c1
      iter_args(%t0 = %none0, %t1 = %none1, %t2 = %none2, %t3 = %none3)
      -> (tensor<14x24x32xf32>, tensor<14x24x32xi32>, tensor<14x3x70x8xf32>,
          tensor<14x6x24xf32>) {
    %n = tensor.extract %sizes[%i] : tensor<14xindex>
    %xs = tensor.extract_slice %x2[0, 0] [24, %n] [1, 1]
        : tensor<24x70xf32> to tensor<24x?xf32>
    %ws = tensor.extract_slice %w2[0, 0] [%n, 32] [1, 1]
        : tensor<70x32xf32> to tensor<?x32xf32>
    %bs = tensor.extract_slice %b[0, 0] [24, %n] [1, 1]
        : tensor<24x70xi8> to tensor<24x?xi8>
    %cs = tensor.extract_slice %c[0, 0] [%n, 32] [1, 1]
        : tensor<70x32xi8> to tensor<?x32xi8>
    %ys = tensor.extract_slice %y[0, 0, 0] [3, %n, %n] [1, 1, 1]
        : tensor<3x70x70xf32> to tensor<3x?x?xf32>
    %vs = tensor.extract_slice %v[0, 0, 0] [3, %n, 8] [1, 1, 1]
        : tensor<3x70x8xf32> to tensor<3x?x8xf32>
    %r0 = func.call @product(%xs, %ws)
        : (tensor<24x?xf32>, tensor<?x32xf32>) -> tensor<24x32xf32>
    %r1 = func.call @product_of_bytes(%bs, %cs)
        : (tensor<24x?xi8>, tensor<?x32xi8>) -> tensor<24x32xi32>
    %r2 = func.call @values(%ys, %vs, %vs)
        : (tensor<3x?x?xf32>, tensor<3x?x8xf32>, tensor<3x?x8xf32>)
        -> tensor<3x?x8xf32>
    %r3 = func.call @greatest(%xs) : (tensor<24x?xf32>) -> tensor<24xf32>
    %r4 = func.call @least(%xs) : (tensor<24x?xf32>) -> tensor<24xf32>
    %r5 = func.call @sum(%xs) : (tensor<24x?xf32>) -> tensor<24xf32>
    %r6 = func.call @scaled(%xs, %s)
        : (tensor<24x?xf32>, tensor<24xf32>) -> tensor<24xf32>
    %r7 = func.call @square(%xs) : (tensor<24x?xf32>) -> tensor<24xf32>
    %u0 = tensor.insert_slice %r0 into %t0[%i, 0, 0] [1, 24, 32] [1, 1, 1]
        : tensor<24x32xf32> into tensor<14x24x32xf32>
    %u1 = tensor.insert_slice %r1 into %t1[%i, 0, 0] [1, 24, 32] [1, 1, 1]
        : tensor<24x32xi32> into tensor<14x24x32xi32>
    %u2 = tensor.insert_slice %r2 into %t2[%i, 0, 0, 0] [1, 3, %n, 8]
        [1, 1, 1, 1] : tensor<3x?x8xf32> into tensor<14x3x70x8xf32>
    %u3 = tensor.insert_slice %r3 into %t3[%i, 0, 0] [1, 1, 24] [1, 1, 1]
        : tensor<24xf32> into tensor<14x6x24xf32>
    %u4 = tensor.insert_slice %r4 into %u3[%i, 1, 0] [1, 1, 24] [1, 1, 1]
        : tensor<24xf32> into tensor<14x6x24xf32>
    %u5 = tensor.insert_slice %r5 into %u4[%i, 2, 0] [1, 1, 24] [1, 1, 1]
        : tensor<24xf32> into tensor<14x6x24xf32>
    %u6 = tensor.insert_slice %r6 into %u5[%i, 3, 0] [1, 1, 24] [1, 1, 1]
        : tensor<24xf32> into tensor<14x6x24xf32>
    %u7 = tensor.insert_slice %r7 into %u6[%i, 4, 0] [1, 1, 24] [1, 1, 1]
        : tensor<24xf32> into tensor<14x6x24xf32>
    scf.yield %u0, %u1, %u2, %u7
        : tensor<14x24x32xf32>, tensor<14x24x32xi32>, tensor<14x3x70x8xf32>,
          tensor<14x6x24xf32>
  }
  return %all#0, %all#1, %all#2, %all#3
      : tensor<14x24x32xf32>, tensor<14x24x32xi32>, tensor<14x3x70x8xf32>,
        tensor<14x6x24xf32>
}

//--- flags.mlir
#all = affine_map<(i, k) -> (i, k)>
#rows = affine_map<(i, k) -> (i)>

func.func @finite(%x: tensor<24x?xf32> {as.sizes = ["n"]}) -> tensor<24xf32> {
  %least = arith.constant -1.0e30 : f32
  %empty = tensor.empty() : tensor<24xf32>
  %start = linalg.fill ins(%least : f32) outs(%empty : tensor<24xf32>)
      -> tensor<24xf32>
  %r = linalg.generic {indexing_maps = [#all, #rows],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<24x?xf32>) outs(%start : tensor<24xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.maximumf %o, %a fastmath<ninf> : f32
    linalg.yield %m : f32
  } -> tensor<24xf32>
  return %r : tensor<24xf32>
}

func.func @number(%x: tensor<24x?xf32> {as.sizes = ["n"]}) -> tensor<24xf32> {
  %least = arith.constant -1.0e30 : f32
  %empty = tensor.empty() : tensor<24xf32>
  %start = linalg.fill ins(%least : f32) outs(%empty : tensor<24xf32>)
      -> tensor<24xf32>
  %r = linalg.generic {indexing_maps = [#all, #rows],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<24x?xf32>) outs(%start : tensor<24xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.maxnumf %o, %a : f32
    linalg.yield %m : f32
  } -> tensor<24xf32>
  return %r : tensor<24xf32>
}
