  // The end of a lowered module: calls a function before its as_load_.
  llvm.func @main() {
    %count = llvm.mlir.constant(32 : i64) : i64
    %x = llvm.alloca %count x f32 : (i64) -> !llvm.ptr
    llvm.call @argument(%x, %x, %x) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
    llvm.return
  }
}
