internal import SwiftSyntax

/// The role of an expression, as far as its context shows it.
enum ExpressionRole {
  /// A `Target.Dependency`, so that a string literal is a dependency by name.
  case targetDependency

  /// Anything else, such as a plain string.
  case other

  /// Not to be told without running the manifest.
  case unclear
}

extension ManifestSyntax {
  /// Climbs from the expression to the place that gives it its type.
  ///
  /// In this language a literal becomes a dependency only where a type is written or a parameter
  /// has one, so what surrounds it decides; what the value flows through afterwards does not matter.
  func role(of expression: some ExprSyntaxProtocol) -> ExpressionRole {
    var node = Syntax(expression)
    /// Whether the expression would be a string, or an array of them, if nothing said otherwise.
    var isPlain = true
    while let parent = node.parent {
      switch parent.as(SyntaxEnum.self) {
      case .arrayElement, .arrayElementList, .tupleExpr, .sequenceExpr:
        break
      case .arrayExpr(let array):
        isPlain = isPlain && !mixedArrays.contains(array.id)
      case .dictionaryElement, .dictionaryElementList:
        break
      case .dictionaryExpr:
        // Only a parameter tells: `moduleAliases:` takes strings.
        isPlain = false
      case .labeledExprList:
        guard let tuple = parent.parent?.as(TupleExprSyntax.self) else { break }
        guard tuple.parenthesized != nil else { return .unclear }
      case .labeledExpr(let argument):
        if let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self) {
          return role(ofArgument: argument, in: call)
        }
        guard argument.parent?.parent?.is(TupleExprSyntax.self) ?? false else {
          return argument.parent?.parent?.is(ExpressionSegmentSyntax.self) ?? false
            ? .other : .unclear
        }
      case .unresolvedTernaryExpr:
        isPlain = false
      case .exprList(let operands):
        isPlain = false
        if let role = role(ofOperand: node, among: self.operands[operands.id] ?? []) { return role }
      case .memberAccessExpr:
        // "A".lowercased(), ["A"].contains(…): a method of a string or an array of strings.
        return isPlain ? .other : .unclear
      case .forStmt(let loop):
        return isPlain && loop.typeAnnotation == nil ? .other : .unclear
      case .initializerClause(let clause):
        return role(ofInitializer: clause, isPlain: isPlain)
      case .returnStmt:
        return role(ofResultIn: parent)
      case .codeBlockItem:
        return role(ofResultIn: parent)
      default:
        return .unclear
      }
      node = parent
    }
    return .unclear
  }

  private func role(ofInitializer clause: InitializerClauseSyntax, isPlain: Bool) -> ExpressionRole
  {
    if let parameter = clause.parent?.as(FunctionParameterSyntax.self) {
      return role(ofType: parameter.type)
    }
    guard let binding = clause.parent?.as(PatternBindingSyntax.self) else { return .unclear }
    guard let type = binding.typeAnnotation?.type else { return isPlain ? .other : .unclear }
    return role(ofType: type)
  }

  /// The role that a function or a computed property gives to what it returns.
  private func role(ofResultIn statement: Syntax) -> ExpressionRole {
    let block = statement.is(ReturnStmtSyntax.self) ? statement.parent?.parent : statement.parent
    guard let block else { return .unclear }
    // An implicit result is directly in the body; a `return` may be deeper.
    var node: Syntax? = block
    var isDirect = true
    while let current = node {
      switch current.as(SyntaxEnum.self) {
      case .functionDecl(let function):
        guard isDirect || statement.is(ReturnStmtSyntax.self) else { return .unclear }
        return function.signature.returnClause.map { role(ofType: $0.type) } ?? .other
      case .patternBinding(let binding):
        guard isDirect || statement.is(ReturnStmtSyntax.self) else { return .unclear }
        return binding.typeAnnotation.map { role(ofType: $0.type) } ?? .unclear
      case .codeBlockItemList, .codeBlock, .accessorBlock, .accessorDecl, .accessorDeclList,
        .codeBlockItem:
        break
      case .closureExpr, .sourceFile:
        return .unclear
      default:
        isDirect = false
      }
      node = current.parent
    }
    return .unclear
  }
}

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

  /// The role of a string literal in a value of a type.
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

  /// The role of a string literal that is put into a variable or a property, such as
  /// `package.targets[0].dependencies` or `common`.
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
