# Installs the licence of as-opt, and of each library that programs are linked
# with, or open. Those of libraries are what Debian's packages have.

set(linked ${LLVM_LIBRARY_DIR}/libLLVMCore.a ${LLVM_LIBRARY_DIR}/libMLIRIR.a
  ${CJSON_LINK_LIBRARIES} ${ISL_LINK_LIBRARIES} ${HWLOC_LINK_LIBRARIES} ${SQLite3_LIBRARIES}
  ${AS_XGBOOST_LIBRARY} ${AS_OPENMP_LIBRARY} ${AS_z_ARCHIVE} ${AS_zstd_ARCHIVE} ${AS_gmp_ARCHIVE})
foreach(library libstdc++.a libgcc.a)
  execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=${library}
    OUTPUT_VARIABLE path OUTPUT_STRIP_TRAILING_WHITESPACE)
  list(APPEND linked ${path})
endforeach()
set(notices ${CMAKE_INSTALL_DOCDIR})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${notices} RENAME copyright)
install(FILES ${PROJECT_SOURCE_DIR}/tools/as-view/page/dist/LICENSES.txt
  DESTINATION ${notices} RENAME as-view-page)
install(CODE "set(linked \"${linked}\")\nset(notices \"${notices}\")")
install(SCRIPT ${CMAKE_CURRENT_LIST_DIR}/AsInstallNotices.cmake)
