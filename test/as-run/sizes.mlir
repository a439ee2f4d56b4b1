// A function with dynamic dimensions runs at the sizes that --sizes gives, from a
// module, a lowered module and a shared object.

// RUN: rm -rf %t && mkdir %t
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %s -o %t/lowered.mlir
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=scheduled %s -o %t/scheduled.mlir
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=shared %s -o %t/shared.so

// RUN: %as-run %t/lowered.mlir --entry=linear --compare=%s --runs=0 --sizes=batch=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t/lowered.mlir --entry=linear --compare=%s --runs=0 --sizes=batch=1 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t/shared.so --entry=linear --compare=%s --runs=0 --sizes=batch=37 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t/shared.so --entry=linear --compare=%s --runs=0 --sizes=batch=1000 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t/scheduled.mlir --entry=linear --compare=%s --runs=1 --min-time=0 --share=unsafe --sizes batch=37 | FileCheck %s --check-prefix=EQUAL
// EQUAL: results: equal

// Several sizes, results of other sizes, scalars among them. The results are
// those of a function of static shape.
// RUN: %as-run %t/shared.so --entry=mixed --compare=%s --runs=0 --sizes=n=5,m=3,d0=7 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %s --entry=mixed --runs=0 --sizes=d0=7,m=3,n=5 --outputs=%t/dynamic
// RUN: %as-run %s --entry=mixed_5_3_7 --runs=0 --outputs=%t/static
// RUN: diff -r %t/dynamic %t/static
// RUN: %as-run %t/shared.so --entry=mixed --compare=%s --runs=0 --sizes=n=0,m=3,d0=0 | FileCheck %s --check-prefix=EQUAL

// Memory is updated in place, and may be all that a function has.
// RUN: %as-run %t/shared.so --entry=doubled --compare=%s --runs=0 --sizes=d0=13 --fp=strict | FileCheck %s --check-prefix=EQUAL

// A size that is known after all.
// RUN: %as-run %t/shared.so --entry=known --compare=%s --runs=0 | FileCheck %s --check-prefix=EQUAL

// Constant weights are packed once, by a function that takes the sizes as well.
// RUN: %as-run %t/shared.so --entry=packed --compare=%s --runs=0 --sizes=d0=9 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t/lowered.mlir --entry=packed --compare=%s --runs=0 --sizes=d0=9 | FileCheck %s --check-prefix=EQUAL

// RUN: %as-run %s --entry=linear --sizes=batch=37 --profile --runs=1 --min-time=0 --share=unsafe | FileCheck %s --check-prefix=PROFILE
// PROFILE: the whole

// Arguments from files have to fit.
// RUN: %as-run %s --entry=linear --sizes=batch=6 --runs=0 --outputs=%t/six
// RUN: %as-run %s --entry=doubled_copy --sizes=d0=6,d1=16 --runs=0 --inputs=%t/six/out0.npy
// RUN: not %as-run %s --entry=doubled_copy --sizes=d0=7,d1=16 --runs=0 --inputs=%t/six/out0.npy 2>&1 | FileCheck %s --check-prefix=FILE
// FILE: argument 0: {{.*}}out0.npy: is 6x16xf32, but 7x16xf32 is needed

// What is wrong is said with what to write.
// RUN: not %as-run %t/shared.so --entry=mixed 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: as-run: error: {{.*}}shared.so: --sizes lacks the size 'n' of 'mixed' ([n]x[m]xf32,[n]x[m]xf32,[d0]x4xf32,f32->[n + m]x[m]xf32,f32,[d0]x4xf32); write for example --sizes=n=8,m=8,d0=8
// RUN: not %as-run %t/shared.so --entry=mixed --sizes=n=1,d0=1 2>&1 | FileCheck %s --check-prefix=LACKS
// LACKS: --sizes lacks the size 'm' of 'mixed'
// RUN: not %as-run %t/shared.so --entry=linear --sizes=k=1 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: --sizes has 'k', which is no size of 'linear' ([batch]x32xf32,32x16xf32->[batch]x16xf32); write for example --sizes=batch=8
// RUN: not %as-run %t/shared.so --entry=linear --sizes=batch=-1 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: --sizes has 'batch=-1': expected NAME=N, N or {{.*}} from 0 on; write for example --sizes=n=1..512
// RUN: not %as-run %t/shared.so --entry=linear --sizes=batch 2>&1 | FileCheck %s --check-prefix=NO-NUMBER
// NO-NUMBER: --sizes has 'batch': expected
// RUN: not %as-run %t/shared.so --entry=linear --sizes=batch=8x 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: --sizes has 'batch=8x': expected
// RUN: not %as-run %t/shared.so --entry=linear --sizes=batch=99999999999999999999 2>&1 | FileCheck %s --check-prefix=NO-INTEGER
// NO-INTEGER: --sizes has 'batch=99999999999999999999': expected
// RUN: not %as-run %t/shared.so --entry=linear --sizes=batch=4611686018427387904 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: with the sizes batch=4611686018427387904, an array of 'linear' ({{.*}}) would be too large, or of negative size
// RUN: not %as-run %t/shared.so --entry=mixed_5_3_7 --sizes=n=5 2>&1 | FileCheck %s --check-prefix=STATIC
// STATIC: --sizes has 'n', which is no size of 'mixed_5_3_7' (5x3xf32,{{.*}}), which takes none; leave out --sizes
// RUN: not %as-run %t/shared.so --entry=shrunk --sizes=d0=3 2>&1 | FileCheck %s --check-prefix=SHRUNK
// SHRUNK: with the sizes d0=3, an array of 'shrunk' ([d0]xf32->[d0 - 4]xf32) would be too large, or of negative size
// RUN: not %as-run %t/shared.so --entry=twice --sizes=d0=3,d1=5 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: the sizes d0=3,d1=5 do not go together in 'twice'
// RUN: %as-run %t/shared.so --entry=twice --sizes=d0=3,d1=6 --compare=%s --runs=0 | FileCheck %s --check-prefix=EQUAL

// What data decides has no entry point.
// RUN: not %as-run %t/shared.so --entry=data 2>&1 | FileCheck %s --check-prefix=DATA
// RUN: not %as-run %t/lowered.mlir --entry=data 2>&1 | FileCheck %s --check-prefix=DATA --check-prefix=WHY
// DATA: no function 'data' among
// WHY: 'data' cannot be called: dimension 0 of result 0 has a size that is no sum or product of sizes of arguments: it depends on 'tensor.extract' at {{.*}}sizes.mlir:[[#]]:

func.func @linear(%x: tensor<?x32xf32> {as.sizes = ["batch"]}, %w: tensor<32x16xf32>) -> tensor<?x16xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x32xf32>
  %e = tensor.empty(%n) : tensor<?x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x16xf32>) -> tensor<?x16xf32>
  %r = linalg.matmul ins(%x, %w : tensor<?x32xf32>, tensor<32x16xf32>) outs(%z : tensor<?x16xf32>) -> tensor<?x16xf32>
  return %r : tensor<?x16xf32>
}

func.func @mixed(%x: tensor<?x?xf32> {as.sizes = ["n", "m"]}, %y: tensor<?x?xf32>, %z: tensor<?x4xf32>, %s: f32)
    -> (tensor<?x?xf32>, f32, tensor<?x4xf32>) {
  %c1 = arith.constant 1 : index
  %m = tensor.dim %y, %c1 : tensor<?x?xf32>
  %sum = linalg.add ins(%x, %y : tensor<?x?xf32>, tensor<?x?xf32>) outs(%x : tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = tensor.pad %sum low[0, 0] high[%m, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %s : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  %e = linalg.exp ins(%z : tensor<?x4xf32>) outs(%z : tensor<?x4xf32>) -> tensor<?x4xf32>
  %t = arith.addf %s, %s : f32
  return %p, %t, %e : tensor<?x?xf32>, f32, tensor<?x4xf32>
}

func.func @mixed_5_3_7(%x: tensor<5x3xf32>, %y: tensor<5x3xf32>, %z: tensor<7x4xf32>, %s: f32)
    -> (tensor<8x3xf32>, f32, tensor<7x4xf32>) {
  %sum = linalg.add ins(%x, %y : tensor<5x3xf32>, tensor<5x3xf32>) outs(%x : tensor<5x3xf32>) -> tensor<5x3xf32>
  %p = tensor.pad %sum low[0, 0] high[3, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %s : f32
  } : tensor<5x3xf32> to tensor<8x3xf32>
  %e = linalg.exp ins(%z : tensor<7x4xf32>) outs(%z : tensor<7x4xf32>) -> tensor<7x4xf32>
  %t = arith.addf %s, %s : f32
  return %p, %t, %e : tensor<8x3xf32>, f32, tensor<7x4xf32>
}

func.func @doubled(%x: memref<?xf32>) {
  linalg.add ins(%x, %x : memref<?xf32>, memref<?xf32>) outs(%x : memref<?xf32>)
  return
}

func.func @doubled_copy(%x: memref<?x?xf32>) -> memref<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?x?xf32>
  %m = memref.dim %x, %c1 : memref<?x?xf32>
  %r = memref.alloc(%n, %m) : memref<?x?xf32>
  linalg.add ins(%x, %x : memref<?x?xf32>, memref<?x?xf32>) outs(%r : memref<?x?xf32>)
  return %r : memref<?x?xf32>
}

func.func @known(%x: tensor<4xf32>) -> tensor<?xf32> {
  %r = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @packed(%x: tensor<?x32xf32>, %a: tensor<16x32xf32>, %w: tensor<32x64xf32> {as.constant}) -> (tensor<?x32xf32>, tensor<16x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  %r = linalg.matmul ins(%a, %w : tensor<16x32xf32>, tensor<32x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
  %y = linalg.exp ins(%x : tensor<?x32xf32>) outs(%x : tensor<?x32xf32>) -> tensor<?x32xf32>
  return %y, %r : tensor<?x32xf32>, tensor<16x64xf32>
}

func.func @shrunk(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = arith.subi %n, %c4 : index
  %r = tensor.extract_slice %x[2] [%m] [1] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @twice(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c = tensor.concat dim(0) %x, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.add ins(%c, %y : tensor<?xf32>, tensor<?xf32>) outs(%y : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @data(%x: tensor<?xf32>, %i: tensor<1xindex>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.extract %i[%c0] : tensor<1xindex>
  %r = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}
