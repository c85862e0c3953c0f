import Base

internal import SwiftSyntax

extension ManifestReader {
  private static let settingArguments = [
    "cSettings", "cxxSettings", "swiftSettings", "linkerSettings",
  ]

  /// What the package manager refuses in a package that others depend on by version, in the order of
  /// the text.
  ///
  /// What may depend on a condition is left to the build as a client: many packages have such flags
  /// for their own developers.
  mutating func readRefusals() {
    let permitted = unsafeFlagsOfTestsAlone()
    var sure = SurePlaces(syntax)
    for call in syntax.calls {
      if call.isCall(of: "package"), let kind = unversionedKind(of: call), sure.contains(call) {
        refusals.append(.unversioned(kind, at: syntax.position(of: call)))
      }
      if call.isCall(of: "unsafeFlags"), !permitted.contains(call.id), sure.contains(call) {
        refusals.append(
          OperationError(
            .unsafeFlags,
            "'unsafeFlags' cannot be used in a package that others depend on by version",
            at: call.calleeName.map { syntax.position(of: $0) },
            help: "remove it, or build with '-Xswiftc' and '-Xcc' in its place; test targets may"
              + " keep it"
          )
        )
      }
    }
  }

  /// `branch` or `revision`; `nil` for a dependency by version, path or identity.
  func unversionedKind(of call: FunctionCallExprSyntax) -> String? {
    let kinds = ["branch", "revision"]
    for argument in call.arguments {
      if let label = argument.label?.bareText {
        if kinds.contains(label) { return label }
        continue
      }
      // `.package(url: "…", .branch("main"))`, which old tools versions have.
      let requirement = definition(of: argument.expression).as(FunctionCallExprSyntax.self)
      if let name = requirement?.calleeName?.bareText, kinds.contains(name) { return name }
    }
    return nil
  }

  /// Calls of `unsafeFlags` in the settings of test targets and of no other target: who depends on a
  /// package does not build its tests.
  private mutating func unsafeFlagsOfTestsAlone() -> Set<SyntaxIdentifier> {
    let unread = unread
    defer { self.unread = unread }
    var (ofTests, ofOthers): (Set<SyntaxIdentifier>, Set<SyntaxIdentifier>) = ([], [])
    for call in syntax.calls {
      guard let kind = call.calleeName.flatMap({ PackageTarget.Kind(rawValue: $0.bareText) }) else {
        continue
      }
      for label in Self.settingArguments {
        guard let argument = call.argument(label) else { continue }
        for element in elements(of: argument.expression) {
          let id = definition(of: element).id
          if kind == .testTarget { ofTests.insert(id) } else { ofOthers.insert(id) }
        }
      }
    }
    return ofTests.subtracting(ofOthers)
  }
}
