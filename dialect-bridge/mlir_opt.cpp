//===- mlir_opt.cpp - mlir-opt as a function
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MlirOptMain makes a context for the input, lets it print diagnostics with the
// line of the source, and parses. The first that can get in between is what a
// context does for each dialect that it loads: one of MLIR's own when it is
// made, and others when the parser meets them.
//
//===----------------------------------------------------------------------===//

#include "dialect-bridge/bridge.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/ToolOutputFile.h"
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

namespace {

/// Calls the hook when a dialect is loaded that the input is the first to need.
class CallHook : public DialectExtensionBase {
  const AsBridgeOptHooks *hooks;
  std::string name;
  llvm::StringRef text;
  mutable bool called = false;

public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CallHook)

  CallHook(const AsBridgeOptHooks *hooks, const llvm::MemoryBuffer &input)
      : DialectExtensionBase({}), hooks(hooks),
        name(input.getBufferIdentifier()), text(input.getBuffer()) {}

  void apply(MLIRContext *context,
             MutableArrayRef<Dialect *> loaded) const override {
    if (called || isa<BuiltinDialect>(loaded.front()))
      return;
    called = true;
    hooks->beforeOperations(wrap(context), name.c_str(), wrap(text));
  }

  std::unique_ptr<DialectExtensionBase> clone() const override {
    return std::make_unique<CallHook>(*this);
  }
};

} // namespace

/// The MlirOptMain that opens the files, but for the hook.
static LogicalResult runHooked(const std::string &inputPath,
                               const std::string &outputPath,
                               DialectRegistry &registry,
                               const AsBridgeOptHooks *hooks) {
  if (inputPath == "-" && llvm::sys::Process::StandardInIsUserInput())
    llvm::errs() << "(processing input from stdin now, hit ctrl-c/ctrl-d to "
                    "interrupt)\n";
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input =
      openInputFile(inputPath, &message);
  std::unique_ptr<llvm::ToolOutputFile> output;
  if (input)
    output = openOutputFile(outputPath, &message);
  if (!output) {
    llvm::errs() << message << "\n";
    return failure();
  }
  registry.addExtension(CallHook::resolveTypeID(),
                        std::make_unique<CallHook>(hooks, *input));
  LogicalResult result = MlirOptMain(output->os(), std::move(input), registry,
                                     MlirOptMainConfig::createFromCLOptions());
  if (succeeded(result))
    output->keep();
  return result;
}

int asBridgeOptMain(int argc, char **argv, const char *toolName,
                    const AsBridgeOptHooks *hooks) {
  registerAllPasses();
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllGPUToLLVMIRTranslations(registry);
  auto [input, output] =
      registerAndParseCLIOptions(argc, argv, toolName, registry);
  if (!hooks->checkInput(input.c_str()))
    return EXIT_FAILURE;
  int exitStatus;
  if (hooks->beforeOperations) {
    llvm::InitLLVM initialised(argc, argv);
    exitStatus = asMainReturnCode(runHooked(input, output, registry, hooks));
  } else {
    exitStatus =
        asMainReturnCode(MlirOptMain(argc, argv, input, output, registry));
  }
  // Messages that could not be printed are no reason to fail at exit.
  llvm::errs().clear_error();
  return exitStatus;
}
