# bristle_set_flags(<target>): the language level, warnings and processor tuning shared by the library and everything
# built along with it. All flags are private to the target. The tests, examples and benchmarks get the same processor
# tuning as the library, so that the inline functions of Eigen exist in one version only in each executable.

include(CheckCXXCompilerFlag)
if(BRISTLE_NATIVE)
  check_cxx_compiler_flag(-march=native BRISTLE_HAS_MARCH_NATIVE)
endif()

function(bristle_set_flags target)
  set_target_properties(${target} PROPERTIES CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
  target_compile_options(
    ${target}
    PRIVATE -Wall
            -Wextra
            -Wpedantic
            -Wshadow
            -Wconversion
            -Wno-sign-conversion
            -Wnon-virtual-dtor
            -Woverloaded-virtual)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # False alarms from its own AVX-512 headers and strings (GCC bugs 105593, 104923, 105651); the asan preset looks for
    # real ones.
    target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized -Wno-uninitialized -Wno-array-bounds -Wno-restrict
                                             -Wno-stringop-overread)
  endif()
  if(BRISTLE_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(BRISTLE_NATIVE AND BRISTLE_HAS_MARCH_NATIVE)
    target_compile_options(${target} PRIVATE -march=native)
  endif()
endfunction()
