// Products of f32 by tensor cores, which round operands to tf32, need
// --fp=fast.
// RUN: %as-opt --autoschedule --target=cuda:sm_80 --measure=static --records=none \
// RUN:   --progress=none --emit=sketches %s | FileCheck %s --check-prefix=EXACT
// RUN: %as-opt --autoschedule --target=cuda:sm_75 --fp=fast --measure=static --records=none \
// RUN:   --progress=none --emit=sketches %s | FileCheck %s --check-prefix=EXACT
// EXACT-NOT: as.mma
// REQUIRES: search
// RUN: %as-opt --autoschedule --target=cuda:sm_80 --fp=fast --measure=static --records=none \
// RUN:   --progress=none --trials=12 --emit=schedule %s -o %t.schedule
// RUN: FileCheck %s --check-prefix=SCHEDULE < %t.schedule
// SCHEDULE: %[[TERMS:.*]] = transform.param.constant 8 : i64
// SCHEDULE: "as.mma" = %[[TERMS]]

// RUN: %as-opt --autoschedule --target=cuda:sm_80 --fp=fast --measure=static --records=none \
// RUN:   --progress=none --trials=12 --emit=ptx %s -o %t.80
// RUN: FileCheck %s --check-prefix=PTX < %t.80
// RUN: not grep -F .local %t.80
// RUN: %as-opt --autoschedule --target=cuda:sm_90 --fp=fast --measure=static --records=none \
// RUN:   --progress=none --trials=12 --emit=ptx %s -o %t.90
// RUN: FileCheck %s --check-prefix=PTX < %t.90

// Rows of the first operand are along k: four registers for each instruction.
// Rows of the second one are not, and ldmatrix cannot transpose 32-bit
// elements.
// PTX: .visible .entry product(
// PTX-DAG: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// PTX-DAG: ld.shared.b32
// PTX-DAG: cvt.rna.tf32.f32
// PTX: mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32
// PTX-NOT: .trans

// A schedule with tf32 needs --fp=fast too.
// RUN: not %as-opt --as-gpu-lower %S/Inputs/rounded.mlir 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: error: tensor cores round f32 to tf32, which takes --fp=fast

// Their results have a tolerance for the rounding; other candidates of the task
// do not.
// RUN: rm -rf %t.batch && env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_80 --fp=fast \
// RUN:   --records=none --progress=none --trials=12 --export-batch=%t.batch %S/Inputs/product.mlir -o /dev/null
// RUN: sed 's/"image"/\n&/g' %t.batch/batch.json > %t.lines
// RUN: grep '"sketch":"mma"' %t.lines | FileCheck %s --check-prefix=ROUNDED
// RUN: grep '"sketch":"share"' %t.lines | FileCheck %s --check-prefix=OTHER
// ROUNDED: "allowance":0.00390625,
// OTHER: "allowance":0,

// The measured tolerance is the same, though the stand-in cannot run tensor
// cores.
// RUN: rm -f %t.db && env AS_CUDA_DRIVER=%standin AS_STANDIN_CAPABILITY=80 AS_PTXAS=none \
// RUN:   %as-opt --autoschedule --target=cuda --fp=fast --records=%t.db --progress=none \
// RUN:   --trials=10 %S/Inputs/product.mlir -o /dev/null
// RUN: %as-opt --export-json=%t.records --records=%t.db
// RUN: grep '"sketch":"mma"' %t.records | FileCheck %s --check-prefix=MEASURED
// MEASURED: "tolerance":0.003915

func.func @product(%a: tensor<1024x1024xf32>, %b: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1024x1024xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %c = linalg.matmul ins(%a, %b : tensor<1024x1024xf32>, tensor<1024x1024xf32>)
      outs(%zeros : tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  return %c : tensor<1024x1024xf32>
}
