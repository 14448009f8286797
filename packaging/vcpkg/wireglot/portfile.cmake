# An overlay port of the checkout that it stands in: vcpkg install wireglot --overlay-ports=packaging/vcpkg
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../.." ABSOLUTE)

vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}")
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/Wireglot)
vcpkg_copy_tools(TOOL_NAMES wireglot AUTO_CLEAN)
vcpkg_fixup_pkgconfig()
# The command stands with the tools.
vcpkg_replace_string("${CURRENT_PACKAGES_DIR}/lib/pkgconfig/wireglot.pc" "{prefix}/bin/" "{prefix}/tools/wireglot/")
if(NOT VCPKG_BUILD_TYPE)
  vcpkg_replace_string("${CURRENT_PACKAGES_DIR}/debug/lib/pkgconfig/wireglot.pc" "{prefix}/bin/" "{prefix}/../tools/wireglot/")
endif()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE-MIT" "${SOURCE_PATH}/LICENSE-APACHE")
