internal import SwiftSyntax

extension Declaration.Parameter {
  init(_ node: FunctionParameterSyntax, isOfSubscript: Bool = false) {
    // The only name of a subscript's parameter is for its body.
    let first = node.firstName.bareText
    let isLabel = !isOfSubscript || node.secondName != nil
    let attributes = Set(node.attributes.compactMap { $0.as(AttributeSyntax.self)?.normalizedText })
    let (words, type) = TypeExpression(node.type).parts
    self.init(
      label: isLabel && first != "_" ? first : nil,
      type: type,
      words: words.union(attributes),
      isVariadic: node.ellipsis != nil,
      defaultValue: node.defaultValue?.value.kindOfValue
    )
  }

  /// An associated value.
  init(_ node: EnumCaseParameterSyntax) {
    self.init(
      label: node.firstName.flatMap { $0.text == "_" ? nil : $0.bareText },
      type: TypeExpression(node.type),
      words: [],
      isVariadic: false,
      defaultValue: node.defaultValue?.value.kindOfValue
    )
  }
}

extension ExprSyntax {
  /// The text of a value, with one literal for all that have the same type.
  fileprivate var kindOfValue: String {
    switch self.as(ExprSyntaxEnum.self) {
    case .integerLiteralExpr: "1"
    case .floatLiteralExpr: "1.0"
    case .booleanLiteralExpr: "true"
    case .stringLiteralExpr, .simpleStringLiteralExpr: "\"\""
    case .arrayExpr(let list):
      "[\(Set(list.elements.map(\.expression.kindOfValue)).sorted().joined(separator: ", "))]"
    case .tupleExpr(let tuple):
      "(\(tuple.elements.map(\.expression.kindOfValue).joined(separator: ", ")))"
    default: trimmedDescription.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }
}

extension Declaration.Effects {
  init(_ node: FunctionEffectSpecifiersSyntax?) {
    isAsync = node?.asyncSpecifier != nil
    isRethrowing = node?.throwsClause?.throwsSpecifier.tokenKind == .keyword(.rethrows)
    thrown = isRethrowing ? nil : TypeExpression.thrown(by: node?.throwsClause)
  }

  init(_ node: AccessorEffectSpecifiersSyntax?) {
    isAsync = node?.asyncSpecifier != nil
    thrown = TypeExpression.thrown(by: node?.throwsClause)
  }
}

extension AccessorBlockSyntax? {
  /// The attributes of its accessors that say what a value depends on.
  var lifetimes: Set<String> {
    guard case .accessors(let list)? = self?.accessors else { return [] }
    return Set(
      list.flatMap(\.attributes).compactMap { $0.as(AttributeSyntax.self)?.lifetimeText }
    )
  }
}

extension AttributeSyntax {
  /// A dependence on lifetimes in the newer of its two spellings; `nil` for other attributes.
  var lifetimeText: String? {
    switch bareName {
    case "_lifetime": normalizedText
    case "lifetime": "@_\(normalizedText.dropFirst())"
    default: nil
    }
  }
}

extension Declaration.Accessors {
  private static let setters: Set<String> = [
    "_modify", "modify", "mutate", "yielding mutate", "set", "unsafeMutableAddress",
  ]

  /// - Parameters:
  ///   - isVariable: Whether it can be set where no accessors are written.
  ///   - isStored: Whether an attribute says that there is storage.
  init(_ block: AccessorBlockSyntax?, isVariable: Bool, isStored: Bool = false) {
    guard case .accessors(let list)? = block?.accessors else {
      self.init(hasSetter: block == nil && isVariable)
      self.isStored = block == nil
      return
    }
    self.init(hasSetter: false)
    for accessor in list {
      let modifier = accessor.modifier?.name.text
      if Self.setters.contains(accessor.accessorSpecifier.text) {
        hasSetter = true
        if modifier == "nonmutating" { hasMutatingSetter = false }
      } else {
        getter = Declaration.Effects(accessor.effectSpecifiers)
        hasMutatingGetter = hasMutatingGetter || modifier == "mutating"
      }
    }
    // One that can be set by an accessor is observed.
    self.isStored = isStored && !hasSetter
  }
}
