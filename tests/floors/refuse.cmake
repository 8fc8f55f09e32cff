# cmake -DCASE=… -DSTEP=configure|build|none -DMESSAGE=… -DTRACERUN_MODULE=… -DWORK=… -P refuse.cmake
#
# Configures and builds project/ with CASE, and checks that STEP is the first to fail, with MESSAGE in what it says; none:
# that all goes well.
file(REMOVE_RECURSE ${WORK})
set(failed none)
execute_process(COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/project -B ${WORK} -G Ninja
                        -DCASE=${CASE} -DTRACERUN_MODULE=${TRACERUN_MODULE}
                RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(NOT status EQUAL 0)
  set(failed configure)
else()
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK} RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT status EQUAL 0)
    set(failed build)
  endif()
endif()
string(REGEX REPLACE "[ \n]+" " " said "${said}")
if(NOT failed STREQUAL STEP)
  message(FATAL_ERROR "${CASE}: expected the failing step to be ${STEP}, got ${failed}: ${said}")
endif()
string(FIND "${said}" "${MESSAGE}" at)
if(NOT STEP STREQUAL none AND at LESS 0)
  message(FATAL_ERROR "${CASE}: ${STEP} failed without saying '${MESSAGE}': ${said}")
endif()
