// The estimate ranks candidates: they are built, but neither run nor stored.
// RUN: rm -f %t.db
// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_90 --measure=static --trials=6 \
// RUN:   --records=%t.db --progress=none --report=%t.report --emit=ptx --launch=%t.json %S/Inputs/product.mlir -o %t.ptx
// RUN: FileCheck %s --check-prefix=REPORT < %t.report
// RUN: FileCheck %s --check-prefix=LAUNCH < %t.json
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// RUN: not ls %t.db

// REPORT: "estimated":6
// REPORT: "outcome":"estimated"

// LAUNCH: {"target":"sm_90","kernels":[{"name":"product","grid":[{{[0-9]+}},{{[0-9]+}},{{[0-9]+}}],"block":[{{[0-9]+}},{{[0-9]+}},{{[0-9]+}}],"sharedBytes":{{[0-9]+}},"arguments":[
// LAUNCH-SAME: {"role":"input","type":"128x64xf32"},{"role":"input","type":"64x128xf32"},{"role":"input","type":"128xf32"},{"role":"result","type":"128x128xf32"}]}],"functions":[{"name":"product","roomBytes":0,

// PTX: .target sm_90
// PTX: .visible .entry product(
// PTX: fma.rn.f32
// PTX-NOT: .extern .func

// The same for a CPU. The output says that the times are estimates.
// RUN: %as-opt --autoschedule --measure=static --trials=2 --records=none --progress=plain \
// RUN:   --report=%t.cpu %S/Inputs/product.mlir -o /dev/null 2> %t.lines
// RUN: FileCheck %s --check-prefix=LINES < %t.lines
// LINES: estimated at {{.*}} GFLOP/s
// LINES: total latency {{.*}}: all times are estimates, nothing has run
// RUN: FileCheck %s --check-prefix=HOST < %t.cpu
// HOST: "estimated":2
