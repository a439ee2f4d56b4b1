// Random arguments suit the function: indices are in bounds, and what is divided by
// or a root is taken of is positive, even after moves and sums on the way there.

// RUN: rm -rf %t && mkdir %t
// RUN: %as-run %s --entry=embed --runs=0 --seed=5 --outputs=%t
// RUN: tail -c 256 %t/out0.npy | od -An -v -tf4 -w4 | sort -u | FileCheck %s --check-prefix=EMBED
// EMBED: {{^ *10$}}
// EMBED-NEXT: {{^ *20$}}
// EMBED-NEXT: {{^ *30$}}
// EMBED-NOT: {{.}}

// RUN: %as-run %s --entry=normalize --runs=0 --outputs=%t
// RUN: tail -c 256 %t/out0.npy | od -An -v -tf4 -w4 | not grep -i -e nan -e inf
// RUN: %as-run %s --entry=divide --runs=0 --outputs=%t
// RUN: tail -c 64 %t/out0.npy | od -An -v -td4 -w4 | not grep -v '^ *[1-9]$'

// Slices that are read or written fit.
// RUN: %as-run %s --entry=update --runs=0 --seed=1 --outputs=%t
// RUN: tail -c 256 %t/out0.npy | od -An -v -td4 -w4 | sort | uniq -c | FileCheck %s --check-prefix=UPDATE
// UPDATE: 61  {{ *}}0
// UPDATE-NEXT: 2  {{ *}}7
// UPDATE-NEXT: 1  {{ *}}9

// What nothing is known of is as it always was, unless it may be large.
// RUN: %as-run %s --entry=weights --runs=0 --outputs=%t
// RUN: tail -c 1024 %t/out0.npy | od -An -v -tf4 -w4 | grep -c -e '-0[.][1-9]' > %t/negative
// RUN: not grep -x 0 %t/negative
// RUN: tail -c 1024 %t/out0.npy | od -An -v -tf4 -w4 | grep -e '0[.][5-9]'
// RUN: %as-run %s --entry=weights --model-inputs --runs=0 --outputs=%t
// RUN: tail -c 1024 %t/out0.npy | od -An -v -tf4 -w4 | not grep -e '0[.][5-9]'

// Compiled code shows nothing of it. There integers are 0 or 1, unless it is compared
// with code that does.
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=shared %s -o %t/all.so 2> /dev/null
// RUN: %as-run %t/all.so --entry=embed --runs=0 --outputs=%t
// RUN: tail -c 256 %t/out0.npy | od -An -v -tf4 -w4 | sort -u | FileCheck %s --check-prefix=TWO
// TWO: {{^ *10$}}
// TWO-NEXT: {{^ *20$}}
// TWO-NOT: {{.}}
// RUN: %as-run %t/all.so --entry=embed --runs=0 --compare=%s --seed=5 --outputs=%t | FileCheck %s --check-prefix=EQUAL
// EQUAL: results: equal
// RUN: tail -c 256 %t/out0.npy | od -An -v -tf4 -w4 | sort -u | FileCheck %s --check-prefix=EMBED

// Of arguments that are given nothing is asked. What they lead to is said in words.
// RUN: /usr/bin/printf '\223NUMPY\1\0\065\0{"descr": "<i4", "fortran_order": False, "shape": ()}\377\377\377\377' > %t/minus.npy
// RUN: not env ASAN_OPTIONS=handle_abort=0 %as-run %s --entry=asserted --inputs=%t/minus.npy 2>&1 | FileCheck %s --check-prefix=GIVEN
// GIVEN: as-run: error: the process was killed by SIGABRT while running '{{.*}}needs.mlir'{{$}}
// RUN: not env ASAN_OPTIONS=handle_abort=0 %as-run %s --entry=unseen 2>&1 | FileCheck %s --check-prefix=UNSEEN
// UNSEEN: killed by SIGABRT while running '{{.*}}needs.mlir' on random integers, which may be out of the bounds of what they index (--inputs gives others)

#all = affine_map<(i) -> (i)>
#matrix = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

func.func @embed(%ids: tensor<8x8xi64>) -> tensor<64xf32> {
  %table = arith.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %flat = tensor.collapse_shape %ids [[0, 1]] : tensor<8x8xi64> into tensor<64xi64>
  %empty = tensor.empty() : tensor<64xf32>
  %r = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel"]}
      ins(%flat : tensor<64xi64>) outs(%empty : tensor<64xf32>) {
  ^bb0(%id: i64, %out: f32):
    %i = arith.index_cast %id : i64 to index
    %row = tensor.extract %table[%i] : tensor<3xf32>
    linalg.yield %row : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

func.func @normalize(%x: tensor<8x8xf32>, %variance: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %epsilon = arith.constant 1.0e-5 : f32
  %empty = tensor.empty() : tensor<8x8xf32>
  %shifted = linalg.generic {indexing_maps = [#matrix, #matrix], iterator_types = ["parallel", "parallel"]}
      ins(%variance : tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) {
  ^bb0(%v: f32, %out: f32):
    %sum = arith.addf %v, %epsilon : f32
    linalg.yield %sum : f32
  } -> tensor<8x8xf32>
  %r = linalg.generic {indexing_maps = [#matrix, #matrix, #matrix], iterator_types = ["parallel", "parallel"]}
      ins(%x, %shifted : tensor<8x8xf32>, tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) {
  ^bb0(%v: f32, %w: f32, %out: f32):
    %root = math.sqrt %w : f32
    %quotient = arith.divf %v, %root : f32
    linalg.yield %quotient : f32
  } -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

func.func @divide(%by: tensor<16xi32>) -> tensor<16xi32> {
  %nine = arith.constant 9 : i32
  %empty = tensor.empty() : tensor<16xi32>
  %r = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel"]}
      ins(%by : tensor<16xi32>) outs(%empty : tensor<16xi32>) {
  ^bb0(%v: i32, %out: i32):
    %quotient = arith.divsi %nine, %v : i32
    linalg.yield %quotient : i32
  } -> tensor<16xi32>
  return %r : tensor<16xi32>
}

func.func @weights(%w: tensor<16x16xf32>) -> tensor<16x16xf32> {
  return %w : tensor<16x16xf32>
}

func.func @asserted(%i: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %fits = arith.cmpi sge, %i, %zero : i32
  cf.assert %fits, "negative"
  return %i : i32
}

// No index that could be seen, and no random number would do.
func.func @unseen(%i: i32) -> i32 {
  %no = arith.constant false
  cf.assert %no, "always"
  return %i : i32
}

func.func @update(%row: tensor<1xi32>, %at: index) -> tensor<64xi32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0> : tensor<64xi32>
  %seven = arith.constant dense<7> : tensor<63xi32>
  %nine = arith.constant 9 : i32
  %t = tensor.extract %row[%c0] : tensor<1xi32>
  %i = arith.index_cast %t : i32 to index
  %two = tensor.extract_slice %seven[%at] [2] [1] : tensor<63xi32> to tensor<2xi32>
  %r = tensor.insert_slice %two into %zero[%at] [2] [1] : tensor<2xi32> into tensor<64xi32>
  %s = tensor.insert %nine into %r[%i] : tensor<64xi32>
  return %s : tensor<64xi32>
}
