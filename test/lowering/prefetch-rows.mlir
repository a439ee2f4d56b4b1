// Loops of products prefetch rows of large matrices: of 1.5 MB three lines of
// a row for 48 columns, and one line more where a row may begin within a line.
// A smaller matrix is in the second cache, what a short loop prefetches is not
// read, and where nothing is multiplied rows are read as fast as they come. They
// go to the first cache of a Zen 5, and to the second one of others. Of blocks
// of 32 rows those of the next one go to the second cache. Blocks of eight rows
// are left to the hardware, but for those that are read for five sums, and two
// of 4,112 columns do not fit.
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=lowered --target=cpu:znver4 %s | FileCheck %s -DHINT=2
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=lowered --target=cpu:znver5 %s | FileCheck %s -DHINT=3

// CHECK-LABEL: llvm.func @far(
// CHECK-COUNT-3: intr.prefetch{{.*}}hint = [[HINT]]
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @odd(
// CHECK-COUNT-4: intr.prefetch
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @near(
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @short(
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @sum(
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @blocks(
// CHECK: %[[AHEAD:.*]] = llvm.mlir.constant(32 : index)
// CHECK: %[[ROW:.*]] = llvm.add %{{.*}}, %[[AHEAD]]
// CHECK: intr.prefetch{{.*}}hint = 2
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @bytes(
// CHECK: intr.prefetch{{.*}}hint = 2
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @lowBlocks(
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @lowBlocksOfFive(
// CHECK: %[[NEXT:.*]] = llvm.mlir.constant(8 : index)
// CHECK: %[[ROW:.*]] = llvm.add %{{.*}}, %[[NEXT]]
// CHECK: intr.prefetch{{.*}}hint = 2
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @wideBlocks(
// CHECK-NOT: intr.prefetch

func.func @far(%a: tensor<768xf32>, %b: tensor<768x512xf32>) -> tensor<48xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 768 : index
  %z = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<48xf32>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zeros) -> (vector<48xf32>) {
    %x = tensor.extract %a[%k] : tensor<768xf32>
    %v = vector.broadcast %x : f32 to vector<48xf32>
    %w = vector.transfer_read %b[%k, %c0], %z {in_bounds = [true]} : tensor<768x512xf32>, vector<48xf32>
    %t = vector.fma %v, %w, %s : vector<48xf32>
    scf.yield %t : vector<48xf32>
  }
  %e = tensor.empty() : tensor<48xf32>
  %r = vector.transfer_write %sum, %e[%c0] {in_bounds = [true]} : vector<48xf32>, tensor<48xf32>
  return %r : tensor<48xf32>
}

func.func @odd(%a: tensor<768xf32>, %b: tensor<768x500xf32>) -> tensor<48xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 768 : index
  %z = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<48xf32>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zeros) -> (vector<48xf32>) {
    %x = tensor.extract %a[%k] : tensor<768xf32>
    %v = vector.broadcast %x : f32 to vector<48xf32>
    %w = vector.transfer_read %b[%k, %c0], %z {in_bounds = [true]} : tensor<768x500xf32>, vector<48xf32>
    %t = vector.fma %v, %w, %s : vector<48xf32>
    scf.yield %t : vector<48xf32>
  }
  %e = tensor.empty() : tensor<48xf32>
  %r = vector.transfer_write %sum, %e[%c0] {in_bounds = [true]} : vector<48xf32>, tensor<48xf32>
  return %r : tensor<48xf32>
}

func.func @near(%a: tensor<256xf32>, %b: tensor<256x512xf32>) -> tensor<48xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 256 : index
  %z = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<48xf32>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zeros) -> (vector<48xf32>) {
    %x = tensor.extract %a[%k] : tensor<256xf32>
    %v = vector.broadcast %x : f32 to vector<48xf32>
    %w = vector.transfer_read %b[%k, %c0], %z {in_bounds = [true]} : tensor<256x512xf32>, vector<48xf32>
    %t = vector.fma %v, %w, %s : vector<48xf32>
    scf.yield %t : vector<48xf32>
  }
  %e = tensor.empty() : tensor<48xf32>
  %r = vector.transfer_write %sum, %e[%c0] {in_bounds = [true]} : vector<48xf32>, tensor<48xf32>
  return %r : tensor<48xf32>
}

func.func @short(%a: tensor<768xf32>, %b: tensor<768x512xf32>) -> tensor<48xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 16 : index
  %z = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<48xf32>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zeros) -> (vector<48xf32>) {
    %x = tensor.extract %a[%k] : tensor<768xf32>
    %v = vector.broadcast %x : f32 to vector<48xf32>
    %w = vector.transfer_read %b[%k, %c0], %z {in_bounds = [true]} : tensor<768x512xf32>, vector<48xf32>
    %t = vector.fma %v, %w, %s : vector<48xf32>
    scf.yield %t : vector<48xf32>
  }
  %e = tensor.empty() : tensor<48xf32>
  %r = vector.transfer_write %sum, %e[%c0] {in_bounds = [true]} : vector<48xf32>, tensor<48xf32>
  return %r : tensor<48xf32>
}

func.func @sum(%b: tensor<768x512xf32>) -> tensor<48xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 768 : index
  %z = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<48xf32>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zeros) -> (vector<48xf32>) {
    %w = vector.transfer_read %b[%k, %c0], %z {in_bounds = [true]} : tensor<768x512xf32>, vector<48xf32>
    %t = arith.addf %s, %w : vector<48xf32>
    scf.yield %t : vector<48xf32>
  }
  %e = tensor.empty() : tensor<48xf32>
  %r = vector.transfer_write %sum, %e[%c0] {in_bounds = [true]} : vector<48xf32>, tensor<48xf32>
  return %r : tensor<48xf32>
}

func.func @blocks(%a: tensor<768xf32>, %b: tensor<768x528xf32>, %c: tensor<528xf32>) -> tensor<528xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %block = arith.constant 32 : index
  %width = arith.constant 16 : index
  %rows = arith.constant 768 : index
  %columns = arith.constant 528 : index
  %z = arith.constant 0.0 : f32
  %r = scf.for %m = %c0 to %rows step %block iter_args(%sums = %c) -> (tensor<528xf32>) {
    %q = scf.for %j = %c0 to %columns step %width iter_args(%to = %sums) -> (tensor<528xf32>) {
      %before = vector.transfer_read %to[%j], %z {in_bounds = [true]} : tensor<528xf32>, vector<16xf32>
      %sum = scf.for %k = %c0 to %block step %c1 iter_args(%s = %before) -> (vector<16xf32>) {
        %row = arith.addi %m, %k : index
        %x = tensor.extract %a[%row] : tensor<768xf32>
        %v = vector.broadcast %x : f32 to vector<16xf32>
        %w = vector.transfer_read %b[%row, %j], %z {in_bounds = [true]} : tensor<768x528xf32>, vector<16xf32>
        %t = vector.fma %v, %w, %s : vector<16xf32>
        scf.yield %t : vector<16xf32>
      }
      %w = vector.transfer_write %sum, %to[%j] {in_bounds = [true]} : vector<16xf32>, tensor<528xf32>
      scf.yield %w : tensor<528xf32>
    }
    scf.yield %q : tensor<528xf32>
  }
  return %r : tensor<528xf32>
}

func.func @bytes(%a: tensor<1280xi8>, %b: tensor<1280x1088xi8>, %c: tensor<1088xi32>) -> tensor<1088xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %block = arith.constant 32 : index
  %width = arith.constant 64 : index
  %rows = arith.constant 1280 : index
  %columns = arith.constant 1088 : index
  %z = arith.constant 0 : i8
  %y = arith.constant 0 : i32
  %r = scf.for %m = %c0 to %rows step %block iter_args(%sums = %c) -> (tensor<1088xi32>) {
    %q = scf.for %j = %c0 to %columns step %width iter_args(%to = %sums) -> (tensor<1088xi32>) {
      %before = vector.transfer_read %to[%j], %y {in_bounds = [true]} : tensor<1088xi32>, vector<64xi32>
      %sum = scf.for %k = %c0 to %block step %c1 iter_args(%s = %before) -> (vector<64xi32>) {
        %row = arith.addi %m, %k : index
        %x = tensor.extract %a[%row] : tensor<1280xi8>
        %v = vector.broadcast %x : i8 to vector<1xi8>
        %w = vector.transfer_read %b[%row, %j], %z {in_bounds = [true, true]} : tensor<1280x1088xi8>, vector<1x64xi8>
        %t = vector.contract {indexing_maps = [affine_map<(n, k) -> (k)>, affine_map<(n, k) -> (k, n)>,
            affine_map<(n, k) -> (n)>], iterator_types = ["parallel", "reduction"]}
            %v, %w, %s : vector<1xi8>, vector<1x64xi8> into vector<64xi32>
        scf.yield %t : vector<64xi32>
      }
      %w = vector.transfer_write %sum, %to[%j] {in_bounds = [true]} : vector<64xi32>, tensor<1088xi32>
      scf.yield %w : tensor<1088xi32>
    }
    scf.yield %q : tensor<1088xi32>
  }
  return %r : tensor<1088xi32>
}

func.func @lowBlocks(%a: tensor<768xf32>, %b: tensor<768x528xf32>, %c: tensor<528xf32>) -> tensor<528xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %block = arith.constant 8 : index
  %width = arith.constant 16 : index
  %rows = arith.constant 768 : index
  %columns = arith.constant 528 : index
  %z = arith.constant 0.0 : f32
  %r = scf.for %m = %c0 to %rows step %block iter_args(%sums = %c) -> (tensor<528xf32>) {
    %q = scf.for %j = %c0 to %columns step %width iter_args(%to = %sums) -> (tensor<528xf32>) {
      %before = vector.transfer_read %to[%j], %z {in_bounds = [true]} : tensor<528xf32>, vector<16xf32>
      %sum = scf.for %k = %c0 to %block step %c1 iter_args(%s = %before) -> (vector<16xf32>) {
        %row = arith.addi %m, %k : index
        %x = tensor.extract %a[%row] : tensor<768xf32>
        %v = vector.broadcast %x : f32 to vector<16xf32>
        %w = vector.transfer_read %b[%row, %j], %z {in_bounds = [true]} : tensor<768x528xf32>, vector<16xf32>
        %t = vector.fma %v, %w, %s : vector<16xf32>
        scf.yield %t : vector<16xf32>
      }
      %w = vector.transfer_write %sum, %to[%j] {in_bounds = [true]} : vector<16xf32>, tensor<528xf32>
      scf.yield %w : tensor<528xf32>
    }
    scf.yield %q : tensor<528xf32>
  }
  return %r : tensor<528xf32>
}

func.func @lowBlocksOfFive(%a: tensor<768xf32>, %b: tensor<768x528xf32>, %c: tensor<5x528xf32>) -> tensor<5x528xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %block = arith.constant 8 : index
  %width = arith.constant 16 : index
  %rows = arith.constant 768 : index
  %columns = arith.constant 528 : index
  %z = arith.constant 0.0 : f32
  %r = scf.for %m = %c0 to %rows step %block iter_args(%sums = %c) -> (tensor<5x528xf32>) {
    %q = scf.for %j = %c0 to %columns step %width iter_args(%to = %sums) -> (tensor<5x528xf32>) {
      %before = vector.transfer_read %to[%c0, %j], %z {in_bounds = [true, true]} : tensor<5x528xf32>, vector<5x16xf32>
      %sum = scf.for %k = %c0 to %block step %c1 iter_args(%s = %before) -> (vector<5x16xf32>) {
        %row = arith.addi %m, %k : index
        %x = tensor.extract %a[%row] : tensor<768xf32>
        %v = vector.broadcast %x : f32 to vector<5x16xf32>
        %w = vector.transfer_read %b[%row, %j], %z {in_bounds = [true]} : tensor<768x528xf32>, vector<16xf32>
        %ws = vector.broadcast %w : vector<16xf32> to vector<5x16xf32>
        %t = vector.fma %v, %ws, %s : vector<5x16xf32>
        scf.yield %t : vector<5x16xf32>
      }
      %w = vector.transfer_write %sum, %to[%c0, %j] {in_bounds = [true, true]} : vector<5x16xf32>, tensor<5x528xf32>
      scf.yield %w : tensor<5x528xf32>
    }
    scf.yield %q : tensor<5x528xf32>
  }
  return %r : tensor<5x528xf32>
}

func.func @wideBlocks(%a: tensor<768xf32>, %b: tensor<768x4112xf32>, %c: tensor<4112xf32>) -> tensor<4112xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %block = arith.constant 32 : index
  %width = arith.constant 16 : index
  %rows = arith.constant 768 : index
  %columns = arith.constant 4112 : index
  %z = arith.constant 0.0 : f32
  %r = scf.for %m = %c0 to %rows step %block iter_args(%sums = %c) -> (tensor<4112xf32>) {
    %q = scf.for %j = %c0 to %columns step %width iter_args(%to = %sums) -> (tensor<4112xf32>) {
      %before = vector.transfer_read %to[%j], %z {in_bounds = [true]} : tensor<4112xf32>, vector<16xf32>
      %sum = scf.for %k = %c0 to %block step %c1 iter_args(%s = %before) -> (vector<16xf32>) {
        %row = arith.addi %m, %k : index
        %x = tensor.extract %a[%row] : tensor<768xf32>
        %v = vector.broadcast %x : f32 to vector<16xf32>
        %w = vector.transfer_read %b[%row, %j], %z {in_bounds = [true]} : tensor<768x4112xf32>, vector<16xf32>
        %t = vector.fma %v, %w, %s : vector<16xf32>
        scf.yield %t : vector<16xf32>
      }
      %w = vector.transfer_write %sum, %to[%j] {in_bounds = [true]} : vector<16xf32>, tensor<4112xf32>
      scf.yield %w : tensor<4112xf32>
    }
    scf.yield %q : tensor<4112xf32>
  }
  return %r : tensor<4112xf32>
}
