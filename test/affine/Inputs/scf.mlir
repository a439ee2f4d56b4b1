// The recurrence is no operator, so it keeps its loops. The variable is also used as
// the number that it is.
func.func @fortran(%A: memref<64x64xi64> {llvm.noalias}) {
  %c2 = arith.constant 2 : i32
  %c65 = arith.constant 65 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : index
  scf.for %i = %c2 to %c65 step %c1 : i32 {
    %i1 = arith.index_cast %i : i32 to index
    %i0 = arith.subi %i1, %one : index
    %before = arith.subi %i0, %one : index
    %number = arith.extsi %i : i32 to i64
    scf.for %j = %c2 to %c65 step %c1 : i32 {
      %j1 = arith.index_cast %j : i32 to index
      %j0 = arith.subi %j1, %one : index
      %left = arith.subi %j0, %one : index
      %0 = memref.load %A[%before, %j0] : memref<64x64xi64>
      %1 = memref.load %A[%i0, %left] : memref<64x64xi64>
      %2 = arith.muli %0, %1 : i64
      %3 = arith.addi %2, %number : i64
      memref.store %3, %A[%i0, %j0] : memref<64x64xi64>
    }
  }
  return
}

func.func @condition(%A: memref<48x64xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c48 = arith.constant 48 : index
  %c64 = arith.constant 64 : index
  %c7 = arith.constant 7 : index
  scf.for %i = %c1 to %c48 step %c1 {
    %above = arith.subi %i, %c1 : index
    scf.for %j = %c1 to %c64 step %c1 {
      %left = arith.subi %j, %c1 : index
      %below = arith.cmpi slt, %j, %i : index
      %other = arith.cmpi ne, %left, %c7 : index
      %both = arith.andi %below, %other : i1
      scf.if %both {
        %0 = memref.load %A[%above, %j] : memref<48x64xi32>
        %1 = memref.load %A[%i, %left] : memref<48x64xi32>
        %2 = arith.muli %0, %1 : i32
        memref.store %2, %A[%i, %j] : memref<48x64xi32>
      } else {
        %0 = memref.load %A[%above, %left] : memref<48x64xi32>
        %1 = memref.load %A[%i, %j] : memref<48x64xi32>
        %2 = arith.subi %0, %1 : i32
        memref.store %2, %A[%i, %j] : memref<48x64xi32>
      }
    }
  }
  return
}

func.func @unsigned(%A: memref<48x64xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c48 = arith.constant 48 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c1 to %c48 step %c1 {
    scf.for %j = %c1 to %c64 step %c1 {
      %d = arith.subi %j, %i : index
      %far = arith.cmpi ult, %d, %c64 : index
      scf.if %far {
        %0 = memref.load %A[%i, %j] : memref<48x64xi32>
        %1 = arith.muli %0, %0 : i32
        memref.store %1, %A[%i, %j] : memref<48x64xi32>
      }
    }
  }
  return
}
