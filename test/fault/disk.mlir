// A disk that is full, or may not be written: the message names the file, and
// what was there before still is.

// REQUIRES: mount
// RUN: unshare -m sh %S/Inputs/small-disk.sh %t %as-opt %s | FileCheck %s

// CHECK: == with room
// CHECK-NEXT: succeeded

// CHECK-NEXT: == no room for a result
// CHECK-NEXT: No space left on device
// CHECK-NEXT: {{^old$}}
// CHECK-NEXT: == no room for an object
// CHECK-NEXT: error: cannot write 'result': No space left on device
// CHECK: {{^old$}}
// CHECK-NEXT: == no room for a report
// CHECK-NEXT: error: the report: cannot write 'report': No space left on device
// CHECK: transform.named_sequence @schedule_
// CHECK-NOT: succeeded
// CHECK: {{^old$}}
// CHECK-NEXT: == no room for a store
// CHECK-NEXT: error: cannot open 'new.db': {{the disk is full|.*No space left on device}}
// CHECK: == no room for objects
// CHECK-NEXT: warning: a later run will have to build again what this one has built: cannot {{.*}}store.db-objects{{.*}}: No space left on device
// CHECK-NEXT: {{^succeeded$}}
// CHECK: == no room for a record
// CHECK-NEXT: warning: from some time on, nothing new was stored: cannot write {{(a record )?}}to 'store.db': the disk is full
// CHECK: {{^succeeded$}}
// CHECK-NEXT: == no room to open a store
// CHECK-NEXT: warning: nothing new is stored: cannot open 'store.db':
// CHECK: transform.named_sequence @schedule_
// CHECK: {{^succeeded$}}

// The store goes on, and nothing half done lies about.
// CHECK: == room again
// CHECK-NEXT: succeeded
// CHECK-NEXT: "numTrials":{{[34]}}

// CHECK-NEXT: == read-only
// CHECK-NEXT: warning: nothing new is stored: cannot open 'store.db': it is read-only
// CHECK: {{^succeeded$}}
// CHECK-NEXT: == read-only, to be read
// CHECK-NEXT: warning: nothing new is stored: cannot open 'store.db': it is read-only
// CHECK: transform.named_sequence @schedule_
// CHECK: {{^succeeded$}}
// CHECK-NEXT: == read-only, but empty
// CHECK-NEXT: error: cannot open 'empty.db': it is read-only
// CHECK: {{^[45]$}}
// CHECK: == read-only, for a result
// CHECK-NEXT: error: cannot write 'other': Read-only file system
// CHECK: == read-only, for a report
// CHECK-NEXT: error: the report: cannot write 'other': Read-only file system
// CHECK: == end

func.func @product(%x: tensor<8x16xf32>, %w: tensor<16x8xf32>)
    -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x8xf32>)
      -> tensor<8x8xf32>
  %r = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x8xf32>)
      outs(%zeros : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}
