// What a function with dynamic dimensions needs between its operations is
// computed and allocated before anything is touched. Sizes for which it would
// overflow, or for which there is no memory, are refused; other sizes are
// right, nothing is left allocated, and nothing beside the arrays is written.

// RUN: rm -rf %t && mkdir %t
// RUN: %as-opt --autoschedule --emit=object --trials=0 --records=none --progress=none --header=%t/memory.h %s -o %t/memory.o
// RUN: cc -std=gnu11 -O1 -Wall -Wextra -Werror -fsanitize=address -I%t %S/Inputs/sized-memory.c %t/memory.o -o %t/program -lm -Wl,--wrap=malloc,--wrap=free
// RUN: env ASAN_OPTIONS=allocator_may_return_null=1:detect_leaks=0 %t/program | FileCheck %s

// Sums over a size have small arrays of their own.
// CHECK:      scores: 0 wrong of 300 sizes, 0 left, at most {{[1-9]}} at once
// CHECK-NEXT: columns: 0 wrong of 300 sizes, 0 left, at most 1 at once
// CHECK-NEXT: layers: 0 wrong of 300 sizes, 0 left, at most {{[12]}} at once
// What a branch needs between is reserved as well, taken or not; for a branch
// that only few rows take, many rows need nothing.
// CHECK-NEXT: branches: 0 wrong of 300 sizes, 0 left, at most {{[1-9]}} at once
// CHECK-NEXT: few: 0 wrong of 300 sizes, 0 left, at most {{[1-9]}} at once
// CHECK-NEXT: many: 0, right, 0 left
// A condition that overflows may hold, and is no reason to refuse the call.
// CHECK-NEXT: budget, above: 0, right, 0 left
// CHECK-NEXT: budget, overflows: 0, right, 0 left
// CHECK-NEXT: overflow: 1 1 1, 0 allocations
// CHECK-NEXT: larger than memory: 3 3
// CHECK-NEXT: no memory: 3, untouched, 0 left
// CHECK-NEXT: negative: 1 1, unequal: 2, untouched

// as-run says so in words.
// RUN: cc -shared %t/memory.o -o %t/memory.so
// RUN: env ASAN_OPTIONS=allocator_may_return_null=1:detect_leaks=0 not %as-run %t/memory.so --entry=scores --sizes=n=1048576,m=1048576 --runs=0 2>&1 | FileCheck %s --check-prefix=WORDS
// WORDS: as-run: error: {{.*}}memory.so: with the sizes n=1048576,m=1048576 there is no memory for the arrays between the operations of 'scores' ([n]x8xf32,8x[m]xf32,[m]x8xf32->[n]x8xf32)

// Products whose sizes multiply: what is between is as large as both.
func.func @scores(%x: tensor<?x8xf32> {as.sizes = ["n"]}, %y: tensor<8x?xf32> {as.sizes = ["m"]}, %z: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x8xf32>
  %m = tensor.dim %y, %c1 : tensor<8x?xf32>
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %s = linalg.matmul ins(%x, %y : tensor<?x8xf32>, tensor<8x?xf32>) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  %o = tensor.empty(%n) : tensor<?x8xf32>
  %g = linalg.fill ins(%zero : f32) outs(%o : tensor<?x8xf32>) -> tensor<?x8xf32>
  %r = linalg.matmul ins(%s, %z : tensor<?x?xf32>, tensor<?x8xf32>) outs(%g : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}

// A size that is a sum, of which there is twice as much between.
func.func @columns(%x: tensor<?x4xf32> {as.sizes = ["n"]}, %y: tensor<?x4xf32> {as.sizes = ["m"]}) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %c = tensor.concat dim(0) %x, %y : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %d = tensor.concat dim(0) %c, %c : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.reduce ins(%d : tensor<?x4xf32>) outs(%f : tensor<4xf32>) dimensions = [0]
    (%a: f32, %b: f32) {
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    }
  return %r : tensor<4xf32>
}

// Several arrays between, which share their memory.
func.func @layers(%x: tensor<?x16xf32> {as.sizes = ["n"]}, %w: tensor<16x16xf32>, %y: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x16xf32>
  %e = tensor.empty(%n) : tensor<?x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x16xf32>) -> tensor<?x16xf32>
  %a = linalg.matmul ins(%x, %w : tensor<?x16xf32>, tensor<16x16xf32>) outs(%f : tensor<?x16xf32>) -> tensor<?x16xf32>
  %b = linalg.matmul ins(%a, %w : tensor<?x16xf32>, tensor<16x16xf32>) outs(%f : tensor<?x16xf32>) -> tensor<?x16xf32>
  %c = linalg.matmul ins(%b, %w : tensor<?x16xf32>, tensor<16x16xf32>) outs(%f : tensor<?x16xf32>) -> tensor<?x16xf32>
  %d = linalg.matmul ins(%c, %w : tensor<?x16xf32>, tensor<16x16xf32>) outs(%f : tensor<?x16xf32>) -> tensor<?x16xf32>
  %r = linalg.add ins(%d, %y : tensor<?x16xf32>, tensor<?x16xf32>) outs(%e : tensor<?x16xf32>) -> tensor<?x16xf32>
  return %r : tensor<?x16xf32>
}

// What is between in a branch that values decide on.
func.func @branches(%x: tensor<?x16xf32> {as.sizes = ["n"]}, %w: tensor<16x16xf32>, %on: tensor<1xi32>) -> tensor<?x16xf32> {
  %c0 = arith.constant 0 : index
  %none = arith.constant 0 : i32
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x16xf32>
  %value = tensor.extract %on[%c0] : tensor<1xi32>
  %isOn = arith.cmpi ne, %value, %none : i32
  %r = scf.if %isOn -> tensor<?x16xf32> {
    %e = tensor.empty(%n) : tensor<?x16xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x16xf32>) -> tensor<?x16xf32>
    %a = linalg.matmul ins(%x, %w : tensor<?x16xf32>, tensor<16x16xf32>) outs(%f : tensor<?x16xf32>) -> tensor<?x16xf32>
    %b = linalg.matmul ins(%a, %w : tensor<?x16xf32>, tensor<16x16xf32>) outs(%f : tensor<?x16xf32>) -> tensor<?x16xf32>
    %c = linalg.matmul ins(%b, %w : tensor<?x16xf32>, tensor<16x16xf32>) outs(%f : tensor<?x16xf32>) -> tensor<?x16xf32>
    scf.yield %c : tensor<?x16xf32>
  } else {
    %e = tensor.empty(%n) : tensor<?x16xf32>
    %c = linalg.add ins(%x, %x : tensor<?x16xf32>, tensor<?x16xf32>) outs(%e : tensor<?x16xf32>) -> tensor<?x16xf32>
    scf.yield %c : tensor<?x16xf32>
  }
  return %r : tensor<?x16xf32>
}

// Scores of all rows with all rows, of few rows.
func.func @few(%x: tensor<?x8xf32> {as.sizes = ["n"]}) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x8xf32>
  %are = arith.cmpi ule, %n, %c64 : index
  %o = tensor.empty(%n) : tensor<?x8xf32>
  %r = scf.if %are -> tensor<?x8xf32> {
    %e = tensor.empty(%n, %n) : tensor<?x?xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
    %s = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>]
        ins(%x, %x : tensor<?x8xf32>, tensor<?x8xf32>) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
    %g = linalg.fill ins(%zero : f32) outs(%o : tensor<?x8xf32>) -> tensor<?x8xf32>
    %y = linalg.matmul ins(%s, %x : tensor<?x?xf32>, tensor<?x8xf32>) outs(%g : tensor<?x8xf32>) -> tensor<?x8xf32>
    scf.yield %y : tensor<?x8xf32>
  } else {
    %y = linalg.add ins(%x, %x : tensor<?x8xf32>, tensor<?x8xf32>) outs(%o : tensor<?x8xf32>) -> tensor<?x8xf32>
    scf.yield %y : tensor<?x8xf32>
  }
  return %r : tensor<?x8xf32>
}

// A condition on a product of sizes, which may overflow.
func.func @budget(%x: tensor<?x16xf32> {as.sizes = ["n"]}, %w: tensor<16x16xf32>, %y: tensor<?xf32> {as.sizes = ["m"]}) -> tensor<?x16xf32> {
  %c0 = arith.constant 0 : index
  %each = arith.constant 8796093022208 : index
  %budget = arith.constant 1073741824 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x16xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %pairs = arith.muli %n, %m : index
  %bytes = arith.muli %pairs, %each : index
  %isLow = arith.cmpi sle, %bytes, %budget : index
  %e = tensor.empty(%n) : tensor<?x16xf32>
  %r = scf.if %isLow -> tensor<?x16xf32> {
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x16xf32>) -> tensor<?x16xf32>
    %a = linalg.matmul ins(%x, %w : tensor<?x16xf32>, tensor<16x16xf32>) outs(%f : tensor<?x16xf32>) -> tensor<?x16xf32>
    %b = linalg.matmul ins(%a, %w : tensor<?x16xf32>, tensor<16x16xf32>) outs(%f : tensor<?x16xf32>) -> tensor<?x16xf32>
    scf.yield %b : tensor<?x16xf32>
  } else {
    %c = linalg.add ins(%x, %x : tensor<?x16xf32>, tensor<?x16xf32>) outs(%e : tensor<?x16xf32>) -> tensor<?x16xf32>
    scf.yield %c : tensor<?x16xf32>
  }
  return %r : tensor<?x16xf32>
}

func.func @twice(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c = tensor.concat dim(0) %x, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.add ins(%c, %y : tensor<?xf32>, tensor<?xf32>) outs(%y : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
