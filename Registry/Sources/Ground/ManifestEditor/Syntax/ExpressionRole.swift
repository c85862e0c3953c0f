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
