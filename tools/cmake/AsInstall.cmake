# What `cmake --install` puts where: the programs and their manuals, the plugin
# for mlir-opt, and libas-opt.so with the headers, the CMake package and the
# pkg-config file that programs find it by.

# The public functions are those that include/as declares. The libraries' other
# functions share the as prefix, so the library's version script names each
# public one; the script is made from the headers and cannot disagree with them.
# A declaration starts at the beginning of a line, which no comment of ours does.
file(GLOB public_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/as/*.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${public_headers})
set(public_functions)
foreach(header ${public_headers})
  file(READ ${header} text)
  string(REGEX MATCHALL "\n([A-Za-z][^\n;(]*[ *])?as[A-Z][A-Za-z0-9]*\\("
    declarations "${text}")
  list(FILTER declarations EXCLUDE REGEX "^\nstatic")
  list(TRANSFORM declarations REPLACE ".*[\n *](as[A-Z][A-Za-z0-9]*)\\(" "\\1")
  list(APPEND public_functions ${declarations})
endforeach()
list(JOIN public_functions ";\n    " public_functions)
set(version_script ${PROJECT_BINARY_DIR}/as-opt.map)
configure_file(${CMAKE_CURRENT_LIST_DIR}/as-opt.map.in ${version_script} @ONLY)

# All of them in one shared library. Their objects are named, because an archive would
# give only what is referred to; the libraries are linked as well for the sake of
# what they in turn link.
set(libraries support ir target task sketch transform lowering codegen pool measure record batch search report driver
    costmodel bridge passes)
add_library(as_opt_library SHARED)
foreach(library ${libraries})
  target_sources(as_opt_library PRIVATE $<TARGET_OBJECTS:as_${library}>)
endforeach()
target_link_libraries(as_opt_library PRIVATE as_passes)
target_link_options(as_opt_library PRIVATE
  LINKER:--version-script=${version_script} LINKER:--no-undefined)
target_include_directories(as_opt_library INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
set_target_properties(as_opt_library PROPERTIES
  OUTPUT_NAME as-opt EXPORT_NAME as-opt LINKER_LANGUAGE CXX
  VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
  LINK_DEPENDS ${version_script})

# LLVM is no library of the system's: what is installed must look where it was
# found.
set_target_properties(as_opt_library as-opt-plugin as-opt as-run as-sweep as-view as-worker
  PROPERTIES INSTALL_RPATH ${LLVM_LIBRARY_DIR})

include(${CMAKE_CURRENT_LIST_DIR}/AsManuals.cmake)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/as-opt)
install(TARGETS as-opt as-run as-run-batch as-sweep as-view as-worker)
install(TARGETS as-opt-plugin LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS as_opt_library EXPORT as-opt-targets)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/as
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT as-opt-targets NAMESPACE as-opt:: DESTINATION ${package_dir})

include(CMakePackageConfigHelpers)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/as-opt-config.cmake.in
  ${PROJECT_BINARY_DIR}/as-opt-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/as-opt-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/as-opt-config.cmake
  ${PROJECT_BINARY_DIR}/as-opt-config-version.cmake DESTINATION ${package_dir})
# Both ways of finding the library must survive `cmake --install --prefix`.
file(RELATIVE_PATH pc_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${CMAKE_CURRENT_LIST_DIR}/as-opt.pc.in
  ${PROJECT_BINARY_DIR}/as-opt.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/as-opt.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
