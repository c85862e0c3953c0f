internal import SwiftParser
internal import SwiftSyntax

/// The text of expressions that are the same in every run: literals, constants and their sums.
struct ConstantStrings {
  private static let greatestLength = 4096

  /// The constants by `name`, or by `Type.name` for a static member.
  private var values: [String: String] = [:]

  init(_ syntax: ManifestSyntax) {
    // In the order of the text, so that a constant is known where a later one builds on it, and
    // nothing can go round in circles.
    for binding in syntax.bindings {
      guard let name = binding.constantName(in: syntax),
        let initializer = binding.initializer,
        let value = self.value(of: initializer.value)
      else { continue }
      values[name] = value
    }
  }

  /// `nil` if only running the manifest would tell.
  func value(of expression: ExprSyntax) -> String? {
    let value: String? =
      switch expression.as(ExprSyntaxEnum.self) {
      case .stringLiteralExpr(let literal): literal.representedLiteralValue ?? interpolated(literal)
      case .declReferenceExpr(let reference): values[reference.baseName.bareText]
      case .memberAccessExpr(let access): access.qualifiedName.flatMap { values[$0] }
      case .tupleExpr(let tuple): tuple.parenthesized.flatMap { self.value(of: $0) }
      case .sequenceExpr(let sequence): sum(sequence)
      default: nil
      }
    return value.flatMap { $0.utf8.count <= Self.greatestLength ? $0 : nil }
  }

  private func sum(_ sequence: SequenceExprSyntax) -> String? {
    var result = ""
    for (index, element) in sequence.elements.enumerated() {
      if index.isMultiple(of: 2) {
        guard let value = value(of: element) else { return nil }
        result += value
        guard result.utf8.count <= Self.greatestLength else { return nil }
      } else {
        guard element.as(BinaryOperatorExprSyntax.self)?.operator.text == "+" else { return nil }
      }
    }
    return result
  }

  private func interpolated(_ literal: StringLiteralExprSyntax) -> String? {
    guard literal.openingQuote.tokenKind == .stringQuote, literal.openingPounds == nil else {
      return nil
    }
    var result = ""
    for segment in literal.segments {
      switch segment {
      case .stringSegment(let segment):
        guard !segment.content.text.contains("\\") else { return nil }
        result += segment.content.text
      case .expressionSegment(let segment):
        guard segment.expressions.count == 1, let expression = segment.expressions.first,
          expression.label == nil, let value = value(of: expression.expression),
          result.utf8.count + value.utf8.count <= Self.greatestLength
        else { return nil }
        result += value
      }
    }
    return result
  }
}

extension PatternBindingSyntax {
  /// The name under which a `let` is referred to, if no other declaration in the file shares it.
  fileprivate func constantName(in syntax: ManifestSyntax) -> String? {
    guard let name = name, syntax.declarationCounts[name] == 1, let variable = declaration,
      variable.bindingSpecifier.tokenKind == .keyword(.let)
    else { return nil }
    guard let type = enclosingTypeName else { return name }
    let isStatic = variable.modifiers.contains { $0.name.tokenKind == .keyword(.static) }
    return isStatic ? "\(type).\(name)" : nil
  }

  /// `nil` for a pattern of several names.
  var name: String? {
    pattern.as(IdentifierPatternSyntax.self)?.identifier.bareText
  }

  var declaration: VariableDeclSyntax? {
    parent?.parent?.as(VariableDeclSyntax.self)
  }

  /// The type or extension whose member this is.
  var enclosingTypeName: String? {
    guard let members = declaration?.parent?.as(MemberBlockItemSyntax.self),
      let group = members.parent?.parent?.parent
    else { return nil }
    return switch group.as(SyntaxEnum.self) {
    case .extensionDecl(let type): type.extendedType.shortText ?? ""
    case .enumDecl(let type): type.name.bareText
    case .structDecl(let type): type.name.bareText
    case .classDecl(let type): type.name.bareText
    default: nil
    }
  }
}

extension MemberAccessExprSyntax {
  /// `Type.name`, if that is its form.
  var qualifiedName: String? {
    base?.as(DeclReferenceExprSyntax.self).map {
      "\($0.baseName.bareText).\(declName.baseName.bareText)"
    }
  }
}

extension TupleExprSyntax {
  /// The expression inside parentheses that only group; `nil` for a tuple.
  var parenthesized: ExprSyntax? {
    elements.count == 1 && elements.first?.label == nil ? elements.first?.expression : nil
  }
}

/// Separates the parts of a manifest that are always evaluated from conditional ones.
struct UnconditionalNodes {
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
