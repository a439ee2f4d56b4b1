// An element-wise operation of TOSA broadcasts either of two sizes that have no
// names: the result has the larger one. Sizes of which none is one, and that
// differ, do not go together.

// RUN: rm -rf %t && mkdir %t
// DEFINE: %{opt} = %as-opt --autoschedule --trials=0 --records=none --progress=none --kernels-per-task=2
// RUN: %{opt} --emit=shared %s -o %t/shared.so
// DEFINE: %{run} = %as-run %t/shared.so --compare=%s --runs=0
// RUN: %{run} --entry=pair --sizes=d0=5,d1=5 | FileCheck %s
// RUN: %{run} --entry=pair --sizes=d0=1,d1=37 | FileCheck %s
// RUN: %{run} --entry=pair --sizes=d0=37,d1=1 | FileCheck %s
// RUN: %{run} --entry=pair --sizes=d0=1,d1=1 | FileCheck %s
// RUN: %{run} --entry=pair --sizes=d0=0,d1=0 | FileCheck %s
// RUN: %{run} --entry=three --sizes=d0=1,d1=9,d2=1 | FileCheck %s
// RUN: %{run} --entry=three --sizes=d0=1,d1=1,d2=9 | FileCheck %s
// RUN: %{run} --entry=three --sizes=d0=9,d1=1,d2=9 | FileCheck %s
// CHECK: results: equal

// RUN: not %{run} --entry=pair --sizes=d0=3,d1=5 2>&1 | FileCheck %s --check-prefix=DIFFER
// RUN: not %{run} --entry=pair --sizes=d0=0,d1=1 2>&1 | FileCheck %s --check-prefix=DIFFER
// RUN: not %{run} --entry=pair --sizes=d0=5,d1=0 2>&1 | FileCheck %s --check-prefix=DIFFER
// DIFFER: do not go together in 'pair' ([d0]x16xf32,[d1]x16xf32->[d0 max d1]x16xf32)
// RUN: not %{run} --entry=three --sizes=d0=1,d1=9,d2=4 2>&1 | FileCheck %s --check-prefix=THREE
// THREE: do not go together in 'three' ({{.*}}->[d0 max d1 max d2]x16xf32)

// The maximum of two other numbers is a size as well.
// RUN: %{run} --entry=longest --sizes=n=4,m=9 | FileCheck %s
// RUN: %{run} --entry=longest --sizes=n=9,m=4 | FileCheck %s

func.func @pair(%x: tensor<?x16xf32>, %y: tensor<?x16xf32>)
    -> tensor<?x16xf32> {
  %0 = tosa.add %x, %y
      : (tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
  return %0 : tensor<?x16xf32>
}

func.func @three(%x: tensor<?x16xf32>, %y: tensor<?x16xf32>,
                 %z: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %0 = tosa.add %x, %y
      : (tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
  %1 = tosa.maximum %0, %z
      : (tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
  return %1 : tensor<?x16xf32>
}

func.func @longest(%x: tensor<?xf32> {as.sizes = ["n"]},
                   %y: tensor<?xf32> {as.sizes = ["m"]}) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %less = arith.subi %n, %c2 : index
  %most = arith.maxsi %less, %m : index
  %e = tensor.empty(%most) : tensor<?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r = tensor.insert_slice %y into %f[0] [%m] [1]
      : tensor<?xf32> into tensor<?xf32>
  return %r : tensor<?xf32>
}
