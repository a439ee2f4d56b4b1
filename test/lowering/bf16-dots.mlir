// Where a processor adds products of bf16 up in pairs, they are multiplied so,
// packed as bf16, the rows of a pair element by element: a step over pairs of k is
// an aligned load for 16 lanes, a pair into all lanes for each row, and dots.

// RUN: %as-opt %s --transform-preload-library=transform-library-paths=%S/Inputs/bf16-script.mlir --transform-interpreter -o %t.mlir
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --target=cpu:cooperlake --emit=object %t.mlir -o %t.o
// RUN: %llvm-tools/llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --target=cpu:cooperlake --emit=llvm %t.mlir -o %t.ll
// RUN: FileCheck %s --check-prefix=LLVM < %t.ll

// CHECK: vmovaps {{.*}}, %zmm
// CHECK-NOT: vperm
// CHECK-COUNT-6: vdpbf16ps
// LLVM-COUNT-24: call <16 x float> @llvm.x86.avx512bf16.dpbf16ps.512

// Others, and who wants sums as they are written, get other code.
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --target=cpu:cascadelake --emit=llvm %t.mlir | FileCheck %s --check-prefix=OTHERS
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --target=cpu:cooperlake --fp=strict --emit=llvm %t.mlir | FileCheck %s --check-prefix=OTHERS
// OTHERS: define
// OTHERS-NOT: dpbf16

// What comes out, with the instruction's work done by others.
// RUN: sed -e '/^declare.*dpbf16ps/d' -e 's/@llvm\.x86\.avx512bf16\.dpbf16ps\.512/@dots/' -e 's/"target-[a-z]*"="[^"]*"//g' %t.ll > %t.emulated.ll
// RUN: cat %S/Inputs/dots.ll >> %t.emulated.ll
// RUN: %llvm-tools/llc -O2 -relocation-model=pic -filetype=obj %t.emulated.ll -o %t.emulated.o
// RUN: %cc -shared %t.emulated.o -o %t.so
// RUN: %as-run %t.so --entry=product --compare=%s --entry=product --stock --runs=0

func.func @product(%a: tensor<24x128xbf16>, %b: tensor<128x64xbf16>)
    -> tensor<24x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<24x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<24x64xf32>)
      -> tensor<24x64xf32>
  %r = linalg.matmul ins(%a, %b : tensor<24x128xbf16>, tensor<128x64xbf16>)
      outs(%zeros : tensor<24x64xf32>) -> tensor<24x64xf32>
  return %r : tensor<24x64xf32>
}
