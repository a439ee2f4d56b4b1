// With --autoschedule, -o replaces its file in one go, or not at all.

// RUN: rm -rf %t && mkdir %t
// RUN: %as-opt --autoschedule --emit=tasks %s -o %t/out.mlir
// RUN: FileCheck %s < %t/out.mlir
// RUN: %as-opt --autoschedule --emit=tasks %s --o=%t/out.mlir --canonicalize
// RUN: FileCheck %s < %t/out.mlir

// Through a symbolic link.
// RUN: echo old > %t/linked.mlir
// RUN: ln -s linked.mlir %t/link.mlir
// RUN: %as-opt --autoschedule --emit=tasks %s -o %t/link.mlir
// RUN: FileCheck %s < %t/linked.mlir

// Through one that leads to no file yet, as compilers and shells write; in another
// folder, and by two kinds of writing. It stays a link.
// RUN: mkdir %t/folder
// RUN: ln -s folder/new.mlir %t/dangling.mlir
// RUN: %as-opt --autoschedule --emit=tasks %s -o %t/dangling.mlir
// RUN: test -L %t/dangling.mlir
// RUN: FileCheck %s < %t/folder/new.mlir
// RUN: rm %t/folder/new.mlir
// RUN: %as-opt --autoschedule --emit=object %s -o %t/dangling.mlir
// RUN: test -L %t/dangling.mlir && test -s %t/folder/new.mlir
// RUN: ls %t/folder | count 1
// RUN: rm -r %t/folder
// RUN: not %as-opt --autoschedule --emit=tasks %s -o %t/dangling.mlir 2>&1 | FileCheck %s --check-prefix=DANGLING
// RUN: not %as-opt --autoschedule --emit=object %s -o %t/dangling.mlir 2>&1 | FileCheck %s --check-prefix=DANGLING
// DANGLING: cannot write '{{.*}}/dangling.mlir': No such file or directory
// RUN: test -L %t/dangling.mlir && rm %t/dangling.mlir

// A failure leaves the file as it was.
// RUN: echo old > %t/kept.mlir
// RUN: echo "func.func @f() { oops }" > %t/bad.mlir
// RUN: not %as-opt --autoschedule --emit=tasks %t/bad.mlir -o %t/kept.mlir
// RUN: not %as-opt --autoschedule --emit=object %t/bad.mlir -o %t/kept.mlir
// RUN: FileCheck %s --check-prefix=OLD < %t/kept.mlir
// OLD: old

// Devices are written to, not replaced.
// RUN: %as-opt --autoschedule --emit=tasks %s -o /dev/null
// RUN: not %as-opt --autoschedule --emit=tasks %s -o /dev/full 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: test -c /dev/full
// FULL: as-opt: error: cannot write '/dev/full': No space left on device
// RUN: not %as-opt --autoschedule --emit=tasks %s -o - 2>&1 >/dev/full | FileCheck %s --check-prefix=STDOUT
// STDOUT: as-opt: error: cannot write to stdout: No space left on device

// So are pipes.
// DEFINE: %{into-pipe} = sh -c 'cat "$0" > "$0.read" & "$@" -o "$0" && wait && test -p "$0"' %t/pipe %as-opt --autoschedule
// RUN: mkfifo %t/pipe
// RUN: %{into-pipe} --emit=tasks %s
// RUN: FileCheck %s < %t/pipe.read
// RUN: %{into-pipe} --emit=llvm %s
// RUN: FileCheck %s --check-prefix=LLVM < %t/pipe.read
// LLVM: define{{.*}}@f
// RUN: %{into-pipe} --emit=asm %s
// RUN: FileCheck %s --check-prefix=ASM < %t/pipe.read
// ASM: {{^}}f:
// RUN: rm %t/pipe %t/pipe.read

// Messages have the name that was given.
// RUN: not %as-opt --autoschedule --emit=tasks %s -o %t/none/out.mlir 2>&1 | FileCheck %s --check-prefix=FOLDER
// RUN: not %as-opt --autoschedule --emit=object %s -o %t/none/out.mlir 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: cannot write '{{.*}}/none/out.mlir': No such file or directory

// Nor is it found only after the search that nothing can be linked.
// RUN: not env TMPDIR=%t/none %as-opt --autoschedule --emit=shared %s -o %t/f.so 2>&1 | FileCheck %s --check-prefix=LINK
// LINK-NOT: nothing to tune
// LINK: error: --emit=shared: cannot make a file in '{{.*}}/none': No such file or directory

// RUN: %as-opt --autoschedule --emit=tasks %s -o - | FileCheck %s

// RUN: ls %t | count 5

// CHECK: func.func @f
func.func @f() { return }
