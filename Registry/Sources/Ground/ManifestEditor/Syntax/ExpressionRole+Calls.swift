internal import SwiftSyntax

extension ManifestSyntax {
  func role(
    ofArgument argument: LabeledExprSyntax,
    in call: FunctionCallExprSyntax
  ) -> ExpressionRole {
    guard let callee = call.calleeName?.bareText else { return .unclear }
    let label = argument.label?.bareText
    if let role = parameterRoles[callee]?[label] { return role }
    if Self.mutations.contains(callee), label != "at",
      let receiver = call.calledExpression.as(MemberAccessExprSyntax.self)?.base
    {
      return role(ofContentsOf: receiver)
    }
    let isMember = call.calledExpression.is(MemberAccessExprSyntax.self)
    guard callee == "Package" || isMember && Self.packageDescriptionCalls.contains(callee),
      !enumCases.contains(callee)
    else { return .unclear }
    return label == "dependencies" ? .targetDependency : .other
  }

  /// `nil` if the operators only pass the type on, so that it is decided further out.
  func role(ofOperand operand: Syntax, among elements: [ExprSyntax]) -> ExpressionRole? {
    let index = elements.firstIndex { $0.id == operand.id } ?? 0
    for (position, element) in elements.enumerated() {
      switch element.as(ExprSyntaxEnum.self) {
      case .assignmentExpr:
        return position == 1 && index > 1 ? role(ofContentsOf: elements[0]) : .unclear
      case .unresolvedAsExpr:
        guard position + 1 < elements.count,
          let type = elements[position + 1].as(TypeExprSyntax.self)
        else { return .unclear }
        return role(ofType: type.type)
      case .binaryOperatorExpr(let binary):
        switch binary.operator.text {
        case "+":
          break
        case "+=":
          return position == 1 && index > 1 ? role(ofContentsOf: elements[0]) : .unclear
        case "==", "!=":
          return abs(index - position) == 1 ? .other : .unclear
        default:
          return .unclear
        }
      default:
        break
      }
    }
    return nil
  }

  /// What a type makes of a string literal in a value of it.
  func role(ofType type: TypeSyntax) -> ExpressionRole {
    guard let text = type.shortText else { return .unclear }
    var name = text.filter { !$0.isWhitespace }
    if name == "Self", let extended = extendedType(around: type) { name = extended }
    for wrapper in ["Array<", "Set<", "["] where name.hasPrefix(wrapper) {
      name = String(name.dropFirst(wrapper.count).dropLast())
    }
    if name.hasSuffix("?") { name.removeLast() }
    switch name {
    case "String", "StaticString", "Substring", "Character", "Package.Dependency",
      "PackageDescription.Package.Dependency":
      return .other
    case "Target.Dependency", "PackageDescription.Target.Dependency":
      return .targetDependency
    case "Dependency":
      return extendedType(around: type) == "Target" ? .targetDependency : .unclear
    default:
      return .unclear
    }
  }

  /// What is put into a variable or a property: `package.targets[0].dependencies`, `common`.
  private func role(ofContentsOf expression: ExprSyntax) -> ExpressionRole {
    if let access = expression.as(MemberAccessExprSyntax.self) {
      return access.declName.baseName.bareText == "dependencies" ? .targetDependency : .unclear
    }
    guard let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.bareText,
      declarationCounts[name] == 1,
      let type = bindingsByName[name]?.typeAnnotation?.type
    else { return .unclear }
    return role(ofType: type)
  }

  private func extendedType(around node: some SyntaxProtocol) -> String? {
    var current = node.parent
    while let parent = current {
      if let type = parent.as(ExtensionDeclSyntax.self)?.extendedType {
        return type.shortText
      }
      current = parent.parent
    }
    return nil
  }

  private static let mutations: Set = ["append", "insert"]

  /// The functions of PackageDescription, none of which takes a target dependency but by the label
  /// `dependencies`.
  private static let packageDescriptionCalls: Set = [
    "package", "target", "executableTarget", "testTarget", "macro", "plugin", "systemLibrary",
    "binaryTarget", "library", "executable", "product", "productItem", "byName", "byNameItem",
    "targetItem", "when", "define", "unsafeFlags", "linkedLibrary", "linkedFramework",
    "headerSearchPath", "enableUpcomingFeature", "enableExperimentalFeature", "copy", "process",
    "embedInCode", "trait",
  ]
}

extension TypeSyntax {
  /// `nil` for a name that is longer than all known ones, which need not be spelled for each
  /// literal.
  var shortText: String? {
    length <= 200 ? trimmedDescription : nil
  }
}
