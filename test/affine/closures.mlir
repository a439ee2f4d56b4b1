// Closures: step k updates each element by those of its row and column k. The steps are cut
// into strips; most elements are updated by a whole strip at once, in blocks.
// REQUIRES: search
// RUN: %as-opt --autoschedule --emit=tasks %s 2>/dev/null | FileCheck %s
// RUN: env AS_PTXAS=none %as-opt --autoschedule --emit=tasks --target=cuda:sm_90 %s 2>/dev/null | FileCheck %s --check-prefix=GPU --implicit-check-not='memref<64x'
// RUN: %as-opt --autoschedule --fp=strict --trials=0 --records=none --progress=none %s -o %t.mlir
// DEFINE: %{name} =
// DEFINE: %{test} = %as-run %t.mlir --entry=%{name} --compare=%s --entry=%{name} --fp=strict --stock --runs=0 --tolerance=0

// All shortest paths. 392 are six strips of 64 and 8 steps more.

// CHECK-LABEL: func.func @paths(
// CHECK: affine.for %{{.*}} = 0 to 384 step 64 {
// CHECK-COUNT-4: call @as_task{{.*}}tensor<64x64xi32>) -> tensor<64x64xi32>
// CHECK: call @as_task{{.*}}memref<392x392xi32>
// CHECK: return
// GPU-LABEL: func.func @paths(

// REDEFINE: %{name} = paths
// RUN: %{test}
func.func @paths(%a: memref<392x392xi32>) {
  affine.for %k = 0 to 392 {
    affine.for %i = 0 to 392 {
      affine.for %j = 0 to 392 {
        %left = affine.load %a[%i, %k] : memref<392x392xi32>
        %above = affine.load %a[%k, %j] : memref<392x392xi32>
        %old = affine.load %a[%i, %j] : memref<392x392xi32>
        %length = arith.addi %left, %above : i32
        %new = arith.minsi %old, %length : i32
        affine.store %new, %a[%i, %j] : memref<392x392xi32>
      }
    }
  }
  return
}

// Where there are paths; no step is left over.

// CHECK-LABEL: func.func @reachable(
// CHECK: affine.for %{{.*}} = 0 to 384 step 64 {
// CHECK-COUNT-4: call @as_task{{.*}}tensor<64x64xi8>) -> tensor<64x64xi8>
// CHECK: return

// REDEFINE: %{name} = reachable
// RUN: %{test}
func.func @reachable(%a: memref<384x384xi8>) {
  affine.for %k = 0 to 384 {
    affine.for %i = 0 to 384 {
      affine.for %j = 0 to 384 {
        %left = affine.load %a[%i, %k] : memref<384x384xi8>
        %above = affine.load %a[%k, %j] : memref<384x384xi8>
        %old = affine.load %a[%i, %j] : memref<384x384xi8>
        %both = arith.andi %left, %above : i8
        %new = arith.ori %both, %old : i8
        affine.store %new, %a[%i, %j] : memref<384x384xi8>
      }
    }
  }
  return
}

// Numbers of walks, and their parities: a step changes its own row and column, so that it
// matters which of their elements are read before that and which since.

// CHECK-LABEL: func.func @walks(
// CHECK-COUNT-4: call @as_task{{.*}}tensor<64x64xi32>) -> tensor<64x64xi32>
// CHECK: return

// REDEFINE: %{name} = walks
// RUN: %{test}
func.func @walks(%a: memref<389x389xi32>) {
  affine.for %k = 0 to 389 {
    affine.for %i = 0 to 389 {
      affine.for %j = 0 to 389 {
        %left = affine.load %a[%i, %k] : memref<389x389xi32>
        %above = affine.load %a[%k, %j] : memref<389x389xi32>
        %old = affine.load %a[%i, %j] : memref<389x389xi32>
        %product = arith.muli %left, %above : i32
        %new = arith.addi %old, %product : i32
        affine.store %new, %a[%i, %j] : memref<389x389xi32>
      }
    }
  }
  return
}

// CHECK-LABEL: func.func @parities(
// CHECK-COUNT-4: call @as_task{{.*}}tensor<64x64xi64>) -> tensor<64x64xi64>
// CHECK: return

// REDEFINE: %{name} = parities
// RUN: %{test}
func.func @parities(%a: memref<390x390xi64>) {
  affine.for %k = 0 to 390 {
    affine.for %i = 0 to 390 {
      affine.for %j = 0 to 390 {
        %left = affine.load %a[%i, %k] : memref<390x390xi64>
        %above = affine.load %a[%k, %j] : memref<390x390xi64>
        %old = affine.load %a[%i, %j] : memref<390x390xi64>
        %both = arith.andi %left, %above : i64
        %new = arith.xori %old, %both : i64
        affine.store %new, %a[%i, %j] : memref<390x390xi64>
      }
    }
  }
  return
}

// Widest paths.

// CHECK-LABEL: func.func @widest(
// CHECK-COUNT-4: call @as_task{{.*}}tensor<64x64xf32>) -> tensor<64x64xf32>
// CHECK: return

// REDEFINE: %{name} = widest
// RUN: %{test}
func.func @widest(%a: memref<391x391xf32>) {
  affine.for %k = 0 to 391 {
    affine.for %i = 0 to 391 {
      affine.for %j = 0 to 391 {
        %left = affine.load %a[%i, %k] : memref<391x391xf32>
        %above = affine.load %a[%k, %j] : memref<391x391xf32>
        %old = affine.load %a[%i, %j] : memref<391x391xf32>
        %least = arith.minimumf %left, %above : f32
        %new = arith.maximumf %old, %least : f32
        affine.store %new, %a[%i, %j] : memref<391x391xf32>
      }
    }
  }
  return
}

// Sums of floats depend on the order of the terms, and are left as they are.

// CHECK-LABEL: func.func @sums(
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @sums(%a: memref<392x392xf32>) {
  affine.for %k = 0 to 392 {
    affine.for %i = 0 to 392 {
      affine.for %j = 0 to 392 {
        %left = affine.load %a[%i, %k] : memref<392x392xf32>
        %above = affine.load %a[%k, %j] : memref<392x392xf32>
        %old = affine.load %a[%i, %j] : memref<392x392xf32>
        %product = arith.mulf %left, %above : f32
        %new = arith.addf %old, %product : f32
        affine.store %new, %a[%i, %j] : memref<392x392xf32>
      }
    }
  }
  return
}

// An element of another row.

// CHECK-LABEL: func.func @turned(
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @turned(%a: memref<392x392xi32>) {
  affine.for %k = 0 to 392 {
    affine.for %i = 0 to 392 {
      affine.for %j = 0 to 392 {
        %left = affine.load %a[%i, %k] : memref<392x392xi32>
        %above = affine.load %a[%j, %k] : memref<392x392xi32>
        %old = affine.load %a[%i, %j] : memref<392x392xi32>
        %length = arith.addi %left, %above : i32
        %new = arith.minsi %old, %length : i32
        affine.store %new, %a[%i, %j] : memref<392x392xi32>
      }
    }
  }
  return
}

// Too few steps.

// CHECK-LABEL: func.func @few(
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @few(%a: memref<380x380xi32>) {
  affine.for %k = 0 to 380 {
    affine.for %i = 0 to 380 {
      affine.for %j = 0 to 380 {
        %left = affine.load %a[%i, %k] : memref<380x380xi32>
        %above = affine.load %a[%k, %j] : memref<380x380xi32>
        %old = affine.load %a[%i, %j] : memref<380x380xi32>
        %length = arith.addi %left, %above : i32
        %new = arith.minsi %old, %length : i32
        affine.store %new, %a[%i, %j] : memref<380x380xi32>
      }
    }
  }
  return
}
