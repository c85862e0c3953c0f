internal import SwiftSyntax

extension ManifestReader {
  /// In bytes; many targets may share one dependency, and each would have a copy.
  private static let greatestConditionLength = 1000

  mutating func readTarget(_ call: FunctionCallExprSyntax) {
    guard let kind = call.calleeName.flatMap({ PackageTarget.Kind(rawValue: $0.bareText) }),
      let argument = call.argument("name"),
      kind != .plugin || call.argument("capability") != nil,
      syntax.role(of: call) != .targetDependency
    else { return }
    guard let name = constant(argument.expression) else {
      sites.computedTargetName = sites.computedTargetName ?? syntax.position(of: argument)
      return
    }
    sites.targetNames.insert(name)
    let known = unread.count
    let dependencies = call.argument("dependencies").map { elements(of: $0.expression) } ?? []
    let plugins = call.argument("plugins").map { elements(of: $0.expression) } ?? []
    let usages = plugins.compactMap { pluginUsage($0) }
    let read = dependencies.compactMap { targetDependency($0) }
    let computesDependencies = unread.count > known
    let excludes = call.argument("exclude").map { elements(of: $0.expression) } ?? []
    sites.targets.append(
      ManifestSites.Target(
        position: syntax.position(of: call),
        dependencies: (dependencies + plugins).map { definition(of: $0).span },
        element: syntax.element(of: call)
      )
    )
    var target = PackageTarget(
      kind: kind,
      name: name,
      path: call.argument("path").flatMap { constant($0.expression) },
      excludes: excludes.compactMap { constants.value(of: $0) },
      dependencies: read,
      plugins: usages
    )
    target.computesDependencies = computesDependencies
    target.publicHeadersPath = call.argument("publicHeadersPath")
      .flatMap { constants.value(of: $0.expression) }
    target.usesCxxInteroperability =
      call.argument("swiftSettings").map { elements(of: $0.expression) }?.contains { setting in
        let call = definition(of: setting).as(FunctionCallExprSyntax.self)
        return call?.isCall(of: "interoperabilityMode") ?? false
          && call?.arguments.first?.expression.trimmedDescription.hasSuffix(".Cxx") ?? false
      } ?? false
    target.capability = call.argument("capability").flatMap {
      capability(definition(of: $0.expression))
    }
    targets.append(target)
  }

  /// `.buildTool()`, `.command(intent: .custom(verb: "bake", description: "…"))`.
  private func capability(_ expression: ExprSyntax) -> String? {
    guard let call = expression.as(FunctionCallExprSyntax.self),
      let kind = call.calleeName?.bareText
    else { return nil }
    guard let intent = call.argument("intent") else { return kind }
    guard let inner = definition(of: intent.expression).as(FunctionCallExprSyntax.self),
      let name = inner.calleeName?.bareText
    else { return nil }
    guard let verb = inner.argument("verb") else { return "\(kind) \(name)" }
    return constants.value(of: verb.expression).map { "\(kind) \($0)" }
  }

  private mutating func targetDependency(_ expression: ExprSyntax) -> TargetDependency? {
    let definition = definition(of: expression)
    if definition.is(StringLiteralExprSyntax.self) {
      return constant(definition).map { TargetDependency(reference: .byName($0), condition: nil) }
    }
    guard let call = definition.as(FunctionCallExprSyntax.self),
      let argument = call.argument("name"),
      let name = constants.value(of: argument.expression)
    else {
      noteUnread(expression)
      return nil
    }
    let reference: TargetDependency.Reference
    switch call.calleeName?.bareText {
    case "target", "targetItem":
      reference = .target(name)
    case "byName", "byNameItem":
      reference = .byName(name)
    case "product", "productItem":
      let package = call.argument("package")
      reference = .product(name, package: package.flatMap { constant($0.expression) })
    default:
      noteUnread(expression)
      return nil
    }
    return TargetDependency(
      reference: reference,
      condition: call.argument("condition").map { condition in
        condition.expression.length <= Self.greatestConditionLength
          ? condition.expression.trimmedDescription : syntax.excerpt(of: condition.expression)
      }
    )
  }

  private mutating func note(
    pluginNamed name: String,
    _ expression: ExprSyntax,
    isLiteral: Bool
  ) {
    sites.pluginReferences.append(
      ManifestSites.PluginReference(value: name, span: expression.span, isLiteral: isLiteral)
    )
  }

  private mutating func pluginUsage(_ expression: ExprSyntax) -> PluginUsage? {
    if expression.is(StringLiteralExprSyntax.self) {
      guard let name = constant(expression) else { return nil }
      note(pluginNamed: name, expression, isLiteral: true)
      return PluginUsage(name: name, package: nil)
    }
    guard let call = definition(of: expression).as(FunctionCallExprSyntax.self),
      call.isCall(of: "plugin"),
      let name = call.argument("name"),
      let value = constants.value(of: name.expression)
    else {
      noteUnread(expression)
      return nil
    }
    if call.argument("package") == nil {
      note(pluginNamed: value, name.expression, isLiteral: false)
    }
    return PluginUsage(
      name: value,
      package: call.argument("package").flatMap { constant($0.expression) }
    )
  }
}
