// Parallel loops that a module brings along become OpenMP with two threads, and
// plain loops with one.

// RUN: %as-opt --autoschedule --emit=lowered --threads=2 --records=none --progress=none %s -o %t.2.mlir
// RUN: %mlir-translate --mlir-to-llvmir %t.2.mlir | FileCheck %s --check-prefix=OPENMP
// RUN: %as-opt --autoschedule --emit=lowered --threads=1 --records=none --progress=none %s -o %t.1.mlir
// RUN: %mlir-translate --mlir-to-llvmir %t.1.mlir | FileCheck %s --check-prefix=LOOP
// RUN: %as-run %t.2.mlir --threads=2 --compare=%s --runs=0
// RUN: %as-run %t.1.mlir --compare=%t.2.mlir --runs=0
// Nobody waits for threads without an iteration: there are 16.
// RUN: %as-opt --autoschedule --emit=lowered --threads=64 --trials=0 --records=none --progress=none %s | FileCheck %s --check-prefix=THREADS -DN=16
// RUN: %as-opt --autoschedule --emit=lowered --threads=12 --trials=0 --records=none --progress=none %s | FileCheck %s --check-prefix=THREADS -DN=12
// THREADS: %[[COUNT:.*]] = llvm.mlir.constant([[N]] : i32)
// THREADS: omp.parallel num_threads(%[[COUNT]] : i32)

// REQUIRES: search
// OPENMP: call {{.*}}@__kmpc_fork_call
// LOOP: define {{.*}}@sums
// LOOP-NOT: __kmpc

func.func @sums(%x: tensor<16x64xf32>) -> tensor<16xf32> {
  %first = arith.constant 0 : index
  %one = arith.constant 1 : index
  %width = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<16xf32>
  %r = scf.forall (%i) in (16) shared_outs(%out = %empty) -> (tensor<16xf32>) {
    %sum = scf.for %j = %first to %width step %one iter_args(%so_far = %zero)
        -> (f32) {
      %element = tensor.extract %x[%i, %j] : tensor<16x64xf32>
      %next = arith.addf %so_far, %element : f32
      scf.yield %next : f32
    }
    %slot = tensor.extract_slice %out[%i] [1] [1]
        : tensor<16xf32> to tensor<1xf32>
    %filled = tensor.insert %sum into %slot[%first] : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %filled into %out[%i] [1] [1]
          : tensor<1xf32> into tensor<16xf32>
    }
  }
  return %r : tensor<16xf32>
}
