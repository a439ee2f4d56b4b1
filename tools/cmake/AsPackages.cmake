# What `cpack` makes in the build folder: a package for Debian, and a tarball of
# the same files.

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_CONTACT "as-opt maintainers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "finds fast code for MLIR tensor programs by measuring it")
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# What as-opt opens or runs when it needs it.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libxgboost0, lld-22, libomp5-22")
include(CPack)
