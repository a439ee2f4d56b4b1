// Softmax and layer norm of any number of rows are tasks as they are with a
// known number; the former also of rows of any length, which are reduced tile
// by tile. So are transposes, sums of columns, and bodies that read the index
// of a row or give two results.

// RUN: %as-opt --autoschedule --emit=tasks --records=none %s 2>&1 | FileCheck %s
// RUN: %as-opt --autoschedule --emit=lowered --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --runs=0 | FileCheck --check-prefix=EQUAL %s

// CHECK-NOT: not scheduled
// CHECK-LABEL: func.func private @softmax(
// CHECK: scf.for %{{.*}} step %c[[TILE:[0-9]+]]
// CHECK: func.call @as_task_{{.*}}(%{{.*}}) : (tensor<[[TILE]]x40xf32>) -> tensor<[[TILE]]x40xf32>
// CHECK-LABEL: func.func private @any_softmax(
// CHECK-NOT: linalg.generic
// CHECK: return
// CHECK-LABEL: func.func private @norm(
// CHECK-NOT: linalg.generic
// CHECK: return
// CHECK-LABEL: func.func private @transpose(
// CHECK: tensor.extract_slice %arg0[%[[I:.*]], 0]
// CHECK: tensor.insert_slice %{{.*}}[0, %[[I]]]
// CHECK-LABEL: func.func private @columns(
// CHECK-LABEL: func.func private @index(
// CHECK-LABEL: func.func private @largest(
// CHECK-NOT: linalg.generic
// CHECK: return
// CHECK-LABEL: func.func @all(

// EQUAL: results: equal

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>

func.func private @softmax(%x: tensor<?x40xf32>) -> tensor<?x40xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x40xf32>
  %e = tensor.empty(%n) : tensor<?x40xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<?x40xf32>)
      outs(%e : tensor<?x40xf32>) -> tensor<?x40xf32>
  return %r : tensor<?x40xf32>
}

func.func private @any_softmax(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<?x?xf32>)
      outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func private @norm(%x: tensor<?x40xf32>, %g: tensor<40xf32>)
    -> tensor<?x40xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.025 : f32
  %tiny = arith.constant 1.0e-5 : f32
  %n = tensor.dim %x, %c0 : tensor<?x40xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>)
      -> tensor<?xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row],
                         iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x40xf32>) outs(%zeros : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  %squares = linalg.generic {indexing_maps = [#id, #row, #row],
                             iterator_types = ["parallel", "reduction"]}
      ins(%x, %sum : tensor<?x40xf32>, tensor<?xf32>)
      outs(%zeros : tensor<?xf32>) {
  ^bb0(%a: f32, %t: f32, %o: f32):
    %mean = arith.mulf %t, %scale : f32
    %d = arith.subf %a, %mean : f32
    %q = arith.mulf %d, %d : f32
    %s = arith.addf %o, %q : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  %out = tensor.empty(%n) : tensor<?x40xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #row, #column, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum, %squares, %g
          : tensor<?x40xf32>, tensor<?xf32>, tensor<?xf32>, tensor<40xf32>)
      outs(%out : tensor<?x40xf32>) {
  ^bb0(%a: f32, %t: f32, %v: f32, %w: f32, %o: f32):
    %mean = arith.mulf %t, %scale : f32
    %d = arith.subf %a, %mean : f32
    %var = arith.mulf %v, %scale : f32
    %safe = arith.addf %var, %tiny : f32
    %inv = math.rsqrt %safe : f32
    %s = arith.mulf %d, %inv : f32
    %z = arith.mulf %s, %w : f32
    linalg.yield %z : f32
  } -> tensor<?x40xf32>
  return %r : tensor<?x40xf32>
}

func.func private @transpose(%x: tensor<?x40xf32>) -> tensor<40x?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x40xf32>
  %e = tensor.empty(%n) : tensor<40x?xf32>
  %r = linalg.transpose ins(%x : tensor<?x40xf32>) outs(%e : tensor<40x?xf32>)
      permutation = [1, 0]
  return %r : tensor<40x?xf32>
}

func.func private @columns(%x: tensor<?x40xf32>) -> tensor<40xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<40xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<40xf32>)
      -> tensor<40xf32>
  %r = linalg.reduce ins(%x : tensor<?x40xf32>) outs(%zeros : tensor<40xf32>)
      dimensions = [0] (%a: f32, %o: f32) {
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  }
  return %r : tensor<40xf32>
}

func.func private @index(%x: tensor<?x40xf32>) -> tensor<?x40xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x40xf32>
  %e = tensor.empty(%n) : tensor<?x40xf32>
  %r = linalg.generic {indexing_maps = [#id, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x40xf32>) outs(%e : tensor<?x40xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %k = arith.index_cast %i : index to i32
    %f = arith.sitofp %k : i32 to f32
    %s = arith.mulf %a, %f : f32
    linalg.yield %s : f32
  } -> tensor<?x40xf32>
  return %r : tensor<?x40xf32>
}

// The largest of each column, and where it is.
func.func private @largest(%x: tensor<?x40xf32>)
    -> (tensor<40xf32>, tensor<40xi32>) {
  %low = arith.constant -1.0e30 : f32
  %none = arith.constant -1 : i32
  %e = tensor.empty() : tensor<40xf32>
  %f = tensor.empty() : tensor<40xi32>
  %lows = linalg.fill ins(%low : f32) outs(%e : tensor<40xf32>)
      -> tensor<40xf32>
  %nones = linalg.fill ins(%none : i32) outs(%f : tensor<40xi32>)
      -> tensor<40xi32>
  %r:2 = linalg.generic {
      indexing_maps = [affine_map<(j, i) -> (i, j)>, affine_map<(j, i) -> (j)>,
                       affine_map<(j, i) -> (j)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x40xf32>) outs(%lows, %nones
          : tensor<40xf32>, tensor<40xi32>) {
  ^bb0(%a: f32, %o: f32, %p: i32):
    %i = linalg.index 1 : index
    %k = arith.index_cast %i : index to i32
    %more = arith.cmpf ogt, %a, %o : f32
    %m = arith.select %more, %a, %o : f32
    %q = arith.select %more, %k, %p : i32
    linalg.yield %m, %q : f32, i32
  } -> (tensor<40xf32>, tensor<40xi32>)
  return %r#0, %r#1 : tensor<40xf32>, tensor<40xi32>
}

func.func @all(%x: tensor<300x40xf32>, %g: tensor<40xf32>)
    -> (tensor<10x5x300x40xf32>, tensor<10x40x300xf32>, tensor<10x2x40xf32>,
        tensor<10x40xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %sizes = arith.constant dense<[0, 1, 3, 4, 31, 97, 127, 129, 191, 300]>
      : tensor<10xindex>
  %widths = arith.constant dense<[1, 40, 2, 39, 17, 8, 9, 31, 33, 23]>
      : tensor<10xindex>
  %none = arith.constant dense<0.0> : tensor<10x5x300x40xf32>
  %nothing = arith.constant dense<0.0> : tensor<10x40x300xf32>
  %zeros = arith.constant dense<0.0> : tensor<10x2x40xf32>
  %nulls = arith.constant dense<0> : tensor<10x40xi32>
  %all:4 = scf.for %i = %c0 to %c10 step %c1
      iter_args(%t = %none, %u = %nothing, %v = %zeros, %w = %nulls)
      -> (tensor<10x5x300x40xf32>, tensor<10x40x300xf32>, tensor<10x2x40xf32>,
          tensor<10x40xi32>) {
    %n = tensor.extract %sizes[%i] : tensor<10xindex>
    %m = tensor.extract %widths[%i] : tensor<10xindex>
    %a = tensor.extract_slice %x[0, 0] [%n, 40] [1, 1]
        : tensor<300x40xf32> to tensor<?x40xf32>
    %b = tensor.extract_slice %x[0, 0] [%n, %m] [1, 1]
        : tensor<300x40xf32> to tensor<?x?xf32>
    %r0 = func.call @softmax(%a) : (tensor<?x40xf32>) -> tensor<?x40xf32>
    %t0 = tensor.insert_slice %r0 into %t[%i, 0, 0, 0] [1, 1, %n, 40]
        [1, 1, 1, 1] : tensor<?x40xf32> into tensor<10x5x300x40xf32>
    %r1 = func.call @any_softmax(%b) : (tensor<?x?xf32>) -> tensor<?x?xf32>
    %t1 = tensor.insert_slice %r1 into %t0[%i, 1, 0, 0] [1, 1, %n, %m]
        [1, 1, 1, 1] : tensor<?x?xf32> into tensor<10x5x300x40xf32>
    %r2 = func.call @norm(%a, %g)
        : (tensor<?x40xf32>, tensor<40xf32>) -> tensor<?x40xf32>
    %t2 = tensor.insert_slice %r2 into %t1[%i, 2, 0, 0] [1, 1, %n, 40]
        [1, 1, 1, 1] : tensor<?x40xf32> into tensor<10x5x300x40xf32>
    %r3 = func.call @index(%a) : (tensor<?x40xf32>) -> tensor<?x40xf32>
    %t3 = tensor.insert_slice %r3 into %t2[%i, 3, 0, 0] [1, 1, %n, 40]
        [1, 1, 1, 1] : tensor<?x40xf32> into tensor<10x5x300x40xf32>
    %r4 = func.call @transpose(%a) : (tensor<?x40xf32>) -> tensor<40x?xf32>
    %u0 = tensor.insert_slice %r4 into %u[%i, 0, 0] [1, 40, %n] [1, 1, 1]
        : tensor<40x?xf32> into tensor<10x40x300xf32>
    %r5 = func.call @columns(%a) : (tensor<?x40xf32>) -> tensor<40xf32>
    %v0 = tensor.insert_slice %r5 into %v[%i, 0, 0] [1, 1, 40] [1, 1, 1]
        : tensor<40xf32> into tensor<10x2x40xf32>
    %r6:2 = func.call @largest(%a)
        : (tensor<?x40xf32>) -> (tensor<40xf32>, tensor<40xi32>)
    %v1 = tensor.insert_slice %r6#0 into %v0[%i, 1, 0] [1, 1, 40] [1, 1, 1]
        : tensor<40xf32> into tensor<10x2x40xf32>
    %w0 = tensor.insert_slice %r6#1 into %w[%i, 0] [1, 40] [1, 1]
        : tensor<40xi32> into tensor<10x40xi32>
    scf.yield %t3, %u0, %v1, %w0 : tensor<10x5x300x40xf32>,
        tensor<10x40x300xf32>, tensor<10x2x40xf32>, tensor<10x40xi32>
  }
  return %all#0, %all#1, %all#2, %all#3 : tensor<10x5x300x40xf32>,
      tensor<10x40x300xf32>, tensor<10x2x40xf32>, tensor<10x40xi32>
}
