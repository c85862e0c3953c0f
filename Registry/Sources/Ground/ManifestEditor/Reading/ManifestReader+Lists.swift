internal import SwiftSyntax

extension ManifestReader {
  private static let greatestIndirection = 16

  /// The elements of a list that is written out: literals, sums, both branches of a condition, and
  /// constants of those.
  mutating func elements(of expression: ExprSyntax) -> [ExprSyntax] {
    elements(of: expression, indirection: 0)
  }

  private mutating func elements(of expression: ExprSyntax, indirection: Int) -> [ExprSyntax] {
    guard indirection < Self.greatestIndirection, elementBudget > 0 else {
      noteUnread(expression)
      return []
    }
    elementBudget -= 1
    switch expression.as(ExprSyntaxEnum.self) {
    case .arrayExpr(let array):
      elementBudget -= array.elements.count
      return array.elements.map(\.expression)
    case .tupleExpr(let tuple):
      guard let inner = tuple.parenthesized else { break }
      return elements(of: inner, indirection: indirection)
    case .sequenceExpr(let sequence):
      return elements(of: Array(sequence.elements)[...], indirection: indirection)
    default:
      let definition = definition(of: expression)
      guard definition.id != expression.id else { break }
      if isVariable(expression) { noteUnread(expression) }
      return elements(of: definition, indirection: indirection + 1)
    }
    noteUnread(expression)
    return []
  }

  private mutating func elements(
    of operands: ArraySlice<ExprSyntax>,
    indirection: Int
  ) -> [ExprSyntax] {
    if let index = operands.firstIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }),
      let ternary = operands[index].as(UnresolvedTernaryExprSyntax.self)
    {
      return elements(of: ternary.thenExpression, indirection: indirection)
        + elements(of: operands[(index + 1)...], indirection: indirection)
    }
    return operands.flatMap { operand -> [ExprSyntax] in
      switch operand.as(ExprSyntaxEnum.self) {
      case .binaryOperatorExpr(let binary) where binary.operator.text == "+": []
      case .unresolvedAsExpr, .typeExpr: []
      default: elements(of: operand, indirection: indirection)
      }
    }
  }

  /// The value of a name, if one declaration in the file says so; else the expression itself.
  func definition(of expression: ExprSyntax) -> ExprSyntax {
    if let inner = expression.as(TupleExprSyntax.self)?.parenthesized {
      return definition(of: inner)
    }
    let binding = binding(of: expression)
    return binding?.initializer?.value ?? binding?.singleExpression ?? expression
  }

  private func isVariable(_ expression: ExprSyntax) -> Bool {
    let binding = binding(of: expression)
    return binding?.initializer != nil
      && binding?.declaration?.bindingSpecifier.tokenKind == .keyword(.var)
  }

  private func binding(of expression: ExprSyntax) -> PatternBindingSyntax? {
    let name =
      expression.as(DeclReferenceExprSyntax.self)?.baseName
      ?? expression.as(MemberAccessExprSyntax.self)?.declName.baseName
    guard let name = name?.bareText, syntax.declarationCounts[name] == 1 else { return nil }
    return syntax.bindingsByName[name]
  }
}

extension PatternBindingSyntax {
  /// The one expression of a computed property.
  fileprivate var singleExpression: ExprSyntax? {
    guard case .getter(let statements)? = accessorBlock?.accessors, statements.count == 1 else {
      return nil
    }
    return statements.first?.item.as(ExprSyntax.self)
  }
}
