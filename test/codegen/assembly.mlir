// Inline assembly in code that is no task goes through to the object. Where it
// is wrong, that is an error like any other.

// RUN: split-file %s %t
// RUN: %as-opt --autoschedule --emit=object --records=none --progress=none %t/right.mlir -o %t/right.o
// RUN: not %as-opt --autoschedule --emit=object --records=none --progress=none %t/wrong.mlir -o %t/wrong.o 2>&1 | FileCheck %s
// RUN: not ls %t/wrong.o
// CHECK: error: code generation: <inline asm>:1:2: invalid instruction mnemonic 'frobnicate'
// CHECK: <inline asm>:1:2: invalid instruction mnemonic 'twice'

//--- right.mlir
func.func @wait() {
  llvm.inline_asm has_side_effects "nop", "" : () -> ()
  return
}

//--- wrong.mlir
func.func @wait() {
  llvm.inline_asm has_side_effects "frobnicate", "" : () -> ()
  llvm.inline_asm has_side_effects "twice", "" : () -> ()
  return
}
