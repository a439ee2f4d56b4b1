// Arguments from .npy files, random ones for the rest, results to .npy files.

// 1.0, 2.0
// RUN: rm -rf %t && mkdir %t
// RUN: /usr/bin/printf '\223NUMPY\1\0\067\0{"descr": "<f4", "fortran_order": False, "shape": (2,)}\0\0\200\077\0\0\0\100' > %t/a.npy
// 10.0
// RUN: /usr/bin/printf '\223NUMPY\1\0\065\0{"descr": "<f4", "fortran_order": False, "shape": ()}\0\0\040\101' > %t/s.npy

// RUN: %as-run %s --entry=scale --runs=0 --inputs=%t/a.npy,%t/s.npy --outputs=%t/results | count 0
// RUN: tail -c +11 %t/results/out0.npy | head -c 60 | FileCheck %s --check-prefix=HEADER
// RUN: tail -c 8 %t/results/out0.npy | od -An -tf4 | FileCheck %s --check-prefix=SCALED
// RUN: tail -c 4 %t/results/out1.npy | od -An -td4 | FileCheck %s --check-prefix=LENGTH
// RUN: ls %t/results | count 2
// HEADER: {'descr': '<f4', 'fortran_order': False, 'shape': (2,), }
// SCALED: {{^ *10 +20$}}
// LENGTH: {{^ *2$}}

// What comes out goes in again.
// RUN: %as-run %s --entry=scale --runs=0 --inputs=%t/results/out0.npy,%t/s.npy --outputs=%t/results
// RUN: tail -c 8 %t/results/out0.npy | od -An -tf4 | FileCheck %s --check-prefix=AGAIN
// AGAIN: {{^ *100 +200$}}

// The same seed gives the same arguments, another one others.
// RUN: %as-run %s --entry=scale --runs=0 --inputs=,%t/s.npy --outputs=%t/zero
// RUN: %as-run %s --entry=scale --runs=0 --inputs=,%t/s.npy --seed=0 --outputs=%t/same
// RUN: %as-run %s --entry=scale --runs=0 --inputs=,%t/s.npy --seed 1 --outputs=%t/other
// RUN: cmp %t/zero/out0.npy %t/same/out0.npy
// RUN: not cmp %t/zero/out0.npy %t/other/out0.npy

// Without results, the arguments come out.
// RUN: %as-run %s --entry=update --inputs=%t/a.npy --runs=0 --outputs=%t/updated
// RUN: tail -c 8 %t/updated/out0.npy | od -An -tf4 | FileCheck %s --check-prefix=UPDATED
// UPDATED: {{^ *1 +3$}}

// RUN: not %as-run %s --entry=scale --inputs=%t/s.npy 2>&1 | FileCheck %s --check-prefix=SHAPE
// SHAPE: as-run: error: argument 0: {{.*}}s.npy: is f32, but 2xf32 is needed
// RUN: not %as-run %s --entry=count --inputs=%t/a.npy 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: as-run: error: argument 0: {{.*}}a.npy: has elements of type '<f4', but '<i4' (i32) is needed
// RUN: not %as-run %s --entry=count --inputs=%s 2>&1 | FileCheck %s --check-prefix=NPY
// NPY: as-run: error: argument 0: {{.*}}arguments.mlir: is no .npy file
// RUN: not %as-run %s --entry=count --inputs=%t/none.npy 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: as-run: error: argument 0: {{.*}}cannot open '{{.*}}none.npy'
// RUN: not %as-run %s --entry=count --inputs=,a.npy,b.npy 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: as-run: error: --inputs has 'a.npy,b.npy' left over: there are 1 arguments (2xi32->i32)
// RUN: not %as-run %s --entry=count --outputs=%s 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: as-run: error: cannot write '{{.*}}arguments.mlir/out0.npy': Not a directory

#vector = affine_map<(i) -> (i)>

func.func @scale(%a: tensor<2xf32>, %s: f32) -> (tensor<2xf32>, i32) {
  %length = arith.constant 2 : i32
  %empty = tensor.empty() : tensor<2xf32>
  %r = linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]}
      ins(%a : tensor<2xf32>) outs(%empty : tensor<2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %product = arith.mulf %in, %s : f32
    linalg.yield %product : f32
  } -> tensor<2xf32>
  return %r, %length : tensor<2xf32>, i32
}

func.func @update(%a: memref<2xf32>) {
  %one = arith.constant 1 : index
  %three = arith.constant 3.0 : f32
  memref.store %three, %a[%one] : memref<2xf32>
  return
}

func.func @count(%a: tensor<2xi32>) -> i32 {
  %zero = arith.constant 0 : index
  %r = tensor.extract %a[%zero] : tensor<2xi32>
  return %r : i32
}
