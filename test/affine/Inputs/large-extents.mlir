func.func @copy(%A: memref<SIZExf32> {llvm.noalias}, %B: memref<SIZExf32> {llvm.noalias}) {
  affine.for %i = 0 to SIZE {
    %0 = affine.load %A[%i] : memref<SIZExf32>
    affine.store %0, %B[%i] : memref<SIZExf32>
  }
  return
}

func.func @triangle(%A: memref<?xSIZExf32> {llvm.noalias}, %B: memref<?xSIZExf32> {llvm.noalias},
                    %C: memref<?xSIZExf32> {llvm.noalias}) {
  affine.for %i = 0 to SIZE {
    affine.for %j = 0 to affine_map<(i) -> (i + 1)>(%i) {
      affine.for %k = 0 to SIZE {
        %0 = affine.load %A[%i, %k] : memref<?xSIZExf32>
        %1 = affine.load %B[%j, %k] : memref<?xSIZExf32>
        %2 = affine.load %C[%i, %j] : memref<?xSIZExf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %C[%i, %j] : memref<?xSIZExf32>
      }
    }
  }
  return
}

func.func @stencil(%A: memref<?xSIZExf32> {llvm.noalias}) {
  affine.for %t = 0 to SIZE {
    affine.for %i = 1 to SIZE {
      affine.for %j = 1 to SIZE {
        %0 = affine.load %A[%i - 1, %j] : memref<?xSIZExf32>
        %1 = affine.load %A[%i, %j - 1] : memref<?xSIZExf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %A[%i, %j] : memref<?xSIZExf32>
      }
    }
  }
  return
}
