// What sums are rescaled by, i64 between vectors of i32, is computed by even and
// odd lanes: a register of i32 is one of i64, and no lane crosses it.
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=lowered %s -o %t 2>/dev/null
// RUN: FileCheck %s < %t
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --target=cpu:icelake-server --emit=object %s -o %t.o 2>/dev/null
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s --check-prefix=CODE
// RUN: %as-run %t --entry=rescale --compare=%s --runs=0
// RUN: %as-run %t --entry=unsigned --compare=%s --runs=0
// RUN: %as-run %t --entry=short --compare=%s --runs=0
// RUN: %as-run %t --entry=odd --compare=%s --runs=0
// RUN: %as-run %t --entry=twice --compare=%s --runs=0

// CHECK-LABEL: llvm.func @rescale
// CHECK: llvm.bitcast {{.*}} : vector<16xi32> to vector<8xi64>
// CHECK-NOT: llvm.sext {{.*}} to vector<16xi64>
// CHECK: llvm.mul {{.*}} : vector<8xi64>
// CHECK: llvm.shufflevector {{.*}} [0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30] : vector<16xi32>
// CHECK: llvm.return
// CODE-LABEL: <rescale
// CODE: vpmuldq
// CODE-NOT: vpmovqd
// CODE: vpsravq
// CODE-NOT: vpmovqd
// CODE: ret
func.func @rescale(%x: memref<64xi32>, %m: memref<16xi32>, %s: memref<16xi8>, %y: memref<64xi8>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %one = arith.constant dense<1> : vector<16xi64>
  %zero = arith.constant dense<0> : vector<16xi32>
  %c31 = arith.constant dense<31> : vector<16xi32>
  %c40 = arith.constant dense<40> : vector<16xi8>
  %more = arith.constant dense<1073741824> : vector<16xi64>
  %less = arith.constant dense<-1073741824> : vector<16xi64>
  %most = arith.constant dense<127> : vector<16xi32>
  %least = arith.constant dense<-128> : vector<16xi32>
  %multiplier = vector.load %m[%c0] : memref<16xi32>, vector<16xi32>
  %any = vector.load %s[%c0] : memref<16xi8>, vector<16xi8>
  %c7 = arith.constant dense<7> : vector<16xi8>
  %some = arith.andi %any, %c7 : vector<16xi8>
  %shift = arith.addi %some, %c40 : vector<16xi8>
  scf.for %i = %c0 to %c64 step %c16 {
    %v = vector.load %x[%i] : memref<64xi32>, vector<16xi32>
    %0 = arith.extui %shift : vector<16xi8> to vector<16xi32>
    %1 = arith.extsi %v : vector<16xi32> to vector<16xi64>
    %2 = arith.extsi %multiplier : vector<16xi32> to vector<16xi64>
    %3 = arith.muli %1, %2 : vector<16xi64>
    %4 = arith.extui %0 : vector<16xi32> to vector<16xi64>
    %5 = arith.shli %one, %4 : vector<16xi64>
    %6 = arith.shrui %5, %one : vector<16xi64>
    %7 = arith.addi %3, %6 : vector<16xi64>
    %8 = arith.cmpi sge, %v, %zero : vector<16xi32>
    %9 = arith.select %8, %more, %less : vector<16xi1>, vector<16xi64>
    %10 = arith.addi %9, %7 : vector<16xi64>
    %11 = arith.cmpi sgt, %0, %c31 : vector<16xi32>
    %12 = arith.select %11, %10, %7 : vector<16xi1>, vector<16xi64>
    %13 = arith.shrsi %12, %4 : vector<16xi64>
    %14 = arith.trunci %13 : vector<16xi64> to vector<16xi32>
    %15 = arith.maxsi %14, %least : vector<16xi32>
    %16 = arith.minsi %15, %most : vector<16xi32>
    %17 = arith.trunci %16 : vector<16xi32> to vector<16xi8>
    vector.store %17, %y[%i] : memref<64xi8>, vector<16xi8>
  }
  return
}

// Vectors of two dimensions, numbers without a sign, one of which comes from a
// scalar, and one that is as wide to begin with.
// CHECK-LABEL: llvm.func @unsigned
// CHECK: llvm.mul {{.*}} : vector<8xi64>
// CHECK: llvm.trunc {{.*}} : vector<16xi32> to vector<16xi16>
// CHECK: llvm.return
func.func @unsigned(%x: memref<2x16xi16>, %m: memref<2x16xi64>, %k: i64, %y: memref<2x16xi16>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i16
  %q = arith.constant 0 : i64
  %limit = arith.constant dense<7> : vector<2x16xi64>
  %v = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<2x16xi16>, vector<2x16xi16>
  %w = vector.transfer_read %m[%c0, %c0], %q {in_bounds = [true, true]} : memref<2x16xi64>, vector<2x16xi64>
  %b = vector.broadcast %k : i64 to vector<2x16xi64>
  %0 = arith.extui %v : vector<2x16xi16> to vector<2x16xi64>
  %1 = arith.muli %0, %b : vector<2x16xi64>
  %2 = arith.addi %1, %w : vector<2x16xi64>
  %3 = arith.cmpi ult, %0, %limit : vector<2x16xi64>
  %4 = arith.select %3, %0, %2 : vector<2x16xi1>, vector<2x16xi64>
  %5 = arith.shrui %4, %limit : vector<2x16xi64>
  %6 = arith.trunci %5 : vector<2x16xi64> to vector<2x16xi16>
  vector.transfer_write %6, %y[%c0, %c0] {in_bounds = [true, true]} : vector<2x16xi16>, memref<2x16xi16>
  return
}

// Of few lanes one register holds all.
// CHECK-LABEL: llvm.func @short
// CHECK: llvm.sext {{.*}} to vector<8xi64>
// CHECK: llvm.return
func.func @short(%x: memref<8xi32>, %m: memref<8xi32>, %y: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c31 = arith.constant dense<31> : vector<8xi64>
  %v = vector.load %x[%c0] : memref<8xi32>, vector<8xi32>
  %w = vector.load %m[%c0] : memref<8xi32>, vector<8xi32>
  %0 = arith.extsi %v : vector<8xi32> to vector<8xi64>
  %1 = arith.extsi %w : vector<8xi32> to vector<8xi64>
  %2 = arith.muli %0, %1 : vector<8xi64>
  %3 = arith.shrsi %2, %c31 : vector<8xi64>
  %4 = arith.trunci %3 : vector<8xi64> to vector<8xi32>
  vector.store %4, %y[%c0] : memref<8xi32>, vector<8xi32>
  return
}

// Numbers of other widths that are compared are no pairs of lanes.
// CHECK-LABEL: llvm.func @odd
// CHECK: llvm.icmp {{.*}} : vector<16xi48>
// CHECK: llvm.return
func.func @odd(%x: memref<16xi32>, %y: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %least = arith.constant dense<5> : vector<16xi48>
  %c3 = arith.constant dense<3> : vector<16xi64>
  %c7 = arith.constant dense<7> : vector<16xi64>
  %v = vector.load %x[%c0] : memref<16xi32>, vector<16xi32>
  %0 = arith.extsi %v : vector<16xi32> to vector<16xi48>
  %1 = arith.muli %0, %0 : vector<16xi48>
  %2 = arith.cmpi sge, %1, %least : vector<16xi48>
  %3 = arith.extsi %v : vector<16xi32> to vector<16xi64>
  %4 = arith.muli %3, %c7 : vector<16xi64>
  %5 = arith.select %2, %4, %c3 : vector<16xi1>, vector<16xi64>
  %6 = arith.shrsi %5, %c3 : vector<16xi64>
  %7 = arith.trunci %6 : vector<16xi64> to vector<16xi32>
  vector.store %7, %y[%c0] : memref<16xi32>, vector<16xi32>
  return
}

// The lanes of a vector that is used twice are picked once.
// CHECK-LABEL: llvm.func @twice
// CHECK: llvm.mul {{.*}} : vector<8xi64>
// CHECK: llvm.return
func.func @twice(%x: memref<16xi32>, %m: memref<16xi64>, %y: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %v = vector.load %x[%c0] : memref<16xi32>, vector<16xi32>
  %w = vector.load %m[%c0] : memref<16xi64>, vector<16xi64>
  %0 = arith.extsi %v : vector<16xi32> to vector<16xi64>
  %1 = arith.muli %0, %w : vector<16xi64>
  %2 = arith.addi %1, %w : vector<16xi64>
  %3 = arith.trunci %2 : vector<16xi64> to vector<16xi32>
  vector.store %3, %y[%c0] : memref<16xi32>, vector<16xi32>
  return
}
