# How as-opt is built: one static library for each folder of lib/, and the way to
# link MLIR and LLVM.

# The MLIR C API lives in static archives whose C++ references resolve against
# libMLIR.so. The imported targets drag in the whole of static MLIR, so the
# archives are linked as files. IR goes last: the others refer to it.
add_library(as_mlir INTERFACE)
add_library(as_llvm INTERFACE)
if(AS_STATIC)
  target_link_libraries(as_mlir INTERFACE as_mlir_inside)
  target_link_libraries(as_llvm INTERFACE as_llvm_inside)
else()
  foreach(archive RegisterEverything TransformDialectTransforms TransformDialect
          Transforms Affine Linalg GPU Func LLVM Target IR)
    target_link_libraries(as_mlir INTERFACE $<TARGET_FILE:MLIRCAPI${archive}>)
  endforeach()
  target_link_libraries(as_mlir INTERFACE MLIR)
  target_link_libraries(as_llvm INTERFACE LLVM)
  target_link_options(as_llvm INTERFACE "LINKER:-rpath,${LLVM_LIBRARY_DIR}")
endif()
target_link_libraries(as_mlir INTERFACE as_llvm)
target_include_directories(as_mlir SYSTEM INTERFACE ${MLIR_INCLUDE_DIRS})
target_include_directories(as_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})

add_library(as_flags INTERFACE)
target_compile_options(as_flags INTERFACE
  -Wall -Wextra -Werror -Wno-unused-parameter
  $<$<COMPILE_LANGUAGE:C>:-Wmissing-prototypes -Wstrict-prototypes>
  $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti -fno-exceptions>)
target_compile_definitions(as_flags INTERFACE _GNU_SOURCE)
target_include_directories(as_flags INTERFACE
  ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/lib ${PROJECT_SOURCE_DIR})
if(AS_SANITIZE)
  # GCC 12 takes vsnprintf(NULL, 0, ...) for a mistake when it instruments it, and
  # a second realloc() after one that failed.
  target_compile_options(as_flags INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=undefined
    -fno-omit-frame-pointer -fno-sanitize=vptr -Wno-format-truncation
    $<$<COMPILE_LANG_AND_ID:C,GNU>:-Wno-use-after-free>)
  target_link_options(as_flags INTERFACE -fsanitize=address,undefined)
endif()

# as_add_library(NAME LINK ...): every source file in this folder is the static
# library as_NAME, which may use the libraries in LINK.
function(as_add_library name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.c
       ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  add_library(as_${name} STATIC ${sources})
  target_link_libraries(as_${name} PUBLIC as_flags ${ARG_LINK})
endfunction()
