//===- pass.cpp - Passes defined in C
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C API can neither give a pass options nor register it by name.
//
//===----------------------------------------------------------------------===//

#include "mlir/Pass/Pass.h"
#include "dialect-bridge/bridge.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/TypeID.h"
#include <memory>
#include <vector>

using namespace mlir;

namespace {
class BridgePass : public Pass {
public:
  BridgePass(TypeID id, const AsBridgePass &definition)
      : Pass(id, definition.anchor), definition(definition) {
    addOptions();
  }
  // Options register themselves with their pass, so a copy makes its own; MLIR
  // then copies the values over.
  BridgePass(const BridgePass &other)
      : Pass(other), definition(other.definition) {
    addOptions();
  }

  StringRef getName() const override { return definition.argument; }
  StringRef getArgument() const override { return definition.argument; }
  StringRef getDescription() const override { return definition.description; }

  void getDependentDialects(DialectRegistry &registry) const override {
    definition.addDialects(wrap(&registry));
  }

  std::unique_ptr<Pass> clonePass() const override {
    return std::make_unique<BridgePass>(*this);
  }

  LogicalResult initializeOptions(
      StringRef text,
      function_ref<LogicalResult(const Twine &)> errorHandler) override {
    if (failed(Pass::initializeOptions(text, errorHandler)))
      return failure();
    char message[1024];
    if (definition.check(values().data(), definition.context, message,
                         sizeof message))
      return success();
    return errorHandler(Twine(definition.argument) + ": " + message);
  }

  void runOnOperation() override {
    if (!definition.run(wrap(getOperation()), values().data(),
                        definition.context))
      signalPassFailure();
  }

protected:
  bool canScheduleOn(RegisteredOperationName name) const override {
    return name.getStringRef() == definition.anchor;
  }

private:
  void addOptions() {
    for (size_t i = 0; i < definition.numOptions; i++) {
      const AsBridgeOption &option = definition.options[i];
      options.push_back(std::make_unique<Option<std::string>>(
          *this, option.name, llvm::cl::value_desc(option.value),
          llvm::cl::desc(option.help), llvm::cl::init(option.fallback)));
    }
  }

  std::vector<const char *> values() const {
    std::vector<const char *> texts;
    for (const auto &option : options)
      texts.push_back(option->getValue().c_str());
    return texts;
  }

  const AsBridgePass &definition;
  std::vector<std::unique_ptr<Option<std::string>>> options;
};
} // namespace

bool asBridgeHasPass(const char *argument) {
  return PassInfo::lookup(argument);
}

void asBridgeRegisterPass(const AsBridgePass *definition) {
  static TypeIDAllocator ids;
  TypeID id = ids.allocate();
  registerPass([=]() -> std::unique_ptr<Pass> {
    return std::make_unique<BridgePass>(id, *definition);
  });
}
