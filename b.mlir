module {
  llvm.func @free(!llvm.ptr)
  llvm.func @malloc(i64) -> !llvm.ptr
  llvm.func @matmul(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: !llvm.ptr) attributes {as.description = {bytes = 940196 : i64, flops = 76198080 : i64, label = "matmul 68x1288x435", places = ["x.mlir:6"]}, as.signature = "68x435xi8,435x1288xi8->68x1288xi32", llvm.bareptr, target_cpu = "znver1", target_features = #llvm.target_features<["+prfchw", "-cldemote", "+avx", "+aes", "+sahf", "+pclmul", "-xop", "+crc32", "-amx-fp8", "+xsaves", "-avx512fp16", "-usermsr", "-sm4", "-egpr", "+sse4.1", "-avx10.1", "-avx512ifma", "+xsave", "+sse4.2", "-tsxldtrk", "-sm3", "-ptwrite", "-widekl", "-movrs", "-invpcid", "+64bit", "+xsavec", "-avx512vpopcntdq", "+cmov", "-avx512vp2intersect", "-avx512cd", "+movbe", "-avxvnniint8", "-ccmp", "-amx-int8", "-kl", "-sha512", "-avxvnni", "-rtm", "+adx", "+avx2", "-hreset", "-movdiri", "-serialize", "-vpclmulqdq", "-avx512vl", "-uintr", "-cf", "+clflushopt", "-raoint", "-cmpccxadd", "+bmi", "-amx-tile", "+sse", "-gfni", "-avxvnniint16", "-amx-fp16", "-zu", "-ndd", "+xsaveopt", "+rdrnd", "-avx512f", "-amx-bf16", "-avx512bf16", "-avx512vnni", "-push2pop2", "+cx8", "-avx512bw", "+sse3", "-pku", "-nf", "-amx-tf32", "-amx-avx512", "+fsgsbase", "+clzero", "-mwaitx", "-lwp", "+lzcnt", "+sha", "-movdir64b", "-ppx", "-wbnoinvd", "-enqcmd", "-avxneconvert", "-tbm", "-pconfig", "-amx-complex", "+ssse3", "+cx16", "-avx10.2", "+bmi2", "+fma", "+popcnt", "-avxifma", "+f16c", "-avx512bitalg", "-rdpru", "-clwb", "+mmx", "+sse2", "+rdseed", "-avx512vbmi2", "-prefetchi", "-amx-movrs", "-rdpid", "-fma4", "-avx512vbmi", "-shstk", "-vaes", "-waitpkg", "-sgx", "+fxsr", "-avx512dq", "+sse4a"]>} {
    %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %1 = llvm.insertvalue %arg2, %0[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %2 = llvm.insertvalue %arg2, %1[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %3 = llvm.mlir.constant(0 : index) : i64
    %4 = llvm.insertvalue %3, %2[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %5 = llvm.mlir.constant(68 : index) : i64
    %6 = llvm.insertvalue %5, %4[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %7 = llvm.mlir.constant(1288 : index) : i64
    %8 = llvm.insertvalue %7, %6[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %9 = llvm.mlir.constant(1288 : index) : i64
    %10 = llvm.insertvalue %9, %8[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %11 = llvm.mlir.constant(1 : index) : i64
    %12 = llvm.insertvalue %11, %10[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %13 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %14 = llvm.insertvalue %arg1, %13[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %15 = llvm.insertvalue %arg1, %14[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %16 = llvm.mlir.constant(0 : index) : i64
    %17 = llvm.insertvalue %16, %15[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %18 = llvm.mlir.constant(435 : index) : i64
    %19 = llvm.insertvalue %18, %17[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %20 = llvm.mlir.constant(1288 : index) : i64
    %21 = llvm.insertvalue %20, %19[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %22 = llvm.mlir.constant(1288 : index) : i64
    %23 = llvm.insertvalue %22, %21[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %24 = llvm.mlir.constant(1 : index) : i64
    %25 = llvm.insertvalue %24, %23[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %26 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %27 = llvm.insertvalue %arg0, %26[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %28 = llvm.insertvalue %arg0, %27[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %29 = llvm.mlir.constant(0 : index) : i64
    %30 = llvm.insertvalue %29, %28[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %31 = llvm.mlir.constant(68 : index) : i64
    %32 = llvm.insertvalue %31, %30[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %33 = llvm.mlir.constant(435 : index) : i64
    %34 = llvm.insertvalue %33, %32[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %35 = llvm.mlir.constant(435 : index) : i64
    %36 = llvm.insertvalue %35, %34[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %37 = llvm.mlir.constant(1 : index) : i64
    %38 = llvm.insertvalue %37, %36[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %39 = llvm.mlir.poison : vector<64xi8>
    %40 = llvm.mlir.poison : vector<2xi8>
    %41 = llvm.mlir.constant(0 : i32) : i32
    %42 = llvm.mlir.poison : vector<32xi16>
    %43 = llvm.mlir.constant(1 : i64) : i64
    %44 = llvm.mlir.poison : vector<2xi16>
    %45 = llvm.mlir.constant(0 : i64) : i64
    %46 = llvm.mlir.constant(145 : index) : i64
    %47 = llvm.mlir.constant(435 : index) : i64
    %48 = llvm.mlir.constant(16 : index) : i64
    %49 = llvm.mlir.constant(2320 : index) : i64
    %50 = llvm.mlir.constant(1288 : index) : i64
    %51 = llvm.mlir.constant(dense<24> : vector<16xi32>) : vector<16xi32>
    %52 = llvm.mlir.constant(dense<16> : vector<16xi32>) : vector<16xi32>
    %53 = llvm.mlir.constant(2 : index) : i64
    %54 = llvm.mlir.constant(144 : index) : i64
    %55 = llvm.mlir.constant(1 : index) : i64
    %56 = llvm.mlir.constant(1288 : index) : i64
    %57 = llvm.mlir.constant(68 : index) : i64
    %58 = llvm.mlir.constant(8 : index) : i64
    %59 = llvm.mlir.constant(66 : index) : i64
    %60 = llvm.mlir.constant(1280 : index) : i64
    %61 = llvm.mlir.constant(0 : i8) : i8
    %62 = llvm.mlir.constant(16 : index) : i64
    %63 = llvm.mlir.constant(6 : index) : i64
    %64 = llvm.mlir.constant(145 : index) : i64
    %65 = llvm.mlir.constant(435 : index) : i64
    %66 = llvm.mlir.constant(0 : index) : i64
    %67 = llvm.mlir.constant(80 : index) : i64
    %68 = llvm.mlir.constant(dense<0> : vector<8xi32>) : vector<8xi32>
    %69 = llvm.mlir.constant(3 : index) : i64
    %70 = llvm.mlir.constant(4 : index) : i64
    %71 = llvm.mlir.constant(5 : index) : i64
    %72 = llvm.mlir.constant(67 : index) : i64
    %73 = llvm.mlir.poison : !llvm.array<1 x vector<1xi8>>
    %74 = llvm.mlir.poison : !llvm.array<6 x vector<16xi32>>
    %75 = llvm.mlir.poison : !llvm.array<1 x vector<16xi8>>
    %76 = llvm.mlir.constant(dense<[true, true, true, true, true, true, true, true, false, false, false, false, false, false, false, false]> : vector<16xi1>) : vector<16xi1>
    %77 = llvm.mlir.constant(dense<1> : vector<16xi32>) : vector<16xi32>
    %78 = llvm.mlir.poison : !llvm.array<2 x vector<16xi32>>
    %79 = llvm.mlir.constant(6 : index) : i64
    %80 = llvm.mlir.constant(145 : index) : i64
    %81 = llvm.mlir.constant(1 : index) : i64
    %82 = llvm.mlir.constant(870 : index) : i64
    %83 = llvm.alloca %82 x i16 {alignment = 64 : i64} : (i64) -> !llvm.ptr
    %84 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %85 = llvm.insertvalue %83, %84[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %86 = llvm.insertvalue %83, %85[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %87 = llvm.mlir.constant(0 : index) : i64
    %88 = llvm.insertvalue %87, %86[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %89 = llvm.insertvalue %79, %88[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %90 = llvm.insertvalue %80, %89[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %91 = llvm.insertvalue %80, %90[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %92 = llvm.insertvalue %81, %91[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %93 = llvm.mlir.constant(145 : index) : i64
    %94 = llvm.mlir.constant(16 : index) : i64
    %95 = llvm.mlir.constant(1 : index) : i64
    %96 = llvm.mlir.constant(2320 : index) : i64
    %97 = llvm.alloca %96 x i8 {alignment = 64 : i64} : (i64) -> !llvm.ptr
    %98 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %99 = llvm.insertvalue %97, %98[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %100 = llvm.insertvalue %97, %99[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %101 = llvm.mlir.constant(0 : index) : i64
    %102 = llvm.insertvalue %101, %100[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %103 = llvm.insertvalue %93, %102[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %104 = llvm.insertvalue %94, %103[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %105 = llvm.insertvalue %94, %104[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %106 = llvm.insertvalue %95, %105[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    llvm.br ^bb1(%66 : i64)
  ^bb1(%107: i64):  // 2 preds: ^bb0, ^bb5
    %108 = llvm.icmp "slt" %107, %57 : i64
    llvm.cond_br %108, ^bb2, ^bb6
  ^bb2:  // pred: ^bb1
    llvm.br ^bb3(%66 : i64)
  ^bb3(%109: i64):  // 2 preds: ^bb2, ^bb4
    %110 = llvm.icmp "slt" %109, %56 : i64
    llvm.cond_br %110, ^bb4, ^bb5
  ^bb4:  // pred: ^bb3
    %111 = llvm.extractvalue %12[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %112 = llvm.mul %107, %50 : i64
    %113 = llvm.add %112, %109 : i64
    %114 = llvm.getelementptr %111[%113] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    llvm.store %68, %114 {alignment = 4 : i64} : vector<8xi32>, !llvm.ptr
    %115 = llvm.add %109, %58 : i64
    llvm.br ^bb3(%115 : i64)
  ^bb5:  // pred: ^bb3
    %116 = llvm.add %107, %55 : i64
    llvm.br ^bb1(%116 : i64)
  ^bb6:  // pred: ^bb1
    %117 = llvm.mlir.constant(81 : index) : i64
    %118 = llvm.mlir.constant(145 : index) : i64
    %119 = llvm.mlir.constant(16 : index) : i64
    %120 = llvm.mlir.constant(1 : index) : i64
    %121 = llvm.mlir.constant(2320 : index) : i64
    %122 = llvm.mlir.constant(187920 : index) : i64
    %123 = llvm.mlir.zero : !llvm.ptr
    %124 = llvm.getelementptr %123[%122] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %125 = llvm.ptrtoint %124 : !llvm.ptr to i64
    %126 = llvm.mlir.constant(64 : index) : i64
    %127 = llvm.add %125, %126 : i64
    %128 = llvm.call @malloc(%127) : (i64) -> !llvm.ptr
    %129 = llvm.ptrtoint %128 : !llvm.ptr to i64
    %130 = llvm.mlir.constant(1 : index) : i64
    %131 = llvm.sub %126, %130 : i64
    %132 = llvm.add %129, %131 : i64
    %133 = llvm.urem %132, %126 : i64
    %134 = llvm.sub %132, %133 : i64
    %135 = llvm.inttoptr %134 : i64 to !llvm.ptr
    %136 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %137 = llvm.insertvalue %128, %136[0] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)> 
    %138 = llvm.insertvalue %135, %137[1] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)> 
    %139 = llvm.mlir.constant(0 : index) : i64
    %140 = llvm.insertvalue %139, %138[2] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)> 
    %141 = llvm.insertvalue %117, %140[3, 0] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)> 
    %142 = llvm.insertvalue %118, %141[3, 1] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)> 
    %143 = llvm.insertvalue %119, %142[3, 2] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)> 
    %144 = llvm.insertvalue %121, %143[4, 0] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)> 
    %145 = llvm.insertvalue %119, %144[4, 1] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)> 
    %146 = llvm.insertvalue %120, %145[4, 2] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)> 
    llvm.br ^bb7(%66 : i64)
  ^bb7(%147: i64):  // 2 preds: ^bb6, ^bb59
    %148 = llvm.icmp "slt" %147, %65 : i64
    llvm.cond_br %148, ^bb8, ^bb60
  ^bb8:  // pred: ^bb7
    llvm.br ^bb9(%66 : i64)
  ^bb9(%149: i64):  // 2 preds: ^bb8, ^bb13
    %150 = llvm.icmp "slt" %149, %64 : i64
    llvm.cond_br %150, ^bb10, ^bb14
  ^bb10:  // pred: ^bb9
    llvm.br ^bb11(%66 : i64)
  ^bb11(%151: i64):  // 2 preds: ^bb10, ^bb12
    %152 = llvm.icmp "slt" %151, %60 : i64
    llvm.cond_br %152, ^bb12, ^bb13
  ^bb12:  // pred: ^bb11
    %153 = llvm.add %147, %149 : i64
    %154 = llvm.extractvalue %25[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %155 = llvm.mul %153, %50 : i64
    %156 = llvm.add %155, %151 : i64
    %157 = llvm.getelementptr %154[%156] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %158 = llvm.load %157 {alignment = 1 : i64} : !llvm.ptr -> vector<16xi8>
    %159 = llvm.icmp "sle" %151, %66 : i64
    %160 = llvm.sub %66, %151 : i64
    %161 = llvm.sub %151, %55 : i64
    %162 = llvm.select %159, %160, %161 : i1, i64
    %163 = llvm.sdiv %162, %62 : i64
    %164 = llvm.sub %66, %163 : i64
    %165 = llvm.add %163, %55 : i64
    %166 = llvm.select %159, %164, %165 : i1, i64
    %167 = llvm.extractvalue %146[1] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)> 
    %168 = llvm.mul %166, %49 : i64
    %169 = llvm.mul %149, %48 : i64
    %170 = llvm.add %168, %169 : i64
    %171 = llvm.add %170, %66 : i64
    %172 = llvm.getelementptr %167[%171] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    llvm.store %158, %172 {alignment = 1 : i64} : vector<16xi8>, !llvm.ptr
    %173 = llvm.add %151, %62 : i64
    llvm.br ^bb11(%173 : i64)
  ^bb13:  // pred: ^bb11
    %174 = llvm.add %149, %55 : i64
    llvm.br ^bb9(%174 : i64)
  ^bb14:  // pred: ^bb9
    llvm.br ^bb15(%66 : i64)
  ^bb15(%175: i64):  // 2 preds: ^bb14, ^bb19
    %176 = llvm.icmp "slt" %175, %64 : i64
    llvm.cond_br %176, ^bb16, ^bb20
  ^bb16:  // pred: ^bb15
    llvm.br ^bb17(%66 : i64)
  ^bb17(%177: i64):  // 2 preds: ^bb16, ^bb18
    %178 = llvm.icmp "slt" %177, %58 : i64
    llvm.cond_br %178, ^bb18, ^bb19
  ^bb18:  // pred: ^bb17
    %179 = llvm.add %177, %58 : i64
    %180 = llvm.extractvalue %106[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %181 = llvm.mlir.constant(16 : index) : i64
    %182 = llvm.mul %175, %181 overflow<nsw, nuw> : i64
    %183 = llvm.add %182, %179 overflow<nsw, nuw> : i64
    %184 = llvm.getelementptr inbounds|nuw %180[%183] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    llvm.store %61, %184 : i8, !llvm.ptr
    %185 = llvm.add %177, %55 : i64
    llvm.br ^bb17(%185 : i64)
  ^bb19:  // pred: ^bb17
    %186 = llvm.add %175, %55 : i64
    llvm.br ^bb15(%186 : i64)
  ^bb20:  // pred: ^bb15
    llvm.br ^bb21(%66 : i64)
  ^bb21(%187: i64):  // 2 preds: ^bb20, ^bb25
    %188 = llvm.icmp "slt" %187, %64 : i64
    llvm.cond_br %188, ^bb22, ^bb26
  ^bb22:  // pred: ^bb21
    llvm.br ^bb23(%66 : i64)
  ^bb23(%189: i64):  // 2 preds: ^bb22, ^bb24
    %190 = llvm.icmp "slt" %189, %58 : i64
    llvm.cond_br %190, ^bb24, ^bb25
  ^bb24:  // pred: ^bb23
    %191 = llvm.add %147, %187 : i64
    %192 = llvm.add %189, %60 : i64
    %193 = llvm.extractvalue %25[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %194 = llvm.mlir.constant(1288 : index) : i64
    %195 = llvm.mul %191, %194 overflow<nsw, nuw> : i64
    %196 = llvm.add %195, %192 overflow<nsw, nuw> : i64
    %197 = llvm.getelementptr inbounds|nuw %193[%196] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %198 = llvm.load %197 : !llvm.ptr -> i8
    %199 = llvm.extractvalue %106[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %200 = llvm.mlir.constant(16 : index) : i64
    %201 = llvm.mul %187, %200 overflow<nsw, nuw> : i64
    %202 = llvm.add %201, %189 overflow<nsw, nuw> : i64
    %203 = llvm.getelementptr inbounds|nuw %199[%202] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    llvm.store %198, %203 : i8, !llvm.ptr
    %204 = llvm.add %189, %55 : i64
    llvm.br ^bb23(%204 : i64)
  ^bb25:  // pred: ^bb23
    %205 = llvm.add %187, %55 : i64
    llvm.br ^bb21(%205 : i64)
  ^bb26:  // pred: ^bb21
    llvm.br ^bb27(%66 : i64)
  ^bb27(%206: i64):  // 2 preds: ^bb26, ^bb31
    %207 = llvm.icmp "slt" %206, %64 : i64
    llvm.cond_br %207, ^bb28, ^bb32
  ^bb28:  // pred: ^bb27
    llvm.br ^bb29(%66 : i64)
  ^bb29(%208: i64):  // 2 preds: ^bb28, ^bb30
    %209 = llvm.icmp "slt" %208, %62 : i64
    llvm.cond_br %209, ^bb30, ^bb31
  ^bb30:  // pred: ^bb29
    %210 = llvm.extractvalue %106[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %211 = llvm.mlir.constant(16 : index) : i64
    %212 = llvm.mul %206, %211 overflow<nsw, nuw> : i64
    %213 = llvm.add %212, %208 overflow<nsw, nuw> : i64
    %214 = llvm.getelementptr inbounds|nuw %210[%213] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %215 = llvm.load %214 : !llvm.ptr -> i8
    %216 = llvm.extractvalue %146[1] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)> 
    %217 = llvm.mlir.constant(2320 : index) : i64
    %218 = llvm.mul %67, %217 overflow<nsw, nuw> : i64
    %219 = llvm.mlir.constant(16 : index) : i64
    %220 = llvm.mul %206, %219 overflow<nsw, nuw> : i64
    %221 = llvm.add %218, %220 overflow<nsw, nuw> : i64
    %222 = llvm.add %221, %208 overflow<nsw, nuw> : i64
    %223 = llvm.getelementptr inbounds|nuw %216[%222] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    llvm.store %215, %223 : i8, !llvm.ptr
    %224 = llvm.add %208, %55 : i64
    llvm.br ^bb29(%224 : i64)
  ^bb31:  // pred: ^bb29
    %225 = llvm.add %206, %55 : i64
    llvm.br ^bb27(%225 : i64)
  ^bb32:  // pred: ^bb27
    llvm.br ^bb33(%66 : i64)
  ^bb33(%226: i64):  // 2 preds: ^bb32, ^bb49
    %227 = llvm.icmp "slt" %226, %59 : i64
    llvm.cond_br %227, ^bb34, ^bb50
  ^bb34:  // pred: ^bb33
    llvm.br ^bb35(%66 : i64)
  ^bb35(%228: i64):  // 2 preds: ^bb34, ^bb39
    %229 = llvm.icmp "slt" %228, %63 : i64
    llvm.cond_br %229, ^bb36, ^bb40
  ^bb36:  // pred: ^bb35
    %230 = llvm.add %226, %228 : i64
    llvm.br ^bb37(%66 : i64)
  ^bb37(%231: i64):  // 2 preds: ^bb36, ^bb38
    %232 = llvm.icmp "slt" %231, %64 : i64
    llvm.cond_br %232, ^bb38, ^bb39
  ^bb38:  // pred: ^bb37
    %233 = llvm.add %147, %231 : i64
    %234 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %235 = llvm.mul %230, %47 : i64
    %236 = llvm.add %235, %233 : i64
    %237 = llvm.getelementptr %234[%236] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %238 = llvm.load %237 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %239 = llvm.insertvalue %238, %73[0] : !llvm.array<1 x vector<1xi8>> 
    %240 = llvm.mlir.poison : !llvm.array<1 x vector<1xi16>>
    %241 = llvm.extractvalue %239[0] : !llvm.array<1 x vector<1xi8>> 
    %242 = llvm.sext %241 : vector<1xi8> to vector<1xi16>
    %243 = llvm.insertvalue %242, %240[0] : !llvm.array<1 x vector<1xi16>> 
    %244 = llvm.extractvalue %243[0] : !llvm.array<1 x vector<1xi16>> 
    %245 = llvm.extractvalue %92[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %246 = llvm.mul %228, %46 : i64
    %247 = llvm.add %246, %231 : i64
    %248 = llvm.getelementptr %245[%247] : (!llvm.ptr, i64) -> !llvm.ptr, i16
    llvm.store %244, %248 {alignment = 2 : i64} : vector<1xi16>, !llvm.ptr
    %249 = llvm.add %231, %55 : i64
    llvm.br ^bb37(%249 : i64)
  ^bb39:  // pred: ^bb37
    %250 = llvm.add %228, %55 : i64
    llvm.br ^bb35(%250 : i64)
  ^bb40:  // pred: ^bb35
    llvm.br ^bb41(%66 : i64)
  ^bb41(%251: i64):  // 2 preds: ^bb40, ^bb45
    %252 = llvm.icmp "slt" %251, %60 : i64
    llvm.cond_br %252, ^bb42, ^bb46
  ^bb42:  // pred: ^bb41
    %253 = llvm.icmp "sle" %251, %66 : i64
    %254 = llvm.sub %66, %251 : i64
    %255 = llvm.sub %251, %55 : i64
    %256 = llvm.select %253, %254, %255 : i1, i64
    %257 = llvm.sdiv %256, %62 : i64
    %258 = llvm.sub %66, %257 : i64
    %259 = llvm.add %257, %55 : i64
    %260 = llvm.select %253, %258, %259 : i1, i64
    %261 = llvm.extractvalue %12[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %262 = llvm.mul %226, %50 : i64
    %263 = llvm.add %262, %251 : i64
    %264 = llvm.getelementptr %261[%263] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %265 = llvm.load %264 {alignment = 4 : i64} : !llvm.ptr -> vector<16xi32>
    %266 = llvm.mlir.constant(1 : index) : i64
    %267 = llvm.add %226, %266 : i64
    %268 = llvm.extractvalue %12[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %269 = llvm.mul %267, %50 : i64
    %270 = llvm.add %269, %251 : i64
    %271 = llvm.getelementptr %268[%270] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %272 = llvm.load %271 {alignment = 4 : i64} : !llvm.ptr -> vector<16xi32>
    %273 = llvm.mlir.constant(2 : index) : i64
    %274 = llvm.add %226, %273 : i64
    %275 = llvm.extractvalue %12[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %276 = llvm.mul %274, %50 : i64
    %277 = llvm.add %276, %251 : i64
    %278 = llvm.getelementptr %275[%277] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %279 = llvm.load %278 {alignment = 4 : i64} : !llvm.ptr -> vector<16xi32>
    %280 = llvm.mlir.constant(3 : index) : i64
    %281 = llvm.add %226, %280 : i64
    %282 = llvm.extractvalue %12[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %283 = llvm.mul %281, %50 : i64
    %284 = llvm.add %283, %251 : i64
    %285 = llvm.getelementptr %282[%284] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %286 = llvm.load %285 {alignment = 4 : i64} : !llvm.ptr -> vector<16xi32>
    %287 = llvm.mlir.constant(4 : index) : i64
    %288 = llvm.add %226, %287 : i64
    %289 = llvm.extractvalue %12[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %290 = llvm.mul %288, %50 : i64
    %291 = llvm.add %290, %251 : i64
    %292 = llvm.getelementptr %289[%291] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %293 = llvm.load %292 {alignment = 4 : i64} : !llvm.ptr -> vector<16xi32>
    %294 = llvm.mlir.constant(5 : index) : i64
    %295 = llvm.add %226, %294 : i64
    %296 = llvm.extractvalue %12[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %297 = llvm.mul %295, %50 : i64
    %298 = llvm.add %297, %251 : i64
    %299 = llvm.getelementptr %296[%298] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %300 = llvm.load %299 {alignment = 4 : i64} : !llvm.ptr -> vector<16xi32>
    %301 = llvm.insertvalue %265, %74[0] : !llvm.array<6 x vector<16xi32>> 
    %302 = llvm.insertvalue %272, %301[1] : !llvm.array<6 x vector<16xi32>> 
    %303 = llvm.insertvalue %279, %302[2] : !llvm.array<6 x vector<16xi32>> 
    %304 = llvm.insertvalue %286, %303[3] : !llvm.array<6 x vector<16xi32>> 
    %305 = llvm.insertvalue %293, %304[4] : !llvm.array<6 x vector<16xi32>> 
    %306 = llvm.insertvalue %300, %305[5] : !llvm.array<6 x vector<16xi32>> 
    llvm.br ^bb43(%66, %306 : i64, !llvm.array<6 x vector<16xi32>>)
  ^bb43(%307: i64, %308: !llvm.array<6 x vector<16xi32>>):  // 2 preds: ^bb42, ^bb44
    %309 = llvm.icmp "slt" %307, %54 : i64
    llvm.cond_br %309, ^bb44, ^bb45
  ^bb44:  // pred: ^bb43
    %310 = llvm.extractvalue %92[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %311 = llvm.mul %66, %46 : i64
    %312 = llvm.add %311, %307 : i64
    %313 = llvm.getelementptr %310[%312] : (!llvm.ptr, i64) -> !llvm.ptr, i16
    %314 = llvm.load %313 {alignment = 2 : i64} : !llvm.ptr -> vector<1xi16>
    %315 = llvm.extractvalue %92[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %316 = llvm.mul %55, %46 : i64
    %317 = llvm.add %316, %307 : i64
    %318 = llvm.getelementptr %315[%317] : (!llvm.ptr, i64) -> !llvm.ptr, i16
    %319 = llvm.load %318 {alignment = 2 : i64} : !llvm.ptr -> vector<1xi16>
    %320 = llvm.extractvalue %92[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %321 = llvm.mul %53, %46 : i64
    %322 = llvm.add %321, %307 : i64
    %323 = llvm.getelementptr %320[%322] : (!llvm.ptr, i64) -> !llvm.ptr, i16
    %324 = llvm.load %323 {alignment = 2 : i64} : !llvm.ptr -> vector<1xi16>
    %325 = llvm.extractvalue %92[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %326 = llvm.mul %69, %46 : i64
    %327 = llvm.add %326, %307 : i64
    %328 = llvm.getelementptr %325[%327] : (!llvm.ptr, i64) -> !llvm.ptr, i16
    %329 = llvm.load %328 {alignment = 2 : i64} : !llvm.ptr -> vector<1xi16>
    %330 = llvm.extractvalue %92[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %331 = llvm.mul %70, %46 : i64
    %332 = llvm.add %331, %307 : i64
    %333 = llvm.getelementptr %330[%332] : (!llvm.ptr, i64) -> !llvm.ptr, i16
    %334 = llvm.load %333 {alignment = 2 : i64} : !llvm.ptr -> vector<1xi16>
    %335 = llvm.extractvalue %92[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %336 = llvm.mul %71, %46 : i64
    %337 = llvm.add %336, %307 : i64
    %338 = llvm.getelementptr %335[%337] : (!llvm.ptr, i64) -> !llvm.ptr, i16
    %339 = llvm.load %338 {alignment = 2 : i64} : !llvm.ptr -> vector<1xi16>
    %340 = llvm.extractvalue %146[1] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)> 
    %341 = llvm.mul %260, %49 : i64
    %342 = llvm.mul %307, %48 : i64
    %343 = llvm.add %341, %342 : i64
    %344 = llvm.add %343, %66 : i64
    %345 = llvm.getelementptr %340[%344] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %346 = llvm.load %345 {alignment = 1 : i64} : !llvm.ptr -> vector<16xi8>
    %347 = llvm.extractvalue %308[0] : !llvm.array<6 x vector<16xi32>> 
    %348 = llvm.extractvalue %308[1] : !llvm.array<6 x vector<16xi32>> 
    %349 = llvm.extractvalue %308[2] : !llvm.array<6 x vector<16xi32>> 
    %350 = llvm.extractvalue %308[3] : !llvm.array<6 x vector<16xi32>> 
    %351 = llvm.extractvalue %308[4] : !llvm.array<6 x vector<16xi32>> 
    %352 = llvm.extractvalue %308[5] : !llvm.array<6 x vector<16xi32>> 
    %353 = llvm.add %307, %55 : i64
    %354 = llvm.extractvalue %92[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %355 = llvm.mul %66, %46 : i64
    %356 = llvm.add %355, %353 : i64
    %357 = llvm.getelementptr %354[%356] : (!llvm.ptr, i64) -> !llvm.ptr, i16
    %358 = llvm.load %357 {alignment = 2 : i64} : !llvm.ptr -> vector<1xi16>
    %359 = llvm.extractvalue %92[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %360 = llvm.mul %55, %46 : i64
    %361 = llvm.add %360, %353 : i64
    %362 = llvm.getelementptr %359[%361] : (!llvm.ptr, i64) -> !llvm.ptr, i16
    %363 = llvm.load %362 {alignment = 2 : i64} : !llvm.ptr -> vector<1xi16>
    %364 = llvm.extractvalue %92[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %365 = llvm.mul %53, %46 : i64
    %366 = llvm.add %365, %353 : i64
    %367 = llvm.getelementptr %364[%366] : (!llvm.ptr, i64) -> !llvm.ptr, i16
    %368 = llvm.load %367 {alignment = 2 : i64} : !llvm.ptr -> vector<1xi16>
    %369 = llvm.extractvalue %92[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %370 = llvm.mul %69, %46 : i64
    %371 = llvm.add %370, %353 : i64
    %372 = llvm.getelementptr %369[%371] : (!llvm.ptr, i64) -> !llvm.ptr, i16
    %373 = llvm.load %372 {alignment = 2 : i64} : !llvm.ptr -> vector<1xi16>
    %374 = llvm.extractvalue %92[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %375 = llvm.mul %70, %46 : i64
    %376 = llvm.add %375, %353 : i64
    %377 = llvm.getelementptr %374[%376] : (!llvm.ptr, i64) -> !llvm.ptr, i16
    %378 = llvm.load %377 {alignment = 2 : i64} : !llvm.ptr -> vector<1xi16>
    %379 = llvm.extractvalue %92[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %380 = llvm.mul %71, %46 : i64
    %381 = llvm.add %380, %353 : i64
    %382 = llvm.getelementptr %379[%381] : (!llvm.ptr, i64) -> !llvm.ptr, i16
    %383 = llvm.load %382 {alignment = 2 : i64} : !llvm.ptr -> vector<1xi16>
    %384 = llvm.extractvalue %146[1] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)> 
    %385 = llvm.mul %260, %49 : i64
    %386 = llvm.mul %353, %48 : i64
    %387 = llvm.add %385, %386 : i64
    %388 = llvm.add %387, %66 : i64
    %389 = llvm.getelementptr %384[%388] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %390 = llvm.load %389 {alignment = 1 : i64} : !llvm.ptr -> vector<16xi8>
    %391 = llvm.extractelement %314[%45 : i64] : vector<1xi16>
    %392 = llvm.extractelement %358[%45 : i64] : vector<1xi16>
    %393 = llvm.insertelement %391, %44[%45 : i64] : vector<2xi16>
    %394 = llvm.insertelement %392, %393[%43 : i64] : vector<2xi16>
    %395 = llvm.shufflevector %394, %394 [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1] : vector<2xi16> 
    %396 = llvm.shufflevector %346, %390 [0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31] : vector<16xi8> 
    %397 = llvm.sext %396 : vector<32xi8> to vector<32xi32>
    %398 = llvm.sext %395 : vector<32xi16> to vector<32xi32>
    %399 = llvm.mul %398, %397 : vector<32xi32>
    %400 = llvm.shufflevector %399, %399 [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31] : vector<32xi32> 
    %401 = llvm.shufflevector %399, %399 [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30] : vector<32xi32> 
    %402 = llvm.add %401, %400 : vector<16xi32>
    %403 = llvm.add %347, %402 : vector<16xi32>
    %404 = llvm.extractelement %319[%45 : i64] : vector<1xi16>
    %405 = llvm.extractelement %363[%45 : i64] : vector<1xi16>
    %406 = llvm.insertelement %404, %44[%45 : i64] : vector<2xi16>
    %407 = llvm.insertelement %405, %406[%43 : i64] : vector<2xi16>
    %408 = llvm.shufflevector %407, %407 [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1] : vector<2xi16> 
    %409 = llvm.sext %408 : vector<32xi16> to vector<32xi32>
    %410 = llvm.mul %409, %397 : vector<32xi32>
    %411 = llvm.shufflevector %410, %410 [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31] : vector<32xi32> 
    %412 = llvm.shufflevector %410, %410 [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30] : vector<32xi32> 
    %413 = llvm.add %412, %411 : vector<16xi32>
    %414 = llvm.add %348, %413 : vector<16xi32>
    %415 = llvm.extractelement %324[%45 : i64] : vector<1xi16>
    %416 = llvm.extractelement %368[%45 : i64] : vector<1xi16>
    %417 = llvm.insertelement %415, %44[%45 : i64] : vector<2xi16>
    %418 = llvm.insertelement %416, %417[%43 : i64] : vector<2xi16>
    %419 = llvm.shufflevector %418, %418 [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1] : vector<2xi16> 
    %420 = llvm.sext %419 : vector<32xi16> to vector<32xi32>
    %421 = llvm.mul %420, %397 : vector<32xi32>
    %422 = llvm.shufflevector %421, %421 [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31] : vector<32xi32> 
    %423 = llvm.shufflevector %421, %421 [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30] : vector<32xi32> 
    %424 = llvm.add %423, %422 : vector<16xi32>
    %425 = llvm.add %349, %424 : vector<16xi32>
    %426 = llvm.extractelement %329[%45 : i64] : vector<1xi16>
    %427 = llvm.extractelement %373[%45 : i64] : vector<1xi16>
    %428 = llvm.insertelement %426, %44[%45 : i64] : vector<2xi16>
    %429 = llvm.insertelement %427, %428[%43 : i64] : vector<2xi16>
    %430 = llvm.shufflevector %429, %429 [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1] : vector<2xi16> 
    %431 = llvm.sext %430 : vector<32xi16> to vector<32xi32>
    %432 = llvm.mul %431, %397 : vector<32xi32>
    %433 = llvm.shufflevector %432, %432 [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31] : vector<32xi32> 
    %434 = llvm.shufflevector %432, %432 [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30] : vector<32xi32> 
    %435 = llvm.add %434, %433 : vector<16xi32>
    %436 = llvm.add %350, %435 : vector<16xi32>
    %437 = llvm.extractelement %334[%45 : i64] : vector<1xi16>
    %438 = llvm.extractelement %378[%45 : i64] : vector<1xi16>
    %439 = llvm.insertelement %437, %44[%45 : i64] : vector<2xi16>
    %440 = llvm.insertelement %438, %439[%43 : i64] : vector<2xi16>
    %441 = llvm.shufflevector %440, %440 [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1] : vector<2xi16> 
    %442 = llvm.sext %441 : vector<32xi16> to vector<32xi32>
    %443 = llvm.mul %442, %397 : vector<32xi32>
    %444 = llvm.shufflevector %443, %443 [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31] : vector<32xi32> 
    %445 = llvm.shufflevector %443, %443 [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30] : vector<32xi32> 
    %446 = llvm.add %445, %444 : vector<16xi32>
    %447 = llvm.add %351, %446 : vector<16xi32>
    %448 = llvm.extractelement %339[%45 : i64] : vector<1xi16>
    %449 = llvm.extractelement %383[%45 : i64] : vector<1xi16>
    %450 = llvm.insertelement %448, %44[%45 : i64] : vector<2xi16>
    %451 = llvm.insertelement %449, %450[%43 : i64] : vector<2xi16>
    %452 = llvm.shufflevector %451, %451 [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1] : vector<2xi16> 
    %453 = llvm.sext %452 : vector<32xi16> to vector<32xi32>
    %454 = llvm.mul %453, %397 : vector<32xi32>
    %455 = llvm.shufflevector %454, %454 [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31] : vector<32xi32> 
    %456 = llvm.shufflevector %454, %454 [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30] : vector<32xi32> 
    %457 = llvm.add %456, %455 : vector<16xi32>
    %458 = llvm.add %352, %457 : vector<16xi32>
    %459 = llvm.insertvalue %403, %74[0] : !llvm.array<6 x vector<16xi32>> 
    %460 = llvm.insertvalue %414, %459[1] : !llvm.array<6 x vector<16xi32>> 
    %461 = llvm.insertvalue %425, %460[2] : !llvm.array<6 x vector<16xi32>> 
    %462 = llvm.insertvalue %436, %461[3] : !llvm.array<6 x vector<16xi32>> 
    %463 = llvm.insertvalue %447, %462[4] : !llvm.array<6 x vector<16xi32>> 
    %464 = llvm.insertvalue %458, %463[5] : !llvm.array<6 x vector<16xi32>> 
    %465 = llvm.add %307, %53 : i64
    llvm.br ^bb43(%465, %464 : i64, !llvm.array<6 x vector<16xi32>>)
  ^bb45:  // pred: ^bb43
    %466 = llvm.extractvalue %92[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %467 = llvm.mul %66, %46 : i64
    %468 = llvm.add %467, %54 : i64
    %469 = llvm.getelementptr %466[%468] : (!llvm.ptr, i64) -> !llvm.ptr, i16
    %470 = llvm.load %469 {alignment = 2 : i64} : !llvm.ptr -> vector<1xi16>
    %471 = llvm.extractvalue %92[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %472 = llvm.mul %55, %46 : i64
    %473 = llvm.add %472, %54 : i64
    %474 = llvm.getelementptr %471[%473] : (!llvm.ptr, i64) -> !llvm.ptr, i16
    %475 = llvm.load %474 {alignment = 2 : i64} : !llvm.ptr -> vector<1xi16>
    %476 = llvm.extractvalue %92[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %477 = llvm.mul %53, %46 : i64
    %478 = llvm.add %477, %54 : i64
    %479 = llvm.getelementptr %476[%478] : (!llvm.ptr, i64) -> !llvm.ptr, i16
    %480 = llvm.load %479 {alignment = 2 : i64} : !llvm.ptr -> vector<1xi16>
    %481 = llvm.extractvalue %92[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %482 = llvm.mul %69, %46 : i64
    %483 = llvm.add %482, %54 : i64
    %484 = llvm.getelementptr %481[%483] : (!llvm.ptr, i64) -> !llvm.ptr, i16
    %485 = llvm.load %484 {alignment = 2 : i64} : !llvm.ptr -> vector<1xi16>
    %486 = llvm.extractvalue %92[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %487 = llvm.mul %70, %46 : i64
    %488 = llvm.add %487, %54 : i64
    %489 = llvm.getelementptr %486[%488] : (!llvm.ptr, i64) -> !llvm.ptr, i16
    %490 = llvm.load %489 {alignment = 2 : i64} : !llvm.ptr -> vector<1xi16>
    %491 = llvm.extractvalue %92[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %492 = llvm.mul %71, %46 : i64
    %493 = llvm.add %492, %54 : i64
    %494 = llvm.getelementptr %491[%493] : (!llvm.ptr, i64) -> !llvm.ptr, i16
    %495 = llvm.load %494 {alignment = 2 : i64} : !llvm.ptr -> vector<1xi16>
    %496 = llvm.extractvalue %146[1] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)> 
    %497 = llvm.mul %260, %49 : i64
    %498 = llvm.mul %54, %48 : i64
    %499 = llvm.add %497, %498 : i64
    %500 = llvm.add %499, %66 : i64
    %501 = llvm.getelementptr %496[%500] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %502 = llvm.load %501 {alignment = 1 : i64} : !llvm.ptr -> vector<16xi8>
    %503 = llvm.insertvalue %502, %75[0] : !llvm.array<1 x vector<16xi8>> 
    %504 = llvm.mlir.poison : !llvm.array<1 x vector<16xi32>>
    %505 = llvm.extractvalue %503[0] : !llvm.array<1 x vector<16xi8>> 
    %506 = llvm.sext %505 : vector<16xi8> to vector<16xi32>
    %507 = llvm.insertvalue %506, %504[0] : !llvm.array<1 x vector<16xi32>> 
    %508 = llvm.extractvalue %507[0] : !llvm.array<1 x vector<16xi32>> 
    %509 = llvm.extractelement %470[%45 : i64] : vector<1xi16>
    %510 = llvm.insertelement %509, %42[%41 : i32] : vector<32xi16>
    %511 = llvm.shufflevector %510, %42 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<32xi16> 
    %512 = llvm.bitcast %511 : vector<32xi16> to vector<16xi32>
    %513 = llvm.ashr %512, %52 : vector<16xi32>
    %514 = llvm.extractvalue %308[0] : !llvm.array<6 x vector<16xi32>> 
    %515 = llvm.mul %513, %508 : vector<16xi32>
    %516 = llvm.add %515, %514 : vector<16xi32>
    %517 = llvm.extractelement %475[%45 : i64] : vector<1xi16>
    %518 = llvm.insertelement %517, %42[%41 : i32] : vector<32xi16>
    %519 = llvm.shufflevector %518, %42 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<32xi16> 
    %520 = llvm.bitcast %519 : vector<32xi16> to vector<16xi32>
    %521 = llvm.ashr %520, %52 : vector<16xi32>
    %522 = llvm.extractvalue %308[1] : !llvm.array<6 x vector<16xi32>> 
    %523 = llvm.mul %521, %508 : vector<16xi32>
    %524 = llvm.add %523, %522 : vector<16xi32>
    %525 = llvm.extractelement %480[%45 : i64] : vector<1xi16>
    %526 = llvm.insertelement %525, %42[%41 : i32] : vector<32xi16>
    %527 = llvm.shufflevector %526, %42 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<32xi16> 
    %528 = llvm.bitcast %527 : vector<32xi16> to vector<16xi32>
    %529 = llvm.ashr %528, %52 : vector<16xi32>
    %530 = llvm.extractvalue %308[2] : !llvm.array<6 x vector<16xi32>> 
    %531 = llvm.mul %529, %508 : vector<16xi32>
    %532 = llvm.add %531, %530 : vector<16xi32>
    %533 = llvm.extractelement %485[%45 : i64] : vector<1xi16>
    %534 = llvm.insertelement %533, %42[%41 : i32] : vector<32xi16>
    %535 = llvm.shufflevector %534, %42 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<32xi16> 
    %536 = llvm.bitcast %535 : vector<32xi16> to vector<16xi32>
    %537 = llvm.ashr %536, %52 : vector<16xi32>
    %538 = llvm.extractvalue %308[3] : !llvm.array<6 x vector<16xi32>> 
    %539 = llvm.mul %537, %508 : vector<16xi32>
    %540 = llvm.add %539, %538 : vector<16xi32>
    %541 = llvm.extractelement %490[%45 : i64] : vector<1xi16>
    %542 = llvm.insertelement %541, %42[%41 : i32] : vector<32xi16>
    %543 = llvm.shufflevector %542, %42 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<32xi16> 
    %544 = llvm.bitcast %543 : vector<32xi16> to vector<16xi32>
    %545 = llvm.ashr %544, %52 : vector<16xi32>
    %546 = llvm.extractvalue %308[4] : !llvm.array<6 x vector<16xi32>> 
    %547 = llvm.mul %545, %508 : vector<16xi32>
    %548 = llvm.add %547, %546 : vector<16xi32>
    %549 = llvm.extractelement %495[%45 : i64] : vector<1xi16>
    %550 = llvm.insertelement %549, %42[%41 : i32] : vector<32xi16>
    %551 = llvm.shufflevector %550, %42 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<32xi16> 
    %552 = llvm.bitcast %551 : vector<32xi16> to vector<16xi32>
    %553 = llvm.ashr %552, %52 : vector<16xi32>
    %554 = llvm.extractvalue %308[5] : !llvm.array<6 x vector<16xi32>> 
    %555 = llvm.mul %553, %508 : vector<16xi32>
    %556 = llvm.add %555, %554 : vector<16xi32>
    %557 = llvm.extractvalue %12[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %558 = llvm.mul %226, %50 : i64
    %559 = llvm.add %558, %251 : i64
    %560 = llvm.getelementptr %557[%559] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    llvm.store %516, %560 {alignment = 4 : i64} : vector<16xi32>, !llvm.ptr
    %561 = llvm.extractvalue %12[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %562 = llvm.mul %267, %50 : i64
    %563 = llvm.add %562, %251 : i64
    %564 = llvm.getelementptr %561[%563] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    llvm.store %524, %564 {alignment = 4 : i64} : vector<16xi32>, !llvm.ptr
    %565 = llvm.extractvalue %12[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %566 = llvm.mul %274, %50 : i64
    %567 = llvm.add %566, %251 : i64
    %568 = llvm.getelementptr %565[%567] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    llvm.store %532, %568 {alignment = 4 : i64} : vector<16xi32>, !llvm.ptr
    %569 = llvm.extractvalue %12[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %570 = llvm.mul %281, %50 : i64
    %571 = llvm.add %570, %251 : i64
    %572 = llvm.getelementptr %569[%571] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    llvm.store %540, %572 {alignment = 4 : i64} : vector<16xi32>, !llvm.ptr
    %573 = llvm.extractvalue %12[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %574 = llvm.mul %288, %50 : i64
    %575 = llvm.add %574, %251 : i64
    %576 = llvm.getelementptr %573[%575] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    llvm.store %548, %576 {alignment = 4 : i64} : vector<16xi32>, !llvm.ptr
    %577 = llvm.extractvalue %12[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %578 = llvm.mul %295, %50 : i64
    %579 = llvm.add %578, %251 : i64
    %580 = llvm.getelementptr %577[%579] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    llvm.store %556, %580 {alignment = 4 : i64} : vector<16xi32>, !llvm.ptr
    %581 = llvm.add %251, %62 : i64
    llvm.br ^bb41(%581 : i64)
  ^bb46:  // pred: ^bb41
    %582 = llvm.mul %226, %56 overflow<nsw> : i64
    %583 = llvm.add %582, %60 : i64
    %584 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %585 = llvm.extractvalue %12[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %586 = llvm.extractvalue %12[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %587 = llvm.insertvalue %585, %584[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %588 = llvm.insertvalue %586, %587[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %589 = llvm.insertvalue %583, %588[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %590 = llvm.mlir.constant(6 : index) : i64
    %591 = llvm.insertvalue %590, %589[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %592 = llvm.mlir.constant(1288 : index) : i64
    %593 = llvm.insertvalue %592, %591[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %594 = llvm.mlir.constant(8 : index) : i64
    %595 = llvm.insertvalue %594, %593[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %596 = llvm.mlir.constant(1 : index) : i64
    %597 = llvm.insertvalue %596, %595[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %598 = llvm.extractvalue %597[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %599 = llvm.extractvalue %597[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %600 = llvm.getelementptr %598[%599] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %601 = llvm.mul %66, %50 : i64
    %602 = llvm.add %601, %66 : i64
    %603 = llvm.getelementptr %600[%602] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %604 = llvm.intr.masked.load %603, %76, %77 {alignment = 4 : i32} : (!llvm.ptr, vector<16xi1>, vector<16xi32>) -> vector<16xi32>
    %605 = llvm.extractvalue %597[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %606 = llvm.extractvalue %597[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %607 = llvm.getelementptr %605[%606] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %608 = llvm.mul %55, %50 : i64
    %609 = llvm.add %608, %66 : i64
    %610 = llvm.getelementptr %607[%609] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %611 = llvm.intr.masked.load %610, %76, %77 {alignment = 4 : i32} : (!llvm.ptr, vector<16xi1>, vector<16xi32>) -> vector<16xi32>
    %612 = llvm.extractvalue %597[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %613 = llvm.extractvalue %597[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %614 = llvm.getelementptr %612[%613] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %615 = llvm.mul %53, %50 : i64
    %616 = llvm.add %615, %66 : i64
    %617 = llvm.getelementptr %614[%616] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %618 = llvm.intr.masked.load %617, %76, %77 {alignment = 4 : i32} : (!llvm.ptr, vector<16xi1>, vector<16xi32>) -> vector<16xi32>
    %619 = llvm.extractvalue %597[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %620 = llvm.extractvalue %597[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %621 = llvm.getelementptr %619[%620] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %622 = llvm.mul %69, %50 : i64
    %623 = llvm.add %622, %66 : i64
    %624 = llvm.getelementptr %621[%623] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %625 = llvm.intr.masked.load %624, %76, %77 {alignment = 4 : i32} : (!llvm.ptr, vector<16xi1>, vector<16xi32>) -> vector<16xi32>
    %626 = llvm.extractvalue %597[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %627 = llvm.extractvalue %597[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %628 = llvm.getelementptr %626[%627] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %629 = llvm.mul %70, %50 : i64
    %630 = llvm.add %629, %66 : i64
    %631 = llvm.getelementptr %628[%630] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %632 = llvm.intr.masked.load %631, %76, %77 {alignment = 4 : i32} : (!llvm.ptr, vector<16xi1>, vector<16xi32>) -> vector<16xi32>
    %633 = llvm.extractvalue %597[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %634 = llvm.extractvalue %597[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %635 = llvm.getelementptr %633[%634] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %636 = llvm.mul %71, %50 : i64
    %637 = llvm.add %636, %66 : i64
    %638 = llvm.getelementptr %635[%637] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %639 = llvm.intr.masked.load %638, %76, %77 {alignment = 4 : i32} : (!llvm.ptr, vector<16xi1>, vector<16xi32>) -> vector<16xi32>
    %640 = llvm.insertvalue %604, %74[0] : !llvm.array<6 x vector<16xi32>> 
    %641 = llvm.insertvalue %611, %640[1] : !llvm.array<6 x vector<16xi32>> 
    %642 = llvm.insertvalue %618, %641[2] : !llvm.array<6 x vector<16xi32>> 
    %643 = llvm.insertvalue %625, %642[3] : !llvm.array<6 x vector<16xi32>> 
    %644 = llvm.insertvalue %632, %643[4] : !llvm.array<6 x vector<16xi32>> 
    %645 = llvm.insertvalue %639, %644[5] : !llvm.array<6 x vector<16xi32>> 
    llvm.br ^bb47(%66, %645 : i64, !llvm.array<6 x vector<16xi32>>)
  ^bb47(%646: i64, %647: !llvm.array<6 x vector<16xi32>>):  // 2 preds: ^bb46, ^bb48
    %648 = llvm.icmp "slt" %646, %54 : i64
    llvm.cond_br %648, ^bb48, ^bb49
  ^bb48:  // pred: ^bb47
    %649 = llvm.add %147, %646 : i64
    %650 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %651 = llvm.mul %226, %47 : i64
    %652 = llvm.add %651, %649 : i64
    %653 = llvm.getelementptr %650[%652] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %654 = llvm.load %653 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %655 = llvm.mlir.constant(1 : index) : i64
    %656 = llvm.add %226, %655 : i64
    %657 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %658 = llvm.mul %656, %47 : i64
    %659 = llvm.add %658, %649 : i64
    %660 = llvm.getelementptr %657[%659] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %661 = llvm.load %660 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %662 = llvm.mlir.constant(2 : index) : i64
    %663 = llvm.add %226, %662 : i64
    %664 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %665 = llvm.mul %663, %47 : i64
    %666 = llvm.add %665, %649 : i64
    %667 = llvm.getelementptr %664[%666] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %668 = llvm.load %667 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %669 = llvm.mlir.constant(3 : index) : i64
    %670 = llvm.add %226, %669 : i64
    %671 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %672 = llvm.mul %670, %47 : i64
    %673 = llvm.add %672, %649 : i64
    %674 = llvm.getelementptr %671[%673] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %675 = llvm.load %674 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %676 = llvm.mlir.constant(4 : index) : i64
    %677 = llvm.add %226, %676 : i64
    %678 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %679 = llvm.mul %677, %47 : i64
    %680 = llvm.add %679, %649 : i64
    %681 = llvm.getelementptr %678[%680] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %682 = llvm.load %681 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %683 = llvm.mlir.constant(5 : index) : i64
    %684 = llvm.add %226, %683 : i64
    %685 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %686 = llvm.mul %684, %47 : i64
    %687 = llvm.add %686, %649 : i64
    %688 = llvm.getelementptr %685[%687] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %689 = llvm.load %688 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %690 = llvm.extractvalue %106[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %691 = llvm.mul %646, %48 : i64
    %692 = llvm.add %691, %66 : i64
    %693 = llvm.getelementptr %690[%692] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %694 = llvm.load %693 {alignment = 1 : i64} : !llvm.ptr -> vector<16xi8>
    %695 = llvm.extractvalue %647[0] : !llvm.array<6 x vector<16xi32>> 
    %696 = llvm.extractvalue %647[1] : !llvm.array<6 x vector<16xi32>> 
    %697 = llvm.extractvalue %647[2] : !llvm.array<6 x vector<16xi32>> 
    %698 = llvm.extractvalue %647[3] : !llvm.array<6 x vector<16xi32>> 
    %699 = llvm.extractvalue %647[4] : !llvm.array<6 x vector<16xi32>> 
    %700 = llvm.extractvalue %647[5] : !llvm.array<6 x vector<16xi32>> 
    %701 = llvm.add %646, %55 : i64
    %702 = llvm.add %147, %701 : i64
    %703 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %704 = llvm.mul %226, %47 : i64
    %705 = llvm.add %704, %702 : i64
    %706 = llvm.getelementptr %703[%705] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %707 = llvm.load %706 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %708 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %709 = llvm.mul %656, %47 : i64
    %710 = llvm.add %709, %702 : i64
    %711 = llvm.getelementptr %708[%710] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %712 = llvm.load %711 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %713 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %714 = llvm.mul %663, %47 : i64
    %715 = llvm.add %714, %702 : i64
    %716 = llvm.getelementptr %713[%715] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %717 = llvm.load %716 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %718 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %719 = llvm.mul %670, %47 : i64
    %720 = llvm.add %719, %702 : i64
    %721 = llvm.getelementptr %718[%720] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %722 = llvm.load %721 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %723 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %724 = llvm.mul %677, %47 : i64
    %725 = llvm.add %724, %702 : i64
    %726 = llvm.getelementptr %723[%725] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %727 = llvm.load %726 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %728 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %729 = llvm.mul %684, %47 : i64
    %730 = llvm.add %729, %702 : i64
    %731 = llvm.getelementptr %728[%730] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %732 = llvm.load %731 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %733 = llvm.extractvalue %106[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %734 = llvm.mul %701, %48 : i64
    %735 = llvm.add %734, %66 : i64
    %736 = llvm.getelementptr %733[%735] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %737 = llvm.load %736 {alignment = 1 : i64} : !llvm.ptr -> vector<16xi8>
    %738 = llvm.extractelement %654[%45 : i64] : vector<1xi8>
    %739 = llvm.extractelement %707[%45 : i64] : vector<1xi8>
    %740 = llvm.insertelement %738, %40[%45 : i64] : vector<2xi8>
    %741 = llvm.insertelement %739, %740[%43 : i64] : vector<2xi8>
    %742 = llvm.shufflevector %741, %741 [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1] : vector<2xi8> 
    %743 = llvm.shufflevector %694, %737 [0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31] : vector<16xi8> 
    %744 = llvm.sext %743 : vector<32xi8> to vector<32xi32>
    %745 = llvm.sext %742 : vector<32xi8> to vector<32xi32>
    %746 = llvm.mul %745, %744 : vector<32xi32>
    %747 = llvm.shufflevector %746, %746 [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31] : vector<32xi32> 
    %748 = llvm.shufflevector %746, %746 [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30] : vector<32xi32> 
    %749 = llvm.add %748, %747 : vector<16xi32>
    %750 = llvm.add %695, %749 : vector<16xi32>
    %751 = llvm.extractelement %661[%45 : i64] : vector<1xi8>
    %752 = llvm.extractelement %712[%45 : i64] : vector<1xi8>
    %753 = llvm.insertelement %751, %40[%45 : i64] : vector<2xi8>
    %754 = llvm.insertelement %752, %753[%43 : i64] : vector<2xi8>
    %755 = llvm.shufflevector %754, %754 [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1] : vector<2xi8> 
    %756 = llvm.sext %755 : vector<32xi8> to vector<32xi32>
    %757 = llvm.mul %756, %744 : vector<32xi32>
    %758 = llvm.shufflevector %757, %757 [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31] : vector<32xi32> 
    %759 = llvm.shufflevector %757, %757 [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30] : vector<32xi32> 
    %760 = llvm.add %759, %758 : vector<16xi32>
    %761 = llvm.add %696, %760 : vector<16xi32>
    %762 = llvm.extractelement %668[%45 : i64] : vector<1xi8>
    %763 = llvm.extractelement %717[%45 : i64] : vector<1xi8>
    %764 = llvm.insertelement %762, %40[%45 : i64] : vector<2xi8>
    %765 = llvm.insertelement %763, %764[%43 : i64] : vector<2xi8>
    %766 = llvm.shufflevector %765, %765 [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1] : vector<2xi8> 
    %767 = llvm.sext %766 : vector<32xi8> to vector<32xi32>
    %768 = llvm.mul %767, %744 : vector<32xi32>
    %769 = llvm.shufflevector %768, %768 [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31] : vector<32xi32> 
    %770 = llvm.shufflevector %768, %768 [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30] : vector<32xi32> 
    %771 = llvm.add %770, %769 : vector<16xi32>
    %772 = llvm.add %697, %771 : vector<16xi32>
    %773 = llvm.extractelement %675[%45 : i64] : vector<1xi8>
    %774 = llvm.extractelement %722[%45 : i64] : vector<1xi8>
    %775 = llvm.insertelement %773, %40[%45 : i64] : vector<2xi8>
    %776 = llvm.insertelement %774, %775[%43 : i64] : vector<2xi8>
    %777 = llvm.shufflevector %776, %776 [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1] : vector<2xi8> 
    %778 = llvm.sext %777 : vector<32xi8> to vector<32xi32>
    %779 = llvm.mul %778, %744 : vector<32xi32>
    %780 = llvm.shufflevector %779, %779 [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31] : vector<32xi32> 
    %781 = llvm.shufflevector %779, %779 [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30] : vector<32xi32> 
    %782 = llvm.add %781, %780 : vector<16xi32>
    %783 = llvm.add %698, %782 : vector<16xi32>
    %784 = llvm.extractelement %682[%45 : i64] : vector<1xi8>
    %785 = llvm.extractelement %727[%45 : i64] : vector<1xi8>
    %786 = llvm.insertelement %784, %40[%45 : i64] : vector<2xi8>
    %787 = llvm.insertelement %785, %786[%43 : i64] : vector<2xi8>
    %788 = llvm.shufflevector %787, %787 [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1] : vector<2xi8> 
    %789 = llvm.sext %788 : vector<32xi8> to vector<32xi32>
    %790 = llvm.mul %789, %744 : vector<32xi32>
    %791 = llvm.shufflevector %790, %790 [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31] : vector<32xi32> 
    %792 = llvm.shufflevector %790, %790 [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30] : vector<32xi32> 
    %793 = llvm.add %792, %791 : vector<16xi32>
    %794 = llvm.add %699, %793 : vector<16xi32>
    %795 = llvm.extractelement %689[%45 : i64] : vector<1xi8>
    %796 = llvm.extractelement %732[%45 : i64] : vector<1xi8>
    %797 = llvm.insertelement %795, %40[%45 : i64] : vector<2xi8>
    %798 = llvm.insertelement %796, %797[%43 : i64] : vector<2xi8>
    %799 = llvm.shufflevector %798, %798 [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1] : vector<2xi8> 
    %800 = llvm.sext %799 : vector<32xi8> to vector<32xi32>
    %801 = llvm.mul %800, %744 : vector<32xi32>
    %802 = llvm.shufflevector %801, %801 [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31] : vector<32xi32> 
    %803 = llvm.shufflevector %801, %801 [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30] : vector<32xi32> 
    %804 = llvm.add %803, %802 : vector<16xi32>
    %805 = llvm.add %700, %804 : vector<16xi32>
    %806 = llvm.insertvalue %750, %74[0] : !llvm.array<6 x vector<16xi32>> 
    %807 = llvm.insertvalue %761, %806[1] : !llvm.array<6 x vector<16xi32>> 
    %808 = llvm.insertvalue %772, %807[2] : !llvm.array<6 x vector<16xi32>> 
    %809 = llvm.insertvalue %783, %808[3] : !llvm.array<6 x vector<16xi32>> 
    %810 = llvm.insertvalue %794, %809[4] : !llvm.array<6 x vector<16xi32>> 
    %811 = llvm.insertvalue %805, %810[5] : !llvm.array<6 x vector<16xi32>> 
    %812 = llvm.add %646, %53 : i64
    llvm.br ^bb47(%812, %811 : i64, !llvm.array<6 x vector<16xi32>>)
  ^bb49:  // pred: ^bb47
    %813 = llvm.add %147, %54 : i64
    %814 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %815 = llvm.mul %226, %47 : i64
    %816 = llvm.add %815, %813 : i64
    %817 = llvm.getelementptr %814[%816] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %818 = llvm.load %817 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %819 = llvm.mlir.constant(1 : index) : i64
    %820 = llvm.add %226, %819 : i64
    %821 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %822 = llvm.mul %820, %47 : i64
    %823 = llvm.add %822, %813 : i64
    %824 = llvm.getelementptr %821[%823] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %825 = llvm.load %824 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %826 = llvm.mlir.constant(2 : index) : i64
    %827 = llvm.add %226, %826 : i64
    %828 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %829 = llvm.mul %827, %47 : i64
    %830 = llvm.add %829, %813 : i64
    %831 = llvm.getelementptr %828[%830] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %832 = llvm.load %831 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %833 = llvm.mlir.constant(3 : index) : i64
    %834 = llvm.add %226, %833 : i64
    %835 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %836 = llvm.mul %834, %47 : i64
    %837 = llvm.add %836, %813 : i64
    %838 = llvm.getelementptr %835[%837] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %839 = llvm.load %838 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %840 = llvm.mlir.constant(4 : index) : i64
    %841 = llvm.add %226, %840 : i64
    %842 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %843 = llvm.mul %841, %47 : i64
    %844 = llvm.add %843, %813 : i64
    %845 = llvm.getelementptr %842[%844] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %846 = llvm.load %845 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %847 = llvm.mlir.constant(5 : index) : i64
    %848 = llvm.add %226, %847 : i64
    %849 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %850 = llvm.mul %848, %47 : i64
    %851 = llvm.add %850, %813 : i64
    %852 = llvm.getelementptr %849[%851] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %853 = llvm.load %852 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %854 = llvm.extractvalue %106[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %855 = llvm.mul %54, %48 : i64
    %856 = llvm.add %855, %66 : i64
    %857 = llvm.getelementptr %854[%856] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %858 = llvm.load %857 {alignment = 1 : i64} : !llvm.ptr -> vector<16xi8>
    %859 = llvm.insertvalue %858, %75[0] : !llvm.array<1 x vector<16xi8>> 
    %860 = llvm.mlir.poison : !llvm.array<1 x vector<16xi32>>
    %861 = llvm.extractvalue %859[0] : !llvm.array<1 x vector<16xi8>> 
    %862 = llvm.sext %861 : vector<16xi8> to vector<16xi32>
    %863 = llvm.insertvalue %862, %860[0] : !llvm.array<1 x vector<16xi32>> 
    %864 = llvm.extractvalue %863[0] : !llvm.array<1 x vector<16xi32>> 
    %865 = llvm.extractelement %818[%45 : i64] : vector<1xi8>
    %866 = llvm.insertelement %865, %39[%41 : i32] : vector<64xi8>
    %867 = llvm.shufflevector %866, %39 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<64xi8> 
    %868 = llvm.bitcast %867 : vector<64xi8> to vector<16xi32>
    %869 = llvm.ashr %868, %51 : vector<16xi32>
    %870 = llvm.extractvalue %647[0] : !llvm.array<6 x vector<16xi32>> 
    %871 = llvm.mul %869, %864 : vector<16xi32>
    %872 = llvm.add %871, %870 : vector<16xi32>
    %873 = llvm.extractelement %825[%45 : i64] : vector<1xi8>
    %874 = llvm.insertelement %873, %39[%41 : i32] : vector<64xi8>
    %875 = llvm.shufflevector %874, %39 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<64xi8> 
    %876 = llvm.bitcast %875 : vector<64xi8> to vector<16xi32>
    %877 = llvm.ashr %876, %51 : vector<16xi32>
    %878 = llvm.extractvalue %647[1] : !llvm.array<6 x vector<16xi32>> 
    %879 = llvm.mul %877, %864 : vector<16xi32>
    %880 = llvm.add %879, %878 : vector<16xi32>
    %881 = llvm.extractelement %832[%45 : i64] : vector<1xi8>
    %882 = llvm.insertelement %881, %39[%41 : i32] : vector<64xi8>
    %883 = llvm.shufflevector %882, %39 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<64xi8> 
    %884 = llvm.bitcast %883 : vector<64xi8> to vector<16xi32>
    %885 = llvm.ashr %884, %51 : vector<16xi32>
    %886 = llvm.extractvalue %647[2] : !llvm.array<6 x vector<16xi32>> 
    %887 = llvm.mul %885, %864 : vector<16xi32>
    %888 = llvm.add %887, %886 : vector<16xi32>
    %889 = llvm.extractelement %839[%45 : i64] : vector<1xi8>
    %890 = llvm.insertelement %889, %39[%41 : i32] : vector<64xi8>
    %891 = llvm.shufflevector %890, %39 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<64xi8> 
    %892 = llvm.bitcast %891 : vector<64xi8> to vector<16xi32>
    %893 = llvm.ashr %892, %51 : vector<16xi32>
    %894 = llvm.extractvalue %647[3] : !llvm.array<6 x vector<16xi32>> 
    %895 = llvm.mul %893, %864 : vector<16xi32>
    %896 = llvm.add %895, %894 : vector<16xi32>
    %897 = llvm.extractelement %846[%45 : i64] : vector<1xi8>
    %898 = llvm.insertelement %897, %39[%41 : i32] : vector<64xi8>
    %899 = llvm.shufflevector %898, %39 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<64xi8> 
    %900 = llvm.bitcast %899 : vector<64xi8> to vector<16xi32>
    %901 = llvm.ashr %900, %51 : vector<16xi32>
    %902 = llvm.extractvalue %647[4] : !llvm.array<6 x vector<16xi32>> 
    %903 = llvm.mul %901, %864 : vector<16xi32>
    %904 = llvm.add %903, %902 : vector<16xi32>
    %905 = llvm.extractelement %853[%45 : i64] : vector<1xi8>
    %906 = llvm.insertelement %905, %39[%41 : i32] : vector<64xi8>
    %907 = llvm.shufflevector %906, %39 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<64xi8> 
    %908 = llvm.bitcast %907 : vector<64xi8> to vector<16xi32>
    %909 = llvm.ashr %908, %51 : vector<16xi32>
    %910 = llvm.extractvalue %647[5] : !llvm.array<6 x vector<16xi32>> 
    %911 = llvm.mul %909, %864 : vector<16xi32>
    %912 = llvm.add %911, %910 : vector<16xi32>
    %913 = llvm.extractvalue %597[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %914 = llvm.extractvalue %597[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %915 = llvm.getelementptr %913[%914] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %916 = llvm.mul %66, %50 : i64
    %917 = llvm.add %916, %66 : i64
    %918 = llvm.getelementptr %915[%917] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    llvm.intr.masked.store %872, %918, %76 {alignment = 4 : i32} : vector<16xi32>, vector<16xi1> into !llvm.ptr
    %919 = llvm.extractvalue %597[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %920 = llvm.extractvalue %597[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %921 = llvm.getelementptr %919[%920] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %922 = llvm.mul %55, %50 : i64
    %923 = llvm.add %922, %66 : i64
    %924 = llvm.getelementptr %921[%923] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    llvm.intr.masked.store %880, %924, %76 {alignment = 4 : i32} : vector<16xi32>, vector<16xi1> into !llvm.ptr
    %925 = llvm.extractvalue %597[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %926 = llvm.extractvalue %597[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %927 = llvm.getelementptr %925[%926] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %928 = llvm.mul %53, %50 : i64
    %929 = llvm.add %928, %66 : i64
    %930 = llvm.getelementptr %927[%929] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    llvm.intr.masked.store %888, %930, %76 {alignment = 4 : i32} : vector<16xi32>, vector<16xi1> into !llvm.ptr
    %931 = llvm.extractvalue %597[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %932 = llvm.extractvalue %597[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %933 = llvm.getelementptr %931[%932] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %934 = llvm.mul %69, %50 : i64
    %935 = llvm.add %934, %66 : i64
    %936 = llvm.getelementptr %933[%935] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    llvm.intr.masked.store %896, %936, %76 {alignment = 4 : i32} : vector<16xi32>, vector<16xi1> into !llvm.ptr
    %937 = llvm.extractvalue %597[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %938 = llvm.extractvalue %597[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %939 = llvm.getelementptr %937[%938] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %940 = llvm.mul %70, %50 : i64
    %941 = llvm.add %940, %66 : i64
    %942 = llvm.getelementptr %939[%941] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    llvm.intr.masked.store %904, %942, %76 {alignment = 4 : i32} : vector<16xi32>, vector<16xi1> into !llvm.ptr
    %943 = llvm.extractvalue %597[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %944 = llvm.extractvalue %597[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %945 = llvm.getelementptr %943[%944] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %946 = llvm.mul %71, %50 : i64
    %947 = llvm.add %946, %66 : i64
    %948 = llvm.getelementptr %945[%947] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    llvm.intr.masked.store %912, %948, %76 {alignment = 4 : i32} : vector<16xi32>, vector<16xi1> into !llvm.ptr
    %949 = llvm.add %226, %63 : i64
    llvm.br ^bb33(%949 : i64)
  ^bb50:  // pred: ^bb33
    llvm.br ^bb51(%66 : i64)
  ^bb51(%950: i64):  // 2 preds: ^bb50, ^bb55
    %951 = llvm.icmp "slt" %950, %60 : i64
    llvm.cond_br %951, ^bb52, ^bb56
  ^bb52:  // pred: ^bb51
    %952 = llvm.icmp "sle" %950, %66 : i64
    %953 = llvm.sub %66, %950 : i64
    %954 = llvm.sub %950, %55 : i64
    %955 = llvm.select %952, %953, %954 : i1, i64
    %956 = llvm.sdiv %955, %62 : i64
    %957 = llvm.sub %66, %956 : i64
    %958 = llvm.add %956, %55 : i64
    %959 = llvm.select %952, %957, %958 : i1, i64
    %960 = llvm.extractvalue %12[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %961 = llvm.mul %59, %50 : i64
    %962 = llvm.add %961, %950 : i64
    %963 = llvm.getelementptr %960[%962] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %964 = llvm.load %963 {alignment = 4 : i64} : !llvm.ptr -> vector<16xi32>
    %965 = llvm.extractvalue %12[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %966 = llvm.mul %72, %50 : i64
    %967 = llvm.add %966, %950 : i64
    %968 = llvm.getelementptr %965[%967] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %969 = llvm.load %968 {alignment = 4 : i64} : !llvm.ptr -> vector<16xi32>
    %970 = llvm.insertvalue %964, %78[0] : !llvm.array<2 x vector<16xi32>> 
    %971 = llvm.insertvalue %969, %970[1] : !llvm.array<2 x vector<16xi32>> 
    llvm.br ^bb53(%66, %971 : i64, !llvm.array<2 x vector<16xi32>>)
  ^bb53(%972: i64, %973: !llvm.array<2 x vector<16xi32>>):  // 2 preds: ^bb52, ^bb54
    %974 = llvm.icmp "slt" %972, %54 : i64
    llvm.cond_br %974, ^bb54, ^bb55
  ^bb54:  // pred: ^bb53
    %975 = llvm.add %147, %972 : i64
    %976 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %977 = llvm.mul %59, %47 : i64
    %978 = llvm.add %977, %975 : i64
    %979 = llvm.getelementptr %976[%978] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %980 = llvm.load %979 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %981 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %982 = llvm.mul %72, %47 : i64
    %983 = llvm.add %982, %975 : i64
    %984 = llvm.getelementptr %981[%983] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %985 = llvm.load %984 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %986 = llvm.extractvalue %146[1] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)> 
    %987 = llvm.mul %959, %49 : i64
    %988 = llvm.mul %972, %48 : i64
    %989 = llvm.add %987, %988 : i64
    %990 = llvm.add %989, %66 : i64
    %991 = llvm.getelementptr %986[%990] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %992 = llvm.load %991 {alignment = 1 : i64} : !llvm.ptr -> vector<16xi8>
    %993 = llvm.extractvalue %973[0] : !llvm.array<2 x vector<16xi32>> 
    %994 = llvm.extractvalue %973[1] : !llvm.array<2 x vector<16xi32>> 
    %995 = llvm.add %972, %55 : i64
    %996 = llvm.add %147, %995 : i64
    %997 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %998 = llvm.mul %59, %47 : i64
    %999 = llvm.add %998, %996 : i64
    %1000 = llvm.getelementptr %997[%999] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %1001 = llvm.load %1000 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %1002 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %1003 = llvm.mul %72, %47 : i64
    %1004 = llvm.add %1003, %996 : i64
    %1005 = llvm.getelementptr %1002[%1004] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %1006 = llvm.load %1005 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %1007 = llvm.extractvalue %146[1] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)> 
    %1008 = llvm.mul %959, %49 : i64
    %1009 = llvm.mul %995, %48 : i64
    %1010 = llvm.add %1008, %1009 : i64
    %1011 = llvm.add %1010, %66 : i64
    %1012 = llvm.getelementptr %1007[%1011] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %1013 = llvm.load %1012 {alignment = 1 : i64} : !llvm.ptr -> vector<16xi8>
    %1014 = llvm.extractelement %980[%45 : i64] : vector<1xi8>
    %1015 = llvm.extractelement %1001[%45 : i64] : vector<1xi8>
    %1016 = llvm.insertelement %1014, %40[%45 : i64] : vector<2xi8>
    %1017 = llvm.insertelement %1015, %1016[%43 : i64] : vector<2xi8>
    %1018 = llvm.shufflevector %1017, %1017 [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1] : vector<2xi8> 
    %1019 = llvm.shufflevector %992, %1013 [0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31] : vector<16xi8> 
    %1020 = llvm.sext %1019 : vector<32xi8> to vector<32xi32>
    %1021 = llvm.sext %1018 : vector<32xi8> to vector<32xi32>
    %1022 = llvm.mul %1021, %1020 : vector<32xi32>
    %1023 = llvm.shufflevector %1022, %1022 [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31] : vector<32xi32> 
    %1024 = llvm.shufflevector %1022, %1022 [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30] : vector<32xi32> 
    %1025 = llvm.add %1024, %1023 : vector<16xi32>
    %1026 = llvm.add %993, %1025 : vector<16xi32>
    %1027 = llvm.extractelement %985[%45 : i64] : vector<1xi8>
    %1028 = llvm.extractelement %1006[%45 : i64] : vector<1xi8>
    %1029 = llvm.insertelement %1027, %40[%45 : i64] : vector<2xi8>
    %1030 = llvm.insertelement %1028, %1029[%43 : i64] : vector<2xi8>
    %1031 = llvm.shufflevector %1030, %1030 [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1] : vector<2xi8> 
    %1032 = llvm.sext %1031 : vector<32xi8> to vector<32xi32>
    %1033 = llvm.mul %1032, %1020 : vector<32xi32>
    %1034 = llvm.shufflevector %1033, %1033 [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31] : vector<32xi32> 
    %1035 = llvm.shufflevector %1033, %1033 [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30] : vector<32xi32> 
    %1036 = llvm.add %1035, %1034 : vector<16xi32>
    %1037 = llvm.add %994, %1036 : vector<16xi32>
    %1038 = llvm.insertvalue %1026, %78[0] : !llvm.array<2 x vector<16xi32>> 
    %1039 = llvm.insertvalue %1037, %1038[1] : !llvm.array<2 x vector<16xi32>> 
    %1040 = llvm.add %972, %53 : i64
    llvm.br ^bb53(%1040, %1039 : i64, !llvm.array<2 x vector<16xi32>>)
  ^bb55:  // pred: ^bb53
    %1041 = llvm.add %147, %54 : i64
    %1042 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %1043 = llvm.mul %59, %47 : i64
    %1044 = llvm.add %1043, %1041 : i64
    %1045 = llvm.getelementptr %1042[%1044] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %1046 = llvm.load %1045 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %1047 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %1048 = llvm.mul %72, %47 : i64
    %1049 = llvm.add %1048, %1041 : i64
    %1050 = llvm.getelementptr %1047[%1049] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %1051 = llvm.load %1050 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %1052 = llvm.extractvalue %146[1] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)> 
    %1053 = llvm.mul %959, %49 : i64
    %1054 = llvm.mul %54, %48 : i64
    %1055 = llvm.add %1053, %1054 : i64
    %1056 = llvm.add %1055, %66 : i64
    %1057 = llvm.getelementptr %1052[%1056] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %1058 = llvm.load %1057 {alignment = 1 : i64} : !llvm.ptr -> vector<16xi8>
    %1059 = llvm.insertvalue %1058, %75[0] : !llvm.array<1 x vector<16xi8>> 
    %1060 = llvm.mlir.poison : !llvm.array<1 x vector<16xi32>>
    %1061 = llvm.extractvalue %1059[0] : !llvm.array<1 x vector<16xi8>> 
    %1062 = llvm.sext %1061 : vector<16xi8> to vector<16xi32>
    %1063 = llvm.insertvalue %1062, %1060[0] : !llvm.array<1 x vector<16xi32>> 
    %1064 = llvm.extractvalue %1063[0] : !llvm.array<1 x vector<16xi32>> 
    %1065 = llvm.extractelement %1046[%45 : i64] : vector<1xi8>
    %1066 = llvm.insertelement %1065, %39[%41 : i32] : vector<64xi8>
    %1067 = llvm.shufflevector %1066, %39 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<64xi8> 
    %1068 = llvm.bitcast %1067 : vector<64xi8> to vector<16xi32>
    %1069 = llvm.ashr %1068, %51 : vector<16xi32>
    %1070 = llvm.extractvalue %973[0] : !llvm.array<2 x vector<16xi32>> 
    %1071 = llvm.mul %1069, %1064 : vector<16xi32>
    %1072 = llvm.add %1071, %1070 : vector<16xi32>
    %1073 = llvm.extractelement %1051[%45 : i64] : vector<1xi8>
    %1074 = llvm.insertelement %1073, %39[%41 : i32] : vector<64xi8>
    %1075 = llvm.shufflevector %1074, %39 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<64xi8> 
    %1076 = llvm.bitcast %1075 : vector<64xi8> to vector<16xi32>
    %1077 = llvm.ashr %1076, %51 : vector<16xi32>
    %1078 = llvm.extractvalue %973[1] : !llvm.array<2 x vector<16xi32>> 
    %1079 = llvm.mul %1077, %1064 : vector<16xi32>
    %1080 = llvm.add %1079, %1078 : vector<16xi32>
    %1081 = llvm.extractvalue %12[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %1082 = llvm.mul %59, %50 : i64
    %1083 = llvm.add %1082, %950 : i64
    %1084 = llvm.getelementptr %1081[%1083] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    llvm.store %1072, %1084 {alignment = 4 : i64} : vector<16xi32>, !llvm.ptr
    %1085 = llvm.extractvalue %12[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %1086 = llvm.mul %72, %50 : i64
    %1087 = llvm.add %1086, %950 : i64
    %1088 = llvm.getelementptr %1085[%1087] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    llvm.store %1080, %1088 {alignment = 4 : i64} : vector<16xi32>, !llvm.ptr
    %1089 = llvm.add %950, %62 : i64
    llvm.br ^bb51(%1089 : i64)
  ^bb56:  // pred: ^bb51
    %1090 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %1091 = llvm.extractvalue %12[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %1092 = llvm.extractvalue %12[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %1093 = llvm.insertvalue %1091, %1090[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %1094 = llvm.insertvalue %1092, %1093[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %1095 = llvm.mlir.constant(86288 : index) : i64
    %1096 = llvm.insertvalue %1095, %1094[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %1097 = llvm.mlir.constant(2 : index) : i64
    %1098 = llvm.insertvalue %1097, %1096[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %1099 = llvm.mlir.constant(1288 : index) : i64
    %1100 = llvm.insertvalue %1099, %1098[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %1101 = llvm.mlir.constant(8 : index) : i64
    %1102 = llvm.insertvalue %1101, %1100[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %1103 = llvm.mlir.constant(1 : index) : i64
    %1104 = llvm.insertvalue %1103, %1102[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %1105 = llvm.extractvalue %1104[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %1106 = llvm.getelementptr %1105[86288] : (!llvm.ptr) -> !llvm.ptr, i32
    %1107 = llvm.mul %66, %50 : i64
    %1108 = llvm.add %1107, %66 : i64
    %1109 = llvm.getelementptr %1106[%1108] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %1110 = llvm.intr.masked.load %1109, %76, %77 {alignment = 4 : i32} : (!llvm.ptr, vector<16xi1>, vector<16xi32>) -> vector<16xi32>
    %1111 = llvm.extractvalue %1104[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %1112 = llvm.getelementptr %1111[86288] : (!llvm.ptr) -> !llvm.ptr, i32
    %1113 = llvm.mul %55, %50 : i64
    %1114 = llvm.add %1113, %66 : i64
    %1115 = llvm.getelementptr %1112[%1114] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %1116 = llvm.intr.masked.load %1115, %76, %77 {alignment = 4 : i32} : (!llvm.ptr, vector<16xi1>, vector<16xi32>) -> vector<16xi32>
    %1117 = llvm.insertvalue %1110, %78[0] : !llvm.array<2 x vector<16xi32>> 
    %1118 = llvm.insertvalue %1116, %1117[1] : !llvm.array<2 x vector<16xi32>> 
    llvm.br ^bb57(%66, %1118 : i64, !llvm.array<2 x vector<16xi32>>)
  ^bb57(%1119: i64, %1120: !llvm.array<2 x vector<16xi32>>):  // 2 preds: ^bb56, ^bb58
    %1121 = llvm.icmp "slt" %1119, %54 : i64
    llvm.cond_br %1121, ^bb58, ^bb59
  ^bb58:  // pred: ^bb57
    %1122 = llvm.add %147, %1119 : i64
    %1123 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %1124 = llvm.mul %59, %47 : i64
    %1125 = llvm.add %1124, %1122 : i64
    %1126 = llvm.getelementptr %1123[%1125] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %1127 = llvm.load %1126 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %1128 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %1129 = llvm.mul %72, %47 : i64
    %1130 = llvm.add %1129, %1122 : i64
    %1131 = llvm.getelementptr %1128[%1130] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %1132 = llvm.load %1131 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %1133 = llvm.extractvalue %106[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %1134 = llvm.mul %1119, %48 : i64
    %1135 = llvm.add %1134, %66 : i64
    %1136 = llvm.getelementptr %1133[%1135] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %1137 = llvm.load %1136 {alignment = 1 : i64} : !llvm.ptr -> vector<16xi8>
    %1138 = llvm.extractvalue %1120[0] : !llvm.array<2 x vector<16xi32>> 
    %1139 = llvm.extractvalue %1120[1] : !llvm.array<2 x vector<16xi32>> 
    %1140 = llvm.add %1119, %55 : i64
    %1141 = llvm.add %147, %1140 : i64
    %1142 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %1143 = llvm.mul %59, %47 : i64
    %1144 = llvm.add %1143, %1141 : i64
    %1145 = llvm.getelementptr %1142[%1144] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %1146 = llvm.load %1145 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %1147 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %1148 = llvm.mul %72, %47 : i64
    %1149 = llvm.add %1148, %1141 : i64
    %1150 = llvm.getelementptr %1147[%1149] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %1151 = llvm.load %1150 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %1152 = llvm.extractvalue %106[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %1153 = llvm.mul %1140, %48 : i64
    %1154 = llvm.add %1153, %66 : i64
    %1155 = llvm.getelementptr %1152[%1154] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %1156 = llvm.load %1155 {alignment = 1 : i64} : !llvm.ptr -> vector<16xi8>
    %1157 = llvm.extractelement %1127[%45 : i64] : vector<1xi8>
    %1158 = llvm.extractelement %1146[%45 : i64] : vector<1xi8>
    %1159 = llvm.insertelement %1157, %40[%45 : i64] : vector<2xi8>
    %1160 = llvm.insertelement %1158, %1159[%43 : i64] : vector<2xi8>
    %1161 = llvm.shufflevector %1160, %1160 [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1] : vector<2xi8> 
    %1162 = llvm.shufflevector %1137, %1156 [0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31] : vector<16xi8> 
    %1163 = llvm.sext %1162 : vector<32xi8> to vector<32xi32>
    %1164 = llvm.sext %1161 : vector<32xi8> to vector<32xi32>
    %1165 = llvm.mul %1164, %1163 : vector<32xi32>
    %1166 = llvm.shufflevector %1165, %1165 [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31] : vector<32xi32> 
    %1167 = llvm.shufflevector %1165, %1165 [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30] : vector<32xi32> 
    %1168 = llvm.add %1167, %1166 : vector<16xi32>
    %1169 = llvm.add %1138, %1168 : vector<16xi32>
    %1170 = llvm.extractelement %1132[%45 : i64] : vector<1xi8>
    %1171 = llvm.extractelement %1151[%45 : i64] : vector<1xi8>
    %1172 = llvm.insertelement %1170, %40[%45 : i64] : vector<2xi8>
    %1173 = llvm.insertelement %1171, %1172[%43 : i64] : vector<2xi8>
    %1174 = llvm.shufflevector %1173, %1173 [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1] : vector<2xi8> 
    %1175 = llvm.sext %1174 : vector<32xi8> to vector<32xi32>
    %1176 = llvm.mul %1175, %1163 : vector<32xi32>
    %1177 = llvm.shufflevector %1176, %1176 [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31] : vector<32xi32> 
    %1178 = llvm.shufflevector %1176, %1176 [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30] : vector<32xi32> 
    %1179 = llvm.add %1178, %1177 : vector<16xi32>
    %1180 = llvm.add %1139, %1179 : vector<16xi32>
    %1181 = llvm.insertvalue %1169, %78[0] : !llvm.array<2 x vector<16xi32>> 
    %1182 = llvm.insertvalue %1180, %1181[1] : !llvm.array<2 x vector<16xi32>> 
    %1183 = llvm.add %1119, %53 : i64
    llvm.br ^bb57(%1183, %1182 : i64, !llvm.array<2 x vector<16xi32>>)
  ^bb59:  // pred: ^bb57
    %1184 = llvm.add %147, %54 : i64
    %1185 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %1186 = llvm.mul %59, %47 : i64
    %1187 = llvm.add %1186, %1184 : i64
    %1188 = llvm.getelementptr %1185[%1187] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %1189 = llvm.load %1188 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %1190 = llvm.extractvalue %38[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %1191 = llvm.mul %72, %47 : i64
    %1192 = llvm.add %1191, %1184 : i64
    %1193 = llvm.getelementptr %1190[%1192] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %1194 = llvm.load %1193 {alignment = 1 : i64} : !llvm.ptr -> vector<1xi8>
    %1195 = llvm.extractvalue %106[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %1196 = llvm.mul %54, %48 : i64
    %1197 = llvm.add %1196, %66 : i64
    %1198 = llvm.getelementptr %1195[%1197] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %1199 = llvm.load %1198 {alignment = 1 : i64} : !llvm.ptr -> vector<16xi8>
    %1200 = llvm.insertvalue %1199, %75[0] : !llvm.array<1 x vector<16xi8>> 
    %1201 = llvm.mlir.poison : !llvm.array<1 x vector<16xi32>>
    %1202 = llvm.extractvalue %1200[0] : !llvm.array<1 x vector<16xi8>> 
    %1203 = llvm.sext %1202 : vector<16xi8> to vector<16xi32>
    %1204 = llvm.insertvalue %1203, %1201[0] : !llvm.array<1 x vector<16xi32>> 
    %1205 = llvm.extractvalue %1204[0] : !llvm.array<1 x vector<16xi32>> 
    %1206 = llvm.extractelement %1189[%45 : i64] : vector<1xi8>
    %1207 = llvm.insertelement %1206, %39[%41 : i32] : vector<64xi8>
    %1208 = llvm.shufflevector %1207, %39 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<64xi8> 
    %1209 = llvm.bitcast %1208 : vector<64xi8> to vector<16xi32>
    %1210 = llvm.ashr %1209, %51 : vector<16xi32>
    %1211 = llvm.extractvalue %1120[0] : !llvm.array<2 x vector<16xi32>> 
    %1212 = llvm.mul %1210, %1205 : vector<16xi32>
    %1213 = llvm.add %1212, %1211 : vector<16xi32>
    %1214 = llvm.extractelement %1194[%45 : i64] : vector<1xi8>
    %1215 = llvm.insertelement %1214, %39[%41 : i32] : vector<64xi8>
    %1216 = llvm.shufflevector %1215, %39 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<64xi8> 
    %1217 = llvm.bitcast %1216 : vector<64xi8> to vector<16xi32>
    %1218 = llvm.ashr %1217, %51 : vector<16xi32>
    %1219 = llvm.extractvalue %1120[1] : !llvm.array<2 x vector<16xi32>> 
    %1220 = llvm.mul %1218, %1205 : vector<16xi32>
    %1221 = llvm.add %1220, %1219 : vector<16xi32>
    %1222 = llvm.extractvalue %1104[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %1223 = llvm.getelementptr %1222[86288] : (!llvm.ptr) -> !llvm.ptr, i32
    %1224 = llvm.mul %66, %50 : i64
    %1225 = llvm.add %1224, %66 : i64
    %1226 = llvm.getelementptr %1223[%1225] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    llvm.intr.masked.store %1213, %1226, %76 {alignment = 4 : i32} : vector<16xi32>, vector<16xi1> into !llvm.ptr
    %1227 = llvm.extractvalue %1104[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %1228 = llvm.getelementptr %1227[86288] : (!llvm.ptr) -> !llvm.ptr, i32
    %1229 = llvm.mul %55, %50 : i64
    %1230 = llvm.add %1229, %66 : i64
    %1231 = llvm.getelementptr %1228[%1230] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    llvm.intr.masked.store %1221, %1231, %76 {alignment = 4 : i32} : vector<16xi32>, vector<16xi1> into !llvm.ptr
    %1232 = llvm.add %147, %64 : i64
    llvm.br ^bb7(%1232 : i64)
  ^bb60:  // pred: ^bb7
    %1233 = llvm.extractvalue %146[0] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)> 
    llvm.call @free(%1233) : (!llvm.ptr) -> ()
    llvm.return
  }
}

