// An elementwise task: a thread loads and stores vectors. A function that
// upstream would take from libdevice is expanded to arithmetic, for every chip.
// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_75 --measure=static --trials=8 --records=none --progress=none --emit=ptx %S/Inputs/exp.mlir -o %t.75
// RUN: FileCheck %s --check-prefixes=PTX,SM75 < %t.75
// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_80 --measure=static --trials=8 --records=none --progress=none --emit=ptx %S/Inputs/exp.mlir -o %t.80
// RUN: FileCheck %s --check-prefixes=PTX,SM80 < %t.80
// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_90 --measure=static --trials=8 --records=none --progress=none --emit=ptx %S/Inputs/exp.mlir -o %t.90
// RUN: FileCheck %s --check-prefixes=PTX,SM90 < %t.90

// Upstream's softmax takes a maximum, for which upstream would call libdevice.
// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_75 --measure=static --trials=3 --records=none --progress=none --emit=ptx %S/Inputs/softmax.mlir | FileCheck %s --check-prefix=SOFTMAX
// SOFTMAX-NOT: __nv_
// SOFTMAX: .entry softmax(
// SOFTMAX: max.f32
// SOFTMAX-NOT: __nv_

// SM75: .version 6.5
// SM75-NEXT: .target sm_75
// SM80: .version 7.0
// SM80-NEXT: .target sm_80
// SM90: .version 7.8
// SM90-NEXT: .target sm_90
// PTX: .visible .entry exps(
// PTX-NOT: call
// PTX: ld.global.nc.v{{[24]}}
// PTX-NOT: call
// PTX: st.global.v{{[24]}}
