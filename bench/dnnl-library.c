//===- dnnl-library.c - oneDNN 2 and 3 alike
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/dnnl-library.h"
#include "bench/library.h"

AsStatus asDnnlCheck(const AsDnnl *dnnl, int status, const char *what,
                     AsError *error) {
  if (status == AS_DNNL_SUCCESS)
    return AS_OK;
  return asFail(error, AS_UNSUPPORTED, "oneDNN: %s: %s", what,
                dnnl->status2str(status));
}

int asDnnlArgument(const AsDnnl *dnnl, int argument) {
  if (argument < AS_DNNL_POST_OP)
    return argument;
  return dnnl->api->postOpBase * (argument - AS_DNNL_POST_OP + 1) |
         AS_DNNL_SRC_1;
}

AsStatus asDnnlLoad(void *library, AsDnnl *dnnl, AsError *error) {
  static const AsDnnlApi *const apis[] = {&asDnnlApi2, &asDnnlApi3};
#define LOAD(result, name, parameters)                                         \
  if (asLibrarySymbol(library, "dnnl_" #name, (void **)&dnnl->name, error))    \
    return error->status;
  AS_DNNL_FUNCTIONS(LOAD)
#undef LOAD
  const AsDnnlVersion *version = dnnl->version();
  for (size_t i = 0; i < sizeof apis / sizeof *apis; i++)
    if (apis[i]->major == version->major)
      dnnl->api = apis[i];
  if (!dnnl->api)
    return asFail(error, AS_NOT_FOUND,
                  "it is oneDNN %d.%d.%d; bench-ops knows 2.x and 3.x",
                  version->major, version->minor, version->patch);
  if (dnnl->api->load(library, dnnl, error))
    return error->status;
  AS_DNNL_TRY(engine_create, &dnnl->engine, AS_DNNL_CPU, 0);
  AS_DNNL_TRY(stream_create, &dnnl->stream, dnnl->engine, AS_DNNL_IN_ORDER);
  return AS_OK;
}
