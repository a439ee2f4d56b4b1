//===- mlir_opt.cpp - mlir-opt as a function
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect-bridge/bridge.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include <deque>
#include <string>

using namespace mlir;

void asBridgeDeclareOption(const char *name, const char *value,
                           const char *help) {
  // LLVM keeps pointers to all of these until the process ends.
  static llvm::cl::OptionCategory category("as-opt options");
  static std::deque<llvm::cl::opt<bool>> flags;
  static std::deque<llvm::cl::opt<std::string>> options;
  if (llvm::cl::getRegisteredOptions().contains(name))
    return;
  if (*value)
    options.emplace_back(llvm::StringRef(name), llvm::cl::value_desc(value),
                         llvm::cl::desc(help), llvm::cl::cat(category));
  else
    flags.emplace_back(llvm::StringRef(name), llvm::cl::desc(help),
                       llvm::cl::cat(category));
}

int asBridgeOptMain(int argc, char **argv, const char *toolName,
                    bool (*checkInput)(const char *path)) {
  registerAllPasses();
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllGPUToLLVMIRTranslations(registry);
  auto [input, output] =
      registerAndParseCLIOptions(argc, argv, toolName, registry);
  int exitStatus =
      checkInput(input.c_str())
          ? asMainReturnCode(MlirOptMain(argc, argv, input, output, registry))
          : EXIT_FAILURE;
  // Messages that could not be printed are no reason to fail at exit.
  llvm::errs().clear_error();
  return exitStatus;
}
