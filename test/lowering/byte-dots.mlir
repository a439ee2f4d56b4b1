// Products of bytes are added in fours on CPUs that have vpdpbusd, whatever
// their signs are, and in pairs on others. Nothing saturates.
// RUN: rm -rf %t && split-file %s %t
// RUN: python3 %t/extremes.py %t

// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t/products.mlir -o %t/out.mlir
// RUN: %as-run %t/out.mlir --entry=signed --inputs=%t/a.npy,%t/b.npy --compare=%t/products.mlir --stock --runs=0
// RUN: %as-run %t/out.mlir --entry=odd --inputs=%t/c.npy,%t/d.npy --compare=%t/products.mlir --stock --runs=0
// RUN: %as-run %t/out.mlir --entry=unsigned --inputs=%t/a.npy,%t/b.npy --compare=%t/products.mlir --stock --runs=0
// RUN: %as-run %t/out.mlir --entry=mixed --inputs=%t/a.npy,%t/b.npy --compare=%t/products.mlir --stock --runs=0
// RUN: %as-run %t/out.mlir --entry=turned --inputs=%t/a.npy,%t/b.npy --compare=%t/products.mlir --stock --runs=0
// RUN: %as-run %t/out.mlir --entry=image --inputs=%t/e.npy,%t/f.npy --compare=%t/products.mlir --stock --runs=0
// RUN: %as-run %t/packed.mlir --entry=packed --inputs=%t/g.npy,%t/h.npy --compare=%t/packed.mlir --entry=plain --runs=0

// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --target=cpu:icelake-server --emit=object %t/products.mlir -o %t/vnni.o
// RUN: llvm-objdump -d --no-show-raw-insn %t/vnni.o > %t/vnni.s
// RUN: FileCheck %s --check-prefix=VNNI < %t/vnni.s
// RUN: FileCheck %s --check-prefix=IMAGE < %t/vnni.s
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --target=cpu:alderlake --emit=object %t/products.mlir -o %t/vex.o
// RUN: llvm-objdump -d --no-show-raw-insn %t/vex.o | FileCheck %s --check-prefix=VEX
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --target=cpu:skylake-avx512 --emit=object %t/products.mlir -o %t/pairs.o
// RUN: llvm-objdump -d --no-show-raw-insn %t/pairs.o | FileCheck %s --check-prefix=PAIRS

// VNNI: <signed.unchecked>:
// VNNI: vpdpbusd {{.*}}%zmm
// VNNI: <odd.unchecked>:
// VNNI: vpdpbusd {{.*}}%zmm
// VNNI: <unsigned.unchecked>:
// VNNI: vpdpbusd {{.*}}%zmm
// VNNI: <mixed.unchecked>:
// VNNI: vpdpbusd {{.*}}%zmm
// VNNI-NOT: vpdpbusds
// IMAGE: <image.{{kernel|unchecked}}>:
// IMAGE: vpdpbusd {{.*}}%zmm
// VEX: <signed.unchecked>:
// VEX: {vex} vpdpbusd {{.*}}%ymm
// PAIRS-NOT: vpdpbusd
// PAIRS: vpmaddwd

// Scalars that are not packed are loaded into all lanes, four at a time.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --target=cpu:icelake-server --emit=object %t/few.mlir -o %t/few.o
// RUN: llvm-objdump -d --no-show-raw-insn %t/few.o | FileCheck %s --check-prefix=FEW
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --target=cpu:icelake-server --emit=object %t/short.mlir -o %t/short.o
// RUN: llvm-objdump -d --no-show-raw-insn %t/short.o | FileCheck %s --check-prefix=FEW
// So they are where the sum is four products that are added to nothing.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --target=cpu:icelake-server --emit=object %t/once.mlir -o %t/once.o
// RUN: llvm-objdump -d --no-show-raw-insn %t/once.o | FileCheck %s --check-prefix=ONCE
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t/once.mlir -o %t/once.out.mlir
// RUN: %as-run %t/once.out.mlir --compare=%t/once.mlir --stock --runs=0
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t/few.mlir -o %t/few.out.mlir
// RUN: %as-run %t/few.out.mlir --compare=%t/few.mlir --stock --runs=0
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --target=cpu:icelake-server --emit=llvm %t/padded.mlir -o %t/padded.ll
// RUN: FileCheck %s --check-prefix=PADDED < %t/padded.ll
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t/padded.mlir -o %t/padded.out.mlir
// RUN: %as-run %t/padded.out.mlir --compare=%t/padded.mlir --stock --runs=0
// ONCE-NOT: {{vpinsrb|vpmadd}}
// ONCE: vpdpbusd
// ONCE-NOT: {{vpinsrb|vpmadd}}
// PADDED-NOT: load <1 x i8>
// PADDED: vpdpbusd
// PADDED-NOT: load <1 x i8>
// FEW-NOT: vpinsrb
// FEW: vpbroadcastd {{.*}},%r{{[a-z0-9]+}}), %zmm
// FEW-NOT: vpinsrb
// FEW: vpdpbusd
// FEW-NOT: vpinsrb

// A step of four rows is a load of the lanes and a load into all lanes for each
// row of the other operand. Corrections are added up once for both rows, and
// subtracted after the loop.
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --target=cpu:icelake-server --emit=object %t/packed.mlir -o %t/packed.o
// RUN: llvm-objdump -d --no-show-raw-insn --disassemble-symbols=packed.unchecked %t/packed.o | FileCheck %s --check-prefix=PACKED
// PACKED: vpbroadcastd {{.*}},%r{{[a-z0-9]+}}), %zmm
// PACKED-NOT: {{vperm|vpunpck|vpxor|vpsub}}
// PACKED-COUNT-3: vpdpbusd
// PACKED-NOT: vpdpbusd
// PACKED-COUNT-2: vpsubd
// PACKED-NOT: vpsubd

// Where another loop takes rows one by one, as for what unrolling left over, the
// packed operand stays as it is, and fours are put together as they are read.
// RUN: python3 %t/rest.py < %t/packed.mlir > %t/rest.mlir
// RUN: %as-run %t/rest.mlir --entry=packed --inputs=%t/g.npy,%t/h.npy --compare=%t/rest.mlir --entry=plain --runs=0
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --target=cpu:icelake-server --emit=object %t/rest.mlir -o %t/rest.o
// RUN: llvm-objdump -d --no-show-raw-insn --disassemble-symbols=packed.unchecked %t/rest.o | FileCheck %s --check-prefix=REST
// REST: vpdpbusd

//--- extremes.py
import sys

# Mostly the ends of the range, as an .npy of bytes.
def write(name, *shape):
    count = 1
    for size in shape:
        count *= size
    header = "{'descr': '|i1', 'fortran_order': False, 'shape': %s, }" % (shape,)
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    values, state = bytearray(), len(name) + count
    for i in range(count):
        state = (state * 1103515245 + 12345) % 2**31
        values.append((128, 127, 128, 127, 128, 255, 0, 129)[state >> 16 & 7])
    with open(sys.argv[1] + "/" + name + ".npy", "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little"))
        file.write(header.encode() + values)

write("a", 32, 256)
write("b", 256, 64)
write("c", 33, 259)
write("d", 259, 64)
write("e", 1, 10, 10, 64)
write("f", 3, 3, 64, 64)
write("g", 2, 64)
write("h", 64, 16)

//--- products.mlir
#rows = affine_map<(m, n, k) -> (m, k)>
#columns = affine_map<(m, n, k) -> (k, n)>
#turned = affine_map<(m, n, k) -> (n, k)>
#sums = affine_map<(m, n, k) -> (m, n)>

func.func @signed(%a: tensor<32x256xi8>, %b: tensor<256x64xi8>) -> tensor<32x64xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<32x64xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<32x64xi32>) -> tensor<32x64xi32>
  %r = linalg.matmul ins(%a, %b : tensor<32x256xi8>, tensor<256x64xi8>) outs(%zeros : tensor<32x64xi32>) -> tensor<32x64xi32>
  return %r : tensor<32x64xi32>
}

func.func @odd(%a: tensor<33x259xi8>, %b: tensor<259x64xi8>) -> tensor<33x64xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<33x64xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<33x64xi32>) -> tensor<33x64xi32>
  %r = linalg.matmul ins(%a, %b : tensor<33x259xi8>, tensor<259x64xi8>) outs(%zeros : tensor<33x64xi32>) -> tensor<33x64xi32>
  return %r : tensor<33x64xi32>
}

func.func @unsigned(%a: tensor<32x256xi8>, %b: tensor<256x64xi8>) -> tensor<32x64xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<32x64xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<32x64xi32>) -> tensor<32x64xi32>
  %r = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : tensor<32x256xi8>, tensor<256x64xi8>) outs(%zeros : tensor<32x64xi32>) -> tensor<32x64xi32>
  return %r : tensor<32x64xi32>
}

func.func @mixed(%a: tensor<32x256xi8>, %b: tensor<256x64xi8>) -> tensor<32x64xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<32x64xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<32x64xi32>) -> tensor<32x64xi32>
  %r = linalg.generic {indexing_maps = [#rows, #columns, #sums], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<32x256xi8>, tensor<256x64xi8>) outs(%zeros : tensor<32x64xi32>) {
  ^bb0(%x: i8, %y: i8, %s: i32):
    %u = arith.extui %x : i8 to i32
    %v = arith.extsi %y : i8 to i32
    %p = arith.muli %u, %v : i32
    %t = arith.addi %s, %p : i32
    linalg.yield %t : i32
  } -> tensor<32x64xi32>
  return %r : tensor<32x64xi32>
}

func.func @turned(%a: tensor<32x256xi8>, %b: tensor<256x64xi8>) -> tensor<32x32xi32> {
  %other = tensor.collapse_shape %b [[0, 1]] : tensor<256x64xi8> into tensor<16384xi8>
  %turned = tensor.expand_shape %other [[0, 1]] output_shape [64, 256] : tensor<16384xi8> into tensor<64x256xi8>
  %part = tensor.extract_slice %turned[0, 0] [32, 256] [1, 1] : tensor<64x256xi8> to tensor<32x256xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<32x32xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<32x32xi32>) -> tensor<32x32xi32>
  %r = linalg.matmul indexing_maps = [#rows, #turned, #sums] ins(%a, %part : tensor<32x256xi8>, tensor<32x256xi8>) outs(%zeros : tensor<32x32xi32>) -> tensor<32x32xi32>
  return %r : tensor<32x32xi32>
}

func.func @image(%image: tensor<1x10x10x64xi8>, %filter: tensor<3x3x64x64xi8>) -> tensor<1x8x8x64xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x8x8x64xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x8x8x64xi32>) -> tensor<1x8x8x64xi32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%image, %filter : tensor<1x10x10x64xi8>, tensor<3x3x64x64xi8>) outs(%zeros : tensor<1x8x8x64xi32>) -> tensor<1x8x8x64xi32>
  return %r : tensor<1x8x8x64xi32>
}

//--- packed.mlir
func.func @packed(%a: tensor<2x64xi8>, %b: tensor<64x16xi8>) -> tensor<2x16xi32> {
  %pad = arith.constant 0 : i8
  %zero = arith.constant dense<0> : vector<2x16xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %panel = tensor.empty() : tensor<64x16xi8>
  %packed = scf.for %k = %c0 to %c64 step %c4 iter_args(%to = %panel) -> (tensor<64x16xi8>) {
    %rows = vector.transfer_read %b[%k, %c0], %pad {in_bounds = [true, true]} : tensor<64x16xi8>, vector<4x16xi8>
    %more = vector.transfer_write %rows, %to[%k, %c0] {in_bounds = [true, true]} : vector<4x16xi8>, tensor<64x16xi8>
    scf.yield %more : tensor<64x16xi8>
  }
  %tile = tensor.empty() : tensor<2x64xi8>
  %flipped = scf.for %k = %c0 to %c64 step %c16 iter_args(%to = %tile) -> (tensor<2x64xi8>) {
    %rows = vector.transfer_read %a[%c0, %k], %pad {in_bounds = [true, true]} : tensor<2x64xi8>, vector<2x16xi8>
    %more = vector.transfer_write %rows, %to[%c0, %k] {in_bounds = [true, true]} : vector<2x16xi8>, tensor<2x64xi8>
    scf.yield %more : tensor<2x64xi8>
  }
  %sums = scf.for %k0 = %c0 to %c64 step %c4 iter_args(%s = %zero) -> (vector<2x16xi32>) {
    %s00 = vector.extract %s[0] : vector<16xi32> from vector<2x16xi32>
    %s01 = vector.extract %s[1] : vector<16xi32> from vector<2x16xi32>
    %short_a0 = vector.transfer_read %flipped[%c0, %k0], %pad {in_bounds = [true, true]} : tensor<2x64xi8>, vector<2x1xi8>
    %short_b0 = vector.transfer_read %packed[%k0, %c0], %pad {in_bounds = [true]} : tensor<64x16xi8>, vector<16xi8>
    %a0 = arith.extsi %short_a0 : vector<2x1xi8> to vector<2x1xi32>
    %b0 = arith.extsi %short_b0 : vector<16xi8> to vector<16xi32>
    %a00 = vector.extract %a0[0, 0] : i32 from vector<2x1xi32>
    %all00 = vector.broadcast %a00 : i32 to vector<16xi32>
    %p00 = arith.muli %all00, %b0 : vector<16xi32>
    %s10 = arith.addi %s00, %p00 : vector<16xi32>
    %a01 = vector.extract %a0[1, 0] : i32 from vector<2x1xi32>
    %all01 = vector.broadcast %a01 : i32 to vector<16xi32>
    %p01 = arith.muli %all01, %b0 : vector<16xi32>
    %s11 = arith.addi %s01, %p01 : vector<16xi32>
    %k1 = arith.addi %k0, %c1 : index
    %short_a1 = vector.transfer_read %flipped[%c0, %k1], %pad {in_bounds = [true, true]} : tensor<2x64xi8>, vector<2x1xi8>
    %short_b1 = vector.transfer_read %packed[%k1, %c0], %pad {in_bounds = [true]} : tensor<64x16xi8>, vector<16xi8>
    %a1 = arith.extsi %short_a1 : vector<2x1xi8> to vector<2x1xi32>
    %b1 = arith.extsi %short_b1 : vector<16xi8> to vector<16xi32>
    %a10 = vector.extract %a1[0, 0] : i32 from vector<2x1xi32>
    %all10 = vector.broadcast %a10 : i32 to vector<16xi32>
    %p10 = arith.muli %all10, %b1 : vector<16xi32>
    %s20 = arith.addi %s10, %p10 : vector<16xi32>
    %a11 = vector.extract %a1[1, 0] : i32 from vector<2x1xi32>
    %all11 = vector.broadcast %a11 : i32 to vector<16xi32>
    %p11 = arith.muli %all11, %b1 : vector<16xi32>
    %s21 = arith.addi %s11, %p11 : vector<16xi32>
    %k2 = arith.addi %k0, %c2 : index
    %short_a2 = vector.transfer_read %flipped[%c0, %k2], %pad {in_bounds = [true, true]} : tensor<2x64xi8>, vector<2x1xi8>
    %short_b2 = vector.transfer_read %packed[%k2, %c0], %pad {in_bounds = [true]} : tensor<64x16xi8>, vector<16xi8>
    %a2 = arith.extsi %short_a2 : vector<2x1xi8> to vector<2x1xi32>
    %b2 = arith.extsi %short_b2 : vector<16xi8> to vector<16xi32>
    %a20 = vector.extract %a2[0, 0] : i32 from vector<2x1xi32>
    %all20 = vector.broadcast %a20 : i32 to vector<16xi32>
    %p20 = arith.muli %all20, %b2 : vector<16xi32>
    %s30 = arith.addi %s20, %p20 : vector<16xi32>
    %a21 = vector.extract %a2[1, 0] : i32 from vector<2x1xi32>
    %all21 = vector.broadcast %a21 : i32 to vector<16xi32>
    %p21 = arith.muli %all21, %b2 : vector<16xi32>
    %s31 = arith.addi %s21, %p21 : vector<16xi32>
    %k3 = arith.addi %k0, %c3 : index
    %short_a3 = vector.transfer_read %flipped[%c0, %k3], %pad {in_bounds = [true, true]} : tensor<2x64xi8>, vector<2x1xi8>
    %short_b3 = vector.transfer_read %packed[%k3, %c0], %pad {in_bounds = [true]} : tensor<64x16xi8>, vector<16xi8>
    %a3 = arith.extsi %short_a3 : vector<2x1xi8> to vector<2x1xi32>
    %b3 = arith.extsi %short_b3 : vector<16xi8> to vector<16xi32>
    %a30 = vector.extract %a3[0, 0] : i32 from vector<2x1xi32>
    %all30 = vector.broadcast %a30 : i32 to vector<16xi32>
    %p30 = arith.muli %all30, %b3 : vector<16xi32>
    %s40 = arith.addi %s30, %p30 : vector<16xi32>
    %a31 = vector.extract %a3[1, 0] : i32 from vector<2x1xi32>
    %all31 = vector.broadcast %a31 : i32 to vector<16xi32>
    %p31 = arith.muli %all31, %b3 : vector<16xi32>
    %s41 = arith.addi %s31, %p31 : vector<16xi32>
    %first = vector.insert %s40, %s [0] : vector<16xi32> into vector<2x16xi32>
    %both = vector.insert %s41, %first [1] : vector<16xi32> into vector<2x16xi32>
    scf.yield %both : vector<2x16xi32>
  }
  %result = tensor.empty() : tensor<2x16xi32>
  %r = vector.transfer_write %sums, %result[%c0, %c0] {in_bounds = [true, true]} : vector<2x16xi32>, tensor<2x16xi32>
  return %r : tensor<2x16xi32>
}

func.func @plain(%a: tensor<2x64xi8>, %b: tensor<64x16xi8>) -> tensor<2x16xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<2x16xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<2x16xi32>) -> tensor<2x16xi32>
  %r = linalg.matmul ins(%a, %b : tensor<2x64xi8>, tensor<64x16xi8>) outs(%zeros : tensor<2x16xi32>) -> tensor<2x16xi32>
  return %r : tensor<2x16xi32>
}

//--- rest.py
import sys

# The last four steps by a loop of single ones.
text = sys.stdin.read().replace("%sums = scf.for %k0 = %c0 to %c64", "%most = scf.for %k0 = %c0 to %c60", 1)
text = text.replace("%c64 = arith.constant 64 : index", "%c64 = arith.constant 64 : index\n  %c60 = arith.constant 60 : index", 1)
print(text.replace("  %result = tensor.empty() : tensor<2x16xi32>", """
  %sums = scf.for %k = %c60 to %c64 step %c1 iter_args(%s = %most) -> (vector<2x16xi32>) {
    %short_a = vector.transfer_read %flipped[%c0, %k], %pad {in_bounds = [true, true]} : tensor<2x64xi8>, vector<2x1xi8>
    %short_b = vector.transfer_read %packed[%k, %c0], %pad {in_bounds = [true]} : tensor<64x16xi8>, vector<16xi8>
    %a = arith.extsi %short_a : vector<2x1xi8> to vector<2x1xi32>
    %b = arith.extsi %short_b : vector<16xi8> to vector<16xi32>
    %as = vector.broadcast %a : vector<2x1xi32> to vector<2x16xi32>
    %bs = vector.broadcast %b : vector<16xi32> to vector<2x16xi32>
    %p = arith.muli %as, %bs : vector<2x16xi32>
    %n = arith.addi %s, %p : vector<2x16xi32>
    scf.yield %n : vector<2x16xi32>
  }
  %result = tensor.empty() : tensor<2x16xi32>""".replace("%a = arith", "%wide_a = arith").replace("%b = arith", "%wide_b = arith").replace("broadcast %a ", "broadcast %wide_a ").replace("broadcast %b ", "broadcast %wide_b "), 1))

//--- few.mlir
func.func @few(%image: tensor<1x28x28x192xi8>, %filter: tensor<1x1x192x16xi8>) -> tensor<1x28x28x16xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x28x28x16xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x28x28x16xi32>) -> tensor<1x28x28x16xi32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%image, %filter : tensor<1x28x28x192xi8>, tensor<1x1x192x16xi8>) outs(%zeros : tensor<1x28x28x16xi32>) -> tensor<1x28x28x16xi32>
  return %r : tensor<1x28x28x16xi32>
}

// Its loop over the sum may be of a single step or two. Then LLVM computes the
// addresses outside, and no longer sees that the bytes are side by side.
//--- once.mlir
func.func @once(%x: tensor<24x4xi8>, %w: tensor<4x512xi8>)
    -> tensor<24x512xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<24x512xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<24x512xi32>)
      -> tensor<24x512xi32>
  %r = linalg.matmul ins(%x, %w : tensor<24x4xi8>, tensor<4x512xi8>)
      outs(%zeros : tensor<24x512xi32>) -> tensor<24x512xi32>
  return %r : tensor<24x512xi32>
}

//--- short.mlir
func.func @short(%a: tensor<7x4096xi8>, %b: tensor<4096x1024xi8>) -> tensor<7x1024xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<7x1024xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<7x1024xi32>) -> tensor<7x1024xi32>
  %r = linalg.matmul ins(%a, %b : tensor<7x4096xi8>, tensor<4096x1024xi8>) outs(%zeros : tensor<7x1024xi32>) -> tensor<7x1024xi32>
  return %r : tensor<7x1024xi32>
}

// Where pixels lie in the border, the others are inserted into it.
//--- padded.mlir
func.func @padded(%image: tensor<1x12x12x16xi8>, %filter: tensor<5x5x16x32xi8>) -> tensor<1x12x12x32xi32> {
  %border = arith.constant 0 : i8
  %zero = arith.constant 0 : i32
  %padded = tensor.pad %image low[0, 2, 2, 0] high[0, 2, 2, 0] {
  ^bb0(%n: index, %y: index, %x: index, %c: index):
    tensor.yield %border : i8
  } : tensor<1x12x12x16xi8> to tensor<1x16x16x16xi8>
  %empty = tensor.empty() : tensor<1x12x12x32xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x12x12x32xi32>) -> tensor<1x12x12x32xi32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%padded, %filter : tensor<1x16x16x16xi8>, tensor<5x5x16x32xi8>) outs(%zeros : tensor<1x12x12x32xi32>) -> tensor<1x12x12x32xi32>
  return %r : tensor<1x12x12x32xi32>
}
