// Inline assembly in code that is no task goes through to the object.

// LLVM's assembly parser is not set up, and as-opt aborts.
// XFAIL: *

// RUN: %as-opt --autoschedule --emit=object --records=none --progress=none %s -o %t.o

func.func @wait() {
  llvm.inline_asm has_side_effects "nop", "" : () -> ()
  return
}
