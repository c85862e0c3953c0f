internal import SwiftSyntax

extension ManifestReader {
  /// Where the package lists its dependencies, or would.
  mutating func readArguments(_ call: FunctionCallExprSyntax) {
    sites.packageArguments.targets = call.argument("targets")?.offset
    guard let argument = call.argument("dependencies") else { return }
    sites.packageArguments.hasDependencies = true
    guard let array = argument.expression.as(ArrayExprSyntax.self) else { return }
    sites.packageArguments.dependencies = RewritingSites.ListLiteral(
      start: array.leftSquare.offset + array.leftSquare.length,
      elements: array.elements.map {
        RewritingSites.ListLiteral.Element(
          span: $0.expression.span,
          hasComma: $0.trailingComma != nil
        )
      }
    )
  }

  mutating func readReference(_ call: FunctionCallExprSyntax) {
    if call.isCall(of: "target", "targetItem"), let callee = call.calleeName,
      let name = call.argument("name"), syntax.role(of: call) == .targetDependency,
      let value = constants.value(of: name.expression)
    {
      sites.targetReferences.append(
        RewritingSites.TargetReference(
          value: value,
          callee: RewritingSites.Span(offset: callee.offset, length: callee.length),
          span: name.expression.span
        )
      )
    }
    if call.isCall(of: "product", "productItem", "plugin"), let package = call.argument("package") {
      note(
        .package(product: call.argument("name").flatMap { constants.value(of: $0.expression) }),
        package.expression
      )
    }
    if call.isCall(of: "byName", "byNameItem"), let callee = call.calleeName,
      let name = call.argument("name")
    {
      note(
        .byName(callee: RewritingSites.Span(offset: callee.offset, length: callee.length)),
        name.expression
      )
    }
  }

  /// What is made by a function that is handed on can only be computed.
  mutating func readUncalledFunctions() {
    for reference in syntax.uncalledFunctions {
      note(.package(product: nil), ExprSyntax(reference))
    }
  }

  mutating func readLiterals() {
    for literal in syntax.strings {
      let role = syntax.role(of: literal)
      guard role != .other, constants.value(of: ExprSyntax(literal)) != nil else { continue }
      note(.literal(isCertain: role == .targetDependency), ExprSyntax(literal))
    }
  }

  private mutating func note(_ form: RewritingSites.Reference.Form, _ expression: ExprSyntax) {
    sites.references.append(
      RewritingSites.Reference(
        form: form,
        value: constants.value(of: expression),
        span: expression.span,
        position: syntax.position(of: expression)
      )
    )
  }
}
