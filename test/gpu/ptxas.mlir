// CUDA's assembler accepts the output for each chip and each kind of sketch.
// REQUIRES: ptxas
// RUN: %as-opt --autoschedule --target=cuda:sm_75 --measure=static --trials=4 --records=none --progress=none --emit=ptx %S/Inputs/product.mlir -o %t.75
// RUN: %ptxas -arch=sm_75 %t.75 -o %t.cubin
// RUN: %as-opt --autoschedule --target=cuda:sm_80 --measure=static --trials=4 --records=none --progress=none --emit=ptx %S/Inputs/product.mlir -o %t.80
// RUN: %ptxas -arch=sm_80 %t.80 -o %t.cubin
// RUN: %as-opt --autoschedule --target=cuda:sm_90 --measure=static --trials=4 --records=none --progress=none --emit=ptx %S/Inputs/product.mlir -o %t.90
// RUN: %ptxas -arch=sm_90 %t.90 -o %t.cubin
// RUN: %as-opt --autoschedule --target=cuda:sm_90a --measure=static --trials=8 --records=none --progress=none --emit=ptx %S/wgmma.mlir -o %t.90a
// RUN: grep wgmma.mma_async %t.90a
// RUN: %ptxas -arch=sm_90a --warn-on-spills %t.90a -o %t.cubin 2> %t.warnings
// RUN: not grep -iE 'warning|wgmma' %t.warnings
// RUN: %as-opt --autoschedule --target=cuda:sm_90 --measure=static --trials=4 --records=none --progress=none --emit=ptx %S/Inputs/exp.mlir -o %t.exp
// RUN: %ptxas -arch=sm_90 %t.exp -o %t.cubin
// RUN: %as-opt --autoschedule --target=cuda:sm_90 --trials=0 --untried=plain --records=none --progress=none --emit=ptx %S/Inputs/product.mlir -o %t.plain
// RUN: %ptxas -arch=sm_90 %t.plain -o %t.cubin
// RUN: %as-opt --autoschedule --target=cuda:sm_80 --fp=fast --measure=static --trials=4 --records=none --progress=none --emit=ptx %S/tf32.mlir -o %t.tf32
// RUN: %ptxas -arch=sm_80 %t.tf32 -o %t.cubin
// RUN: %as-opt --autoschedule --target=cuda:sm_75 --measure=static --trials=4 --records=none --progress=none --emit=ptx %S/half-sums.mlir -o %t.half
// RUN: %ptxas -arch=sm_75 %t.half -o %t.cubin
