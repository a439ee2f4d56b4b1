# Programs with LLVM and MLIR inside: docs/portable.md.

if(NOT AS_LLD)
  message(FATAL_ERROR "AS_STATIC needs lld; install lld-22")
endif()

# Of the archives the linker takes only what is referred to, so that all can be
# named. lld does not mind their order.
file(GLOB mlir_archives ${LLVM_LIBRARY_DIR}/libMLIR*.a)
file(GLOB llvm_archives ${LLVM_LIBRARY_DIR}/libLLVM*.a)
foreach(library gmp z zstd)
  find_library(AS_${library}_ARCHIVE lib${library}.a)
  if(NOT AS_${library}_ARCHIVE)
    message(FATAL_ERROR "lib${library}.a not found; run tools/bootstrap.sh packages static")
  endif()
endforeach()

add_library(as_llvm_inside INTERFACE)
target_link_libraries(as_llvm_inside INTERFACE
  ${llvm_archives} ${AS_z_ARCHIVE} ${AS_zstd_ARCHIVE} ${AS_gmp_ARCHIVE} dl m)
add_library(as_mlir_inside INTERFACE)
target_link_libraries(as_mlir_inside INTERFACE ${mlir_archives} as_llvm_inside)

add_compile_options(-ffunction-sections -fdata-sections)
add_link_options(-static-libstdc++ -static-libgcc -no-pie -s
  LINKER:--gc-sections LINKER:--as-needed)

# Libraries beside the programs are found by these, and, unlike with a RUNPATH,
# by one another.
set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)
set(CMAKE_INSTALL_RPATH "$ORIGIN/../lib")
add_link_options(LINKER:--disable-new-dtags)

# What the one program goes by besides its own name (tools/portable.c).
set(AS_PORTABLE_NAMES as-worker as-run as-view)

# The back ends that as-opt does without.
set(AS_BACKENDS ${LLVM_NATIVE_ARCH} NVPTX)
set(AS_BACKENDS_LEFT_OUT ${LLVM_TARGETS_TO_BUILD})
list(REMOVE_ITEM AS_BACKENDS_LEFT_OUT ${AS_BACKENDS})
