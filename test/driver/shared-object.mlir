// A shared object has a build-id and the name of its file, and looks for
// libraries in LLVM's folder only if it needs libomp.

// RUN: %as-opt --autoschedule --trials=0 --threads=1 --records=none --progress=none --emit=shared %s -o %t-scaled.so
// RUN: readelf -d -n %t-scaled.so | FileCheck %s --implicit-check-not=RUNPATH --implicit-check-not=RPATH
// CHECK: SONAME{{.*}}[{{[^/]*}}-scaled.so]
// CHECK: Build ID: {{[0-9a-f]+}}

// RUN: %as-opt --autoschedule --trials=0 --threads=2 --records=none --progress=none --emit=shared %s -o %t-parallel.so
// RUN: readelf -d %t-parallel.so | FileCheck %s --check-prefix=PARALLEL
// PARALLEL-DAG: NEEDED{{.*}}libomp
// PARALLEL-DAG: {{RUNPATH|RPATH}}

// A program finds it wherever the two are, if told to look there. Without a
// file there is no name.
// RUN: rm -rf %t && mkdir -p %t/old && cp %t-scaled.so %t/old
// RUN: echo 'extern char as_signature_scale[]; int main(void) { return !*as_signature_scale; }' > %t/main.c
// RUN: %cc %t/main.c -o %t/old/program %t/old/*.so -Wl,-rpath,'$ORIGIN'
// RUN: mv %t/old %t/new && cd / && %t/new/program
// RUN: %as-opt --autoschedule --trials=0 --threads=1 --records=none --progress=none --emit=shared %s -o - > %t/unnamed.so
// RUN: readelf -d %t/unnamed.so | FileCheck %s --check-prefix=UNNAMED
// UNNAMED-NOT: SONAME

func.func @scale(%x: tensor<2048x2048xf32>) -> tensor<2048x2048xf32> {
  %e = tensor.empty() : tensor<2048x2048xf32>
  %r = linalg.exp ins(%x : tensor<2048x2048xf32>) outs(%e : tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  return %r : tensor<2048x2048xf32>
}
