# The folder to take along: `cmake --install` makes it, the target portable packs
# it. See docs/portable.md.

foreach(name ${AS_PORTABLE_NAMES})
  install(FILES ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${name} TYPE BIN)
endforeach()
# What a GPU is tested and timed with goes along (bench/gpu-machine).
set(portable_programs as-opt as-run-batch bench-device unit_device)
install(TARGETS ${portable_programs})
install(PROGRAMS ${PROJECT_SOURCE_DIR}/bench/gpu-machine TYPE BIN)

# Libraries that programs are linked with, or that as-opt opens.
find_file(AS_OPENMP_LIBRARY libomp.so.5 HINTS ${LLVM_LIBRARY_DIR} REQUIRED)
set(portable_files)
foreach(program ${portable_programs})
  list(APPEND portable_files $<TARGET_FILE:${program}>)
endforeach()
install(CODE "set(programs \"${portable_files}\")
set(opened \"${AS_XGBOOST_LIBRARY};${AS_OPENMP_LIBRARY}\")
set(folder lib)") # Where the programs look.
install(SCRIPT ${CMAKE_CURRENT_LIST_DIR}/AsPortableLibraries.cmake)

set(portable ${PROJECT_BINARY_DIR}/as-opt-${PROJECT_VERSION}-${CMAKE_SYSTEM_PROCESSOR})
get_filename_component(portable_name ${portable} NAME)
add_custom_target(portable
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${portable}
  COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --prefix ${portable}
  COMMAND ${CMAKE_COMMAND} -E tar cJf ${portable}.tar.xz ${portable_name}
  WORKING_DIRECTORY ${PROJECT_BINARY_DIR}
  DEPENDS ${portable_programs} USES_TERMINAL
  COMMENT "Packing ${portable_name}.tar.xz")
add_dependencies(portable ${AS_PORTABLE_PARTS})
