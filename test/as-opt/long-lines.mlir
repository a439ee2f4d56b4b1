// A model that is one line, or has its weights on one: messages of MLIR's parser and
// verifier have the part of the line that is around the place. Short lines are printed
// as mlir-opt prints them.

// DEFINE: %{tenfold} = -e 's/W/WWWWWWWWWW/g'
// RUN: split-file %s %t
// RUN: sed %{tenfold} %{tenfold} %{tenfold} %{tenfold} %t/parser.mlir > %t/long-parser.mlir
// RUN: sed %{tenfold} %{tenfold} %{tenfold} %{tenfold} %t/verifier.mlir > %t/long-verifier.mlir

// RUN: not %as-opt --autoschedule %t/long-parser.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=PARSER --strict-whitespace
// RUN: not %as-opt - < %t/long-parser.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=PARSER --strict-whitespace
// RUN: not %as-run %t/long-parser.mlir 2>&1 | FileCheck %s --check-prefix=PARSER --strict-whitespace
//      PARSER:{{.*}}:1:20098: error: use of undeclared SSA value name
// PARSER-NEXT:{{^\.\.\.W+"\} \{ %e = arith.addf %x, %nope : tensor<4xf32> return .*\.\.\.$}}
// PARSER-NEXT:{{^ {83}\^$}}

// Not only the line, but also the operation in the note is cut.
// RUN: not %as-opt %t/long-verifier.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=VERIFIER --strict-whitespace
//      VERIFIER:{{.*}}long-verifier.mlir:1:{{[0-9]+}}: error: 'func.return' op has 1 operands, but enclosing function (@f) returns 2
// VERIFIER-NEXT:{{^\.\.\..{160}\.\.\.$}}
// VERIFIER-NEXT:{{^ {83}\^$}}
// VERIFIER-NEXT:{{^  .{200}.{200}\.\.\.$}}
// VERIFIER-NOT:{{.}}

// RUN: not %as-opt %t/short.mlir -o /dev/null 2> %t/ours
// RUN: not %mlir-opt %t/short.mlir -o /dev/null 2> %t/theirs
// RUN: diff %t/ours %t/theirs

// What is no MLIR at all is not printed.
// RUN: printf 'GGUF\003\000\000\000' > %t/model.gguf
// RUN: not %as-opt %t/model.gguf -o /dev/null 2>&1 | FileCheck %s --check-prefix=BINARY
// BINARY: as-opt: error: '{{.*}}model.gguf' is neither text nor bytecode of MLIR; import the model into MLIR first

//--- parser.mlir
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weights = "WW"} { %e = arith.addf %x, %nope : tensor<4xf32> return %e : tensor<4xf32> } func.func private @g() attributes {weights = "W"}
//--- verifier.mlir
func.func @f(%x: tensor<4xf32>) -> (f32, f32) { %0 = arith.constant {weights = "W"} 1.0 : f32 return {weights = "W"} %0 : f32 }
//--- short.mlir
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.negf %x : tensor<4xf32>
  %1 = arith.addf %x, %nope : tensor<4xf32>
  return %1 : tensor<4xf32>
}
