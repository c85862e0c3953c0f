internal import SwiftSyntax

/// Separates the parts of a manifest that are always evaluated from conditional ones.
struct SurePlaces {
  private let syntax: ManifestSyntax
  /// Whether something that is sure uses the constant.
  private var answers: [String: Bool] = [:]

  init(_ syntax: ManifestSyntax) {
    self.syntax = syntax
  }

  /// Whether an expression is a part of the package in every case.
  ///
  /// It is not below a condition, in a loop or a closure, nor in a constant or a function that only
  /// such places use. A function may return early, so that only one of a single expression counts.
  mutating func contains(_ node: some SyntaxProtocol) -> Bool {
    var place = Syntax(node)
    while let parent = place.parent {
      if Self.isConditional(parent) { return false }
      // The package itself is used by nothing in the text.
      if let binding = parent.as(PatternBindingSyntax.self), let name = binding.name,
        name != "package", !isUsed(name)
      {
        return false
      }
      if let function = parent.as(FunctionDeclSyntax.self),
        function.body?.statements.count != 1 || !isUsed(function.name.bareText)
      {
        return false
      }
      place = parent
    }
    return true
  }

  private mutating func isUsed(_ name: String) -> Bool {
    if let answer = answers[name] { return answer }
    // Also the answer for constants that use each other.
    answers[name] = false
    var isUsed = false
    for reference in syntax.references[name] ?? [] where contains(reference) {
      isUsed = true
      break
    }
    answers[name] = isUsed
    return isUsed
  }

  private static func isConditional(_ node: Syntax) -> Bool {
    switch node.as(SyntaxEnum.self) {
    case .ifExpr, .ifConfigClause, .guardStmt, .switchExpr, .switchCase, .forStmt, .whileStmt,
      .repeatStmt, .doStmt, .ternaryExpr, .unresolvedTernaryExpr, .closureExpr,
      .initializerDecl, .accessorDecl, .accessorBlock:
      true
    case .exprList(let parts): parts.contains { $0.is(UnresolvedTernaryExprSyntax.self) }
    default: false
    }
  }
}
