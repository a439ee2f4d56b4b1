// Compiled functions run on no CPU that lacks what they were compiled for: they
// say what it is, and abort. A program can ask first, whatever it has loaded.

// RUN: rm -rf %t && mkdir %t
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=object --header=%t/f.h %s -o %t/here.o
// RUN: %cc -std=c11 -Wall -Wextra -Werror -I%t %S/Inputs/cpu-check.c %t/here.o -lm -o %t/here
// RUN: %t/here f | FileCheck %s --check-prefix=HERE
// RUN: %t/here descriptors | FileCheck %s --check-prefix=HERE
// HERE: lacks: nothing
// HERE-NEXT: 7.5

// There is no CPU with these two. They imply AVX, so the rest depends on where
// this runs.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --target=cpu:x86-64-v4:+xop,+avx10.2 --emit=object %s -o %t/nowhere.o
// RUN: %cc -I%t %S/Inputs/cpu-check.c %t/nowhere.o -lm -o %t/nowhere
// RUN: %t/nowhere | FileCheck %s --check-prefix=ASKED
// ASKED: lacks: {{(.*, )?}}xop, {{(.*, )?}}avx10.2{{$}}
// RUN: not --crash %t/nowhere f 2> %t/message | FileCheck %s --check-prefix=ASKED --implicit-check-not=7.5
// RUN: FileCheck %s --check-prefix=MESSAGE < %t/message
// RUN: not --crash %t/nowhere descriptors 2> %t/message | FileCheck %s --check-prefix=ASKED --implicit-check-not=7.5
// RUN: FileCheck %s --check-prefix=MESSAGE < %t/message
// MESSAGE: {{^}}error: code for the CPU 'x86-64-v4' cannot run on this one, which lacks {{(.*, )?}}xop, {{(.*, )?}}avx10.2{{$}}
// MESSAGE-NEXT: error: Aborted

// So does a shared object. Nothing happens while it is loaded.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --target=cpu:x86-64-v4:+xop,+avx10.2 --emit=shared %s -o %t/libf.so
// RUN: %cc -I%t %S/Inputs/cpu-check.c %t/libf.so -Wl,-rpath,%t -o %t/loaded
// RUN: %t/loaded | FileCheck %s --check-prefix=ASKED
// RUN: not --crash %t/loaded f 2> %t/message | FileCheck %s --check-prefix=ASKED --implicit-check-not=7.5
// RUN: FileCheck %s --check-prefix=MESSAGE < %t/message
// RUN: not %as-run %t/libf.so --entry=f 2>&1 | FileCheck %s --check-prefix=TOOL
// TOOL: as-run: error: {{.*}}libf.so: 'f' is for a CPU with features that this one lacks: {{(.*, )?}}xop, {{(.*, )?}}avx10.2{{$}}

// Nothing that runs before is for that CPU.
// RUN: llvm-objdump -d --no-show-raw-insn --disassemble-symbols=f,descriptors,as_entry_f,as_missing_f,as.cpu.require,as.cpu.list,as.cpu.states,as.cpu.word,as.cpu.system,as.cpu.missing %t/nowhere.o \
// RUN:   | FileCheck %s --check-prefix=ANY --implicit-check-not=ymm --implicit-check-not=zmm --implicit-check-not={{[[:space:]]v[a-z]+}} --implicit-check-not=%r16
// ANY-DAG: <f>:
// ANY-DAG: <as_entry_f>:
// ANY-DAG: <as.cpu.list>:
// ANY-DAG: <as.cpu.require>:
// ANY-DAG: syscall

// What runs everywhere looks for nothing.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --target=cpu:x86-64 --emit=object %s -o %t/any.o
// RUN: llvm-nm %t/any.o | FileCheck %s --check-prefix=EVERYWHERE --implicit-check-not=require --implicit-check-not=unchecked
// EVERYWHERE: as_missing_f

func.func @f(%x: tensor<64xf32>, %factor: f32) -> (tensor<64xf32>, f32) {
  %e = tensor.empty() : tensor<64xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %factor : f32
    linalg.yield %m : f32
  } -> tensor<64xf32>
  %twice = arith.addf %factor, %factor : f32
  return %s, %twice : tensor<64xf32>, f32
}

func.func @descriptors(%x: memref<?xf32>, %factor: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %a = memref.load %x[%c0] : memref<?xf32>
  %m = arith.mulf %a, %factor : f32
  return %m : f32
}
