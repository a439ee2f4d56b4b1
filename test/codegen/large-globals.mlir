// More than 2 GiB of variables in one module: large ones are addressed by 64
// bits, so that it can be linked. Of less they are addressed as usual.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=llvm %s | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=shared %s -o %t.so
// RUN: %as-run %t.so --compare=%S/Inputs/large-globals.mlir --runs=0
// RUN: sed 's/805306368/8192/g; s/805306367/8191/g' %s | %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=llvm - | FileCheck %s --check-prefix=SMALL
// CHECK: @kept = {{.*}}[805306368 x i32]{{.*}}code_model "large"
// SMALL: @kept
// SMALL-NOT: code_model

memref.global "private" @kept : memref<805306368xi32> = uninitialized

func.func @f(%x: tensor<16xi32>) -> tensor<16xi32> {
  %last = arith.constant 805306367 : index
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %bit = arith.constant 1 : i32
  %first = tensor.extract %x[%zero] : tensor<16xi32>
  %second = tensor.extract %x[%one] : tensor<16xi32>
  %odd = arith.andi %first, %bit : i32
  %alsoOdd = arith.andi %second, %bit : i32
  %i = arith.index_cast %odd : i32 to index
  %j = arith.index_cast %alsoOdd : i32 to index
  %to = arith.subi %last, %i : index
  %from = arith.subi %last, %j : index
  %kept = memref.get_global @kept : memref<805306368xi32>
  %none = arith.constant 0 : i32
  memref.store %none, %kept[%from] : memref<805306368xi32>
  memref.store %first, %kept[%to] : memref<805306368xi32>
  %back = memref.load %kept[%from] : memref<805306368xi32>
  %e = tensor.empty() : tensor<16xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<16xi32>) outs(%e : tensor<16xi32>) {
  ^bb0(%a: i32, %o: i32):
    %s = arith.addi %a, %back : i32
    linalg.yield %s : i32
  } -> tensor<16xi32>
  return %r : tensor<16xi32>
}
