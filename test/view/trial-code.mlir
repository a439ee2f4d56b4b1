// The machine code of a trial is made again from what the store has of it.
// REQUIRES: search
//
// RUN: rm -rf %t && mkdir %t
// RUN: %as-opt --autoschedule --records=%t/store.db --trials=3 --progress=none %s -o %t/fast.mlir
// RUN: %as-view %t/store.db --csv -o %t/trials.csv
//
// Every trial has some, also those that are slow; it assembles, and has the
// entry point that the runner calls.
// RUN: python3 %S/trial-code.py %as-view %t/store.db %t/trials.csv %t | FileCheck %s --check-prefix=ALL
// ALL: fine
// RUN: llvm-nm %t/trial.o | FileCheck %s --check-prefix=SYMBOLS
// SYMBOLS: T as_entry_
// RUN: FileCheck %s --check-prefix=ASM < %t/trial.s
// ASM: // trial {{[0-9a-f]+}} of matmul 16x32x8
// ASM: // outcome ok, {{[0-9.e+-]+}} us
// ASM-NOT: What was measured may have been other code
// ASM: as_entry_
// RUN: FileCheck %s --check-prefix=LLVM < %t/trial.ll
// LLVM: ; trial {{[0-9a-f]+}} of matmul 16x32x8
// LLVM: define void @as_entry_
//
// A page has the command that prints it.
// RUN: %as-view %t/store.db --json | FileCheck %s --check-prefix=JSON
// JSON: "command":"as-view store.db"
//
// RUN: not %as-view %t/store.db --trial=x --emit=asm 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: as-view: error: there is no trial 'x'
// RUN: not %as-view %t/store.db --emit=asm 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: as-view: error: --emit=asm is of one trial; add --trial=ID
// RUN: not %as-view %t/store.db --trial=x --emit=wasm 2>&1 | FileCheck %s --check-prefix=FORM
// FORM: as-view: error: bad value 'wasm' for emit: expected asm, llvm or object

func.func @product(%a: tensor<16x8xf32>, %b: tensor<8x32xf32>) -> tensor<16x32xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<16x32xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<16x32xf32>) -> tensor<16x32xf32>
  %c = linalg.matmul ins(%a, %b : tensor<16x8xf32>, tensor<8x32xf32>) outs(%zeros : tensor<16x32xf32>) -> tensor<16x32xf32>
  return %c : tensor<16x32xf32>
}
